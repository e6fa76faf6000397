"""Derivations of betting answers: the numbers of a hand, in the order in which a dealer would say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from quizzes.engine import betting, derive_limits, sizes
from quizzes.engine.hand import Hand, Raise, own_all_in
from quizzes.engine.sizes import Sum
from quizzes.engine.steps import Step, difference, total
from quizzes.engine.turn_order import straddle_seat


def raise_unit(hand: Hand) -> list[Step]:
    """Derive `last_raise`, what a raise adds at least, and that each short all-in since then is no full raise.

    Where a house takes short all-ins that reach a raise together for one, derive each such sum as well.
    """
    full = [made for made in hand.raises if made.full]
    steps = [_full_raise(hand, full[-1])] if full else _no_raise_yet(hand, hand.round.last_raise)
    after = hand.raises[hand.raises.index(full[-1]) + 1 :] if full else hand.raises
    return [*steps, *_sizes(hand, after)]


def _full_raise(hand: Hand, made: Raise) -> Step:
    if not made.over:
        return Step("opening-bet", "state", {"bet": made.to}, {"last_raise": made.to}, hand.name(made.seat))
    return difference("raise-amounts", "last_raise", {"raised_to": made.to, "bet": made.over}, hand.name(made.seat))


def _no_raise_yet(hand: Hand, unit: int) -> list[Step]:
    """The big blind is the first bet; a straddle in full is a bigger one, or a raise by a big blind."""
    if hand.document.blinds and hand.street == hand.document.game.first and hand.document.straddles:
        return _straddled(hand, unit)
    seat, big = None, hand.first.big_blind
    if hand.document.blinds is None:
        return [Step("opening-bet", "state", {_smallest_key(hand): unit}, {"last_raise": unit})]
    if hand.street == hand.document.game.first and big is not None:
        seat = hand.name(big)
    return [Step("opening-bet", "state", {"big_blind": unit}, {"last_raise": unit}, seat)]


def _straddled(hand: Hand, unit: int) -> list[Step]:
    """Derive what a raise adds over straddles, which one it is that counts, and how much one of another size raised by.

    One in full is a raise by a big blind (WSOP Live Action 2024 11) or a blind that is bigger (RRoP 11).
    """
    full = [made for made in hand.first.straddles if made.to == made.amount]
    seat = straddle_seat(hand.document, hand.first.big_blind)
    rule = hand.document.rules.rule("straddle_as")
    if not full:
        return [*seat, Step("short-all-in", "state", {"big_blind": unit}, {"last_raise": unit})]
    if hand.document.rules["straddle_as"] == "blind":
        key = "straddle" if len(hand.first.straddles) == 1 else "last_straddle"
        return [*seat, Step(rule, "state", {key: unit}, {"last_raise": unit}, hand.name(full[-1].seat))]
    sizes_told = [
        difference(rule, "raised_by", {"raised_to": made.to, "bet": made.over}, hand.name(made.seat))
        for made in full
        if made.to - made.over != unit
    ]
    return [*seat, *sizes_told, Step(rule, "state", {"big_blind": unit}, {"last_raise": unit})]


def _smallest_key(hand: Hand) -> str:
    """Return what the smallest first bet is called in the document."""
    if hand.document.blinds:
        return "big_blind"
    return "small_bet" if hand.document.bets else "chip"


def _sizes(hand: Hand, raises: Iterable[Raise]) -> list[Step]:
    return [step for made in raises for step in [*_size(hand, made), *_sum_reached(hand, made)]]


def _size(hand: Hand, made: Raise) -> list[Step]:
    """Derive whether a bet or raise was a full one."""
    name = hand.name(made.seat)
    if not made.over:
        values = {"all_in_to": made.to, "last_raise": made.unit}
        return [Step("short-all-in", "compare", values, {"full_raise": made.full}, name)]
    if hand.document.rules["min_raise"] == "double":
        full_to = made.over + made.unit
        return [
            _twice(made.over, "full_raise_to"),
            Step(
                "short-all-in",
                "compare",
                {"all_in_to": made.to, "full_raise_to": full_to},
                {"full_raise": made.full},
                name,
            ),
        ]
    rule = hand.document.rules.rule("reopened_unit") if _counts_sums(hand) else "short-all-in"
    values = {"raised_by": made.to - made.over, "last_raise": made.unit}
    return [
        difference("short-all-in", "raised_by", {"raised_to": made.to, "bet": made.over}, name),
        Step(rule, "compare", values, {"full_raise": made.full}, name),
    ]


def _counts_sums(hand: Hand) -> bool:
    """Return whether a house takes the sum of short all-ins for the raise once they reach one."""
    return hand.document.rules["reopened_unit"] == "sum" and hand.document.rules["min_raise"] != "double"


def _sum_reached(hand: Hand, made: Raise) -> list[Step]:
    """Derive the sum of the short all-ins up to this one, where a house takes it for a raise."""
    rest = hand.raises[hand.raises.index(made) + 1 :]
    sums = rest[0].sums if rest else hand.round.sums
    return _sum_of_short(sums[-1]) if len(sums) > len(made.sums) else []


def _sum_of_short(made: Sum) -> list[Step]:
    return [difference("reopened-sum", "last_raise", {"bet": made.to, "last_full_bet": made.over})]


def _twice(bet: int, out: str) -> Step:
    return total("raise-double", out, {"bet": bet, "bet_again": bet})


def reopening(hand: Hand, seat: int) -> list[Step]:
    """Derive `facing`, `needed` and whether the betting is `open` again to a seat that has acted."""
    state, rules, name = hand.round, hand.document.rules, hand.name(seat)
    found = betting.reopening(state, seat, rules)
    acted_at = state.acted_at[seat]
    assert acted_at is not None
    fixed = state.terms.limit == "fixed-limit"
    rule = rules.rule("limit_reopen" if fixed else "reopen")
    over_bring_in = state.terms.bring_in > 0 == acted_at
    acted_on = {"bring_in": state.terms.bring_in} if over_bring_in else {"player": name}
    steps = [Step(rule, "state", acted_on, {"acted_at": acted_at}, name)]
    steps.append(difference(rule, "facing", {"bet": sizes.bet_made(state), "acted_at": acted_at}, name))
    if fixed:
        last = Step(rule, "compare", {"facing": found.facing, "needed": found.needed}, {"open": found.open}, name)
        return [*steps, *derive_limits.reopens_from(hand), last]
    steps.append(_needed(hand, acted_at, found.needed))
    if rules["reopen"] == "single":
        since = [made for made in hand.raises if made.over >= acted_at]
        full = any(made.full for made in since)
        steps += _first_full(hand, next(made for made in since if made.full)) if full else _sizes(hand, since)
        values: dict[str, Any] = {"full_raise": full} if since else {"player": name}
        return [*steps, Step(rule, "state", values, {"open": found.open}, name)]
    return [*steps, Step(rule, "compare", {"facing": found.facing, "needed": found.needed}, {"open": found.open}, name)]


def _first_full(hand: Hand, made: Raise) -> list[Step]:
    """Derive that a raise was full when it was made: what it had to add after the raises before it, and that it did."""
    before = [earlier for earlier in hand.raises[: hand.raises.index(made)] if earlier.full]
    if made.over and hand.document.rules["min_raise"] == "double":
        return _size(hand, made)
    unit = [_full_raise(hand, before[-1])] if before else _no_raise_yet(hand, hand.raises[0].unit)
    sums = [step for reached in made.sums[-1:] for step in _sum_of_short(reached)]
    return [*unit, *sums, *_size(hand, made)]


def _needed(hand: Hand, acted_at: int, needed: int) -> Step:
    state, rules = hand.round, hand.document.rules
    rule = rules.rule("reopen")
    base = {"last_raise": sizes.raise_to_match(state, acted_at)}
    if base["last_raise"] != state.last_raise:
        rule = rules.rule("reopened_unit")
    if rules["min_raise"] == "double":
        rule = rules.rule("min_raise")
        base = {"acted_at": acted_at} if acted_at else {_smallest_key(hand): state.smallest_bet}
    if rules["reopen"] == "half-raise":
        return Step(rules.rule("reopen"), "share", base, {"needed": needed})
    return Step(rule, "state", base, {"needed": needed})


def short_blind(hand: Hand) -> list[Step]:
    """Derive `bet` where a big blind was posted short and nobody has raised: the full blind, or what was posted.

    A raise builds on the full blind (RRoP 11); a house may take the most that was posted for the bet.
    """
    document, bet = hand.document, hand.round.bet
    if document.blinds is None or hand.first.big_blind is None or hand.street != document.game.first or hand.raises:
        return []
    rule = document.rules.rule("short_blind")
    if bet > max(hand.round.totals):
        return [Step(rule, "state", {"big_blind": bet}, {"bet": bet})]
    return [Step(rule, "state", {"posted": bet}, {"bet": bet})] if 0 < bet < document.blinds[1] else []


def capped_price(hand: Hand, seat: int) -> list[Step]:
    """Derive `bet` where a big blind or a bring-in was short and everybody else is all-in: the most that one has in.

    Its full price asks for more (RRoP 11), which nobody could ever match.
    """
    state, most = hand.round, betting.price(hand.round, seat)
    if betting.can_be_answered(state, seat) or most >= state.bet:
        return []
    key = "bring_in" if hand.document.bring_in else "big_blind"
    return [Step("nobody-to-answer", "least", {key: state.bet, "most_in": most}, {"bet": most}, hand.name(seat))]


def smallest_raise(hand: Hand) -> list[Step]:
    """Derive `raise_to`, the smallest full raise as a street total."""
    state, rules = hand.round, hand.document.rules
    if state.terms.limit == "fixed-limit":
        return derive_limits.next_level(hand)
    if not sizes.bet_made(state):
        key = "complete_to" if state.bet else _smallest_key(hand)
        return [Step("opening-bet", "state", {key: state.smallest_bet}, {"raise_to": state.smallest_bet})]
    if rules["min_raise"] == "double":
        return [_twice(state.bet, "raise_to")]
    unit = sizes.raise_unit(state, rules)
    return [*raise_unit(hand), total("raise-amounts", "raise_to", {"bet": state.bet, "last_raise": unit})]


def chips_added(hand: Hand, seat: int, key: str, to: int, out: str, rule: str) -> Step:
    """Derive the chips newly put in for a street total: what is in front already counts."""
    front, name = hand.round.totals[seat], hand.name(seat)
    if not front:
        return Step(rule, "state", {key: to}, {out: to}, name)
    return difference(rule, out, {key: to, "in_front": front}, name)


def more_than_call(hand: Hand, seat: int, most: int) -> list[Step]:
    """Derive whether a seat's stack is more than the call."""
    price = betting.to_stay(hand.round)
    values = {"all_in_to": most, "bet" if hand.round.bet else "bring_in": price}
    out = {"more_than_call": most > price}
    return [*own_all_in(hand, seat), Step("table-stakes", "compare", values, out, hand.name(seat))]


