"""Multiple choice and true/false in GIFT, the text form in which learning platforms move questions.

What is read becomes a `choice` document, which still needs its rule. Everything else that GIFT can ask is refused at
its line: numbers, matches and short answers are worked out here, so they are written as documents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

import nh3

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import MOST_BYTES
from quizzes.exchange.found import Found, at_most, numbered_lines, text_of

TRUE_FALSE = (
    {"en": "True", "ms": "Betul", "zh-hant": "對"},
    {"en": "False", "ms": "Salah", "zh-hant": "錯"},
)
GAP = "_____"
SEATS = [{"name": "A"}, {"name": "B"}]
"""A document has seats; a question about procedure names none, and nothing is drawn of these two."""

MOST_CATEGORY = 1000
"""Every question below it has it as a tag."""

_SIGNS = "~=#{}:\\"
_HIDDEN = {sign: chr(1 + place) for place, sign in enumerate(_SIGNS)} | {"n": "\n"}
_SHOWN = {hidden: sign for sign, hidden in _HIDDEN.items() if sign != "n"}
_ESCAPE = re.compile(r"\\([~=#{}:\\n])")
_CONTROL = re.compile("[\x00-\x08]")
_TITLE = re.compile(r"\s*::(?P<title>.*?)::", re.DOTALL)
_TRUTH = re.compile(r"(?P<truth>T|TRUE|F|FALSE)\s*(?:#(?P<wrong>[^#]*))?(?:#(?P<right>[^#]*))?", re.IGNORECASE)
_OPTION = re.compile(r"(?P<sign>[~=])\s*(?:%(?P<weight>-?[0-9.,]{1,10})%)?(?P<text>[^~=#]*)(?:#(?P<why>[^~=]*))?")
_LINE_END = re.compile(r"<br\s*/?>|</p>|</div>|</li>", re.IGNORECASE)
_MARKED = re.compile(r"\s*\[(html|moodle|plain|markdown)\]")
_SPECIAL = re.compile(r"[~=#{}:\\]")


def read(raw: bytes) -> list[Found]:
    """Return the questions of a GIFT file as `choice` documents without `rule`. Raises DocumentError for no text."""
    text = text_of(raw).replace("\r\n", "\n").replace("\r", "\n")
    return at_most(_found(block) for block in _blocks(text))


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands between blank lines: its first line's number, its text, and its category as people read it."""

    line: int
    text: str
    category: str


def _blocks(text: str) -> Iterator[_Block]:
    """Yield what stands between blank lines, without comments."""
    category, first, last, lines = "", 0, 0, list[str]()
    for number, line in numbered_lines(text):
        said = line.strip()
        names = said.startswith("$CATEGORY:")
        if lines and (names or number > last + 1):
            yield _Block(first, "\n".join(lines), category)
            lines = []
        last = number
        if names:
            named = said.removeprefix("$CATEGORY:").strip()
            category = named if len(named) > MOST_CATEGORY else _plain(named, "")
        elif not said.startswith("//"):
            first = first if lines else number
            lines.append(line)
    if lines:
        yield _Block(first, "\n".join(lines), category)


def _found(block: _Block) -> Found:
    place = f"line {block.line}"
    try:
        return Found(place, _table(block))
    except DocumentError as error:
        return Found(place, error=error.at(place))


