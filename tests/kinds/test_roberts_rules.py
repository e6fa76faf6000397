"""What Robert's Rules play otherwise than tournaments, by both computations; each answer worked out from RRoP 11."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine import sizes
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS, second, solve
from quizzes.kinds.asking import asked
from quizzes.kinds.base import Variant
from quizzes.kinds.fixed_limit import two_sizes
from quizzes.wording.kinds import words_of
from quizzes.wording.steps import step_text
from tests.engine.derivations import check

STUD = Variant("stud", "fixed-limit")
ON_FOURTH = {"game": "stud", "limit": "fixed-limit", "bets": [60, 120], "ante": 5, "bring_in": 15, "pot": 60}


def answer(kind: str, **keys: Any) -> Any:
    """Return what both computations answer under Robert's Rules, its derivation checked."""
    question = {"kind": kind} | ({"street": keys["street"]} if kind == "action_order" else {})
    document = parse({"rules": "rrop", "question": question} | keys)
    solution = solve(document)
    assert second.solve(document) == solution.answer
    check(document, solution)
    return solution.answer


def up(cards: str, down: str = "(?? ??)") -> list[dict[str, str]]:
    """Return the seats of stud hands whose open cards stand together, players parted by commas."""
    return [{"name": "ABCD"[place], "cards": f"{down} {shown}"} for place, shown in enumerate(cards.split(","))]


@pytest.mark.parametrize(
    ("game", "actions", "least", "most"),
    [
        ("stud", "", 60, 120),
        ("stud", "A checks", 60, 120),
        ("stud", "A bets 60", 120, 180),
        ("stud", "A bets 120", 240, 240),
        ("stud", "A bets 60, B raises to 180", 300, 300),
        ("stud8", "", 60, 60),
    ],
)
def test_an_open_pair_on_fourth_street_lets_anybody_bet_either_limit(
    game: str, actions: str, least: int, most: int
) -> None:
    """RRoP 11, "Seven-card stud" 4: after a big bet or raise all raises are big; no such option in hi-lo."""
    keys = {**ON_FOURTH, "game": game, "street": "fourth", "seats": up("9h 9c, 5s Kd, Td 4h"), "actions": actions}
    found = answer("legal_actions", **keys)
    assert (found["raise_min_to"], found["raise_max_to"]) == (least, most)


@pytest.mark.parametrize(
    ("kind", "actions", "said"),
    [
        ("legal_actions", "", "A may check or bet 60 or 120"),
        ("legal_actions", "A bets 60", "B may call 60 or raise to 120 or 180"),
        ("fixed_limit", "A bets 60", "B may raise to 120 or 180"),
        ("fixed_limit", "A bets 120", "B may raise to 240 and to nothing else"),
    ],
)
def test_two_sizes_are_told_as_two_and_not_as_what_lies_between(kind: str, actions: str, said: str) -> None:
    keys = {**ON_FOURTH, "street": "fourth", "seats": up("9h 9c, 5s Kd, Td 4h"), "actions": actions}
    document = parse({"rules": "rrop", "question": {"kind": kind}} | keys)
    solution = solve(document)
    assert words_of(kind).title(document, "B" if actions else "A", solution.answer) == said
    one_size = any("only one size" in step_text(step) for step in solution.steps)
    assert not (one_size and two_sizes(asked(document)[0]))


@pytest.mark.parametrize(
    ("actions", "made", "smaller", "to"),
    [
        ("", 0, 60, 120),
        ("A bets 60", 1, 120, 180),
        ("A bets 60, B all-in to 90", 2, 150, 210),
        ("A bets 120", 1, None, 240),
    ],
)
def test_where_the_unit_may_be_chosen_the_smaller_total_is_told_too(
    actions: str, made: int, smaller: int | None, to: int
) -> None:
    """RRoP 11, "Seven-card stud" 4: 60 or 120 is bet and raised by, until a big one was made; half of 60 counts."""
    keys = {**ON_FOURTH, "street": "fourth", "seats": up("9h 9c, 5s Kd, Td 4h"), "actions": actions}
    document = parse({"rules": "rrop", "question": {"kind": "fixed_limit"}} | keys)
    solution = solve(document)
    check(document, solution)
    assert solution.answer == {"bet_size": 120, "raises_made": made, "may_raise": True, "raise_to": to}
    assert second.solve(document) == solution.answer
    told = [step for step in solution.steps if "smaller_to" in step.out]
    assert [step.out["smaller_to"] for step in told] == ([] if smaller is None else [smaller])
    assert all("Two sizes may be chosen from" in step_text(step) for step in told)


