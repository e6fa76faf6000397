"""Two accounts of one person become one: what is counted of a learner is added up."""

from __future__ import annotations

from django.db import connection, transaction
from django.db.models import F

from quizzes.models import Course, RunRecord, SkillState
from quizzes.models.course import hold
from quizzes.models.skills import RECENT_MISTAKES

_ADD_WEEKS = """
    UPDATE quizzes_skillweek mine SET
        tries = mine.tries + theirs.tries,
        "right" = mine."right" + theirs."right",
        timed = mine.timed + theirs.timed,
        seconds = mine.seconds + theirs.seconds
    FROM quizzes_skillweek theirs
    WHERE mine.user_id = %(into)s AND theirs.user_id = %(old)s AND mine.week = theirs.week AND mine.kind = theirs.kind
"""

_ADD_DAYS = """
    UPDATE quizzes_practiceday mine SET tries = mine.tries + theirs.tries, "right" = mine."right" + theirs."right"
    FROM quizzes_practiceday theirs
    WHERE mine.user_id = %(into)s AND theirs.user_id = %(old)s AND mine.day = theirs.day
"""

_ADD_CHECKS = """
    UPDATE quizzes_lessonread mine SET checks = theirs.checks || mine.checks,
        finished_at = least(mine.finished_at, theirs.finished_at)
    FROM quizzes_lessonread theirs
    WHERE mine.user_id = %(into)s AND theirs.user_id = %(old)s AND mine.lesson_id = theirs.lesson_id
"""


@transaction.atomic
def add_up(old: int, into: int) -> None:
    """Add to an account's summaries those of another account for the same kinds, weeks, days and lessons.

    What only the other account has is left for the caller to move, and the rows that were added to delete. Both courses
    stay locked until the transaction ends, so that no answer is counted beside it.
    """
    for user_id in sorted((old, into)):
        hold(user_id)
    with connection.cursor() as cursor:
        for statement in (_ADD_WEEKS, _ADD_DAYS, _ADD_CHECKS):
            cursor.execute(statement, {"old": old, "into": into})
    answered = Course.objects.values_list("answered", flat=True).get(pk=old)
    Course.objects.filter(pk=into).update(answered=F("answered") + answered)
    if RunRecord.objects.filter(user=into, current=True).exists():
        RunRecord.objects.filter(user=old, current=True).update(current=False)
    theirs = {state.kind: state for state in SkillState.objects.filter(user=old)}
    mine = list(SkillState.objects.filter(user=into, kind__in=theirs))
    for state in mine:
        _add_skill(state, theirs[state.kind])
    SkillState.objects.bulk_update(mine, ["tries", "right", "learnt", "mistakes", "last_at"])


def _add_skill(mine: SkillState, theirs: SkillState) -> None:
    """Add what one account knows of a kind to what another knows of it.

    Tries are added; what was learnt is that of whoever tried more, since ratings and memory can't be added; how far the
    drills are answered stays that of the account whose order it is.
    """
    if theirs.tries > mine.tries:
        mine.learnt = theirs.learnt
    mine.tries += theirs.tries
    mine.right += theirs.right
    mine.mistakes = sorted([*mine.mistakes, *theirs.mistakes], key=lambda miss: str(miss["at"]))[-RECENT_MISTAKES:]
    mine.last_at = max(mine.last_at, theirs.last_at)
