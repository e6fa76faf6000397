"""The same spot under other names or suits is one drill; expectations follow from what makes two spots the same."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.fingerprint import fingerprint

SPOT: dict[str, Any] = {
    "seats": [{"name": "Ann", "cards": "Kd Qd"}, {"name": "Bo", "cards": "As Ac"}, {"name": "Cy", "cards": "7h ??"}],
    "button": "Bo",
    "blinds": [50, 100],
    "street": "flop",
    "board": "Td 9s 2c",
    "actions": "Cy bets 200, Ann calls, Bo raises to 600",
    "question": {"kind": "min_raise", "player": "Cy"},
}

SAME: dict[str, dict[str, Any]] = {
    "other names": {
        "seats": [{"name": "X", "cards": "Kd Qd"}, {"name": "Y", "cards": "As Ac"}, {"name": "Z", "cards": "7h ??"}],
        "button": "Y",
        "actions": "Z bets 200, X calls, Y raises to 600",
        "question": {"kind": "min_raise", "player": "Z"},
    },
    "another seat told first": {
        "seats": [{"name": "Cy", "cards": "7h ??"}, {"name": "Ann", "cards": "Kd Qd"}, {"name": "Bo", "cards": "As Ac"}]
    },
    "other suits": {
        "seats": [
            {"name": "Ann", "cards": "Kh Qh"},
            {"name": "Bo", "cards": "Ac Ad"},
            {"name": "Cy", "cards": "7s ??"},
        ],
        "board": "Th 9c 2d",
    },
    "a hand's cards the other way round": {
        "seats": [{"name": "Ann", "cards": "Qd Kd"}, {"name": "Bo", "cards": "Ac As"}, {"name": "Cy", "cards": "7h ??"}]
    },
    "the flop in another order": {"board": "2c Td 9s"},
    "a title": {"title": "A raise on the flop", "tags": ["flop"], "level": 2},
}

OTHER: dict[str, dict[str, Any]] = {
    "another amount": {"actions": "Cy bets 200, Ann calls, Bo raises to 700"},
    "another button": {"button": "Cy", "actions": "Ann bets 200, Bo calls, Cy raises to 600"},
    "another rank": {"board": "Jd 9s 2c"},
    "a flush draw less": {"board": "Th 9s 2c"},
    "another player asked": {"question": {"kind": "min_raise", "player": "Ann"}},
    "a control": {"question": {"kind": "min_raise", "player": "Cy", "control": "raise-by"}},
}


@pytest.mark.parametrize("change", SAME)
def test_a_spot_keeps_its_fingerprint_under(change: str) -> None:
    assert fingerprint(parse(SPOT | SAME[change])) == fingerprint(parse(SPOT))


@pytest.mark.parametrize("change", OTHER)
def test_a_spot_is_another_with(change: str) -> None:
    assert fingerprint(parse(SPOT | OTHER[change])) != fingerprint(parse(SPOT))


STUD: dict[str, Any] = {
    "game": "stud",
    "limit": "fixed-limit",
    "bets": [10, 20],
    "seats": [
        {"name": "Ann", "cards": "(2c 3d) 4h 5s"},
        {"name": "Bo", "cards": "(?? ??) 9c Td"},
    ],
    "button": "Bo",
    "street": "fourth",
    "question": {"kind": "action_order", "street": "fourth"},
}


def test_a_stud_hands_hidden_cards_come_in_any_order_and_its_open_ones_in_that_of_their_streets() -> None:
    def dealt(cards: str) -> str:
        return fingerprint(parse(STUD | {"seats": [{"name": "Ann", "cards": cards}, STUD["seats"][1]]}))

    assert dealt("(3d 2c) 4h 5s") == fingerprint(parse(STUD))
    assert dealt("(2c 3d) 5s 4h") != fingerprint(parse(STUD))


@pytest.mark.parametrize("suits", ["".join(order) for order in permutations("cdhs")])
def test_whatever_suits_change_places_the_spot_is_the_same(suits: str) -> None:
    text = json.dumps(SPOT)
    for rank in "23456789TJQKA":
        text = re.sub(f"{rank}([cdhs])\\b", lambda found: found[0][0] + suits["cdhs".index(found[1])], text)
    assert fingerprint(parse(json.loads(text))) == fingerprint(parse(SPOT))


def test_houses_that_share_a_pool_share_its_fingerprints() -> None:
    spot = parse(SPOT)
    assert fingerprint(replace(spot, rules=ruleset("jj"))) == fingerprint(spot)


def test_what_was_put_in_and_the_order_of_hands_are_told_by_seats_not_names() -> None:
    tables = [
        {
            "seats": [{"name": name} for name in names],
            "put_in": dict(zip(names, (100, 250, 250), strict=True)),
            "folded": [names[0]],
            "order": [[names[first], names[3 - first]]],
            "question": {"kind": "awards"},
        }
        for names, first in ((["A", "B", "C"], 1), (["C", "A", "B"], 2))
    ]
    one, other = (fingerprint(parse(table)) for table in tables)
    assert one == other
