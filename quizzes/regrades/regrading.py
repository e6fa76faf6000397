"""Regrading: the attempts at a drill are marked anew once its key is corrected.

Looked at first, as a dry run that writes nothing; then done by one task, a batch at a time, which goes on where it was
when its worker died. What was known before is kept for each attempt. The model of learning is not run again: ability,
mastery and habits stay as the answers had them when they were given.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from quizzes.kinds import KINDS
from quizzes.models import Drill, Regrade, RegradedAttempt, ScenarioVersion
from quizzes.models.attempts import STORED, StoredAttempt
from quizzes.regrades import keeping, tallies, telling
from quizzes.regrades.marking import (
    HOUSE,
    Change,
    Key,
    Mark,
    another_spot,
    house_asked,
    key_for,
    unfit,
)
from quizzes.signals import regraded

BATCH = 200
"""Attempts in one transaction: short enough that no learner's answer waits long for its lock."""

MOST_AT_ONCE = 1000
"""Attempts that are marked at most while a page is loaded: of more the latest ones stand for all."""

OFFERED = 3
"""Earlier versions whose regrade one page offers at most."""

LOOKED_AT = 6
"""Earlier versions, of those with answers the newest, among which a page looks for what to offer."""


class Unfit(Exception):
    """The attempts can't be marked by the key. Its text says why."""


class AnotherSpot(Exception):
    """The key is that of another spot than the one that was answered, and nobody says that learners knew of it."""


class UnderWay(Exception):
    """Another regrade of the same drill is under way. Its text says which."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a regrade would change, and of how many attempts; nothing where `refused` says why it can't be.

    `looked_at` are the latest of them, to which `changes` belong; `kept` is how many more of these keep a mark that the
    key would not give, and `misled` of how many the mark stays though their learners were told that another answer is
    right; of both those who have not been told that yet. `another` is in what the key that would mark them is
    that of another spot than theirs, see `marking.another_spot`.
    """

    key: Key
    mode: str
    attempts: int
    changes: tuple[Change, ...]
    refused: str = ""
    another: tuple[str, ...] = ()
    looked_at: int = 0
    kept: int = 0
    misled: int = 0

    @property
    def sampled(self) -> bool:
        """Whether there are more attempts than were looked at."""
        return self.looked_at < self.attempts

    @property
    def rising(self) -> int:
        return sum(each.rises for each in self.changes)

    @property
    def falling(self) -> int:
        return sum(each.falls for each in self.changes)


def dry_run(drill: Drill, mode: str) -> DryRun:
    """Return what a regrade of a drill in a mode would change, in a few queries whatever the number of attempts.

    Of more than MOST_AT_ONCE only the latest are looked at: those who ask for it wait.
    """
    key, house = key_for(drill), house_asked(drill)
    refused = unfit(key, house)
    if refused:
        return DryRun(key, mode, _count(drill), (), refused)
    stored = _latest(drill)
    found = keeping.sort(key, mode, stored)
    attempts = len(stored) if len(stored) < MOST_AT_ONCE else _count(drill)
    return DryRun(
        key,
        mode,
        attempts,
        tuple(found.changed),
        another=another_spot(key, house),
        looked_at=len(stored),
        kept=len(found.kept),
        misled=len(found.misled),
    )


def _latest(drill: Drill) -> list[StoredAttempt]:
    """Return the latest attempts at a drill, the earliest of them first."""
    stored = chain.from_iterable(_attempts(model, drill).reverse()[:MOST_AT_ONCE] for model in STORED)
    latest = sorted(stored, key=_asked, reverse=True)[:MOST_AT_ONCE]
    return latest[::-1]


def _count(drill: Drill) -> int:
    return sum(_attempts(model, drill).count() for model in STORED)


@dataclass(frozen=True, slots=True)
class Offer:
    """Attempts at the drill of an earlier version, by its number, that a later one, `by`, may mark otherwise.

    `changes` are those that a regrade would change, None where there are too many attempts to look at them all;
    `misled` how many more were told that another answer is right. It is one in `mode`: a full one only where some would
    be worth less.
    """

    drill: int
    number: int
    by: int
    attempts: int
    changes: int | None
    mode: str = Regrade.Mode.RAISE
    misled: int = 0


