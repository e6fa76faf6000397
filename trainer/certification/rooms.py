"""Exam rooms: a proctor makes one, opens and closes it, and looks after who sits in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.utils.translation import gettext_lazy, pgettext_lazy

from trainer.accounts.models import User
from trainer.certification import audit, closed, grading, sheet, sittings
from trainer.certification.models import Blueprint, Certificate, Event, Room, Sitting, SittingItem, Ticket

PROCTOR = "certification.proctor"
A_PAGE = 50
MOST_HELPERS = 20
AT_ONCE = 10
"""So many results are released by the request that closes a room: each takes some 20 queries."""

RELEASES_ITSELF = timedelta(seconds=30)
"""After so long a page releases what no worker has."""

TASK = "trainer.certification.tasks.release_room"
MOST_MINUTES = 240
"""So much time a proctor grants at once: more is a mistake of typing."""

WATCHED = {"left": "left", "taken-over": "devices"}
"""The acts of sittings that the room's page counts, with the name of their count."""

ACTS = {
    "started": gettext_lazy("begun"),
    "name-confirmed": gettext_lazy("name compared with an ID"),
    "left": gettext_lazy("left the exam’s tab"),
    "back": gettext_lazy("came back to the exam’s tab"),
    "pin-given": gettext_lazy("another PIN given"),
    "known-again": gettext_lazy("known again with another ticket"),
    "taken-over": gettext_lazy("went on in another window or on another device"),
    "granted": gettext_lazy("time granted"),
    "noted": gettext_lazy("note"),
    "submitted": gettext_lazy("handed in"),
    "time-up": gettext_lazy("time was up"),
    "sheet-signed": gettext_lazy("performance sheet signed"),
    "graded": gettext_lazy("graded"),
    "released": pgettext_lazy("what was done", "result released"),
    "appealed": gettext_lazy("appeal made"),
    "appeal-answered": gettext_lazy("appeal answered"),
    "regraded": gettext_lazy("graded anew"),
    "voided": gettext_lazy("declared void"),
    "erased": gettext_lazy("names and reasons erased"),
}
"""What was done to a sitting, in words."""

TOLD = frozenset({"granted", "noted", "sheet-signed", "voided"})
"""The acts of proctors and examiners, whose reasons the room's pages show."""


class Changed(Exception):
    """Time was granted since the page was shown: the same form sent twice, or somebody else was quicker."""


class NoSuchAccount(Exception):
    """No account has this name, or it may not look after rooms."""


@dataclass(frozen=True, slots=True)
class Place:
    """A candidate's place in a room and how far they are, as the room's page shows it.

    question   the number of the question that was saved last, None before the first
    answered   how many are answered, out of `asked`
    seconds    what is left of the time, None where no time runs
    left, devices   how often the exam's tab was left, and the sitting taken over on another device
    """

    ticket: Ticket
    sitting: Sitting | None
    question: int | None = None
    answered: int = 0
    asked: int = 0
    saved_at: datetime | None = None
    seconds: int | None = None
    left: int = 0
    devices: int = 0

    @property
    def minutes(self) -> str | None:
        """What is left, as `sheet.in_minutes` has it."""
        return None if self.seconds is None else sheet.in_minutes(self.seconds)

    @property
    def time_left(self) -> str | None:
        """What is left, as its candidate reads it."""
        return None if self.seconds is None else sheet.time_left(self.seconds)

    @property
    def waits(self) -> bool:
        """Whether the sitting is graded and its result still to be released."""
        sitting = self.sitting
        return sitting is not None and sitting.state == Sitting.State.GRADED and sitting.released_at is None

    @property
    def to_sign(self) -> bool:
        """Whether the written part is graded and the result waits for the performance sheet."""
        sitting = self.sitting
        return sitting is not None and sitting.state == Sitting.State.SUBMITTED and sitting.points is not None


def may_look_after(user: User, room: Room) -> bool:
    """Return whether somebody looks after a room: the proctor who made it, or a helper. One query for a helper."""
    if not user.has_perm(PROCTOR):
        return False
    return room.proctor_id == user.pk or room.helpers.filter(pk=user.pk).exists()


def of(user: User) -> QuerySet[Room]:
    """Return the rooms that somebody looks after, the latest first."""
    mine = Q(proctor=user) | Q(pk__in=user.rooms_helped.values("pk"))
    return Room.objects.filter(mine).select_related("blueprint").order_by("-pk")


def find(user: User, pk: int) -> Room:
    """Return a room that somebody looks after. Raises PermissionDenied without a proctor's role, and Http404."""
    if not user.has_perm(PROCTOR):
        raise PermissionDenied
    room = of(user).filter(pk=pk).first()
    if room is None:
        raise Http404
    return room


