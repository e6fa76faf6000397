"""The review list: each drill that was missed in a run, to be answered again. Nothing of it counts anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from quizzes import kinds
from quizzes.kinds.base import Answer, Raw
from quizzes.learners import Learner
from quizzes.models import Attempt, Drill, ReviewItem
from quizzes.practice import Outcome, Served

KEPT = 200
"""The latest misses of a learner that are kept."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What another try was worth, whether it took the drill off the list, and the one that comes after it there."""

    outcome: Outcome
    done: bool
    next: int | None


def note_miss(learner: Learner, drill: Drill, ruleset: str, response: Answer, now: datetime) -> None:
    """Put a drill on the list with what was answered to it, or bring it up to date there. Two statements."""
    _put(
        [
            ReviewItem(
                user_id=learner.user_id,
                visitor=learner.visitor,
                drill=drill,
                ruleset=ruleset,
                response=response,
                missed_at=now,
            )
        ]
    )
    _forget_the_oldest(learner.user_id, learner.visitor)


def listed(learner: Learner) -> QuerySet[ReviewItem]:
    """Return a learner's list with the drills' buckets, the latest miss first."""
    mine = ReviewItem.objects.of(learner.user_id, learner.visitor)
    known = mine.filter(drill__bucket__kind__in=kinds.KINDS)
    return known.select_related("drill__bucket").defer("drill__document").order_by("-missed_at", "-pk")


def asked(learner: Learner, pk: int) -> Served:
    """Return the question of an item of a learner's list. Raises ReviewItem.DoesNotExist."""
    item = _find(learner, pk)
    return Served(_mark(item), item.drill, item.drill.spot(item.ruleset), kinds.KINDS[item.drill.bucket.kind])


@transaction.atomic
def try_again(learner: Learner, pk: int, raw: Raw) -> Tried:
    """Grade another try. Right on two different days it is off the list; a miss begins it anew there.

    Raises ReviewItem.DoesNotExist, and IllFormed where the response says nothing that could be graded.
    """
    now = timezone.now()
    item = _find(learner, pk, lock=True)
    following = listed(learner).filter(missed_at__lt=item.missed_at).values_list("pk", flat=True).first()
    kind, document = kinds.KINDS[item.drill.bucket.kind], item.drill.spot(item.ruleset)
    response, solution = kind.parse(document, raw), kind.solve(document)
    grade = replace(kind, solve=lambda _document: solution).grade(document, response)
    done = False
    if not grade.right:
        note_miss(learner, item.drill, item.ruleset, response, now)
    elif item.right_on in (None, timezone.localdate(now)):
        item.right_on = timezone.localdate(now)
        item.save(update_fields=["right_on"])
    else:
        item.delete()
        done = True
    # An attempt that is never stored: the feedback reads from it which drill it was.
    unstored = Attempt(drill=item.drill, ruleset=item.ruleset, response=response, right=grade.right, answered_at=now)
    return Tried(Outcome(document, kind, response, grade, solution, unstored, repeated=False), done, following)


def remove(learner: Learner, pk: int) -> None:
    """Take an item off a learner's list; one that is not there is off it already."""
    ReviewItem.objects.of(learner.user_id, learner.visitor).filter(pk=pk).delete()


@transaction.atomic
def claim(visitor: UUID, user_id: int) -> None:
    """Give an account a visitor's list. Of a drill that both missed the later miss is kept."""
    mine = dict(ReviewItem.objects.of(user_id, None).select_for_update().values_list("drill", "missed_at"))
    theirs = [
        item
        for item in ReviewItem.objects.of(None, visitor).select_for_update()
        if item.drill_id not in mine or item.missed_at > mine[item.drill_id]
    ]
    ReviewItem.objects.of(None, visitor).delete()
    for item in theirs:
        item.pk, item.user_id, item.visitor = None, user_id, None
    _put(theirs)
    _forget_the_oldest(user_id, None)


def _find(learner: Learner, pk: int, lock: bool = False) -> ReviewItem:
    mine = ReviewItem.objects.of(learner.user_id, learner.visitor).select_related("drill__bucket")
    return (mine.select_for_update(of=("self",)) if lock else mine).get(pk=pk)


def _mark(item: ReviewItem) -> str:
    """What stands in a form in a token's place: it is good for nothing but the order of written answers."""
    return f"review-{item.pk}"


def _put(items: Sequence[ReviewItem]) -> None:
    """Store items of one owner. Those of drills that are on the list take the place of what is there."""
    if not items:
        return
    owner = "user" if items[0].user_id is not None else "visitor"
    ReviewItem.objects.bulk_create(
        items,
        update_conflicts=True,
        unique_fields=[owner, "drill"],
        update_fields=["ruleset", "response", "missed_at", "right_on"],
    )


def _forget_the_oldest(user_id: int | None, visitor: UUID | None) -> None:
    mine = ReviewItem.objects.of(user_id, visitor)
    mine.filter(pk__in=mine.order_by("-missed_at", "-pk").values("pk")[KEPT:]).delete()
