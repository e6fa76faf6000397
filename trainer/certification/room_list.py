"""A room's list as a proctor sends it: who comes on it, and what becomes of those who are on it already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Lower

from trainer.certification import tickets
from trainer.certification.models import Room, Sitting, Ticket
from trainer.certification.names import LONGEST, tidy


@dataclass(frozen=True, slots=True)
class Listed:
    """What became of a list that was sent, in names as they were typed.

    made   how many came on the list
    unknown   the names that no account has
    already   who was on it before
    twice   full names that were typed more than once, of whom nobody was on it before
    raised   those already on it whose part of the usual time was raised
    longer   those already on it who had more of the usual time, and keep it
    begun   those whose time stays another one, since their exam has begun
    namesakes   whether a full name is among `already` and `twice`: it may be somebody else's too
    """

    made: int = 0
    unknown: Sequence[str] = ()
    already: Sequence[str] = ()
    twice: Sequence[str] = ()
    raised: Sequence[str] = ()
    longer: Sequence[str] = ()
    begun: Sequence[str] = ()
    namesakes: bool = False


@transaction.atomic
def enlist(room: Room, accounts: Sequence[str], names: Sequence[str], factor: int) -> Listed:
    """Put accounts and people without one on a room's list, both or neither, with `factor` hundredths of the usual
    time. Whoever is on it already gets that time too, unless they have more or their exam has begun: a list that is
    sent again for one more name takes nothing from anybody. Raises tickets.Full.

    Sent twice it is the same. So a full name comes on the list once: who shares one is listed with a sign more.
    """
    Room.objects.select_for_update().get(pk=room.pk)
    typed = Counter(filter(None, (tidy(name)[:LONGEST] for name in names)))
    there = _there(room, accounts, typed)
    raised, longer, begun = _retime([ticket for ticket in there if ticket.factor != factor], factor)
    listed = {_typed(ticket) for ticket in there}
    twice = [name for name, times in typed.items() if times > 1 and name not in listed]
    walk_ins = tickets.list_names(room, typed, factor)
    known, unknown = tickets.list_accounts(room, accounts, factor)
    return Listed(
        made=len(walk_ins) + len(known),
        unknown=unknown,
        already=[*map(_typed, there)],
        twice=twice,
        raised=[*map(_typed, raised)],
        longer=[*map(_typed, longer)],
        begun=[*map(_typed, begun)],
        namesakes=bool(twice) or any(ticket.walk_in for ticket in there),
    )


def _there(room: Room, accounts: Sequence[str], names: Counter[str]) -> list[Ticket]:
    """Return the tickets of those who are on a room's list already."""
    logins = {name.strip().lower() for name in accounts}
    rows = room.tickets.select_related("candidate__user").annotate(login=Lower("candidate__user__username"))
    return list(rows.filter(Q(login__in=logins) | Q(walk_in=True, candidate__name__in=names)).order_by("number"))


def _retime(there: Sequence[Ticket], factor: int) -> tuple[list[Ticket], list[Ticket], list[Ticket]]:
    """Raise the part of the usual time of tickets that have another one. Return those that were raised, those that have
    more and keep it, and those whose exam has begun. A ticket is locked while its exam begins, so it is looked at after
    that.
    """
    if not there:
        return [], [], []
    pks = [ticket.pk for ticket in there]
    list(Ticket.objects.select_for_update().filter(pk__in=pks).order_by("pk").values_list("pk"))
    over = set(Sitting.objects.filter(ticket__in=pks).values_list("ticket", flat=True))
    waiting = [ticket for ticket in there if ticket.pk not in over]
    raised = [ticket for ticket in waiting if ticket.factor < factor]
    Ticket.objects.filter(pk__in=[ticket.pk for ticket in raised]).update(factor=factor)
    longer = [ticket for ticket in waiting if ticket.factor > factor]
    return raised, longer, [ticket for ticket in there if ticket.pk in over]


def _typed(ticket: Ticket) -> str:
    """Return the name by which somebody is put on a list."""
    account = ticket.candidate.user
    return ticket.candidate.name if ticket.walk_in or account is None else account.username
