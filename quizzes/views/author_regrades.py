"""Regrading a corrected item: what it would change, the one click that does it, and what was changed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes import tasks
from quizzes.authoring.differences import differences as differing
from quizzes.authoring.findings import answer_of
from quizzes.authoring.oversight import at_the_desk, drill_for, looked_after, may_say_told, names
from quizzes.engine.notation import to_table
from quizzes.models import Drill, Regrade, RegradedAttempt
from quizzes.models.regrades import SAME
from quizzes.practising import dealt
from quizzes.regrades import regrading
from quizzes.regrades.marking import Mark, house_asked
from quizzes.regrades.regrading import DryRun
from quizzes.showing.worked_spot import worked_spot
from quizzes.views.author_statistics import item_name
from quizzes.views.parts import template
from quizzes.wording.mistakes import known, mistake_name

A_PAGE = 50


class ModeForm(forms.Form):
    """How marks may change, and of which version learners were told: the drill that marks them, where that matters."""

    mode = forms.ChoiceField(label=lazy("How marks may change"), choices=Regrade.Mode.choices)
    told = forms.IntegerField(
        label=lazy(
            "Learners were told what the new version says, for example by a prompt that differed from the table"
        ),
        required=False,
    )


@require_safe
@never_cache
@at_the_desk
def regrades(request: HttpRequest) -> HttpResponse:
    """Show the regrades of the drills that one looks after, the latest first."""
    rows = Regrade.objects.filter(looked_after(request.user, "drill__"))
    rows = rows.select_related("drill__bucket", "drill__scenario_version").order_by("-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "author/regrades.html", {"page": page, "rows": [(row, item_name(row.drill)) for row in page]}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_the_desk
def plan(request: HttpRequest, drill: int) -> HttpResponse:
    """Show what a regrade of a drill would change, which writes nothing; POST has it done."""
    found = drill_for(request.user, drill)
    says = may_say_told(request.user, found)
    form = ModeForm(request.POST or {"mode": request.GET.get("mode") or Regrade.Mode.RAISE})
    mode = form.cleaned_data["mode"] if form.is_valid() else Regrade.Mode.RAISE
    if request.method == "POST" and form.is_valid():
        try:
            told = form.cleaned_data["told"] if says else None
            regrade = regrading.start(found, mode, request.user.pk, told=told)
        except regrading.AnotherSpot as error:
            form.add_error("told", str(error))
        except regrading.UnderWay as error:
            form.add_error("mode", str(error))
        except regrading.Unfit as error:
            messages.error(request, str(error))
            return redirect("quizzes:author_regrade_plan", found.pk)
        else:
            transaction.on_commit(partial(tasks.regrade.delay, regrade.pk), robust=True)
            return redirect("quizzes:author_regrade", regrade.pk)
    context = {"form": form, "says": says, "looked_at": Regrade.Mode(mode).label}
    context |= _planned(request, found, regrading.dry_run(found, mode))
    return render(request, "author/regrade_plan.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
@at_the_desk
def regrade(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how far a regrade is, and each attempt that it changed. htmx gets the part that changes."""
    rows = Regrade.objects.select_related("drill__bucket", "drill__scenario_version", "made_by")
    row = get_object_or_404(rows.filter(looked_after(request.user, "drill__")), pk=pk)
    every = RegradedAttempt.objects.filter(regrade=row)
    page = Paginator(every.exclude(SAME).order_by("kept", "pk"), A_PAGE).get_page(request.GET.get("page"))
    known_names = names((each.user_id for each in page), request.user)
    kind = row.drill.bucket.kind
    changes = [
        {
            "who": _who(each.user_id, known_names),
            "at": each.issued_at,
            "kept": each.kept,
            **_told(kind, "before", Mark.before(each)),
            **_told(kind, "after", Mark.after(each)),
        }
        for each in page
    ]
    context = {"row": row, "name": item_name(row.drill), "page": page, "changes": changes}
    context["misled"] = every.filter(SAME).count()
    return render(request, template(request, "author/regrade", "progress"), context)


def _planned(request: HttpRequest, drill: Drill, found: DryRun) -> dict[str, Any]:
    """What the page of a dry run shows: the key that marks, what differs in it, and each change."""
    page = Paginator(found.changes, A_PAGE).get_page(request.GET.get("page"))
    known_names = names((each.attempt.user_id for each in page), request.user)
    kind = drill.bucket.kind
    changes = [
        {
            "who": _who(each.attempt.user_id, known_names),
            "at": each.attempt.answered_at,
            **_told(kind, "before", each.before),
            **_told(kind, "after", each.after),
        }
        for each in page
    ]
    context: dict[str, Any] = {"drill": drill, "name": item_name(drill), "found": found, "page": page}
    context |= {"changes": changes, "same": len(found.changes) - found.rising - found.falling}
    if not found.refused:
        house = house_asked(drill)
        document, solution = dealt.dealt(found.key.by, found.key.house or house)
        context |= {"spot": worked_spot(document, solution)}
        if found.key.by != drill:
            tables = to_table(drill.spot(house)), to_table(found.key.document(house))
            context |= {"differs": differing(*tables), "answers": [answer_of(table) for table in tables]}
            context["why"] = regrading.why_another(found.another) if found.another else ""
    return context


def _told(kind: str, when: str, mark: Mark) -> dict[str, str]:
    """A mark in words, and the mistakes in it by name."""
    points = _("%(points)s of %(out_of)s") % {"points": mark.points, "out_of": mark.out_of}
    return {when: points, f"mistakes_{when}": _mistakes(kind, mark.misconceptions)}


def _mistakes(kind: str, ids: Iterable[str]) -> str:
    return "; ".join(mistake_name(kind, id) if known(kind, id) else id for id in ids)


def _who(user_id: int | None, known_names: dict[int, str]) -> str:
    """Whose attempt it is, by name where the viewer may know that."""
    if user_id is None:
        return _("a visitor")
    return known_names.get(user_id) or _("a learner")
