"""Teachable moments: what recorded hands show is found by playing them again, and each moment is a whole question."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache

import pytest

from quizzes.authoring.moments import ASKED, MEASURED, SEEN, Moment, Rarity, moments, question, rarities, weight
from quizzes.engine.betting import IllegalAction
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse, to_table
from quizzes.histories.to_document import to_document
from quizzes.kinds import KINDS, second
from quizzes.sightings import FEATURES, features
from quizzes.wording.moments import FEATURES as WORDS
from tests.engine.recorded_rows import recorded, rules_of
from tests.engine.test_recorded_hands import ROWS, SHARED, Row

there = pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/hands.jsonl beside this checkout")

STATED = tuple(
    feature
    for feature in FEATURES
    if feature not in ("exact_minimum", "kicker", "tied_hands", "board_plays")  # no tags of the file
)

REASONS = {
    "not told": "A document can't tell it: a card twice, other bets than stated, a raise that nobody could answer.",
    "no bets": "The source does not state the bets of its limit, or states wrong ones, so that its tag is a guess.",
    "no pots": "The source does not state its pots, so that its tag takes several pots for one.",
    "boards": "The pot was divided among several boards; a document has one.",
    "kept": "The source leaves the uncalled bet in the pot that it pays.",
    "rake": "The room divided what was left after its rake; documents have none.",
    "ante first": "The source books a player's last chips as the blind; in the usual order they pay the ante first.",
    "small blind": "The dead money of the seat left of the button is its small blind here, or there is none of it.",
    "one line": "One hand won both halves, and the source prints one award.",
    "parts": "The source does not tag the odd chip of a side pot or of a half.",
    "counting": "The source counts the levels that a bet has reached under the cap; TDA 2024 47-B and 48 count raises.",
    "as it lies": "The room counted the pot without a small blind that nobody posted; TDA 2024 54-B counts it.",
}
"""Why the tags of a hand may not be what is found in it."""

LISTED = {
    "pot_raise": {"p1333": "as it lies"},
    "fl_cap_reached": {"p0448": "counting", "p0787": "counting"},
    "short_bb": {"p0383": "ante first", "p1124": "ante first"},
    "allin_on_bb": {"p0383": "ante first", "p1124": "ante first"},
    "allin_on_ante": {"p0383": "ante first", "p1124": "ante first"},
    "late_post": {"p0383": "small blind"},
    "dead_post": dict.fromkeys(("p0383", "p0521", "p1124"), "small blind"),
    "hilo_split": dict.fromkeys(("p0181", "p0596", "p0724", "p0873"), "one line"),
    "odd_chip": {"p0287": "parts", "p0649": "no pots", "p0866": "parts"},
    "fl_short_allin": {"p0762": "no bets"},
    "faced_short_only": {"p0762": "no bets"},
}
"""Hands of which no field of the record says why they differ in a feature."""


@cache
def documents() -> dict[str, Document]:
    """The recorded hands that can be told, as documents played by their rooms' rules."""
    found = {}
    for row in ROWS:
        try:
            found[row["id"]] = to_document(recorded(row), rules_of(row))
        except DocumentError:
            continue
    return found


@cache
def shown() -> dict[str, frozenset[str]]:
    return {id: features(document) for id, document in documents().items()}


def why_different(row: Row, feature: str) -> str:
    """The reason that a hand is tagged with a feature and does not show it, or the other way round; "" for none."""
    bets = "bets" in row or row["limit"] != "fl"
    several = len(row["result"]["collected"]) > 1 and "pots_not_stated" in row.get("flags", ())
    by_record = {
        "not told": row["id"] not in documents(),
        "boards": "boards" in row and feature == "split",
        "no pots": several and feature == "split",
        "no bets": not bets and feature in ("fl_short_allin", "faced_short_only"),
        "rake": row["result"]["rake"] > 0 and feature == "odd_chip",
        "kept": not row["result"]["uncalled"] and feature == "uncalled",
    }
    listed = LISTED.get(feature, {}).get(row["id"], "")
    return next((reason for reason, is_so in by_record.items() if is_so), listed)


@there
def test_every_recorded_hand_shows_what_its_tags_say_or_differs_for_a_listed_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines, reasons = [], Counter[str]()
    for feature in STATED:
        stated = {row["id"] for row in ROWS if feature in row["features"]}
        found = {id for id, each in shown().items() if feature in each}
        assert len(stated & found) >= 0.5 * len(stated), feature
        for row in (row for row in ROWS if row["id"] in stated ^ found):
            reason = why_different(row, feature)
            assert reason, (feature, row["id"])
            reasons[reason] += 1
            lines.append(f"{feature} {row['id']}: {'not ' if row['id'] in stated else ''}found. {REASONS[reason]}")
    with capsys.disabled():
        sys.stdout.write("\n".join(["", f"{len(lines)} differences in the features of {len(ROWS)} hands", *lines, ""]))
    assert set(reasons) == set(REASONS)
    # Without a side pot, a short all-in or a blind that is short no hand is missed that a document can tell.
    for feature in ("short_allin_raise", "side_pot", "side_pots_2plus", "multiway_allin", "quartered", "short_sb"):
        assert {why_different(row, feature) for row in ROWS if feature in row["features"]} <= {"", "not told"}


