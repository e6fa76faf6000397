"""{% kept "practice/ends.html" spot_url=spot_url %}: a part of a page that a process puts together once for the same
values.

It is for what is small and the same again and again: only the language and the values that are named go into it, and
no request.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

KEPT = 2048

register = template.Library()


@register.simple_tag
def kept(name: str, **values: Any) -> SafeString:
    """Return a template rendered with these values alone. With changing code nothing is kept."""
    if settings.DEBUG:
        return render_to_string(name, values)
    # Text that counts as safe equals text that doesn't, but is written otherwise.
    return _rendered(name, get_language(), tuple((key, value, type(value)) for key, value in values.items()))


@lru_cache(maxsize=KEPT)
def _rendered(name: str, _language: str, values: tuple[tuple[str, Any, type], ...]) -> SafeString:
    return render_to_string(name, {key: value for key, value, _type in values})
