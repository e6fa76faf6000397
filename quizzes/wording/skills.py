"""How far a skill has come, when it is due and what it takes next, as sentences."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from quizzes.learning import mastery
from quizzes.learning.skills import Skill
from quizzes.wording.dates import day_of_year

Stage = Literal["none", "begun", "mixed", "mastered", "lost"]


def stage_name(stage: Stage) -> str:
    """Return how far a skill has come, as it stands beside its name."""
    return {
        "none": pgettext("how far a skill has come", "not begun"),
        "begun": pgettext("how far a skill has come", "begun"),
        "mixed": pgettext("how far a skill has come", "right in the mix"),
        "mastered": pgettext("how far a skill has come", "mastered"),
        "lost": pgettext("how far a skill has come", "lost: missed twice in a row"),
    }[stage]


def stage_plural(stage: Stage) -> str:
    """Return how far skills have come, as the map's legend has it."""
    return pgettext("how far a skill has come", "lost") if stage == "lost" else stage_name(stage)


def due_text(due: date, today: date, planned: date | None) -> str:
    """Return when a skill is due. `planned` is the day for which the plan has it, None where it has none."""
    if due > today:
        days = (due - today).days
        return ngettext("due tomorrow", "due in %(days)s days", days) % {"days": days}
    if planned == today:
        return _("due today")
    if planned is None:
        return _("due since %(day)s") % {"day": day_of_year(due)}
    return _("due since %(day)s, planned for %(planned)s") % {"day": day_of_year(due), "planned": day_of_year(planned)}


def next_text(stage: Stage, skill: Skill, level: int, enough: int, now: datetime) -> str:
    """Return what a skill takes next.

    `level` is asked next, `enough` is the least that counts for mastery; `now` is in the learner's zone.
    """
    if stage == "none":
        return _("It begins with its first question.")
    if stage == "mastered":
        return _kept(skill)
    words = {"enough": enough, "level": level}
    if stage == "mixed":
        return _confirm(skill, words, now)
    if level < enough:
        return _("Level %(level)s is asked at present. What counts is level %(enough)s, among other skills.") % words
    if stage == "lost":
        return _("A right answer on level %(enough)s or above, among other skills, brings it back.") % words
    return _("Next: a right answer on level %(enough)s or above, straight after another skill.") % words


def _confirm(skill: Skill, words: dict[str, int], now: datetime) -> str:
    if skill.mastery.confirmable(now) or skill.mastery.mixed_at is None:
        return _("Right once more on level %(enough)s or above, and it is mastered.") % words
    after = timezone.localtime(skill.mastery.mixed_at + mastery.AGAIN_AFTER)
    again = {**words, "day": day_of_year(after), "time": f"{after:%H:%M}"}
    return _("Right once more on level %(enough)s or above, after %(time)s on %(day)s, and it is mastered.") % again


def _kept(skill: Skill) -> str:
    words = {"day": day_of_year(timezone.localtime(skill.mastery.since)) if skill.mastery.since else ""}
    if skill.mastery.misses:
        return _("Mastered on %(day)s; the last answer was a miss, and another one would lose it.") % words
    return _("Mastered on %(day)s; two misses in a row would lose it.") % words


def streak_text(streak: int, whole: bool) -> str:
    """Return for how many days in a row something was answered; `whole`: in all that is looked at."""
    words = {"days": streak}
    if whole:
        return _("At least %(days)s days in a row.") % words
    return ngettext("%(days)s day in a row.", "%(days)s days in a row.", streak) % words
