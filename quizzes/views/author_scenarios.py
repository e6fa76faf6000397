"""The author's pages: the desk, the editor, and a scenario's versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from quizzes.authoring import desk, drafts, editor, publishing
from quizzes.authoring.choice import rule_book
from quizzes.authoring.differences import differences, lines
from quizzes.authoring.drafts import Refused, Stale, State, Unasked
from quizzes.authoring.findings import answer_of, find
from quizzes.authoring.oversight import has_exam_reviewer, note_reader, reviews, reviews_exams
from quizzes.authoring.written import columns, read, text_of
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.kinds.base import LEVELS
from quizzes.models import Scenario, ScenarioVersion
from quizzes.practising.sharing import spot_name
from quizzes.regrades import regrading
from quizzes.views.parts import is_htmx, template
from quizzes.wording.kinds import kind_name

author = permission_required("quizzes.add_scenario", raise_exception=True)


@require_safe
@never_cache
@login_required
@author
def author_desk(request: HttpRequest) -> HttpResponse:
    """Show an author's drafts and scenarios, what waits for their review, and what a search finds."""
    search, may = desk.read_search(request.GET), _may(request)
    page = Paginator(desk.found(_me(request), search, **may), desk.A_PAGE).get_page(request.GET.get("page"))
    waiting = desk.in_review(_me(request), **may)
    context = {
        "page": page,
        "search": search,
        "query": f"{urlencode(search.query)}&" if search.query else "",
        "rows": [_row(version) for version in page],
        "drafts": [] if search.query else [_row(version) for version in desk.open_of(_me(request))[: desk.A_PAGE]],
        "waiting": [_row(version) for version in waiting[: desk.A_PAGE]],
        "kinds": _kinds(),
        "levels": LEVELS,
        "states": State.choices,
    }
    return render(request, "author/desk.html", context)


def _row(version: ScenarioVersion) -> dict[str, Any]:
    return {"version": version, "kind": kind_name(version.kind) if version.kind in QUESTION_KEYS else ""}


def _kinds() -> list[tuple[str, str]]:
    return sorted(((id, kind_name(id)) for id in QUESTION_KEYS), key=lambda pair: pair[1])


