"""The certification app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CertificationConfig(AppConfig):
    name = "trainer.certification"
    verbose_name = _("Certification")

    def ready(self) -> None:
        from django.db.models.signals import pre_delete

        from quizzes import (  # all of these need models, which are ready only after the apps
            content,
            house_rules,
            notices,
            spotted,
        )
        from quizzes.authoring import rechecking
        from trainer.accounts import personal
        from trainer.accounts.models import User
        from trainer.certification import blueprints, candidates, erasure, exposure, files, houses, items, news
        from trainer.classrooms import merging

        content.LOADERS.append(blueprints.loaded_lines)
        rechecking.ALSO.append(items.recheck)
        notices.TEXTS[news.NOTICE] = news.in_words
        house_rules.SHARED.append(houses.shared_with)
        spotted.LISTENERS.append(exposure.noted)
        merging.OBSTACLES += [candidates.both_sat, candidates.in_an_exam]
        pre_delete.connect(erasure.account_goes, sender=User)
        personal.LOSSES.append(erasure.losses)
        personal.EXPORTS |= {"exams": files.of_account, "staffs": files.staffs_of}
        personal.EXPORTS["appeals_read"] = files.appeals_read_by