def may_raise(hand: Hand, offered: betting.Options) -> list[Step]:
    """Derive `may_raise`: somebody can answer, the betting is open to the seat, and it has more than the call."""
    if offered.why_not == "nobody":
        return [_nobody(hand, offered)]
    steps = reopened(hand, offered.seat) if hand.round.acted_at[offered.seat] is not None else []
    return [*steps, *_allowed(hand, offered)]


def reopened(hand: Hand, seat: int) -> list[Step]:
    """Derive `facing`, `needed` and `open` for a seat that has acted, the last full raise first."""
    if hand.document.rules["min_raise"] == "double" or hand.round.terms.limit == "fixed-limit":
        return reopening(hand, seat)
    return [*raise_unit(hand), *reopening(hand, seat)]


def reopening_of(hand: Hand, offered: betting.Options) -> list[Step]:
    """Derive the reopening of a seat that has acted, and whether it may raise with all that besides."""
    rest = [_nobody(hand, offered)] if offered.why_not == "nobody" else _allowed(hand, offered)
    return [*reopened(hand, offered.seat), *rest]


def _nobody(hand: Hand, offered: betting.Options) -> Step:
    name = hand.name(offered.seat)
    return Step("nobody-to-answer", "state", {"player": name}, {"may_raise": False}, name)


