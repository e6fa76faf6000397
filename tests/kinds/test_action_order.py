"""Who posts and who acts first and last. Expected: rules.md A7 and B, TDA 2024 34-B, RRoP 11."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import RULES, parse_rules, ruleset
from quizzes.kinds.action_order import KIND, solve
from quizzes.kinds.base import Variant
from quizzes.wording import step_text
from tests.engine.derivations import check
from tests.kinds.asking_table import answered, keeps_its_promises, mistakes, refused, spot


def on(street: str, seats: str, **keys: Any) -> Document:
    return spot("action_order", seats, {"street": street}, **keys)


def said(document: Document) -> str:
    """Return the answer's players in the order of the format, "-" for nobody."""
    return " ".join(name or "-" for name in answered(document).values())


@pytest.mark.parametrize(
    ("street", "seats", "keys", "want"),
    [
        ("preflop", "A B C D E", {}, "A B C B"),
        ("river", "A B C D E", {}, "A B A E"),
        ("preflop", "A B C", {"button": "A"}, "B C A C"),
        ("preflop", "A B", {"button": "A"}, "A B A B"),
        ("turn", "A B", {"button": "A"}, "A B B A"),
        ("preflop", "A B C D", {"straddle": 200}, "A B D C"),
        ("preflop", "A B C D", {"straddle": [200, 400]}, "A B A D"),
        ("preflop", "A B C (E)", {"button": "E"}, "A B C B"),
        ("flop", "A B C D", {"actions": "C folds, D calls, A folds, B checks"}, "A B B D"),
        ("preflop", "A B C", {"blinds": [0, 100]}, "- B C B"),
        ("draw1", "A B C", {"game": "27sd"}, "A B A C"),
    ],
)
def test_blinds_and_order_are_those_of_the_rules(street: str, seats: str, keys: dict[str, Any], want: str) -> None:
    assert said(on(street, seats, **keys)) == want


@pytest.mark.parametrize("seats", ["A B C", "A B"])
def test_without_blinds_nobody_posts_and_left_of_the_button_begins(seats: str) -> None:
    """The seed: without blinds the player on the dealer's left begins."""
    last = seats[-1]
    assert said(replace(on("preflop", seats), blinds=None)) == f"- - A {last}"


STUD = [
    ("stud", "third", "Kd, 4c, 9h", "B B A"),
    ("stud", "fourth", "Kd 2s, 4c 4h, 9h 3s", "B B A"),
    ("stud", "fourth", "Kd 2s, 4c 5h, 9h 3s", "B A C"),
    ("razz", "third", "Kd, 4c, 9h", "A A C"),
    ("razz", "fifth", "Kd 2s 3c, 4c 5h 6d, 9h 3s As", "A B A"),
    ("stud8", "third", "Ad, Kc, Kh", "B B A"),
    ("stud5", "second", "Ad, Kc, Kh", "B B A"),
]


@pytest.mark.parametrize(("game", "street", "cards", "want"), STUD)
def test_in_stud_the_open_cards_name_the_bring_in_and_the_first_to_act(
    game: str, street: str, cards: str, want: str
) -> None:
    """Rules.md B: the lowest card and then the highest board, in razz the other way about."""
    down = "(??)" if game == "stud5" else "(?? ??)"
    rows = [{"name": "ABC"[place], "cards": f"{down} {up}"} for place, up in enumerate(cards.split(","))]
    question = {"kind": "action_order", "street": street}
    assert said(parse({"game": game, "seats": rows, "street": street, "question": question})) == want


@pytest.mark.parametrize(("stacks", "want"), [("20 20 1 20", "D D B"), ("20 20 1 1", "A A B"), ("20 20 2 20", "C C B")])
def test_a_low_card_that_is_all_in_from_the_ante_leaves_the_bring_in_to_its_left(stacks: str, want: str) -> None:
    """RRoP 11, seven-card stud: the player to the left of such a low card acts first. C has it, the ante is 1."""
    seats = zip("ABCD", stacks.split(), ("Kd", "4c", "2h", "9s"), strict=True)
    rows = [{"name": name, "stack": int(stack), "cards": f"(?? ??) {card}"} for name, stack, card in seats]
    table = {"game": "stud", "limit": "fixed-limit", "seats": rows, "street": "third", "ante": 1, "bring_in": 5}
    document = parse({**table, "bets": [10, 20], "question": {"kind": "action_order", "street": "third"}})
    assert said(document) == want
    passed = [step for step in solve(document).steps if step.rule == "bring-in-all-in"]
    assert [dict(step.values) for step in passed] == [{"low_card": "C"}] * (want[0] != "C")
    assert all(" C, " in step_text(step) and want[0] in step_text(step) for step in passed)


