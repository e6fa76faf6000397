"""What regrading is tried on: a corrected scenario, one whose author ticked the wrong answer, and who answered them.

The wrong key is the first version of a scenario, in which B raises to 300; in its correction B raises to 400, as
learners were told. What is right follows from TDA 2024 43-A: C raises by the last raise at least, so to 500 by 200, and
to 700 by 300. Two answers in three parts: what follows from a slip counts as right (kinds/base.py, Verdict).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from quizzes.engine.document import Document
from quizzes.engine.notation import loads, to_table
from quizzes.kinds import KINDS
from quizzes.models import (
    Attempt,
    Bucket,
    Drill,
    Regrade,
    Scenario,
    ScenarioVersion,
)
from quizzes.practising import course
from quizzes.regrades import marking, regrading
from tests.site.people import person
from trainer.accounts.models import User

NOW = datetime.now(UTC) - timedelta(hours=1)
YES_OR_NO = """
seats = [{{name = "A"}}, {{name = "B"}}]
prompt = "May A raise?"
question = {{kind = "choice", options = ["yes", "no"], right = [{right}], rule = "one-burn"}}
"""
THREE = '[{name = "A"}, {name = "B"}, {name = "C"}]'

RIGHT_THEN = {"raise_to": 500, "raise_by": 200, "adds": 500}  # in the correction what is added follows: 3/3, then 1/3
RIGHT_NOW = {"raise_to": 700, "raise_by": 300, "adds": 700}  # 1/3, then 3/3
DOUBLED = {"raise_to": 600, "raise_by": 300, "adds": 600}  # twice 300, but not twice 400: 2/3 both times
NOTHING = {"raise_to": 1, "raise_by": 2, "adds": 3}
DOUBLING = {"double-the-bet", "count-the-call"}  # 300 and 300 more: both give just that


def spot(to: int, seats: str = THREE, kind: str = "min_raise") -> Document:
    """C faces a bet and a raise on the turn."""
    asked = f'question = {{kind = "{kind}", player = "C"}}\n'
    return loads(
        f'seats = {seats}\nstreet = "turn"\nblinds = [50, 100]\nactions = "A bets 100, B raises to {to}"\n{asked}'
    )


def version(scenario: Scenario, number: int, document: Document, state: str, house: str = "tda") -> Drill:
    """The drill of a version of a scenario that was published."""
    kind = document.question.kind
    bucket, _made = Bucket.objects.get_or_create(kind=kind, level=1, version=1, bank="authored")
    table = {key: value for key, value in to_table(document).items() if key != "rules"}
    drill = Drill.objects.create(bucket=bucket, slot=number, fingerprint=uuid4().hex, document=table)
    row = {"scenario": scenario, "number": number, "state": state, "document": to_table(document)}
    ScenarioVersion.objects.create(**row, kind=kind, title="A raise", house=house, drill=drill)
    return drill


@pytest.fixture
def author() -> User:
    return person("Author", role="instructor")


@pytest.fixture
def wrong(author: User) -> Drill:
    """The drill of the version with the wrong raise; the corrected one was published after it."""
    scenario = Scenario.objects.create(owner=author)
    drill = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, spot(400), "published")
    return drill


@pytest.fixture
def ruled(author: User) -> Drill:
    """The drill of a version whose author ticked the wrong one of two written answers; the published one is mended."""
    scenario = Scenario.objects.create(owner=author)
    drill = version(scenario, 1, loads(YES_OR_NO.format(right=1)), "retired")
    version(scenario, 2, loads(YES_OR_NO.format(right=2)), "published")
    return drill


def answered(drill: Drill, user: User | None, response: dict[str, Any], minute: int = 0, seconds: int = 20) -> Attempt:
    """An attempt that practice asked, with the mark that it has by its own drill, and counted so."""
    grade = KINDS[drill.bucket.kind].grade(drill.spot("tda"), response)
    attempt = Attempt(
        issued_at=NOW + timedelta(minutes=minute),
        nonce=uuid4(),
        drill=drill,
        ruleset="tda",
        user=user,
        visitor=None if user else UUID(int=minute + 1),
        response=response,
        points=grade.points,
        out_of=grade.out_of,
        right=grade.right,
        misconceptions=list(grade.misconceptions),
        answered_at=NOW + timedelta(minutes=minute, seconds=seconds),
        seconds=seconds,
        why="new",
    )
    with transaction.atomic():
        attempt.record()
        if user is not None:
            course.count(user.pk, [attempt])
    return attempt


def everybody(drill: Drill) -> dict[str, Attempt]:
    """Four learners and a visitor who answered, by their names."""
    given = {"Ann": RIGHT_THEN, "Ben": RIGHT_NOW, "Cyd": DOUBLED, "Dee": NOTHING}
    found = {name: answered(drill, person(name), response, at) for at, (name, response) in enumerate(given.items())}
    return {**found, "": answered(drill, None, RIGHT_NOW, 9)}


def ticked(drill: Drill) -> dict[str, Attempt]:
    """Three learners and a visitor who chose of two answers the first, the second, both, and the second."""
    given = {"Ann": [1], "Ben": [2], "Cyd": [1, 2]}
    found = {name: answered(drill, person(name), {"right": right}) for name, right in given.items()}
    return {**found, "": answered(drill, None, {"right": [2]}, 9)}


def mark(attempt: Attempt) -> tuple[int, int, bool]:
    found = Attempt.objects.get(pk=attempt.pk)
    return found.points, found.out_of, found.right


def regrade(drill: Drill, mode: str = "full") -> Regrade:
    """A regrade, asked for and done."""
    started = begun(drill, mode)
    regrading.run(started.pk)
    started.refresh_from_db()
    return started


def begun(drill: Drill, mode: str = "full") -> Regrade:
    """A regrade that is asked for by somebody who says that learners were told what its key shows."""
    return regrading.start(drill, mode, None, told=marking.key_for(drill).by.pk)
