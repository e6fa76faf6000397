"""Appeals: a candidate objects to a question of a released result, and who writes exams answers.

The desk sees the question, its key and what was answered, and not whose it is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import CharField, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Concat
from django.http import Http404
from django.urls import reverse
from django.utils import translation

from quizzes.authoring import oversight
from trainer.accounts.models import User
from trainer.certification import audit, news, results
from trainer.certification.blueprints import AUTHOR, plan_of
from trainer.certification.certificates import exam_title
from trainer.certification.correctors import may_correct
from trainer.certification.models import Appeal, Correction, Event, ItemResult, Sitting
from trainer.classrooms import outbox

OPEN_FOR = timedelta(days=30)
"""So long after its release a result can be appealed: after that it stands."""

LONGEST = 2000
ANSWERS = (Appeal.State.UPHELD, Appeal.State.REJECTED)


class TooLate(Exception):
    """A result can't be appealed: it is not released yet, or was too long ago, or is practice."""


class Answered(Exception):
    """An appeal was answered before."""


def may_appeal(sitting: Sitting, now: datetime) -> bool:
    """Return whether a result can be appealed."""
    released = sitting.released_at
    return not sitting.practice and released is not None and now < released + OPEN_FOR and _is_seen(sitting)


@transaction.atomic
def appeal(row: ItemResult, text: str, now: datetime) -> Appeal:
    """Appeal a question of a released result, once: sent again, the first stays. Who answers is told by letter, unless
    another of the same sitting waits for them. Raises TooLate.
    """
    item = row.item
    sitting = Sitting.objects.select_for_update(of=("self",)).select_related("blueprint").get(pk=item.sitting_id)
    if not may_appeal(sitting, now):
        raise TooLate
    made, fresh = Appeal.objects.get_or_create(item=item, defaults={"text": text[:LONGEST], "made_at": now})
    if fresh:
        audit.append(sitting, "appealed", sitting.user_id, {"place": item.place, "appeal": made.pk})
        if not of(sitting).filter(state=Appeal.State.OPEN).exclude(pk=made.pk).exists():
            _ask(sitting)
    return made


def _ask(sitting: Sitting) -> None:
    """Write to who answers the appeals of a sitting: of their own exam its author, of one that came with the site the
    reviewers who were chosen for exams, and where none of them can the managers.
    """
    own = (sitting.user_id, sitting.candidate.user_id)
    managers = User.objects.filter(role=User.Role.MANAGER, is_active=True)
    for reader in _asked_first(sitting) or managers.exclude(pk__in=filter(None, own)):
        with translation.override(reader.language or settings.LANGUAGE_CODE):
            words = {"exam": exam_title(sitting.blueprint), "link": settings.SITE + reverse("appeals")}
        outbox.put([reader], "certification/letters/appeal_made", words)


def _asked_first(sitting: Sitting) -> list[User]:
    """Return who answers the appeals of a sitting before the managers do: never somebody whose own sitting it is."""
    own = (sitting.user_id, sitting.candidate.user_id)
    author = sitting.blueprint.author
    asked = [user for user in ([author] if author else oversight.exam_reviewers()) if user.has_perm(AUTHOR)]
    return [user for user in asked if user.pk not in own]


def answered_by(sitting: Sitting) -> Literal["author", "reviewer", "manager"]:
    """Return who answers the appeals of a sitting, as its candidate may know it."""
    if not _asked_first(sitting):
        return "manager"
    return "author" if sitting.blueprint.author else "reviewer"


def of(sitting: Sitting) -> QuerySet[Appeal]:
    """Return the appeals of a sitting, in the order of their questions."""
    return Appeal.objects.filter(item__sitting=sitting).select_related("item").order_by("item__place")


