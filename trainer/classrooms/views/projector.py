"""Spots on the wall of a class, as the teacher shows them; what phones see of them is in phones.py."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import segno
from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.drawing.charts import Bar, draw_kinds
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.house_rules import rules_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import LEVELS
from quizzes.practising.choices import groups
from quizzes.showing.feedback import feedback
from quizzes.views.practice import spot_url
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.numbers import semicolon
from trainer.classrooms import assignments, projector
from trainer.classrooms.models import Classroom, Wall, WallSpot
from trainer.classrooms.models.assignments import USUAL_HOUSE, ruleset_of
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.projector import Share, Wish
from trainer.classrooms.views.common import PAGE, clean_text, numbers, sent_before, user_of

State = WallSpot.State


class SpotForm(forms.Form):
    """What the next spot is chosen from."""

    kind = forms.ChoiceField(label=gettext_lazy("Skill"), required=False)
    level = forms.TypedChoiceField(label=gettext_lazy("Level"), required=False, coerce=int, empty_value=None)
    ruleset = forms.ChoiceField(label=gettext_lazy("House rules"), required=False)
    scenario = forms.IntegerField(required=False, widget=forms.HiddenInput)
    pool = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, classroom: Classroom, author: int, *args: Any, **kwargs: Any) -> None:
        """`author` is the account whose templates may be chosen."""
        super().__init__(*args, **kwargs)
        self.author, self.usual = author, ruleset_of(classroom.house_id)
        skills = [(group.name, list(group.skills)) for group in groups()]
        offered: dict[str, list[Any]] = {
            "kind": [("", _("Any")), *skills],
            "level": [("", _("Any")), *((level, str(level)) for level in LEVELS)],
            "ruleset": [(id, house_name(rules_of(id))) for id in dict.fromkeys((self.usual, *RULESET_IDS))],
        }
        for name, choices in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
            field.widget.attrs["class"] = "select"

    def clean(self) -> dict[str, Any]:
        """Find the written spot or the template that a list offered: it may have been retired since."""
        found = super().clean() or {}
        published = assignments.scenarios().select_related("drill")
        offered = {"scenario": (published, "scenario"), "pool": (assignments.pools(self.author), "pk")}
        for name, (there, key) in offered.items():
            number = found.get(name)
            found[name] = there.filter(**{key: number}).first() if number else None
            if number and found[name] is None:
                raise forms.ValidationError(_("That is not published any more."))
        return found

    @property
    def wish(self) -> Wish:
        words = self.cleaned_data
        asked = (words["kind"], words["level"], words["ruleset"] or self.usual)
        return Wish(*asked, pool=words["pool"], scenario=words["scenario"])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def class_walls(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask which spot to begin with; POST puts it on a wall."""
    classroom = classroom_for(user_of(request), pk, "teach")
    form = SpotForm(classroom, user_of(request).pk, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if sent_before(request):
            return redirect("class_walls", pk)
        return redirect("class_wall", pk, projector.start(classroom, form.wish).pk)
    context = {"classroom": classroom, "form": form, "walls": projector.going_on(classroom)}
    return render(request, "classrooms/projector_start.html", context, status=422 if form.is_bound else 200)


@require_safe
@login_required
@never_cache
def class_wall_written(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the written spots and the own templates, found by title and skill, to put one on the wall that is named by
    `wall`, or on a new one.
    """
    classroom = classroom_for(user_of(request), pk, "teach")
    wanted, kind = clean_text(request.GET.get("wanted", ""), 100), request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    number = request.GET.get("wall", "")
    going_on = projector.going_on(classroom).filter(pk__in=numbers([number])).first() if number else None
    pools = assignments.pools(user_of(request).pk).filter(name__icontains=wanted, **({"kind": kind} if kind else {}))
    page = Paginator(assignments.scenarios(wanted, kind), PAGE).get_page(request.GET.get("page"))
    context = {
        "classroom": classroom,
        "wall": going_on,
        "spot": going_on and projector.spot_on(going_on.code),
        "page": page,
        "rows": [
            (
                each,
                assignments.scenario_named(each),
                kind_name(each.kind),
                house_name(rules_of(each.house or USUAL_HOUSE)),
            )
            for each in page
        ],
        "pools": [(each, kind_name(each.kind)) for each in pools[:PAGE]],
        "asked": {"wanted": wanted, "kind": kind},
        "kinds": [(id, kind_name(id)) for id in KINDS],
        "query": f"{urlencode({'wanted': wanted, 'kind': kind, 'wall': going_on.pk if going_on else ''})}&",
    }
    return render(request, "classrooms/projector_written.html", context)


@require_safe
@login_required
@never_cache
def class_wall(request: HttpRequest, pk: int, wall: int) -> HttpResponse:
    """Show the spot that is on a wall, as far as it was told."""
    return _wall_page(request, *_wall(request, pk, wall))


@require_safe
@login_required
@never_cache
def class_wall_count(request: HttpRequest, pk: int, wall: int) -> HttpResponse:
    """Say how many phones have answered, nothing where `seen` is that many; reload a wall that went on elsewhere."""
    classroom, shown = _wall(request, pk, wall)
    spot = projector.spot_on(shown.code)
    if spot is None or projector.mark(spot) != request.GET.get("mark"):
        return HttpResponse(headers={"HX-Refresh": "true"})
    answered = spot.answers.count()
    if str(answered) == request.GET.get("seen"):
        return HttpResponse(status=204)
    context = {"classroom": classroom, "wall": shown, "mark": projector.mark(spot), "answered": answered}
    return render(request, "classrooms/projector.html#count", context)


@require_POST
@login_required
def class_wall_go(request: HttpRequest, pk: int, wall: int) -> HttpResponse:
    """Show the answers, or how it is worked out, or the next spot; or end the wall. Sent twice it is done once."""
    classroom, shown = _wall(request, pk, wall)
    number = request.POST.get("number", "")
    what, at = request.POST.get("do"), int(number) if number.isdecimal() and len(number) < 5 else 0
    if what == "end":
        projector.end(shown)
        return redirect("class_walls", pk)
    if what == "choose":
        form = SpotForm(classroom, user_of(request).pk, request.POST)
        if not form.is_valid():
            return _wall_page(request, classroom, shown, form)
        projector.show_next(shown, at, form.wish)
    elif what == "next":
        projector.show_next(shown, at)
    elif what in (State.SHARES, State.WORKED):
        projector.show(shown, at, State(what))
    return redirect("class_wall", pk, wall)


def _wall(request: HttpRequest, pk: int, wall: int) -> tuple[Classroom, Wall]:
    classroom = classroom_for(user_of(request), pk, "teach")
    return classroom, get_object_or_404(Wall, pk=wall, classroom=classroom)


def _wall_page(request: HttpRequest, classroom: Classroom, shown: Wall, form: SpotForm | None = None) -> HttpResponse:
    spot = projector.spot_on(shown.code)
    if spot is None:
        return redirect("class_walls", classroom.pk)
    address = request.build_absolute_uri(reverse("wall", args=[shown.code]))
    wished = {"kind": shown.kind, "level": shown.level, "ruleset": shown.ruleset}
    context: dict[str, Any] = {
        "classroom": classroom,
        "wall": shown,
        "spot": spot,
        "mark": projector.mark(spot),
        "question": projector.asked(spot),
        "address": address.partition("://")[2],
        "qr": _qr(address),
        "answered": spot.answers.count(),
        "form": form or SpotForm(classroom, user_of(request).pk, initial=wished),
        "chosen_badly": form is not None,
    }
    if spot.state != State.ASKING:
        shares = [(_named(share), share) for share in projector.shares(spot)]
        context |= {"shares": shares, "chart": draw_kinds([_bar(name, share) for name, share in shares])}
    if spot.state == State.WORKED:
        outcome = projector.outcome(spot, None)
        context |= {"told": feedback(outcome), "outcome": outcome, "spot_url": spot_url(spot.drill_id, spot.ruleset)}
    return render(request, "classrooms/projector.html", context, status=422 if form else 200)


def _named(share: Share) -> str:
    if share.right:
        return _("Right")
    return semicolon(share.names) if share.names else _("Another answer")


def _bar(name: str, share: Share) -> Bar:
    return Bar(name, share.percent, _("%(percent)s %%") % {"percent": share.percent})


def _qr(address: str) -> SafeString:
    """Return an address as a QR code, dark on light in every theme."""
    return mark_safe(segno.make_qr(address, error="m").svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=""))
