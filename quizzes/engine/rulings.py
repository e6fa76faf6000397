"""Chip and voice rulings: what a player's words and chips amount to in its turn (TDA 2024 40 to 57)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quizzes.engine import betting, derive, derive_limits, sizes
from quizzes.engine.betting import Options, options
from quizzes.engine.document import Pushed
from quizzes.engine.errors import DocumentError
from quizzes.engine.fitting import fitted, half_way, halved
from quizzes.engine.hand import Hand, beside, contributions, dead_money, own_all_in
from quizzes.engine.pushing import Table, laid_out, lying
from quizzes.engine.steps import Step, difference, total
from quizzes.engine.voice import Said, hear, readings

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What an act is ruled to be, the player's street total after it, and why.

    `ruling` is check, call, bet, raise, fold or floor; `to` is None where it is left to the floor.
    """

    ruling: str
    to: int | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    """A seat in its turn, with its options, what it said as heard and in its own words, and the chips that count."""

    hand: Hand
    seat: int
    offered: Options
    said: Said
    words: Mapping[str, str]
    table: Table

    @property
    def name(self) -> str:
        return self.hand.name(self.seat)

    @property
    def bet(self) -> int:
        return self.hand.round.bet

    @property
    def own(self) -> int:
        """Its total on this street before the act."""
        return self.hand.round.totals[self.seat]

    @property
    def toggles(self) -> Mapping[str, Any]:
        return self.hand.document.rules.toggles

    def house(self, toggle: str) -> str:
        """The rule that its house's value of a toggle stands for."""
        return self.hand.document.rules.rule(toggle)


def judge(hand: Hand, pushed: Pushed) -> Ruling:
    """Return what a player's words and chips amount to, where the hand stands with that player to act.

    Words that come before the chips or with them decide (TDA 2024 40-A). Raises DocumentError at the key of `pushed`
    that can't be.
    """
    seat = hand.document.index(pushed.player)
    if hand.round.turn != seat:
        raise DocumentError("pushed.player", "it is not %(name)s's turn", name=pushed.player)
    said = hear(pushed)
    offered = options(hand.round, seat, hand.document.rules)
    words = {"said": pushed.said}
    cases = [_Case(hand, seat, offered, said, words, table) for table in lying(hand, seat, pushed, said)]
    rulings = [_declared(case) if said.word else _silent_chips(case) for case in cases]
    if len({(ruling.ruling, ruling.to) for ruling in rulings}) > 1:
        return _floor(cases[0], "prior-chips", {"pulled": pushed.pulled}, _whichever(cases[0], rulings))
    return rulings[0] if rulings[0].ruling == "raise" else rulings[-1]


def _whichever(case: _Case, rulings: list[Ruling]) -> list[Step]:
    """Derive that it is a raise whichever chips were taken back, where only its total depends on that."""
    if any(ruling.ruling != "raise" for ruling in rulings):
        return []
    return [Step("prior-chips", "state", {"pulled": case.table.pulled}, {"raise_anyway": True}, case.name)]


# What was said.


def _declared(case: _Case) -> Ruling:
    said, words, chips = case.said, case.words, case.table.chips
    if said.word == "fold":
        return _end(case, "fold-binds", "fold", words, [], {"in_front": case.own})
    if said.word == "call":
        return _call(case, "invalid-declaration" if case.offered.may_check else "undercall", words, [])
    if said.word == "check":
        return _checked(case)
    if said.word == "amount":
        return _bare_number(case)
    if said.word == "raise-to" and not case.bet and case.offered.may_check and said.number < _least_meant(case):
        return _ambiguous(case)
    if said.word == "raise-to":
        named = Step("raise-to-or-by", "state", {"named": said.number}, {"declared_to": said.number}, case.name)
        return _raise(case, "voice-or-chips", words, [named], "declared_to", said.number)
    if said.word == "raise-by":
        values = {"bet": case.bet, "raise_by": said.number}
        named = total("raise-to-or-by", "declared_to", values, case.name)
        if not case.bet:
            named = Step("raise-to-or-by", "state", {"named": said.number}, {"declared_to": said.number}, case.name)
        return _raise(case, "voice-or-chips", words, [named], "declared_to", case.bet + said.number)
    if said.word == "all-in":
        return _all_in(case)
    if said.word == "pot" and case.hand.round.terms.limit == "pot-limit":
        steps = derive_limits.pot_raise(case.hand, case.seat)
        most = sizes.pot_to(case.hand.round, case.seat, case.hand.document.rules)
        return _raise(case, "pot-limit", words, steps, "max_to", most)
    rule = "pot-said" if said.word == "pot" else "voice-or-chips" if case.bet else "invalid-declaration"
    if not chips:
        return _raise(case, rule, words, [])
    rule = "overchip" if len(chips) == 1 and said.word == "raise" else rule
    return _raise(case, rule, words, laid_out(case.table, case.name), "chips_out", case.table.out)


