"""Tasks that fail are told and put aside, and whatever workers and the broker do, the work is done once (issue 9,
"Workers").
"""

from __future__ import annotations

import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db import OperationalError
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from quizzes import pools
from quizzes.authoring import importing, templates
from quizzes.kinds.min_raise import KIND
from quizzes.models import Bucket, Drill, ImportJob
from quizzes.tasks import GIVEN_UP, fill_bucket, fill_template, import_file
from tests.certification.standing import Standing, copy_tables, database_of, send
from tests.scale import LONG
from tests.site.people import person
from tests.site.stand_ins import make_bucket
from tests.site.test_importing import spots, taken
from trainer import local
from trainer.celery import app
from trainer.operation import failures
from trainer.operation.guarded import Guarded
from trainer.operation.models import FailedTask

pytestmark = pytest.mark.django_db

WANTED = 200
"""Drills in each of the pools that are filled while something dies."""

POISON = RuntimeError("it always fails")


@pytest.fixture
def poisoned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Filling any bucket fails; the list has an entry for each try."""
    tries: list[int] = []

    def fail(bucket_id: int, size: int) -> int:
        tries.append(bucket_id)
        raise POISON

    monkeypatch.setattr(pools, "fill", fail)
    return tries


def deliver(bucket_id: int = 7, id: str | None = None) -> None:
    """Have this process do what a worker does with a message."""
    fill_bucket.apply((bucket_id, 20), task_id=id)


def test_a_task_that_always_fails_is_put_aside_after_three_tries_and_is_not_done_again(poisoned: list[int]) -> None:
    for _ in range(5):
        deliver()
    assert poisoned == [7] * 3
    row = FailedTask.objects.get()
    assert (row.name, row.arguments, row.state, row.tries) == (fill_bucket.name, "[7, 20]", "aside", 3)
    assert (row.error, row.message) == ("RuntimeError", "it always fails")
    assert row.first_at is not None
    assert row.last_at is not None
    assert row.first_at < row.last_at


def test_tasks_with_other_arguments_go_on(poisoned: list[int]) -> None:
    for bucket in (7, 7, 7, 7, 8):
        deliver(bucket)
    assert poisoned == [7, 7, 7, 8]


def test_a_task_that_is_done_well_leaves_nothing_and_begins_again_at_its_first_try(
    poisoned: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver()
    monkeypatch.setattr(pools, "fill", lambda bucket_id, size: 0)
    deliver()
    assert not FailedTask.objects.exists()


def test_what_is_put_aside_is_tried_once_more_after_its_rest(poisoned: list[int]) -> None:
    for _ in range(3):
        deliver()
    with time_machine.travel(timezone.now() + failures.REST, tick=False):
        deliver()
        deliver()
    assert len(poisoned) == 4
    assert FailedTask.objects.get().state == "aside"


def test_a_worker_that_dies_again_and_again_over_one_task_is_not_given_it_a_fourth_time(poisoned: list[int]) -> None:
    this = failures.Try(fill_bucket.name, "[7, 20]", "one-message")
    for _ in range(3):
        failures.begin(this, timezone.now(), timedelta(seconds=330))  # and nothing comes after it
    deliver(id="one-message")
    assert poisoned == []
    row = FailedTask.objects.get()
    assert (row.state, row.tries, row.error) == ("aside", 3, failures.LOST)


def test_a_task_that_hangs_until_it_is_stopped_has_failed_when_it_is_asked_for_again(poisoned: list[int]) -> None:
    limit = timedelta(seconds=330)
    for hour in range(3):
        with time_machine.travel(timezone.now() + timedelta(hours=hour), tick=False):
            failures.begin(failures.Try(fill_bucket.name, "[7, 20]", f"message {hour}"), timezone.now(), limit)
    with time_machine.travel(timezone.now() + timedelta(hours=3), tick=False):
        deliver()
    assert poisoned == []
    assert FailedTask.objects.get().state == "aside"


def test_a_task_that_is_delivered_while_another_worker_is_at_it_has_not_failed() -> None:
    limit, now = timedelta(seconds=330), timezone.now()
    tries = [failures.Try(fill_bucket.name, "[7, 20]", f"message {number}") for number in range(5)]
    assert {failures.begin(each, now, limit).state for each in tries} == {"trying"}
    failures.succeeded(tries[1])
    assert FailedTask.objects.get().holder == "message 0", "the first is still at it"
    failures.succeeded(tries[0])
    assert not FailedTask.objects.exists()


def test_a_database_or_a_broker_that_is_away_puts_nothing_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(bucket_id: int, size: int) -> int:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(pools, "fill", away)
    for _ in range(5):
        deliver()
    row = FailedTask.objects.get()
    assert (row.state, row.tries, row.error) == ("trying", 5, "OperationalError")


@pytest.mark.parametrize(
    ("positional", "named", "kept"),
    [((7, 20), {}, "[7, 20]"), ((), {}, "[]"), (("Ann",), {}, "?"), ((7,), {"mail": "ann@example.org"}, "?")],
)
def test_of_arguments_only_numbers_are_kept(
    positional: tuple[object, ...], named: dict[str, object], kept: str
) -> None:
    assert failures.kept_arguments(positional, named) == kept


def test_of_an_error_in_a_row_its_values_are_not_kept() -> None:
    error = ValueError("duplicate key\nDETAIL:  Key (email)=(ann@example.org) already exists.")
    row = failures.failed(failures.Try("task", "[]", "id"), timezone.now(), error)
    assert row.message == "duplicate key"


def test_every_task_of_the_site_is_counted_has_a_limit_and_those_that_wait_for_it_are_told() -> None:
    app.loader.import_default_modules()
    names = {name for name in app.tasks if not name.startswith("celery.")}
    assert all(isinstance(app.tasks[name], Guarded) for name in names)
    assert app.conf.task_soft_time_limit < app.conf.task_time_limit
    assert set(GIVEN_UP) | set(app.conf.task_annotations) <= names


def test_old_failures_are_forgotten() -> None:
    failures.failed(failures.Try("old", "[]", "id"), timezone.now() - failures.KEPT - timedelta(days=1), POISON)
    failures.failed(failures.Try("young", "[]", "id"), timezone.now(), POISON)
    assert failures.forget_old(timezone.now()) == 1
    assert FailedTask.objects.get().name == "young"


def test_a_file_whose_check_kills_the_worker_ends_with_a_word_to_its_author() -> None:
    job = taken(person("Ann"), spots(2))
    this = failures.Try(import_file.name, f"[{job.pk}]", "one-message")
    for _ in range(3):
        failures.begin(this, timezone.now(), timedelta(seconds=330))
    import_file.apply((job.pk,), task_id="one-message")
    job.refresh_from_db()
    assert job.state == ImportJob.State.REFUSED
    assert "fault of the site" in job.lines.get().message
    assert job.pk not in importing.unfinished()


@pytest.fixture
def queue() -> Iterator[Any]:
    """The broker's queue, which is empty before and after."""
    with app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        channel.queue_purge("celery")
        yield channel
        channel.queue_purge("celery")


