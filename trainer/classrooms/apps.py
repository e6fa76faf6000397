"""The classes app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassroomsConfig(AppConfig):
    name = "trainer.classrooms"
    verbose_name = _("Classes")
