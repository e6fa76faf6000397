"""The classes app."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class ClassroomsConfig(AppConfig):
    name = "trainer.classrooms"
    verbose_name = _("Classes")

    def ready(self) -> None:
        from quizzes import house_rules, oversight  # all of these need models, which are ready only after the apps
        from trainer.classrooms import assignments, classes, copying, houses, intentions

        user_logged_in.connect(intentions.join)
        copying.PARTS.append(assignments.copy_to)
        house_rules.SHARED.append(houses.shared_with)
        oversight.NAMED.append(classes.taught_to)
