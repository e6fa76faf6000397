"""A question as a page shows it: the table, the log, the fields to fill in, and what was typed before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand, play
from quizzes.kinds.base import Kind, Raw, one
from quizzes.showing.options import Options, offered
from quizzes.showing.scenes import asked_seat, has_picture, scene
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import words_of
from quizzes.wording.log import Line, log
from quizzes.wording.prompts import problem_text, setting, standing
from quizzes.wording.side_pots import pot_name

BESIDE = frozenset({"csrfmiddlewaretoken", "token", "kind", "level", "ruleset", "game", "mistake", "sure", "hint"})
"""What a form sends beside an answer: the site's own fields, and how sure one is."""

COUNTS = frozenset({"raises_made"})
"""The fields that are read as amounts and hold a count of something else."""


@dataclass(frozen=True, slots=True)
class Field:
    """One number to fill in, with what was typed and what was wrong with it."""

    name: str
    label: str
    value: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PotRow:
    """One row of the grid of pots: its amount, the seats that can win it, or what each of them wins."""

    amount: Field
    cells: tuple[Field, ...]
    seats: str
    chosen: frozenset[str]
    problem: str

    @property
    def filled(self) -> bool:
        """Whether anything was entered in the row, or is wrong with it."""
        fields = (self.amount, *self.cells)
        return bool(self.chosen or self.problem or any(field.value or field.problem for field in fields))


@dataclass(frozen=True, slots=True)
class Question:
    """All that a question page shows; it holds no answer.

    log      what happened, line by line; none where that would only be the street with its cards
    own      the cards of the player that is asked about
    choices  for each field that is chosen from a list, its answers in words
    picked   all that was chosen or typed in each field
    scene    the table; none where the document says nothing about it
    options  the written answers of a choice
    """

    token: str
    kind: str
    title: str
    prompt: str
    setting: str
    standing: str
    story: str
    level: int
    house: str
    scene: Scene | None
    log: tuple[Line, ...]
    partial: str
    player: str
    fields: tuple[Field, ...]
    pots: tuple[PotRow, ...]
    players: tuple[str, ...]
    own: tuple[str, ...]
    choices: Mapping[str, Mapping[str, str]]
    picked: Mapping[str, frozenset[str]]
    raw: Mapping[str, str]
    problems: Mapping[str, str]
    options: Options | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing of an answer was entered."""
        return not any(text for name, text in self.raw.items() if name not in BESIDE)

    @property
    def many_pots(self) -> bool:
        """Whether the rows beyond the second have to be seen."""
        return any(row.filled for row in self.pots[2:])


def question(
    token: str, kind: Kind, document: Document, raw: Raw | None = None, problems: Mapping[str, str] | None = None
) -> Question:
    """Return the page's question; `raw` and `problems` are those of an answer that could not be read."""
    hand = play(document)
    seat = asked_seat(document, hand)
    player = "" if seat is None else hand.name(seat)
    words = words_of(kind.id)
    table, lines = scene(document, hand), tuple(log(document))
    labels = words.labels()
    typed = {name: one(raw or {}, name) for name in (raw or {})}
    said = {name: problem_text(_of(name, problem), typed.get(name, "")) for name, problem in (problems or {}).items()}
    return Question(
        token=token,
        kind=kind.id,
        title=str(words.name),
        prompt=words.prompt(document, player),
        setting=setting(document, hand),
        standing=standing(document),
        story=words.story(document),
        level=document.words.get("level") or kind.level(document),
        house=house_name(document.rules),
        scene=table if has_picture(document) else None,
        log=lines if len(lines) > 1 else (),
        partial=f"quizzes/inputs/{kind.input}.html",
        player=player,
        fields=tuple(
            Field(name, labels[name], typed.get(name, ""), said.get(name, "")) for name in kind.fields(document)
        ),
        pots=_pot_rows(hand, raw or {}, typed, said),
        players=tuple(seat.name for seat in document.seats if not seat.empty),
        own=table.seats[table.hero].cards,
        choices=words.choices(),
        picked={name: frozenset(texts) for name, texts in (raw or {}).items()},
        raw=typed,
        problems=said,
        options=offered(document, token),
    )


def _of(name: str, problem: str) -> str:
    """Return what is wrong with a field as it is said of one that holds no chips, where it is such a one."""
    return "no-count" if name in COUNTS and problem in ("missing", "no-number") else problem


def _pot_rows(hand: Hand, raw: Raw, typed: Mapping[str, str], said: Mapping[str, str]) -> tuple[PotRow, ...]:
    """Return as many rows as there can be pots: one for each player who is left."""
    rows = []
    for number in range(1, sum(hand.live) + 1):
        amount, seats = f"amount_{number}", f"seats_{number}"
        field = Field(amount, pot_name(number), typed.get(amount, ""), said.get(amount, ""))
        cells = tuple(
            Field(cell, name, typed.get(cell, ""), said.get(cell, ""))
            for place, name in enumerate(hand.document.names)
            if (hand.live[place] or hand.put_in[place]) and (cell := f"win_{number}_{place}")
        )
        rows.append(PotRow(field, cells, seats, frozenset(raw.get(seats, ())), said.get(seats, "")))
    return tuple(rows)
