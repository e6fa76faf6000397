"""The learner's path: what to ask next, and what becomes of an answer."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Any, Literal
from uuid import UUID, uuid4

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from quizzes import kinds, ladder, places, pools
from quizzes.engine.document import Document
from quizzes.engine.rulesets import RULESET_IDS, Ruleset, ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds.base import HOLDEM, LEVELS, Answer, Grade, Kind, Raw, Variant
from quizzes.models import Attempt, Drill, Report, SkillState
from quizzes.models.skills import count_attempts
from quizzes.tokens import BadToken, Token, read_token, write_token

RUN_LENGTH = 20

Pip = Literal["right", "part", "wrong"]
AttemptKey = tuple[datetime, UUID]
Session = MutableMapping[str, Any]
"""Django's session, or any mapping that stands in for it. Its keys here: `run`, `answers`, and those of a visitor."""

VISITOR_KEYS = ("visitor", "practice", "tally")
"""A visitor's key; what the next question depends on; by kind the tries and how many of them were right."""


@dataclass(frozen=True, slots=True)
class Learner:
    """Who practises: an account, or a visitor, who has a key from the first answer on. `session` is the browser's."""

    session: Session = field(repr=False)
    user_id: int | None = None
    visitor: UUID | None = None

    @property
    def key(self) -> str:
        """Who a token is made for; "" for a visitor without a key."""
        if self.user_id is not None:
            return f"user:{self.user_id}"
        return self.visitor.hex if self.visitor else ""


@dataclass(frozen=True, slots=True)
class Progress:
    """What the next question depends on: answers so far, and by kind or bucket where the learner stands."""

    answered: int = 0
    rungs: Mapping[str, int] = field(default_factory=dict)
    served: Mapping[str, int] = field(default_factory=dict)
    order_keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a learner asks for: kinds, a level, a house, games.

    None leaves kinds and level to the learner's progress, and the game to hold'em. `kind` is one kind, or several
    joined by dots as in the page's address, "side_pots.awards"; so is `game`.
    """

    kind: str | None = None
    level: int | None = None
    ruleset: str = "tda"
    game: str | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that are asked in turn; none means all there are."""
        return tuple(self.kind.split(".")) if self.kind else ()

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are asked about."""
        return tuple(self.game.split(".")) if self.game else (HOLDEM.game,)

    def variants(self, kind: Kind) -> tuple[Variant, ...]:
        """Return the games and limits in which a kind is asked; all of its own where it has none of those chosen."""
        return tuple(variant for variant in kind.variants if variant.game in self.games) or kind.variants

    def wanted(self) -> dict[str, Kind]:
        """Return the kinds that are asked in turn: those named, or all that the house has in the games chosen.

        Raises KeyError for a kind that there is not.
        """
        if self.kinds:
            return {id: kinds.KINDS[id] for id in self.kinds}
        games, house = set(self.games), ruleset(self.ruleset)
        return {
            id: kind
            for id, kind in kinds.KINDS.items()
            if kind.asked_by(house) and games & {game for game, _limit in kind.variants}
        }


@dataclass(frozen=True, slots=True)
class Served:
    """A question as it is shown: the token goes into the form, the document has its house's rules in it."""

    token: str
    drill: Drill
    document: Document
    kind: Kind


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


def learner_of(request: HttpRequest) -> Learner:
    """Return who sends a request. Reads the session and writes nothing."""
    session = request.session
    visitor = session.get("visitor")
    user_id = request.user.pk if request.user.is_authenticated else None
    return Learner(session, user_id, UUID(visitor) if visitor and user_id is None else None)


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


def next_question(learner: Learner, choice: Choice | None = None) -> Served:
    """Return the question that a learner gets next: the same one until it is answered.

    Writes nothing to the database unless the bucket has no drill yet. Raises KeyError for a kind, level or house that
    there is not.
    """
    choice = choice or Choice()
    progress = _progress(learner)
    nonce = uuid4()
    key = learner.key or nonce.hex
    wanted = choice.wanted()
    kind = wanted[mixed_kind(key, progress.answered, tuple(wanted))]
    level = choice.level or ladder.level_of(progress.rungs.get(kind.id, ladder.FIRST_RUNG))
    if level not in LEVELS:
        raise KeyError(level)
    level = min(kind.levels, key=lambda one: (abs(one - level), one))
    variant = Random(f"{key}/{progress.answered}").choice(choice.variants(kind))
    house = _house(kind, choice.ruleset)
    bucket = pools.bucket_for(kind, level, house, variant)
    count = progress.served.get(str(bucket.pk), 0)
    drill = pools.next_drill(bucket, progress.order_keys.get(kind.id, key), count)
    token = Token(drill.pk, house.id, timezone.now(), nonce, learner.key)
    return Served(write_token(token), drill, drill.spot(house.id), kind)


def _house(kind: Kind, wanted: str) -> Ruleset:
    """Return the house that a kind is asked under: the one wanted, or the first that has what is asked about."""
    if kind.asked_by(ruleset(wanted)):
        return ruleset(wanted)
    return next(ruleset(id) for id in RULESET_IDS if kind.asked_by(ruleset(id)))


def mixed_kind(key: str, answered: int, ids: Sequence[str]) -> str:
    """Return the kind that is asked after so many answers: all in turn, each turn in another order.

    So none comes more than twice in a row, and nothing about it needs to be stored.
    """
    turn, place = divmod(answered, len(ids))
    return Random(f"{key}/{turn}").sample(ids, len(ids))[place]


