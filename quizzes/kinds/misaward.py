"""Pots paid as people pay them wrong: to the wrong hands, in the wrong shares, with odd chips to the wrong seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from quizzes.engine.awarding import (
    Side,
    best_lows,
    best_seats,
    by_cards,
    cards_of,
    odd_chip_order,
    passed_over,
    sides,
)
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.engine.pots import Pot, left_of_button, share
from quizzes.kinds.base import Answer, Misconception
from quizzes.kinds.limit_spots import STUD, WITH_BLINDS
from quizzes.kinds.misread_games import (
    ACE_LOW,
    DEUCE_TO_SEVEN,
    NINE_LOW,
    OMAHA,
    SPLIT,
    STRAIGHTS_COUNTED,
    SUITS_IGNORED,
    THREE_FROM_HAND,
    Misreading,
    any_ace,
)
from quizzes.kinds.payout import Award, awarded, odd_chips, payout, shares_odd, together

Seats = Sequence[int]


def _award(document: Document, change: Callable[[Hand, Pot, Sequence[Side]], Award]) -> Answer:
    """Return the answer in which every pot is paid as a wrong method pays it."""
    hand, pots, awards = payout(document)
    paid = [change(hand, pot, parts) for pot, parts in zip(pots.pots, awards, strict=True)]
    return awarded(hand, pots, paid)


def _share(hand: Hand, amount: int, seats: Seats, last: frozenset[int] = frozenset()) -> dict[int, int]:
    """Share chips out among seats, odd ones from the button's left on, to some of them last."""
    document = hand.document
    around = left_of_button(seats, document.index(document.button), len(document.seats))
    return share(amount, sorted(around, key=last.__contains__), document.chip)


def _add(*shares: Award) -> Award:
    seats = {seat for paid in shares for seat in paid}
    return {seat: sum(paid.get(seat, 0) for paid in shares) for seat in sorted(seats)}


# To the wrong hands.


def live_seats(hand: Hand) -> list[int]:
    """Return the seats that still play."""
    return [seat for seat, alive in enumerate(hand.live) if alive]


def _everything_to_the_best(document: Document) -> Answer:
    """Pay the best hand everything: all pots in one, and what nobody matched."""
    hand = payout(document).hand
    amount = sum(hand.put_in) + hand.dead
    shares = _share(hand, amount, best_seats(hand, live_seats(hand)))
    paid = {hand.name(seat): chips for seat, chips in shares.items()}
    return {"pots": [{"amount": amount, "eligible": list(paid), "winners": paid}], "returned": {}, "won": paid}


def _pay_a_pot_it_is_not_in(document: Document) -> Answer:
    """Pay the best hands of all every pot, also those that they have no chips in."""

    def pay(hand: Hand, pot: Pot, parts: Sequence[Side]) -> Award:
        return together(sides(hand, Pot(pot.amount, tuple(live_seats(hand)))))

    return _award(document, pay)


def _pay_the_folded(document: Document) -> Answer | None:
    """Let a folded player win with the best hand."""
    hand, pots, awards = payout(document)
    if document.order is None:
        return None
    first = [document.index(name) for name in document.order[0]]
    out = [seat for seat in first if not hand.live[seat] and hand.put_in[seat]]
    if not out or len(pots.layers) != len(pots.pots):
        return None
    paid: list[Award] = []
    for pot, layer, parts in zip(pots.pots, pots.layers, awards, strict=True):
        reached = [seat for seat in out if hand.put_in[seat] > layer.above]
        paid.append(share(pot.amount, reached or tuple(parts[0].paid), document.chip))
    return awarded(hand, pots, paid)


def _keep_the_uncalled(document: Document) -> Answer | None:
    """Award what nobody matched with the last pot; None where nobody matched anything."""
    hand, pots, _ = payout(document)
    if not pots.pots:
        return None
    last = pots.pots[-1]
    grown = Pot(last.amount + sum(pots.returned.values()), last.eligible)
    kept = replace(pots, pots=(*pots.pots[:-1], grown), returned={})
    return awarded(hand, kept, [together(sides(hand, pot)) for pot in kept.pots])


def _pay_as_read(method: Misreading, half: str = "high") -> Callable[[Document], Answer]:
    """Return the solver that reads every hand for the high half, or for the low one, by a wrong method."""

    def pay(hand: Hand, pot: Pot, parts: Sequence[Side]) -> Award:
        read = {seat: method.read(cards_of(hand, seat)) for seat in pot.eligible if len(pot.eligible) > 1}
        worth = {seat: found.strength for seat, found in read.items() if found is not None}
        best = [seat for seat, own in worth.items() if own == max(worth.values())]
        if not best:
            return together(parts)
        high, low = tuple(parts[0].paid), tuple(parts[-1].paid) if len(parts) > 1 else ()
        if half == "low":
            return _halves(hand, pot, high, best)
        return _halves(hand, pot, best, low) if low else _share(hand, pot.amount, best)

    return lambda document: _award(document, pay)


