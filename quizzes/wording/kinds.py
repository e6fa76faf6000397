"""The words of each kind, found by its name: `quizzes/wording/<kind>.py` holds them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from quizzes.wording.base import KindWords


@cache
def words_of(kind: str) -> KindWords:
    """Return a drilled kind's words."""
    words: KindWords = import_module(f"quizzes.wording.{kind}").WORDS
    return words


def kind_name(kind: str) -> str:
    """Return a kind's name as a title."""
    return str(words_of(kind).name)
