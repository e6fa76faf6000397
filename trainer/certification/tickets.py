"""Tickets: who is on a room's list, the one-time PINs by which candidates come in, and the name that is confirmed.

A candidate with an account signs in to that first, and the PIN lets them into the room: no proctor gets into an account
with a PIN. For a name without an account one is made that has no password; the PIN signs in to it, until its candidate
has made it their own with a password.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Literal

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Max, Q
from django.db.models.functions import Lower
from django.utils.crypto import constant_time_compare, salted_hmac

from trainer.accounts.models import User
from trainer.certification import audit, rooms, sittings
from trainer.certification.candidates import candidates_of, is_named
from trainer.certification.models import Candidate, Room, Sitting, Ticket
from trainer.certification.names import LONGEST, tidy
from trainer.classrooms import merging

DIGITS = 6
TRIES = 5
"""So many wrong PINs lock a ticket: a chance of one in 200,000 for whoever guesses."""

MOST_TICKETS = 500
FACTORS = (100, 300)
"""The least and the most of the usual time that a candidate gets, in hundredths."""

Refusal = Literal["unknown", "waits", "closed", "account", "locked", "used", "wrong"]


class Refused(Exception):
    """A ticket lets nobody in.

    unknown   there is no such ticket
    waits     its room is not open yet
    closed    its room is closed, and nothing was begun with it
    account   it belongs to an account that is not the one signed in, or nobody is
    locked    five wrong PINs were tried
    used      its PIN was used, or it has none yet
    wrong     the PIN is another; `left` tries are left
    """

    def __init__(self, reason: Refusal, left: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.left = left


class NotConfirmed(Exception):
    """The proctor has not compared the candidate's name with an ID yet."""


class Renamed(Exception):
    """The candidate has no name that can be printed, or another one than the proctor has compared with the ID."""


class Full(Exception):
    """A room would have more than MOST_TICKETS."""


class Begun(Exception):
    """A ticket can't be taken back, nor become that of another candidate: its sitting has begun."""


class NotTheSame(Exception):
    """There is no former ticket of this number to the same name, in a room that the proctor looks after."""


@transaction.atomic
def list_accounts(room: Room, names: Iterable[str], factor: int = FACTORS[0]) -> tuple[list[Ticket], list[str]]:
    """Put accounts on a room's list, given by their names. Return the tickets, and the names that no account has.

    Who is on the list already stays there. Raises Full.
    """
    asked = {name.lower(): name for name in filter(None, map(str.strip, names))}
    if len(asked) > MOST_TICKETS:
        raise Full
    rows = User.objects.annotate(lower=Lower("username")).filter(lower__in=asked, is_active=True)
    users = {user.lower: user for user in rows}
    listed = set(room.tickets.values_list("candidate__user", flat=True))
    fresh = [users[name] for name in asked if name in users and users[name].pk not in listed]
    tickets = _make(room, candidates_of(fresh), factor, walk_in=False)
    return tickets, [name for lower, name in asked.items() if lower not in users]


@transaction.atomic
def list_names(room: Room, names: Iterable[str], factor: int = FACTORS[0]) -> list[Ticket]:
    """Put people without an account on a room's list, given by their full names, and make an account for each.

    A name that such a ticket of the room has already is left out: who shares one needs a sign more. Raises Full.
    """
    listed = set(room.tickets.filter(walk_in=True).values_list("candidate__name", flat=True))
    asked = [name for name in dict.fromkeys(tidy(name)[:LONGEST] for name in names) if name and name not in listed]
    candidates = Candidate.objects.bulk_create(Candidate(name=name) for name in asked)
    tickets = _make(room, candidates, factor, walk_in=True)
    for ticket in tickets:
        ticket.candidate.user = User.objects.create(username=ticket.name, password=make_password(None))
    Candidate.objects.bulk_update(candidates, ["user"])
    return tickets


def name_of(ticket: Ticket) -> str:
    """Return whom a ticket is for, as the proctor knows them: the account's name until its candidate has come in, so
    that nobody learns a full name by listing an account.
    """
    candidate, account = ticket.candidate, ticket.candidate.user
    known = ticket.walk_in or ticket.used_at is not None
    return (candidate.name if known else "") or (account.username if account else ticket.name)


@transaction.atomic
def take_back(ticket: Ticket) -> None:
    """Take somebody off a room's list, with the account that was made for the ticket: while nobody has made it their
    own. Raises Begun.
    """
    row = Ticket.objects.select_for_update(of=("self",)).select_related("candidate__user").get(pk=ticket.pk)
    if Sitting.objects.filter(ticket=row).exists():
        raise Begun
    row.delete()
    if row.walk_in:
        _remove(row.candidate)


