"""Why a question is asked, and what is due, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.learning.choosing import Next
from quizzes.learning.memory import Plan
from quizzes.learning.skills import Skill
from quizzes.wording.dates import day_of_year
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import mistake_name


def reason_text(asked: Next, skill: Skill, now: datetime) -> str:
    """Return why a question is asked, in the language in force.

    `skill` is what is known of the learner in what is asked, `now` is in the learner's zone.
    """
    return _SENTENCES[asked.reason.id](asked, skill, now, asked.reason.data)


def _sure_but_wrong(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    words = {"skill": kind_name(asked.skill), "day": _day(data["at"])}
    return _("You were sure of your answer on %(day)s (%(skill)s), and it was wrong.") % words


def _habit(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    words = {
        "skill": kind_name(asked.skill),
        "mistake": mistake_name(asked.skill, data["misconception"]),
        "times": data["times"],
        "misses": data["misses"],
    }
    sentence = ngettext(
        "%(skill)s: your last miss came from “%(mistake)s”.",
        "%(skill)s: %(times)s of your last %(misses)s misses came from “%(mistake)s”.",
        data["misses"],
    )
    return sentence % words


def _due(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    since = date.fromisoformat(data["since"])
    days = (now.date() - skill.card.reviewed).days if skill.card else 0
    words = {"day": day_of_year(since), "days": days}
    if since < now.date():
        sentence = ngettext(
            "Due since %(day)s: last seen %(days)s day ago.", "Due since %(day)s: last seen %(days)s days ago.", days
        )
    else:
        sentence = ngettext("Due today: last seen %(days)s day ago.", "Due today: last seen %(days)s days ago.", days)
    return sentence % words


def _new(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    if not data["tries"]:
        return _("A skill that you have not met yet.")
    return _("You have just begun this skill: until the first right answer it is asked up to three times in a row.")


def _confused(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    words = {"skill": kind_name(asked.skill), "other": kind_name(data["other"])}
    return _("You missed “%(other)s” just now, which is easily mixed up with “%(skill)s”.") % words


def _mixed(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    words = {"skill": kind_name(asked.skill), "other": kind_name(data["other"])}
    return _("“%(skill)s” is easily mixed up with “%(other)s”, which you were just asked.") % words


def _again(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    return _("Right among others on %(day)s: right once more, and it is mastered.") % {"day": _day(data["since"])}


def _weakest(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    return _("Of the skills that you have begun this one is furthest from mastery.")


def _kept(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    return _("Nothing is due or missing: of what you know this is most likely to be forgotten.")


def _chosen(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    if "misconception" not in data:
        return _("You chose this skill.")
    return _("You chose spots that show “%(mistake)s”.") % {"mistake": mistake_name(asked.skill, data["misconception"])}


def _check(asked: Next, skill: Skill, now: datetime, data: Mapping[str, Any]) -> str:
    return _("To see whether “%(mistake)s” happens to you.") % {
        "mistake": mistake_name(asked.skill, data["misconception"])
    }


_SENTENCES: Mapping[str, Callable[[Next, Skill, datetime, Mapping[str, Any]], str]] = {
    "sure-but-wrong": _sure_but_wrong,
    "habit": _habit,
    "due": _due,
    "new": _new,
    "confused": _confused,
    "mixed": _mixed,
    "again": _again,
    "weakest": _weakest,
    "kept": _kept,
    "chosen": _chosen,
    "check": _check,
}


def _day(moment: str) -> str:
    """Return the day of a moment, given as ISO text, in the reader's zone."""
    return day_of_year(timezone.localtime(datetime.fromisoformat(moment)).date())


def wish_text(wish: int) -> str:
    """Return how hard questions are asked, by the levels that the learner wishes for."""
    if not wish:
        return _("Questions are as hard as suits you: four in five come out right.")
    if wish > 0:
        sentence = ngettext(
            "Questions are %(levels)s level harder than would suit you.",
            "Questions are %(levels)s levels harder than would suit you.",
            wish,
        )
    else:
        sentence = ngettext(
            "Questions are %(levels)s level easier than would suit you.",
            "Questions are %(levels)s levels easier than would suit you.",
            -wish,
        )
    return sentence % {"levels": abs(wish)}


def plan_text(plan: Plan) -> str:
    """Return what is due today, and over how many days the rest is spread, to stand by itself without a full stop."""
    today, days = len(plan.today), len(plan.later)
    more = sum(len(day.skills) for day in plan.later)
    if not more:
        return _("%(today)s due today") % {"today": today} if today else _("Nothing is due today")
    sentence = ngettext(
        "%(today)s due today, %(more)s more spread over %(days)s day",
        "%(today)s due today, %(more)s more spread over %(days)s days",
        days,
    )
    return sentence % {"today": today, "more": more, "days": days}
