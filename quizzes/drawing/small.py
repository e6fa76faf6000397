"""A table drawn small, for a page with many: who sits where with what, whose turn it is, bets, board and pot."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from quizzes.drawing.geometry import Box, cells, cut, least_covering, tenth
from quizzes.drawing.markup import UNSPOKEN
from quizzes.drawing.scene import Scene, SceneSeat
from quizzes.drawing.words import seat_state, short_chips

WIDTH, HEIGHT = 340, 220
CENTRE, RADII = (170, 110), (134, 90)
PLATE = (66, 30)
DIGIT, LINE = 7.2, 15
"""The room for a digit and for a line of the figures, which are 13 px high at most."""

BETS = (0.62, 0.57, 0.52, 0.47, 0.42, 0.37, 0.32)
"""How far from the middle a bet may stand, 1 being at its seat: the first that covers nothing is taken."""

BUTTON = 0.45
"""How far round from its seat to the next the button lies."""

RANKS, SUITS = {"T": "10"}, {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
LONGEST_NAME = 8


def small_svg(scene: Scene) -> str:
    """Return the drawing. The words of `drawing.words.lines` are told beside it."""
    middle = _middle(scene)
    bets = _bets(scene)
    return "".join(
        (
            f'<svg class="small-table" viewBox="0 0 {WIDTH} {HEIGHT}" {UNSPOKEN}>',
            f'<ellipse class="small-felt" cx="{CENTRE[0]}" cy="{CENTRE[1]}" rx="{RADII[0]}" ry="{RADII[1]}"/>',
            *(_text(x, y, "small-pot", line) for x, y, line in middle),
            *(part for place, seat in enumerate(scene.seats) for part in _seat(scene, place, seat)),
            *(_text(x, y, "small-bet", line) for x, y, line in bets),
            _button(scene),
            "</svg>",
        )
    )


def cards_text(cards: tuple[str, ...]) -> str:
    """Return cards as ranks and signs of suits; a back is a full block."""
    return " ".join("▮" if card == "??" else f"{RANKS.get(card[0], card[0])}{SUITS[card[1]]}" for card in cards)


def _at(scene: Scene, place: float, far: float) -> tuple[float, float]:
    """Return a point on the way from the middle to a seat, `far` being 1 at the seat."""
    angle = pi / 2 + 2 * pi * (place - scene.hero) / len(scene.seats)
    x, y = CENTRE[0] + far * RADII[0] * cos(angle), CENTRE[1] + far * RADII[1] * sin(angle)
    return tenth(x), tenth(y)


def _seat(scene: Scene, place: int, seat: SceneSeat) -> Iterator[str]:
    if seat.state == "empty":
        return
    (x, y), (width, height) = _at(scene, place, 1.0), PLATE
    corner = f'x="{tenth(x - width / 2)}" y="{tenth(y - height / 2)}"'
    css = f' class="small-{seat.state}"' if seat.state else ""
    below = _below(seat)
    yield f'<g{css}><rect class="small-plate" {corner} width="{width}" height="{height}" rx="5"/>'
    yield _text(x, tenth(y - 7) if below else y, "small-name", cut(seat.name, LONGEST_NAME))
    if below:
        yield _text(x, tenth(y + 7), "small-stack", below)
    yield "</g>"


def _middle(scene: Scene) -> list[tuple[float, float, str]]:
    """Return the board and the pot, each with its place."""
    lines = [cards_text(scene.board)] if scene.board else []
    lines += [short_chips(scene.pot)] if scene.pot else []
    return [(CENTRE[0], CENTRE[1] - 8 + 18 * row, line) for row, line in enumerate(lines)]


def _bets(scene: Scene) -> list[tuple[float, float, str]]:
    """Return the bets, each at a place where it covers neither a plate nor the button, the middle or another bet."""
    seated = [(place, seat) for place, seat in enumerate(scene.seats) if seat.state != "empty"]
    taken = [_around(*_at(scene, place, 1.0), *PLATE) for place, _seat in seated]
    taken += [_box_of(line) for line in _middle(scene)]
    if scene.button is not None:
        taken.append(_around(*_at(scene, scene.button + BUTTON, 0.84), 16, 16))
    found: list[tuple[float, float, str]] = []
    for place, seat in seated:
        if seat.bet:
            options = [(*_at(scene, place, far), short_chips(seat.bet)) for far in BETS]
            found.append(least_covering(options, _box_of, taken))
            taken.append(_box_of(found[-1]))
    return found


def _box_of(line: tuple[float, float, str]) -> Box:
    x, y, text = line
    return _around(x, y, cells(text) * DIGIT, LINE)


def _around(x: float, y: float, width: float, height: float) -> Box:
    return Box(x - width / 2, y - height / 2, width, height)


def _below(seat: SceneSeat) -> str:
    """Return what stands below a seat's name: cards that lie face up, that it is all-in, or what it has behind."""
    if set(seat.cards) - {"??"}:
        return cards_text(seat.cards)
    if seat.state == "all-in":
        return seat_state(seat.state)
    return "" if seat.stack is None else short_chips(seat.stack)


def _button(scene: Scene) -> str:
    if scene.button is None:
        return ""
    x, y = _at(scene, scene.button + BUTTON, 0.84)
    return f'<g class="small-button"><circle cx="{x}" cy="{y}" r="8"/>{_text(x, y, "", "D")}</g>'


def _text(x: float, y: float, css: str, text: str) -> str:
    named = f' class="{css}"' if css else ""
    return f'<text{named} x="{x}" y="{y}">{escape(text)}</text>'
