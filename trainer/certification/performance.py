"""The performance sheet: what an examiner marks at the table beside the written part, signed once.

How its marks enter the total is decided in `scores.decide`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import translation

from trainer.accounts.models import User
from trainer.certification import audit, grading
from trainer.certification.blueprints import plan_of
from trainer.certification.models import PerformanceSheet, Room, Sitting
from trainer.certification.plans import Plan
from trainer.certification.rooms import may_look_after
from trainer.classrooms import outbox

MARK_DIGITS = 3
REMIND_AFTER = timedelta(days=1)
"""After a room was closed, whoever looks after it is reminded of the sheets that are still to be signed."""

REMIND_AGAIN, REMIND_FOR = timedelta(days=7), timedelta(days=60)
"""So often, and for so long after the close."""


class Fixed(Exception):
    """The sheet is signed, or its sitting is decided or void: its marks do not change any more."""


class BadMarks(ValueError):
    """Marks that can't be. `parts` are the numbers of the parts, from 0 on, whose mark is missing or out of range."""

    def __init__(self, parts: Sequence[int]) -> None:
        super().__init__(", ".join(map(str, parts)))
        self.parts = tuple(parts)


def wanted(sitting: Sitting, plan: Plan) -> bool:
    """Return whether a sheet belongs to a sitting. A practice exam is written alone."""
    return plan.weight > 0 and not sitting.practice


def may_examine(user: User, sitting: Sitting) -> bool:
    """Return whether somebody may mark a sitting: who looks after its room, and never its candidate."""
    if sitting.ticket is None or user.pk in (sitting.user_id, sitting.candidate.user_id):
        return False
    return may_look_after(user, sitting.ticket.room)


def read_marks(plan: Plan, typed: Mapping[int, str]) -> tuple[int, ...]:
    """Return the marks that were typed, part by part: each a whole number from 0 to what the part gives.

    `typed` has them by the numbers of the parts, from 0 on. Raises BadMarks.
    """
    bad = [number for number, part in enumerate(plan.parts) if not _is_mark(typed.get(number, ""), part.marks)]
    if bad:
        raise BadMarks(bad)
    return tuple(int(typed[number]) for number in range(len(plan.parts)))


@transaction.atomic
def sign(sitting: Sitting, marks: Sequence[int], remark: str, examiner: User, now: datetime) -> PerformanceSheet:
    """Sign the sheet of a sitting: its marks are fixed, and a sitting that waited for them is graded.

    Raises PermissionDenied for whoever may not examine it, Fixed, and BadMarks.
    """
    rows = Sitting.objects.select_for_update(of=("self",)).select_related("ticket__room", "candidate", "blueprint")
    row = rows.get(pk=sitting.pk)
    if not may_examine(examiner, row):
        raise PermissionDenied
    plan = plan_of(row.blueprint)
    if not wanted(row, plan) or row.state in (Sitting.State.GRADED, Sitting.State.VOID):
        raise Fixed
    _check(plan, marks)
    sheet, _made = PerformanceSheet.objects.select_for_update().get_or_create(sitting=row)
    if sheet.signed_at is not None:
        raise Fixed
    sheet.examiner, sheet.remark, sheet.signed_at = examiner, remark, now
    sheet.marks = {str(number): mark for number, mark in enumerate(marks)}
    sheet.save()
    audit.append(row, "sheet-signed", examiner.pk, {"marks": list(marks), "signed_at": now.isoformat()}, why=remark)
    grading.grade(row.pk, now)
    return sheet


def to_sign() -> QuerySet[Sitting]:
    """Return the sittings whose written part is graded and whose sheet is still to be signed: they wait for it."""
    signed = PerformanceSheet.objects.filter(sitting=OuterRef("pk"), signed_at__isnull=False)
    written = Sitting.objects.filter(state=Sitting.State.SUBMITTED, points__isnull=False, practice=False)
    return written.filter(~Exists(signed))


def to_sign_in(rooms: Sequence[int]) -> dict[int, int]:
    """Return how many sheets are still to be signed in rooms that are given by number; one without any is left out."""
    waiting = to_sign().filter(ticket__room__in=rooms).values_list("ticket__room")
    return dict(waiting.annotate(number=Count("pk")).order_by())


@transaction.atomic
def remind(now: datetime) -> int:
    """Write to those who look after a closed room in which sheets are still to be signed, and return how many letters
    there are. Once a week until they are signed, and no longer than REMIND_FOR.
    """
    long_ago = Q(reminded_at=None) | Q(reminded_at__lte=now - REMIND_AGAIN)
    closed = Room.objects.filter(long_ago, closed_at__range=(now - REMIND_FOR, now - REMIND_AFTER))
    waiting = to_sign().filter(ticket__room=OuterRef("pk")).values("ticket__room").annotate(number=Count("pk"))
    counted = closed.annotate(to_sign=Subquery(waiting.values("number"))).filter(to_sign__gt=0)
    rows = counted.select_related("proctor").prefetch_related("helpers")
    rooms = list(rows.select_for_update(of=("self",), skip_locked=True).order_by("pk"))
    written = sum(_remind(room, room.to_sign) for room in rooms)
    Room.objects.filter(pk__in=[room.pk for room in rooms]).update(reminded_at=now)
    return written


def _remind(room: Room, number: int) -> int:
    readers = {reader for reader in (room.proctor, *room.helpers.all()) if reader is not None and reader.is_active}
    for reader in readers:
        with translation.override(reader.language or settings.LANGUAGE_CODE):
            link = settings.SITE + reverse("exam_room", args=[room.pk])
        words = {"number": number, "room": room.name, "link": link}
        outbox.put([reader], "certification/letters/sheets_to_sign", words)
    return len(readers)


def _check(plan: Plan, marks: Sequence[int]) -> None:
    if len(marks) != len(plan.parts):
        raise BadMarks(range(len(plan.parts)))
    bad = [number for number, part in enumerate(plan.parts) if not 0 <= marks[number] <= part.marks]
    if bad:
        raise BadMarks(bad)


def _is_mark(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MARK_DIGITS and int(text) <= most