FOURTH = {"street": "fourth", "seats": up("9h 9c, 5s Kd, Td 4h"), "rules": "rrop"}


def test_a_pair_is_not_said_to_lie_open_whose_hand_is_gone() -> None:
    """The option stands for the whole street: A's nines lay open when it was dealt, and A has folded."""
    document = parse({**ON_FOURTH, **FOURTH, "actions": "A folds", "question": {"kind": "legal_actions"}})
    told = [step_text(step) for step in solve(document).steps]
    assert any(text.startswith("A pair lay open when this street was dealt, so in this house") for text in told)
    assert not any("lies open" in text for text in told)


def test_drills_come_to_both_sizes_and_ask_for_the_unit_only_where_there_is_one() -> None:
    units: dict[str, set[tuple[bool, bool]]] = {"legal_actions": set(), "fixed_limit": set()}
    for kind, found in units.items():
        for seed in range(80):
            hand, _ = asked(KINDS[kind].generate(Random(seed), 1, ruleset("rrop"), STUD))
            found.add((two_sizes(hand), sizes.limit_unit(hand.round) > hand.round.smallest_bet))
    assert {two for two, _ in units["legal_actions"]} == {True, False}
    assert units["fixed_limit"] == {(False, True), (False, False)}


def test_a_wrong_size_between_two_sizes_is_neither_of_them() -> None:
    """What is put right has to be wrong: 60 over a pair that lies open is a bet, and so is 120."""
    for seed in range(60):
        document = KINDS["correction"].generate(Random(seed), 1, ruleset("rrop"), STUD)
        assert second.solve(document) == solve(document).answer


@pytest.mark.parametrize(
    ("game", "street", "cards", "button", "bring_in", "first"),
    [
        ("stud", "third", "4h, Ks, 4c", "C", "C", "C"),  # the suit parts the fours: clubs are lowest
        ("stud", "fourth", "Kh 9d, 4s Qd, Ks 9c", "C", "B", "A"),  # not the suit of the kings
        ("stud", "fourth", "Kh 9d, 4s Qd, Ks 9c", "A", "B", "C"),  # left of the dealer, A, it is C before A
        ("razz", "third", "Kh, 4s, Ks", "C", "C", "C"),  # the highest card by suit
        ("razz", "fourth", "4h 9d, Ks Qd, 9s 4c", "C", "B", "A"),
    ],
)
def test_suits_part_equal_cards_for_the_bring_in_and_seats_part_equal_boards(
    game: str, street: str, cards: str, button: str, bring_in: str, first: str
) -> None:
    """RRoP 11, "Seven-card stud" 1 and "Razz": a tie of boards goes to the player who received cards first."""
    keys = {**ON_FOURTH, "game": game, "street": street, "seats": up(cards), "button": button}
    found = answer("action_order", **keys)
    assert (found["bring_in"], found["first"]) == (bring_in, first)


def test_nobody_having_bet_the_first_of_equal_boards_shows_first() -> None:
    hands = ["(2s 3s) Kh 9d 5c 7h (8s)", "(4c 6c) Ks 9c 5h 7d (8h)"]
    seats = [{"name": name, "cards": cards} for name, cards in zip("AB", hands, strict=True)]
    keys = {**ON_FOURTH, "street": "seventh", "seats": seats, "actions": "A checks, B checks"}
    assert answer("show_order", **keys) == {"order": ["A", "B"]}


FOR_BOTH = {"order": [["A", "B"], ["C"]], "order_low": [["A", "C"]], "put_in": {"A": 7, "B": 7, "C": 7, "D": 1}}
HIGH_ALONE = {"order": [["A"], ["B"], ["C"]], "order_low": [["A", "B"]], "put_in": {"A": 7, "B": 7, "C": 7, "D": 2}}
IN_FIVES = {**FOR_BOTH, "order_low": [["B", "C"]], "put_in": {"A": 35, "B": 35, "C": 35, "D": 5}, "chip": 5}
NO_ODD_ONE = {**HIGH_ALONE, "put_in": FOR_BOTH["put_in"]}
THREE_LOWS = {**FOR_BOTH, "order_low": [["A", "B", "C"]]}
IN_STUD8 = {
    "game": "stud8",
    "street": "seventh",
    "put_in": FOR_BOTH["put_in"],
    "seats": [
        {"name": "A", "cards": "(Kh 8h) 7h 4h 2h Ac (3c)"},
        {"name": "B", "cards": "(Ks 8s) 7s 4s 2s Kd (Qd)"},
        {"name": "C", "cards": "(As 2d) 3d 4d 7c Jc (Jd)"},
        {"name": "D"},
    ],
}


