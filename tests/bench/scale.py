"""What a page costs on a site with ten thousand answers, and what on one with so many more.

Run as `python -m tests.bench.scale`, on servers of its own; `SIZES=10000,1000000,10000000` for others than the usual
sizes. Each size is a database of its own with the same pools and the same class on it, and a crowd of other learners
(tests.site.crowd). Every act is done on all of them in turns. Told are its statements, the rows that they read by
EXPLAIN (ANALYZE, BUFFERS), those that a filter threw away among them, and the pages that they touched; and of each
larger size by how much more rows, pages and time it takes than on the smallest, beside how much more it shows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import django
import psycopg
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client

from tests import servers
from tests.site.other_database import instead

SIZES = [int(size) for size in os.environ.get("SIZES", "10000,200000").split(",")]
ROUNDS = 8
SAME, SHOWN = 1.3, 1.5
"""By how much more rows an act of a learner may read on a larger site, and a report for each thing that it shows."""

EXPLAINED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
REFILLED = 10


@dataclass(slots=True)
class Cost:
    """What the statements of an act were, and what the database read for them."""

    statements: int = 0
    rows: float = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Site:
    """A database with so many answers, and the browsers of a learner and a teacher of the class."""

    size: int
    database: DatabaseWrapper
    learner: Client
    teacher: Client
    classroom: int
    member: int
    work: int
    drill: int
    bucket: int


class Done(NamedTuple):
    """What an act cost, how long it took, and how much it showed."""

    cost: Cost
    seconds: float
    shown: int


class Act(NamedTuple):
    """Something that is done on a site so many times. `ready` comes before it and is not counted.

    `shown` says how much a report shows; None is what must cost the same everywhere.
    """

    do: Callable[[Site, Any], object]
    ready: Callable[[Site], Any] = lambda site: None
    shown: Callable[[Site], int] | None = None
    rounds: int = ROUNDS


def main() -> None:
    """Print of each act its cost on the smallest site, and by how much it is more on the larger ones."""
    sites = list(filled())
    head = ("queries", "rows", "x rows", "x pages", "x time", "x shown")
    print(f"{'an act':36}{'answers':>12}" + "".join(f"{name:>11}" for name in head))
    for name, act in acts().items():
        found: dict[int, list[Done]] = {site.size: [] for site in sites}
        for number in range(act.rounds):
            for site in sites:
                with instead(site.database):
                    found[site.size].append(once(site, act, look=number == 0))
        least = summed(found[sites[0].size])
        for size, done in found.items():
            print(line(name, size, act, summed(done), least), flush=True)


def once(site: Site, act: Act, look: bool) -> Done:
    """Do an act against the clock; or the first time, which warms up, look at its statements instead."""
    given, cost = act.ready(site), Cost()
    start = perf_counter()
    with watched(cost) if look else nullcontext():
        act.do(site, given)
    return Done(cost, perf_counter() - start, act.shown(site) if look and act.shown else 1)


def summed(done: Sequence[Done]) -> Done:
    """Return what the first found, with the time of the others."""
    return done[0]._replace(seconds=median(each.seconds for each in done[1:]))


def line(name: str, size: int, act: Act, here: Done, least: Done) -> str:
    """Return what is told of an act on a site."""
    rows, shown = here.cost.rows / least.cost.rows, here.shown / least.shown
    ratios = (rows, here.cost.pages / least.cost.pages, here.seconds / least.seconds, shown)
    told = "".join(f"{ratio:>11.2f}" for ratio in ratios)
    grows = " grows" if rows > (SHOWN * shown if act.shown else SAME) else ""
    return f"{name:36}{size:>12,}{here.cost.statements:>11}{here.cost.rows:>11,.0f}{told}{grows}"


def acts() -> dict[str, Act]:
    """Return what is done, by its name: what learners do, then reports and tasks."""
    from quizzes import pools  # they need the models
    from quizzes.statistics import reading

    return {
        "next question": Act(lambda site, _: seen(site.learner, asking())),
        "answer": Act(lambda site, form: sent(site.learner, form), ready=filled_in),
        "progress page, with the calendar": Act(lambda site, _: seen(site.learner, "/progress/")),
        "what the class has to do": Act(lambda site, _: seen(site.learner, f"/classes/given/{site.work}/")),
        "pools below their target": Act(lambda site, _: pools.below_target()),
        "refill of a pool": Act(lambda site, size: pools.fill(site.bucket, size), ready=wanted),
        "class: gradebook": Act(lambda site, _: of_class(site, "gradebook/"), shown=one),
        "class: misconceptions": Act(lambda site, _: of_class(site, "mistakes/"), shown=one),
        "class: answers of one learner": Act(lambda site, _: of_class(site, f"gradebook/{site.member}/"), shown=one),
        "class: live": Act(lambda site, _: of_class(site, "live/"), shown=one),
        "regrade of a drill, looked at": Act(lambda site, _: look_at_regrade(site), shown=tries, rounds=2),
        "statistics of a drill, counted": Act(lambda site, _: reading.count_one(site.drill), shown=tries, rounds=2),
        "statistics of all drills, counted": Act(lambda site, _: reading.count_all(), shown=answers, rounds=2),
        "statistics of drills, a page": Act(lambda site, _: seen(site.teacher, "/author/statistics/"), shown=counted),
    }


def asking() -> str:
    """Return the address of a question as practice chooses it, of the kinds whose pools are full."""
    from tests.site import crowd

    return f"/practice/?kind={'.'.join(crowd.ASKED)}"


def seen(browser: Client, address: str) -> str:
    """Return a page."""
    response = browser.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return response.content.decode()


def of_class(site: Site, page: str) -> str:
    """Return a page of the class, as its teacher sees it."""
    return seen(site.teacher, f"/classes/{site.classroom}/{page}")


def filled_in(site: Site) -> dict[str, Any]:
    """Return what the form of the learner's next question sends, filled in right."""
    from tests.site import pages  # it needs the models

    page = seen(site.learner, asking())
    return {**pages.sent(page), **pages.asked(page).right}


