"""What to ask next, and why: one pure function over a learner's skills, tried rule by rule.

The order is the rule: what was sure but wrong, a misconception that is flagged, what is due, a skill that is just
begun, skills that are easily confused, what one more right answer makes mastered, and then the skill furthest from
mastery.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from random import Random
from typing import Any, Literal, NamedTuple

from quizzes.learning import examples, habits, memory, ratings
from quizzes.learning.habits import Evidence
from quizzes.learning.mastery import enough
from quizzes.learning.skills import Skill

Why = Literal[
    "sure-but-wrong", "habit", "due", "new", "confused", "mixed", "again", "weakest", "kept", "chosen", "check"
]

BEGINNER_TRIES = 3
"""So often a skill is asked in a row until its first success."""

IN_A_ROW = 2
"""So often a skill, or a misconception's drills, are asked in a row after that."""

STRETCH, STRETCH_LEAST = 0.72, 0.5
"""The chance of a right answer from which on a skill that is not mastered is asked on the level that counts for it, at
first, and what that comes down to with the tries: a skill whose third level is hard must not stay on the second.
"""

STRETCH_TRIES = 400
"""A try lowers that chance by one in so many."""

REST = 3
"""So many questions pass before the skill furthest from mastery comes again, where others are in hand."""

OPEN = 4
"""So many skills are in hand at once: begun, and not right in the mix yet."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A skill that may be asked: the guess floor of its answers, its levels with the difficulty of each in logits,
    and its misconceptions with the levels on which a spot can show them. `top` is the skill's highest level, also where
    the learner chose a lower one.
    """

    skill: str
    floor: float
    difficulties: Mapping[int, float]
    top: int = 5
    shows: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @property
    def counts(self) -> int:
        """The least of its levels on which an answer counts for mastery, or the nearest to it."""
        return min(self.difficulties, key=lambda level: (abs(level - enough(self.top)), -level))

    def levels_of(self, misconception: str | None) -> Mapping[int, float]:
        """Return the levels that can show a misconception, with their difficulties; all where none or no level can."""
        levels = self.shows.get(misconception, ()) if misconception else ()
        return {level: value for level, value in self.difficulties.items() if level in levels} or self.difficulties


