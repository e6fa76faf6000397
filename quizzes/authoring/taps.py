"""What can be tapped to go on with a hand: the next actions as the engine offers them, with their extremes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from quizzes.engine.betting import Options, options
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, play
from quizzes.engine.notation import parse
from quizzes.tools.base import Problems, Typed, chips_in
from quizzes.wording.games import street_name
from quizzes.wording.numbers import chips
from quizzes.wording.typed_actions import split


def standing(table: Mapping[str, Any]) -> Hand | None:
    """Return the hand as it stands after a table's actions, whatever it asks; None while something is wrong with it."""
    try:
        return play(parse({**table, "question": {"kind": "legal_actions"}, "pushed": None}))
    except DocumentError:
        return None


def offered(hand: Hand) -> list[tuple[str, str]]:
    """Return what can happen next, as it is written and in words.

    That is what the player can do who is to act, the exchange of cards before that, or the next street.
    """
    turn = hand.round.turn
    if hand.document.put_in is not None:
        return []  # its chips are told without actions
    if hand.document.game.family == "draw" and hand.street != hand.document.game.first and _drawing(hand) is not None:
        return _draws(hand, _drawing(hand) or 0)
    if turn is None:
        street = hand.document.game.next_street(hand.street)
        return [(f"-- {street}", street_name(street))] if street and sum(hand.live) > 1 else []
    legal, name = options(hand.round, turn, hand.document.rules), hand.name(turn)
    return [(f"{name} {verb}", words) for verb, words in (*_answers(hand, legal), *_raises(hand, turn, legal))]


def _drawing(hand: Hand) -> int | None:
    """Return the seat that exchanges cards next; None where that is over, or somebody has acted since."""
    if any(acted is not None for acted in hand.round.acted_at):
        return None
    seats = len(hand.live)
    first = hand.document.index(hand.document.button) + 1
    order = [(first + place) % seats for place in range(seats)]
    return next((seat for seat in order if hand.live[seat] and seat not in hand.drawn), None)


def _draws(hand: Hand, seat: int) -> list[tuple[str, str]]:
    most = min(int(hand.document.rules["draw_most"]), hand.document.game.hand[0])
    name = hand.name(seat)
    draws = [(f"{name} draws {number}", _("Draw %(number)s") % {"number": number}) for number in range(1, most + 1)]
    return [(f"{name} stands pat", _("Stand pat")), *draws]


def _answers(hand: Hand, legal: Options) -> list[tuple[str, str]]:
    found = [("folds", _("Fold"))]
    if legal.may_check:
        return [*found, ("checks", _("Check"))]
    adds = {"adds": chips(legal.call_adds or 0)}
    if not hand.round.bet:
        return [*found, (f"brings in {legal.call_to}", _("Bring in %(adds)s") % adds)]
    return [*found, ("calls", _("Call %(adds)s") % adds)]


def _raises(hand: Hand, turn: int, legal: Options) -> list[tuple[str, str]]:
    """Return the smallest and the largest bet or raise that is legal, and the all-in where that is another."""
    stack, total = hand.round.stacks[turn], hand.round.totals[turn]
    all_in = None if stack is None else stack + total
    sizes = (legal.raise_min_to, legal.raise_max_to)
    words = _("Raise to %(to)s") if hand.round.bet else _("Bet %(to)s")
    found = [
        (sized(hand, to), words % {"to": chips(to)}) for to in dict.fromkeys(sizes) if to is not None and to != all_in
    ]
    if all_in is not None and (all_in in (*sizes, legal.all_in_to) or all_in <= (legal.call_to or 0)):
        found.append(("all-in", _("All-in, to %(to)s") % {"to": chips(all_in)}))
    return found


def sized(hand: Hand, to: int) -> str:
    """Return how a bet or raise to a street total is written."""
    if hand.round.bet:
        return f"raises to {to}"
    return f"completes to {to}" if hand.round.terms.bring_in else f"bets {to}"


def tapped(table: Mapping[str, Any], typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after a tap: an action or street more, a bet or raise to the total in `v`, or one less."""
    said = split(typed.get("a", ""))
    if command == "back":
        return {**typed, "a": ", ".join(said[:-1])}
    value = _size_typed(table, typed) if value == "v" else value
    return {**typed, "a": ", ".join([*said, value]), "v": ""} if value else typed


def _size_typed(table: Mapping[str, Any], typed: Typed) -> str:
    noted: Problems = {}
    hand, to = standing(table), chips_in(typed, "v", noted)
    if hand is None or hand.round.turn is None or to is None or noted:
        return ""
    return f"{hand.name(hand.round.turn)} {sized(hand, to)}"
