"""What there is to look up: the book of rules, the sources, and search over all that is written on the site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from quizzes.engine.rulesets import RULES, RULESET_IDS, ruleset
from quizzes.limits import limited
from quizzes.reference import book
from quizzes.reference import search as searching
from quizzes.wording.houses import house_name, house_note
from quizzes.wording.toggles import source_words


@require_safe
def rule_book(request: HttpRequest) -> HttpResponse:
    """Show every rule that is cited on the site, by book and number."""
    return render(request, "reference/rule_book.html", {"books": book.books(), "many": len(RULES)})


@require_safe
def sources(request: HttpRequest) -> HttpResponse:
    """Show what the site rests on, with credits, and what it leaves out."""
    found = [ruleset(id) for id in RULESET_IDS]
    houses = [(house.id, house_name(house), house_note(house.id), source_words(house)) for house in found]
    return render(request, "reference/sources.html", {"houses": houses})


@require_safe
@limited("search", reads=True)
def search(request: HttpRequest) -> HttpResponse:
    """Show what fits the words that were asked for."""
    asked = request.GET.get("q", "").strip()[: searching.LONGEST]
    found = searching.results(asked, get_language() or "en")
    return render(request, "reference/search.html", {"asked": asked, "results": found})
