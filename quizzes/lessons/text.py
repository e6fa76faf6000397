"""A lesson's source: front matter in TOML between lines of `+++`, then Markdown with documents in fences.

A fence's first word says what becomes of its document: a worked `spot`, a `table` that is only drawn, a `check` that
the reader answers, `houses` that are compared, a hand that is played back (`replay`). Its second word names it. A
translation names the documents of the English text in empty fences. In the prose, its code too, braces hold what is
looked up when it is shown: `{rule calling}` where a rule stands, `{toggle reopen}`, `{kind awards}` and `{lesson
odd-chips}` links, and `{name.raise_to}` or `{name.won.Ana}` a part of what the engine answers to the document of that
name, never typed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import nh3
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import load_table, parse
from quizzes.engine.rulesets import RULES, TOGGLES
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.lessons.answers import part_text, solved
from quizzes.models.lessons import LONGEST_SUMMARY, LONGEST_TITLE
from quizzes.showing.scenes import moments
from quizzes.wording.errors import error_text, placed_error

Way = Literal["prose", "spot", "table", "check", "houses", "replay"]
WAYS = frozenset(get_args(Way)) - {"prose"}

MOST_CHARACTERS = 60_000
MOST_OF_A_SIGN, _OPENING = 2_000, "[*_|`<"
"""So many of each of these signs: what one opens is looked for to the end of its paragraph, each time anew."""

WORDS_A_MINUTE = 190
MINUTES_A_BLOCK: Mapping[str, float] = {"spot": 0.4, "table": 0.2, "check": 0.8, "houses": 0.4, "replay": 1.0}

REFERENCE = re.compile(r"\{([^{}<>\n]{1,80})\}")
"""What is looked up, in the HTML of prose: between two tags, never across one."""

NAME = re.compile(r"[a-z0-9-]{1,60}")
"""The name of a lesson or of a document."""

_FENCE_LINE = "+++"
_TAGS = {
    *("p", "ul", "ol", "li", "em", "strong", "a", "code", "h2", "h3", "blockquote", "br", "hr"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class LessonError(ValueError):
    """What is wrong with a lesson's source, and on which of its lines."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a lesson: prose as HTML, or the name of a document and what becomes of it."""

    way: Way
    html: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A lesson that was read: its front matter, its pieces, and its own documents by name as plain values."""

    head: Mapping[str, Any]
    blocks: tuple[Block, ...]
    documents: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return str(self.head["title"])

    @property
    def summary(self) -> str:
        return str(self.head["summary"])

    @property
    def checks(self) -> list[str]:
        """The names of the documents that the reader answers, in their order."""
        return [block.name for block in self.blocks if block.way == "check"]

    @property
    def minutes(self) -> int:
        """How long it takes to read and to answer, in whole minutes, from its words and documents."""
        words = sum(_words(block.html) for block in self.blocks)
        shown = sum(MINUTES_A_BLOCK.get(block.way, 0.0) for block in self.blocks)
        return max(1, round(words / WORDS_A_MINUTE + shown))


def read(source: str, shared: Mapping[str, Mapping[str, Any]] | None = None) -> Text:
    """Read a lesson's source. `shared` are the documents that it may name without writing them.

    Raises LessonError at the line that is wrong: front matter that is no TOML, a fence that names nothing, a document
    that is none or has no answer, a reference to what is not there.
    """
    if len(source) > MOST_CHARACTERS:
        raise LessonError(1, _("a lesson has at most %(most)s characters") % {"most": MOST_CHARACTERS})
    if "\0" in source:
        raise LessonError(source[: source.index("\0")].count("\n") + 1, _("there is a null character"))
    for sign in _OPENING:
        if source.count(sign) > MOST_OF_A_SIGN:
            message = _("a lesson has at most %(most)s of the sign %(sign)s") % {"most": MOST_OF_A_SIGN, "sign": sign}
            raise LessonError(1, message)
    head, body, first = _split(source)
    tokens = _MARKDOWN.parse(body)
    documents: dict[str, Mapping[str, Any]] = {}
    blocks = tuple(_blocks(tokens, first, documents, shared or {}))
    text = Text(head, blocks, documents)
    _hold_references(tokens, first, {**(shared or {}), **documents})
    return text


def references(html: str) -> list[str]:
    """Return what stands in braces in a piece of prose."""
    return REFERENCE.findall(html)


def _split(source: str) -> tuple[dict[str, Any], str, int]:
    """Return the front matter, the body, and the line of the source on which the body begins."""
    lines = source.splitlines()
    if not lines or lines[0].strip() != _FENCE_LINE:
        raise LessonError(1, _("a lesson begins with a line %(fence)s") % {"fence": _FENCE_LINE})
    end = next((place for place, line in enumerate(lines[1:], 1) if line.strip() == _FENCE_LINE), None)
    if end is None:
        raise LessonError(1, _("the front matter has no second line %(fence)s") % {"fence": _FENCE_LINE})
    try:
        head = load_table("\n".join(lines[1:end]))
    except DocumentError as error:
        within = int(error.where.removeprefix("line "))
        raise LessonError(1 + within, error_text(error)) from error
    for key, most in (("title", LONGEST_TITLE), ("summary", LONGEST_SUMMARY)):
        if not isinstance(head.get(key), str) or not head[key].strip() or "\0" in head[key]:
            raise LessonError(2, _("the front matter has no %(key)s") % {"key": key})
        if len(head[key]) > most:
            raise LessonError(2, _("the %(key)s has more than %(most)s characters") % {"key": key, "most": most})
    return head, "\n".join(lines[end + 1 :]), end + 2


def _blocks(
    tokens: list[Token], first: int, documents: dict[str, Mapping[str, Any]], shared: Mapping[str, Mapping[str, Any]]
) -> Iterator[Block]:
    """Yield the pieces in their order, and put the documents that are written out into `documents`."""
    prose: list[Token] = []
    checked: set[str] = set()
    for token in tokens:
        if not _shows_document(token):
            prose.append(token)
            continue
        if prose:
            yield Block("prose", html=_html(prose))
            prose = []
        line = first + (token.map or [0])[0]
        way, name = _named(token, line)
        if token.content.strip():
            if name in documents:
                raise LessonError(line, _("there are two documents named %(name)s") % {"name": name})
            documents[name] = _document(token.content, line)
        elif name not in documents and name not in shared:
            raise LessonError(line, _("there is no document named %(name)s") % {"name": name})
        _hold_way(way, parse(documents.get(name) or shared[name]), line)
        if way == "check":
            if name in checked:
                raise LessonError(line, _("%(name)s is asked twice") % {"name": name})
            checked.add(name)
        yield Block(way, name=name)
    if prose:
        yield Block("prose", html=_html(prose))


def _shows_document(token: Token) -> bool:
    return token.type == "fence" and token.info.strip().partition(" ")[0] in WAYS


def _named(token: Token, line: int) -> tuple[Way, str]:
    """Return what becomes of a fence's document, and its name."""
    way, _space, name = token.info.strip().partition(" ")
    if token.level:
        raise LessonError(line, _("```%(way)s stands by itself, not in a list or a quotation") % {"way": way})
    if not NAME.fullmatch(name.strip()):
        message = _("```%(way)s needs a name of small letters, digits and hyphens, 60 at most")
        raise LessonError(line, message % {"way": way})
    return way, name.strip()  # type: ignore[return-value]  # one of WAYS


