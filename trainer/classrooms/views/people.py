"""The people of a class: a list with roles, in and out of a file, and the codes of those without an e-mail address."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trainer.classrooms import joining, permissions
from trainer.classrooms import people as path
from trainer.classrooms.models import ClassAccount, Classroom, Membership
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.sheets import csv_response
from trainer.classrooms.views.common import clean_text, numbers, user_of

CODES_STAY = 600
"""Seconds for which new codes can be shown and printed."""


@require_safe
@login_required
@never_cache
def people(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who is in a class, to change roles and to remove people."""
    classroom, role = permissions.find(user_of(request), pk, "roster")
    wanted = clean_text(request.GET.get("name", ""), 40)
    page, members = path.page_of(classroom, request.GET.get("page"), wanted)
    context = {
        "classroom": classroom,
        "wanted": wanted,
        "page": page,
        "members": members,
        "rights": permissions.RIGHTS[role],
        "grants": permissions.GRANTS[role],
        "roles": Membership.Role.choices,
    }
    return render(request, "classrooms/people.html", context)


@require_POST
@login_required
def give_role(request: HttpRequest, pk: int, member: int) -> HttpResponse:
    """Give somebody another role in a class."""
    classroom = classroom_for(user_of(request), pk, "manage")
    role = request.POST.get("role", "")
    if role not in Membership.Role.values:
        raise Http404
    try:
        changed = path.give_role(user_of(request), classroom, member, role)
    except path.OnlyLearns as error:
        said = _("%(name)s has no account of their own, and so can only learn here.") % {"name": error}
        messages.warning(request, said)
    except Membership.DoesNotExist as error:
        raise Http404 from error
    else:
        words = {"name": changed.learner.username, "role": changed.get_role_display()}
        messages.success(request, _("%(name)s is %(role)s in this class from here on.") % words)
    return redirect("class_people", pk)


@require_POST
@login_required
def remove(request: HttpRequest, pk: int, member: int) -> HttpResponse:
    """Take somebody out of a class."""
    classroom = classroom_for(user_of(request), pk, "roster")
    for name in path.remove(user_of(request), classroom, [member]):
        messages.success(request, _("%(name)s is not in this class any more.") % {"name": name})
    return redirect("class_people", pk)


@require_safe
@login_required
@never_cache
def people_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Send who is in a class as a CSV file, such as a roster that is read."""
    classroom = classroom_for(user_of(request), pk, "roster")
    rows = Membership.objects.filter(classroom=classroom).values_list("learner__username", "role", "joined_at__date")
    ordered = sorted(rows, key=lambda row: row[0].casefold())
    return csv_response(f"class-{pk}.csv", [("name", "role", "joined"), *ordered])


@require_POST
@login_required
def make_codes(request: HttpRequest, pk: int) -> HttpResponse:
    """Make personal codes for one learner, for those who have none, or for all who need one, and go to show them."""
    classroom = classroom_for(user_of(request), pk, "roster")
    accounts = list(_accounts(classroom, request.POST.get("whose", "")))
    if not accounts:
        messages.info(request, _("Nobody needs a code."))
        return redirect("class_people", pk)
    given = zip((account.name for account in accounts), joining.new_codes(accounts), strict=True)
    token = secrets.token_urlsafe(16)
    cache.set(_codes_key(request, pk, token), sorted(given, key=lambda pair: pair[0].casefold()), CODES_STAY)
    return redirect("class_codes", pk, token)


@require_safe
@login_required
@never_cache
def codes(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Show new personal codes for as long as they are kept, to print them."""
    classroom = classroom_for(user_of(request), pk, "roster")
    given = cache.get(_codes_key(request, pk, token))
    if given is None:
        messages.info(request, _("Codes can be seen for ten minutes only. Make new ones where some were lost."))
        return redirect("class_people", pk)
    return render(request, "classrooms/codes.html", {"classroom": classroom, "given": given})


def _accounts(classroom: Classroom, whose: str) -> list[ClassAccount]:
    accounts = ClassAccount.objects.filter(classroom=classroom, user__memberships__classroom=classroom)
    if whose == "all":
        return list(accounts)
    if whose == "none":
        return list(accounts.filter(code_hash=""))
    return list(accounts.filter(pk__in=numbers([whose])))


def _codes_key(request: HttpRequest, pk: int, token: str) -> str:
    return f"class-codes:{pk}:{user_of(request).pk}:{token}"
