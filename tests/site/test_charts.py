"""The drawings of the progress page: weeks, days, kinds and levels (issues 3 and 5)."""

from __future__ import annotations

import pytest

from quizzes.drawing.charts import Bar, draw_calendar, draw_kinds, draw_stack, draw_weeks, scale_of
from quizzes.drawing.figure import DIGIT
from quizzes.drawing.geometry import cells
from quizzes.models.skills import LONGEST


def test_the_line_goes_through_the_weeks_with_answers_at_their_height() -> None:
    figure = draw_weeks([None, 0, 100, None, 50], ["1", "2", "3", "4", "5"])
    (line,) = [path.d for path in figure.paths if path.css == "line-mark"]
    points = [tuple(map(float, point.split())) for point in line[1:].split("L")]
    assert [y for _, y in points] == [150, 18, 84], "nothing right on the floor, all right at the top, half between"
    steps = [x for x, _ in points]
    assert steps[2] - steps[1] == pytest.approx(2 * (steps[1] - steps[0]), abs=0.2)
    assert [text.text for text in figure.texts if text.css == "strong start"] == ["50"]
    assert len(figure.shapes) == 3
    assert [text.text for text in figure.texts if text.css == "soft"] == ["5", "2"]


def test_every_text_of_a_line_is_within_the_drawing() -> None:
    for top, value in ((600, LONGEST), (100, 100), (200, 126)):
        figure = draw_weeks([None, 0, value], ["1", "2", "3"], top)
        [last] = [text for text in figure.texts if text.css == "strong start"]
        assert last.x + cells(last.text) * DIGIT <= figure.width


def test_a_bar_is_as_long_as_its_share_and_a_name_never_leaves_the_drawing() -> None:
    figure = draw_kinds(
        [Bar("All", 100, "100 %"), Bar("Half", 50, "50 %"), Bar("None", 0, "0 %"), Bar("x" * 90, 1, "1 %")]
    )
    lengths = [shape.outline.width for shape in figure.shapes]
    full = lengths[0]
    assert lengths == [full, full, full, full / 2, full, full, pytest.approx(full / 100, abs=0.1)]
    assert len(next(text.text for text in figure.texts if text.text.startswith("x"))) < 50


def test_a_scale_of_seconds_ends_at_a_round_number_that_holds_them_all() -> None:
    assert [scale_of(values) for values in ([], [None, 9], [10], [11, None], [LONGEST])] == [10, 10, 10, 20, 600]
    (line,) = [path.d for path in draw_weeks([0, 30, 60], ["1", "2", "3"], 60).paths if path.css == "line-mark"]
    assert [float(point.split()[1]) for point in line[1:].split("L")] == [150, 84, 18]


def test_a_day_fills_the_more_of_its_square_the_more_was_answered() -> None:
    figure = draw_calendar([[0, 1, 4], [9, None, None]], ["Mon", "Tue", "Wed"], ["4 May", "11 May"])
    sides = [shape.outline.width for shape in figure.shapes if shape.css == "day-mark"]
    assert sides == [10, 14, 18]  # 6 to 18, by the root of the share of the most: 1/3, 2/3, 1
    (ground,) = figure.paths
    assert ground.d.count("M") == 4
    (now,) = [shape.outline for shape in figure.shapes if shape.css == "day-now"]
    assert (now.x, now.y) == (58, 18), "the second week's first day"
    assert {text.text for text in figure.texts} == {"Mon", "Wed", "11 May"}


@pytest.mark.parametrize("level", range(6))
def test_a_stack_holds_a_chip_for_each_level_from_the_table_up(level: int) -> None:
    stack = draw_stack(level)
    assert [chip.held for chip in stack] == [True] * level + [False] * (5 - level)
    assert [chip.y for chip in stack] == sorted((chip.y for chip in stack), reverse=True)
