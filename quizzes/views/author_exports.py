"""Documents out: which ones, in which format, and the file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from quizzes.authoring import exporting
from quizzes.authoring.desk import A_PAGE, read_search
from quizzes.authoring.exporting import FORMATS, MOST_DRILLS, CannotExport, Pool
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.exchange.found import MOST_DOCUMENTS
from quizzes.kinds import KINDS
from quizzes.kinds.base import LEVELS, Variant
from quizzes.models import ScenarioVersion
from quizzes.wording.games import game_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.numbers import chips

author = permission_required("quizzes.add_scenario", raise_exception=True)


class PoolForm(forms.Form):
    """Which drills of practice are wanted, and how many."""

    kind = forms.ChoiceField(label=lazy("Skill"))
    level = forms.TypedChoiceField(label=lazy("Level"), choices=[(level, level) for level in LEVELS], coerce=int)
    variant = forms.ChoiceField(label=lazy("Game"))
    house = forms.ChoiceField(label=lazy("House rules"))
    most = forms.IntegerField(label=lazy("How many"), min_value=1, max_value=MOST_DRILLS, initial=50)

    prefix = "drill"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        variants = dict.fromkeys(variant for kind in KINDS.values() for variant in kind.variants)
        offered = {
            "kind": [(id, kind_name(id)) for id in KINDS],
            "variant": [(" ".join(each), game_name(*each)) for each in variants],
            "house": [(id, house_name(ruleset(id))) for id in RULESET_IDS],
        }
        for name, field in self.fields.items():
            if isinstance(field, forms.ChoiceField):
                field.widget.attrs["class"] = "select"
                field.choices = offered.get(name, field.choices)

    @property
    def pool(self) -> Pool:
        """The pool that was chosen, once the form is valid."""
        told = self.cleaned_data
        return Pool(told["kind"], told["level"], Variant(*told["variant"].split()), told["house"])


@require_safe
@never_cache
@login_required
@author
def author_exports(request: HttpRequest) -> HttpResponse:
    """Offer one's own scenarios, as a search finds them, and the drills of practice. Two queries beside who asks."""
    return _page(request, PoolForm())


@require_safe
@never_cache
@login_required
@author
def author_export(request: HttpRequest) -> HttpResponse:
    """Send the file: scenarios that were ticked, all that a search finds, or drills of practice."""
    format = request.GET.get("format", "")
    form = PoolForm(request.GET if "drills" in request.GET else None)
    if format not in FORMATS or (form.is_bound and not form.is_valid()):
        return _page(request, form, status=422)
    tables = exporting.drills(form.pool, form.cleaned_data["most"]) if form.is_bound else _tables(request)
    try:
        file = exporting.export(tables, format, timezone.now())
    except CannotExport as refusal:
        return _page(request, form, problem=str(refusal), status=422)
    response = HttpResponse(file.body, file.content_type)
    response["Content-Disposition"] = str(content_disposition_header(True, file.name))
    return response


def _tables(request: HttpRequest) -> list[exporting.Table]:
    chosen = None if "all" in request.GET else [int(id) for id in request.GET.getlist("id") if _is_id(id)]
    return exporting.tables_of(exporting.scenarios(_me(request), read_search(request.GET), chosen))


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _page(request: HttpRequest, form: PoolForm, problem: str = "", status: int = 200) -> HttpResponse:
    search = read_search(request.GET)
    found = exporting.scenarios(_me(request), search).defer("document", "text")
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "search": search,
        "page": page,
        "rows": [(version, kind_name(version.kind)) for version in page],
        "chosen": set(request.GET.getlist("id")),
        "kinds": sorted(((id, kind_name(id)) for id in KINDS), key=lambda pair: pair[1]),
        "levels": LEVELS,
        "states": ScenarioVersion.State.choices,
        "formats": FORMATS.items(),
        "format": request.GET.get("format", "zip"),
        "problem": problem,
        "most": chips(MOST_DOCUMENTS),
    }
    return render(request, "author/exports.html", context, status=status)


def _me(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise PermissionDenied
    return int(request.user.pk)
