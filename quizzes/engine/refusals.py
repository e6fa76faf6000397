"""Why an action is refused, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quizzes.engine.betting import IllegalAction
from quizzes.engine.document import Action, Deal

if TYPE_CHECKING:
    from quizzes.engine.hand import Hand

REFUSALS: Mapping[str, str] = {
    "acted": "{name} can't raise: it has acted and does not face a full raise since",
    "nobody": "{name} can't raise: nobody is left who could answer",
    "below-minimum": "{name} can't {verb}: the smallest {what} is to {raise_min_to}",
    "all-in-only": "{name} can't {verb}: its only {what} is all-in to {all_in_to}",
    "above-maximum": "{name} can't {verb}: the largest {what} is to {raise_max_to}",
    "between-sizes": "{name} can't {verb}: a {what} is a small or a big bet, to {raise_max_to} at most",
    "capped": "{name} can't raise: the last raise of this street has been made",
    "stack": "{name} can't {verb}: it has no more than the call of {call_to}",
    "too-few-chips": "{name} can't {verb}: it has chips for {most} at most",
    "no-raise": "{name} can't {verb}: the bet is {bet} already",
    "bet-to-match": "{name} can't check: the bet is to {call_to}",
    "nothing-to-call": "{name} can't call: there is no bet to match, it may check",
    "bet-stands": "{name} can't bet: the bet is {bet} already, so write a raise",
    "no-bet-yet": "{name} can't raise: nobody has bet, so write a bet",
    "no-stack": "{name} has no stack stated: write how much, all-in to 500",
    "below-own-total": "{name} has {total} in already",
    "other-stack": "{name}'s whole stack makes its total {all_in_to}",
    "not-its-turn": "{name} can't act: it is {turn_name}'s turn",
    "closed": "{name} can't act: nobody has to act on this street",
    "out-of-turn": "an action out of turn is not played on",
    "folded-already": "{name} has folded already",
    "not-brought-in": "{name} can't call: it brings in {to}, completes or folds",
    "no-bring-in": "{name} can't bring it in: there is nothing to bring in",
    "other-bring-in": "{name} brings in {to}",
    "no-draw": "{name} can't draw: no cards are exchanged on this street",
    "late-draw": "{name} can't draw once somebody has acted",
    "draw-order": "{name} can't draw: cards are exchanged from the button's left, and it is {turn_name}'s turn",
    "draws-too-many": "{name} can't draw so many: {most} cards at most",
    "late-post": "{name} can't post once somebody has acted",
    "open": "{turn_name} still has to act",
    "hand-over": "the hand is over: one player is left",
    "other-street": "the street after the {street} is another one",
    "board-unknown": "the board before this street is not given",
}
_WORDS = {
    "bet": "bet {amount}",
    "raise-to": "raise to {amount}",
    "raise-by": "raise by {amount}",
    "all-in": "go all-in",
    "complete": "complete to {amount}",
}


def refusal_text(hand: Hand, item: Action | Deal, refusal: IllegalAction) -> str:
    """Say in a sentence why an action was refused."""
    turn = refusal.values.get("turn", hand.round.turn)
    words = {
        "name": getattr(item, "seat", ""),
        "verb": _WORDS.get(getattr(item, "verb", ""), "act").format(amount=getattr(item, "amount", "")),
        "what": "raise" if hand.round.bet else "bet",
        "turn_name": "" if turn is None else hand.name(turn),
        "street": hand.street,
    }
    return REFUSALS[refusal.reason].format(**{**words, **refusal.values})
