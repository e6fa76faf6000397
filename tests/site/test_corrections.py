"""Corrections beside gradings: no sitting is left with a key or a question that was wrong (issue 8, "Result")."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from quizzes.models import Drill
from tests.site.certified import exam, passed
from tests.site.exams import author, sat, stocked, table
from tests.site.pages import attribute, elements, text, with_attribute
from tests.site.people import browser_of, person
from tests.site.rooms import graded, handed_in, raises, room, seated, spoil
from tests.site.stand_ins import together
from trainer.accounts.models import User
from trainer.certification import appeals, corrections, correctors, grading, items, sittings, tasks
from trainer.certification.blueprints import plan_of
from trainer.certification.models import (
    Appeal,
    Blueprint,
    Certificate,
    Correction,
    Event,
    ExamItem,
    ItemResult,
    Sitting,
    SittingItem,
)
from trainer.certification.views import appeals as desk

pytestmark = pytest.mark.django_db

NOW = timezone.now
NONE = {"score": "never", "sections": "never", "feedback": "never", "keys": "never"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("way", "first"), [("key", "correction"), ("credit", "grading")])
def test_a_correction_reaches_a_sitting_that_is_graded_at_the_same_moment(way: str, first: str) -> None:
    sitting = seated(room(release=NONE))
    item = raises(sitting)[0]
    spoil(item)
    handed_in(sitting)
    by, begun, second_is_through = author(), Barrier(2), threading.Event()

    def grade() -> object:
        return grading.grade(sitting.pk, NOW())

    def correct() -> object:
        return corrections.correct(item.drill, way, "raise", "A chip off.", by, NOW())

    def uncommitted(act: Callable[[], object]) -> None:
        with transaction.atomic():
            act()
            begun.wait()
            second_is_through.wait(0.2)  # with the keys held it waits for this one instead

    def meanwhile(act: Callable[[], object]) -> None:
        begun.wait()
        act()
        second_is_through.set()

    ones, others = (correct, grade) if first == "correction" else (grade, correct)
    together(partial(uncommitted, ones), partial(meanwhile, others))
    assert ItemResult.objects.get(item=item).points == 3  # all was answered right


def test_a_pass_that_is_corrected_while_results_are_released_is_certified() -> None:
    sitting = seated(room(release=NONE, pass_mark=100))
    item = raises(sitting)[0]
    handed_in(sitting, item.place)
    with patch.object(grading, "_may_be_released", return_value=False):
        grading.grade(sitting.pk)
    read_before = Sitting.objects.select_related("blueprint", "candidate").get(pk=sitting.pk)
    corrections.correct(item.drill, "credit", "raise", "Two tables.", author(), NOW())
    assert grading.release(read_before, NOW())
    assert Certificate.objects.get().sitting == sitting
    assert not grading.release(read_before, NOW())


def test_the_sweep_certifies_a_released_pass_that_has_no_certificate(caplog: pytest.LogCaptureFixture) -> None:
    sitting = passed(person(), released_at=NOW())
    grading.sweep(NOW())
    assert Certificate.objects.get().sitting == sitting
    assert f"sitting {sitting.pk} is passed and released" in caplog.text


def test_a_faulty_question_gets_full_marks_in_sittings_that_are_graded_later() -> None:
    sitting = seated(room(release=NONE))
    item = raises(sitting)[0]
    assert corrections.dry_run(item.drill, "credit", "raise", author()).under_way == 1
    corrections.correct(item.drill, "credit", "raise", "Two tables.", author(), NOW())
    assert ItemResult.objects.get(item__sitting=graded(sitting, item.place), item=item).points == 3
    later = seated(room(Blueprint.objects.get()), "Bo Tan")
    corrections.correct(item.drill, "key", "raise", "It was right.", author(), NOW())
    SittingItem.objects.filter(sitting=later, place=item.place).delete()
    SittingItem.objects.create(sitting=later, place=item.place, section=0, drill=item.drill)
    assert ItemResult.objects.get(item__sitting=graded(later, item.place), item__drill=item.drill).points == 0


def asked_everywhere(number: int = 1, **of_sittings: Any) -> tuple[Drill, list[Sitting]]:
    """A question of Ines' exam that so many failed in it, and one that she has not written."""
    mine, theirs = Blueprint.objects.filter(author=author()).first() or stocked(), exam("shipped", plan=table())
    drill = Drill.objects.filter(bucket__reserve=True).order_by("pk")[0]
    fields = {"state": Sitting.State.GRADED, "points": 0, "out_of": 3, "passed": False, "released_at": NOW()}
    made = [sat(mine, None, [drill], **fields, **of_sittings) for _each in range(number)]
    made.append(sat(theirs, None, [drill], **fields))
    rows = SittingItem.objects.filter(sitting__in=made)
    ItemResult.objects.bulk_create(ItemResult(item=row, points=0, out_of=3, right=False) for row in rows)
    key = items.key_of(drill)
    rows.update(response={name: [str(value)] for name, value in key.answer.items()})
    return drill, made


