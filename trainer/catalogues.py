"""The catalogues of translations, kept in step with the code: run by `make messages`.

Strings marked for translation are read out of the code and the templates, merged into each language's `.po`, and
compiled to the `.mo` beside it. No system gettext is needed for either.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import polib
from babel.messages.extract import extract
from django.utils.translation.template import templatize

from quizzes.engine.refusals import ACTS, REFUSALS, REFUSED_BETS
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES, ruleset
from quizzes.engine.unread import ENDS, FAULTS, OTHER

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "trainer" / "locale"
CODE, TEMPLATES = ("quizzes", "trainer"), "templates"
SENTENCES_PER_PLURAL = {"en": 2, "ms": 1, "zh_Hant": 1}

KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "lazy": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""The names under which the code marks a string; `lazy` is what it calls gettext_lazy beside gettext."""

UNREAD = ROOT / "quizzes" / "kinds" / "second"
"""Where errors are said to nobody: the second computation is only set against the first."""


class Message(NamedTuple):
    """A string that is to be translated, its plural where it has one, and the context that tells it from others."""

    text: str
    plural: str = ""
    context: str | None = None


class Found(NamedTuple):
    """A message and the file that it is in, as a path within the project."""

    message: Message
    file: str


def marked() -> Iterator[Found]:
    """Yield every marked string of the code and the templates, file by file."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _in_python(path, path.read_bytes())
    yield from errors()
    yield from _in_houses()
    for path in sorted([*(ROOT / TEMPLATES).rglob("*.html"), *(ROOT / TEMPLATES).rglob("*.txt")]):
        # templatize writes what a template marks as calls, among placeholders for all other text
        calls = templatize(path.read_text(encoding="utf-8"))
        flat = "\n".join(line.strip() for line in calls.splitlines())
        yield from _in_python(path, flat.encode())


def errors() -> Iterator[Found]:
    """Yield what can be wrong with a document: a DocumentError's sentence is marked by being one."""
    for path in (path for path in sorted((ROOT / "quizzes").rglob("*.py")) if path.parent != UNREAD):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "DocumentError" in source else ():
            match node:
                case ast.Call(ast.Name("DocumentError"), [_, ast.Constant(str(text))]) | ast.Call(
                    ast.Name("rows"), [_, _, ast.Constant(str(text))]
                ):
                    yield Found(Message(text), path.relative_to(ROOT).as_posix())
    for text in (*REFUSALS.values(), *REFUSED_BETS.values(), *ACTS.values()):
        yield Found(Message(text), "quizzes/engine/refusals.py")
    for text in (ENDS, OTHER, *FAULTS.values()):
        yield Found(Message(text), "quizzes/engine/unread.py")


def _in_houses() -> Iterator[Found]:
    """Yield what the files of houses say in words: who plays a toggle's value, each house's name and source."""
    for toggle in TOGGLES.values():
        for players in toggle.who.values():
            yield from (Found(Message(who), "quizzes/engine/rulesets/toggles.toml") for who in players)
    for id in RULESET_IDS:
        for text in (ruleset(id).name, ruleset(id).source):
            yield Found(Message(text), f"quizzes/engine/rulesets/{id}.toml")


def _in_python(path: Path, source: bytes) -> Iterator[Found]:
    file = path.relative_to(ROOT).as_posix()
    for _line, texts, _comments, context in extract("python", BytesIO(source), keywords=KEYWORDS):
        singular, plural = (texts[0], texts[1]) if isinstance(texts, tuple) else (texts, "")
        if singular:
            yield Found(Message(singular, plural, context), file)


def template_of(found: Iterable[Found]) -> polib.POFile:
    """Return a catalogue without translations: each message once, with the files that it is in."""
    files: dict[tuple[str, str | None], set[str]] = {}
    plurals: dict[tuple[str, str | None], str] = {}
    for message, file in found:
        key = (message.text, message.context)
        files.setdefault(key, set()).add(file)
        plurals[key] = plurals.get(key) or message.plural
    empty = polib.POFile(wrapwidth=110)
    for (text, context), places in files.items():
        entry = polib.POEntry(msgid=text, msgctxt=context, occurrences=[(file, "") for file in sorted(places)])
        if plural := plurals[text, context]:
            entry.msgid_plural = plural
        if "%(" in text + plural:
            entry.flags.append("python-format")
        empty.append(entry)
    return empty


def merge(language: str, template: polib.POFile) -> polib.POFile:
    """Bring a language's catalogue in step: new messages come in untranslated, those that are gone leave it."""
    path = LOCALE / language / "LC_MESSAGES" / "django.po"
    before = {(entry.msgid, entry.msgctxt): entry for entry in polib.pofile(str(path))} if path.exists() else {}
    catalogue = polib.POFile(wrapwidth=110)
    forms = SENTENCES_PER_PLURAL[language]
    catalogue.metadata = {
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "Plural-Forms": f"nplurals={forms}; plural={'0' if forms == 1 else 'n != 1'};",
    }
    for fresh in sorted(template, key=lambda entry: (entry.occurrences[0][0], entry.msgid)):
        old = before.get((fresh.msgid, fresh.msgctxt))
        entry = polib.POEntry(msgid=fresh.msgid, msgctxt=fresh.msgctxt, msgid_plural=fresh.msgid_plural)
        entry.occurrences, entry.flags = fresh.occurrences, list(fresh.flags)
        if fresh.msgid_plural:
            entry.msgstr_plural = dict.fromkeys(range(forms), "")
        if old is not None and bool(old.msgid_plural) == bool(fresh.msgid_plural):
            entry.msgstr, entry.msgstr_plural = old.msgstr, old.msgstr_plural or entry.msgstr_plural
        catalogue.append(entry)
    return catalogue


def languages() -> list[str]:
    """Return the languages that have a catalogue, as their folders are named."""
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/django.po"))


def main(asked: list[str]) -> None:
    """Update and compile the catalogues, of the languages named besides those that are there. Print what is missing."""
    template = template_of(marked())
    for language in sorted({*languages(), *asked}):
        folder = LOCALE / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        catalogue = merge(language, template)
        catalogue.save(str(folder / "django.po"))
        catalogue.save_as_mofile(str(folder / "django.mo"))
        sys.stdout.write(
            f"{language}: {len(catalogue)} messages, {len(catalogue.untranslated_entries())} not translated\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
