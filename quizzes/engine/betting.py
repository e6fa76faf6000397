"""One betting round: whose turn it is, what is legal, and why.

Seats are counted clockwise from 0. `totals` are street totals, antes not among them; a stack of None is deep enough for
whatever is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from quizzes.engine import sizes
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.sizes import Sum

T = TypeVar("T")


class Terms(NamedTuple):
    """What holds for a whole betting round.

    smallest_bet  the smallest first bet; in fixed-limit the unit of the street
    middle        chips in the middle when the street began: earlier streets, antes, dead money
    counted_as    what each seat's total counts as at least in a pot-limit pot; () for what it is
    players       how many were in when the street began
    blind_bets    how many bets the blinds count as under a fixed-limit cap
    round_to      the betting unit to which a house rounds a pot-limit raise
    bring_in      what the first to act in a stud hand has to put in at least; it is no bet
    big_bet       another fixed-limit unit that may be chosen on this street; 0 for none
    rounds        how many betting rounds the game has
    """

    smallest_bet: int
    limit: str = "no-limit"
    middle: int = 0
    counted_as: tuple[int, ...] = ()
    players: int = 2
    blind_bets: int = 0
    round_to: int = 1
    bring_in: int = 0
    big_bet: int = 0
    rounds: int = 4


class Round(NamedTuple):
    """A betting round as it stands; a plain tuple, since every action of every hand makes one.

    bet         the highest total on this street, which the others have to match
    last_raise  the last full bet or raise, the big blind when there was none: what a raise adds at least
    full_bet    what the bet was when a bet or raise was last full, the blind or the bring-in before the first; in
                fixed-limit the level above which the next one is
    raises      how many full bets and raises there were, the big blind not counted
    acted_at    what the bet was when each seat last acted, 0 over a mere bring-in; None for a seat that has not acted
    two_left    whether no more than two players had chips when the last full bet or raise was made
    sums        the sums of short all-ins since then that a house takes for raises, in order
    """

    terms: Terms
    bet: int
    last_raise: int
    full_bet: int
    totals: tuple[int, ...]
    stacks: tuple[int | None, ...]
    live: tuple[bool, ...]
    acted_at: tuple[int | None, ...]
    raises: int = 0
    turn: int | None = None
    two_left: bool = False
    sums: tuple[Sum, ...] = ()

    @property
    def smallest_bet(self) -> int:
        """The smallest first bet; in fixed-limit the unit of the street."""
        return self.terms.smallest_bet


class Options(NamedTuple):
    """What a seat may do, as street totals but for `call_adds`, which is chips newly put in.

    `why_not` says why it may not raise: `acted` (the betting is not open again to it), `capped` (the last raise of a
    fixed-limit street has been made), `stack` (it has no more than the call) or `nobody` (nobody is left who could
    answer); "" when it may.
    """

    seat: int
    may_check: bool
    call_to: int | None
    call_adds: int | None
    may_raise: bool
    raise_min_to: int | None
    raise_max_to: int | None
    all_in_to: int | None
    why_not: str


class Reopening(NamedTuple):
    """Whether betting is open to a seat that has acted: what it faces since then, and what it takes."""

    open: bool
    facing: int
    needed: int


class IllegalAction(ValueError):
    """An action that the rules refuse. `reason` is a word for the rule that refuses it, `values` its numbers."""

    def __init__(self, reason: str, **values: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values: Mapping[str, int] = MappingProxyType(values)


@cache
def clockwise(seats: int, first: int) -> tuple[int, ...]:
    """Return the places of a table with so many seats, clockwise from this one on."""
    return tuple(place % seats for place in range(first, first + seats))


def start(
    stacks: tuple[int | None, ...],
    live: tuple[bool, ...],
    terms: Terms,
    before_first: int,
    totals: tuple[int, ...] = (),
    bet: int = 0,
    last_raise: int = 0,
) -> Round:
    """Return the round that begins a street: the first live seat left of `before_first` acts first.

    There is no bet but the blinds; `last_raise` is what a raise of them adds at least, 0 for the smallest bet.
    """
    seats = len(stacks)
    totals = totals or (0,) * seats
    acted_at = (None,) * seats
    turn = _next_turn(before_first, bet, totals, stacks, live, acted_at)
    unit, raises = last_raise or terms.smallest_bet, 0
    return Round(terms, bet, unit, bet, totals, stacks, live, acted_at, raises, turn)


def with_turn_after(state: Round, seat: int) -> Round:
    """Return the round with the turn on the first seat clockwise after this one that has something to decide."""
    return state._replace(turn=_next_turn(seat, state.bet, state.totals, state.stacks, state.live, state.acted_at))


def _next_turn(
    seat: int,
    bet: int,
    totals: tuple[int, ...],
    stacks: tuple[int | None, ...],
    live: tuple[bool, ...],
    acted_at: tuple[int | None, ...],
) -> int | None:
    asked, others = None, False
    for place in clockwise(len(live), seat + 1):
        if live[place] and stacks[place] != 0:
            if asked is None and (totals[place] < bet or acted_at[place] is None):
                asked = place
            else:
                others = True
            if others and asked is not None:
                return asked
    # Nobody can answer the last one with chips: it is asked only for what another seat has in beyond its own.
    if asked is None or live.count(True) < 2 or totals[asked] >= min(bet, _most_of_others(totals, asked)):
        return None
    return asked


def _most_of_others(totals: tuple[int, ...], seat: int) -> int:
    return max(totals[:seat] + totals[seat + 1 :], default=0)


def has_chips(state: Round, seat: int) -> bool:
    """Return whether the seat is live and has chips behind."""
    return state.live[seat] and state.stacks[seat] != 0


def can_be_answered(state: Round, seat: int) -> bool:
    """Return whether another live seat has chips behind. With none, rooms offer no raise; no TDA number says so."""
    live = state.live
    for other, stack in enumerate(state.stacks):  # noqa: SIM110  `any` takes three times as long, and every act asks
        if stack != 0 and other != seat and live[other]:
            return True
    return False


def to_stay(state: Round) -> int:
    """Return the bet, or what a stud hand costs to be brought in while there is none."""
    return state.bet or state.terms.bring_in


def price(state: Round, seat: int) -> int:
    """Return the street total that the seat has to match.

    That is the bet, the full big blind also when it was posted short (RRoP 11), unless everybody else is all-in: then
    nobody could ever match more than the most that another seat has in.
    """
    if can_be_answered(state, seat):
        return state.bet or state.terms.bring_in
    return min(state.bet, _most_of_others(state.totals, seat))


def reopening(state: Round, seat: int, rules: Ruleset) -> Reopening:
    """Return whether betting is open again to a seat that has acted (TDA 2024 47-A and B, and the houses that differ).

    `facing` is the bet less what the bet was when the seat last acted. Raises ValueError for a seat that has not acted:
    it may always raise.
    """
    acted_at = state.acted_at[seat]
    if acted_at is None:
        raise ValueError("a seat that has not acted needs no reopening")
    facing = sizes.bet_made(state) - acted_at
    if state.terms.limit == "fixed-limit":
        needed = sizes.reopens_from(sizes.limit_unit(state), rules)
        return Reopening(facing >= needed, facing, needed)
    needed = sizes.raise_to_match(state, acted_at)
    if rules["min_raise"] == "double":
        needed = acted_at or state.terms.smallest_bet
    if rules["reopen"] == "single":
        return Reopening(max(acted_at, state.terms.bring_in) < state.full_bet, facing, needed)
    if rules["reopen"] == "half-raise":
        half = needed // 2
        return Reopening(facing > half, facing, half)
    return Reopening(facing >= needed, facing, needed)


_offered: tuple[Round, int, Ruleset, Options] | None = None


def options(state: Round, seat: int, rules: Ruleset) -> Options:
    """Return what the seat may do if it were its turn, and why it may not raise if it may not.

    The last answer is kept: who asks what is legal mostly acts on it next, and every act asks again.
    """
    global _offered
    kept = _offered
    if kept is None or kept[0] is not state or kept[1] != seat or kept[2] is not rules:
        kept = _offered = (state, seat, rules, _options(state, seat, rules))
    return kept[3]


def _options(state: Round, seat: int, rules: Ruleset) -> Options:
    total, stack, terms = state.totals[seat], state.stacks[seat], state.terms
    most = None if stack is None else total + stack
    answered = can_be_answered(state, seat)
    to_match = state.bet or terms.bring_in if answered else price(state, seat)
    may_check = total >= to_match
    call_to = None if may_check else to_match if most is None else min(to_match, most)
    call_adds = None if call_to is None else call_to - total
    why_not = ""
    if not answered:
        why_not = "nobody"
    elif state.acted_at[seat] is not None and not reopening(state, seat, rules).open:
        why_not = "acted"
    elif terms.limit == "fixed-limit" and sizes.capped(state, rules):
        why_not = "capped"
    elif most is not None and most <= to_match:
        why_not = "stack"
    if why_not:
        return Options(seat, may_check, call_to, call_adds, False, None, None, None, why_not)
    min_to = sizes.smallest_to(state, rules)
    if most is not None and most < min_to:
        return Options(seat, may_check, call_to, call_adds, True, None, None, most, "")
    max_to = most if terms.limit == "no-limit" else sizes.largest_to(state, seat, rules)
    if max_to is None or (most is not None and most < max_to):
        max_to = most
    return Options(seat, may_check, call_to, call_adds, True, min_to, max_to, None, "")


def may_check(state: Round, seat: int) -> bool:
    """Return whether the seat has matched what it has to match, and so may check in its turn."""
    return state.totals[seat] >= price(state, seat)


def _within_stack(state: Round, seat: int, to: int) -> int:
    """Return a street total, or the one that the seat's whole stack makes where that is less."""
    stack = state.stacks[seat]
    return to if stack is None else min(to, state.totals[seat] + stack)


