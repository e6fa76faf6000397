"""The pages of house rules: all houses side by side, one toggle with its spots, one house with its differences."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from quizzes.engine.rulesets import TOGGLES, ruleset
from quizzes.house_rules import may_use, rules_of
from quizzes.kinds import KINDS
from quizzes.learners import learner_of
from quizzes.reference import rulebook
from quizzes.wording.houses import house_name, house_note
from quizzes.wording.toggles import no_spot, source_words, toggle_name, toggle_question


@require_safe
def side_by_side(request: HttpRequest) -> HttpResponse:
    """Show what every house plays at every toggle."""
    houses = rulebook.houses()
    # A column for the names, one for each house, and one for the spot.
    context = {
        "houses": [(house.id, house_name(house)) for house in houses],
        "groups": rulebook.groups(),
        "points": len(TOGGLES),
        "columns": len(houses) + 2,
    }
    return render(request, "rules/side_by_side.html", context)


@require_safe
def toggle(request: HttpRequest, name: str) -> HttpResponse:
    """Show one toggle: its values, who plays each, and the spots that tell them apart."""
    if name not in TOGGLES:
        raise Http404(name)
    found = rulebook.shown(name)
    context = {
        "id": name,
        "name": toggle_name(name),
        "question": toggle_question(name),
        "silent": TOGGLES[name].silent,
        "ways": rulebook.ways(name),
        "spots": found,
        "no_spot": no_spot(name),
        "skill": next(((spot.kind, spot.kind_name) for spot in found if spot.kind in KINDS), None),
    }
    return render(request, "rules/toggle.html", context)


@require_safe
def house(request: HttpRequest, id: str) -> HttpResponse:
    """Show one house: its source, and where it does not play as the usual one does; a room's own to its people."""
    if not may_use(id, learner_of(request).user_id):
        raise Http404(id)
    found, usual = rules_of(id), ruleset(rulebook.USUAL)
    context = {
        "house": found,
        "name": house_name(found),
        "base": ruleset(found.base) if found.base else None,
        "base_name": house_name(ruleset(found.base)) if found.base else "",
        "note": "" if found.base else house_note(id),
        "source": source_words(found),
        "usual": usual,
        "usual_name": house_name(usual),
        "differences": rulebook.differences(found),
        "silences": rulebook.silences(found),
    }
    response = render(request, "rules/house.html", context)
    if found.base:
        add_never_cache_headers(response)
    return response