def answer(learner: Learner, token_text: str, raw: Raw) -> Outcome:
    """Grade what a form sent, once for each token: one attempt, one count in the learner's skill, one pip in the run.

    Raises BadToken for a token that is not this learner's to answer, and IllFormed where the response says nothing that
    could be graded; then nothing is written.
    """
    now = timezone.now()
    token, drill = _asked(learner, token_text, now)
    kind = kinds.KINDS[drill.bucket.kind]
    return take(learner, token, drill, kind.parse(drill.spot(token.ruleset), raw), now)


def take(learner: Learner, token: Token, drill: Drill, response: Answer, now: datetime) -> Outcome:
    """Grade a response that was given at `now`, as `answer` does once it has read the token and the form."""
    kind, document = kinds.KINDS[drill.bucket.kind], drill.spot(token.ruleset)
    solution = kind.solve(document)
    solved = replace(kind, solve=lambda _document: solution)  # grading asks for it again and again
    grade = solved.grade(document, response)
    if not learner.key:
        # The nonce as a visitor's first key: a double click on the very first question is one visitor.
        learner = replace(learner, visitor=token.nonce)
    attempt = _attempt(learner, token, drill, response, grade, now)
    repeated = not _recorded(learner, attempt)
    if repeated:
        attempt = _first_attempt(learner, token)
        response = attempt.response
        grade = solved.grade(document, response)
    else:
        _note_in_session(learner, attempt)
        pools.note_demand(drill.bucket, now)
    return Outcome(document, kind, response, grade, solution, attempt, repeated)


def shown(learner: Learner, token_text: str) -> Served:
    """Return the question that a token was made for, to ask it again. Raises BadToken as `answer` does."""
    token, drill = _asked(learner, token_text, timezone.now())
    return Served(token_text, drill, drill.spot(token.ruleset), kinds.KINDS[drill.bucket.kind])


def _asked(learner: Learner, token_text: str, now: datetime) -> tuple[Token, Drill]:
    token = read_token(token_text, now)
    if token.learner not in ("", learner.key):
        raise BadToken("asked of another learner")
    drill = Drill.objects.select_related("bucket").filter(pk=token.drill).first()
    if drill is None or drill.bucket.kind not in kinds.KINDS or token.ruleset not in RULESET_IDS:
        raise BadToken("what was asked is not there any more")
    return token, drill


@transaction.atomic
def claim(user_id: int, visitor: UUID) -> int:
    """Give an account what a visitor answered before signing up, counted into its skill. Return the number of attempts.

    In kinds that the account has not met it goes on in the visitor's order, so that no drill comes again.
    """
    unclaimed = Attempt.objects.filter(visitor=visitor).select_related("drill__bucket").order_by("answered_at")
    attempts = list(unclaimed.select_for_update(of=("self",)))
    Attempt.objects.filter(visitor=visitor).update(user=user_id, visitor=None)
    Report.objects.filter(visitor=visitor).update(user=user_id, visitor=None)
    for attempt in attempts:
        attempt.user_id = user_id
    count_attempts(attempts, visitor.hex)
    return len(attempts)


def claim_session(session: Session, user_id: int) -> int:
    """Give an account what this browser's visitor answered and chose, and forget the visitor.

    Return the number of attempts.
    """
    visitor = session.get("visitor")
    count = claim(user_id, UUID(visitor)) if visitor else 0
    for name in VISITOR_KEYS:
        session.pop(name, None)
    places.hand_over(session, user_id)
    return count


def _progress(learner: Learner) -> Progress:
    if learner.user_id is None:
        return Progress(**learner.session.get("practice", {}))
    states = list(SkillState.objects.filter(user=learner.user_id))
    return Progress(
        answered=sum(state.tries for state in states),
        rungs={state.kind: state.rung for state in states},
        served={bucket: count for state in states for bucket, count in state.served.items()},
        order_keys={state.kind: state.order_key for state in states},
    )


def _attempt(learner: Learner, token: Token, drill: Drill, response: Answer, grade: Grade, now: datetime) -> Attempt:
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
    )


def _recorded(learner: Learner, attempt: Attempt) -> bool:
    """Store an attempt and count it, both or neither. Return False when its token was answered before."""
    if learner.user_id is None:
        return attempt.record()
    with transaction.atomic():
        fresh = attempt.record()
        if fresh:
            count_attempts([attempt], learner.key)
    return fresh


def _first_attempt(learner: Learner, token: Token) -> Attempt:
    attempt = Attempt.objects.get(pk=(token.issued_at, token.nonce))
    if (attempt.user_id, attempt.visitor) != (learner.user_id, learner.visitor):
        raise BadToken("answered by another learner")
    return attempt


def _note_in_session(learner: Learner, attempt: Attempt) -> None:
    """Keep the run, and of a visitor all that the next question depends on."""
    session = learner.session
    pip: Pip = "right" if attempt.right else "part" if attempt.points else "wrong"
    run = session_pips(session)
    before = [] if run.done else session.get("answers", [])
    session["run"] = list(run.then(pip).results)
    session["answers"] = [*before, [attempt.issued_at.isoformat(), attempt.nonce.hex]]
    if learner.visitor is None:
        return
    session["visitor"] = learner.visitor.hex
    progress = _progress(learner)
    kind, bucket = attempt.drill.bucket.kind, str(attempt.drill.bucket_id)
    rung = progress.rungs.get(kind, ladder.FIRST_RUNG)
    session["practice"] = {
        "answered": progress.answered + 1,
        "rungs": {**progress.rungs, kind: ladder.climb(rung, ladder.step(attempt.points, attempt.right))},
        "served": {**progress.served, bucket: progress.served.get(bucket, 0) + 1},
    }
    tally = session.get("tally", {})
    tries, right = tally.get(kind, (0, 0))
    session["tally"] = {**tally, kind: [tries + 1, right + attempt.right]}
