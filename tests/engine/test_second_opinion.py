"""pokerkit as a second opinion: the same offers at each turn and the same payoffs, but for faults of its own.

Each way in which it differs is a predicate over the state, with the rule that it breaks; a difference that none of
them explains fails. Where the two differ the hand goes on by an action that both allow, or ends if there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from pokerkit import Automation, NoLimitTexasHoldem, State

from quizzes.engine import betting
from quizzes.engine.cards import cards_text
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.hand import Hand, begin, take
from quizzes.engine.notation import parse, to_table
from quizzes.kinds import awards
from tests.engine.playing import Game, common_game, next_deal, random_action
from tests.scale import scale

HANDS = scale(500, 100_000)
BLOCKS = 20
AUTOMATIC = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
)


@dataclass(frozen=True, slots=True)
class Offer:
    """What the seat to act may do: the chips of a call, and the least and most that it may raise to."""

    seat: int
    call_adds: int
    raise_min_to: int | None
    raise_max_to: int | None


Difference = Callable[[Hand, Offer | None, Offer], bool]


def short_big_blind(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It prices a big blind posted short at what is there, and begins with whoever posted most (RRoP 11)."""
    state, big, blinds = hand.round, hand.first.big_blind, hand.document.blinds
    assert big is not None
    assert blinds is not None
    if ours is None or hand.street != "preflop" or hand.first.round.totals[big] == blinds[1]:
        return False
    if ours.seat != theirs.seat:
        return not any(acted is not None for acted in state.acted_at)
    return theirs.call_adds == min(state.stacks[ours.seat] or 0, max(state.totals) - state.totals[ours.seat])


