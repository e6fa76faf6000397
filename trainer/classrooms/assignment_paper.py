"""An assignment on paper: a sheet of questions, and its key. The same name brings the same sheet back.

A sheet of a goal is drawn from its buckets as they were when it was made: its name says by which drill they ended then,
and drills never change. None of the reserve is on it.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random
from typing import NamedTuple

from django.db.models import Count, Max, Q

from quizzes import pools
from quizzes.authoring.templates import drills_of, recipe_of
from quizzes.engine.rulesets import Ruleset
from quizzes.house_rules import rules_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind, Variant
from quizzes.models import Bucket, Drill
from quizzes.practising.asking import Choice, house_for, nearest
from quizzes.practising.choices import levels_of
from quizzes.showing.questions import Question, question
from quizzes.showing.worked_spot import WorkedOut, worked_out
from quizzes.wording.kinds import words_of
from quizzes.wording.side_pots import pots_for
from trainer.classrooms.assignments import asked_now, choice_of
from trainer.classrooms.models import Assignment
from trainer.classrooms.models.assignments import USUAL_HOUSE

MOST_QUESTIONS = 40
USUAL_QUESTIONS = 10
A_BATCH = 20
"""So many drills of each level are made at a time until enough of them show a mistake that is chosen."""

SHOWS_NONE = 60
"""A level so many of whose drills were looked at and none shows a mistake is left out of a sheet against it."""

MOST_MADE = 300
"""Drills that are made at most for one sheet: whoever asks for it waits that long."""

_NAME = re.compile(r"(?P<seed>[0-9a-f]{8})-(?P<last>[0-9]{1,15})-(?P<number>[0-9]{1,2})")


Place = tuple[int, int]
"""Where a drill is: its bucket, by its key, and the slot."""


class NoSheet(Exception):
    """A name that no sheet has, or a sheet of what there is nothing of."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet's name: what its order is drawn by, the last drill that there was, and how many questions it has."""

    seed: str
    last: int
    number: int

    def __str__(self) -> str:
        return f"{self.seed}-{self.last}-{self.number}"


class Printed(NamedTuple):
    """A question with its number on the sheet, and what goes onto the key: the answer with how it is worked out, and
    where it has several parts each of them by its name, such as who gets what from which pot.
    """

    number: int
    question: Question
    answer: WorkedOut
    parts: tuple[tuple[str, str], ...]


class Ask(NamedTuple):
    """What a question of a goal is drawn from: the bucket of a kind for a house, whatever version of it there is."""

    kind: str
    game: str
    limit: str
    level: int
    rules_key: str
    house: str

    @property
    def buckets(self) -> Q:
        """Which buckets hold its drills."""
        named = {name: value for name, value in self._asdict().items() if name != "house"}
        return Q(**named, bank="", reserve=False)


def read(name: str) -> Sheet:
    """Return the sheet of a name. Raises NoSheet."""
    found = _NAME.fullmatch(name)
    if found is None or not 1 <= int(found["number"]) <= MOST_QUESTIONS:
        raise NoSheet(name)
    return Sheet(found["seed"], int(found["last"]), int(found["number"]))


def draw(assignment: Assignment, number: int) -> Sheet:
    """Return a new sheet of that many questions; a set has all of its scenarios. Makes what drills a goal misses: there
    are fewer questions where not enough show its mistake.

    Raises NoSheet where there is nothing to ask.
    """
    seed, what = secrets.token_hex(4), Assignment.What(assignment.what)
    if what == Assignment.What.GOAL:
        choice = choice_of(assignment)
        if choice.mistake:
            _make_telling([_bucket(ask) for ask in _every(choice)], choice.mistake, number)
        else:
            _make(Counter(_asks(choice, seed, number)), seed)
    last = Drill.objects.aggregate(last=Max("pk"))["last"] or 0
    sheet = Sheet(seed, last, min(max(number, 1), MOST_QUESTIONS))
    if next(_SPOTS[what](assignment, sheet), None) is None:
        raise NoSheet(str(sheet))
    return sheet


def _bucket(ask: Ask) -> Bucket:
    return pools.bucket_for(KINDS[ask.kind], ask.level, rules_of(ask.house), Variant(ask.game, ask.limit))


