"""What the environment says, turned into the values that Django's settings want."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from psycopg import Error
from psycopg.conninfo import conninfo_to_dict


def database(url: str, patience: float = 5) -> dict[str, Any]:
    """Django's entry for a PostgreSQL address of any form that libpq reads.

    `pool` is psycopg's: a connection a thread is kept, so a request costs none of its own. `patience` is for how many
    seconds one is waited for. A server that was away is asked again after seconds, and at once where a request comes
    later: without a bound the pool would wait twice as long each time.
    """
    try:
        known = {key: str(value) for key, value in conninfo_to_dict(url).items() if value is not None}
    except Error:
        raise _unreadable("DATABASE_URL") from None
    named = known.get("host", "").lstrip("@") + known.get("dbname", "")  # @ begins a socket that is no file
    if "@" in named or not known.get("port", "0").replace(",", "0").isdecimal():
        raise _unreadable("DATABASE_URL")  # what is left of a password, which errors of a connection would tell
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": known.pop("dbname", ""),
        "USER": known.pop("user", ""),
        "PASSWORD": known.pop("password", ""),
        "HOST": known.pop("host", ""),
        "PORT": known.pop("port", ""),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**known, "pool": {"min_size": 1, "max_size": 8, "timeout": patience, "reconnect_timeout": 4}},
    }


def cache(broker: str) -> str:
    """The address of the shared cache: the broker's server, in the database after the broker's.

    A database of its own, because emptying the cache empties a whole database.
    """
    parts = _parts("CELERY_BROKER_URL", broker)
    if parts.scheme == "redis+socket":
        number = _number(dict(parse_qsl(parts.query)).get("virtual_host", ""))
        return f"unix://{parts.path}?db={number + 1}"
    if parts.scheme in {"redis", "rediss"}:
        number = _number(parts.path.strip("/"))
        return parts._replace(path=f"/{number + 1}").geturl()
    raise ImproperlyConfigured("CELERY_BROKER_URL must begin with redis://, rediss:// or redis+socket://")


def _number(text: str) -> int:
    if text and not text.isdecimal():
        raise ImproperlyConfigured("CELERY_BROKER_URL must name a database by its number, as in redis://host:6379/0")
    return int(text or 0)


def _parts(variable: str, address: str) -> SplitResult:
    """Take an address apart. An @ after its host is of a password with a / or the like that isn't percent-encoded."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  # it raises where it is no number
    except ValueError:
        raise _unreadable(variable) from None
    if "@" in parts.path + parts.query + parts.fragment:
        raise _unreadable(variable)
    return parts


def _unreadable(variable: str) -> ImproperlyConfigured:
    """What is said of an address: never a part of it, for its password may be there, and this goes into logs."""
    return ImproperlyConfigured(
        f"{variable} is no address that can be read; in user and password @ : / ? # % [ ] must be percent-encoded"
    )


def origins(text: str) -> list[str]:
    """The site's addresses, `https://stakes.example,https://...`: without a path, for browsers compare them so."""
    found = [origin.strip().rstrip("/") for origin in text.split(",") if origin.strip()]
    for origin in found:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or not parts.hostname or origin != f"{parts.scheme}://{parts.netloc}":
            raise ImproperlyConfigured(f"TABLE_STAKES_ORIGIN must be like https://stakes.example, not {origin}")
    return found


MAIL_SECONDS = 10
"""How long a mail server is waited for: whoever asked for a letter waits at a page, and holds one of its threads."""


def mail(url: str) -> dict[str, Any]:
    """Django's mail settings for `smtp://user:password@host:port` (STARTTLS), `smtps://` (TLS at once) or
    `smtp+plain://` (no encryption)."""
    parts = _parts("EMAIL_URL", url)
    ports = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
    if parts.scheme not in ports:
        raise ImproperlyConfigured("EMAIL_URL must begin with smtp://, smtps:// or smtp+plain://")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": MAIL_SECONDS,
    }


def secret_key(path: Path) -> str:
    """The key kept in `path`, made there the first time. Two processes that start at once get the same one."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
                draft.write(secrets.token_urlsafe(48))
                draft.flush()
                with suppress(FileExistsError):
                    os.link(draft.name, path)
        return path.read_text()
    except OSError as error:
        why = f"{path} can't be read or made ({error.strerror})"
        raise ImproperlyConfigured(
            f"{why}: see TABLE_STAKES_LOCAL and SECRET_KEY, or use the site's account"
        ) from error
