"""What was counted of attempts, corrected by what a regrade changes in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import Any

from quizzes.models import Course, PracticeDay, SkillState, SkillWeek
from quizzes.models.skills import LONGEST, RECENT_MISTAKES, monday
from quizzes.regrades.marking import Change

A_DAY = timedelta(days=1)


@dataclass(slots=True)
class Moved:
    """By how much the counts of a week or a day move."""

    right: int = 0
    timed: int = 0
    seconds: int = 0


def correct(kind: str, changes: Sequence[Change]) -> None:
    """Correct the counts of accounts in a kind by what changes in attempts that practice asked.

    Their courses are locked first, in the order of the accounts, as an answer locks its own: no count is lost, and two
    regrades never wait for each other. Call it in the transaction that changes the attempts.
    """
    counted = [each for each in changes if each.attempt.user_id is not None and each.attempt.counts]
    by_user: defaultdict[int, list[Change]] = defaultdict(list)
    for each in counted:
        by_user[each.attempt.user_id or 0].append(each)
    if not by_user:
        return
    list(Course.objects.filter(user__in=by_user).order_by("user").select_for_update().values_list("user"))
    _correct_skills(kind, by_user)
    moved = [each for each in counted if each.before.right != each.after.right]
    if moved:
        _correct_weeks(kind, moved)
        _correct_days(moved)


def _correct_skills(kind: str, by_user: dict[int, list[Change]]) -> None:
    states = list(SkillState.objects.filter(user__in=by_user, kind=kind))
    for state in states:
        changes = by_user[state.user_id]
        by = sum(each.after.right - each.before.right for each in changes)
        state.right = min(max(state.right + by, 0), state.tries)
        learnt = state.learnt
        state.learnt = {**learnt, "right": min(max(learnt["right"] + by, 0), learnt["tries"])}
        state.mistakes = _mistakes(state.mistakes, changes)
    SkillState.objects.bulk_update(states, ["right", "learnt", "mistakes"])


def _mistakes(mistakes: Sequence[dict[str, Any]], changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Return the latest misses, with those out of it that are right by the new key, and those in it that are wrong."""
    found = {each["at"]: each for each in mistakes}
    for each in changes:
        at = each.attempt.answered_at.isoformat()
        found.pop(at, None)
        if not each.after.right:
            found[at] = {"at": at, "misconceptions": list(each.after.misconceptions)}
    return sorted(found.values(), key=lambda miss: str(miss["at"]))[-RECENT_MISTAKES:]


def _correct_weeks(kind: str, changes: Sequence[Change]) -> None:
    moved: defaultdict[tuple[int, date], Moved] = defaultdict(Moved)
    for each in changes:
        by, attempt = each.after.right - each.before.right, each.attempt
        week = moved[attempt.user_id or 0, monday(attempt.answered_at)]
        week.right += by
        if attempt.seconds <= LONGEST:
            week.timed += by
            week.seconds += by * attempt.seconds
    users, mondays = {user for user, _ in moved}, {week for _, week in moved}
    rows = list(SkillWeek.objects.filter(user__in=users, week__in=mondays, kind=kind))
    for row in rows:
        by_week = moved[row.user_id, row.week]
        row.right = min(max(row.right + by_week.right, 0), row.tries)
        row.timed = max(row.timed + by_week.timed, 0)
        row.seconds = max(row.seconds + by_week.seconds, 0)
    SkillWeek.objects.bulk_update(rows, ["right", "timed", "seconds"])


def _correct_days(changes: Sequence[Change]) -> None:
    """Correct the days. A day is the learner's own, whose zone is not stored: where UTC's has no room it is the one
    beside it.
    """
    days = {each.attempt.answered_at.astimezone(UTC).date() for each in changes}
    near = {day + shift for day in days for shift in (-A_DAY, timedelta(), A_DAY)}
    users = {each.attempt.user_id for each in changes}
    rows = {(row.user_id, row.day): row for row in PracticeDay.objects.filter(user__in=users, day__in=near)}
    for each in changes:
        day, by = each.attempt.answered_at.astimezone(UTC).date(), each.after.right - each.before.right
        for place in (day, day + A_DAY, day - A_DAY):
            row = rows.get((each.attempt.user_id or 0, place))
            if row is not None and 0 <= row.right + by <= row.tries:
                row.right += by
                break
    PracticeDay.objects.bulk_update(rows.values(), ["right"])
