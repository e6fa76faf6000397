"""The page that shows a learner where they stand."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from quizzes import notices
from quizzes.drawing.charts import Bar, draw_calendar, draw_kinds, draw_weeks, scale_of
from quizzes.learners import learner_of
from quizzes.practising.calendar import DAYS, Calendar
from quizzes.practising.progress import Standing, standing
from quizzes.wording.dates import day_of_year
from quizzes.wording.skills import stage_plural, streak_text


@require_safe
@never_cache
def progress(request: HttpRequest) -> HttpResponse:
    """Show the map of skills, what is due, the mistakes by name, and the last weeks."""
    found = standing(learner_of(request), timezone.localtime())
    tried = [(skill, percent) for skill in found.skills if (percent := skill.tally.percent) is not None]
    bars = [Bar(skill.name, percent, _("%(number)s %%") % {"number": percent}) for skill, percent in tried]
    context = {
        "standing": found,
        "notices": notices.unseen(request.user.pk),
        "legend": [(stage, stage_plural(stage), number) for stage, number in found.stages],
        "tried": [skill for skill, _percent in tried],
        "kinds_chart": draw_kinds(bars) if bars else None,
        **_weeks(found),
        **(_calendar(found.calendar) if found.calendar and found.calendar.days else {}),
    }
    return render(request, "quizzes/progress.html", context)


@require_POST
@login_required
def notice_seen(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a notice off the page: its reader has seen it."""
    notices.dismiss(request.user.pk, pk)
    return redirect("quizzes:progress")


def _weeks(found: Standing) -> dict[str, Any]:
    """The charts of the weeks; None where nothing is known of any."""
    percents = [week.tally.percent for week in found.weeks]
    paces = [week.pace for week in found.weeks]
    labels = [day_of_year(week.monday) for week in found.weeks]
    return {
        "weeks_chart": draw_weeks(percents, labels) if any(each is not None for each in percents) else None,
        "pace_chart": draw_weeks(paces, labels, scale_of(paces)) if any(each is not None for each in paces) else None,
    }


def _calendar(found: Calendar) -> dict[str, Any]:
    """The calendar as a drawing, as rows of a table, and the days in a row as a sentence, "" below two."""
    days = [date_format(found.first + timedelta(days=day), "D") for day in range(DAYS)]
    mondays = [found.monday(week) for week in range(len(found.weeks))]
    return {
        "calendar_chart": draw_calendar(found.weeks, days, [day_of_year(each) for each in mondays]),
        "calendar_days": days,
        "calendar_rows": list(zip(mondays, found.weeks, strict=True)),
        "streak": streak_text(found.streak, found.whole) if found.streak > 1 else "",
    }
