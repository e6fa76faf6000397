"""What learners are told of a regrade: one notice for each account, which names the answer that it gave last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from quizzes import notices
from quizzes.kinds import KINDS
from quizzes.models import Notice, Regrade, RegradedAttempt
from quizzes.practising.sharing import spot_name
from quizzes.regrades.marking import HOUSE, Key, another_spot, house_asked

NOTICE = "regraded"
"""The key of these notices."""


def put(regrade: Regrade) -> None:
    """Put a notice for each account of which a regrade changed or kept an answer. One about the same question that it
    has not seen yet goes away for it, which says what that one said too.
    """
    rows = RegradedAttempt.objects.filter(regrade=regrade).exclude(user=None)
    last = {user: answer for user, *answer in _last(rows)}
    key = Key(regrade.drill, regrade.by, regrade.house)
    another = another_spot(key, house_asked(regrade.drill))
    earlier = Regrade.objects.filter(drill=regrade.drill_id).exclude(pk=regrade.pk).values_list("pk", flat=True)
    about = {_about(pk): pk for pk in earlier}
    unseen = Notice.objects.filter(user__in=last, about__in=about, seen_at=None)
    waiting = unseen.values_list("user", "about", "values")
    untold = {user: [about[name], *values.get("also", ())] for user, name, values in waiting}
    notices.put(
        _notice(regrade, row, last[row["user"]], another, untold.get(row["user"], []))
        for row in _counts(_with(rows, untold))
    )
    unseen.delete()


def _with(rows: QuerySet[RegradedAttempt], untold: Mapping[int, Collection[int]]) -> QuerySet[RegradedAttempt]:
    """Return some rows with those of the earlier regrades of which each account was not told yet, all by their keys: of
    each answer what came of it last.
    """
    accounts = defaultdict(list)
    for user, regrades in untold.items():
        for regrade in regrades:
            accounts[regrade].append(user)
    every = rows
    for regrade, users in accounts.items():
        every |= RegradedAttempt.objects.filter(regrade=regrade, user__in=users)
    latest = every.order_by("user", "issued_at", "nonce", "-regrade").distinct("user", "issued_at", "nonce")
    return RegradedAttempt.objects.filter(pk__in=latest.values("pk")) if untold else rows


def _last(rows: QuerySet[RegradedAttempt]) -> QuerySet[RegradedAttempt, Any]:
    """Return for each account the latest of its answers among some: when it was asked, its nonce and its house."""
    latest = rows.order_by("user", "-issued_at").distinct("user")
    return latest.values_list("user", "issued_at", "nonce", "ruleset")


def _counts(rows: QuerySet[RegradedAttempt]) -> QuerySet[RegradedAttempt, Any]:
    """Return for each account how many of its answers rose, fell, and kept a mark that the key would not give."""
    changed, alike = Q(kept=False), Q(right=F("right_before"))
    rises = Q(right=True, right_before=False) | (alike & Q(after__gt=F("before")))
    falls = Q(right=False, right_before=True) | (alike & Q(after__lt=F("before")))
    worth = rows.annotate(before=F("points_before") * F("out_of"), after=F("points") * F("out_of_before"))
    return worth.values("user").annotate(
        raised=Count("pk", filter=changed & rises),
        lowered=Count("pk", filter=changed & falls),
        unchanged=Count("pk", filter=~changed),
    )


def _notice(
    regrade: Regrade,
    counts: dict[str, int],
    last: tuple[datetime, UUID, str],
    another: tuple[str, ...],
    also: Sequence[int],
) -> Notice:
    """Return what an account is told; `also` are the earlier regrades, by their keys, that are told of with it."""
    bucket, (asked, nonce, house) = regrade.by.bucket, last
    shown = bucket.kind in KINDS and not bucket.reserve
    values = {
        "kind": regrade.drill.bucket.kind,
        "raised": counts["raised"],
        "lowered": counts["lowered"],
        "kept": counts["unchanged"],
        "another": "rules" if another == (HOUSE,) else bool(another),
        "spot": spot_name(regrade.by_id, regrade.house or house) if shown else "",
        "asked": asked.isoformat(),
        "nonce": str(nonce),
        "also": also,
    }
    return Notice(user_id=counts["user"], about=_about(regrade.pk), key=NOTICE, values=values)


def _about(regrade: int) -> str:
    return f"regrade-{regrade}"
