"""Derivations of what pot-limit and fixed-limit allow: the pot and its raise, the unit, the cap and the next level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quizzes.engine import sizes
from quizzes.engine.hand import Hand, Raise, beside
from quizzes.engine.posting import Straddle, smallest_bet
from quizzes.engine.steps import Step, difference, total
from quizzes.engine.turn_order import straddle_seat


def bet_size(hand: Hand, unit: int | None = None) -> list[Step]:
    """Derive `bet_size`, the unit of a fixed-limit street: small on the early streets, big on the later ones.

    Where a big bet may be chosen, the unit that is asked for is the one to name.
    """
    document = hand.document
    unit = sizes.largest_unit(hand.round) if unit is None else unit
    rule = "limit-unit"
    if unit != smallest_bet(document, hand.street):
        rule = document.rules.rule("stud_open_pair")
    if document.bets:
        key = "small_bet" if unit == document.bets[0] else "big_bet"
        return [Step(rule, "state", {key: unit}, {"bet_size": unit})]
    known = {"big_blind": document.blinds[1]} if document.blinds else {"chip": document.chip}
    ((key, low),) = known.items()
    if unit == low:
        return [Step(rule, "state", known, {"bet_size": unit})]
    return [total(rule, "bet_size", {key: low, f"{key}_again": low})]


def reopens_from(hand: Hand) -> list[Step]:
    """Derive `needed`, how much more than before a player who has acted has to face for another raise."""
    rules, unit = hand.document.rules, sizes.limit_unit(hand.round)
    if rules["limit_reopen"] == "full-bet":
        return [*bet_size(hand, unit), Step(rules.rule("limit_reopen"), "state", {"bet_size": unit}, {"needed": unit})]
    return half(hand, unit)


def half(hand: Hand, unit: int) -> list[Step]:
    """Derive `needed`, from how many chips on an all-in counts as a bet or raise of this unit (TDA 2024 47-B)."""
    rule, steps = "limit-half-bet", bet_size(hand, unit)
    if unit % 2 == 0:
        return [*steps, Step(rule, "share", {"bet_size": unit}, {"needed": unit // 2})]
    rest = Step(rule, "share", {"bet_size": unit}, {"less_than_half": unit // 2})
    return [*steps, rest, difference(rule, "needed", {"bet_size": unit, "less_than_half": unit // 2})]


def levels(hand: Hand) -> list[Step]:
    """Derive `level`, above which the next fixed-limit raise is, where an all-in fell short of one."""
    steps: list[Step] = []
    counted = 0
    for made, level in over_levels(hand):
        if made.to <= level:
            values = {"full_level": level, "all_in_to": made.to}
            rule = hand.document.rules.rule("limit_after_short")
            steps.append(Step(rule, "compare", values, {"within_level": True}, hand.name(made.seat)))
        elif made.to - level < made.unit:
            steps += _short(hand, made, max(level, counted))
            if made.full:
                steps.append(_counted(hand, made, _level_after(hand, made, level)))
        counted = made.to if made.full else counted
    return steps


def over_levels(hand: Hand) -> list[tuple[Raise, int]]:
    """Return the straddles and raises of a fixed-limit street, each with the level above which it was made."""
    straddles = hand.first.straddles if hand.street == hand.document.game.first else ()
    level = _blind_level(hand)
    found: list[tuple[Raise, int]] = []
    for made in (*_over_the_blind(hand, straddles), *hand.raises):
        found.append((made, level))
        level = _level_after(hand, made, level)
    return found


def _blind_level(hand: Hand) -> int:
    """Return the bet that the blinds make on the first street, before any straddle; 0 on later ones and in stud."""
    if not hand.document.blinds or hand.street != hand.document.game.first:
        return 0
    if hand.first.straddles:
        return hand.first.straddles[0].over
    return hand.raises[0].over if hand.raises else hand.round.bet


def _over_the_blind(hand: Hand, straddles: Iterable[Straddle]) -> list[Raise]:
    """Return the straddles as raises: against a bet's unit where one is short, and else against what it adds."""
    bet = smallest_bet(hand.document, hand.street)
    return [
        Raise(made.seat, made.to, made.over, bet if made.to < made.amount else made.to - made.over, made.counts)
        for made in straddles
        if made.to > made.over
    ]


