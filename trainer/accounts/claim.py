"""What was practised before signing up or in comes along."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import ngettext

from quizzes.practising.claiming import claim_session
from trainer.accounts.models import User


def bring_practice_along(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Give an account that has just signed in the answers of this browser's visitor. Signing up signs in as well.

    The views that sign somebody in are one transaction each (see urls.py): should this fail, nothing has happened, and
    the session and its answers are the visitor's as before.
    """
    count = claim_session(request.session, user.pk)
    if count:
        said = ngettext(
            "The answer that you gave before is in your progress.",
            "The %(count)s answers that you gave before are in your progress.",
            count,
        )
        messages.success(request, said % {"count": count}, fail_silently=True)
