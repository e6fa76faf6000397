"""The words of a written question: an author's own, but for a few around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.choice import values
from quizzes.wording.authored import in_language
from quizzes.wording.base import KindWords
from quizzes.wording.numbers import comma, sentences


def labels() -> Mapping[str, str]:
    """Return the field's name."""
    return {"right": _("Answer")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the right options as a sentence."""
    texts = values(document, answer, answer)["right"]
    words = {"options": value("right", texts)}
    return ngettext("Right is: %(options)s", "Right are: %(options)s", len(texts)) % words


def short(answer: Answer) -> str:
    """Return the right options by their numbers."""
    return _("Option %(numbers)s") % {"numbers": comma(list(map(str, answer["right"])))}


def value(field: str, value: Any) -> str:
    """Return the options chosen, in their own words."""
    return sentences(map(in_language, value))


WORDS = KindWords(
    name=lazy("Procedure"),
    decides=("right",),
    prompt=lambda document, player: _("Which answer is right?"),
    labels=labels,
    title=title,
    short=short,
    mistakes={},
    numbers=lambda document: {},
    value=value,
    story=lambda document: "",
)
