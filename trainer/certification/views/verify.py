"""What anybody may check: a certificate by its code, a badge by its file; and what other programs need for that."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from allauth.core.ratelimit import consume_or_429
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from trainer.certification import badges, certificates, keys, status_list

LARGEST_BADGE = 50_000
"""Bytes of a file that is taken for a badge: ours have about 4,000."""


def unlisted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep a page out of search engines: whoever looks for a name is not led to a certificate."""

    @wraps(view)
    def respond(request: HttpRequest, **words: str) -> HttpResponse:
        response = view(request, **words)
        response["X-Robots-Tag"] = "noindex"
        return response

    return respond


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def verify_home(request: HttpRequest) -> HttpResponse:
    """Ask for a certificate's code or a badge; a code leads to the certificate's page, a badge is checked at once."""
    if request.method != "POST":
        return render(request, "certification/verify_home.html")
    if limited := consume_or_429(request, action="verify"):
        return limited
    if code := "".join(sign for sign in request.POST.get("code", "") if sign.isascii() and sign.isalnum()):
        return redirect("verify", code)
    badge = _sent(request)
    checked = badges.check(badge, timezone.now()) if badge else None
    context = {"badge": request.POST.get("badge", ""), "checked": checked, "asked": True}
    sound = checked is not None and checked.problem is None
    return render(request, "certification/verify_home.html", context, status=200 if sound else 422)


@unlisted
@require_safe
@never_cache
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a certificate says and where it stands. Whatever else is asked for gets one and the same page."""
    if limited := consume_or_429(request, action="verify", limit_get=True):
        return limited
    certificate = certificates.find(code)
    if certificate is None:
        return render(request, "certification/verify_unknown.html", status=404)
    standing = certificates.standing(certificate)
    replaced = standing == certificates.Standing.REPLACED  # its paper bore a name that nobody keeps
    context = {
        "certificate": certificate,
        "about": certificates.about(certificate),
        "name": "" if replaced else certificates.shown_name(certificate.candidate),
        "replaced": replaced,
        "standing": standing,
        "code": certificates.spaced(certificate.code),
        "because": certificates.Because(certificate.revoked_because).label if certificate.revoked_because else "",
    }
    return render(request, "certification/verify.html", context)


@require_safe
def badge_issuer(request: HttpRequest) -> HttpResponse:
    """Who issues the badges, for programs."""
    return _open(JsonResponse(badges.issuer()))


@require_safe
def badge_keys(request: HttpRequest) -> HttpResponse:
    """All public keys, for programs (JWKS)."""
    return _open(JsonResponse(keys.public()))


@require_safe
def badge_key(request: HttpRequest, kid: str) -> HttpResponse:
    """One public key, for programs (JWK): what the header of a signature names."""
    found = keys.public_key(kid)
    if found is None:
        raise Http404
    return _open(JsonResponse(found))


@require_safe
def badge_status(request: HttpRequest, number: int) -> HttpResponse:
    """A list of what was revoked, for programs, signed."""
    if not status_list.is_published(number):
        raise Http404
    return _open(HttpResponse(badges.list_token(number, timezone.now()), badges.MEDIA_TYPE))


def _sent(request: HttpRequest) -> str:
    """Return the badge that was sent as a file or as text, "" for none."""
    file = request.FILES.get("file")
    sent = file.read(LARGEST_BADGE).decode(errors="replace") if file else request.POST.get("badge", "")
    return sent[:LARGEST_BADGE].strip()


def _open(response: HttpResponse) -> HttpResponse:
    """Let pages of other sites read it too: it is public, and no cookie is read for it."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["Cache-Control"] = "public, max-age=300"
    return response
