"""What many views share: whether htmx asks, the template that it gets, a form as it was filled in, and what comes after
a page.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from quizzes.kinds.base import Raw


def is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx asks, which swaps a part of the page."""
    return bool(getattr(request, "htmx", False))


def template(request: HttpRequest, name: str, partial: str) -> str:
    """Return the template of a whole page, for htmx that of the part which is swapped; `name` is like "runs/run"."""
    return f"{name}.html#{partial}" if is_htmx(request) else f"{name}.html"


def filled_in(request: HttpRequest) -> Raw:
    """Return all that a form sent, by its fields."""
    return dict(request.POST.lists())


def afterwards(response: HttpResponse, act: Callable[[], None]) -> HttpResponse:
    """Have something done once a page is sent, when the server closes it (PEP 3333): nobody waits for that."""
    close = response.close

    def act_and_close() -> None:
        try:
            act()
        finally:
            close()

    response.close = act_and_close  # type: ignore[method-assign]  # whoever wraps the page still has one page
    return response
