"""{% explained outcome spot_url as given %}: the explanation of what was answered, put together once for everybody."""

from __future__ import annotations

from django import template

from quizzes.explained import explained

register = template.Library()

register.simple_tag(explained, name="explained")
