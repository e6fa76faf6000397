"""Response headers that hold for every page: nothing but this site's own files runs, loads, frames or listens."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def headers(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: add HEADERS; a view that has set one of them itself keeps its own."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return respond


WITHOUT_COOKIES = re.compile(r"/(?:[a-z-]+/)?(?:embed/[-\w]+/$|api/v1/)")
"""What other sites use: a spot in a frame of theirs, and the API."""


def without_cookies(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: let nothing read a cookie where other sites use this one, so that nobody can be told by one."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        if WITHOUT_COOKIES.match(request.path_info):
            request.META.pop("HTTP_COOKIE", None)
        return get_response(request)

    return respond
