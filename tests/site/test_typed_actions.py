"""Actions and declarations typed in any of the site's languages.

What is expected: the notation of the scenario format for each word of the site's glossary (the lesson on words of the
table), and that what the log prints can be typed back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from quizzes.engine.hand import frames
from quizzes.engine.notation import parse
from quizzes.wording.log import log
from quizzes.wording.typed_actions import SAYINGS, actions_in_notation, declaration_in_notation
from tests.site.pages import attribute, elements, with_attribute
from tests.site.test_tools import BETTING, fields, said

LANGUAGES = [code for code, _name in settings.LANGUAGES]
FOUR = [{"name": name, "stack": 9000} for name in ("Ana", "Big Al", "陳", "D")]
STUD = [{"name": name, "cards": card, "stack": 900} for name, card in (("A", "9c"), ("B", "2d"), ("C", "Kh"))]
STUD_TERMS = {"game": "stud", "limit": "fixed-limit", "bets": [20, 40], "ante": 2, "bring_in": 5, "street": "third"}

HANDS: tuple[dict[str, Any], ...] = (
    {
        **{"seats": FOUR, "blinds": [50, 100]},
        "actions": "陳 calls, D raises by 1400, Ana folds, Big Al all-in, 陳 folds, D calls",
    },
    {
        **{"seats": FOUR, "blinds": [50, 100], "street": "flop", "board": "2c 7d Kh"},
        "actions": "Ana checks, Big Al bets 1500, 陳 raises to 4000, D folds, Ana folds, Big Al calls, -- turn 5s, "
        "Big Al all-in, 陳 calls, Big Al shows, 陳 mucks",
    },
    {"seats": FOUR, "blinds": [50, 100], "actions": "D posts 100, 陳 folds, D checks, Ana folds, Big Al checks"},
    {
        **{"game": "27td", "seats": FOUR, "blinds": [50, 100], "street": "draw1"},
        "actions": "Ana draws 2, Big Al stands pat, 陳 draws 1, D draws 3, Ana checks, Big Al bets 1500, D is mucked",
    },
    {**STUD_TERMS, "seats": STUD, "actions": "B brings in 5, C completes to 20, A calls"},
    {
        **{"seats": FOUR, "blinds": [50, 100], "actions": "陳 calls, Ana (out of turn) raises to 800, D folds"},
        "question": {"kind": "out_of_turn", "player": "Ana"},
    },
)
"""Every verb of the scenario format."""


def printed(table: dict[str, Any]) -> Iterator[str]:
    """The log's lines of actions and later streets, as they stand on a page."""
    for line in log(parse(table)):
        if line.moment and not line.now:
            yield " ".join(filter(None, (line.text, line.amount, *line.cards)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.get("game", hand["actions"][:7]))
def test_a_log_that_the_site_prints_can_be_typed_back(language: str, hand: dict[str, Any]) -> None:
    table = {"question": {"kind": "legal_actions"}, **hand}
    with override(language):
        line = ", ".join(printed(table))
    names = [seat["name"] for seat in table["seats"]]
    again = parse({**table, "actions": actions_in_notation(line, names)})
    assert [each.round for each in frames(again)] == [each.round for each in frames(parse(table))], line


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("A raise hingga 300", "A raises to 300"),
        ("a naikkan ke 300", "A raises to 300"),
        ("A raise sebanyak 200", "A raises by 200"),
        ("A bertaruh 1,500, B call 1,500", "A bets 1500, B calls"),
        ("A加注到 300，B跟注；C棄牌", "A raises to 300, B calls, C folds"),
        ("A 加注額 200、B 全押", "A raises by 200, B all-in"),
        ("A 讓牌，B 看牌，C 押注 100", "A checks, B checks, C bets 100"),
        ("A 下注 100，B 跟注，C 蓋牌，轉牌 5s", "A bets 100, B calls, C folds, -- turn 5s"),
        ("A bets 100, -- turn, B checks", "A bets 100, -- turn, B checks"),
        ("A加注 300", "A加注 300"),
        ("X加注到 300", "X加注到 300"),
        ("Turn bets 100", "Turn bets 100"),
    ],
)
def test_words_of_the_glossary_are_actions(typed: str, notation: str) -> None:
    """A raise without its “to” or “by” is left as it is, to be asked for, as in English; so is who is not there."""
    assert actions_in_notation(typed, ["A", "B", "C", "Turn"]) == notation


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("加注 2,400", "raise to 2400"),  # TDA 2024 43-B: "raise" and a number name the total
        ("全下！", "all-in"),
        ("下注 500", "bet 500"),
        ("棄牌", "fold"),
        ("naikkan ke 2400", "raise to 2400"),
        ("semua masuk", "all-in"),
        ("raise to 2,400", "raise to 2,400"),
    ],
)
def test_words_of_the_glossary_are_declarations(typed: str, notation: str) -> None:
    assert declaration_in_notation(typed) == notation


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_offered_to_be_said_is_the_same_in_every_language(client: Client, language: str) -> None:
    assert tuple(map(declaration_in_notation, SAYINGS[language])) == SAYINGS["en"]
    prefix = "" if language == "en" else f"/{language}"
    page = client.get(f"{prefix}/tools/chip-ruling/").content.decode()
    (offered,) = with_attribute(page, "id", "sayings")
    assert tuple(attribute(option, "value") for option in elements(offered, "option")) == SAYINGS[language]


def test_a_tool_answers_what_is_typed_in_another_language_and_leaves_it_in_its_field(client: Client) -> None:
    """The address brings the same answer in every language: TDA 2024 43-A, over 300 after 100 the least is to 500."""
    typed = {**BETTING, "a": "A下注 100，B加注到 300"}
    page = client.get("/tools/minimum-raise/", typed).content.decode()
    assert "500" in said(page)
    assert fields(page)["a"] == typed["a"]
    ruled = client.get("/tools/chip-ruling/", {**BETTING, "a": "A 下注 100", "y": "加注到 400"}).content.decode()
    assert said(ruled) == "B raises to 400"
    (field,) = with_attribute(ruled, "id", "y")
    assert attribute(field, "value") == "加注到 400"