def act_on(admin: Client, act: str, rows: Iterable[FailedTask]) -> None:
    """Choose an act for some rows on the admin's page of failed tasks."""
    form = {"action": act, "_selected_action": [row.pk for row in rows]}
    assert admin.post("/admin/operation/failedtask/", form).status_code == 302


def test_the_admin_shows_what_failed_and_runs_it_again(admin_client: Client, poisoned: list[int], queue: Any) -> None:
    for _ in range(3):
        deliver()
    failures.begin(failures.Try("under.way", "[]", "id"), timezone.now(), timedelta(seconds=330))
    page = admin_client.get("/admin/operation/failedtask/").content.decode()
    assert "it always fails" in page
    assert "under.way" not in page
    act_on(admin_client, "run_again", failures.aside())
    assert queue.queue_declare("celery").message_count == 1
    deliver()
    assert len(poisoned) == 4
    assert FailedTask.objects.get(name=fill_bucket.name).tries == 1


def test_the_admin_forgets_what_failed(admin_client: Client, poisoned: list[int]) -> None:
    for _ in range(3):
        deliver()
    act_on(admin_client, "forget", failures.aside())
    assert not FailedTask.objects.exists()


def test_who_may_only_look_runs_nothing_again(client: Client, poisoned: list[int]) -> None:
    deliver()
    looks = person("Ben", is_staff=True)
    looks.user_permissions.add(Permission.objects.get(codename="view_failedtask"))
    client.force_login(looks)
    page = client.get("/admin/operation/failedtask/").content.decode()
    assert "it always fails" in page
    assert "run_again" not in page


