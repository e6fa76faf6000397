"""One betting round: whose turn it is, what is legal, and why.

Seats are counted clockwise from 0. `totals` are street totals, antes not among them; a stack of None is deep enough for
whatever is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from quizzes.engine.rulesets import Ruleset

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Round:
    """A betting round as it stands.

    bet         the highest total on this street, which the others have to match
    last_raise  the last full bet or raise, the big blind when there was none: what a raise adds at least
    full_bet    what the bet was when a bet or raise was last full
    raises      how many full bets and raises there were, the big blind not counted
    acted_at    what the bet was when each seat last acted; None for a seat that has not acted
    acted_raises  how many full bets and raises there had been then
    """

    smallest_bet: int
    bet: int
    last_raise: int
    full_bet: int
    totals: tuple[int, ...]
    stacks: tuple[int | None, ...]
    live: tuple[bool, ...]
    acted_at: tuple[int | None, ...]
    acted_raises: tuple[int, ...]
    raises: int = 0
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What a seat may do, as street totals but for `call_adds`, which is chips newly put in.

    `why_not` says why it may not raise: `acted` (the betting is not open again to it), `stack` (it has no more than the
    call) or `nobody` (nobody is left who could answer); "" when it may.
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


@dataclass(frozen=True, slots=True)
class Reopening:
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


def start(
    stacks: tuple[int | None, ...], live: tuple[bool, ...], smallest_bet: int, button: int, totals: tuple[int, ...] = ()
) -> Round:
    """Return the round that begins a street with no bet: the first live seat left of the button acts first."""
    seats = len(stacks)
    totals = totals or (0,) * seats
    acted_at = (None,) * seats
    return Round(
        smallest_bet=smallest_bet,
        bet=0,
        last_raise=smallest_bet,
        full_bet=0,
        totals=totals,
        stacks=stacks,
        live=live,
        acted_at=acted_at,
        acted_raises=(0,) * seats,
        turn=_next_turn(button, 0, totals, stacks, live, acted_at),
    )


def with_turn_after(state: Round, seat: int) -> Round:
    """Return the round with the turn on the first seat clockwise after this one that has something to decide."""
    return replace(state, turn=_next_turn(seat, state.bet, state.totals, state.stacks, state.live, state.acted_at))


def _next_turn(
    seat: int,
    bet: int,
    totals: tuple[int, ...],
    stacks: tuple[int | None, ...],
    live: tuple[bool, ...],
    acted_at: tuple[int | None, ...],
) -> int | None:
    able = [place for place, stack in enumerate(stacks) if stack != 0 and live[place]]
    if len(able) == 1:
        # Nobody can answer the last one with chips: it is asked only for what another seat has in beyond its own.
        only = able[0]
        owes = totals[only] < min(bet, _most_of_others(totals, only))
        return only if owes and live.count(True) > 1 else None
    for place in [place for place in able if place > seat] + able:
        if totals[place] < bet or acted_at[place] is None:
            return place
    return None


def _most_of_others(totals: tuple[int, ...], seat: int) -> int:
    return max(totals[:seat] + totals[seat + 1 :])


def has_chips(state: Round, seat: int) -> bool:
    """Return whether the seat is live and has chips behind."""
    return state.live[seat] and state.stacks[seat] != 0


def can_be_answered(state: Round, seat: int) -> bool:
    """Return whether another live seat has chips behind. With none, rooms offer no raise; no TDA number says so."""
    return any(stack != 0 and state.live[other] and other != seat for other, stack in enumerate(state.stacks))


def price(state: Round, seat: int) -> int:
    """Return the street total that the seat has to match.

    That is the bet, the full big blind also when it was posted short (RRoP 11), unless everybody else is all-in: then
    nobody could ever match more than the most that another seat has in.
    """
    if can_be_answered(state, seat):
        return state.bet
    return min(state.bet, _most_of_others(state.totals, seat))


def raise_unit(state: Round, rules: Ruleset) -> int:
    """Return what a full raise adds to the bet at least.

    The largest full bet or raise so far (TDA 2024 43-A); the whole bet where a raise has to double it; the sum of short
    all-ins where a house takes that for the raise once they reach one (a reading of WSOP 2021 97).
    """
    if rules["min_raise"] == "double" and state.bet:
        return state.bet
    short = state.bet - state.full_bet
    if rules["reopened_unit"] == "sum" and short >= state.last_raise:
        return short
    return state.last_raise


def reopening(state: Round, seat: int, rules: Ruleset) -> Reopening:
    """Return whether betting is open again to a seat that has acted (TDA 2024 47-A and the houses that differ).

    `facing` is the bet less what the bet was when the seat last acted. Raises ValueError for a seat that has not acted:
    it may always raise.
    """
    acted_at = state.acted_at[seat]
    if acted_at is None:
        raise ValueError("a seat that has not acted needs no reopening")
    facing = state.bet - acted_at
    needed = state.last_raise
    if rules["min_raise"] == "double":
        needed = acted_at or state.smallest_bet
    if rules["reopen"] == "single":
        return Reopening(state.raises > state.acted_raises[seat], facing, needed)
    if rules["reopen"] == "half-raise":
        half = needed // 2
        return Reopening(facing > half, facing, half)
    return Reopening(facing >= needed, facing, needed)


def options(state: Round, seat: int, rules: Ruleset) -> Options:
    """Return what the seat may do if it were its turn, and why it may not raise if it may not."""
    total, stack = state.totals[seat], state.stacks[seat]
    most = None if stack is None else total + stack
    answered = can_be_answered(state, seat)
    to_match = state.bet if answered else price(state, seat)
    may_check = total >= to_match
    call_to = None if may_check else to_match if most is None else min(to_match, most)
    call_adds = None if call_to is None else call_to - total
    why_not = _why_not_raise(state, seat, most, rules) if answered else "nobody"
    if why_not:
        return Options(seat, may_check, call_to, call_adds, False, None, None, None, why_not)
    min_to = state.bet + raise_unit(state, rules)
    if most is not None and most < min_to:
        return Options(seat, may_check, call_to, call_adds, True, None, None, most, "")
    return Options(seat, may_check, call_to, call_adds, True, min_to, most, None, "")


def _why_not_raise(state: Round, seat: int, most: int | None, rules: Ruleset) -> str:
    if state.acted_at[seat] is not None and not reopening(state, seat, rules).open:
        return "acted"
    if most is not None and most <= state.bet:
        return "stack"
    return ""


def check(state: Round, rules: Ruleset) -> Round:
    """Return the round after the seat to act checks. Raises IllegalAction when there is a bet to match."""
    seat = _to_act(state)
    offered = options(state, seat, rules)
    if not offered.may_check:
        raise IllegalAction("bet-to-match", call_to=offered.call_to or 0)
    return _acted(state, seat)


def fold(state: Round) -> Round:
    """Return the round after the seat to act folds; folding is always legal."""
    seat = _to_act(state)
    return _acted(state, seat, live=_with(state.live, seat, False))


def call(state: Round, rules: Ruleset, all_in: bool = False) -> Round:
    """Return the round after the seat to act calls, with all it has when that is less than the bet (TDA 2024 41).

    All-in, it puts in its whole stack, also where nobody could match as much: that comes back.
    """
    seat = _to_act(state)
    offered = options(state, seat, rules)
    if offered.call_to is None:
        raise IllegalAction("nothing-to-call")
    stack = state.stacks[seat]
    to = offered.call_to if stack is None or not all_in else state.totals[seat] + stack
    return _acted(state, seat, **_put_in(state, seat, to))


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
    return _raised(state, seat, to, rules)


def is_full(state: Round, to: int, rules: Ruleset) -> bool:
    """Return whether a bet or raise to this total is a full one; a short all-in is not."""
    return to - state.bet >= raise_unit(state, rules)


def _raised(state: Round, seat: int, to: int, rules: Ruleset) -> Round:
    chips = _put_in(state, seat, to)
    if not is_full(state, to, rules):
        return _acted(state, seat, bet=to, **chips)
    return _acted(state, seat, bet=to, last_raise=to - state.bet, full_bet=to, raises=state.raises + 1, **chips)


def _to_act(state: Round) -> int:
    if state.turn is None:
        raise IllegalAction("closed")
    return state.turn


def _put_in(state: Round, seat: int, to: int) -> dict[str, Any]:
    """Return the totals and stacks once the seat's total is this."""
    stack = state.stacks[seat]
    left = None if stack is None else stack - (to - state.totals[seat])
    return {"totals": _with(state.totals, seat, to), "stacks": _with(state.stacks, seat, left)}


def _acted(state: Round, seat: int, **changes: Any) -> Round:
    """Return the round with an act's changes and the turn passed on.

    It is built in one go, since every action of every hand comes through here.
    """
    bet, raises = changes.get("bet", state.bet), changes.get("raises", state.raises)
    totals, stacks = changes.get("totals", state.totals), changes.get("stacks", state.stacks)
    live = changes.get("live", state.live)
    acted_at = _with(state.acted_at, seat, bet)
    return Round(
        smallest_bet=state.smallest_bet,
        bet=bet,
        last_raise=changes.get("last_raise", state.last_raise),
        full_bet=changes.get("full_bet", state.full_bet),
        totals=totals,
        stacks=stacks,
        live=live,
        acted_at=acted_at,
        acted_raises=_with(state.acted_raises, seat, raises),
        raises=raises,
        turn=_next_turn(seat, bet, totals, stacks, live, acted_at),
    )


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
