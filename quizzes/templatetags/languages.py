"""{% in_language "ms" %}: the address of this page in another of the site's languages."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import translate_url

register = template.Library()


@register.simple_tag(takes_context=True)
def in_language(context: dict[str, Any], code: str) -> str:
    """Return the whole address of the page that is shown, without its query, in the language of this code."""
    request = context["request"]
    return translate_url(request.build_absolute_uri(request.path), code)
