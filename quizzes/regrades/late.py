"""Answers that come after their drill was regraded, since its question lay open or is still asked somewhere: they are
marked by the same key, within minutes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import chain
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from quizzes.models import Attempt, Drill, Regrade
from quizzes.regrades import keeping
from quizzes.regrades.marking import Key
from quizzes.tokens import LIFETIME

A_MOMENT = timedelta(minutes=1)
"""Longer than an answer takes from when it comes until it is stored."""

BEFORE_ALL = UUID(int=0)


def follow() -> list[int]:
    """Ask for another regrade, like the last one that was done, of each drill to which answers came since that would be
    marked otherwise by it. Return those asked for, by their keys. Two queries, and a few for each drill so answered.

    An answer that came while a regrade was under way may have been missed, so it is one of these.
    """
    now = timezone.now()
    last = Regrade.objects.order_by("drill", "-pk").distinct("drill")
    done = {each.drill_id: each for each in last if each.state == Regrade.State.DONE and each.by_id != each.drill_id}
    asked = Attempt.objects.filter(drill__in=done, issued_at__gte=now - LIFETIME - A_MOMENT)
    answered = asked.values_list("drill").annotate(Max("answered_at")).order_by()
    late = [done[drill] for drill, at in answered if at >= _since(done[drill])]
    return [again.pk for each in late if (again := _again(each, now)) is not None]


def _since(regrade: Regrade) -> datetime:
    return (regrade.followed_at or regrade.made_at) - A_MOMENT


@transaction.atomic
def _again(regrade: Regrade, now: datetime) -> Regrade | None:
    """Return a regrade that begins with the first late answer whose mark changes, or which keeps it and is not told of
    yet; None where there is none.

    Up to when answers were looked at is kept together with the regrade that comes of it, or neither is.
    """
    since = _since(regrade)
    late = Attempt.objects.filter(drill=regrade.drill_id, issued_at__gte=since - LIFETIME, answered_at__gte=since)
    drills = Drill.objects.select_related("bucket").in_bulk([regrade.drill_id, regrade.by_id])
    key = Key(drills[regrade.drill_id], drills[regrade.by_id], regrade.house)
    found = keeping.sort(key, regrade.mode, late.iterator())
    Regrade.objects.filter(pk=regrade.pk).update(followed_at=now)
    asked = [each.attempt.issued_at for each in chain(*found)]
    if not asked:
        return None
    alike = {name: getattr(regrade, name) for name in ("by_id", "house", "mode", "told", "made_by_id")}
    begins = {"reached_at": min(asked), "reached": BEFORE_ALL}
    waiting = {"drill_id": regrade.drill_id, "state": Regrade.State.WAITING}
    return Regrade.objects.get_or_create(**waiting, defaults={**alike, **begins})[0]