def _checked(case: _Case) -> Ruling:
    """A check against a bet leaves a call or a fold (TDA 2024 55); chips that cover the call beside it are a call."""
    if case.offered.may_check:
        return _end(case, "voice-or-chips", "check", case.words, [], {"in_front": case.own})
    price = case.offered.call_to or 0
    if not case.table.chips or case.table.out < price:
        due = {} if case.bet else {"bring_in": case.hand.round.terms.bring_in}
        return _floor(case, "invalid-declaration", {**case.words, **due}, [])
    covers = {"chips_out": case.table.out, "call_to": price}
    covered = Step("invalid-declaration", "compare", covers, {"covers_call": True}, case.name)
    steps = [*laid_out(case.table, case.name), *_price(case), covered]
    return _call(case, "invalid-declaration", {**case.words, "covers_call": True}, steps)


def _all_in(case: _Case) -> Ruling:
    stack = case.hand.round.stacks[case.seat]
    if stack is None:
        raise DocumentError("pushed.said", "%(name)s has no stack stated, so all-in names no amount", name=case.name)
    most = case.own + stack
    if most <= case.bet:
        return _call(case, "voice-or-chips", case.words, [])
    return _raise(case, "voice-or-chips", case.words, own_all_in(case.hand, case.seat), "all_in_to", most)


def _bare_number(case: _Case) -> Ruling:
    """A number alone is as much pushed in silently (40-C); one below the small blind stands for more (57)."""
    number, price = case.said.number, case.offered.call_to
    if price in (number, case.own + number) or number >= _least_meant(case) or (price and number > price):
        return _number(case, "bare-number", "named", number, [])
    return _ambiguous(case)


def _least_meant(case: _Case) -> int:
    """Return the least that a number can mean as it is said: a small blind, or a big one where there is no small."""
    small, big = case.hand.document.blinds or (0, 0)
    return small or big


def _ambiguous(case: _Case) -> Ruling:
    """Take a number that is too small for a bet for the highest that it can mean within the pot (TDA 2024 57), also in
    "I bet five".

    It means a blind at least, also where the street's bets are larger.
    """
    small, big = case.hand.document.blinds or (0, 0)
    least = big or small
    pot = sum(case.hand.put_in) + case.hand.dead
    likely = [reading for reading in readings(case.said.number) if reading >= least]
    meant = max([reading for reading in likely if reading <= pot] or likely[:1])
    more = likely[likely.index(meant) + 1]
    values = {beside(case.hand, case.hand.name(seat), "dead"): own for seat, own in enumerate(case.hand.put_in) if own}
    values |= {"dead": case.hand.dead} if case.hand.dead else {}
    rule = "ambiguous-number"
    steps = [
        *contributions(case.hand),
        *dead_money(case.hand, rule),
        total(rule, "pot_now", values),
        Step(rule, "state", {"named": case.said.number}, {"reading": meant, "next_reading": more}, case.name),
        Step(rule, "compare", {"pot_now": pot, "next_reading": more}, {"pot_reaches": False}),
    ]
    return _number(case, rule, "reading", meant, steps)


def _number(case: _Case, rule: str, key: str, number: int, steps: list[Step]) -> Ruling:
    """Rule on a number that means what it says: that of the call, or a total.

    One that its player has in front already can only be new chips.
    """
    own = case.own
    if case.offered.call_to in (number, own + number):
        return _call(case, "bare-number", {key: number}, steps)
    if number <= own:
        steps = [*steps, total("bare-number", "declared_to", {"in_front": own, "named": number}, case.name)]
        return _silent(case, "declared_to", own + number, steps)
    steps = [*steps, Step(rule, "state", {key: number}, {"declared_to": number}, case.name)]
    return _silent(case, "declared_to", number, steps)


# What was pushed in silence.


def _silent_chips(case: _Case) -> Ruling:
    if case.table.chips:
        return _silent(case, "chips_out", case.table.out, laid_out(case.table, case.name))
    if case.table.pulled == "none":
        raise DocumentError("pushed.chips", "%(name)s has said nothing and pushed nothing in", name=case.name)
    if case.offered.may_check:
        raise DocumentError(
            "pushed.pulled", "%(name)s faces no bet: there is nothing to take chips back for", name=case.name
        )
    return _call(case, "pulled-back", {"pulled": case.table.pulled}, [])