def desk(user: User) -> QuerySet[Appeal]:
    """Return the appeals that somebody answers: on their own exams; who was chosen to review what is kept for exams
    those on exams that came with the site too, and a manager all.

    Never those of their own sittings. First those that wait `to_correct` their question, where it is theirs to correct;
    then the open ones, the oldest before, and those that were answered last. Raises PermissionDenied for whoever writes
    no exams.
    """
    if not user.has_perm(AUTHOR):
        raise PermissionDenied
    rows = Appeal.objects.select_related("item__sitting__blueprint", "item__drill__bucket", "answered_by")
    if user.role != User.Role.MANAGER:
        exams = Q(item__sitting__blueprint__author=user)
        shipped = Q(item__sitting__blueprint__author=None)
        rows = rows.filter(exams | shipped if oversight.reviews_exams(user) else exams)
    own = Q(item__sitting__user=user) | Q(item__sitting__candidate__user=user)
    rows = rows.exclude(own).annotate(to_correct=to_correct_by(user))
    return rows.order_by("-to_correct", F("answered_at").desc(nulls_first=True), "made_at", "pk")


def find(user: User, pk: int) -> Appeal:
    """Return an appeal that somebody answers, who is then known to have read it: no exam asks them its question.

    Raises PermissionDenied as `desk` does, and Http404.
    """
    found = desk(user).filter(pk=pk).first()
    if found is None:
        raise Http404
    found.readers.add(user)
    return found


def row_of(appeal: Appeal) -> ItemResult:
    """Return the result of the question that an appeal is about."""
    return results.row_at(appeal.item.sitting, appeal.item.place)


@transaction.atomic
def answer(appeal: Appeal, state: str, reply: str, by: User, now: datetime) -> None:
    """Answer an appeal, which its candidate is told on the site and by letter too. Raises Answered; ValueError for no
    such state.
    """
    if state not in ANSWERS:
        raise ValueError(state)
    row = Appeal.objects.select_for_update(of=("self",)).select_related("item__sitting__user").get(pk=appeal.pk)
    if row.state != Appeal.State.OPEN:
        raise Answered
    row.state, row.reply, row.answered_by, row.answered_at = Appeal.State(state), reply[:LONGEST], by, now
    row.save(update_fields=["state", "reply", "answered_by", "answered_at"])
    sitting = row.item.sitting
    audit.append(sitting, "appeal-answered", by.pk, {"appeal": row.pk, "state": row.state.value}, why=reply)
    news.put_answered(sitting, row)
    tell(sitting, "certification/letters/appeal_answered", {"number": row.item.place})


def is_to_correct() -> Q:
    """Which appeals were upheld, and no result has changed: their question was not corrected in their sitting since,
    nor marked anew there by a correction that was going on. A void sitting waits for nothing.
    """
    through = Q(goes_on=False) | Q(looked_at__gte=OuterRef("item__sitting"))
    since = Correction.objects.filter(through, drill=OuterRef("item__drill"), made_at__gte=OuterRef("made_at"))
    chain = Concat(Value("sitting-"), Cast(OuterRef("item__sitting"), CharField()))
    regraded = Event.objects.filter(chain=chain, act="regraded", at__gte=OuterRef("made_at"))
    place = Cast(KT("details__place"), IntegerField())
    anew = regraded.alias(place=place).filter(place=OuterRef("item__place"))
    upheld = Q(state=Appeal.State.UPHELD) & ~Q(item__sitting__state=Sitting.State.VOID)
    return Q(~Exists(since), ~Exists(anew)) & upheld


def to_correct_by(user: User) -> Q:
    """Which appeals are `is_to_correct` by somebody."""
    return is_to_correct() & may_correct(user, "item__drill")


def waits_for_correction(appeal: Appeal) -> bool:
    """Return whether an appeal `is_to_correct`. One query for one that was upheld."""
    return appeal.state == Appeal.State.UPHELD and Appeal.objects.filter(is_to_correct(), pk=appeal.pk).exists()


def tell(sitting: Sitting, template: str, context: dict[str, object]) -> None:
    """Write a letter about a result to its candidate, where the account is still there."""
    if sitting.user is not None:
        link = settings.SITE + reverse("sitting_result", args=[sitting.key])
        outbox.put([sitting.user], template, {"link": link, **context})


def _is_seen(sitting: Sitting) -> bool:
    return results.shown(sitting, plan_of(sitting.blueprint)).verdict
