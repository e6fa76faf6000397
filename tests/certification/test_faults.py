"""Parts of the site die under a sitting: no acknowledged answer is lost, there is one grade, one certificate, and the
audit holds (issue 8, "Faults tried for real").
"""

from __future__ import annotations

import json
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event
from typing import TypeVar

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from quizzes.kinds.base import Raw
from tests.certification.browsers import LOST, Browser, Reply
from tests.certification.doomed import ANSWERING, PRINTING
from tests.certification.standing import Standing, copy_tables, database_of, send
from tests.scale import LONG, scale
from tests.site.exams import stocked
from tests.site.rooms import acts
from tests.site.sitting import address_of, begun, named, response_of, right_answers, save
from trainer import local
from trainer.certification import audit, grading, models, proving
from trainer.certification.models import Blueprint, Certificate, ItemResult, Sitting, SittingItem

T = TypeVar("T")

AWAY = scale(1, 10)
"""Seconds for which a server is stopped."""

PATIENCE = 30


@pytest.fixture(scope="module")
def running(django_db_setup: None) -> Iterator[Standing]:
    """A running site, without a worker."""
    with tempfile.TemporaryDirectory(prefix="table-stakes-", dir="/tmp") as folder:
        site = Standing(local.make_way(Path(folder)))
        try:
            site.start("postgres")
            copy_tables(site.at)
            site.start("valkey", "web")
            yield site
        finally:
            site.close()


@pytest.fixture
def site(db: None, running: Standing) -> Iterator[Standing]:
    """The running site, while this process works in its database."""
    with database_of(running.at):
        yield running


@pytest.fixture
def sitting(site: Standing) -> Sitting:
    """A sitting of three questions that was begun a moment ago, by somebody who sits for the first time."""
    exam = Blueprint.objects.first() or stocked()
    return begun(named(f"Ann {Sitting.objects.count()}"), exam)


@pytest.fixture
def browser(site: Standing, sitting: Sitting) -> Browser:
    """The candidate's browser."""
    assert sitting.user
    return Browser(site.port, sitting.user)


