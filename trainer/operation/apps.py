"""The operation app: it keeps tasks that failed, and listens to requests, answers and tasks."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationConfig(AppConfig):
    name = "trainer.operation"
    label = "operation"
    verbose_name = _("operation")

    def ready(self) -> None:
        from trainer.operation import metrics, request_ids, tasks_seen  # models are ready only after the apps

        request_ids.follow_tasks()
        metrics.count_answers()
        tasks_seen.watch()
