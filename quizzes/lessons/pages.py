"""A lesson as a page shows it: prose with what is looked up, and every document drawn and worked out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy

from quizzes.engine.document import Document
from quizzes.engine.irregular import frames
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.lessons.answers import part_text, solved
from quizzes.lessons.front import PARTS
from quizzes.lessons.shelf import Version
from quizzes.lessons.text import REFERENCE, Block, Way
from quizzes.models import Lesson, LessonVersion
from quizzes.practising.choices import choice_words, read_choice
from quizzes.showing import houses
from quizzes.showing.questions import Question, question
from quizzes.showing.replay import replay
from quizzes.showing.scenes import derivation_scene
from quizzes.showing.worked_spot import WorkedSpot, worked_spot
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.numbers import comma
from quizzes.wording.rules import short_cite
from quizzes.wording.toggles import refused, toggle_name, toggle_with_value

PART_NAMES = {
    "start": pgettext_lazy("part of the course", "The start"),
    "betting": pgettext_lazy("part of the course", "Betting"),
    "pots": pgettext_lazy("part of the course", "Pots"),
    "hands": pgettext_lazy("part of the course", "Hands"),
    "limits": pgettext_lazy("part of the course", "Limits"),
    "table": pgettext_lazy("part of the course", "The table"),
    "rulings": pgettext_lazy("part of the course", "Rulings"),
    "games": pgettext_lazy("part of the course", "Other games"),
    "more": pgettext_lazy("part of the course", "To look up"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A block as it is shown: its HTML, or the question of a check. `ids` begins the ids in it; `number` counts the
    checks, and by themselves the documents that are shown, from 1.
    """

    way: Way
    ids: str
    name: str
    html: SafeString
    question: Question | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """What houses that agree say to a spot, and the points in which they differ from the first."""

    houses: str
    says: str
    points: tuple[tuple[str, str], ...]


def pieces(version: Version) -> tuple[Piece, ...]:
    """Return a lesson's pieces in the language in force; what is the same for every reader is made once a process."""
    found = _pieces(_Key(version), get_language() or "en")
    named = titles() if any("{lesson " in piece.html for piece in found) else {}
    return tuple(replace(piece, html=_with_titles(piece.html, named)) for piece in found) if named else found


def _with_titles(html: SafeString, named: Mapping[str, str]) -> SafeString:
    """Return prose with links to lessons, whose titles may change at any time, in place of their names."""

    def link(match: re.Match[str]) -> str:
        slug = match[1].removeprefix("lesson ")
        return format_html('<a href="{}">{}</a>', reverse("quizzes:lesson", args=[slug]), named.get(slug, slug))

    return mark_safe(re.sub(r"\{(lesson [a-z0-9-]+)\}", link, html))


class _Key:
    """A version as a key: by its lesson and row, which never change, and the documents it shows.

    A text that is only looked at has no row yet.
    """

    def __init__(self, version: Version) -> None:
        self.version = version
        row = version.row
        self._same = (row.lesson.slug, row.pk, row.source, tuple(map(str, version.documents.values())))

    def __hash__(self) -> int:
        return hash(self._same)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._same == other._same


@lru_cache(maxsize=256)
def _pieces(key: _Key, _language: str) -> tuple[Piece, ...]:
    version = key.version
    slug = version.row.lesson.slug
    answers = {name: solved(table) for name, table in version.documents.items()}
    numbers = _numbers(version.text.blocks)
    return tuple(_piece(slug, place, numbers[place], block, answers) for place, block in enumerate(version.text.blocks))


def _numbers(blocks: Sequence[Block]) -> list[int]:
    """Return the number of each block among those before it that are checks too, or shown documents too."""
    sorts = [block.way if block.way in ("check", "prose") else "shown" for block in blocks]
    return [sorts[: place + 1].count(sort) for place, sort in enumerate(sorts)]


def _ids(place: int) -> str:
    """Return what the ids of a block begin with: one document may be shown in two."""
    return f"block-{place}"


def check_place(version: Version, name: str) -> dict[str, str | int]:
    """Return what the `ids` of a check begin with on the lesson's page, and its `number`."""
    blocks = version.text.blocks
    place = next(at for at, block in enumerate(blocks) if (block.way, block.name) == ("check", name))
    return {"ids": _ids(place), "number": _numbers(blocks)[place]}


def _piece(slug: str, place: int, number: int, block: Block, answers: Mapping[str, tuple[Document, Solution]]) -> Piece:
    ids = _ids(place)
    if block.way == "prose":
        return Piece("prose", ids, "", prose(block.html, answers))
    document, solution = answers[block.name]
    if block.way == "check":
        return Piece(
            "check", ids, block.name, mark_safe(""), question("", KINDS[document.question.kind], document), number
        )
    context = {
        "spot": _spot(document, solution, block.way),
        "says": _said(document) if block.way == "houses" else (),
        "replay": replay(document, 0) if block.way == "replay" else None,
        "way": block.way,
        "ids": ids,
        "number": number,
        "name": block.name,
        "slug": slug,
    }
    return Piece(block.way, ids, block.name, render_to_string("lessons/worked.html", context))