def until(holds: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for something."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def stubborn(ask: Callable[[], Reply]) -> Reply:
    """Ask again until there is an answer, as the page's script does."""
    found: list[Reply] = []

    def answered() -> bool:
        try:
            found.append(ask())
        except LOST:
            return False
        return found[-1].status < 500

    until(answered)
    return found[-1]


def killed(ask: Callable[[], Reply]) -> None:
    """Ask for what kills the process that is asked."""
    with pytest.raises(LOST):
        ask()


def at_once(works: list[Callable[[], T]]) -> list[T]:
    """Do things at the same time. None of them uses this process's database."""
    with ThreadPoolExecutor(len(works)) as threads:
        return [each.result() for each in [threads.submit(work) for work in works]]


def kept(typed: Raw) -> dict[str, list[str]]:
    """An answer as it is stored."""
    return {name: list(texts) for name, texts in typed.items()}


def answer_all(browser: Browser, sitting: Sitting, number: int = 1) -> None:
    """Save right answers to all questions; each is acknowledged."""
    for place, typed in right_answers(sitting).items():
        assert stubborn(partial(browser.save, sitting, place, typed, number)).status == 200


def check(sitting: Sitting) -> None:
    """Grade what no worker has graded, and see that nothing is lost and nothing is there twice."""
    grading.sweep(timezone.now())
    sitting.refresh_from_db()
    assert (sitting.state, sitting.passed) == ("graded", True)
    for place, typed in right_answers(sitting).items():
        assert response_of(sitting, place) == kept(typed)
    told = acts(sitting)
    assert [told.count(act) for act in ("graded", "released")] == [1, 1]
    [handed_in] = models.Event.objects.filter(chain=audit.chain_of(sitting), act__in=("submitted", "time-up"))
    answers = json.dumps(list(sitting.items.order_by("place").values_list("place", "response")), sort_keys=True)
    assert handed_in.details["answers"] == audit.digest(answers, sitting.candidate.salt)  # nothing was saved afterwards
    assert ItemResult.objects.filter(item__sitting=sitting).count() == 3
    assert Certificate.objects.filter(sitting=sitting).count() == 1
    assert list(proving.faults()) == []


@contextmanager
def held(model: type[Model]) -> Iterator[None]:
    """Let nobody write a table until the block ends."""
    with transaction.atomic():
        run_sql(f"LOCK TABLE {model._meta.db_table} IN SHARE MODE")
        yield


def somebody_waits() -> bool:
    """Whether a statement waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def run_sql(statement: str) -> None:
    """Send the database a statement."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_web_processes_die_between_a_commit_and_its_acknowledgement(browser: Browser, sitting: Sitting) -> None:
    answers = right_answers(sitting)
    killed(lambda: browser.save(sitting, 1, answers[1], die=ANSWERING))
    assert response_of(sitting, 1) == kept(answers[1])
    again = stubborn(lambda: browser.save(sitting, 1, answers[1]))  # the script sends the same once more
    assert (again.status, again.told["number"]) == (200, 1)
    answer_all(browser, sitting)
    killed(lambda: browser.hand_in(sitting, die=ANSWERING))
    assert stubborn(lambda: browser.hand_in(sitting)).headers["Location"] == address_of(sitting, "done")
    check(sitting)


def test_web_processes_die_at_any_moment(site: Standing, browser: Browser, sitting: Sitting) -> None:
    stop, acknowledged = Event(), [0]

    def typed(number: int) -> Raw:
        return {"raise_to": [str(number)]}

    def go_on() -> None:
        for number in count(1):
            save = partial(browser.save, sitting, 1, typed(number), number)
            if stubborn(save).status == 200:
                acknowledged.append(number)
            if stop.is_set():
                return

    with ThreadPoolExecutor(1) as thread:
        saves = thread.submit(go_on)
        for kills in range(scale(1, 30)):
            until(lambda seen=acknowledged[-1]: acknowledged[-1] > seen + 2)  # type: ignore[misc]  # mypy infers no default of a lambda
            send(site.children("web")[kills % 2], signal.SIGKILL)
        stop.set()
        saves.result()
    assert acknowledged == list(range(acknowledged[-1] + 1))
    assert response_of(sitting, 1) == typed(acknowledged[-1])
    answer_all(browser, sitting, acknowledged[-1] + 1)
    stubborn(lambda: browser.hand_in(sitting))
    check(sitting)


def test_a_web_process_dies_while_it_makes_a_certificate(browser: Browser, sitting: Sitting) -> None:
    answer_all(browser, sitting)
    stubborn(lambda: browser.hand_in(sitting))
    check(sitting)
    address = f"/exams/certificates/{Certificate.objects.get(sitting=sitting).code}/pdf/"
    killed(lambda: browser.get(address, die=PRINTING))
    made = [stubborn(lambda: browser.get(address)).body for _again in range(2)]
    assert made[0].startswith(b"%PDF")
    assert made[0] == made[1]
    check(sitting)


def test_a_worker_dies_while_it_grades(site: Standing, browser: Browser, sitting: Sitting) -> None:
    site.start("worker")
    answer_all(browser, sitting)
    with held(Certificate):
        stubborn(lambda: browser.hand_in(sitting))
        until(somebody_waits)  # all is written but the certificate, and nothing is committed
        [child] = site.children("worker")
        send(child, signal.SIGKILL)
        until(lambda: child not in site.children("worker"))
    until(lambda: Certificate.objects.filter(sitting=sitting).exists())  # the task was given out once more
    check(sitting)
    site.kill("worker")


@pytest.mark.skipif(not LONG, reason="a second worker has to be started")
def test_a_worker_dies_with_all_its_processes_and_the_sweep_grades(
    site: Standing, browser: Browser, sitting: Sitting
) -> None:
    site.start("worker")
    answer_all(browser, sitting)
    with held(Certificate):
        stubborn(lambda: browser.hand_in(sitting))
        until(somebody_waits)
        site.kill("worker")
    site.start("worker")
    assert Sitting.objects.get(pk=sitting.pk).state == "submitted"
    check(sitting)
    site.kill("worker")


def test_queue_and_cache_are_gone_when_a_sitting_is_handed_in(
    site: Standing, browser: Browser, sitting: Sitting
) -> None:
    answers = right_answers(sitting)
    assert browser.save(sitting, 1, answers[1]).status == 200
    site.stop("valkey")
    assert [browser.save(sitting, place, answers[place]).status for place in (2, 3)] == [200, 200]
    assert browser.post(f"/exams/sitting/{sitting.key}/take").status == 302
    pages = [browser.get(address_of(sitting, page)).status for page in (1, "review")]
    assert pages == [200, 200]
    assert browser.post(f"/exams/sitting/{sitting.key}/left", {"away": "1"}).status == 204
    assert browser.hand_in(sitting).status == 302
    assert browser.get(address_of(sitting, "done")).status == 200
    site.start("valkey")
    check(sitting)


def test_one_answer_and_one_hand_in_are_sent_by_twenty_threads(browser: Browser, sitting: Sitting) -> None:
    answers = right_answers(sitting)
    same = at_once([lambda: browser.save(sitting, 1, answers[1])] * 20)
    assert {reply.status for reply in same} == {200}
    assert SittingItem.objects.get(sitting=sitting, place=1).saves == 1
    texts = [{"raise_to": [str(number)]} for number in range(20)]
    others = at_once([partial(browser.save, sitting, 2, typed) for typed in texts])
    won = [typed for typed, reply in zip(texts, others, strict=True) if reply.status == 200]
    assert won == [response_of(sitting, 2)]
    assert {reply.told["reason"] for reply in others if reply.status != 200} == {"older"}
    answer_all(browser, sitting, 2)
    handed_in = at_once([lambda: browser.hand_in(sitting)] * 20)
    assert {reply.headers["Location"] for reply in handed_in} == {address_of(sitting, "done")}
    check(sitting)


def test_two_devices_of_one_candidate(site: Standing, browser: Browser, sitting: Sitting) -> None:
    assert sitting.user
    answers, second = right_answers(sitting), Browser(site.port, sitting.user)
    take = f"/exams/sitting/{sitting.key}/take"
    assert browser.save(sitting, 1, answers[1]).status == 200
    assert second.post(take).status == 302
    former = browser.save(sitting, 1, {"raise_to": ["1"]}, 2)
    assert (former.status, former.told["reason"]) == (409, "elsewhere")
    at_once([lambda: browser.post(take), lambda: second.post(take)])
    shown = [each.get(address_of(sitting, 1)).status for each in (browser, second)]
    assert sorted(shown) == [200, 409]
    sitting.refresh_from_db()
    answer_all(browser, sitting, 2)
    stubborn(lambda: second.hand_in(sitting))
    check(sitting)
    assert acts(sitting).count("taken-over") == 3


def test_a_deadline_passes_while_an_answer_is_on_its_way(site: Standing) -> None:
    user = named("Ben")
    sitting = begun(
        user, Blueprint.objects.first() or stocked(), now=timezone.now() - timedelta(minutes=30, seconds=-1)
    )
    answers, browser = right_answers(sitting), Browser(site.port, user)
    for place, typed in answers.items():
        save(sitting, place, typed)
    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic():
            Sitting.objects.select_for_update().get(pk=sitting.pk)
            again = threads.submit(browser.save, sitting, 1, answers[1], 2)
            until(somebody_waits)
            time.sleep(max(0.0, (sitting.deadline - timezone.now()).total_seconds()))
            done = threads.submit(browser.get, address_of(sitting, "done"))  # hands in what is out of time
        assert done.result().status == 200
    stored = SittingItem.objects.get(sitting=sitting, place=1).saves
    assert (again.result().status, stored) in [(200, 2), (409, 1)]  # acknowledged and stored, or neither
    assert browser.save(sitting, 2, {"raise_to": ["1"]}, 3).status == 409
    check(sitting)


def test_a_sitting_goes_on_over_a_deployment_with_a_migration(
    site: Standing, browser: Browser, sitting: Sitting
) -> None:
    answers = right_answers(sitting)
    for number in range(1, 8):  # statements that are sent often may be prepared by then
        assert browser.save(sitting, 1, answers[1], number).status == 200
    for model in (Sitting, SittingItem):
        run_sql(f"ALTER TABLE {model._meta.db_table} ADD COLUMN added text NOT NULL DEFAULT ''")
    assert browser.save(sitting, 2, answers[2]).status == 200  # by processes that do not know of it
    if LONG:  # the processes of the release before are gone
        site.kill("web")
        site.start("web")
    assert stubborn(lambda: browser.save(sitting, 3, answers[3])).status == 200
    stubborn(lambda: browser.hand_in(sitting))
    for model in (Sitting, SittingItem):
        run_sql(f"ALTER TABLE {model._meta.db_table} DROP COLUMN added")
    check(sitting)


def test_postgresql_stops_for_a_while_and_then_dies(site: Standing, browser: Browser, sitting: Sitting) -> None:
    answers = right_answers(sitting)
    with ThreadPoolExecutor(1) as thread, site.frozen("postgres"):
        waits = thread.submit(stubborn, lambda: browser.save(sitting, 1, answers[1]))
        time.sleep(AWAY)
        assert not waits.done()  # nothing is acknowledged that is not stored
    assert waits.result().status == 200
    assert response_of(sitting, 1) == kept(answers[1])
    assert browser.save(sitting, 2, answers[2]).status == 200
    connection.close()
    site.kill("postgres")
    assert browser.save(sitting, 3, answers[3]).status == 503
    site.start("postgres")
    assert [response_of(sitting, place) for place in (1, 2, 3)] == [kept(answers[1]), kept(answers[2]), None]
    answer_all(browser, sitting)
    stubborn(lambda: browser.hand_in(sitting))
    check(sitting)
