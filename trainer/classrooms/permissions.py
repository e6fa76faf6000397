"""Who may what with a class: one table, asked by every page of a class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from django.core.exceptions import PermissionDenied
from django.http import Http404

from trainer.accounts.models import User
from trainer.classrooms.models import Classroom, Membership

Right = Literal["belong", "see", "teach", "roster", "manage", "delete"]

OWNER: Final = "owner"
RIGHTS: Mapping[str, frozenset[Right]] = {
    OWNER: frozenset({"belong", "see", "teach", "roster", "manage", "delete"}),
    Membership.Role.TEACHER: frozenset({"belong", "see", "teach", "roster", "manage"}),
    Membership.Role.ASSISTANT: frozenset({"belong", "see", "teach", "roster"}),
    Membership.Role.OBSERVER: frozenset({"belong", "see"}),
    Membership.Role.LEARNER: frozenset({"belong"}),
}
"""What each role in a class may do.

belong  be in it: what its learners see
see     reports of how its learners do
teach   assignments, live pages, messages
roster  who learns in it, and by which code they join
manage  roles, settings, house rules, copy, end
delete  delete it
"""

GRANTS: Mapping[str, frozenset[str]] = {
    OWNER: frozenset(Membership.Role.values),
    Membership.Role.TEACHER: frozenset(Membership.Role.values),
    Membership.Role.ASSISTANT: frozenset({Membership.Role.LEARNER}),
}
"""For each role in a class which roles it gives and takes away: none that it doesn't have itself."""


def role_in(user: User, classroom: Classroom) -> str:
    """Return somebody's role in a class, OWNER for who made it, "" for whoever is not in it."""
    if classroom.teacher_id == user.pk:
        return OWNER
    return Membership.objects.filter(classroom=classroom, learner=user).values_list("role", flat=True).first() or ""


def find(user: User, pk: int, right: Right) -> tuple[Classroom, str]:
    """Return a class and somebody's role in it: one query for its owner, two for others.

    Raises Http404 when they are not in it or there is none, PermissionDenied when their role lacks the right.
    """
    classroom = Classroom.objects.filter(pk=pk).first()
    role = role_in(user, classroom) if classroom else ""
    if classroom is None or not role:
        raise Http404
    if right not in RIGHTS[role]:
        raise PermissionDenied
    return classroom, role


def classroom_for(user: User, pk: int, right: Right) -> Classroom:
    """Return a class in which somebody has a right. Raises as `find` does."""
    return find(user, pk, right)[0]


def may_grant(user: User, classroom: Classroom, *roles: str) -> bool:
    """Return whether somebody's role in a class lets them give and take away all of these roles."""
    return GRANTS.get(role_in(user, classroom), frozenset()).issuperset(roles)
