"""{% news_line %}: a line that leads to what an account has not seen yet."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from quizzes import notices

register = template.Library()


@register.inclusion_tag("progress/news_line.html", takes_context=True)
def news_line(context: Context) -> dict[str, Any]:
    """Whether whoever looks at a page has notices to see. One query for an account, none for a visitor."""
    return {"news": notices.any_unseen(context["request"].user.pk)}
