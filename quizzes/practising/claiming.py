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
