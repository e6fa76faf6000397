"""The class of all of the site's tasks: each try is counted before it begins, see failures.py."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import Task
from django.db import DatabaseError
from django.utils import timezone

from trainer.operation.request_ids import TASK_HEADER

if TYPE_CHECKING:
    from trainer.operation.failures import Try

logger = logging.getLogger(__name__)


class Guarded(Task[..., Any]):
    """A task that goes aside when it fails again and again; whoever waits for it is told then, see quizzes/tasks.py."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do a task that a worker has taken up, and return what it does; None where it is put aside."""
        if self.request.called_directly:
            return self.run(*args, **kwargs)
        from trainer.operation import failures  # models are ready only after the apps

        asked_by = self.request.get(TASK_HEADER) or ""
        this = failures.Try(self.name, failures.kept_arguments(args, kwargs), str(self.request.id), asked_by)
        limit = timedelta(seconds=self.time_limit or self.app.conf.task_time_limit)
        if failures.begin(this, timezone.now(), limit).state == failures.State.ASIDE:
            self._give_up(args)
            return None
        try:
            done = self.run(*args, **kwargs)
        except Exception as error:
            self._failed(this, error, args)
            raise
        failures.succeeded(this)
        return done

    def _failed(self, this: Try, error: Exception, args: tuple[Any, ...]) -> None:
        """Note a try that failed. A database that is away can't be told; the error itself is logged all the same."""
        from trainer.operation import failures

        try:
            row = failures.failed(this, timezone.now(), error)
        except DatabaseError:
            logger.warning("%s %s: that it failed could not be noted", this.name, this.arguments)
            return
        if row.state == failures.State.ASIDE:
            self._give_up(args)

    def _give_up(self, args: tuple[Any, ...]) -> None:
        """Say that a task is put aside. Whoever waits for it may be told more than once."""
        from quizzes.tasks import GIVEN_UP

        logger.warning("%s is put aside", self.name)
        if self.name in GIVEN_UP:
            GIVEN_UP[self.name](*args)
