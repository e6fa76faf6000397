"""Answers sorted by what a regrade makes of them. Those that keep their mark, too: who gave them is told once that
another answer is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from quizzes.engine.errors import DocumentError
from quizzes.house_rules import exists
from quizzes.kinds import KINDS
from quizzes.kinds.base import Answer
from quizzes.models import Drill, Notice, Regrade, RegradedAttempt
from quizzes.models.attempts import StoredAttempt
from quizzes.practising.untold import untold_to
from quizzes.regrades.marking import Change, Key, Mark, compared, marker

NOTICE = "regraded"
"""The key of the notices that tell learners of a regrade."""

Asked = tuple[datetime, UUID]
"""When an answer was asked for, and its nonce: what names an attempt."""


class Sorted(NamedTuple):
    """Answers of a drill by what a regrade makes of them, those left out of which nothing is to be written.

    `changed` get another mark. `kept` keep theirs though the key gives less, since nobody loses one. `misled` are worth
    the same by the key, but who gave them was told that another answer is right. Both hold only those whose learners
    have not been told that yet.
    """

    changed: list[Change]
    kept: list[Change]
    misled: list[Change]


def about(regrade: int) -> str:
    """Return what the notices of a regrade, given by its key, are about."""
    return f"regrade-{regrade}"


def sort(key: Key, mode: str, attempts: Iterable[StoredAttempt]) -> Sorted:
    """Return some answers to a drill by what a regrade by a key makes of them in a mode: three queries at most for
    those that keep their marks, and one for the keys by which they were told otherwise.
    """
    mark, same = marker(key), []
    found = Sorted([], [], [])
    for each in attempts:
        change = compared(each, mark(each))
        if change is None:
            same.append(each)
        else:
            (found.kept if change.is_kept(mode) else found.changed).append(change)
    return found._replace(kept=_untold(key, found.kept), misled=_misled(key, same))


def _untold(key: Key, kept: Sequence[Change]) -> list[Change]:
    """Return those of some kept answers that no regrade by the same key has kept before. One query, if any."""
    if not kept:
        return []
    rows = RegradedAttempt.objects.filter(
        kept=True,
        regrade__drill=key.drill.pk,
        regrade__by=key.by.pk,
        issued_at__in=[each.attempt.issued_at for each in kept],
    )
    known = set(rows.values_list("issued_at", "nonce"))
    return [each for each in kept if (each.attempt.issued_at, each.attempt.nonce) not in known]


def _misled(key: Key, same: Sequence[StoredAttempt]) -> list[Change]:
    """Return those of some answers that are worth the same by a key whose accounts were told last that another answer
    than the key's is right. One that is right by both was told nothing wrong, and whoever can still answer the drill
    where it counts was not told yet what is right.

    By a drill's own document nobody was told otherwise: what the engine once said of it is not kept.
    """
    mine = [each for each in same if each.user_id is not None and not each.right]
    if key.by == key.drill or not mine:
        return []
    keys = _Keys(key, _told_by(key, mine))
    found = [each for each in mine if keys.told_otherwise(each)]
    kept_from = untold_to(key.drill.pk, {each.user_id for each in found if each.user_id is not None})
    return [Change(each, Mark.of(each), Mark.of(each)) for each in found if each.user_id not in kept_from]


@dataclass(frozen=True, slots=True)
class _Told:
    """The regrade that told of an answer last, None for the drill's own key; `by_this` is whether that is the key that
    is asked about, of which then nobody is told again.
    """

    regrade: Regrade | None = None
    by_this: bool = False


def _told_by(key: Key, attempts: Sequence[StoredAttempt]) -> Mapping[Asked, _Told]:
    """Return by what each of some answers was told of last, where that was by a regrade of the drill.

    A regrade of which an account has not seen a notice has told it nothing: the notice goes away for the next one. The
    one whose key is asked about stands in for what is put in its place.
    """
    regrades = Regrade.objects.filter(drill=key.drill.pk, state=Regrade.State.DONE)
    done = {each.pk: each for each in regrades.select_related("by").order_by("pk")}
    if not done:
        return {}
    others = [pk for pk, each in done.items() if each.by_id != key.by.pk]
    rows = RegradedAttempt.objects.filter(regrade__in=done, issued_at__in=[each.issued_at for each in attempts])
    rows = rows.exclude(user=None).order_by("regrade")
    seen = _seen({each.user_id for each in attempts}, done)
    found: dict[Asked, _Told] = {}
    for pk, user, asked, nonce in rows.values_list("regrade", "user", "issued_at", "nonce"):
        by_this = pk > max(others, default=0)
        if by_this or pk in seen[user]:
            found[asked, nonce] = _Told(done[pk], by_this)
    return found


def _seen(users: Iterable[int | None], regrades: Iterable[int]) -> Mapping[int, set[int]]:
    """Return of which regrades, by their keys, each account has seen a notice. One query."""
    named = {about(pk): pk for pk in regrades}
    rows = Notice.objects.filter(user__in=users, about__in=named).exclude(seen_at=None)
    seen: defaultdict[int, set[int]] = defaultdict(set)
    for user, name, values in rows.values_list("user", "about", "values"):
        seen[user] |= {named[name], *values.get("also", ())}
    return seen


@dataclass(frozen=True, slots=True)
class _Keys:
    """What a key says is right, beside what each of some answers was told of last; each is worked out once.

    Where the house is not there any more under which somebody was told, the key's stands in for it.
    """

    key: Key
    told: Mapping[Asked, _Told]
    answers: dict[tuple[int, str], Answer | None] = field(default_factory=dict)

    def told_otherwise(self, attempt: StoredAttempt) -> bool:
        """Return whether who gave an answer was told last that another one than the key's is right."""
        told = self.told.get((attempt.issued_at, attempt.nonce), _Told())
        if told.by_this:
            return False
        by, house = (told.regrade.by, told.regrade.house) if told.regrade else (self.key.drill, "")
        by_key, then = self.key.house or attempt.ruleset, house or attempt.ruleset
        said = self._answer(by, then if exists(then) else by_key)
        return said is not None and said != self._answer(self.key.by, by_key)

    def _answer(self, drill: Drill, house: str) -> Answer | None:
        """Return what is right in a drill; None where it is refused by now, so that nobody knows what was told."""
        if (drill.pk, house) not in self.answers:
            solve = KINDS[self.key.drill.bucket.kind].solve
            try:
                self.answers[drill.pk, house] = solve(drill.spot(house)).answer
            except DocumentError:
                self.answers[drill.pk, house] = None
        return self.answers[drill.pk, house]
