"""All that is found out about a draft while it is written: what the editor shows beside it at every pause."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from quizzes import spotted
from quizzes.authoring.checks import Checked, checked, doubt
from quizzes.authoring.duplicates import Duplicates, duplicates
from quizzes.authoring.written import Written, level_of
from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.notation import parse
from quizzes.kinds.asking import ABOUT_CARDS
from quizzes.models import Scenario
from quizzes.showing.options import Told, told
from quizzes.showing.scenes import asked_seat, has_picture, scene
from quizzes.tools.told import Line, lines
from quizzes.wording.errors import error_text
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import Mistake, mistake
from quizzes.wording.numbers import sentences
from quizzes.wording.prompts import setting, standing

_SEPARATOR = re.compile(r"[,;\n]")
_ACTION = re.compile(r"actions\[(\d+)\]")
_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True, slots=True)
class Done:
    """An action or street mark as it is written, and why it is refused, "" where it stands."""

    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: at which place of the document, and in the words of the reader."""

    where: str
    message: str

    @property
    def line(self) -> int:
        """The line of a text that is no document; 0 for a key of one."""
        found = _LINE.fullmatch(self.where)
        return int(found[1]) if found else 0

    @property
    def action(self) -> int:
        """The number of the action or street mark, from 1 on; 0 for another place."""
        found = _ACTION.fullmatch(self.where)
        return int(found[1]) + 1 if found else 0


@dataclass(frozen=True, slots=True)
class Mistaken:
    """Mistakes that give the same wrong answer, field by field, which this spot tells from the right one.

    Where there are several, it can't tell them from each other: it was either of these.
    """

    mistakes: tuple[Mistake, ...]
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What is found out about a draft.

    scene    the table as the question shows it; as far as the actions go where one of them is illegal
    actions  the actions one by one, the refused one with its reason
    answer   the right answer in a sentence, and `fields` part by part; "" where there is none yet
    options  the answers that can be chosen, with their reasons; none where the answer is not written
    told     the mistakes that it tells from the right answer; `same` those that apply and come out right all the same
    doubt    why the answer can't be relied on, "" where two computations agree
    """

    fault: Fault | None
    actions: tuple[Done, ...]
    kind: str = ""
    prompt: str = ""
    setting: str = ""
    standing: str = ""
    scene: Scene | None = None
    answer: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    options: tuple[Told, ...] = ()
    steps: tuple[Line, ...] = ()
    told: tuple[Mistaken, ...] = ()
    same: tuple[str, ...] = ()
    level: int | None = None
    doubt: str = ""
    duplicates: Duplicates | None = None

    @property
    def marked(self) -> bool:
        """Whether what is wrong is told at one of the actions."""
        return any(action.problem for action in self.actions)


def find(written: Written, scenario: Scenario, viewer: int) -> Findings:
    """Return all that is found out about a text of a scenario, in the language in force."""
    if written.document is None:
        assert written.error is not None
        return _refused(written, written.error)
    try:
        found = checked(written.document)
    except DocumentError as error:
        return _refused(written, error)
    if not scenario.exam:
        spotted.tell(written.document, "editor")
    return _answered(written, found, scenario, viewer)


def _parts(written: Written) -> list[str]:
    """Return the actions and street marks as they are written."""
    text = str((written.table or {}).get("actions", ""))
    return [part for part in (" ".join(piece.split()) for piece in _SEPARATOR.split(text)) if part]


def _wrong(error: DocumentError) -> int | None:
    """Return the place of the action that an error is about."""
    action = Fault(error.where, "").action
    return action - 1 if action else None


def _actions(written: Written, error: DocumentError | None = None) -> tuple[Done, ...]:
    """Return the actions as they are written, the one at which an error stands marked with it."""
    wrong = None if error is None else _wrong(error)
    said = "" if error is None else error_text(error)
    return tuple(Done(part, said if number == wrong else "") for number, part in enumerate(_parts(written)))


def _refused(written: Written, error: DocumentError) -> Findings:
    """Return what is found out about a text that can't be asked: the table as far as its actions are legal."""
    found = Findings(Fault(error.where, error_text(error)), _actions(written, error))
    if written.table is None:
        return found
    with suppress(DocumentError):  # what is wrong is told already, and there may be no table without it
        document = parse({**written.table, "actions": ", ".join(_parts(written)[: _wrong(error)])})
        kind = document.question.kind
        if kind not in ABOUT_CARDS:  # who is marked is whose turn it is there, not who would be asked later
            document = replace(document, question=replace(document.question, player=None))
        return replace(found, kind=kind_name(kind), scene=_picture(document))
    return found


def _picture(document: Document) -> Scene | None:
    return scene(document, play(document)) if has_picture(document) else None


def _answered(written: Written, found: Checked, scenario: Scenario, viewer: int) -> Findings:
    document, kind = found.document, found.kind
    hand, words = play(document), words_of(kind.id)
    seat = asked_seat(document, hand)
    player, answer = "" if seat is None else hand.name(seat), found.solution.answer
    return Findings(
        fault=None,
        actions=_actions(written),
        kind=kind_name(kind.id),
        prompt=words.prompt(document, player),
        setting=sentences([setting(document, hand), words.story(document)]),
        standing=standing(document),
        scene=_picture(document),
        answer=words.title(document, player, answer),
        fields=_fields(kind.id, kind.values(document, answer, answer)),
        options=told(document, {"right": []}) if kind.id == "choice" else (),
        steps=lines(found.solution, document.rules),
        told=_mistaken(found),
        same=_same(found),
        level=level_of(document),
        doubt=doubt(found),
        duplicates=duplicates(document, scenario, viewer),
    )


def answer_of(table: Mapping[str, Any]) -> str:
    """Return the right answer to a document in a sentence, "" where it can't be asked."""
    try:
        found = checked(parse(table))
    except DocumentError:
        return ""
    document, hand = found.document, play(found.document)
    seat = asked_seat(document, hand)
    return words_of(found.kind.id).title(document, "" if seat is None else hand.name(seat), found.solution.answer)


def _fields(kind: str, values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return an answer's fields by their names, as a reader writes them."""
    words = words_of(kind)
    labels = words.labels()
    return tuple((labels[name], words.value(name, value)) for name, value in values.items())


def _mistaken(found: Checked) -> tuple[Mistaken, ...]:
    values = found.kind.mistaken(found.document)
    return tuple(
        Mistaken(tuple(mistake(found.document, id) for id in group), _fields(found.kind.id, values[group[0]]))
        for group in found.told_apart
    )


def _same(found: Checked) -> tuple[str, ...]:
    """Return the names of the mistakes that this spot can't show: their method happens to give the right answer."""
    document, words = found.document, words_of(found.kind.id)
    told = {id for group in found.told_apart for id in group}
    return tuple(
        str(words.mistakes[trap.id][0])
        for trap in found.kind.misconceptions
        if trap.id not in told and trap.known_in(document.game.id, document.limit)
    )