def test_equal_cards_are_parted_by_the_houses_rule_and_the_step_cites_it() -> None:
    rows = [{"name": name, "cards": f"(?? ??) {card}"} for name, card in zip("ABC", ("9s", "3d", "3c"), strict=True)]
    table = {"game": "stud", "seats": rows, "street": "third", "question": {"kind": "action_order", "street": "third"}}
    for value, want in (("suit", "C"), ("seat", "B")):
        document = replace(parse(table), rules=parse_rules({"stud_tie": value}))
        assert answered(document)["bring_in"] == want
        assert solve(document).steps[0].rule == f"stud-tie-{value}"


def test_heads_up_cites_its_rule_of_both_editions() -> None:
    """The edition map of rules.md: 34-B of 2024 is 36-C of 2026, not confirmed."""
    rules = {step.rule for step in solve(on("preflop", "A B")).steps}
    assert rules == {"heads-up-button"}
    cite = RULES["heads-up-button"]
    assert (cite.edition, cite.number) == ("2024", "34-B")
    assert cite.later == {"edition": "2026", "number": "36-C", "confirmed": False}


@pytest.mark.parametrize(
    "document",
    [
        on("turn", "A B C", actions="C folds, A folds"),
        on("flop", "A:300 B:300 C", actions="C folds, A all-in, B calls"),
    ],
    ids=["all others folded", "all are all-in"],
)
def test_where_nobody_acts_there_is_no_first(document: Document) -> None:
    assert refused(document) == "question"


def test_open_cards_that_are_not_known_are_said_at_their_seat() -> None:
    rows = [{"name": "A", "cards": "(?? ??) 2c"}, {"name": "B"}]
    table = {"game": "stud", "seats": rows, "street": "third", "question": {"kind": "action_order", "street": "third"}}
    assert refused(parse(table)) == "seats[1].cards"


@pytest.mark.parametrize(
    ("document", "first", "last", "mistake"),
    [
        (on("preflop", "A B", button="A"), "B", "A", "big-blind-first"),
        (on("flop", "A B C D E"), "C", "B", "left-of-big-blind-always"),
        (on("preflop", "A B C D E"), "A", "E", "left-of-button-always"),
        (on("flop", "A B C D E"), "E", "D", "button-first"),
        (on("preflop", "A B C D E", straddle=200), "C", "B", "straddle-ignored"),
        (on("flop", "A B C D", actions="C folds, D calls, A folds, B checks"), "A", "D", "folded-seat-acts"),
    ],
)
def test_a_wrong_order_names_the_mistake(document: Document, first: str, last: str, mistake: str) -> None:
    """The wrong order is worked out by hand from the mistake's name."""
    right = dict(solve(document).answer)
    assert mistake in mistakes(KIND, document, {**right, "first": first, "last": last})


@pytest.mark.parametrize(
    ("game", "street", "cards", "wrong", "mistake"),
    [
        ("stud", "third", "Kd, 4c, 9h", ("B", "A", "C"), "left-of-dealer-first"),
        ("stud", "fourth", "Kd 2s, 4c 5h, 9h 3s", ("B", "B", "A"), "bring-in-again"),
        ("stud", "third", "Kd, 4c, 9h", ("A", "A", "C"), "wrong-end"),
        ("razz", "third", "Kd, 4c, 9h", ("B", "B", "A"), "wrong-end"),
    ],
)
def test_a_wrong_order_in_stud_names_the_mistake(
    game: str, street: str, cards: str, wrong: tuple[str, ...], mistake: str
) -> None:
    rows = [{"name": "ABC"[place], "cards": f"(?? ??) {up}"} for place, up in enumerate(cards.split(","))]
    question = {"kind": "action_order", "street": street}
    document = parse({"game": game, "seats": rows, "street": street, "question": question})
    response = dict(zip(("bring_in", "first", "last"), wrong, strict=True))
    assert mistake in mistakes(KIND, document, response)


def test_no_mistake_about_who_begins_is_named_where_the_first_to_act_is_right() -> None:
    """Only the last is wrong: who begins left of the dealer would have named A first."""
    rows = [{"name": "ABC"[place], "cards": f"(?? ??) {up}"} for place, up in enumerate(("Kd", "4c", "9h"))]
    table = {"game": "stud", "seats": rows, "street": "third", "question": {"kind": "action_order", "street": "third"}}
    assert mistakes(KIND, parse(table), {"bring_in": "B", "first": "B", "last": "C"}) == ()


