"""The pages of lessons: the list, a lesson with its checks, and a hand in it played back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes.engine.fields import LANGUAGES
from quizzes.engine.notation import parse
from quizzes.kinds import KINDS
from quizzes.kinds.base import IllFormed
from quizzes.learners import learner_of
from quizzes.lessons import pages, reading, shelf
from quizzes.lessons.shelf import Version
from quizzes.lessons.text import LessonError
from quizzes.limits import limits_answers
from quizzes.models.lessons import LONGEST_SLUG
from quizzes.showing.feedback import feedback
from quizzes.showing.questions import question
from quizzes.showing.replay import replay
from quizzes.views.parts import filled_in, template


@require_safe
@never_cache
def lessons(request: HttpRequest) -> HttpResponse:
    """Show all lessons by the parts of the course."""
    return render(request, "lessons/list.html", {"parts": pages.listed(reading.done(learner_of(request)))})


@require_safe
@never_cache
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a lesson."""
    version = _version(slug)
    return render(request, "lessons/lesson.html", _context(request, version))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limits_answers
def check(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Grade an answer to a check of a lesson; GET asks it anew. For htmx it is the check alone, else a page of it."""
    version = _version(slug)
    if name not in version.text.checks:
        raise Http404(name)
    context: dict[str, Any] = {
        "slug": slug,
        "name": name,
        **pages.check_place(version, name),
        "title": version.text.title,
    }
    document = parse(version.documents[name])
    raw = filled_in(request)
    kind = KINDS[document.question.kind]
    status = 200
    if request.method == "POST":
        try:
            outcome = reading.answer_check(learner_of(request), version, name, raw)
            context |= {"told": feedback(outcome), "outcome": outcome}
        except IllFormed as error:
            status, context["question"] = 422, question("", kind, document, raw, error.problems)
    else:
        context["question"] = question("", kind, document)
    return render(request, template(request, "lessons/check", "check"), context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@permission_required("quizzes.add_lessonversion", raise_exception=True)
def edit(request: HttpRequest, slug: str, language: str) -> HttpResponse:
    """Edit a lesson's text in a language: look at it first, or save it as its newest version.

    A fault in it is told with its line, and what was typed is still there.
    """
    if language not in LANGUAGES or len(slug) > LONGEST_SLUG:
        raise Http404(f"{slug} {language}")
    rows = list(shelf.versions(slug, language))
    source = rows[0].source if rows else ""
    context: dict[str, Any] = {"slug": slug, "language": language, "versions": rows, "source": source}
    if request.method != "POST":
        return render(request, "lessons/edit.html", context)
    context["source"] = source = request.POST.get("source", "")
    try:
        if "save" in request.POST:
            shelf.save(slug, language, source, request.user.pk)
            messages.success(request, _("Saved. This is the text that is shown from here on."))
            return redirect("quizzes:lesson", slug)
        shown = shelf.looked_at(slug, language, source)
    except LessonError as error:
        context["fault"] = error
        return render(request, template(request, "lessons/edit", "seen"), context, status=422)
    context |= {"shown": shown.text, "pieces": pages.pieces(shown)}
    return render(request, template(request, "lessons/edit", "seen"), context)


@require_safe
@never_cache
def moment(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Show a hand of a lesson after so many actions and streets."""
    version = _version(slug)
    if name not in {block.name for block in version.text.blocks if block.way == "replay"}:
        raise Http404(name)
    try:
        shown = replay(parse(version.documents[name]), number)
    except LookupError as error:
        raise Http404 from error
    context = {
        "replay": shown,
        "base": reverse("quizzes:lesson_replay", args=[slug, name]),
        "title": version.text.title,
        "lesson_url": reverse("quizzes:lesson", args=[slug]),
    }
    return render(request, template(request, "lessons/replay", "moment"), context)


def _version(slug: str) -> Version:
    version = shelf.current(slug, get_language() or shelf.ENGLISH)
    if version is None:
        raise Http404(slug)
    return version


def _context(request: HttpRequest, version: Version) -> dict[str, Any]:
    slug, titles = version.row.lesson.slug, pages.titles()
    return {
        "slug": slug,
        "title": version.text.title,
        "summary": version.text.summary,
        "minutes": version.row.minutes,
        "language": version.row.language,
        "pieces": pages.pieces(version),
        "needs": [(need, titles[need]) for need in version.row.lesson.needs if need in titles],
        "exit": pages.exit_drill(version.row.lesson),
        "may_edit": request.user.has_perm("quizzes.add_lessonversion"),
        "answered": reading.done(learner_of(request)).get(slug, {}),
    }
