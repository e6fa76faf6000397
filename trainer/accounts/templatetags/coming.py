"""What would come along into an account, on pages where one signs in: {% load coming %}{% comes_along as there %}."""

from __future__ import annotations

from django import template
from django.template import Context

from quizzes.practising.claiming import has_claim

register = template.Library()


@register.simple_tag(takes_context=True)
def comes_along(context: Context) -> bool:
    """Return whether a visitor's browser holds anything that signing in would give to the account. No query."""
    request = context.get("request")
    return request is not None and not request.user.is_authenticated and has_claim(request.session)
