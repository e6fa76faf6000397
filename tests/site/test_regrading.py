"""Regrading a corrected item: dry run, raise only or full, one task, notices, history (issue 7, "Versions").

The wrong key is the first version of a scenario, in which B raises to 300; in its correction B raises to 400, as
learners were told. What is right follows from TDA 2024 43-A: C raises by the last raise at least, so to 500 by 200, and
to 700 by 300. Two answers in three parts: what follows from a slip counts as right (kinds/base.py, Verdict).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from quizzes import notices, tasks
from quizzes.authoring import oversight
from quizzes.engine.document import Document
from quizzes.engine.notation import loads, to_table
from quizzes.kinds import KINDS
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
    ScenarioVersion,
    SkillState,
    SkillWeek,
)
from quizzes.models.regrades import SAME
from quizzes.practising import course
from quizzes.regrades import marking, regrading, tallies
from tests.site.pages import elements, landmarks, links, text, tree
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, store, together
from trainer.accounts.models import User
from trainer.operation import archive

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC) - timedelta(hours=1)
YES_OR_NO = """
seats = [{{name = "A"}}, {{name = "B"}}]
prompt = "May A raise?"
question = {{kind = "choice", options = ["yes", "no"], right = [{right}], rule = "one-burn"}}
"""
THREE = '[{name = "A"}, {name = "B"}, {name = "C"}]'

RIGHT_THEN = {"raise_to": 500, "raise_by": 200, "adds": 500}  # in the correction what is added follows: 3/3, then 1/3
RIGHT_NOW = {"raise_to": 700, "raise_by": 300, "adds": 700}  # 1/3, then 3/3
DOUBLED = {"raise_to": 600, "raise_by": 300, "adds": 600}  # twice 300, but not twice 400: 2/3 both times
NOTHING = {"raise_to": 1, "raise_by": 2, "adds": 3}
DOUBLING = {"double-the-bet", "count-the-call"}  # 300 and 300 more: both give just that


def spot(to: int, seats: str = THREE, kind: str = "min_raise") -> Document:
    """C faces a bet and a raise on the turn."""
    asked = f'question = {{kind = "{kind}", player = "C"}}\n'
    return loads(
        f'seats = {seats}\nstreet = "turn"\nblinds = [50, 100]\nactions = "A bets 100, B raises to {to}"\n{asked}'
    )


def version(scenario: Scenario, number: int, document: Document, state: str, house: str = "tda") -> Drill:
    """The drill of a version of a scenario that was published."""
    kind = document.question.kind
    bucket, _made = Bucket.objects.get_or_create(kind=kind, level=1, version=1, bank="authored")
    table = {key: value for key, value in to_table(document).items() if key != "rules"}
    drill = Drill.objects.create(bucket=bucket, slot=number, fingerprint=uuid4().hex, document=table)
    row = {"scenario": scenario, "number": number, "state": state, "document": to_table(document)}
    ScenarioVersion.objects.create(**row, kind=kind, title="A raise", house=house, drill=drill)
    return drill


@pytest.fixture
def author() -> User:
    return person("Author", role="instructor")


@pytest.fixture
def wrong(author: User) -> Drill:
    """The drill of the version with the wrong raise; the corrected one was published after it."""
    scenario = Scenario.objects.create(owner=author)
    drill = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, spot(400), "published")
    return drill


@pytest.fixture
def ruled(author: User) -> Drill:
    """The drill of a version whose author ticked the wrong one of two written answers; the published one is mended."""
    scenario = Scenario.objects.create(owner=author)
    drill = version(scenario, 1, loads(YES_OR_NO.format(right=1)), "retired")
    version(scenario, 2, loads(YES_OR_NO.format(right=2)), "published")
    return drill


def answered(drill: Drill, user: User | None, response: dict[str, Any], minute: int = 0, seconds: int = 20) -> Attempt:
    """An attempt that practice asked, with the mark that it has by its own drill, and counted so."""
    grade = KINDS[drill.bucket.kind].grade(drill.spot("tda"), response)
    attempt = Attempt(
        issued_at=NOW + timedelta(minutes=minute),
        nonce=uuid4(),
        drill=drill,
        ruleset="tda",
        user=user,
        visitor=None if user else UUID(int=minute + 1),
        response=response,
        points=grade.points,
        out_of=grade.out_of,
        right=grade.right,
        misconceptions=list(grade.misconceptions),
        answered_at=NOW + timedelta(minutes=minute, seconds=seconds),
        seconds=seconds,
        why="new",
    )
    with transaction.atomic():
        attempt.record()
        if user is not None:
            course.count(user.pk, [attempt])
    return attempt


def everybody(drill: Drill) -> dict[str, Attempt]:
    """Four learners and a visitor who answered, by their names."""
    given = {"Ann": RIGHT_THEN, "Ben": RIGHT_NOW, "Cyd": DOUBLED, "Dee": NOTHING}
    found = {name: answered(drill, person(name), response, at) for at, (name, response) in enumerate(given.items())}
    return {**found, "": answered(drill, None, RIGHT_NOW, 9)}


def ticked(drill: Drill) -> dict[str, Attempt]:
    """Three learners and a visitor who chose of two answers the first, the second, both, and the second."""
    given = {"Ann": [1], "Ben": [2], "Cyd": [1, 2]}
    found = {name: answered(drill, person(name), {"right": right}) for name, right in given.items()}
    return {**found, "": answered(drill, None, {"right": [2]}, 9)}


def mark(attempt: Attempt) -> tuple[int, int, bool]:
    found = Attempt.objects.get(pk=attempt.pk)
    return found.points, found.out_of, found.right


def regrade(drill: Drill, mode: str = "full") -> Regrade:
    """A regrade, asked for and done."""
    started = begun(drill, mode)
    regrading.run(started.pk)
    started.refresh_from_db()
    return started


def begun(drill: Drill, mode: str = "full") -> Regrade:
    """A regrade that is asked for by somebody who says that learners were told what its key shows."""
    return regrading.start(drill, mode, None, told=marking.key_for(drill).by.pk)


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
    monkeypatch.setitem(globals(), "NOW", datetime.now(UTC).replace(day=15))  # all in a month that has a table
    given = everybody(wrong)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table whose checks are still due can't be altered
    archive.move_away(NOW.date().replace(day=1))
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


# Pages


def test_only_those_who_look_after_a_drill_reach_its_regrade(wrong: Drill, author: User) -> None:
    done = regrade(wrong)
    pages = [f"/author/regrades/drill/{wrong.pk}/", f"/author/regrades/{done.pk}/"]
    assert {Client().get(page).status_code for page in ("/author/regrades/", *pages)} == {302}
    lea = browser_of(person("Lea"))
    assert {lea.get(page).status_code for page in ("/author/regrades/", *pages)} == {403}
    assert {browser_of(author).get(page).status_code for page in ("/author/regrades/", *pages)} == {200}
    reserve = store(make_bucket(reserve=True), [spot(300)])[0]
    assert browser_of(author).get(f"/author/regrades/drill/{reserve.pk}/").status_code == 404


def test_the_dry_run_becomes_one_regrade_by_a_click_and_a_double_click(
    ruled: Drill, author: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ticked(ruled)
    browser, address = browser_of(author), f"/author/regrades/drill/{ruled.pk}/"
    page = text(tree(browser.get(address, {"mode": "full"}).content.decode()))
    assert "2 would be worth more, 1 less, and in 0 only the mistake has another name." in page
    assert "Which answers are right 1 2" in page
    assert "“Regrade” does what you looked at, full: marks rise and fall." in page
    assert "The answer Right is: yes Right is: no" in page
    assert "another spot" not in page
    names = landmarks(browser.get(address, {"mode": "full"}).content.decode())
    assert sorted(names) == sorted(set(names)), "each region has a name of its own (WAI-ARIA 1.2, landmark roles)"
    with django_capture_on_commit_callbacks() as callbacks:
        sent = [browser.post(address, {"mode": "full"})["Location"] for _twice in range(2)]
    assert len(callbacks) == 2
    row = Regrade.objects.get()
    assert sent == [f"/author/regrades/{row.pk}/"] * 2
    assert (row.mode, row.made_by) == ("full", author)
    assert 'hx-trigger="every' in browser.get(sent[0]).content.decode()
    tasks.GIVEN_UP[tasks.regrade.name](row.pk)
    held_up = "held up by a fault of this site"
    assert held_up in browser.get(sent[0]).content.decode()
    regrading.run(row.pk)
    after = browser.get(sent[0]).content.decode()
    assert held_up not in after
    assert 'hx-trigger="every' not in after
    assert len(list(elements(after, "tr"))) == 1 + 3
    assert browser.post(address, {"mode": "any"}).status_code == 422


def test_after_a_corrected_version_is_published_its_page_offers_the_regrade_with_what_it_would_change(
    ruled: Drill, author: User, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Of four answers one falls, two rise, and one, that both are right, is as it was."""
    ticked(ruled)
    published = ScenarioVersion.objects.get(state="published")
    address, plan = f"/author/scenarios/{published.scenario_id}/", f"/author/regrades/drill/{ruled.pk}/"
    browser = browser_of(author)
    page = browser.get(address).content.decode()
    told = "4 answers were given to it. By the answer of the version that is published, 3 of them"
    assert told in text(tree(page))
    assert f"{plan}?mode=full" in re.findall(r'href="([^"]+)"', page)
    rows = list(elements(browser.get(f"{plan}?mode=full").content.decode(), "tr"))
    assert len(rows) == 1 + 2 + 1 + 3, "the answer and its key differ, and three answers"
    # The versions, what was regraded, how many answered, the drill; its key for the offer and for the dry run (4); the
    # answers, and of what those that stay were told. Those in the archive are counted and marked too (2).
    with django_assert_num_queries(12):
        regrading.offers(published.scenario_id)
    monkeypatch.setattr(regrading, "MOST_AT_ONCE", 3)
    assert regrading.offers(published.scenario_id) == [regrading.Offer(ruled.pk, 1, 2, 4, None)]
    assert "Only the latest 3 are looked at here" in text(tree(browser.get(plan).content.decode()))
    Attempt.objects.filter(user__username="Ann").delete()
    nobody_loses = regrading.Offer(ruled.pk, 1, 2, 3, 2, "raise", misled=1)
    assert regrading.offers(published.scenario_id) == [nobody_loses]
    regrading.run(regrading.start(ruled, "full", author.pk).pk)
    assert regrading.offers(published.scenario_id) == [], "it is done"


