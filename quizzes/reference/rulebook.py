"""What the pages of house rules show: every toggle with its values, and spots in which the values tell.

A spot is a document of `fixtures/rules/`: `<toggle>.toml`, and `<toggle>-2.toml` and so on where one does not tell all
values apart. Only the spot is written there; what each value says to it is worked out, once for each process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from quizzes.engine.document import Document
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES, Ruleset, Value, parse_rules, ruleset
from quizzes.engine.steps import Solution
from quizzes.showing.houses import Ruling, rule
from quizzes.showing.worked_spot import WorkedOut, WorkedSpot, worked_out, worked_spot
from quizzes.wording import toggles as words
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name, words_of

FOLDER = Path(__file__).parents[2] / "fixtures" / "rules"
USUAL = "tda"


@dataclass(frozen=True, slots=True)
class Spot:
    """A document under the first value that has an answer to it, with that, and the ruling of every value."""

    document: Document
    solution: Solution
    rulings: Mapping[Value, Ruling]


@cache
def spots(toggle: str) -> tuple[Spot, ...]:
    """Return a toggle's spots in the order of their files. Raises DocumentError for one that is no document."""
    paths = [FOLDER / f"{toggle}.toml", *sorted(FOLDER.glob(f"{toggle}-*.toml"))]
    return tuple(_spot(toggle, loads(path.read_text(encoding="utf-8"))) for path in paths if path.exists())


def _spot(toggle: str, document: Document) -> Spot:
    base, changes = document.rules.id, dict(document.rules.changes)
    houses = {value: parse_rules({"base": base, **changes, toggle: value}) for value in TOGGLES[toggle].rules}
    rulings = {value: rule(document, house) for value, house in houses.items()}
    house, solution = next((each.house, each.solution) for each in rulings.values() if each.solution is not None)
    return Spot(replace(document, rules=house), solution, rulings)


@dataclass(frozen=True, slots=True)
class Cell:
    """What a house plays at a toggle, and whether that is another value than the usual one."""

    house: str
    words: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Short:
    """What a value says to a spot, in a word or two."""

    value: str
    says: str


@dataclass(frozen=True, slots=True)
class Row:
    """A toggle side by side: what each house plays, where it stands, and a spot that tells the values apart."""

    id: str
    name: str
    source: str
    cells: tuple[Cell, ...]
    spot: tuple[Short, ...]
    no_spot: str


@dataclass(frozen=True, slots=True)
class Group:
    """Toggles that are about the same thing."""

    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One value of a toggle: what it means, who plays it, which of the houses here, and where it stands."""

    name: str
    text: str
    players: tuple[str, ...]
    houses: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Said:
    """What a value says to a spot: the answer in a sentence and how it is worked out, or that the spot is none."""

    value: str
    answer: WorkedOut


@dataclass(frozen=True, slots=True)
class Shown:
    """A spot as a page shows it.

    kind     what it asks, by its id and its name
    besides  the other toggles that it needs
    says     what each value says
    """

    kind: str
    kind_name: str
    spot: WorkedSpot
    besides: tuple[str, ...]
    says: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A toggle in which a house does not play the usual value."""

    id: str
    name: str
    question: str
    plays: str
    usual: str


def houses() -> list[Ruleset]:
    """Return the houses, the usual one first."""
    return [ruleset(id) for id in RULESET_IDS]


def groups() -> list[Group]:
    """Return every toggle side by side, those together that are about the same thing."""
    return [Group(str(name), tuple(map(_row, toggles))) for name, toggles in words.GROUPS]


def _row(toggle: str) -> Row:
    usual = ruleset(USUAL)[toggle]
    return Row(
        id=toggle,
        name=words.toggle_name(toggle),
        source=words.short_source(toggle),
        cells=tuple(
            Cell(house_name(house), words.value_words(toggle, house[toggle]), house[toggle] != usual)
            for house in houses()
        ),
        spot=tuple(
            Short(words.value_words(toggle, value), _short(ruling, spot))
            for spot in spots(toggle)[:1]
            for value, ruling in spot.rulings.items()
        ),
        no_spot=words.no_spot(toggle),
    )


def _short(ruling: Ruling, spot: Spot) -> str:
    """Return a ruling in a word or two."""
    if ruling.error is not None:
        return words.refused(ruling.error)
    assert ruling.answer is not None
    return words_of(spot.document.question.kind).short(ruling.answer)


def ways(toggle: str) -> list[Way]:
    """Return a toggle's values, the usual one first."""
    return [
        Way(
            name=words.value_words(toggle, value),
            text=words.value_text(toggle, value),
            players=tuple(words.players(toggle, value)),
            houses=tuple(house_name(house) for house in houses() if house[toggle] == value),
            source=words.value_source(toggle, value),
        )
        for value in TOGGLES[toggle].rules
    ]


def shown(toggle: str) -> list[Shown]:
    """Return a toggle's spots as a page shows them."""
    return [_shown(toggle, spot) for spot in spots(toggle)]


def _shown(toggle: str, spot: Spot) -> Shown:
    document, kind = spot.document, spot.document.question.kind
    drawn = worked_spot(document, spot.solution)
    others = [(name, value) for name, value in document.rules.changes if name != toggle]
    return Shown(
        kind=kind,
        kind_name=kind_name(kind),
        spot=drawn,
        besides=tuple(words.toggle_with_value(name, value) for name, value in others),
        says=tuple(
            Said(words.value_words(toggle, value), _said(document, drawn.player, ruling))
            for value, ruling in spot.rulings.items()
        ),
    )


def _said(document: Document, player: str, ruling: Ruling) -> WorkedOut:
    """Return a ruling in a sentence and how it is worked out, or that the spot is none."""
    if ruling.error is not None:
        return WorkedOut(words.refused(ruling.error), ())
    assert ruling.solution is not None
    return worked_out(replace(document, rules=ruling.house), player, ruling.solution)


def differences(house: Ruleset) -> list[Difference]:
    """Return where a house does not play the usual value."""
    return [_difference(house, toggle) for toggle in TOGGLES if house[toggle] != ruleset(USUAL)[toggle]]


def silences(house: Ruleset) -> list[Difference]:
    """Return what a house plays where the TDA rules are silent and it keeps to this site's default."""
    usual = ruleset(USUAL)
    return [_difference(house, name) for name, each in TOGGLES.items() if each.silent and house[name] == usual[name]]


def _difference(house: Ruleset, toggle: str) -> Difference:
    return Difference(
        id=toggle,
        name=words.toggle_name(toggle),
        question=words.toggle_question(toggle),
        plays=words.value_words(toggle, house[toggle]),
        usual=words.value_words(toggle, ruleset(USUAL)[toggle]),
    )
