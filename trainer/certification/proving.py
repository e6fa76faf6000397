"""Whether the audit holds: every chain's hashes and numbers, every published head, every digest that can be checked,
and that what is stored is what the events tell, see `records`.

Each thing that is wrong is one sentence, in English: it is for whoever keeps the site, and for the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from trainer.certification import audit, heads, keys, records
from trainer.certification.models import Certificate, Event, EventNote, Head, HeadEntry, Sitting

CHUNK = 2000


def faults() -> Iterator[str]:
    """Yield what is wrong with the audit; nothing where all of it holds."""
    yield from _chains()
    yield from _subjects()
    yield from _listed()
    yield from _heads()
    yield from _notes()
    yield from records.faults()


def against(kept: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong beside a head that somebody kept, as it was published for its day."""
    head = Head.objects.filter(day=str(kept.get("day", ""))[:10]).first()
    if head is None:
        yield f"heads of {kept.get('day')}: they are published no more"
    elif (head.digest, head.signed) != (kept.get("digest"), kept.get("signed")):
        yield f"heads of {head.day}: they are others than those that were kept"


def _chains() -> Iterator[str]:
    """Yield what is wrong within the chains. One query, row by row."""
    rows = Event.objects.order_by("chain", "number").iterator(CHUNK)
    for chain, events in groupby(rows, key=lambda event: event.chain):
        before, expected = "", 1
        for event in events:
            at = f"{chain} event {event.number}"
            if event.number != expected:
                yield f"{at}: event {expected} is missing"
            if event.before != before:
                yield f"{at}: it does not follow the event before it"
            if event.hash != audit.hash_of(event):
                yield f"{at}: it is not what its hash was made of"
            before, expected = event.hash, event.number + 1


def _subjects() -> Iterator[str]:
    """Yield sittings and certificates without a chain, and chains without these."""
    first = {"sitting": "started", "certificate": "issued"}
    known = dict(Event.objects.filter(number=1).values_list("chain", "act"))
    there = {
        *(f"sitting-{pk}" for pk in Sitting.objects.values_list("pk", flat=True)),
        *(f"certificate-{pk}" for pk in Certificate.objects.values_list("pk", flat=True)),
    }
    for chain in sorted(there - known.keys()):
        yield f"{chain}: it has no events"
    for chain in sorted(known.keys() - there):
        yield f"{chain}: what the events are about is gone"
    for chain, act in sorted(known.items()):
        if act != first.get(chain.partition("-")[0]):
            yield f"{chain} event 1: a chain does not begin with {act}"


def _listed() -> Iterator[str]:
    """Yield events that a head lists and that are gone or others than then. One query."""
    same = Event.objects.filter(chain=OuterRef("chain"), number=OuterRef("number"), hash=OuterRef("hash"))
    lost = HeadEntry.objects.filter(~Exists(same)).select_related("head").order_by("head__day", "chain")
    numbers = {event.chain: event.number for event in Event.objects.order_by("number")} if lost else {}
    for entry in lost:
        has = numbers.get(entry.chain, 0)
        trouble = "is another one since" if has >= entry.number else f"is cut off: {has} are left"
        yield f"heads of {entry.head.day}: {entry.chain} event {entry.number} {trouble}"


def _heads() -> Iterator[str]:
    """Yield heads that do not follow from what they list, or are not signed as they are."""
    before, seen = "", set[str]()
    for head in Head.objects.order_by("day").prefetch_related("entries").iterator(100):
        listed = [(entry.chain, entry.number, entry.hash) for entry in head.entries.all()]
        seen |= {chain for chain, _number, _hash in listed}
        if head.digest != heads.digest_of(before, listed):
            yield f"heads of {head.day}: the digest is not that of what they list and of the day before"
        if head.chains != len(seen):
            yield f"heads of {head.day}: they are said to be of {head.chains} chains and list {len(seen)} so far"
        try:
            signed = keys.verify(head.signed)
        except keys.BadSignature:
            yield f"heads of {head.day}: none of the site's keys has signed them"
        else:
            said = heads.payload_of(head.day, before, head.digest, head.chains)
            if {**signed, "iss": ""} != {**said, "iss": ""}:
                yield f"heads of {head.day}: something else was signed"
        before = head.digest


def _notes() -> Iterator[str]:
    """Yield reasons that are not those which were given; erased ones are empty, with their salt."""
    without = Event.objects.exclude(why="").filter(note=None).order_by("chain", "number")
    for event in without:
        yield f"{event.chain} event {event.number}: its reason is gone, which erasure would have left empty"
    for note in EventNote.objects.exclude(text="", salt="").select_related("event").iterator(CHUNK):
        if audit.digest(note.text, note.salt) != note.event.why:
            yield f"{note.event.chain} event {note.event.number}: its reason is not the one that was given"
