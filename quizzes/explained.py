"""Explanations as HTML, kept: the same for every learner who meets a spot, so each is put together once.

Only what an explanation depends on goes in, and all of it is in the name that it is kept by: no request, no session,
no learner. A spot of the reserve is explained anew each time, so that nothing of it lies about while an exam is open.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from quizzes.explanation import explanation
from quizzes.models import Attempt
from quizzes.practice import Outcome

KEPT = 7 * 24 * 3600  # seconds
BETWEEN = "\0"  # the two parts of what is kept; in no text of a page
SOURCES = ("quizzes", "templates", "trainer", "requirements.txt")


@dataclass(frozen=True, slots=True)
class Explained:
    """The derivation with its table and rules, and what other houses would say: "" where no house decides anything."""

    derivation: SafeString
    houses: SafeString


def explained(outcome: Outcome, spot_url: str) -> Explained:
    """Return the explanation of what was answered, in the language in force. `spot_url` leads to its replay, or is "".

    Asks the cache once for a drill at hand, and nothing else.
    """
    name = _name(outcome, spot_url) if _may_be_kept(outcome.attempt) else ""
    kept = cache.get(name) if name else None
    if kept is not None:
        derivation, _, houses = zlib.decompress(kept).decode().partition(BETWEEN)
        return Explained(mark_safe(derivation), mark_safe(houses))
    made = _made(outcome, spot_url)
    if name:
        cache.set(name, zlib.compress(f"{made.derivation}{BETWEEN}{made.houses}".encode(), 1), KEPT)
    return made


def _made(outcome: Outcome, spot_url: str) -> Explained:
    told = explanation(outcome.kind, outcome.document, outcome.solution)
    context = {"told": told, "document": outcome.document, "spot_url": spot_url}
    houses = render_to_string("quizzes/houses.html", context) if told.houses else SafeString()
    return Explained(render_to_string("quizzes/derivation.html", context), houses)


def _may_be_kept(attempt: Attempt) -> bool:
    """Whether an attempt's drill is at hand, and not of the reserve. With changing code nothing is kept."""
    if settings.DEBUG or not Attempt.drill.is_cached(attempt):
        return False
    return not attempt.drill.bucket.reserve


def _name(outcome: Outcome, spot_url: str) -> str:
    """Return the name by which an explanation is kept: the spot itself is in it, not only its number."""
    drill, rules = outcome.attempt.drill, outcome.document.rules
    spot = [drill.document, rules.id, dict(rules.changes), outcome.kind.id, spot_url]
    digest = sha256(json.dumps(spot).encode()).hexdigest()
    return f"explained:{VERSION}:{get_language()}:{digest}"


def _version(root: Path) -> str:
    """Return a name for this state of the code, the wording, the catalogues and the templates; unlike at each site.

    The site's key is in it, since it seals the addresses in what is kept.
    """
    found = sha256()
    for source in SOURCES:
        files = sorted((root / source).rglob("*")) if (root / source).is_dir() else [root / source]
        for path in files:
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(f"{path.relative_to(root)} ".encode() + sha256(path.read_bytes()).digest())
    return salted_hmac("quizzes.explained", found.hexdigest(), algorithm="sha256").hexdigest()[:16]


VERSION = _version(settings.ROOT)
