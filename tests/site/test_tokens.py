"""The token that a question carries: whose it is, how long it is good for, and that it holds no answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
import time_machine
from django.core import signing

from quizzes import practice, tokens
from quizzes.learners import Learner
from quizzes.models import Attempt, Drill
from quizzes.tokens import BadToken, Token, read_token, write_token
from tests.site.stand_ins import RIGHT, WRONG, account, ask, only_drill, visitor


@pytest.fixture
def drill(db: None) -> Drill:
    """The one drill that CHOICE leads to."""
    return only_drill()


def test_a_token_holds_which_drill_was_shown_to_whom_and_when_and_nothing_else() -> None:
    token = Token(12, "jj", datetime(1970, 1, 1, 0, 0, 1, 456789, tzinfo=UTC), UUID(int=255), "user:7")
    text = write_token(token)
    assert read_token(text, token.issued_at) == token
    held = signing.Signer(salt="quizzes.question").unsign_object(text)
    assert held == [12, "jj", 1_456_789, f"{255:032x}", "user:7", None, ""]


def test_a_token_that_was_changed_is_refused(drill: Drill) -> None:
    learner = visitor()
    token = ask(learner)
    other = signing.Signer(salt="another").sign_object([drill.pk, "tda", 0, uuid4().hex, learner.key])
    for place in (0, len(token) // 2, len(token) - 1):
        changed = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        with pytest.raises(BadToken):
            practice.answer(learner, changed, RIGHT)
    for text in ("", ":", "é:é", other, token[:-1], token + "A"):
        with pytest.raises(BadToken):
            practice.answer(learner, text, RIGHT)
    assert not Attempt.objects.exists()


def test_a_token_is_good_for_a_week(drill: Drill) -> None:
    learner = visitor()
    issued = datetime(2026, 4, 1, tzinfo=UTC)
    with time_machine.travel(issued, tick=False):
        token, late = ask(learner), ask(learner)
    with time_machine.travel(issued + tokens.LIFETIME, tick=False):
        assert practice.answer(learner, token, RIGHT).grade.right
    with time_machine.travel(issued + tokens.LIFETIME + timedelta(seconds=1), tick=False), pytest.raises(BadToken):
        practice.answer(learner, late, RIGHT)


def test_a_token_of_another_learner_is_refused(drill: Drill) -> None:
    ann, bo, somebody, other = account("ann"), account("bo"), visitor(), visitor()
    for asked, answering in ((ann, bo), (ann, somebody), (somebody, other), (somebody, ann), (ann, Learner({}))):
        with pytest.raises(BadToken):
            practice.answer(answering, ask(asked), RIGHT)
    assert not Attempt.objects.exists()


def test_a_question_that_was_asked_of_nobody_is_answered_by_one_learner_only(drill: Drill) -> None:
    token = ask(Learner({}))
    first, other = visitor(), visitor()
    practice.answer(first, token, WRONG)
    with pytest.raises(BadToken):
        practice.answer(other, token, RIGHT)
    assert [attempt.points for attempt in Attempt.objects.all()] == [0]


def test_a_token_for_a_drill_or_a_house_that_is_not_there_is_refused(drill: Drill) -> None:
    learner = visitor()
    for drill_id, house in ((12345, "tda"), (drill.pk, "no-house")):
        token = Token(drill_id, house, datetime.now(UTC), uuid4(), learner.key)
        with pytest.raises(BadToken):
            practice.answer(learner, write_token(token), RIGHT)