def _silent(case: _Case, key: str, amount: int, steps: list[Step]) -> Ruling:
    """Rule on an amount that came without a word: the player's chips on the street would be this many."""
    if case.offered.may_check:
        if case.bet:
            return _by_half(case, {}, steps, key, amount)
        rule = "overchip" if len(case.table.chips) == 1 else "opening-bet"
        rule = rule if key == "chips_out" else "bare-number"
        return _raise(case, rule, {key: amount}, steps, key, amount)
    price = case.offered.call_to or 0
    if amount < price:
        if case.table.pulled != "none":
            return _call(case, "pulled-back", {"pulled": case.table.pulled}, steps)
        return _undercall(case, key, amount, steps)
    if amount == price:
        return _matched(case, key, amount, steps)
    if not case.offered.may_raise:
        return _no_raise(case, steps)
    if key == "declared_to":
        return _by_half(case, {}, steps, key, amount)
    return _more_than_call(case, price, steps)


def _matched(case: _Case, key: str, amount: int, steps: list[Step]) -> Ruling:
    """Rule on silent chips that come to just the call: they match the bet, or are all that there is (TDA 2024 41)."""
    if amount == betting.price(case.hand.round, case.seat):
        return _call(case, "call-methods", {key: amount}, steps)
    last = Step("last-chips", "compare", {key: amount, "all_in_to": amount}, {"all_in": True}, case.name)
    return _call(case, "calling", {"all_in": True}, [*steps, *own_all_in(case.hand, case.seat), last])


def _more_than_call(case: _Case, price: int, steps: list[Step]) -> Ruling:
    """Rule on silent chips that come to more than the call: one overchip, all of them needed, or half of a raise."""
    table, out = case.table, case.table.out
    if table.several_goes:
        return _call(case, "string-bet", {"chips_out": out}, steps)
    if table.combined:
        return _by_half(case, {}, steps, "chips_out", out)
    if len(table.chips) == 1:
        return _call(case, "overchip", {"chips_out": out}, steps)
    if case.toggles["multi_chip"] == "same-denomination-call" and len(set(table.chips)) == 1:
        return _call(case, case.house("multi_chip"), {"chips_out": out}, steps)
    least, rule = min(table.chips), "several-chips"
    spare = {"without_smallest": out - least, "call_to": price}
    steps = [
        *steps,
        difference(rule, "without_smallest", {"chips_out": out, "smallest_chip": least}, case.name),
        Step(rule, "compare", spare, {"chip_to_spare": out - least >= price}, case.name),
    ]
    if out - least < price:
        return _call(case, rule, {"chip_to_spare": False}, steps)
    return _by_half(case, {"chip_to_spare": True}, steps, "chips_out", out)


def _by_half(case: _Case, why: Values, steps: list[Step], key: str, amount: int) -> Ruling:
    """Half of a full raise over the bet is a raise, less a call (TDA 2024 43-A); last chips are all-in (45-B)."""
    stack = case.hand.round.stacks[case.seat]
    if not case.offered.may_raise:
        return _no_raise(case, steps)
    if stack is not None and amount == case.own + stack:
        values = {key: amount, "all_in_to": amount}
        last = Step("last-chips", "compare", values, {"all_in": True}, case.name)
        steps = [*steps, *own_all_in(case.hand, case.seat), last]
        return _raise(case, "last-chips", {**why, "all_in": True}, steps, key, amount)
    marked, mark = half_way(case.hand)
    reaches = amount >= mark
    steps = [*steps, *marked]
    steps.append(
        Step("raise-made-up", "compare", {key: amount, "half_way": mark}, {"reaches_half": reaches}, case.name)
    )
    why = {**why, "reaches_half": reaches}
    return (
        _raise(case, "raise-made-up", why, steps, key, amount) if reaches else _call(case, "raise-made-up", why, steps)
    )


def _undercall(case: _Case, key: str, amount: int, steps: list[Step]) -> Ruling:
    """Too little for a call, and not all-in: a full call heads-up and against the opening bet (TDA 2024 51)."""
    price = case.offered.call_to or 0
    rule = case.house("undercall")
    covers = Step(rule, "compare", {key: amount, "call_to": price}, {"covers_call": False}, case.name)
    steps = [*steps, *_price(case), covers]
    if case.toggles["undercall"] == "half-rule":
        return _half_of_call(case, rule, key, amount, steps)
    heads_up = sum(case.hand.live) == 2
    steps.append(Step(rule, "state", {"player": case.name}, {"heads_up": heads_up}, case.name))
    if heads_up:
        return _call(case, rule, {"covers_call": False, "heads_up": True}, steps)
    posted = case.hand.document.blinds is not None and case.hand.street == case.hand.document.game.first
    opening = len(case.hand.raises) <= (0 if posted else 1)
    steps.append(Step(rule, "state", _opened_by(case), {"opening_bet": opening}, case.name))
    if opening:
        return _call(case, rule, {"covers_call": False, "opening_bet": True}, steps)
    return _floor(case, rule, {"heads_up": False, "opening_bet": False}, steps)