def points(sittings: list[Sitting]) -> list[int]:
    """What the question is worth in each sitting."""
    return [ItemResult.objects.get(item__sitting=sitting).points for sitting in sittings]


def manager(name: str = "Mona") -> User:
    """Somebody who answers for the exams of all."""
    return User.objects.get_or_create(username=name, role=User.Role.MANAGER)[0]


def test_an_author_corrects_no_question_that_exams_of_others_ask_too() -> None:
    drill, made = asked_everywhere()
    key = ExamItem.objects.get(pk=drill.pk)
    ExamItem.objects.filter(pk=drill.pk).update(answer={})
    for way in Correction.Way.values:
        with pytest.raises(correctors.Barred):
            corrections.correct(drill, way, "raise", "x", author(), NOW())
    kept = ExamItem.objects.get(pk=drill.pk)
    assert (kept.answer, kept.retired_at) == ({}, None)
    corrections.correct(drill, "key", "raise", "x", manager(), NOW())
    assert (points(made), ExamItem.objects.get(pk=drill.pk).answer) == ([3, 3], key.answer)


def test_an_upheld_appeal_stays_on_the_desk_of_whoever_can_correct_its_question_until_they_have() -> None:
    drill, made = asked_everywhere(2)
    first, upheld = (Appeal.objects.create(item=each.items.get(), text="Why?", made_at=NOW()) for each in made[:2])
    ines, address = browser_of(author()), f"/author/appeals/{upheld.pk}/"
    assert "A manager has to correct its key" in ines.get(address).text  # before the answer
    assert ines.post(address, {"state": "upheld", "reply": "You are right."})["Location"] == address
    page = ines.get(address).text
    assert ("A manager has to correct its key" in page, "correct/" in page) == (True, False)
    assert list(appeals.desk(author())) == [first, upheld]
    desk = ines.get("/author/appeals/").text
    assert ("upheld appeal waits" in desk, "correct/" in desk) == (False, False), "it is not hers to correct"
    mona = browser_of(manager())
    assert list(appeals.desk(manager())) == [upheld, first]
    assert "A manager has to" not in mona.get(f"/author/appeals/{first.pk}/").text
    assert "This appeal was upheld, and no result has changed yet" in mona.get(f"{address}correct/").text
    desk = mona.get("/author/appeals/").text
    assert "1 upheld appeal waits for the correction of its question." in desk
    assert desk.count("correct/") == 1
    corrections.correct(drill, "key", "raise", "x", manager(), NOW())
    assert list(appeals.desk(manager())) == [first, upheld]
    assert "upheld appeal waits" not in mona.get("/author/appeals/").text


def test_nothing_waits_to_be_corrected_in_a_void_sitting_or_one_that_was_marked_anew_after_its_appeal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(corrections, "AT_ONCE", 2)
    drill, made = asked_everywhere(3)
    begun = corrections.correct(drill, "credit", "raise", "x", manager(), NOW())
    before, after = (
        Appeal.objects.create(item=each.items.get(), text="Why?", made_at=NOW(), state=Appeal.State.UPHELD)
        for each in (made[0], made[3])
    )
    corrections.go_on(begun.pk, NOW())
    assert points(made) == [3] * 4
    assert [appeals.waits_for_correction(each) for each in (before, after)] == [True, False]
    sittings.void(made[0], "A telephone.", manager())
    assert not appeals.waits_for_correction(before)


def test_an_author_corrects_a_question_that_no_other_exam_asks() -> None:
    drill, made = asked_everywhere()
    made.pop().delete()
    corrections.correct(drill, "key", "raise", "x", author(), NOW())
    assert points(made) == [3]


def test_nobody_corrects_a_question_of_their_own_exam() -> None:
    drill, made = asked_everywhere()
    mona, nora = manager(), manager("Nora")
    Sitting.objects.filter(pk=made[0].pk).update(user=mona)
    appeal = Appeal.objects.create(item=made[1].items.get(), text="Why?", made_at=NOW())
    sent = {"way": "credit", "mode": "raise", "reason": "x", "known": "0"}
    response = browser_of(mona).post(f"/author/appeals/{appeal.pk}/correct/", sent)
    assert response.status_code == 422
    assert "somebody else has to correct it" in response.text
    with pytest.raises(correctors.Barred):
        corrections.correct(drill, "key", "raise", "x", mona, NOW())
    assert not Correction.objects.exists()
    corrections.correct(drill, "credit", "raise", "x", nora, NOW())
    assert points(made) == [3, 3]


