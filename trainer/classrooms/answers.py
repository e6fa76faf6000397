"""Each answer of a learner as the teachers of a class read it: what was asked, what was answered, and what is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator

from quizzes import house_rules
from quizzes.engine.hand import play
from quizzes.kinds import KINDS
from quizzes.kinds.base import Grade
from quizzes.models import Attempt, Regrade
from quizzes.practising.dealt import Dealt, dealt
from quizzes.practising.sharing import spot_name
from quizzes.regrades.marking import Mark, compared, shown
from quizzes.showing.scenes import asked_seat
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import known, mistake_name
from trainer.classrooms.assignment_progress import asked_in
from trainer.classrooms.models import Assignment, Classroom, Membership

PAGE = 50


@dataclass(frozen=True, slots=True)
class Part:
    """A field of an answer: what was answered and what is right, in words, and the verdict."""

    name: str
    given: str
    right: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a learner. `prompt` and `parts` are left out where its house is not there any more; so is `spot`,
    the name of its spot's page. What was asked is told as it was shown, and what is right by the corrected key where
    there is one: `again` is whether its mark is that one's, `kept` whether it has a better mark, which it keeps.
    """

    attempt: Attempt
    skill: str
    level: int
    house: str
    prompt: str
    parts: tuple[Part, ...]
    mistakes: tuple[str, ...]
    spot: str
    again: bool = False
    kept: bool = False

    @property
    def verdict(self) -> str:
        return "right" if self.attempt.right else "part" if self.attempt.points else "wrong"


def answers(
    classroom: Classroom, learner: int, number: str | int, assignment: Assignment | None = None
) -> tuple[Membership, Page[Attempt], list[Answer]]:
    """Return a learner of a class, an account, with a page of the answers given since they joined, the newest first; of
    those to an `assignment` alone, since it opened, where there is one.

    Four queries, and one for each house of a room's own that this process has not met yet.

    What is kept for exams is left out. Raises Membership.DoesNotExist for whoever is no learner of the class.
    """
    found = Membership.objects.select_related("learner").get(
        classroom=classroom, learner=learner, role=Membership.Role.LEARNER
    )
    given = Attempt.objects.filter(
        user=learner, answered_at__gte=found.joined_at, drill__bucket__reserve=False, drill__bucket__kind__in=KINDS
    )
    if assignment is not None:
        given = given.filter(asked_in(assignment), answered_at__gte=assignment.opens_at)
    page = Paginator(given.select_related("drill__bucket").order_by("-answered_at"), PAGE).get_page(number)
    regrades = regrades_of([attempt.drill_id for attempt in page])
    return found, page, [told(attempt, regrades.get(attempt.drill_id)) for attempt in page]


def regrades_of(drills: Sequence[int]) -> dict[int, Regrade]:
    """Return the newest regrade that was done of each drill."""
    done = Regrade.objects.filter(drill__in=drills, state=Regrade.State.DONE).select_related("by__bucket")
    return {regrade.drill_id: regrade for regrade in done.order_by("pk")}


def told(attempt: Attempt, regrade: Regrade | None = None) -> Answer:
    """Return an attempt in words, by a regrade that was done of its drill."""
    kind = attempt.drill.bucket.kind
    found = Answer(
        attempt=attempt,
        skill=kind_name(kind),
        level=attempt.drill.bucket.level,
        house="",
        prompt="",
        parts=(),
        mistakes=tuple(mistake_name(kind, id) for id in attempt.misconceptions if known(kind, id)),
        spot="",
    )
    if not house_rules.exists(attempt.ruleset):
        return found
    asked, key = dealt(attempt.drill, attempt.ruleset), _key(attempt, regrade)
    grade = _grade(attempt, key)
    by = compared(attempt, Mark(grade.points, grade.out_of, grade.right, tuple(attempt.misconceptions)))
    hand = play(asked.document)
    seat = asked_seat(asked.document, hand)
    return replace(
        found,
        house=house_name(asked.document.rules),
        prompt=words_of(kind).prompt(asked.document, "" if seat is None else hand.name(seat)),
        parts=tuple(_parts(kind, grade)),
        spot=_spot(attempt, regrade),
        again=key != asked and by is None,
        kept=regrade is not None and by is not None and by.is_kept(regrade.mode),
    )


def _key(attempt: Attempt, regrade: Regrade | None) -> Dealt:
    """Return what is right for an attempt: by the corrected key where its drill was regraded."""
    if regrade is None:
        return dealt(attempt.drill, attempt.ruleset)
    return dealt(regrade.by, regrade.house or attempt.ruleset)


def _spot(attempt: Attempt, regrade: Regrade | None) -> str:
    """Return the name of the spot that was shown: the corrected key's where that shows the same one."""
    asked, key = dealt(attempt.drill, attempt.ruleset), _key(attempt, regrade)
    if regrade is not None and shown(key.document) == shown(asked.document):
        return spot_name(regrade.by_id, regrade.house or attempt.ruleset)
    return spot_name(attempt.drill_id, attempt.ruleset)


def _grade(attempt: Attempt, key: Dealt) -> Grade:
    """Return the grade of what was answered by a key."""
    document, solution = key
    kind = KINDS[document.question.kind]
    solved = replace(kind, solve=lambda _document: solution)  # grading asks for it again and again
    return solved.grade(document, attempt.response)


def _parts(kind: str, grade: Grade) -> Iterator[Part]:
    """Yield what was answered, field by field, beside what is right."""
    words = words_of(kind)
    labels = words.labels()
    for field in words.fields(grade.fields):
        given, right = words.value(field.name, field.given), words.value(field.name, field.right)
        yield Part(labels[field.name], given, right, field.verdict)
