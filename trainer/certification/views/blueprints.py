"""The pages on which exams are written: what there is, a form with every point, and offering one or closing it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.models import HouseRules
from quizzes.wording.authored import in_language
from trainer.accounts.models import User
from trainer.certification import blueprints, houses
from trainer.certification.models import Blueprint
from trainer.certification.outline import outline
from trainer.certification.plan_form import PlanForm
from trainer.certification.plan_texts import as_written
from trainer.certification.plans import OWN_HOUSE, RELEASED, BadBlueprint, Plan, Release
from trainer.classrooms.views.common import numbers

A_PAGE = 50
USUAL = {"release": {name: getattr(Release(), name) for name in RELEASED}}
"""What stands in the form of a new exam."""


@require_safe
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
@never_cache
def author_exams(request: HttpRequest) -> HttpResponse:
    """Show the exams that one may look at, each in its newest version. Two queries, beside who asks."""
    page = Paginator(_seen_by(_user(request)), A_PAGE).get_page(request.GET.get("page"))
    rows = [(row, in_language(row.plan["title"])) for row in page]
    return render(request, "certification/author_exams.html", {"page": page, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
@never_cache
def author_exam_new(request: HttpRequest) -> HttpResponse:
    """Write an exam, begun with what another one asks where the address names it."""
    if not (slug := request.GET.get("from")):
        return _written(request, USUAL, None)
    model = blueprints.plan_of(_found(request, slug))
    return _written(request, {**as_written(model), "slug": "", "title": {}}, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
@never_cache
def author_exam(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an exam, and change it where one may: that makes the next version."""
    row = _found(request, slug)
    if blueprints.may_change(_user(request), row):
        return _written(request, as_written(blueprints.plan_of(row)), row)
    if request.method == "POST":
        raise PermissionDenied
    return render(request, "certification/author_exam.html", _shown(request, row))


@require_POST
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
def author_exam_offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer an exam, close it, or offer it under a room's own rules, by the button that was pressed."""
    row, act, user = _found(request, slug), request.POST.get("act"), _user(request)
    if act == "house":
        return _for_house(request, row)
    if not blueprints.may_change(user, row):
        raise PermissionDenied
    if act == "close":
        blueprints.close(slug)
        messages.success(request, _("The exam is not offered any more. Sittings that are open go on."))
    elif act == "offer":
        try:
            blueprints.offer(row)
        except blueprints.CantFill as error:
            for problem in error.problems:
                messages.error(request, problem)
        else:
            messages.success(request, _("The exam is offered."))
    return redirect("author_exam", slug)


