"""The numbers of a betting spot, for sentences that speak of them."""

from __future__ import annotations

from collections.abc import Mapping

from quizzes.engine import betting, sizes
from quizzes.engine.document import Document
from quizzes.kinds.asking import asked
from quizzes.wording.numbers import chips


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
