"""What holds for every page: only this site's own files run, load, frame or listen, and no form is a flood."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import has_vary_header

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
    """Middleware: add HEADERS, and have nobody keep a page that is made for whoever has this session: on a shared
    computer it would come back after they signed out. A view that has set one of them itself keeps its own.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and has_vary_header(response, "Cookie"):
            response.headers.setdefault("Cache-Control", "private, no-store")
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


LARGEST_FORM = 32 * 1024 * 1024
"""Bytes of a form with its files: twice the largest file that any page takes."""


class Bounded(FileUploadHandler):
    """Refuses a form that is larger than any page takes before a byte of it is read; the other handlers keep files."""

    def handle_raw_input(self, input_data: Any, META: Mapping[str, Any], content_length: int, *_form: Any) -> None:
        """Raise RequestDataTooBig, which is answered with 400, for what is too large."""
        if content_length > LARGEST_FORM:
            raise RequestDataTooBig(f"a form of {content_length} bytes")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
