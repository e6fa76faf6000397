"""Celery's application: it finds the tasks in each app's tasks.py."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")

app = Celery("trainer", task_cls="trainer.operation.guarded:Guarded")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
