"""What is told of a wrong answer to a scenario of a set that has tries left: which parts are wrong, and nothing of what
is right.
"""

from __future__ import annotations

from dataclasses import dataclass

from quizzes.practice import Outcome
from quizzes.showing.feedback import lead_of
from quizzes.wording.kinds import words_of
from quizzes.wording.mistakes import mistake_name


@dataclass(frozen=True, slots=True)
class Part:
    """A field of an answer that may be given again: what was answered, and whether that is right."""

    name: str
    given: str
    verdict: str


@dataclass(frozen=True, slots=True)
class OpenTry:
    """A wrong answer while tries are left.

    verdict    "part" or "wrong"
    lead       how much of it is right
    parts      the answer, field by field
    follows    whether a part is only right for what was written elsewhere
    mistakes   the wrong methods that give it, by id and name: a hint without a number of the spot
    left       how many tries are left, None for as many as one likes
    """

    verdict: str
    lead: str
    parts: tuple[Part, ...]
    follows: bool
    mistakes: tuple[tuple[str, str], ...]
    left: int | None


def open_try(outcome: Outcome, left: int | None) -> OpenTry:
    """Return what is told of an outcome that was not right, in the language in force."""
    kind, grade = outcome.kind.id, outcome.grade
    words = words_of(kind)
    labels = words.labels()
    return OpenTry(
        verdict="part" if grade.points else "wrong",
        lead=lead_of(grade),
        parts=tuple(Part(labels[each.name], words.value(each.name, each.given), each.verdict) for each in grade.fields),
        follows=any(each.verdict == "follows" for each in grade.fields),
        mistakes=tuple((id, mistake_name(kind, id)) for id in grade.misconceptions),
        left=left,
    )
