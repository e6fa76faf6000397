"""Certificates as Open Badges 3.0: a credential that wallets keep and any program can check, signed as a VC-JWT.

What is signed follows the specification's "JSON Web Token Proof Format": the payload is the credential itself with the
claims exp, iss, jti, nbf and sub that repeat it. Nothing is stored: while name and key stay, the badge stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import translation
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from trainer.certification import certificates, keys, status_list
from trainer.certification.models import Blueprint, Certificate

MEDIA_TYPE = "application/vc+jwt"
LIST_AGE = timedelta(hours=1)
"""So long a copy of the status list may be used."""

_CONTEXTS = ["https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"]
_SCHEMA = "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json"

IsRevoked = Callable[[Mapping[str, Any]], bool]
"""Says of a credential's status entry whether its bit is set. Raises status_list.BadList."""


class Problem(models.TextChoices):
    """Why a badge proves nothing, the first that is found."""

    SIGNATURE = "signature", gettext_lazy("It is no badge, or was changed, or is signed by no key of this site.")
    CLAIMS = "claims", gettext_lazy("It contradicts itself: what is signed is no badge of this site.")
    NOT_YET = "not-yet", gettext_lazy("It is not valid yet.")
    EXPIRED = "expired", gettext_lazy("It has expired.")
    REVOKED = "revoked", gettext_lazy("It was revoked, or another one has taken its place.")
    STATUS = "status", gettext_lazy("Whether it was revoked can’t be told from this status list.")


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a check: the credential as it was read, None where it is not ours, and what is wrong with it."""

    credential: Mapping[str, Any] | None
    problem: Problem | None

    @property
    def address(self) -> str:
        """Where the certificate's page is."""
        return str(self.credential["id"]) if self.credential else ""

    @property
    def name(self) -> str:
        """Whose badge it is, as the holder wanted it shown when it was downloaded."""
        return str(self.credential["credentialSubject"]["identifier"][0]["identityHash"]) if self.credential else ""

    @property
    def exam(self) -> str:
        return str(self.credential["name"]) if self.credential else ""

    @property
    def issued_at(self) -> datetime | None:
        return parse_datetime(self.credential["validFrom"]) if self.credential else None

    @property
    def expires_at(self) -> datetime | None:
        return parse_datetime(self.credential["validUntil"]) if self.credential else None


def token(certificate: Certificate) -> str:
    """Return a certificate as a signed badge, in its language, with the name as its holder lets it be seen."""
    with translation.override(certificate.language):
        return _signed(_credential(certificate), certificate.issued_at, certificate.expires_at)


def issuer() -> dict[str, Any]:
    """Return who issues the badges (Profile), as it is served at the address that is its id."""
    return {
        "@context": _CONTEXTS,
        "id": settings.SITE + reverse("badge_issuer"),
        "type": ["Profile"],
        "name": certificates.ISSUER,
        "url": settings.SITE,
    }


def list_token(number: int, now: datetime) -> str:
    """Return a status list as a signed credential."""
    address, moment = _list_address(number), now.replace(microsecond=0)
    subject = {
        "id": f"{address}#list",
        "type": "BitstringStatusList",
        "statusPurpose": "revocation",
        "encodedList": status_list.encoded(number),
    }
    credential = {
        "@context": _CONTEXTS[:1],
        "id": address,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": issuer()["id"],
        "validFrom": _text(moment),
        "validUntil": _text(moment + LIST_AGE),
        "credentialSubject": subject,
    }
    return _signed(credential, moment, moment + LIST_AGE)


def check(
    text: str, now: datetime, jwks: Mapping[str, Any] | None = None, is_revoked: IsRevoked | None = None
) -> Checked:
    """Check a badge: its signature, that it says what its claims say, its dates, and its place in the status list.

    Nothing is fetched. `jwks` are the public keys, `is_revoked` reads the list: this site's own without them.
    """
    try:
        payload = keys.verify("".join(text.split()), jwks)
    except keys.BadSignature:
        return Checked(None, Problem.SIGNATURE)
    if not _is_consistent(payload):
        return Checked(None, Problem.CLAIMS)
    return Checked(payload, _problem_of(payload, now, is_revoked or _is_revoked_here))


