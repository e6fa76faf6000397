"""The poker hand history format: hands that pokerkit plays and writes are read back to the same hands."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Mapping
from random import Random

import pytest
from pokerkit import (
    Automation,
    BringInPosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HandHistory,
    Poker,
    StandingPatOrDiscarding,
    State,
)

from quizzes.engine.cards import card_text
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.histories.files import MOST_BYTES, MOST_HANDS, read_hands
from quizzes.histories.record import RecordedHand
from quizzes.histories.to_document import to_document

GAMES: Mapping[str, Callable[..., Poker]] = HandHistory.game_types
PLAYED = ("NT", "PO", "FT", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
"""The codes of games that pokerkit plays as they are called; its fixed-limit Omaha hi-lo is pot-limit.

The seeds give no two equal boards in stud: there pokerkit lets the seat decide who acts (`pokerkit_faults`).
"""

FOUR_PLAYERS = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0]
min_bet = 100
starting_stacks = [5000, 5000, 5000, 2000]
actions = [
    "d dh p1 AsKd", "d dh p2 ????", "d dh p3 7c7d", "d dh p4 QhQs",
    "p3 cbr 300 # a raise", "p4 cc", "p1 f", "p2 f",
    "d db 7s8d2c", "p3 cbr 400", "p4 cbr 1700", "p3 cc",
    "d db 3h", "d db 4h",
]
"""


@pytest.mark.parametrize("code", PLAYED)
def test_a_random_hand_of_pokerkit_is_read_to_the_same_actions_and_cards(code: str) -> None:
    for seed in range(3):
        state, text = play(code, Random(f"{code} {seed}"))
        [hand] = hands(text)
        document = to_document(hand)
        assert told(document) == done(state), text
        assert [player.stack for player in hand.players] == list(state.starting_stacks)
        shown = [card_text(card) for item in document.actions if isinstance(item, Deal) for card in item.cards]
        assert shown == [repr(card) for cards in state.board_cards for card in cards]
        for player, cards in zip(hand.players, state.hole_cards, strict=True):
            assert not cards or list(player.cards) == [repr(card) for card in cards]


def play(code: str, rng: Random) -> tuple[State, str]:
    """Have pokerkit play a hand by random choices, few raises among them, and write it."""
    stud = code.startswith(("F7S", "FR"))
    sizes = (100, 200) if code.startswith("F") else (100,)
    game = GAMES[code](tuple(Automation), True, 10, 20 if stud else (50, 100), *sizes)
    random.seed(rng.random())  # pokerkit shuffles its deck by this
    stacks = [rng.choice((2000, 5000, 20000)) for _ in range(rng.randint(2, 5))]
    state = game(stacks, len(stacks))
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        elif state.can_stand_pat_or_discard():
            held = list(state.hole_cards[state.stand_patter_or_discarder_index or 0])
            state.stand_pat_or_discard(rng.sample(held, rng.choice((0, 1, 2))))
        else:
            act(state, rng)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return state, HandHistory.from_game_state(game, state).dumps()


def act(state: State, rng: Random) -> None:
    """Fold, call or raise, but no more than twice on a street: pokerkit counts the cap in its own way."""
    raises = state.completion_betting_or_raising_count
    least = state.min_completion_betting_or_raising_to_amount
    choice = rng.random()
    if choice < 0.25 and least is not None and raises < 2:
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(rng.choice((least, min(most or least, 2 * least))))
    elif choice > 0.9 and state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def done(state: State) -> list[tuple[int, str, int | None]]:
    """What pokerkit played, told as a document does: a bet is one where there is none yet on the street."""
    found: list[tuple[int, str, int | None]] = []
    for operation in state.operations:
        match operation:
            case Folding(player_index=seat):
                found.append((seat, "fold", None))
            case CheckingOrCalling(player_index=seat, amount=chips):
                found.append((seat, "call" if chips else "check", None))
            case BringInPosting(player_index=seat, amount=chips):
                found.append((seat, "bring-in", chips))
            case CompletionBettingOrRaisingTo(player_index=seat, amount=chips):
                found.append((seat, "bet", chips))
            case StandingPatOrDiscarding(player_index=seat, cards=cards):
                found.append((seat, "draw" if cards else "stand-pat", len(cards) or None))
    return found


def told(document: Document) -> list[tuple[int, str, int | None]]:
    """What a document says that players did: who, how, and the total or the number of cards."""
    bets = {"raise-to": "bet", "complete": "bet"}
    return [
        (document.index(item.seat), bets.get(item.verb, item.verb), item.amount)
        for item in document.actions
        if isinstance(item, Action) and item.verb != "muck"
    ]


def hands(text: str) -> list[RecordedHand]:
    found = list(read_hands(text.encode()))
    assert not [each for each in found if isinstance(each, DocumentError)], found
    return [each for each in found if isinstance(each, RecordedHand)]


