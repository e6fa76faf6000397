"""A card room's staff: a manager asks, each person agrees, and the manager sees who holds which certificate.

What a manager sees is what they agreed to: certificates, and results as far as these are released. Whoever leaves is
seen no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from quizzes import house_rules
from trainer.accounts.models import User
from trainer.certification.certificates import exam_title, full_name
from trainer.certification.models import Candidate, Certificate, Staff, StaffMember
from trainer.certification.models.staff import make_staff_code
from trainer.classrooms import outbox

MANAGE = "certification.manage_staff"
A_PAGE = 50
SOON = timedelta(days=60)
"""From so long before its end a certificate is in the list of those that end."""

REMIND_AGAIN = timedelta(days=14)
MOST_STAFFS = 20
MOST_ADDRESSES = 100


class NoSuchStaff(Exception):
    """No staff has this code."""


class TooMany(Exception):
    """A manager keeps MOST_STAFFS staffs, and invites MOST_ADDRESSES addresses at once, at most."""


@dataclass(frozen=True, slots=True)
class Held:
    """A certificate that a member holds, and whether it ends soon."""

    certificate: Certificate
    title: str
    soon: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A member of a staff with the name on the certificates, the account's where there is none, and what is valid.

    `reached` is whether a letter gets there: the account has a confirmed address.
    """

    member: StaffMember
    name: str
    held: tuple[Held, ...]
    reached: bool


def of(manager: User) -> QuerySet[Staff]:
    """Return the staffs that somebody manages."""
    return Staff.objects.filter(manager=manager).order_by("pk")


def find(manager: User, pk: int) -> Staff:
    """Return a staff of a manager's. Raises PermissionDenied without that role, and Http404 for another's."""
    if not manager.has_perm(MANAGE):
        raise PermissionDenied
    staff = of(manager).filter(pk=pk).first()
    if staff is None:
        raise Http404
    return staff


@transaction.atomic
def make(manager: User, name: str, house: str) -> Staff:
    """Begin a staff. Raises PermissionDenied for whoever is no manager or may not use that house, and TooMany."""
    if not (manager.has_perm(MANAGE) and house_rules.may_use(house, manager.pk)):
        raise PermissionDenied
    if of(manager).count() >= MOST_STAFFS:
        raise TooMany(name)
    return Staff.objects.create(manager=manager, name=name, house=house)


def change(staff: Staff, name: str, house: str) -> None:
    """Give a staff another name, and other house rules. Raises PermissionDenied for rules its manager may not use,
    where these are not the staff's already.
    """
    if house != staff.house and not house_rules.may_use(house, staff.manager_id):
        raise PermissionDenied
    Staff.objects.filter(pk=staff.pk).update(name=name, house=house)


def new_code(staff: Staff) -> None:
    """Give a staff another code: with the former one nobody comes in any more."""
    Staff.objects.filter(pk=staff.pk).update(code=make_staff_code())


@transaction.atomic
def invite(staff: Staff, addresses: Sequence[str]) -> None:
    """Write to the accounts that have confirmed one of these addresses, but for those who are in it. Raises TooMany.

    Nothing tells whether an address has an account.
    """
    asked = {address.strip().lower() for address in addresses if address.strip()}
    if len(asked) > MOST_ADDRESSES:
        raise TooMany(staff.name)
    found = EmailAddress.objects.filter(email__in=asked, verified=True, user__is_active=True)
    outside = found.exclude(user__staff_places__staff=staff).select_related("user")
    words = {"staff": staff, "manager": staff.manager, "link": settings.SITE + reverse("staff_join", args=[staff.code])}
    outbox.put([address.user for address in outside], "certification/letters/staff_asks", words)


def asked_by(code: str) -> Staff:
    """Return the staff of a code, in whatever way it was typed. Raises NoSuchStaff."""
    staff = Staff.objects.select_related("manager").filter(code="".join(code.split()).upper()).first()
    if staff is None or not staff.manager.has_perm(MANAGE):
        raise NoSuchStaff(code)
    return staff


def agree(user: User, code: str) -> Staff:
    """Let a card room see one's certificates and released results. Said twice it is said once. Raises NoSuchStaff."""
    staff = asked_by(code)
    try:
        with transaction.atomic():
            StaffMember.objects.create(staff=staff, user=user)
    except IntegrityError:
        pass  # agreed before
    return staff


def places(user: User) -> QuerySet[StaffMember]:
    """Return the card rooms that see somebody's certificates."""
    return StaffMember.objects.filter(user=user).select_related("staff__manager").order_by("pk")


def leave(user: User, staff_pk: int) -> None:
    """Let a card room see nothing any more."""
    StaffMember.objects.filter(user=user, staff=staff_pk).delete()


