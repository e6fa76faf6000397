"""What points come to and who passes by them: issue 8, "Exams", "never decided on a rounded figure"."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.site.exams import table
from trainer.certification.plans import load
from trainer.certification.scores import Marked, Score, Sheet, cut, decide, mixed, score, total

PLAN = table(
    pass_mark=80,
    performance={"weight": 20, "parts": [{"name": {"en": "Pitching"}, "marks": 10}]},
    sections=[
        {"name": {"en": "A"}, "must_pass": True, "pass_mark": 50, "items": [{"kind": "min_raise", "count": 1}]},
        {"name": {"en": "B"}, "items": [{"kind": "reopen", "count": 1}]},
    ],
)


@pytest.mark.parametrize(
    ("section_a", "section_b", "sheet", "passed"),
    [
        ((800, 1000), (0, 0), None, True),  # 80 % of 80 %
        ((799, 1000), (0, 0), None, False),  # 79.9 %, which rounds to 80
        ((49, 100), (900, 900), None, False),  # 94.9 % in all, but 49 % of what must be passed
        ((50, 100), (900, 900), None, True),
        ((800, 1000), (0, 0), Sheet(8, 10), True),  # 64 + 16 = 80
        ((799, 1000), (0, 0), Sheet(8, 10), False),  # 63.92 + 16 = 79.92
        ((760, 1000), (0, 0), Sheet(10, 10), True),  # 60.8 + 20 = 80.8
        ((749, 1000), (0, 0), Sheet(10, 10), False),  # 59.92 + 20 = 79.92
    ],
)
def test_who_passes_is_decided_in_whole_numbers(
    section_a: tuple[int, int], section_b: tuple[int, int], sheet: Sheet | None, passed: bool
) -> None:
    rows = [Marked(0, *section_a), Marked(1, *section_b)]
    assert decide(load(PLAN), rows, sheet).passed is passed


def test_where_each_question_is_worth_a_point_forms_with_more_parts_are_out_of_the_same_points() -> None:
    plan = load(table(marking="questions"))
    few = [Marked(0, 1, 1), Marked(0, 2, 3), Marked(1, 0, 1)]
    many = [Marked(0, 5, 5), Marked(0, 4, 6), Marked(1, 0, 7)]
    assert score(plan, few) == score(plan, many) == Score(Fraction(5, 3), 3)
    assert total(plan, few) == Fraction(500, 9)
    by_parts = load(table())  # as exams of before there was a choice
    assert (score(by_parts, few), score(by_parts, many)) == (Score(Fraction(3), 5), Score(Fraction(9), 18))


def test_a_third_of_a_point_short_of_the_mark_is_no_pass() -> None:
    plan = load(table(marking="questions", pass_mark=80, sections=PLAN["sections"][1:]))
    almost = [Marked(0, 1, 1)] * 3 + [Marked(0, 2, 3), Marked(0, 0, 1)]  # 3 2/3 of 5; 4 of 5 are 80 %
    assert not decide(plan, almost).passed
    assert decide(plan, [*almost[:3], Marked(0, 3, 3), almost[4]]).passed


def test_the_total_is_the_written_part_and_the_sheet_by_the_sheets_weight() -> None:
    plan = load(PLAN)
    assert total(plan, [Marked(0, 2, 3)], Sheet(9, 10)) == Fraction(2 * 80, 3) + Fraction(9 * 20, 10)


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(3), "3"), (Fraction(7, 3), "2\N{NO-BREAK SPACE}1/3"), (Fraction(2, 3), "2/3"), (Fraction(0), "0")],
)
def test_an_exact_number_is_written_as_people_write_it(number: Fraction, text: str) -> None:
    assert mixed(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(80), "80"), (Fraction(79999, 1000), "79.99"), (Fraction(133, 2), "66.50"), (Fraction(1, 300), "0.00")],
)
def test_a_number_to_be_read_is_cut_off_after_two_decimals_and_never_rounded_up(number: Fraction, text: str) -> None:
    assert cut(number) == text
