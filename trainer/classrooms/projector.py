"""Spots on the wall of a class: the next one, the answers that come from phones, and who thought what.

An answer to the wall belongs to nobody and moves no skill. What is right is told to no phone before the teacher shows
how the spot is worked out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from quizzes import pools
from quizzes.authoring.templates import drills_of, recipe_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import Answer, Raw
from quizzes.models import Attempt, Drill, ScenarioVersion, TemplateVersion
from quizzes.practice import Outcome
from quizzes.practising.asking import Choice, house_for, nearest
from quizzes.practising.dealt import dealt
from quizzes.showing.options import Options
from quizzes.showing.questions import Question, question
from quizzes.wording.mistakes import known, mistake_name
from trainer.classrooms.models import Classroom, Wall, WallAnswer, WallSpot

LASTS = timedelta(hours=12)
"""A wall that nobody has ended is over after so long."""

State = WallSpot.State
ORDER = (State.ASKING, State.SHARES, State.WORKED)


class TooLate(Exception):
    """An answer to a spot whose answers are shown already."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the next spot is chosen from: a kind and a level, chance for "" and None, a house; or a template's pool, or
    one written spot.
    """

    kind: str = ""
    level: int | None = None
    ruleset: str = "tda"
    pool: TemplateVersion | None = None
    scenario: ScenarioVersion | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """What a part of the answers has in common: right, wrong by these misconceptions, or wrong in another way; or that
    they chose the written answer that is named, of which nothing is said before how it is worked out is shown.
    """

    names: tuple[str, ...]
    right: bool
    count: int
    percent: int


@transaction.atomic
def start(classroom: Classroom, wish: Wish) -> Wall:
    """Begin a wall with its first spot."""
    chosen = {"kind": wish.kind, "level": wish.level, "ruleset": wish.ruleset, "pool": wish.pool}
    wall = Wall.objects.create(classroom=classroom, **chosen)
    show_next(wall, 0, wish)
    return wall


@transaction.atomic
def show_next(wall: Wall, after: int, wish: Wish | None = None) -> WallSpot:
    """Put the spot after the one with this number on the wall; where it is there already, that one is returned.

    Without a wish it is chosen as the one before. A written spot is shown once, and changes nothing for those after it.
    """
    wall = Wall.objects.select_for_update().get(pk=wall.pk)
    there = list(wall.spots.select_related("drill").order_by("number"))
    if len(there) > after:
        return there[-1]
    if wish and not wish.scenario:
        wall.kind, wall.level, wall.ruleset, wall.pool = wish.kind, wish.level, wish.ruleset, wish.pool
        wall.save(update_fields=["kind", "level", "ruleset", "pool"])
    drill, house = _written(wish.scenario) if wish and wish.scenario else _chosen(wall, there)
    return WallSpot.objects.create(wall=wall, number=len(there) + 1, drill=drill, ruleset=house)


def show(wall: Wall, number: int, state: WallSpot.State) -> None:
    """Show the shares of the answers to a spot, or how it is worked out. What is shown is never taken back."""
    before = ORDER[: ORDER.index(state)]
    WallSpot.objects.filter(wall=wall, number=number, state__in=before).update(state=state)


def end(wall: Wall) -> None:
    """End a wall: its code leads nowhere any more."""
    Wall.objects.filter(pk=wall.pk, ended_at=None).update(ended_at=timezone.now())


def spot_on(code: str) -> WallSpot | None:
    """Return the spot that is on the wall with this code, in capitals or not; None for no wall or one that is over.

    One query.
    """
    spots = WallSpot.objects.filter(wall__code=tidy(code), **_going_on(timezone.now()))
    return spots.select_related("wall__classroom", "drill__bucket").order_by("-number").first()


def mark_of(code: str) -> str:
    """Return how far the wall with this code is, "" where it is over: what is shown changes as this does. One query."""
    spots = WallSpot.objects.filter(wall__code=tidy(code), **_going_on(timezone.now()))
    found = spots.order_by("-number").values_list("number", "state").first()
    return f"{found[0]}.{found[1]}" if found else ""


def was_there(code: str) -> bool:
    """Return whether a wall has or had this code. One query."""
    return Wall.objects.filter(code=tidy(code)).exists()


def going_on(classroom: Classroom) -> QuerySet[Wall]:
    """Return the walls of a class that are not over, the latest first."""
    going = Wall.objects.filter(classroom=classroom, ended_at=None, started_at__gt=timezone.now() - LASTS)
    return going.order_by("-started_at")


def mark(spot: WallSpot) -> str:
    """Return how far a wall with this spot on it is, as `mark_of` does."""
    return f"{spot.number}.{spot.state}"


def token(spot: WallSpot) -> str:
    """Return what an answer's form carries: the spot that it answers. The same for all phones, and no secret."""
    return f"{spot.wall.code}.{spot.number}"


def asked(spot: WallSpot, raw: Raw | None = None, problems: Mapping[str, str] | None = None) -> Question:
    """Return a spot's question, written answers in one order on the wall and on all phones. It holds no answer."""
    document = dealt(spot.drill, spot.ruleset).document
    return question(token(spot), KINDS[spot.drill.bucket.kind], document, raw, problems)