def _opened_by(case: _Case) -> Values:
    """Return what says whether a player faces the opening bet: the bring-in while nobody has bet, else its own turn."""
    bring_in = case.hand.round.terms.bring_in
    if not case.bet:
        return {"bring_in": bring_in}
    return {"player": case.name, **({"bring_in": bring_in} if case.bet == bring_in and not case.hand.raises else {})}


def _price(case: _Case) -> list[Step]:
    """Derive a price below the full blind, and the player's whole stack where that is all that it can call with."""
    short = case.offered.call_to != betting.price(case.hand.round, case.seat)
    return [*derive.capped_price(case.hand, case.seat), *(own_all_in(case.hand, case.seat) if short else [])]


def _half_of_call(case: _Case, rule: str, key: str, amount: int, steps: list[Step]) -> Ruling:
    """In a house that asks for half of the call: half or more is a call; less binds to nothing and is taken back."""
    call_adds = case.offered.call_adds or 0
    named = {key: amount}
    steps = [*steps, derive.chips_added(case.hand, case.seat, "call_to", call_adds + case.own, "call_adds", "calling")]
    if case.own:
        named = {"added": amount - case.own}
        steps.append(difference(rule, "added", {key: amount, "in_front": case.own}, case.name))
    half = call_adds - call_adds // 2
    reaches = next(iter(named.values())) >= half
    steps += [
        *halved(rule, "call_adds", call_adds),
        Step(rule, "compare", {**named, "half": half}, {"reaches_half": reaches}, case.name),
    ]
    why = {"covers_call": False, "reaches_half": reaches}
    return _call(case, rule, why, steps) if reaches else _floor(case, rule, why, steps)


# What comes out.


def _call(case: _Case, rule: str, why: Values, steps: list[Step]) -> Ruling:
    """Match the bet, with all there is where that is less; with nothing to match it is a check."""
    if case.offered.may_check:
        return _end(case, rule, "check", why, steps, {"in_front": case.own})
    to_match, stack = betting.price(case.hand.round, case.seat), case.hand.round.stacks[case.seat]
    to, steps = {"bet": to_match}, [*steps, *derive.capped_price(case.hand, case.seat)]
    if not case.bet:
        steps = [*steps, Step("calling", "state", {"bring_in": to_match}, {"call_to": to_match}, case.name)]
        to = {"call_to": to_match}
    if stack is not None and case.own + stack < to_match:
        steps, to = [*steps, *own_all_in(case.hand, case.seat)], {**to, "all_in_to": case.own + stack}
    return _end(case, rule, "call", why, steps, to)


def _no_raise(case: _Case, steps: list[Step]) -> Ruling:
    steps = [*steps, *derive.may_raise(case.hand, case.offered)]
    return _call(case, steps[-1].rule, {"may_raise": False}, steps)


def _raise(case: _Case, rule: str, why: Values, steps: list[Step], key: str = "", amount: int | None = None) -> Ruling:
    """Bet or raise to an amount, made up to the smallest raise and cut to the largest; no amount is the smallest."""
    offered, word = case.offered, "raise" if case.bet else "bet"
    if not offered.may_raise:
        return _no_raise(case, steps)
    if offered.all_in_to is not None:
        least = derive.smallest_raise(case.hand)
        values = {"all_in_to": offered.all_in_to, "raise_to": least[-1].out["raise_to"]}
        short = Step("table-stakes", "compare", values, {"full_raise": False}, case.name)
        steps = [*steps, *least, *own_all_in(case.hand, case.seat), short]
        return _end(case, rule, word, why, steps, {"all_in_to": offered.all_in_to})
    fit, to = fitted(case.hand, offered, key, amount)
    return _end(case, rule, word, why, [*steps, *fit], to)


def _end(case: _Case, rule: str, ruling: str, why: Values, steps: list[Step], to: Mapping[str, int]) -> Ruling:
    """Return a ruling; `to` names the amounts whose least is the player's total."""
    amount = min(to.values())
    named: Mapping[str, Any] = to if amount else {"player": case.name}
    last = [
        Step(rule, "state", why, {"ruling": ruling}, case.name),
        Step(rule, "least" if len(to) > 1 else "state", named, {"to": amount}, case.name),
    ]
    return Ruling(ruling, amount, (*steps, *last))


def _floor(case: _Case, rule: str, why: Values, steps: list[Step]) -> Ruling:
    last = [
        Step(rule, "state", why, {"ruling": "floor"}, case.name),
        Step(rule, "state", {"ruling": "floor"}, {"to": None}, case.name),
    ]
    return Ruling("floor", None, (*steps, *last))
