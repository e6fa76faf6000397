"""Tags of a feedback: {% told_case told outcome spot_url %}, {% explained outcome spot_url as given %}, {% verdict_sign
told.verdict %}, {% fields rows %}.

What is joined here in place of a template has dozens of parts, and each answer waits for it. What is the same in every
feedback of a language is joined once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from quizzes.practice import Outcome
from quizzes.showing.explained import explained
from quizzes.showing.feedback import Feedback, Row

register = template.Library()

register.simple_tag(explained, name="explained")

SIGNS = {"right": "right", "follows": "part", "wrong": "wrong"}
"""The sign that each verdict on a field is drawn by."""


@register.simple_tag
def told_case(told: Feedback, outcome: Outcome, spot_url: str) -> SafeString:
    """The verdict on an answer, what its spot's explanation says, and what is said of the answer beside it."""
    given, again = explained(outcome, spot_url), ""
    if outcome.repeated:
        again = f" {escape(_('You had answered this question before: this is your first answer.'))}"
    beside = (told.mistaken, given.figures if told.figures is None else "", told.compared, given.houses)
    return mark_safe(
        f'<div class="verdict" tabindex="-1">{_verdict_sign(told.verdict, get_language())}'
        f'<div><h1 id="verdict">{escape(told.title)}</h1><p>{escape(told.lead)}{again}</p></div></div>'
        f'<div class="case"><div class="stack">{given.derivation}</div>'
        f'<div class="stack">{"".join(beside)}</div></div>'
    )


@register.simple_tag
def verdict_sign(verdict: str) -> SafeString:
    """The sign of a whole answer's verdict, with its name for those who don't see it."""
    return _verdict_sign(verdict, get_language())


@cache
def _verdict_sign(verdict: str, _language: str) -> SafeString:
    name = escape(_("Right") if verdict == "right" else _("Partly right") if verdict == "part" else _("Wrong"))
    css = f'class="verdict-sign is-{verdict}"'
    return mark_safe(f'<svg {css} role="img" aria-label="{name}" focusable="false"><use href="#v-{verdict}"/></svg>')


@register.simple_tag
def fields(rows: Sequence[Row]) -> SafeString:
    """The answer field by field, beside the right one, as a table."""
    language = get_language()
    head, marks = _fields_head(language), _marks(language)
    body = "".join(_row(row, marks[row.verdict]) for row in rows)
    return mark_safe(f'<table class="fields">{head}<tbody>{body}</tbody></table>')


@cache
def _fields_head(_language: str) -> str:
    names = (_("Field"), _("Yours"), _("Right"), _("Verdict"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return f'<caption class="away">{escape(_("Your answer, field by field"))}</caption><thead><tr>{head}</tr></thead>'


@cache
def _marks(_language: str) -> Mapping[str, str]:
    """The verdicts on fields, each with its sign and its name."""
    names = {"right": _("right"), "follows": _("follows"), "wrong": _("wrong")}
    return {verdict: _mark(SIGNS[verdict], escape(name)) for verdict, name in names.items()}


def _mark(sign: str, name: str) -> str:
    drawn = f'<svg class="mark-sign" aria-hidden="true" focusable="false"><use href="#v-{sign}"/></svg>'
    return f'<span class="mark is-{sign}">{drawn}{name}</span>'


def _row(row: Row, mark: str) -> str:
    struck = ' class="struck"' if row.verdict == "wrong" else ""
    return (
        f'<tr><th scope="row">{escape(row.name)}</th><td{struck}>{escape(row.given)}</td>'
        f'<td class="number">{escape(row.right)}</td><td>{mark}</td></tr>'
    )
