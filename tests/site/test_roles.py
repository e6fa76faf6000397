"""What a role on the site lets an account do: the one table in code, asked by Django (issue 7)."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission

from tests.site.people import browser_of, person
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


def test_in_the_admin_nobody_grants_a_role_that_they_do_not_have() -> None:
    """Of those who may change accounts there, only a superuser has every role."""
    keeper, ann, chief = person("Kay", is_staff=True), person("Ann"), person("Chief", is_staff=True, is_superuser=True)
    keeper.user_permissions.add(*Permission.objects.filter(codename__in=("view_user", "change_user", "change_group")))
    keeper.user_permissions.add(*Permission.objects.filter(codename__in=("view_emailaddress", "change_emailaddress")))
    bo, group = person("Bo", role="instructor"), Group.objects.create(name="reviewers")
    mine = EmailAddress.objects.create(user=chief, email="kay@example.com")
    fields = {"username": "Anna", "role": "instructor", "is_superuser": "on", "date_joined_0": "2026-01-01"}
    sent = {**fields, "date_joined_1": "10:00", "emailaddress_set-TOTAL_FORMS": 0, "emailaddress_set-INITIAL_FORMS": 0}
    assert browser_of(keeper).post(f"/admin/accounts/user/{ann.pk}/change/", sent).status_code == 302
    ann.refresh_from_db()
    assert (ann.username, ann.role, ann.is_superuser, ann.is_active) == ("Anna", "learner", False, True)
    for other in (chief, bo):  # a password that one gives is a role that one takes
        assert browser_of(keeper).post(f"/admin/accounts/user/{other.pk}/change/", sent).status_code == 403
        assert browser_of(keeper).post(f"/admin/accounts/user/{other.pk}/password/", sent).status_code == 403
    assert browser_of(keeper).post(f"/admin/auth/group/{group.pk}/change/", {"name": "mine"}).status_code == 403
    chosen = {"action": "make_verified", "_selected_action": mine.pk}
    browser_of(keeper).post("/admin/account/emailaddress/", chosen)
    mine.refresh_from_db()
    assert not mine.verified, "it would let in by a link to set a password"
    assert browser_of(chief).post(f"/admin/accounts/user/{ann.pk}/change/", sent).status_code == 302
    ann.refresh_from_db()
    assert (ann.role, ann.is_superuser) == ("instructor", True)
