"""Nothing in the repository opens anything: no private key, no token, no password that some other place would take.

What is looked for has the form that those who issue it document: PEM (RFC 7468), JWT (RFC 7519), the prefixes of
GitHub, GitLab, Slack, AWS, Google, PyPI and npm. Beside that whatever is named like a secret and looks drawn by lot,
and paths and addresses of one machine alone.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from math import log2
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 300_000
"""Bytes of a file that is read: what is larger is data, or the catalogue of a language."""

BINARY = frozenset({".jpg", ".png", ".ttf", ".woff2", ".mo"})
FORMS: Mapping[str, re.Pattern[str]] = {
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}"),
    "a signed token": re.compile(r"eyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}"),
    "a platform's token": re.compile(r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|npm_|pypi-AgE)[\w-]{20,}"),
    "a cloud's key": re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}"),
    "a password in an address": re.compile(r"://[\w.%-]+:[^\s@/:{}<>\"'`]{6,}@"),
    "a path of one machine": re.compile(r"(?<![\w./])/(?:home|Users|root|work)/[a-z][\w.-]*/"),
    "a registry's address": re.compile(r"--(?:extra-)?index-url[ =]\S|index-url *= *\S"),
}
"""What is looked for, by its name."""

_ASSIGNED = re.compile(
    r"(?i)(?:secret|token|passw(?:or)?d|api_?key|private_?key)\w*['\"]?\s*[:=]\s*['\"](?P<value>[A-Za-z0-9+/=_-]{20,})['\"]"
)
DRAWN = 4.0
"""Bits a sign of text that somebody's generator drew: English has fewer than that, 32 letters of base64 about 4.5."""

MADE_UP = frozenset({"password", "p%40ss", "secret"})
"""Passwords of addresses in tests and explanations."""


def bits(text: str) -> float:
    """How many bits each sign of a text carries, from how often each occurs in it (Shannon)."""
    return -sum(many / len(text) * log2(many / len(text)) for many in Counter(text).values())


def faults(text: str) -> Iterator[str]:
    """What of a text looks like a secret, or like one machine's own."""
    for what, form in FORMS.items():
        for found in form.finditer(text):
            if not any(f":{made_up}@" in found[0] for made_up in MADE_UP):
                yield f"{what}: {found[0][:24]}"
    for assigned in _ASSIGNED.finditer(text):
        if bits(assigned["value"]) > DRAWN and re.search(r"\d", assigned["value"]):
            yield f"drawn by lot: {assigned[0][:40]}"


def files() -> list[Path]:
    """What is in the repository, or will be with the next commit."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("this is no checkout of git")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file() and path.stat().st_size < LARGEST and path.suffix not in BINARY]


def test_no_file_holds_a_secret_or_what_belongs_to_one_machine() -> None:
    found = {}
    for path in files():
        if path != Path(__file__) and (seen := list(faults(path.read_text(encoding="utf-8", errors="replace")))):
            found[str(path.relative_to(ROOT))] = seen
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN RSA " + "PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEA" * 3,
        "eyJhbGciOiJSUzI1NiJ9abc.eyJzdWIiOiJhbm5lbGllc2UifQ." + "c2lnbmF0dXJl" * 3,
        "ghp_" + "a1B2" * 9,
        "AKIA" + "ABCDEFGHIJKLMNOP",
        "postgresql://stakes:hunter2hunter2" + "@db.example/stakes",
        "open('/home/" + "ann/stakes/db.sqlite')",
        "--index-url " + "somewhere",
        "API_TOKEN = 'q8Zr2LmX0vTn" + "5KbY7cHd3WfJ9sGp'",
    ],
)
def test_what_is_looked_for_is_found(text: str) -> None:
    assert list(faults(text))


@pytest.mark.parametrize(
    "text",
    [
        'SECRET_KEY = os.environ.get("SECRET_KEY") or environment.secret_key(LOCAL / "secret_key")',
        '"password": "password_of_the_first_instructor"',
        'token = "practice-answer-token-field"',
        "postgresql://stakes@db.example/stakes",
    ],
)
def test_what_only_speaks_of_secrets_is_left_alone(text: str) -> None:
    assert list(faults(text)) == []
