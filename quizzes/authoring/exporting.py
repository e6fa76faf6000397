"""Documents out: an author's scenarios or drills of practice, as a file in each format.

What is kept for exams never leaves this way: no drill of the reserve, and no scenario marked for exams.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.authoring.desk import Search
from quizzes.engine.rulesets import ruleset
from quizzes.exchange import anki, columns, gift, json_text, toml, zipped
from quizzes.exchange.found import MOST_DOCUMENTS
from quizzes.kinds import KINDS
from quizzes.kinds.base import Variant
from quizzes.models import Bucket, Drill, ScenarioVersion
from quizzes.showing import flashcards
from quizzes.wording.authored import in_language
from quizzes.wording.numbers import chips

Table = Mapping[str, Any]

MOST_CARDS = 2_000
"""Cards in one deck: each is drawn and worked out while its author waits, some milliseconds for each."""

MOST_DRILLS = 2_000

FORMATS = {
    "toml": lazy("TOML, one document"),
    "zip": lazy("ZIP of TOML files"),
    "json": lazy("JSON"),
    "jsonl": lazy("JSON Lines"),
    "csv": lazy("CSV for a spreadsheet"),
    "apkg": lazy("Anki deck (.apkg)"),
    "gift": lazy("GIFT, written choices alone"),
}

_TYPES = {
    "toml": "application/toml",
    "zip": "application/zip",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "csv": "text/csv",
    "apkg": "application/octet-stream",
    "gift": "text/plain",
}
_BOM = "\ufeff"
_NO_NAME = re.compile("[^a-z0-9]+")


class CannotExport(Exception):
    """What can't be written in a format. Its text says why, in the language in force."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to be sent."""

    name: str
    content_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Pool:
    """Which drills of practice are wanted."""

    kind: str
    level: int
    variant: Variant
    house: str


def scenarios(owner: int, search: Search, chosen: Sequence[int] | None = None) -> QuerySet[ScenarioVersion]:
    """Return the newest versions of somebody's own scenarios that are documents, none kept for exams, and none that
    only correct an earlier one.

    They are those that a search finds, or those `chosen` by the ids of their versions.
    """
    asked = ScenarioVersion.objects.filter(corrects=None)
    newer = asked.filter(scenario=OuterRef("scenario"), number__gt=OuterRef("number"))
    found = asked.filter(~Exists(newer), scenario__owner=owner, scenario__exam=False)
    found = found.exclude(kind="").filter(title__icontains=search.title)
    for key in ("kind", "level", "state"):
        if getattr(search, key):
            found = found.filter(**{key: getattr(search, key)})
    if chosen is not None:
        found = found.filter(pk__in=chosen)
    return found.order_by("-changed_at", "-pk")


def tables_of(versions: QuerySet[ScenarioVersion]) -> list[Table]:
    """Return versions' documents as plain values, no more than one beyond what a file may hold."""
    return list(versions.values_list("document", flat=True)[: MOST_DOCUMENTS + 1])


def drills(pool: Pool, most: int) -> list[Table]:
    """Return the first drills of a practice pool as whole documents; none where nobody has asked for it yet."""
    kind, rules = KINDS[pool.kind], ruleset(pool.house)
    bucket = Bucket.objects.filter(
        kind=kind.id,
        game=pool.variant.game,
        limit=pool.variant.limit,
        level=pool.level,
        rules_key=rules.key(kind.toggles_in(pool.variant)),
        version=kind.version,
        reserve=False,
        bank="",
    ).first()
    found = Drill.objects.filter(bucket=bucket, slot__lt=min(most, MOST_DRILLS)) if bucket else Drill.objects.none()
    return [{"rules": pool.house, **drill.document} for drill in found.order_by("slot")]


def export(tables: Sequence[Table], format: str, now: datetime) -> File:
    """Return documents as a file, its words in the language in force. Raises CannotExport with the reason."""
    if not tables:
        raise CannotExport(_("There is nothing to export."))
    if len(tables) > MOST_DOCUMENTS:
        words = {"most": chips(MOST_DOCUMENTS)}
        raise CannotExport(_("A file holds at most %(most)s documents, and these are more: search for fewer.") % words)
    name = _name(in_language(tables[0].get("title", "")), "scenario") if len(tables) == 1 else "scenarios"
    return File(f"{name}.{format}", _TYPES[format], _body(tables, format, now))


def _body(tables: Sequence[Table], format: str, now: datetime) -> bytes:
    if format == "toml":
        if len(tables) > 1:
            raise CannotExport(_("A TOML file holds one document. Choose ZIP for several."))
        return toml.dumps(tables[0]).encode()
    if format == "zip":
        return zipped.dumps(tables, _names(tables), now)
    if format == "apkg":
        return _deck(tables, now)
    if format == "gift":
        return _gift(tables).encode()
    if format == "csv":
        return (_BOM + columns.dumps(tables)).encode()
    return (json_text.dumps_lines if format == "jsonl" else json_text.dumps)(tables).encode()


def _deck(tables: Sequence[Table], now: datetime) -> bytes:
    if len(tables) > MOST_CARDS:
        words = {"most": chips(MOST_CARDS), "found": chips(len(tables))}
        raise CannotExport(_("A deck has at most %(most)s cards, and these are %(found)s.") % words)
    return anki.package([flashcards.note(table) for table in tables], flashcards.look(), now)


def _gift(tables: Sequence[Table]) -> str:
    others = sum(table["question"]["kind"] != "choice" for table in tables)
    if others:
        message = ngettext(
            "GIFT holds written choices alone, and %(others)s of these is worked out.",
            "GIFT holds written choices alone, and %(others)s of these are worked out.",
            others,
        )
        raise CannotExport(message % {"others": others})
    return gift.dumps(tables, in_language)


def _names(tables: Sequence[Table]) -> list[str]:
    """Return a name for each document's file: its number and its title, in letters that any system takes."""
    digits = len(str(len(tables)))
    titles = (in_language(table.get("title", "")) for table in tables)
    return [f"{number:0{digits}}-{_name(title, 'scenario')}" for number, title in enumerate(titles, 1)]


def _name(title: str, usual: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return _NO_NAME.sub("-", plain).strip("-")[:60].strip("-") or usual
