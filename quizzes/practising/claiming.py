"""What a visitor did comes along to the account that signs up or in, all of it or nothing."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from quizzes import practice
from quizzes.learners import Session
from quizzes.lessons import reading
from quizzes.practising import course, places, placing, runs

VISITOR_KEYS = ("visitor", course.SESSION_KEY)
"""The keys of a visitor in the session: who it is, and the course."""

DONE_KEYS = ("visitor", placing.SESSION_KEY, reading.SESSION_KEY)
"""Those that are there only where a visitor has done something that an account would be given."""

RUN_KEYS = ("run", "answers", "hints", places.KEY)
"""Where the run of practice lies that a visitor is in: how far it has come, and what it asks."""


@transaction.atomic
def claim_session(session: Session, user_id: int) -> int:
    """Give an account what this browser's visitor answered, ran, read and chose, and forget the visitor.

    Return the number of attempts.
    """
    count = 0
    placing.claim(session, user_id)
    if visitor := session.get("visitor"):
        count = practice.claim(user_id, UUID(visitor))
        runs.claim(UUID(visitor), user_id)
    course.hand_over(session, user_id)
    reading.claim(session, user_id)
    places.hand_over(session, user_id)
    for name in VISITOR_KEYS:
        session.pop(name, None)
    return count


def has_claim(session: Session) -> bool:
    """Return whether this browser's visitor did anything that an account would be given."""
    return any(name in session for name in DONE_KEYS)


def forget(session: Session) -> None:
    """Forget this browser's visitor: no account is given what was done here before, and who goes on begins anew."""
    for name in {*VISITOR_KEYS, *DONE_KEYS, *RUN_KEYS}:
        session.pop(name, None)