@require_POST
@login_required
@author
def author_new(request: HttpRequest) -> HttpResponse:
    """Begin a scenario with the worked document of a kind."""
    try:
        version = drafts.begin_with(_me(request), request.POST.get("kind", ""))
    except KeyError as error:
        raise Http404("no such kind") from error
    return redirect("quizzes:author_scenario", version.scenario_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@author
def author_scenario(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit one's own draft, or look at a scenario as it stands."""
    try:
        versions = _versions(request, pk)
    except Http404:
        if request.method != "POST":
            raise
        return _gone(request, pk)
    version = desk.standing(versions)
    if version.state == State.DRAFT and version.scenario.owner_id == _me(request):
        return _edited(request, version)
    if request.method == "POST":
        return _too_late(request, version, versions)
    return render(request, "author/show.html", _shown(request, version, versions))


def _too_late(request: HttpRequest, version: ScenarioVersion, versions: list[ScenarioVersion]) -> HttpResponse:
    """Show what an author typed into a draft that is none any more, unless the scenario says the same."""
    mine = version.scenario.owner_id == _me(request)
    unsaved: dict[str, Any] = _unsaved(request, version.scenario) if mine else {"unsaved": "", "typed": []}
    same = not unsaved["unsaved"] or columns(read(unsaved["unsaved"]))["document"] == version.document
    if same and not unsaved["typed"]:
        here = reverse("quizzes:author_scenario", args=[version.scenario_id])
        return HttpResponseClientRedirect(here) if is_htmx(request) else redirect(here)
    shown = _shown(request, version, versions) | unsaved
    return render(request, template(request, "author/show", "unsaved"), shown, status=422)


def _gone(request: HttpRequest, pk: int) -> HttpResponse:
    """Give what somebody typed into a scenario back that is not there any more, or not for them; for htmx as a status
    that it shows.
    """
    unsaved = _unsaved(request, Scenario(pk=pk, owner_id=_me(request)))
    status = 422 if is_htmx(request) else 404
    return render(request, template(request, "author/gone", "unsaved"), unsaved, status=status)


def _unsaved(request: HttpRequest, scenario: Scenario) -> dict[str, Any]:
    """What an author typed that can't be saved: the text; and where a field can't be read, so that the text is without
    all that was typed, field by field.
    """
    sent = request.POST.dict()
    if "fields" not in sent:
        return {"unsaved": sent.get("text", ""), "typed": []}
    sheet = editor.from_form(sent, scenario, _me(request))
    return {"unsaved": sheet.text, "typed": editor.typed_anew(sent, sheet) if sheet.unread else []}


def _edited(request: HttpRequest, version: ScenarioVersion) -> HttpResponse:
    """Show the editor with what is stored, or with what a form sent; save it where the form says so.

    For htmx it is the editor alone. What is no document yet is kept all the same. A form that was made from something
    else than what is stored, since another tab saved, saves nothing until its author has chosen.
    """
    sheet, looked_at = _sheet(request, version), _looked_at(request)
    here, said, refused = reverse("quizzes:author_scenario", args=[version.scenario_id]), "", sheet.unread
    if request.method == "POST" and "save" in request.POST and not sheet.unread:
        try:
            version, level, said = _save(request, version, sheet.text)
        except Refused as refusal:
            said, refused = str(refusal), True
            if isinstance(refusal, Stale):
                version = refusal.version
            elif not is_htmx(request):
                messages.error(request, said)
        else:
            if request.POST["save"] in AFTER_SAVING or not is_htmx(request):
                messages.add_message(request, level, said)
                return HttpResponseClientRedirect(here) if is_htmx(request) else redirect(here)
            looked_at = None
    context = {"here": here, "said": said, **_editor(request, version, sheet, looked_at)}
    return render(request, template(request, "author/edit", "editor"), context, status=422 if refused else 200)


def _editor(
    request: HttpRequest, version: ScenarioVersion, sheet: editor.Sheet, looked_at: str | None
) -> dict[str, Any]:
    """What the editor shows of a draft and of what is typed, which was made from what `looked_at` stamps."""
    stored, stamp = text_of(version.document, version.text), drafts.stamp(version)
    exam = _for_exams(request)
    exam = version.scenario.exam if exam is None else exam
    other = (stored, version.scenario.exam) != (sheet.text, exam)
    stale = other and looked_at is not None and looked_at != stamp
    return {
        "sheet": sheet,
        "form": sheet.form,
        "version": version,
        "rules": rule_book() if sheet.form and sheet.form.options else (),
        "first": version.number == 1,
        "for_exams": exam,
        "seen": looked_at if stale else stamp,
        "stamp": stamp,
        "stored": stored,
        "lines": lines(stored, sheet.text) if stale and not sheet.unread else (),
    }


def _looked_at(request: HttpRequest) -> str | None:
    return request.POST.get("looked-at")


def _for_exams(request: HttpRequest) -> bool | None:
    """Whether the form says that a scenario is kept for exams; None where it does not ask."""
    return "exam" in request.POST if "exam-asked" in request.POST else None


@transaction.atomic
def _save(request: HttpRequest, version: ScenarioVersion, text: str) -> tuple[ScenarioVersion, int, str]:
    """Keep a draft, and take it the step further that its button names. Return it with what to tell and its level.

    Nobody can save between the two. What can't go further is kept as a draft.

    Raises Refused where nothing is kept, Stale where that is because another tab has saved something else.
    """
    exam, act = _for_exams(request), AFTER_SAVING.get(request.POST["save"])
    version = drafts.save(version.scenario_id, _me(request), text, exam, looked_at=_looked_at(request))
    try:
        return version, messages.SUCCESS, act(request, version) if act else _("Saved.")
    except Unasked:  # the editor says why, at its place
        return version, messages.ERROR, _("It is saved as a draft. It can’t be asked yet: what is wrong stands below.")
    except Refused as refusal:
        return version, messages.ERROR, str(refusal)


def _sheet(request: HttpRequest, version: ScenarioVersion) -> editor.Sheet:
    if request.method != "POST":
        return editor.from_text(text_of(version.document, version.text), version.scenario, _me(request))
    if "fields" in request.POST:
        return editor.from_form(request.POST.dict(), version.scenario, _me(request))
    return editor.from_text(request.POST.get("text", ""), version.scenario, _me(request))


def _shown(request: HttpRequest, version: ScenarioVersion, versions: list[ScenarioVersion]) -> dict[str, Any]:
    """Return what the page of a version shows that is not edited."""
    written = read(text_of(version.document, version.text))
    scenario, me = version.scenario, _me(request)
    published = next((each for each in versions if each.state == State.PUBLISHED), None)
    mine, may_review = me in (scenario.owner_id, version.author_id), _may_review(request, scenario)
    return {
        **_differing(versions, version),
        "version": version,
        "stamp": drafts.stamp(version),
        "mine": scenario.owner_id == me,
        "text": written.text,
        "findings": find(written, scenario, me),
        "published": published,
        "unreviewed": scenario.exam and version.state == State.REVIEW and mine and not has_exam_reviewer(me),
        "may_approve": version.state == State.REVIEW and (not scenario.exam if mine else may_review),
        "may_give_back": version.state == State.REVIEW and (scenario.owner_id == me or may_review),
        "may_retire": published is not None and (scenario.owner_id == me or may_review),
        "spot_url": _spot_url(published),
        "offers": regrading.offers(scenario.pk) if mine or may_review else (),
    }


def _differing(versions: list[ScenarioVersion], after: ScenarioVersion, number: str = "") -> dict[str, Any]:
    """Return where a version differs from the one of a number, or else from the one that it corrects, or before it."""
    earlier = [version for version in versions if version.number < after.number and version.corrects is None]
    number = number or str(after.corrects)
    before = next((version for version in versions if str(version.number) == number), earlier[0] if earlier else None)
    return {
        "before": before,
        "changes": differences(before.document, after.document) if before else (),
        "answers": [answer_of(version.document) for version in (before, after) if version] if before else [],
    }


def _spot_url(version: ScenarioVersion | None) -> str:
    """Return the address at which anybody can answer a published version; "" for an exam's, which has none."""
    if version is None or version.drill_id is None or version.scenario.exam:
        return ""
    return reverse("quizzes:spot", args=[spot_name(version.drill_id, version.house)])


@require_POST
@login_required
@author
def author_act(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a scenario a step on or back: to review, to everybody, out of it; or begin a version or a copy of it."""
    version = desk.standing(_versions(request, pk))
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Http404("no such act")
    try:
        said = act(request, version)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("quizzes:author_scenario", pk)
    if isinstance(said, HttpResponse):
        return said
    messages.success(request, said)
    return redirect("quizzes:author_scenario", pk)


def _send(request: HttpRequest, version: ScenarioVersion) -> str:
    publishing.send(version.scenario_id, _me(request))
    if version.scenario.exam:
        return _("Sent to review. A second person looks at it next.")
    return _("Sent to review. A second person can look at it; you can publish it yourself, too.")


def _give_back(request: HttpRequest, version: ScenarioVersion) -> str | HttpResponse:
    remark = request.POST.get("remark", "").replace("\0", "").strip()[:4000]
    may_review = _may_review(request, version.scenario)
    publishing.give_back(version.scenario_id, _me(request), remark, may_review=may_review)
    if version.scenario.owner_id == _me(request):
        return _("It is a draft again.")
    messages.success(request, _("Given back to its author."))
    return redirect("quizzes:author")


def _publish(request: HttpRequest, version: ScenarioVersion) -> str:
    may_review, looked_at = _may_review(request, version.scenario), _looked_at(request) or ""
    done = publishing.publish(version.scenario_id, _me(request), may_review=may_review, looked_at=looked_at)
    if done.corrects is not None:
        said = _("Version %(number)s is the key to the answers to version %(corrected)s. What is asked stays as it is.")
        return said % {"number": done.number, "corrected": done.corrects}
    return _("Published. From here on it changes only by another version.")


def _retire(request: HttpRequest, version: ScenarioVersion) -> str:
    publishing.retire(version.scenario_id, _me(request), may_review=_may_review(request, version.scenario))
    return _("Retired. It is offered no more; classes that have it in a set go on with it, and its link stays.")


def _again(request: HttpRequest, version: ScenarioVersion) -> str:
    draft = drafts.again(version.scenario_id, _me(request))
    return _("Version %(number)s is a draft. The one before stays as it is.") % {"number": draft.number}


def _correct(request: HttpRequest, version: ScenarioVersion) -> str:
    number = request.POST.get("version", "")
    try:
        draft = drafts.correct(version.scenario_id, _me(request), int(number))
    except (ValueError, ScenarioVersion.DoesNotExist) as error:
        raise Http404(number) from error
    said = _("Version %(number)s is a draft that corrects version %(corrected)s.")
    return said % {"number": draft.number, "corrected": draft.corrects}


def _copy(request: HttpRequest, version: ScenarioVersion) -> HttpResponse:
    return redirect("quizzes:author_scenario", drafts.copy(version, _me(request)).scenario_id)


def _drop(request: HttpRequest, version: ScenarioVersion) -> HttpResponse:
    drafts.drop(version.scenario_id, _me(request))
    messages.success(request, _("The draft is gone."))
    return redirect("quizzes:author")


AFTER_SAVING: Mapping[str, Callable[[HttpRequest, ScenarioVersion], str]] = {"send": _send, "publish": _publish}
"""What a button of the editor does beside saving."""

ACTS: Mapping[str, Callable[[HttpRequest, ScenarioVersion], str | HttpResponse]] = {
    "send": _send,
    "give-back": _give_back,
    "publish": _publish,
    "retire": _retire,
    "again": _again,
    "correct": _correct,
    "copy": _copy,
    "drop": _drop,
}


@require_safe
@never_cache
@login_required
@author
def author_versions(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a scenario's versions, and where two of them differ: the newest and the one before, where none is named."""
    versions = _versions(request, pk)
    by_number = {str(version.number): version for version in versions}
    after = by_number.get(request.GET.get("to", ""), versions[0])
    context = {
        **_differing(versions, after, request.GET.get("from", "")),
        "versions": versions,
        "after": after,
        "mine": after.scenario.owner_id == _me(request),
        "spot_urls": [(version, _spot_url(version)) for version in versions],
    }
    return render(request, "author/versions.html", context)


def _versions(request: HttpRequest, pk: int) -> list[ScenarioVersion]:
    """Return the versions that a viewer may look at, who is then known to have read what is not public."""
    try:
        versions = desk.seen(pk, _me(request), **_may(request))
    except Scenario.DoesNotExist as error:
        raise Http404(str(pk)) from error
    if versions[0].scenario.exam or versions[0].state == State.REVIEW:
        note_reader(versions[0].scenario, _me(request))
    return versions


def _me(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise PermissionDenied
    return int(request.user.pk)


def _may(request: HttpRequest) -> dict[str, bool]:
    """What a viewer may look at beside the own scenarios, as the desk takes it."""
    return {"may_review": reviews(request.user), "may_review_exams": reviews_exams(request.user)}


def _may_review(request: HttpRequest, scenario: Scenario) -> bool:
    return reviews_exams(request.user) if scenario.exam else reviews(request.user)