def sent(browser: Client, form: dict[str, Any]) -> None:
    """Answer a question as htmx does."""
    response = browser.post("/practice/answer", form, headers={"HX-Request": "true"})
    assert response.status_code == 200, response.content


def wanted(site: Site) -> int:
    """Return the size to which the pool is filled next."""
    from quizzes.models import Bucket

    return Bucket.objects.get(pk=site.bucket).size + REFILLED


def look_at_regrade(site: Site) -> None:
    """Find out what a regrade of the drill would change."""
    from quizzes.models import Drill
    from quizzes.regrades import regrading

    regrading.dry_run(Drill.objects.select_related("bucket").get(pk=site.drill), "full")


def one(site: Site) -> int:
    """Return that there is one class, the same on every site."""
    return 1


def answers(site: Site) -> int:
    """Return how many answers there are."""
    return site.size


def tries(site: Site) -> int:
    """Return how many answers to the drill there are."""
    from quizzes.models import Attempt

    return Attempt.objects.filter(drill=site.drill).count()


def counted(site: Site) -> int:
    """Return of how many drills there are statistics."""
    from quizzes.models import ItemStatistic

    return ItemStatistic.objects.count()


def watched(cost: Cost) -> AbstractContextManager[None]:
    """Add up what the statements read that are sent meanwhile, each explained before it is sent."""

    def note(execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(EXPLAINED):
            for each in values if many else [values]:
                explain(cost, sql, each)
        return execute(sql, values, many, context)

    return connection.execute_wrapper(note)


def explain(cost: Cost, sql: str, values: Any) -> None:
    """Do a statement, note what its plan read, and take it back."""
    within = connection.in_atomic_block
    with connection.cursor() as wrapped:
        cursor = wrapped.cursor  # the driver's own, which no wrapper listens to
        cursor.execute("SAVEPOINT explained" if within else "BEGIN")
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", values)
        plan = cursor.fetchone()[0]
        cursor.execute("ROLLBACK TO SAVEPOINT explained" if within else "ROLLBACK")
    top = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    cost.statements += 1
    cost.rows += rows_read(top)
    cost.pages += top["Shared Hit Blocks"] + top["Shared Read Blocks"]


def rows_read(node: dict[str, Any]) -> float:
    """Return the rows that a plan's scans of tables took up, also those that were thrown away."""
    read = 0.0
    if "Relation Name" in node and node["Node Type"] != "ModifyTable":
        each = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
        read = node["Actual Loops"] * sum(node.get(name, 0) for name in each)
    return read + sum(map(rows_read, node.get("Plans", ())))


def filled() -> Iterator[Site]:
    """Make a database of each size, all out of the first."""
    from tests.site import crowd  # it needs the models

    place = crowd.prepare(datetime.now(UTC))
    first = connections["default"]
    assert isinstance(first, DatabaseWrapper)
    first.close()
    first.close_pool()
    for size in SIZES:
        database = copied(f"answers_{size}")
        with instead(database):
            start = perf_counter()
            crowd.fill(place, size)
            print(f"{size:,} answers stored in {perf_counter() - start:,.0f} s", flush=True)
            made = site(place, size, database)
        yield made


def site(place: Any, size: int, database: DatabaseWrapper) -> Site:
    """Return a filled database with its browsers."""
    from quizzes.models import Drill

    members = place.classroom.memberships.select_related("learner").order_by("learner")
    learner, teacher = Client(), Client()
    learner.force_login(members[0].learner)
    teacher.force_login(place.classroom.teacher)
    drill = Drill.objects.get(pk=place.practice[0].drills[0])
    work = place.classroom.assignments.latest("opens_at")
    return Site(
        size, database, learner, teacher, place.classroom.pk, members[0].learner_id, work.pk, drill.pk, drill.bucket_id
    )


def copied(name: str) -> DatabaseWrapper:
    """Copy the site's database, to which nobody may be connected."""
    settings = deepcopy(connections["default"].settings_dict)
    with psycopg.connect(os.environ["DATABASE_URL"], dbname="postgres", autocommit=True) as maintenance:
        maintenance.execute(f"CREATE DATABASE {name} TEMPLATE {settings['NAME']}")
    return DatabaseWrapper({**settings, "NAME": name, "TEST": {}}, alias=name)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with servers.STARTED:
        servers.start_servers()
        django.setup()
        from tests.bench import answering

        answering.prepare()
        main()
        connection.close()
