"""A room's tickets with new PINs: made, and shown for a while to be printed."""

from __future__ import annotations

import secrets

import segno
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from trainer.certification import tickets
from trainer.certification.models import Room, Ticket
from trainer.certification.views.rooms import head, of_proctor
from trainer.classrooms.views.common import numbers, user_of

PINS_STAY = 600
"""Seconds for which new PINs can be shown and printed."""


@require_POST
@of_proctor
def pins(request: HttpRequest, room: Room) -> HttpResponse:
    """Make PINs for those who have none, or for one candidate, and go to show them."""
    rows = room.tickets.select_related("candidate__user", "room").order_by("number")
    whose = request.POST.get("whose", "")
    chosen = list(
        rows.filter(pin_hash="", used_at=None) if whose == "none" else rows.filter(number__in=numbers([whose]))
    )
    if not chosen:
        messages.info(request, _("Nobody needs a PIN."))
        return redirect("exam_room", room.pk)
    token = secrets.token_urlsafe(16)
    made = tickets.new_pins(chosen, user_of(request))
    given = [(ticket.number, pin) for ticket, pin in zip(chosen, made, strict=True)]
    cache.set(_pins_key(room, token), given, PINS_STAY)
    return redirect("exam_room_tickets", room.pk, token)


@require_safe
@of_proctor
def printed(request: HttpRequest, room: Room, token: str) -> HttpResponse:
    """Show tickets with new PINs for as long as they are kept, to print them."""
    given = dict(cache.get(_pins_key(room, token)) or ())
    if not given:
        messages.info(request, _("PINs can be seen for ten minutes only. Make new ones where some were lost."))
        return redirect("exam_room", room.pk)
    rows = room.tickets.filter(number__in=given).select_related("candidate__user", "room").order_by("number")
    shown = [(row, tickets.name_of(row), given[row.number], _qr(request, row, given[row.number])) for row in rows]
    address = request.build_absolute_uri(reverse("exam_ticket"))
    return render(request, "certification/room_tickets.html", {**head(room), "rows": shown, "address": address})


def _pins_key(room: Room, token: str) -> str:
    return f"room-pins:{room.pk}:{token}"


def _qr(request: HttpRequest, ticket: Ticket, pin: str) -> SafeString:
    """Return the address of the tickets' page with number and PIN as a picture. The PIN is behind the #, which no
    browser sends: it is in no log.
    """
    query = urlencode({"ticket": ticket.name})
    address = request.build_absolute_uri(f"{reverse('exam_ticket')}?{query}#{pin}")
    picture = segno.make_qr(address, error="m")
    return mark_safe(picture.svg_inline(border=2, omitsize=True, svgclass="ticket-qr", lineclass=""))
