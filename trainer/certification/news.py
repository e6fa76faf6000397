"""What a candidate is told on the site of an appeal: that it was answered, with where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from quizzes import notices
from quizzes.models import Notice
from quizzes.wording.authored import in_language
from trainer.certification.models import Appeal, Sitting

NOTICE = "appeal-answered"
"""The key of these notices."""


def put_answered(sitting: Sitting, appeal: Appeal) -> None:
    """Put the notice of an answered appeal for its candidate, where the account is still there."""
    if sitting.user_id is None:
        return
    values = {"exam": sitting.blueprint.plan["title"], "sitting": str(sitting.key), "number": appeal.item.place}
    notices.put([Notice(user_id=sitting.user_id, about=f"{NOTICE}-{appeal.pk}", key=NOTICE, values=values)])


def in_words(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """Return the sentence of a notice, and the address of the question with the answer beside it."""
    said = _("Your appeal of question %(number)s in “%(exam)s” was answered.")
    named = {"number": values["number"], "exam": in_language(values["exam"])}
    return (said % named,), reverse("sitting_result_question", args=[values["sitting"], values["number"]]) + "#appeal"