def offers(scenario: int) -> list[Offer]:
    """Return what the published versions of a scenario may correct: of the earlier ones, the newest first, those that
    were answered, that were not regraded by their key, whose spot is the same, and of which a mark would change or
    somebody was told that another answer is right. A few queries for each.
    """
    rows = ScenarioVersion.objects.filter(scenario=scenario).exclude(drill=None).order_by("number")
    earlier = list(rows.values_list("drill", "number", "corrects"))[:-1]
    numbers = {drill: number for drill, number, corrects in earlier if corrects is None}
    done = set(Regrade.objects.filter(drill__in=numbers).values_list("drill", "by"))
    answered = Counter[int]()
    for model in STORED:
        counts = model._default_manager.filter(drill__in=numbers).values_list("drill").annotate(Count("nonce"))
        answered.update(dict(counts))
    latest = sorted(answered, key=lambda drill: -numbers[drill])[:LOOKED_AT]
    drills = Drill.objects.select_related("bucket", "scenario_version").in_bulk(latest)
    found = (_offer(drills[drill], answered[drill], done) for drill in latest)
    return list(islice((offer for offer in found if offer is not None), OFFERED))


def _offer(drill: Drill, attempts: int, done: set[tuple[int, int]]) -> Offer | None:
    key = key_for(drill)
    house = house_asked(drill)
    if key.by == drill or (drill.pk, key.by.pk) in done or unfit(key, house) or another_spot(key, house):
        return None
    numbers = drill.scenario_version.number, key.by.scenario_version.number
    if attempts > MOST_AT_ONCE:
        solve = KINDS[drill.bucket.kind].solve
        corrected = solve(drill.spot(house)).answer != solve(key.document(house)).answer
        return Offer(drill.pk, *numbers, attempts, None) if corrected else None
    found = dry_run(drill, Regrade.Mode.FULL)
    mode = Regrade.Mode.FULL if found.falling else Regrade.Mode.RAISE
    if not found.changes and not found.misled:
        return None
    return Offer(drill.pk, *numbers, attempts, len(found.changes), mode, found.misled)


@transaction.atomic
def start(drill: Drill, mode: str, user_id: int | None, *, told: int | None = None) -> Regrade:
    """Ask for a regrade of a drill, which a task then does. Where just this one is under way it is that one.

    `told` is the drill, by its key, of which somebody says that learners were told what it shows: where that is another
    spot than the one they were shown, it has to be the one that marks them.

    Raises Unfit where the attempts can't be marked by the corrected key, AnotherSpot where it is that of another spot,
    and UnderWay where a regrade in another mode or by another key has to be done first.
    """
    key, house = key_for(drill), house_asked(drill)
    refused = unfit(key, house)
    if refused:
        raise Unfit(refused)
    another = another_spot(key, house)
    if another and told != key.by.pk:
        raise AnotherSpot(why_another(another))
    asked = {"by": key.by, "house": key.house, "mode": mode}
    said = {"made_by_id": user_id, "told": bool(another)}
    regrade, _made = Regrade.objects.get_or_create(drill=drill, state=Regrade.State.WAITING, defaults={**asked, **said})
    if any(getattr(regrade, name) != value for name, value in asked.items()):
        raise UnderWay(
            _("Another regrade of this question is under way (%(mode)s). Ask for this one when that is done.")
            % {"mode": regrade.get_mode_display()}
        )
    return regrade


def why_another(another: tuple[str, ...]) -> str:
    """Return why a key is no key to the answers as it stands: in what it differs is given as `another_spot` does."""
    if another == (HOUSE,):
        return _("These answers were given under other house rules.")
    return _("These answers were given to another spot.")


def waiting() -> list[int]:
    """Return the regrades that are not done, by their keys."""
    return list(Regrade.objects.filter(state=Regrade.State.WAITING).order_by("pk").values_list("pk", flat=True))


def hold_up(pk: int) -> None:
    """Keep that a regrade failed again and again, to be told to who asked for it. It goes on where it stands."""
    Regrade.objects.filter(pk=pk, state=Regrade.State.WAITING).update(held_up_at=timezone.now())


