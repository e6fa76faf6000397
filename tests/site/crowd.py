"""A site with so many answers on it: pools, a class whose history is the same at every size, and all the others.

Learners, drills and months are as uneven as they are in life: a learner's answers are spread log-normally about 200, a
few pools and their first drills are met most, each month has more than the one before, and an answer in seven is a
visitor's, none of them older than visitors' answers are kept. What the site counts while people answer is counted from
the answers afterwards.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, islice
from random import Random
from typing import Any, NamedTuple

from django.db import connection

from quizzes import pools
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind
from quizzes.learning import ratings, skills
from quizzes.learning.memory import DAILY_CAP
from quizzes.learning.skills import Skill, Try
from quizzes.models import Attempt, Bucket, Course, Drill
from quizzes.models.partitions import ensure_partitions
from quizzes.practising.asking import Choice
from tests.site import classwork
from trainer.accounts.models import User
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment, Classroom, Membership

ASKED = ("min_raise", "legal_actions", "reopen", "side_pots", "awards", "read_hand", "winner", "ranking")
HOUSE = "tda"

MADE = 25
"""Drills of a pool that are generated. The rest are the same spots again under other fingerprints: nothing here reads
what is in a spot but the page that shows it."""

MONTHS = 24
GROWTH = 1.05
"""How many months of answers there are, and by how much each has more than the one before."""

MEAN, SPREAD = 200, 1.2
"""Answers of a learner, and the deviation of their logarithm: the one in the middle has half the mean."""

IDLE = 5_000
"""Accounts in classes that have never answered anything, on every site: no table of people is so small anywhere that it
is read as a whole."""

CLASS = 30
CLASS_MEAN = 100
SCENARIOS = 20
IN_SETS, VISITORS = 0.05, 0.15

BATCH = 2_000
"""Rows in one statement."""

COLUMNS = (
    'issued_at, nonce, drill_id, ruleset, user_id, visitor, response, points, out_of, "right", misconceptions,'
    " answered_at, seconds, hinted, why, place"
)
NOTHING = r"\N"


class Drilled(NamedTuple):
    """A pool: its drills by slot, and what an attempt's row says of each made spot when right, and when wrong."""

    drills: Sequence[int]
    right: Sequence[str]
    wrong: Sequence[Sequence[str]]


class Place(NamedTuple):
    """What every size has in common. `practice` are the pools, those that are asked most first."""

    now: datetime
    practice: Sequence[Drilled]
    sets: Drilled
    classroom: Classroom


def prepare(now: datetime) -> Place:
    """Fill an empty site with pools, a teacher, the class and what it was given to do."""
    for back in range(MONTHS, -1, -2):
        ensure_partitions((now - timedelta(days=30.5 * back)).date())
    pools.standard_buckets()
    practice = [_pool(kind, level, now) for kind in (KINDS[id] for id in ASKED) for level in kind.levels]
    Random("which are asked most").shuffle(practice)
    learners = [User(username=f"Learner {number}", date_joined=_months_ago(now, MONTHS)) for number in range(CLASS)]
    classroom = classwork.a_class(*User.objects.bulk_create(learners))
    idle = _others(classroom, IDLE, "Idle")
    Course.objects.bulk_create([Course(user_id=learner) for learner in idle], BATCH)
    Membership.objects.update(joined_at=_months_ago(now, MONTHS))
    _give(classroom, now)
    authored = list(Drill.objects.filter(bucket__bank="authored").select_related("bucket").order_by("slot"))
    return Place(now, practice, _drilled([drill.pk for drill in authored], authored), classroom)


def _pool(kind: Kind, level: int, now: datetime) -> Drilled:
    """Fill a pool to its target."""
    bucket = pools.bucket_for(kind, level, ruleset(HOUSE), Choice().variants(kind)[0])
    pools.fill(bucket.pk, MADE)
    made = list(Drill.objects.filter(bucket=bucket).select_related("bucket").order_by("slot"))
    size = len(made)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO quizzes_drill (bucket_id, slot, fingerprint, document, told_apart)"
            " SELECT bucket_id, slot + %(size)s * turn, md5(fingerprint || turn), document, told_apart"
            " FROM quizzes_drill, generate_series(1, %(turns)s) turn WHERE bucket_id = %(bucket)s",
            {"size": size, "turns": pools.TARGET // size - 1, "bucket": bucket.pk},
        )
    drills = list(Drill.objects.filter(bucket=bucket).order_by("slot").values_list("pk", flat=True))
    Bucket.objects.filter(pk=bucket.pk).update(size=len(drills), last_asked_at=now)
    return _drilled(drills, made)


