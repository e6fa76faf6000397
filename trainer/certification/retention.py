"""How long what is personal in exams is kept; what is older is emptied each night. The privacy page says the same.

Events and certificates stay: they prove what was done and hold no names, and each place of a certificate is in a
published list. Results stay as numbers, by which the quality of questions is measured.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from trainer.certification import erasure, tickets
from trainer.certification.models import Candidate, Certificate, ItemResult, Sitting, SittingItem, Ticket

TICKETS = timedelta(days=30)
"""After a room was closed, tickets whose sitting never began: who came late has come by then."""

DEVICES = timedelta(days=30)
"""After a sitting was handed in, the key of its browser: it only told a second window from the first."""

PRACTICE = timedelta(days=90)
"""After a practice exam, its answers and their feedback: people prepare for some weeks."""

ANSWERS = timedelta(days=3 * 365)
"""After a sitting was handed in, its answers, and what people wrote about it: an appeal, or a correction of a question,
needs them. Where its certificate is valid for longer, until that ends."""

NAMES = timedelta(days=5 * 365)
"""After a candidate's last certificate ended, or the last sitting where there is none, the names: whoever checks an old
certificate still finds whose it was."""

BATCH = 500

logger = logging.getLogger(__name__)


def keep_to(now: datetime) -> dict[str, int]:
    """Empty what is older than it may be, and return how many rows that were, by what they are."""
    return {
        "tickets": _take_tickets_back(now),
        "devices": _sat(now - DEVICES).exclude(device="").update(device=""),
        "answers": _empty_answers(now),
        "names": _erase_names(now),
    }


def _take_tickets_back(now: datetime) -> int:
    """Take tickets off their lists. One that can't be taken off is logged and stops no other."""
    old = Ticket.objects.filter(room__closed_at__lte=now - TICKETS, sitting=None)
    taken = 0
    for ticket in old.order_by("pk"):
        try:
            tickets.take_back(ticket)
            taken += 1
        except Exception:
            logger.exception("ticket %s could not be taken back", ticket.pk)
    return taken


def _sat(until: datetime) -> QuerySet[Sitting]:
    """Return the sittings that were handed in, or made void and over, by then."""
    done = Sitting.objects.exclude(state=Sitting.State.OPEN)
    return done.annotate(over_at=Coalesce("submitted_at", "deadline")).filter(over_at__lte=until)


def _empty_answers(now: datetime) -> int:
    valid = Certificate.objects.filter(sitting=OuterRef("pk"), revoked_at=None, expires_at__gt=now)
    exams = _sat(now - ANSWERS).filter(~Exists(valid), practice=False)
    emptied = 0
    for old in (_sat(now - PRACTICE).filter(practice=True), exams):
        with_answers = SittingItem.objects.filter(sitting=OuterRef("pk"), response__isnull=False)
        while batch := list(old.filter(Exists(with_answers)).order_by("pk").values_list("pk", flat=True)[:BATCH]):
            emptied += _empty(batch)
    return emptied


@transaction.atomic
def _empty(sittings: list[int]) -> int:
    """Empty the answers of some sittings, as typed and as read, and what was written about these."""
    ItemResult.objects.filter(item__sitting__in=sittings).update(response=None)
    erasure.empty_texts(Sitting.objects.filter(pk__in=sittings), Certificate.objects.filter(sitting__in=sittings))
    return SittingItem.objects.filter(sitting__in=sittings, response__isnull=False).update(response=None)


def _erase_names(now: datetime) -> int:
    """Erase candidates whose time is over. One who never sat keeps the name until the account, or the ticket, goes."""
    certified = Certificate.objects.filter(candidate=OuterRef("pk"), expires_at__gt=now - NAMES)
    sat = Sitting.objects.filter(candidate=OuterRef("pk"))
    lately = sat.filter(started_at__gt=now - NAMES)
    old = Candidate.objects.filter(~Exists(certified), ~Exists(lately), Exists(sat), erased_at=None)
    found = list(old.order_by("pk")[:BATCH])
    for candidate in found:
        erasure.erase(candidate)
    return len(found)
