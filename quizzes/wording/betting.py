"""The numbers of a betting spot, for sentences that speak of them, and the sentences that houses differ in."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.engine import betting, sizes
from quizzes.engine.document import Document
from quizzes.kinds.asking import asked
from quizzes.wording.base import Message
from quizzes.wording.numbers import chips

DOUBLE = lazy("In this house it is the bet that counts: a raise is to at least twice the %(bet)s.")
SUM = lazy(
    "In this house short all-ins that together come to a full raise count as one: the next raise adds their sum, %(unit)s."
)
NOT_ENOUGH = lazy(
    "The player has acted. %(facing)s more than before is not enough for another raise, with a threshold of %(needed)s: only a call or a fold is open."
)
ALONE = lazy(
    "The player has acted. In this house each all-in is looked at alone, and none since then was a full raise: only a call or a fold is open."
)


def spot_numbers(document: Document) -> Mapping[str, str]:
    """Return the bet, the smallest bet, what a raise adds, what is in front of the player, and what it faces.

    Beside them what a limit allows: the largest raise, the street's small bet, and what a stud hand is brought in for.
    """
    hand, seat = asked(document)
    acted_at = hand.round.acted_at[seat]
    numbers = {
        "bet": hand.round.bet,
        "big": hand.round.smallest_bet,
        "unit": sizes.smallest_to(hand.round, document.rules) - hand.round.bet,
        "most": sizes.largest_to(hand.round, seat, document.rules) or 0,
        "small": (document.bets or (0, 0))[0],
        "bring_in": document.bring_in,
        "front": hand.round.totals[seat],
        "acted": acted_at or 0,
    }
    if acted_at is not None:
        found = betting.reopening(hand.round, seat, document.rules)
        numbers |= {"facing": found.facing, "needed": found.needed}
    return {key: chips(amount) for key, amount in numbers.items()}


def next_raise(document: Document) -> Message | None:
    """Return what a raise adds in a house where that is not the last full raise, None where it is."""
    state, rules = asked(document)[0].round, document.rules
    if document.limit == "fixed-limit" or not sizes.bet_made(state):
        return None
    if rules["min_raise"] == "double":
        return DOUBLE
    return None if sizes.raise_unit(state, rules) == state.last_raise else SUM


def still_closed(document: Document) -> Message:
    """Return why the betting is not open again to a player who has acted."""
    hand, seat = asked(document)
    if document.limit == "fixed-limit" or document.rules["reopen"] != "single" or hand.round.acted_at[seat] is None:
        return NOT_ENOUGH
    found = betting.reopening(hand.round, seat, document.rules)
    return ALONE if found.facing >= found.needed else NOT_ENOUGH
