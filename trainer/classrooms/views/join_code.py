"""The code of a class, large on a screen and as a picture that phones read."""

from __future__ import annotations

import io

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trainer.classrooms import classes
from trainer.classrooms.models import Classroom
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.views.common import user_of


@require_safe
@login_required
@never_cache
def join_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how a class is joined, to be read from the last row."""
    classroom = classroom_for(user_of(request), pk, "roster")
    context = {"classroom": classroom, "address": _address(request, classroom)}
    return render(request, "classrooms/join_code.html", context)


@require_safe
@login_required
@never_cache
def join_code_svg(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the address by which a class is joined as a QR code."""
    classroom = classroom_for(user_of(request), pk, "roster")
    picture = io.BytesIO()
    qr = segno.make(_address(request, classroom), error="m", micro=False)
    qr.save(picture, kind="svg", light="#fff", border=4, omitsize=True)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_POST
@login_required
def new_join_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a class another code."""
    classroom = classroom_for(user_of(request), pk, "roster")
    classes.new_code(classroom)
    messages.success(request, _("This is the new code. With the former one nobody gets in any more."))
    return redirect("class_join_code", pk)


def _address(request: HttpRequest, classroom: Classroom) -> str:
    return request.build_absolute_uri(reverse("join_link", args=[classroom.join_code]))
