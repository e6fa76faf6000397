"""What this site does in its own way in allauth's pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailConfirmation
from allauth.core import context as current
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from quizzes.limits import NOBODY_KNOWS
from trainer.accounts import codes
from trainer.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter with this site's words, names that are compared in one form, and mail after the commit."""

    error_messages = {  # noqa: RUF012  # allauth declares it so
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is your account's address already."),
        "enter_current_password": _("This is not your present password."),
        "incorrect_password": _("This is not your password."),
        "same_as_current": _("This is your account's address already."),
        "too_many_login_attempts": _("Too many tries with a wrong password. Wait five minutes, then try again."),
        "username_password_mismatch": _("No account has this name, or confirmed address, with this password."),
        "username_taken": _("Somebody has this name already. Choose another one."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a name in its one form (NFKC); ValidationError when it can't be had."""
        return super().clean_username(User.normalize_username(username), shallow)

    def reauthenticate(self, user: Any, password: str) -> bool:
        """Return whether this is the account's password; the personal code of one that has none."""
        account = None if user.has_usable_password() else getattr(user, "class_account", None)
        if account is not None:
            return codes.fits(user.pk, password, account.code_hash)
        return bool(super().reauthenticate(user, password))

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether somebody shows once more who they are. Whoever came with a ticket has neither a password nor a
        factor to show it by: they may give an address, by which they get a password.
        """
        user = current.request.user
        if app == "allauth.account" and user.is_authenticated and not hasattr(user, "class_account"):
            return bool(self.get_reauthentication_methods(user))
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a message once what it speaks of is stored; a mail server that fails is logged and stops nobody."""
        words = {"request": current.request, "email": email, "host": urlsplit(settings.SITE).netloc, **context}
        transaction.on_commit(self.render_mail(template_prefix, email, words).send, robust=True)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return where a letter leads to a new password: to this site by its own name, whatever name was asked for."""
        return _at_home(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: EmailConfirmation) -> str:
        """Return where a letter leads to confirm an address: to this site by its own name, as the others do."""
        return _at_home(super().get_email_confirmation_url(request, emailconfirmation))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return a caller's address. Whoever has none that can be told counts with all such, and is not turned away."""
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            return NOBODY_KNOWS

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return where signing in leads without a `next`: whoever teaches to their classes, others to practice."""
        teaches = request.user.is_authenticated and request.user.has_perm("classrooms.add_classroom")
        return reverse("classes") if teaches else super().get_login_redirect_url(request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account_home")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return what wrong passwords are counted by: the name or address in its one form. allauth counts them for each
        site by itself, and of the names that a server answers to, and its ports, a guesser can use one after the other.
        """
        return str(User.normalize_username(credentials.get("email", credentials.get("username", "")))).lower()


def _at_home(address: str) -> str:
    return settings.SITE + urlsplit(address).path
