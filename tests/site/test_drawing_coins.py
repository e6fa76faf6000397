"""Chips that were pushed in, drawn one by one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from quizzes.drawing.coins import MOST, SIZE, draw_coins


def times(count: int) -> str:
    return f"x{count}"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((1000,), [(1000, "1000", 1, "")]),
        # scenario-format.md, pushed: the chips of a motion, in any order
        ((100, 500, 100), [(500, "500", 1, ""), (100, "100", 2, "x2")]),
        ((5000, 7), [(1000, "5000", 1, ""), (5, "7", 1, "")]),  # a colour for each of the five values and what is near
        ((2,), [(5, "2", 1, "")]),
        ((25,) * 9, [(25, "25", MOST, "x9")]),
    ],
)
def test_equal_chips_lie_together_and_are_counted(
    values: tuple[int, ...], expected: list[tuple[int, str, int, str]]
) -> None:
    row = draw_coins(values, str, times)

    assert [(coin.colour, coin.value, len(coin.places), coin.count) for coin in row.coins] == expected


def test_chips_of_different_values_do_not_touch_and_stay_inside() -> None:
    row = draw_coins((500, 500, 100, 25, 25, 25), str, times)
    ends = [(coin.places[0], coin.places[-1] + SIZE) for coin in row.coins]

    assert all(left > right for (_, right), (left, _) in pairwise(ends))
    assert row.width == ends[-1][1]
    assert row.height > SIZE > draw_coins((500,), str, times).height - 1
