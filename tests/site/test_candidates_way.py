"""A candidate's way: a name that can be put right, a sheet that shows what is missing, and the way back to a result
(issue 8, "Proctor", "Sitting" and "Result").
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from tests.site.certified import NAME, certified, exam
from tests.site.exams import author, sat, stocked
from tests.site.pages import with_class
from tests.site.people import browser_of, person
from tests.site.rooms import come_in, graded, handed_in, proctor, raises, room, seated, spoil, ticket_of, walk_in
from tests.site.sitting import address_of, begun, named, save
from trainer.certification import (
    appeals,
    candidates,
    certificates,
    closed,
    corrections,
    grading,
    naming,
    results,
    rooms,
    tickets,
)
from trainer.certification.models import Appeal, Candidate, Certificate, Sitting, SittingItem, Ticket

pytestmark = pytest.mark.django_db

READY = "/exams/ticket/ready/"


@pytest.fixture
def networks() -> Iterator[str]:
    """The network of an open room, which is open again after."""
    yield "10.1.0.0/16"
    closed.close_networks([])


def test_what_was_sat_is_listed_with_the_way_to_each_result() -> None:
    ann = named()
    old = sat(exam("dealer-2"), ann, state="graded", passed=True, released_at=timezone.now())
    waits = sat(exam("dealer-1"), ann, state="graded", passed=True)
    tried = sat(exam("dealer-1"), ann, state="graded", passed=False, practice=True)
    sat(exam("dealer-1"), person("Ben"), state="graded", passed=True, released_at=timezone.now())
    page = browser_of(ann).get("/exams/").content.decode()
    text = page.split('id="sittings"')[1]
    assert [f"/exams/results/{each.key}/" in text for each in (old, waits)] == [True, True]
    assert f"/exams/sitting/{tried.key}/done/" in text
    assert (text.count("Passed"), text.count("Not passed"), text.count("not released yet")) == (1, 1, 1)
    for address in ("/account/", "/progress/", "/exams/certificates/"):
        assert 'href="/exams/#sittings"' in browser_of(ann).get(address).content.decode(), address


def test_who_came_without_an_account_is_led_to_a_password_once_an_address_is_confirmed() -> None:
    ann = person()
    ann.set_unusable_password()
    ann.save()
    browser, mailed = browser_of(ann), 'href="/account/password/reset/"'
    EmailAddress.objects.create(user=ann, email="ann@example.com", verified=False)
    for address in ("/account/", "/exams/certificates/"):
        EmailAddress.objects.update(verified=False)
        before = browser.get(address).text
        assert mailed not in before
        assert "Save the certificate" not in before  # there is none
        EmailAddress.objects.update(verified=True)
        assert mailed in browser.get(address).text
    assert browser.get("/account/password/reset/").status_code == 200


def test_a_name_can_be_put_right_until_it_is_compared_with_an_id() -> None:
    where, client = room(), Client()
    ticket, pin = walk_in(where, "Ann Leee")
    come_in(ticket, pin, client)
    assert 'href="?name"' in client.get(READY).content.decode()
    client.post(READY, {"name": "Ann Le"})
    desk, address = browser_of(proctor()), f"/exams/rooms/{where.pk}/{ticket.number}/"
    desk.post(f"{address}name-back")
    assert "You have sent this name back." in desk.get(address).content.decode()
    asked = client.get(READY, headers={"HX-Request": "true"})
    assert (asked.headers.get("HX-Refresh"), "has sent the name back" in client.get(READY).text) == ("true", True)
    client.post(READY, {"name": "Ann Lee"})
    assert "Ann Lee" in desk.get(address).content.decode()
    desk.post(f"{address}confirm", {"name": "Ann Lee", "printed_name": ""})
    assert Ticket.objects.get().confirmed_at is not None
    assert 'href="?name"' not in client.get(READY).text
    client.post(READY, {"name": "Somebody Else"})
    desk.post(f"{address}name-back")
    assert Candidate.objects.get().name == "Ann Lee"
    assert 'href="?name"' not in client.get(READY).text


def test_a_name_that_was_sent_back_in_one_room_and_confirmed_in_another_is_not_stuck() -> None:
    one = room()
    two = room(one.blueprint)
    ann = Candidate.objects.create(user=person("Ann"), name="Ann Lee")
    here, there = (
        Ticket.objects.create(room=each, candidate=ann, number=1, used_at=timezone.now()) for each in (one, two)
    )
    desk, address, button = browser_of(proctor()), f"/exams/rooms/{one.pk}/1/", "The ID shows this name"
    desk.post(f"{address}name-back")
    page = desk.get(address).text
    assert ("You have sent this name back." in page, button in page) == (True, True)
    tickets.confirm(there, proctor(), timezone.now())
    assert not naming.is_sent_back(here)
    assert "You have sent this name back." not in desk.get(address).text


def test_a_name_that_no_certificate_can_print_is_compared_once_it_is_given_in_latin_letters() -> None:
    where, client = room(), Client()
    ticket, pin = walk_in(where, "김민수")
    come_in(ticket, pin, client)
    desk, address, button = browser_of(proctor()), f"/exams/rooms/{where.pk}/{ticket.number}/", "The ID shows this name"
    page = desk.get(address).text
    assert ("in Latin letters as well" in page, button in page) == (True, False)
    desk.post(f"{address}confirm", {"name": "김민수", "printed_name": ""})
    assert Ticket.objects.get().confirmed_at is None
    client.post(READY, {"name": "김민수", "printed_name": "Kim Minsu"})
    assert button in desk.get(address).text
    desk.post(f"{address}confirm", {"name": "김민수", "printed_name": "Kim Minsu"})
    client.post(READY, {"name": "Somebody Else"})
    assert Candidate.objects.get().name == "김민수"
    assert client.post(READY).headers["Location"].endswith("/1/#here")


def test_whoever_gives_one_word_as_a_name_is_asked_once_whether_it_is_all() -> None:
    client, address = browser_of(person()), f"/exams/{stocked().slug}/start/"
    asked = client.post(address, {"name": "Sukarno"})
    assert asked.status_code == 422
    assert "Is this your full name?" in asked.content.decode()
    assert 'value="Sukarno"' in asked.content.decode()
    assert client.post(address, {"name": "Sukarno", "whole": "on"}).status_code == 302
    Sitting.objects.all().delete()
    assert client.post(address, {"name": "Sukarno"}).status_code == 302  # known of them


def test_a_name_that_can_not_be_printed_any_more_stays_while_a_certificate_that_was_not_revoked_bears_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, now = person("Ann"), timezone.now()
    certificate, where = certified(ann, at=now), room()
    Ticket.objects.create(room=where, candidate=certificate.candidate, number=1, used_at=now, confirmed_at=now)
    monkeypatch.setattr(candidates, "can_print", lambda name: name == "Ann Lee")
    browser, start, field = browser_of(ann), f"/exams/{where.blueprint.slug}/start/", 'name="name"'
    page = browser.post(start, {"name": "Ann Lee"}).text
    assert ("can’t be printed any more" in page, field in page) == (True, False)
    session = browser.session
    session["exam_ticket"] = Ticket.objects.get().pk
    session.save()
    assert field not in browser.get(READY).text
    assert "can’t print this name" in browser.post(READY).text
    Certificate.objects.update(expires_at=now)
    browser.post(start, {"name": "Ann Lee"})
    assert Candidate.objects.get().name == NAME, "what the certificate was issued to"
    certificates.revoke(certificate, certificates.Because.HOLDER)
    assert field in browser.get(READY).text
    assert browser.post(start, {"name": "Ann Lee"}).headers["Location"].endswith("/1/#here")
    assert Ticket.objects.get().confirmed_at is None, "nobody has compared this name"


def test_the_record_begins_with_the_name_that_was_compared_before_the_start() -> None:
    sitting = seated(room())
    told = rooms.told(list(rooms.events(sitting)), {})
    assert [what for _at, what, *_rest in told] == ["name compared with an ID", "begun"]
    assert told[0][0] == ticket_of(sitting).confirmed_at


def test_in_a_room_ones_own_result_is_open_and_the_closed_page_says_until_when(networks: str) -> None:
    where = room(release={"score": "at-once"})
    sitting = graded(seated(where))
    rooms.close_networks(where, [networks])
    closed.refresh_networks()
    assert sitting.user is not None
    candidate, here = browser_of(sitting.user), {"REMOTE_ADDR": "10.1.2.3"}
    for address in (f"/exams/results/{sitting.key}/", "/exams/certificates/", "/exams/"):
        assert candidate.get(address, **here).status_code == 200, address  # type: ignore[arg-type]  # the client's own
    for address in (f"/exams/results/{sitting.key}/1/", "/practice/", "/staff/"):
        page = candidate.get(address, **here)  # type: ignore[arg-type]  # the client's own
        assert page.status_code == 403
        assert "until the proctor closes the room" in page.text
        assert "handed in" not in page.text


def test_whoever_came_with_a_ticket_alone_is_told_how_to_keep_the_certificate() -> None:
    sitting = graded(seated(room()))
    assert sitting.user is not None
    walk = browser_of(sitting.user)
    for address in (f"/exams/results/{sitting.key}/", "/exams/certificates/"):
        page = walk.get(address).text
        assert "Save the certificate as a PDF before that." in page
        assert 'href="/account/email/"' in page
    assert walk.get("/account/email/").status_code == 200
    ann = person("Ann")
    ann.set_password("long enough to hold")
    ann.save()
    certified(ann)
    assert "Save the certificate as a PDF" not in browser_of(ann).get("/exams/certificates/").text


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("at-once", "This section has to be passed by itself, and was not: Raises."),
        ("never", "A section that has to be passed by itself was not."),
    ],
)
def test_the_lead_of_a_result_says_that_a_section_failed_it(shown: str, said: str) -> None:
    """By parts: 6 of 9 reach 60 percent, and of the section that must be passed 3 of 6 do not reach its 60."""
    where = room(pass_mark=60, wait_days=0, release={"score": "at-once", "sections": shown, "feedback": "never"})
    sitting = seated(where)
    sitting = graded(sitting, raises(sitting)[0].place)
    rooms.close(where, timezone.now())
    assert sitting.user is not None
    assert said in browser_of(sitting.user).get(f"/exams/results/{sitting.key}/").text
    assert "after 0 days" not in Client().get("/exams/raises/").text


def test_an_upheld_appeal_leads_to_the_correction_and_warns_until_it_is_done() -> None:
    sitting = graded(seated(room(release={"feedback": "at-once"})), 1)
    item = raises(sitting)[0]
    spoil(item)
    made = appeals.appeal(results.row_at(sitting, item.place), "The raise is to less.", timezone.now())
    desk, address = browser_of(author()), f"/author/appeals/{made.pk}/"
    candidate, place = browser_of(sitting.user), f"/exams/results/{sitting.key}/{item.place}/"  # type: ignore[arg-type]  # its account
    assert desk.post(address, {"state": "", "reply": "Yes."}).status_code == 422, "nothing is chosen before"
    answered = desk.post(address, {"state": "upheld", "reply": "You are right."})
    assert answered.headers["Location"] == f"{address}correct/"
    warning, next_step = "no result has changed yet", "What happens next"
    for page in (address, f"{address}correct/"):
        assert warning in desk.get(page).text
    assert next_step in candidate.get(place).text
    corrections.correct(item.drill, "credit", "raise", "Faulty", author(), timezone.now())
    assert warning not in desk.get(address).text
    assert next_step not in candidate.get(place).text
    assert Appeal.objects.get().state == Appeal.State.UPHELD


def test_an_answer_that_lacks_a_part_is_marked_on_the_sheet_and_shown_with_the_result() -> None:
    exam_of_raises = stocked(release={"feedback": "at-once"})
    ann = named()
    sitting = begun(ann, exam_of_raises)
    item = raises(sitting)[0]
    save(sitting, item.place, {"raise_to": ["800"], "raise_by": ["350"], "adds": [""]})
    browser = browser_of(ann)
    browser.post(f"/exams/sitting/{sitting.key}/take")
    page = browser.get(address_of(sitting, item.place)).text
    (square,) = with_class(page, "square-part")
    assert dict(square.attributes)["data-square"] == str(item.place)
    handed_in(sitting, item.place)
    grading.grade(sitting.pk)
    found = browser.get(f"/exams/results/{sitting.key}/{item.place}/").text
    assert "A part of this answer is missing" in found
    assert 'value="800"' in found
    assert 'value="350"' in found
    assert "Enter a number of chips." in found, "beside the part that is missing"
    assert Sitting.objects.get(pk=sitting.pk).items.get(place=item.place).result.points == 0  # as the exam's page says
    SittingItem.objects.filter(pk=item.pk).update(response=None)
    assert "Nothing that can be read was answered." in browser.get(f"/exams/results/{sitting.key}/{item.place}/").text
