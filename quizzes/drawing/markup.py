"""The drawings as SVG: joined here, not in a template, for a table has hundreds of parts and each answer draws two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import groupby

from quizzes.drawing.cards import UNKNOWN, Card
from quizzes.drawing.chips import STACK, Chip, Pile
from quizzes.drawing.figure import Figure
from quizzes.drawing.notes import Step
from quizzes.drawing.pips import Pip, RunPicture
from quizzes.drawing.seats import Seat, Tag
from quizzes.drawing.table import Drawing, Frame

UNSPOKEN = 'aria-hidden="true" focusable="false"'  # a drawing that is told in words beside it
PIP_RADIUS = {"right": 4, "now": 4.5, "left": 3}


def table_svg(drawing: Drawing) -> str:
    """A table."""
    g, frame, street = drawing.g, drawing.frame, drawing.street
    css = f"table table-{g.kind} table-deep" if g.deep else f"table table-{g.kind}"
    parts = [
        f'<svg class="{css}" viewBox="0 0 {g.width} {g.height}" {UNSPOKEN}>',
        f'<rect class="rail" {frame.rail}/><rect class="rail-light" {frame.rail_light}/>',
        f'<rect class="felt" {frame.felt} fill="url(#felt)"/><rect class="nap-fill" {frame.felt} fill="url(#nap)"/>',
        f'<rect class="bet-line" {frame.bet_line}/>',
        f'<path class="flow" d="{drawing.flow}"/>' if drawing.flow else "",
        f'<g class="board">{_cards(drawing.board)}',
        *(f'<rect class="card-place" {place}/>' for place in drawing.places),
        "</g>",
        f'<g class="pot">{_pile(drawing.pot)}</g>' if drawing.pot else "",
        f'<text class="street" x="{street.x}" y="{street.y}">{escape(street.text)}</text>' if street else "",
        *(_seat(seat, frame, g.stack_y) for seat in drawing.seats),
        *(_gone(pile) for pile in drawing.gone),
        *(_bet(pile, "bet") for pile in drawing.bets),
        _bet(drawing.ghost, "bet bet-ghost") if drawing.ghost else "",
        _bet(drawing.early, "bet bet-early") if drawing.early else "",
    ]
    if drawing.button:
        x, y = drawing.button
        parts.append(f'<g class="dealer" transform="translate({x} {y})"><circle r="{g.button_r}"/><text>D</text></g>')
    return "".join((*parts, *map(_step, drawing.steps), "</svg>"))


def card_svg(code: str, name: str, large: bool = False) -> str:
    """One card in text, "Kd", or "??" for a back; `name` is how it is spoken."""
    rank, suit = ("", "") if code == UNKNOWN else (code[0], code[1])
    css = "card" + " card-large" * large + f" pc-{suit}" * bool(suit)
    face = f'<use href="#pc"/>{_face(rank, suit)}' if rank else '<use href="#pc-back"/>'
    spoken = f'role="img" aria-label="{escape(name)}" focusable="false"'
    return f'<svg class="{css}" viewBox="0 0 64 88" {spoken}>{face}</svg>'


def figure_svg(figure: Figure) -> str:
    """A plain drawing."""
    parts = [f'<svg class="drawing" viewBox="0 0 {figure.width} {figure.height}" {UNSPOKEN}>']
    parts += [f'<path class="{path.css}" d="{path.d}"/>' for path in figure.paths]
    for shape in figure.shapes:
        fill = f' fill="url(#{shape.fill})"' if shape.fill else ""
        parts.append(f'<rect class="{shape.css}" {shape.outline}{fill}/>')
    for text in figure.texts:
        css = f' class="{text.css}"' if text.css else ""
        parts.append(f'<text{css} x="{text.x}" y="{text.y}">{escape(text.text)}</text>')
    return "".join((*parts, "</svg>"))


def run_svg(run: RunPicture) -> str:
    """A run's pips."""
    return f'<svg class="session-bar" viewBox="0 0 246 16" {UNSPOKEN}>{"".join(map(_pip, run.pips))}</svg>'


