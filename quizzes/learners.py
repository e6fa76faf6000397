"""Who practises: an account, or a visitor who is known by the browser's session."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest

Session = MutableMapping[str, Any]
"""Django's session, or any mapping that stands in for it."""


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


def learner_of(request: HttpRequest) -> Learner:
    """Return who sends a request. Reads the session and writes nothing."""
    session = request.session
    visitor = session.get("visitor")
    user_id = request.user.pk if request.user.is_authenticated else None
    return Learner(session, user_id, UUID(visitor) if visitor and user_id is None else None)
