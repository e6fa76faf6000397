"""The chains of events: every act on a sitting or a certificate, with who, when and why."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from trainer.certification.models import Certificate, Event, EventNote, Sitting

_LOCK = 0xC4A1


def chain_of(subject: Sitting | Certificate) -> str:
    """Return the name of the chain that a sitting's or a certificate's events are in."""
    return f"{'sitting' if isinstance(subject, Sitting) else 'certificate'}-{subject.pk}"


def digest(text: str, salt: str) -> str:
    """Return what an event may hold of a personal text: nothing can be read from it once the salt is gone."""
    return sha256(f"{salt}\0{text}".encode()).hexdigest()


def hash_of(event: Event) -> str:
    """Return the hash of an event: over all it says, its salt where it has one, and the hash of the event before it."""
    said = [event.chain, event.number, event.at.isoformat(), event.actor, event.act, event.details, event.why]
    salted = [event.salt] if event.salt else []
    text = json.dumps([*said, event.before, *salted], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


@transaction.atomic
def append(
    subject: Sitting | Certificate,
    act: str,
    actor: int | None = None,
    details: Mapping[str, Any] | None = None,
    why: str = "",
    at: datetime | None = None,
) -> Event:
    """Add an event to the chain of a sitting or certificate, in the transaction of the act that it tells of.

    `actor` is the id of an account, None for the site; `details` hold ids, numbers and digests alone; `why` is the
    reason in the actor's own words, which is kept apart from the chain.
    """
    chain = chain_of(subject)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_LOCK, chain])
    last = Event.objects.filter(chain=chain).order_by("-number").first()
    salt = secrets.token_hex(16) if why else ""
    event = Event(
        chain=chain,
        number=last.number + 1 if last else 1,
        at=(at or timezone.now()).astimezone(UTC),  # as the database gives it back, and the hash covers it
        actor=actor,
        act=act,
        details=json.loads(json.dumps(details or {})),
        why=digest(why, salt) if why else "",
        salt=secrets.token_hex(16),
        before=last.hash if last else "",
    )
    event.hash = hash_of(event)
    event.save()
    if why:
        EventNote.objects.create(event=event, text=why, salt=salt)
    return event