def test_the_same_form_sent_twice_is_one_correction() -> None:
    _drill, made = asked_everywhere()
    appeal = Appeal.objects.create(item=made[0].items.get(), text="Why?", made_at=NOW())
    client, address = browser_of(manager()), f"/author/appeals/{appeal.pk}/correct/"
    assert 'name="known" value="0"' in client.get(address).text
    sent = {"way": "key", "mode": "raise", "reason": "x", "known": "0"}
    assert client.post(address, {**sent, "known": ""}).status_code == 422
    led = {client.post(address, sent)["Location"] for _twice in range(2)}
    assert led == {f"/author/appeals/{appeal.pk}/corrected/{Correction.objects.get().pk}/"}


def test_many_sittings_are_marked_anew_piece_by_piece_and_what_is_lost_is_taken_up(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(corrections, "AT_ONCE", 2)
    monkeypatch.setattr(corrections, "A_PIECE", 1)
    monkeypatch.setattr(corrections, "_ask_to_go_on", asked.append)
    drill, made = asked_everywhere(5)
    appeal = Appeal.objects.create(item=made[5].items.get(), text="Why?", made_at=NOW(), state=Appeal.State.UPHELD)
    with django_capture_on_commit_callbacks(execute=True):
        done = corrections.correct(drill, "key", "raise", "x", manager(), NOW())
    assert (points(made), done.goes_on, asked) == ([3, 3, 0, 0, 0, 0], True, [done.pk])
    tasks.correct_on(done.pk)
    corrections.sweep(NOW())  # a worker may still be at it
    assert (points(made), appeals.waits_for_correction(appeal)) == ([3, 3, 3, 0, 0, 0], True)
    manager().delete()  # whoever corrected it need not be there any more
    late = NOW() + timedelta(minutes=3)
    corrections.sweep(late)
    corrections.sweep(late + timedelta(minutes=1))  # a piece was done a minute ago
    assert points(made) == [3, 3, 3, 3, 0, 0]
    for each in (1, 2):
        corrections.sweep(late + each * timedelta(minutes=3))
    done.refresh_from_db()
    assert (points(made), done.goes_on, appeals.waits_for_correction(appeal)) == ([3] * 6, False, False)
    assert [each["sitting"] for each in done.changes] == [sitting.pk for sitting in made]
    assert Event.objects.filter(act="regraded").count() == 6


def test_a_piece_locks_and_marks_no_more_than_its_own_sittings_though_nothing_changes_in_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(corrections, "AT_ONCE", 2)
    monkeypatch.setattr(corrections, "A_PIECE", 2)
    drill, made = asked_everywhere(3)
    ItemResult.objects.update(points=3, right=True)
    with patch.object(grading, "mark", wraps=grading.mark) as marked:
        done = corrections.correct(drill, "key", "raise", "x", manager(), NOW())
        assert (marked.call_count, done.looked_at, done.goes_on) == (2, made[1].pk, True)
        corrections.go_on(done.pk, NOW())
    done.refresh_from_db()
    assert (marked.call_count, done.looked_at, done.goes_on, done.changes) == (4, made[3].pk, False, [])


def test_no_question_is_corrected_again_while_a_correction_goes_on_so_the_same_answers_get_the_same_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(corrections, "AT_ONCE", 2)
    drill, made = asked_everywhere(3)
    SittingItem.objects.update(response={"raise_to": ["1"]})  # wrong in all
    first = corrections.correct(drill, "credit", "raise", "x", manager(), NOW())
    appeal = Appeal.objects.create(item=made[0].items.get(), text="Why?", made_at=NOW())
    desk, address = browser_of(manager()), f"/author/appeals/{appeal.pk}/correct/"
    page = desk.get(address).text
    assert "Others are still to be marked anew" in page
    assert 'name="reason"' not in page
    sent = desk.post(address, {"way": "key", "mode": "raise", "reason": "x", "known": "1"})
    assert sent["Location"] == f"/author/appeals/{appeal.pk}/corrected/{first.pk}/"
    corrections.go_on(first.pk, NOW())
    corrections.correct(drill, "key", "raise", "y", manager(), NOW())
    corrections.go_on(Correction.objects.latest("pk").pk, NOW())
    assert points(made) == [3] * 4


def test_a_correction_that_is_stuck_for_a_day_ends_with_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corrections, "AT_ONCE", 2)
    drill, made = asked_everywhere(3)
    stuck = corrections.correct(drill, "key", "raise", "x", manager(), NOW())
    with patch.object(grading, "mark", side_effect=ValueError):
        corrections.sweep(NOW() + timedelta(hours=23))
    with pytest.raises(corrections.Corrected):
        corrections.correct(drill, "credit", "raise", "x", manager(), NOW() + timedelta(hours=23))
    late = NOW() + timedelta(hours=25)
    last = corrections.correct(drill, "credit", "raise", "y", manager(), late)
    corrections.sweep(late + timedelta(minutes=3))
    for each in (stuck, last):
        each.refresh_from_db()
    assert (points(made), stuck.goes_on, last.goes_on, stuck.looked_at) == ([3] * 4, False, False, made[1].pk)


