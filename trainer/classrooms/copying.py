"""A class once more for the next term: its settings and its house rules, and what other modules have registered."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction

from trainer.accounts.models import User
from trainer.classrooms.models import Classroom

Part = Callable[[Classroom, Classroom, timedelta], None]
"""Copies something of a class, the first, to its copy, the second, with its dates later by the third."""

NAME_LENGTH = 60

_YEAR = re.compile(r"\b(?P<year>(?:19|20)\d\d)(?P<second>[/–-](?:\d\d){1,2}\b)?(?!\d)")
_LAST_NUMBER = re.compile(r"[0-9]{1,9}$")

PARTS: list[Part] = []
"""What a copy takes along besides the settings: a module that keeps something for classes adds its part."""


def next_name(name: str) -> str:
    """Return what a class of this name may be called in the next term: its year counted up, 2026 or 2025/26, else the
    number at its end, else with a 2 after it.
    """
    if _YEAR.search(name):
        return _YEAR.sub(_year_after, name)
    last = _LAST_NUMBER.search(name)
    counted = f"{name[: last.start()]}{int(last[0]) + 1}" if last else f"{name} 2"
    return counted if len(counted) <= NAME_LENGTH else name


def _year_after(found: re.Match[str]) -> str:
    """Return the year after, and of a year from autumn to summer both."""
    year, second = int(found["year"]) + 1, found["second"]
    return f"{year}{second[0]}{str(year + 1)[-len(second) + 1 :]}" if second else str(year)


@transaction.atomic
def copy(teacher: User, classroom: Classroom, name: str, later: timedelta) -> Classroom:
    """Return a new class of a teacher's with the settings and house of another, and all PARTS; nobody is in it.

    Raises PermissionDenied for whoever may not make classes.
    """
    if not teacher.has_perm("classrooms.add_classroom"):
        raise PermissionDenied
    made = Classroom.objects.create(
        teacher=teacher,
        name=name,
        zone=classroom.zone,
        house=classroom.house,
        by_name=classroom.by_name,
        copied_from=classroom,
    )
    for part in PARTS:
        part(classroom, made, later)
    return made
