"""The placement test on the site: twelve questions, kept on the server, and with what the skills begin after them.

A test is no practice: it writes no attempt, moves no difficulty and no card. Its questions carry a mark in a token's
place: the question that is open is answered once, and practice takes no answer to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from django.db import transaction

from quizzes import kinds, pools
from quizzes.kinds.base import Kind, Raw
from quizzes.learners import Learner, Session
from quizzes.learning import placement
from quizzes.learning.choosing import Offer
from quizzes.learning.placement import QUESTIONS, Answered
from quizzes.learning.ratings import Rating
from quizzes.models import Bucket, Drill, Placement
from quizzes.practice import Served
from quizzes.practising import course
from quizzes.practising.asking import Choice, house_for

SESSION_KEY = "placement"

Reply = Literal["counted", "answered"]
"""What became of an answer: it counts, or its question had one before."""


class NoQuestion(Exception):
    """No test is going on, or it has no question open."""


class Open(NamedTuple):
    """The question that is open: its mark, what it asks, and how hard that is."""

    mark: str
    drill: int
    house: str
    skill: str
    level: int
    difficulty: float


class Kept(NamedTuple):
    """A question that was answered, as the model takes it, and its drill under its house.

    One that was `left_out` tells of the learner what a wrong answer does.
    """

    answered: Answered
    drill: int
    house: str
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Sitting:
    """A test as far as it has come. `seed` gives the order of its skills and drills, and never leaves the server."""

    seed: str
    kept: tuple[Kept, ...] = ()
    open: Open | None = None

    @property
    def answers(self) -> tuple[Answered, ...]:
        return tuple(each.answered for each in self.kept)

    @property
    def done(self) -> bool:
        return len(self.kept) >= QUESTIONS

    def to_json(self) -> dict[str, Any]:
        kept = [[list(each.answered), *each[1:]] for each in self.kept]
        return {"seed": self.seed, "kept": kept, "open": list(self.open) if self.open else None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sitting:
        kept = tuple(Kept(Answered(*answered), *rest) for answered, *rest in data["kept"])
        return cls(data["seed"], kept, Open(*data["open"]) if data["open"] else None)


def sitting(learner: Learner) -> Sitting | None:
    """Return the test that a learner takes or took last: one query for an account, none for a visitor.

    None too where its open question is of a kind that there is no more.
    """
    if learner.user_id is None:
        held = learner.session.get(SESSION_KEY)
    else:
        held = Placement.objects.filter(user=learner.user_id).values_list("sitting", flat=True).first()
    found = Sitting.from_json(held) if held else None
    return None if found and found.open and found.open.skill not in kinds.KINDS else found


@transaction.atomic
def start(learner: Learner) -> Sitting:
    """Begin a test, with its first question open. Where one is open already it is that one: two tabs are one test."""
    before = _held(learner)
    if before is not None and before.open is not None:
        return before
    begun = _asked(Sitting(uuid4().hex))
    _keep(learner, begun)
    return begun


@transaction.atomic
def stop(learner: Learner) -> None:
    """Forget a test. With what the skills begin stays as the last finished test had it."""
    _held(learner)
    _keep(learner, None)


def served(found: Sitting) -> Served:
    """Return the question that is open. Its mark stands in the token's place. Raises NoQuestion without one.

    A visitor's session may outlive the database that it was made with: one that was put back has no such drill, or
    another of the same number.
    """
    if found.open is None:
        raise NoQuestion("no question is open")
    asked = Drill.objects.select_related("bucket").filter(pk=found.open.drill, bucket__kind=found.open.skill)
    if (drill := asked.first()) is None:
        raise NoQuestion("what was asked is not there any more")
    return Served(found.open.mark, drill, drill.spot(found.open.house), kinds.KINDS[found.open.skill])


@transaction.atomic
def answer(learner: Learner, mark: str, raw: Raw | None) -> Reply:
    """Take an answer to the question that is open, once, and open the next; the twelfth sets where skills begin.

    None says that the learner leaves the question out: it counts as wrong. An account's answers that come at once wait
    for each other. Raises NoQuestion where no question is open, and IllFormed where the response says nothing that
    could be graded; then nothing is written.
    """
    found = _held(learner)
    if found is None or found.open is None:
        raise NoQuestion("no question is open")
    if mark != found.open.mark:
        return "answered"
    question, asked = served(found), found.open
    kind, document = question.kind, question.document
    right = raw is not None and kind.grade(document, kind.parse(document, raw)).right
    answered = Answered(asked.skill, asked.level, asked.difficulty, course.floor(kind), right)
    kept = Kept(answered, asked.drill, asked.house, left_out=raw is None)
    after = _asked(replace(found, kept=(*found.kept, kept), open=None))
    _keep(learner, after)
    if after.done:
        course.place(learner, placement.abilities(after.answers, list(kinds.KINDS)))
    return "counted"


@transaction.atomic
def claim(session: Session, user_id: int) -> None:
    """Give an account the test of this browser's visitor, and with what the skills begin after it.

    It comes before the visitor's answers do, which build on it. A test that the account has open stays.
    """
    theirs, placed = sitting(Learner(session)), course.visitors(session).placed
    if theirs is None and not placed:
        return
    account = Learner({}, user_id)
    mine = _held(account)
    if placed:
        course.place(account, placed)
    if theirs is not None and (mine is None or mine.open is None):
        _keep(account, theirs)
    session.pop(SESSION_KEY, None)


def _held(learner: Learner) -> Sitting | None:
    """Return a learner's test; an account's is locked until the transaction ends."""
    if learner.user_id is not None:
        Placement.objects.bulk_create([Placement(user_id=learner.user_id)], ignore_conflicts=True)
        Placement.objects.select_for_update().get(pk=learner.user_id)
    return sitting(learner)


def _keep(learner: Learner, found: Sitting | None) -> None:
    kept = found.to_json() if found else None
    if learner.user_id is not None:
        Placement.objects.update_or_create(user_id=learner.user_id, defaults={"sitting": kept})
    elif kept:
        learner.session[SESSION_KEY] = kept
    else:
        learner.session.pop(SESSION_KEY, None)


def _asked(found: Sitting) -> Sitting:
    """Return a test with its next question open; as it is once it is done."""
    rng, choice = Random(f"{found.seed}/{len(found.kept)}"), Choice()
    variants = {id: rng.choice(choice.variants(kind)) for id, kind in choice.wanted().items()}
    _known, items = course.read_for(Learner({}), variants.keys(), variants.values())
    offers = {id: _offer(kinds.KINDS[id], items.get((id, variant), {})) for id, variant in variants.items()}
    asked = placement.next_question(found.answers, list(offers.values()), found.seed)
    if asked is None:
        return found
    kind = kinds.KINDS[asked.skill]
    house = house_for(kind, choice.ruleset)
    drill = _drill(pools.bucket_for(kind, asked.level, house, variants[kind.id]), found)
    difficulty = offers[kind.id].difficulties[asked.level]
    return replace(found, open=Open(uuid4().hex, drill.pk, house.id, kind.id, asked.level, difficulty))


def _offer(kind: Kind, rated: Mapping[int, Rating]) -> Offer:
    difficulties = {level: course.difficulty(rated, level).value for level in kind.levels}
    return Offer(kind.id, course.floor(kind), difficulties, max(kind.levels))


def _drill(bucket: Bucket, found: Sitting) -> Drill:
    """Return a drill in the test's own order, so that taking it again asks others."""
    asked = Drill.objects.filter(bucket=bucket, pk__in=[each.drill for each in found.kept])
    return pools.other_drill(bucket, found.seed, list(asked.values_list("slot", flat=True)))
