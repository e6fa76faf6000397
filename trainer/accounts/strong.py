"""Instructors, proctors and managers sign in with a second factor before they reach what their role opens to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from trainer.accounts.factors import FACTORS, used_one
from trainer.accounts.models import User

GUARDED = re.compile(
    r"/(?:[a-z-]+/)?(?:admin|author|classes|exams/certificates/[^/]+/end|exams/rooms|staff|lessons/[^/]+/edit)(?:/|$)"
)
"""The pages of those roles: the administration, the author's desk, classes, exam rooms, staff, the editor of lessons.
A learner of a class is asked for nothing there."""

ROLES = frozenset({User.Role.INSTRUCTOR, User.Role.PROCTOR, User.Role.MANAGER})

NEXT = "strong_next"
"""Where in the session stands which page somebody wanted who had to set up a factor first."""


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: lead whoever must have a second factor to where it is set up or asked for."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        if settings.REQUIRE_STRONG_SIGN_IN and GUARDED.match(request.path_info):
            user = request.user
            if isinstance(user, User) and must_have_one(user) and not used_one(request, user):
                return _lead(request)
        return get_response(request)

    return respond


def must_have_one(user: User) -> bool:
    """Return whether somebody's role needs a second factor; whoever opens the administration needs one, too."""
    return user.role in ROLES or user.is_staff


def _lead(request: HttpRequest) -> HttpResponseBase:
    """Send somebody to set up a factor, or to show the one that the account has. One query."""
    wanted = (
        request.get_full_path()
        if request.method in ("GET", "HEAD") and not _by_htmx(request)
        else reverse("quizzes:home")
    )
    types = set(Authenticator.objects.filter(user=request.user, type__in=FACTORS).values_list("type", flat=True))
    if not types:
        request.session[NEXT] = wanted
        messages.info(request, _("Your role opens what is other people's: set up a second factor before you go on."))
        address = reverse("mfa_index")
    else:
        by_code = Authenticator.Type.TOTP in types
        page = reverse("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn")
        address = f"{page}?{urlencode({'next': wanted})}"
    return HttpResponseClientRedirect(address) if _by_htmx(request) else redirect(address)


def _by_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
