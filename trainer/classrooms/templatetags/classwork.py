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
from trainer.classrooms.models.assignments import ruleset_of

THIS_WEEK = timedelta(days=6)

register = template.Library()


register.filter("asked_by", ruleset_of)


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
    user = _user(context)
    one, counts = classwork.next_of(user, context.get("choice"), timezone.now()) if user else (None, False)
    return {"one": one, "counts": counts}


@register.inclusion_tag("classrooms/given.html", takes_context=True)
def given(context: Context) -> dict[str, Any]:
    """The assignments that one can do something for now, what is due first."""
    return {"given": _given(context)}


def _given(context: Context) -> list[classwork.Given]:
    user = _user(context)
    return classwork.given(user, timezone.now()) if user else []


def _user(context: Context) -> int | None:
    """Return who looks at a page, None for a visitor."""
    user = getattr(context.get("request"), "user", None)
    return user.pk if user is not None and user.is_authenticated else None