# In the wrong shares.


def _halves(hand: Hand, pot: Pot, high: Seats, low: Seats, odd_to_low: bool = False) -> Award:
    """Cut a pot between the best high hands and the best low ones."""
    if set(high) == set(low):
        return _share(hand, pot.amount, high)
    chip = hand.document.chip
    half = pot.amount // chip // 2 * chip
    lower = pot.amount - half if odd_to_low else half
    upper = Side("high", pot.amount - lower, _share(hand, pot.amount - lower, high))
    return _add(upper.paid, _share(hand, lower, low, passed_over(hand, upper, lower)))


def _forget_the_low(document: Document) -> Answer:
    """Pay the best high hand the whole pot."""
    return _award(document, lambda hand, pot, parts: _share(hand, pot.amount, tuple(parts[0].paid)))


def _share_by_heads(document: Document) -> Answer:
    """Share a pot evenly among all who win something of it, whether a half or a part of one."""
    return _award(document, lambda hand, pot, parts: _share(hand, pot.amount, tuple(together(parts))))


def halved_twice(hand: Hand, pot: Pot, parts: Sequence[Side]) -> Award:
    """Return what a pot pays where it is halved though the same players win both ways, each half shared by itself."""
    if not _shared_both_ways(hand, pot, parts):
        return together(parts)
    winners, chip = tuple(parts[0].paid), hand.document.chip
    low = pot.amount // chip // 2 * chip
    return _add(
        share(pot.amount - low, odd_chip_order(hand, "high", winners), chip),
        share(low, odd_chip_order(hand, "low", winners), chip),
    )


def _shared_both_ways(hand: Hand, pot: Pot, parts: Sequence[Side]) -> bool:
    """Return whether several tie for a pot's high and for its low, so that they share it once (TDA 2024 20-D)."""
    return len(parts) == 1 and len(parts[0].paid) > 1 and bool(best_lows(hand, pot.eligible))


def _halve_for_the_same(document: Document) -> Answer:
    """Halve every pot, also those whose high and low the same players win."""
    return _award(document, halved_twice)


def _odd_chip_to_the_low(document: Document) -> Answer:
    """Give the chip that can't be halved to the low half."""

    def pay(hand: Hand, pot: Pot, parts: Sequence[Side]) -> Award:
        if len(parts) == 1:
            return together(parts)
        return _halves(hand, pot, tuple(parts[0].paid), tuple(parts[1].paid), odd_to_low=True)

    return _award(document, pay)


# Odd chips.


def _odd_chips(document: Document, pay: Callable[[Hand, Side], Award]) -> Answer:
    """Share every pot or half out in a wrong way."""
    return _award(document, lambda hand, pot, parts: _add(*(pay(hand, side) for side in parts)))


def _odd_chip_to_the_last(document: Document) -> Answer:
    """Give odd chips from the button on instead of from its left."""
    return _odd_chips(document, lambda hand, side: share(side.amount, tuple(side.paid)[::-1], document.chip))


def _odd_chip_by_seat(document: Document) -> Answer:
    """Give odd chips from the button's left on, as in games with a button."""

    def pay(hand: Hand, pot: Pot, parts: Sequence[Side]) -> Award:
        high, *low = [tuple(side.paid) for side in parts]
        return _halves(hand, pot, high, low[0]) if low else _share(hand, pot.amount, high)

    return _award(document, pay)


def _all_odd_chips_to_one(document: Document) -> Answer:
    """Give all odd chips of a pot to the first winner."""

    def pay(hand: Hand, side: Side) -> Award:
        first, *others = side.paid
        each = side.amount // ((1 + len(others)) * document.chip) * document.chip
        return {first: side.amount - each * len(others), **dict.fromkeys(others, each)}

    return _odd_chips(document, pay)


def _split_the_odd_chip(document: Document) -> Answer:
    """Divide a pot to the last unit, as if there were chips smaller than the smallest on the table."""

    def pay(hand: Hand, pot: Pot, parts: Sequence[Side]) -> Award:
        half = pot.amount // len(parts)
        amounts = (pot.amount - half, half) if len(parts) > 1 else (pot.amount,)
        return _add(*(share(amount, tuple(side.paid), 1) for amount, side in zip(amounts, parts, strict=True)))

    return _award(document, pay)


