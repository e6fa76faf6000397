"""The pages of teachable moments: load a file of hands, see what is worth asking, and make a draft of it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from quizzes import house_rules
from quizzes.authoring import hand_files
from quizzes.authoring.drafts import Refused
from quizzes.authoring.moments import MEASURED
from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.histories.files import MOST_BYTES, MOST_HANDS
from quizzes.kinds import solve
from quizzes.limits import limited
from quizzes.models import HandFile
from quizzes.reference import rulebook
from quizzes.showing.worked_spot import worked_spot
from quizzes.wording.errors import error_text
from quizzes.wording.games import game_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.moments import feature_name, feature_text

A_PAGE = 50
author = permission_required("quizzes.add_scenario", raise_exception=True)


class HandFileForm(forms.Form):
    """A file of hands, and the house by whose rules they are played."""

    file = forms.FileField(
        label=lazy("File with hands"),
        help_text=lazy("PHH (.phh, .phhs) or text as PokerStars writes it, also several hands in one file."),
    )
    house = forms.ChoiceField(label=lazy("Played by the rules of"), widget=forms.Select(attrs={"class": "select"}))

    def __init__(self, user: int, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, initial={"house": rulebook.USUAL})
        houses = self.fields["house"]
        assert isinstance(houses, forms.ChoiceField)
        own = [(row.id_in_drills, row.name) for row in house_rules.usable(user).order_by("name", "pk")]
        houses.choices = [*((id, house_name(ruleset(id))) for id in RULESET_IDS), *own]

    def clean_file(self) -> bytes:
        """Return what the file holds, if it is no longer than files of hands may be."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            most = {"most": MOST_BYTES // 1024**2}
            raise forms.ValidationError(_("A file of hands has at most %(most)s MB.") % most)
        content: bytes = file.read()
        return content


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@author
@limited("hands")
def hands(request: HttpRequest) -> HttpResponse:
    """Take a file of hands, and list the moments of the one that was loaded last, best first."""
    form = HandFileForm(_me(request), request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            hand_files.load(_me(request), chosen["house"], chosen["file"], timezone.now())
            return redirect("quizzes:author_hands")
        except DocumentError as error:
            form.add_error("file", error_text(error))
    file = hand_files.kept(_me(request), timezone.now())
    context = {"form": form, "most_hands": MOST_HANDS, "file": file}
    if file is not None:
        context |= _listed(request, file)
    return render(request, "author/moments.html", context, status=422 if form.is_bound else 200)


def _listed(request: HttpRequest, file: HandFile) -> dict[str, Any]:
    """Return what the list of a file's moments shows: the features that there are, and a page of those looked for."""
    rare = hand_files.rarities_of(file)
    feature = request.GET.get("feature", "")
    if feature not in {each.feature for each in rare}:
        feature = ""
    page = Paginator(hand_files.found(file, feature), A_PAGE).get_page(request.GET.get("page"))
    return {
        "house": _house(file.house),
        "features": [(each, feature_name(each.feature)) for each in rare],
        "chosen": feature,
        "chosen_text": feature_text(feature) if feature else "",
        "measured": MEASURED,
        "page": page,
        "rows": [_row(file, each) for each in page],
    }


def _row(file: HandFile, found: hand_files.Found) -> dict[str, Any]:
    document = hand_files.asked(file, found.number)
    return {
        "found": found,
        "kind": kind_name(found.moment.kind),
        "features": [feature_name(feature) for feature in found.moment.features],
        "game": game_name(document.game.id, document.limit),
        "prompt": words_of(document.question.kind).prompt(document, document.question.player or ""),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@author
def moment(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a moment with its answer; POST makes a draft of it and goes to the editor."""
    file = hand_files.kept(_me(request), timezone.now())
    if file is None or file.pk != pk or number >= len(file.moments):
        raise Http404("no such moment")
    if request.method == "POST":
        try:
            version = hand_files.draft(file, number, _me(request))
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("quizzes:author_moment", pk, number)
        messages.success(request, _("A draft has been made of it. It is yours to finish."))
        return redirect("quizzes:author_scenario", version.scenario_id)
    document = hand_files.asked(file, number)
    found = hand_files.found(file)[number]
    context = {
        "file": file,
        "found": found,
        "kind": kind_name(found.moment.kind),
        "features": [(feature_name(each), feature_text(each)) for each in found.moment.features],
        "spot": worked_spot(document, solve(document)),
    }
    return render(request, "author/moments_one.html", context)


def _house(id: str) -> str:
    return house_name(house_rules.rules_of(id))


def _me(request: HttpRequest) -> int:
    assert request.user.pk is not None
    return int(request.user.pk)
