"""Tags that put drawings on a page: {% table scene %}, {% card "Kd" %}, {% pot_columns ... %}, {% bars ... %}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from quizzes.drawing import words
from quizzes.drawing.bars import Segment, draw_bars
from quizzes.drawing.cards import UNKNOWN
from quizzes.drawing.pots import Contribution, draw_pots
from quizzes.drawing.scene import Scene
from quizzes.drawing.spoken import card_name
from quizzes.drawing.table import MOST_SEATS, tall, wide
from quizzes.engine.document import Document
from quizzes.scenes import moments
from quizzes.wording.log import Line, log

register = template.Library()

register.filter("chips", words.chips)
register.filter("short_chips", words.short_chips)


@register.inclusion_tag("quizzes/drawing/table.html")
def table(scene: Scene, caption: str = "") -> dict[str, Any]:
    """The table, drawn for wide screens and for phones, and the same in words. Above ten seats words alone, visibly."""
    text = words.table_words()
    drawings = (wide(scene, text), tall(scene, text)) if len(scene.seats) <= MOST_SEATS else ()
    return {
        "caption": caption or words.caption(scene),
        "lines": words.lines(scene),
        "drawings": drawings,
        "act": words.told_act(scene),
    }


@register.simple_tag
def hand_log(document: Document) -> list[Line]:
    """The lines of a hand that can be played back; none where there is nothing to be played."""
    return log(document) if moments(document) else []


@register.inclusion_tag("quizzes/drawing/card.html")
def card(code: str, large: bool = False) -> dict[str, Any]:
    """One card in text: "Kd", or "??" for a back."""
    rank, suit = ("", "") if code == UNKNOWN else (code[0], code[1])
    return {"rank": rank, "suit": suit, "name": card_name(code), "large": large}


@register.inclusion_tag("quizzes/drawing/figure.html")
def pot_columns(
    contributions: Sequence[Contribution],
    levels: Sequence[int],
    returned: Mapping[str, int],
    dead: int = 0,
    caption: str = "",
) -> dict[str, Any]:
    """What each player put in, cut at the pots' levels: columns, or rows above six players."""
    figure = draw_pots(contributions, levels, returned, words.pot_words(), dead)
    lines = words.pot_lines(contributions, levels, returned)
    title = caption or _("Every stack, cut at each all-in")
    return {"figure": figure, "caption": title, "titled": True, "lines": lines}


@register.inclusion_tag("quizzes/drawing/figure.html")
def bars(segments: Sequence[Segment], caption: str) -> dict[str, Any]:
    """A raise as bars; the caption says the same in words, for those who don't see them."""
    return {"figure": draw_bars(segments, words.chips), "caption": caption}
