"""Spots as an Anki deck: an `.apkg`, which is a ZIP of an SQLite database in the eleventh form of Anki's collections.

Every Anki since 2.1 reads that form. A note is known again by its key, so a deck imported twice doubles nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha1, sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

MODEL_ID = 1_731_000_000_001
DECK_ID = 1_731_000_000_002
"""Ids that stay, so that a later file goes on with the same note type and deck; Anki makes its own from the clock."""

_BETWEEN = "\x1f"
_DAY = 86_400
_TABLES = """
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
  usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
  flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
  mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
  ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
  left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
  ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
  type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
"""


@dataclass(frozen=True, slots=True)
class Note:
    """A note with one card. `key` is the same for the same question, `front` and `back` are HTML; no spaces in tags."""

    key: str
    name: str
    front: str
    back: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """What all cards of a deck share: its name, the style sheet, and HTML that stands before each front and back."""

    deck: str
    css: str
    before: str = ""


def package(notes: Sequence[Note], look: Look, made_at: datetime) -> bytes:
    """Return a deck of notes as the bytes of an `.apkg`, all as of a moment."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("collection.anki2", _collection(notes, look, int(made_at.timestamp())))
        archive.writestr("media", "{}")
    return packed.getvalue()


def _collection(notes: Sequence[Note], look: Look, now: int) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(_TABLES)
        database.execute(f"INSERT INTO col VALUES ({', '.join('?' * 13)})", _head(look, now))
        rows = [_note_row(note, now * 1000 + place, now) for place, note in enumerate(notes)]
        database.executemany(f"INSERT INTO notes VALUES ({', '.join('?' * 11)})", rows)
        cards = [(row[0], row[0], DECK_ID, 0, now, -1, 0, 0, place, *([0] * 8), "") for place, row in enumerate(rows)]
        database.executemany(f"INSERT INTO cards VALUES ({', '.join('?' * 18)})", cards)
        database.commit()
        return database.serialize()


def _note_row(note: Note, id: int, now: int) -> tuple[Any, ...]:
    guid = sha256(note.key.encode()).hexdigest()[:20]
    fields = [field.replace(_BETWEEN, " ") for field in (note.name, note.front, note.back)]
    csum = int(sha1(note.name.encode(), usedforsecurity=False).hexdigest()[:8], 16)  # by which Anki finds doubles
    tags = f" {' '.join(note.tags)} " if note.tags else ""
    return id, guid, MODEL_ID, now, -1, tags, _BETWEEN.join(fields), note.name, csum, 0, ""


def _head(look: Look, now: int) -> tuple[Any, ...]:
    """Return the one row that says how the collection is set up."""
    conf = {"nextPos": 1, "curModel": str(MODEL_ID), "activeDecks": [1], "curDeck": 1, "sortType": "noteFld"}
    decks = {"1": _deck(1, "Default", now), str(DECK_ID): _deck(DECK_ID, look.deck, now)}
    models = {str(MODEL_ID): _model(look, now)}
    parts: tuple[dict[str, Any], ...] = (conf, models, decks, {"1": _options(now)}, {})
    return (1, now - now % _DAY, now * 1000, now * 1000, 11, 0, 0, 0, *(json.dumps(part) for part in parts))


def _model(look: Look, now: int) -> dict[str, Any]:
    template = {
        "name": "Spot",
        "ord": 0,
        "qfmt": f"{look.before}{{{{Front}}}}",
        "afmt": "{{FrontSide}}<hr id=answer>{{Back}}",
        "did": None,
        "bqfmt": "",
        "bafmt": "",
    }
    fields = [
        {"name": name, "ord": place, "sticky": False, "rtl": False, "font": "Arial", "size": 20, "media": []}
        for place, name in enumerate(("Spot", "Front", "Back"))
    ]
    return {
        "id": MODEL_ID,
        "name": "Table Stakes spot",
        "type": 0,
        "mod": now,
        "usn": -1,
        "sortf": 0,
        "did": DECK_ID,
        "tmpls": [template],
        "flds": fields,
        "css": look.css,
        "latexPre": "",
        "latexPost": "",
        "req": [[0, "any", [1]]],
        "tags": [],
        "vers": [],
    }


def _deck(id: int, name: str, now: int) -> dict[str, Any]:
    today = {key: [0, 0] for key in ("newToday", "revToday", "lrnToday", "timeToday")}
    about = {"id": id, "name": name, "mod": now, "usn": -1, "desc": "", "dyn": 0, "conf": 1, "collapsed": False}
    return about | {"extendNew": 10, "extendRev": 50} | today


def _options(now: int) -> dict[str, Any]:
    """Return Anki's own options for a deck, as far as a collection can't do without."""
    new = {"delays": [1, 10], "ints": [1, 4, 7], "initialFactor": 2500, "order": 1, "perDay": 20, "bury": True}
    review = {"perDay": 200, "ease4": 1.3, "fuzz": 0.05, "minSpace": 1, "ivlFct": 1, "maxIvl": 36500, "bury": True}
    lapse = {"delays": [10], "mult": 0, "minInt": 1, "leechFails": 8, "leechAction": 0}
    about = {"id": 1, "name": "Default", "mod": now, "usn": -1, "maxTaken": 60, "timer": 0, "autoplay": True}
    return about | {"replayq": True, "dyn": False, "new": new, "rev": review, "lapse": lapse}
