"""A name that a proctor sends back before it is compared with an ID: its candidate is asked for it once more.

That lasts as long as the cache keeps it. Where it is forgotten nothing is lost: until the name is confirmed, its
candidate can give another one anyway.
"""

from __future__ import annotations

from django.core.cache import cache

from trainer.certification.candidates import may_name
from trainer.certification.models import Ticket

LASTS = 3600
"""Seconds: whoever comes in later than that is asked by word of mouth."""


def send_back(ticket: Ticket) -> bool:
    """Ask the candidate of a ticket for the name once more. Return whether another one can be given."""
    can_be_given = ticket.confirmed_at is None and may_name(ticket.candidate)
    if can_be_given:
        cache.set(_key(ticket), True, LASTS)
    return can_be_given


def is_sent_back(ticket: Ticket) -> bool:
    """Return whether a name was sent back and not given since. It may have been confirmed elsewhere meanwhile."""
    return ticket.confirmed_at is None and bool(cache.get(_key(ticket))) and may_name(ticket.candidate)


def given(ticket: Ticket) -> None:
    """Note that the candidate of a ticket has given a name."""
    cache.delete(_key(ticket))


def _key(ticket: Ticket) -> str:
    return f"exam-name-back:{ticket.pk}"
