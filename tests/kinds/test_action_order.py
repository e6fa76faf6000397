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
