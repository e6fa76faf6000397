"""Which misconceptions the learners of a class have: out of what the model of learning knows of each of them, and of
their answers to the scenarios of its sets, which that model leaves alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import F, Q

from quizzes import choices, mistakes
from quizzes.asking import house_for
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.kinds import KINDS
from quizzes.mistakes import Worked
from quizzes.models import Attempt, ScenarioVersion
from quizzes.scenes import asked_seat
from quizzes.wording import mistake_pages
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import known, mistake_name
from quizzes.wording.numbers import sentences
from quizzes.wording.prompts import setting, standing
from quizzes.wording.rules import house_name
from trainer.classrooms.models import Assignment, AssignmentItem, Classroom, Membership

# Of a misconception [log-odds, shown, exhibits, successes, flagged] is kept: see quizzes.learning.habits.Evidence.
_COUNT = """
    SELECT state.kind, evidence.key,
        count(*) FILTER (WHERE (evidence.value -> 4)::boolean),
        count(*) FILTER (WHERE (evidence.value -> 2)::integer > 0 AND NOT (evidence.value -> 4)::boolean)
    FROM classrooms_membership member
    JOIN quizzes_skillstate state ON state.user_id = member.learner_id
    CROSS JOIN LATERAL jsonb_each(state.learnt -> 'habits' -> 'evidence') evidence
    WHERE member.classroom_id = %s AND member.role = %s
    GROUP BY state.kind, evidence.key
    HAVING bool_or((evidence.value -> 2)::integer > 0 OR (evidence.value -> 4)::boolean)
"""


_WHO = """
    SELECT member.learner_id
    FROM classrooms_membership member
    JOIN quizzes_skillstate state ON state.user_id = member.learner_id
    CROSS JOIN LATERAL jsonb_each(state.learnt -> 'habits' -> 'evidence') evidence
    WHERE member.classroom_id = %s AND member.role = %s AND state.kind = %s AND evidence.key = %s
        AND ((evidence.value -> 2)::integer > 0 OR (evidence.value -> 4)::boolean)
"""

Key = tuple[str, str]
"""A kind and a misconception of it."""


class Part(NamedTuple):
    """A part of an answer: its name, what a wrong method gives and what is right."""

    name: str
    given: str
    right: str


@dataclass(frozen=True, slots=True)
class Row:
    """A misconception in a class.

    hold      how many learners it was told to: they gave its answer often enough to be sure
    suspects  how many others gave its answer and have not shown since that they know better
    in_sets   how many learners gave its answer to a scenario of a set; some of them may be among the others too
    what      the wrong method in a sentence
    house     the house by whose rules the example is and drills are asked; "" where its rules make the method right
    example   a spot that shows it, in words; `parts` is what the method gets wrong there
    drill     the address's query that practises it, "" where no drill shows it
    given     what the class was given to do against it and is not due yet
    """

    kind: str
    id: str
    skill: str
    name: str
    hold: int
    suspects: int
    in_sets: int
    what: str
    house: str
    example: str
    parts: tuple[Part, ...]
    drill: str
    given: tuple[Assignment, ...] = ()


def report(classroom: Classroom, now: datetime) -> list[Row]:
    """Return the misconceptions that learners of a class show, those that most hold first. Three queries, and one for
    the class's own house.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [classroom.pk, Membership.Role.LEARNER])
        known_of = {(kind, id): (hold, suspects) for kind, id, hold, suspects in cursor.fetchall()}
    in_sets, given = Counter((kind, id) for _user, kind, id in _in_sets(classroom)), given_against(classroom, now)
    counted = {each: (*known_of.get(each, (0, 0)), in_sets[each]) for each in {*known_of, *in_sets}}
    ranked = sorted(counted, key=lambda each: ([-count for count in counted[each]], each))
    return [
        replace(row, given=tuple(given.get(each, ())))
        for each in ranked
        if (row := _row(classroom, *each, *counted[each]))
    ]


def who_shows(classroom: Classroom, kind: str, id: str) -> set[int]:
    """Return the learners of a class, by their accounts, whom its report counts for a misconception. Two queries."""
    with connection.cursor() as cursor:
        cursor.execute(_WHO, [classroom.pk, Membership.Role.LEARNER, kind, id])
        found = {learner for (learner,) in cursor.fetchall()}
    return found | {learner for learner, *mistake in _in_sets(classroom) if mistake == [kind, id]}


def _in_sets(classroom: Classroom) -> set[tuple[int, str, str]]:
    """Return which learners gave which mistake's answer to a scenario of a set since they joined: learner, kind, id."""
    asked = ScenarioVersion.objects.filter(
        scenario__versions__in=AssignmentItem.objects.filter(assignment__classroom=classroom).values("version")
    )
    given = Attempt.objects.filter(
        Q(user__memberships__classroom=classroom, user__memberships__role=Membership.Role.LEARNER),
        answered_at__gte=F("user__memberships__joined_at"),
        drill__in=asked.values("drill"),
        why="",
    ).exclude(misconceptions=[])
    rows = given.values_list("user", "drill__bucket__kind", "misconceptions")
    return {(user, kind, id) for user, kind, ids in rows for id in ids}


def given_against(classroom: Classroom, now: datetime) -> Mapping[Key, Sequence[Assignment]]:
    """Return what a class was given against each misconception and is not due yet, what is due first. One query."""
    going_on = Assignment.objects.filter(classroom=classroom, due_at__gt=now, ended_at=None).exclude(mistake="")
    found: dict[Key, list[Assignment]] = defaultdict(list)
    for each in going_on.order_by("due_at", "pk"):
        found[each.kinds, each.mistake].append(each)
    return found


def find(classroom: Classroom, kind: str, id: str) -> Row | None:
    """Return a misconception as the report has it, without its counts; None where there is none of that name."""
    return _row(classroom, kind, id)


def _row(classroom: Classroom, kind_id: str, id: str, hold: int = 0, suspects: int = 0, in_sets: int = 0) -> Row | None:
    """Return the row of a misconception: under the class's own house, without one under that of its page."""
    if kind_id not in KINDS or not known(kind_id, id):
        return None
    kind, trap = KINDS[kind_id], mistakes.misconception(kind_id, id)
    shown: Worked | None = mistakes.pair(kind.id, trap.id)[0]
    if classroom.house:
        shown = mistakes.under(kind.id, trap.id, house_for(kind, classroom.house.id_in_drills).id)
    rules = shown.document.rules if shown else None
    return Row(
        kind=kind.id,
        id=trap.id,
        skill=kind_name(kind.id),
        name=mistake_name(kind.id, trap.id),
        hold=hold,
        suspects=suspects,
        in_sets=in_sets,
        what=mistake_pages.what(trap.id),
        house=house_name(rules) if rules else "",
        example=_told(shown.document) if shown else "",
        parts=tuple(_parts(shown)) if shown else (),
        drill=choices.choice_query(mistakes.practised(kind, trap, rules.id))
        if rules and trap.id in choices.shown(kind.id)
        else "",
    )


def _told(document: Document) -> str:
    """Return what is asked in a spot, and what happened before."""
    hand, words = play(document), words_of(document.question.kind)
    seat = asked_seat(document, hand)
    prompt = words.prompt(document, "" if seat is None else hand.name(seat))
    return sentences([setting(document, hand), words.story(document), standing(document), prompt])


def _parts(shown: Worked) -> Iterator[Part]:
    words = words_of(shown.document.question.kind)
    labels = words.labels()
    for grade in shown.grades:
        if grade.verdict != "right":
            yield Part(labels[grade.name], words.value(grade.name, grade.given), words.value(grade.name, grade.right))
