"""An amount that was named or pushed in, as a legal bet or raise: made up to the smallest, or cut to the largest."""

from __future__ import annotations

from collections.abc import Mapping

from quizzes.engine import derive, derive_limits, sizes
from quizzes.engine.betting import Options
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.steps import Step


def fitted(hand: Hand, offered: Options, key: str, amount: int | None) -> tuple[list[Step], Mapping[str, int]]:
    """Derive the legal bet or raise that an amount comes to, and return by name the totals whose least it is.

    Less than the smallest raise is made up to it (TDA 2024 43-A); more than the pot (54), than the limit or than the
    stack is cut; where fixed-limit has two sizes, what lies between them is the smaller. `key` is what the amount is
    called, a street total; none is the smallest raise. For a seat that has a full raise.
    """
    least, most, name = offered.raise_min_to, offered.raise_max_to, hand.name(offered.seat)
    assert least is not None
    steps = derive.smallest_raise(hand)
    if amount is None or most == least:
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
        return [*steps, *derive_limits.pot_raise(hand, offered.seat)], {key: amount, "max_to": most}
    larger = derive_limits.next_level(hand, sizes.largest_unit(hand.round))
    to = larger[-1].out["raise_to"]
    if amount >= to:
        return [*steps, *larger], {key: amount, "raise_to": to}
    short = Step("limit-unit", "compare", {key: amount, "raise_to": to}, {"larger_size": False}, name)
    return [*steps, *larger, short], {"raise_to": least}
