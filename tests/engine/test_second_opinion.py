"""pokerkit as a second opinion: the same offers at each turn and the same payoffs, but for faults of its own.

A difference that no fault explains fails. Where the two differ the hand goes on by an action that both allow, or ends
if there is none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from pokerkit import State

from quizzes.engine.awarding import pots_of
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.hand import Hand, begin, take
from quizzes.engine.notation import to_table
from quizzes.kinds import awards
from tests.engine.playing import next_item, next_to_draw, passive
from tests.engine.pokerkit_faults import explain, fair_shares, with_their_faults
from tests.engine.pokerkit_play import VARIANTS, follow, our_offer, start, their_offer
from tests.engine.tables import Table, common_table
from tests.scale import scale

BLOCKS = 5
MOST_PLAYED = ("holdem", "no-limit")


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize(("game", "limit"), VARIANTS)
def test_random_hands_are_offered_and_paid_alike_but_for_known_faults(game: str, limit: str, block: int) -> None:
    hands = scale(500, 100_000) if (game, limit) == MOST_PLAYED else scale(40, 10_000)
    finished = 0
    for number in range(block, 2 * hands, BLOCKS):
        rng = Random(f"{game} {limit} {number}")
        try:
            finished += play_both(rng, common_table(rng, GAMES[game], limit))
        except (AssertionError, ValueError) as error:
            error.add_note(f"{game} {limit} {number}")
            raise
        if finished == hands // BLOCKS:
            return
    raise AssertionError("too many hands end early")


def test_every_game_is_compared() -> None:
    assert {game for game, _ in VARIANTS} == set(GAMES)


def play_both(rng: Random, table: Table) -> bool:
    """Play a hand here and in pokerkit; say whether it could be played to its end in both."""
    hand, state, document = begin(table.document), start(table.document), table.document
    while True:
        agreed = next_to_draw(hand) is not None or agree(hand, state, document)
        item = next_item(rng, hand, table)
        if not agreed or (getattr(item, "verb", "") == "fold" and free(hand)):
            item = passive(hand) if hand.round.turn is not None else None
        if not agreed and our_offer(hand) is None:
            state.check_or_call()
            continue
        if not agreed and not same_price(hand, state):
            return False
        if item is None:
            break
        follow(state, hand, item)
        hand, document = take(hand, item), replace(document, actions=(*document.actions, item))
    assert not state.status
    assert list(state.payoffs) == their_payoffs(hand), to_table(document)
    check_fair(hand, our_payoffs(hand, document))
    return True


def check_fair(hand: Hand, ours: list[int]) -> None:
    """What we pay is what the rules give, which is what pokerkit pays but for its faults."""
    odd = [chips - fair for chips, fair in zip(ours, payoffs(hand, fair_shares(hand)), strict=True)]
    if hand.document.game.family != "stud":
        assert not any(odd)
        return
    assert sum(ours) == 0
    assert all(0 <= chips <= 2 * len(pots_of(hand).pots) for chips in odd)


def agree(hand: Hand, state: State, document: Document) -> bool:
    """Say whether both offer the same; where they don't, a fault of pokerkit's has to explain it."""
    ours, theirs = our_offer(hand), their_offer(state)
    if ours == theirs:
        return True
    assert theirs is not None, f"pokerkit asks nobody: {to_table(document)}"
    assert explain(hand, ours, theirs), f"{ours}, pokerkit {theirs}: {to_table(document)}"
    return False


def free(hand: Hand) -> bool:
    """Say whether the seat to act need not fold: pokerkit allows no fold of a free check or of the bring-in."""
    return passive(hand).verb != "call"


def same_price(hand: Hand, state: State) -> bool:
    ours, theirs = our_offer(hand), their_offer(state)
    return ours is not None and theirs is not None and (ours.seat, ours.call_adds) == (theirs.seat, theirs.call_adds)


def our_payoffs(hand: Hand, document: Document) -> list[int]:
    """Return what each seat has more or less after the hand."""
    answer = awards.solve(document).answer
    received = Counter(answer["won"]) + Counter(answer["returned"])
    return payoffs(hand, [received[name] for name in document.names])


def their_payoffs(hand: Hand) -> list[int]:
    return payoffs(hand, with_their_faults(hand))


def payoffs(hand: Hand, received: list[int]) -> list[int]:
    paid = [put_in + dead for put_in, dead in zip(hand.put_in, hand.first.dead, strict=True)]
    return [chips - own for chips, own in zip(received, paid, strict=True)]
