"""Random hands of every game, limit and house: the chips are all there and the rules hold at each step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from quizzes.engine import betting
from quizzes.engine.betting import IllegalAction, Options
from quizzes.engine.document import Action, Deal, Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, play, take
from quizzes.engine.notation import parse, to_table
from quizzes.engine.pots import cut
from quizzes.kinds import awards, second, solve
from tests.engine import derivations
from tests.engine.limit_facts import BETTING, SHARING
from tests.engine.playing import must_bring_in, next_to_draw, play_on, raise_to
from tests.engine.reading import Broken
from tests.engine.tables import any_table, next_deal
from tests.scale import scale

HANDS = scale(2_000, 100_000)
TOLD = scale(160, 10_000)
BLOCKS = 20
FAR = 10**9
"""More chips than any stack that is stated: what only a seat that is deep enough can bet."""


def in_words(document: Document) -> str:
    """A hand as a document that can be given to `manage.py solve`."""
    return json.dumps(to_table(document))


@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_random_hand_keeps_to_the_rules_at_every_step_and_is_paid_to_the_last_chip(block: int) -> None:
    for number in range(block, HANDS, BLOCKS):
        rng = Random(number)
        table = any_table(rng)
        hand, document = None, table.document
        try:
            for hand, document in play_on(rng, table):
                check_chips(hand)
                check_draws(hand)
                if hand.round.turn is not None:
                    check_turn(hand, rng, document)
                else:
                    check_nobody_is_owed_a_turn(hand)
            assert hand is not None
            assert next_deal(hand, ()) is None
            check_pots(hand)
            check_awards(hand, document)
            check_print(hand, document)
        except (AssertionError, ValueError) as error:
            error.add_note(f"hand {number}: {in_words(document)}")
            raise


def check_chips(hand: Hand) -> None:
    """What each seat has behind, has in the pots and has paid as dead money is what it sat down with."""
    for seat, stack in zip(hand.document.seats, hand.round.stacks, strict=True):
        place = hand.document.index(seat.name)
        paid = hand.put_in[place] + hand.first.dead[place]
        assert min(hand.round.totals[place], hand.before[place], hand.first.dead[place]) >= 0
        if seat.empty:
            assert (stack, paid, hand.live[place]) == (0, 0, False)
        elif seat.stack is not None:
            assert stack is not None
            assert stack >= 0
            assert stack + paid == seat.stack
    assert hand.dead == hand.document.pot + sum(hand.first.dead)
    assert hand.round.bet >= max(hand.round.totals)


def check_draws(hand: Hand) -> None:
    """Live players draw once each before the betting, clockwise from the button's left, as many as the house allows."""
    drawer, rules = next_to_draw(hand), hand.document.rules
    own = hand.document.game.hand[0]
    most = min(int(rules["draw_most"]), own)
    for seat in range(len(hand.live)):
        if not hand.document.seats[seat].empty:
            assert accepted(hand, Action(hand.name(seat), "stand-pat")) == (seat == drawer)
    if drawer is not None:
        assert accepted(hand, Action(hand.name(drawer), "draw", most))
        assert not accepted(hand, Action(hand.name(drawer), "draw", most + 1))


def check_nobody_is_owed_a_turn(hand: Hand) -> None:
    """A street ends when each seat with chips has matched the bet; then the next one comes, or the hand is over."""
    state = hand.round
    able = [seat for seat, live in enumerate(hand.live) if live and state.stacks[seat] != 0]
    if sum(hand.live) > 1 and len(able) > 1:
        assert {state.totals[seat] for seat in able} == {state.bet}
        assert all(state.acted_at[seat] is not None for seat in able)
    for seat in able:
        others = max(total for other, total in enumerate(state.totals) if other != seat)
        assert sum(hand.live) == 1 or state.totals[seat] >= min(state.bet, others)
        assert not accepted(hand, Action(hand.name(seat), "check"))
        assert not accepted(hand, Action(hand.name(seat), "fold"))


def check_turn(hand: Hand, rng: Random, document: Document) -> None:
    """Whoever is asked has something to decide, what it is offered is legal, and nothing else is."""
    check_who_is_asked(hand)
    check_extremes(hand)
    if rng.random() < 0.2:
        check_second_computation(document, "legal_actions")
        if may_raise(hand) and hand.round.terms.limit != "no-limit":
            check_second_computation(document, hand.round.terms.limit.replace("-", "_"))