def run(pk: int) -> None:
    """Do a regrade, or what is left of it. It can be called again at any time, and by several processes at once."""
    while step(pk):
        pass


@transaction.atomic
def step(pk: int) -> bool:
    """Mark the next batch of a regrade's attempts anew. Return whether there may be more of them.

    All that one batch changes is written together, and how far it has come with it: a batch counts once.
    """
    regrade = Regrade.objects.select_for_update(of=("self",)).select_related("drill__bucket", "by__bucket").get(pk=pk)
    if regrade.state == Regrade.State.DONE:
        return False
    batch = _batch(regrade)
    if not batch:
        _finish(regrade)
        return False
    found = keeping.sort(Key(regrade.drill, regrade.by, regrade.house), regrade.mode, batch)
    _write(regrade, found.changed)
    RegradedAttempt.objects.bulk_create(_history(regrade, [*found.kept, *found.misled], kept=True))
    regrade.reached_at, regrade.reached = batch[-1].issued_at, batch[-1].nonce
    regrade.looked_at += len(batch)
    regrade.changed += len(found.changed)
    regrade.held_up_at = None
    regrade.save(update_fields=["reached_at", "reached", "looked_at", "changed", "held_up_at"])
    return True


def _attempts(model: type[StoredAttempt], drill: Drill) -> QuerySet[Any]:
    return model._default_manager.filter(drill=drill).order_by("issued_at", "nonce")


def _batch(regrade: Regrade) -> list[StoredAttempt]:
    """Return the next attempts of a regrade, locked, archived ones among them.

    Those that pages read are locked first: then no month can be moved to the archive before all were read.
    """
    found: list[StoredAttempt] = []
    for model in STORED:
        attempts = _attempts(model, regrade.drill).select_for_update(of=("self",))
        if regrade.reached_at is not None:
            later = Q(issued_at__gt=regrade.reached_at) | Q(nonce__gt=regrade.reached)
            attempts = attempts.filter(later, issued_at__gte=regrade.reached_at)
        found += attempts[:BATCH]
    return sorted(found, key=_asked)[:BATCH]


def _asked(attempt: StoredAttempt) -> tuple[datetime, UUID]:
    return attempt.issued_at, attempt.nonce


def _write(regrade: Regrade, changes: Sequence[Change]) -> None:
    """Give attempts their new marks, keep the old ones, and correct what was counted of them."""
    alike: defaultdict[tuple[type[StoredAttempt], Mark], list[StoredAttempt]] = defaultdict(list)
    for each in changes:
        alike[type(each.attempt), each.after].append(each.attempt)
    for (model, after), same in alike.items():
        times, nonces = [each.issued_at for each in same], [each.nonce for each in same]
        model._default_manager.filter(issued_at__in=times, nonce__in=nonces).update(
            points=after.points, out_of=after.out_of, right=after.right, misconceptions=list(after.misconceptions)
        )
    RegradedAttempt.objects.bulk_create(_history(regrade, changes))
    tallies.correct(regrade.drill.bucket.kind, changes)


def _history(regrade: Regrade, changes: Sequence[Change], *, kept: bool = False) -> Iterator[RegradedAttempt]:
    for each in changes:
        yield RegradedAttempt(
            regrade=regrade,
            issued_at=each.attempt.issued_at,
            nonce=each.attempt.nonce,
            ruleset=each.attempt.ruleset,
            user_id=each.attempt.user_id,
            points_before=each.before.points,
            out_of_before=each.before.out_of,
            right_before=each.before.right,
            misconceptions_before=list(each.before.misconceptions),
            points=each.after.points,
            out_of=each.after.out_of,
            right=each.after.right,
            misconceptions=list(each.after.misconceptions),
            kept=kept,
        )


def _finish(regrade: Regrade) -> None:
    """Tell each account what became of its answers, and end the regrade."""
    telling.put(regrade)
    regrade.state, regrade.done_at = Regrade.State.DONE, timezone.now()
    regrade.save(update_fields=["state", "done_at"])
    regraded.send(Regrade, regrade=regrade)
