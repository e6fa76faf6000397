"""The words of each kind, found by its name: `quizzes/wording/<kind>.py` holds them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module

from quizzes.wording.authored import asked, told_before
from quizzes.wording.base import KindWords
from quizzes.wording.numbers import sentences


@cache
def words_of(kind: str) -> KindWords:
    """Return a drilled kind's words. The question that its author wrote comes in place of the kind's own."""
    words: KindWords = import_module(f"quizzes.wording.{kind}").WORDS
    return replace(
        words,
        prompt=lambda document, player: asked(document) or words.prompt(document, player),
        story=lambda document: sentences([told_before(document), words.story(document)]),
    )


def kind_name(kind: str) -> str:
    """Return a kind's name as a title."""
    return str(words_of(kind).name)
