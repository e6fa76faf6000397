"""Main and side pots, what nobody matched, who is paid, and odd chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quizzes.engine.cards import RANKS, Card, rank_of, suit_of


@dataclass(frozen=True, slots=True)
class Layer:
    """Every seat's chips between two totals. `above` is 0 for the lowest layer; `up_to` is the total of a live seat.

    `paid` is what each seat has in the layer; `eligible` are the live seats that reach its top.
    """

    above: int
    up_to: int
    paid: Mapping[int, int]
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot: its chips and the seats that can win it."""

    amount: int
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pots:
    """All pots, main pot first, the layers they were cut from, and the uncalled bet: its seat and chips."""

    pots: tuple[Pot, ...]
    layers: tuple[Layer, ...]
    returned: Mapping[int, int]


def uncalled(put_in: Sequence[int], owners: Sequence[bool]) -> tuple[int, int] | None:
    """Return the seat whose top chips nobody matched and how many they are (TDA 2024 15), None when all are matched.

    `owners` are the seats that get such chips back: the live ones, and hands killed after the betting was over. A seat
    that folded leaves them.
    """
    second, most = sorted(put_in)[-2:]
    top = put_in.index(most)
    if most == second or not owners[top]:
        return None
    return top, most - second


def cut(put_in: Sequence[int], live: Sequence[bool], dead: int = 0, mucked: frozenset[int] = frozenset()) -> Pots:
    """Cut what each seat put in into pots (TDA 2024 21): chips in, `dead` money besides, pots out.

    Layers end at the totals of live seats; a folded seat's chips stay and never win. What folded seats have above every
    live seat stays in the last pot. So no two pots are for the same seats. Dead money is in the main pot.
    """
    owners = [alive or seat in mucked for seat, alive in enumerate(live)]
    back = uncalled(put_in, owners)
    kept = list(put_in)
    if back is not None:
        kept[back[0]] -= back[1]
    levels = sorted({kept[seat] for seat, alive in enumerate(live) if alive})
    pots: list[Pot] = []
    layers: list[Layer] = []
    above = 0
    for up_to in levels:
        layer = _layer(kept, live, above, up_to, last=up_to == levels[-1])
        chips = sum(layer.paid.values())
        if chips:
            layers.append(layer)
        if chips + dead:
            pots.append(Pot(chips + dead, layer.eligible))
        above, dead = up_to, 0
    return Pots(tuple(pots), tuple(layers), {} if back is None else {back[0]: back[1]})


def _layer(kept: Sequence[int], live: Sequence[bool], above: int, up_to: int, last: bool) -> Layer:
    paid = {seat: (total if last else min(total, up_to)) - above for seat, total in enumerate(kept) if total > above}
    return Layer(above, up_to, paid, tuple(seat for seat, alive in enumerate(live) if alive and kept[seat] >= up_to))


def share(amount: int, winners: Sequence[int], chip: int = 1) -> dict[int, int]:
    """Divide a pot among its winners, who stand in the order that odd chips go (TDA 2024 20): seat -> chips.

    Shares are whole multiples of the smallest chip in play; odd chips go one each to the first winners, so that nobody
    gets two. What is smaller than a chip goes to the next in line, as if it were one.
    """
    each, odd = divmod(amount, chip * len(winners))
    return {seat: each * chip + min(max(odd - place * chip, 0), chip) for place, seat in enumerate(winners)}


def left_of_button(winners: Sequence[int], button: int, seats: int) -> tuple[int, ...]:
    """Return the winners clockwise from the button's left: the order in which odd chips go in games with a button."""
    return tuple(sorted(winners, key=lambda seat: (seat - button - 1) % seats))


Fives = Mapping[int, Sequence[Sequence[Card]]]
"""For each seat the groups of cards that may be compared; the one that serves it best counts."""


def by_high_card(
    winners: Sequence[int], cards: Fives, button: int, seats: int, ace_low: bool = False
) -> tuple[int, ...]:
    """Return the winners by the highest of these cards of theirs, rank then suit with spades high."""
    best = {seat: [_face(card, ace_low) for card in from_the_top(cards[seat], ace_low)] for seat in winners}
    return tuple(sorted(left_of_button(winners, button, seats), key=best.__getitem__, reverse=True))


def by_low_card(
    winners: Sequence[int], cards: Fives, button: int, seats: int, ace_low: bool = False
) -> tuple[int, ...]:
    """Return the winners by the lowest of these cards of theirs, rank then suit with clubs low."""
    best = {seat: [_face(card, ace_low) for card in from_the_bottom(cards[seat], ace_low)] for seat in winners}
    return tuple(sorted(left_of_button(winners, button, seats), key=best.__getitem__))


def from_the_top(groups: Sequence[Sequence[Card]], ace_low: bool) -> list[Card]:
    """Return the group with the highest cards, the highest first."""
    return max(
        (sorted(cards, key=lambda card: _face(card, ace_low), reverse=True) for cards in groups),
        key=lambda cards: [_face(card, ace_low) for card in cards],
    )


def from_the_bottom(groups: Sequence[Sequence[Card]], ace_low: bool) -> list[Card]:
    """Return the group with the lowest cards, the lowest first."""
    return min(
        (sorted(cards, key=lambda card: _face(card, ace_low)) for cards in groups),
        key=lambda cards: [_face(card, ace_low) for card in cards],
    )


def _face(card: Card, ace_low: bool) -> tuple[int, int]:
    """Return a card as rank and suit, the ace below the two where hands are low."""
    return (rank_of(card) + 1) % len(RANKS) if ace_low else rank_of(card), suit_of(card)
