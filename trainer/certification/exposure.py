"""Whether a question of an exam has been seen outside: in a tool, by the API, in the editor, in practice, in a file.

A spot that somebody types is compared at once with those that candidates were shown, by one look into the cache. What
is stored is compared each night, which also puts into the cache again what it may have lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from quizzes.engine.document import Document, Question
from quizzes.engine.notation import parse
from quizzes.fingerprint import fingerprint
from quizzes.kinds import KINDS
from quizzes.models import Drill, ImportedLine, ScenarioVersion
from quizzes.tools.links import as_typed
from trainer.certification.models import ExamItem

WATCHED = 3 * 86_400
"""Seconds for which the cache knows a spot: it is told again each night."""

A_BATCH = 500


def watch(items: Iterable[ExamItem]) -> None:
    """Have the tables of items, whose drills are at hand, compared with what people type."""
    cache.set_many({_key(name): item.spot for item in items for name in _names(item)}, WATCHED)


def expose(name: str, where: str) -> int:
    """Mark the items of a spot, given by a fingerprint of it or of its table, as seen outside exams after they were
    shown in one: they leave the reserve. Return how many. `where` is the place: "api", "tool", "editor", "practice",
    "scenario" or "import". Drills that practice asks as well are never exposed.
    """
    shown = ExamItem.objects.filter(
        Q(fingerprint=name) | Q(spot=name), served__gt=0, exposed_at=None, drill__bucket__reserve=True
    )
    return shown.update(exposed_at=timezone.now(), exposed_in=where)


def spot_of(document: Document) -> str:
    """Return the fingerprint of a table, whatever is asked about it; of a kind whose question says all, of both."""
    kind = KINDS.get(document.question.kind)
    if kind is not None and kind.finite:
        return fingerprint(document)
    return fingerprint(replace(document, question=Question("")))


def noted(document: Document, where: str) -> None:
    """Mark the items whose table somebody has typed. One look into the cache, and no query unless it is an item's."""
    key = _key(spot_of(document))
    spot = cache.get(key)
    if spot:
        expose(spot, where)
        cache.delete(key)


def sweep() -> int:
    """Compare every item that was shown with what practice, scenarios and files hold; return how many were exposed."""
    shown = ExamItem.objects.filter(served__gt=0, exposed_at=None, retired_at=None, drill__bucket__reserve=True)
    exposed, last = 0, 0
    while batch := list(shown.filter(pk__gt=last).select_related("drill__bucket").order_by("pk")[:A_BATCH]):
        last = batch[-1].pk
        exposed += _compare(batch)
        watch(batch)
    return exposed


def _compare(batch: list[ExamItem]) -> int:
    """Expose those of some items whose spot is stored elsewhere. Three queries for all, one more for each found."""
    prints = {item.fingerprint for item in batch}
    kinds = {item.drill.bucket.kind for item in batch}
    places: list[tuple[str, QuerySet[Any]]] = [
        ("practice", Drill.objects.filter(bucket__kind__in=kinds, bucket__reserve=False)),
        ("scenario", ScenarioVersion.objects.filter(scenario__exam=False)),
        ("import", ImportedLine.objects.filter(job__exam=False)),
    ]
    exposed = 0
    for where, rows in places:
        found = set(rows.filter(fingerprint__in=prints).values_list("fingerprint", flat=True))
        exposed += sum(expose(name, where) for name in found)
    return exposed


def _names(item: ExamItem) -> set[str]:
    """Return the fingerprints that an item's table has as it is typed: all of it, or what a tool has fields for."""
    typed = as_typed(parse(item.drill.document))
    return {item.spot} if typed is None else {item.spot, spot_of(typed)}


def _key(name: str) -> str:
    return f"exam-spot:{name}"
