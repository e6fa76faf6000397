"""A holder's certificates: what each says and where it stands, as a PDF and as a badge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.models import User
from trainer.certification import badges, pdf, retakes
from trainer.certification import certificates as acts
from trainer.certification.models import Candidate, Certificate
from trainer.certification.names import LONGEST, can_print, tidy
from trainer.certification.rooms import may_look_after


class EndForm(forms.Form):
    """Why a certificate is ended; the reason in full is kept in the audit alone."""

    because = forms.ChoiceField(
        label=gettext_lazy("Everybody may read why"),
        choices=[("", "–"), *acts.Because.choices],
        widget=forms.Select({"class": "select"}),
    )
    name = forms.CharField(
        label=gettext_lazy("The corrected name, where another certificate takes its place"),
        max_length=LONGEST,
        required=False,
    )
    why = forms.CharField(
        label=gettext_lazy("The reason in full, for the audit alone"),
        widget=forms.Textarea({"rows": 3}),
        max_length=2000,
    )

    def __init__(self, *args: Any, candidate: Candidate, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.candidate = candidate
        if candidate.erased_at is not None:  # nobody is left to whom another one could be made out
            del self.fields["name"]
            choices: list[tuple[str, str]] = self.fields["because"].choices  # type: ignore[attr-defined]  # a ChoiceField
            self.fields["because"].choices = [  # type: ignore[attr-defined]
                each for each in choices if each[0] != acts.Because.REPLACED
            ]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name and not can_print(name):
            raise forms.ValidationError(_("This can’t be printed. Use Latin letters."))
        return name

    def clean(self) -> None:
        """Take a name with the reason that changes it, and with no other: none is dropped, none replaced by itself."""
        because, name = self.cleaned_data.get("because"), self.cleaned_data.get("name")
        if because is None or name is None:
            return
        if because == acts.Because.REPLACED and tidy(name) in ("", tidy(acts.full_name(self.candidate))):
            self.add_error("name", _("Type a name other than the one on it: with the same one nothing would change."))
        if because != acts.Because.REPLACED and name:
            reason = acts.Because.REPLACED.label
            self.add_error("name", _("A corrected name needs the reason “%(reason)s”") % {"reason": reason})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def certificates(request: HttpRequest) -> HttpResponse:
    """List one's own certificates; POST chooses whether others see the full name or the initials."""
    candidate = Candidate.objects.filter(user=_user(request)).first()
    if request.method == "POST" and candidate is not None and request.POST.get("shown") in Candidate.Shown.values:
        acts.show(candidate, request.POST["shown"])
        messages.success(request, _("From here on others see: %(name)s") % {"name": acts.shown_name(candidate)})
    if request.method == "POST":
        return redirect("certificates")
    now, held = timezone.now(), []
    if candidate is not None:
        rows = list(candidate.certificates.select_related("blueprint", "replaced_by").order_by("-issued_at", "-pk"))
        renewals = retakes.renewals(rows, _user(request), now)
        held = [_told(row, renewals, now) for row in rows]
    context = {"candidate": candidate, "held": held, "ways": _ways(candidate)}
    return render(request, "certification/certificates.html", context)


@require_safe
@login_required
@never_cache
def certificate_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Send a certificate as a PDF to its holder and to who looked after its room: in the holder's language, as it was
    when it was issued, or in the one that `?language=` asks for.
    """
    certificate, asked = _of(request, code), request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else certificate.language
    try:
        made = pdf.render(certificate, language)
    except pdf.CantPrint:
        messages.error(request, _("This name can’t be printed. Ask whoever held your exam to correct it."))
        return redirect("certificates")
    return _file(made, "application/pdf", f"table-stakes-{certificate.code}-{language}.pdf")


@require_safe
@login_required
@never_cache
def certificate_badge(request: HttpRequest, code: str) -> HttpResponse:
    """Send a certificate as an Open Badge, to the same people."""
    certificate = _of(request, code)
    return _file(badges.token(certificate).encode(), badges.MEDIA_TYPE, f"table-stakes-{certificate.code}.jwt")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("certification.change_certificate", raise_exception=True)
@never_cache
def certificate_end(request: HttpRequest, code: str) -> HttpResponse:
    """End a certificate, or put another one in its place, with a reason: for whoever keeps the site.

    One that was revoked stays as it is, and the page says so.
    """
    certificate = acts.find(code)
    if certificate is None:
        raise Http404
    context: dict[str, object] = {"certificate": certificate, "about": acts.about(certificate)}
    if certificate.revoked_at is not None:
        context["because"] = acts.Because(certificate.revoked_because).label
        status = 409 if request.method == "POST" else 200
        return render(request, "certification/certificate_end.html", context, status=status)
    form = EndForm(request.POST if request.method == "POST" else None, candidate=certificate.candidate)
    if form.is_valid():
        try:
            _end(certificate, _user(request), **form.cleaned_data)
        except acts.Erased:
            messages.warning(request, _("The holder had the name removed."))
        return redirect("verify", certificate.code)
    context["form"] = form
    return render(request, "certification/certificate_end.html", context, status=422 if form.is_bound else 200)


def _end(certificate: Certificate, by: User, because: str, why: str, name: str = "") -> None:
    """Do what the form says."""
    if because == acts.Because.REPLACED:
        acts.correct_name(certificate.candidate, name, by, why)
    else:
        acts.revoke(certificate, because, by, why)


def _of(request: HttpRequest, code: str) -> Certificate:
    """Return a certificate that one may have a copy of. Raises Http404: for one that was revoked, too."""
    certificate, user = acts.find(code), _user(request)
    if certificate is None or certificate.revoked_at is not None:
        raise Http404
    if certificate.candidate.user_id == user.pk:
        return certificate
    ticket = certificate.sitting.ticket
    if ticket is None or certificate.candidate.erased_at or not may_look_after(user, ticket.room):
        raise Http404
    return certificate


def _told(certificate: Certificate, renewals: Mapping[int, datetime | None], now: datetime) -> dict[str, object]:
    """Return what the list shows of a certificate; `renewals` are those of `retakes`."""
    renew_from = renewals.get(certificate.pk)
    return {
        "certificate": certificate,
        "about": acts.about(certificate),
        "standing": acts.standing(certificate, now),
        "code": acts.spaced(certificate.code),
        "because": acts.Because(certificate.revoked_because).label if certificate.revoked_because else "",
        "renew": certificate.pk in renewals and renew_from is None,
        "renew_from": renew_from,
    }


def _ways(candidate: Candidate | None) -> list[tuple[str, str, bool]]:
    """Return the ways in which a name can be shown: value, what others would see, whether it is chosen."""
    if candidate is None or not acts.full_name(candidate):
        return []
    chosen = candidate.shown
    ways = []
    for value in Candidate.Shown.values:
        candidate.shown = value
        ways.append((value, acts.shown_name(candidate), value == chosen))
    candidate.shown = chosen
    return ways


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _user(request: HttpRequest) -> User:
    """Return who is signed in."""
    assert isinstance(request.user, User)
    return request.user