def test_no_regrade_is_offered_where_no_mark_would_change(author: User) -> None:
    scenario = Scenario.objects.create(owner=author)
    drill = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, spot(300), "published")
    everybody(drill)
    assert regrading.offers(scenario.pk) == []


def test_learners_are_named_only_to_those_who_may_know_them(
    wrong: Drill, author: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody(wrong)
    address = f"/author/regrades/drill/{wrong.pk}/?mode=full"
    page = text(tree(browser_of(author).get(address).content.decode()))
    assert "Ben" not in page
    assert ("a learner" in page, "a visitor" in page) == (True, True)
    monkeypatch.setattr(oversight, "NAMED", [lambda viewer: Q(username="Ben")])
    page = text(tree(browser_of(author).get(address).content.decode()))
    assert ("Ben" in page, "Cyd" in page) == (True, False)


def test_the_pages_ask_as_much_of_two_attempts_as_of_sixty(
    wrong: Drill, author: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser, learner = browser_of(author), person("Ann")
    attempts = [answered(wrong, learner, RIGHT_NOW, minute) for minute in range(2)]
    with django_assert_num_queries(9):  # account, its permissions twice; drill; both versions; attempts twice; names
        browser.get(f"/author/regrades/drill/{wrong.pk}/")
    rows = [
        Attempt(nonce=uuid4(), issued_at=NOW, **{name: getattr(attempts[0], name) for name in COPIED})
        for _ in range(58)
    ]
    for row in rows:
        row.record()
    with django_assert_num_queries(9):
        browser.get(f"/author/regrades/drill/{wrong.pk}/")
    done = regrade(wrong)
    assert done.changed == 60
    with django_assert_num_queries(8):  # account, permissions twice; regrade; how many twice; a page of them; names
        page = browser.get(f"/author/regrades/{done.pk}/").content.decode()
    assert len(list(elements(page, "tr"))) == 1 + 50
    with django_assert_num_queries(5):  # account, its permissions twice; how many; a page of them
        browser.get("/author/regrades/")


COPIED = (
    "drill",
    "ruleset",
    "user",
    "response",
    "points",
    "out_of",
    "right",
    "misconceptions",
    "answered_at",
    "seconds",
)
