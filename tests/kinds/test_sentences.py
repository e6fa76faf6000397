"""What a derivation's sentences have to tell. Expected: the rule that is named, worked out by hand on small tables."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from quizzes import kinds
from quizzes.engine.hand import play
from quizzes.engine.notation import loads, parse
from quizzes.engine.rulesets import ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.wording import step_text
from quizzes.wording.awards import WORDS as AWARDS
from quizzes.wording.games import played
from quizzes.wording.legal_actions import WORDS as LEGAL_ACTIONS
from quizzes.wording.reopen import WORDS as REOPEN
from tests.engine.derivations import check


def solved(**table: Any) -> Solution:
    """Return a document's solution, after its derivation has been held."""
    document = parse(table)
    solution = kinds.solve(document)
    check(document, solution)
    return solution


def told(**table: Any) -> str:
    """Return all of a derivation's sentences."""
    return " ".join(step_text(step) for step in solved(**table).steps)


def seats(*cards: str) -> list[dict[str, str]]:
    """Return A, B, C ... with their cards."""
    return [{"name": "ABCDE"[place], "cards": own} for place, own in enumerate(cards)]


@pytest.mark.parametrize(
    ("limit", "actions", "said"),
    [
        ("fixed-limit", "", "check or make it 100 and nothing else"),
        ("no-limit", "A checks", "check or make it 100 or more"),
        ("no-limit", "A bets 100", "call 100 or raise to 200 or more"),
    ],
)
def test_in_a_few_words_what_may_be_a_bet_is_not_called_a_raise(limit: str, actions: str, said: str) -> None:
    """TDA 2024 43-A: a first bet is 100 here; after a bet of 100 a raise is to 200."""
    seats, question = [{"name": name} for name in "AB"], {"kind": "legal_actions"}
    table = {"seats": seats, "limit": limit, "blinds": [50, 100], "street": "flop", "question": question}
    assert LEGAL_ACTIONS.short(solved(**table, actions=actions).answer) == said


def test_what_is_left_is_said_alike_of_one_chip_and_of_many() -> None:
    """B began with 3 and put 2 in before the flop: 1 is left."""
    text = told(
        seats=[{"name": name, "stack": stack} for name, stack in (("A", 50), ("B", 3), ("C", 50))],
        blinds=[1, 2],
        actions="C folds, A calls, B checks, -- flop, A bets 2",
        button="C",
        question={"kind": "legal_actions"},
    )
    assert "B began with 3 and has put 2 in before, which leaves 1." in text


@pytest.mark.parametrize(
    ("actions", "player", "want"),
    [
        ("A bets 100", "B", "4 in all; 1 has been made, so another may follow"),
        ("A bets 100, B raises to 200", "C", "4 in all; 2 have been made, so another may follow"),
        ("A bets 100, B raises to 200, C raises to 300, A raises to 400", "B", "4 have been made: it is capped"),
    ],
)
def test_a_cap_says_how_many_were_made_and_not_that_only_one_is_left(actions: str, player: str, want: str) -> None:
    """Scenario format, `fixed_limit`: bet + 3 raises = 4."""
    text = told(
        seats=[{"name": name} for name in "ABC"],
        limit="fixed-limit",
        blinds=[50, 100],
        street="flop",
        actions=actions,
        question={"kind": "fixed_limit", "player": player},
    )
    assert want in text


def test_a_layer_says_what_folded_players_left_in_it() -> None:
    """Four times 205 and the folded player's 10: 830."""
    text = told(
        seats=[{"name": name} for name in ("Farid", "Gita", "Lina", "Siti", "Vijay")],
        put_in={"Farid": 205, "Gita": 205, "Lina": 205, "Siti": 205, "Vijay": 10},
        folded=["Vijay"],
        question={"kind": "side_pots"},
    )
    assert "Up to 205 from each who has it, with 10 that Vijay left, makes 830, for Farid, Gita, Lina and Siti." in text


def test_one_chip_is_told_in_the_singular() -> None:
    pots: dict[str, Any] = {"put_in": {"A": 10, "B": 10}, "question": {"kind": "side_pots"}}
    rows = [{"name": "A"}, {"name": "B"}]
    assert "With the 1 that was in the middle before" in told(seats=rows, pot=1, **pots)
    assert "With the 2 that were in the middle before" in told(seats=rows, pot=2, **pots)