def _drilled(drills: Sequence[int], made: Sequence[Drill]) -> Drilled:
    """Return a pool with the rows of answers to it, by the examples with which each kind tests itself."""
    right, wrong = [], []
    for drill in made:
        kind, document = KINDS[drill.bucket.kind], drill.spot(HOUSE)
        examples = kind.examples(document)
        right.append(_marked(kind, drill, examples.right[0]))
        wrong.append([_marked(kind, drill, raw) for raw in examples.wrong])
    return Drilled(drills, right, wrong)


def _marked(kind: Kind, drill: Drill, raw: object) -> str:
    """Return what a row says of an answer: response, points, out of, right, misconceptions."""
    document = drill.spot(HOUSE)
    response = kind.parse(document, raw)  # type: ignore[arg-type]  # an example is what a form sends
    grade = kind.grade(document, response)
    right, named = "t" if grade.right else "f", _json(list(grade.misconceptions))
    return f"{_json(response)}\t{grade.points}\t{grade.out_of}\t{right}\t{named}"


def _json(value: object) -> str:
    return json.dumps(value).replace("\\", "\\\\")


def _give(classroom: Classroom, now: datetime) -> None:
    """Give the class three goals and a set, the first half a year ago."""
    versions = [each.pk for each in classwork.scenarios(SCENARIOS)]
    for months, kinds in ((6, "min_raise"), (2, "min_raise.reopen"), (0.5, "side_pots")):
        opens = _months_ago(now, months)
        settings: dict[str, Any] = {"kinds": kinds, "level": None}
        settings |= {"opens_at": opens, "due_at": opens + timedelta(days=10)}
        classwork.given(classroom, **settings)
    opens = _months_ago(now, 3)
    settings = {"opens_at": opens, "due_at": opens + timedelta(days=10), "tries": 0}
    assignments.add_scenarios(classwork.given(classroom, Assignment.What.SET, **settings), versions)


