"""Why a question is asked, as its page tells it, with what the learner may wish for and what is due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from quizzes.models.course import MOST_WISHED
from quizzes.practising.asking import Chosen
from quizzes.practising.course import Known
from quizzes.wording.reasons import plan_text, reason_text, wish_text

CAPS = (4, 8, 12, 20, 50)
"""How many due skills a day can be chosen."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How hard questions are asked, in words, and the wishes one level from it, None where there is none."""

    text: str
    easier: int | None
    harder: int | None


@dataclass(frozen=True, slots=True)
class Due:
    """What is due, in words, and how many skills a day are asked because they are."""

    text: str
    cap: int
    caps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for a question, in words, and what the learner can have otherwise."""

    reason: str
    wish: Wish
    due: Due


def why(chosen: Chosen, now: datetime) -> Why:
    """Return why a question is asked; `now` is in the learner's zone."""
    known = chosen.known
    reason = reason_text(chosen.next, known.skill(chosen.next.skill), now)
    return Why(reason, wish_of(known), due_of(known, now))


def wish_of(known: Known) -> Wish:
    """Return what a learner wishes for, and may."""
    wish = known.wish
    easier, harder = wish - 1 if wish > -MOST_WISHED else None, wish + 1 if wish < MOST_WISHED else None
    return Wish(wish_text(wish), easier, harder)


def due_of(known: Known, now: datetime) -> Due:
    """Return what is due for a learner; `now` is in the learner's zone."""
    return Due(plan_text(known.plan(now)), known.cap, tuple(sorted({*CAPS, known.cap})))
