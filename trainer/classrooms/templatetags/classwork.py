"""What one has to do for one's classes, on pages of any app: {% load classwork %}{% class_line %}."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from quizzes.wording.dates import day
from quizzes.zones import zone_of
from trainer.classrooms import classwork
from trainer.classrooms.models import Classroom

IN_A_LINE = 1
THIS_WEEK = timedelta(days=6)

register = template.Library()


@register.filter(expects_localtime=False)
def in_class(moment: datetime, classroom: Classroom) -> str:
    """Return a moment by the clocks of a class: Friday 4 Dec 2026, 18:00."""
    local = timezone.localtime(moment, zone_of(classroom.zone))
    words = {
        "weekday": date_format(local, "l"),
        "day": day(local),
        "time": date_format(local, "H:i"),
    }
    return _("%(weekday)s %(day)s, %(time)s") % words


@register.filter(expects_localtime=False)
def soon(moment: datetime, classroom: Classroom) -> str:
    """Return a moment by the clocks of a class, without its day where the weekday tells it: Friday 18:00."""
    if not timedelta() <= moment - timezone.now() < THIS_WEEK:
        return in_class(moment, classroom)
    local = timezone.localtime(moment, zone_of(classroom.zone))
    return _("%(weekday)s %(time)s") % {"weekday": date_format(local, "l"), "time": date_format(local, "H:i")}


@register.inclusion_tag("classrooms/class_line.html", takes_context=True)
def class_line(context: Context) -> dict[str, Any]:
    """The assignment that the question counts for, in a line, else the one that is due next. One query for an account
    without any, and none for a visitor.
    """
    choice, found = context.get("choice"), _given(context)
    counts = [one for one in found if choice and one.practised == choice]
    return {"given": (counts or found)[:IN_A_LINE], "counts": bool(counts)}


@register.inclusion_tag("classrooms/given.html", takes_context=True)
def given(context: Context) -> dict[str, Any]:
    """The assignments that one can do something for now, what is due first."""
    return {"given": _given(context)}


def _given(context: Context) -> list[classwork.Given]:
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return []
    return classwork.given(user.pk, timezone.now())
