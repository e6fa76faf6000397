"""The pages of mistakes: all of them by skill, and one with what it is, why people do it and a pair of spots."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from quizzes.learners import learner_of
from quizzes.practising import course
from quizzes.reference import mistakes


@require_safe
def all_mistakes(request: HttpRequest) -> HttpResponse:
    """Show every misconception with its wrong method in a sentence."""
    groups = mistakes.groups()
    many = sum(len(skill.mistakes) for group in groups for skill in group.skills)
    return render(request, "mistakes/all.html", {"groups": groups, "many": many})


@require_safe
@never_cache
def one_mistake(request: HttpRequest, kind: str, id: str) -> HttpResponse:
    """Show one misconception, and where the learner stands with it."""
    try:
        found = mistakes.page(kind, id)
    except LookupError as error:
        raise Http404(f"{kind}/{id}") from error
    skill = course.skills_of(learner_of(request)).get(kind)
    standing = None if skill is None else mistakes.stands(skill.habits, id)
    return render(request, "mistakes/one.html", {"mistake": found, "standing": standing})
