"""The classes app."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import pre_delete
from django.utils.translation import gettext_lazy as _


class ClassroomsConfig(AppConfig):
    name = "trainer.classrooms"
    verbose_name = _("Classes")

    def ready(self) -> None:
        # all of these need models, which are ready only after the apps
        from quizzes import house_rules, notices
        from quizzes.authoring import oversight, rechecking
        from quizzes.practising import untold
        from quizzes.signals import regraded as regrade_is_done
        from trainer.classrooms import (
            assignments,
            classes,
            classwork,
            copying,
            houses,
            intentions,
            messages,
            open_to,
            regraded,
            withdrawn,
        )
        from trainer.classrooms.models import Classroom

        user_logged_in.connect(intentions.join)
        copying.PARTS.append(assignments.copy_to)
        house_rules.SHARED.append(houses.shared_with)
        house_rules.STARTS.append(houses.starts_under)
        notices.TEXTS[messages.NOTICE] = messages.in_words
        notices.TEXTS[regraded.NOTICE] = regraded.in_words
        notices.TEXTS[withdrawn.NOTICE] = withdrawn.in_words
        rechecking.ASKED.append(withdrawn.asked)
        rechecking.REFUSED.append(withdrawn.take_out)
        regrade_is_done.connect(regraded.tell)
        pre_delete.connect(messages.forget_class, sender=Classroom)
        pre_delete.connect(regraded.forget_class, sender=Classroom)
        pre_delete.connect(withdrawn.forget_class, sender=Classroom)
        untold.OPEN.append(classwork.open_in)
        untold.OPEN_TO.append(open_to.open_to)
        oversight.NAMED.append(classes.taught_to)
