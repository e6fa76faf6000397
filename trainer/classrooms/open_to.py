"""To whom what is right in a scenario is not told yet, of many learners: `classwork.open_in` asks it for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime

from quizzes.models import Attempt
from trainer.classrooms import assignments
from trainer.classrooms.assignment_progress import Task, answers_to, tries_in, with_drills
from trainer.classrooms.models import Assignment, AssignmentItem


def open_to(drill: int, users: Collection[int], now: datetime) -> set[int]:
    """Return those of some accounts that can still answer a drill's scenario in a set, or will once that opens, in
    whatever version. One query where no set asks it; else one for the answers, and one or two for each set.
    """
    asking = AssignmentItem.objects.filter(version__scenario__versions__drill=drill, assignment__ended_at=None)
    items = list(with_drills(asking).select_related("assignment__classroom"))
    if not items:
        return set()
    asked = {item.pk: item.drills for item in items}  # type: ignore[attr-defined]  # annotated by with_drills
    made = Attempt.objects.filter(user__in=users, drill__in={each for drills in asked.values() for each in drills})
    answers: defaultdict[int, defaultdict[int, list[tuple[datetime, bool]]]] = defaultdict(lambda: defaultdict(list))
    for user, each, moment, right in made.values_list("user", "drill", "answered_at", "right"):
        answers[user][each].append((moment, right))
    return {
        task.learner
        for item in items
        for task in _tasks(item.assignment, users, now)
        if not tries_in(answers_to(asked[item.pk], answers[task.learner]), task).settled
    }


def _tasks(assignment: Assignment, users: Collection[int], now: datetime) -> Iterator[Task]:
    """Yield an assignment for each of some accounts to which it is given and not over."""
    learners = set(users)
    if assignment.chosen:
        learners &= set(assignment.assignees.values_list("learner", flat=True))
    for learner, (_member, window) in assignments.members(assignment.classroom, assignment, learners).items():
        if window.state(now) != "closed":
            yield Task(assignment, learner, window)
