"""What a role on the site lets an account do: the one table in code, asked by Django (issue 7)."""

from __future__ import annotations

import pytest

from tests.site.people import person
from trainer.accounts.models import User
from trainer.accounts.roles import MAY

pytestmark = pytest.mark.django_db

TEACHES = "classrooms.add_classroom"
WRITES = ("quizzes.add_scenario", "quizzes.review_scenario", "quizzes.add_lessonversion")


def test_every_role_stands_in_the_table() -> None:
    assert set(MAY) == set(User.Role.values)


@pytest.mark.parametrize("role", User.Role.values)
def test_only_an_instructor_writes_and_makes_classes(role: str) -> None:
    account = person(role=role)
    may = {permission for permission in (TEACHES, *WRITES) if account.has_perm(permission)}
    assert may == ({TEACHES, *WRITES} if role == User.Role.INSTRUCTOR else set())


def test_an_account_that_is_closed_and_one_that_only_opens_the_admin_may_nothing() -> None:
    for account in (person("Ann", role=User.Role.INSTRUCTOR, is_active=False), person("Ben", is_staff=True)):
        assert not any(account.has_perm(permission) for permission in (TEACHES, *WRITES))
