"""A class once more for the next term: its settings and its house rules, and what other modules have registered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction

from trainer.accounts.models import User
from trainer.classrooms.models import Classroom

Part = Callable[[Classroom, Classroom, timedelta], None]
"""Copies something of a class, the first, to its copy, the second, with its dates later by the third."""

PARTS: list[Part] = []
"""What a copy takes along besides the settings: a module that keeps something for classes adds its part."""


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
