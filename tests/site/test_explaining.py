"""How a spot is told and a feedback explains it: the story, the sentences, the rule that decides, and the pictures."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.test.html import Element

from quizzes.drawing.table import wide
from quizzes.drawing.words import table_words
from quizzes.engine.hand import play
from quizzes.engine.notation import loads
from quizzes.kinds import KINDS
from quizzes.reference.book import FIXTURES
from quizzes.showing.explanation import explanation
from quizzes.showing.figures import figures
from quizzes.showing.scenes import derivation_scene
from quizzes.showing.worked_spot import worked_spot
from quizzes.wording.log import story
from quizzes.wording.rules import rule_text
from tests.site.pages import answer, ask, asked, elements, text, with_attribute, with_class
from tests.site.stand_ins import make_bucket, store

THREE = 'seats = [{name = "Ann"}, {name = "Ben"}, {name = "Cho"}]\nblinds = [50, 100]\n'
FOUR = 'seats = [{name = "Ann"}, {name = "Ben"}, {name = "Cho"}, {name = "Dan"}]\nblinds = [50, 100]\n'


def section(page: str, id: str) -> Element:
    """The part of the page that the heading of this id names."""
    return with_attribute(page, "aria-labelledby", id)[0]


def told_about(client: Client, spot: str) -> str:
    """The feedback on a wrong answer to a spot that is given as a document."""
    document = loads(spot)
    kind = KINDS[document.question.kind]
    level = kind.level(document)
    store(make_bucket(kind, level), [document])
    page = ask(client, kind=kind.id, level=level)
    return answer(client, page, asked(page).wrong).content.decode()


def steps_of(page: str) -> list[str]:
    """The sentences of the derivation."""
    return [text(step) for step in elements(section(page, "why"), "li")]


def test_a_call_for_less_is_explained_by_the_chips_on_the_table_not_by_reopening(client: Client, db: None) -> None:
    page = told_about(
        client,
        """
        seats = [{name = "Ann", stack = 1000}, {name = "Ben", stack = 60}, {name = "Cho", stack = 900}]
        blinds = [10, 20]
        street = "flop"
        actions = "Ann bets 100"
        question = {kind = "legal_actions"}
        """,
    )
    assert text(with_class(page, "verdict")[0]).startswith("Ben may call 60 ")
    # scenario-format.md: a call for less is the seat's own all-in total; rules.md: table stakes have no TDA number
    assert "A player plays with the chips on the table" in text(section(page, "rule"))
    assert "TDA" not in text(next(elements(section(page, "rule"), "cite")))


def test_a_stack_that_makes_just_the_smallest_raise_is_told_as_an_all_in(client: Client, db: None) -> None:
    page = told_about(
        client,
        """
        seats = [{name = "Ann", stack = 1000}, {name = "Ben", stack = 200}, {name = "Cho", stack = 900}]
        blinds = [10, 20]
        street = "flop"
        actions = "Ann bets 100"
        question = {kind = "legal_actions"}
        """,
    )
    # 43-A: over a bet of 100 the smallest raise is to 200, which is all that Ben has
    assert text(with_class(page, "verdict")[0]).startswith("Ben may call 100 or go all-in to 200 ")


def test_a_pot_that_is_shared_says_among_whom_and_who_ties(client: Client, db: None) -> None:
    page = told_about(
        client,
        """
        seats = [{name = "Ann", stack = 100}, {name = "Ben", stack = 300}, {name = "Cho", stack = 300}]
        street = "river"
        board = "2c 7d 9h Js Kc"
        pot = 30
        actions = "Ben bets 300, Cho calls, Ann all-in"
        button = "Ann"
        order = [["Ann", "Cho"], ["Ben"]]
        question = {kind = "awards"}
        """,
    )
    steps = steps_of(page)
    # 21: 100 from each and the 30 are the main pot, 330, of which the two best hands get 165 each; Cho beats Ben
    assert "With the 30 that were in the middle before, the main pot comes to 330. 300 + 30 = 330" in steps
    assert "Of Ann, Cho and Ben, Ann and Cho tie for the best hand." in steps
    assert any("shared equally" in step and "165" in step for step in steps)
    assert "Of Cho and Ben, Cho has the best hand." in steps
    assert "So the pot of 400 goes to Cho." in steps


def test_a_house_that_would_not_allow_the_betting_says_so_in_words(client: Client, db: None) -> None:
    page = told_about(
        client,
        """
        seats = [{name = "Ann", stack = 5000}, {name = "Ben", stack = 5000}, {name = "Cho", stack = 5000}]
        blinds = [50, 100]
        street = "flop"
        actions = "Ann bets 100, Ben raises to 300, Cho raises to 500"
        question = {kind = "min_raise"}
        """,
    )
    houses = [text(each) for each in elements(section(page, "houses"), "div")]
    # 43-A allows 500, by the 200 of the raise before; under JJ a raise over 300 is to 600 at least
    assert houses[0].startswith("JJ ")
    assert houses[0].endswith("would not allow this betting differs")
    assert text(with_attribute(page, "id", "houses")[0]) == "Another house would say"


def test_where_all_houses_say_the_same_nothing_is_promised_that_another_one_would_say(client: Client, db: None) -> None:
    """What is won of even amounts asks no toggle that the houses play otherwise: 100 from each of three."""
    page = told_about(
        client,
        """
        seats = [{name = "Ann", stack = 100}, {name = "Ben", stack = 300}, {name = "Cho", stack = 300}]
        street = "river"
        board = "2c 7d 9h Js Kc"
        button = "Ann"
        actions = "Ben bets 300, Cho calls, Ann all-in"
        question = {kind = "side_pots"}
        """,
    )
    assert "differs" not in text(section(page, "houses"))
    assert text(with_attribute(page, "id", "houses")[0]) == "Other houses say the same"


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ("", ""),
        ("Ann bets 200, Ben calls, Cho calls", "Ann bets 200; Ben and Cho call 200."),
        ("Ann checks, Ben bets 200, Cho folds", "Ben bets 200."),
        ("Ann bets 200, Ben raises to 500, Cho calls", "Ann bets 200; Ben raises to 500; Cho calls 500."),
        ("Ann bets 200, Ben raises to 500, Cho folds, Ann folds", "Ann bets 200; Ben raises to 500; Ann folds."),
        (
            "Ann bets 200, Ben all-in to 150, Cho all-in to 260",
            "Ann bets 200; Ben calls all-in to 150; Cho goes all-in to 260.",
        ),
    ],
)
def test_the_story_of_a_street_is_short(actions: str, expected: str) -> None:
    # scenario-format.md, "Actions": amounts are the seat's totals on the street
    spot = f'{THREE}street = "turn"\nactions = "{actions}"\nquestion = {{kind = "legal_actions"}}'
    assert story(loads(spot)) == expected


def test_who_plays_for_the_pots_can_be_told_from_the_story() -> None:
    """Dan has no chips in and Ann a blind: her fold decides who plays for it (TDA 2024 21)."""
    spot = f'{FOUR}button = "Dan"\nactions = "Cho raises to 300, Dan folds, Ann folds, Ben calls"\n'
    asked = {kind: f'{spot}question = {{kind = "{kind}"}}' for kind in ("side_pots", "legal_actions")}
    assert story(loads(asked["side_pots"])) == "Cho raises to 300; Ann folds; Ben calls 300."
    assert story(loads(asked["legal_actions"])) == "Cho raises to 300; Ben calls 300."


@pytest.mark.parametrize(
    ("street", "actions", "to", "bars"),
    [
        ("preflop", "", 200, [("raise", 0, 100, "100"), ("next", 100, 200, "+100")]),
        ("flop", "Ann bets 300", 600, [("raise", 0, 300, "300"), ("next", 300, 600, "+300")]),
        (
            "flop",
            "Ann bets 300, Ben raises to 700, Cho all-in to 900",
            1300,  # 43-A and 47-A: the short all-in leaves the last full raise at 400
            [("base", 0, 300, ""), ("raise", 300, 700, "+400"), ("base", 700, 900, ""), ("next", 900, 1300, "+400")],
        ),
    ],
)
def test_the_bar_repeats_the_last_full_raise_on_top_of_what_short_all_ins_added(
    street: str, actions: str, to: int, bars: list[tuple[str, int, int, str]]
) -> None:
    document = loads(f'{FOUR}street = "{street}"\nactions = "{actions}"\nquestion = {{kind = "min_raise"}}')
    (figure,) = figures(document, play(document), {"raise_to": to}, {"raise_to": to})
    drawn = [(bar.kind, bar.start, bar.end, bar.short) for bar in figure.data["segments"]]
    assert drawn == bars
    assert f"the smallest raise is to {to:,}" in figure.data["caption"]


@pytest.mark.parametrize(
    ("spot", "expected"),
    [
        # issue 2: 98 against 102 returns 4
        (
            'street = "river"\nactions = "Ann bets 102, Ben all-in to 98, Cho folds"\nquestion = {kind = "side_pots"}',
            {(0, "−4")},
        ),
        # 43-A: Ben added 200, and so does Cho's raise over 400
        (
            'street = "flop"\nactions = "Ann bets 200, Ben raises to 400"\nquestion = {kind = "min_raise"}',
            {(1, "+200")},
        ),
        # a bet is a total, not something on top of another
        ('street = "flop"\nactions = "Ann bets 200, Ben calls"\nquestion = {kind = "min_raise"}', {(0, "200")}),
    ],
)
def test_a_note_on_the_table_tells_what_is_added_what_goes_back_and_what_is_a_total(
    spot: str, expected: set[tuple[int, str]]
) -> None:
    document = loads(THREE + spot)
    solution = KINDS[document.question.kind].solve(document)
    notes = derivation_scene(document, play(document), solution.answer, solution.told).notes
    assert {(note.seat, note.text) for note in notes} == expected


def test_the_arrow_to_the_raise_comes_from_the_raise_that_it_repeats() -> None:
    # 43-A and 47-A: Ann's raise repeats Ben's 400, whatever Cho's short all-in added
    actions = "Ann bets 300, Ben raises to 700, Cho all-in to 900, Dan folds"
    document = loads(f'{FOUR}street = "flop"\nactions = "{actions}"\nquestion = {{kind = "min_raise"}}')
    solution = KINDS["min_raise"].solve(document)
    drawing = wide(derivation_scene(document, play(document), solution.answer, solution.told), table_words())
    bets = {pile.text: pile for pile in drawing.bets}
    begin = re.match(r"M([\d.]+) ", drawing.flow)
    assert begin
    assert float(begin[1]) == bets["700"].x


def test_a_rule_whose_words_are_the_answer_is_told_once() -> None:
    document = loads((FIXTURES / "worked" / "choice.toml").read_text(encoding="utf-8"))
    solution = KINDS["choice"].solve(document)
    said = explanation(KINDS["choice"], document, solution)
    assert said.rule.text == rule_text("one-burn")  # the rule that the document names
    assert said.steps == ()
    assert [step.text for step in worked_spot(document, solution).answer.steps] == [rule_text("one-burn")]
