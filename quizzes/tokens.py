"""The signed token that a question carries to its answer: which drill was shown to whom and when, and no answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.core import signing

LIFETIME = timedelta(days=7)

_SIGNER = signing.Signer(salt="quizzes.question")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class BadToken(Exception):
    """A token that was not made here, was made for another learner, or is too old to be answered."""


class AnothersToken(BadToken):
    """A token that was made for another learner: somebody has signed in or out between the question and the answer."""


@dataclass(frozen=True, slots=True)
class Token:
    """One showing of a drill. `learner` is the key of whom it was made for; "" is a visitor who had no key yet.

    `place` is the drill's in the order of its bucket that is the learner's, or the nonce's for a visitor without a key;
    `why` is the id of the reason. None and "" where practice did not ask. `asked_by` names the page that alone takes an
    answer to it, "" practice.
    """

    drill: int
    ruleset: str
    issued_at: datetime
    nonce: UUID
    learner: str
    place: int | None = None
    why: str = ""
    asked_by: str = ""


def write_token(token: Token) -> str:
    """Return the token as signed text for a form. The issue time is kept to the microsecond."""
    issued = (token.issued_at - _EPOCH) // _MICROSECOND
    shown = [token.drill, token.ruleset, issued, token.nonce.hex]
    asker = [token.asked_by] if token.asked_by else []
    return _SIGNER.sign_object([*shown, token.learner, token.place, token.why, *asker])


def read_token(text: str, now: datetime) -> Token:
    """Return the token that `write_token` wrote. Raises BadToken when it was changed or is older than a week."""
    try:
        drill, ruleset, issued, nonce, learner, *asked = _SIGNER.unsign_object(text)
    except signing.BadSignature as error:
        raise BadToken("the signature does not fit") from error
    issued_at = _EPOCH + issued * _MICROSECOND
    if now - issued_at > LIFETIME:
        raise BadToken(f"issued at {issued_at:%Y-%m-%d %H:%M}")
    return Token(drill, ruleset, issued_at, UUID(nonce), learner, *asked)