def prose(html: str, answers: Mapping[str, tuple[Document, Solution]]) -> SafeString:
    """Return prose with what stands in braces looked up, but for lessons. The HTML was cleaned when it was read."""
    return mark_safe(REFERENCE.sub(lambda match: _reference(match[1], answers), html))


def _reference(reference: str, answers: Mapping[str, tuple[Document, Solution]]) -> str:
    word, _, name = reference.partition(" ")
    match word:
        case "rule":
            address = reverse("quizzes:rule_book")
            return format_html('<cite><a href="{}#{}">{}</a></cite>', address, name, short_cite(name))
        case "toggle":
            return format_html('<a href="{}">{}</a>', reverse("quizzes:toggle", args=[name]), toggle_name(name))
        case "kind":
            return format_html('<a href="{}?kind={}">{}</a>', reverse("quizzes:practice"), name, kind_name(name))
        case "lesson":
            return f"{{{reference}}}"
        case _:
            document, _, path = reference.partition(".")
            return format_html('<span class="number">{}</span>', part_text(*answers[document], path))


def titles() -> dict[str, str]:
    """Return the titles of all lessons in the language in force."""
    language = get_language() or "en"
    rows = LessonVersion.objects.filter(language__in=("en", language)).order_by("lesson_id", "language", "-number")
    newest = rows.distinct("lesson_id", "language").values_list("lesson__slug", "language", "title")
    found = {(slug, code): title for slug, code, title in newest}
    return {slug: found.get((slug, language), found.get((slug, "en"), slug)) for slug, _code in found}


def _spot(document: Document, solution: Solution, way: Way) -> WorkedSpot:
    """Return a document as it is shown in a way; where it is worked out, its steps are numbered on the table."""
    spot = worked_spot(document, solution)
    if way != "spot" or spot.scene is None:
        return spot
    drawn = derivation_scene(document, frames(document)[-1], solution.answer, solution.told)
    return replace(spot, scene=drawn)


def _said(document: Document) -> tuple[Said, ...]:
    """Return what the houses say, those together that say the same, the first with the usual one."""
    words = words_of(document.question.kind)
    found: dict[str, tuple[list[str], dict[str, str]]] = {}
    for group in houses.compare(document, [ruleset(id) for id in RULESET_IDS]):
        for ruling in group:
            says = refused(ruling.error) if ruling.error is not None else words.short(ruling.answer or {})
            names, points = found.setdefault(says, ([], {}))
            names.append(house_name(ruling.house))
            if len(found) > 1:
                points.update({name: toggle_with_value(name, ruling.house[name]) for name in ruling.toggles})
    return tuple(Said(comma(names), says, tuple(points.items())) for says, (names, points) in found.items())


@dataclass(frozen=True, slots=True)
class Listed:
    """A lesson in the list. `needs` are the lessons to read before; `done`: its checks were answered right."""

    slug: str
    title: str
    summary: str
    minutes: int
    needs: tuple[tuple[str, str], ...]
    done: bool


def listed(answered: Mapping[str, Mapping[str, bool]]) -> list[tuple[str, list[Listed]]]:
    """Return all lessons by the parts of the course, in their order: one query.

    `answered` has by lesson the checks that the reader answered, and whether each was right at last.
    """
    language = get_language() or "en"
    rows = LessonVersion.objects.filter(language__in=("en", language)).select_related("lesson")
    newest = {(row.lesson.slug, row.language): row for row in rows.order_by("number").defer("source")}
    chosen = {slug: newest.get((slug, language)) or newest.get((slug, "en")) for slug, _code in newest}
    shelf = sorted((row for row in chosen.values() if row), key=lambda row: (row.lesson.place, row.lesson.slug))
    names = {row.lesson.slug: row.title for row in shelf}
    parts = []
    for part in PARTS:
        lessons = [_listed(row, names, answered.get(row.lesson.slug, {})) for row in shelf if row.lesson.part == part]
        if lessons:
            parts.append((str(PART_NAMES[part]), lessons))
    return parts


def _listed(row: LessonVersion, names: Mapping[str, str], answered: Mapping[str, bool]) -> Listed:
    slug = row.lesson.slug
    needs = tuple((need, names[need]) for need in row.lesson.needs if need in names)
    done = bool(row.checks) and all(answered.get(name) for name in row.checks)
    return Listed(slug, row.title, row.summary, row.minutes, needs, done)


def exit_drill(lesson: Lesson) -> tuple[str, str] | None:
    """Return the drill that a lesson ends in, as the query of its address and in words; None where it names none."""
    if not lesson.exit:
        return None
    query = QueryDict(urlencode(lesson.exit))
    return query.urlencode(), choice_words(read_choice(query))
