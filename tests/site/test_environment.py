"""What the environment says, as Django's settings; expected values: Django's documentation of each setting."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from trainer import environment


def test_a_database_address_names_server_account_and_options() -> None:
    entry = environment.database("postgresql://teacher:p%40ss@db.example:6543/stakes?sslmode=require")
    assert (entry["NAME"], entry["USER"], entry["PASSWORD"]) == ("stakes", "teacher", "p@ss")
    assert (entry["HOST"], entry["PORT"]) == ("db.example", "6543")
    assert entry["OPTIONS"]["sslmode"] == "require"
    assert entry["OPTIONS"]["pool"]["reconnect_timeout"] < 10  # by itself 300: waits double up to that (psycopg_pool)


def test_a_database_address_may_name_a_socket_folder() -> None:
    entry = environment.database("postgresql://postgres@/table_stakes?host=%2Ftmp%2Fa%20b")
    assert (entry["NAME"], entry["HOST"]) == ("table_stakes", "/tmp/a b")


@pytest.mark.parametrize(
    ("broker", "cache"),
    [
        ("redis+socket:///run/valkey.sock", "unix:///run/valkey.sock?db=1"),
        ("redis+socket:///run/valkey.sock?virtual_host=4", "unix:///run/valkey.sock?db=5"),
        ("redis://:secret@queue.example:6379/2", "redis://:secret@queue.example:6379/3"),
        ("rediss://queue.example", "rediss://queue.example/1"),
    ],
)
def test_the_cache_has_the_database_after_the_brokers(broker: str, cache: str) -> None:
    assert environment.cache(broker) == cache


def test_a_broker_that_is_no_valkey_is_refused_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="must begin with redis://"):
        environment.cache("amqp://queue.example")


@pytest.mark.parametrize(
    ("read", "given", "named"),
    [
        (environment.database, "postgresql://[", "DATABASE_URL"),
        (environment.cache, "redis://queue.example/two", "CELERY_BROKER_URL"),
        (environment.mail, "smtp://mail.example:port", "EMAIL_URL"),
        (environment.origins, "stakes.example", "TABLE_STAKES_ORIGIN"),
        (environment.origins, "https://stakes.example/site", "TABLE_STAKES_ORIGIN"),
    ],
)
def test_a_value_that_makes_no_sense_is_told_with_its_variable(
    read: Callable[[str], object], given: str, named: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=named):
        read(given)


@pytest.mark.parametrize(
    ("read", "given"),  # RFC 3986, 2.2 and 3.2.1: in a password these characters have to be percent-encoded
    [
        (environment.database, "postgresql://stakes:qz%xq@db.example/stakes"),
        (environment.database, "postgresql://stakes:qz@[xq@db.example/stakes"),
        (environment.database, "postgresql://stakes:qz@xq@db.example/stakes"),
        (environment.database, "postgresql://stakes:qz/xq@db.example/stakes"),
        (environment.database, "postgresql://stakes:qz@xq/qz@db.example/stakes"),
        (environment.database, "host=db.example password=qz xq"),
        (environment.cache, "redis://:qz/xq@queue.example:6379/0"),
        (environment.cache, "redis://:qz#xq@queue.example:6379/0"),
        (environment.cache, "redis://:6379?xq@queue.example:6379/0"),
        (environment.mail, "smtp://stakes:qz/xq@mail.example"),
        (environment.mail, "smtp://stakes:25/xq@mail.example"),
        (environment.mail, f"smtp://stakes:qz{chr(0x2100)}xq@mail.example"),
    ],
)
def test_no_part_of_a_password_is_told(read: Callable[[str], object], given: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        read(given)
    assert not re.search("qz|xq", str(refused.value))
    assert refused.value.__suppress_context__ or refused.value.__context__ is None, "nor what a parser said of it"


def test_origins_are_as_browsers_send_them() -> None:  # RFC 6454, 6.2: scheme and host, no path
    assert environment.origins("https://stakes.example/, http://stakes.lan:8000") == [
        "https://stakes.example",
        "http://stakes.lan:8000",
    ]


def test_a_secret_key_that_can_not_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "local").write_text("a file, no folder")
    with pytest.raises(ImproperlyConfigured, match="TABLE_STAKES_LOCAL"):
        environment.secret_key(tmp_path / "local" / "secret_key")


def test_a_mail_address_gives_host_account_and_encryption() -> None:
    settings = environment.mail("smtp://club%40example:a%2Fb@mail.example")
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"]) == ("mail.example", 587)
    assert (settings["EMAIL_HOST_USER"], settings["EMAIL_HOST_PASSWORD"]) == ("club@example", "a/b")
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (True, False)
    assert 0 < settings["EMAIL_TIMEOUT"] < 30  # without one a socket waits for ever (Python, "socket")


def test_a_secret_key_is_made_once_and_readable_by_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "local" / "secret_key"
    key = environment.secret_key(path)
    assert len(key) >= 50
    assert environment.secret_key(path) == key
    assert path.stat().st_mode & 0o077 == 0