def list_reader(text: str, jwks: Mapping[str, Any] | None = None) -> IsRevoked:
    """Return what reads a signed status list that somebody has kept. Raises keys.BadSignature."""
    kept = keys.verify("".join(text.split()), jwks)

    def is_revoked(entry: Mapping[str, Any]) -> bool:
        if kept.get("id") != entry["statusListCredential"]:
            raise status_list.BadList("another list")
        return status_list.is_set(kept["credentialSubject"]["encodedList"], int(entry["statusListIndex"]))

    return is_revoked


def _credential(certificate: Certificate) -> dict[str, Any]:
    """Return a certificate as an OpenBadgeCredential in the language in force."""
    said, address = certificates.about(certificate), certificates.address_of(certificate)
    name = certificates.shown_name(certificate.candidate)
    subject = {
        "id": uuid5(NAMESPACE_URL, address).urn,  # of this certificate alone: badges of a person can't be joined by it
        "type": ["AchievementSubject"],
        "identifier": [{"type": "IdentityObject", "identityType": "name", "identityHash": name, "hashed": False}],
        "narrative": f"{said.proctored} {said.what_not}",
        "achievement": _achievement(certificate.blueprint, said),
    }
    return {
        "@context": _CONTEXTS,
        "id": address,
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": said.exam,
        "issuer": {key: value for key, value in issuer().items() if key != "@context"},
        "validFrom": _text(certificate.issued_at),
        "validUntil": _text(certificate.expires_at),
        "credentialSubject": subject,
        "credentialSchema": [{"id": _SCHEMA, "type": "1EdTechJsonSchemaValidator2019"}],
        "credentialStatus": _status(certificate.status_index),
    }


def _achievement(blueprint: Blueprint, said: certificates.About) -> dict[str, Any]:
    return {
        "id": f"{settings.SITE}{reverse('badge_issuer')}#{blueprint.slug}-{blueprint.number}",
        "type": ["Achievement"],
        "achievementType": "Certification",
        "name": said.exam,
        "description": _("An exam on the rules of poker as %(house)s plays them.") % {"house": said.house},
        "criteria": {"narrative": said.passed},
        "inLanguage": translation.to_locale(translation.get_language() or "en").replace("_", "-"),
        "version": str(blueprint.number),
    }


def _status(place: int) -> dict[str, str]:
    number, index = divmod(place, status_list.SIZE)
    address = _list_address(number)
    return {
        "id": f"{address}#{index}",
        "type": "BitstringStatusListEntry",
        "statusPurpose": "revocation",
        "statusListIndex": str(index),
        "statusListCredential": address,
    }


def _list_address(number: int) -> str:
    return settings.SITE + reverse("badge_status", args=[number])


def _signed(credential: Mapping[str, Any], issued_at: datetime, expires_at: datetime) -> str:
    """Return a credential as a VC-JWT: its claims repeat the dates, the issuer, the subject and the id."""
    who = credential["issuer"]
    return keys.sign(
        {
            **credential,
            "iss": who if isinstance(who, str) else who["id"],
            "jti": credential["id"],
            "sub": credential["credentialSubject"]["id"],
            "nbf": int(issued_at.timestamp()),
            "exp": int(expires_at.timestamp()),
        }
    )


def _is_consistent(payload: Mapping[str, Any]) -> bool:
    """Return whether a payload is a badge whose claims are those of its credential, as a verifier must see to."""
    try:
        return (
            "OpenBadgeCredential" in payload["type"]
            and payload["iss"] == payload["issuer"]["id"]
            and payload["sub"] == payload["credentialSubject"]["id"]
            and payload["jti"] == payload["id"]
            and payload["nbf"] == datetime.fromisoformat(payload["validFrom"]).timestamp()
            and payload["exp"] == datetime.fromisoformat(payload["validUntil"]).timestamp()
        )
    except (KeyError, TypeError, ValueError):
        return False


def _problem_of(payload: Mapping[str, Any], now: datetime, is_revoked: IsRevoked) -> Problem | None:
    if now.timestamp() < payload["nbf"]:
        return Problem.NOT_YET
    try:
        if is_revoked(payload["credentialStatus"]):
            return Problem.REVOKED
    except (KeyError, TypeError, ValueError, status_list.BadList):
        return Problem.STATUS
    return Problem.EXPIRED if now.timestamp() >= payload["exp"] else None


def _is_revoked_here(entry: Mapping[str, Any]) -> bool:
    """Read this site's own list, from its rows."""
    number = int(entry["statusListCredential"].rstrip("/").rpartition("/")[2])
    place = number * status_list.SIZE + int(entry["statusListIndex"])
    return not Certificate.objects.filter(status_index=place, revoked_at__isnull=True).exists()


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
