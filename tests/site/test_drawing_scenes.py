"""A document as a scene: the cards of every game, what a question hides, and a hand moment by moment."""

from __future__ import annotations

from random import Random

import pytest

from quizzes.drawing import words
from quizzes.drawing.scene import Heap
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.asking import HIDES_POSTS
from quizzes.showing.scenes import derivation_scene, moment, moments, scene
from quizzes.templatetags.drawing import table
from quizzes.wording.log import log

FLOP = """
blinds = [50, 100]
seats = [{name = "A", stack = 1000}, {name = "B", stack = 900}, {name = "C", stack = 800}]
button = "C"
actions = "C calls, A calls, B checks, -- flop 9c Kc 3h, A checks, B bets 200, C folds"
question = {kind = "min_raise"}
"""
STUD = """
game = "stud"
limit = "fixed-limit"
bets = [20, 40]
ante = 5
bring_in = 10
street = "fourth"
pot = 30
seats = [
  {name = "A", cards = "(Ks 2c) 9h 3d"},
  {name = "B", cards = "(?? ??) Qd 4s"},
  {name = "C", cards = "(?? ??) 8c 5h"},
]
actions = "B checks, C folds, A bets 20"
question = {kind = "fixed_limit"}
"""
RULING = """
blinds = [100, 200]
seats = [{name = "A", stack = 5000}, {name = "B", stack = 5000}, {name = "C", stack = 5000}]
button = "C"
actions = "C raises to 600"
pushed = {player = "A", said = "Raise", motions = [[500], [100, 500]]}
question = {kind = "chip_ruling"}
"""
EARLY = """
blinds = [50, 100]
pot = 300
street = "flop"
board = "9c Kc 3h"
seats = [{name = "A", stack = 1000}, {name = "B", stack = 900}, {name = "C", stack = 800}]
button = "C"
actions = "B (out of turn) bets 300, A checks"
question = {kind = "out_of_turn", player = "B"}
"""


def shown(text: str) -> Document:
    return loads(text)


def test_a_stud_hand_has_its_down_cards_before_the_open_ones_and_a_folded_one_none() -> None:
    document = shown(STUD)
    seats = scene(document, play(document)).seats

    assert [seat.cards for seat in seats] == [("Ks", "2c", "9h", "3d"), ("??", "??", "Qd", "4s"), ()]
    assert [seat.up for seat in seats[:2]] == [frozenset({2, 3})] * 2


def test_only_the_open_cards_of_the_street_that_is_shown_lie_there() -> None:
    # a stud hand told as a whole, asked about on fifth street: two down, three open (rules.md, streets of stud)
    whole = STUD.replace("(Ks 2c) 9h 3d", "(Ks 2c) 9h 3d 7s Td (Jc)").replace('"fourth"', '"fifth"')
    whole = whole.replace("(?? ??) Qd 4s", "(?? ??) Qd 4s 8h").replace("8c 5h", "8c 5h 2s")
    document = shown(whole.replace("bets 20", "bets 40"))
    seats = scene(document, play(document)).seats

    assert seats[0].cards == ("Ks", "2c", "9h", "3d", "7s")
    assert seats[1].cards == ("??", "??", "Qd", "4s", "8h")


def test_what_was_pushed_lies_apart_motion_by_motion_with_what_was_there_before() -> None:
    document = shown(RULING)
    act = scene(document, play(document)).act

    assert act is not None
    assert (act.seat, act.said, act.pulled) == (0, "raise", "none")
    # scenario-format.md: a missing `before` is what the player has in, as one chip; A has the small blind of 100
    assert act.heaps == (Heap("before", (100,)), Heap("motion", (500,), 1), Heap("motion", (100, 500), 2))


def test_a_bet_out_of_turn_lies_apart_until_its_turn_comes() -> None:
    document = shown(EARLY)

    assert [moment(document, number).early for number in range(3)] == [None, (1, 300), (1, 300)]
    assert scene(document, play(document)).seats[1].bet == 0
    taken_back = shown(EARLY.replace("A checks", "A checks, B checks"))
    assert moment(taken_back, 3).early is None


@pytest.mark.parametrize("kind", sorted(HIDES_POSTS))
def test_a_question_about_blinds_and_turns_shows_neither(kind: str) -> None:
    for variant in KINDS[kind].variants:
        for level in KINDS[kind].levels:
            document = KINDS[kind].generate(Random(f"{variant} {level}"), level, ruleset("tda"), variant)
            picture = scene(document, play(document))
            assert not any(seat.bet or seat.state in ("act", "all-in") for seat in picture.seats)
            assert [seat.stack for seat in picture.seats] == [seat.stack for seat in document.seats]
            told = " ".join(line.text for line in log(document))
            assert not [name for name in document.names if name in told]
            assert moments(document) == 0


def test_a_hand_is_played_back_from_its_posts_to_where_the_question_stands() -> None:
    document = shown(FLOP)
    frames = [moment(document, number) for number in range(moments(document) + 1)]

    # worked by hand: blinds 50 and 100; calls of 100; the flop with 300 in the middle; a bet of 200
    assert [[seat.bet for seat in frame.seats] for frame in frames] == [
        [50, 100, 0],
        [50, 100, 100],
        [100, 100, 100],
        [100, 100, 100],
        [0, 0, 0],
        [0, 0, 0],
        [0, 200, 0],
        [0, 200, 0],
    ]
    assert [frame.pot for frame in frames] == [0, 0, 0, 0, 300, 300, 300, 300]
    assert [frame.moved for frame in frames] == [None, 2, 0, None, None, None, 1, None]
    assert [frame.gathered for frame in frames if frame.gathered] == [((0, 100), (1, 100), (2, 100))]
    assert [len(frame.board) for frame in frames] == [0, 0, 0, 0, 3, 3, 3, 3]
    assert {frame.hero for frame in frames} == {0}
    assert frames[-1] == scene(document, play(document))


