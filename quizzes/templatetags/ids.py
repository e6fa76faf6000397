"""{% own_ids "first" %}...{% endown_ids %}: ids of its own for a part that is on a page more than once."""

from __future__ import annotations

import re

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_NAMES = re.compile(r'(?<= )(id|for|aria-labelledby|aria-describedby|aria-controls|list)="([^"]+)"')


@register.simple_block_tag
def own_ids(content: str, prefix: str) -> SafeString:
    """Begin every id, and whatever names one, with a prefix.

    A question's form and its feedback have fixed ids; two of them on one page would take each other's labels.
    """

    def named(match: re.Match[str]) -> str:
        ids = " ".join(f"{prefix}-{id}" for id in match[2].split())
        return f'{match[1]}="{ids}"'

    return mark_safe(_NAMES.sub(named, content))
