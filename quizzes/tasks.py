"""Celery's tasks: thin, each calls one function, and each can be done twice without harm."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from celery import shared_task
from django.utils import timezone

from quizzes import pools
from quizzes.authoring import hand_files, importing, templates
from quizzes.models import partitions
from quizzes.regrades import late, regrading
from quizzes.statistics import reading

FILL_EXPIRES = 300
"""Seconds until a batch that no worker got to is dropped: by then the next refill asks for it again."""

FILL_PRIORITY = 9
"""The last, as Valkey counts them: pools are filled when nobody waits for anything."""

SOON_PRIORITY = 6
"""Before that, with the exams': of pools in which a learner may soon find nothing."""

RESUME_EXPIRES = 600
"""Seconds until a file that no worker got to is dropped from the queue: it is asked for again every ten minutes."""


@shared_task
def refill_pools() -> None:
    """Ask for one batch of drills for every bucket that wants some."""
    for want in pools.below_target():
        priority = SOON_PRIORITY if want.soon else FILL_PRIORITY
        fill_bucket.apply_async((want.bucket_id, want.size), expires=FILL_EXPIRES, priority=priority)


@shared_task
def fill_bucket(bucket_id: int, size: int) -> int:
    """Add one batch of drills to a bucket that has fewer than so many. Return how many were added."""
    return pools.fill(bucket_id, size)


@shared_task
def ensure_partitions() -> list[str]:
    """Make the attempts' partitions for this month and the next two. Return the names of those made."""
    return partitions.ensure_partitions(timezone.now().date())


@shared_task
def regrade(regrade_id: int) -> None:
    """Do a regrade, or what is left of it."""
    regrading.run(regrade_id)


@shared_task
def resume_regrades() -> None:
    """Ask again for the regrades that are not done, since their task may be lost, and for those of late answers."""
    late.follow()
    for regrade_id in regrading.waiting():
        regrade.apply_async((regrade_id,), expires=FILL_EXPIRES)


@shared_task
def count_statistics() -> int:
    """Count how all drills do as questions. Return how many were counted."""
    return reading.count_all()


@shared_task
def count_statistic(drill_id: int) -> None:
    """Count how one drill does as a question."""
    reading.count_one(drill_id)


@shared_task
def import_file(job_id: int) -> None:
    """Go on with a file of documents from where it stands."""
    importing.go_on(job_id)


@shared_task
def resume_imports() -> None:
    """Ask for every file that is under way: the message that asked for it may be lost."""
    for job_id in importing.unfinished():
        import_file.apply_async((job_id,), expires=RESUME_EXPIRES)


@shared_task
def forget_imports() -> int:
    """Throw away files that were uploaded long ago. Return how many."""
    return importing.forget()


@shared_task
def forget_hand_files() -> int:
    """Forget the files of hands that are older than a day. Return how many there were."""
    return hand_files.forget_old(timezone.now())


@shared_task
def fill_template(version_id: int) -> None:
    """Add a batch of drills to a template's pool, and ask for the next one where it found some."""
    if templates.fill(version_id):
        fill_template.apply_async((version_id,), expires=FILL_EXPIRES, priority=FILL_PRIORITY)


@shared_task
def resume_templates() -> None:
    """Ask for every pool of a template that wants drills: the message that asked for it may be lost."""
    for version_id in templates.unfinished():
        fill_template.apply_async((version_id,), expires=FILL_EXPIRES, priority=FILL_PRIORITY)


GIVEN_UP: Mapping[str, Callable[[int], object]] = {
    "quizzes.tasks.import_file": importing.fail,
    "quizzes.tasks.fill_template": templates.give_up,
    "quizzes.tasks.regrade": regrading.hold_up,
}
"""What tells those who wait for a task, given its arguments, that it failed again and again."""
