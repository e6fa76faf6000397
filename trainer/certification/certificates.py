"""Certificates: issued once for a passed sitting, revoked and replaced in the open, and where each stands."""

from __future__ import annotations

from calendar import monthrange
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quizzes.templatetags.dates import day
from trainer.accounts.models import User
from trainer.certification import audit, houses, keys, names, status_list
from trainer.certification.models import Blueprint, Candidate, Certificate, Sitting
from trainer.classrooms import outbox

ISSUER = "Table Stakes"
RENEW_BEFORE = timedelta(days=60)
"""From so long before its end a holder is offered to sit the exam again."""


class Because(models.TextChoices):
    """Why a certificate is no longer valid, as everybody may read it."""

    REGRADE = "regrade", gettext_lazy("An answer was graded anew, and the sitting does not reach the pass mark.")
    VOID = "void", gettext_lazy("The sitting was declared void.")
    MISTAKE = "mistake", gettext_lazy("It was issued by mistake.")
    HOLDER = "holder", gettext_lazy("The holder asked for it.")
    REPLACED = "replaced", gettext_lazy("Another certificate has taken its place.")


class Standing(models.TextChoices):
    """Where a certificate stands."""

    VALID = "valid", gettext_lazy("Valid")
    EXPIRED = "expired", gettext_lazy("Expired")
    REVOKED = "revoked", gettext_lazy("Revoked")
    REPLACED = "replaced", gettext_lazy("Replaced")


class NotValid(Exception):
    """Only a certificate that was not revoked can be replaced."""


class Erased(Exception):
    """A person who was taken out of the records gets no name again."""


@dataclass(frozen=True, slots=True)
class About:
    """What a certificate says beside the name, in the language in force. Its days are UTC's, the same for everybody."""

    exam: str
    issued: str
    ends: str
    house: str
    passed: str
    proctored: str
    what_not: str


@transaction.atomic
def issue_for(sitting: Sitting, now: datetime | None = None) -> Certificate | None:
    """Return the certificate of a sitting, issued where there is none yet; None where the sitting gives none.

    A sitting gives one when its stored result is a pass, it was no practice, and its candidate is not erased. After a
    regrade has revoked it, another one may be issued, which ends when the former would have; after any other revocation
    none is. May be called again without harm.
    """
    row = Sitting.objects.select_for_update(of=("self",)).select_related("blueprint", "user", "ticket", "candidate")
    sitting = row.get(pk=sitting.pk)
    if sitting.state != Sitting.State.GRADED or not sitting.passed or sitting.practice or sitting.candidate.erased_at:
        return None
    last = sitting.certificates.order_by("-pk").first()
    if last is not None and last.revoked_because != Because.REGRADE:
        return last if last.revoked_at is None else None
    with suppress(keys.BadKeys, OSError):  # nobody's pass waits for keys that are lost: `doctor` tells of them
        keys.public()  # made before there is a first certificate, so that keys that are missing later are lost
    moment = (now or timezone.now()).replace(microsecond=0)
    certificate = Certificate.objects.create(
        sitting=sitting,
        candidate=sitting.candidate,
        blueprint=sitting.blueprint,
        ruleset=sitting.ruleset,
        edition=sitting.blueprint.edition,
        proctored=bool(sitting.ticket and sitting.ticket.confirmed_at),
        language=_language(sitting.user),
        issued_at=moment,
        expires_at=last.expires_at if last else months_after(moment, sitting.blueprint.valid_months),
        status_index=status_list.new_place(),
    )
    audit.append(certificate, "issued", details=_details(certificate), at=now)
    return certificate


@transaction.atomic
def revoke(
    certificate: Certificate, because: str, by: User | None = None, why: str = "", now: datetime | None = None
) -> None:
    """End a certificate in the open. `because` is of Because and can be read by all, `why` is for the audit alone. The
    holder is told by letter; of a regrade the correction tells, and of what takes the place of another `reissue`.

    What is revoked already stays as it is.
    """
    rows = Certificate.objects.select_for_update(of=("self",)).select_related("candidate__user", "blueprint")
    row = rows.get(pk=certificate.pk)
    if row.revoked_at is None:
        row.revoked_at, row.revoked_because = now or timezone.now(), Because(because).value
        row.save(update_fields=["revoked_at", "revoked_because"])
        audit.append(row, "revoked", by.pk if by else None, {"because": row.revoked_because}, why, row.revoked_at)
        if because not in (Because.REGRADE, Because.REPLACED):
            _tell_holder(row, "revoked")
    certificate.revoked_at, certificate.revoked_because = row.revoked_at, row.revoked_because


@transaction.atomic
def reissue(
    certificate: Certificate, by: User | None = None, why: str = "", now: datetime | None = None
) -> Certificate:
    """Put another certificate in the place of one, which says so, and return it: it ends when the former would have.

    The holder is told by letter. Raises NotValid where it was revoked.
    """
    moment = now or timezone.now()
    row = Certificate.objects.select_for_update(of=("self",)).select_related("sitting__user").get(pk=certificate.pk)
    if row.revoked_at is not None:
        raise NotValid(row.code)
    revoke(row, Because.REPLACED, by, why, moment)
    kept = ("sitting", "candidate", "blueprint", "ruleset", "edition", "proctored", "expires_at")
    successor = Certificate.objects.create(
        **{field: getattr(row, field) for field in kept},
        language=_language(row.sitting.user),
        issued_at=moment.replace(microsecond=0),
        status_index=status_list.new_place(),
    )
    Certificate.objects.filter(pk=row.pk).update(replaced_by=successor)
    _tell_holder(successor, "replaced", address_of(successor))
    audit.append(successor, "issued", by.pk if by else None, {**_details(successor), "replaces": row.pk}, why, moment)
    return successor