@require_safe
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
@never_cache
def author_exam_versions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all versions of an exam, the newest first, with what each asks and how often it was sat. Three queries,
    beside who asks, and two for each of the rooms' own rules that this process reads for the first time.
    """
    row = _found(request, slug)
    page = Paginator(blueprints.versions(slug), A_PAGE).get_page(request.GET.get("page"))
    plans = [(version, blueprints.readable(version)) for version in page]
    versions = [(version, plan, outline(plan) if plan else None) for version, plan in plans]
    context = {"row": row, "title": in_language(row.plan["title"]), "page": page, "versions": versions}
    return render(request, "certification/author_exam_versions.html", context)


def _for_house(request: HttpRequest, row: Blueprint) -> HttpResponse:
    user = _user(request)
    house = get_object_or_404(blueprints.publishable(user), pk__in=numbers([request.POST.get("house", "")]))
    if row.ruleset != OWN_HOUSE:
        raise Http404(row.slug)
    try:
        made = blueprints.for_house(row, house, user)
    except BadBlueprint as error:
        messages.error(request, error.message)
        return redirect("author_exam", row.slug)
    if made.open:
        messages.success(request, _("The exam is offered under these rules."))
    else:
        messages.success(request, _("The exam is offered as soon as the questions by these rules are made."))
    return redirect("author_exam", made.slug)


def _written(request: HttpRequest, start: dict[str, Any], row: Blueprint | None) -> HttpResponse:
    """Show the form, or do with it what its button says: more rows, save, or save and wait for questions.

    `row` is the exam that is changed; its house may stay.
    """
    sent = request.method == "POST"
    data = {name: ", ".join(texts) for name, texts in request.POST.lists()} if sent else None
    if data is not None and row is not None:
        data["slug"] = row.slug
    form = PlanForm(data, table=start, houses=_houses(_user(request), row))
    form.fields["slug"].widget.attrs["readonly"] = row is not None
    problems: list[str] = []
    act = request.POST.get("act", "save")
    plan = form.plan() if sent and act != "more" else None
    if plan is not None:
        try:
            kept = _save(request, plan, row, wait=act == "wait")
        except BadBlueprint as fault:
            form.tell(fault)
        except blueprints.CantFill as error:
            problems = error.problems
        else:
            messages.success(request, _kept(kept))
            return redirect("author_exam", kept.slug)
    context = {"form": form, "problems": problems, **(_shown(request, row) if row else {})}
    wrong = sent and act != "more"
    return render(request, "certification/author_exam_form.html", context, status=422 if wrong else 200)


def _save(request: HttpRequest, plan: Plan, row: Blueprint | None, *, wait: bool) -> Blueprint:
    """Publish what was typed. Raises BadBlueprint for a name or title that another exam has, and CantFill."""
    if resolve(reverse("exam", args=[plan.slug])).url_name != "exam":
        raise BadBlueprint("slug", _("Another page has this address: choose another name."))
    taken = None if row else blueprints.newest(plan.slug)
    if taken is not None and not (taken.author_id == request.user.pk and blueprints.says(taken, plan)):
        raise BadBlueprint("slug", _("There is an exam of this name already."))
    if row is None and blueprints.is_kept(plan.slug):
        raise BadBlueprint("slug", _("This name is kept for an exam under a room’s own rules: choose another one."))
    renamed = row is None or row.plan["title"] != plan.title
    if renamed and (code := blueprints.same_title(plan, _user(request))):
        raise BadBlueprint(f"title.{code}", _("Another exam that is offered has this title: choose another one."))
    return blueprints.publish(plan, _user(request), wait=wait)


def _kept(row: Blueprint) -> str:
    words = {"number": row.number}
    if row.open:
        return _("Version %(number)s is kept and offered.") % words
    if row.waiting:
        return _("Version %(number)s is kept. It is offered as soon as its questions are made.") % words
    return _("Version %(number)s is kept.") % words


def _shown(request: HttpRequest, row: Blueprint) -> dict[str, Any]:
    """Return what the page of an exam shows beside its form."""
    plan = blueprints.plan_of(row)
    return {
        "row": row,
        "plan": plan,
        "outline": outline(plan),
        "may_change": blueprints.may_change(_user(request), row),
        "houses": _houses(_user(request)) if row.ruleset == OWN_HOUSE else [],
        "is_frame": row.ruleset == OWN_HOUSE,
        "company": houses.company_of(row),
        "lacking": blueprints.can_fill(plan) if row.waiting else [],
    }


def _houses(user: User, row: Blueprint | None = None) -> list[HouseRules]:
    """Return the own house rules under which somebody may offer an exam: the newest versions, and what it has now."""
    newest = blueprints.publishable(user).filter(after__isnull=True)
    now = HouseRules.objects.filter(pk=row.house_id or 0 if row else 0)
    return list((newest | now).order_by("name", "pk"))


def _seen_by(user: User) -> Any:
    """Return the exams that somebody may look at, in their newest versions: the site's, their own, for managers all."""
    rows = Blueprint.objects.order_by("slug", "-number").distinct("slug")
    seen = Q() if user.has_perm(blueprints.ALL_EXAMS) else Q(author=None) | Q(author=user)
    return Blueprint.objects.filter(seen, pk__in=rows.values("pk")).select_related("author").order_by("slug")


def _found(request: HttpRequest, slug: str) -> Blueprint:
    found: Blueprint = get_object_or_404(_seen_by(_user(request)), slug=slug)
    return found


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
