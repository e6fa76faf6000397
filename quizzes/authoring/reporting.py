"""Problems with a question: told by a learner, kept with the exact drill and answer, looked at by the authors."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from quizzes import kinds, limits, notices
from quizzes.authoring.oversight import looked_after
from quizzes.learners import Learner
from quizzes.models import Attempt, Notice, Report
from quizzes.practising import sharing

LISTED = 50


class TooMany(Exception):
    """A learner reports more than anybody could look at."""


@transaction.atomic
def report(learner: Learner, spot: str, about: str, text: str, address: str) -> Report:
    """Keep what a learner says about a spot, with its version, our answer and the learner's last one, and mail it.

    A visitor without a key gets one, so that the reply can be found. Visitors are counted by network address too.
    Raises sharing.NoSpot for a spot that there is not, and TooMany.
    """
    drill, house = sharing.drill_of(spot)
    if limits.count("report", learner.key or address):
        raise TooMany
    if learner.user_id is None and limits.count("report_from", address):
        raise TooMany
    visitor = learner.visitor
    if not learner.key:
        visitor = uuid4()
        learner.session["visitor"] = visitor.hex
    made = Report.objects.create(
        drill=drill,
        ruleset=house,
        version=drill.bucket.version,
        answer=dict(kinds.KINDS[drill.bucket.kind].solve(drill.spot(house)).answer),
        response=_last_response(learner, drill.pk),
        user_id=learner.user_id,
        visitor=None if learner.user_id is not None else visitor,
        about=about,
        text=text,
        made_at=timezone.now(),
    )
    transaction.on_commit(partial(_mail, made), robust=True)
    return made


def reports_of(learner: Learner) -> QuerySet[Report]:
    """Return a learner's reports, the latest first."""
    if learner.user_id is not None:
        mine = Report.objects.filter(user=learner.user_id)
    else:
        mine = Report.objects.filter(visitor=learner.visitor) if learner.visitor else Report.objects.none()
    return mine.select_related("drill__bucket").order_by("-made_at")[:LISTED]


def for_desk(user: Any) -> QuerySet[Report]:
    """Return the reports about the drills that an account looks after, each with its drill, bucket and version."""
    return Report.objects.filter(looked_after(user, "drill__")).select_related(
        "drill__bucket", "drill__scenario_version"
    )


@transaction.atomic
def answer(report: Report, state: str, reply: str) -> None:
    """Say what became of a report. An account that reported it is told once that there is an answer."""
    report.state, report.reply = state, reply
    report.save(update_fields=["state", "reply"])
    if report.user_id is not None and state != Report.State.OPEN:
        values = {"kind": report.drill.bucket.kind}
        about = f"report-{report.pk}"
        notices.put([Notice(user_id=report.user_id, about=about, key="report-answered", values=values)])


def _last_response(learner: Learner, drill: int) -> object:
    if not learner.key:
        return None
    owner = {"user": learner.user_id} if learner.user_id is not None else {"visitor": learner.visitor}
    answered = Attempt.objects.filter(drill=drill, **owner).order_by("-issued_at")
    return answered.values_list("response", flat=True).first()


def _mail(made: Report) -> None:
    subject = f"Table Stakes: report {made.pk}, {made.about}"
    body = f"{made.text}\n\n{made.drill.bucket.kind}, drill {made.drill_id}, {made.ruleset}, version {made.version}"
    EmailMessage(subject, body, to=[settings.CONTACT or settings.SERVER_EMAIL]).send()