def _table(block: _Block) -> dict[str, Any]:
    """Return a question as a document. Raises DocumentError for one that is none."""
    if len(block.text) > MOST_BYTES:
        raise DocumentError("question", "a document has at most %(kilobytes)s KB", kilobytes=MOST_BYTES // 1024)
    if len(block.category) > MOST_CATEGORY:
        raise DocumentError("question", "a category has at most %(most)s characters", most=MOST_CATEGORY)
    if _CONTROL.search(block.text):
        raise DocumentError("question", "a text has no control characters in it")
    text = _ESCAPE.sub(lambda found: _HIDDEN[found[1]], block.text)
    before, opened, rest = text.partition("{")
    body, closed, after = rest.partition("}")
    if not opened:
        raise DocumentError("question", "this asks nothing: there are no answers in braces")
    if not closed or "{" in body + after or "}" in after:
        raise DocumentError("question", "the answers stand in one pair of braces")
    head = _TITLE.match(before)
    asked = before[head.end() if head else 0 :]
    marked = _MARKED.match(asked)
    markup = marked[1] if marked else ""
    body, _, general = body.partition("####")
    options, right = _answers(body.strip(), markup)
    prompt = f"{asked.rstrip()} {GAP} {after.strip()}" if after.strip() else asked
    table: dict[str, Any] = {
        "title": _plain(head["title"] if head else "", ""),
        "prompt": _plain(prompt, markup),
        "note": _plain(general, markup),
        "tags": [block.category] if block.category else [],
    }
    question = {"kind": "choice", "options": options, "right": right}
    return {key: value for key, value in table.items() if value} | {"seats": SEATS, "question": question}


def _answers(body: str, markup: str) -> tuple[list[Any], list[int]]:
    """Return a question's options and the numbers of the right ones, from 1."""
    if not body:
        raise DocumentError("question", "an essay can't be graded: write this as a document")
    if truth := _TRUTH.fullmatch(body):
        said = truth["truth"].upper().startswith("T")
        whys = (truth["right"], truth["wrong"]) if said else (truth["wrong"], truth["right"])
        options = [_option(text, _plain(why or "", markup)) for text, why in zip(TRUE_FALSE, whys, strict=True)]
        return options, [1 if said else 2]
    if body.startswith("#"):
        raise DocumentError("question", "a number is worked out here, not stated: write this as a document")
    if "~" not in body and "->" in body:
        raise DocumentError("question", "a match is no multiple choice: write this as a document")
    if "~" not in body:
        raise DocumentError("question", "a short answer is no multiple choice: write this as a document")
    return _listed(body, markup)


def _listed(body: str, markup: str) -> tuple[list[Any], list[int]]:
    """Return the options of a multiple choice: those that count for nothing are wrong, the others right together."""
    found = list(_OPTION.finditer(body))
    if not found or "".join(each[0] for each in found) != body:
        raise DocumentError("question", "each answer begins with = or ~")
    options = [_option(_plain(each["text"], markup), _plain(each["why"] or "", markup)) for each in found]
    weights = [_weight(each["sign"], each["weight"]) for each in found]
    right = [number for number, weight in enumerate(weights, 1) if weight > 0]
    if not right:
        raise DocumentError("question", "none of the answers is right")
    if any(abs(weights[number - 1] - 100 / len(right)) > 1 for number in right):
        raise DocumentError(
            "question", "an answer is right or wrong, and several right ones count the same, 100 in all"
        )
    return options, right


def _weight(sign: str, weight: str | None) -> float:
    """Return how many hundredths an answer counts."""
    if weight is None:
        return 100 if sign == "=" else 0
    try:
        return float(weight.replace(",", "."))
    except ValueError as error:
        raise DocumentError("question", "%(value)s is no share of a hundred", value=repr(weight)) from error


def _option(text: Any, why: str) -> Any:
    if not text:
        raise DocumentError("question", "an answer has no text")
    return {"text": text, "why": why} if why else text


def _plain(text: str, markup: str) -> str:
    """Return a text without markup and escapes; its own mark, such as [html], goes before that of its question."""
    if own := _MARKED.match(text):
        text, markup = text[own.end() :], own[1]
    shown = "".join(_SHOWN.get(sign, sign) for sign in text)
    if markup == "html":
        shown = unescape(nh3.clean(_LINE_END.sub("\n", shown), tags=set()))
    return "\n".join(line.strip() for line in shown.strip().split("\n"))


def dumps(tables: Sequence[Mapping[str, Any]], said: Callable[[Any], str]) -> str:
    """Return `choice` documents as GIFT. `said` gives an author's words in the language that is wanted.

    Several right answers share the hundred; the wrong ones take it away, so that to choose all is worth nothing.
    """
    return "\n".join(_written(table, said) for table in tables)


def _written(table: Mapping[str, Any], said: Callable[[Any], str]) -> str:
    options, right = table["question"]["options"], table["question"]["right"]
    title = f"::{_escaped(said(table['title']))}::" if table.get("title") else ""
    lines = [f"{title}[plain]{_escaped(said(table.get('prompt', '')))} {{"]
    for number, option in enumerate(options, 1):
        parts = option if isinstance(option, Mapping) and "text" in option else {"text": option}
        text = _unmarked(said(parts["text"]))
        why = f"#{_unmarked(said(parts['why']))}" if "why" in parts else ""
        lines.append(f"\t{_sign(number in right, len(right), len(options), text)}{text}{why}")
    if table.get("note"):
        lines.append(f"\t####{_unmarked(said(table['note']))}")
    return "\n".join((*lines, "}", ""))


def _sign(right: bool, rights: int, options: int, text: str) -> str:
    """Return what stands before an answer; a share is named where there are several, or where a text looks like one."""
    if rights == 1:
        return ("=%100%" if right else "~%0%") if text.startswith("%") else "=" if right else "~"
    share = 100 / rights if right else -100 / max(options - rights, 1)
    return f"~%{round(share, 5):g}%" if share == int(share) else f"~%{share:.5f}%"


def _unmarked(text: str) -> str:
    """Return a text as it is written, behind a mark of its own where it begins like one."""
    escaped = _escaped(text.strip())
    return f"[plain]{escaped}" if _MARKED.match(escaped) else escaped


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text).replace("\n", "\\n")
