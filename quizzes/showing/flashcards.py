"""Spots as flash cards: the table and the question on the front, the answer with its derivation on the back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from quizzes.drawing import words
from quizzes.drawing.markup import table_svg
from quizzes.drawing.scene import Scene
from quizzes.drawing.table import MOST_SEATS, tall
from quizzes.engine.notation import parse
from quizzes.exchange.anki import Look, Note
from quizzes.fingerprint import fingerprint
from quizzes.kinds import solve
from quizzes.kinds.choice import option_text
from quizzes.showing import options
from quizzes.showing.worked_spot import worked_spot
from quizzes.wording.authored import in_language
from quizzes.wording.kinds import kind_name

DECK = "Table Stakes"
STYLES = ("tokens", "table", "cards", "flashcards")
"""The site's style sheets of which a card's is made; the last one is for cards alone."""


def note(table: Mapping[str, Any]) -> Note:
    """Return a document, which can be asked, as a note in the language in force; the same one each time."""
    document = parse(table)
    solution = solve(document)
    kind = document.question.kind
    spot = worked_spot(document, solution)
    context: dict[str, Any] = {
        "spot": spot,
        "note": in_language(document.words.get("note", "")),
    }
    if kind == "choice":
        written = document.question.extra["options"]
        context["options"] = [in_language(option_text(option)) for option in written]
        context["told"] = options.told(document, solution.answer)
    if spot.scene is not None:
        context |= _drawn(spot.scene)
    rules = [document.rules.id, *(f"{name}={value}" for name, value in document.rules.changes)]
    title = in_language(document.words.get("title", ""))
    return Note(
        key=" ".join((fingerprint(document), *rules, get_language() or "en")),
        name=escape(title or f"{kind_name(kind)}: {spot.prompt}"),
        front=render_to_string("author/export_front.html", context),
        back=render_to_string("author/export_back.html", context),
        tags=("table-stakes", kind, document.game.id),
    )


def look() -> Look:
    """Return what all cards share: the style sheet, and the shapes from which tables are drawn."""
    return Look(DECK, _css(), render_to_string("quizzes/drawing/sprite.html"))


def _drawn(scene: Scene) -> dict[str, Any]:
    """Return a table as one drawing for every width, and in words; above ten seats in words alone."""
    drawing = tall(scene, words.table_words()) if len(scene.seats) <= MOST_SEATS else None
    lines = [words.caption(scene), *words.lines(scene)]
    return {"drawing": mark_safe(table_svg(drawing)) if drawing else "", "lines": lines, "act": words.told_act(scene)}


@cache
def _css() -> str:
    sheets = (finders.find(f"css/{name}.css") for name in STYLES)
    return "\n".join(Path(str(sheet)).read_text(encoding="utf-8") for sheet in sheets)
