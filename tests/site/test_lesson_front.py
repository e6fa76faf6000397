"""What the front matter of an English text says of its lesson; what there is not is refused (issue on lessons)."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.lessons.front import Front, front
from quizzes.lessons.text import LessonError

HEAD = {"part": "games", "place": 7, "needs": ["a-raise"]}


def test_it_places_a_lesson_in_the_course_and_names_the_drill_to_go_on_with() -> None:
    drill = {"kind": "winner.action_order", "level": 2, "game": "omaha8.razz", "ruleset": "tda"}
    assert front({**HEAD, "exit": drill}) == Front("games", 7, ["a-raise"], drill)
    assert front({"part": "more"}) == Front("more", 0, [], {})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"part": "nowhere"}, "part is one of"),
        ({"part": ["games"]}, "part is one of"),
        ({"place": -1}, "place is a whole number from 0 to 32767"),
        ({"place": 32_768}, "place is a whole number from 0 to 32767"),
        ({"place": True}, "place is a whole number"),
        ({"place": "7"}, "place is a whole number"),
        ({"needs": "a-raise"}, "needs is a list"),
        ({"needs": [1]}, "needs is a list"),
        ({"needs": ["A raise"]}, "needs is a list"),
        ({"exit": "min_raise"}, "exit is a table"),
        ({"exit": {"kind": "min_raise", "mistake": "to-for-by"}}, "exit is a table"),
        ({"exit": {"level": 2}}, "exit has no kind"),
        ({"exit": {"kind": "raise"}}, "exit has no kind"),
        ({"exit": {"kind": ["min_raise"]}}, "exit has no kind"),
        ({"exit": {"kind": "min_raise", "level": 9}}, "no drills of level 9"),
        ({"exit": {"kind": "min_raise", "level": "2"}}, "no drills of level 2"),
        ({"exit": {"kind": "min_raise.ranking", "level": 5}}, "no drills of level 5"),  # hands rank on three levels
        ({"exit": {"kind": "min_raise", "game": "razz"}}, "exit has no game"),  # no raise of any size in razz
        ({"exit": {"kind": "min_raise", "ruleset": "home"}}, "no ruleset home"),
        ({"exit": {"kind": "min_raise", "ruleset": {}}}, "no ruleset"),
    ],
)
def test_what_there_is_not_is_told(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(LessonError) as caught:
        front({**HEAD, **changes})
    assert message in caught.value.message
