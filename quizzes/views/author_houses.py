"""The pages on which people write their own room's rules: what there is, a form with every toggle, and the history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes import house_rules
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES, Value, ruleset
from quizzes.models import HouseRules
from quizzes.reference import rulebook
from quizzes.wording import toggles as words
from quizzes.wording.houses import house_name
from quizzes.wording.numbers import comma, semicolon

A_PAGE = 50
MAY = "quizzes.add_houserules"


class HouseForm(forms.Form):
    """A room's own rules: a name, the shipped house that they start from, and every toggle, left as that plays it."""

    name = forms.CharField(label=lazy("Name"), max_length=60)
    base = forms.ChoiceField(label=lazy("Starts from"), help_text=lazy("Where you choose nothing, it plays as this."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, row: HouseRules | None = None) -> None:
        initial = {"name": row.name, "base": row.base, **row.changes} if row else {"base": rulebook.USUAL}
        super().__init__(data, initial=initial)
        base = self.fields["base"]
        assert isinstance(base, forms.ChoiceField)
        base.choices = [(id, house_name(ruleset(id))) for id in RULESET_IDS]
        for _group, names in words.GROUPS:
            for name in names:
                self.fields[name] = _toggle_field(name)
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.widget.attrs["class"] = "select"

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The toggles' fields, those together that are about the same thing."""
        return [(str(group), [self[name] for name in names]) for group, names in words.GROUPS]

    @property
    def changes(self) -> dict[str, Value]:
        """The toggles that were chosen, once the form is valid."""
        return {name: self.cleaned_data[name] for name in TOGGLES if self.cleaned_data[name] != ""}


def _toggle_field(name: str) -> forms.TypedChoiceField:
    values = {str(value): value for value in TOGGLES[name].rules}
    choices = [
        ("", _("as the house it starts from")),
        *((text, words.value_words(name, values[text])) for text in values),
    ]
    return forms.TypedChoiceField(
        label=words.toggle_name(name),
        help_text=f"{words.toggle_question(name)} {_played(name)}",
        choices=choices,
        coerce=values.__getitem__,
        required=False,
    )


def _played(toggle: str) -> str:
    """Say what each of the houses to start from plays, those together that play the same."""
    playing: dict[Value, list[str]] = {}
    for id in RULESET_IDS:
        playing.setdefault(ruleset(id)[toggle], []).append(house_name(ruleset(id)))
    if len(playing) == 1:
        return _("All houses: %(value)s.") % {"value": words.value_words(toggle, next(iter(playing)))}
    told = [
        _("%(who)s: %(label)s") % {"who": comma(names), "label": words.value_words(toggle, value)}
        for value, names in playing.items()
    ]
    return f"{semicolon(told)}."


@require_safe
@login_required
@permission_required(MAY, raise_exception=True)
@never_cache
def houses(request: HttpRequest) -> HttpResponse:
    """Show the rules that one wrote for one's own rooms, each in its newest version. Two queries, beside who asks."""
    mine = HouseRules.objects.filter(owner=request.user.pk, after__isnull=True).order_by("-made_at", "-pk")
    page = Paginator(mine, A_PAGE).get_page(request.GET.get("page"))
    rows = [(row, house_name(ruleset(row.base)), len(row.changes)) for row in page]
    return render(request, "author/houses.html", {"page": page, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(MAY, raise_exception=True)
@never_cache
def house_new(request: HttpRequest) -> HttpResponse:
    """Write rules for a room."""
    return _edited(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(MAY, raise_exception=True)
@never_cache
def house(request: HttpRequest, pk: int) -> HttpResponse:
    """Change rules that one wrote, which makes another version, and show the versions with what each changed."""
    return _edited(request, get_object_or_404(HouseRules, pk=pk, owner=request.user.pk))


def _edited(request: HttpRequest, row: HouseRules | None) -> HttpResponse:
    form = HouseForm(request.POST if request.method == "POST" else None, row=row)
    if request.method == "POST" and form.is_valid():
        name, base = form.cleaned_data["name"], form.cleaned_data["base"]
        try:
            kept = house_rules.keep(base, form.changes, request.user.pk, name, row)
        except house_rules.Outdated:
            form.add_error(None, _("There is a newer version of these rules by now. Open that one to change it."))
        else:
            words_said = {"name": kept.name, "number": kept.number}
            messages.success(request, _("%(name)s is kept as version %(number)s.") % words_said)
            return redirect("quizzes:author_house", kept.pk)
    context = {"form": form, "row": row, "versions": list(_history(row)) if row else []}
    return render(request, "author/house.html", context, status=422 if form.errors else 200)


def _history(row: HouseRules) -> Iterator[tuple[HouseRules, list[str]]]:
    """Yield the versions of a room's rules, the newest first, each with how it differs from the one before."""
    versions = house_rules.versions(row)
    for version, before in zip(versions, [*versions[1:], None], strict=True):
        yield version, _differences(version, before) if before else []


def _differences(version: HouseRules, before: HouseRules) -> list[str]:
    one, other = house_rules.as_rules(version), house_rules.as_rules(before)
    said = [] if one.name == other.name else [_("It was called %(name)s before.") % {"name": other.name}]
    for toggle in TOGGLES:
        if one[toggle] != other[toggle]:
            told = {"point": words.toggle_name(toggle), "value": words.value_words(toggle, one[toggle])}
            told["before"] = words.value_words(toggle, other[toggle])
            said.append(_("%(point)s: %(value)s, before that %(before)s") % told)
    return said
