"""What a document must pass before it can be published: it can be asked, and two computations agree on its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from quizzes import kinds
from quizzes.engine.citations import rule_named
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import RULES
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind, Variant
from quizzes.kinds.choice import option_text
from quizzes.wording.authored import in_language


@dataclass(frozen=True, slots=True)
class Checked:
    """A document that can be asked, with its answer, and the mistakes that it tells apart, in groups."""

    document: Document
    kind: Kind
    solution: Solution
    told_apart: tuple[tuple[str, ...], ...]

    @property
    def variant(self) -> Variant:
        """The game and limit that it is asked in."""
        return Variant(self.document.game.id, self.document.limit)


def checked(document: Document) -> Checked:
    """Return what is worked out from a document. Raises DocumentError where it breaks a rule or can't be asked."""
    kind = KINDS[document.question.kind]
    solution = kind.solve(document)
    if kind.id == "choice":
        _check_rule(document.question.extra)
        _check_texts(document)
    return Checked(document, kind, solution, kind.told_apart(document))


def _check_rule(extra: Mapping[str, object]) -> None:
    """The one kind whose answer is written has to say by which rule: one of the book, or one that names its place."""
    rule = extra["rule"]
    if isinstance(rule, str) and rule not in RULES and not rule_named(rule).book:
        raise DocumentError(
            "question.rule",
            "%(rule)s is no rule of the book, and no place in one such as TDA 2024 35-A",
            rule=repr(rule),
        )


def _check_texts(document: Document) -> None:
    """What is asked and what can be chosen has to be written, and no two answers may read the same."""
    if not in_language(document.words.get("prompt", "")):
        raise DocumentError("prompt", "the question is missing: nothing but its author's words says what is asked")
    options = [option_text(option) for option in document.question.extra["options"]]
    seen: set[tuple[str, str]] = set()
    for number, option in enumerate(options, 1):
        where = f"question.options[{number - 1}]"
        if not in_language(option):
            raise DocumentError(where, "answer %(number)s has no text", number=number)
        words = option if isinstance(option, Mapping) else {"en": option}
        texts = {(language, in_language(text)) for language, text in words.items() if text.strip()}
        if seen & texts:
            raise DocumentError(where, "answer %(number)s has the same text as one before it", number=number)
        seen |= texts


def doubt(found: Checked) -> str:
    """Return in a sentence why an answer can't be relied on: a second computation disagrees; "" where it agrees."""
    try:
        agreed = kinds.agree(found.kind, found.document)
    except DocumentError as error:
        return _("The second computation has no answer to it: %(error)s") % {"error": error}
    return "" if agreed else _("The second computation gives another answer. Please report this spot.")
