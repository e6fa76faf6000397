"""Exam rooms: who looks after them, who is where, and what a proctor does (issue 8, "Proctor")."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from quizzes.kinds import KINDS
from tests.site.exams import stocked
from tests.site.people import browser_of, person
from tests.site.rooms import SHEET, acts, graded, proctor, room, seated, sent_to, ticket_of, walk_in
from tests.site.stand_ins import together
from trainer.certification import (
    candidates,
    closed,
    grading,
    networks,
    performance,
    results,
    rooms,
    sheet,
    sittings,
    tasks,
    tickets,
)
from trainer.certification.blueprints import plan_of
from trainer.certification.models import Candidate, Event, PerformanceSheet, Room, Sitting, SittingItem

pytestmark = pytest.mark.django_db

NOW = timezone.now


@pytest.fixture
def open_networks() -> Iterator[None]:
    """Leaves no network closed: each process keeps for a while what it has read."""
    yield
    closed.close_networks([])


def test_rooms_are_their_proctors_and_their_helpers() -> None:
    where = room()
    address = f"/exams/rooms/{where.pk}/"
    assert browser_of(person("Ann")).get(address).status_code == 403
    assert browser_of(proctor("Other")).get(address).status_code == 404
    with pytest.raises(rooms.NoSuchAccount):
        rooms.add_helper(where, "Ann")  # a learner
    helper = rooms.add_helper(where, "other")
    assert browser_of(helper).get(address).status_code == 200
    rooms.remove_helper(where, helper.pk)
    assert browser_of(helper).get(address).status_code == 404
    with pytest.raises(PermissionDenied):
        rooms.make(person("Ben"), where.blueprint, "Mine")


def test_a_room_outlives_the_account_of_its_proctor() -> None:
    where = room()
    sitting = seated(where)
    proctor().delete()
    assert (Room.objects.get().proctor, ticket_of(sitting).confirmed_by) == (None, None)
    assert Event.objects.filter(act="name-confirmed").exclude(actor=None).exists()  # the audit keeps the number


def test_a_room_is_made_for_an_exam_that_is_offered() -> None:
    blueprint, client = stocked(), browser_of(proctor())
    assert client.post("/exams/rooms/", {"name": "", "exam": blueprint.pk}).status_code == 422
    assert client.post("/exams/rooms/", {"name": "Ballroom", "exam": "0"}).status_code == 422
    made = client.post("/exams/rooms/", {"name": "Ballroom", "exam": blueprint.pk})
    assert sent_to(made) == f"/exams/rooms/{Room.objects.get().pk}/set-up/"
    assert "Ballroom" in client.get("/exams/rooms/").content.decode()


def test_the_room_shows_question_answers_time_and_what_was_noticed() -> None:
    where = room()
    sitting = seated(where)
    [first, second, _third] = sitting.items.order_by("place").select_related("drill__bucket")
    right = KINDS[first.drill.bucket.kind].examples(first.drill.spot("tda")).right[0]
    SittingItem.objects.filter(pk=first.pk).update(response=right, saved_at=sitting.started_at, saves=1)
    SittingItem.objects.filter(pk=second.pk).update(response={"a": ["1"]}, saved_at=NOW(), saves=1)  # unreadable
    sittings.leave(sitting, away=True)
    sittings.leave(sitting, away=False)
    sittings.take_over(sitting, "e" * 32)
    _page, [place] = rooms.watch(where, None, sitting.started_at + timedelta(minutes=10, seconds=30))
    found = (place.question, place.answered, place.asked, place.minutes, place.left, place.devices)
    assert found == (2, 1, 3, "19:30", 1, 1)  # 19 and a half of 30 minutes are left
    SittingItem.objects.filter(pk=second.pk).update(response=None, saves=2)
    assert sheet.count_unread([sitting.pk]) == {}
    assert "Ann Lee" in browser_of(proctor()).get(f"/exams/rooms/{where.pk}/").content.decode()


def test_no_look_at_a_room_reads_more_than_a_few_answers_and_the_next_ones_read_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = seated(room())
    read: list[Any] = []
    problems = sheet._problems

    def noted(*asked: Any) -> Any:
        read.append(asked[-1])
        return problems(*asked)

    monkeypatch.setattr(sheet, "AT_ONCE", 2)
    monkeypatch.setattr(sheet, "_problems", noted)
    for place in (1, 2, 3):
        saved = {"response": {"a": [str(place)]}, "saved_at": NOW() + timedelta(seconds=place), "saves": 1}
        sitting.items.filter(place=place).update(**saved)  # none of them can be read
    looks = [sheet.count_unread([sitting.pk])[sitting.pk] for _each in range(3)]
    assert looks == [2, 3, 3]
    assert sorted(each["a"] for each in read[:2]) == [["2"], ["3"]]  # those saved last come first
    assert len(read) == 3


def test_the_rooms_page_asks_as_much_for_sixty_candidates_as_for_two() -> None:
    where = room()
    client = browser_of(proctor())

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            assert client.get(f"/exams/rooms/{where.pk}/", headers={"HX-Request": "true"}).status_code == 200
        return len(caught)

    seated(where)
    walk_in(where, "Bo Tan")
    few = queries()
    tickets.list_names(where, [f"Candidate {number}" for number in range(58)])
    assert queries() == few == 10


def test_a_proctor_sees_the_result_once_it_is_released_and_before_when_it_will_be() -> None:
    where = room(release={"score": "after-close"}, marking="questions")
    graded(seated(where), 1)
    client, pages = browser_of(proctor()), (f"/exams/rooms/{where.pk}/", f"/exams/rooms/{where.pk}/1/")
    for page in pages:
        text = client.get(page).text
        assert "The result is released once the room is closed." in text
        assert "Not passed" not in text
    rooms.close(where, NOW())
    for page in pages:
        text = client.get(page).text
        assert "is released once" not in text
        assert "Not passed" in text
        assert "Total: 66.66 %." in text  # two of three questions


def test_the_results_of_a_room_take_one_query_for_any_number_of_candidates() -> None:
    where = room(release={**dict.fromkeys(("sections", "feedback", "keys"), "never"), "score": "at-once"})
    sat = [graded(seated(where, name)) for name in ("Ann Lee", "Bo Tan")]
    plan = plan_of(where.blueprint)
    for some in (sat[:1], sat):
        with CaptureQueriesContext(connection) as caught:
            found = results.standings(some, plan)
        assert len(caught) == 1  # no sheet counts
        assert set(found.values()) == {results.Standing(passed=True, total="100")}


def test_time_is_granted_once_for_a_form_that_is_sent_twice() -> None:
    where = room()
    sitting = seated(where)
    client, form = browser_of(proctor()), {"minutes": "5", "reason": "Fire alarm", "known": "0"}
    for _twice in range(2):
        assert client.post(f"/exams/rooms/{where.pk}/1/grant", form).status_code == 302
    [grant] = sitting.grants.all()
    assert (grant.seconds, grant.reason, grant.by) == (300, "Fire alarm", proctor())
    wrong = client.post(f"/exams/rooms/{where.pk}/1/grant", {**form, "minutes": "0", "known": "1"})
    assert wrong.status_code == 422
    assert "Fire alarm" in wrong.content.decode()
    Sitting.objects.update(deadline=NOW())
    late = client.post(f"/exams/rooms/{where.pk}/1/grant", {**form, "known": "1"}, follow=True)
    assert "no time can be granted" in late.text
    assert sitting.grants.count() == 1


def test_notes_and_voiding_are_in_the_audit_with_their_reasons() -> None:
    where = room()
    sitting = seated(where)
    client = browser_of(proctor())
    for _twice in range(2):
        client.post(f"/exams/rooms/{where.pk}/1/note", {"text": "Asked for water"})
    page = client.get(f"/exams/rooms/{where.pk}/1/").text
    assert "Another PIN" in page
    assert "waits only where the exam was failed" in page
    assert 'aria-describedby="id_against_helptext"' in page
    client.post(f"/exams/rooms/{where.pk}/1/void", {"reason": "A phone", "against": "on"})
    assert "Another PIN" not in client.get(f"/exams/rooms/{where.pk}/1/").text
    assert acts(sitting) == ["started", "name-confirmed", "noted", "voided"]
    events = rooms.events(sitting)
    assert [event.note.text for event in events[2:]] == ["Asked for water", "A phone"]
    assert {event.actor for event in events[2:]} == {proctor().pk}
    assert events[3].details == {"against": True}
    assert client.get(f"/exams/rooms/{where.pk}/1/").status_code == 200
    assert client.post(f"/exams/rooms/{where.pk}/1/grant", {"minutes": 5, "reason": "x", "known": 0}).status_code == 302
    assert not sitting.grants.exists()


def test_acts_that_there_are_not_are_no_pages() -> None:
    where = room()
    walk_in(where)
    client = browser_of(proctor())
    assert client.post(f"/exams/rooms/{where.pk}/1/sing").status_code == 404
    assert client.post(f"/exams/rooms/{where.pk}/7/confirm").status_code == 404
    assert client.post(f"/exams/rooms/{where.pk}/1/note", {"text": "Before the start"}).status_code == 302


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("192.0.2.7", ["192.0.2.7/32"]),
        ("10.1.2.3/16\n\n10.1.0.0/16", ["10.1.0.0/16"]),
        ("2001:db8::1/48", ["2001:db8::/48"]),
        ("", []),
    ],
)
def test_networks_are_read_in_cidr_form(text: str, read: list[str]) -> None:
    assert networks.read(text) == read  # RFC 4632 and RFC 4291: the host bits are no part of a network


@pytest.mark.parametrize("text", ["0.0.0.0/0", "10.0.0.0/15", "2001:db8::/47", "::/0", "house", "10.0.0.1/33"])
def test_networks_wider_than_a_house_or_none_at_all_are_refused(text: str) -> None:
    with pytest.raises(networks.BadNetworks):
        networks.read(text)


@pytest.mark.usefixtures("open_networks")
def test_tools_are_closed_to_a_rooms_network_while_it_is_open(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    where = room(is_open=False)
    client, visitor = browser_of(proctor()), Client()
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/exams/rooms/{where.pk}/networks", {"networks": "192.0.2.0/24", "mine": "1"})
    where.refresh_from_db()
    assert where.networks == ["192.0.2.0/24", "127.0.0.1/32"]  # the address of the test's browser
    assert visitor.get("/tools/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        rooms.open_up(where, NOW())
    assert visitor.get("/tools/").status_code == 403
    assert visitor.get("/exams/ticket/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        rooms.close(where, NOW())
    assert visitor.get("/tools/").status_code == 200


def test_networks_that_are_wrong_stay_in_their_form() -> None:
    where = room()
    response = browser_of(proctor()).post(f"/exams/rooms/{where.pk}/networks", {"networks": "10.0.0.0/8"})
    assert response.status_code == 422
    assert "10.0.0.0/8 is too wide: /16 is the widest." in response.content.decode()


def test_a_sitting_waits_for_its_sheet_which_is_signed_once_by_an_examiner() -> None:
    where = room(performance=SHEET, marking="questions")
    sitting = graded(seated(where), 1)
    assert (sitting.state, sitting.passed) == (Sitting.State.SUBMITTED, None)
    address, client = f"/exams/rooms/{where.pk}/1/sheet/", browser_of(proctor())
    for form in ({"part-0": "11", "part-1": "5", "seen": "1"}, {"part-0": "10", "part-1": "5"}, {"part-1": "-1"}):
        assert client.post(address, form).status_code == 422
    assert not PerformanceSheet.objects.filter(signed_at__isnull=False).exists()
    form = {"part-0": "9", "part-1": "4", "seen": "1", "remark": "Steady hands"}
    assert client.post(address, form).status_code == 302
    assert client.post(address, {**form, "part-0": "0"}).status_code == 302
    sitting.refresh_from_db()
    assert sitting.state == Sitting.State.GRADED
    sheet = PerformanceSheet.objects.get()
    assert (sheet.marks, sheet.examiner) == ({"0": 9, "1": 4}, proctor())
    assert acts(sitting).count("sheet-signed") == 1
    assert "Steady hands" in client.get(address).content.decode()
    result = browser_of(sitting.user).get(f"/exams/results/{sitting.key}/").text  # type: ignore[arg-type]  # it has one
    assert "Written part: 2 of 3 points." in result
    assert "Performance sheet: 13 of 15 marks. Total: 70.66 %." in result  # 2/3 of 80, 13/15 of 20: 70 2/3
    assert "decided by the exact points" in result
    for page in (f"/exams/rooms/{where.pk}/", f"/exams/rooms/{where.pk}/1/"):
        assert "Total: 70.66 %." in client.get(page).text
    with_room = client.get(f"/exams/rooms/{where.pk}/1/file/").content.decode()
    assert '"percent": "70 2/3"' in with_room


def test_nobody_examines_themselves_or_in_the_room_of_another() -> None:
    where = room(performance=SHEET)
    sitting = seated(where)
    assert performance.may_examine(proctor(), sitting)
    assert not performance.may_examine(proctor("Other"), sitting)
    assert not performance.may_examine(person("Ann"), sitting)
    Candidate.objects.filter(pk=sitting.candidate_id).update(user=proctor())
    sitting.candidate.refresh_from_db()
    with pytest.raises(PermissionDenied):
        performance.sign(sitting, (9, 4), "", proctor(), NOW())


def test_nobody_confirms_grants_or_voids_their_own_sitting() -> None:
    where = room()
    pia = proctor()
    candidates.name(candidates.candidate_of(pia), "Pia Lim", "")
    [ticket], _unknown = tickets.list_accounts(where, ["Pia"])
    sent = {"name": "Pia Lim", "printed_name": "", "minutes": 9, "reason": "So", "known": 0, "text": "So"}
    for act in ("confirm", "grant", "void", "note", "take-back"):
        assert browser_of(pia).post(f"/exams/rooms/{where.pk}/{ticket.number}/{act}", sent).status_code == 403, act
    ticket.refresh_from_db()
    assert ticket.confirmed_at is None


@pytest.mark.django_db(transaction=True)
def test_a_sitting_that_is_graded_while_its_room_is_closed_is_released() -> None:
    where = room(release={"score": "after-close"})
    sitting = seated(where)
    sittings.submit(sitting, NOW())
    closing, graded_by_now = Barrier(2), threading.Event()

    def close() -> None:
        with transaction.atomic():
            rooms.close(where, NOW())
            closing.wait()
            graded_by_now.wait(0.3)  # with the room's lock the grading waits for this one instead

    def grade() -> None:
        closing.wait()
        grading.grade(sitting.pk, NOW())
        graded_by_now.set()

    together(close, grade)
    sitting.refresh_from_db()
    assert sitting.released_at is not None


def test_closing_a_room_releases_a_few_results_and_leaves_the_others_to_the_worker_or_to_who_comes_next(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """A room of hundreds costs the request that closes it no more than a small one: AT_ONCE, here 1."""
    monkeypatch.setattr(rooms, "AT_ONCE", 1)
    where, now = room(release={"score": "after-close"}), NOW()
    asked: list[int] = []
    sat = [graded(seated(where, f"Ann {number}")) for number in range(4)]
    monkeypatch.setattr(rooms, "_ask_to_release", asked.append)

    def released() -> list[bool]:
        return [Sitting.objects.get(pk=sitting.pk).released_at is not None for sitting in sat]

    with django_capture_on_commit_callbacks(execute=True):
        rooms.close(where, now)
    assert (released(), asked) == ([True, False, False, False], [where.pk])
    where.refresh_from_db()
    assert "3 results are still to be released." in browser_of(proctor()).get(f"/exams/rooms/{where.pk}/").text
    assert rooms.go_on_releasing(where, now + timedelta(minutes=1)) == 2  # no worker has come
    client = browser_of(sat[3].user)  # type: ignore[arg-type]  # it has an account
    assert "Passed" in client.get(f"/exams/results/{sat[3].key}/").text
    assert released() == [True, True, False, True]
    tasks.release_room(where.pk)
    assert all(released())
    assert [sitting.certificates.count() for sitting in sat] == [1, 1, 1, 1]


def test_times_of_a_room_and_of_its_candidates_name_their_zone() -> None:
    where = room(performance=SHEET)
    sitting = graded(seated(where))
    performance.sign(sitting, (9, 4), "", proctor(), NOW())
    client = browser_of(proctor())
    client.cookies["zone"] = "Asia/Kuala_Lumpur"
    address = f"/exams/rooms/{where.pk}/"
    for page in (address, f"{address}1/", f"{address}1/sheet/"):
        assert "Times are those of your time zone: Asia/Kuala_Lumpur." in client.get(page).text, page


def test_an_exam_without_a_sheet_has_no_page_for_one() -> None:
    where = room()
    seated(where)
    assert browser_of(proctor()).get(f"/exams/rooms/{where.pk}/1/sheet/").status_code == 404


def test_who_looks_after_a_room_finds_the_certificate_of_whoever_came_without_an_account() -> None:
    where = room(release=dict.fromkeys(("score", "sections", "feedback", "keys"), "never"))
    sitting = graded(seated(where))
    address = f"/exams/rooms/{where.pk}/{ticket_of(sitting).number}/"
    paper = f"/exams/certificates/{sitting.certificates.get().code}/pdf/"
    helper = rooms.add_helper(where, proctor("Helga").username)
    for user in (proctor(), helper):
        assert paper in browser_of(user).get(address).text


def test_tickets_that_a_helper_has_made_are_printed_by_the_proctor_too() -> None:
    where = room(is_open=False)
    helper = browser_of(rooms.add_helper(where, proctor("Helga").username))
    walk_in(where)
    sheet = sent_to(helper.post(f"/exams/rooms/{where.pk}/pins", {"whose": "1"}))
    assert "Ann Lee" in helper.get(sheet).text
    assert "Ann Lee" in browser_of(proctor()).get(sheet).text


def test_the_log_of_a_sitting_says_who_did_what_and_the_events_hold_numbers_alone() -> None:
    where = room()
    sitting = seated(where)
    rooms.note(ticket_of(sitting), "Asked for water.", rooms.add_helper(where, proctor("Helga").username))
    page = browser_of(proctor()).get(f"/exams/rooms/{where.pk}/1/").text
    for said in ("begun, Ann Lee", "name compared with an ID, Pia", "note, Helga <q>Asked for water.</q>"):
        assert said in page
    assert not Event.objects.filter(details__icontains="helga").exists()