def _odd(document: Document) -> int:
    return odd_chips(payout(document))


def _by_seats(document: Document) -> bool:
    """Return whether odd chips go by seats alone: by no cards, and past nobody who has one already."""
    button, seats = document.index(document.button), len(document.seats)
    lines = [tuple(side.paid) for parts in payout(document).awards for side in parts]
    return not by_cards(document) and all(line == left_of_button(line, button, seats) for line in lines)


def _pot_count(document: Document) -> int:
    return len(payout(document).pots.pots)


def _is_halved(document: Document) -> bool:
    return any(len(parts) > 1 for parts in payout(document).awards)


def _is_shared_both_ways(document: Document) -> bool:
    hand, pots, awards = payout(document)
    return any(_shared_both_ways(hand, pot, parts) for pot, parts in zip(pots.pots, awards, strict=True))


def _shown(document: Document) -> bool:
    """Whether the hands lie face up."""
    return document.order is None and _contested(document)


def _shows_an_ace(document: Document) -> bool:
    """Whether a hand that lies face up has an ace, which could be taken for low."""
    if not _shown(document):
        return False
    hand, pots, _ = payout(document)
    shown = {seat for pot in pots.pots if len(pot.eligible) > 1 for seat in pot.eligible}
    return any_ace(cards_of(hand, seat) for seat in shown)


def _best_is_not_in_all(document: Document) -> bool:
    """Whether there is a pot that the best hands don't all play for."""
    hand, pots, _ = payout(document)
    best = set(best_seats(hand, live_seats(hand)))
    return any(not best <= set(pot.eligible) for pot in pots.pots)


def _contested(document: Document) -> bool:
    return any(len(pot.eligible) > 1 for pot in payout(document).pots.pots)


READ_WRONG: Mapping[str, tuple[Callable[[Document], Answer], tuple[str, ...]]] = {
    "three-from-hand": (_pay_as_read(THREE_FROM_HAND), OMAHA),
    "nine-low": (_pay_as_read(NINE_LOW, "low"), SPLIT),
    "straights-counted": (_pay_as_read(STRAIGHTS_COUNTED), ("razz",)),
    "ace-low": (_pay_as_read(ACE_LOW), DEUCE_TO_SEVEN),
    "suits-ignored": (_pay_as_read(SUITS_IGNORED), ("badugi",)),
}
"""Hands read wrong, by which the wrong seat is paid, and the games in which people do it."""

MISCONCEPTIONS = (
    Misconception("everything-to-the-best", _best_is_not_in_all, _everything_to_the_best, levels=(3, 4, 5)),
    Misconception("paid-a-pot-not-in", lambda d: _pot_count(d) > 1, _pay_a_pot_it_is_not_in, levels=(3, 4, 5)),
    Misconception("low-forgotten", _is_halved, _forget_the_low, games=SPLIT),
    Misconception("shared-by-heads", _is_halved, _share_by_heads, levels=(2, 3, 4, 5), games=SPLIT),
    Misconception(
        "halved-twice",
        _is_shared_both_ways,
        _halve_for_the_same,
        levels=(2, 3, 4, 5),
        games=SPLIT,
        right_by=(("odd_chip_most", "one-a-player"),),
    ),
    Misconception("odd-chip-to-the-low", _is_halved, _odd_chip_to_the_low, levels=(2, 3, 4, 5), games=SPLIT),
    *(
        Misconception(id, _shows_an_ace if id == "ace-low" else _shown, solve, games=games)
        for id, (solve, games) in READ_WRONG.items()
    ),
    Misconception(
        "odd-chip-wrong-seat",
        lambda d: _odd(d) > 0 and _by_seats(d),
        _odd_chip_to_the_last,
        levels=(3, 4, 5),
        games=WITH_BLINDS,
    ),
    Misconception("odd-chip-by-seat", lambda d: _odd(d) > 0, _odd_chip_by_seat, levels=(3, 4, 5), games=STUD),
    Misconception(
        "odd-chips-to-one", lambda d: _odd(d) > 1, _all_odd_chips_to_one, levels=(3, 4, 5), games=("holdem",)
    ),
    Misconception(
        "odd-chip-split", lambda d: d.chip > 1 and shares_odd(payout(d)), _split_the_odd_chip, levels=(3, 4, 5)
    ),
    Misconception("folded-player-paid", lambda d: d.order is not None, _pay_the_folded, games=("holdem",)),
    Misconception("uncalled-left-in", lambda d: bool(payout(d).pots.returned), _keep_the_uncalled),
)
