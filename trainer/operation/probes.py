"""What machines ask of the site: /healthz (this process lives), /readyz (it can serve), /metrics (figures).

A middleware answers them before all others, so that they need no database, session, language or known host name.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from trainer.mail import FORWARDED
from trainer.operation import health, metrics


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer the addresses in PROBES, and leave all others to the site."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        probe = PROBES.get(request.path_info)
        if probe is None:
            return get_response(request)
        response = probe(request) if request.method in ("GET", "HEAD") else HttpResponse("GET only\n", status=405)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    return respond


def healthz(_request: HttpRequest) -> HttpResponse:
    """Say that this process answers. It looks at nothing else: to restart it would mend nothing else."""
    return _plain("ok\n")


def readyz(request: HttpRequest) -> HttpResponse:
    """Say part by part whether this process can serve: 200 or 503, in lines, or in JSON to whoever accepts that. A
    broker or a cache that is away is said, and no reason for 503.
    """
    parts = health.readiness()
    ready = health.ready(parts)
    status = 200 if ready else 503
    if request.accepts("text/plain"):
        return _plain("".join(f"{name}: {said}\n" for name, said in parts.items()), status)
    return JsonResponse({"ready": ready, **parts}, status=status)


def metrics_page(request: HttpRequest) -> HttpResponse:
    """Show the figures to this machine itself, and to whoever sends the token in METRICS_TOKEN."""
    if not may_read(request):
        return _plain("Figures are for this machine, or for who sends the token.\n", 403)
    return HttpResponse(metrics.text(), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine, not handed on by a proxy, or carries the token."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and secrets.compare_digest(given.encode(), token.encode()):
        return True
    here = request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"}
    return here and not any(name in request.headers for name in FORWARDED)


def _plain(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)


PROBES: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics_page,
}
