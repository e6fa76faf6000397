"""{% own_ids "first" %}...{% endown_ids %}: ids of its own for a part that is on a page more than once."""

from __future__ import annotations

import re

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_NAMES = re.compile(r'(?<= )(id|for|aria-labelledby|aria-describedby|aria-controls|list)="([^"]+)"')
_SECTIONS = re.compile(r'(<section\b[^>]* aria-labelledby=")')


@register.simple_block_tag
def own_ids(content: str, prefix: str) -> SafeString:
    """Begin every id, and whatever names one, with a prefix.

    A question's form and its feedback have fixed ids; two of them on one page would take each other's labels. Where the
    part has an element with the id `part` that names it, every section in it begins its name so: two regions of a page
    have not the same one.
    """

    def named(match: re.Match[str]) -> str:
        ids = " ".join(f"{prefix}-{id}" for id in match[2].split())
        return f'{match[1]}="{ids}"'

    named_apart = _NAMES.sub(named, content)
    if f'id="{prefix}-part"' in named_apart:
        named_apart = _SECTIONS.sub(rf"\g<1>{prefix}-part ", named_apart)
    return mark_safe(named_apart)
