"""A candidate's file, for the proctor who looked after the sitting. One's own is among the account's data."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from trainer.certification import files, rooms
from trainer.certification.models import Sitting
from trainer.classrooms.views.common import user_of


@require_safe
@login_required
@never_cache
def sitting_file(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Send all that is kept of a sitting in a room: answers, events, certificates, and its result once released."""
    ticket = rooms.ticket_of(rooms.find(user_of(request), pk), number)
    sitting = Sitting.objects.select_related("candidate").filter(ticket=ticket).first()
    if sitting is None:
        raise Http404
    response = JsonResponse(files.of_sitting(sitting), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{ticket.name}.json"'
    return response
