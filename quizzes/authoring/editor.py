"""What the editor shows: one text, the form that is another way to write it, and all that is found out about it.

The text is the truth. The form is made from it, and carries it along; what is typed in the form makes the next text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from quizzes.authoring import choice
from quizzes.authoring.deck import dealt
from quizzes.authoring.fields import ROW, applied, new_names, renamed, typed_of, with_new_names
from quizzes.authoring.findings import Findings, find
from quizzes.authoring.form import Form, form, place_in_form
from quizzes.authoring.taps import tapped
from quizzes.authoring.written import Written, as_written, read
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.notation import WORDS
from quizzes.models import Scenario
from quizzes.showing.scenes import asked_seat
from quizzes.tools.base import Problems, Table, Typed, rows, with_rows
from quizzes.wording.kinds import words_of

ROWS = ("add", "less")
TAPS = ("tap", "back")
CARDS = ("deal", "at")
OPTIONS = ("more", "fewer")
COMMANDS = (*ROWS, *TAPS, *CARDS, *OPTIONS)
"""Buttons of the form: each changes what is typed."""

OPTION_KEYS = {"o": "text", "w": "why"}
"""What the fields of an option hold, by the first letter of their names."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The editor with what was written.

    form      the form; None where the text is no table that fields could be made of
    problems  what is wrong, by field; under "" what has no field
    place     how the field is called that says why the document can't be asked; "" where the text has to say it
    unread    whether a field can't be read, so that the text is still without what was typed
    focus     the field, or "add", that is gone to after a row came or went
    """

    text: str
    typed: Typed
    form: Form | None
    problems: Mapping[str, str]
    findings: Findings
    place: str = ""
    unread: bool = False
    focus: str = ""


def from_text(text: str, scenario: Scenario, viewer: int) -> Sheet:
    """Return the editor for a text as it was typed or stored."""
    written = read(text)
    return _sheet(written, typed_of(written.table or {}), {}, scenario, viewer)


def from_form(sent: Typed, scenario: Scenario, viewer: int) -> Sheet:
    """Return the editor for what a form sent: its button is pressed, and its fields go into the text that it carried.

    Where a field can't be read the text stays as it was, and so does all that was typed.
    """
    base = read(sent.get("text", ""))
    table = base.table or {}
    typed = _pressed(table, {key: text for key, text in sent.items() if key != "text"})
    problems: Problems = {}
    found = applied(with_new_names(table, new_names(table, sent)), typed, problems, viewer)
    written = base if problems else read(as_written(found))
    if not problems:
        typed = _settled(table, found, typed)
    focus = {"add": f"n{rows(typed, ROW)}", "less": "add"}.get(next((key for key in ROWS if key in sent), ""), "")
    sheet = _sheet(written, typed, problems, scenario, viewer)
    return replace(sheet, unread=bool(problems), focus=focus)


def typed_anew(sent: Typed, sheet: Sheet) -> list[tuple[str, str]]:
    """Return the fields of a form that hold something else than the text that it carried, each by how it is called:
    what is lost with a form whose text is still without them.
    """
    table = read(sheet.text).table or {}
    before, question = typed_of(table), table.get("question")
    before |= choice.typed_of(question if isinstance(question, Mapping) else {}, choice.language_of(sent))
    plain = {name: text.replace("\r\n", "\n").strip() for name, text in sent.items()}
    found = [(name, text) for name, text in plain.items() if text and text != before.get(name, "")]
    return [(label, text) for name, text in found if (label := _called(name, sheet))]


def _called(name: str, sheet: Sheet) -> str:
    """Return how a field is called; words and options as the text calls them, "" for what is no field to write in."""
    if name.partition(".")[0] in WORDS:
        return name
    if name[:1] in OPTION_KEYS and name[1:].isdigit():
        return f"{OPTION_KEYS[name[:1]]} {name[1:]}"
    return sheet.form.label(name) if sheet.form else ""


def _pressed(table: Mapping[str, object], sent: Typed) -> Typed:
    command = next((name for name in COMMANDS if name in sent), "")
    typed = renamed(table, {key: text for key, text in sent.items() if key not in COMMANDS})
    if command in ROWS:
        return with_rows(typed, ROW, command, sent[command])
    if command in OPTIONS:
        return choice.changed(typed, command, sent[command])
    if command in CARDS:
        return dealt(typed, command, sent[command])
    return tapped(table, typed, command, sent[command]) if command else typed


def _settled(before: Mapping[str, object], found: Table, typed: Typed) -> Typed:
    """Return what is typed, with fields that are there only since another kind or language was chosen filled in."""
    question, language = found["question"], choice.language_of(typed)
    new = typed_of(found)
    if typed_of(before).get("q") != typed.get("q"):
        return {**typed, **{key: text for key, text in new.items() if key.startswith("q.")}} | choice.typed_of(question)
    return {**typed, **choice.typed_of(question, language)} if language != typed.get("ow") and "ol" in typed else typed


def _sheet(written: Written, typed: Typed, problems: Problems, scenario: Scenario, viewer: int) -> Sheet:
    findings = find(written, scenario, viewer)
    place = ""
    fault = findings.fault
    if fault is not None:
        place = place_in_form(fault.where)
        if fault.where == "question.right" and not any(row.right for row in choice.options(typed)):
            fault = replace(fault, message=_("Tick each answer that is right."))
            findings = replace(findings, fault=fault)
        known = place in typed or place in ("options", "rule")
        problems = {**problems, place if known else "": fault.message}
    made = None
    if written.table is not None:
        usual = usual_question(written.document) if written.document and not findings.fault else ""
        made = form(written.table, typed, problems, viewer, usual)
    return Sheet(written.text, typed, made, problems, findings, made.label(place) if made else "")


def usual_question(document: Document) -> str:
    """Return what a document that can be asked asks where its author words nothing; "" where its author has to."""
    if document.question.kind == "choice":
        return ""
    plain = replace(document, words={})
    hand = play(plain)
    seat = asked_seat(plain, hand)
    return words_of(plain.question.kind).prompt(plain, "" if seat is None else hand.name(seat))
