"""Regrading a corrected item: dry run, raise only or full, one task, notices, history (issue 7, "Versions").

What is right, and why, is told in regraded.py.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection

from quizzes import notices, tasks
from quizzes.engine.document import Document
from quizzes.engine.notation import loads, to_table
from quizzes.kinds.choice import KIND as CHOICE
from quizzes.models import (
    ArchivedAttempt,
    Attempt,
    Bucket,
    Drill,
    Notice,
    PracticeDay,
    Regrade,
    RegradedAttempt,
    Scenario,
    SkillState,
    SkillWeek,
)
from quizzes.models.regrades import SAME
from quizzes.regrades import marking, regrading, tallies
from tests.site.pages import links, text, tree
from tests.site.people import browser_of, person
from tests.site.regraded import (
    DOUBLING,
    RIGHT_NOW,
    RIGHT_THEN,
    YES_OR_NO,
    answered,
    author,
    begun,
    everybody,
    mark,
    regrade,
    spot,
    version,
    wrong,
)
from tests.site.stand_ins import make_bucket, store, together
from trainer.accounts.models import User
from trainer.operation import archive

pytestmark = pytest.mark.django_db

__all__ = ["author", "wrong"]

# By what is marked


def test_the_key_is_the_newest_version_of_the_scenario_and_of_a_generated_drill_itself(wrong: Drill) -> None:
    corrected = Drill.objects.get(scenario_version__number=2)
    assert marking.key_for(wrong) == marking.Key(wrong, corrected, "tda")
    assert marking.key_for(corrected).by == corrected
    generated = store(make_bucket(), [spot(300)])[0]
    assert marking.key_for(generated) == marking.Key(generated, generated)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (spot(400, '[{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]'), "seats"),
        (spot(400, kind="legal_actions"), "another kind"),
    ],
)
def test_a_version_whose_answers_mean_something_else_is_refused_with_the_reason(
    author: User, changed: Document, reason: str
) -> None:
    scenario = Scenario.objects.create(owner=author)
    drill = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, changed, "published")
    attempt = answered(drill, author, RIGHT_THEN)
    assert reason in regrading.dry_run(drill, "full").refused
    with pytest.raises(regrading.Unfit, match=reason):
        regrading.start(drill, "full", None)
    page = browser_of(author).post(f"/author/regrades/drill/{drill.pk}/", {"mode": "full"}, follow=True)
    assert reason in page.content.decode()
    assert mark(attempt) == (3, 3, True)
    assert not Regrade.objects.exists()


def test_written_answers_in_another_order_are_refused() -> None:
    def asking(options: str) -> Drill:
        table = to_table(loads(YES_OR_NO.format(right=1).replace('["yes", "no"]', options)))
        return Drill(bucket=Bucket(kind=CHOICE.id, level=1, version=1), document=table)

    one, same, other = asking('["yes", "no"]'), asking('["yes", "no"]'), asking('["no", "yes"]')
    one.pk, same.pk, other.pk = 1, 2, 3
    assert marking.unfit(marking.Key(one, same, "tda"), "tda") == ""
    assert "another order" in marking.unfit(marking.Key(one, other, "tda"), "tda")


# Dry run


def test_a_dry_run_lists_each_change_and_writes_nothing(wrong: Drill) -> None:
    given = everybody(wrong)
    before = list(Attempt.objects.order_by("pk").values())
    found = regrading.dry_run(wrong, "full")
    told = {change.attempt.pk: change for change in found.changes}
    assert set(told) == {given[name].pk for name in ("Ann", "Ben", "Cyd", "")}
    points = {
        name: (told[given[name].pk].before.points, told[given[name].pk].after.points) for name in ("Ann", "Ben", "Cyd")
    }
    assert points == {"Ann": (3, 1), "Ben": (1, 3), "Cyd": (2, 2)}
    named = told[given["Cyd"].pk]
    assert (set(named.before.misconceptions), named.after.misconceptions) == (DOUBLING, ())
    assert (found.attempts, found.rising, found.falling) == (5, 2, 1)
    assert regrading.dry_run(wrong, "raise").falling == 0
    assert list(Attempt.objects.order_by("pk").values()) == before
    assert not Regrade.objects.exists()


@pytest.mark.parametrize("batch", [1, 200])
def test_what_was_moved_to_the_archive_is_looked_at_and_marked_with_the_rest(
    wrong: Drill, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(regrading, "BATCH", batch)
    now = datetime.now(UTC).replace(day=15)  # all in a month that has a table
    monkeypatch.setattr("tests.site.regraded.NOW", now)
    given = everybody(wrong)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table whose checks are still due can't be altered
    archive.move_away(now.date().replace(day=1))
    answered(wrong, User.objects.get(username="Ben"), RIGHT_NOW, 44_640)  # a month later
    assert (Attempt.objects.count(), regrading.dry_run(wrong, "full").rising) == (1, 3)

    done = regrade(wrong)

    assert (done.looked_at, done.changed) == (6, 5)
    marks = dict(ArchivedAttempt.objects.values_list("nonce", "right"))
    assert [marks[given[name].nonce] for name in ("Ann", "Ben", "Cyd", "Dee", "")] == [False, True, False, False, True]
    assert Attempt.objects.get().right
    assert SkillState.objects.get(user__username="Ben").right == 2
    assert regrading.dry_run(wrong, "full").changes == ()


# Full, and raise only


@pytest.mark.parametrize(("mode", "ann"), [("full", (1, 3, False)), ("raise", (3, 3, True))])
def test_marks_follow_the_corrected_key_and_in_raise_only_nobody_loses_any(
    wrong: Drill, mode: str, ann: tuple[int, int, bool]
) -> None:
    given = everybody(wrong)
    done = regrade(wrong, mode)
    marks = {name: mark(attempt) for name, attempt in given.items()}
    expected = {"Ann": ann, "Ben": (3, 3, True), "Cyd": (2, 3, False), "Dee": (0, 3, False), "": (3, 3, True)}
    assert marks == expected
    assert Attempt.objects.get(user__username="Cyd").misconceptions == []
    assert (done.state, done.looked_at, done.changed) == ("done", 5, 4 if mode == "full" else 3)
    rows = RegradedAttempt.objects.filter(user__username="Ben")
    assert rows.values_list("points_before", "right_before", "points", "right").get() == (1, False, 3, True)
    assert regrading.dry_run(wrong, mode).changes == ()


def test_a_generated_drill_is_marked_by_what_the_mended_engine_says() -> None:
    drill = store(make_bucket(), [spot(300)])[0]
    attempt = answered(drill, person(), RIGHT_THEN)
    Attempt.objects.filter(pk=attempt.pk).update(points=0, right=False, misconceptions=["gone"])
    assert regrade(drill).changed == 1
    assert mark(attempt) == (3, 3, True)


# What was counted


@pytest.mark.parametrize("mode", ["full", "raise"])
def test_counts_are_those_of_the_attempts_afterwards(wrong: Drill, mode: str) -> None:
    given = everybody(wrong)
    ann = given["Ann"].user
    answered(wrong, ann, RIGHT_NOW, 30, seconds=1000)  # lay open: in no time
    answered(wrong, ann, RIGHT_NOW, 40, seconds=30)
    regrade(wrong, mode)
    for user in User.objects.filter(username__in=("Ann", "Ben", "Cyd", "Dee")):
        mine = Attempt.objects.filter(user=user).order_by("answered_at")
        right = [attempt for attempt in mine if attempt.right]
        timed = [attempt.seconds for attempt in right if attempt.seconds <= 600]
        state = SkillState.objects.get(user=user)
        assert (state.right, state.learnt["right"], state.learnt["tries"]) == (len(right), len(right), len(mine))
        assert state.mistakes == [
            {"at": attempt.answered_at.isoformat(), "misconceptions": attempt.misconceptions}
            for attempt in mine
            if not attempt.right
        ]
        week = SkillWeek.objects.filter(user=user).values_list("right", "timed", "seconds")
        assert [sum(column) for column in zip(*week, strict=True)] == [len(right), len(timed), sum(timed)]
        assert sum(PracticeDay.objects.filter(user=user).values_list("right", flat=True)) == len(right)


def test_what_counts_nowhere_moves_no_count(wrong: Drill) -> None:
    attempt = answered(wrong, person("Ann"), RIGHT_NOW)
    Attempt.objects.filter(pk=attempt.pk).update(why="")
    regrade(wrong)
    assert mark(attempt) == (3, 3, True)
    assert SkillState.objects.get().right == 0


# One task


def test_a_regrade_whose_worker_dies_goes_on_where_it_was(wrong: Drill, monkeypatch: pytest.MonkeyPatch) -> None:
    everybody(wrong)
    started = begun(wrong)
    calls: list[int] = []

    def dying(kind: str, changes: Any, real: Callable[..., None] = tallies.correct) -> None:
        calls.append(len(changes))
        real(kind, changes)
        if len(calls) == 2:
            raise RuntimeError("the power is gone")

    monkeypatch.setattr(regrading, "BATCH", 2)
    with monkeypatch.context() as patch:
        patch.setattr(tallies, "correct", dying)
        with pytest.raises(RuntimeError):
            regrading.run(started.pk)
    started.refresh_from_db()
    assert (started.state, started.looked_at) == ("waiting", 2)
    assert regrading.waiting() == [started.pk]
    for _delivered in range(2):
        tasks.regrade(started.pk)
    started.refresh_from_db()
    rows = RegradedAttempt.objects.exclude(SAME)
    assert (started.state, started.looked_at, started.changed) == ("done", 5, rows.count())
    rights = dict(SkillState.objects.values_list("user__username", "right"))
    assert rights == {"Ann": 0, "Ben": 1, "Cyd": 0, "Dee": 0}
    assert regrading.waiting() == []


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_change_every_attempt_once(wrong: Drill, monkeypatch: pytest.MonkeyPatch) -> None:
    everybody(wrong)
    monkeypatch.setattr(regrading, "BATCH", 1)
    started = begun(wrong)
    together(*[lambda: regrading.run(started.pk)] * 2)
    started.refresh_from_db()
    rows = RegradedAttempt.objects.all()
    assert (started.looked_at, started.changed, rows.exclude(SAME).count(), rows.count()) == (5, 4, 4, 5)
    assert SkillState.objects.get(user__username="Ben").right == 1


# Notices


def test_each_account_is_told_once_and_says_that_it_has_seen_it(wrong: Drill) -> None:
    given = everybody(wrong)
    regrade(wrong)
    assert set(Notice.objects.values_list("user__username", flat=True)) == {"Ann", "Ben", "Cyd", "Dee"}
    assert "1 answer of yours keeps its mark, but what our key gave as right is wrong." in [
        said for told in notices.unseen(given["Dee"].user_id) for said in told.sentences
    ]
    ben = given["Ben"].user
    assert ben is not None
    browser = browser_of(ben)
    page = browser.get("/progress/").content.decode()
    assert "1 answer of yours is worth more than before." in text(tree(page))
    spots = [link for link in links(page) if link.startswith("/spot/")]
    assert [browser.get(link).status_code for link in spots] == [200]
    row = Notice.objects.get(user=ben)
    other = given["Ann"].user
    assert other is not None
    browser_of(other).post(f"/progress/notices/{row.pk}/seen")
    assert [told.pk for told in notices.unseen(ben.pk)] == [row.pk], "it is not Ann's to take away"
    for _twice in range(2):
        assert browser.post(f"/progress/notices/{row.pk}/seen")["Location"] == "/progress/"
    assert notices.unseen(ben.pk) == []
    notices.put([Notice(user=ben, about=row.about, key="regraded", values=row.values)])
    assert notices.unseen(ben.pk) == [], "the same is not told again"