def _html(tokens: list[Token]) -> str:
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return nh3.clean(html, tags=_TAGS, attributes={"a": {"href"}}, link_rel=None)


def _document(content: str, line: int) -> Mapping[str, Any]:
    """Return a fence's document as plain values, once it has an answer."""
    try:
        table = load_table(content)
        solved(table)
    except DocumentError as error:
        within = int(error.where.removeprefix("line ")) if error.where.startswith("line ") else 0
        raise LessonError(line + within, error_text(error) if within else placed_error(error)) from error
    return table


def _hold_way(way: Way, document: Document, line: int) -> None:
    """Raise LessonError where a document can't be shown in a way."""
    kind = document.question.kind
    if way == "check" and kind not in KINDS:
        raise LessonError(line, _("%(kind)s can't be answered on a page") % {"kind": kind})
    if way == "replay" and not moments(document):
        raise LessonError(line, _("there is nothing to be played back"))


def _hold_references(tokens: list[Token], first: int, documents: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise LessonError where the prose, as it is shown, refers to what is not there."""
    answers: dict[str, tuple[Document, Solution]] = {}
    for token in tokens:
        if _shows_document(token):
            continue
        for reference in references(_html([token])):
            if problem := _problem(reference, documents, answers):
                raise LessonError(first + (token.map or [0])[0], problem)


def _problem(
    reference: str, documents: Mapping[str, Mapping[str, Any]], answers: dict[str, tuple[Document, Solution]]
) -> str:
    word, _space, name = reference.partition(" ")
    known = {"rule": RULES, "toggle": TOGGLES, "kind": KINDS}
    if word in known:
        return "" if name in known[word] else _("there is no %(word)s %(name)s") % {"word": word, "name": name}
    if word == "lesson":
        return "" if NAME.fullmatch(name) else _("{lesson ...} takes a lesson's name")
    document, _dot, path = reference.partition(".")
    if document not in documents:
        message = _("{%(reference)s} names neither a document nor a rule, toggle, kind or lesson")
        return message % {"reference": reference}
    if document not in answers:
        answers[document] = solved(documents[document])
    try:
        part_text(*answers[document], path)
    except KeyError:
        message = _("the answer to %(document)s has no %(path)s to be said in a word")
        return message % {"document": document, "path": path}
    return ""


def _words(html: str) -> int:
    """Count what is read: words, and two Chinese characters as one."""
    text = re.sub(r"<[^>]+>", " ", html)
    chinese = len(re.findall(r"[\u3400-\u9fff]", text))
    return chinese // 2 + len(re.findall(r"[^\W\u3400-\u9fff]+", text))
