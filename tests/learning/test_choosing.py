"""What is asked next, and the reason (issue 5, "What to ask next"): each rule alone, their order, and long practice."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest

from quizzes.learning.choosing import Asked, Next, Offer, Situation, choose, diagnose
from quizzes.learning.habits import Evidence, Habits
from quizzes.learning.mastery import Mastery
from quizzes.learning.memory import Card
from quizzes.learning.ratings import PRIOR_DIFFICULTIES, Rating
from quizzes.learning.skills import Skill, SureMiss
from tests.learning.seats import DAY, START, Seat
from tests.learning.simulated import Modelled, shapes, world

NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)
TODAY = NOW.date()
TRAPS = {"double": (2, 3), "call": (4, 5)}


def card(due: date) -> Card:
    return Card(5, 5, due, due - timedelta(days=5))


LATER = card(TODAY + timedelta(days=3))
KNOWN = Skill(Rating(0.0, 9), tries=5, right=4, card=LATER)
MASTERED = replace(KNOWN, mastery=Mastery(NOW - 3 * DAY, NOW - DAY))
DUE = replace(MASTERED, card=card(TODAY))
HELD = replace(
    KNOWN, habits=Habits({"double": Evidence(3.0, 3, 2, 0, True)}, (("double",), ("double",), (), ("double",)))
)
SURE = replace(KNOWN, sure_miss=SureMiss(NOW - DAY, 4, ("call",)))


def offers(*names: str) -> list[Offer]:
    return [Offer(name, 0.02, PRIOR_DIFFICULTIES, shows=TRAPS) for name in names]


def situation(skills: dict[str, Skill], recent: str = "", **more: Any) -> Situation:
    """The skills are offered, in their order; `recent` are skills of one letter, those missed as capitals."""
    asked = [Asked(name.lower(), name.islower()) for name in recent]
    return Situation(skills, more.pop("offers", offers(*skills)), more.pop("asked", asked), NOW, "seed", **more)


def chosen(skills: dict[str, Skill], recent: str = "", **more: Any) -> tuple[str, str]:
    found = choose(situation(skills, recent, **more))
    return found.skill, found.reason.id


def test_the_reasons_come_in_their_order() -> None:
    fresh: dict[str, Any] = {"offers": offers("a", "b", "c", "d", "e")}
    waiting = replace(KNOWN, mastery=Mastery(NOW - DAY))
    skills = {"a": SURE, "b": HELD, "c": DUE, "d": waiting}
    found = []
    for name in "abcd":
        found.append(chosen(skills, **fresh))
        del skills[name]
    assert found == [("a", "sure-but-wrong"), ("b", "habit"), ("c", "due"), ("d", "again")]
    assert chosen({}, **fresh) == ("a", "new")


def test_nothing_is_chosen_where_nothing_is_offered() -> None:
    with pytest.raises(ValueError, match="nothing"):
        choose(situation({}))


def test_what_was_sure_but_wrong_comes_back_on_its_level_with_its_misconception() -> None:
    earlier = replace(SURE, sure_miss=SureMiss(NOW - 2 * DAY, 2, ("unknown",)))
    assert chosen({"a": SURE, "b": earlier}) == ("b", "sure-but-wrong")
    found = choose(situation({"a": SURE, "b": KNOWN}))
    assert (found.level, found.misconception) == (4, "call")
    assert found.reason.data == {"at": (NOW - DAY).isoformat()}


def test_a_flagged_misconception_is_asked_on_a_level_that_shows_it_with_its_share_of_the_misses() -> None:
    found = choose(situation({"a": replace(HELD, ability=Rating(9.0, 9)), "b": KNOWN}))
    assert (found.skill, found.level, found.misconception) == ("a", 3, "double")
    assert found.reason.data == {"misconception": "double", "times": 3, "misses": 4}


def test_diagnostic_spots_come_at_most_twice_in_a_row() -> None:
    twice = [Asked("a", True, "habit"), Asked("b", True, "habit")]
    assert chosen({"a": HELD, "b": KNOWN}, asked=twice[:1]) == ("a", "habit")
    assert chosen({"a": HELD, "b": HELD, "c": KNOWN}, asked=twice)[1] == "weakest"


def test_the_longest_due_comes_first_as_far_as_the_cap_lets_it() -> None:
    longer = replace(DUE, card=card(TODAY - timedelta(days=2)))
    found = choose(situation({"a": DUE, "b": longer}))
    assert (found.skill, found.reason.data) == ("b", {"since": "2026-05-11"})
    assert chosen({"a": DUE, "b": longer}, cap=0)[1] == "kept"


def test_what_is_due_waits_for_another_question_after_two_of_its_skill() -> None:
    assert chosen({"a": DUE, "b": KNOWN}, "aa") == ("b", "weakest")


def test_a_skill_just_begun_is_repeated_until_its_first_success_at_most_three_times() -> None:
    for tries, expected in ((1, ("a", "new")), (2, ("a", "new")), (3, ("b", "weakest"))):
        skills = {"a": Skill(tries=tries, misses=tries), "b": KNOWN}
        assert chosen(skills, "A" * tries) == expected
    assert chosen({"a": Skill(tries=1, right=1), "b": KNOWN}, "a") == ("b", "weakest")


def test_after_a_miss_comes_what_the_skill_is_confused_with_and_not_to_and_fro() -> None:
    skills = dict.fromkeys("abc", KNOWN)
    found = choose(situation(skills, "cA", pairs=[("b", "a")]))
    assert (found.skill, found.reason.id, found.reason.data) == ("b", "confused", {"other": "a"})
    assert chosen(skills, "AB", pairs=[("b", "a")]) == ("c", "weakest")
    assert chosen({**skills, "b": Skill(tries=3)}, "cA", pairs=[("b", "a")])[1] != "confused"


def test_confusable_skills_in_hand_are_mixed() -> None:
    skills = {"a": KNOWN, "b": KNOWN, "c": replace(KNOWN, ability=Rating(-3.0, 9))}
    found = choose(situation(skills, "ca", pairs=[("a", "b")]))
    assert (found.skill, found.reason.id, found.reason.data) == ("b", "mixed", {"other": "a"})


def test_what_one_right_answer_makes_mastered_is_asked_on_a_level_that_counts() -> None:
    waiting = replace(KNOWN, mastery=Mastery(NOW - DAY))
    found = choose(situation({"a": KNOWN, "b": waiting}, "a"))
    assert (found.skill, found.reason.id, found.level) == ("b", "again", 3)
    fresh = replace(KNOWN, mastery=Mastery(NOW - DAY + timedelta(minutes=1)))
    assert chosen({"a": KNOWN, "b": fresh}, "b") == ("a", "weakest")


def test_otherwise_it_is_the_skill_furthest_from_mastery_but_for_the_last_ones() -> None:
    skills = {name: replace(KNOWN, ability=Rating(value, 9)) for name, value in zip("abcde", range(5), strict=True)}
    assert chosen(skills, "") == ("a", "weakest")
    assert chosen(skills, "a") == ("b", "weakest")
    assert chosen(skills, "abc") == ("d", "weakest")
    assert chosen({**skills, "a": MASTERED}) == ("b", "weakest")


def test_skills_are_begun_in_the_order_of_the_offer_while_fewer_than_four_are_in_hand() -> None:
    more: dict[str, Any] = {"offers": offers("a", "b", "c", "x", "y")}
    three = dict.fromkeys("abc", KNOWN)
    assert chosen(three, "a", **more) == ("x", "new")
    assert chosen({**three, "x": KNOWN}, "a", **more)[1] == "weakest"
    assert chosen({**three, "x": MASTERED}, "a", **more) == ("y", "new")
    assert chosen({"a": Skill(Rating(1.0, 3))}, "", **more) == ("a", "new")  # placed by a test, never asked


def test_when_all_is_mastered_what_is_most_likely_forgotten_is_kept_fresh() -> None:
    weak = replace(MASTERED, card=Card(1.0, 5, TODAY + DAY, TODAY - 2 * DAY))
    firm = replace(MASTERED, card=Card(90.0, 5, TODAY + 30 * DAY, TODAY - 2 * DAY))
    assert chosen({"a": firm, "b": weak}, "a") == ("b", "kept")
    assert chosen({"a": firm, "b": weak}, "b") == ("a", "kept")


def test_one_chosen_kind_is_asked_as_often_as_wanted() -> None:
    assert chosen({"a": KNOWN}, "aaa") == ("a", "chosen")


def test_only_what_is_offered_is_asked() -> None:
    assert chosen({"a": SURE, "b": DUE, "c": KNOWN}, offers=offers("c")) == ("c", "chosen")
    assert chosen({"a": SURE}, "a", offers=offers("c", "d")) == ("c", "new")


def test_a_level_that_the_learner_set_is_the_level() -> None:
    only = [Offer(name, 0.02, {5: 1.5}, shows=TRAPS) for name in "ab"]
    for skill in (SURE, HELD, KNOWN):
        assert choose(situation({"a": skill, "b": KNOWN}, offers=only)).level == 5


@pytest.mark.parametrize(("wish", "level"), [(0, 1), (1, 2), (-1, 1), (9, 5)])
def test_the_learner_can_say_easier_or_harder(wish: int, level: int) -> None:
    assert choose(situation({"a": KNOWN}, wish=wish)).level == level


def test_the_level_that_counts_for_mastery_is_asked_once_it_is_in_reach() -> None:
    # level 3 has difficulty 0: sigmoid(1.0) is 0.73, though level 2 with 0.85 would be nearer to 0.825
    assert choose(situation({"a": replace(KNOWN, ability=Rating(1.0, 9))})).level == 3
    assert choose(situation({"a": replace(MASTERED, ability=Rating(1.0, 9))})).level == 2
    assert choose(situation({"a": replace(KNOWN, ability=Rating(0.7, 9))})).level == 2  # 0.67


def test_a_skill_does_not_stay_below_the_level_that_counts_for_good() -> None:
    often = replace(KNOWN, ability=Rating(0.1, 9), tries=500, right=400)
    assert choose(situation({"a": replace(often, ability=Rating(-0.1, 9))})).level == 1
    assert choose(situation({"a": often})).level == 3  # 0.52, where 0.5 is enough
    assert choose(situation({"a": replace(often, tries=50)})).level == 1  # and 0.595 after fifty tries
    assert choose(situation({"a": often}, wish=-1)).level == 1


def test_two_misses_in_a_row_bring_a_worked_example() -> None:
    assert not choose(situation({"a": replace(KNOWN, misses=1)})).example
    assert choose(situation({"a": replace(KNOWN, misses=2)})).example


def test_ordinary_questions_look_for_misconceptions_that_their_level_can_show() -> None:
    assert choose(situation({"a": replace(KNOWN, ability=Rating(9.0, 9))})).misconception == "call"
    assert choose(situation({"a": KNOWN})).misconception is None  # level 1 shows none
    assert choose(situation({"a": Skill(tries=1)})).misconception is None  # no success yet


def test_a_check_goes_through_the_misconceptions_on_levels_that_show_them() -> None:
    found = diagnose(situation({"a": HELD}), "a")
    assert (found.misconception, found.level, found.reason.id) == ("call", 4, "check")
    first = diagnose(situation({}, offers=offers("a")), "a")
    assert (first.misconception, first.level) == ("double", 2)
    once = replace(KNOWN, habits=Habits({"double": Evidence(1.0, 1, 1)}))
    assert diagnose(situation({"a": once}), "a").level == 3  # levels take turns
    with pytest.raises(ValueError, match="nothing"):
        diagnose(situation({"a": HELD}, offers=[Offer("a", 0.02, PRIOR_DIFFICULTIES, shows={"double": (2,)})]), "a")


def test_the_same_situation_gives_the_same_question() -> None:
    skills = dict.fromkeys("abcdef", KNOWN)
    pairs = [("a", name) for name in "bcdef"]
    assert len({choose(situation(skills, "A", pairs=pairs)).skill for _ in range(9)}) == 1
    seeds = {choose(replace(situation(skills, "A", pairs=pairs), seed=f"{seed}")).skill for seed in range(40)}
    assert seeds == set("bcdef")


@pytest.mark.parametrize("seed", range(3))
def test_in_long_practice_no_skill_comes_three_times_in_a_row_after_its_first_success(seed: int) -> None:
    rng = Random(seed)
    kinds = list(shapes())[: 3 + 7 * seed]
    held = {kind: frozenset(rng.sample(sorted(shapes()[kind].shows), 2)) for kind in kinds[:3]}
    learner = Modelled(rng, dict.fromkeys(kinds, -0.5), held, gain=0.1, unlearns=0.1)
    seat = Seat(learner, world(rng), rng, kinds)
    asked: list[tuple[Next, bool]] = []
    for number in range(300):
        seat.now = START + number // 30 * DAY + timedelta(minutes=number)
        found = seat.choice()
        asked.append((found, bool(seat.state(found.skill).right)))
        seat.ask(found)
    assert any(found.reason.id == "habit" for found, _ in asked)
    for three in zip(asked, asked[1:], asked[2:], strict=False):
        in_a_row = len({found.skill for found, _ in three}) == 1
        assert not (in_a_row and three[0][1]), "a skill three times in a row after its first success"
        assert {found.reason.id for found, _ in three} != {"habit"}
