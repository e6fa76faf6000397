"""Which lessons lead to a skill, and what to read before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from quizzes.lessons.shelf import ENGLISH
from quizzes.models import LessonVersion

MOST = 2
"""So many lessons are named for a skill."""

Titled = tuple[str, str]
"""A lesson's name in addresses, and its title."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A lesson that ends in a drill of a skill, and the lessons to read before it."""

    slug: str
    title: str
    before: tuple[Titled, ...]


def by_kind() -> dict[str, tuple[Reading, ...]]:
    """Return by kind the lessons that end in a drill of it, the nearest first, with titles in the language in force.

    One query. Nearest is what ends in that kind alone, in the game and house that practice asks by itself, and comes
    first in the course.
    """
    language = get_language() or ENGLISH
    rows = LessonVersion.objects.filter(language__in=(ENGLISH, language)).order_by("lesson_id", "language", "-number")
    newest = list(rows.distinct("lesson_id", "language").select_related("lesson").defer("source", "summary"))
    english = [row for row in newest if row.language == ENGLISH]
    titles = {row.lesson.slug: row.title for row in (*english, *(row for row in newest if row.language == language))}
    found: dict[str, list[tuple[bool, int, int, str]]] = {}
    for row in english:
        drill = row.lesson.exit
        kinds = drill["kind"].split(".") if drill else []
        order = (bool(drill.keys() & {"game", "ruleset"}), len(kinds), row.lesson.place, row.lesson.slug)
        for kind in kinds:
            found.setdefault(kind, []).append(order)
    needs = {row.lesson.slug: row.lesson.needs for row in english}
    return {
        kind: tuple(_reading(slug, titles, needs[slug]) for *_order, slug in sorted(orders)[:MOST])
        for kind, orders in found.items()
    }


def _reading(slug: str, titles: Mapping[str, str], needs: Sequence[str]) -> Reading:
    return Reading(slug, titles[slug], tuple((need, titles[need]) for need in needs if need in titles))
