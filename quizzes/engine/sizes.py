"""How much a bet or raise may be under each limit: the smallest, the largest, and what counts as a full one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quizzes.engine.rulesets import Ruleset

if TYPE_CHECKING:
    from quizzes.engine.betting import Round


class Sum(NamedTuple):
    """Short all-ins that a house takes for one raise (a reading of WSOP 2021 97): over what bet, to what total."""

    over: int
    to: int

    @property
    def adds(self) -> int:
        """What the next full raise adds at least."""
        return self.to - self.over


def bet_made(state: Round) -> int:
    """Return the bet that a no-limit or pot-limit raise adds to: none while there is only a bring-in, which is no bet.

    Whoever completes makes the first bet of the street, to the small bet at least, as if nothing had been put in.
    """
    return 0 if state.bet == state.terms.bring_in else state.bet


def raise_unit(state: Round, rules: Ruleset) -> int:
    """Return what a full raise adds to the bet at least, in no-limit and pot-limit.

    The largest full bet or raise so far (TDA 2024 43-A); the whole bet where a raise has to double it; the sum of short
    all-ins where a house takes that for the raise once they reach one (a reading of WSOP 2021 97).
    """
    if rules["min_raise"] == "double" and (bet := bet_made(state)):
        return bet
    return state.sums[-1].adds if state.sums else state.last_raise


def sums_after(state: Round, to: int, rules: Ruleset) -> tuple[Sum, ...]:
    """Return the sums of short all-ins that count as raises once there is one more short all-in, to this total.

    A sum is a raise like any other: what comes after it is measured by it, and added up anew from its total on. Where
    a raise has to double the bet, and in fixed-limit, nothing is added up.
    """
    if rules["reopened_unit"] != "sum" or rules["min_raise"] == "double" or state.terms.limit == "fixed-limit":
        return state.sums
    made = Sum(state.sums[-1].to if state.sums else state.full_bet, to)
    return (*state.sums, made) if made.adds >= raise_unit(state, rules) else state.sums


def raise_to_match(state: Round, acted_at: int) -> int:
    """Return the last full raise for a seat that acted when the bet was so much, in no-limit and pot-limit.

    A sum of short all-ins that was a raise by then is one that the seat has answered, and the next is measured by it.
    """
    answered = [made for made in state.sums if made.to <= acted_at]
    return answered[-1].adds if answered else state.last_raise


def smallest_to(state: Round, rules: Ruleset) -> int:
    """Return the smallest full raise as a street total: in fixed-limit the next level, as a rule the only one."""
    if state.terms.limit == "fixed-limit":
        return state.full_bet + limit_unit(state)
    return bet_made(state) + raise_unit(state, rules)


def largest_to(state: Round, seat: int, rules: Ruleset) -> int | None:
    """Return the largest raise as a street total, whatever the seat's stack; None where there is no limit to it.

    In pot-limit it is the bet and the pot after a call (TDA 2024 54), and never less than the smallest bet.
    """
    if state.terms.limit == "no-limit":
        return None
    smallest = smallest_to(state, rules)
    if state.terms.limit == "fixed-limit":
        return state.full_bet + largest_unit(state)
    return max(smallest, pot_to(state, seat, rules))


def limit_unit(state: Round) -> int:
    """Return what a fixed-limit bet or raise adds at least: the unit of the street, the big bet once one was made.

    Short all-ins after it are measured against that unit too: a full bet is then a big one.
    """
    big = state.terms.big_bet
    return big if big and state.last_raise >= big else state.terms.smallest_bet


def largest_unit(state: Round) -> int:
    """Return what a fixed-limit bet or raise adds at most: the unit, or the big bet where it may be chosen."""
    return state.terms.big_bet or state.terms.smallest_bet


def pot(state: Round) -> int:
    """Return the chips of a pot-limit pot before a seat acts, all bets on the table among them, as the house counts."""
    counted_as = state.terms.counted_as
    if not counted_as:
        return state.terms.middle + sum(state.totals)
    return state.terms.middle + sum(map(max, state.totals, counted_as))


def pot_to(state: Round, seat: int, rules: Ruleset) -> int:
    """Return a raise of the pot as a street total: call, then raise by what lies in the middle (TDA 2024 54).

    Rounded up to the betting unit where the house does so.
    """
    exact = state.bet + pot(state) + state.bet - state.totals[seat]
    unit = state.terms.round_to if rules["pl_rounding"] == "up" else 1
    return -(-exact // unit) * unit


def counts_from(unit: int) -> int:
    """Return from how many chips on a fixed-limit all-in counts as a bet or raise: half a unit (TDA 2024 47-B)."""
    return (unit + 1) // 2


def reopens_from(unit: int, rules: Ruleset) -> int:
    """Return how much more than before a player who has acted has to face for another fixed-limit raise."""
    return unit if rules["limit_reopen"] == "full-bet" else counts_from(unit)


def is_full(state: Round, to: int, rules: Ruleset) -> bool:
    """Return whether a bet or raise to this total is a full one, or short but large enough to count in fixed-limit.

    Below the next level one fixed-limit all-in counts at most: where houses complete it to that level, those after it
    go only further towards the same level, until the level is reached.
    """
    if state.terms.limit == "fixed-limit":
        unit = limit_unit(state)
        half = counts_from(unit)
        return to - state.full_bet >= (unit if bet_made(state) - state.full_bet >= half else half)
    return to - bet_made(state) >= raise_unit(state, rules)


def raise_size(state: Round, to: int) -> int:
    """Return the size of the last full bet or raise once one to this total was made: what it adds to the bet.

    In fixed-limit that is what it adds to the level, and an all-in that only counts as a raise makes it no smaller.
    """
    if state.terms.limit == "fixed-limit":
        return max(state.last_raise, to - state.full_bet)
    return to - bet_made(state)


def level_after(state: Round, to: int, rules: Ruleset) -> int:
    """Return the level on which the next raise builds after one that counts, to this total.

    After a fixed-limit all-in of half a unit or more, houses add a unit to it, complete it to the level that it falls
    short of, or take it for that level.
    """
    unit = limit_unit(state)
    if state.terms.limit != "fixed-limit" or to - state.full_bet >= unit:
        return to
    levels = {"add": to, "complete": state.full_bet, "as-full": state.full_bet + unit}
    return levels[str(rules["limit_after_short"])]


def raises_made(state: Round) -> int:
    """Return how many bets and raises have been made on this street, the big blind being the first before the flop."""
    return state.raises + state.terms.blind_bets


def most_raises(state: Round, rules: Ruleset) -> int | None:
    """Return how many bets and raises a fixed-limit street has at most: one bet and the raises of the house's cap.

    None where there is no cap: in other limits, and heads-up where a house lifts it (TDA 2024 48 lifts it only for the
    last two of an event): for two who began the street, or for two who are left with chips before the cap is reached
    (RRoP 11); a fold after that lifts nothing.
    """
    if state.terms.limit != "fixed-limit":
        return None
    cap, heads_up = _raises_allowed(state, rules), rules["fl_cap_heads_up"]
    if cap is None:
        return None
    if heads_up == "uncapped" and state.terms.players == 2:
        return None
    if heads_up == "two-left" and state.two_left and raises_made(state) > cap:
        return None
    return cap + 1


def _raises_allowed(state: Round, rules: Ruleset) -> int | None:
    """Return how many raises a house allows after a bet; RRoP 11 one more in games of two betting rounds."""
    cap = rules["fl_cap"]
    if cap == "by-rounds":
        return 4 if state.terms.rounds == 2 else 3
    return cap if isinstance(cap, int) else None


def capped(state: Round, rules: Ruleset) -> bool:
    """Return whether the last raise that a fixed-limit street allows has been made."""
    most = most_raises(state, rules)
    return most is not None and raises_made(state) >= most
