"""A recorded hand's end beside its record: who is paid by what was read, and who was paid as it says."""

from __future__ import annotations

from collections.abc import Mapping

from quizzes.engine.awarding import pots_of, sides
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand
from quizzes.engine.pots import Pots
from quizzes.histories.record import RecordedHand


def check_paid(hand: RecordedHand, names: Mapping[int, str], state: Hand) -> None:
    """Raise DocumentError at a hand's first line where its end can't be as recorded: something was read wrongly.

    The pots come to what the record states, whichever chips it counts as uncalled; who is paid of a pot whose hands are
    known collected something, and nobody else did. How much is left out: rooms take a rake, each in its way.
    """
    if state.round.turn is not None:
        return
    pots = pots_of(state)
    won, back = sum(pot.amount for pot in pots.pots), sum(pots.returned.values())
    if hand.total not in (None, won, won + back, won + back - sum(hand.given_back.values())):
        raise DocumentError(
            f"line {hand.line}",
            "the pots come to %(won)s here, and to %(recorded)s in the record",
            won=won,
            recorded=hand.total,
        )
    if hand.collected:
        _check_winners(hand, names, state, pots)


def _check_winners(hand: RecordedHand, names: Mapping[int, str], state: Hand, pots: Pots) -> None:
    """Raise DocumentError for a player who is paid on one side alone. Hands that were sold to the room are left out."""
    paid, all_known = _paid(state, pots)
    back = {state.name(seat) for seat in pots.returned}
    collected = {names[place] for place in hand.collected}
    given_back = {names[place] for place in hand.given_back}
    sold = {names[place] for place in hand.sold}
    if unpaid := sorted(paid - collected - sold):
        raise DocumentError(
            f"line {hand.line}",
            "by what is read here %(name)s wins a pot, and collected nothing in the record",
            name=unpaid[0],
        )
    if all_known and (extra := sorted((collected | given_back) - paid - back - sold)):
        raise DocumentError(
            f"line {hand.line}",
            "%(name)s collected chips in the record, and wins nothing by what is read here",
            name=extra[0],
        )


def _paid(state: Hand, pots: Pots) -> tuple[set[str], bool]:
    """Return who is paid of the pots whose hands are known, and whether those are all."""
    paid, all_known = set[str](), True
    for pot in pots.pots:
        try:
            parts = sides(state, pot)
        except DocumentError:
            all_known = False
            continue
        paid |= {state.name(seat) for side in parts for seat, chips in side.paid.items() if chips}
    return paid, all_known
