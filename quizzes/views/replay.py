"""A shared spot's hand, played back: each moment has its page, and for htmx is the part of a page that is swapped."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from quizzes.practising.sharing import NoSpot, drill_of
from quizzes.showing.replay import replay
from quizzes.views.parts import template


@require_safe
@never_cache
def moment(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Show a spot's table after so many actions and streets of its hand."""
    try:
        drill, house = drill_of(name)
        shown = replay(drill.spot(house), number)
    except (NoSpot, LookupError) as error:
        raise Http404 from error
    base = reverse("quizzes:spot", args=[name]) + "replay/"
    return render(
        request, template(request, "practice/replay", "moment"), {"replay": shown, "name": name, "base": base}
    )