class Asked(NamedTuple):
    """A question that was answered: its skill, whether it was right, and why it had been asked."""

    skill: str
    right: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a question is asked, with what a sentence about it needs.

    sure-but-wrong  at: when, as ISO text
    habit           misconception, times, misses: "3 of your last 4 misses"
    due             since: the day, as ISO text
    new             tries so far
    confused        other: the skill that was just missed; the learner may have mixed both up
    mixed           other: the skill that was just asked and is easily confused with this one
    again           since: when it was right in the mix; right once more, it is mastered
    check           misconception
    weakest, kept, chosen  nothing: furthest from mastery; all is mastered; the one skill that the learner asked for
    """

    id: Why
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Next:
    """What to ask: a drill of the skill and level; of those that are at hand, the one that `habits.telling` prefers.

    `misconception` is what it should show; that is a wish, any drill of the level will do. `example`: a worked example
    comes before it.
    """

    skill: str
    level: int
    reason: Reason
    misconception: str | None = None
    example: bool = False


@dataclass(frozen=True)
class Situation:
    """All that the choice depends on.

    skills  the learner's states, of the skills that were ever asked
    offers  what may be asked, in the order in which skills are begun
    recent  the last questions, the latest last; three are enough
    now     an aware time in the learner's zone
    seed    settles what is equally good
    wish    levels harder, or easier where negative
    pairs   skills that are easily confused
    cap     how many due skills a day
    """

    skills: Mapping[str, Skill]
    offers: Sequence[Offer]
    recent: Sequence[Asked]
    now: datetime
    seed: str
    wish: int = 0
    pairs: Collection[tuple[str, str]] = ()
    cap: int = memory.DAILY_CAP

    @cached_property
    def offered(self) -> Mapping[str, Offer]:
        return {offer.skill: offer for offer in self.offers}

    @property
    def last(self) -> Asked | None:
        return self.recent[-1] if self.recent else None

    @cached_property
    def open(self) -> Mapping[str, Skill]:
        """The skills that are offered, were asked before, and have not just been asked twice in a row."""
        latest = [asked.skill for asked in self.recent[-IN_A_ROW:]]
        full = latest[0] if len(latest) == IN_A_ROW and len(set(latest)) == 1 and len(self.offers) > 1 else None
        return {id: skill for id, skill in self.skills.items() if id in self.offered and id != full}

    def partners(self, skill: str) -> list[str]:
        """Return the open skills that are easily confused with one, of those that were right at least once."""
        both = [pair for pair in self.pairs if skill in pair]
        others = [one if other == skill else other for one, other in both]
        return [other for other in others if other in self.open and self.open[other].right]


def choose(situation: Situation) -> Next:
    """Return what to ask next. Raises ValueError when nothing is offered."""
    if not situation.offers:
        raise ValueError("nothing is offered")
    for rule in (_sure_but_wrong, _habit, _due, _begun, _confused, _again, _furthest):
        if found := rule(situation):
            return found
    return _kept(situation)


def diagnose(situation: Situation, skill: str) -> Next:
    """Return the next question of a check for misconceptions in one skill.

    It is about what an answer has pointed at, else what has been shown least, on a level that can show it. Levels take
    turns, since wrong methods that give the same answers on one may differ on another.
    Raises KeyError where the skill is not offered, ValueError where it knows no misconception that is not flagged yet.
    """
    offer, state = situation.offered[skill], situation.skills.get(skill, Skill())
    known = [id for id, levels in offer.shows.items() if set(levels) & set(offer.difficulties)]
    trap = habits.to_show(state.habits, known)
    if trap is None:
        raise ValueError(f"{skill}: nothing to find out")
    shown = state.habits.evidence.get(trap, Evidence()).shown
    harder = replace(situation, wish=situation.wish + shown % 2)
    return _next(harder, skill, Reason("check", {"misconception": trap}), trap)


def _next(
    at: Situation, skill: str, reason: Reason, misconception: str | None = None, level: int | None = None
) -> Next:
    """Return the choice of a skill, on the level that suits the learner unless it is given.

    That is the level that counts for mastery where it is in reach, or where one right answer is all that is missing.
    Where no misconception is wanted, the drill should show the one that there is most to learn about on that level.
    """
    offer, state = at.offered[skill], at.skills.get(skill)
    ability = state.ability if state else ratings.begun(each.ability for each in at.skills.values())
    if level is None or level not in offer.difficulties:
        level = ratings.level_for(ability.value, offer.levels_of(misconception), offer.floor, shift=at.wish)
        if misconception is None and state is not None and _stretches(at, offer, state):
            level = max(level, offer.counts)
    if misconception is None and state is not None and state.right:
        misconception = habits.to_show(state.habits, [id for id, levels in offer.shows.items() if level in levels])
    return Next(skill, level, reason, misconception, state is not None and examples.comes_back(state.misses))


def _stretches(at: Situation, offer: Offer, state: Skill) -> bool:
    """Return whether a skill should be asked on the level that counts, though a lower one would suit better."""
    if state.mastery.mastered or at.wish < 0:
        return False
    chance = ratings.expected(state.ability.value, offer.difficulties[offer.counts], offer.floor)
    least = max(STRETCH_LEAST, STRETCH - state.tries / STRETCH_TRIES)
    return state.mastery.confirmable(at.now) or chance >= least


def _sure_but_wrong(at: Situation) -> Next | None:
    missed = [(state.sure_miss.at, id, state.sure_miss) for id, state in at.open.items() if state.sure_miss]
    if not missed:
        return None
    when, id, miss = min(missed, key=lambda each: each[:2])
    shown = [trap for trap in miss.named if trap in at.offered[id].shows]
    return _next(at, id, Reason("sure-but-wrong", {"at": when.isoformat()}), shown[0] if shown else None, miss.level)


def _habit(at: Situation) -> Next | None:
    latest = [asked.why for asked in at.recent[-IN_A_ROW:]]
    if latest == ["habit"] * IN_A_ROW:
        return None
    held = [
        (state.habits.evidence[trap].shown, id, trap)
        for id, state in at.open.items()
        for trap in state.habits.flagged
        if trap in at.offered[id].shows
    ]
    if not held:
        return None
    _, id, trap = min(held, key=lambda each: (at.last is not None and each[1] == at.last.skill, each))
    times, misses = habits.share(at.open[id].habits, trap)
    return _next(at, id, Reason("habit", {"misconception": trap, "times": times, "misses": misses}), trap)


def _due(at: Situation) -> Next | None:
    cards = {id: state.card for id, state in at.skills.items() if state.card and id in at.offered}
    for id in memory.plan(cards, at.now, at.cap).today:
        if id in at.open:
            return _next(at, id, Reason("due", {"since": cards[id].due.isoformat()}))
    return None


def _begun(at: Situation) -> Next | None:
    """The skill just asked once more, until its first success."""
    state = at.skills.get(at.last.skill) if at.last else None
    if at.last is None or state is None or at.last.skill not in at.offered:
        return None
    if state.right or state.tries >= BEGINNER_TRIES:
        return None
    return _next(at, at.last.skill, Reason("new", {"tries": state.tries}))


def _confused(at: Situation) -> Next | None:
    """After a miss, what the skill is easily confused with; not to and fro."""
    if at.last is None or at.last.right:
        return None
    before = at.recent[-2].skill if len(at.recent) > 1 else None
    partners = [other for other in at.partners(at.last.skill) if other != before]
    if not partners:
        return None
    return _next(at, Random(at.seed).choice(sorted(partners)), Reason("confused", {"other": at.last.skill}))


def _again(at: Situation) -> Next | None:
    """What was right in the mix a day or more ago: one right answer, and it is mastered."""
    waiting = [(state.mastery.mixed_at, id) for id, state in at.open.items() if state.mastery.confirmable(at.now)]
    waiting = [each for each in waiting if at.last is None or each[1] != at.last.skill]
    if not waiting:
        return None
    since, id = min(waiting)
    return _next(at, id, Reason("again", {"since": since.isoformat() if since else ""}))


def _furthest(at: Situation) -> Next | None:
    """The skill in hand that is furthest from mastery, or one to begin while few are in hand.

    Another than the last ones where there are enough, so that what is right is right in the mix and no skill is asked
    to and fro with one other; first of all what is easily confused with the last.
    """
    if len(at.offers) == 1:
        return _next(at, at.offers[0].skill, Reason("chosen"))
    asked = {id for id, state in at.skills.items() if state.tries}
    hand = [id for id in sorted(asked) if id in at.offered and not at.skills[id].mastery.mixed_at]
    fresh = [offer.skill for offer in at.offers if offer.skill not in asked]
    latest = [asked.skill for asked in at.recent[::-1]]
    free = [id for id in hand if id not in latest[:1]]
    if fresh and (len(hand) < OPEN or not free):
        return _next(at, fresh[0], Reason("new", {"tries": 0}))
    if not free:
        return None
    partners = at.partners(latest[0]) if latest else []
    near = [id for id in free if id in partners and id not in latest[1:2]]
    rested = [id for id in free if id not in latest[:REST]]
    found = max(near or rested or free, key=lambda id: _distance(at, id))
    return _next(at, found, Reason("mixed", {"other": latest[0]}) if near else Reason("weakest"))


def _distance(at: Situation, skill: str) -> float:
    """Return by how many logits the learner falls short of the target on the least level that counts for mastery."""
    offer = at.offered[skill]
    return offer.difficulties[offer.counts] - at.skills[skill].ability.value


def _kept(at: Situation) -> Next:
    """All is mastered, or waits for another day: what is most likely to be forgotten, another than the last."""
    last = at.last.skill if at.last else None
    found = [id for id in at.open if id != last] or list(at.open) or [at.offers[0].skill]
    chances = Random(at.seed).sample(sorted(found), len(found))

    def kept(id: str) -> float:
        state = at.skills.get(id)
        return memory.recall(state.card, at.now) if state and state.card else 0.0

    return _next(at, min(chances, key=kept), Reason("kept"))
