"""What is owed before the next hand. Expected: rules.md A7 and its toggles, the JJ seed, table stakes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import parse_rules
from quizzes.kinds.posting import KIND, solve
from tests.kinds.asking_table import answered, keeps_its_promises, mistakes, refused, spot

CASH = {"new_player": "big-blind", "missed_blinds": "live-and-dead"}


def owed(reason: str, seats: str = "A B C D", player: str = "C", **keys: Any) -> Document:
    return spot("posting", seats, {"player": player, "reason": reason}, **keys)


@pytest.mark.parametrize(
    ("reason", "live", "dead"),
    [("new", 100, 0), ("missed-both", 100, 50), ("missed-big", 100, 0), ("missed-small", 0, 50)],
)
def test_in_a_cash_game_the_big_blind_is_live_and_the_small_blind_dead(reason: str, live: int, dead: int) -> None:
    assert answered(owed(reason, rules=CASH)) == {"live": live, "dead": dead}


@pytest.mark.parametrize("reason", ["new", "missed-both", "missed-big", "missed-small"])
def test_in_a_tournament_nothing_is_owed(reason: str) -> None:
    """Rules.md A7: new players are dealt in anywhere; the TDA asks for no missed blind."""
    document = owed(reason)
    assert answered(document) == {"live": 0, "dead": 0}
    assert {step.rule for step in solve(document).steps} == {"nothing-owed"}


def test_under_jj_a_newcomer_posts_a_big_blind_and_missed_blinds_are_let_go() -> None:
    """The JJ seed: the newcomer's blind is as much as the big blind."""
    assert answered(owed("new", rules="jj")) == {"live": 100, "dead": 0}
    assert answered(owed("missed-both", rules="jj")) == {"live": 0, "dead": 0}


@pytest.mark.parametrize(
    ("seats", "player", "live"),
    [("A B:60 C", "B", 60), ("A:30 B C", "A", 30), ("A:60 B C", "A", 50), ("A B C:70", "C", 70)],
)
def test_a_short_stack_posts_what_it_has(seats: str, player: str, live: int) -> None:
    """Table stakes: the small blind for the player in it, else the big blind."""
    assert answered(owed("short", seats, player)) == {"live": live, "dead": 0}


@pytest.mark.parametrize(
    ("reason", "stack"),
    [("missed-both", 149), ("missed-both", 70), ("missed-big", 99), ("new", 40), ("missed-small", 49)],
)
def test_a_stack_that_does_not_cover_what_is_owed_is_refused_at_its_seat(reason: str, stack: int) -> None:
    """Table stakes: nobody posts chips that they have not. At 50/100 both blinds are 150, and 150 suffice."""
    assert refused(owed(reason, f"A B C:{stack} D", rules=CASH)) == "seats[2].stack"
    needed = {"missed-both": 150, "missed-small": 50}.get(reason, 100)
    assert sum(answered(owed(reason, f"A B C:{needed} D", rules=CASH)).values()) == needed
    assert answered(owed(reason, f"A B C:{stack} D")) == {"live": 0, "dead": 0}


@pytest.mark.parametrize(
    ("document", "where"),
    [
        (owed("short"), "seats[2].stack"),
        (spot("posting", "A B", {"reason": "new"}), "question.player"),
        (replace(owed("new"), blinds=None), "blinds"),
    ],
)
def test_what_is_missing_is_said_at_its_place(document: Document, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        solve(document)
    assert error.value.where == where


@pytest.mark.parametrize(
    ("reason", "keys", "live", "dead", "mistake"),
    [
        ("missed-both", {"rules": CASH}, 150, 0, "both-live"),
        ("missed-both", {}, 100, 50, "as-in-cash"),
        ("missed-small", {"rules": CASH}, 50, 0, "small-blind-live"),
        ("short", {"seats": "A B:60 C D", "player": "B"}, 100, 0, "whole-blind"),
    ],
)
def test_a_wrong_post_names_the_mistake(reason: str, keys: dict[str, Any], live: int, dead: int, mistake: str) -> None:
    assert mistake in mistakes(KIND, owed(reason, **keys), {"live": live, "dead": dead})


@pytest.mark.parametrize("level", KIND.levels)
@pytest.mark.parametrize("rules", [{}, CASH], ids=["tournament", "cash"])
def test_a_drill_keeps_its_promises(rules: dict[str, str], level: int) -> None:
    keeps_its_promises(KIND, level, parse_rules({"base": "tda", **rules}))
