"""Joining a class by its link: with an account, after signing in or up, or by a name alone; and coming back by name."""

from __future__ import annotations

from allauth.core.ratelimit import clear, consume, consume_or_429, respond_429
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from quizzes import limits
from trainer.accounts.models import NAME_LENGTH, User, check_name
from trainer.classrooms import classes, intentions, joining, merging, permissions
from trainer.classrooms.joining import joined_words
from trainer.classrooms.models import Classroom, Membership
from trainer.classrooms.views.classes import JoinForm
from trainer.classrooms.views.common import user_of

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
CODE_KEY = "personal_code"
"""Where a new personal code lies in the session until its learner has written it down."""


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Your name in the class"),
        max_length=NAME_LENGTH,
        validators=[check_name],
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


class BackForm(NameForm):
    code = forms.CharField(
        label=gettext_lazy("Your personal code"),
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class MergeForm(BackForm):
    class_code = forms.CharField(label=gettext_lazy("Code of the class"), max_length=20)
    field_order = ("class_code", "name", "code")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def start(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a class, and go to where it is joined."""
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            found = _class_of(request, form.cleaned_data["code"])
        except classes.NoSuchClass:
            form.add_error("code", _("No class has this code. Ask your teacher to show it once more."))
        else:
            return redirect("join_link", found.join_code) if found else respond_429(request)
    return render(request, "classrooms/join_start.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def link(request: HttpRequest, code: str) -> HttpResponse:
    """Show how a class is joined; join it when asked to, a visitor after signing in or up."""
    found = _class_in_address(request, code)
    if isinstance(found, HttpResponse):
        return found
    if request.method == "POST" and found.ended_at:
        return redirect("join_link", code)
    if request.method == "POST" and request.user.is_authenticated:
        return _joined(request, found)
    if request.method == "POST":
        intentions.keep(request.session, found.join_code, timezone.now())
        page = "account_signup" if "sign-up" in request.POST else "account_login"
        back_here = reverse("join_link", args=[found.join_code])
        return redirect(f"{reverse(page)}?{urlencode({'next': back_here})}")
    if request.user.is_authenticated and permissions.role_in(user_of(request), found) == Membership.Role.LEARNER:
        return redirect("classroom", found.pk)
    return _ways(request, found)


@require_POST
@never_cache
def by_name(request: HttpRequest, code: str) -> HttpResponse:
    """Make an account for somebody with a name alone, sign them in, and go to show their personal code."""
    if request.user.is_authenticated:
        return redirect("join_link", code)
    found = _class_in_address(request, code)
    if isinstance(found, HttpResponse):
        return found
    if limited := consume_or_429(request, action="join_by_name", key=found.join_code):
        return limited
    form = NameForm(request.POST)
    if not form.is_valid():
        return _ways(request, found, name_form=form)
    try:
        with transaction.atomic():
            user, personal = joining.join_by_name(found.join_code, form.cleaned_data["name"])
            _sign_in(request, user)
    except classes.NoSuchClass:  # it has ended
        return render(request, "classrooms/join_none.html", status=404)
    except joining.NotByName as error:
        raise PermissionDenied(_("This class can be joined with an account only.")) from error
    except joining.NameTaken:
        form.add_error("name", _("Somebody in the class has this name. Add a letter of your family name."))
        return _ways(request, found, name_form=form)
    except ValidationError as error:  # too long in its one form
        form.add_error("name", error)
        return _ways(request, found, name_form=form)
    request.session[CODE_KEY] = personal
    messages.success(request, joined_words(found.name))
    return redirect("my_code")


@require_POST
@never_cache
@sensitive_post_parameters("code")
def back(request: HttpRequest, code: str) -> HttpResponse:
    """Sign somebody in with the code of a class, a name and a personal code."""
    if request.user.is_authenticated:
        return redirect("join_link", code)
    found = _class_in_address(request, code)
    if isinstance(found, HttpResponse):
        return found
    form = BackForm(request.POST, prefix="back")
    if form.is_valid() and (user := _account(request, found, form)):
        with transaction.atomic():
            _sign_in(request, user)
        return _to_class(user, found)
    return _ways(request, found, back_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def my_code(request: HttpRequest) -> HttpResponse:
    """Show the personal code while it is new, or make another one. Only for those who have one."""
    account = getattr(user_of(request), "class_account", None)
    if account is None:
        raise PermissionDenied(_("You sign in with your password, so you need no personal code."))
    if "written" in request.POST:
        request.session.pop(CODE_KEY, None)
        return _to_class(user_of(request), account.classroom)
    if request.method == "POST":
        request.session[CODE_KEY] = joining.new_codes([account])[0]
        return redirect("my_code")
    context = {"account": account, "code": request.session.get(CODE_KEY)}
    return render(request, "classrooms/my_code.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@sensitive_post_parameters("code")
def merge(request: HttpRequest) -> HttpResponse:
    """Make what somebody did by name in a class part of the account that they are signed in to."""
    if hasattr(user_of(request), "class_account"):
        raise PermissionDenied(_("Sign in to the account that you want to keep first."))
    form = MergeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            found = _class_of(request, form.cleaned_data["class_code"])
        except classes.NoSuchClass:
            form.add_error("class_code", _("No class has this code. Ask your teacher to show it once more."))
        else:
            if found is None:
                return respond_429(request)
            if user := _account(request, found, form):
                try:
                    merging.merge(user, user_of(request))
                except merging.CantMerge:
                    apart = _("They stay apart while an exam is open, and where both have sat exams.")
                    form.add_error(None, apart)
                else:
                    messages.success(request, _("All that you did there is in this account from here on."))
                    return redirect("classes")
    return render(request, "classrooms/merge.html", {"form": form}, status=422 if form.errors else 200)


def _joined(request: HttpRequest, found: Classroom) -> HttpResponse:
    if limited := consume_or_429(request, action="join_class"):
        return limited
    if found.teacher_id != user_of(request).pk:
        classes.join(user_of(request), found.join_code)
        messages.success(request, joined_words(found.name))
    return redirect("classroom", found.pk)


def _to_class(user: User, classroom: Classroom) -> HttpResponse:
    """Go to the page of a class; whoever was taken out of it goes to the classes that they are in."""
    return redirect("classroom", classroom.pk) if permissions.role_in(user, classroom) else redirect("classes")


def _ways(
    request: HttpRequest, found: Classroom, name_form: NameForm | None = None, back_form: BackForm | None = None
) -> HttpResponse:
    context = {
        "classroom": found,
        "name_form": name_form or NameForm(),
        "back_form": back_form or BackForm(prefix="back"),
    }
    return render(request, "classrooms/join.html", context, status=422 if name_form or back_form else 200)


def _class_in_address(request: HttpRequest, code: str) -> Classroom | HttpResponse:
    """Return the class of a code, also one that has ended; the page that says why there is none."""
    try:
        return _class_of(request, code) or respond_429(request)
    except classes.NoSuchClass:
        return render(request, "classrooms/join_none.html", status=404)


def _class_of(request: HttpRequest, code: str) -> Classroom | None:
    """Return the class of a code, also one that has ended; None where the address has tried too many.

    Raises NoSuchClass.
    """
    address = limits.address_of(request)
    if limits.reached("join_misses", address):
        return None
    try:
        return classes.class_of(code, ended=True)
    except classes.NoSuchClass:
        limits.count("join_misses", address)
        raise


def _account(request: HttpRequest, found: Classroom, form: BackForm) -> User | None:
    """Return the account of a name and a personal code, None with an error in the form.

    Five tries for a name, whether there is one or not, and then a wait.
    """
    name, code = form.cleaned_data["name"], form.cleaned_data["code"]
    key = f"{found.pk}/{joining.key_of(name)}"
    if not consume(request, action="come_back", key=key) or not consume(request, action="come_back_from"):
        form.add_error(None, _("Too many tries with a wrong code. Wait five minutes, then try again."))
        return None
    try:
        user = joining.come_back(found, name, code)
    except joining.WrongCode:
        form.add_error(None, _("Nobody in this class has this name with this personal code."))
        return None
    clear(request, action="come_back", key=key)
    return user


def _sign_in(request: HttpRequest, user: User) -> None:
    """Sign somebody in until the browser is closed: others may use it after them."""
    login(request, user, backend=BACKEND)
    request.session.set_expiry(0)