@transaction.atomic
def same_as(ticket: Ticket, former: str, by: User, now: datetime) -> None:
    """Make a walk-in's ticket that of the candidate who came with a former one: results, waiting times and certificates
    of a person are together. `former` is that ticket's number; the account that was made for the new one goes, while
    nobody has made it their own. Who said so is in the chains of the candidate's sittings, and on the ticket until that
    of its own begins.

    Both are made out to the same name, and a proctor looks after both rooms, who has the face and the ID before them:
    the name is confirmed anew, and another PIN given. Done twice it is done once. Raises NotTheSame, and Begun.
    """
    row = Ticket.objects.select_for_update(of=("self",)).select_related("candidate__user").get(pk=ticket.pk)
    if Sitting.objects.filter(ticket=row).exists():
        raise Begun
    code, number = _parts(former)
    walk_ins = Ticket.objects.filter(walk_in=True, candidate__erased_at=None, candidate__user__isnull=False)
    there = walk_ins.filter(room__in=rooms.of(by), room__code=code, number=number).exclude(room=row.room_id)
    known = there.filter(candidate__name=row.candidate.name).select_related("candidate").first()
    if known is not None and known.candidate == row.candidate:
        return
    if not row.walk_in or known is None or row.room.tickets.filter(candidate=known.candidate).exists():
        raise NotTheSame
    made = row.candidate
    row.candidate, row.pin_hash, row.used_at, row.confirmed_at, row.confirmed_by = known.candidate, "", None, None, None
    row.known_again = {"former": known.pk, "by": by.pk, "at": now.isoformat()}
    row.save(update_fields=["candidate", "pin_hash", "used_at", "confirmed_at", "confirmed_by", "known_again"])
    for sitting in row.candidate.sittings.order_by("pk"):
        audit.append(sitting, "known-again", by.pk, {"ticket": row.pk, "former": known.pk})
    _remove(made)


@transaction.atomic
def new_pins(tickets: Collection[Ticket], by: User | None = None) -> list[str]:
    """Give tickets new PINs, which are returned in their order and nowhere else; the former ones end, locks too.

    Whoever has the PIN of a walk-in's ticket can answer in its sitting, and in one that the same candidate has open in
    another room: that `by` gave one is in the sitting's chain.
    """
    given = [f"{secrets.randbelow(10**DIGITS):0{DIGITS}}" for _ticket in tickets]
    walk_ins = [ticket.candidate_id for ticket in tickets if ticket.walk_in]
    elsewhere = Q(candidate__in=walk_ins, state=Sitting.State.OPEN)
    for sitting in Sitting.objects.filter(Q(ticket__in=tickets) | elsewhere).order_by("pk"):
        audit.append(sitting, "pin-given", by.pk if by else None)
    for ticket, pin in zip(tickets, given, strict=True):
        ticket.pin_hash, ticket.tries = _hash(ticket, pin), 0
    Ticket.objects.bulk_update(tickets, ["pin_hash", "tries"])
    return given


def enter(name: str, pin: str, user: User | None, now: datetime) -> Ticket:
    """Let somebody in with a ticket's number and its PIN, which is used up by it. Return the ticket.

    `user` is who is signed in, None for a visitor. Raises Refused; a wrong PIN counts against the ticket alone.
    """
    code, number = _parts(name)
    if not number:
        raise Refused("unknown")
    found, refused = _tried(code, number, pin, user, now)
    if refused is not None:
        raise refused
    assert found is not None
    return found


@transaction.atomic
def confirm(ticket: Ticket, by: User, now: datetime) -> None:
    """Note that a proctor has compared a candidate's name, as `ticket.candidate` has it, with an ID. Once is enough.

    Raises Renamed.
    """
    seen, row = ticket.candidate, Candidate.objects.select_for_update().get(pk=ticket.candidate_id)
    if not is_named(row) or (row.name, row.printed_name) != (seen.name, seen.printed_name):
        raise Renamed
    fresh = Ticket.objects.filter(pk=ticket.pk, confirmed_at=None).update(confirmed_at=now, confirmed_by=by)
    sitting = Sitting.objects.filter(ticket=ticket).first()
    if fresh and sitting is not None:
        audit.append(sitting, "name-confirmed", by.pk)


