"""An account that a class made for a name becomes part of its learner's own account."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, ForeignKey, Model, OuterRef, Q, QuerySet, UniqueConstraint

from quizzes.merging import add_up
from quizzes.models import Attempt
from trainer.accounts.models import User
from trainer.classrooms.classes import end_places
from trainer.classrooms.models import ClassAccount, Classroom

STAYS: frozenset[type[Model]] = frozenset({ClassAccount, EmailAddress})
"""What goes with the account that is merged: how one signs in to it."""

OBSTACLES: list[Callable[[User, User], bool]] = []
"""What other apps know of two accounts that can't become one."""


class CantMerge(Exception):
    """Both accounts have something of which one person has only one, and that must not be lost."""


@transaction.atomic
def merge(old: User, into: User) -> int:
    """Give all that belongs to one account to another of the same person, and delete the one. Return its answers.

    Rows of which there can be one only (a place in a class, a kind's state) stay the other account's: nobody loses a
    role by it, and what is counted was added up before. Raises CantMerge, and changes nothing.
    """
    if any(obstacle(old, into) for obstacle in OBSTACLES):
        raise CantMerge(old.pk, into.pk)
    answers = Attempt.objects.filter(user=old).count()
    for classroom in Classroom.objects.filter(memberships__learner=old, teacher=into):
        end_places(classroom, [old.pk])
    add_up(old.pk, into.pk)
    for model, field in owned():
        rows = model._base_manager.filter(**{field.name: old.pk})
        _unless_there(rows, model, field, into.pk).update(**{field.name: into.pk})
    old.delete()
    return answers


def owned() -> Iterator[tuple[type[Model], ForeignKey[User]]]:
    """Yield each model that names an account, with the field by which it does, but for STAYS."""
    for relation in User._meta.get_fields(include_hidden=True):
        model = relation.related_model
        if not relation.auto_created or relation.concrete or not (relation.one_to_many or relation.one_to_one):
            continue
        assert isinstance(model, type), "all models are loaded"
        if model._meta.managed and model not in STAYS:
            yield model, relation.field  # type: ignore[misc,union-attr]  # a reverse relation has its field


def _unless_there(rows: QuerySet[Model], model: type[Model], field: ForeignKey[User], into: int) -> QuerySet[Model]:
    """Leave out the rows for which the other account has one, where a constraint allows only one."""
    for names, condition in _once(model, field):
        theirs = model._base_manager.filter(condition, **{field.name: into}, **{name: OuterRef(name) for name in names})
        rows = rows.exclude(condition & Q(Exists(theirs)))
    return rows


def _once(model: type[Model], field: ForeignKey[User]) -> Iterator[tuple[list[str], Q]]:
    """Yield the other fields of each constraint by which an account has one row, and when it holds."""
    if field.unique:
        yield [], Q()
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint) and field.name in constraint.fields:
            yield [name for name in constraint.fields if name != field.name], constraint.condition or Q()
    for names in model._meta.unique_together:
        if field.name in names:
            yield [name for name in names if name != field.name], Q()
