"""Where pokerkit breaks a rule: each fault a predicate over the state with the rule it breaks, none for a single hand.

`explain` names what accounts for a difference in what a seat is offered, `with_their_faults` pays a hand as they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby, pairwise

from quizzes.engine import opening
from quizzes.engine.awarding import best_lows, best_seats, pots_of
from quizzes.engine.hand import Hand
from tests.engine.playing import must_bring_in
from tests.engine.pokerkit_play import Offer

Difference = Callable[[Hand, Offer | None, Offer], bool]


def short_big_blind(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It prices a big blind posted short at what is there, and begins with whoever posted most (RRoP 11)."""
    state, big, blinds = hand.round, hand.first.big_blind, hand.document.blinds
    if big is None or blinds is None or ours is None:
        return False
    if hand.street != hand.document.game.first or hand.first.round.totals[big] == blinds[1]:
        return False
    if ours.seat != theirs.seat:
        return not any(acted is not None for acted in state.acted_at)
    return theirs.call_adds == min(state.stacks[ours.seat] or 0, max(state.totals) - state.totals[ours.seat])


def short_bring_in(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It prices an all-in for less than the bring-in at what is there; the bring-in in full stays the price.

    So it is with a short blind (RRoP 11).
    """
    state = hand.round
    if ours is None or hand.street != hand.document.game.first or ours.seat != theirs.seat:
        return False
    if not max(state.totals) < state.bet == hand.document.bring_in:
        return False
    return theirs.call_adds == min(state.stacks[ours.seat] or 0, max(state.totals) - state.totals[ours.seat])


def no_more_than_the_bring_in(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It offers an all-in of no more than the bring-in as a completion too; that brings it in and raises nothing."""
    if ours is None or not must_bring_in(hand):
        return False
    stack = hand.round.stacks[ours.seat] or 0
    return theirs == replace(ours, raise_min_to=stack, raise_max_to=stack) and stack <= hand.document.bring_in


def over_the_bring_in(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It takes what a completion adds to the bring-in for its size; the bring-in is no bet, so all of it is the bet.

    So less is added by the next raise, and less opens the betting again. In fixed-limit it makes no difference.
    """
    state, document = hand.round, hand.document
    if ours is None or not document.bring_in or not hand.raises or hand.street != document.game.first:
        return False
    totals = [document.bring_in, *(made.to for made in hand.raises)]
    added = max(after - before for before, after in pairwise(totals))
    if ours.raise_min_to is None:
        facing = state.bet - (state.acted_at[ours.seat] or 0)
        return (ours.seat, ours.call_adds) == (theirs.seat, theirs.call_adds) and added <= facing < state.last_raise
    own = state.totals[ours.seat] + (state.stacks[ours.seat] or 0)
    return theirs == replace(ours, raise_min_to=min(own, state.bet + max(state.smallest_bet, added)))


def equal_blinds(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """Heads-up with two equal blinds it has the big blind begin; the button does (TDA 2024 34-B)."""
    blinds, first = hand.document.blinds, hand.document.game.first
    alike = hand.street == first and len(hand.live) == 2 and blinds is not None and blinds[0] == blinds[1]
    return alike and ours is not None and ours.seat != theirs.seat


def only_shorter_stacks(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It offers no raise over a bet that nobody else could fully match; with chips behind somebody can still answer.

    The minimum is never cut to an opponent's stack; six recorded hands have such a raise.
    """
    if not _same_but_no_raise(ours, theirs):
        return False
    state = hand.round
    others = [seat for seat, live in enumerate(hand.live) if live and seat != theirs.seat]
    return all(state.totals[seat] + (state.stacks[seat] or 0) <= state.bet for seat in others)


def first_raise_short(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It takes the street's first raise for a full one, also a short all-in that a limper faces (TDA 2024 47-A)."""
    if ours is None or (ours.seat, ours.call_adds, ours.raise_min_to) != (theirs.seat, theirs.call_adds, None):
        return False
    state, limited = hand.round, hand.document.limit == "fixed-limit"
    return not limited and state.acted_at[ours.seat] is not None and state.raises == 0 and state.bet > state.full_bet


def forgotten_sum(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """Once short all-ins add up to a raise it forgets them, and one more closes the betting again (TDA 2024 47-A)."""
    if hand.document.limit == "fixed-limit" or not _same_but_no_raise(ours, theirs):
        return False
    acted_at = hand.round.acted_at[theirs.seat]
    since = [made for made in hand.raises if acted_at is not None and made.over >= acted_at]
    return len(since) > 1 and not since[-1].full and since[-1].to - since[-1].over < hand.round.last_raise


def nothing_to_decide(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It asks a seat that has matched the bet and can only check, everybody else being all-in."""
    return ours is None and (theirs.call_adds, theirs.raise_min_to) == (0, None)


def blinds_as_posted(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It counts a short blind in a pot-limit pot as posted; before the flop it counts in full (TDA 2024 54-B)."""
    if ours is None or ours.raise_max_to is None or theirs.raise_max_to is None or hand.document.blinds is None:
        return False
    if replace(ours, raise_max_to=None) != replace(theirs, raise_max_to=None):
        return False
    seats = hand.first.small_blind or 0, hand.first.big_blind or 0
    posted = [hand.first.round.totals[seat] for seat in seats]
    missing = sum(hand.document.blinds) - sum(posted)
    state = hand.round
    pot = hand.dead + sum(hand.put_in)
    exact = max(2 * state.bet - state.totals[ours.seat] + pot, theirs.raise_min_to or 0)
    own = state.totals[ours.seat] + (state.stacks[ours.seat] or 0)
    return (ours.raise_max_to, theirs.raise_max_to) == (min(own, exact + missing), min(own, exact))


def half_a_bet(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It adds a unit to every fixed-limit all-in and counts each under the cap, and asks for a unit to reopen.

    Under half a unit it counts for nothing and is completed; from half on it counts, is raised by a unit, and reopens
    the betting (TDA 2024 47-B).
    """
    state, unit = hand.round, hand.round.smallest_bet
    if ours is None or hand.document.limit != "fixed-limit" or all(made.to % unit == 0 for made in hand.raises):
        return False
    own, acted_at = state.totals[ours.seat] + (state.stacks[ours.seat] or 0), state.acted_at[ours.seat]
    blind = hand.street == hand.document.game.first and hand.document.blinds is not None
    level, made = (unit, 1) if blind else (0, 0)
    for raised in hand.raises:
        if 2 * (raised.to - level) >= unit:
            level, made = raised.to, made + 1
    closed = made == 4 or (acted_at is not None and 2 * (state.bet - acted_at) < unit)
    right = None if closed or own <= state.bet else min(own, level + unit)
    alike = (ours.seat, ours.call_adds, ours.raise_min_to) == (theirs.seat, theirs.call_adds, right)
    return alike and theirs.raise_min_to in (None, min(own, state.bet + unit))


def tie_of_boards(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It begins a stud street with the first of two equal boards; where suits decide, the higher of them does."""
    document = hand.document
    if document.game.family != "stud" or hand.street == document.game.first or hand.round.bet:
        return False
    if ours is None or ours.seat == theirs.seat:
        return False
    boards = {
        seat: opening.board(opening.open_cards(document, seat, hand.street), document)
        for seat, live in enumerate(hand.live)
        if live
    }
    pick = min if document.game.scale == "ace-to-five" else max
    tied = [seat for seat in boards if boards[seat] == pick(boards.values())]
    return document.rules["stud_tie"] == "suit" and len(tied) > 1


def tie_of_cards(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It has suits decide who brings it in also where a house has the place decide."""
    document = hand.document
    if ours is None or document.game.family != "stud" or hand.street != document.game.first:
        return False
    return document.rules["stud_tie"] == "seat" and ours.seat != theirs.seat and hand.round.bet == 0


DIFFERENCES: tuple[Difference, ...] = (
    short_big_blind,
    short_bring_in,
    no_more_than_the_bring_in,
    over_the_bring_in,
    equal_blinds,
    only_shorter_stacks,
    first_raise_short,
    forgotten_sum,
    nothing_to_decide,
    blinds_as_posted,
    half_a_bet,
    tie_of_boards,
    tie_of_cards,
)


def _same_but_no_raise(ours: Offer | None, theirs: Offer) -> bool:
    """Say whether the two differ only in that pokerkit offers no raise."""
    if ours is None:
        return False
    return (ours.seat, ours.call_adds, None) == (theirs.seat, theirs.call_adds, theirs.raise_min_to)


def explain(hand: Hand, ours: Offer | None, theirs: Offer | None) -> Difference | None:
    """Return what explains that the two offer different things, None when nothing does."""
    assert ours != theirs
    return next((found for found in DIFFERENCES if theirs is not None and found(hand, ours, theirs)), None)


def fair_shares(hand: Hand) -> list[int]:
    """Return what each seat receives by the rules, the odd chips of stud left out, which go by suit.

    Each pot is split by itself, and of its odd chips each goes to another player, from the button's left on (TDA 2024
    20 and 21); players who share both halves share the pot.
    """
    received = Counter(pots_of(hand).returned)
    for pot in pots_of(hand).pots:
        high, low = best_seats(hand, pot.eligible), best_lows(hand, pot.eligible)
        parts = [(pot.amount, high)]
        if low and set(low) != set(high):
            parts = [(pot.amount - pot.amount // 2, high), (pot.amount // 2, low)]
        for chips, winners in parts:
            odd = 0 if hand.document.game.family == "stud" else chips % len(winners)
            received.update({seat: chips // len(winners) + (seat in sorted(winners)[:odd]) for seat in winners})
    return [received[seat] for seat in range(len(hand.live))]


def with_their_faults(hand: Hand) -> list[int]:
    """Return what each seat receives when pots are put together once the losing hands are gone.

    All odd chips of a half go to the first seat that shares it, also in stud. A pot for which nobody has a low is
    halved all the same when somebody has one in another.
    """
    cut = pots_of(hand)
    groups = [(best_seats(hand, pot.eligible), best_lows(hand, pot.eligible), pot) for pot in cut.pots]
    left = {seat for high, low, _ in groups for seat in (*high, *low)}
    merged = [
        (seats, sum(pot.amount for *_, pot in pots))
        for seats, pots in groupby(groups, key=lambda group: tuple(s for s in group[2].eligible if s in left))
    ]
    received = Counter(cut.returned)
    for seats, amount in merged:
        parts = [(amount, best_seats(hand, seats))]
        if any(low for _, low, _ in groups):
            parts = [(amount - amount // 2, parts[0][1]), (amount // 2, best_lows(hand, seats) or seats)]
        for chips, winners in parts:
            received.update(dict.fromkeys(winners, chips // len(winners)))
            received[min(winners)] += chips % len(winners)
    return [received[seat] for seat in range(len(hand.live))]