@pytest.mark.parametrize(
    ("game", "cards", "want"),
    [
        ("stud", ("9s", "3d", "3c"), "3♦ and 3♣ are equal, and suits decide, clubs being lowest"),
        ("stud", ("9s", "3d", "3c"), "C has the lowest suit and brings it in with 3♣."),
        ("razz", ("9s", "Kd", "Kc"), "B has the highest suit and brings it in with K♦."),
    ],
)
def test_a_tie_for_the_bring_in_names_the_cards_and_the_order_of_suits(
    game: str, cards: tuple[str, ...], want: str
) -> None:
    """Rules.md B: a tie goes by suit, clubs lowest."""
    rows = [{"name": name, "cards": f"(?? ??) {card}"} for name, card in zip("ABC", cards, strict=True)]
    table = {"game": game, "seats": rows, "street": "third", "question": {"kind": "action_order", "street": "third"}}
    assert want in step_text(solve(parse(table)).steps[0])


def fourth_street(game: str, cards: str, stacks: str = "500 500 500 500", rules: Any = "tda") -> Document:
    """Return the order on fourth street, where all have called the bring-in; the ante is 1, the bring-in 3."""
    rows = [
        {"name": name, "stack": int(stack), "cards": f"(?? ??) {up}"}
        for name, stack, up in zip("ABCD", stacks.split(), cards.split(", "), strict=True)
    ]
    actions = "B brings in 3, C calls, D calls, A calls, -- fourth"
    table = {"game": game, "limit": "fixed-limit", "bets": [10, 20], "ante": 1, "bring_in": 3, "button": "D"}
    question = {"kind": "action_order", "street": "fourth"}
    return parse({**table, "seats": rows, "rules": rules, "actions": actions, "question": question})


def held_steps(document: Document) -> list[str]:
    """Return the derivation's sentences, after it has been held against the second computation."""
    check(document, solve(document))
    return [step_text(step) for step in solve(document).steps]


@pytest.mark.parametrize(
    ("game", "cards", "shows"),
    [
        ("razz", "2d 3c, Kc Qh, 5d 4c, 9h Ts", "A shows the lowest board and would act first."),
        ("stud", "Kd Kc, 2c Qh, 5d 4c, 9h Ts", "A shows the highest board and would act first."),
    ],
)
def test_an_all_in_board_that_should_begin_is_named_and_the_next_to_its_left_begins(
    game: str, cards: str, shows: str
) -> None:
    """The site's reading, after RRoP 11 on an all-in bring-in: A's last 3 chips called, and B sits to the left."""
    document = fourth_street(game, cards, "4 500 500 500")
    assert said(document) == "B B D"
    *_, board, order = held_steps(document)
    assert board == shows
    assert order == "A is all-in and can't act, so the next player to the left who can, B, acts first; D acts last."
    assert solve(document).steps[-1].rule == "board-all-in"
    assert RULES["board-all-in"].house == "table-stakes"


EQUAL = [
    # In razz the highest card leads a board (rules.md B): here the threes, and a spade is above a club.
    ("razz", "2d 3c, Kc Qh, 2h 3s, 9h Ts", "suit", "B C B", "A with 2♦ and 3♣; C with 2♥ and 3♠", "3♣ and 3♠", "3♠"),
    # In stud too; of a pair the higher suit is meant.
    ("stud", "Kd 5c, 2c 7h, Kh 5s, 9h Ts", "suit", "B C B", "A with K♦ and 5♣; C with K♥ and 5♠", "K♦ and K♥", "K♥"),
    ("stud", "9d 9c, 2c 7h, 9h 9s, Qh Ts", "suit", "B C B", "A with 9♦ and 9♣; C with 9♥ and 9♠", "9♦ and 9♠", "9♠"),
    ("stud", "Kd 5c, 2c 7h, Kh 5s, 9h Ts", "seat", "B A D", "A with K♦ and 5♣; C with K♥ and 5♠", "", ""),
    ("razz", "2d 3c, Kc Qh, 2h 3s, 9h Ts", "suit-then-seat", "B A D", "A with 2♦ and 3♣; C with 2♥ and 3♠", "", ""),
]


@pytest.mark.parametrize(("game", "cards", "tie", "want", "boards", "leading", "card"), EQUAL)
def test_equal_boards_are_named_with_the_cards_or_the_seats_that_part_them(
    game: str, cards: str, tie: str, want: str, boards: str, leading: str, card: str
) -> None:
    document = fourth_street(game, cards, rules={"stud_tie": tie})
    assert said(document) == want
    text = held_steps(document)[-1]
    assert f"These boards are equal: {boards}." in text
    _, first, last = want.split()
    if card:
        assert f"The suits of their leading cards, {leading}, decide" in text
        assert text.endswith(f"{first} acts first with {card}; {last} acts last.")
    else:
        assert text.endswith(f"The seats decide, from the dealer's left: {first} acts first; {last} acts last.")


