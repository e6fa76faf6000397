"""Who corrects a question of exams: nobody their own exam, and no author what exams of others ask too. The key of a
question is the same in all exams, and so is whether it is faulty.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from quizzes.authoring import oversight
from quizzes.models import Drill
from trainer.accounts.models import User
from trainer.certification.blueprints import ALL_EXAMS
from trainer.certification.models import Correction, Sitting, SittingItem


class Barred(Exception):
    """Somebody else has to correct the question, or it has to be done later. Its text says why."""


def check(drill: Drill, way: str, by: User) -> None:
    """Raise Barred where somebody would judge their own exam, or marks in an exam that is another's. Three queries at
    most.
    """
    asked = _asked().filter(drill=drill)
    if asked.filter(_own(by)).exists():
        raise Barred(_("You were asked this question in an exam of your own, so somebody else has to correct it."))
    if _answers_for_all(by) or not asked.exclude(sitting__blueprint__author=by).exists():
        return
    if way == Correction.Way.CREDIT:
        raise Barred(_("Exams of others ask this question too. A manager has to give full marks for it."))
    raise Barred(_("Exams of others ask this question too. A manager has to correct its key."))


def barred(drill: Drill, by: User) -> str:
    """Return in words why somebody else has to correct the key of a question, "" where somebody may do it."""
    try:
        check(drill, Correction.Way.KEY, by)
    except Barred as error:
        return str(error)
    return ""


def may_correct(by: User, drill: str) -> Q:
    """Return which rows have a question that somebody may correct, see `check`; `drill` is the field of its drill."""
    out_of_reach = _own(by) if _answers_for_all(by) else _own(by) | ~Q(sitting__blueprint__author=by)
    return Q(~Exists(_asked().filter(out_of_reach, drill=OuterRef(drill))))


def _asked() -> QuerySet[SittingItem]:
    """Return the questions of all sittings that count."""
    return SittingItem.objects.filter(sitting__practice=False).exclude(sitting__state=Sitting.State.VOID)


def _own(by: User) -> Q:
    return Q(sitting__user=by) | Q(sitting__candidate__user=by)


def _answers_for_all(by: User) -> bool:
    """Return whether somebody answers for the exams of all: a manager, and who reviews what is kept for exams."""
    return by.has_perm(ALL_EXAMS) or oversight.reviews_exams(by)