@there
def test_the_general_numbers_are_those_of_the_recorded_hands() -> None:
    assert len(documents()) == MEASURED
    assert Counter(feature for each in shown().values() for feature in each) == SEEN


@there
def test_every_feature_of_a_recorded_hand_becomes_a_question_that_two_computations_answer_alike() -> None:
    """One hand of each feature, the first in the file, and every fortieth."""
    chosen = {next(id for id, each in shown().items() if feature in each) for feature in SEEN}
    chosen |= set(list(documents())[::40])
    for id in sorted(chosen):
        document = documents()[id]
        found = moments(document)
        assert {feature for moment in found for feature in moment.features} == shown()[id], id
        for moment in found:
            asked = parse(to_table(question(document, moment)))
            kind = KINDS[moment.kind]
            answer, other = kind.solve(asked).answer, second.solve(asked)
            assert kind.values(asked, answer, answer) == kind.values(asked, answer, other), (id, moment)
            assert moment.level == kind.level(asked)
            assert asked.question.kind in {kind for feature in moment.features for kind in ASKED[feature]}


def test_every_feature_has_questions_a_number_and_words() -> None:
    assert set(FEATURES) == set(ASKED) == set(SEEN) == set(WORDS)
    assert {kind for kinds in ASKED.values() for kind in kinds} <= set(KINDS)


def short_all_in() -> Document:
    """A bets 100, B is all-in for 150, C calls: A faces 50 more, less than the full raise of 100 (TDA 2024 47-A)."""
    seats = [{"name": name, "stack": stack, "cards": cards} for name, stack, cards in SEATS]
    actions = "C calls, A calls, B checks, -- flop 2c 7d 9h, A bets 100, B raises to 150, C calls, A calls, -- turn Jc"
    return parse({
        "seats": seats,
        "blinds": [50, 100],
        "button": "C",
        "actions": f"{actions}, A checks, C bets 200, A calls, -- river 3s, A checks, C checks",
        "question": {"kind": "awards"},
    })  # fmt: skip


SEATS = (("A", 2000, "As Kd"), ("B", 250, "7s 7c"), ("C", 2000, "Ac Kh"))


def test_a_short_all_in_is_asked_of_who_is_next_and_of_who_has_acted() -> None:
    document = short_all_in()
    by_kind = {(moment.kind, moment.seat): moment for moment in moments(document)}
    assert "short_allin_raise" in by_kind["legal_actions", 2].features
    assert by_kind["reopen", 0].features == ("faced_short_only",)
    asked = question(document, by_kind["reopen", 0])
    answer = KINDS["reopen"].solve(asked).answer
    assert (answer["may_raise"], answer["facing"], answer["needed"]) == (False, 50, 100)  # TDA 2024 47-A
    assert not [seat for seat in asked.seats if seat.cards]


def test_what_the_cards_decide_is_asked_with_the_cards() -> None:
    """B's three sevens take the main pot; A and C play the same ace and king for the side pot."""
    document = short_all_in()
    asked = {moment.kind: question(document, moment) for moment in moments(document)}
    # 100 before the flop and 150 on it from three, 200 more from two.
    assert KINDS["awards"].solve(asked["awards"]).answer["won"] == {"B": 750, "A": 200, "C": 200}
    assert asked["awards"].seats[0].cards
    assert {"side_pot", "split", "multiway_allin"} <= features(document)
    assert "odd_chip" not in features(document)


def test_a_tampered_hand_shows_something_else() -> None:
    """With 50 more B makes a full raise, and with another kicker the side pot is not shared."""
    table = to_table(short_all_in())
    table["seats"][1]["stack"] = 300
    table["actions"] = table["actions"].replace("B raises to 150", "B raises to 200")
    assert not {"short_allin_raise", "faced_short_only"} & features(parse(table))
    table = to_table(short_all_in())
    table["seats"][2]["cards"] = "Ad Qh"
    assert "split" not in features(parse(table))


def test_a_hand_that_the_rules_refuse_is_refused() -> None:
    table = to_table(short_all_in())
    table["actions"] = table["actions"].replace("B raises to 150", "B raises to 140")
    with pytest.raises(IllegalAction):
        moments(parse(table))


def test_one_level_more_weighs_as_much_as_being_seen_half_as_often() -> None:
    seldom, often = Rarity("straddle", 1, MEASURED), Rarity("kicker", 2, MEASURED)
    rare = {"seldom": seldom, "often": often}
    one_in = {"seldom": (2 * MEASURED) / (1 + SEEN["straddle"]), "often": (2 * MEASURED) / (2 + SEEN["kicker"])}
    assert {name: each.one_in for name, each in rare.items()} == one_in
    low, high = (Moment("reopen", 0, 0, ("seldom",), level) for level in (1, 2))
    assert weight(high, rare) - weight(low, rare) == 1
    twice = {"a": Rarity("a", 10, 100), "b": Rarity("b", 20, 100)}
    assert weight(high._replace(features=("a",)), twice) == weight(high._replace(features=("b",), level=3), twice)


def test_rarity_counts_hands_and_not_moments() -> None:
    found = rarities([frozenset({"split", "kicker"}), frozenset({"split"}), frozenset()])
    assert found["split"] == Rarity("split", 2, 3)
    assert (found["kicker"].loaded, found["kicker"].seen) == (1, SEEN["kicker"])
