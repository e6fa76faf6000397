"""A document as its author writes it: text that may not be a document yet, read as far as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import override

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import load_table, parse, to_table
from quizzes.exchange.toml import dumps
from quizzes.fingerprint import fingerprint
from quizzes.kinds import KINDS
from quizzes.wording.authored import in_language

LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Written:
    """A text, and what was read from it: its table, its document, and what is wrong where it goes no further.

    `table` is None for text that is no table of keys, and `document` None for a table that is no document.
    """

    text: str
    table: Mapping[str, Any] | None = None
    document: Document | None = None
    error: DocumentError | None = None


def read(text: str) -> Written:
    """Read a text as far as it goes. It never raises: what is wrong is in what it returns."""
    text = text.replace("\r\n", "\n").replace("\0", "")
    table: Mapping[str, Any] | None = None
    try:
        table = load_table(text)
        return Written(text, table, parse(table))
    except DocumentError as error:
        return Written(text, table, None, error)


def as_written(table: Mapping[str, Any]) -> str:
    """Return a document's plain values as TOML, a line a key."""
    return dumps(table).rstrip("\n")


def level_of(document: Document) -> int | None:
    """Return the level that the author gave, else the one that its kind gives by its structure.

    None where an action in it is illegal, so that it has none.
    """
    if "level" in document.words:
        return int(document.words["level"])
    try:
        return KINDS[document.question.kind].level(document)
    except DocumentError:
        return None


def title_of(document: Document) -> str:
    """Return the author's title in English, else in the first language that it has; "" where there is none."""
    with override(settings.LANGUAGE_CODE):
        return in_language(document.words.get("title", ""))[:LONGEST_TITLE]


def columns(written: Written) -> dict[str, Any]:
    """Return what a version stores of a text: a ScenarioVersion's fields, by name.

    A document is stored as its plain values; its text only where the author wrote it in another way, and in full where
    it is no document. `house` is the id of the shipped ruleset, "" for changed rules, which get theirs when published.
    """
    document = written.document
    if document is None:
        empty: dict[str, Any] = {"document": {}, "title": "", "kind": "", "level": None, "fingerprint": "", "house": ""}
        return {**empty, "text": written.text}
    table = to_table(document)
    return {
        "document": table,
        "text": "" if written.text == as_written(table) else written.text,
        "title": title_of(document),
        "kind": document.question.kind,
        "level": level_of(document),
        "fingerprint": fingerprint(document),
        "house": "" if document.rules.changes else document.rules.id,
    }


def text_of(document: Mapping[str, Any], text: str) -> str:
    """Return the text of a version from its two columns: what the author typed, else the document printed."""
    return text or as_written(document)
