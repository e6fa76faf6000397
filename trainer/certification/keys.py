"""The keys that sign badges, status lists and the audit's heads: RSA with SHA-256 (RS256), which verifiers must read.

They are PEM blocks, in a file or in the environment itself (settings.SIGNING_KEYS). The first private key signs. The
others are there to be checked by: after a rotation the former key stays, so what it signed holds. Where there is no
file yet, one is made with a new key, by the first certificate at the latest; never where there are certificates or
signed heads already, for then the keys are lost, not missing. Where the file could not be written at the first
certificate, `rotate` makes it: nothing was signed.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import GuestProtocol, RSAKey

from trainer.certification.models import Certificate, Head

ALGORITHM = "RS256"
BITS = 3072
"""The least that is taken for keys whose signatures are to hold after 2030 (NIST SP 800-57 part 1)."""

_BLOCK = re.compile(r"-----BEGIN ([A-Z ]+)-----.+?-----END \1-----", re.DOTALL)


class BadKeys(Exception):
    """What settings.SIGNING_KEYS names holds no private key, or something that is no RSA key."""


class BadSignature(Exception):
    """A token that none of the keys has signed, or that is none."""


def sign(payload: Mapping[str, Any]) -> str:
    """Return a signed token (compact JWS, RFC 7515) of a payload: the same one each time while the key is the same."""
    key = _keys()[0]
    header = {"alg": ALGORITHM, "kid": address_of(key), "typ": "JWT"}
    return jwt.encode(header, dict(payload), key, algorithms=[ALGORITHM])


def verify(token: str, jwks: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the payload of a token that was signed here, or by a key of another set. Raises BadSignature.

    Nothing is fetched: the end of `kid` names the key, whatever address stands before it.
    """
    try:
        known = {entry["kid"]: entry for entry in (public() if jwks is None else jwks)["keys"]}

        def named(signed: GuestProtocol) -> RSAKey:
            return RSAKey.import_key(known[str(signed.headers()["kid"]).rstrip("/").rpartition("/")[2]])

        return dict(jwt.decode(token, named, algorithms=[ALGORITHM]).claims)
    except (JoseError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadSignature(str(error)) from error


def public() -> dict[str, Any]:
    """Return all public keys as a set (JWKS, RFC 7517); `kid` is a key's thumbprint (RFC 7638)."""
    return {"keys": [_public(key) for key in _keys()]}


def public_key(kid: str) -> dict[str, Any] | None:
    """Return one public key (JWK) by its thumbprint, None where there is none."""
    return next((key for key in public()["keys"] if key["kid"] == kid), None)


def address_of(key: RSAKey) -> str:
    """Return where a key's public part is served: what `kid` says in what it signs."""
    return settings.SITE + reverse("badge_key", args=[key.thumbprint()])


def rotate() -> str:
    """Put a new key before those in the file, and return its thumbprint. A file that isn't there is made, also beside
    certificates. Raises BadKeys where the keys are in no file, or lost.
    """
    path = _file()
    if path is None:
        raise BadKeys("the keys are in the environment")
    if path.exists():
        os.replace(draft(path, f"{_new_key()}\n{path.read_text()}"), path)
    else:
        _make(path)
    return _keys()[0].thumbprint()


def draft(path: Path, text: str) -> Path:
    """Return a new file with a text, beside the one whose place it is to take. Only its owner can read it; where root
    writes it, that is who owns the former one or the folder, so that the site can read it.
    """
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        file.write(text)
    if os.geteuid() == 0:
        owner = (path if path.exists() else path.parent).stat()
        os.chown(file.name, owner.st_uid, owner.st_gid)
    return Path(file.name)


def _keys() -> tuple[RSAKey, ...]:
    return _read(_text())


def _text() -> str:
    """Return the PEM blocks; a file that isn't there is made. Raises BadKeys where it is lost."""
    path = _file()
    if path is None:
        return str(settings.SIGNING_KEYS).replace("\\n", "\n")  # an environment may hold it on one line
    if not path.exists():
        if Certificate.objects.exists():
            raise BadKeys(f"{path} is not there, and certificates were issued already")
        _make(path)
    return path.read_text()


def _make(path: Path) -> None:
    """Make the file with a first key. Two processes that start at once get the same one. Raises BadKeys where a former
    key has signed heads.
    """
    if Head.objects.exclude(signed="").exists():
        raise BadKeys(f"{path} is not there, and the heads of the audit are signed already")
    path.parent.mkdir(parents=True, exist_ok=True)
    made = draft(path, _new_key())
    with suppress(FileExistsError):
        os.link(made, path)
    made.unlink()


def _file() -> Path | None:
    """Return the file of the keys, None where they are in the environment. Raises BadKeys for what is neither."""
    named = str(settings.SIGNING_KEYS)
    if named.startswith("-----BEGIN"):
        return None
    if not named.startswith("/"):
        raise BadKeys("TABLE_STAKES_KEYS is neither PEM blocks nor the whole path of a file")
    return Path(named)


def _new_key() -> str:
    return RSAKey.generate_key(BITS).as_pem(private=True).decode()


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[RSAKey, ...]:
    """Return the keys of PEM blocks, one that can sign first. Raises BadKeys."""
    try:
        keys = [RSAKey.import_key(block[0]) for block in _BLOCK.finditer(text)]
    except (JoseError, ValueError, TypeError) as error:
        raise BadKeys(str(error)) from error
    if not any(key.is_private for key in keys):
        raise BadKeys("there is no private key")
    return tuple(sorted(keys, key=lambda key: not key.is_private))


def _public(key: RSAKey) -> dict[str, Any]:
    return {**key.as_dict(private=False), "kid": key.thumbprint(), "use": "sig", "alg": ALGORITHM}