@transaction.atomic
def make(proctor: User, blueprint: Blueprint, name: str) -> Room:
    """Make a room for an exam. Raises PermissionDenied for whoever is no proctor."""
    if not proctor.has_perm(PROCTOR):
        raise PermissionDenied
    return Room.objects.create(name=name, blueprint=blueprint, proctor=proctor)


@transaction.atomic
def open_up(room: Room, now: datetime) -> None:
    """Let sittings begin in a room; one that was closed is opened again, and reminded of its sheets anew."""
    row = Room.objects.select_for_update().get(pk=room.pk)
    row.opened_at, row.closed_at, row.reminded_at = row.opened_at or now, None, None
    row.save(update_fields=["opened_at", "closed_at", "reminded_at"])
    transaction.on_commit(closed.refresh_networks, robust=True)


@transaction.atomic
def close(room: Room, now: datetime) -> None:
    """Let no sitting begin in a room any more. Those that run go on; results that waited for it are released: a few at
    once, so that a small room is done with, the others piece by piece by the worker, or see `go_on_releasing`.
    """
    row = Room.objects.select_for_update().get(pk=room.pk)
    if row.closed_at is not None or row.opened_at is None:
        return
    row.closed_at = now
    row.save(update_fields=["closed_at"])
    transaction.on_commit(closed.refresh_networks, robust=True)
    grading.release_waiting(now, AT_ONCE, ticket__room=row)
    if grading.awaiting().filter(ticket__room=row).exists():
        transaction.on_commit(lambda: _ask_to_release(row.pk), robust=True)


def go_on_releasing(room: Room, now: datetime) -> int:
    """Return how many results of a closed room are still to be released. A few of them are released by whoever looks
    after the room where no worker has done so for a while. One query.
    """
    if room.closed_at is None:
        return 0
    left = grading.awaiting().filter(ticket__room=room).count()
    if left and now - room.closed_at > RELEASES_ITSELF:
        left -= grading.release_waiting(now, AT_ONCE, ticket__room=room)
    return left


@transaction.atomic
def close_networks(room: Room, networks: Sequence[str]) -> None:
    """Close tools and practice to networks, in CIDR form (see `networks.read`), while the room is open."""
    Room.objects.filter(pk=room.pk).update(networks=list(networks))
    transaction.on_commit(closed.refresh_networks, robust=True)


@transaction.atomic
def add_helper(room: Room, name: str) -> User:
    """Let somebody look after a room too, given by the account's name. Raises NoSuchAccount."""
    user = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if user is None or not user.has_perm(PROCTOR) or room.helpers.count() >= MOST_HELPERS:
        raise NoSuchAccount(name)
    if user.pk != room.proctor_id:
        room.helpers.add(user)
    return user


def remove_helper(room: Room, pk: int) -> None:
    """Let a helper look after a room no more."""
    room.helpers.remove(pk)


def watch(room: Room, number: str | None, now: datetime) -> tuple[Page[int], list[Place]]:
    """Return a page of the places of a room with how far each candidate is; six queries at most, for any number.

    A page that there is not is the nearest that there is.
    """
    page = Paginator(list(room.tickets.order_by("number").values_list("pk", flat=True)), A_PAGE).get_page(number)
    tickets = Ticket.objects.select_related("candidate__user", "sitting", "room").in_bulk(list(page))
    found = {
        ticket.sitting.pk: ticket.sitting for ticket in tickets.values() if getattr(ticket, "sitting", None) is not None
    }
    far, acts = _how_far(list(found)), _acts(list(found))
    return page, [_place(tickets[pk], far, acts, now) for pk in page if pk in tickets]


def ticket_of(room: Room, number: int) -> Ticket:
    """Return a ticket of a room. Raises Http404."""
    rows = room.tickets.select_related("room__blueprint", "candidate__user", "sitting", "confirmed_by")
    ticket = rows.filter(number=number).first()
    if ticket is None:
        raise Http404
    return ticket


def place_of(ticket: Ticket, now: datetime) -> Place:
    """Return how far the candidate of one ticket is. Four queries at most."""
    sitting = getattr(ticket, "sitting", None)
    pks = [sitting.pk] if sitting else []
    return _place(ticket, _how_far(pks), _acts(pks), now)


def certificate_of(ticket: Ticket) -> Certificate | None:
    """Return the certificate that the candidate of a ticket holds: whoever came without an account gets the paper from
    who looks after the room. One query for a graded sitting.
    """
    sitting: Sitting | None = getattr(ticket, "sitting", None)
    if sitting is None or sitting.state != Sitting.State.GRADED:
        return None
    return sitting.certificates.filter(revoked_at=None, candidate__erased_at=None).order_by("-pk").first()


