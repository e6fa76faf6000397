"""A lesson's front matter: where it stands in the course, what to read before it, and the drill that it ends in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from quizzes.engine.rulesets import RULESET_IDS
from quizzes.kinds import KINDS
from quizzes.lessons.text import NAME, LessonError
from quizzes.models.lessons import LAST_PLACE

PARTS = ("start", "betting", "pots", "hands", "limits", "table", "rulings", "games", "more")
"""The parts of the course in their order; a lesson's front matter names its own."""

EXIT = ("kind", "level", "game", "ruleset")
"""What a drill is named by, as in the address of practice. Kinds and games are joined by dots."""


class Front(NamedTuple):
    """What the English front matter says of a lesson. An `exit` without entries is none."""

    part: str
    place: int
    needs: list[str]
    exit: dict[str, Any]


def front(head: Mapping[str, Any]) -> Front:
    """Read what an English text's front matter says of its lesson. Raises LessonError for what there is not."""
    part, place, needs = head.get("part"), head.get("place", 0), head.get("needs", [])
    if part not in PARTS:
        raise _fault(_("part is one of %(parts)s") % {"parts": ", ".join(PARTS)})
    if not _is_whole(place) or not 0 <= place <= LAST_PLACE:
        raise _fault(_("place is a whole number from 0 to %(last)s") % {"last": LAST_PLACE})
    if not isinstance(needs, list) or not all(isinstance(name, str) and NAME.fullmatch(name) for name in needs):
        raise _fault(_("needs is a list of lessons' names"))
    return Front(part, place, needs, _exit(head.get("exit", {})))


def _exit(drill: Any) -> dict[str, Any]:
    if not isinstance(drill, dict) or not drill.keys() <= set(EXIT):
        raise _fault(_('exit is a table like {kind = "min_raise", level = 2}, with a game and a ruleset where need be'))
    if not drill:
        return {}
    kinds = [KINDS[id] for id in _named("kind", drill.get("kind"), KINDS)]
    if "game" in drill:
        _named("game", drill["game"], {variant.game for kind in kinds for variant in kind.variants})
    if "ruleset" in drill and drill["ruleset"] not in RULESET_IDS:
        raise _fault(_("there is no ruleset %(id)s that exit could name") % {"id": drill["ruleset"]})
    if "level" in drill and not (_is_whole(drill["level"]) and all(drill["level"] in kind.levels for kind in kinds)):
        raise _fault(_("exit has no drills of level %(level)s") % {"level": drill["level"]})
    return drill


def _named(key: str, value: Any, known: Collection[str]) -> list[str]:
    """Return the names that are joined by dots. Raises LessonError where one is not known."""
    names = value.split(".") if isinstance(value, str) else [""]
    if not set(names) <= set(known):
        raise _fault(_("exit has no %(key)s of what is drilled") % {"key": key})
    return names


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _fault(message: str) -> LessonError:
    return LessonError(2, message)