def tidy(code: str) -> str:
    """Return a code as it is stored."""
    return "".join(code.split()).upper()


def phone_of(wall: Wall, key: str) -> str:
    """Return what tells one browser's or account's answers from another's on a wall, and names neither."""
    return salted_hmac("classrooms.wall", f"{wall.pk}/{key}", algorithm="sha256").hexdigest()[:32]


def answer(spot: WallSpot, phone: str, raw: Raw) -> WallAnswer:
    """Take a phone's answer to a spot; a second one is not taken, and the first is returned.

    Raises IllFormed where it says nothing that could be graded, and TooLate once answers are shown.
    """
    if spot.state != State.ASKING:
        raise TooLate(spot.number)
    kind = KINDS[spot.drill.bucket.kind]
    document, solution = dealt(spot.drill, spot.ruleset)
    response = kind.parse(document, raw)
    grade = replace(kind, solve=lambda _document: solution).grade(document, response)
    given = {"response": response, "right": grade.right, "misconceptions": list(grade.misconceptions)}
    return WallAnswer.objects.get_or_create(spot=spot, phone=phone, defaults=given)[0]


def shares(spot: WallSpot) -> list[Share]:
    """Return who thought what: the right answers, the misconceptions from the most frequent, and all others; or how
    many chose each of the written answers, in their order on the wall. One query.

    Misconceptions with the same wrong answer are one share.
    """
    kind = spot.drill.bucket.kind
    if offered := asked(spot).options:
        return _chosen_of(offered, [response["right"] for response in spot.answers.values_list("response", flat=True)])
    counts: Counter[tuple[bool, tuple[str, ...]]] = Counter()
    for right, ids in spot.answers.values_list("right", "misconceptions"):
        counts[right, () if right else tuple(id for id in ids if known(kind, id))] += 1
    everybody = counts.total()
    found = [
        Share(tuple(mistake_name(kind, id) for id in ids), right, count, round(100 * count / everybody))
        for (right, ids), count in counts.items()
    ]
    return sorted(found, key=lambda share: (not share.right, not share.names, -share.count, share.names))


def _chosen_of(offered: Options, given: Sequence[Collection[int]]) -> list[Share]:
    """Return how many of those who answered chose each of the written answers; nothing where nobody has answered."""
    counts = Counter(str(number) for chosen in given for number in chosen)
    rows = [(row.text, counts[row.number]) for row in offered.rows] if given else []
    return [Share((text,), False, count, round(100 * count / len(given))) for text, count in rows]


def outcome(spot: WallSpot, response: Answer | None) -> Outcome:
    """Return what an answer was worth, as a feedback page tells it; None stands for the right answer."""
    kind = KINDS[spot.drill.bucket.kind]
    document, solution = dealt(spot.drill, spot.ruleset)
    given = solution.answer if response is None else response
    attempt = Attempt(drill=spot.drill, ruleset=spot.ruleset, response=given, answered_at=spot.asked_at)
    grade = replace(kind, solve=lambda _document: solution).grade(document, given)
    return Outcome(document, kind, given, grade, solution, attempt, repeated=False)


def _going_on(now: datetime) -> dict[str, object]:
    return {"wall__ended_at": None, "wall__started_at__gt": now - LASTS}


def _written(version: ScenarioVersion) -> tuple[Drill, str]:
    """Return a published spot's drill, and the house that asks it."""
    assert version.drill is not None, "what is published has a drill"
    return version.drill, version.house


def _chosen(wall: Wall, there: Sequence[WallSpot]) -> tuple[Drill, str]:
    """Return a drill of what is wanted that was not on this wall yet, as far as there is another, and its house."""
    if wall.pool is not None:
        return _of_pool(wall, wall.pool, [spot.drill_id for spot in there])
    rng = Random(f"wall {wall.pk} {len(there)}")
    choice = Choice(kind=wall.kind or None, ruleset=wall.ruleset)
    kind = rng.choice(list(choice.wanted().values()))
    level = rng.choice(kind.levels) if wall.level is None else nearest(kind.levels, wall.level)
    house = house_for(kind, wall.ruleset)
    bucket = pools.bucket_for(kind, level, house, rng.choice(choice.variants(kind)))
    shown = [spot.drill.slot for spot in there if spot.drill.bucket_id == bucket.pk]
    return pools.other_drill(bucket, f"wall {wall.pk}", shown), house.id


def _of_pool(wall: Wall, pool: TemplateVersion, shown: Sequence[int]) -> tuple[Drill, str]:
    """Return a drill of a template's pool, in an order that is the wall's own, and the template's house."""
    there = list(drills_of(pool).order_by("pk").values_list("pk", flat=True))
    order = Random(f"wall {wall.pk}").sample(there, len(there))
    times = Counter(shown)
    return Drill.objects.get(pk=min(order, key=lambda drill: times[drill])), recipe_of(pool).house
