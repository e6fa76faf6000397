"""Badges stand up to a verifier that shares nothing with the code that signs them (issue 8, "Open Badges 3.0").

The verifier below reads a badge by the texts of the standards alone: RFC 7515 (compact JWS), RFC 7518 (RS256), RFC 7638
(thumbprints), Open Badges 3.0 ("JSON Web Token Proof Format") and W3C Bitstring Status List 1.0, with `cryptography`.
"""

from __future__ import annotations

import gzip
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jwt
import pytest
import time_machine
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries, Settings

from tests.site.certified import NAME, NOON, certified, visitor
from tests.site.open_badges import CREDENTIAL
from tests.site.people import person
from tests.site.schemas import faults
from trainer.certification import badges, certificates, keys, status_list
from trainer.certification.badges import Problem
from trainer.certification.models import Certificate

pytestmark = pytest.mark.django_db

SITE = "http://localhost:8000"


@cache
def made_elsewhere() -> str:
    """A key as another program writes it (PKCS #8 in PEM)."""
    key = generate_private_key(65537, 3072)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@pytest.fixture(autouse=True)
def own_keys(settings: Settings, tmp_path: Path) -> Path:
    """A file of keys for this test alone, with one key in it."""
    settings.SITE, settings.SIGNING_KEYS = SITE, str(tmp_path / "keys.pem")
    (tmp_path / "keys.pem").write_text(made_elsewhere())
    return tmp_path / "keys.pem"


@pytest.fixture
def row() -> Certificate:
    return certified(person())


# The verifier


def _bytes(part: str) -> bytes:
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


def _part(value: object) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def fetched(address: str) -> bytes:
    """What any program gets at an address of the site."""
    assert address.startswith(SITE)
    response = visitor().get(urlsplit(address).path)
    assert response.status_code == 200, address
    assert response["Access-Control-Allow-Origin"] == "*"
    assert not response.cookies
    return bytes(response.content)


def opened(token: str) -> dict[str, Any]:
    """The payload of a token, once its signature was checked with the key that its header names."""
    header_part, payload_part, signature = token.split(".")
    header = json.loads(_bytes(header_part))
    assert set(header) == {"alg", "kid", "typ"}, "the specification allows these, and either kid or jwk"
    assert (header["alg"], header["typ"]) == ("RS256", "JWT")
    key = json.loads(fetched(header["kid"]))
    assert key["kty"] == "RSA"
    assert not set(key) & {"d", "p", "q", "dp", "dq", "qi"}
    assert key in json.loads(fetched(f"{SITE}/.well-known/jwks.json"))["keys"]
    modulus, exponent = (int.from_bytes(_bytes(key[part])) for part in ("n", "e"))
    assert modulus.bit_length() >= 3072
    signed = f"{header_part}.{payload_part}".encode()
    RSAPublicNumbers(exponent, modulus).public_key().verify(_bytes(signature), signed, PKCS1v15(), SHA256())
    payload: dict[str, Any] = json.loads(_bytes(payload_part))
    return payload


