"""When a skill should be seen again: FSRS with one card a skill, in whole days of the learner's calendar.

A skill is due for a whole day, not from a minute on, so every time is turned into its date in the zone that it comes
in, and FSRS counts between dates. Its steps within a day are left out: what comes within a session is for `choosing` to
say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal, NamedTuple

import fsrs

Grade = Literal["again", "hard", "good"]

RETENTION = 0.9
DAILY_CAP = 8
"""How many due skills are asked on a day unless somebody wants otherwise."""

_RATINGS = {"again": fsrs.Rating.Again, "hard": fsrs.Rating.Hard, "good": fsrs.Rating.Good}
_SCHEDULER = fsrs.Scheduler(
    desired_retention=RETENTION, learning_steps=(), relearning_steps=(), maximum_interval=365, enable_fuzzing=False
)


@dataclass(frozen=True, slots=True)
class Card:
    """How firmly a skill is remembered: stability in days, difficulty from 1 to 10, the day that it is due.

    `met_due` is the last day on which it was reviewed because it was due, None before that.
    """

    stability: float
    difficulty: float
    due: date
    reviewed: date
    met_due: date | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "stability": round(self.stability, 4),
            "difficulty": round(self.difficulty, 4),
            "due": self.due.isoformat(),
            "reviewed": self.reviewed.isoformat(),
            "met_due": self.met_due.isoformat() if self.met_due else None,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Card:
        due, reviewed = (date.fromisoformat(data[name]) for name in ("due", "reviewed"))
        met_due = date.fromisoformat(data["met_due"]) if data["met_due"] else None
        return cls(float(data["stability"]), float(data["difficulty"]), due, reviewed, met_due)


class Day(NamedTuple):
    """The skills that are planned for a day, first come first."""

    date: date
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is due today, in order, as far as the cap lets it; and on which days the rest is caught up."""

    today: tuple[str, ...]
    later: tuple[Day, ...] = ()


def grade(right: bool, hinted: bool) -> Grade:
    """Return how FSRS should take an answer: a hint makes it hard, not wrong."""
    if not right:
        return "again"
    return "hard" if hinted else "good"


def review(card: Card | None, grade: Grade, now: datetime) -> Card:
    """Return the card after an answer at `now`, an aware time in the learner's zone; None is a skill's first answer."""
    today = now.date()
    old = fsrs.Card(card_id=0, due=_noon(today))
    if card is not None:
        old.state, old.step = fsrs.State.Review, None
        old.stability, old.difficulty = card.stability, card.difficulty
        old.last_review = _noon(card.reviewed)
    reviewed, _ = _SCHEDULER.review_card(old, _RATINGS[grade], _noon(today))
    if reviewed.stability is None or reviewed.difficulty is None:
        raise ValueError("a reviewed card has a stability and a difficulty")
    met_due = None if card is None else today if card.due <= today else card.met_due
    return Card(reviewed.stability, reviewed.difficulty, reviewed.due.date(), today, met_due)


def recall(card: Card, now: datetime) -> float:
    """Return the chance that a skill is still remembered at `now`."""
    as_known = fsrs.Card(
        card_id=0,
        state=fsrs.State.Review,
        stability=card.stability,
        due=_noon(card.due),
        last_review=_noon(card.reviewed),
    )
    return _SCHEDULER.get_card_retrievability(as_known, _noon(now.date()))


def plan(cards: Mapping[str, Card], now: datetime, cap: int = DAILY_CAP) -> Plan:
    """Return what is due today, the longest due first, and how what is beyond the cap is spread over the next days.

    Cards that were met today because they were due have used up their part of today's cap. The days after take what
    becomes due on them as well, again the longest due first, until nothing is overdue.
    """
    day = now.date()
    waiting = sorted(cards, key=lambda skill: (cards[skill].due, cards[skill].stability, skill))
    room = max(0, cap - sum(card.met_due == day for card in cards.values()))
    due = [skill for skill in waiting if cards[skill].due <= day]
    today, rest = due[:room], due[room:]
    later: list[Day] = []
    while rest and cap > 0:
        day += timedelta(days=1)
        rest += [skill for skill in waiting if cards[skill].due == day]
        later.append(Day(day, tuple(rest[:cap])))
        rest = rest[cap:]
    return Plan(tuple(today), tuple(later))


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)
