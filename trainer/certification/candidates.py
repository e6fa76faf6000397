"""Candidates: whose sittings they are, and under which name certificates are made out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from trainer.accounts.models import User
from trainer.certification.models import Candidate, Sitting
from trainer.certification.names import LONGEST, can_print, may_be_part, tidy


def candidate_of(user: User) -> Candidate:
    """Return an account as exams know it; made the first time."""
    return Candidate.objects.get_or_create(user=user)[0]


def is_named(candidate: Candidate) -> bool:
    """Return whether a certificate could be made out to a candidate."""
    return bool(candidate.name) and can_print(candidate.printed_name or candidate.name)


def candidates_of(users: Sequence[User]) -> list[Candidate]:
    """Return accounts as exams know them, in their order; made the first time. Three queries at most."""
    known = set(Candidate.objects.filter(user__in=users).values_list("user", flat=True))
    fresh = [Candidate(user=user) for user in users if user.pk not in known]
    Candidate.objects.bulk_create(fresh, ignore_conflicts=True)
    found = {each.user_id: each for each in Candidate.objects.filter(user__in=users)}
    return [found[user.pk] for user in users]


def in_an_exam(old: User, into: User) -> bool:
    """Return whether one of two accounts is in an exam: the other one would go on in it with all tools open."""
    return Sitting.objects.filter(user__in=(old, into), state=Sitting.State.OPEN).exists()


def may_name(candidate: Candidate) -> bool:
    """Return whether a candidate may give another name: none was compared with an ID, and no certificate bears it. One
    that can't be printed any more they may, unless a certificate bears it that was not revoked: that is corrected.
    """
    if candidate.certificates.filter(revoked_at=None).exists():
        return False
    confirmed = candidate.tickets.exclude(confirmed_at=None)
    return not is_named(candidate) or not (confirmed.exists() or candidate.certificates.exists())


@transaction.atomic
def name(candidate: Candidate, full: str, printed: str) -> None:
    """Give a candidate the names that certificates bear.

    A name that was confirmed against an ID stays as it is, and so does one that a certificate bears: it is corrected
    there. Whatever tickets were confirmed with a former one are to be confirmed anew.
    """
    candidate.refresh_from_db(from_queryset=Candidate.objects.select_for_update())  # a proctor may be confirming it
    if not may_name(candidate):
        return
    candidate.name, candidate.printed_name = full, printed
    candidate.save(update_fields=["name", "printed_name"])
    candidate.tickets.exclude(confirmed_at=None).update(confirmed_at=None, confirmed_by=None)


def both_sat(old: User, into: User) -> bool:
    """Return whether both of two accounts are known to exams."""
    return Candidate.objects.filter(user__in=(old, into)).count() > 1


class NameForm(forms.Form):
    """The full name, and how it is printed where its script can't be."""

    name = forms.CharField(
        label=gettext_lazy("Your full name"), help_text=gettext_lazy("As on your ID card."), max_length=LONGEST
    )
    printed_name = forms.CharField(
        label=gettext_lazy("Your name as it is printed"),
        help_text=gettext_lazy(
            "Only if your script can’t be printed. Latin, Chinese, Tamil, Thai, Arabic and Devanagari can."
        ),
        max_length=LONGEST,
        required=False,
    )
    whole = forms.BooleanField(
        label=gettext_lazy("This is my full name"),
        error_messages={"required": gettext_lazy("Is this your full name? Then tick this. Otherwise write all of it.")},
    )
    field_order = ("name", "whole", "printed_name")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask once whether a name is whole that may not be; nobody is asked about the one that is known of them."""
        super().__init__(*args, **kwargs)
        full = tidy(str(self.data.get("name", "")))
        if full == self.initial.get("name") or not may_be_part(full):
            del self.fields["whole"]

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])

    def clean_printed_name(self) -> str:
        """Return "" where the full name is printed as it is: another one beside it is refused, not dropped."""
        printed, full = tidy(self.cleaned_data["printed_name"]), self.cleaned_data.get("name", "")
        if not full:
            return ""
        if can_print(full):
            if printed not in ("", full):
                raise forms.ValidationError(_("Your full name can be printed as it is. Leave this field empty."))
            return ""
        if not printed:
            raise forms.ValidationError(_("This script can’t be printed. Give your name in Latin letters as well."))
        if not can_print(printed):
            raise forms.ValidationError(_("This can’t be printed. Use Latin letters."))
        return printed