def check(state: Round) -> Round:
    """Return the round after the seat to act checks. Raises IllegalAction when there is a bet to match."""
    seat = _to_act(state)
    if not may_check(state, seat):
        raise IllegalAction("bet-to-match", call_to=_within_stack(state, seat, price(state, seat)))
    return _acted(state, seat, state.totals[seat], state.bet, state.raises, state.live)


def fold(state: Round) -> Round:
    """Return the round after the seat to act folds; folding is always legal."""
    seat = _to_act(state)
    return _acted(state, seat, state.totals[seat], state.bet, state.raises, _with(state.live, seat, False))


def call(state: Round, all_in: bool = False) -> Round:
    """Return the round after the seat to act calls, with all it has when that is less than the bet (TDA 2024 41).

    All-in, it puts in its whole stack, also where nobody could match as much: that comes back. Raises IllegalAction
    where there is nothing to call, and where the hand has yet to be brought in.
    """
    seat = _to_act(state)
    total, stack, to_match = state.totals[seat], state.stacks[seat], price(state, seat)
    if total >= to_match:
        raise IllegalAction("nothing-to-call")
    if not state.bet:
        raise IllegalAction("not-brought-in", to=_within_stack(state, seat, to_match))
    to = total + stack if all_in and stack is not None else _within_stack(state, seat, to_match)
    return _acted(state, seat, to, state.bet, state.raises, state.live)


