"""Random hands of every house: whatever is played, the chips are all there and the rules hold at each step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest

from quizzes.engine import betting
from quizzes.engine.betting import IllegalAction, Options
from quizzes.engine.document import Action, Deal, Document, Question
from quizzes.engine.hand import Hand, take
from quizzes.engine.notation import to_table
from quizzes.engine.pots import cut
from quizzes.kinds import KINDS, awards, second
from tests.engine.playing import any_game, next_deal, play_on, raise_to
from tests.scale import scale

HANDS = scale(2_000, 100_000)
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
        game = any_game(rng)
        document = game.document
        try:
            for hand, document in play_on(rng, game):
                check_chips(hand)
                if hand.round.turn is not None:
                    check_turn(hand, rng, document)
                    continue
                check_nobody_is_owed_a_turn(hand)
                if next_deal(hand, ()) is None:
                    check_pots(hand)
                    check_awards(hand, document)
        except (AssertionError, ValueError) as error:
            error.add_note(f"hand {number}: {in_words(document)}")
            raise


def test_the_random_hands_are_of_every_kind() -> None:
    """What the other tests say of every hand is worth nothing for what they never meet."""
    met: Counter[str] = Counter()
    for number in range(600):
        rng = Random(number)
        steps = list(play_on(rng, any_game(rng)))
        for hand, _ in steps:
            met.update(features(hand))
        document = steps[-1][1]
        shares = [list(pot["winners"].values()) for pot in awards.solve(document).answer["pots"]]
        met["split pot"] += any(len(chips) > 1 for chips in shares)
        met["odd chip"] += any(len(set(chips)) > 1 for chips in shares)
    wanted = {
        *(f"{count} players" for count in range(2, 11)),
        *(f"rules {name}" for name in ("tda", "jj", "half-raise", "single-raise")),
        *("changed rules", "empty button", "ante", "big-blind ante", "straddle", "two straddles", "deep enough"),
        *("short small blind", "short big blind", "late post", "dead post", "flop first", "short all-in"),
        *("closed to who acted", "nobody to answer", "call for less", "one pot", "two pots", "four pots", "uncalled"),
        *("split pot", "odd chip"),
    }
    assert wanted <= set(+met), wanted - set(+met)


def features(hand: Hand) -> Iterator[str]:
    """Name what is to be seen in a hand."""
    document, state = hand.document, hand.round
    yield f"{sum(not seat.empty for seat in document.seats)} players"
    yield f"rules {document.rules.id}"
    small, big = hand.first.small_blind, hand.first.big_blind
    blinds = document.blinds or (0, 0)
    start = hand.first.round.totals
    found = {
        "changed rules": document.rules.changes,
        "empty button": document.seats[document.index(document.button)].empty,
        "ante": any(hand.first.antes),
        "big-blind ante": document.ante and document.ante_by == "big-blind",
        "straddle": document.straddles,
        "two straddles": len(document.straddles) == 2,
        "deep enough": None in state.stacks,
        "short small blind": small is not None and start[small] < blinds[0],
        "short big blind": big is not None and start[big] < blinds[1],
        "late post": any(total for seat, total in enumerate(start) if seat not in (small, big)),
        "dead post": any(isinstance(item, Action) and item.dead for item in document.actions),
        "flop first": document.street == "flop",
        "short all-in": any(not made.full for made in hand.raises),
        "call for less": any(
            0 < total < state.bet and stack == 0 for total, stack in zip(state.totals, state.stacks, strict=True)
        ),
    }
    yield from (name for name, there in found.items() if there)
    if state.turn is not None:
        why_not = betting.options(state, state.turn, document.rules).why_not
        yield {"acted": "closed to who acted", "nobody": "nobody to answer"}.get(why_not, "open")
        return
    pots = cut(hand.put_in, hand.live, hand.dead)
    yield {1: "one pot", 2: "two pots", 4: "four pots"}.get(len(pots.pots), "pots")
    if pots.returned:
        yield "uncalled"


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
        assert state.totals[seat] < offered.call_to <= max(state.bet, state.totals[seat])
        assert offered.call_adds == offered.call_to - state.totals[seat]
    ends = (offered.raise_min_to, offered.all_in_to)
    assert [end is not None for end in ends].count(True) == offered.may_raise
    assert all(end > state.bet for end in ends if end is not None)


def check_extremes(hand: Hand) -> None:
    """Each end of what is offered is taken and one chip beyond it refused, and a refusal changes nothing."""
    state, seat = hand.round, hand.round.turn
    assert seat is not None
    name = hand.name(seat)
    offered = betting.options(state, seat, hand.document.rules)
    assert accepted(hand, Action(name, "fold"))
    assert accepted(hand, Action(name, "check")) == offered.may_check
    assert accepted(hand, Action(name, "call")) == (offered.call_to is not None)
    check_all_in(hand, offered)
    right, wrong = ends_of_raising(hand, offered)
    for to in right:
        assert accepted(hand, raise_to(hand, to)), f"{name} to {to}"
    for to in wrong:
        assert not accepted(hand, raise_to(hand, to)), f"{name} to {to}"
    assert not accepted(hand, Deal("flop" if hand.street == "preflop" else "river"))
    for other in range(len(state.totals)):
        if other != seat and not hand.document.seats[other].empty:
            assert not accepted(hand, Action(hand.name(other), "fold"))


def check_all_in(hand: Hand, offered: Options) -> None:
    """A seat may go all-in where that is a call or a raise it may make, and has nothing left then."""
    state, seat = hand.round, offered.seat
    stack = state.stacks[seat]
    all_in = Action(hand.name(seat), "all-in")
    calls = stack is not None and state.totals[seat] + stack <= state.bet and offered.call_to is not None
    assert accepted(hand, all_in) == (stack is not None and (calls or offered.may_raise))
    if accepted(hand, all_in):
        assert take(hand, all_in).round.stacks[seat] == 0


def ends_of_raising(hand: Hand, offered: Options) -> tuple[list[int], list[int]]:
    """Return street totals that must be taken and such that must be refused."""
    state, seat = hand.round, offered.seat
    stack = state.stacks[seat]
    most = None if stack is None else state.totals[seat] + stack
    no_raise = [state.bet] if state.bet else []
    if not offered.may_raise:
        return [], [*no_raise, state.bet + 1, state.bet + state.last_raise, FAR, *([most] if most else [])]
    if offered.all_in_to is not None:
        assert offered.all_in_to == most
        return [offered.all_in_to], [*no_raise, offered.all_in_to - 1, offered.all_in_to + 1]
    assert offered.raise_min_to is not None
    assert offered.raise_max_to == most
    highest = [FAR] if most is None else [most, (offered.raise_min_to + most) // 2]
    beyond = [] if most is None else [most + 1]
    return [offered.raise_min_to, *highest], [*no_raise, offered.raise_min_to - 1, *beyond]


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
    assert next_deal(hand, ()) is None
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
    """The awards are the pots, no two winners of a pot are more than a chip apart, and nobody wins more than it can."""
    answer = awards.solve(document).answer
    for pot in answer["pots"]:
        assert sum(pot["winners"].values()) == pot["amount"]
        assert set(pot["winners"]) <= set(pot["eligible"])
        shares = pot["winners"].values()
        assert max(shares) - min(shares) <= document.chip
    won: Counter[str] = Counter()
    for pot in answer["pots"]:
        won.update(pot["winners"])
    assert won == answer["won"]
    for name, chips in answer["won"].items():
        assert chips <= most_to_win(hand, hand.document.index(name))
    check_everybody_leaves_with_the_same_chips(hand, [*answer["won"].values(), *answer["returned"].values()])
    check_second_computation(document, "side_pots")
    check_second_computation(document, "awards")


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
    assert second.solve(asked) == KINDS[kind].solve(asked).answer