@transaction.atomic
def grant(ticket: Ticket, minutes: int, reason: str, by: User, known: int) -> None:
    """Give the candidate of a ticket more time, for a reason that they see.

    `known` is how many grants the page showed. Raises Changed where there are others, and sittings.Over, also without a
    sitting.
    """
    sitting = Sitting.objects.select_for_update().get(pk=_sitting(ticket).pk)
    if sitting.grants.count() != known:
        raise Changed
    sittings.grant(sitting, minutes * 60, reason, by)


def void(ticket: Ticket, reason: str, by: User, *, against: bool = False) -> bool:
    """Declare the sitting of a ticket void, `against` its candidate or not, see `sittings.void`. Return False where it
    was. Raises sittings.Over without a sitting.
    """
    return sittings.void(_sitting(ticket), reason, by, against=against)


@transaction.atomic
def note(ticket: Ticket, text: str, by: User) -> None:
    """Write what a proctor saw into the audit of a sitting; the same again is left out.

    Raises sittings.Over without a sitting.
    """
    sitting = _sitting(ticket)
    last = events(sitting).filter(act="noted").last()
    if last is None or last.note.text != text:
        audit.append(sitting, "noted", by.pk, why=text)


def events(sitting: Sitting) -> QuerySet[Event]:
    """Return what was done to a sitting, with the reasons that were given, in its order."""
    rows = Event.objects.filter(chain=audit.chain_of(sitting)).select_related("note")
    return rows.order_by("number")


def told(done: Sequence[Event], who: Mapping[int | None, str]) -> list[tuple[datetime, str, str, str]]:
    """Return what was done to a sitting, in the order in which it was: when, what, by whom, and the reason where the
    room's pages show it. `who` are the names of `actors`. A name is compared before the sitting begins, with which its
    record begins.
    """
    rows = [(_when(event), event) for event in done]
    return [
        (
            at,
            str(ACTS.get(event.act, event.act)),
            who.get(event.actor, "") if event.actor else "",
            event.note.text if event.act in TOLD and hasattr(event, "note") else "",
        )
        for at, event in sorted(rows, key=lambda row: row[0])
    ]


def _when(event: Event) -> datetime:
    compared = event.details.get("confirmed_at")
    return datetime.fromisoformat(compared) if compared else event.at


def actors(done: Iterable[Event]) -> dict[int | None, str]:
    """Return who did what some events tell, by number, as accounts are called today: events hold numbers alone. The
    site itself has none, nor has an account that is gone a name. One query.
    """
    numbers = {event.actor for event in done if event.actor is not None}
    return {user.pk: user.username for user in User.objects.filter(pk__in=numbers)}


def _ask_to_release(pk: int) -> None:
    """Have the worker release the results of a room. A broker that is away is not waited for: the sweep finds them."""
    current_app.send_task(TASK, (pk,), retry=False, ignore_result=True)


def _sitting(ticket: Ticket) -> Sitting:
    sitting: Sitting | None = getattr(ticket, "sitting", None)
    if sitting is None:
        raise sittings.Over
    return sitting


def _how_far(pks: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return for each sitting how many questions it has and which was saved last, and how many are answered as its own
    sheet says it: an answer that can't be read is none. Three queries at most.
    """
    if not pks:
        return {}
    last = SittingItem.objects.filter(sitting=OuterRef("pk"), saved_at__isnull=False).order_by("-saved_at")
    rows = Sitting.objects.filter(pk__in=pks).annotate(
        asked=Count("items"),
        answered=Count("items", filter=Q(items__response__isnull=False)),
        question=Subquery(last.values("place")[:1]),
        saved_at=Subquery(last.values("saved_at")[:1]),
    )
    unread = sheet.count_unread(pks)
    names = ("asked", "answered", "question", "saved_at")
    found = {row["pk"]: {name: row[name] for name in names} for row in rows.values("pk", *names)}
    return {pk: {**row, "answered": row["answered"] - unread[pk]} for pk, row in found.items()}


def _acts(pks: Sequence[int]) -> dict[str, dict[str, Any]]:
    """Return for each sitting's chain how often each of WATCHED was done."""
    if not pks:
        return {}
    rows = Event.objects.filter(chain__in=[f"sitting-{pk}" for pk in pks], act__in=WATCHED)
    found: dict[str, dict[str, Any]] = {}
    for chain, act, times in rows.values_list("chain", "act").annotate(times=Count("pk")):
        found.setdefault(chain, {})[WATCHED[act]] = times
    return found


def _place(ticket: Ticket, far: dict[int, dict[str, Any]], acts: dict[str, dict[str, Any]], now: datetime) -> Place:
    sitting: Sitting | None = getattr(ticket, "sitting", None)
    if sitting is None:
        return Place(ticket, None)
    runs = sitting.state == Sitting.State.OPEN
    seconds = int(sheet.seconds_left(sitting.deadline, now)) if runs else None
    counts = acts.get(audit.chain_of(sitting), {})
    return Place(ticket, sitting, seconds=seconds, **counts, **far.get(sitting.pk, {}))
