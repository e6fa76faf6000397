"""The language of a page: its address says it, and what somebody chose is kept in a cookie and in the account.

English has no prefix. Whoever chose another language is led from an address without one to their own; so is a newcomer
on the first page, whose browser asks for a language that the site speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.urls import translate_url
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from trainer.accounts.models import User


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Lead to the page in the language that was chosen, and remember an account's language when it signs in."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        address = _elsewhere(request)
        if address != request.get_full_path():
            led = redirect(address)
            patch_vary_headers(led, ("Cookie", "Accept-Language"))
            return led
        response = get_response(request)
        if isinstance(response, HttpResponse) and (code := getattr(request, "language_of_account", "")):
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                code,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                samesite="Lax",
            )
        return response

    return respond


def _elsewhere(request: HttpRequest) -> str:
    """Return the address at which a page is shown in the reader's language: the same where it is asked for there."""
    here = request.get_full_path()
    if request.method != "GET" or "HX-Request" in request.headers or get_language_from_path(request.path):
        return here
    code = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if not code and request.path == "/":
        code = _asked_for(request)
    if code == settings.LANGUAGE_CODE or code not in dict(settings.LANGUAGES):
        return here
    # An address is read in the language that is in force, which may be that of the request before.
    with translation.override(settings.LANGUAGE_CODE):
        return translate_url(here, code)


def _asked_for(request: HttpRequest) -> str:
    """Return the language that a browser asks for, English without one; who asks for any Chinese gets the site's."""
    accepted = request.headers.get("Accept-Language", "").split(",")
    for code in (each.partition(";")[0].strip().lower() for each in accepted):
        for known in dict(settings.LANGUAGES):
            if code.partition("-")[0] == known.partition("-")[0]:
                return known
    return settings.LANGUAGE_CODE


def remember(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Keep an account's language in this browser too, or in the account what was chosen before: when it signs in."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if user.language:
        request.language_of_account = user.language  # type: ignore[attr-defined]  # read above, in the same request
    elif chosen in dict(settings.LANGUAGES):
        User.objects.filter(pk=user.pk).update(language=chosen)


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the language that somebody chooses, and go on in it where they are. What there is not changes nothing."""
    code, back = request.POST.get("language", ""), request.POST.get("next", "")
    if code in dict(settings.LANGUAGES) and request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=code)
    elif code not in dict(settings.LANGUAGES):
        request.POST = QueryDict(urlencode({"next": back}))
    # The way back is read in the language that its address says.
    with translation.override(get_language_from_path(back) or settings.LANGUAGE_CODE):
        return set_language(request)
