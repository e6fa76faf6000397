"""A learner's state in one skill, and what an answer does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from quizzes.learning import examples, habits, mastery, memory, ratings
from quizzes.learning.habits import Habits, Told
from quizzes.learning.mastery import Mastery
from quizzes.learning.memory import Card
from quizzes.learning.ratings import Rating


@dataclass(frozen=True, slots=True)
class SureMiss:
    """A wrong answer that the learner was sure of: when, on which level, and as which misconceptions it was named."""

    at: datetime
    level: int
    named: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"at": self.at.isoformat(), "level": self.level, "named": list(self.named)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SureMiss:
        return cls(datetime.fromisoformat(data["at"]), int(data["level"]), tuple(data["named"]))


@dataclass(frozen=True, slots=True)
class Skill:
    """One learner in one skill. A skill that was never asked has no state: begin with `Skill(ratings.begun(others))`.

    `misses` are those in a row, `meeting` says how far worked examples have faded.
    """

    ability: Rating = field(default_factory=Rating)
    tries: int = 0
    right: int = 0
    misses: int = 0
    meeting: int = 0
    card: Card | None = None
    mastery: Mastery = field(default_factory=Mastery)
    habits: Habits = field(default_factory=Habits)
    sure_miss: SureMiss | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the state as plain values for one JSON column."""
        return {
            "ability": self.ability.to_json(),
            "tries": self.tries,
            "right": self.right,
            "misses": self.misses,
            "meeting": self.meeting,
            "card": self.card.to_json() if self.card else None,
            "mastery": self.mastery.to_json(),
            "habits": self.habits.to_json(),
            "sure_miss": self.sure_miss.to_json() if self.sure_miss else None,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Skill:
        return cls(
            Rating.from_json(data["ability"]),
            int(data["tries"]),
            int(data["right"]),
            int(data["misses"]),
            int(data["meeting"]),
            Card.from_json(data["card"]) if data["card"] else None,
            Mastery.from_json(data["mastery"]),
            Habits.from_json(data["habits"]),
            SureMiss.from_json(data["sure_miss"]) if data["sure_miss"] else None,
        )


@dataclass(frozen=True, slots=True)
class Try:
    """An answer in practice, as its skill takes it.

    top         the highest level that the skill has
    floor       the chance of guessing right
    right       whether it was right in every part
    mixed       whether the question before it was of another skill
    rated       whether it counts for ratings: a logged-in learner's first, unaided try at a drill
    hinted      whether a hint was used
    sure        whether the learner said to be sure
    told_apart  the misconceptions that the drill shows
    named       those whose wrong answer was given
    """

    level: int
    top: int
    floor: float
    right: bool
    mixed: bool
    rated: bool = True
    hinted: bool = False
    sure: bool = False
    told_apart: Told = ()
    named: tuple[str, ...] = ()


def after(skill: Skill, item: Rating, tried: Try, now: datetime) -> tuple[Skill, Rating]:
    """Return the state of the skill, and the rating of the item, after an answer at `now` in the learner's zone.

    The item's rating changes only where the try is rated. An answer with a hint moves the card, as hard, and says
    nothing for mastery or of misconceptions when it is right.
    """
    chance = ratings.expected(skill.ability.value, item.value, tried.floor)
    ability, item_after = skill.ability, item
    if tried.rated:
        ability, item_after = ratings.update(ability, item, tried.floor, tried.right)
    misses = 0 if tried.right else skill.misses + 1
    changed = replace(
        skill,
        ability=ability,
        tries=skill.tries + 1,
        right=skill.right + tried.right,
        misses=misses,
        meeting=examples.next_meeting(skill.meeting, misses),
        card=memory.review(skill.card, memory.grade(tried.right, tried.hinted), now),
        sure_miss=SureMiss(now, tried.level, tried.named) if tried.sure and not tried.right else None,
    )
    if not (tried.hinted and tried.right):
        changed = replace(
            changed,
            mastery=mastery.after(skill.mastery, tried.right, tried.level, tried.top, tried.mixed, now),
            habits=habits.after(
                skill.habits, tried.told_apart, tried.named, right=tried.right, expected=chance, floor=tried.floor
            ),
        )
    return changed, item_after