def _level_after(hand: Hand, made: Raise, level: int) -> int:
    if not made.full:
        return level
    if made.to - level >= made.unit:
        return made.to
    after = {"add": made.to, "complete": level, "as-full": level + made.unit}
    return after[str(hand.document.rules["limit_after_short"])]


def _short(hand: Hand, made: Raise, level: int) -> list[Step]:
    """Derive whether an all-in below the next level is half a unit or more."""
    rule, name = "limit-half-bet", hand.name(made.seat)
    over = made.to - level
    values = {"all_in_to": made.to}
    steps = [difference(rule, "raised_by", {**values, "level": level}, name)] if level else []
    size = {"raised_by": over} if level else values
    values = {**size, "needed": sizes.counts_from(made.unit)}
    return [*half(hand, made.unit), *steps, Step(rule, "compare", values, {"counts": made.full}, name)]


def _counted(hand: Hand, made: Raise, level: int) -> Step:
    """Derive the level on which the next raise builds after an all-in that counts."""
    rule, name, unit = hand.document.rules.rule("limit_after_short"), hand.name(made.seat), made.unit
    if level == made.to:
        return Step(rule, "state", {"all_in_to": made.to}, {"level": level}, name)
    if hand.document.rules["limit_after_short"] == "complete":
        return Step(rule, "state", {"full_level": level}, {"level": level}, name)
    if level == unit:
        return Step(rule, "state", {"bet_size": level}, {"level": level}, name)
    return total(rule, "level", {"full_level": level - unit, "bet_size": unit}, name)


def next_level(hand: Hand, unit: int | None = None) -> list[Step]:
    """Derive `raise_to`, to which a fixed-limit bet or raise of this unit may be made; None for the smallest unit."""
    state = hand.round
    level = state.full_bet
    unit = sizes.limit_unit(state) if unit is None else unit
    steps = [*bet_size(hand, unit), *levels(hand)]
    if not level:
        return [*steps, Step("limit-unit", "state", {"bet_size": unit}, {"raise_to": unit})]
    return [*steps, total("limit-unit", "raise_to", {"level": level, "bet_size": unit})]


def straddles(hand: Hand) -> list[Step]:
    """State what the house takes a straddle for, one of the raises or a blind, where one counts on this street."""
    if hand.street != hand.document.game.first or not any(straddle.counts for straddle in hand.first.straddles):
        return []
    rules = hand.document.rules
    return [
        *straddle_seat(hand.document, hand.first.big_blind),
        Step(
            rules.rule("straddle_as"),
            "state",
            {"straddle_as": rules["straddle_as"]},
            {"straddle_as": rules["straddle_as"]},
        ),
    ]


def raises_made(hand: Hand) -> Step:
    """Derive `raises_made`: the bet and the raises so far, the big blind or the completion being the bet.

    The big blind is the bet that it is: where a house takes a short one as it was posted, that.
    """
    made = [made.to for made in hand.raises if made.full]
    if hand.round.terms.blind_bets and hand.document.blinds:
        raised = hand.document.rules["straddle_as"] == "raise"
        straddles = [straddle.to for straddle in hand.first.straddles if straddle.counts and raised]
        made = [_blind_level(hand), *straddles, *made]
    return Step("limit-cap-count", "state", {"raised_to": made}, {"raises_made": len(made)})


def raise_left(hand: Hand) -> list[Step]:
    """Derive whether a raise is left on a fixed-limit street, under its cap or without one; nothing in other limits."""
    rules = hand.document.rules
    most = sizes.most_raises(hand.round, rules)
    if hand.round.terms.limit != "fixed-limit":
        return []
    if most is None:
        why = "fl_cap" if rules["fl_cap"] == "none" else "fl_cap_heads_up"
        return [Step(rules.rule(why), "state", {why: rules[why]}, {"raise_left": True})]
    made = raises_made(hand)
    values = {"fl_cap": most - 1, "raises_made": made.out["raises_made"]}
    left = Step(rules.rule("fl_cap"), "compare", values, {"raise_left": not sizes.capped(hand.round, rules)})
    return [made, left]


