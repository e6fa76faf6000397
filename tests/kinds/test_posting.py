"""What is owed before the next hand. Expected: rules.md A7 and its toggles, the JJ seed, table stakes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.posting import post
from quizzes.engine.rulesets import parse_rules
from quizzes.kinds.posting import KIND, solve
from quizzes.wording import step_text
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


OWED = {"new": (100, 0), "missed-both": (100, 50), "missed-big": (100, 0), "missed-small": (0, 50)}
"""Live and dead at 50/100 where both toggles ask for it (rules.md A7)."""


@pytest.mark.parametrize("reason", OWED)
@pytest.mark.parametrize("seats", ["A B C D", "A B", "(A) B C D"])
def test_what_is_owed_goes_by_the_reason_wherever_the_player_sits(reason: str, seats: str) -> None:
    """The format's line on `posting`: what is owed before the next hand, for a reason; a seat is no reason."""
    for name in "ABCD" if seats == "A B C D" else seats.replace("(A) ", "").split():
        document = owed(reason, seats, name, button="A", rules=CASH)
        assert tuple(answered(document).values()) == OWED[reason]


@pytest.mark.parametrize("reason", OWED)
@pytest.mark.parametrize(
    ("seats", "waiting"), [("A B C D", "AB"), ("A B", "A"), ("(A) B C D", "B")], ids=["table", "heads-up", "dead"]
)
def test_by_roberts_rules_it_is_owed_once_the_button_has_passed(reason: str, seats: str, waiting: str) -> None:
    """RRoP 11, button and blind use: A has the button, whose seat may be empty, and the next player the small blind;
    heads-up A has both. TDA 2024 10 deals newcomers in anywhere.
    """
    for name in seats.replace("(A) ", "").split():
        document = owed(reason, seats, name, button="A", rules="rrop")
        new = reason == "new" and parse_rules("rrop")["new_player"] == "none"
        assert tuple(answered(document).values()) == ((0, 0) if new else OWED[reason])
        told = " ".join(step_text(step) for step in solve(document).steps)
        assert (f"{name} waits until the button, now at A, has passed" in told) == (name in waiting and not new)
        assert "waits until" not in step_text(solve(owed(reason, seats, name, button="A")).steps[0])


def test_a_house_with_rules_of_its_own_lets_in_wherever_it_asks_for_a_blind() -> None:
    """Rules.md A7: a newcomer posts the big blind; none of these houses says that somebody has to wait."""
    assert [answered(owed("new", "A B C D", name, button="A", rules="jj"))["live"] for name in "ABCD"] == [100] * 4


def test_who_posts_in_a_tournament_as_in_a_cash_game_is_named_though_the_chips_do_not_suffice() -> None:
    """Rules.md A7: under the TDA nothing is owed; a cash game asks for 100 live and 50 dead, of which D has 140."""
    document = owed("missed-both", "A B C D:140", "D", button="A")
    assert answered(document) == {"live": 0, "dead": 0}
    assert mistakes(KIND, document, {"live": 100, "dead": 50}) == ("as-in-cash",)


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
    ("seats", "player", "keys"),
    [
        ("A:60 B C", "A", {}),
        ("A:50 B C", "A", {}),
        ("A B:100 C", "B", {}),
        ("A B C:500", "C", {}),
        ("A B:110 C", "B", {"ante": 10}),
        ("A B:200 C", "B", {"ante": 100, "ante_by": "big-blind"}),
        ("A:50 B C", "A", {"ante": 100, "ante_by": "big-blind"}),
    ],
)
def test_a_stack_that_covers_what_falls_due_posts_the_whole_blind(
    seats: str, player: str, keys: dict[str, Any]
) -> None:
    """At 50/100 the small blind A owes 50 and the big blind B 100, and each an ante only where it antes (A7).

    An ante for the whole table is dead money (rules.md A1).
    """
    dead = 100 if player == "B" and keys.get("ante_by") == "big-blind" else 0
    assert answered(owed("short", seats, player, **keys)) == {"live": 50 if player == "A" else 100, "dead": dead}


@pytest.mark.parametrize(
    ("ante", "ante_by", "order", "player", "stack", "live"),
    [
        (10, "all", "ante-first", "C", 105, 95),
        (10, "all", "blind-first", "C", 105, 100),
        (10, "all", "ante-first", "B", 55, 45),
        (10, "all", "ante-first", "C", 6, 0),
        (10, "all", "ante-first", "A", 90, 80),
        (100, "big-blind", "ante-first", "C", 130, 30),
        (100, "big-blind", "blind-first", "C", 130, 100),
        (100, "big-blind", "ante-first", "C", 100, 0),
        (100, "big-blind", "ante-first", "B", 30, 30),
    ],
)
def test_an_ante_that_comes_first_leaves_the_rest_for_the_blind(
    ante: int, ante_by: str, order: str, player: str, stack: int, live: int
) -> None:
    """Rules.md A7 and short_blind-007 to -009: the order is the house's. B is the small and C the big blind here.

    An ante for the whole table is dead money (rules.md A1): all of C's 130 or 100 goes in, for the blind or the ante.
    """
    toggle = "ante_order" if ante_by == "all" else "bb_ante_order"
    seats = " ".join(f"{name}:{stack}" if name == player else name for name in "ABC")
    keys = {"button": "A", "ante": ante, "ante_by": ante_by, "rules": {"base": "tda", toggle: order}}
    document = owed("short", seats, player, **keys)
    dead = stack - live if ante_by == "big-blind" and player == "C" else 0
    assert answered(document) == {"live": live, "dead": dead}
    antes = ante if ante_by == "all" or player == "C" else 0
    if player != "A":
        hand = replace(document, question=replace(document.question, kind="legal_actions"))
        assert post(hand).round.totals[document.index(player)] == live
        assert post(hand).dead[document.index(player)] == dead
    told = [step.out["blind_paid"] for step in solve(document).steps if "blind_paid" in step.out]
    assert told == ([live] if antes and order == "ante-first" else [])


@pytest.mark.parametrize(("stack", "where"), [(159, "seats[2].stack"), (160, None)])
def test_an_ante_is_paid_besides_the_missed_blinds(stack: int, where: str | None) -> None:
    """Table stakes: 100 live, 50 dead and an ante of 10 are 160."""
    document = owed("missed-both", f"A B C:{stack} D", rules=CASH, ante=10)
    if where:
        assert refused(document) == where
    else:
        assert answered(document) == {"live": 100, "dead": 50}


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
    with pytest.raises(DocumentError) as error:
        solve(owed(reason, f"A B C:{stack} D", rules=CASH))
    assert error.value.message == f"C has {stack}, which does not cover the {needed} that they owe"


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
