"""The tool that keeps the catalogues of translations in step with the code, and how strings are marked for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.template.base import Lexer, TokenType

from quizzes.engine.rulesets import ruleset
from trainer import catalogues
from trainer.catalogues import Found, Message


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of catalogues of its own."""
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    return tmp_path


def merged(locale: Path, language: str, *messages: Message) -> polib.POFile:
    """The catalogue after a run over code that marks these messages, stored for the next run."""
    template = catalogues.template_of([Found(message, "quizzes/somewhere.py") for message in messages])
    catalogue = catalogues.merge(language, template)
    path = locale / language / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(path))
    return catalogue


def test_a_translation_stays_while_its_message_is_there_and_goes_with_it(locale: Path) -> None:
    first = merged(locale, "ms", Message("Raise to"), Message("Side pot"))
    for entry in first:
        entry.msgstr = {"Raise to": "Raise hingga", "Side pot": "Pot sisi"}[entry.msgid]
    first.save(str(locale / "ms" / "LC_MESSAGES" / "django.po"))
    second = merged(locale, "ms", Message("Side pot"), Message("Main pot"))
    assert {entry.msgid: entry.msgstr for entry in second} == {"Main pot": "", "Side pot": "Pot sisi"}


def test_a_plural_has_as_many_forms_as_the_language(locale: Path) -> None:
    # the plural rules of Unicode's CLDR: Malay and Chinese have one form, English two
    counted = Message("%(count)s chip", "%(count)s chips")
    assert dict(merged(locale, "ms", counted)[0].msgstr_plural) == {0: ""}
    assert dict(merged(locale, "en", counted)[0].msgstr_plural) == {0: "", 1: ""}


def test_strings_of_code_and_of_templates_are_found() -> None:
    found = {(each.file, each.message.text) for each in catalogues.marked()}
    assert ("quizzes/wording/numbers.py", "%(all_but_last)s and %(last)s") in found
    assert ("quizzes/practising/choices.py", "Betting") in found  # marked by gettext_lazy under another name
    assert ("quizzes/engine/rulesets/jj.toml", ruleset("jj").source) in found
    assert ("quizzes/engine/rulesets/half-raise.toml", ruleset("half-raise").name) in found
    assert ("templates/languages.html", "Language") in found


def calls() -> Iterator[tuple[str, str, list[ast.expr]]]:
    """Every call by which the code marks a string: where it is, the name that marks, and what it is given."""
    for folder in catalogues.CODE:
        for path in sorted((catalogues.ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(ast.Name(name), given) if name in catalogues.KEYWORDS:
                        yield f"{path.name}:{node.lineno}", name, given


def test_what_is_marked_is_a_whole_string_with_named_placeholders() -> None:
    # a message put together as it is marked is in no catalogue, and "%s" can't change places in another language
    marking = list(calls())
    assert len(marking) > 500
    for where, name, given in marking:
        for text in given[: 2 if name.startswith(("ngettext", "pgettext")) else 1]:
            match text:
                case ast.Constant(str(words)):
                    assert "%s" not in words, where
                    assert "%d" not in words, where
                case _:
                    pytest.fail(f"{where}: not a string as it stands")


IN_ATTRIBUTES = re.compile(r'(?:aria-label|alt|title|placeholder|content)="([^"{]*[A-Za-z]{3}[^"{]*)"')
NO_LANGUAGE = re.compile(
    r"Table Stakes|Enter|sessionid|csrftoken|zone|django_language|pokertda\.com|noindex|website"
    r"|width=device-width, initial-scale=1|light dark|A bets 100, B calls, -- turn|TOML|JSON Lines|JSON|CSV|ZIP|GIFT"
)
"""A name, a key, names of cookies, addresses and formats, what only machines read, and the notation: no language."""

NO_TEXT = re.compile(
    r"<(script|style|pre|code|svg|symbol|textarea)\b.*?</\1>|<!--.*?-->|<[^>]*>|&lt;.*?&gt;|&\w+;|\S+=\"[^\"]*\"",
    re.DOTALL,
)


def untranslated(template: str) -> Iterator[str]:
    """Every piece of text in a template that nobody marked, in its elements and in the attributes that are read out."""
    text, inside = "", False
    for token in Lexer(template).tokenize():
        if token.token_type is TokenType.BLOCK:
            word = token.contents.split()[0]
            inside = word in ("blocktranslate", "blocktrans", "comment") or (inside and not word.startswith("end"))
            text += "{}"
        elif token.token_type is TokenType.VAR:
            text += "{}"
        elif token.token_type is TokenType.TEXT and not inside:
            text += token.contents
    text = re.sub(r"\{\}( \w+=\"\w+\")+\{\}", "", text)  # a block of attributes
    yield from (found for found in IN_ATTRIBUTES.findall(text) if NO_LANGUAGE.sub("", found).strip())
    plain = re.sub(
        r"<(script|style|pre|code|svg|symbol|textarea)\b.*?</\1>|<!--.*?-->|<[^>]*>|&\w+;", "\n", text, flags=re.DOTALL
    )
    for line in NO_LANGUAGE.sub("", plain).splitlines():
        if re.search(r"[A-Za-z]{3}", line):
            yield line.strip()


def test_every_text_of_a_template_is_marked_for_translation() -> None:
    found = {
        f"{path.relative_to(catalogues.ROOT)}: {text}"
        for path in sorted((catalogues.ROOT / catalogues.TEMPLATES).rglob("*.html"))
        for text in untranslated(path.read_text(encoding="utf-8"))
    }
    assert found == set()
