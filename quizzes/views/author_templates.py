"""The pages of templates: the list, the form with its ranges, the grid of spots that come of it, and publishing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
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
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes import tasks
from quizzes.authoring import templates as acts
from quizzes.authoring.drafts import Refused
from quizzes.authoring.template_forms import BeginForm, PublishForm, TemplateForm, usual_house
from quizzes.drawing import words
from quizzes.drawing.small import small_svg
from quizzes.engine.hand import play
from quizzes.kinds import KINDS
from quizzes.models import TemplateVersion
from quizzes.models.drills import DRY_BATCHES
from quizzes.models.templates import LEAST, MOST
from quizzes.showing.scenes import asked_seat, has_picture, scene
from quizzes.spot_templates.finding import AGAIN, DROPPED, Found, Search
from quizzes.spot_templates.ranges import Recipe
from quizzes.wording import spot_templates as said
from quizzes.wording.games import game_name
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.numbers import comma
from quizzes.wording.prompts import setting, standing

A_PAGE = 50
MOST_SEED = 20
State = TemplateVersion.State
author = permission_required("quizzes.add_scenario", raise_exception=True)


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot of the grid: its table drawn small and in words, what happened, the answer, and the mistakes it shows.

    `told` are the names of the mistakes that give another answer, those that give the same one together.
    """

    name: str
    number: int
    level: int
    svg: SafeString
    lines: list[str]
    story: str
    prompt: str
    answer: str
    told: list[str]


@require_safe
@never_cache
@login_required
@author
def templates(request: HttpRequest) -> HttpResponse:
    """Show one's own templates, each in its newest version, the newest first."""
    return render(request, "author/templates.html", _listed(request, BeginForm()))


@require_POST
@login_required
@author
def template_new(request: HttpRequest) -> HttpResponse:
    """Begin a template."""
    form = BeginForm(request.POST)
    if not form.is_valid():
        return render(request, "author/templates.html", _listed(request, form), status=422)
    found = form.cleaned_data
    version = acts.begin(_me(request), found["name"], found["kind"], form.variant, usual_house(found["kind"]))
    return redirect("quizzes:author_template", version.template_id)


def _listed(request: HttpRequest, form: BeginForm) -> dict[str, Any]:
    """Return what the list shows: three queries, however many there are."""
    newest = TemplateVersion.objects.filter(template__owner=_me(request)).order_by("-template", "-number")
    page = Paginator(newest.distinct("template").defer("dropped"), A_PAGE).get_page(request.GET.get("page"))
    there = acts.sizes(version.pk for version in page)
    return {"form": form, "page": page, "rows": [(version, *_titles(version), there[version.pk]) for version in page]}


def _titles(version: TemplateVersion) -> tuple[str, str]:
    """Return what a version asks, and in which game."""
    if version.kind not in KINDS:
        return version.kind, ""
    recipe = acts.recipe_of(version)
    return kind_name(version.kind), game_name(recipe.game, recipe.limit)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@author