def _allowed(hand: Hand, offered: betting.Options) -> list[Step]:
    """Derive `may_raise` from the betting being open and, where the stack is short of a full raise, from the stack."""
    seat, name = offered.seat, hand.name(offered.seat)
    steps: list[Step] = []
    facts: dict[str, Any] = {}
    if hand.round.acted_at[seat] is not None:
        facts["open"] = offered.why_not != "acted"
    if offered.why_not != "acted" and (left := derive_limits.raise_left(hand)):
        steps += left
        facts["raise_left"] = offered.why_not != "capped"
    stack = hand.round.stacks[seat]
    if offered.why_not not in ("acted", "capped") and stack is not None and betting.to_stay(hand.round):
        most = hand.round.totals[seat] + stack
        if most < sizes.smallest_to(hand.round, hand.document.rules):
            steps += more_than_call(hand, seat, most)
            facts["more_than_call"] = offered.why_not != "stack"
    rule = _deciding(hand, facts)
    return [*steps, Step(rule, "state", facts or {"player": name}, {"may_raise": offered.may_raise}, name)]


def _deciding(hand: Hand, facts: Mapping[str, bool]) -> str:
    """Return the rule that decides whether a seat may raise: that of the fact against it, else of the first for it."""
    rules = hand.document.rules
    cap = "fl_cap_heads_up" if sizes.most_raises(hand.round, rules) is None and rules["fl_cap"] != "none" else "fl_cap"
    of_facts = {
        "open": rules.rule("limit_reopen" if hand.round.terms.limit == "fixed-limit" else "reopen"),
        "raise_left": rules.rule(cap),
        "more_than_call": "table-stakes",
    }
    against = [name for name, holds in facts.items() if not holds]
    return next((of_facts[name] for name in [*against, *facts]), "turn")
