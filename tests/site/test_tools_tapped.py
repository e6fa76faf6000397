"""The table tools by taps alone: actions, cards and chips.

What is expected: the issue on table tools.
"""

from __future__ import annotations

import pytest
from django.test import Client

from quizzes.tools import chip_ruling
from quizzes.tools.base import Problems
from tests.site.pages import attribute, elements, text, with_attribute
from tests.site.test_tools import BETTING, fields, get


def tapped(client: Client, slug: str, typed: dict[str, str], *words: str) -> dict[str, str]:
    """What stands in the fields after the buttons with these words were pressed."""
    for word in words:
        page = get(client, slug, typed, htmx=True).content.decode()
        (button,) = [each for each in elements(page, "button") if text(each) == word][:1]
        typed = {**fields(page), attribute(button, "name") or "": attribute(button, "value") or ""}
        typed = fields(get(client, slug, typed, htmx=True).content.decode())
    return typed


def test_the_action_can_be_tapped(client: Client) -> None:
    # TDA 2024, 43-A: over a bet of 100 the smallest raise is to 200, over that one to 300.
    typed = tapped(
        client, "minimum-raise", BETTING, "Bet 100", "Raise to 200", "Raise to 300", "Fold", "Call 100", "Turn"
    )
    assert typed["a"] == "A bets 100, B raises to 200, C raises to 300, A folds, B calls, -- turn"
    assert tapped(client, "minimum-raise", typed, "Take back")["a"].endswith("A folds, B calls")
    sized = get(client, "minimum-raise", {**BETTING, "a": "A bets 100", "v": "1k", "tap": "v"}, htmx=True)
    assert {"a": "A bets 100, B raises to 1000", "v": ""}.items() <= fields(sized.content.decode()).items()


def test_cards_can_be_tapped_into_the_hand_that_is_next(client: Client) -> None:
    typed = {"n1": "A", "c1": "", "n2": "B", "c2": "2c 2d", "b": "9c Kc 3h"}
    dealt = tapped(client, "hand-reader", typed, "ace of spades A♠", "king of diamonds K♦", "nine of hearts 9♥")
    assert {"c1": "As Kd", "c2": "2c 2d", "b": "9c Kc 3h 9h"}.items() <= dealt.items()
    page = get(client, "hand-reader", dealt).content.decode()
    (used,) = with_attribute(page, "id", "deal-As")
    assert attribute(used, "disabled") is not None
    assert tapped(client, "hand-reader", dealt, "B anew", "two of hearts 2♥")["c2"] == "2h"


def test_chips_can_be_tapped(client: Client) -> None:
    assert tapped(client, "chip-ruling", BETTING, "500", "100", "100")["ch"] == "500, 100, 100"


@pytest.mark.parametrize(
    ("line", "pushed"),
    [
        ("500, 100", [500, 100]),
        ("1,000 1,000", [1000, 1000]),
        ("3x100 + 25", [100, 100, 100, 25]),
        ("5,25", [5, 25]),
        ("1.5k; 500", [1500, 500]),
    ],
)
def test_chips_are_read_one_by_one(line: str, pushed: list[int]) -> None:
    problems: Problems = {}
    table = chip_ruling.table({**BETTING, "ch": line}, problems)
    assert (table["pushed"]["chips"], problems) == (pushed, {})
