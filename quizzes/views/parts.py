"""What many views share: whether htmx asks, the template that it gets, a form as it was filled in, what is said of a
question that is gone, and what comes after a page.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from quizzes.kinds.base import Raw
from quizzes.tokens import AnothersToken, BadToken


def is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx asks, which swaps a part of the page."""
    return bool(getattr(request, "htmx", False))


def template(request: HttpRequest, name: str, partial: str) -> str:
    """Return the template of a whole page, for htmx that of the part which is swapped; `name` is like "runs/run"."""
    return f"{name}.html#{partial}" if is_htmx(request) else f"{name}.html"


def filled_in(request: HttpRequest) -> Raw:
    """Return all that a form sent, by its fields."""
    return dict(request.POST.lists())


def tell_lost(request: HttpRequest, error: BadToken) -> None:
    """Have the next page say why a question can't be answered any more."""
    if isinstance(error, AnothersToken):
        messages.info(request, _("You have signed in or out since that question was asked. Here is another one."))
    else:
        messages.info(request, _("That question is too old to be answered. Here is another one."))


def afterwards(response: HttpResponse, act: Callable[[], None]) -> HttpResponse:
    """Have something done once a page is sent, when the server closes it (PEP 3333): nobody waits for that."""
    close = response.close

    def act_and_close() -> None:
        try:
            act()
        finally:
            vars(response).pop("close", None)  # or it would wait, with all that it holds, for the garbage collector
            close()

    response.close = act_and_close  # type: ignore[method-assign]  # whoever wraps the page still has one page
    return response
