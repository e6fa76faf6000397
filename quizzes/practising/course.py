"""What is known of a learner, on which the next question depends: read in one query, and changed by an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from quizzes import kinds, pools
from quizzes.kinds.base import Kind, Variant
from quizzes.learners import Learner, Session
from quizzes.learning import memory, ratings, skills
from quizzes.learning.choosing import Asked
from quizzes.learning.memory import DAILY_CAP, Plan
from quizzes.learning.ratings import AMOUNT_FLOOR, PRIOR_DIFFICULTIES, Rating, choice_floor
from quizzes.learning.skills import Skill, Try
from quizzes.models import Attempt, Bucket, Placement, SkillState
from quizzes.models.course import MOST_A_DAY, MOST_WISHED, Stored, change, hold, read
from quizzes.models.skills import Counted, count_attempts
from quizzes.practising.taken import Taken

SESSION_KEY = "practice"
"""Where a visitor's course lies in the session."""

RECENT = 3

FLOORS: Mapping[str, float] = {
    "reopen": 0.1,  # yes or no, and then amounts that are often plain
    "winner": choice_floor(3),
    "ranking": choice_floor(24),
    "action_order": choice_floor(5),
    "next_button": choice_floor(5),
    "posting": choice_floor(4),
    "show_order": choice_floor(4),
    "may_see": choice_floor(3),
    "ruling": choice_floor(4),
    "out_of_turn": choice_floor(4),
    "correction": choice_floor(4),
    "starting_hand": choice_floor(6),
    "choice": choice_floor(4),
}
"""What guessing gets right, by how a kind takes its answer. Amounts, cards and grids that are not named have least."""

Items = Mapping[tuple[str, Variant], Mapping[int, Rating]]
"""The difficulties that answers have given so far: by kind and variant those of the levels."""


@dataclass(frozen=True, slots=True)
class Met:
    """A kind that a learner has met: `SkillState.order_key`, `served` and `learnt`, as they are stored."""

    order_key: str
    served: Mapping[str, Any]
    learnt: Mapping[str, Any]

    def taken(self, bucket: int) -> Taken:
        """Return how far the learner is through a bucket's drills."""
        return Taken.from_json(self.served.get(str(bucket), 0))


@dataclass(frozen=True)
class Known:
    """All that is known of a learner; see also `models.course.Course`.

    `met` has the kinds that were met, `placed` the abilities with which the others begin after a placement test.
    """

    answered: int = 0
    recent: tuple[Asked, ...] = ()
    wish: int = 0
    cap: int = DAILY_CAP
    met: Mapping[str, Met] = field(default_factory=dict)
    placed: Mapping[str, Rating] = field(default_factory=dict)

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """The state of every drilled kind that was met, or that a placement test gave an ability."""
        return {kind: self.skill(kind) for kind in kinds.KINDS if kind in self.met or kind in self.placed}

    def skill(self, kind: str) -> Skill:
        """Return the state of a kind; of one that was not met, from a placement test or the learner's other kinds."""
        if kind in self.met:
            return Skill.from_json(self.met[kind].learnt)
        if kind in self.placed:
            return Skill(self.placed[kind])
        return Skill(ratings.begun(Rating.from_json(met.learnt["ability"]) for met in self.met.values()))

    def plan(self, now: datetime) -> Plan:
        """Return what is due today and how the rest is caught up; `now` is in the learner's zone."""
        return memory.plan({id: skill.card for id, skill in self.skills.items() if skill.card}, now, self.cap)


def known_of(stored: Stored) -> Known:
    """Return what is known of a learner out of what is stored, in the database or in a session."""
    answered, recent, wish, cap = stored.course or (0, [], 0, DAILY_CAP)
    met = {kind: Met(*values) for kind, values in stored.skills.items()}
    placed = {kind: Rating.from_json(ability) for kind, ability in stored.placed.items()}
    return Known(answered, tuple(Asked(*each) for each in recent), wish, cap, met, placed)


def visitors(session: Session) -> Known:
    """Return what is known of a visitor. A session from before the model of learning has other keys: it begins anew."""
    held = session.get(SESSION_KEY, {})
    return known_of(Stored(held.get("course"), held.get("skills", {}), [], held.get("placed", {})))


