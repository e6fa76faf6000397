"""What the pages of mistakes show: every misconception by skill, and each one in a pair of spots.

The spots are documents of `fixtures/mistakes/<kind>/`: in `<id>.toml` the wrong method gives a wrong answer, in
`<id>-right.toml` it gives the right one, or the right answer is what it gave in the first. `manage.py contrast` finds
them; what is said of them is worked out, once for each process.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from quizzes.engine.document import Document
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import TOGGLES
from quizzes.engine.steps import Solution
from quizzes.house_rules import rules_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import FieldGrade, Misconception
from quizzes.learning import habits
from quizzes.learning.habits import CLEARED_BY, Habits
from quizzes.practising import choices
from quizzes.practising.asking import shown_on
from quizzes.reference.contrast import SENSELESS, answered
from quizzes.showing.explanation import Quoted, quoted
from quizzes.showing.worked_spot import WorkedSpot, worked_spot
from quizzes.wording import mistake_pages as words
from quizzes.wording.base import KindWords
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import mistake, mistake_name
from quizzes.wording.toggles import toggle_name

FOLDER = Path(__file__).parents[2] / "fixtures" / "mistakes"

KEPT = 1024
LOOKED_AT = 24
"""So many generated spots of each game, limit and level are looked at for one that shows a misconception in a house."""


@dataclass(frozen=True, slots=True)
class Named:
    """A misconception by its name, with its wrong method in a sentence."""

    id: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A kind with its misconceptions."""

    kind: str
    name: str
    mistakes: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Skills that belong together."""

    name: str
    skills: tuple[Skill, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A part of the answer: what the wrong method gives and what is right, in words."""

    name: str
    given: str
    right: str
    same: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """One spot of a pair, and the answer part by part beside the wrong method's; no parts where that has no answer."""

    shown: WorkedSpot
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that a misconception's page shows.

    what, why   the wrong method in a sentence, and why people do it
    here        what it does in the first spot, with that spot's numbers
    rule        the rule that it breaks
    points      the points in which houses differ about that rule
    turned      whether in the second spot the right answer is what the method gave in the first
    no_second   why there is no second spot, "" where there is one
    drill       the address's query that practises it
    """

    kind: str
    skill: str
    name: str
    what: str
    why: str
    here: str
    rule: Quoted
    points: tuple[tuple[str, str], ...]
    wrong: Spot
    right: Spot | None
    turned: bool
    no_second: str
    drill: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands with a misconception that was told: in how many of the last misses it was, and how many
    of the successes in a row that clear it are there.
    """

    times: int
    misses: int
    successes: int
    needed: int = CLEARED_BY


@dataclass(frozen=True, slots=True)
class Worked:
    """A spot with all that is worked out of it."""

    document: Document
    solution: Solution
    grades: tuple[FieldGrade, ...]


def wrong_path(kind: str, id: str) -> Path:
    """Return where the spot lies that a misconception gets wrong."""
    return FOLDER / kind / f"{id}.toml"


def right_path(kind: str, id: str) -> Path:
    """Return where the spot lies that is set beside it."""
    return FOLDER / kind / f"{id}-right.toml"


def misconception(kind: str, id: str) -> Misconception:
    """Return a kind's misconception. Raises LookupError where there is none of that name."""
    found = next((trap for trap in KINDS[kind].misconceptions if trap.id == id), None)
    if found is None:
        raise LookupError(f"{kind} has no misconception {id!r}")
    return found


def groups() -> list[Group]:
    """Return every misconception under its skill, the skills grouped as they are chosen for practice."""
    found = [Group(group.name, tuple(_skill(kind) for kind, _name in group.skills)) for group in choices.groups()]
    told = [Group(group.name, tuple(skill for skill in group.skills if skill.mistakes)) for group in found]
    return [group for group in told if group.skills]


def _skill(kind: str) -> Skill:
    named = (Named(trap.id, mistake_name(kind, trap.id), words.what(trap.id)) for trap in KINDS[kind].misconceptions)
    return Skill(kind, kind_name(kind), tuple(named))


@cache
def pair(kind: str, id: str) -> tuple[Worked, Worked | None]:
    """Return a misconception's two spots, worked out. Raises LookupError where it has none written down."""
    first, second = _read(kind, id, wrong_path(kind, id)), _read(kind, id, right_path(kind, id))
    if first is None:
        raise LookupError(f"{kind}/{id} has no spots: manage.py contrast finds them")
    return first, second


