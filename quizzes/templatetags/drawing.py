"""Tags that put drawings on a page: {% table scene %}, {% card "Kd" %}, {% pot_columns ... %}, {% bars ... %}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from quizzes.drawing import words
from quizzes.drawing.bars import Segment, draw_bars
from quizzes.drawing.figure import Figure
from quizzes.drawing.markup import card_svg, figure_svg, run_svg, table_svg
from quizzes.drawing.pips import RunPicture
from quizzes.drawing.pots import Contribution, draw_pots
from quizzes.drawing.scene import Scene
from quizzes.drawing.spoken import card_name
from quizzes.drawing.table import MOST_SEATS, tall, wide
from quizzes.engine.document import Document
from quizzes.showing.scenes import moments
from quizzes.wording.log import Line, log
from quizzes.wording.numbers import chips

register = template.Library()

register.filter("chips", chips)
register.filter("short_chips", words.short_chips)


@register.inclusion_tag("quizzes/drawing/table.html")
def table(scene: Scene, caption: str = "") -> dict[str, Any]:
    """The table, drawn for wide screens and for phones, and the same in words. Above ten seats words alone, visibly."""
    text = words.table_words()
    drawings = [wide(scene, text), tall(scene, text)] if len(scene.seats) <= MOST_SEATS else []
    return {
        "caption": caption or words.caption(scene),
        "lines": words.lines(scene),
        "drawings": mark_safe("\n".join(map(table_svg, drawings))),
        "act": words.told_act(scene),
        "beside": _beside(scene) if drawings else None,
    }


def _beside(scene: Scene) -> dict[str, Any] | None:
    """What a drawing leaves out for a bet that would be: the board's cards and the pot; None where there is nothing."""
    if scene.ghost is None or not (scene.board or scene.pot):
        return None
    return {"board": scene.board, "pot": words.table_words().pot(chips(scene.pot)) if scene.pot else ""}


@register.simple_tag
def hand_log(document: Document) -> list[Line]:
    """The lines of a hand that can be played back; none where there is nothing to be played."""
    return log(document) if moments(document) else []


@register.simple_tag
def log_lines(lines: Sequence[Line], spot_url: str = "", place: str = "", shown: int | str = "") -> SafeString:
    """The lines of a log as list items, as log.html places them. Joined here: each line has a dozen parts."""
    return mark_safe("".join(_log_line(line, spot_url, place, line.moment == shown) for line in lines))


def _log_line(line: Line, spot_url: str, place: str, shown: bool) -> str:
    css = ' class="log-now"' if line.now else "" if line.number or line.amount else ' class="log-street"'
    here = ' aria-current="step"' if shown and line.moment and not line.now else ""
    text = escape(line.text)
    if spot_url and line.moment:
        address = escape(f"{spot_url}replay/{line.moment}/")
        swap = f'hx-get="{address}" hx-target="{escape(place)}" hx-swap="innerHTML show:top"'
        text = f'<a href="{address}" data-replay="line" {swap}>{text}</a>'
    end = f'<span class="number">{escape(line.amount)}</span>'
    if line.cards:
        end = f'<span class="log-cards">{"".join(map(card, line.cards))}</span>'
    return f'<li{css}{here}><span>{line.number}</span><span class="log-who">{text}</span>{end}</li>'


@register.simple_tag
def card(code: str, large: bool = False) -> SafeString:
    """One card in text: "Kd", or "??" for a back."""
    return _card(code, large, get_language())


@cache
def _card(code: str, large: bool, _language: str) -> SafeString:
    return mark_safe(card_svg(code, card_name(code), large))


@register.simple_tag
def drawn(figure: Figure) -> SafeString:
    """A figure's drawing alone, without its caption."""
    return mark_safe(figure_svg(figure))


@register.simple_tag
def pips(run: RunPicture) -> SafeString:
    """A run of questions as a row of pips."""
    return mark_safe(run_svg(run))


@register.simple_tag
def session(run: RunPicture, swap: bool | str = False) -> SafeString:
    """How the run stands, in pips and words. With `swap` htmx puts it into the header of the page that is there."""
    here, so_far = _session_words(get_language())
    said = here % {"number": run.number, "length": run.length}
    told = so_far % {"right": run.right, "part": run.part, "wrong": run.wrong}
    swapped = ' hx-swap-oob="true"' if swap else ""
    words = f'<span>{escape(said)}<span class="away">{escape(told)}</span></span>'
    return mark_safe(f'<p class="session" id="session"{swapped}>{run_svg(run)}{words}</p>')


@cache
def _session_words(_language: str) -> tuple[str, str]:
    return _("%(number)s of %(length)s"), _(": %(right)s right, %(part)s in part, %(wrong)s wrong so far")


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
    return {"figure": draw_bars(segments, chips), "caption": caption}