def fill(place: Place, size: int) -> None:
    """Store so many answers, the class's among them, and count what the site counts of them."""
    rng = Random("the others")
    others = _others(place.classroom, max(1, (size - CLASS * CLASS_MEAN) // MEAN), "Other")
    of_class = list(_of_class(place))
    answers = _mixed(_rows(place, rng, _drawn(rng, others)), of_class, size)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no check of each account: they were made just now
        with cursor.copy(f"COPY {Attempt._meta.db_table} ({COLUMNS}) FROM STDIN") as copy:
            while batch := "".join(islice(answers, BATCH)):
                copy.write(batch)
        cursor.execute("SET session_replication_role = origin")
    _count(place)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _others(classroom: Classroom, number: int, name: str) -> Sequence[int]:
    """Make other learners than the class's, in classes of their own. Return their ids."""
    since = classroom.memberships.earliest("pk").joined_at
    learners = User.objects.bulk_create([User(username=f"{name} {n}", date_joined=since) for n in range(number)], BATCH)
    classes = Classroom.objects.bulk_create(
        [Classroom(name=f"{name} {n}", teacher=classroom.teacher) for n in range(0, number, CLASS)], BATCH
    )
    places = [Membership(classroom=classes[n // CLASS], learner=learner) for n, learner in enumerate(learners)]
    Membership.objects.bulk_create(places, BATCH)
    return [learner.pk for learner in learners]


def _drawn(rng: Random, learners: Sequence[int]) -> Callable[[], int]:
    """Return what draws a learner, some of whom answer far more than others."""
    weights = list(accumulate(rng.lognormvariate(0, SPREAD) for _ in learners))
    return lambda: learners[min(bisect(weights, rng.random() * weights[-1]), len(learners) - 1)]


def _of_class(place: Place) -> Iterator[str]:
    """Yield the answers of the class that is looked at: the same at every size."""
    rng = Random("the class")
    members = list(place.classroom.memberships.order_by("learner").values_list("learner", flat=True))
    return islice(_rows(place, rng, _drawn(rng, members), visitors=0), CLASS * CLASS_MEAN)


def _mixed(others: Iterator[str], few: Sequence[str], size: int) -> Iterator[str]:
    """Yield so many rows, the few evenly among the others."""
    every = size // len(few)
    for row in few:
        yield row
        yield from islice(others, every - 1)
    yield from islice(others, size - every * len(few))


def _rows(place: Place, rng: Random, learner: Callable[[], int], visitors: float = VISITORS) -> Iterator[str]:
    """Yield answers without end, as COPY takes them."""
    months = list(accumulate(GROWTH**month for month in range(MONTHS)))
    popular = list(accumulate(1 / (1 + number) for number in range(len(place.practice))))
    now, chance = place.now.timestamp(), rng.random
    while True:
        why, owner, pool = "new", f"{learner()}\t{NOTHING}", place.practice[bisect(popular, chance() * popular[-1])]
        ago = (MONTHS - 1 - bisect(months, chance() * months[-1]) + chance()) * 30.4
        if chance() < visitors:
            ago, owner = chance() * 90, f"{NOTHING}\t{rng.getrandbits(20):032x}"
        elif chance() < IN_SETS:
            why, pool = "", place.sets
        slot = _slot(len(pool.drills), chance)
        spot, seconds = slot % len(pool.right), int(rng.expovariate(1 / 30)) + 3
        marked = pool.right[spot] if chance() < 0.7 else pool.wrong[spot][int(chance() ** 2 * len(pool.wrong[spot]))]
        asked = datetime.fromtimestamp(now - 86_400 * ago - 3600, UTC)
        nonce, answered = f"{rng.getrandbits(128):032x}", asked + timedelta(seconds=seconds)
        yield (
            f"{asked}\t{nonce}\t{pool.drills[slot]}\t{HOUSE}\t{owner}\t{marked}\t{answered}\t{seconds}\tf\t{why}\t{slot}\n"
        )


def _slot(size: int, chance: Callable[[], float]) -> int:
    """Return a slot of a pool: everybody begins with the first generation, in an order of their own."""
    generations = -(-size // pools.GENERATION)
    first = int(generations * chance() ** 3) * pools.GENERATION
    return first + int(min(pools.GENERATION, size - first) * chance())


def _learnt(place: Place) -> str:
    """Return by kind what is known of somebody who answered some of its drills, with the mistakes that they show."""
    rng, found = Random("what is learnt"), {}
    for id in ASKED:
        skill = Skill()
        for drill in Drill.objects.filter(bucket__kind=id, bucket__size__gt=0).order_by("pk")[:MADE]:
            named = tuple(trap for group in drill.told_apart[:1] for trap in group)
            right = rng.random() < 0.6 or not named
            named = () if right else named
            tried = Try(1, max(KINDS[id].levels), 0.0, right, mixed=True, told_apart=drill.told_apart, named=named)
            skill, _item = skills.after(skill, ratings.item(1), tried, place.now)
        found[id] = skill.to_json()
    return json.dumps(found)


_COUNTS = (
    """
    CREATE TEMPORARY TABLE counted AS
    SELECT a.user_id, b.kind, b.id AS bucket, (a.answered_at AT TIME ZONE 'UTC')::date AS day, count(*) AS tries,
        sum(a."right"::int) AS "right", max(a.answered_at) AS at
    FROM quizzes_attempt a JOIN quizzes_drill d ON d.id = a.drill_id JOIN quizzes_bucket b ON b.id = d.bucket_id
    WHERE a.user_id IS NOT NULL AND a.why <> '' GROUP BY 1, 2, 3, 4
    """,
    """
    INSERT INTO quizzes_skillstate (user_id, kind, order_key, tries, "right", learnt, served, mistakes, last_at)
    SELECT user_id, kind, 'user:' || user_id, sum(tries), sum("right"), %(learnt)s::jsonb -> kind,
        jsonb_object_agg(bucket::text, tries), '[]', max(at)
    FROM (SELECT user_id, kind, bucket, sum(tries) AS tries, sum("right") AS "right", max(at) AS at FROM counted
        GROUP BY user_id, kind, bucket) AS by_bucket
    GROUP BY user_id, kind
    """,
    """
    INSERT INTO quizzes_skillweek (user_id, kind, week, tries, "right", timed, seconds)
    SELECT user_id, kind, date_trunc('week', day)::date, sum(tries), sum("right"), sum("right"), 30 * sum("right")
    FROM counted GROUP BY 1, 2, 3
    """,
    """
    INSERT INTO quizzes_practiceday (user_id, day, tries, "right")
    SELECT user_id, day, sum(tries), sum("right") FROM counted GROUP BY user_id, day
    """,
    """
    INSERT INTO quizzes_course (user_id, answered, recent, wish, cap)
    SELECT user_id, sum(tries), '[]', 0, %(cap)s FROM counted GROUP BY user_id
    """,
    "DROP TABLE counted",
)
"""What an answer changes besides its own row, counted for all answers at once."""


def _count(place: Place) -> None:
    values: dict[str, Any] = {"learnt": _learnt(place), "cap": DAILY_CAP}
    with connection.cursor() as cursor:
        for statement in _COUNTS:
            cursor.execute(statement, values)


def _months_ago(now: datetime, months: float) -> datetime:
    return now - timedelta(days=30.4 * months)
