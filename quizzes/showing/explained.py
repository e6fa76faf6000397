"""Explanations as HTML, kept: the same for every learner who meets a spot, so each is put together once.

Only what an explanation depends on goes in, and all of it is in the name that it is kept by: no request, no session,
no learner. A spot of the reserve is explained anew each time, so that nothing of it lies about while an exam is open.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.steps import Solution
from quizzes.kinds.base import Kind
from quizzes.models import Attempt, Drill
from quizzes.practice import Outcome
from quizzes.practising.dealt import may_be_kept
from quizzes.showing.explanation import explanation
from quizzes.showing.figures import figures

KEPT = 7 * 24 * 3600  # seconds
BETWEEN = "\0"  # the parts of what is kept; in no text of a page
AT_HAND = 512
"""So many explanations a process keeps for itself, some 20 kB each."""

SOURCES = ("quizzes", "templates", "trainer", "requirements.txt")


@dataclass(frozen=True, slots=True)
class Explained:
    """The derivation with its table and rules, the drawings beside the right answer, and what other houses would say:
    "" where no house decides anything.
    """

    derivation: SafeString
    figures: SafeString
    houses: SafeString


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """What an explanation depends on besides the language. `url` leads to the spot's replay, or is "".

    Two are equal that have one document, not only documents that say the same: to compare these would take longer.
    """

    kind: Kind
    document: Document
    solution: Solution
    url: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self.document is other.document and self.url == other.url

    def __hash__(self) -> int:
        return hash((id(self.document), self.url))


def explained(outcome: Outcome, spot_url: str) -> Explained:
    """Return the explanation of what was answered, in the language in force. `spot_url` leads to its replay, or is "".

    Asks the cache once for a drill at hand that this process has not met lately, and nothing else.
    """
    attempt = outcome.attempt
    drill = attempt.drill if Attempt.drill.is_cached(attempt) else None
    return of_spot(Spot(outcome.kind, outcome.document, outcome.solution, spot_url), drill)


def of_spot(spot: Spot, drill: Drill | None) -> Explained:
    """Return the explanation of a spot, kept where it may be. `drill` is the one that it was dealt from, or None."""
    if drill is None or not may_be_kept(drill):
        return _made(spot)
    return _lately(spot, drill, get_language(), VERSION)


@lru_cache(maxsize=AT_HAND)
def _lately(spot: Spot, drill: Drill, _language: str, _version: str) -> Explained:
    """Return what the cache of all processes keeps; put it there where it is missing."""
    name = _name(spot, drill)
    kept = cache.get(name)
    if kept is not None:
        return Explained(*map(mark_safe, zlib.decompress(kept).decode().split(BETWEEN)))
    made = _made(spot)
    cache.set(name, zlib.compress(BETWEEN.join((made.derivation, made.figures, made.houses)).encode(), 1), KEPT)
    return made


def _made(spot: Spot) -> Explained:
    document, answer = spot.document, spot.solution.answer
    told = explanation(spot.kind, document, spot.solution)
    context = {"told": told, "document": document, "spot_url": spot.url}
    drawn = [
        render_to_string(figure.partial, {"data": figure.data})
        for figure in figures(document, play(document), answer, answer)
    ]
    houses = render_to_string("quizzes/houses.html", context) if told.houses else SafeString()
    return Explained(render_to_string("quizzes/derivation.html", context), mark_safe("".join(drawn)), houses)


def _name(spot: Spot, drill: Drill) -> str:
    """Return the name by which an explanation is kept: the spot and the house are in it, not only their numbers."""
    rules = spot.document.rules
    house = [rules.id, rules.name, rules.shipped, dict(rules.changes)]
    depends = [drill.document, house, spot.kind.id, spot.url]
    digest = sha256(json.dumps(depends).encode()).hexdigest()
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
