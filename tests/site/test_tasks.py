"""The pools' tasks, by a real broker and a real worker."""

from __future__ import annotations

import subprocess
import time

import pytest
from celery import current_app
from django.conf import settings
from django.utils.module_loading import import_string

from quizzes import pools, tasks
from quizzes.engine.rulesets import ruleset
from quizzes.kinds.min_raise import KIND
from quizzes.models import Bucket, Drill


@pytest.mark.django_db(transaction=True)
def test_a_worker_fills_the_buckets_that_want_drills_and_leaves_the_others(
    celery_worker: subprocess.Popen[bytes],
) -> None:
    pools.standard_buckets()
    wanting = pools.bucket_for(KIND, 1, ruleset("tda"))
    Bucket.objects.exclude(pk=wanting.pk).update(dry=2)
    tasks.refill_pools.apply_async(ignore_result=False).get(timeout=120)
    tasks.refill_pools.apply_async(ignore_result=False).get(timeout=120)
    until = time.monotonic() + 30
    while wanting.size < pools.FIRST_DEPTH and time.monotonic() < until:
        time.sleep(0.1)
        wanting.refresh_from_db()
    assert wanting.size == pools.FIRST_DEPTH == Drill.objects.filter(bucket=wanting).count()
    assert not Drill.objects.exclude(bucket=wanting).exists()


@pytest.mark.django_db(transaction=True)
def test_a_worker_makes_the_months_of_the_attempts(celery_worker: subprocess.Popen[bytes]) -> None:
    assert tasks.ensure_partitions.apply_async(ignore_result=False).get(timeout=120) == [], "migrating has made them"


def test_a_task_whose_worker_dies_is_given_to_another() -> None:
    names = {"quizzes.tasks.refill_pools", "quizzes.tasks.fill_bucket", "quizzes.tasks.ensure_partitions"}
    assert names <= set(current_app.tasks)
    assert all(current_app.tasks[name].acks_late for name in names)


def test_what_the_schedule_names_is_a_task() -> None:
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert import_string(str(entry["task"])).name == entry["task"]