def _make(asks: Mapping[Ask, int], seed: str) -> None:
    """Make drills where there are fewer than a sheet asks for."""
    for ask, wanted in asks.items():
        bucket = _bucket(ask)
        for count in range(bucket.size, 0 if bucket.full else wanted):
            pools.next_drill(bucket, seed, count)


def _make_telling(buckets: Sequence[Bucket], mistake: str, wanted: int) -> None:
    """Make drills, of each level in turn, until so many show a mistake, or none will."""
    made, growing = 0, list(buckets)
    while growing and made < MOST_MADE:
        there = {bucket.pk: _counted(bucket.size) for bucket in buckets}
        shown = Counter(bucket for bucket, slot in _telling(mistake, list(there)) if slot in there[bucket])
        if shown.total() >= wanted:
            return
        growing = [bucket for bucket in growing if shown[bucket.pk] or bucket.size < SHOWS_NONE]
        for bucket in list(growing):
            added = pools.fill(bucket.pk, bucket.size + A_BATCH)
            made, bucket.size = made + added, bucket.size + added
            if not added:
                growing.remove(bucket)


def _counted(size: int) -> range:
    """Return the slots of a bucket of a size that sheets are drawn from: those of the last generation."""
    return range(max(0, size - pools.GENERATION), size)


def printed(assignment: Assignment, sheet: Sheet) -> list[Printed]:
    """Return the questions of a sheet with their answers, in the language in force: two or three queries.

    Raises NoSheet where there is nothing to ask.
    """
    spots = list(_SPOTS[Assignment.What(assignment.what)](assignment, sheet))
    if not spots:
        raise NoSheet(str(sheet))
    return [_printed(number, drill, house, sheet) for number, (drill, house) in enumerate(spots, 1)]


def _printed(number: int, drill: Drill, house: str, sheet: Sheet) -> Printed:
    kind, document = KINDS[drill.bucket.kind], drill.spot(house)
    asked = question(f"{sheet}/{number}", kind, document)
    solution, words = kind.solve(document), words_of(kind.id)
    values, labels = kind.values(document, solution.answer, solution.answer), words.labels()
    parts = tuple((labels[name], words.value(name, value)) for name, value in values.items())
    if kind.id == "side_pots":
        parts = pots_for(solution.answer)
    return Printed(number, asked, worked_out(document, asked.player, solution), parts if len(parts) > 1 else ())


def _of_set(assignment: Assignment, _sheet: Sheet) -> Iterator[tuple[Drill, str]]:
    items = assignment.items.filter(version__kind__in=KINDS).order_by("place", "pk").select_related("version")
    chosen = [item.version for item in items.defer("version__document", "version__text") if item.version is not None]
    for version in asked_now(chosen):
        if version.drill is not None:
            yield version.drill, version.house or USUAL_HOUSE


def _of_pool(assignment: Assignment, sheet: Sheet) -> Iterator[tuple[Drill, str]]:
    """Yield drills of a template's pool with its house, drawn from those that there were."""
    if assignment.pool is None:
        return
    there = drills_of(assignment.pool).filter(pk__lte=sheet.last).order_by("pk").values_list("pk", flat=True)
    drawn = Random(f"{sheet.seed}/drills").sample(list(there), min(sheet.number, len(there)))
    drills, house = Drill.objects.select_related("bucket").in_bulk(drawn), recipe_of(assignment.pool).house
    for drill in drawn:
        yield drills[drill], house


def _of_goal(assignment: Assignment, sheet: Sheet) -> Iterator[tuple[Drill, str]]:
    """Yield the drills of a sheet with their houses, in the order in which they were drawn."""
    choice = choice_of(assignment)
    drawn = (_drawn_telling if choice.mistake else _drawn)(choice, sheet)
    wanted = reduce(or_, (Q(bucket=bucket, slot=slot) for bucket, slot in drawn), Q(pk__in=[]))
    drills = {(each.bucket_id, each.slot): each for each in Drill.objects.filter(wanted).select_related("bucket")}
    for place, house in drawn.items():
        yield drills[place], house