@lru_cache(maxsize=KEPT)
def under(kind: str, id: str, house: str) -> Worked | None:
    """Return a spot in which a misconception gives a wrong answer by the rules of a house, given by its id.

    It is the misconception's own spot where that shows it there, else one that its kind makes for the house; None where
    there is none, since the method is right by these rules. Raises LookupError as `pair` does, KeyError for no house.
    """
    shown = (spot for spot in _spots_of(kind, id, house) if any(id in group for group in _told_apart(kind, spot)))
    found = next(shown, None)
    return None if found is None else _worked(kind, id, found)


def _spots_of(kind: str, id: str, house: str) -> Iterator[Document]:
    """Yield the spots of a house in which a misconception is looked for."""
    rules, asked, trap = rules_of(house), KINDS[kind], misconception(kind, id)
    if not asked.asked_by(rules) or not trap.known_by(rules):
        return
    yield replace(pair(kind, id)[0].document, rules=rules)
    rng = Random(f"{kind}/{id}")
    for variant in asked.variants:
        for level in shown_on(asked, trap) if trap.known_in(*variant) else ():
            for _number in range(LOOKED_AT):
                yield asked.generate(rng, level, rules, variant)


def _told_apart(kind: str, document: Document) -> tuple[tuple[str, ...], ...]:
    """Return what a spot tells apart; nothing where it can't be asked by the rules that it has."""
    try:
        return KINDS[kind].told_apart(document)
    except SENSELESS:
        return ()


def _read(kind: str, id: str, path: Path) -> Worked | None:
    return _worked(kind, id, loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def _worked(kind: str, id: str, document: Document) -> Worked:
    solution = KINDS[kind].solve(document)
    given = answered(misconception(kind, id), document)
    grades = () if given is None else KINDS[kind].grade(document, given).fields
    return Worked(document, solution, grades)


def page(kind: str, id: str) -> Page:
    """Return what a misconception's page shows. Raises LookupError where there is no such page."""
    trap = misconception(kind, id)
    first, second = pair(kind, id)
    turned = second is not None and not _agrees(second)
    rule = _rule(id, words_of(kind), first)
    return Page(
        kind=kind,
        skill=kind_name(kind),
        name=mistake_name(kind, id),
        what=words.what(id),
        why=words.why(id),
        here=mistake(first.document, id).text,
        rule=quoted(rule),
        points=tuple((name, toggle_name(name)) for name, toggle in TOGGLES.items() if rule in toggle.rules.values()),
        wrong=_spot(words_of(kind), first),
        right=None if second is None else _spot(words_of(kind), second, with_rows=not turned),
        turned=turned,
        no_second="" if second is not None else words.no_second(kind, id),
        drill=choices.choice_query(choices.practised(KINDS[kind], trap, first.document.rules.id)),
    )


def _agrees(worked: Worked) -> bool:
    """Return whether the wrong method gives the right answer in a spot."""
    return bool(worked.grades) and all(grade.verdict == "right" for grade in worked.grades)


def _spot(told: KindWords, worked: Worked, *, with_rows: bool = True) -> Spot:
    rows = tuple(_row(told, grade) for grade in worked.grades) if with_rows else ()
    return Spot(worked_spot(worked.document, worked.solution), rows)


def _row(told: KindWords, grade: FieldGrade) -> Row:
    given, right = told.value(grade.name, grade.given), told.value(grade.name, grade.right)
    return Row(told.labels()[grade.name], given, right, grade.verdict == "right")


def _rule(id: str, told: KindWords, worked: Worked) -> str:
    """Return the rule that a misconception breaks.

    Where none is named for it, it is the one by which the part of the answer comes about that the method misses, and
    where no step gives that part by its name, the one that decides the answer.
    """
    missed = [grade.name for grade in worked.grades if grade.verdict == "wrong"]
    return words.rule(id) or worked.solution.deciding((*missed, *told.decides)).rule


def stands(known: Habits, id: str) -> Standing | None:
    """Return where a learner stands with a misconception, None where it was never told to the learner."""
    if id not in known.flagged:
        return None
    behind = habits.share(known, id)
    return Standing(behind.times, behind.misses, known.evidence[id].successes)
