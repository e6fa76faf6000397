"""What learners are told of a regrade: one notice for each account, which names the answer that it gave last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from quizzes import notices
from quizzes.kinds import KINDS
from quizzes.models import Notice, Regrade, RegradedAttempt
from quizzes.practising.sharing import spot_name
from quizzes.regrades.keeping import NOTICE, about
from quizzes.regrades.marking import HOUSE, Key, Mark, another_spot, house_asked


def put(regrade: Regrade) -> None:
    """Put a notice for each account of which a regrade changed or kept an answer, or that had been told wrongly of one.
    One about the same question that it has not seen yet goes away for it, which says what came of both: nothing is said
    of what is as it was last seen.

    So does one by another key for whoever has no other mark by this one: what it names as right is so no more.
    """
    rows = RegradedAttempt.objects.filter(regrade=regrade).exclude(user=None)
    another = another_spot(Key(regrade.drill, regrade.by, regrade.house), house_asked(regrade.drill))
    earlier = dict(Regrade.objects.filter(drill=regrade.drill_id).exclude(pk=regrade.pk).values_list("pk", "by"))
    named = {about(pk): pk for pk in earlier}
    by_others = [about(pk) for pk, by in earlier.items() if by != regrade.by_id]
    out_of_date = Q(user__in=rows.values("user")) | Q(about__in=by_others)
    unseen = Notice.objects.filter(out_of_date, about__in=named, seen_at=None)
    waiting = unseen.values_list("user", "about", "values")
    untold = {user: [named[name], *values.get("also", ())] for user, name, values in waiting}
    notices.put(
        Notice(
            user_id=user,
            about=about(regrade.pk),
            key=NOTICE,
            values={**_values(regrade, answers, another), "also": untold.get(user, [])},
        )
        for user, answers in _by_account(_with(rows, regrade, untold))
    )
    unseen.delete()


def _with(
    rows: QuerySet[RegradedAttempt], regrade: Regrade, untold: Mapping[int, Collection[int]]
) -> QuerySet[RegradedAttempt]:
    """Return the rows of a regrade with those of the earlier ones of which each account was not told yet, all by their
    keys. What another key than this regrade's would not have given is left out.
    """
    accounts = defaultdict(list)
    for user, regrades in untold.items():
        for each in regrades:
            accounts[each].append(user)
    by_this = Q(kept=False) | Q(regrade__by=regrade.by_id)
    every = rows
    for pk, users in accounts.items():
        every |= RegradedAttempt.objects.filter(by_this, regrade=pk, user__in=users)
    return every


class Answer(NamedTuple):
    """What one or several regrades made of an answer. `row` is the last of it."""

    row: RegradedAttempt
    before: Mark
    after: Mark


def _by_account(rows: QuerySet[RegradedAttempt]) -> Iterator[tuple[int, list[Answer]]]:
    """Yield each account with those of its answers, the latest last, that are to be told of, if there are any."""
    ordered = rows.order_by("user", "issued_at", "nonce", "regrade")
    for user, mine in groupby(ordered.iterator(), lambda row: row.user_id):
        by_answer = groupby(mine, lambda row: (row.issued_at, row.nonce))
        if answers := [answer for _asked, same in by_answer if (answer := _come_of(list(same)))]:
            yield user, answers


def _come_of(rows: Sequence[RegradedAttempt]) -> Answer | None:
    """Return what came of an answer by its rows, the oldest first: None where it is as before, with nothing kept."""
    last, before = rows[-1], Mark.before(rows[0])
    after = Mark.before(last) if last.kept else Mark.after(last)
    return Answer(last, before, after) if last.kept or before != after else None


def _values(regrade: Regrade, answers: Sequence[Answer], another: tuple[str, ...]) -> dict[str, Any]:
    """Return what an account is told of some answers of its own, the latest last."""
    bucket, last = regrade.by.bucket, answers[-1].row
    shown = bucket.kind in KINDS and not bucket.reserve
    return {
        "kind": regrade.drill.bucket.kind,
        "raised": sum(each.after.worth > each.before.worth for each in answers),
        "lowered": sum(each.after.worth < each.before.worth for each in answers),
        "kept": sum(each.row.kept and not each.row.same for each in answers),
        "misled": sum(each.row.same and each.before.worth == each.after.worth for each in answers),
        "another": "rules" if another == (HOUSE,) else bool(another),
        "spot": spot_name(regrade.by_id, regrade.house or last.ruleset) if shown else "",
        "asked": last.issued_at.isoformat(),
        "nonce": str(last.nonce),
    }
