"""Numbers as people type them. What each means is told by the issue on feedback, "Numbers"."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from quizzes.kinds.typed import Unclear, read_chips, readings
from quizzes.wording.numbers import chips


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0", 0),
        ("500", 500),
        (" 500 ", 500),
        ("500.0", 500),
        ("500.00", 500),
        ("1,000", 1000),
        ("1.500", 1500),
        ("1 000", 1000),
        ("1\u00a0000", 1000),
        ("1\u202f000", 1000),
        ("1'000", 1000),
        ("1’000", 1000),
        ("12,345,678", 12_345_678),
        ("12.345.678", 12_345_678),
        ("1,234.0", 1234),
        ("1.234,0", 1234),
        ("1k", 1000),
        ("1 k", 1000),
        ("1K", 1000),
        ("2.5k", 2500),
        ("2,5k", 2500),
        ("1.25k", 1250),
        ("1m", 1_000_000),
        ("3萬", 30_000),
        ("1.5万", 15_000),
        ("２５０", 250),
        ("１，０００", 1000),
    ],
)
def test_a_number_is_read_as_it_is_meant(text: str, amount: int) -> None:
    assert read_chips(text) == amount


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [("1.000", 1, 1000), ("20.000", 20, 20_000), ("1.500k", 1500, 1_500_000), ("7.000", 7, 7000)],
)
def test_what_can_be_read_in_two_ways_is_asked_back(text: str, one: int, other: int) -> None:
    with pytest.raises(Unclear) as unclear:
        read_chips(text)
    assert unclear.value.readings == (one, other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-5",
        "all",
        "1.5",
        "0.5k2",
        "1,00",
        "1,0000",
        "1 00",
        "12,34",
        "1..5",
        "1,000,00",
        "1e3",
        "٠x",
        "5 5",
        "k",
        ".5",
    ],
)
def test_what_is_no_whole_number_of_chips_is_refused(text: str) -> None:
    assert readings(text) == ()
    with pytest.raises(ValueError):  # noqa: PT011 - its text is the learner's own
        read_chips(text)


def test_a_number_without_end_is_refused_at_once() -> None:
    assert readings("9" * 10_000) == ()


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES] + ["ms", "zh-hant"])
@given(amount=st.integers(0, 10**12))
def test_what_the_site_writes_it_reads(language: str, amount: int) -> None:
    with translation.override(language):
        assert read_chips(chips(amount)) == amount


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    assert all(amount >= 0 for amount in readings(text))