def test_a_batch_that_is_asked_for_twice_and_late_ends_at_its_size_and_has_no_drill_twice() -> None:
    bucket = make_bucket()
    for _ in range(3):
        fill_bucket.apply((bucket.pk, 5))
    prints = list(Drill.objects.filter(bucket=bucket).values_list("fingerprint", flat=True))
    assert len(prints) == len(set(prints)) == Bucket.objects.get(pk=bucket.pk).size == 5


def test_a_template_that_can_not_be_filled_is_looked_for_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(templates, "fill", lambda version_id: 1 // 0)
    monkeypatch.setitem(GIVEN_UP, fill_template.name, told.append)
    for _ in range(3):
        fill_template.apply((7,))
    assert told == [7]


@pytest.fixture
def site(db: None) -> Iterator[Standing]:
    """Servers and a worker of their own, while this process works in their database."""
    with tempfile.TemporaryDirectory(prefix="table-stakes-", dir="/tmp") as folder:
        standing = Standing(local.make_way(Path(folder)))
        try:
            standing.start("postgres")
            copy_tables(standing.at)
            standing.start("valkey", "worker")
            with database_of(standing.at):
                yield standing
        finally:
            standing.close()


def ask_for(site: Standing, buckets: QuerySet[Bucket]) -> None:
    """Ask for a batch for each bucket, as the schedule does, and twice."""
    with app.connection_for_write(site.at.broker_url) as line:
        for bucket in [*buckets.all(), *buckets.all()]:
            app.send_task(fill_bucket.name, (bucket.pk, WANTED), connection=line, retry=False, ignore_result=True)


def until(holds: Callable[[], bool], ask: Callable[[], None]) -> None:
    """Wait for something, and ask for the work again every few seconds, as the schedule does."""
    end = time.monotonic() + 240
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        ask()
        time.sleep(2)


@pytest.mark.skipif(not LONG, reason="workers and servers of their own are killed for a minute")
def test_pools_end_at_their_size_whatever_dies(site: Standing) -> None:
    keys = [make_bucket(level=level).pk for level in KIND.levels]
    below = Bucket.objects.filter(pk__in=keys, size__lt=WANTED)
    for death in ("child", "worker", "broker"):
        until(FailedTask.objects.filter(begun_at__isnull=False).exists, lambda: ask_for(site, below))
        if death == "child":
            send(site.children("worker")[0], signal.SIGKILL)
        else:
            part = "worker" if death == "worker" else "valkey"
            site.kill(part)
            site.start(part)  # the broker remembers nothing
    until(lambda: not below.all().exists(), lambda: ask_for(site, below))
    for bucket in Bucket.objects.filter(pk__in=keys):
        drills = Drill.objects.filter(bucket=bucket)
        assert sorted(drills.values_list("slot", flat=True)) == list(range(WANTED))
        assert drills.values("fingerprint").distinct().count() == WANTED == bucket.size
