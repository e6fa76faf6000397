"""A reader and the checks of a lesson: an answer is graded like any other, and counts for the lesson alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils import timezone

from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.learners import Learner, Session
from quizzes.lessons.answers import solved
from quizzes.lessons.shelf import Version
from quizzes.models import Attempt, Lesson, LessonRead, LessonVersion
from quizzes.practice import Outcome

SESSION_KEY = "lessons"


def answer_check(learner: Learner, version: Version, name: str, raw: Raw) -> Outcome:
    """Grade an answer to a lesson's check, and note whether it was right. No skill moves.

    Raises KeyError for a check that the lesson has not, and IllFormed; then nothing is noted.
    """
    if name not in version.text.checks:
        raise KeyError(name)
    document, solution = solved(version.documents[name])
    kind = KINDS[document.question.kind]
    response = kind.parse(document, raw)
    grade = kind.grade(document, response)
    _note(learner, version, name, grade.right)
    attempt = Attempt(ruleset=document.rules.id, response=response, answered_at=timezone.now())
    return Outcome(document, kind, response, grade, solution, attempt, repeated=False)


def done(learner: Learner) -> dict[str, dict[str, bool]]:
    """Return by lesson the checks that were answered, and whether each was right at last. One query for an account."""
    if learner.user_id is None:
        return dict(learner.session.get(SESSION_KEY, {}))
    rows = LessonRead.objects.filter(user=learner.user_id).values_list("lesson__slug", "checks")
    return {slug: dict(noted) for slug, noted in rows}


@transaction.atomic
def _note(learner: Learner, version: Version, name: str, right: bool) -> None:
    lesson = version.row.lesson
    if learner.user_id is None:
        before = learner.session.get(SESSION_KEY, {})
        learner.session[SESSION_KEY] = {**before, lesson.slug: {**before.get(lesson.slug, {}), name: right}}
        return
    row, _new = LessonRead.objects.select_for_update().get_or_create(user_id=learner.user_id, lesson=lesson)
    if row.checks.get(name) != right:  # the same once more is no later reading
        row.checks = {**row.checks, name: right}
        _finish(row, version.text.checks)
        row.save()


def _finish(row: LessonRead, checks: Collection[str]) -> None:
    """Note that a lesson is finished once all its checks were right."""
    if row.finished_at is None and checks and all(row.checks.get(name) for name in checks):
        row.finished_at = timezone.now()


@transaction.atomic
def claim(session: Session, user_id: int) -> None:
    """Give an account what this browser's visitor has read, and forget it in the session."""
    read: Mapping[str, Mapping[str, bool]] = session.pop(SESSION_KEY, {})
    lessons = Lesson.objects.in_bulk(list(read), field_name="slug")
    newest = LessonVersion.objects.filter(lesson__in=lessons.values(), language="en").order_by("lesson", "-number")
    checks = dict(newest.distinct("lesson").values_list("lesson", "checks"))
    for slug, lesson in lessons.items():
        row, _new = LessonRead.objects.select_for_update().get_or_create(user_id=user_id, lesson=lesson)
        row.checks = {**row.checks, **read[slug]}
        _finish(row, checks.get(lesson.pk, ()))
        row.save()
