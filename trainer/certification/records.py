"""Whether what is stored of sittings and certificates is what their events tell.

Events of before an act told something say nothing of it, and that is not checked. Each fault is a sentence in English,
see `proving`, that names the column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Model
from django.utils import timezone

from trainer.accounts.models import User
from trainer.certification import audit, retention
from trainer.certification.certificates import full_name
from trainer.certification.models import Certificate, Event, Sitting
from trainer.certification.sittings import digest_of_answers, digest_of_questions

CHUNK = 500

Told = dict[str, Any]
"""What the events of a chain tell by their end, by the names of columns; `actor` is who began a sitting."""

SITTING = (
    *("candidate", "blueprint", "ticket", "practice", "ruleset", "state", "base_seconds", "factor", "started_at"),
    *("deadline", "submitted_at", "graded_at", "released_at", "points", "out_of", "passed"),
)
CERTIFICATE = (
    *("code", "status_index", "sitting", "candidate", "blueprint", "ruleset", "edition", "proctored", "issued_at"),
    *("expires_at", "revoked_at", "revoked_because"),
)

STATES = {
    "started": Sitting.State.OPEN,
    "submitted": Sitting.State.SUBMITTED,
    "time-up": Sitting.State.SUBMITTED,
    "graded": Sitting.State.GRADED,
    "voided": Sitting.State.VOID,
}
"""The acts after which a sitting is in another state."""

TIMES = {"submitted": "submitted_at", "time-up": "submitted_at", "graded": "graded_at", "released": "released_at"}
"""The columns of when an act was done. While one version of the site takes the place of another, an event may come from
before they were told, and what was known of them then holds no more.
"""

STILL_TO_COME = ("submitted_at", "graded_at", "released_at", "passed")

TELLING = {*STATES, "granted", "name-confirmed", "released"}
"""The acts whose details are columns of the sitting as they are."""


def faults() -> Iterator[str]:
    """Yield what is stored otherwise than told. A few queries for each CHUNK of rows."""
    sittings = Sitting.objects.select_related("candidate", "performance").prefetch_related("items__result")
    certificates = Certificate.objects.select_related("candidate")
    yield from _chunks(sittings.order_by("pk").iterator(CHUNK))
    yield from _chunks(certificates.order_by("pk").iterator(CHUNK))


def _chunks(rows: Iterator[Sitting | Certificate]) -> Iterator[str]:
    while chunk := list(islice(rows, CHUNK)):
        told = _told([audit.chain_of(row) for row in chunk])
        actors = {said[name] for said in told.values() for name in ("actor", "examiner") if said.get(name)}
        there = set(User.objects.filter(pk__in=actors).values_list("pk", flat=True))
        for row in chunk:
            chain = audit.chain_of(row)
            said = told.get(chain, {})
            wrong = _sitting(row, said, there) if isinstance(row, Sitting) else _certificate(row, said)
            yield from (f"{chain}: {each}" for each in wrong)


def _told(chains: Sequence[str]) -> dict[str, Told]:
    """Return what some chains tell by their end. One query."""
    found: dict[str, Told] = {}
    for event in Event.objects.filter(chain__in=chains).order_by("chain", "number").iterator(CHUNK):
        _add(found.setdefault(event.chain, {}), event)
    return found


def _add(said: Told, event: Event) -> None:
    """Let an event tell more, or something else than those before it."""
    act, details = event.act, event.details
    if act in TELLING:
        if act in TIMES:
            said.pop(TIMES[act], None)
        said |= details
    if act in STATES:
        said["state"] = STATES[act]
    if act == "started":
        said["actor"] = event.actor
        if "questions" in details:
            said |= dict.fromkeys(STILL_TO_COME)
    elif act == "graded" and "graded_at" in details:
        said["released_at"] = None
    elif act == "regraded" and "points" in said:
        before, after = details["before"], details["after"]
        said["passed"] = after["passed"]
        said |= {name: said[name] + after[name] - before[name] for name in ("points", "out_of")}
    elif act == "sheet-signed":
        said |= {"signed_at": None, **details, "examiner": event.actor}
    elif act == "issued":
        said |= {**details, "expires_at": details.get("expires"), "revoked_at": None, "revoked_because": ""}
    elif act == "revoked":
        said |= {"revoked_at": event.at.isoformat(), "revoked_because": details.get("because", "")}
    elif act == "erased":
        said["erased"] = True


def _sitting(sitting: Sitting, said: Told, there: set[int]) -> Iterator[str]:
    yield from _columns(sitting, said, SITTING)
    yield from _account(sitting, said, there)
    if "questions" in said and digest_of_questions(sitting.items.all()) != said["questions"]:
        yield "its questions are not those that it was begun with"
    yield from _answers(sitting, said)
    yield from _results(sitting)
    yield from _sheet(sitting, said, there)


def _columns(row: Model, said: Told, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if name in said and not _same(said[name], row.serializable_value(name)):
            yield f"{name} is not what its events tell"


def _same(told: Any, stored: Any) -> bool:
    if isinstance(stored, datetime):
        return told is not None and datetime.fromisoformat(told) == stored
    return str(told) == str(stored)


def _account(sitting: Sitting, said: Told, there: set[int]) -> Iterator[str]:
    """Whose a sitting is: whoever began it, or the account that theirs, which is gone, became part of; nobody once
    the candidate is erased.
    """
    user, began = sitting.user_id, said.get("actor")
    merged = user is not None and began not in there
    right = user is None if "erased" in said else began is None or user == began or merged
    if not right or user != sitting.candidate.user_id:
        yield "user is not the account that began it"


def _answers(sitting: Sitting, said: Told) -> Iterator[str]:
    """The answers, while they are kept: erasure empties the salt of their digest, and retention the answers."""
    if "answers" not in said or "erased" in said:
        return
    answers = [(item.place, item.response) for item in sorted(sitting.items.all(), key=lambda item: item.place)]
    if digest_of_answers(answers, sitting.candidate.salt) == said["answers"]:
        return
    kept_for = retention.PRACTICE if sitting.practice else retention.ANSWERS
    old = (sitting.submitted_at or sitting.deadline) <= timezone.now() - kept_for
    if not old or any(response is not None for _place, response in answers):
        yield "its answers are not those that were handed in"


def _results(sitting: Sitting) -> Iterator[str]:
    if sitting.points is None:
        return
    results = [item.result for item in sitting.items.all() if hasattr(item, "result")]
    if (sum(each.points for each in results), sum(each.out_of for each in results)) != (sitting.points, sitting.out_of):
        yield "the points of its questions do not come to its result"


def _sheet(sitting: Sitting, said: Told, there: set[int]) -> Iterator[str]:
    sheet = getattr(sitting, "performance", None)
    signed = sheet is not None and sheet.signed_at is not None
    if signed != ("marks" in said):
        yield "whether its performance sheet is signed, its events say otherwise"
    if sheet is None or not signed or "marks" not in said:
        return
    if sheet.marks != {str(number): mark for number, mark in enumerate(said["marks"])}:
        yield "the marks of its performance sheet are not those that were signed"
    if said["signed_at"] is not None and not _same(said["signed_at"], sheet.signed_at):
        yield "its performance sheet was signed at another time"
    if sheet.examiner_id != said["examiner"] and said["examiner"] in there:
        yield "its performance sheet was signed by somebody else"


def _certificate(certificate: Certificate, said: Told) -> Iterator[str]:
    """The name is that of the issue while the certificate stands: another name revokes it, and erasure empties it."""
    yield from _columns(certificate, said, CERTIFICATE)
    candidate = certificate.candidate
    if "name" not in said or certificate.revoked_at is not None or "erased" in said:
        return
    if said["name"] != audit.digest(full_name(candidate), candidate.salt):
        yield "it bears another name than the one that it was issued to"