def equal_blinds(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """Heads-up with two equal blinds it has the big blind begin; the button does (TDA 2024 34-B)."""
    blinds = hand.document.blinds
    return hand.street == "preflop" and len(hand.live) == 2 and blinds is not None and blinds[0] == blinds[1]


def only_shorter_stacks(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It offers no raise over a bet that nobody else could fully match; with chips behind somebody can still answer.

    The minimum is never cut to an opponent's stack; six recorded hands have such a raise.
    """
    if ours is None or (ours.seat, ours.call_adds, theirs.raise_min_to) != (theirs.seat, theirs.call_adds, None):
        return False
    state = hand.round
    others = [seat for seat, live in enumerate(hand.live) if live and seat != ours.seat]
    return all(state.totals[seat] + (state.stacks[seat] or 0) <= state.bet for seat in others)


def first_raise_short(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It takes the street's first raise for a full one, also a short all-in that a limper faces (TDA 2024 47-A)."""
    if ours is None or (ours.seat, ours.call_adds, ours.raise_min_to) != (theirs.seat, theirs.call_adds, None):
        return False
    state = hand.round
    return state.acted_at[ours.seat] is not None and state.raises == 0 and state.bet > state.full_bet


def forgotten_sum(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """Once short all-ins add up to a raise it forgets them, and one more closes the betting again (TDA 2024 47-A)."""
    if ours is None or (ours.seat, ours.call_adds, theirs.raise_min_to) != (theirs.seat, theirs.call_adds, None):
        return False
    acted_at = hand.round.acted_at[ours.seat]
    since = [made for made in hand.raises if acted_at is not None and made.over >= acted_at]
    return len(since) > 1 and not since[-1].full and since[-1].to - since[-1].over < hand.round.last_raise


def nothing_to_decide(hand: Hand, ours: Offer | None, theirs: Offer) -> bool:
    """It asks a seat that has matched the bet and can only check, everybody else being all-in."""
    return ours is None and (theirs.call_adds, theirs.raise_min_to) == (0, None)


DIFFERENCES: tuple[Difference, ...] = (
    short_big_blind,
    equal_blinds,
    only_shorter_stacks,
    first_raise_short,
    forgotten_sum,
    nothing_to_decide,
)


TWO_ALIKE = {"B": "As 5d", "E": "Ah 5h"}

SPOTS = (
    # The full blind is 100, also where 30 of it are there; a raise builds on it.
    (short_big_blind, (1000, 30, 1000), "", Offer(2, 100, 200, 1000)),
    (equal_blinds, (1000, 900), "", Offer(1, 0, 200, 900)),
    # B has chips behind, so A may raise, by the 400 that C raised.
    (only_shorter_stacks, (2000, 150, 500), "C all-in", Offer(0, 450, 900, 2000)),
    # 50 more is no full raise of 100, so C, who called, may not raise.
    (first_raise_short, (1000, 1000, 1000, 150), "C calls, D all-in, A folds, B calls", Offer(2, 50, None, None)),
    # C faces 250 in three short all-ins, and 200 would do.
    (
        forgotten_sum,
        (550, 2000, 2000, 400, 500),
        "C raises to 300, D all-in, E all-in, A all-in, B calls",
        Offer(2, 250, 750, 2000),
    ),
    (nothing_to_decide, (1000, 1000, 60), "C all-in, A folds", None),
)


@pytest.mark.parametrize(("difference", "stacks", "actions", "right"), SPOTS)
def test_pokerkit_differs_where_it_breaks_a_rule(
    difference: Difference, stacks: Sequence[int], actions: str, right: Offer | None
) -> None:
    document = table(stacks, actions, blinds=(100, 100) if difference is equal_blinds else (50, 100))
    hand, state = replay(document)
    assert our_offer(hand) == right
    assert explain(hand, our_offer(hand), their_offer(state)) is difference


def test_pokerkit_gives_two_odd_chips_to_one_player_and_we_one_each() -> None:
    """350 chips among three are 117, 117 and 116 (TDA 2024 20)."""
    document = table((116, 50, 116, 116), "C all-in, D calls, A calls, B folds", blinds=(1, 2), runout="Ac Kd Qs Jh Tc")
    hand, state = replay(document)
    assert our_payoffs(hand, document) == [1, -2, 1, 0]
    assert list(state.payoffs) == [2, -2, 0, 0] == with_their_faults(hand, document)


def test_pokerkit_puts_pots_together_once_the_losers_are_gone_and_we_pay_each_alone() -> None:
    """41 chips for three and 31 for two, both split: an odd chip in each (TDA 2024 20 and 21)."""
    actions = "C raises to 11, D all-in, E all-in, A folds, B calls, C folds"
    document = table((100, 25, 100, 10, 25), actions, blinds=(1, 2), runout="Ac Kd Qs Jh 9c", cards=TWO_ALIKE)
    hand, state = replay(document)
    assert our_payoffs(hand, document) == [-1, 12, -11, -10, 10]
    assert list(state.payoffs) == [-1, 11, -11, -10, 11] == with_their_faults(hand, document)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_hands_are_offered_and_paid_alike_but_for_known_faults(block: int) -> None:
    finished = 0
    for number in range(block, 2 * HANDS, BLOCKS):
        rng = Random(number)
        try:
            finished += play_both(rng, common_game(rng))
        except (AssertionError, ValueError) as error:
            error.add_note(f"hand {number}")
            raise
        if finished == HANDS // BLOCKS:
            return
    raise AssertionError("too many hands end early")


def play_both(rng: Random, game: Game) -> bool:
    """Play a hand here and in pokerkit; say whether it could be played to its end in both."""
    hand, state, document = begin(game.document), start(game.document), game.document
    while True:
        ours, theirs = our_offer(hand), their_offer(state)
        item: Action | Deal | None = None
        if ours != theirs:
            assert theirs is not None, f"pokerkit asks nobody: {to_table(document)}"
            if not explain(hand, ours, theirs):
                raise AssertionError(f"{ours}, pokerkit {theirs}: {to_table(document)}")
            if ours is None:
                state.check_or_call()
                continue
            if (ours.seat, ours.call_adds) != (theirs.seat, theirs.call_adds):
                return False
            item = passive(hand)
        elif ours is not None:
            item = random_action(rng, hand)
            if item.verb == "fold" and not ours.call_adds:
                item = passive(hand)
        else:
            item = next_deal(hand, game.board)
        if item is None:
            break
        follow(state, hand, item)
        hand, document = take(hand, item), replace(document, actions=(*document.actions, item))
    assert not state.status
    payoffs = list(state.payoffs)
    assert payoffs in (our_payoffs(hand, document), with_their_faults(hand, document)), (
        f"{payoffs} {to_table(document)}"
    )
    return True


def explain(hand: Hand, ours: Offer | None, theirs: Offer | None) -> Difference | None:
    """Return what explains that the two offer different things, None when nothing does."""
    assert ours != theirs
    return next((found for found in DIFFERENCES if theirs is not None and found(hand, ours, theirs)), None)


def our_offer(hand: Hand) -> Offer | None:
    if hand.round.turn is None:
        return None
    options = betting.options(hand.round, hand.round.turn, hand.document.rules)
    least, most = options.raise_min_to or options.all_in_to, options.raise_max_to or options.all_in_to
    return Offer(options.seat, options.call_adds or 0, least, most)


def their_offer(state: State) -> Offer | None:
    if state.actor_index is None:
        return None
    least, most = (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )
    return Offer(state.actor_index, state.checking_or_calling_amount or 0, least, most)


def passive(hand: Hand) -> Action:
    """Return a check or a call by the seat to act."""
    assert hand.round.turn is not None
    options = betting.options(hand.round, hand.round.turn, hand.document.rules)
    return Action(hand.name(options.seat), "check" if options.may_check else "call")


def start(document: Document) -> State:
    """Return pokerkit's state of a hand as it begins: its seats begin left of the button too.

    Its antes are trimmed to what others can match where each seat has its own, and all dead where one pays for all.
    """
    assert document.blinds is not None
    by_all = document.ante_by == "all"
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIC,
        by_all,
        document.ante if by_all else (0, document.ante),
        (*document.blinds, *document.straddles),
        document.blinds[1],
        [seat.stack or 0 for seat in document.seats],
        len(document.seats),
    )
    for seat in document.seats:
        state.deal_hole("".join(cards_text(card for card in seat.cards if card is not None)))
    return state


def follow(state: State, hand: Hand, item: Action | Deal) -> None:
    """Do in pokerkit what is about to be done in the hand."""
    if isinstance(item, Deal):
        state.burn_card("??")
        state.deal_board("".join(cards_text(item.cards)))
    elif item.verb == "fold":
        state.fold()
    else:
        seat = hand.document.index(item.seat)
        to = take(hand, item).round.totals[seat]
        if to > hand.round.bet:
            state.complete_bet_or_raise_to(to)
        else:
            state.check_or_call()


def our_payoffs(hand: Hand, document: Document) -> list[int]:
    """Return what each seat has more or less after the hand."""
    answer = awards.solve(document).answer
    return payoffs(hand, Counter(answer["won"]) + Counter(answer["returned"]))


def with_their_faults(hand: Hand, document: Document) -> list[int]:
    """Return the payoffs when pots are put together once the losing hands are gone, and one seat gets all odd chips.

    TDA 2024 20 and 21: each pot is split by itself, and odd chips go one to a player.
    """
    answer = awards.solve(document).answer
    merged: list[tuple[set[str], list[str], int]] = []
    for pot in answer["pots"]:
        left, amount = set(pot["eligible"]) & set(answer["won"]), pot["amount"]
        if merged and merged[-1][0] == left:
            amount += merged.pop()[2]
        merged.append((left, list(pot["winners"]), amount))
    received = Counter(answer["returned"])
    for _, winners, amount in merged:
        received.update(dict.fromkeys(winners, amount // len(winners)))
        received[winners[0]] += amount % len(winners)
    return payoffs(hand, received)


def payoffs(hand: Hand, received: Mapping[str, int]) -> list[int]:
    paid = [put_in + dead for put_in, dead in zip(hand.put_in, hand.first.dead, strict=True)]
    return [received.get(hand.name(seat), 0) - chips for seat, chips in enumerate(paid)]


def table(
    stacks: Sequence[int],
    actions: str,
    blinds: tuple[int, int],
    runout: str = "",
    cards: Mapping[str, str] | None = None,
) -> Document:
    """Return a table with the button last; hole cards that are not given are low ones."""
    seats = [
        {"name": name, "stack": stack, "cards": (cards or {}).get(name, low)}
        for name, stack, low in zip("ABCDE", stacks, ("2c 3d", "2d 3c", "2h 3s", "2s 3h", "4c 5d"), strict=False)
    ]
    dealt = runout.split()
    streets = ("flop", dealt[:3]), ("turn", dealt[3:4]), ("river", dealt[4:])
    lines = [actions, *(f"-- {street} {' '.join(cards)}" for street, cards in streets if cards)]
    return parse({"seats": seats, "blinds": list(blinds), "actions": "\n".join(lines), "question": {"kind": "awards"}})


def replay(document: Document) -> tuple[Hand, State]:
    """Return the hand here and in pokerkit after the document's actions."""
    hand, state = begin(document), start(document)
    for item in document.actions:
        follow(state, hand, item)
        hand = take(hand, item)
    return hand, state
