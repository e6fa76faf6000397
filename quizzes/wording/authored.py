"""An author's words: a text, or a table of texts by language, as the scenario format has them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from quizzes.engine.document import Document
from quizzes.wording.numbers import sentences

MOST_OF_A_PROMPT = 60
"""Characters of a prompt that stand for a title."""


def in_language(words: str | Mapping[str, str]) -> str:
    """Return an author's words in the language in force; where the author has none in it, in English, else as it comes.

    Lines stay lines; within one, a run of white space is one space.
    """
    if isinstance(words, str):
        found = words
    else:
        found = words.get((get_language() or "en").lower()) or words.get("en") or next(iter(words.values()))
    return "\n".join(" ".join(line.split()) for line in found.strip().splitlines())


def scenario_name(title: str, number: int, skill: str, prompt: str | Mapping[str, str] | None) -> str:
    """Return how lists name a scenario: by its title, else by its number and how its prompt begins, or its skill's name."""
    if title:
        return title
    words = " ".join(in_language(prompt or "").split()) or skill
    return _("Scenario %(number)s: %(words)s") % {"number": number, "words": Truncator(words).chars(MOST_OF_A_PROMPT)}


def asked(document: Document) -> str:
    """Return the question that an author wrote: the last line of the prompt, "" where there is none."""
    return _lines(document)[-1]


def told_before(document: Document) -> str:
    """Return what an author tells before the question: the lines of the prompt but the last."""
    return sentences(_lines(document)[:-1])


def _lines(document: Document) -> list[str]:
    return in_language(document.words.get("prompt", "")).split("\n")
