"""How a run of questions went: what was asked, what was right, and each miss beside its answer and the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.kinds import KINDS
from quizzes.kinds.base import Answer, Variant
from quizzes.learners import Session
from quizzes.models import Attempt, Drill
from quizzes.practice import run_answers
from quizzes.practising.asking import Choice
from quizzes.practising.sharing import spot_name
from quizzes.showing.scenes import asked_seat
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.steps import step_text


@dataclass(frozen=True, slots=True)
class Item:
    """One question of the run: its place in it, counted from 1, what was asked, and the name of its spot's page."""

    number: int
    kind: str
    skill: str
    prompt: str
    level: int
    ruleset: str
    house: str
    variant: Variant
    spot: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Part:
    """One field that was missed: what was answered, and what is right."""

    name: str
    given: str
    right: str


@dataclass(frozen=True, slots=True)
class Miss:
    """A question that was not right: its wrong parts, the mistakes by name, and the step that decides it."""

    item: Item
    parts: tuple[Part, ...]
    mistakes: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A kind in this run: how often it was asked, and right in every part."""

    kind: str
    name: str
    asked: int
    right: int


@dataclass(frozen=True, slots=True)
class Summary:
    """All that the summary of a run tells."""

    items: tuple[Item, ...] = ()
    missed: tuple[Miss, ...] = ()

    @property
    def right(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.verdict == "right")

    @property
    def skills(self) -> tuple[Skill, ...]:
        return tuple(_skills(self.items))

    @property
    def missed_choices(self) -> tuple[Choice, ...]:
        """What was missed as choices to practise, one for each house that it was missed under."""
        items = [miss.item for miss in self.missed]
        houses = dict.fromkeys(item.ruleset for item in items)
        return tuple(_choice(house, [item for item in items if item.ruleset == house]) for house in houses)


def summary(session: Session) -> Summary:
    """Return how the session's run went, in the language in force: one query, or none before the first answer."""
    keys = run_answers(session)
    if not keys:
        return Summary()
    found = {attempt.pk: attempt for attempt in Attempt.objects.filter(pk__in=keys).select_related("drill__bucket")}
    attempts = [found[key] for key in keys if key in found and found[key].drill.bucket.kind in KINDS]
    misses = {
        number: miss_of(number, attempt.drill, attempt.ruleset, attempt.response)
        for number, attempt in enumerate(attempts, 1)
        if not attempt.right
    }
    items = (
        misses[number].item if number in misses else _item(number, attempt.drill, attempt.drill.spot(attempt.ruleset))
        for number, attempt in enumerate(attempts, 1)
    )
    return Summary(tuple(items), tuple(misses.values()))


def miss_of(number: int, drill: Drill, ruleset: str, response: Answer) -> Miss:
    """Return a miss as pages tell it, in the language in force: what was answered, what is right, and why."""
    kind, document = KINDS[drill.bucket.kind], drill.spot(ruleset)
    words, grade = words_of(kind.id), kind.grade(document, response)
    deciding = kind.solve(document).deciding(words.decides)
    labels = words.labels()
    parts = [
        Part(labels[field.name], words.value(field.name, field.given), words.value(field.name, field.right))
        for field in words.fields(grade.fields)
        if field.verdict == "wrong"
    ]
    return Miss(
        item=_item(number, drill, document, "part" if grade.points else "wrong"),
        parts=tuple(parts),
        mistakes=tuple(mistake_name(kind.id, id) for id in grade.misconceptions),
        why=step_text(deciding),
    )


def _item(number: int, drill: Drill, document: Document, verdict: str = "right") -> Item:
    kind, hand = drill.bucket.kind, play(document)
    seat = asked_seat(document, hand)
    return Item(
        number=number,
        kind=kind,
        skill=kind_name(kind),
        prompt=words_of(kind).prompt(document, "" if seat is None else hand.name(seat)),
        level=drill.bucket.level,
        ruleset=document.rules.id,
        house=house_name(document.rules),
        variant=Variant(document.game.id, document.limit),
        spot=spot_name(drill.pk, document.rules.id),
        verdict=verdict,
    )


def _choice(house: str, missed: Sequence[Item]) -> Choice:
    """Return what was missed under a house as a choice: the kinds, and the games where they are not the usual ones."""
    kind = ".".join(dict.fromkeys(item.kind for item in missed))
    usual = all(item.variant in Choice().variants(KINDS[item.kind]) for item in missed)
    games = dict.fromkeys(item.variant.game for item in missed)
    return Choice(kind=kind, ruleset=house, game=None if usual else ".".join(games))


def _skills(items: Iterable[Item]) -> Iterable[Skill]:
    """Count the questions by kind, in the order in which the kinds first came."""
    by_kind: dict[str, list[Item]] = {}
    for item in items:
        by_kind.setdefault(item.kind, []).append(item)
    for kind, asked in by_kind.items():
        yield Skill(kind, asked[0].skill, len(asked), sum(item.verdict == "right" for item in asked))
