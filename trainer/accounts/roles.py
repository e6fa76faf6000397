"""Who may what with the site's content: one table, read by Django's own permission checks.

To review what is kept for exams no role is enough: accounts are chosen for that one by one, see
`quizzes.authoring.oversight`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.backends import BaseBackend

from trainer.accounts.models import User

MAY: Mapping[str, frozenset[str]] = {
    User.Role.LEARNER: frozenset(),
    User.Role.INSTRUCTOR: frozenset(
        {
            "certification.add_blueprint",
            "certification.proctor",
            "classrooms.add_classroom",
            "quizzes.add_houserules",
            "quizzes.add_lessonversion",
            "quizzes.add_scenario",
            "quizzes.review_scenario",
        }
    ),
    User.Role.PROCTOR: frozenset({"certification.proctor"}),
    User.Role.MANAGER: frozenset(
        {
            "certification.add_blueprint",
            "certification.change_blueprint",
            "certification.manage_staff",
            "certification.proctor",
            "quizzes.add_houserules",
        }
    ),
}


class RoleBackend(BaseBackend):
    """Grants what an account's role may do. It lets nobody in; an inactive account may do nothing."""

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        return user_obj.is_active and perm in MAY.get(getattr(user_obj, "role", ""), ())
