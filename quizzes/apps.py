"""The quizzes app."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connection
from django.db.models.signals import post_migrate
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class QuizzesConfig(AppConfig):
    name = "quizzes"
    verbose_name = _("quizzes")

    def ready(self) -> None:
        post_migrate.connect(_ensure_partitions, sender=self)


def _ensure_partitions(**_signal: Any) -> None:
    """Migrations run at every start, so the months are there also where no worker is."""
    from quizzes.models import partitions  # models are ready only after the apps

    if partitions.TABLE in connection.introspection.table_names():
        partitions.ensure_partitions(timezone.now().date())