def pot(hand: Hand) -> list[Step]:
    """Derive `pot`, the chips in the middle before the player acts, all bets on the table among them (TDA 2024 54)."""
    terms, totals = hand.round.terms, hand.round.totals
    steps: list[Step] = []
    values: dict[str, Any] = {}
    before = {beside(hand, hand.name(seat), "pot"): chips for seat, chips in enumerate(hand.before) if chips}
    posted = [(f"{hand.name(seat)} dead", chips) for seat, chips in enumerate(hand.first.dead) if chips]
    dead = {beside(hand, name, *before): chips for name, chips in posted}
    earlier = {**({"pot": hand.document.pot} if hand.document.pot else {}), **before, **dead}
    if len(earlier) > 1:
        steps.append(total("pot-limit", "middle", earlier))
    if earlier:
        values["middle"] = terms.middle
    rule = hand.document.rules.rule("pl_preflop_base") if _posted_short(hand) else "pot-limit"
    for seat, chips in enumerate(totals):
        counted = max(chips, terms.counted_as[seat]) if terms.counted_as else chips
        if counted > chips:
            rule = hand.document.rules.rule("pl_preflop_base")
        if counted:
            values[beside(hand, hand.name(seat), "middle")] = counted
    if not values:
        return [Step("pot-limit", "state", {"pot": 0}, {"pot": 0})]
    if list(values) == ["middle"] and list(earlier) == ["pot"]:
        return [Step("pot-limit", "state", earlier, {"pot": terms.middle})]
    return [*steps, total(rule, "pot", values)]


def _posted_short(hand: Hand) -> bool:
    """Return whether a house counts a blind before the flop as less than it is, where others count it in full."""
    document, totals = hand.document, hand.round.totals
    exact = document.rules["pl_preflop_base"] == "exact" and hand.street == document.game.first
    if not exact or document.blinds is None:
        return False
    posted = zip((hand.first.small_blind, hand.first.big_blind), document.blinds, strict=True)
    return any(seat is not None and totals[seat] < blind for seat, blind in posted)


def pot_bet(hand: Hand, seat: int) -> list[Step]:
    """Derive `max_to`, the largest bet of pot-limit where nobody has bet and there is nothing to call: the pot."""
    steps, size = pot(hand), sizes.pot(hand.round)
    to, name = sizes.pot_to(hand.round, seat, hand.document.rules), hand.name(seat)
    if to == size:
        return [*steps, total("pot-limit", "max_to", {"pot": size}, name)]
    rounded = {"exact_to": size, "unit": hand.round.terms.round_to}
    rule = hand.document.rules.rule("pl_rounding")
    exact = total("pot-limit", "exact_to", {"pot": size}, name)
    return [*steps, exact, Step(rule, "state", rounded, {"max_to": to}, name)]


def pot_raise(hand: Hand, seat: int) -> list[Step]:
    """Derive `call_adds`, `max_raise_by`, `max_to` and `adds` of a raise of the pot, after `pot`.

    Of a bet there is only `max_to`: nothing is called, and nothing is raised over.
    """
    if not hand.round.bet:
        return pot_bet(hand, seat)
    state, name = hand.round, hand.name(seat)
    front, bet, size = state.totals[seat], state.bet, sizes.pot(state)
    call = bet - front
    to = sizes.pot_to(state, seat, hand.document.rules)
    steps = pot(hand)
    if front:
        steps.append(difference("calling", "call_adds", {"bet": bet, "in_front": front}, name))
    else:
        steps.append(Step("calling", "state", {"bet": bet}, {"call_adds": call}, name))
    by = size + call
    steps.append(total("pot-limit", "max_raise_by", {"pot": size, "call_adds": call}, name))
    if to == bet + by:
        steps.append(total("pot-limit", "max_to", {"bet": bet, "max_raise_by": by}, name))
        return [*steps, total("pot-limit", "adds", {"call_adds": call, "max_raise_by": by}, name)]
    exact = {"bet": bet, "max_raise_by": by}
    rounded = {"exact_to": bet + by, "unit": state.terms.round_to}
    return [
        *steps,
        total("pot-limit", "exact_to", exact, name),
        Step(hand.document.rules.rule("pl_rounding"), "state", rounded, {"max_to": to}, name),
        difference("pot-limit", "max_raise_by", {"max_to": to, "bet": bet}, name),
        total("pot-limit", "adds", {"call_adds": call, "max_raise_by": to - bet}, name),
    ]