def remove(staff: Staff, member_pk: int) -> None:
    """Take somebody off a staff."""
    StaffMember.objects.filter(staff=staff, pk=member_pk).delete()


def page_of(staff: Staff, number: str | None, only: str, now: datetime) -> tuple[Page[StaffMember], list[Line]]:
    """Return a page of a staff: all, `only` "ending" with a certificate that ends soon, or "none" with no valid one.

    Five queries, however many there are.
    """
    page = Paginator(_members(staff, only, now), A_PAGE).get_page(number)
    return page, _lines(list(page), now)


def rows(staff: Staff, now: datetime) -> Iterator[tuple[str, ...]]:
    """Yield the whole list as rows for a spreadsheet: a row for each certificate, one without for who holds none."""
    yield (_("Name"), _("Account"), _("Certificate"), _("Proctored"), _("Issued"), _("Expires"), _("Code"))
    for line in _lines(list(_members(staff, "", now)), now):
        who = (line.name, line.member.user.username)
        for held in line.held:
            certificate = held.certificate
            days = (certificate.issued_at.date().isoformat(), certificate.expires_at.date().isoformat())
            yield (*who, held.title, _("yes") if certificate.proctored else _("no"), *days, certificate.code)
        if not line.held:
            yield (*who, *[""] * 5)


@transaction.atomic
def remind(staff: Staff, now: datetime) -> tuple[int, int]:
    """Write to each member whose certificate ends soon, at most once in REMIND_AGAIN.

    Return how many letters there are, and how many members get none since their account has no confirmed address.
    """
    due = _members(staff, "ending", now).filter(user__is_active=True).exclude(reminded_at__gt=now - REMIND_AGAIN)
    lines = _lines(list(due.select_for_update(of=("self",))), now)
    reached = [line for line in lines if line.reached]
    for line in reached:
        with translation.override(line.member.user.language or settings.LANGUAGE_CODE):
            ending = [
                (exam_title(held.certificate.blueprint), held.certificate.expires_at) for held in line.held if held.soon
            ]
            link = settings.SITE + reverse("certificates")
        words = {"staff": staff, "ending": ending, "link": link}
        outbox.put([line.member.user], "certification/letters/staff_reminds", words)
    StaffMember.objects.filter(pk__in=[line.member.pk for line in reached]).update(reminded_at=now)
    return len(reached), len(lines) - len(reached)


def _valid(now: datetime) -> QuerySet[Certificate]:
    return Certificate.objects.filter(revoked_at=None, expires_at__gt=now)


def _members(staff: Staff, only: str, now: datetime) -> QuerySet[StaffMember]:
    """Return the members in the order of their accounts' names."""
    members = StaffMember.objects.filter(staff=staff).select_related("user").order_by("user__username", "pk")
    held = _valid(now).filter(candidate__user=OuterRef("user"))
    if only == "ending":
        return members.filter(Exists(_ending(held, now)))
    return members.filter(~Exists(held)) if only == "none" else members


def _ending(held: QuerySet[Certificate], now: datetime) -> QuerySet[Certificate]:
    """Return those that end soon, but for whoever has one of the same exam that ends later."""
    later = _valid(now).filter(
        candidate=OuterRef("candidate"),
        blueprint__slug=OuterRef("blueprint__slug"),
        expires_at__gt=OuterRef("expires_at"),
    )
    return held.filter(~Exists(later), expires_at__lte=now + SOON)


def _lines(members: Sequence[StaffMember], now: datetime) -> list[Line]:
    """Return members with what they hold. Three queries."""
    users = [member.user_id for member in members]
    candidates = {each.user_id: each for each in Candidate.objects.filter(user__in=users)}
    valid = _valid(now).filter(candidate__user__in=users).select_related("blueprint").order_by("expires_at", "pk")
    by_user: dict[int | None, list[Certificate]] = defaultdict(list)
    for certificate in valid.annotate(account=F("candidate__user")):
        by_user[certificate.account].append(certificate)
    confirmed = set(EmailAddress.objects.filter(user__in=users, verified=True).values_list("user", flat=True))
    return [
        Line(
            member=member,
            name=_name(candidates.get(member.user_id), member.user),
            held=tuple(_newest(by_user[member.user_id], now)),
            reached=member.user_id in confirmed,
        )
        for member in members
    ]


def _newest(held: Sequence[Certificate], now: datetime) -> Iterator[Held]:
    """Yield the certificates, of each exam the one that ends last."""
    last = {certificate.blueprint.slug: certificate for certificate in held}
    for certificate in last.values():
        yield Held(certificate, exam_title(certificate.blueprint), certificate.expires_at <= now + SOON)


def _name(candidate: Candidate | None, user: User) -> str:
    return (full_name(candidate) if candidate else "") or user.username
