"""A candidate's pages with a ticket: its number and PIN are typed, and then the exam can begin."""

from __future__ import annotations

import secrets

from django import forms
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from quizzes.limits import limited
from quizzes.views.parts import template
from trainer.accounts.models import User
from trainer.certification import candidates, sheet, sittings, tickets
from trainer.certification import naming as namings
from trainer.certification.candidates import NameForm, is_named
from trainer.certification.certificates import exam_title
from trainer.certification.models import Ticket
from trainer.certification.tickets import Refused
from trainer.certification.views.answers import KEPT
from trainer.certification.views.sittings import begun
from trainer.classrooms.views.common import user_of
from trainer.classrooms.views.joining import BACKEND

TICKET_KEY = "exam_ticket"
"""Where the number of the ticket that let somebody in lies in the session."""


class TicketForm(forms.Form):
    ticket = forms.CharField(
        label=gettext_lazy("Number of your ticket"),
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    pin = forms.CharField(
        label=gettext_lazy("PIN"),
        max_length=12,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "numeric"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("pin")
@limited("ticket")
def ticket(request: HttpRequest) -> HttpResponse:
    """Ask for a ticket's number and PIN, and let its candidate in."""
    if request.method != "POST":
        form = TicketForm(initial={"ticket": request.GET.get("ticket", "")[:20]})
        return render(request, "certification/ticket.html", {"form": form})
    form = TicketForm(request.POST)
    user = request.user if isinstance(request.user, User) else None
    try:
        if not form.is_valid():
            raise Refused("unknown")
        found = tickets.enter(form.cleaned_data["ticket"], form.cleaned_data["pin"], user, timezone.now())
    except Refused as error:
        if form.is_valid():
            form.add_error("pin" if error.reason in ("wrong", "locked", "used") else "ticket", _refusal(error))
        context = {"form": form, "login": _login(request) if error.reason == "account" else ""}
        return render(request, "certification/ticket.html", context, status=422)
    _sign_in(request, found)
    request.session[TICKET_KEY] = found.pk
    sitting = getattr(found, "sitting", None)
    return redirect("sitting", sitting.key) if sitting else redirect("exam_ticket_ready")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Show whose ticket it is and what still stands before the exam, and begin it. htmx asks whether the name is
    confirmed by now.
    """
    rows = Ticket.objects.select_related("room__blueprint", "candidate__user", "sitting")
    found = rows.filter(pk=request.session.get(TICKET_KEY, 0), candidate__user=user_of(request)).first()
    if found is None:
        return redirect("exam_ticket")
    if hasattr(found, "sitting"):
        return redirect("sitting", found.sitting.key)
    names = {"name": found.candidate.name, "printed_name": found.candidate.printed_name}
    naming = request.method == "POST" and "name" in request.POST
    form = NameForm(request.POST if naming else None, initial=names)
    if naming and form.is_valid():
        candidates.name(found.candidate, form.cleaned_data["name"], form.cleaned_data["printed_name"])
        namings.given(found)
        return redirect("exam_ticket_ready")
    if request.method == "POST" and not naming:
        return _begin(request, found, form)
    return _ready(request, found, form, status=422 if form.errors else 200)


def _begin(request: HttpRequest, found: Ticket, form: NameForm) -> HttpResponse:
    device = secrets.token_hex(16)
    try:
        sitting = tickets.begin(found, device, timezone.now())
    except tickets.NotConfirmed:
        return _ready(request, found, form, "unconfirmed", status=409)
    except sittings.NotYet as error:
        return _ready(request, found, form, error.reason, status=409)
    return begun(sitting) if sitting.device == device else redirect("sitting", sitting.key)


def _ready(request: HttpRequest, found: Ticket, form: NameForm, reason: str = "", *, status: int) -> HttpResponse:
    user, named = user_of(request), is_named(found.candidate)
    sent_back = namings.is_sent_back(found)
    allowed = candidates.may_name(found.candidate)
    may_name = allowed and found.confirmed_at is None
    factor = max(sittings.factor_of(user), found.factor)
    context = {
        "ticket": found,
        "exam": exam_title(found.room.blueprint),
        "candidate": found.candidate,
        "named": named,
        "may_name": may_name,
        "sent_back": sent_back,
        "naming": (allowed and not named) or (may_name and (sent_back or form.is_bound or "name" in request.GET)),
        "form": form,
        "time": sheet.time_in_words(sittings.seconds_for(found.room.blueprint, factor)),
        "reason": reason,
    }
    response = render(request, template(request, "certification/ticket_ready", "state"), context, status=status)
    if context["naming"] and request.headers.get("HX-Request"):
        response["HX-Refresh"] = "true"  # the form stands outside of what is asked for again and again
    return response


@transaction.atomic
def _sign_in(request: HttpRequest, found: Ticket) -> None:
    """Sign in to the account that was made for a ticket, until the browser is closed.

    What was in the session before was somebody else's: it ends, and no visitor's practice comes along. What was typed
    in this very sitting, whose session had ended, stays.
    """
    user = found.candidate.user
    if not found.walk_in or user is None or request.user == user:
        return
    kept, sitting = request.session.get(KEPT), getattr(found, "sitting", None)
    request.session.flush()
    login(request, user, backend=BACKEND)
    request.session.set_expiry(0)
    if kept and sitting is not None and kept["key"] == sitting.key.hex:
        request.session[KEPT] = kept


def _login(request: HttpRequest) -> str:
    """Return where somebody signs in and comes back from with the ticket's number filled in."""
    back = f"{request.path}?{urlencode({'ticket': request.POST['ticket']})}"
    return f"{reverse('account_login')}?{urlencode({'next': back})}"


def _refusal(error: Refused) -> str:
    """Say why a ticket lets nobody in, and what to do."""
    if error.reason == "wrong":
        said = ngettext(
            "This is not its PIN. %(count)s try is left.", "This is not its PIN. %(count)s tries are left.", error.left
        )
        return said % {"count": error.left}
    return {
        "unknown": _("There is no ticket with this number. Copy it as it is printed, with the letters."),
        "waits": _("The room is not open yet. Wait for your proctor, then try again."),
        "closed": _("The room is closed: nobody can begin any more. Ask your proctor."),
        "account": _("This ticket belongs to an account. Sign in to that account first, then come back here."),
        "locked": _("Five wrong PINs were tried. Ask your proctor for another PIN."),
        "used": _("This PIN was used. Ask your proctor for another one."),
    }[error.reason]
