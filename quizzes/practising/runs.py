"""Runs: three minutes against the clock, and survival, which the first miss ends. All of it is kept on the server.

A run touches no skill, no rating and no attempt. Its questions carry a mark in a token's place, which is good for this
run alone: the one that is open is answered once, and practice takes no answer to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Literal, get_args
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from quizzes import kinds, pools
from quizzes.engine.hand import play
from quizzes.kinds.base import LEVELS, Raw
from quizzes.learners import Learner
from quizzes.learning import runs as rules
from quizzes.learning.runs import Mode
from quizzes.models import Drill, RunRecord
from quizzes.models.runs import OwnedRows
from quizzes.practice import Served
from quizzes.practising import review
from quizzes.practising.asking import Choice, house_for
from quizzes.practising.choices import choice_query, kept_choice
from quizzes.practising.sharing import spot_name
from quizzes.practising.summary import Miss, miss_of
from quizzes.showing.scenes import asked_seat
from quizzes.wording.kinds import words_of
from quizzes.wording.steps import step_text

MODES: tuple[Mode, ...] = get_args(Mode)
RIGHT_A_LEVEL = 4
"""So many right answers lead to the next level: a run begins easily and climbs."""

MISSES_TOLD = 30
LATEST = 10

Reply = Literal["counted", "repeated", "answered", "over"]
"""What became of an answer: it counts; it is the last one, sent again; its question had one; it came after the end."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A learner's runs: the best of each mode, the latest ones, and the one that is going on."""

    bests: Mapping[Mode, int | None]
    latest: tuple[RunRecord, ...]
    open: RunRecord | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is told of the question before: right or not, the right answer, how it is worked out, its spot's page."""

    right: bool
    title: str
    why: tuple[str, ...]
    spot: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a run went. `best` is the mode's after it, None without one; `untold` counts the misses beyond those told."""

    mode: Mode
    right: int
    asked: int
    finished: bool
    best: int | None
    is_best: bool
    misses: tuple[Miss, ...]
    untold: int


@transaction.atomic
def start(learner: Learner, mode: Mode, choice: Choice) -> RunRecord:
    """Begin a run of the kinds, games and house of a choice, and return it with its first question open.

    Where one is going on it is that one: two tabs are one run. A visitor without a key gets one, to find it again.
    """
    if not learner.key:
        visitor = uuid4()
        learner.session["visitor"] = visitor.hex
        learner = replace(learner, visitor=visitor)
    current = _mine(learner).filter(current=True).select_for_update().first()
    if current is not None:
        if current.going_on(timezone.now()):
            return current
        _mine(learner).filter(pk=current.pk).update(current=False)
    query = choice_query(Choice(kind=choice.kind, ruleset=choice.ruleset, game=choice.game))
    record = RunRecord(user_id=learner.user_id, visitor=learner.visitor, choice=query, seed=uuid4())
    _ask(record, answered=0, right=0)
    run = rules.start(mode, timezone.now())  # the clock waits until the first question is there
    record.state, record.ends_at = run.to_json(), run.ends_at
    RunRecord.objects.bulk_create([record], ignore_conflicts=True)  # the other tab may have been first
    return _mine(learner).get(current=True)


def find(learner: Learner, pk: int) -> RunRecord:
    """Return a run of a learner, with the question that is open. Raises RunRecord.DoesNotExist."""
    return _mine(learner).select_related("drill__bucket").get(pk=pk)


def served(record: RunRecord) -> Served:
    """Return the question that is open in a run. Its mark stands in the token's place."""
    if record.nonce is None or record.drill is None:
        raise ValueError("no question is open")
    document = record.drill.spot(record.ruleset)
    return Served(record.nonce.hex, record.drill, document, kinds.KINDS[record.drill.bucket.kind])


@transaction.atomic
def answer(learner: Learner, pk: int, mark: str, raw: Raw) -> Reply:
    """Grade an answer to the question that is open in a run, once, put a miss on the review list and open the next.

    Answers that come at once wait for each other. Raises RunRecord.DoesNotExist, and IllFormed where the response says
    nothing that could be graded; then nothing is written.
    """
    now = timezone.now()
    record = _mine(learner).select_related("drill__bucket").select_for_update(of=("self",)).get(pk=pk)
    if record.last and mark == record.last["nonce"]:
        return "repeated"
    if not record.current or not rules.may_answer(record.run, now):
        return "over"
    question = served(record)
    if mark != question.token:
        return "answered"
    response = question.kind.parse(question.document, raw)
    right = question.kind.grade(question.document, response).right
    name = _name(question.drill, record.ruleset)
    run = rules.after(record.run, name, right, now)
    record.state, record.last = run.to_json(), {"nonce": mark, "name": name, "right": right}
    if not right:
        record.responses = [*record.responses, response][:MISSES_TOLD]
        review.note_miss(learner, question.drill, record.ruleset, response, now)
    pools.note_demand(question.drill.bucket, now)
    if rules.is_over(run, now):
        record.nonce, record.drill, record.ends_at = None, None, run.ends_at or now
    else:
        _ask(record, answered=record.asked, right=run.right)
    record.save(update_fields=["state", "last", "responses", "nonce", "drill", "ruleset", "served", "ends_at"])
    return "counted"