ODD: dict[str, Any] = {
    "seats": seats("Ah Qd", "Ad Qh", "2c 3c"),
    "board": "Ks 9d 4h 7c 8s",
    "street": "river",
    "button": "A",
    "put_in": {"A": 35, "B": 35, "C": 35},
    "question": {"kind": "awards"},
}
"""A and B share 105 in chips of 1: one is odd."""

HILO: dict[str, Any] = {
    "game": "omaha8",
    "board": "2c 4d 8h Kc Kd",
    "street": "river",
    "seats": seats("As 3s Jh 9c", "Kh Ks 9d Td"),
    "put_in": {"A": 50, "B": 50},
    "question": {"kind": "awards"},
}


def test_awards_tell_the_best_hands_with_their_cards() -> None:
    """B has four kings with the eight; A's A-3 with 8-4-2 is the only low."""
    text = told(**HILO)
    assert "Of A and B, B has the best hand: four kings with eight." in text
    assert "The best low hand: A with 8-4-3-2-A." in text


def test_the_rule_shown_first_is_the_odd_chips_or_the_splits_and_else_that_of_the_pots() -> None:
    split = solved(**HILO)
    assert split.deciding(AWARDS.decides).rule == "high-half"
    assert solved(**ODD).deciding(AWARDS.decides).rule == "odd-chips"
    assert (
        solved(put_in={"A": 50, "B": 30}, order=[["A"], ["B"]], seats=seats("", ""), question={"kind": "awards"})
        .deciding(AWARDS.decides)
        .rule
        == "side-pots"
    )


def test_an_odd_chip_names_the_button_and_who_gets_it() -> None:
    """TDA 2024 20: the first winner left of the button; A has the button, so B comes before A."""
    assert "left of the button, which is at A: the first of the winners is B." in told(**ODD)
    sentence = str(AWARDS.mistakes["odd-chip-wrong-seat"][1]) % AWARDS.numbers(parse(ODD))
    assert sentence.endswith("beginning left of the button, which is at A. Who gets one here: B.")


def test_in_stud_an_odd_chip_names_the_cards_that_decide() -> None:
    """TDA 2024 20: the highest card by suit. Both play ace, king, queen, nine, seven; spades are above hearts."""
    text = told(
        game="stud",
        seats=seats("(Ah Kd) Qc 9d 7h 3c (2d)", "(As Kh) Qd 9c 7s 3d (2c)", "(4h 5h) 8c Th Jc 2h (6d)"),
        street="seventh",
        put_in={"A": 35, "B": 35, "C": 35},
        folded=["C"],
        question={"kind": "awards"},
    )
    assert "B with A♠ and A with A♥, so B comes first." in text


def test_half_of_a_raise_is_told_as_the_threshold_that_the_field_asks_for() -> None:
    """Scenario format, `reopen`: `needed` is half of the last full raise, and what is faced must be more than it."""
    text = told(
        seats=[{"name": "A"}, {"name": "B", "stack": 1200}, {"name": "C"}],
        rules={"reopen": "half-raise"},
        blinds=[50, 100],
        street="flop",
        actions="A bets 800, B all-in, C calls",
        question={"kind": "reopen", "player": "A"},
    )
    assert "Half of the last full raise is 400 here: it takes more than that" in text
    assert "400 is not more than 400" in text
    assert REOPEN.labels()["needed"].startswith("Threshold")


@pytest.mark.parametrize(
    ("actions", "player", "says"),
    [
        ("A checks, B checks", "C", "C may check or bet from 100 up to 900"),
        ("A bets 100", "B", "B may call 100 or raise to 200 or more, up to 1,200"),
    ],
)
def test_where_nobody_has_bet_a_raise_is_told_as_a_bet_and_in_pot_limit_with_its_most(
    actions: str, player: str, says: str
) -> None:
    # a first bet of the pot of 900; over 100 the call makes it 1,100, and that goes over the 100 (TDA 2024, 54)
    document = parse(
        {
            "seats": [{"name": name, "stack": 5000} for name in "ABC"],
            "limit": "pot-limit",
            "blinds": [50, 100],
            "street": "flop",
            "pot": 900,
            "actions": actions,
            "question": {"kind": "legal_actions"},
        }
    )
    assert LEGAL_ACTIONS.title(document, player, kinds.solve(document).answer) == says


