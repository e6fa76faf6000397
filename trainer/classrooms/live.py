"""A class as it practises: where each learner is, who is stuck, and which wrong answers are given most right now.

All out of the latest answers of its learners in one query, bounded in time and in number, however large the class is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q

from quizzes.kinds import KINDS
from quizzes.models import Attempt
from quizzes.tokens import LIFETIME
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import known, mistake_name
from trainer.classrooms.answers import Answer, regrades_of, told
from trainer.classrooms.models import Classroom, Membership

WINDOW = timedelta(minutes=45)
"""Whoever has answered nothing for longer is not there."""

LATELY = timedelta(minutes=15)
"""The wrong answers of so long count as those given now."""

QUIET = timedelta(minutes=5)
"""Whoever is there and has answered nothing for so long may sit before a question that is too hard."""

IN_A_ROW = 3
MOST_READ = 3000
MOST_MISTAKES = 5


class Answered(NamedTuple):
    """What is read of one answer."""

    learner: int
    name: str
    kind: str
    level: int
    right: bool
    misconceptions: Sequence[str]
    at: datetime
    drill: int
    ruleset: str
    response: Any
    issued_at: datetime
    nonce: UUID


@dataclass(frozen=True, slots=True)
class Here:
    """A learner who is there: the last question that was answered, how many minutes ago, and what holds them up.

    wrong   how many answers in a row in that kind were not wholly right, the last one among them
    quiet   whether nothing has come for a while
    """

    learner: int
    name: str
    kind: str
    level: int
    minutes: int
    wrong: int
    quiet: bool

    @property
    def stuck(self) -> bool:
        return self.quiet or self.wrong >= IN_A_ROW


@dataclass(frozen=True, slots=True)
class Common:
    """A misconception behind wrong answers of the last quarter of an hour, and how many learners gave them."""

    kind: str
    id: str
    skill: str
    name: str
    learners: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer to one question in the last quarter of an hour, and how many learners gave just that."""

    answer: Answer
    learners: int


@dataclass(frozen=True, slots=True)
class Live:
    """Who is there, those who are stuck first and then the latest, and the mistakes made now, the most frequent first.

    wrong           the wrong answer that most learners gave, whether it has a name or not; None without any
    answers, right  how many answers there were in the last quarter of an hour, and how many of them were right
    cut             whether there were more answers than are looked at, MOST_READ
    """

    here: tuple[Here, ...]
    mistakes: tuple[Common, ...]
    wrong: Wrong | None
    answers: int
    right: int
    cut: bool

    @property
    def stuck(self) -> int:
        return sum(one.stuck for one in self.here)


def live(classroom: Classroom, now: datetime) -> Live:
    """Return how a class does at this moment, in the language in force. One query, and two where there is a
    wrong answer.
    """
    read = _latest(classroom, now)
    answers = [answered for answered in read[:MOST_READ] if answered.kind in KINDS]
    lately = [answered for answered in answers if now - answered.at <= LATELY]
    return Live(
        here=tuple(sorted(_here(answers, now), key=lambda one: (not one.stuck, one.minutes, one.name.casefold()))),
        mistakes=tuple(_common(lately)),
        wrong=_wrong(lately),
        answers=len(lately),
        right=sum(answered.right for answered in lately),
        cut=len(read) > MOST_READ,
    )


def _latest(classroom: Classroom, now: datetime) -> list[Answered]:
    """Return the latest answers of a class's learners, the newest first, none from before they joined: no more than
    MOST_READ and one, which says that there are more.

    Only the months are read in which a question can have been asked that was answered in the window.
    """
    member = Q(user__memberships__classroom=classroom, user__memberships__role=Membership.Role.LEARNER)
    recent = Attempt.objects.filter(
        member,
        issued_at__gte=now - WINDOW - LIFETIME,
        answered_at__gte=now - WINDOW,
        answered_at__gt=F("user__memberships__joined_at"),
        drill__bucket__reserve=False,
    ).order_by("-answered_at")
    rows = recent.values_list(
        "user",
        "user__username",
        "drill__bucket__kind",
        "drill__bucket__level",
        "right",
        "misconceptions",
        "answered_at",
        "drill",
        "ruleset",
        "response",
        "issued_at",
        "nonce",
    )
    return [Answered(*row) for row in rows[: MOST_READ + 1]]


def _here(answers: Iterable[Answered], now: datetime) -> Iterable[Here]:
    """Yield each learner with the answer that came last."""
    theirs: dict[int, list[Answered]] = {}
    for answered in answers:
        theirs.setdefault(answered.learner, []).append(answered)
    for learner, given in theirs.items():
        last, ago = given[0], now - given[0].at
        yield Here(
            learner=learner,
            name=last.name,
            kind=kind_name(last.kind),
            level=last.level,
            minutes=int(ago.total_seconds()) // 60,
            wrong=_wrong_in_a_row([answered.right for answered in given if answered.kind == last.kind]),
            quiet=ago >= QUIET,
        )


def _wrong_in_a_row(rights: Sequence[bool]) -> int:
    """Return how many answers were not wholly right since the last one that was; the newest comes first."""
    return rights.index(True) if True in rights else len(rights)


def _wrong(answers: Iterable[Answered]) -> Wrong | None:
    """Return the wrong answer that most learners gave to one question, of as many the latest, by the corrected key
    where there is one. Two queries, if any.
    """
    gave: dict[tuple[int, str, str], dict[int, Answered]] = {}
    for answered in answers:
        if not answered.right:
            said = json.dumps(answered.response, sort_keys=True)
            gave.setdefault((answered.drill, answered.ruleset, said), {}).setdefault(answered.learner, answered)
    if not gave:
        return None
    most = max(gave.values(), key=len)
    latest = next(iter(most.values()))
    attempt = Attempt.objects.select_related("drill__bucket").filter(pk=(latest.issued_at, latest.nonce)).first()
    return Wrong(told(attempt, regrades_of([latest.drill]).get(latest.drill)), len(most)) if attempt else None


def _common(answers: Iterable[Answered]) -> Iterable[Common]:
    """Yield the misconceptions that most learners' answers show."""
    shown = {
        (answered.learner, answered.kind, id)
        for answered in answers
        for id in answered.misconceptions
        if known(answered.kind, id)
    }
    counts = Counter((kind, id) for _learner, kind, id in shown)
    for (kind, id), learners in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_MISTAKES]:
        yield Common(kind, id, kind_name(kind), mistake_name(kind, id), learners)