def raise_to(state: Round, to: int, rules: Ruleset) -> Round:
    """Return the round after the seat to act bets or raises to this street total.

    A raise below a full one is legal only with the whole stack. Raises IllegalAction with the rule that refuses it.
    """
    seat = _to_act(state)
    offered = options(state, seat, rules)
    stack = state.stacks[seat]
    if to <= state.bet:
        raise IllegalAction("no-raise", bet=state.bet)
    if stack is not None and to > state.totals[seat] + stack:
        raise IllegalAction("too-few-chips", most=state.totals[seat] + stack)
    if not offered.may_raise:
        raise IllegalAction(offered.why_not, call_to=offered.call_to or 0)
    if offered.raise_min_to is not None and to < offered.raise_min_to:
        raise IllegalAction("below-minimum", raise_min_to=offered.raise_min_to)
    if offered.all_in_to is not None and to != offered.all_in_to:
        raise IllegalAction("all-in-only", all_in_to=offered.all_in_to)
    if offered.raise_max_to is not None and to > offered.raise_max_to:
        raise IllegalAction("above-maximum", raise_max_to=offered.raise_max_to)
    if state.terms.limit == "fixed-limit" and to not in (offered.raise_min_to, offered.raise_max_to, offered.all_in_to):
        raise IllegalAction("between-sizes", raise_max_to=offered.raise_max_to or 0)
    return _raised(state, seat, to, rules)


def bring_in(state: Round) -> Round:
    """Return the round after the seat to act brings in a stud hand: no bet yet, but the price of staying in.

    All-in for less it is the price in full, like a short blind. The seat has no option left when nobody completes, and
    answers a completion like anybody. Raises IllegalAction where nothing is to be brought in.
    """
    seat = _to_act(state)
    amount, stack = state.terms.bring_in, state.stacks[seat]
    if state.bet or not amount:
        raise IllegalAction("no-bring-in")
    to = amount if stack is None else min(amount, stack)
    after = _acted(state, seat, to, amount, state.raises, state.live)
    return after if state.terms.limit == "fixed-limit" else after._replace(full_bet=amount)


def _raised(state: Round, seat: int, to: int, rules: Ruleset) -> Round:
    if not sizes.is_full(state, to, rules):
        after, sums = _acted(state, seat, to, to, state.raises, state.live), sizes.sums_after(state, to, rules)
        return after if sums == state.sums else after._replace(sums=sums)
    able = [stack for stack, live in zip(state.stacks, state.live, strict=True) if live and stack != 0]
    made = (sizes.raise_size(state, to), sizes.level_after(state, to, rules), len(able) <= 2)
    return _acted(state, seat, to, to, state.raises + 1, state.live, made)


def _to_act(state: Round) -> int:
    if state.turn is None:
        raise IllegalAction("closed")
    return state.turn


def _acted(
    state: Round,
    seat: int,
    to: int,
    bet: int,
    raises: int,
    live: tuple[bool, ...],
    full: tuple[int, int, bool] | None = None,
) -> Round:
    """Return the round after a seat's act that makes its total `to`, with the turn passed on.

    `full` is what a full bet or raise makes of the last one, of its level and of whether two were left. The round is
    built in one go, since every action of every hand comes through here.
    """
    terms, totals, stacks = state.terms, state.totals, state.stacks
    total, stack = totals[seat], stacks[seat]
    if to != total:
        totals = _with(totals, seat, to)
        stacks = stacks if stack is None else _with(stacks, seat, stack - (to - total))
    acted_at = _with(state.acted_at, seat, 0 if bet == terms.bring_in else bet)
    last_raise, full_bet, two_left = full or (state.last_raise, state.full_bet, state.two_left)
    sums = () if full else state.sums
    turn = _next_turn(seat, bet, totals, stacks, live, acted_at)
    return Round(terms, bet, last_raise, full_bet, totals, stacks, live, acted_at, raises, turn, two_left, sums)


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    changed = list(items)  # half the time of joining the parts before and after it, and every action comes through here
    changed[place] = item
    return tuple(changed)