@pytest.mark.parametrize(
    ("keys", "each_half", "one_a_player"),
    [
        # 22: A and B share 11, A and C share 11; A is the first left of the button, which D has.
        pytest.param(FOR_BOTH, (12, 5, 5), (11, 5, 6), id="an odd chip of each half"),
        # 23: the high half is 12, with the odd chip of the pot; A and B share 11.
        pytest.param(HIGH_ALONE, (18, 5, 0), (17, 6, 0), id="the odd chip of the pot is one too"),
        # 110 in chips of 5: 55 is 30 for A and 25, and B, who has no odd chip yet, comes before C.
        pytest.param(IN_FIVES, (30, 55, 25), (30, 55, 25), id="in larger chips"),
        # 22 is halved evenly: A, who has the high half alone, has no odd chip yet when 11 are shared with B.
        pytest.param(NO_ODD_ONE, (17, 5, 0), (17, 5, 0), id="who has an even half has no odd chip"),
        # 11 among three leaves two odd chips: for A and B, or for B and C, who have none of the high half.
        pytest.param(THREE_LOWS, (10, 9, 3), (9, 9, 4), id="two odd chips of the low half"),
        # By all seven cards A's ace comes before B's king; of the aces of the equal lows A's club is the lowest card.
        pytest.param(IN_STUD8, (12, 5, 5), (11, 5, 6), id="cards decide in stud hi-lo"),
    ],
)
def test_nobody_gets_more_than_one_odd_chip_of_a_pot(
    keys: dict[str, Any], each_half: tuple[int, ...], one_a_player: tuple[int, ...]
) -> None:
    """RRoP 11, "Ties" 4; under TDA 2024 20 the odd chip inside each half goes by itself."""
    table = {"game": "omaha8", "street": "river", "folded": ["D"], "seats": [{"name": name} for name in "ABCD"]} | keys
    rrop = answer("awards", **table)
    by_halves = answer("awards", **table, rules={"base": "rrop", "odd_chip_most": "each-half"})
    for found, want in ((rrop, one_a_player), (by_halves, each_half)):
        assert found["won"] == {name: chips for name, chips in zip("ABC", want, strict=True) if chips}


def test_a_derivation_says_who_has_an_odd_chip_already_and_no_halving_is_blamed_for_it() -> None:
    """22 is halved evenly, so whoever gives an odd chip of the whole pot to the low gets it right."""
    seats = [{"name": name} for name in "ABCD"]
    keys = {"game": "omaha8", "street": "river", "folded": ["D"], "seats": seats, "rules": "rrop"} | FOR_BOTH
    document = parse({**keys, "question": {"kind": "awards"}})
    steps = [step for step in solve(document).steps if step.rule == "odd-chip-one-a-player"]
    assert "A got one with the high half, so for the low half C comes first." in step_text(steps[0])
    assert "odd-chip-to-the-low" not in KINDS["awards"].mistaken(document)


@pytest.mark.parametrize(("game", "read"), [("omaha8", True), ("holdem", False), ("stud", False)])
def test_pools_of_games_that_are_not_split_stay_one(game: str, read: bool) -> None:
    limit = "pot-limit" if game == "omaha8" else "fixed-limit"
    assert ("odd_chip_most" in KINDS["awards"].toggles_in(Variant(game, limit))) is read


@pytest.mark.parametrize(
    ("game", "bet", "raises", "may"),
    [("draw", 200, 3, True), ("draw", 200, 4, False), ("27sd", 200, 4, False), ("27td", 100, 3, False)],
)
def test_games_of_two_betting_rounds_have_a_bet_and_four_raises(game: str, bet: int, raises: int, may: bool) -> None:
    """RRoP 11, "Betting and raising" 3: with three who are not all-in; games of more rounds have three raises."""
    acts = [f"{'ABCAB'[place]} raises to {bet * (place + 1)}" for place in range(1, raises + 1)]
    keys = {"game": game, "limit": "fixed-limit", "blinds": [50, 100], "street": "draw1", "pot": 300}
    seats = [{"name": name} for name in "ABC"]
    found = answer("fixed_limit", **keys, seats=seats, actions=", ".join([f"A bets {bet}", *acts]))
    assert (found["raises_made"], found["may_raise"]) == (raises + 1, may)
