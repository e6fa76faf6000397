"""What a placement test found (issue 5): where one stands by groups of skills, and what to start with."""

from __future__ import annotations

import pytest

from quizzes.kinds import KINDS
from quizzes.learning.placement import Answered
from quizzes.learning.ratings import PRIOR_DIFFICULTIES
from quizzes.lessons import shelf
from quizzes.practising.placed import STARTS, result
from quizzes.practising.placing import Kept, Sitting
from tests.site.lesson_sources import ENGLISH

pytestmark = pytest.mark.django_db


def test_the_result_is_by_groups_and_what_was_missed_comes_first_in_the_plan() -> None:
    for slug, kind in (("on-posting", "posting"),):
        source = ENGLISH.replace('{kind = "min_raise", level = 2}', f'{{kind = "{kind}"}}')
        shelf.save(slug, "en", source.replace("{lesson a-raise}", ""), None)
    asked = [("posting", False), ("min_raise", True), ("awards", False), ("winner", True)] + [("nuts", True)] * 8
    answers = [Answered(skill, 3, PRIOR_DIFFICULTIES[3], 0.02, right) for skill, right in asked]
    found = result(Sitting("seed", tuple(Kept(each, 7, "tda", each.skill == "posting") for each in answers)))
    assert (found.right, found.asked) == (10, 12)
    groups = {group.name: group for group in found.groups}
    assert [(groups[name].right, groups[name].asked) for name in ("Betting", "Pots", "Seats and blinds")] == [
        (1, 1),
        (0, 1),
        (0, 1),
    ]
    assert sorted(skill.kind for group in found.groups for skill in group.skills) == sorted(KINDS)
    pots = {skill.kind: skill for skill in groups["Pots"].skills}
    assert pots["awards"].verdict == "wrong"
    assert pots["awards"].spot.startswith("tda-d7-")
    assert [skill.verdict for skill in groups["Seats and blinds"].skills if skill.kind == "posting"] == ["left-out"]
    assert pots["side_pots"].verdict == pots["side_pots"].spot == ""
    assert pots["awards"].level <= pots["side_pots"].level
    # missed: awards is begun before posting (asking.FIRST)
    assert [(start.kind, start.missed) for start in found.starts[:2]] == [("awards", True), ("posting", True)]
    assert len(found.starts) == STARTS
    assert not found.starts[2].missed
    assert [start.reading.slug if start.reading else None for start in found.starts[:2]] == [None, "on-posting"]
