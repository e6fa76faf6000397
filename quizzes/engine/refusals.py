"""Why an action is refused, as a sentence with its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quizzes.engine.betting import IllegalAction
from quizzes.engine.document import Action, Deal
from quizzes.engine.errors import Sentence

if TYPE_CHECKING:
    from quizzes.engine.hand import Hand

REFUSALS: Mapping[str, str] = {
    "acted": "%(name)s can't raise: they have acted and face no full raise since",
    "nobody": "%(name)s can't raise: nobody is left who could answer",
    "below-minimum": "%(name)s can't %(act)s: the smallest raise is to %(raise_min_to)s",
    "all-in-only": "%(name)s can't %(act)s: their only raise is all-in to %(all_in_to)s",
    "above-maximum": "%(name)s can't %(act)s: the largest raise is to %(raise_max_to)s",
    "between-sizes": "%(name)s can't %(act)s: a raise is a small or a big bet, to %(raise_max_to)s at most",
    "capped": "%(name)s can't raise: the last raise of this street has been made",
    "stack": "%(name)s can't %(act)s: they have no more than the call of %(call_to)s",
    "too-few-chips": "%(name)s can't %(act)s: they have chips for %(most)s at most",
    "no-raise": "%(name)s can't %(act)s: the bet is %(bet)s already",
    "bet-to-match": "%(name)s can't check: the bet is to %(call_to)s",
    "nothing-to-call": "%(name)s can't call: there is no bet to match, so they may check",
    "bet-stands": "%(name)s can't bet: the bet is %(bet)s already, so write a raise",
    "no-bet-yet": "%(name)s can't raise: nobody has bet, so write a bet",
    "no-stack": "%(name)s has no stack stated: write how much, all-in to 500",
    "below-own-total": "%(name)s has %(total)s in already",
    "other-stack": "%(name)s's whole stack makes their total %(all_in_to)s",
    "not-its-turn": "%(name)s can't act: it is %(turn_name)s's turn",
    "closed": "%(name)s can't act: nobody has to act on this street",
    "out-of-turn": "an action out of turn is not played on",
    "folded-already": "%(name)s has folded already",
    "not-brought-in": "%(name)s can't call: they bring in %(to)s, complete or fold",
    "no-bring-in": "%(name)s can't bring it in: there is nothing to bring in",
    "other-bring-in": "%(name)s brings in %(to)s",
    "no-draw": "%(name)s can't draw: no cards are exchanged on this street",
    "late-draw": "%(name)s can't draw once somebody has acted",
    "drawn-already": "%(name)s has exchanged cards already on this street",
    "draw-order": "%(name)s can't draw: cards are exchanged from the button's left, and it is %(turn_name)s's turn",
    "draws-too-many": "%(name)s can't draw so many: %(most)s cards at most",
    "late-post": "%(name)s can't post: posts go in before the first action of a hand",
    "open": "%(turn_name)s still has to act",
    "hand-over": "the hand is over: one player is left",
    "other-street": "the street after the %(street)s is another one",
}
"""Each reason that an action can be refused for, in a sentence."""

REFUSED_BETS: Mapping[str, str] = {
    "no-raise": "%(name)s can't %(act)s: a bet is of one chip at least",
    "below-minimum": "%(name)s can't %(act)s: the smallest bet is to %(raise_min_to)s",
    "all-in-only": "%(name)s can't %(act)s: their only bet is all-in to %(all_in_to)s",
    "above-maximum": "%(name)s can't %(act)s: the largest bet is to %(raise_max_to)s",
    "between-sizes": "%(name)s can't %(act)s: a bet is a small or a big bet, to %(raise_max_to)s at most",
}
"""The sentences that say something else where nobody has bet, so that a bet is made and no raise."""

ACTS: Mapping[str, str] = {
    "bet": "bet %(amount)s",
    "raise-to": "raise to %(amount)s",
    "raise-by": "raise by %(amount)s",
    "all-in": "go all-in",
    "complete": "complete to %(amount)s",
}
"""What somebody can't do, as it stands in such a sentence after "can't"."""


def refusal(hand: Hand, item: Action | Deal, illegal: IllegalAction) -> Sentence:
    """Return the sentence that says why an action was refused."""
    turn = illegal.values.get("turn", hand.round.turn)
    values = {
        "name": getattr(item, "seat", ""),
        "act": _act(item),
        "turn_name": "" if turn is None else hand.name(turn),
        "street": hand.street,
        **illegal.values,
    }
    sentences = REFUSALS if hand.round.bet else {**REFUSALS, **REFUSED_BETS}
    return Sentence(sentences[illegal.reason], values)


def _act(item: Action | Deal) -> Sentence | str:
    if not isinstance(item, Action) or item.verb not in ACTS:
        return ""
    return Sentence(ACTS[item.verb], {"amount": item.amount})
