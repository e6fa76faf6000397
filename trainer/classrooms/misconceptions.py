"""Which misconceptions the learners of a class have: out of what the model of learning knows of each of them, and of
their answers to the sets of scenarios and the pools that it was given, which that model leaves alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import Q

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.house_rules import exists, rules_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind, Misconception
from quizzes.practising import choices
from quizzes.practising.asking import house_for
from quizzes.reference import mistakes
from quizzes.reference.contrast import SENSELESS, is_right
from quizzes.reference.mistakes import Worked
from quizzes.showing.scenes import asked_seat
from quizzes.wording import mistake_pages
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import known, mistake_name
from quizzes.wording.numbers import listed, sentences
from quizzes.wording.prompts import setting, standing
from trainer.classrooms import mistakes_in_work
from trainer.classrooms.models import Assignment, Classroom, Membership

# Of a misconception [log-odds, shown, exhibits, successes, flagged] is kept: see quizzes.learning.habits.Evidence.
_COUNT = """
    SELECT state.kind, evidence.key,
        count(*) FILTER (WHERE (evidence.value -> 4)::boolean),
        count(*) FILTER (WHERE (evidence.value -> 2)::integer > 0 AND NOT (evidence.value -> 4)::boolean),
        array_agg(member.learner_id)
            FILTER (WHERE (evidence.value -> 2)::integer > 0 OR (evidence.value -> 4)::boolean)
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

MOST_NAMED = 60
"""So many learners of a misconception are named; of the others it is told how many they are."""


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
    in_work   how many learners gave its answer to a scenario of a set or a spot of a pool that the class was given, and
              have not shown since that they know better; some of them may be among the others too
    what      the wrong method in a sentence
    house     the house by whose rules the example is and drills are asked; "" where nothing shows it by these
    right     whether nothing shows it since the house's rules make the method right, and not for want of a question
    example   a spot that shows it, in words; `parts` is what the method gets wrong there
    drill     the address's query that practises it, "" where no drill shows it
    given     what the class was given to do against it and is not due yet
    shows     how many learners all these are, and `who` are the names of the first of them
    made_by   the houses by which its answer was given, where nothing shows it by that of the class
    """

    kind: str
    id: str
    skill: str
    name: str
    hold: int
    suspects: int
    in_work: int
    what: str
    house: str
    right: bool
    example: str
    parts: tuple[Part, ...]
    drill: str
    given: tuple[Assignment, ...] = ()
    shows: int = 0
    who: tuple[str, ...] = ()
    made_by: str = ""

    @property
    def unnamed(self) -> int:
        """How many of those who show it are not in `who`."""
        return self.shows - len(self.who)


def report(classroom: Classroom, now: datetime) -> list[Row]:
    """Return the misconceptions that learners of a class show, those that most show first. Five queries, one for the
    class's own house, one where its work shows any, and one where something can't be shown by its house.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [classroom.pk, Membership.Role.LEARNER])
        known_of = {(kind, id): (hold, suspects, set(who)) for kind, id, hold, suspects, who in cursor.fetchall()}
    in_work: dict[Key, set[int]] = defaultdict(set)
    for learner, kind, id in mistakes_in_work.in_work(classroom):
        in_work[kind, id].add(learner)
    counted = {}
    for each in {*known_of, *in_work}:
        hold, suspects, who = known_of.get(each, (0, 0, set()))
        counted[each] = (hold, suspects, len(in_work[each]), who | in_work[each])
    ranked = sorted(counted, key=lambda each: (-len(counted[each][3]), [-count for count in counted[each][:3]], each))
    rows = [(row, counted[each][3]) for each in ranked if (row := _row(classroom, *each, *counted[each][:3]))]
    names, given = _names(classroom, {learner for _row, who in rows for learner in who}), given_against(classroom, now)
    made_by = _made_by(classroom, [row for row, _who in rows if not row.house])
    return [
        replace(
            row,
            given=tuple(given.get((row.kind, row.id), ())),
            shows=len(who),
            who=tuple([name for learner, name in names.items() if learner in who][:MOST_NAMED]),
            made_by=made_by.get((row.kind, row.id), ""),
        )
        for row, who in rows
    ]


def _names(classroom: Classroom, learners: Collection[int]) -> dict[int, str]:
    """Return the names of learners, in the order of the names. One query."""
    found = Membership.objects.filter(classroom=classroom, learner__in=learners)
    names = found.values_list("learner_id", "learner__username")
    return dict(sorted(names, key=lambda person: (person[1].casefold(), person[0])))


def who_shows(classroom: Classroom, kind: str, id: str) -> set[int]:
    """Return the learners of a class, by their accounts, whom its report counts for a misconception. Three queries
    or four.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WHO, [classroom.pk, Membership.Role.LEARNER, kind, id])
        found = {learner for (learner,) in cursor.fetchall()}
    return found | {learner for learner, *mistake in mistakes_in_work.in_work(classroom) if mistake == [kind, id]}


def _made_by(classroom: Classroom, rows: Sequence[Row]) -> dict[Key, str]:
    """Return by which houses the learners of a class gave the answers of misconceptions, as a list in a sentence. One
    query, none for no rows.
    """
    if not rows:
        return {}
    made = Q()
    for row in rows:
        made |= Q(drill__bucket__kind=row.kind, misconceptions__contains=[row.id])
    asked = mistakes_in_work.answers_in(classroom).filter(made)
    houses: dict[Key, set[str]] = defaultdict(set)
    for kind, ids, ruleset in asked.values_list("drill__bucket__kind", "misconceptions", "ruleset").distinct():
        for id in ids:
            houses[kind, id].add(ruleset)
    return {
        each: listed(sorted({house_name(rules_of(id)) for id in rulesets if exists(id)}))
        for each, rulesets in houses.items()
    }


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


def _row(classroom: Classroom, kind_id: str, id: str, hold: int = 0, suspects: int = 0, in_work: int = 0) -> Row | None:
    """Return the row of a misconception: under the class's own house, without one under that of its page."""
    if kind_id not in KINDS or not known(kind_id, id):
        return None
    kind, trap = KINDS[kind_id], mistakes.misconception(kind_id, id)
    usual, own = mistakes.pair(kind.id, trap.id)[0], None
    shown: Worked | None = usual
    if classroom.house:
        own = house_for(kind, classroom.house.id_in_drills)
        shown = mistakes.under(kind.id, trap.id, own.id)
    rules = shown.document.rules if shown else None
    return Row(
        kind=kind.id,
        id=trap.id,
        skill=kind_name(kind.id),
        name=mistake_name(kind.id, trap.id),
        hold=hold,
        suspects=suspects,
        in_work=in_work,
        what=mistake_pages.what(trap.id),
        house=house_name(rules) if rules else "",
        right=shown is None and own is not None and _makes_right(kind, trap, replace(usual.document, rules=own)),
        example=_told(shown.document) if shown else "",
        parts=tuple(_parts(shown)) if shown else (),
        drill=choices.choice_query(choices.practised(kind, trap, rules.id))
        if rules and trap.id in choices.shown(kind.id)
        else "",
    )


def _makes_right(kind: Kind, trap: Misconception, document: Document) -> bool:
    """Return whether a misconception's method is right in a spot; False where it can't be asked by the rules it has."""
    try:
        return is_right(kind, trap, document)
    except SENSELESS:
        return False


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
