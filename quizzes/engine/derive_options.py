"""Derivations of what a player may do: what a call takes, and the smallest and the largest raise."""

from __future__ import annotations

from typing import Any

from quizzes.engine import betting, derive, derive_limits, sizes
from quizzes.engine.betting import Options
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.steps import Step


def calling(hand: Hand, offered: Options) -> list[Step]:
    """Derive what calling takes: the bet, or everything the player has when that is less."""
    state, seat, name = hand.round, offered.seat, hand.name(offered.seat)
    front, to_match = state.totals[seat], betting.price(state, seat)
    capped = derive.capped_price(hand, seat)
    if offered.may_check:
        values = {"in_front": front, "bet": to_match} if to_match else {"player": name}
        checked = Step("calling", "compare" if to_match else "state", values, {"may_check": True}, name)
        nothing = Step("calling", "state", {"may_check": True}, {"call_to": None, "call_adds": None}, name)
        return [*capped, checked, nothing]
    assert offered.call_to is not None
    key = "bet" if state.bet else "bring_in"
    steps = [Step("calling", "compare", {"in_front": front, key: to_match}, {"may_check": False}, name)]
    if not front:
        steps = [Step("calling", "state", {key: to_match}, {"may_check": False}, name)]
    stack = state.stacks[seat]
    if stack is not None and front + stack < to_match:
        values = {key: to_match, "all_in_to": front + stack}
        steps += [*own_all_in(hand, seat), Step("calling", "least", values, {"call_to": offered.call_to}, name)]
    else:
        steps.append(_price(hand, key, to_match, name))
    return [*capped, *steps, derive.chips_added(hand, seat, "call_to", offered.call_to, "call_adds", "calling")]


def _price(hand: Hand, key: str, to_match: int, name: str) -> Step:
    """A bet above every total is a big blind posted short, or a bring-in all-in for less, priced in full."""
    rule, short = "calling", 0 < max(hand.round.totals) < to_match
    if short and hand.document.bring_in:
        rule, key = "bring-in-razz" if hand.document.game.scale == "ace-to-five" else "bring-in", "bring_in"
    elif short:
        rule = "full-blind-price"
    return Step(rule, "state", {key: to_match}, {"call_to": to_match}, name)


def raising(hand: Hand, offered: Options) -> list[Step]:
    """Derive the smallest and the largest raise, or the one all-in that is left."""
    name = hand.name(offered.seat)
    nothing: dict[str, Any] = {"raise_min_to": None, "raise_max_to": None}
    if not offered.may_raise:
        return [Step("calling", "state", {"may_raise": False}, nothing | {"all_in_to": None}, name)]
    steps = derive.smallest_raise(hand)
    to = steps[-1].out["raise_to"]
    if offered.all_in_to is not None:
        values = {"all_in_to": offered.all_in_to, "raise_to": to}
        steps += own_all_in(hand, offered.seat)
        steps.append(Step("short-all-in", "compare", values, {"full_raise": False}, name))
        state = Step("short-all-in", "state", {"full_raise": False, "all_in_to": offered.all_in_to}, nothing, name)
        return [
            *steps,
            state,
            Step("table-stakes", "state", {"all_in_to": offered.all_in_to}, {"all_in_to": offered.all_in_to}, name),
        ]
    steps.append(Step("raise-amounts", "state", {"raise_to": to}, {"raise_min_to": to, "all_in_to": None}, name))
    if offered.raise_max_to is None:
        return [*steps, Step("table-stakes", "state", {"player": name}, {"raise_max_to": None}, name)]
    return [*steps, *_most(hand, offered.seat, offered.raise_max_to)]


def _most(hand: Hand, seat: int, most: int) -> list[Step]:
    """Derive the largest raise: the level of fixed-limit, a raise of the pot, or everything the player has."""
    name, stack = hand.name(seat), hand.round.stacks[seat]
    limit = hand.round.terms.limit
    if limit == "fixed-limit":
        unit = sizes.largest_unit(hand.round)
        bigger = derive_limits.next_level(hand, unit) if unit != sizes.limit_unit(hand.round) else []
        rule = hand.document.rules.rule("stud_open_pair") if bigger else "limit-unit"
        to = hand.round.full_bet + unit
        if most == to:
            return [*bigger, Step(rule, "state", {"raise_to": most}, {"raise_max_to": most}, name)]
        values = {"raise_to": to, "all_in_to": most}
        return [*bigger, *own_all_in(hand, seat), Step(rule, "least", values, {"raise_max_to": most}, name)]
    spent = own_all_in(hand, seat)
    if limit == "no-limit":
        key = "all_in_to" if spent else "stack"
        return [*spent, Step("table-stakes", "state", {key: most}, {"raise_max_to": most}, name)]
    pot = derive_limits.pot_raise(hand, seat)
    to = sizes.pot_to(hand.round, seat, hand.document.rules)
    if to < sizes.smallest_to(hand.round, hand.document.rules):
        return [*pot, Step("opening-bet", "state", {"raise_min_to": most}, {"raise_max_to": most}, name)]
    if stack is None:
        return [*pot, Step("pot-limit", "state", {"max_to": to}, {"raise_max_to": most}, name)]
    values = {"max_to": to, "all_in_to": hand.round.totals[seat] + stack}
    return [*pot, *spent, Step("pot-limit", "least", values, {"raise_max_to": most}, name)]
