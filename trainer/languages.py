"""The language of a page: its address says it, and what somebody chose is kept in a cookie and in the account.

English has no prefix. Whoever chose another language is led from an address without one to their own; so is a newcomer
on the first page, whose browser asks for a language that the site speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import translate_url
from django.utils.cache import patch_vary_headers
from django.utils.translation import check_for_language, get_language_from_path, get_language_from_request
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from trainer.accounts.models import User

COOKIE_LASTS = 365 * 24 * 60 * 60


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
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, code, max_age=COOKIE_LASTS, samesite="Lax")
        return response

    return respond


def _elsewhere(request: HttpRequest) -> str:
    """Return the address at which a page is shown in the reader's language: the same where it is asked for there."""
    here = request.get_full_path()
    if request.method != "GET" or "HX-Request" in request.headers or get_language_from_path(request.path):
        return here
    code = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if not code and request.path == "/":
        code = get_language_from_request(request)
    if code == settings.LANGUAGE_CODE or code not in dict(settings.LANGUAGES):
        return here
    return translate_url(here, code)


def remember(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Note the language that an account chose, to be kept in this browser too: called when it signs in."""
    if user.language:
        request.language_of_account = user.language  # type: ignore[attr-defined]  # read above, in the same request


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the language that somebody chooses, and go on in it where they are."""
    code = request.POST.get("language", "")
    if request.user.is_authenticated and check_for_language(code):
        User.objects.filter(pk=request.user.pk).update(language=code)
    return set_language(request)
