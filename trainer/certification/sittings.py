"""A candidate's way through an exam: start, save, another device, hand in; and what a proctor does to a sitting.

Each act is one transaction with its event. Saving alone has none of its own, since it is done every few seconds: the
event of handing in holds a digest of all that was saved.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any, Literal
from uuid import UUID

from celery import current_app
from django.db import connection, transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from trainer.accounts.models import User
from trainer.certification import audit, certificates, items, retakes
from trainer.certification.blueprints import plan_of
from trainer.certification.candidates import candidate_of, is_named
from trainer.certification.models import Blueprint, Candidate, Grant, Sitting, SittingItem, Ticket
from trainer.classrooms.models import Membership

USUAL_FACTOR = 100
TASK = "trainer.certification.tasks.grade"

Typed = Mapping[str, Sequence[str]]
"""The answer's fields of a form as they were typed, without the form's own."""

Hindrance = Literal["closed", "room", "name", "another", "retake", "held", "questions"]
Refusal = Literal["over", "elsewhere", "older", "none"]


class NotYet(Exception):
    """Somebody can't begin an exam.

    closed     it is not offered, or its room is not open
    room       a part of it is done before an examiner, so it is sat in a room only
    name       there is no name that a certificate could bear
    another    another sitting of theirs is open
    retake     days or practice are still to come after the last try, see `retakes`
    held       they hold a certificate of it that can't be renewed yet
    questions  too few questions are left that they have not met
    """

    def __init__(self, reason: Hindrance) -> None:
        super().__init__(reason)
        self.reason = reason


class Over(Exception):
    """A sitting is not open any more, so that nothing can be given to it."""


class NotSaved(Exception):
    """An answer was not saved, and nothing else was either.

    over       the time is up, or the sitting was handed in or is void
    elsewhere  the sitting goes on in another window or on another device
    older      a later answer to the question is there, saved as number `number`
    none       this account has no such question
    """

    def __init__(self, reason: Refusal, number: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.number = number


@dataclass(frozen=True, slots=True)
class Saved:
    """What was saved: when, as which number, of which drill under which house; and when the sitting ends."""

    at: datetime
    number: int
    drill: int
    ruleset: str
    deadline: datetime


def find(key: UUID, user_id: int) -> Sitting:
    """Return an account's sitting. Raises Sitting.DoesNotExist for what is another's."""
    return Sitting.objects.select_related("blueprint", "candidate").get(key=key, user=user_id)


def current(user_id: int) -> Sitting | None:
    """Return an account's open sitting."""
    return Sitting.objects.filter(user=user_id, state=Sitting.State.OPEN).order_by("-started_at").first()


def factor_of(user: User) -> int:
    """Return how much of the usual time an account gets, in hundredths: the most that one of its classes gives it."""
    learns = Membership.objects.filter(learner=user, role=Membership.Role.LEARNER, classroom__ended_at=None)
    return max(USUAL_FACTOR, learns.aggregate(most=Max("time_factor"))["most"] or USUAL_FACTOR)


def seconds_for(blueprint: Blueprint, factor: int) -> int:
    """Return the time that an exam gives under a factor, in whole seconds."""
    return blueprint.minutes * 60 * factor // 100


def time_for(blueprint: Blueprint, factor: int) -> timedelta:
    """Return the time that an exam gives under a factor."""
    return timedelta(seconds=seconds_for(blueprint, factor))


@transaction.atomic
def start(
    user: User,
    blueprint: Blueprint,
    *,
    practice: bool = False,
    ticket: Ticket | None = None,
    device: str,
    now: datetime,
) -> Sitting:
    """Begin an exam and return the sitting, with a form of its own; the same one where it was begun already.

    `device` is the key of the browser. The deadline stands from here on, but for grants. Raises NotYet.
    """
    candidate = Candidate.objects.select_for_update().get(pk=(ticket.candidate if ticket else candidate_of(user)).pk)
    going_on = candidate.sittings.filter(state=Sitting.State.OPEN).first()
    if going_on is not None and going_on.deadline <= now:
        submit(going_on, now, late=True)
    elif going_on is not None:
        begun = going_on.blueprint_id, going_on.practice, going_on.ticket_id
        if begun != (blueprint.pk, practice, ticket.pk if ticket else None):
            raise NotYet("another")
        return going_on
    _check(user, candidate, blueprint, practice, ticket, now)
    factor = max(factor_of(user), ticket.factor if ticket else USUAL_FACTOR)
    sitting = Sitting.objects.create(
        blueprint=blueprint,
        candidate=candidate,
        user=user,
        ticket=ticket,
        practice=practice,
        ruleset=blueprint.ruleset,
        started_at=now,
        base_seconds=blueprint.minutes * 60,
        factor=factor,
        deadline=now + time_for(blueprint, factor),
        device=device,
    )
    asked = _deal(sitting, user)
    _close_tools(sitting, sitting.deadline)
    audit.append(sitting, "started", user.pk, _begun(sitting, candidate, asked))
    return sitting