def test_an_equal_board_that_is_all_in_is_parted_from_the_other_before_it_is_passed_over() -> None:
    """From the dealer's left A's board comes before C's equal one, but A's last chips called the bring-in."""
    document = fourth_street("razz", "2d 3c, Kc Qh, 2h 3s, 9h Ts", "4 500 500 500", {"stud_tie": "seat"})
    assert said(document) == "B B D"
    assert held_steps(document)[-2].endswith("The seats decide, from the dealer's left: A would act first.")


@pytest.mark.parametrize(
    ("tie", "want"),
    [("suit", "and suits decide, clubs being lowest"), ("seat", "and the seats decide, from the dealer's left")],
)
def test_a_tie_for_the_bring_in_is_told_also_where_the_low_card_is_all_in(tie: str, want: str) -> None:
    """A has 2♦ and nothing left after the ante of 1; a diamond is below C's heart, and A is the first by the seats."""
    rows = [
        {"name": name, "stack": stack, "cards": f"(?? ??) {card}"}
        for name, stack, card in (("A", 1, "2d"), ("B", 500, "Kc"), ("C", 500, "2h"))
    ]
    table = {"game": "stud", "limit": "fixed-limit", "bets": [10, 20], "ante": 1, "bring_in": 3, "seats": rows}
    question = {"kind": "action_order", "street": "third"}
    document = parse({**table, "rules": {"stud_tie": tie}, "question": question})
    text = held_steps(document)[0]
    assert text.startswith("2♦ and 2♥ are equal, ")
    assert want in text
    assert text.endswith("A would bring it in with 2♦.")


PASSED = [
    # B's 100 are its call, C has folded: D is the first left of the button who can act.
    (
        on("flop", "A B:100 C D", button="A", actions="D calls, A calls, B all-in, C folds, -- flop 2c 3c 4c"),
        "B C D A",
        ["C has folded and is passed over.", "B has no chips left and is passed over."],
        "The first player left of the button at A who can act is D, who acts first; A acts last.",
    ),
    (
        on("flop", "A B C D E", button="A", actions="D calls, E calls, A calls, B folds, C folds, -- flop 2c 3c 4c"),
        "B C D A",
        ["B and C have folded and are passed over."],
        "The first player left of the button at A who can act is D, who acts first; A acts last.",
    ),
    (
        # C's 40 are its whole stack, so the big blind is all-in and has nothing to act with.
        on("preflop", "A B C:40 D", button="A"),
        "B C D B",
        ["C has no chips left and is passed over."],
        "The first player left of the big blind, C, is D, who acts first; B acts last.",
    ),
    (
        on("preflop", "A B C D:0 E:0", button="A"),
        "B C A C",
        ["D and E have no chips left and are passed over."],
        "The first player left of the big blind, C, who can act is A, who acts first; C acts last.",
    ),
    (
        on("preflop", "A B C D E:0", button="A", straddle=200, rules={"straddle_seats": "utg"}),
        "B C A D",
        ["E has no chips left and is passed over."],
        "The first player left of the straddle, which is D's, who can act is A, who acts first; D acts last.",
    ),
]


@pytest.mark.parametrize(("document", "want", "passed", "order"), PASSED)
def test_who_is_passed_over_before_the_first_to_act_or_after_the_last_is_named_with_the_reason(
    document: Document, want: str, passed: list[str], order: str
) -> None:
    """RRoP 11, button and blind use: the order goes by the seats, and who can't act any more has no turn."""
    assert said(document) == want
    assert held_steps(document)[1:] == [*passed, order]


@pytest.mark.parametrize("variant", KIND.variants, ids=lambda variant: variant.game)
def test_every_mistake_of_a_game_shows_in_its_drills(variant: Variant) -> None:
    """Issue of the first kinds: a floor of 2 % of the drills on levels 2 to 5."""
    for level in (2, 3, 4, 5):
        rng = Random(f"floor {level} {variant}")
        spots = [KIND.generate(rng, level, ruleset("tda"), variant) for _ in range(100)]
        shown = Counter(id for document in spots for id in KIND.mistaken(document))
        known = [trap for trap in KIND.misconceptions if variant.game in trap.games and level in trap.levels]
        assert {id for id, number in shown.items() if number >= 2} == {trap.id for trap in known}


@pytest.mark.parametrize("level", KIND.levels)
@pytest.mark.parametrize("variant", KIND.variants, ids=lambda variant: variant.game)
def test_a_drill_keeps_its_promises(variant: Variant, level: int) -> None:
    keeps_its_promises(KIND, level, ruleset("tda"), variant)
