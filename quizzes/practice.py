"""The learner's path: the next question, and what becomes of an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Literal
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from quizzes import house_rules, kinds, pools
from quizzes.engine.document import Document
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds.base import Answer, Grade, Kind, Raw, one
from quizzes.learners import Learner, Session
from quizzes.learning import habits
from quizzes.models import Attempt, Drill, Report
from quizzes.models.course import lock
from quizzes.practising import asking, course, dealt, hints
from quizzes.practising.asking import Choice, Chosen, house_for
from quizzes.signals import answered
from quizzes.tokens import AnothersToken, BadToken, Token, read_token, write_token

RUN_LENGTH = 20

Pip = Literal["right", "part", "wrong"]
AttemptKey = tuple[datetime, UUID]

SURE = {"yes": True, "no": False}
"""What a form may say to how sure one is."""


@dataclass(frozen=True, slots=True)
class Served:
    """A question as it is shown: the token goes into the form, the document has its house's rules in it.

    `place` is the token's. `chosen` says why it is asked, and what is known of the learner; None where it was not
    chosen by practice.
    """

    token: str
    drill: Drill
    document: Document
    kind: Kind
    place: int | None = None
    chosen: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer was worth. `repeated`: the token was answered before, and all this is of the first answer."""

    document: Document
    kind: Kind
    response: Answer
    grade: Grade
    solution: Solution
    attempt: Attempt
    repeated: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A session of twenty questions, as far as it has come."""

    results: tuple[Pip, ...] = ()

    @property
    def done(self) -> bool:
        return len(self.results) >= RUN_LENGTH

    @property
    def position(self) -> int:
        """The number of the question that comes now, 1 to 20; after the twentieth it is 1 again."""
        return len(self.results) % RUN_LENGTH + 1

    def then(self, result: Pip) -> Run:
        """Return the run with one more result; a finished one is followed by the first of the next."""
        return Run((result,) if self.done else (*self.results, result))


def session_pips(session: Session) -> Run:
    """Return how the session of twenty stands."""
    return Run(tuple(session.get("run", ())))


def run_answers(session: Session) -> list[AttemptKey]:
    """Return the keys of the attempts of the run as it stands, the first answer first."""
    return [(datetime.fromisoformat(issued), UUID(nonce)) for issued, nonce in session.get("answers", ())]


def end_run(session: Session) -> None:
    """End the run before its twenty are full: the next question is the first of another."""
    for name in ("run", "answers"):
        session.pop(name, None)


def next_question(learner: Learner, choice: Choice | None = None, now: datetime | None = None) -> Served:
    """Return the question that a learner gets next: the same one until it is answered.

    Writes nothing to the database unless the bucket has no drill yet. `now` is in the learner's zone. Raises KeyError
    for a kind, level or house that there is not.
    """
    choice, now = choice or Choice(), now or timezone.localtime()
    nonce = uuid4()
    key = learner.key or nonce.hex
    chosen = asking.choose(learner, choice, key, now)
    kind = kinds.KINDS[chosen.next.skill]
    house = house_for(kind, choice.ruleset)
    drill, place = _drill(chosen, house, key, pools.GENERATION if choice.mistake else pools.AT_HAND)
    token = Token(drill.pk, house.id, now, nonce, learner.key, place, chosen.next.reason.id)
    return Served(write_token(token), drill, drill.spot(house.id), kind, place, chosen)


def _drill(chosen: Chosen, house: Ruleset, key: str, at_hand: int) -> tuple[Drill, int]:
    """Return the next drill in the learner's order, with its place in it; or the most telling of so many that come
    next, where a misconception should show.
    """
    kind, wanted = kinds.KINDS[chosen.next.skill], chosen.next.misconception
    bucket = pools.bucket_for(kind, chosen.next.level, house, chosen.variant)
    met = chosen.known.met.get(kind.id, course.Met(key, {}, {}))
    taken = met.taken(bucket.pk)
    if wanted is None:
        drill, place = pools.next_drill(bucket, met.order_key, taken.count), taken.count
    else:
        telling = partial(habits.telling, chosen.known.skill(kind.id).habits, wanted=wanted)
        drill, place = pools.telling_drill(bucket, met.order_key, taken, telling, at_hand)
    drill.bucket = bucket
    return drill, place


def answer(learner: Learner, token_text: str, raw: Raw, asked_by: str = "") -> Outcome:
    """Grade what a form sent, once for each token: one attempt, one count in the learner's skill, one pip in the run.

    Raises BadToken for a token that is not this learner's to answer, or not on the page `asked_by`, and IllFormed where
    the response says nothing that could be graded; then nothing is written.
    """
    now = timezone.now()
    token, drill = _asked(learner, token_text, now, asked_by)
    response = kinds.KINDS[drill.bucket.kind].parse(dealt.dealt(drill, token.ruleset).document, raw)
    return take(learner, token, drill, response, now, SURE.get(one(raw, "sure")))


def take(
    learner: Learner, token: Token, drill: Drill, response: Answer, now: datetime, sure: bool | None = None
) -> Outcome:
    """Grade a response that was given at `now`, as `answer` does once it has read the token and the form.

    `sure` is whether the learner said so, None where nothing was said. Where the token names no reason practice did not
    ask: the attempt is stored and counts nowhere.
    """
    kind = dealt.kind_of(drill, token.ruleset)
    document, solution = dealt.dealt(drill, token.ruleset)
    grade = kind.grade(document, response)
    if not learner.key:
        # The nonce as a visitor's first key: a double click on the very first question is one visitor.
        learner = replace(learner, visitor=token.nonce)
    attempt = _attempt(learner, token, drill, response, grade, now, sure)
    repeated = not _recorded(learner, attempt)
    if repeated:
        attempt = _first_attempt(learner, token)
        response = attempt.response
        grade = kind.grade(document, response)
    else:
        answered.send(Attempt, kind=kind.id, verdict=_pip(attempt))
        if attempt.counts:
            hints.forget(learner.session, drill.pk, token.place)
            _note_in_session(learner, attempt)
            pools.note_demand(drill.bucket, now)
    return Outcome(document, kind, response, grade, solution, attempt, repeated)


def shown(learner: Learner, token_text: str, choice: Choice | None = None, asked_by: str = "") -> Served:
    """Return the question that a token was made for, to ask it again. Raises BadToken as `answer` does.

    Where it is what is asked next of a choice still, that says why.
    """
    now = timezone.localtime()
    token, drill = _asked(learner, token_text, now, asked_by)
    document = dealt.dealt(drill, token.ruleset).document
    chosen = asking.choose(learner, choice, learner.key or token.nonce.hex, now) if choice else None
    if chosen and (chosen.next.skill, chosen.next.reason.id) != (drill.bucket.kind, token.why):
        chosen = None
    return Served(token_text, drill, document, kinds.KINDS[drill.bucket.kind], token.place, chosen)


def _asked(learner: Learner, token_text: str, now: datetime, asked_by: str) -> tuple[Token, Drill]:
    token = read_token(token_text, now)
    if token.asked_by != asked_by:
        raise BadToken("asked by another page")
    if token.learner not in ("", learner.key):
        raise AnothersToken("asked of another learner")
    try:
        drill = Drill.with_bucket(token.drill)
    except Drill.DoesNotExist as error:
        raise BadToken("what was asked is not there any more") from error
    if drill.bucket.kind not in kinds.KINDS or not house_rules.exists(token.ruleset):
        raise BadToken("what was asked is not there any more")
    return token, drill


@transaction.atomic
def claim(user_id: int, visitor: UUID) -> int:
    """Give an account what a visitor answered before signing up, counted as if the account had answered it, but for the
    difficulties. Return the number of attempts that count.

    In kinds that the account has not met it goes on in the visitor's order, so that no drill comes again.
    """
    unclaimed = Attempt.objects.filter(visitor=visitor).select_related("drill__bucket").defer("drill__document")
    theirs = unclaimed.order_by("answered_at").select_for_update(of=("self",))
    attempts = [attempt for attempt in theirs if attempt.counts]
    Attempt.objects.filter(visitor=visitor).update(user=user_id, visitor=None)
    Report.objects.filter(visitor=visitor).update(user=user_id, visitor=None)
    if attempts:
        lock(user_id, len(attempts))
        for attempt in attempts:
            attempt.user_id = user_id
        course.count(user_id, attempts, rate=False)
    return len(attempts)


def _own_place(learner: Learner, token: Token) -> int | None:
    """Return the place of what was asked in the learner's order. A token that was made for a visitor without a key has
    that of its nonce's order, which is the learner's only where the nonce became the key.
    """
    return token.place if token.learner or learner.key == token.nonce.hex else None


def _attempt(
    learner: Learner, token: Token, drill: Drill, response: Answer, grade: Grade, now: datetime, sure: bool | None
) -> Attempt:
    return Attempt(
        issued_at=token.issued_at,
        nonce=token.nonce,
        drill=drill,
        ruleset=token.ruleset,
        user_id=learner.user_id,
        visitor=learner.visitor,
        response=response,
        points=grade.points,
        out_of=grade.out_of,
        right=grade.right,
        misconceptions=grade.misconceptions,
        answered_at=now,
        seconds=max(0, int((now - token.issued_at).total_seconds())),
        sure=sure,
        hinted=hints.used(learner.session, drill.pk, token.place) > 0,
        why=token.why,
        place=_own_place(learner, token),
    )


def _recorded(learner: Learner, attempt: Attempt) -> bool:
    """Store an attempt and count it, both or neither. Return False when its token was answered before."""
    if learner.user_id is None:
        return attempt.record()
    with transaction.atomic():
        fresh = attempt.record()
        if fresh and attempt.counts:
            course.count(learner.user_id, [attempt])
    return fresh


def _first_attempt(learner: Learner, token: Token) -> Attempt:
    attempt = Attempt.objects.get(pk=(token.issued_at, token.nonce))
    if (attempt.user_id, attempt.visitor) != (learner.user_id, learner.visitor):
        raise AnothersToken("answered by another learner")
    return attempt


def _pip(attempt: Attempt) -> Pip:
    return "right" if attempt.right else "part" if attempt.points else "wrong"


def _note_in_session(learner: Learner, attempt: Attempt) -> None:
    """Keep the run, and of a visitor all that the next question depends on."""
    session = learner.session
    run = session_pips(session)
    before = [] if run.done else session.get("answers", [])
    session["run"] = list(run.then(_pip(attempt)).results)
    session["answers"] = [*before, [attempt.issued_at.isoformat(), attempt.nonce.hex]]
    if learner.visitor is not None:
        session["visitor"] = learner.visitor.hex
        course.note(learner, attempt)
