"""A sitting as its candidate sees it while it is open: the questions, the grid of what is done, the time left.

Nothing here reads a key or works out an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.engine.document import Document
from quizzes.kinds import KINDS
from quizzes.kinds.base import IllFormed, Kind, Raw
from quizzes.models import Drill
from quizzes.showing.questions import Question, question
from quizzes.wording.authored import in_language
from trainer.certification.models import Sitting, SittingItem

KEPT = 1024
MOST_READ = 20_000
AT_ONCE = 50
"""So many answers are read for one look at a room: each takes 5 to 10 ms."""

_READ: dict[tuple[int, int], bool] = {}
"""Whether an answer can be read, by its question and how often it was saved."""


@dataclass(frozen=True, slots=True)
class Square:
    """A question in the grid. `unread` is an answer that can't be read as it stands: a part of it is missing."""

    place: int
    answered: bool
    flagged: bool
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """All questions of a sitting."""

    squares: tuple[Square, ...]

    @property
    def answered(self) -> int:
        """How many questions have an answer that can be read as it stands."""
        return sum(square.answered and not square.unread for square in self.squares)

    @property
    def missing(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if not square.answered)

    @property
    def unread(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if square.unread)

    @property
    def flagged(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if square.flagged)

    @property
    def first_open(self) -> int:
        """The place of the first question without an answer, the first of all where each has one."""
        return next((square.place for square in self.squares if not square.answered), 1)


def grid(sitting: Sitting, unread: Collection[int] = ()) -> Grid:
    """Return the grid of a sitting; `unread` are the places of answers that can't be read. One query, which reads no
    answer.
    """
    answered = Q(response__isnull=False)
    rows = sitting.items.order_by("place").annotate(answered=answered).values_list("place", "answered", "flagged")
    return Grid(tuple(Square(*row, unread=row[0] in unread) for row in rows))


def asked(sitting: Sitting, item: SittingItem, typed: Raw | None = None) -> Question:
    """Return a question with what was saved in it, or `typed` in its place, and what of that can't be read yet."""
    kind, document = what_is_asked(item.drill_id, sitting.ruleset)
    entered = item.response if typed is None else typed
    return question(f"{sitting.key}/{item.place}", kind, document, entered, _problems(kind, document, entered))


def unread(sitting: Sitting) -> tuple[int, ...]:
    """Return the places of the answers that can't be read as they stand: they get no points. One query, with all that
    is asked: a full room meets more questions than a process keeps.
    """
    answered = sitting.items.filter(response__isnull=False).order_by("place").select_related("drill__bucket")
    return tuple(item.place for item in answered if _problems(*_read(item.drill, sitting.ruleset), item.response))


def count_unread(sittings: Collection[int]) -> Counter[int]:
    """Return for sittings, by their keys, how many of their answers can't be read as they stand. A room's page asks
    every few seconds, so each process reads an answer once after it is saved: one query, and one for what is fresh. No
    look waits for more than AT_ONCE, those saved last: an answer counts as one that can be read until it is.
    """
    saved = SittingItem.objects.filter(sitting__in=sittings, response__isnull=False)
    rows = list(saved.order_by("-saved_at", "pk").values_list("pk", "saves", "sitting"))
    known = {row[:2]: _READ[row[:2]] for row in rows if row[:2] in _READ}
    fresh = [pk for pk, saves, _sitting in rows if (pk, saves) not in known][:AT_ONCE]
    for item in saved.filter(pk__in=fresh).select_related("sitting", "drill__bucket") if fresh else ():
        problems = _problems(*_read(item.drill, item.sitting.ruleset), item.response)
        known[item.pk, item.saves] = not problems
    if len(_READ) > MOST_READ:
        _READ.clear()
    _READ.update(known)
    return Counter(sitting for pk, saves, sitting in rows if not known.get((pk, saves), True))


def is_readable(drill: int, ruleset: str, typed: Raw) -> bool:
    """Return whether what was typed can be read as an answer; that says nothing of right or wrong."""
    return not _problems(*what_is_asked(drill, ruleset), typed)


@lru_cache(maxsize=KEPT)
def what_is_asked(drill: int, ruleset: str) -> tuple[Kind, Document]:
    """Return the kind and the document of a drill, kept by each process: candidates save to it again and again."""
    return _read(Drill.objects.select_related("bucket").get(pk=drill), ruleset)


def title_of(sitting: Sitting) -> str:
    """Return the name of a sitting's exam, in the language in force."""
    return in_language(sitting.blueprint.plan["title"])


def seconds_left(deadline: datetime, now: datetime) -> float:
    """Return the seconds that are left, never fewer than none."""
    return max(0.0, (deadline - now).total_seconds())


def time_left(seconds: float) -> str:
    """Return a time that is left, in words."""
    minutes, rest = divmod(int(seconds), 60)
    return _("%(minutes)s min %(seconds)s s left") % {"minutes": minutes, "seconds": rest}


def time_in_words(seconds: int) -> str:
    """Return a time in minutes, with the seconds where they are not whole."""
    minutes, rest = divmod(seconds, 60)
    if rest:
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
    return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}


def clock(moment: datetime) -> str:
    """Return the time of day in the reader's zone, to the second."""
    return date_format(timezone.localtime(moment), "H:i:s")


def grants_of(sitting: Sitting) -> list[str]:
    """Return what candidates are told of the time that was given to them. One query."""
    return [
        _("%(time)s: %(minutes)s min more. %(reason)s")
        % {"time": clock(grant.made_at), "minutes": in_minutes(grant.seconds), "reason": grant.reason}
        for grant in sitting.grants.order_by("pk")
    ]


def time_given(sitting: Sitting) -> Mapping[str, Any]:
    """Return of what a sitting's time is made, in minutes: the usual time, the own time, and until when it lasts."""
    own = sitting.base_seconds * sitting.factor // 100
    return {"usual": sitting.base_seconds // 60, "own": in_minutes(own), "until": clock(sitting.deadline)}


def in_minutes(seconds: int) -> str:
    """Return a time as a number of minutes, with the seconds after a colon where they are not whole."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}" if rest else str(minutes)


def _read(drill: Drill, ruleset: str) -> tuple[Kind, Document]:
    return KINDS[drill.bucket.kind], drill.spot(ruleset)


def _problems(kind: Kind, document: Document, typed: Raw | None) -> Mapping[str, str]:
    if not typed:
        return {}
    try:
        kind.parse(document, typed)
    except IllFormed as error:
        return error.problems
    return {}