def known(learner: Learner) -> Known:
    """Return all that is known of a learner: one query for an account, none for a visitor."""
    return visitors(learner.session) if learner.user_id is None else known_of(read(learner.user_id, (), ()))


def read_for(
    learner: Learner, wanted: Collection[str], variants: Iterable[Variant], *, whole: bool = True
) -> tuple[Known, Items]:
    """Return what is known of a learner, and the difficulties of some kinds in the variants' games, in one query.

    What is not `whole` has of an account's other kinds the abilities alone: all that an answer in these depends on.
    """
    stored = read(learner.user_id, wanted, {variant.game for variant in variants}, whole=whole)
    items: dict[tuple[str, Variant], dict[int, Rating]] = {}
    for kind, game, limit, level, value, tries in stored.ratings:
        items.setdefault((kind, Variant(game, limit)), {})[level] = Rating(value, tries)
    return visitors(learner.session) if learner.user_id is None else known_of(stored), items


def skills_of(learner: Learner) -> Mapping[str, Skill]:
    """Return the state of every drilled kind that a learner has met, or was placed in."""
    return known(learner).skills


def plan(learner: Learner, now: datetime) -> Plan:
    """Return what is due today and how the rest is caught up; `now` is in the learner's zone."""
    return known(learner).plan(now)


def floor(kind: Kind) -> float:
    """Return the chance of guessing an answer of a kind right in every part."""
    return FLOORS.get(kind.input, AMOUNT_FLOOR)


def difficulty(rated: Mapping[int, Rating], level: int) -> Rating:
    """Return how hard a level is: as rated by answers, else as its level and the rated ones have it."""
    return rated[level] if level in rated else ratings.item(level, rated)


def level_for(kind: Kind, skill: Skill) -> int:
    """Return the level of a kind that suits what a learner knows of it, whatever others find hard."""
    usual = {level: PRIOR_DIFFICULTIES[level] for level in kind.levels}
    return ratings.level_for(skill.ability.value, usual, floor(kind))


class Turn(NamedTuple):
    """What an answer leads to: what is known then, and the rating of what was asked, before and after, where it was
    moved.
    """

    known: Known
    item: tuple[Rating, Rating] | None


def after(before: Known, items: Items, attempt: Attempt) -> Turn:
    """Return what is known of a learner after an attempt, which comes with its drill and bucket.

    Another try at a drill that was answered before counts, but moves no rating and no order; neither does one that was
    asked in another order than the learner's.
    """
    bucket = attempt.drill.bucket
    kind, variant = kinds.KINDS[bucket.kind], Variant(bucket.game, bucket.limit)
    owner = attempt.visitor.hex if attempt.visitor else f"user:{attempt.user_id}"
    met = before.met.get(kind.id, Met(owner, {}, {}))
    # The places of a visitor's order say nothing of an account's own.
    place = attempt.place if attempt.visitor is None or met.order_key == owner else None
    tried = Try(
        level=bucket.level,
        top=max(kind.levels),
        floor=floor(kind),
        right=attempt.right,
        mixed=bool(before.recent) and before.recent[-1].skill != kind.id,
        rated=not attempt.hinted and attempt.place is not None and _is_first(met, bucket, place),
        hinted=attempt.hinted,
        sure=bool(attempt.sure),
        told_apart=attempt.drill.told_apart,
        named=tuple(attempt.misconceptions),
    )
    item = difficulty(items.get((kind.id, variant), {}), bucket.level)
    skill, moved = skills.after(before.skill(kind.id), item, tried, timezone.localtime(attempt.answered_at))
    served = met.served if place is None else {**met.served, str(bucket.pk): met.taken(bucket.pk).then(place).to_json()}
    met = Met(met.order_key, served, skill.to_json())
    recent = (*before.recent, Asked(kind.id, attempt.right, attempt.why))[-RECENT:]
    changed = replace(before, answered=before.answered + 1, recent=recent, met={**before.met, kind.id: met})
    return Turn(changed, (item, moved) if tried.rated else None)


def _is_first(met: Met, bucket: Bucket, place: int | None) -> bool:
    """Return whether a drill, given by its place in the learner's order, is answered for the first time."""
    if place is None:
        return True
    whole = pools.ordered(bucket)
    return not met.taken(bucket.pk).has(place) and (not whole or place < whole)


