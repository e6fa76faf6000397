"""The page that shows a learner where they stand."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from quizzes.drawing.charts import Bar, draw_kinds, draw_stack, draw_weeks
from quizzes.drawing.figure import Figure
from quizzes.practice import learner_of
from quizzes.progress import Standing, standing
from quizzes.templatetags.dates import day_of_year


@require_safe
@never_cache
def progress(request: HttpRequest) -> HttpResponse:
    """Show tries and right answers by kind and week, and the mistakes by name."""
    found = standing(learner_of(request), timezone.now())
    tried = [(skill, percent) for skill in found.skills if (percent := skill.tally.percent) is not None]
    bars = [Bar(skill.name, percent, _("%(number)s %%") % {"number": percent}) for skill, percent in tried]
    context = {
        "standing": found,
        "skills": [(skill, draw_stack(skill.level)) for skill in found.skills],
        "tried": [skill for skill, _percent in tried],
        "kinds_chart": draw_kinds(bars) if bars else None,
        "weeks_chart": _weeks_chart(found),
    }
    return render(request, "quizzes/progress.html", context)


def _weeks_chart(found: Standing) -> Figure | None:
    """The chart of the weeks, None where nothing is known of any."""
    percents = [week.tally.percent for week in found.weeks]
    if not any(percent is not None for percent in percents):
        return None
    return draw_weeks(percents, [day_of_year(week.monday) for week in found.weeks])
