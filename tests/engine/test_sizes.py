"""How much a bet or raise may be, size by size: units, levels and caps of fixed-limit, pot raises and their rounding.

What is expected: TDA 2024 43-A, 47-B, 48 and 54, and the toggles of houses that differ (rules, "Toggles").
"""

from __future__ import annotations

import pytest

from quizzes.engine import betting, sizes
from quizzes.engine.betting import Round, Terms
from quizzes.engine.rulesets import Ruleset, parse_rules, ruleset

TDA = ruleset("tda")


def house(**toggles: object) -> Ruleset:
    return parse_rules(toggles)


def standing(
    terms: Terms, bet: int = 100, full_bet: int = 100, last_raise: int = 100, totals: tuple[int, ...] = (100, 0, 0)
) -> Round:
    """A round of three with deep stacks."""
    return Round(terms, bet, last_raise, full_bet, totals, (None,) * 3, (True,) * 3, (None,) * 3)


FIXED = Terms(smallest_bet=100, limit="fixed-limit")


@pytest.mark.parametrize(
    ("toggle", "to", "level"),
    [
        ("add", 160, 160),
        ("complete", 160, 100),
        ("as-full", 160, 200),
        ("add", 200, 200),
        ("complete", 200, 200),
        ("as-full", 200, 200),
    ],
)
def test_after_an_all_in_of_half_a_unit_a_house_adds_completes_or_takes_it_for_full(
    toggle: str, to: int, level: int
) -> None:
    assert sizes.level_after(standing(FIXED), to, house(limit_after_short=toggle)) == level


def test_in_other_limits_the_next_raise_builds_on_the_bet() -> None:
    state = standing(Terms(smallest_bet=100))
    assert sizes.level_after(state, 160, house(limit_after_short="complete")) == 160


def test_a_player_who_has_acted_faces_half_a_bet_or_in_some_rooms_a_full_one() -> None:
    assert [sizes.reopens_from(100, house(limit_reopen=toggle)) for toggle in ("half-bet", "full-bet")] == [50, 100]
    assert sizes.reopens_from(25, TDA) == 13  # half of an odd unit is not enough


@pytest.mark.parametrize(("last_raise", "unit"), [(20, 20), (40, 40), (60, 40)])
def test_once_a_big_bet_was_made_it_is_the_unit(last_raise: int, unit: int) -> None:
    terms = Terms(smallest_bet=20, limit="fixed-limit", big_bet=40)
    assert sizes.limit_unit(standing(terms, last_raise=last_raise)) == unit
    assert sizes.largest_unit(standing(terms)) == 40


@pytest.mark.parametrize(("middle", "plain", "rounded"), [(10, 310, 325), (0, 300, 300), (25, 325, 325)])
def test_a_pot_raise_is_the_pot_after_the_call_and_live_games_round_it_up(
    middle: int, plain: int, rounded: int
) -> None:
    """A bet of 100 before a seat with nothing in: call 100, then as much again as the 200 and what was there."""
    state = standing(Terms(smallest_bet=25, limit="pot-limit", middle=middle, round_to=25))
    assert sizes.pot_to(state, 1, TDA) == plain
    assert sizes.pot_to(state, 1, house(pl_rounding="up")) == rounded


def test_only_other_limits_have_a_largest_raise() -> None:
    assert sizes.largest_to(standing(Terms(smallest_bet=100)), 1, TDA) is None
    assert sizes.largest_to(standing(Terms(smallest_bet=100, limit="pot-limit")), 1, TDA) == 300
    assert sizes.largest_to(standing(FIXED), 1, TDA) == 200


@pytest.mark.parametrize(
    ("toggle", "players", "most"), [("uncapped", 2, None), ("uncapped", 3, 4), ("capped", 2, 4), ("capped", 3, 4)]
)
def test_the_cap_is_lifted_heads_up_where_a_house_does_so(toggle: str, players: int, most: int | None) -> None:
    """A bet and three raises; TDA 2024 48 lifts it only for the last two of an event."""
    state = standing(FIXED._replace(players=players))
    assert sizes.most_raises(state, house(fl_cap=3, fl_cap_heads_up=toggle)) == most


@pytest.mark.parametrize(
    ("two_left", "raises", "most"), [(True, 4, None), (True, 5, None), (True, 3, 4), (False, 4, 4), (False, 3, 4)]
)
def test_the_cap_is_lifted_where_two_were_left_before_it_was_reached(
    two_left: bool, raises: int, most: int | None
) -> None:
    """RRoP 11, "Betting and raising" 4: a bet and three raises, but not once the action is heads-up before the last."""
    state = standing(FIXED._replace(players=3))._replace(two_left=two_left, raises=raises)
    assert sizes.most_raises(state, house(fl_cap=3, fl_cap_heads_up="two-left")) == most


@pytest.mark.parametrize(("middle", "two_left"), [(1000, True), (1, True), (0, True)])
def test_a_raise_notes_whether_two_players_had_chips(middle: int, two_left: bool) -> None:
    """RRoP 11, "Betting and raising" 3 and 4: players who are all-in or have folded don't count."""
    opened = betting.raise_to(betting.start((1000, middle, 1000), (True, True, True), FIXED, 2), 100, TDA)
    assert opened.two_left == (middle == 0)
    answered = betting.raise_to(opened if middle == 0 else betting.fold(opened), 200, TDA)
    assert answered.two_left == two_left


def test_short_all_ins_are_the_next_raise_where_a_house_sums_them() -> None:
    """A reading of WSOP 2021 97: from a full bet of 100 two short all-ins made it 220, so the next adds 120."""
    units = []
    for rules in (house(reopened_unit="sum"), TDA):
        opened = standing(Terms(smallest_bet=100))._replace(stacks=(None, 160, 220), turn=1)
        shorts = betting.raise_to(betting.raise_to(opened, 160, rules), 220, rules)
        units.append(sizes.raise_unit(shorts, rules))
    assert units == [120, 100]


def test_after_an_all_in_of_just_half_a_unit_no_other_below_the_level_counts() -> None:
    """TDA 2024 47-B with houses that complete: 150 over 100 counts, and 180 goes only further towards 200."""
    rules = house(limit_after_short="complete")
    opened = standing(FIXED)._replace(stacks=(None, 150, 180), turn=1)
    half = betting.raise_to(opened, 150, rules)
    assert betting.raise_to(half, 180, rules).raises == half.raises == opened.raises + 1