def test_where_no_raise_is_left_the_cap_decides() -> None:
    """A bet and three raises (the house's cap): not that half a unit opens the betting again (TDA 2024 47-B)."""
    solution = solved(
        seats=[{"name": name} for name in "ABCD"],
        limit="fixed-limit",
        blinds=[50, 100],
        street="flop",
        actions="A bets 100, B raises to 200, C raises to 300, D raises to 400",
        question={"kind": "legal_actions", "player": "A"},
    )
    assert solution.deciding(LEGAL_ACTIONS.decides).rule == "limit-cap"


def test_half_of_an_odd_raise_is_told_in_whole_chips() -> None:
    """More than half of 35 is more than 17 and a half: 18 at least."""
    text = told(
        seats=[{"name": "A"}, {"name": "B", "stack": 53}, {"name": "C"}],
        rules={"reopen": "half-raise"},
        blinds=[5, 10],
        street="flop",
        actions="A bets 35, B all-in, C calls",
        question={"kind": "reopen", "player": "A"},
    )
    assert "more than half of 35" in text
    assert "17 is just less than half, so it takes at least 18" in text
    assert "is 17 here" not in text


def test_no_drill_asks_for_half_of_an_odd_raise() -> None:
    """Whole chips have no half of an odd number: neither 17 nor 18 is half of 35."""
    house = ruleset("half-raise")
    spots = [KINDS["reopen"].generate(Random(seed), 1 + seed % 3, house) for seed in range(60)]
    assert {play(spot).round.last_raise % 2 for spot in spots} == {0}


@pytest.mark.parametrize(
    ("kind", "limit", "want"),
    [("read_hand", "no-limit", "Razz."), ("min_raise", "fixed-limit", "Razz, fixed-limit.")],
)
def test_the_limit_is_told_only_where_bets_are_asked_about(kind: str, limit: str, want: str) -> None:
    document = parse({"game": "razz", "limit": limit, "seats": seats("", ""), "question": {"kind": kind}})
    assert played(document) == want


def test_a_winner_alone_takes_the_pot_as_it_is_whatever_the_smallest_chip() -> None:
    # TDA 2024 20: odd chips come up where a pot is divided
    seats = 'seats = [{name = "A"}, {name = "B"}, {name = "C"}]\nblinds = [50, 100]\nstreet = "river"\n'
    spot = 'chip = 100\nput_in = {A = 505, B = 505, C = 505}\norder = [["C"], ["A", "B"]]\nquestion = {kind = "awards"}'
    solution = KINDS["awards"].solve(loads(seats + spot))
    assert solution.answer["won"] == {"C": 1515}
    assert not any("odd_chips_to" in step.out for step in solution.steps)


@pytest.mark.parametrize(
    ("put_in", "pot", "says"),
    [
        ({"A": 12, "C": 12}, 1, "The pot of 25 does not divide evenly; odd chips go one each: A 25, C 0."),
        (
            {"A": 16, "B": 16, "C": 16},
            2,
            "The pot of 50 does not divide evenly; odd chips go one each: A 25, B 25, C 0.",
        ),
        ({"A": 25, "B": 25}, 0, "So the pot of 50 is shared equally: A 25, B 25."),
    ],
)
def test_a_pot_is_shared_equally_only_where_each_winner_gets_some(put_in: dict[str, int], pot: int, says: str) -> None:
    """TDA 2024 20: chips of 25 go one each, beginning left of the button, which C has."""
    table = {"chip": 25, "put_in": put_in, "pot": pot, "order": [list(put_in)], "question": {"kind": "awards"}}
    assert says in told(seats=seats("", "", ""), **table)


def test_one_chip_for_the_low_and_one_hand_in_the_order_are_told_as_one() -> None:
    """Of three chips the odd one is the high half's (TDA 2024 20), so the low half is one; only A is given a high.

    B and C play for the pot too, so what they hold is not said to be worse.
    """
    order = {"order": [["A"]], "order_low": [["C"]]}
    put_in = {"A": 1, "B": 1, "C": 1}
    text = told(game="omaha8", seats=seats("", "", ""), put_in=put_in, question={"kind": "awards"}, **order)
    assert "The pot of 3 is halved: the low half is 1." in text
    assert "Of A, B and C, who play for this pot, the order that is given names A first." in text


