"""An amount that was named or pushed in, as a legal bet or raise: made up to the smallest, or cut to the largest.

And the half of a raise, from which an amount without a word is one.
"""

from __future__ import annotations

from collections.abc import Mapping

from quizzes.engine import derive, derive_limits, sizes
from quizzes.engine.betting import Options
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.steps import Step, difference, total


def fitted(hand: Hand, offered: Options, key: str, amount: int | None) -> tuple[list[Step], Mapping[str, int]]:
    """Derive the legal bet or raise that an amount comes to, and return by name the totals whose least it is.

    Less than the smallest raise is made up to it (TDA 2024 43-A); more than the pot (54), than the one size of
    fixed-limit or than the stack is cut; where there are two sizes, what lies between them is the smaller. `key` is
    what the amount is called, a street total; none is the smallest raise. For a seat that has a full raise.
    """
    least, most, name = offered.raise_min_to, offered.raise_max_to, hand.name(offered.seat)
    assert least is not None
    steps = derive.smallest_raise(hand)
    if amount is None:
        return steps, {"raise_to": least}
    values = {key: amount, "raise_to": least}
    steps.append(Step("raise-amounts", "compare", values, {"reaches_raise": amount >= least}, name))
    if amount < least:
        return steps, {"raise_to": least}
    fixed = hand.round.terms.limit == "fixed-limit"
    if most is None or amount == most or (amount < most and not fixed):
        return steps, {key: amount}
    stack = hand.round.stacks[offered.seat]
    if amount > most and stack is not None and most == hand.round.totals[offered.seat] + stack:
        return [*steps, *own_all_in(hand, offered.seat)], {key: amount, "all_in_to": most}
    if not fixed:
        pot = sizes.pot_to(hand.round, offered.seat, hand.document.rules)
        return _cut_to_the_pot(hand, offered, steps, pot), {key: amount, "max_to" if most == pot else "raise_to": most}
    if most == least:
        return steps, {key: amount, "raise_to": least}
    larger = derive_limits.next_level(hand, sizes.largest_unit(hand.round))
    to = larger[-1].out["raise_to"]
    if amount >= to:
        return [*steps, *larger], {key: amount, "raise_to": to}
    short = Step("limit-unit", "compare", {key: amount, "raise_to": to}, {"larger_size": False}, name)
    return [*steps, *larger, short], {"raise_to": least}


def _cut_to_the_pot(hand: Hand, offered: Options, steps: list[Step], to: int) -> list[Step]:
    """Derive the pot that is the most, to this total, or that it is less than the smallest bet, which is allowed.

    `steps` say what the smallest raise is, and that the amount reaches it.
    """
    pot, least = derive_limits.pot_raise(hand, offered.seat), offered.raise_min_to
    if least is None or to >= least:
        return [*steps, *pot]
    small = Step("opening-bet", "compare", {"max_to": to, "raise_to": least}, {"pot_reaches_bet": False})
    *smallest, reaches = steps
    return [*pot, *smallest, small, reaches]


def half_way(hand: Hand) -> tuple[list[Step], int]:
    """Derive `half_way`, the total from which an amount counts as a raise: the bet and half of a full raise."""
    steps, bet = derive.smallest_raise(hand), hand.round.bet
    to = steps[-1].out["raise_to"]
    size = to - bet
    found = {name: out for step in steps for name, out in step.out.items()}
    key = next((name for name in ("last_raise", "bet_size") if found.get(name) == size), "raise_size")
    if key == "raise_size":
        steps.append(difference("raise-made-up", key, {"raise_to": to, "bet": bet}))
    half = size - size // 2
    steps += halved("raise-made-up", key, size)
    return [*steps, total("raise-made-up", "half_way", {"bet": bet, "half": half})], bet + half


def halved(rule: str, key: str, amount: int) -> list[Step]:
    """Derive `half` of an amount in whole chips: of an odd one, the larger half is the first that is half or more."""
    if amount % 2 == 0:
        return [Step(rule, "share", {key: amount}, {"half": amount // 2})]
    rest = Step(rule, "share", {key: amount}, {"less_than_half": amount // 2})
    return [rest, difference(rule, "half", {key: amount, "less_than_half": amount // 2})]