def give_up(learner: Learner, pk: int) -> None:
    """Stop a run, so that another can begin. One in which nothing was answered leaves no trace."""
    mine = _mine(learner).filter(pk=pk)
    mine.filter(last__isnull=True).delete()
    mine.update(current=False)


def standing(learner: Learner, now: datetime) -> Standing:
    """Return where a learner stands in runs: three queries, none for a visitor without a key."""
    mine = _mine(learner)
    found = dict(mine.filter(ends_at__lte=now).values_list("mode").annotate(Max("right")))
    current = mine.filter(current=True).first()
    return Standing(
        bests={mode: found.get(mode) or None for mode in MODES},
        latest=tuple(mine.filter(last__isnull=False).order_by("-pk")[:LATEST]),
        open=current if current is not None and current.going_on(now) else None,
    )


def verdict(record: RunRecord) -> Verdict | None:
    """Return what is told of a run's last question, in the language in force; None before the first answer."""
    if not record.last:
        return None
    pk, house = _read_name(record.last["name"])
    drill = Drill.objects.select_related("bucket").get(pk=pk)
    kind, document = kinds.KINDS[drill.bucket.kind], drill.spot(house)
    hand, solution = play(document), kind.solve(document)
    seat = asked_seat(document, hand)
    return Verdict(
        right=record.last["right"],
        title=words_of(kind.id).title(document, "" if seat is None else hand.name(seat), solution.answer),
        why=tuple(map(step_text, solution.told)),
        spot=spot_name(pk, house),
    )


def result(record: RunRecord, now: datetime) -> Result:
    """Return how a run went, in the language in force: two queries, of its misses and of the best before it."""
    run = record.run
    before = RunRecord.objects.of(record.user_id, record.visitor).filter(
        mode=run.mode, ends_at__lte=now, pk__lt=record.pk
    )
    best, is_best = rules.best(before.aggregate(best=Max("right"))["best"] or None, run, now)
    told = [(*_read_name(name), response) for name, response in zip(run.misses, record.responses, strict=False)]
    drills = Drill.objects.select_related("bucket").in_bulk([pk for pk, _house, _response in told])
    misses = tuple(
        miss_of(number, drills[pk], house, response)
        for number, (pk, house, response) in enumerate(told, 1)
        if drills[pk].bucket.kind in kinds.KINDS
    )
    untold = len(run.misses) - len(misses)
    return Result(run.mode, run.right, record.asked, record.finished(now), best, is_best, misses, untold)


@transaction.atomic
def claim(visitor: UUID, user_id: int) -> None:
    """Give an account a visitor's runs and review list. A run of the account's that is going on stays the open one."""
    mine, theirs = RunRecord.objects.of(user_id, None), RunRecord.objects.of(None, visitor)
    current = mine.filter(current=True).select_for_update().first()
    if current is not None:
        stays = current.going_on(timezone.now())
        (theirs if stays else mine).filter(current=True).update(current=False)
    theirs.update(user=user_id, visitor=None)
    review.claim(visitor, user_id)


def _mine(learner: Learner) -> OwnedRows[RunRecord]:
    return RunRecord.objects.of(learner.user_id, learner.visitor)


def level_after(right: int) -> int:
    """Return the level that is asked after so many right answers."""
    return LEVELS[min(right // RIGHT_A_LEVEL, len(LEVELS) - 1)]


def _ask(record: RunRecord, answered: int, right: int) -> None:
    """Open a run's next question: kinds in turn, each turn in another order, on a level that its right answers give.

    Drills come in the run's own order, so that no run repeats another.
    """
    choice, seed = kept_choice(record.choice), str(record.seed)
    kind = kinds.KINDS[_in_turn(seed, answered, tuple(choice.wanted()))]
    level = min(kind.levels, key=lambda one: (abs(one - level_after(right)), one))
    variant = Random(f"{seed}/{answered}").choice(choice.variants(kind))
    house = house_for(kind, choice.ruleset)
    bucket = pools.bucket_for(kind, level, house, variant)
    asked = record.served.get(str(bucket.pk), [])
    drill = pools.other_drill(bucket, seed, asked)
    record.served = {**record.served, str(bucket.pk): [*asked, drill.slot]}
    record.nonce, record.drill, record.ruleset = uuid4(), drill, house.id


def _in_turn(seed: str, answered: int, ids: Sequence[str]) -> str:
    turn, place = divmod(answered, len(ids))
    return Random(f"{seed}/turn/{turn}").sample(ids, len(ids))[place]


def _name(drill: Drill, house: str) -> str:
    return f"{house}/{drill.pk}"


def _read_name(name: str) -> tuple[int, str]:
    house, _, pk = name.rpartition("/")
    return int(pk), house
