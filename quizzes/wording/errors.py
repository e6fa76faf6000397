"""What is wrong with a document, in the language in force."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from quizzes.engine.errors import DocumentError, Sentence, writable
from quizzes.wording.numbers import chips

STREETS = {
    "preflop": pgettext_lazy("a street within a sentence", "preflop"),
    "flop": pgettext_lazy("a street within a sentence", "flop"),
    "turn": pgettext_lazy("a street within a sentence", "turn"),
    "river": pgettext_lazy("a street within a sentence", "river"),
    "second": pgettext_lazy("a street within a sentence", "second"),
    "third": pgettext_lazy("a street within a sentence", "third"),
    "fourth": pgettext_lazy("a street within a sentence", "fourth"),
    "fifth": pgettext_lazy("a street within a sentence", "fifth"),
    "sixth": pgettext_lazy("a street within a sentence", "sixth"),
    "seventh": pgettext_lazy("a street within a sentence", "seventh"),
    "predraw": pgettext_lazy("a street within a sentence", "predraw"),
    "draw1": pgettext_lazy("a street within a sentence", "draw1"),
    "draw2": pgettext_lazy("a street within a sentence", "draw2"),
    "draw3": pgettext_lazy("a street within a sentence", "draw3"),
}
"""The streets as an error names them: in English by the word that a document has for them."""


def error_text(error: DocumentError) -> str:
    """Return what is wrong, without its place, with chips as a page writes them: 6,000."""
    return writable(_said(error.sentence, chips))


def plain_error(error: DocumentError) -> str:
    """Return what is wrong with chips as a document writes them, 6000: in English it is the error's `message`."""
    return writable(_said(error.sentence, str))


def placed_error(error: DocumentError) -> str:
    """Return what is wrong with its place before it: a key path, which is the same everywhere, or a line of a text."""
    words = {"where": error.where, "message": error_text(error)}
    if error.where.startswith("line "):
        return _("line %(line)s: %(message)s") % {**words, "line": error.where.removeprefix("line ")}
    return _("%(where)s: %(message)s") % words


def _said(sentence: Sentence, figures: Callable[[int], str]) -> str:
    values = {name: _value(name, value, figures) for name, value in sentence.values.items()}
    return translation.gettext(sentence.template) % values


def _value(name: str, value: object, figures: Callable[[int], str]) -> str:
    if isinstance(value, Sentence):
        return _said(value, figures)
    if isinstance(value, int) and not isinstance(value, bool):
        return figures(value)
    if name == "street":
        return str(STREETS.get(str(value), value))
    return translation.gettext(str(value)) if name == "house" else str(value)