def test_actions_become_bets_calls_and_checks_with_the_cards_that_were_shown() -> None:
    [hand] = hands(FOUR_PLAYERS)
    document = to_document(hand)
    # By the format's own table: cbr is a raise to an amount, cc a check or a call, and p1 posts the small blind.
    # Of 2,000 D has 1,700 after the call of 300, so that the raise is an all-in.
    assert [(item.seat, item.verb, item.amount) for item in document.actions if isinstance(item, Action)] == [
        ("C", "raise-to", 300),
        ("D", "call", None),
        ("A", "fold", None),
        ("B", "fold", None),
        ("C", "bet", 400),
        ("D", "all-in", None),
        ("C", "call", None),
    ]
    assert document.button == "D"
    assert [len(seat.cards) for seat in document.seats] == [2, 2, 2, 2]
    assert document.seats[1].cards == (None, None)


def test_heads_up_the_last_player_is_the_button_with_the_small_blind() -> None:
    """The format reverses antes and blinds for two players; TDA 2024 34-B gives the button the small blind."""
    [hand] = hands(
        'variant = "NT"\nantes = [0, 100]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n'
        'starting_stacks = [1000, 2000]\nactions = ["p2 cc", "p1 cc"]'
    )
    document = to_document(hand)
    assert (document.button, document.ante, document.ante_by) == ("B", 100, "big-blind")
    assert told(document) == [(1, "call", None), (0, "check", None)]


def test_hundredths_are_chips_and_a_stack_without_end_is_deep() -> None:
    [hand] = hands(
        'variant = "NT"\nantes = [0, 0, 0]\nblinds_or_straddles = [0.25, 0.5, 1.0]\nmin_bet = 0.5\n'
        'starting_stacks = [50.0, inf, 12.35]\nplayers = ["One", "Two", "Three"]\nactions = ["p1 cbr 2.5", "p2 f"]'
    )
    assert hand.blinds == (25, 50)
    assert [player.stack for player in hand.players] == [5000, None, 1235]
    document = to_document(hand)
    assert (document.straddles, document.straddle_by) == ((100,), "C")
    assert [getattr(item, "amount", None) for item in document.actions] == [250, None]
    assert not {"One", "Two", "Three"} & set(document.names)


def test_hundredths_of_the_big_bet_alone_make_chips_of_hundredths_too() -> None:
    [hand] = hands(
        'variant = "F7S"\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 5\nbig_bet = 7.5\nstarting_stacks = [100, 100]\n'
        'actions = ["d dh p1 ????2c", "d dh p2 ????9c", "p1 pb", "p2 f"]'
    )
    assert (hand.bets, hand.ante, hand.bring_in) == ((500, 750), 100, 200)


def test_of_many_hands_the_unreadable_ones_are_told_with_their_line_and_the_others_are_read() -> None:
    text = f"[1]{FOUR_PLAYERS}\n[2]\nvariant = 3 3\n[3]{FOUR_PLAYERS.replace('p4 cc', 'p4 dances')}\n[4]{FOUR_PLAYERS}"
    lines = text.split("\n")
    found = list(read_hands(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()))
    told = [each.where if isinstance(each, DocumentError) else "read" for each in found]
    broken = lines.index("variant = 3 3") + 1
    dances = next(number for number, line in enumerate(lines, 1) if "p4 dances" in line)
    assert told == ["read", f"line {broken}", f"line {dances}", "read"]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("NT", "NS"), "variant"),
        (("[0, 0, 0, 0]", "[0, 0, 5, 0]"), "antes"),
        (("[50, 100, 0, 0]", "[50, 100]"), "blinds_or_straddles"),
        (("[5000, 5000, 5000, 2000]", "[5000, 5000, 5000, true]"), "starting_stacks"),
        (("p3 cbr 300", "p9 cbr 300"), "p9 cbr"),
        (("p3 cbr 300", "p3 cbr much"), "p3 cbr much"),
        (("p3 cbr 300", "p3 sd"), "p3 sd"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(change: tuple[str, str], line: str) -> None:
    text = FOUR_PLAYERS.replace(*change)
    [found] = read_hands(text.encode())
    assert isinstance(found, DocumentError)
    number = next(number for number, each in enumerate(text.split("\n"), 1) if line in each)
    assert found.where == f"line {number}"


def test_an_action_against_the_rules_is_told_with_its_line() -> None:
    """After a raise by 200 the next one is to 500 at least (TDA 2024 43-A)."""
    text = FOUR_PLAYERS.replace('"p4 cc", "p1 f"', '"p4 cbr 450",\n    "p1 f"')
    [hand] = hands(text)
    with pytest.raises(DocumentError) as refused:
        to_document(hand)
    number = next(number for number, each in enumerate(text.split("\n"), 1) if "p4 cbr 450" in each)
    assert refused.value.where == f"line {number}"
    assert "500" in refused.value.message


def test_files_have_limits() -> None:
    for raw in (b"x" * (MOST_BYTES + 1), "\n".join(f"[{n}]" for n in range(MOST_HANDS + 1)).encode(), b"", b"a,b,c"):
        with pytest.raises(DocumentError):
            list(read_hands(raw))