def test_each_moment_says_whose_turn_it_is() -> None:
    document = shown(FLOP)
    acting = [
        [seat.name for seat in moment(document, number).seats if seat.state == "act"]
        for number in range(moments(document) + 1)
    ]

    assert acting == [["C"], ["A"], ["B"], [], ["A"], ["B"], ["C"], ["A"]]


def test_each_step_is_told_at_the_seat_that_it_speaks_of() -> None:
    document = shown(FLOP)
    solution = KINDS["min_raise"].solve(document)
    picture = derivation_scene(document, play(document), solution.answer, solution.steps)
    seats = [(number, step.seat) for number, step in enumerate(solution.steps, 1) if step.seat is not None]

    assert [(number, document.names[seat]) for number, seat in picture.told] == seats
    assert seats


def test_board_and_pot_stand_beside_a_drawing_in_whose_middle_the_raise_would_lie() -> None:
    """Whoever compares the derivation with the question sees the same spot in both."""
    document = shown(FLOP)
    solution = KINDS["min_raise"].solve(document)
    asked = scene(document, play(document))
    picture = derivation_scene(document, play(document), solution.answer, solution.steps)
    assert picture.ghost
    assert (picture.board, picture.pot, picture.street) == (asked.board, asked.pot, asked.street)
    assert asked.board
    assert asked.pot
    beside = table(picture)["beside"]
    assert (beside["board"], beside["pot"]) == (asked.board, f"Pot {asked.pot}")
    assert table(asked)["beside"] is None, "the drawing itself has them"
    assert {line.partition(":")[0] for line in table(picture)["lines"]} >= {"Board", "Pot in the middle"}


def test_what_chips_are_ruled_to_be_is_drawn_where_it_is_more_than_lies_there() -> None:
    document = shown(RULING)
    answer = {"ruling": "raise", "to": 1000}  # TDA 2024 43-A: 600 over 200 is 400 more, so to 1,000 at least

    assert derivation_scene(document, play(document), answer, ()).ghost == (0, 1000)
    assert derivation_scene(document, play(document), {"ruling": "floor", "to": None}, ()).ghost is None
    assert derivation_scene(document, play(document), {"ruling": "fold", "to": 100}, ()).ghost is None


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in HIDES_POSTS])
def test_every_moment_of_every_kinds_hands_can_be_told(kind: str) -> None:
    for variant in KINDS[kind].variants:
        rules = ruleset("jj" if kind == "starting_hand" else "tda")  # the house with a chart of starting hands
        level = KINDS[kind].levels[-1]
        document = KINDS[kind].generate(Random(f"{kind} {variant}"), level, rules, variant)
        for number in range(moments(document) + 1):
            assert len(words.lines(moment(document, number))) > len(document.seats)


@pytest.mark.parametrize("street", ["preflop", "flop", "turn", "river"])
def test_who_acts_first_is_asked_on_a_drawing_of_the_street_asked_about(street: str) -> None:
    seats = 'seats = [{name = "A"}, {name = "B"}, {name = "C"}]\nblinds = [50, 100]\nbutton = "C"\n'
    document = loads(seats + f'question = {{kind = "action_order", street = "{street}"}}\n')
    drawn = scene(document, play(document))
    assert drawn.street == street
    assert (drawn.board, drawn.community) == ((), 5), "its cards are not told, and their places are empty"
    assert not any(seat.state or seat.bet for seat in drawn.seats), "and nobody is said to act"


def test_chips_that_are_won_before_the_last_street_are_on_none() -> None:
    seats = 'seats = [{name = "A", stack = 100}, {name = "B", stack = 100}]\nblinds = [5, 10]\n'
    document = loads(seats + 'actions = "B all-in, A calls"\norder = [["A"], ["B"]]\nquestion = {kind = "awards"}\n')
    assert scene(document, play(document)).street == ""


UNCALLED = '''
blinds = [50, 100]
seats = [
  {name = "A", stack = 100, cards = "As Ah"},
  {name = "B", stack = 1000, cards = "Ks Kh"},
  {name = "C", stack = 1000},
]
button = "C"
actions = """C calls, A all-in, B checks, -- flop 2c 7d 9h, B checks, C checks,
  -- turn Jc, B bets 500, C folds, -- river 3s"""
question = {kind = "winner"}
'''


def test_a_bet_that_nobody_called_goes_back_before_the_next_card() -> None:
    """A is all-in for 100, so the pot is 300 and B has 900; the 500 that C does not call go back (TDA 2024 15)."""
    document = shown(UNCALLED)
    bet, folded, river = (moment(document, number) for number in range(moments(document) - 2, moments(document) + 1))

    assert [(each.pot, each.seats[1].bet, each.seats[1].stack) for each in (bet, folded, river)] == [
        (300, 500, 400),
        (300, 0, 900),
        (300, 0, 900),
    ]
    assert river.gathered == ()


def test_where_what_goes_back_is_asked_it_stays_in() -> None:
    for kind in ("side_pots", "awards"):
        document = shown(UNCALLED.replace("winner", kind))
        drawn = scene(document, play(document))
        assert (drawn.pot, drawn.seats[1].stack) == (800, 400)