def _drawn(choice: Choice, sheet: Sheet) -> dict[Place, str]:
    """Return what is drawn, with its house: of each kind in turn a drill that has not been drawn yet. They are of the
    last half: practice asks a young bucket's drills from the first on.
    """
    asks = _asks(choice, sheet.seed, sheet.number)
    there, times = _slots(asks, sheet.last), Counter(asks)
    rng, drawn = Random(f"{sheet.seed}/drills"), dict[Place, str]()
    for ask in asks:
        bucket, slots = there.get(ask, (0, range(0)))
        far = slots[-max(times[ask], len(slots) // 2) :]
        left = [slot for slot in far if (bucket, slot) not in drawn]
        if left:
            drawn[bucket, rng.choice(left)] = ask.house
    return drawn


def _drawn_telling(choice: Choice, sheet: Sheet) -> dict[Place, str]:
    """Return what is drawn against a mistake, with its house: drills that show it, of each level that has some in turn,
    and of the last half as all others.
    """
    there = _slots(_every(choice), sheet.last)
    telling = _telling(choice.mistake or "", [bucket for bucket, _slots in there.values()])
    rng, drawn, left = Random(f"{sheet.seed}/drills"), dict[Place, str](), dict[Ask, list[int]]()
    for ask, (bucket, slots) in there.items():
        shows = [slot for slot in slots if (bucket, slot) in telling]
        far = shows[-max(sheet.number, len(shows) // 2) :]
        left[ask] = rng.sample(far, len(far))
    while left := {ask: slots for ask, slots in left.items() if slots}:
        for ask in rng.sample(list(left), len(left)):
            drawn[there[ask][0], left[ask].pop()] = ask.house
            if len(drawn) == sheet.number:
                return drawn
    return drawn


def _telling(mistake: str, buckets: Sequence[int]) -> set[Place]:
    """Return the buckets and slots of the drills that show a mistake. One query."""
    shows = Drill.objects.filter(bucket__in=buckets, told_apart__contains=[[mistake]])
    return set(shows.values_list("bucket", "slot"))


def _slots(asks: Sequence[Ask], last: int) -> dict[Ask, tuple[int, range]]:
    """Return for each ask the bucket that it was drawn from, the newest that there was, and its slots. One query.

    Slots are given in the order of the drills, so the bucket's size then says which there were; no more than the last
    generation counts.
    """
    wanted = reduce(or_, (ask.buckets for ask in asks), Q(pk__in=[]))
    there = Count("drill", filter=Q(drill__pk__lte=last))
    rows = Bucket.objects.filter(wanted).annotate(there=there).filter(there__gt=0).order_by("version")
    found = {(row.kind, row.game, row.limit, row.level, row.rules_key): row for row in rows}
    named = {ask: found[ask[:-1]] for ask in asks if ask[:-1] in found}
    return {ask: (row.pk, _counted(row.there)) for ask, row in named.items()}


def _every(choice: Choice) -> list[Ask]:
    """Return all that questions against a mistake can be drawn from."""
    asks = list[Ask]()
    for kind in choice.wanted().values():
        levels, house = levels_of(kind, choice), house_for(kind, choice.ruleset)
        for level in [nearest(levels, choice.level)] if choice.level else levels:
            asks += [_ask(kind, level, variant, house) for variant in choice.variants(kind)]
    return asks


def _ask(kind: Kind, level: int, variant: Variant, house: Ruleset) -> Ask:
    return Ask(kind.id, *variant, level, house.key(kind.toggles_in(variant)), house.id)


def _asks(choice: Choice, seed: str, number: int) -> list[Ask]:
    """Return what each question of a sheet is drawn from: the kinds in turn, each turn in another order."""
    rng, kinds, asks = Random(seed), list(choice.wanted().values()), list[Ask]()
    while kinds and len(asks) < number:
        for kind in rng.sample(kinds, len(kinds)):
            levels = levels_of(kind, choice)
            level = nearest(levels, choice.level) if choice.level else rng.choice(levels)
            variant, house = rng.choice(choice.variants(kind)), house_for(kind, choice.ruleset)
            asks.append(_ask(kind, level, variant, house))
    return asks[:number]


_SPOTS: Mapping[Assignment.What, Callable[[Assignment, Sheet], Iterator[tuple[Drill, str]]]] = {
    Assignment.What.GOAL: _of_goal,
    Assignment.What.SET: _of_set,
    Assignment.What.POOL: _of_pool,
}