@transaction.atomic
def correct_name(candidate: Candidate, name: str, by: User | None, why: str, now: datetime | None = None) -> None:
    """Give a candidate another name on paper; other certificates take the place of all those that are not revoked.

    Done twice it is done once. Raises Erased.
    """
    row = Candidate.objects.select_for_update().get(pk=candidate.pk)
    if row.erased_at is not None:
        raise Erased
    if full_name(row) == names.tidy(name):
        return
    row.name, row.printed_name = names.tidy(name), ""
    row.save(update_fields=["name", "printed_name"])
    for certificate in row.certificates.filter(revoked_at__isnull=True).order_by("pk"):
        reissue(certificate, by, why, now)


def find(code: str) -> Certificate | None:
    """Return the certificate with a code, in whatever way it was typed; None where there is none."""
    tidy = "".join(code.split()).replace("-", "").upper()
    rows = Certificate.objects.select_related("candidate", "blueprint", "replaced_by")
    return rows.filter(code=tidy).first()


def standing(certificate: Certificate, now: datetime | None = None) -> Standing:
    """Return where a certificate stands."""
    if certificate.revoked_at is not None:
        return Standing.REPLACED if certificate.revoked_because == Because.REPLACED else Standing.REVOKED
    return Standing.EXPIRED if certificate.expires_at <= (now or timezone.now()) else Standing.VALID


def about(certificate: Certificate) -> About:
    """Return what a certificate says, in the language in force."""
    house = houses.name_of(certificate.ruleset)
    if certificate.edition and certificate.edition not in house:
        house = _("%(house)s, edition %(edition)s") % {"house": house, "edition": certificate.edition}
    if certificate.proctored:
        proctored = _("Proctored: somebody watched the sitting and compared the name with an ID.")
    else:
        proctored = _("Not proctored: nobody watched the sitting, so a second device or a helper can’t be ruled out.")
    return About(
        exam=exam_title(certificate.blueprint),
        issued=day(certificate.issued_at.astimezone(UTC)),
        ends=day(certificate.expires_at.astimezone(UTC)),
        house=house,
        passed=_("The holder passed this exam, held under the rules of %(house)s.") % {"house": house},
        proctored=proctored,
        what_not=_("It is no licence to deal. The Tournament Directors Association (TDA) has not endorsed it."),
    )


def exam_title(blueprint: Blueprint) -> str:
    """Return what an exam is called in the language in force, in English where nobody has translated it."""
    titles = blueprint.plan["title"]
    return str(titles.get(translation.get_language() or "") or titles["en"])


def full_name(candidate: Candidate) -> str:
    """Return the name that is printed, "" once it was removed."""
    return candidate.printed_name or candidate.name


def shown_name(candidate: Candidate) -> str:
    """Return what the holder lets others see of the name, "" once it was removed."""
    name = full_name(candidate)
    return names.initials(name) if candidate.shown == Candidate.Shown.INITIALS else name


def show(candidate: Candidate, shown: str) -> None:
    """Let others see the full name, or the initials alone. Raises ValueError for anything else."""
    candidate.shown = Candidate.Shown(shown)
    candidate.save(update_fields=["shown"])


def address_of(certificate: Certificate) -> str:
    """Return where anybody can check a certificate: the same address in all languages."""
    with translation.override(settings.LANGUAGE_CODE):
        return settings.SITE + reverse("verify", args=[certificate.code])


def spaced(code: str) -> str:
    """Return a code as people read it out: in groups of five."""
    return " ".join(code[start : start + 5] for start in range(0, len(code), 5))


def months_after(moment: datetime, months: int) -> datetime:
    """Return the same day and time so many months later; the month's last day where it has no such day."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, monthrange(year, month + 1)[1]))


def _tell_holder(certificate: Certificate, letter: str, link: str = "") -> None:
    """Write to the holder of a certificate, where the account is still there. The letter leads to the list of theirs
    unless there is a link to another page.
    """
    holder = certificate.candidate.user
    if holder is None:
        return
    with translation.override(_language(holder)):
        exam, revoked = exam_title(certificate.blueprint), certificate.revoked_because
        because = str(Because(revoked).label) if revoked else ""
        link = link or settings.SITE + reverse("certificates")
    context = {"exam": exam, "because": because, "link": link}
    outbox.put([holder], f"certification/letters/{letter}", context)


def _language(user: User | None) -> str:
    code = user.language if user else ""
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _details(certificate: Certificate) -> dict[str, str | int]:
    """Return what the event of an issue holds: ids, what the certificate says of the exam, and a digest of the name
    made with the candidate's salt.
    """
    candidate = certificate.candidate
    return {
        "code": certificate.code,
        "status_index": certificate.status_index,
        "sitting": certificate.sitting_id,
        "candidate": str(candidate.pk),
        "name": audit.digest(full_name(candidate), candidate.salt),
        "blueprint": certificate.blueprint_id,
        "ruleset": certificate.ruleset,
        "edition": certificate.edition,
        "proctored": certificate.proctored,
        "issued_at": certificate.issued_at.isoformat(),
        "expires": certificate.expires_at.isoformat(),
    }