def is_listed(entry: Mapping[str, str]) -> bool:
    """The bit of a status entry in the list that it names, whose signature is checked too."""
    assert entry["type"] == "BitstringStatusListEntry"
    listed = opened(fetched(entry["statusListCredential"]).decode())
    assert listed["id"] == entry["statusListCredential"]
    assert listed["type"] == ["VerifiableCredential", "BitstringStatusListCredential"]
    subject = listed["credentialSubject"]
    assert (subject["type"], subject["statusPurpose"]) == ("BitstringStatusList", entry["statusPurpose"])
    assert subject["encodedList"][0] == "u", "multibase: base64url without padding"
    bits = gzip.decompress(_bytes(subject["encodedList"][1:]))
    assert len(bits) >= 131_072 // 8
    index = int(entry["statusListIndex"])
    return bool(bits[index // 8] >> (7 - index % 8) & 1)


def seconds(text: str) -> float:
    assert text.endswith("Z")
    return datetime.fromisoformat(text).timestamp()


# What is signed


def test_a_badge_is_an_open_badge_whose_claims_repeat_its_credential(row: Certificate) -> None:
    badge = opened(badges.token(row))
    assert badge["@context"] == [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
    ]
    assert badge["type"] == ["VerifiableCredential", "OpenBadgeCredential"]
    assert badge["iss"] == badge["issuer"]["id"]
    assert badge["sub"] == badge["credentialSubject"]["id"]
    assert badge["jti"] == badge["id"] == f"{SITE}/verify/{row.code}/"
    assert badge["nbf"] == seconds(badge["validFrom"]) == NOON.timestamp()
    assert badge["exp"] == seconds(badge["validUntil"]) == datetime(2028, 5, 13, 12, tzinfo=UTC).timestamp()
    assert badge["issuer"]["type"] == ["Profile"]
    assert json.loads(fetched(badge["iss"]))["id"] == badge["iss"]


def test_another_library_proves_a_badge_by_the_keys_that_are_published(row: Certificate) -> None:
    """PyJWT, which finds the key by its id and checks the claims on its own."""
    token = badges.token(row)
    published = jwt.PyJWKSet.from_json(fetched(f"{SITE}/.well-known/jwks.json").decode())
    key = published[jwt.get_unverified_header(token)["kid"].rstrip("/").rpartition("/")[2]]
    with time_machine.travel(NOON):
        claims = jwt.decode(token, key, algorithms=["RS256"], options={"require": ["iss", "sub", "jti", "nbf", "exp"]})
        assert json.loads(fetched(claims["iss"]))["type"] == ["Profile"]
        assert claims["jti"] == f"{SITE}/verify/{row.code}/"
        header, _payload, signature = token.split(".")
        with pytest.raises(jwt.InvalidSignatureError):
            jwt.decode(f"{header}.{_part({**claims, 'jti': 'x'})}.{signature}", key, algorithms=["RS256"])


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_a_badge_has_what_open_badges_requires_and_nothing_that_it_does_not_know(language: str) -> None:
    badge = opened(badges.token(certified(person(language=language))))
    assert list(faults(CREDENTIAL, badge, CREDENTIAL)) == []
    for name in CREDENTIAL["required"]:
        assert list(faults(CREDENTIAL, {key: badge[key] for key in badge if key != name}, CREDENTIAL)), name
    del badge["credentialSubject"]["achievement"]["criteria"]
    assert list(faults(CREDENTIAL, badge, CREDENTIAL)) == [".credentialSubject.achievement: no criteria"]


def test_a_badge_says_who_passed_what_by_which_rules_proctored_or_not(row: Certificate) -> None:
    subject = opened(badges.token(row))["credentialSubject"]
    assert subject["type"] == ["AchievementSubject"]
    assert subject["identifier"] == [
        {"type": "IdentityObject", "identityType": "name", "identityHash": NAME, "hashed": False}
    ]
    achievement = subject["achievement"]
    assert {"id", "type", "name", "description", "criteria"} <= set(achievement), "what Open Badges 3.0 requires"
    assert (achievement["type"], achievement["achievementType"]) == (["Achievement"], "Certification")
    assert achievement["name"] == "Dealer 1"
    assert "TDA 2024" in achievement["criteria"]["narrative"]
    assert "Not proctored" in subject["narrative"]
    assert "no licence to deal" in subject["narrative"]


def test_a_badge_speaks_the_language_of_the_certificate_and_shows_what_the_holder_wants() -> None:
    row = certified(person(language="zh-hant"))
    certificates.show(row.candidate, "initials")
    badge = opened(badges.token(row))
    assert badge["name"] == "發牌員一級"
    assert badge["credentialSubject"]["achievement"]["inLanguage"] == "zh-Hant", "as BCP 47 writes it"
    assert badge["credentialSubject"]["identifier"][0]["identityHash"] == "N. T. Á. N."
    assert badges.token(row) == badges.token(Certificate.objects.get()), "the same bytes each time"


def test_two_badges_of_a_person_have_nothing_in_common_by_which_they_could_be_joined(row: Certificate) -> None:
    later = certificates.reissue(row)
    ids = [opened(badges.token(each))["credentialSubject"]["id"] for each in (row, later)]
    assert ids[0] != ids[1]
    assert str(row.candidate.pk) not in badges.token(row)


# Revocation


def test_the_list_says_of_each_certificate_whether_it_was_revoked(row: Certificate) -> None:
    others = [certified(person(f"Ben {number}")) for number in range(3)]
    entries = {each.pk: opened(badges.token(each))["credentialStatus"] for each in (row, *others)}
    assert len({entry["statusListIndex"] for entry in entries.values()}) == 4
    assert not any(map(is_listed, entries.values()))
    certificates.revoke(row, certificates.Because.VOID)
    certificates.reissue(others[0])
    assert [is_listed(entry) for entry in entries.values()] == [True, True, False, False]


def test_the_first_bit_is_the_leftmost_and_lists_follow_each_other(row: Certificate) -> None:
    """As the standard numbers them; the second list begins where the first one ends."""
    Certificate.objects.update(status_index=0, revoked_at=NOON)
    assert gzip.decompress(_bytes(status_list.encoded(0)[1:]))[:2] == b"\x80\x00"
    Certificate.objects.update(status_index=131_072 + 15)
    assert gzip.decompress(_bytes(status_list.encoded(1)[1:]))[:2] == b"\x00\x01"
    assert set(gzip.decompress(_bytes(status_list.encoded(0)[1:]))) == {0}
    assert status_list.is_set(status_list.encoded(1), 15)
    assert not status_list.is_set(status_list.encoded(1), 14)
    assert visitor().get("/verify/status/1").status_code == 200
    assert visitor().get("/verify/status/2").status_code == 404


def test_a_list_that_unpacks_to_more_than_it_may_is_not_unpacked() -> None:
    bomb = "u" + urlsafe_b64encode(gzip.compress(b"\xff" * 10_000_000)).decode().rstrip("=")
    with pytest.raises(status_list.BadList):
        status_list.is_set(bomb, 8 * 1_000_000)
    for text in ("", "u", "uAAAA", "ü"):
        with pytest.raises(status_list.BadList):
            status_list.is_set(text, 0)


# The site's own check


def problem(token: str, now: datetime = NOON) -> Problem | None:
    return badges.check(token, now).problem


def test_a_sound_badge_is_told_from_one_that_was_tampered_with(row: Certificate) -> None:
    token = badges.token(row)
    checked = badges.check(f"  {token[:40]}\n{token[40:]}\n", NOON)
    assert (checked.problem, checked.name, checked.exam) == (None, NAME, "Dealer 1")
    assert (checked.issued_at, checked.expires_at) == (row.issued_at, row.expires_at)
    header, payload, signature = token.split(".")
    said = json.loads(_bytes(payload))
    said["credentialSubject"]["identifier"][0]["identityHash"] = "Somebody Else"
    kid = json.loads(_bytes(header))["kid"]
    forged = {
        "changed": f"{header}.{_part(said)}.{signature}",
        "unsigned": f"{_part({'alg': 'none', 'kid': kid})}.{payload}.",
        "hmac": f"{_part({'alg': 'HS256', 'kid': kid})}.{payload}.{signature}",
        "no key": f"{_part({'alg': 'RS256'})}.{payload}.{signature}",
        "key that comes along": f"{_part({'alg': 'RS256', 'jwk': keys.public()['keys'][0]})}.{payload}.{signature}",
        "cut": token[:-8],
        "two parts": f"{header}.{payload}",
        "empty": "",
        "text": "badge",
        "binary": "\x00\ufffd.\x01.\x02",
    }
    assert {name: problem(each) for name, each in forged.items()} == dict.fromkeys(forged, Problem.SIGNATURE)


def test_a_badge_of_another_site_proves_nothing_here(row: Certificate, own_keys: Path) -> None:
    token = badges.token(row)
    own_keys.write_text(keys._new_key())
    assert problem(token) == Problem.SIGNATURE
    with pytest.raises((InvalidSignature, AssertionError)):
        opened(token)


@pytest.mark.parametrize(
    "change",
    [
        {"iss": "https://elsewhere.example"},
        {"sub": "urn:uuid:0"},
        {"jti": f"{SITE}/verify/OTHER/"},
        {"nbf": 0},
        {"exp": 4_102_444_800},
        {"type": ["VerifiableCredential"]},
        {"issuer": 1},
    ],
)
def test_what_is_signed_but_contradicts_itself_is_no_badge(row: Certificate, change: dict[str, Any]) -> None:
    assert problem(keys.sign({**opened(badges.token(row)), **change})) == Problem.CLAIMS


def test_heads_and_lists_that_are_signed_too_are_no_badges() -> None:
    assert problem(badges.list_token(0, NOON)) == Problem.CLAIMS
    assert problem(keys.sign({"day": "2026-05-13"})) == Problem.CLAIMS


def test_dates_and_revocations_are_told(row: Certificate) -> None:
    token = badges.token(row)
    assert problem(token, NOON - timedelta(seconds=1)) == Problem.NOT_YET
    assert problem(token, row.expires_at - timedelta(seconds=1)) is None
    assert problem(token, row.expires_at) == Problem.EXPIRED
    certificates.revoke(row, certificates.Because.HOLDER)
    assert problem(token) == Problem.REVOKED


# Keys


def test_after_a_rotation_what_the_former_key_signed_stays_good(row: Certificate) -> None:
    before = badges.token(row)
    call_command("rotate_keys", stdout=StringIO())
    after = badges.token(row)
    kids = [json.loads(_bytes(token.split(".")[0]))["kid"] for token in (before, after)]
    assert kids[0] != kids[1]
    assert opened(before) == opened(after)
    assert problem(before) is problem(after) is None
    assert len(keys.public()["keys"]) == 2


def test_a_key_is_named_by_its_thumbprint() -> None:
    """RFC 7638, 3: SHA-256 over the required members in the order of their names, without spaces."""
    key = keys.public()["keys"][0]
    text = json.dumps({name: key[name] for name in ("e", "kty", "n")}, separators=(",", ":"))
    assert key["kid"] == urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")
    assert visitor().get("/.well-known/keys/none").status_code == 404


def test_keys_come_from_the_environment_on_one_line_or_many(row: Certificate, settings: Settings) -> None:
    settings.SIGNING_KEYS = text = made_elsewhere()
    token = badges.token(row)
    assert opened(token)
    settings.SIGNING_KEYS = text.replace("\n", "\\n")
    assert badges.token(row) == token
    with pytest.raises(CommandError, match="environment"):
        call_command("rotate_keys")


@pytest.mark.parametrize("text", ["-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "-----BEGIN"])
def test_what_is_no_key_is_said(settings: Settings, text: str) -> None:
    settings.SIGNING_KEYS = text
    with pytest.raises(keys.BadKeys):
        keys.sign({})


def test_nobody_else_can_read_the_file_of_the_keys(own_keys: Path) -> None:
    own_keys.unlink()
    keys.public()
    assert own_keys.stat().st_mode & 0o077 == 0
    keys.rotate()
    assert own_keys.stat().st_mode & 0o077 == 0


# The page and the command


@time_machine.travel(NOON, tick=False)
def test_the_page_checks_a_file_or_a_text(row: Certificate) -> None:
    token = badges.token(row)
    for sent in ({"file": BytesIO(token.encode())}, {"badge": token}):
        response = visitor().post("/verify/", sent)
        assert response.status_code == 200
        assert "This badge is sound." in response.content.decode()
        assert NAME in response.content.decode()
        assert f"/verify/{row.code}/" in response.content.decode()
        assert response["X-Robots-Tag"] == "noindex"
    for sent in ({"file": BytesIO(b"\xff" * 60_000)}, {"badge": token[:-5]}):
        response = visitor().post("/verify/", sent)
        assert response.status_code == 422
        assert "This badge proves nothing." in response.content.decode()
        assert NAME not in response.content.decode()


@pytest.fixture
def verify_badge(row: Certificate, tmp_path: Path) -> Callable[..., str]:
    """Run the command with a badge and what is beside it."""
    for name, text in (
        ("badge.jwt", badges.token(row)),
        ("keys.json", json.dumps(keys.public())),
        ("status.jwt", badges.list_token(row.status_index // status_list.SIZE, NOON)),
    ):
        (tmp_path / name).write_text(text)

    def run(*options: str) -> str:
        out = StringIO()
        named = [str(tmp_path / each) if "." in each else each for each in options]
        call_command("verify_badge", str(tmp_path / "badge.jwt"), *named, stdout=out)
        return out.getvalue()

    return run


@time_machine.travel(NOON, tick=False)
def test_the_command_checks_a_badge_without_asking_anybody(
    verify_badge: Callable[..., str], row: Certificate, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        said = verify_badge("--keys", "keys.json", "--status", "status.jwt")
    assert NAME in said
    assert "revoked or not as of 2026-05-13T12:00:00Z" in said
    assert said.endswith("The badge is sound.\n")
    certificates.revoke(row, certificates.Because.VOID)
    assert verify_badge("--keys", "keys.json", "--status", "status.jwt").endswith("sound.\n"), "as the list was then"
    with pytest.raises(CommandError, match="revoked"):
        verify_badge()


@time_machine.travel(NOON, tick=False)
def test_the_command_fails_for_a_badge_that_proves_nothing(
    verify_badge: Callable[..., str], tmp_path: Path, own_keys: Path
) -> None:
    (tmp_path / "other.jwt").write_text(badges.list_token(7, NOON))
    with pytest.raises(CommandError, match="can’t be told"):
        verify_badge("--status", "other.jwt")
    own_keys.write_text(keys._new_key())
    with pytest.raises(CommandError, match="signed by no key"):
        verify_badge()
    with pytest.raises(CommandError, match="signed by none"):
        verify_badge("--status", "status.jwt")
    with pytest.raises(CommandError):
        verify_badge("--keys", "missing.json")