def count(user_id: int, attempts: Sequence[Attempt], *, rate: bool = True) -> None:
    """Count an account's attempts, in their order, once its course is locked. Only the first ones rate what was asked.

    `rate` is for answers that were given by the account, not as a visitor.
    """
    told = [attempt for attempt in attempts if attempt.drill.bucket.kind in kinds.KINDS]
    buckets = [attempt.drill.bucket for attempt in told]
    wanted = {bucket.kind for bucket in buckets}
    variants = [Variant(bucket.game, bucket.limit) for bucket in buckets]
    found, items = read_for(Learner({}, user_id), wanted, variants, whole=False)
    counted = []
    for attempt in told:
        found, item = after(found, items, attempt)
        met = found.met[attempt.drill.bucket.kind]
        recent = [list(each) for each in found.recent]
        counted.append(Counted(attempt, met.order_key, met.learnt, met.served, recent, item if rate else None))
    count_attempts(counted)


def note(learner: Learner, attempt: Attempt) -> None:
    """Count a visitor's attempt, in the session. Difficulties stay as they are."""
    bucket = attempt.drill.bucket
    found, items = read_for(learner, [bucket.kind], [Variant(bucket.game, bucket.limit)])
    _keep(learner, after(found, items, attempt).known)


def _keep(learner: Learner, found: Known) -> None:
    """Keep what is known of a visitor in the session, in the shape in which it is stored of an account."""
    learner.session[SESSION_KEY] = {
        "course": [found.answered, [list(each) for each in found.recent], found.wish, found.cap],
        "skills": {kind: [met.order_key, met.served, met.learnt] for kind, met in found.met.items()},
        "placed": {kind: ability.to_json() for kind, ability in found.placed.items()},
    }


def wish(learner: Learner, levels: int) -> None:
    """Have questions asked so many levels harder than they would be, or easier where negative: two at most."""
    levels = max(-MOST_WISHED, min(levels, MOST_WISHED))
    if learner.user_id is None:
        _keep(learner, replace(known(learner), wish=levels))
    else:
        change(learner.user_id, wish=levels)


def cap(learner: Learner, a_day: int) -> None:
    """Have at most so many skills asked on a day because they are due."""
    a_day = max(0, min(a_day, MOST_A_DAY))
    if learner.user_id is None:
        _keep(learner, replace(known(learner), cap=a_day))
    else:
        change(learner.user_id, cap=a_day)


def raised(known: Rating, placed: Rating) -> Rating:
    """Return the ability of a skill that was met, after a placement test: between both, by the tries behind them.

    What practice knows is never lowered, and the test counts as no try.
    """
    tries = known.tries + placed.tries
    value = (known.value * known.tries + placed.value * placed.tries) / tries if tries else known.value
    return Rating(max(known.value, value), known.tries)


@transaction.atomic
def place(learner: Learner, abilities: Mapping[str, Rating]) -> None:
    """Have skills begin with the abilities that a placement test found; those that were met are only raised."""
    if learner.user_id is not None:
        hold(learner.user_id)
    found = known(learner)
    met = {kind: _placed(found.met[kind], ability) for kind, ability in abilities.items() if kind in found.met}
    if learner.user_id is None:
        _keep(learner, replace(found, met={**found.met, **met}, placed=abilities))
        return
    states = list(SkillState.objects.filter(user=learner.user_id, kind__in=met))
    for state in states:
        state.learnt = dict(met[state.kind].learnt)
    SkillState.objects.bulk_update(states, ["learnt"])
    placed = {kind: ability.to_json() for kind, ability in abilities.items()}
    Placement.objects.update_or_create(user_id=learner.user_id, defaults={"placed": placed})


def _placed(met: Met, ability: Rating) -> Met:
    skill = Skill.from_json(met.learnt)
    return replace(met, learnt=replace(skill, ability=raised(skill.ability, ability)).to_json())


def hand_over(session: Session, user_id: int) -> None:
    """Make what this browser's visitor wished for the account's wishes."""
    found = visitors(session)
    if found.wish or found.cap != DAILY_CAP:
        change(user_id, wish=found.wish, cap=found.cap)
