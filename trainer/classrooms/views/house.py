"""The house rules by which a class is asked."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Field
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.wording.houses import house_name, house_note
from trainer.classrooms import houses
from trainer.classrooms.models.assignments import USUAL_HOUSE
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.views.common import user_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def house(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose by which house rules a class is asked: a shipped house's, or those that one wrote."""
    user = user_of(request)
    classroom = classroom_for(user, pk, "manage")
    rows = {str(row.pk): row for row in houses.offered(user, classroom)}
    if request.method == "POST":
        chosen = request.POST.get("house", "")
        if chosen in RULESET_IDS or chosen in rows:
            houses.use(classroom, rows.get(chosen) or houses.as_row(chosen))
            messages.success(request, _("The class is asked by these rules from here on."))
            return redirect("classroom", pk)
        messages.error(request, Field.default_error_messages["required"])
    context = {
        "classroom": classroom,
        "houses": list(rows.values()),
        "shipped": [(id, house_name(ruleset(id)), house_note(id)) for id in RULESET_IDS if id != USUAL_HOUSE],
        "usual": USUAL_HOUSE,
        "now": houses.shipped_for(classroom),
    }
    return render(request, "classrooms/house.html", context, status=422 if request.method == "POST" else 200)