def check_who_is_asked(hand: Hand) -> None:
    """Whoever is asked holds a hand, has chips, and has a bet to match or has not acted yet."""
    state, seat = hand.round, hand.round.turn
    assert seat is not None
    assert hand.live[seat]
    assert state.stacks[seat] != 0
    assert sum(hand.live) > 1
    offered = betting.options(state, seat, hand.document.rules)
    assert offered.may_check == (offered.call_to is None)
    assert not offered.may_check or state.acted_at[seat] is None
    if offered.call_to is not None:
        assert state.totals[seat] < offered.call_to <= max(state.bet, state.terms.bring_in)
        assert offered.call_adds == offered.call_to - state.totals[seat]
    ends = (offered.raise_min_to, offered.all_in_to)
    assert [end is not None for end in ends].count(True) == offered.may_raise
    assert all(end > (state.bet or state.terms.bring_in) for end in ends if end is not None)


def may_raise(hand: Hand) -> bool:
    assert hand.round.turn is not None
    return betting.options(hand.round, hand.round.turn, hand.document.rules).may_raise


def check_extremes(hand: Hand) -> None:
    """Each end of what is offered is taken and one chip beyond it refused, and a refusal changes nothing."""
    state, seat = hand.round, hand.round.turn
    assert seat is not None
    name = hand.name(seat)
    offered = betting.options(state, seat, hand.document.rules)
    assert accepted(hand, Action(name, "fold"))
    assert accepted(hand, Action(name, "check")) == offered.may_check
    assert accepted(hand, Action(name, "call")) == (offered.call_to is not None and not must_bring_in(hand))
    check_bring_in(hand, offered)
    check_all_in(hand, offered)
    right, wrong = ends_of_raising(hand, offered)
    for to in right:
        assert accepted(hand, raise_to(hand, to)), f"{name} to {to}"
    for to in wrong - right:
        assert not accepted(hand, raise_to(hand, to)), f"{name} to {to}"
    for street in hand.document.game.streets:
        assert not accepted(hand, Deal(street))
    for other in range(len(state.totals)):
        if other != seat and not hand.document.seats[other].empty:
            assert not accepted(hand, Action(hand.name(other), "fold"))


def check_bring_in(hand: Hand, offered: Options) -> None:
    """Whoever has to bring it in may do so with just the bring-in, or with all it has when that is less."""
    name, asked = hand.name(offered.seat), must_bring_in(hand)
    stack, amount = hand.round.stacks[offered.seat], hand.document.bring_in
    least = amount if stack is None else min(stack, amount)
    assert accepted(hand, Action(name, "bring-in", least)) == asked
    assert not accepted(hand, Action(name, "bring-in", least + 1))
    assert not accepted(hand, Action(name, "bring-in", least - 1))
    if asked:
        after = take(hand, Action(name, "bring-in", least)).round
        assert (after.bet, after.totals[offered.seat], after.raises) == (amount, least, 0)


def check_all_in(hand: Hand, offered: Options) -> None:
    """A seat may go all-in where that is a call or a raise it may make, and has nothing left then."""
    state, seat = hand.round, offered.seat
    stack = state.stacks[seat]
    all_in = Action(hand.name(seat), "all-in")
    if stack is None:
        assert not accepted(hand, all_in)
        return
    most = state.totals[seat] + stack
    calls = most <= (state.bet or state.terms.bring_in) and offered.call_to is not None
    raises = most in (offered.all_in_to, offered.raise_min_to, offered.raise_max_to)
    assert accepted(hand, all_in) == (calls or raises)
    if accepted(hand, all_in):
        assert take(hand, all_in).round.stacks[seat] == 0


