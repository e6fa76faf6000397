"""A teacher's pages of assignments: the list, the form, the scenarios of a set, its learners, and who has done what."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.house_rules import rules_of
from quizzes.kinds import KINDS
from quizzes.models import ScenarioVersion
from quizzes.practising.choices import games_drilled, groups
from quizzes.wording.games import game_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.zones import zone_of
from trainer.classrooms import assignments
from trainer.classrooms.assignment_forms import FORMS, AssignmentForm, ExtensionForm, initial
from trainer.classrooms.assignment_progress import Task, answers_given, progress
from trainer.classrooms.classes import by_name
from trainer.classrooms.models import Assignment, Classroom, Extension, Membership
from trainer.classrooms.models.assignments import USUAL_HOUSE, ruleset_of
from trainer.classrooms.permissions import RIGHTS, Right, classroom_for, find
from trainer.classrooms.views.common import PAGE, clean_text, numbers, sent_before, user_of

A_WEEK = timedelta(days=7)


@require_safe
@login_required
@never_cache
def every(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a class was given to do, what is due last first. Two queries beside who asks and the class."""
    classroom, role = find(user_of(request), pk, "see")
    found = Assignment.objects.filter(classroom=classroom).select_related("pool").order_by("-due_at", "-pk")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {"classroom": classroom, "page": page, "rows": [(each, assignments.words_of(each)) for each in page]}
    context |= {"now": timezone.now(), "teaches": "teach" in RIGHTS[role]}
    return render(request, "classrooms/assignments.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def new(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Give a class something to do."""
    classroom = classroom_for(user_of(request), pk, "teach")
    if what not in FORMS:
        raise Http404
    with timezone.override(zone_of(classroom.zone)):
        now = timezone.localtime().replace(second=0, microsecond=0)
        begun = {"opens_at": now, "due_at": now + A_WEEK}
        form = FORMS[what](_typed(request), initial=begun, author=user_of(request).pk)
        if form.is_bound and form.is_valid():
            if sent_before(request):
                return redirect("assignments", pk)
            made = assignments.make(user_of(request), classroom, what, form.settings, form.lessons)
            return redirect("assignment_items" if what == Assignment.What.SET else "assignment", pk, made.pk)
        return _form(request, classroom, form, what)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def change(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Change what a class was given to do."""
    classroom, found = _found(request, pk, number, "teach")
    with timezone.override(zone_of(classroom.zone)):
        form = FORMS[found.what](_typed(request), initial=initial(found), author=user_of(request).pk)
        if form.is_bound and form.is_valid():
            asked = {name: form.cleaned_data[name] for name in ("house", "everybody")}
            assignments.change(found, form.settings, form.lessons, **asked)
            return redirect("assignment", pk, number)
        return _form(request, classroom, form, found.what, found)


@require_POST
@login_required
def end(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """End an assignment, or take it up again."""
    _classroom, found = _found(request, pk, number, "teach")
    assignments.end(found, None if request.POST.get("again") else timezone.now())
    return redirect("assignment", pk, number)


@require_safe
@login_required
@never_cache
def one(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show who has done how much of an assignment, fifty learners a page: a fixed number of queries."""
    classroom, role = find(user_of(request), pk, "see")
    found = get_object_or_404(Assignment.objects.select_related("pool"), classroom=classroom, pk=number)
    page = Paginator(assignments.learners_of(found), PAGE).get_page(request.GET.get("page"))
    people = assignments.members(classroom, found, page)
    done = progress([Task(found, learner, window) for learner, (_member, window) in people.items()])
    rows = [(*people[learner], done[found.pk, learner]) for learner in page if learner in people]
    context = {
        "classroom": classroom,
        "assignment": found,
        "words": assignments.words_of(found),
        "asked": assignments.asked_of(found),
        "page": page,
        "rows": rows,
    }
    context |= {"now": timezone.now(), "teaches": "teach" in RIGHTS[role]}
    return render(request, "classrooms/assignment.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def items(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Choose the scenarios of a set: what is in it, and what could be, found by title and skill."""
    classroom, found = _found(request, pk, number, "teach")
    if found.what != Assignment.What.SET:
        raise Http404
    if request.method == "POST":
        _put(request, found)
        return redirect(request.get_full_path())
    wanted, kind = clean_text(request.GET.get("wanted", ""), 100), request.GET.get("kind", "")
    rows = found.items.filter(version__isnull=False).select_related("version").order_by("place", "pk")
    there = [(item.pk, item.version) for item in rows.defer("version__document", "version__text") if item.version]
    asked_by_now = assignments.asked_now([version for _item, version in there])
    others = assignments.scenarios(wanted, kind if kind in KINDS else "").exclude(
        scenario__in=[version.scenario_id for _item, version in there]
    )
    page = Paginator(others, PAGE).get_page(request.GET.get("page"))
    context = {
        "classroom": classroom,
        "assignment": found,
        "there": [
            (item, version, *_asked(version), version.state != ScenarioVersion.State.PUBLISHED)
            for (item, _chosen), version in zip(there, asked_by_now, strict=True)
        ],
        "page": page,
        "rows": [(each, *_asked(each)) for each in page],
        "asked": {"wanted": wanted, "kind": kind},
        "kinds": [(id, kind_name(id)) for id in KINDS],
        "query": _query(wanted, kind),
    }
    return render(request, "classrooms/assignment_items.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def person(request: HttpRequest, pk: int, number: int, learner: int) -> HttpResponse:
    """Give a learner more time: for this assignment, and as a share for all of the class's."""
    classroom, found = _found(request, pk, number, "teach")
    member = get_object_or_404(
        Membership.objects.select_related("learner"), classroom=classroom, learner=learner, role=Membership.Role.LEARNER
    )
    if found.chosen and "take" in request.POST:
        assignments.take_from(found, learner)
        return redirect("assignment", pk, number)
    if found.chosen and not found.assignees.filter(learner=learner).exists():
        raise Http404
    given = Extension.objects.filter(assignment=found, learner=learner).values_list("due_at", flat=True).first()
    with timezone.override(zone_of(classroom.zone)):
        begun = {"due_at": given, "time_factor": member.time_factor}
        form = ExtensionForm(_typed(request), initial=begun, assignment=found)
        if form.is_bound and form.is_valid():
            assignments.extend(found, member, form.cleaned_data["due_at"], form.cleaned_data["time_factor"])
            messages.success(request, _("%(name)s’s time is kept.") % {"name": member.learner.username})
            return redirect("assignment", pk, number)
        context = {"classroom": classroom, "assignment": found, "member": member, "form": form}
        context |= {"window": assignments.window(found, member.time_factor, given), "own": given}
        return render(request, "classrooms/assignment_person.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def learners(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Give an assignment that is for some learners alone to others too, who are found by a part of their name."""
    classroom, found = _found(request, pk, number, "teach")
    if not found.chosen:
        return redirect("assignment", pk, number)
    if request.method == "POST":
        added = assignments.give_to(found, numbers(request.POST.getlist("learner")))
        messages.success(request, _("Learners added: %(added)s.") % {"added": added})
        return redirect("assignment", pk, number)
    wanted = clean_text(request.GET.get("name", ""), 40)
    others = assignments.others_of(found).filter(learner__username__icontains=wanted)
    page = Paginator(by_name(others.values_list("learner_id", "learner__username")), PAGE).get_page(
        request.GET.get("page")
    )
    names = dict(others.filter(learner__in=list(page)).values_list("learner_id", "learner__username"))
    context = {
        "classroom": classroom,
        "assignment": found,
        "page": page,
        "rows": [(learner, names[learner]) for learner in page if learner in names],
        "wanted": wanted,
        "query": f"{urlencode({'name': wanted})}&",
    }
    return render(request, "classrooms/assignment_learners.html", context)


def _found(request: HttpRequest, pk: int, number: int, right: Right) -> tuple[Classroom, Assignment]:
    classroom = classroom_for(user_of(request), pk, right)
    return classroom, get_object_or_404(Assignment.objects.select_related("classroom"), classroom=classroom, pk=number)


def _typed(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _form(
    request: HttpRequest, classroom: Classroom, form: AssignmentForm, what: str, found: Assignment | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "classroom": classroom,
        "assignment": found,
        "form": form,
        "what": what,
        "house": assignments.asked_of(found).house if found else house_name(rules_of(ruleset_of(classroom.house_id))),
        "words": assignments.words_of(found) if found else "",
        "answered": answers_given(found) if found and what == Assignment.What.SET else 0,
        "other_house": house_name(rules_of(ruleset_of(classroom.house_id)))
        if found and found.house_id != classroom.house_id
        else "",
        "groups": groups(),
        "games": [(id, game_name(id)) for id in games_drilled()],
    }
    return render(request, "classrooms/assignment_form.html", context, status=422 if form.errors else 200)


def _asked(version: ScenarioVersion) -> tuple[str, str, str]:
    """Return a scenario's name, its skill, and by which house it is asked."""
    house = house_name(rules_of(version.house or USUAL_HOUSE))
    return assignments.scenario_named(version), kind_name(version.kind), house


def _put(request: HttpRequest, found: Assignment) -> None:
    """Put into a set what was ticked, or take out what was named."""
    if (gone := request.POST.get("out", "")).isdecimal():
        assignments.take_out(found, int(gone[:18]))
        return
    chosen = [int(text[:18]) for text in request.POST.getlist("version") if text.isdecimal()]
    try:
        added = assignments.add_scenarios(found, chosen)
    except assignments.TooMany:
        messages.error(request, _("A set has at most %(most)s scenarios.") % {"most": assignments.MOST_ITEMS})
    else:
        tell = messages.success if added else messages.warning
        tell(request, _("Scenarios added: %(added)s.") % {"added": added} if chosen else _("No scenario was ticked."))


def _query(wanted: str, kind: str) -> str:
    """Return the query of a search, to be followed by a page's number."""
    asked = QueryDict(mutable=True)
    asked.update({name: text for name, text in (("wanted", wanted), ("kind", kind)) if text})
    return f"{asked.urlencode()}&" if asked else ""
