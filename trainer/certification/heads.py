"""The heads of all chains, taken each night, signed and published: whoever keeps one can prove what came before it.

A head of a day lists the chains that grew since the head before, each with the number and the hash of its last event.
Its digest is over that list and over the digest before, so it stands for all chains there are. It is signed with the
keys of the badges (`keys`). Events that are changed, taken out or cut off afterwards no longer lead to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from trainer.certification import keys
from trainer.certification.models import Event, Head, HeadEntry

SHOWN = 366
_LOCK = 0xC4A2

Listed = tuple[str, int, str]
"""A chain with the number and the hash of its last event."""


def digest_of(before: str, entries: Iterable[Listed]) -> str:
    """Return the digest of a head: SHA-256 over JSON of the digest before ("" for the first) and the list, sorted."""
    text = json.dumps([before, sorted(map(list, entries))], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def payload_of(day: date, before: str, digest: str, chains: int) -> dict[str, Any]:
    """Return what is signed of a head."""
    said = {"day": day.isoformat(), "before": before, "digest": digest, "chains": chains}
    return {"iss": settings.SITE, "sub": "heads", **said}


@transaction.atomic
def take(now: datetime) -> Head:
    """Return the head of the day before `now`, taken and signed where there is none yet. Days are UTC's.

    An event that is stored while the heads are taken is in the next one.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    last = Head.objects.order_by("-day").first()
    day = (now - timedelta(days=1)).date()
    if last is not None and last.day >= day:
        return last
    grown = list(_grown())
    digest = digest_of(last.digest if last else "", grown)
    head = Head.objects.create(day=day, chains=0, digest=digest, signed="")
    HeadEntry.objects.bulk_create(
        (HeadEntry(head=head, chain=chain, number=number, hash=hash) for chain, number, hash in grown), batch_size=1000
    )
    head.chains = HeadEntry.objects.values("chain").distinct().count()
    head.signed = keys.sign(payload_of(day, last.digest if last else "", digest, head.chains))
    head.save(update_fields=["chains", "signed"])
    return head


def published() -> dict[str, Any]:
    """Return the heads of the latest SHOWN days as they are published, the latest first. One query."""
    return {"heads": [_short(head) for head in Head.objects.order_by("-day")[:SHOWN]]}


def published_day(day: date) -> dict[str, Any]:
    """Return a day's head with the chains that it lists. Raises Head.DoesNotExist. Three queries."""
    head = Head.objects.get(day=day)
    before = Head.objects.filter(day__lt=day).order_by("-day").first()
    listed = head.entries.order_by("chain").values_list("chain", "number", "hash")
    return {**_short(head), "before": before.digest if before else "", "entries": [list(entry) for entry in listed]}


def _short(head: Head) -> dict[str, Any]:
    return {"day": head.day.isoformat(), "chains": head.chains, "digest": head.digest, "signed": head.signed}


def _grown() -> Iterable[Listed]:
    """Return the last event of each chain that has grown since it was listed last. One query."""
    later = Event.objects.filter(chain=OuterRef("chain"), number__gt=OuterRef("number"))
    listed = HeadEntry.objects.filter(chain=OuterRef("chain"), number=OuterRef("number"))
    ends = Event.objects.filter(~Exists(later), ~Exists(listed)).order_by("chain")
    return ends.values_list("chain", "number", "hash")