@transaction.atomic
def begin(ticket: Ticket, device: str, now: datetime) -> Sitting:
    """Begin the sitting of a ticket, or return the one that was begun. `device` is the key of the browser.

    Raises NotConfirmed, and sittings.NotYet.
    """
    row = Ticket.objects.select_for_update(of=("self",)).select_related("room__blueprint", "candidate__user")
    locked = row.get(pk=ticket.pk)
    begun = Sitting.objects.filter(ticket=locked).first()
    if begun is not None:
        return begun
    if locked.confirmed_at is None:
        raise NotConfirmed
    user = locked.candidate.user
    assert user is not None  # nobody is signed in to an account that is gone
    sitting = sittings.start(user, locked.room.blueprint, ticket=locked, device=device, now=now)
    known = locked.known_again
    if known is not None:
        said = {"ticket": locked.pk, "former": known["former"], "known_at": known["at"]}
        audit.append(sitting, "known-again", known["by"], said)
    details = {"ticket": locked.pk, "confirmed_at": locked.confirmed_at.isoformat()}
    audit.append(sitting, "name-confirmed", locked.confirmed_by_id, details)
    return sitting


def _parts(name: str) -> tuple[str, int]:
    """Return the room's code and the number in it that a ticket is named by; 0 for what names none."""
    code, _dash, number = name.strip().upper().replace(" ", "").rpartition("-")
    named = code.isalnum() and number.isascii() and number.isdigit() and len(number) <= len(str(MOST_TICKETS))
    return (code, int(number)) if named else ("", 0)


def _remove(made: Candidate) -> None:
    """Remove the candidate who was made for a ticket, with the account; neither where another ticket or a sitting needs
    them, or where somebody has made the account their own.
    """
    user = made.user
    if made.tickets.exists() or made.sittings.exists() or (user is not None and _is_made_own(user)):
        return
    made.delete()
    if user is not None:
        user.delete()


def _is_made_own(user: User) -> bool:
    """Return whether the account that was made for a ticket holds something of a person's: a way in, or anything else
    that names it, but for its candidate.
    """
    if user.has_usable_password() or user.email or EmailAddress.objects.filter(user=user).exists():
        return True
    named = ((model, field.name) for model, field in merging.owned() if model is not Candidate)
    return any(model._base_manager.filter(**{name: user}).exists() for model, name in named)


def _make(room: Room, candidates: Sequence[Candidate], factor: int, *, walk_in: bool) -> list[Ticket]:
    row = Room.objects.select_for_update().get(pk=room.pk)
    if row.tickets.count() + len(candidates) > MOST_TICKETS:
        raise Full
    last = row.tickets.aggregate(last=Max("number"))["last"] or 0
    return Ticket.objects.bulk_create(
        Ticket(room=row, candidate=candidate, number=number, walk_in=walk_in, factor=factor)
        for number, candidate in enumerate(candidates, last + 1)
    )


@transaction.atomic
def _tried(code: str, number: int, pin: str, user: User | None, now: datetime) -> tuple[Ticket | None, Refused | None]:
    """Try a PIN, and count it where it is wrong. What refuses is returned: raised, it would undo the count."""
    rows = Ticket.objects.select_for_update(of=("self",)).select_related("room__blueprint", "candidate__user")
    ticket = rows.filter(room__code=code, number=number).first()
    refused = Refused("unknown") if ticket is None else _hindrance(ticket, user)
    if ticket is None or refused is not None:
        return None, refused
    if not constant_time_compare(ticket.pin_hash, _hash(ticket, pin)):
        ticket.tries += 1
        ticket.save(update_fields=["tries"])
        left = TRIES - ticket.tries
        return None, Refused("wrong", left) if left else Refused("locked")
    ticket.pin_hash, ticket.used_at, ticket.tries = "", now, 0
    ticket.save(update_fields=["pin_hash", "used_at", "tries"])
    return ticket, None


def _hindrance(ticket: Ticket, user: User | None) -> Refused | None:
    """Return what stands against a ticket before its PIN is looked at."""
    account = ticket.candidate.user
    if account is None:
        return Refused("unknown")
    if account != user and (not ticket.walk_in or account.has_usable_password()):
        return Refused("account")
    if ticket.room.opened_at is None:
        return Refused("waits")
    if not ticket.room.is_open and not Sitting.objects.filter(ticket=ticket).exists():
        return Refused("closed")
    if ticket.tries >= TRIES:
        return Refused("locked")
    return None if ticket.pin_hash else Refused("used")


def _hash(ticket: Ticket, pin: str) -> str:
    """Return what is kept of a PIN. A keyed hash: a PIN is random, short-lived and tried five times, and a proctor
    prints those of a whole room at once.
    """
    digits = "".join(sign for sign in pin if sign.isalnum())
    return salted_hmac("certification.tickets", f"{ticket.pk}/{digits}", algorithm="sha256").hexdigest()