@pytest.mark.parametrize(
    ("game", "stack", "kind", "says"),
    [
        ("stud", 4, "legal_actions", "The bring-in was all-in for less, but the price is the full one: 5."),
        ("razz", 4, "legal_actions", "The bring-in was all-in for less, but the price is the full one: 5."),
        ("stud", 99, "legal_actions", "A call is to 5. Nothing is in front yet, so the call adds all 5."),
        ("stud", 99, "min_raise", "There is only a bring-in so far: the smallest bet is 10."),
        ("stud", 99, "min_raise", "Over the bring-in of 5 that is a raise by 5."),
    ],
)
def test_a_bring_in_is_told_as_no_blind_and_no_bet(game: str, stack: int, kind: str, says: str) -> None:
    """RRoP 11, seven-card stud: it is made up to the small bet; the house takes a short one for the whole price."""
    up = {"stud": "9h 2c Kd", "razz": "9h Kd 2c"}[game].split()
    rows: list[dict[str, Any]] = [
        {"name": name, "cards": f"(?? ??) {card}"} for name, card in zip("ABC", up, strict=True)
    ]
    rows[1] |= {"stack": stack}
    table = {"ante": 1, "bring_in": 5, "bets": [10, 20], "actions": f"B brings in {min(5, stack - 1)}"}
    text = told(game=game, limit="no-limit", seats=rows, question={"kind": kind}, **table)
    assert says in text
    assert "big blind" not in text


@pytest.mark.parametrize(
    ("after", "actions", "says"),
    [
        ("complete", "A bets 10, B all-in to 15", "The next raise builds on the last full level, 10."),
        ("complete", "A all-in to 6", "No full bet has been made yet: the next bet completes the all-in to one."),
        ("as-full", "A bets 10, B all-in to 15", "The all-in is taken for the full level, 20."),
        ("as-full", "A all-in to 6", "The all-in is taken for the full bet of 10."),
        ("complete", "A bets 10, B all-in to 15, C all-in to 19", "C's all-in to 19 is 4 over 15. 4 is less than 5"),
        (
            "as-full",
            "A bets 10, B all-in to 15, C all-in to 18",
            "C's all-in to 18 does not go over the full level, 20,",
        ),
        (
            "as-full",
            "A bets 10, B all-in to 15, C all-in to 20",
            "C's all-in to 20 does not go over the full level, 20,",
        ),
    ],
)
def test_after_a_short_all_in_it_is_told_what_the_house_builds_on(after: str, actions: str, says: str) -> None:
    """Scenario format, `limit_after_short`: above the last full level, or above the level the all-in stands for."""
    rows = [{"name": name} for name in "ABCD"]
    table = {"bets": [10, 20], "street": "flop", "rules": {"limit_after_short": after}, "actions": actions}
    assert says in told(limit="fixed-limit", seats=rows, question={"kind": "fixed_limit"}, **table)


