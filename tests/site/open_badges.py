"""Open Badges 3.0 as a schema: which fields a credential must have and what they may hold.

Restated from the data model of the specification (1EdTech, Open Badges 3.0, "Open Badges Data Models"): the classes
AchievementCredential, Profile, AchievementSubject, IdentityObject, Achievement, Criteria, CredentialStatus and
CredentialSchema, with the fields that this site writes; any other field is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

URI = {"type": "string", "pattern": r"^(https?://|urn:uuid:)\S+$"}
TEXT = {"type": "string", "pattern": r"\S"}
MOMENT = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"}
SECONDS = {"type": "integer", "minimum": 0}
LANGUAGE = {"type": "string", "pattern": r"^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$"}


def _object(required: str, optional: str = "", **fields: Any) -> dict[str, Any]:
    """An object with these fields and no others: TEXT where nothing else is said."""
    names = [*required.split(), *optional.split()]
    return {
        "type": "object",
        "required": required.split(),
        "properties": {name: fields.get(name.strip("@"), TEXT) for name in names},
        "additionalProperties": False,
    }


def _types(*allowed: str) -> dict[str, Any]:
    return {"type": "array", "minItems": len(allowed), "items": {"type": "string", "enum": list(allowed)}}


PROFILE = _object("id type", "name url", id=URI, type=_types("Profile"), url=URI)
IDENTITY = _object(
    "type identityType identityHash hashed",
    type={"type": "string", "enum": ["IdentityObject"]},
    identityType={"type": "string", "enum": ["name", "emailAddress", "sourcedId", "systemId", "productId"]},
    hashed={"type": "boolean"},
)
ACHIEVEMENT = _object(
    "id type criteria description name",
    "achievementType inLanguage version",
    id=URI,
    type=_types("Achievement"),
    criteria=_object("narrative"),
    achievementType={"type": "string", "enum": ["Certification", "Certificate", "Badge", "Award", "Assessment"]},
    inLanguage=LANGUAGE,
)
SUBJECT = _object(
    "type achievement",
    "id identifier narrative",
    id=URI,
    type=_types("AchievementSubject"),
    achievement=ACHIEVEMENT,
    identifier={"type": "array", "minItems": 1, "items": IDENTITY},
)
STATUS = _object("id type", "statusPurpose statusListIndex statusListCredential", id=URI, statusListCredential=URI)
SCHEMAS = {"type": "array", "minItems": 1, "items": _object("id type", id=URI)}

CREDENTIAL: Mapping[str, Any] = _object(
    "@context id type issuer validFrom credentialSubject iss jti sub nbf",
    "name validUntil credentialSchema credentialStatus exp",
    context={"type": "array", "minItems": 2, "items": URI},
    id=URI,
    type=_types("VerifiableCredential", "OpenBadgeCredential"),
    issuer=PROFILE,
    validFrom=MOMENT,
    validUntil=MOMENT,
    credentialSubject=SUBJECT,
    credentialSchema=SCHEMAS,
    credentialStatus=STATUS,
    iss=URI,
    jti=URI,
    sub=URI,
    nbf=SECONDS,
    exp=SECONDS,
)
"""An OpenBadgeCredential with its claims beside it, as the payload of a VC-JWT ("JSON Web Token Proof Format")."""
