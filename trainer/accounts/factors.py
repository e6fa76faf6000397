"""Second factors as this site has them: passkeys, codes from an app, and recovery codes, all by allauth."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any, ClassVar

import segno
from allauth.account.adapter import get_adapter
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY, get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from allauth.mfa.totp.internal.auth import generate_totp_secret
from allauth.mfa.webauthn import forms as webauthn
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.encoding import force_bytes
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from trainer.accounts.forms import InOurWords
from trainer.accounts.models import User

SITE_NAME = "Table Stakes"
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""What an account can have as its second factor; recovery codes stand in for these and are none themselves."""

CODE = _("Code")
CODE_HELP = _("Six digits from the app, or one of your recovery codes.")
KEY_HELP = _("So that you can tell them apart: the phone or the key that it is on.")
_MARK = "fernet:"


class FactorAdapter(DefaultMFAAdapter):
    """allauth's adapter with this site's words and names, and secrets that a copy of the database doesn't give away."""

    error_messages = {  # noqa: RUF012  # allauth declares it so
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("Set up a passkey or an app first: recovery codes stand in for these."),
        "incorrect_code": _("This did not fit. Try again with a new one."),
    }

    def get_totp_label(self, user: Any) -> str:
        return str(user.get_username())

    def build_totp_svg(self, url: str) -> str:
        return str(segno.make_qr(url, error="m").svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=""))

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        count = Authenticator.objects.filter(user=user, type=type).count()
        return now("Passkey %(number)s") % {"number": count + 1}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": current.request.get_host().partition(":")[0], "name": SITE_NAME}

    def encrypt(self, text: str) -> str:
        return _MARK + _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return a secret as it was; one that nobody knows where the site's own key is another one since."""
        try:
            return _cipher().decrypt(encrypted_text.removeprefix(_MARK).encode()).decode()
        except InvalidToken:
            return generate_totp_secret()


def readable(encrypted_text: str) -> bool:
    """Return whether a secret was encrypted by the site's own key, or by one of those before it."""
    try:
        _cipher().decrypt(encrypted_text.removeprefix(_MARK).encode())
    except InvalidToken:
        return False
    return True


def _cipher() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet(
        [Fernet(base64.urlsafe_b64encode(sha256(b"factors/" + force_bytes(key)).digest())) for key in keys]
    )


def used_one(request: HttpRequest, user: User) -> bool:
    """Return whether somebody's session was opened, or confirmed, with a second factor. No query."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, user))


def with_a_password(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Lead whoever has neither a password nor a factor to a password: a page of allauth's that asks for one of these
    first would refuse them. Until they have one, the PIN of a ticket or a class's code opens the account.
    """

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if not isinstance(user, User) or get_adapter().get_reauthentication_methods(user):
            return view(request, *args, **kwargs)
        if hasattr(user, "class_account"):
            messages.info(request, now("Set a password first: a passkey or an app belongs to an account of your own."))
            return redirect("account_set_password")
        if EmailAddress.objects.filter(user=user, verified=True).exists():
            messages.info(request, now("Set a password first: a passkey or an app belongs to an account of your own."))
            return redirect("account_reset_password")
        text = now(
            "A passkey or an app belongs to an account of your own, and a ticket’s PIN opens this one. "
            "Give an address here first, confirm it by the letter that we send you, and then set a password."
        )
        messages.info(request, text)
        return redirect("account_email")

    return respond


def note_added(request: HttpRequest, user: User, authenticator: Authenticator, **_signal: Any) -> None:
    """Whoever has just set a factor up has used it: the first code, or the passkey's first signature, was checked."""
    if authenticator.type in FACTORS:
        record_authentication(request, user, "mfa", id=authenticator.pk, type=authenticator.type)


def note_removed(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Whoever has taken the last factor away has none in this session either."""
    if not Authenticator.objects.filter(user=user, type__in=FACTORS).exists():
        records = get_authentication_records(request, user)
        kept = [record for record in records if record.get("method") != "mfa"]
        request.session[AUTHENTICATION_METHODS_SESSION_KEY] = kept


class CodeForm(InOurWords):
    """A code from the app or a recovery code, as digits are best typed on a phone."""

    labels: ClassVar = {"code": CODE}
    helps: ClassVar = {"code": CODE_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}


class AuthenticateForm(CodeForm, base.AuthenticateForm):
    """The second step of signing in."""


class ReauthenticateForm(CodeForm, base.ReauthenticateForm):
    """The second step once more, for somebody who is signed in."""


class ActivateTOTPForm(CodeForm, totp.ActivateTOTPForm):
    """The first code from an app: it shows that the app has the secret."""

    helps: ClassVar = {"code": _("Six digits that the app shows.")}


class PasskeyForm(InOurWords):
    labels: ClassVar = {"name": _("Name of the passkey"), "credential": "", "passwordless": ""}
    helps: ClassVar = {"name": KEY_HELP}


class AddPasskeyForm(PasskeyForm, webauthn.AddWebAuthnForm):
    """A new passkey: one that the device finds by itself, so that it opens the account without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["maxlength"] = 60
        self.fields["passwordless"] = forms.BooleanField(required=False, initial=True, widget=forms.HiddenInput)


class EditPasskeyForm(PasskeyForm, webauthn.EditWebAuthnForm):
    """Another name for a passkey."""