def save(key: UUID, place: int, typed: Typed, *, user_id: int, device: str, number: int, now: datetime) -> Saved:
    """Keep an answer as it was typed, graded or readable or not. One statement; once it returns the answer is stored.

    `number` counts the candidate's saves of this question: a save that comes late never takes the place of a later one,
    and one that is sent again is the same. Raises NotSaved.
    """
    answered = any(text.strip() for texts in typed.values() for text in texts)
    response = json.dumps({name: list(texts) for name, texts in typed.items()}) if answered else None
    values: dict[str, Any] = {"key": key, "user": user_id, "device": device, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(_SAVE, {**values, "place": place, "number": number, "response": response})
        row = cursor.fetchone()
    if row is None:
        raise _why_not(key, place, user_id, device, now)
    return Saved(now, number, *row)


def flag(sitting: Sitting, place: int) -> None:
    """Mark a question to come back to, or take the mark away."""
    open_items = sitting.items.filter(place=place, sitting__state=Sitting.State.OPEN)
    open_items.update(flagged=~F("flagged"))


@transaction.atomic
def take_over(sitting: Sitting, device: str) -> None:
    """Let another window or device go on with a sitting: the one before saves nothing more. Raises Over."""
    row = _locked(sitting)
    if row.state != Sitting.State.OPEN:
        raise Over
    row.device = sitting.device = device
    row.save(update_fields=["device"])
    audit.append(row, "taken-over", row.user_id, {"device": audit.digest(device, "")[:12]})


@transaction.atomic
def leave(sitting: Sitting, away: bool) -> None:
    """Note that the candidate left the exam's tab, or came back to it. Nothing follows from it."""
    audit.append(sitting, "left" if away else "back", sitting.user_id)


@transaction.atomic
def submit(sitting: Sitting, now: datetime, *, late: bool = False) -> bool:
    """Hand a sitting in as it stands and have it graded. Return False where that was done before.

    `late` is the end of the time: it does nothing to a sitting whose deadline has moved meanwhile.
    """
    row = _locked(sitting)
    if row.state != Sitting.State.OPEN or (late and row.deadline > now):
        return False
    row.state, row.submitted_at = Sitting.State.SUBMITTED, min(now, row.deadline)
    row.save(update_fields=["state", "submitted_at"])
    _close_tools(row, None)
    responses = list(row.items.order_by("place").values_list("place", "response"))
    answered = sum(response is not None for _place, response in responses)
    details = {
        "answered": answered,
        "asked": len(responses),
        "answers": digest_of_answers(responses, row.candidate.salt),
        "submitted_at": row.submitted_at.isoformat(),
    }
    audit.append(row, "time-up" if late else "submitted", None if late else row.user_id, details)
    transaction.on_commit(lambda: _ask_to_grade(row.pk), robust=True)
    sitting.state, sitting.submitted_at = row.state, row.submitted_at
    return True


def digest_of_answers(responses: Sequence[tuple[int, Any]], salt: str) -> str:
    """Return what the event of handing in holds of all answers, which come by place, in its order."""
    return audit.digest(json.dumps(responses, sort_keys=True), salt)


def digest_of_questions(asked: Iterable[SittingItem]) -> str:
    """Return what the event of the beginning holds of all questions: the place, the section and the drill of each. It
    tells of nobody, so it has no salt and can be checked for as long as there is the sitting.
    """
    return audit.digest(json.dumps(sorted((item.place, item.section, item.drill_id) for item in asked)), "")


@transaction.atomic
def grant(sitting: Sitting, seconds: int, reason: str, by: User) -> Grant:
    """Give a sitting more time, for a reason that the candidate sees. Raises Over where it is not open any more, or its
    time is up: what was saved by then counts, though it may not be handed in yet.
    """
    row = _locked(sitting)
    if row.state != Sitting.State.OPEN or row.deadline <= timezone.now():
        raise Over
    row.deadline += timedelta(seconds=seconds)
    row.save(update_fields=["deadline"])
    _close_tools(row, row.deadline)
    given = Grant.objects.create(sitting=row, seconds=seconds, reason=reason, by=by)
    details = {"seconds": seconds, "deadline": row.deadline.isoformat()}
    audit.append(row, "granted", by.pk, details, why=reason)
    sitting.deadline = row.deadline
    return given


@transaction.atomic
def void(sitting: Sitting, reason: str, by: User, *, against: bool = False) -> bool:
    """Declare a sitting void: it counts for nothing. Return False where it was void before.

    What it was worth stays on record; a certificate that stands on it is revoked. `against` is whether the candidate
    broke the rules, so that the next try waits, see `retakes`: after one that was told to be failed it does so anyway.
    """
    row = _locked(sitting)
    if row.state == Sitting.State.VOID:
        return False
    if row.state == Sitting.State.OPEN:
        _close_tools(row, None)
    row.state = sitting.state = Sitting.State.VOID
    row.save(update_fields=["state"])
    audit.append(row, "voided", by.pk, {"against": True} if against else None, why=reason)
    for certificate in row.certificates.filter(revoked_at=None):
        certificates.revoke(certificate, certificates.Because.VOID, by, reason)
    return True


def _locked(sitting: Sitting) -> Sitting:
    """Return a sitting as it is, locked until the transaction ends: no save comes in between."""
    rows = Sitting.objects.select_for_update(of=("self",)).select_related("candidate")
    return rows.get(pk=sitting.pk)


def _check(
    user: User, candidate: Candidate, blueprint: Blueprint, practice: bool, ticket: Ticket | None, now: datetime
) -> None:
    if ticket is not None:
        room = ticket.room
        if room.blueprint_id != blueprint.pk or room.opened_at is None or room.closed_at is not None:
            raise NotYet("closed")
    elif not blueprint.open:
        raise NotYet("closed")
    if practice:
        return
    if ticket is None and plan_of(blueprint).weight:
        raise NotYet("room")
    if not is_named(candidate):
        raise NotYet("name")
    retake = retakes.before_next(user.pk, blueprint, now, proctored=ticket is not None)
    if not retake.ready:
        raise NotYet("held" if retake.renew_from else "retake")


def _deal(sitting: Sitting, user: User) -> list[SittingItem]:
    """Give a sitting its questions, and return them."""
    avoid = items.met_by(user.pk, practice=sitting.practice)
    try:
        form = items.assemble(sitting.blueprint, avoid, SystemRandom(), practice=sitting.practice)
    except items.Exhausted as error:
        raise NotYet("questions") from error
    return SittingItem.objects.bulk_create(
        SittingItem(sitting=sitting, place=place, section=asked.section, drill=asked.drill)
        for place, asked in enumerate(form, 1)
    )


def _begun(sitting: Sitting, candidate: Candidate, asked: Iterable[SittingItem]) -> dict[str, str | int | bool]:
    return {
        "candidate": str(candidate.pk),
        "name": audit.digest(candidate.name, candidate.salt),
        "printed_name": audit.digest(candidate.printed_name, candidate.salt),
        "blueprint": sitting.blueprint_id,
        "ruleset": sitting.ruleset,
        "practice": sitting.practice,
        "started_at": sitting.started_at.isoformat(),
        "base_seconds": sitting.base_seconds,
        "factor": sitting.factor,
        "deadline": sitting.deadline.isoformat(),
        "questions": digest_of_questions(asked),
    }


def _close_tools(sitting: Sitting, until: datetime | None) -> None:
    """Say until when whatever could help is closed to a candidate's account, None to open it."""
    User.objects.filter(sittings=sitting).update(exam_until=until)


def _ask_to_grade(pk: int) -> None:
    """Have the worker grade a sitting. A broker that is away is not waited for: the sweep finds the sitting."""
    current_app.send_task(TASK, (pk,), retry=False, ignore_result=True)


def _why_not(key: UUID, place: int, user_id: int, device: str, now: datetime) -> NotSaved:
    asked = SittingItem.objects.select_related("sitting").defer("response")
    item = asked.filter(Q(sitting__key=key, sitting__user=user_id), place=place).first()
    if item is None:
        return NotSaved("none")
    if item.sitting.state != Sitting.State.OPEN or item.sitting.deadline <= now:
        return NotSaved("over")
    return NotSaved("older", item.saves) if item.sitting.device == device else NotSaved("elsewhere", item.saves)


_SAVE = f"""
WITH held AS (
    SELECT id, ruleset, deadline FROM {Sitting._meta.db_table}
    WHERE key = %(key)s AND user_id = %(user)s AND state = 'open' AND device = %(device)s AND deadline > %(now)s
    FOR SHARE
)
UPDATE {SittingItem._meta.db_table} AS item
SET response = %(response)s::jsonb, saved_at = %(now)s, saves = %(number)s
FROM held WHERE item.sitting_id = held.id AND item.place = %(place)s
AND (item.saves < %(number)s OR (item.saves = %(number)s AND item.response IS NOT DISTINCT FROM %(response)s::jsonb))
RETURNING item.drill_id, held.ruleset, held.deadline
"""
"""Saves one answer. The shared lock keeps whoever hands in or grades from reading before it is stored."""
