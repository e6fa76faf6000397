"""A candidate's file: all that is kept of a person's exams, as values that JSON can hold once times are text.

No question of the reserve is in it, and no key: a file goes where nobody watches over it. What an answer was worth is
in it as far as the result is released.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet

from trainer.accounts.models import User
from trainer.certification import grading, results
from trainer.certification.blueprints import plan_of
from trainer.certification.models import Appeal, Candidate, Certificate, Event, Grant, Sitting, SittingItem, Ticket

TELL_RESULTS = ("graded", "regraded", "sheet-signed")
"""Acts whose events say what an answer or a sitting was worth."""

_SITTING = ("started_at", "base_seconds", "factor", "deadline", "submitted_at", "state", "practice", "ruleset")
_CERTIFICATE = ("code", "ruleset", "edition", "proctored", "issued_at", "expires_at", "revoked_at", "revoked_because")
_EVENT = ("number", "at", "actor", "act", "details", "salt", "before", "hash")


def of_account(user: User) -> dict[str, Any] | None:
    """Return the file of an account's candidate, None where there is none."""
    candidate = Candidate.objects.filter(user=user).first()
    return of_candidate(candidate) if candidate else None


def staffs_of(user: User) -> dict[str, Any]:
    """Return the staffs that an account manages, and those that see its certificates."""
    managed = user.staffs.order_by("pk").values("name", "house", "made_at")
    seen_by = user.staff_places.order_by("pk").values("agreed_at", name=F("staff__name"))
    return {"managed": list(managed), "seen_by": list(seen_by)}


def appeals_read_by(user: User) -> list[dict[str, Any]]:
    """Return the appeals whose question an account has read with its key, so that no exam asks them that."""
    read = Appeal.objects.filter(readers=user).order_by("pk").values("pk", "made_at")
    return [dict(appeal) for appeal in read]


def of_candidate(candidate: Candidate) -> dict[str, Any]:
    """Return the file of a candidate: names, tickets, all sittings and certificates with their events."""
    tickets = Ticket.objects.filter(candidate=candidate).order_by("pk")
    return {
        "candidate": str(candidate.pk),
        "name": candidate.name,
        "printed_name": candidate.printed_name,
        "shown": candidate.shown,
        "tickets": list(tickets.values("number", "used_at", "confirmed_at", room_name=F("room__name"))),
        "sittings": [_sitting(sitting) for sitting in _rows().filter(candidate=candidate)],
        "certificates": [
            _certificate(each) for each in candidate.certificates.select_related("blueprint").order_by("pk")
        ],
    }


def of_sitting(sitting: Sitting) -> dict[str, Any]:
    """Return the file of one sitting and its certificates, for the proctor who looked after it."""
    return {
        "candidate": str(sitting.candidate_id),
        "name": sitting.candidate.name,
        "printed_name": sitting.candidate.printed_name,
        "sittings": [_sitting(row) for row in _rows().filter(pk=sitting.pk)],
        "certificates": [
            _certificate(each) for each in sitting.certificates.select_related("blueprint").order_by("pk")
        ],
    }


def for_staff(candidate: Candidate) -> dict[str, Any]:
    """Return what a card room sees of somebody who agreed to it: certificates, and what is released of results."""
    return {
        "name": candidate.printed_name or candidate.name,
        "certificates": [
            _certified(each) for each in candidate.certificates.select_related("blueprint").order_by("pk")
        ],
        "results": [
            {"exam": sitting.blueprint.slug, "started_at": sitting.started_at, **_released(sitting)}
            for sitting in _rows().filter(candidate=candidate, practice=False, released_at__isnull=False)
        ],
    }


def _released(sitting: Sitting) -> dict[str, Any]:
    """Return whether a sitting is passed, and its points as the exam counts them, as far as its candidate sees them."""
    plan = plan_of(sitting.blueprint)
    shown = results.shown(sitting, plan)
    verdict = {"passed": sitting.passed} if shown.verdict else {}
    if not shown.score:
        return verdict
    points = results.points_of(sitting, plan, grading.marked(sitting))
    return {**verdict, "points": points.written, "out_of": points.out_of, "percent": points.exact}


def _rows() -> QuerySet[Sitting]:
    return Sitting.objects.select_related("blueprint", "candidate", "ticket__room").order_by("started_at", "pk")


def _sitting(sitting: Sitting) -> dict[str, Any]:
    shown = results.shown(sitting, plan_of(sitting.blueprint))
    return {
        **{field: getattr(sitting, field) for field in _SITTING},
        **_released(sitting),
        "key": str(sitting.key),
        "exam": sitting.blueprint.slug,
        "version": sitting.blueprint.number,
        "grants": list(Grant.objects.filter(sitting=sitting).order_by("pk").values("seconds", "reason", "made_at")),
        "answers": _answers(sitting, with_results=shown.feedback),
        "appeals": _appeals(sitting),
        "events": _events(f"sitting-{sitting.pk}", without=() if shown.score else TELL_RESULTS),
    }


def _answers(sitting: Sitting, *, with_results: bool) -> list[dict[str, Any]]:
    """Return what was answered, question by question: its kind, never the question itself."""
    fields = ("place", "section", "response", "saved_at", "saves", "flagged")
    worth = {each: F(f"result__{each}") for each in ("points", "out_of", "right", "misconceptions") if with_results}
    items = SittingItem.objects.filter(sitting=sitting).order_by("place")
    return list(items.values(*fields, kind=F("drill__bucket__kind"), **worth))


def _appeals(sitting: Sitting) -> list[dict[str, Any]]:
    found = Appeal.objects.filter(item__sitting=sitting).order_by("pk")
    told = found.values("text", "made_at", "state", "reply", "answered_at", place=F("item__place"))
    return [dict(appeal) for appeal in told]


def _certified(certificate: Certificate) -> dict[str, Any]:
    """Return what a certificate says, without the reasons that are in its events for the audit alone."""
    told = {field: getattr(certificate, field) for field in _CERTIFICATE}
    return {**told, "exam": certificate.blueprint.slug}


def _certificate(certificate: Certificate) -> dict[str, Any]:
    return {**_certified(certificate), "events": _events(f"certificate-{certificate.pk}")}


def _events(chain: str, without: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the events of a chain with their reasons; of some acts neither these nor what they tell, nor the salt by
    which that could be tried out on the hash.
    """
    events = Event.objects.filter(chain=chain).order_by("number")
    found = list(events.values(*_EVENT, reason=F("note__text"), digest_of_reason=F("why")))
    hidden = dict.fromkeys(("details", "salt", "reason"))
    return [{**event, **hidden} if event["act"] in without else event for event in found]
