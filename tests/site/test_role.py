"""`manage.py role NAME ROLE`."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from quizzes.authoring.oversight import reviews_exams
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
def test_an_instructor_is_chosen_to_review_what_is_kept_for_exams_and_no_more() -> None:
    """Who keeps the site is chosen like anybody else (issue 7: a second person for exam items)."""
    chief = User.objects.create_superuser("chief")
    User.objects.create_user("ann")
    assert not reviews_exams(chief)
    for chosen in (True, False):
        for name in ("ann", "chief"):
            call_command("role", name, "instructor", exam_items=chosen)
            assert reviews_exams(User.objects.get(username=name)) == chosen
    call_command("role", "ann", "instructor", exam_items=True)
    with pytest.raises(CommandError, match="Only an instructor"):
        call_command("role", "ann", "learner", exam_items=True)
    call_command("role", "ann", "learner")
    assert not reviews_exams(User.objects.get(username="ann")), "a learner reviews nothing"


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