def template(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one's draft, or look at what is published."""
    version = _newest(request, pk)
    if version.state != State.DRAFT:
        return redirect("quizzes:author_template", pk) if request.method == "POST" else _shown(request, version)
    recipe = acts.recipe_of(version)
    form = TemplateForm(recipe, _me(request), version.name, request.POST or None)
    context = {"version": version, "form": form, "kind": kind_name(recipe.kind), "game": game_name(*recipe.variant)}
    context["looked_at"] = _looked_at(request) or acts.stamp(version, acts.FORM_OF)
    if form.is_bound and form.is_valid():
        name = form.cleaned_data["name"]
        try:
            acts.save(pk, _me(request), name, form.recipe, looked_at=_looked_at(request))
        except acts.Stale:
            context |= _stale(request, pk, name, form.recipe)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("quizzes:author_template", pk)
        else:
            return redirect(grid_url(pk, _seed()))
    return render(request, "author/template.html", context, status=422 if form.is_bound else 200)


def _stale(request: HttpRequest, pk: int, name: str, typed: Recipe) -> dict[str, Any]:
    """What the form shows where another tab has saved: the draft as it is, and where what was typed differs from it."""
    version = _newest(request, pk)
    saved, yours = (
        {_("Name"): each_name, **dict(said.told(recipe))}
        for each_name, recipe in ((version.name, acts.recipe_of(version)), (name, typed))
    )
    rows = [(key, saved.get(key, ""), yours.get(key, "")) for key in dict.fromkeys((*saved, *yours))]
    differing = [row for row in rows if row[1] != row[2]]
    return {"version": version, "stale": differing, "looked_at": acts.stamp(version, acts.FORM_OF)}


def _looked_at(request: HttpRequest) -> str | None:
    """Return the stamp of what a form was made from."""
    return request.POST.get("looked-at")


def _shown(request: HttpRequest, version: TemplateVersion) -> HttpResponse:
    """Show a published or retired version, which changes no more: what it asks for, and how full its pool is."""
    there = acts.sizes([version.pk])[version.pk]
    public = reverse("quizzes:pool", args=[version.template_id])
    context = {
        "version": version,
        "kind": kind_name(version.kind),
        "told": said.told(acts.recipe_of(version)),
        "there": there,
        "filling": version.state == State.PUBLISHED and there < version.wanted and version.dry < DRY_BATCHES,
        "pool_url": request.build_absolute_uri(public),
    }
    return render(request, "author/template_shown.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@author
def template_grid(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the spots that a seed gives with their keys; POST drops those that are ticked, or publishes."""
    version = _newest(request, pk)
    if version.state != State.DRAFT:
        return redirect("quizzes:author_template", pk)
    seed = (request.POST.get("seed") or request.GET.get("seed", "")).replace("\0", "")[:MOST_SEED]
    if not seed:
        return redirect(grid_url(pk, _seed()))
    if request.method == "POST" and "publish" not in request.POST:
        return _dropped(request, pk, seed)
    form = PublishForm(request.POST if request.method == "POST" else None, initial={"wanted": version.wanted})
    if form.is_bound and form.is_valid():
        try:
            return _published(request, pk, seed, form.cleaned_data["wanted"])
        except acts.Stale:
            form.add_error(None, _("The template was changed elsewhere since: these are the spots that it gives now."))
            version = _newest(request, pk)
    context = {**_grid(version, acts.grid(version, seed)), "seed": seed, "form": form}
    context |= {"another_url": grid_url(pk, _seed()), "looked_at": acts.stamp(version, acts.SPOTS_OF)}
    return render(request, "author/template_grid.html", context, status=422 if form.errors else 200)


def _grid(version: TemplateVersion, found: Search) -> dict[str, Any]:
    recipe = acts.recipe_of(version)
    why = [(said.why_not(recipe, key), many) for key, many in found.kept_out.most_common()]
    again = sum(found.kept_out[key] for key in (AGAIN, DROPPED))
    return {
        "version": version,
        "kind": kind_name(recipe.kind),
        "spots": [_spot(number, spot) for number, spot in enumerate(found.spots, 1)],
        "tried": found.tried,
        "why": why if len(found.spots) < acts.GRID else [],
        "worn_out": again > found.tried // 2,
        "told": said.told(recipe),
        "least": LEAST,
        "most": MOST,
    }


def _spot(number: int, found: Found) -> Spot:
    document = found.document
    kind, hand = KINDS[document.question.kind], play(document)
    wording, seat = words_of(kind.id), asked_seat(document, hand)
    player = "" if seat is None else hand.name(seat)
    drawn = scene(document, hand) if has_picture(document) else None
    happened = (setting(document, hand), wording.story(document), standing(document))
    return Spot(
        name=found.fingerprint,
        number=number,
        level=found.level,
        svg=mark_safe(small_svg(drawn)) if drawn else SafeString(),
        lines=words.lines(drawn) if drawn else [],
        story=" ".join(filter(None, happened)),
        prompt=wording.prompt(document, player),
        answer=wording.title(document, player, kind.solve(document).answer),
        told=[comma([mistake_name(kind.id, id) for id in group]) for group in found.told_apart],
    )


def _dropped(request: HttpRequest, pk: int, seed: str) -> HttpResponse:
    """Drop the spots that are ticked, or let all come again that were, and show the grid of the same seed."""
    names = [name for name in request.POST.getlist("drop") if len(name) == 64][: acts.GRID]
    try:
        if "restore" in request.POST:
            acts.restore_spots(pk, _me(request))
        else:
            acts.drop_spots(pk, _me(request), names)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(grid_url(pk, seed))


def _published(request: HttpRequest, pk: int, seed: str, wanted: int) -> HttpResponse:
    """Publish, or say why not. Raises Stale where the spots are others than those that were shown."""
    try:
        version = acts.publish(pk, _me(request), seed, wanted, looked_at=_looked_at(request))
    except acts.Stale:
        raise
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(grid_url(pk, seed))
    transaction.on_commit(partial(tasks.fill_template.delay, version.pk), robust=True)
    messages.success(request, _("Published. The pool is being filled, and can be practised from now on."))
    return redirect("quizzes:author_template", pk)


@require_POST
@login_required
@author
def template_act(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the next version, take what is published out of use, or throw a draft away."""
    _newest(request, pk)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Http404("no such act")
    try:
        messages.success(request, act(request, pk))
    except Refused as refusal:
        messages.error(request, str(refusal))
    there = TemplateVersion.objects.filter(template=pk).exists()
    return redirect("quizzes:author_template", pk) if there else redirect("quizzes:author_templates")


def _again(request: HttpRequest, pk: int) -> str:
    number = acts.again(pk, _me(request)).number
    return _("Version %(number)s is a draft. The one before stays as it is.") % {"number": number}


def _retire(request: HttpRequest, pk: int) -> str:
    acts.retire(pk, _me(request))
    return _("Retired. Its pool is asked no more; what was answered stays.")


def _drop(request: HttpRequest, pk: int) -> str:
    acts.drop(pk, _me(request), looked_at=_looked_at(request))
    return _("The draft is gone.")


ACTS: Mapping[str, Callable[[HttpRequest, int], str]] = {"again": _again, "retire": _retire, "drop": _drop}
"""What the buttons beside a template do."""


def grid_url(pk: int, seed: str) -> str:
    """Return the address of a grid, at which the same spots are found again."""
    return f"{reverse('quizzes:author_template_grid', args=[pk])}?{urlencode({'seed': seed})}"


def _seed() -> str:
    return str(secrets.randbelow(10**8))


def _newest(request: HttpRequest, pk: int) -> TemplateVersion:
    """Return one's own template in its newest version. Raises Http404."""
    mine = TemplateVersion.objects.filter(template=pk, template__owner=_me(request), kind__in=KINDS)
    version = mine.order_by("-number").first()
    if version is None:
        raise Http404("no such template")
    return version


def _me(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise PermissionDenied
    return int(request.user.pk)
