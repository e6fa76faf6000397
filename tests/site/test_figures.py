"""The drawings beside the table: pots and bars, held against the look reference."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from quizzes.drawing import words
from quizzes.drawing.bars import Segment, draw_bars
from quizzes.drawing.geometry import Outline
from quizzes.drawing.pots import Part, draw_pots, parts
from quizzes.engine.hand import play
from quizzes.engine.notation import loads
from quizzes.kinds import KINDS
from quizzes.showing.figures import figures, shows_response
from quizzes.wording.numbers import chips
from tests.site.pages import drill_of

FIVE_STACKS = (  # feedback.html, the second case
    ("Aisyah", 125, "all-in"),
    ("Boon", 375, "all-in"),
    ("Chan", 700, "all-in"),
    ("Dewi", 75, "folded"),
    ("Farid", 950, ""),
)


def test_pot_columns_are_cut_at_each_all_in() -> None:
    figure = draw_pots(FIVE_STACKS, (125, 375, 700), {"Farid": 250}, words.pot_words())
    layers = [(shape.fill, shape.outline) for shape in figure.shapes if shape.css == "layer"]
    back = [shape.outline for shape in figure.shapes if shape.css == "layer-back"]

    # feedback.html: Dewi first with 75 in the main pot, Farid last
    assert layers[0] == ("pot-1", Outline(44, 244, 41, 18, 3))
    assert [
        ("pot-1", Outline(232, 232, 41, 30, 3)),
        ("pot-2", Outline(232, 172, 41, 60, 3)),
        ("pot-3", Outline(232, 94, 41, 78, 3)),
    ] == layers[-3:]
    assert back == [Outline(233, 35, 39, 57, 3)]
    assert (figure.width, figure.height) == (360, 300)


def test_pot_columns_name_each_pot_and_its_sum() -> None:
    figure = draw_pots(FIVE_STACKS, (125, 375, 700), {"Farid": 250}, words.pot_words())
    beside = [(text.text, text.y) for text in figure.texts if text.css.endswith("start")]

    # feedback.html
    assert beside == [
        ("Main pot", 239.5),
        ("575", 254.5),
        ("Side 1", 194.5),
        ("750", 209.5),
        ("Side 2", 125.5),
        ("650", 140.5),
        ("Back", 56.5),
        ("250", 71.5),
    ]


def test_what_a_folded_player_put_in_above_all_others_stays_in_the_last_pot() -> None:
    # scenario-format: "what a folded seat alone put in above all live seats stays in the last pot"
    assert parts(300, 0, (100, 250)) == (Part(0, 0, 100), Part(1, 100, 300))


def test_what_nobody_matched_is_apart() -> None:
    assert parts(130, 30, (100,)) == (Part(0, 0, 100), Part(None, 100, 130))


def test_above_six_players_the_pots_are_rows_in_the_same_width() -> None:
    # six columns are as many as stay readable on a phone
    seven = (*FIVE_STACKS, ("Gita", 950, ""), ("Hana", 950, ""))
    figure = draw_pots(seven, (125, 375, 700, 950), {}, words.pot_words())
    rows = {shape.outline.y for shape in figure.shapes if shape.css == "layer" and shape.outline.height == 24}

    assert len(rows) == 7
    assert figure.width <= 370


def test_pots_are_told_in_words() -> None:
    page = Template("{% load drawing %}{% pot_columns stacks levels returned %}").render(
        Context({"stacks": FIVE_STACKS, "levels": (125, 375, 700), "returned": {"Farid": 250}})
    )

    # the shares of feedback.html's second case
    assert "<li>Dewi, folded, 75 in all: Main pot 75</li>" in page
    assert (
        "<li>Farid, 950 in all: Main pot 125, Side 1 250, Side 2 325, 250 returned</li>" in page  # 125+250+325+250=950
    )


RAISE = (  # feedback.html, the first case
    Segment("base", 0, 100, "100"),
    Segment("raise", 100, 300, "Dewi +200", "+200"),
    Segment("next", 300, 500, "again +200", "+200"),
    Segment("yours", 300, 600, "yours +300", "+300", remark="twice 300"),
)


def test_bars_show_what_a_raise_begins_from_and_adds() -> None:
    figure = draw_bars(RAISE, chips)

    # feedback.html
    assert [
        ("bar-base", Outline(44, 8, 50, 26, 3)),
        ("bar-raise", Outline(94, 8, 100, 26, 3)),
        ("bar-next", Outline(194, 8, 100, 26, 3)),
        ("bar-yours", Outline(194, 50, 150, 26, 3)),
    ] == [(shape.css, shape.outline) for shape in figure.shapes]
    assert ("soft end", 186, 63, "twice 300") in [(t.css, t.x, t.y, t.text) for t in figure.texts]
    assert {("0", 44), ("100", 94), ("300", 194), ("500", 294), ("600", 344)} == {
        (text.text, text.x) for text in figure.texts if text.y == 113
    }


def test_bars_leave_out_what_does_not_fit_and_keep_the_answer() -> None:
    crowded = (Segment("base", 0, 20, "20"), Segment("raise", 20, 40, "+20"), Segment("next", 40, 60, "+20"))
    figure = draw_bars((*crowded, Segment("yours", 40, 6000, "yours")), chips)
    totals = [text.text for text in figure.texts if text.y == 113]

    assert "60" in totals
    assert "6,000" in totals
    assert "40" not in totals
    assert "20" not in [text.text for text in figure.texts]


@pytest.mark.parametrize(
    ("terms", "answer", "caption"),
    [
        # the bet of 200 and a raise of the same size: TDA 2024 43-A
        (
            "blinds = [100, 200]",
            {"raise_to": 400},
            "From the bet of 200 the smallest raise is to 400; yours was to 500.",
        ),
        # with fixed limits a raise is by one bet, no more and no less
        (
            'limit = "fixed-limit"\nblinds = [100, 200]\nbets = [200, 400]',
            {"raise_to": 400},
            "From the bet of 200 the raise is to 400; yours was to 500.",
        ),
    ],
)
def test_a_raise_is_told_as_the_limit_has_it(terms: str, answer: dict[str, int], caption: str) -> None:
    kind = "fixed_limit" if "fixed" in terms else "min_raise"
    document = loads(
        terms + '\nseats = [{name = "A"}, {name = "B"}]\nbutton = "A"\nstreet = "flop"\nboard = "9c Kc 3h"'
        f'\nactions = "B bets 200"\nquestion = {{kind = "{kind}"}}'
    )
    [figure] = figures(document, play(document), {"raise_to": 500}, answer)

    assert figure.data["caption"] == caption


@pytest.mark.parametrize("kind", KINDS)
def test_one_drawing_does_for_all_whose_answer_it_does_not_show(kind: str) -> None:
    """It is kept with the explanation, which is the same for every learner: who answers right adds nothing to it."""
    document = drill_of(kind)
    examples, hand, answer = KINDS[kind].examples(document), play(document), KINDS[kind].solve(document).answer
    kept = figures(document, hand, answer, answer)
    raws = examples.right if shows_response(answer) else (*examples.right, *examples.wrong)
    responses = [KINDS[kind].parse(document, raw) for raw in raws]
    assert [figures(document, hand, response, answer) for response in responses] == [kept] * len(raws)