def ends_of_raising(hand: Hand, offered: Options) -> tuple[set[int], set[int]]:
    """Return street totals that must be taken and such that must be refused, but for those among the first.

    In fixed-limit every other size is refused.
    """
    state, stack = hand.round, hand.round.stacks[offered.seat]
    most = None if stack is None else state.totals[offered.seat] + stack
    beyond = {FAR} if most is None else {most + 1, FAR}
    refused = {state.bet} if state.bet else set()
    if not offered.may_raise:
        return set(), {*refused, state.bet + 1, state.bet + state.last_raise, *beyond, *({most} if most else ())}
    if offered.all_in_to is not None:
        assert offered.all_in_to == most
        return {most}, {*refused, most - 1, most + 1}
    least, largest = offered.raise_min_to, offered.raise_max_to
    assert least is not None
    if state.terms.limit == "no-limit":
        assert largest == most
        return {least, (least + (most or FAR)) // 2, most or FAR}, {*refused, least - 1, *(beyond if most else ())}
    assert largest is not None
    assert least <= largest <= (most or FAR)
    refused |= {least - 1, largest + 1, *beyond, *({most} if most else ())}
    if state.terms.limit == "pot-limit":
        return {least, (least + largest) // 2, largest}, refused
    unit = state.smallest_bet
    return {least, largest}, {*refused, *range(least + 1, min(largest, least + 9)), largest + unit, largest - unit}


def accepted(hand: Hand, item: Action | Deal) -> bool:
    """Say whether the hand takes an action; when it refuses, it is as it was."""
    before = hash((hand.street, hand.round, hand.before, hand.dead, hand.board, hand.raises, hand.mucked))
    try:
        take(hand, item)
    except IllegalAction:
        return False
    finally:
        assert before == hash((hand.street, hand.round, hand.before, hand.dead, hand.board, hand.raises, hand.mucked))
    return True


def check_pots(hand: Hand) -> None:
    """The pots hold what was put in and not given back; who plays for one reached its top; the folded play for none."""
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    assert sum(pot.amount for pot in pots.pots) == sum(hand.put_in) + hand.dead - sum(pots.returned.values())
    assert all(pot.amount > 0 and pot.eligible for pot in pots.pots)
    assert all(hand.live[seat] for pot in pots.pots for seat in pot.eligible)
    for lower, upper in zip(pots.pots, pots.pots[1:], strict=False):
        assert set(upper.eligible) < set(lower.eligible)
    for seat, chips in pots.returned.items():
        others = [put_in for other, put_in in enumerate(hand.put_in) if other != seat]
        assert hand.live[seat]
        assert hand.put_in[seat] - chips == max(others)


def check_awards(hand: Hand, document: Document) -> None:
    """The awards are the pots, winners' shares are even but for the odd chip, and nobody wins more than it can."""
    answer = awards.solve(document).answer
    won: Counter[str] = Counter()
    for pot in answer["pots"]:
        assert sum(pot["winners"].values()) == pot["amount"]
        assert set(pot["winners"]) <= set(pot["eligible"])
        if not document.game.split:
            assert max(pot["winners"].values()) - min(pot["winners"].values()) <= document.chip
        won.update(pot["winners"])
    assert won == answer["won"]
    for name, chips in answer["won"].items():
        assert chips <= most_to_win(hand, hand.document.index(name))
    check_everybody_leaves_with_the_same_chips(hand, [*answer["won"].values(), *answer["returned"].values()])
    check_second_computation(document, "side_pots")
    check_second_computation(document, "awards")


def check_print(hand: Hand, document: Document) -> None:
    """The document is printed and read back to itself, and its actions lead to the hand that was played."""
    again = parse(json.loads(in_words(document)))
    assert again == document
    assert play(again)._replace(document=hand.document) == hand


def most_to_win(hand: Hand, seat: int) -> int:
    """Return what a seat can win: from each other as much as it put in, and dead money.

    What folded seats put in above all who are left goes to whoever of those put in most.
    """
    own = hand.put_in[seat]
    top = max(put_in for put_in, live in zip(hand.put_in, hand.live, strict=True) if live)
    above = sum(max(0, put_in - top) for put_in, live in zip(hand.put_in, hand.live, strict=True) if not live)
    return hand.dead + sum(min(own, put_in) for put_in in hand.put_in) + (above if own == top else 0)


def check_everybody_leaves_with_the_same_chips(hand: Hand, received: Iterable[int]) -> None:
    """Nothing was made and nothing lost at the table as a whole."""
    stated = [seat.stack is not None or seat.empty for seat in hand.document.seats]
    if all(stated):
        brought = hand.document.pot + sum(seat.stack or 0 for seat in hand.document.seats)
        assert sum(stack or 0 for stack in hand.round.stacks) + sum(received) == brought


def check_second_computation(document: Document, kind: str) -> None:
    """The other way to work the answer out comes to the same."""
    asked = replace(document, question=Question(kind))
    assert second.solve(asked) == solve(asked).answer


@pytest.mark.parametrize("block", range(4))
def test_the_steps_told_of_a_random_hand_lead_to_its_answers(block: int) -> None:
    for number in range(block, TOLD, 4):
        rng = Random(number)
        for hand, document in play_on(rng, any_table(rng)):
            if rng.random() < 0.2:
                kinds = BETTING if hand.round.turn is not None else SHARING
                for asked in (replace(document, question=Question(kind)) for kind in kinds):
                    check_steps(asked, number)


def check_steps(asked: Document, number: int) -> None:
    try:
        solution = solve(asked)
    except DocumentError:
        return  # not a question of this limit, or of a stack below a full raise
    try:
        derivations.check(asked, solution)
    except Broken as error:
        error.add_note(f"hand {number}: {in_words(asked)}")
        raise
