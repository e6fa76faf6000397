"""A hand whose betting is over: its pots, what each of them pays, and both in the words of the scenario format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quizzes.engine.awarding import Side, is_open, pots_of, sides
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.engine.pots import Pots
from quizzes.kinds.asking import closed
from quizzes.kinds.base import keeping_last
from quizzes.kinds.side_pots import named

Award = Mapping[int, int]
"""Who gets how many chips of a pot, by seat."""


class Payout(NamedTuple):
    """A hand, its pots, and the sides of each: the whole of it, or its high half and its low half."""

    hand: Hand
    pots: Pots
    awards: tuple[tuple[Side, ...], ...]


def pay(hand: Hand) -> Payout:
    """Return what the pots of a hand pay (TDA 2024 20 and 21)."""
    pots = pots_of(hand)
    return Payout(hand, pots, tuple(sides(hand, pot) for pot in pots.pots))


@keeping_last
def payout(document: Document) -> Payout:
    """Return what the pots of a document's hand pay. Raises DocumentError at `question` while somebody has to act."""
    return pay(closed(document))


def together(parts: Sequence[Side]) -> Award:
    """Return what a pot pays to each seat, both halves together."""
    paid: dict[int, int] = {}
    for side in parts:
        for seat, chips in side.paid.items():
            paid[seat] = paid.get(seat, 0) + chips
    return paid


def awarded(hand: Hand, pots: Pots, awards: Sequence[Award]) -> dict[str, Any]:
    """Return pots and awards in the words of the scenario format, seats by name."""
    answer = named(hand, pots)
    won: dict[str, int] = {}
    for pot, shares in zip(answer["pots"], awards, strict=True):
        pot["winners"] = {hand.name(seat): chips for seat, chips in shares.items() if chips}
        for name, chips in pot["winners"].items():
            won[name] = won.get(name, 0) + chips
    return {**answer, "won": won}


def odd_chips(paid: Payout) -> int:
    """Return the most odd chips that are left over anywhere: of a pot cut into halves, of a pot or half shared out."""
    chip = paid.hand.document.chip
    halved = [pot.amount // chip % len(parts) for pot, parts in zip(paid.pots.pots, paid.awards, strict=True)]
    return max([*halved, _odd_shared(paid)])


def shares_odd(paid: Payout) -> bool:
    """Say whether several share a pot or a half in which a chip is odd."""
    return _odd_shared(paid) > 0


def open_odd_chips(paid: Payout) -> bool:
    """Say whether an odd chip goes by cards that are not known."""
    return any(is_open(paid.hand, side) for parts in paid.awards for side in parts)


def _odd_shared(paid: Payout) -> int:
    chip = paid.hand.document.chip
    return max((side.amount // chip % len(side.paid) for parts in paid.awards for side in parts), default=0)