def test_a_dry_run_asks_as_much_for_many_sittings_as_for_few() -> None:
    def queries(number: int) -> int:
        (drill, _made), by = asked_everywhere(number), manager()
        with CaptureQueriesContext(connection) as caught:
            assert len(corrections.dry_run(drill, "key", "raise", by).changes) > number
        return len(caught)

    assert queries(1) == queries(9)


def test_an_answer_that_is_not_kept_is_marked_anew_by_full_marks_alone() -> None:
    drill, made = asked_everywhere()
    ItemResult.objects.update(misconceptions=["double"])
    SittingItem.objects.update(response=None, saves=3)
    assert corrections.dry_run(drill, "key", "full", manager()).sittings == 0
    ItemResult.objects.update(misconceptions=[])
    assert corrections.dry_run(drill, "key", "full", manager()).sittings == 0
    other = Drill.objects.exclude(pk=drill.pk).order_by("pk")[0]
    SittingItem.objects.create(sitting=made[0], place=2, section=0, drill=other, response={"button": ["1"]})
    assert corrections.dry_run(drill, "key", "full", manager()).sittings == 1  # emptied by the candidate
    assert len(corrections.dry_run(drill, "credit", "raise", manager()).changes) == 2


def test_what_a_correction_left_is_told_by_the_share_of_the_points_though_the_points_are_the_same() -> None:
    """2 of 3 is more than 2 of 4, so a correction that takes nothing away left it: the answer's author sees why."""
    drill, _made = asked_everywhere()
    row = ItemResult.objects.filter(item__sitting__blueprint__author=author()).select_related("item__sitting").get()
    row.points, plan = 2, plan_of(row.item.sitting.blueprint)
    Correction.objects.create(drill=drill, way="key", mode="raise", reason="x", made_by=author(), made_at=NOW())
    for points, out_of, kept in ((2, 4, True), (2, 3, False), (4, 6, False), (1, 1, False)):
        with patch.object(grading, "mark", return_value=ItemResult(item=row.item, points=points, out_of=out_of)):
            assert ("stay as they were" in corrections.why_more(row, plan)) == kept, (points, out_of)


def test_the_pages_of_a_dry_run_go_on_with_the_correction_that_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "A_PAGE", 1)
    _drill, made = asked_everywhere()
    appeal = Appeal.objects.create(item=made[0].items.get(), text="Why?", made_at=NOW())
    browser, address = browser_of(manager()), f"/author/appeals/{appeal.pk}/correct/"
    chosen = {"way": "credit", "mode": "full"}
    looked = browser.get(address, {**chosen, "reason": "A chip off."}).text
    unsaid = browser.post(address, {**chosen, "reason": "", "known": "0"})
    assert unsaid.status_code == 422
    for page in (looked, unsaid.text):
        assert [attribute(link, "href") for link in with_attribute(page, "rel", "next")] == [
            "?way=credit&mode=full&page=2"
        ]
    assert "A chip off." not in looked  # an address is kept where a reason has no business
    second = browser.get(f"{address}?way=credit&mode=full&page=2").text
    assert "does what this page shows (full marks" in second
    hidden = {name: attribute(with_attribute(second, "name", name)[-1], "value") for name in chosen}
    assert hidden == chosen
    assert [attribute(link, "href") for link in with_attribute(second, "rel", "prev")] == [
        "?way=credit&mode=full&page=1"
    ]


def test_what_a_dry_run_comes_to_stands_in_a_live_region_beside_what_is_swapped() -> None:
    """WCAG 2.2 4.1.3: a status message is announced where its region was there before it."""
    _drill, made = asked_everywhere()
    appeal = Appeal.objects.create(item=made[0].items.get(), text="Why?", made_at=NOW())
    page = browser_of(manager()).get(f"/author/appeals/{appeal.pk}/correct/", {"way": "credit"}).text
    region = with_attribute(page, "id", "counted")[0]
    assert attribute(region, "role") == "status"
    assert "2 graded sittings have this question. The mark changes in 2" in text(region)
    swapped = with_attribute(page, "id", "looked-at")[0]
    assert not with_attribute(swapped, "id", "counted")
    assert not list(elements(swapped, "textarea"))  # what is typed into it stays