@pytest.mark.parametrize(
    ("toggles", "players", "actions", "rule", "says"),
    [
        ({"fl_cap": "none"}, "ABC", "A bets 10, B folds, C raises to 20", "limit-cap", "This house has no cap"),
        ({"fl_cap_heads_up": "uncapped"}, "AC", "A bets 10, C raises to 20", "limit-cap", "for two this house has no"),
        (
            {"fl_cap_heads_up": "two-left"},
            "ABC",
            "A bets 10, B folds, C raises to 20, A raises to 30, C raises to 40",
            "cap-two-left",
            "No more than two players had chips when the cap was reached",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["fixed_limit", "legal_actions"])
def test_where_no_cap_holds_a_step_says_why(
    kind: str, toggles: dict[str, Any], players: str, actions: str, rule: str, says: str
) -> None:
    """Scenario format, `fl_cap` and `fl_cap_heads_up`; RRoP 11, betting and raising: the last two with chips."""
    rows = [{"name": name} for name in players]
    table = {"limit": "fixed-limit", "bets": [10, 20], "street": "flop", "rules": toggles, "actions": actions}
    (step,) = (step for step in solved(seats=rows, question={"kind": kind}, **table).steps if "raise_left" in step.out)
    assert step.rule == rule
    assert says in step_text(step)


@pytest.mark.parametrize(
    ("stack", "house", "says"),
    [
        (200, "raise", "The straddle counts as a raise by a big blind: the next adds 100."),
        (200, "blind", "The straddle of 200 is a bigger blind, and the first raise doubles it."),
        (150, "raise", "150 and 100 make 250."),
        (150, "blind", "150 and 100 make 250."),
        (70, "raise", "100 and 100 make 200."),
    ],
)
def test_a_straddle_posted_short_is_told_as_no_full_raise(stack: int, house: str, says: str) -> None:
    """TDA 2024 47-A: all-in for less than a full raise, it leaves what a raise adds at the big blind."""
    rows = [{"name": "A", "stack": stack}, {"name": "B"}, {"name": "C"}, {"name": "D"}]
    table = {"blinds": [50, 100], "straddle": 200, "button": "B", "rules": {"straddle_as": house}}
    text = told(seats=rows, question={"kind": "min_raise"}, **table)
    assert says in text
    assert ("The straddle was posted short and is no full raise" in text) == (stack < 200)


@pytest.mark.parametrize(("reopen", "last", "said"), [
    ("single", "D raises to 1570", "535 reaches 535: a full raise."),
    ("cumulative", "D all-in to 1500", "465 is less than 535: no full raise."),
])  # fmt: skip
def test_a_sum_of_short_all_ins_is_told_before_a_raise_is_measured_by_it(reopen: str, last: str, said: str) -> None:
    """One reading of WSOP 2021 97: 375 and 160 over 500 are 535, and that is what D has to add."""
    text = told(
        rules={"reopen": reopen, "reopened_unit": "sum"},
        blinds=[50, 100],
        seats=[{"name": "A"}, {"name": "B", "stack": 875}, {"name": "C", "stack": 1035}, {"name": "D"}, {"name": "E"}],
        street="flop",
        actions=f"A bets 500, B all-in, C all-in, {last}, E calls",
        question={"kind": "legal_actions"},
    )
    assert text.index("short all-ins add 535 to 500") < text.index(said)
    assert "does not change what a raise must add" not in text


def test_dead_money_of_one_player_alone_makes_a_pot() -> None:
    """TDA 2024 54: all that lies in the middle."""
    names = [{"name": name} for name in "ABC"]
    actions = "A posts 0 live 5 dead"
    assert "the pot is 5." in told(limit="pot-limit", seats=names, actions=actions, question={"kind": "pot_limit"})


@pytest.mark.parametrize(("player", "want"), [("A", "The turn is A's."), ("B", "The question is about B.")])
def test_only_of_who_is_to_act_it_is_said_that_the_turn_is_theirs(player: str, want: str) -> None:
    """Scenario format: `question.player` is the seat that the question is about."""
    asked = {"kind": "legal_actions", "player": player}
    text = told(blinds=[1, 2], street="flop", seats=[{"name": name} for name in "ABC"], question=asked)
    assert text.startswith(want)


NAMED: tuple[dict[str, Any], ...] = (
    {"board": "9c 7s 5h 5s 3c", "street": "river", "question": {"kind": "winner"}},
    {"board": "9c 7s 5h 5s 3c", "street": "river", "put_in": {"": 10, "Z": 10}, "question": {"kind": "awards"}},
    {"order": [["", "Z"]], "put_in": {"": 10, "Z": 10}, "question": {"kind": "awards"}},
    {"blinds": [1, 2], "limit": "pot-limit", "question": {"kind": "pot_limit"}},
    {"blinds": [1, 2], "question": {"kind": "legal_actions"}},
)


@pytest.mark.parametrize(
    "names",
    [
        "acts leading_cards order eligible best best_low winners pot pots put_in live board button amount said out",
        "ruling substantial high low player bet stack up_to above have_one odd_chip_cards needed hand cards",
    ],
)
@pytest.mark.parametrize("spot", NAMED, ids=lambda spot: spot["question"]["kind"])
def test_a_seat_may_be_called_like_a_value_of_a_step(spot: dict[str, Any], names: str) -> None:
    """What is told of a seat depends on its name nowhere but where it is named."""

    def sentences(name: str) -> list[str]:
        table = json.loads(json.dumps(spot).replace('""', json.dumps(name)))
        cards = [{"cards": "8h Ks"}, {"cards": "4d Qs"}] if "board" in spot else [{}, {}]
        at = [{"name": each, **own} for each, own in zip((name, "Z"), cards, strict=True)]
        return [step_text(step) for step in kinds.solve(parse({**table, "seats": at})).steps]

    for name in names.split():
        assert sentences(name) == [text.replace("Qx1", name) for text in sentences("Qx1")]
