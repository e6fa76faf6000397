"""{{ names|comma }} and {{ parts|semicolon }}: lists as the language in force writes them."""

from __future__ import annotations

from django import template

from quizzes.wording.numbers import comma, semicolon

register = template.Library()

register.filter("comma", comma)
register.filter("semicolon", semicolon)
