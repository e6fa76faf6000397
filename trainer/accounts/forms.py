"""The forms of an account: allauth's in this site's words, and our own for the name and for deleting it."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import NAME_LENGTH, User

EMAIL = _("E-mail address")
PASSWORD = _("Password")
PERSONAL_CODE = _("Personal code")
NEW_PASSWORD = _("New password")
AGAIN = _("The same password again")
PASSWORD_HELP = _("At least 8 characters; not only digits, not your name, and not one that everybody uses.")


class InOurWords(forms.Form):
    """Replaces the labels and the help of a form's fields, and takes the placeholders out of them."""

    labels: ClassVar[dict[str, Any]] = {}
    helps: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels[name]
            field.help_text = self.helps.get(name, "")
            field.widget.attrs.pop("placeholder", None)
        if "username" in self.fields:
            self.fields["username"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}


class LoginForm(InOurWords, allauth.LoginForm):
    labels: ClassVar = {"login": _("Name, or confirmed e-mail address"), "password": PASSWORD}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attributes = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        widget = forms.TextInput(attributes)
        self.fields["login"] = forms.CharField(label=self.labels["login"], max_length=254, widget=widget)
        self.order_fields(["login", "password"])

    def user_credentials(self) -> dict[str, str]:
        """Return the account's name and the password that was typed; a confirmed address stands for its account's name.

        Wrong passwords are counted by that name, so an account is guarded whichever of the two they come with.
        """
        login = self.cleaned_data["login"]
        address = EmailAddress.objects.filter(email=login.lower(), verified=True).select_related("user").first()
        name = address.user.username if address else User.normalize_username(login)
        return {"username": name, "password": self.cleaned_data["password"]}


class SignupForm(InOurWords, allauth.SignupForm):  # type: ignore[misc]  # allauth has no types
    labels: ClassVar = {
        "username": _("Name"),
        "email": _("E-mail address (optional)"),
        "password1": PASSWORD,
        "password2": AGAIN,
    }
    helps: ClassVar = {
        "username": _("You sign in with it. In a class its teacher sees it."),
        "email": _("For the day you forget your password. It counts once you have opened the link that we mail you."),
        "password1": PASSWORD_HELP,
    }


class AddEmailForm(InOurWords, allauth.AddEmailForm):
    labels: ClassVar = {"email": EMAIL}
    helps: ClassVar = {"email": _("We mail you a link. The address counts once you have opened it.")}


class ChangePasswordForm(InOurWords, allauth.ChangePasswordForm):
    labels: ClassVar = {"oldpassword": _("Present password"), "password1": NEW_PASSWORD, "password2": AGAIN}
    helps: ClassVar = {"password1": PASSWORD_HELP}


class ResetPasswordForm(InOurWords, allauth.ResetPasswordForm):
    labels: ClassVar = {"email": EMAIL}

    def clean_email(self) -> str:
        """Find only the account that has confirmed the address: an unconfirmed one may be a stranger's."""
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email=email, verified=True, user__is_active=True)
        self.users = [address.user for address in confirmed.select_related("user")]
        return email


class ResetPasswordKeyForm(InOurWords, allauth.ResetPasswordKeyForm):
    labels: ClassVar = {"password1": NEW_PASSWORD, "password2": AGAIN}
    helps: ClassVar = {"password1": PASSWORD_HELP}


class ReauthenticateForm(InOurWords, allauth.ReauthenticateForm):
    labels: ClassVar = {"password": PASSWORD}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.user.has_usable_password():
            self.fields["password"].label = PERSONAL_CODE


class SetPasswordForm(InOurWords, allauth.SetPasswordForm):
    """A password for an account that came back with a personal code so far, which it asks for once more."""

    labels: ClassVar = {"code": PERSONAL_CODE, "password1": PASSWORD, "password2": AGAIN}
    helps: ClassVar = {"password1": PASSWORD_HELP}
    code = forms.CharField(max_length=20, widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}))
    field_order = ("code", "password1", "password2")

    def clean_code(self) -> str:
        """Refuse who only found the account signed in on a computer that others use as well."""
        code: str = self.cleaned_data["code"]
        assert self.user, "the account of the page"
        if not get_adapter().reauthenticate(self.user, code):
            raise forms.ValidationError(_("This is not your personal code."))
        return code


class NameForm(InOurWords):
    """Another name for an account."""

    labels: ClassVar = {"username": _("Name")}
    username = forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "username"}))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, initial={"username": user.username}, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        """The name as it will be stored; one's own in other capitals is not taken."""
        name: str = self.cleaned_data["username"]
        own = name.lower() == self.user.username.lower()
        return get_adapter().clean_username(name, shallow=own)
