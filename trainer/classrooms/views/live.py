"""The page of a class as it practises: the page asks for itself again every few seconds."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from quizzes.views.parts import template
from trainer.classrooms import live
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.views.common import PAGE, user_of


@require_safe
@login_required
@never_cache
def class_live(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who of a class is where, who is stuck, and the wrong answers that are given now."""
    classroom = classroom_for(user_of(request), pk, "teach")
    found = live.live(classroom, timezone.now())
    page = Paginator(found.here, PAGE).get_page(request.GET.get("page"))
    context = {"classroom": classroom, "live": found, "page": page}
    return render(request, template(request, "classrooms/live", "now"), context)
