"""The author's pages on an exam's measure: judges' sheets with the pass mark that they suggest, and its quality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.kinds import KINDS
from quizzes.models import Drill
from quizzes.practising.sharing import spot_name
from quizzes.showing.questions import Question, question
from quizzes.wording.authored import in_language
from trainer.accounts.models import User
from trainer.certification import blueprints, items, judging, standards
from trainer.certification.models import Blueprint, CutSheet
from trainer.certification.plans import OWN_HOUSE
from trainer.classrooms.views.common import clean_text


class Rated(NamedTuple):
    """A question of a judge's sheet: its section, the question itself, its spot's page, what was typed for it, and how
    many parts its answer has.
    """

    number: int
    section: str
    question: Question
    spot: str
    value: str
    problem: str
    parts: int


class DrawForm(forms.Form):
    """Why another sheet is drawn, and the number of the one that it takes the place of."""

    reason = forms.CharField(label=gettext_lazy("Why another sheet is drawn"), max_length=300)
    instead_of = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31, required=False)


@require_safe
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
@never_cache
def cut_score(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the newest sheet of an exam with its rounds, and the form in which a judge's ratings are typed."""
    row = _exam(request, slug)
    return _sheet_page(request, row, judging.sheet_of(row))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
@never_cache
def draw_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw a form for judges to rate; in place of another sheet, only for a reason."""
    row = _exam(request, slug)
    sheet = judging.sheet_of(row)
    form = DrawForm(
        request.POST if request.method == "POST" else None, initial={"instead_of": sheet.pk if sheet else 0}
    )
    form.fields["reason"].required = sheet is not None
    if not form.is_valid():
        context = {"row": row, "title": in_language(row.plan["title"]), "sheet": sheet, "form": form}
        context["rated"] = sheet.ratings.count() if sheet else 0
        return render(request, "certification/cut_draw.html", context, status=422 if form.errors else 200)
    typed = form.cleaned_data
    try:
        judging.draw(row, _user(request), typed["instead_of"] or 0, typed["reason"])
    except judging.Redrawn:
        messages.info(request, _("Another sheet was drawn a moment ago: this is it."))
    except items.Exhausted:
        messages.error(request, _("Practice has too few questions of some kinds yet. Try again in a few minutes."))
    return redirect("author_cut_score", slug)


@require_POST
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep a judge's ratings of a round."""
    row = _exam(request, slug)
    sheet = CutSheet.objects.filter(blueprint__slug=slug, pk=_number(request.POST.get("sheet", ""))).first()
    if sheet is None:
        return redirect("author_cut_score", slug)
    judge, number = clean_text(request.POST.get("judge", ""), 40), _number(request.POST.get("round", ""))
    typed = [request.POST.get(f"chance_{place}", "").strip() for place in range(len(sheet.items))]
    problems = {str(place): _problem(text) for place, text in enumerate(typed) if _problem(text)}
    if not judge:
        problems["judge"] = _("Give a name or initials.")
    if not problems:
        try:
            judging.rate(sheet, number, judge, [int(text) for text in typed])
        except judging.NotTaken:
            problems["judge"] = _("This judge has rated this round already, or the round before is still empty.")
        else:
            messages.success(request, _("The ratings are kept."))
            return redirect("author_cut_score", slug)
    return _sheet_page(request, row, sheet, problems)


@require_safe
@login_required
@permission_required(blueprints.AUTHOR, raise_exception=True)
@never_cache
def quality(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how well each section of an exam's newest version measures."""
    row = _exam(request, slug)
    measured = judging.quality_by_section(row)
    plan = blueprints.plan_of(row)
    sections = [(in_language(section.name), measured.get(number)) for number, section in enumerate(plan.sections)]
    context = {"row": row, "title": in_language(plan.title), "sections": sections}
    return render(request, "certification/exam_quality.html", {**context, "enough": standards.ENOUGH_SITTINGS})


def _sheet_page(
    request: HttpRequest, row: Blueprint, sheet: CutSheet | None, problems: dict[str, str] | None = None
) -> HttpResponse:
    typed, found = request.POST, problems or {}
    drills = judging.drills_of(sheet) if sheet else []
    parts = judging.parts_of((drill for _section, drill in drills), sheet.blueprint.ruleset) if sheet else []
    by_parts = blueprints.plan_of(row).marking == "parts"
    rounds = judging.rounds(sheet, parts if by_parts else ()) if sheet else {}
    context: dict[str, Any] = {
        "row": row,
        "title": in_language(row.plan["title"]),
        "sheet": sheet,
        "by_parts": by_parts,
        "rated": list(_rated(sheet, zip(drills, parts, strict=True), typed, found)) if sheet else [],
        "rounds": sorted(rounds.items(), reverse=True),
        "round": typed.get("round") or max(rounds, default=0) or 1,
        "numbers": range(1, max(rounds, default=0) + 2),
        "judge": typed.get("judge", ""),
        "problem": found.get("judge", ""),
        "problems": found,
    }
    return render(request, "certification/cut_score.html", context, status=422 if found else 200)


def _rated(
    sheet: CutSheet, asked: Iterable[tuple[tuple[int, Drill], int]], typed: Any, problems: dict[str, str]
) -> Iterator[Rated]:
    """Yield the questions of a sheet. The sections' names are those of the version that it was drawn for."""
    plan, house = blueprints.load(sheet.blueprint.plan), sheet.blueprint.ruleset
    for place, ((section, drill), parts) in enumerate(asked):
        yield Rated(
            number=place,
            section=in_language(plan.sections[section].name),
            question=question(f"{sheet.pk}/{place}", KINDS[drill.bucket.kind], drill.spot(house)),
            spot=spot_name(drill.pk, house),
            value=typed.get(f"chance_{place}", ""),
            problem=problems.get(str(place), ""),
            parts=parts,
        )


def _exam(request: HttpRequest, slug: str) -> Blueprint:
    """Return the newest version of an exam that one looks after. Raises Http404 where there is none, PermissionDenied
    where one may only look at it.
    """
    row = blueprints.newest(slug)
    if row is None or row.ruleset == OWN_HOUSE:
        raise Http404(slug)
    if blueprints.may_change(_user(request), row):
        return row
    if row.author_id is None:
        raise PermissionDenied
    raise Http404(slug)


def _problem(text: str) -> str:
    percent = _number(text)
    return "" if text.isdecimal() and percent <= 100 else _("Give whole percent from 0 to 100.")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