@lru_cache(maxsize=512)
def _pip(pip: Pip) -> str:
    if pip.result in PIP_RADIUS:
        return f'<circle class="pip-{pip.result}" cx="{pip.x}" cy="8" r="{PIP_RADIUS[pip.result]}"/>'
    return f'<path class="pip-{pip.result}" d="{pip.diamond}"/>'


def _cards(cards: Sequence[Card]) -> str:
    return "".join(map(_card, cards))


def _card(card: Card) -> str:
    if not card.rank:
        return f'<use href="#pc-back" transform="{card.transform}"/>'
    face = _corner(card.rank, card.suit) if card.corner else _face(card.rank, card.suit)
    return f'<g class="pc pc-{card.suit}" transform="{card.transform}"><use href="#pc"/>{face}</g>'


def _face(rank: str, suit: str) -> str:
    return f'<use href="#r-{rank}"/><use href="#s-{suit}" transform="translate(31 53) scale(1.2)"/>'


def _corner(rank: str, suit: str) -> str:
    """Rank and suit above each other at the left edge, all that the next card leaves free."""
    return (
        f'<use href="#r-{rank}" transform="translate(-1.5 -1) scale(.8)"/>'
        f'<use href="#s-{suit}" transform="translate(6 50) scale(1.1)"/>'
    )


def _seat(seat: Seat, frame: Frame, stack_y: float) -> str:
    turn = f'<rect class="turn-ring" {frame.turn}/><path class="turn-mark" d="{seat.pointer}"/>' if seat.pointer else ""
    stack = f'<text class="seat-stack" y="{stack_y}">{escape(seat.stack)}</text>' if seat.stack else ""
    return (
        f'<g class="{seat.css}"{_told(seat.steps)} transform="translate({seat.x} {seat.y})">{_cards(seat.cards)}{turn}'
        f'<rect class="plate" {frame.plate}/><text class="seat-name" y="{seat.name_y}">{escape(seat.name)}</text>'
        f"{stack}{_tag(seat.tag) if seat.tag else ''}</g>"
    )


def _tag(tag: Tag) -> str:
    return f'<rect class="tag" {tag.outline}/><text class="tag-text" y="{tag.y}">{escape(tag.text)}</text>'


def _bet(pile: Pile, css: str) -> str:
    inner = _pile(pile)
    if pile.way:
        inner = f"<g {_way(pile.way)}>{inner}</g>"
    return f'<g class="{css}"{_told(pile.steps)} transform="translate({pile.x} {pile.y})">{inner}</g>'


def _gone(pile: Pile) -> str:
    """A bet that has just gone to the pot: its chips alone, where they lay."""
    way = _way(pile.way) if pile.way else ""
    return f'<g transform="translate({pile.x} {pile.y})"><g class="bet-gone" {way}>{_chips(pile.chips)}</g></g>'


def _way(way: tuple[float, float]) -> str:
    return f'data-way="{way[0]} {way[1]}"'


def _told(steps: str) -> str:
    """The steps that speak of a part: looking at one of them lights it up."""
    return f' data-steps="{steps}"' if steps else ""


def _pile(pile: Pile) -> str:
    text = f'<text class="label-text" x="{pile.text_x}" y="{pile.text_y}">{escape(pile.text)}</text>'
    return f'{_chips(pile.chips)}<rect class="label" {pile.label}/>{text}'


def _chips(chips: Sequence[Chip]) -> str:
    """Chips of one value on top of each other are one shape of the sprite, so that deep stacks make no heavy page."""
    columns = (chips[:STACK], chips[STACK:])
    runs = [list(run) for column in columns for _, run in groupby(column, key=lambda chip: chip.value)]
    return "".join(
        f'<use href="#{"chip" if len(run) == 1 else f"chips-{len(run)}"}" class="chip-{run[0].value}"'
        f' transform="{run[0].transform}"/>'
        for run in runs
    )


def _step(step: Step) -> str:
    return (
        f'<g class="step" data-step="{step.number}" transform="translate({step.x} {step.y})">'
        f'<rect class="step-note" {step.note}/><text class="step-text" x="{step.text_x}">{escape(step.text)}</text>'
        f'<circle class="step-disc" cx="{step.disc_x}" r="{step.disc_r}"/>'
        f'<text class="step-number" x="{step.disc_x}">{step.number}</text></g>'
    )
