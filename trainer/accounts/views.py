"""The pages of one's own account that allauth doesn't have, and its sign-up where two want one name at once."""

from __future__ import annotations

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.limits import limited
from quizzes.practising.claiming import forget
from trainer.accounts import personal
from trainer.accounts.forms import NameForm, ReauthenticateForm, SetPasswordForm, SignupForm
from trainer.accounts.models import User


class SignupView(allauth.SignupView):
    """allauth's sign-up in one transaction; a name that somebody got while this password was hashed is asked again."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except IntegrityError as error:
            if not personal.is_about_the_name(error):
                raise
            form.add_error("username", get_adapter().error_messages["username_taken"])
            again: HttpResponse = self.form_invalid(form)
            return again


@require_POST
def leave_out(request: HttpRequest) -> HttpResponse:
    """Forget what was practised in this browser, for whoever is about to sign in and did not do it."""
    forget(request.session)
    messages.success(request, _("What was practised in this browser before stays out of your account."))
    following = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(following, {request.get_host()}, require_https=request.is_secure())
    return redirect(following if safe else "account_login")


@require_safe
@login_required
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show what the account is, with a way to change each part of it."""
    addresses = EmailAddress.objects.filter(user=_user(request)).order_by("-verified")
    return render(request, "accounts/home.html", {"addresses": addresses})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def name(request: HttpRequest) -> HttpResponse:
    """Give the account another name."""
    form = NameForm(request.POST or None, user=_user(request))
    if request.method == "POST" and form.is_valid():
        try:
            personal.rename(form.user, form.cleaned_data["username"])
        except personal.NameTaken:
            form.add_error("username", get_adapter().error_messages["username_taken"])
        else:
            messages.success(
                request, _("Your name is %(name)s from here on.") % {"name": form.cleaned_data["username"]}
            )
            return redirect("account_home")
    return render(request, "accounts/name.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@sensitive_post_parameters("code", "password1", "password2")
def set_password(request: HttpRequest) -> HttpResponse:
    """Give an account that has only a personal code a password; allauth sends such accounts here to change theirs."""
    user = _user(request)
    if not hasattr(user, "class_account"):
        return redirect("account_change_password" if user.has_usable_password() else "account_reset_password")
    if limited := consume_or_429(request, action="reauthenticate"):
        return limited
    form = SetPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        personal.set_password(user, form.cleaned_data["password1"])
        update_session_auth_hash(request, user)
        messages.success(request, _("This account is your own: you sign in with its name and this password."))
        return redirect("account_home")
    return render(request, "account/password_set.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@login_required
@never_cache
@limited("own_data", reads=True)
def data(request: HttpRequest) -> HttpResponse:
    """Send all that is stored about the person as a file."""
    response = JsonResponse(personal.export(_user(request)), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="table-stakes.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@sensitive_post_parameters("password")
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, for somebody who knows its password."""
    if limited := consume_or_429(request, action="reauthenticate"):
        return limited
    user = _user(request)
    form = ReauthenticateForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        logout(request)
        personal.delete(user)
        messages.success(request, _("Your account is deleted, with everything that belonged to it."))
        return redirect("quizzes:home")
    context = {"form": form, "classes": user.classes_taught.all(), "losses": personal.losses(user)}
    return render(request, "accounts/delete.html", context)


def _user(request: HttpRequest) -> User:
    """Return who is signed in."""
    assert isinstance(request.user, User)
    return request.user
