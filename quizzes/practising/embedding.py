"""A shared spot in a frame of another site: asked and graded like any other, and nothing of it is stored."""

from __future__ import annotations

from uuid import uuid4

from django.utils import timezone

from quizzes.engine.document import Document
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind, Raw
from quizzes.models import Attempt, Drill
from quizzes.practice import Outcome
from quizzes.practising.sharing import drill_of
from quizzes.tokens import BadToken, Token, read_token, write_token

FRAMED = "framed"
"""Whom the token of a framed spot is made for. No learner has this key, and no other page takes an answer to it."""


def token_for(name: str) -> tuple[str, Kind, Document]:
    """Return a token for one answer to the spot of this name, with what is asked. Raises NoSpot. One query."""
    drill, house = drill_of(name)
    token = write_token(Token(drill.pk, house, timezone.now(), uuid4(), FRAMED))
    return token, _kind(drill), drill.spot(house)


def asked_by(name: str, token: str) -> tuple[Kind, Document]:
    """Return what a token asks. Raises NoSpot, and BadToken for one that is not this spot's. One query."""
    drill, house = drill_of(name)
    _hold(token, drill, house)
    return _kind(drill), drill.spot(house)


def graded(name: str, token: str, raw: Raw) -> Outcome:
    """Grade an answer; the same answer to the same spot is always the same outcome, however often it is sent.

    Raises NoSpot, BadToken and IllFormed. Nothing is stored: the attempt in the outcome is no row.
    """
    drill, house = drill_of(name)
    _hold(token, drill, house)
    kind, document = _kind(drill), drill.spot(house)
    response = kind.parse(document, raw)
    attempt = Attempt(drill=drill, ruleset=house, response=response, answered_at=timezone.now())
    return Outcome(document, kind, response, kind.grade(document, response), kind.solve(document), attempt, False)


def _kind(drill: Drill) -> Kind:
    return KINDS[drill.bucket.kind]


def _hold(text: str, drill: Drill, house: str) -> None:
    token = read_token(text, timezone.now())
    if (token.learner, token.drill, token.ruleset) != (FRAMED, drill.pk, house):
        raise BadToken("made for another question")
