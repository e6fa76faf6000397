"""What learners are told of a regrade: one notice for each account, which names the answer that it gave last."""

from __future__ import annotations

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
    has not seen yet goes away for it.
    """
    rows = RegradedAttempt.objects.filter(regrade=regrade).exclude(user=None)
    last = {user: answer for user, *answer in _last(rows)}
    key = Key(regrade.drill, regrade.by, regrade.house)
    another = another_spot(key, house_asked(regrade.drill))
    earlier = Regrade.objects.filter(drill=regrade.drill_id).exclude(pk=regrade.pk).values_list("pk", flat=True)
    Notice.objects.filter(user__in=last, about__in=[_about(pk) for pk in earlier], seen_at=None).delete()
    notices.put(_notice(regrade, row, last[row["user"]], another) for row in _counts(rows))


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
    regrade: Regrade, counts: dict[str, int], last: tuple[datetime, UUID, str], another: tuple[str, ...]
) -> Notice:
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
    }
    return Notice(user_id=counts["user"], about=_about(regrade.pk), key=NOTICE, values=values)


def _about(regrade: int) -> str:
    return f"regrade-{regrade}"
