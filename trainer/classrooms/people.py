"""Who is in a class, in which role, and who may change that."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import QuerySet

from trainer.accounts.models import User
from trainer.classrooms import permissions
from trainer.classrooms.classes import A_PAGE, end_places
from trainer.classrooms.models import ClassAccount, Classroom, Membership

ORDER = (Membership.Role.TEACHER, Membership.Role.ASSISTANT, Membership.Role.OBSERVER, Membership.Role.LEARNER)


class OnlyLearns(Exception):
    """An account that a class made for a name has no other role than learner."""


def page_of(classroom: Classroom, number: str | None, wanted: str = "") -> tuple[Page[int], Sequence[Membership]]:
    """Return a page of the people in a class, who teaches first, each with the account: two queries.

    `wanted` is a part of the name, "" for everybody. A page that there is not is the nearest that there is.
    """
    people = Membership.objects.filter(classroom=classroom)
    if wanted:
        people = people.filter(learner__username__icontains=wanted)
    rows = sorted(people.values_list("pk", "role", "learner__username"), key=_place)
    page = Paginator([pk for pk, _role, _name in rows], A_PAGE).get_page(number)
    found = Membership.objects.select_related("learner__class_account").in_bulk(list(page))
    return page, [found[pk] for pk in page if pk in found]


def _place(person: tuple[int, str, str]) -> tuple[int, str, int]:
    pk, role, name = person
    return ORDER.index(Membership.Role(role)), name.casefold(), pk


@transaction.atomic
def give_role(user: User, classroom: Classroom, pk: int, role: str) -> Membership:
    """Give somebody in a class another role. Return their membership.

    Raises PermissionDenied where it is the user, or where the user's own role does not grant both this role and the one
    that they have; OnlyLearns for an account that the class made; Membership.DoesNotExist.
    """
    member = _taken(user, classroom, [pk]).get(pk=pk)
    if role != Membership.Role.LEARNER and ClassAccount.objects.filter(pk=member.learner_id).exists():
        raise OnlyLearns(member.learner.username)
    if not permissions.may_grant(user, classroom, member.role, role):
        raise PermissionDenied
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def remove(user: User, classroom: Classroom, pks: Collection[int]) -> Sequence[str]:
    """Take people out of a class; their answers stay theirs. Return their names.

    Whoever is gone already is no matter. Raises PermissionDenied as `give_role` does; then nobody is taken out.
    """
    members = list(_taken(user, classroom, pks))
    if not permissions.may_grant(user, classroom, *{member.role for member in members}):
        raise PermissionDenied
    end_places(classroom, [member.learner_id for member in members])
    return [member.learner.username for member in members]


def _taken(user: User, classroom: Classroom, pks: Collection[int]) -> QuerySet[Membership]:
    """Lock people of a class and return them. Raises PermissionDenied where one of them is the user."""
    members = Membership.objects.filter(classroom=classroom, pk__in=pks).select_related("learner")
    if members.filter(learner=user).exists():
        raise PermissionDenied
    return members.select_for_update(of=("self",))
