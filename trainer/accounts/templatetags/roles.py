"""What an account's role may do, asked by a template: {% load roles %}{% if user|may:"quizzes.add_scenario" %}."""

from __future__ import annotations

from typing import Any

from django import template

from trainer.accounts.roles import RoleBackend

register = template.Library()


@register.filter
def may(user: Any, perm: str) -> bool:
    """Whether the table of roles grants it, or the account may do everything; unlike `perms`, without any query."""
    return bool(user.is_superuser) or RoleBackend().has_perm(user, perm)
