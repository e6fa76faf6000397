"""Who is paid what of a hand whose betting is over: each pot to its best hand, odd chips in the house's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quizzes.engine.cards import Card
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand
from quizzes.engine.hands import best_five, strength
from quizzes.engine.pots import Pot, Pots, by_high_card, cut, left_of_button, share

Award = Mapping[int, int]
"""Who gets how many chips of a pot, by seat; those who share it stand in the order in which odd chips go."""


def pots_of(hand: Hand) -> Pots:
    """Return the hand's pots, main pot first, and what comes back (TDA 2024 21 and 15)."""
    return cut(hand.put_in, hand.live, hand.dead, hand.mucked)


def award(hand: Hand) -> list[Award]:
    """Return what each pot pays, main pot first (TDA 2024 20 and 21).

    Raises DocumentError at `order`, `board` or `seats[n].cards` where these don't say who has the best hand.
    """
    return [share(pot.amount, winners(hand, pot), hand.document.chip) for pot in pots_of(hand).pots]


def winners(hand: Hand, pot: Pot) -> tuple[int, ...]:
    """Return a pot's winners in the order in which odd chips go to them."""
    document = hand.document
    best = best_seats(hand, pot.eligible)
    if len(best) == 1:
        return best
    button = document.index(document.button)
    if document.rules["odd_chip"] == "high-card" and pot.amount % (len(best) * document.chip):
        # Of equal cards those given first play: here the highest suits, which a player would choose.
        fives = {seat: best_five(sorted(cards_of(hand, seat), reverse=True)).cards for seat in best}
        return by_high_card(best, fives, button, len(document.seats))
    return left_of_button(best, button, len(document.seats))


def best_seats(hand: Hand, seats: Sequence[int]) -> tuple[int, ...]:
    """Return which of these seats have the best hand, by the order given or by their cards; one seat needs neither."""
    order = hand.document.order
    if len(seats) == 1:
        return tuple(seats)
    if order is None:
        strengths = [strength(cards_of(hand, seat)) for seat in seats]
        best = max(strengths)
        return tuple(seat for seat, own in zip(seats, strengths, strict=True) if own == best)
    for group in order:
        first = tuple(seat for seat in seats if hand.name(seat) in group)
        if first:
            return first
    raise DocumentError("order", f"the order names none of {', '.join(map(hand.name, seats))}")


def cards_of(hand: Hand, seat: int) -> Sequence[Card]:
    """Return the seven cards of a seat. Raises DocumentError where one of them is not known."""
    cards = [card for card in hand.document.seats[seat].cards if card is not None]
    if len(cards) != 2:
        raise DocumentError(f"seats[{seat}].cards", f"{hand.name(seat)}'s cards decide a pot and are not known")
    if len(hand.board) != 5:
        raise DocumentError("board", "a showdown needs the five cards of the board")
    return (*cards, *hand.board)
