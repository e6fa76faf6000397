"""What a kind's words are: its question, its fields, its answers and its mistakes, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from quizzes.engine.document import Document
from quizzes.engine.steps import Outcome
from quizzes.kinds.base import Answer, FieldGrade
from quizzes.wording.log import story
from quizzes.wording.numbers import chips

Message = str | Promise


def field_value(field: str, value: Any) -> str:
    """Return a field's value as a reader writes it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _("none") if value is None else chips(value)


@dataclass(frozen=True, slots=True)
class KindWords:
    """The words of one kind.

    decides   the outcomes of which the first that a derivation has names the rule that is shown first
    prompt    the question in one sentence, of a spot and the player it is about
    story     what happened before it, in a sentence or more
    labels    the name of every field that is typed or graded
    title     the answer in one sentence
    short     the answer in a word or two, to set beside another house's
    mistakes  for each misconception its name, and what it does with the spot's `numbers`
    instead   of a spot: what is said of mistakes in it in the place of the sentences in `mistakes`, as by its house's rules
    value     a graded field's value in words
    choices   for each field that is chosen from a list, its answers in words
    fields    the graded fields of an answer as they are told
    slips     of a spot, a response and the answer: sentences on where the two differ, what comes of each such part
    """

    name: Message
    decides: tuple[Outcome, ...]
    prompt: Callable[[Document, str], str]
    labels: Callable[[], Mapping[str, str]]
    title: Callable[[Document, str, Answer], str]
    short: Callable[[Answer], str]
    mistakes: Mapping[str, tuple[Message, Message]]
    numbers: Callable[[Document], Mapping[str, str]]
    instead: Callable[[Document], Mapping[str, Message]] = lambda document: {}
    value: Callable[[str, Any], str] = field_value
    choices: Callable[[], Mapping[str, Mapping[str, str]]] = dict
    story: Callable[[Document], str] = story
    fields: Callable[[Sequence[FieldGrade]], Sequence[FieldGrade]] = tuple
    slips: Callable[[Document, Answer, Answer], Sequence[str]] = lambda document, response, answer: ()
