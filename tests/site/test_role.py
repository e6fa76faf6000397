"""`manage.py role NAME ROLE`."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from trainer.accounts.models import User


@pytest.mark.django_db
def test_an_account_becomes_an_instructor_and_a_learner_again() -> None:
    account = User.objects.create_user("ann")
    assert account.role == "learner"
    for role in ("instructor", "learner"):
        call_command("role", "ann", role)
        account.refresh_from_db()
        assert account.role == role


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "role", "complaint"),
    [
        ("bob", "instructor", "There is no account named bob."),
        ("ann", "king", "There is no role king: it is learner or instructor or proctor or manager."),
    ],
)
def test_an_unknown_name_or_role_is_one_line_and_changes_nothing(name: str, role: str, complaint: str) -> None:
    account = User.objects.create_user("ann")
    with pytest.raises(CommandError) as caught:
        call_command("role", name, role)
    assert str(caught.value) == complaint
    account.refresh_from_db()
    assert account.role == "learner"
