"""Messages to a class: on its page, and as letters that survive a worker, a broker and a mail server that die.

Source: issue 7, "an outbox that survives a crash".

Headers: RFC 5322 (Message-ID), RFC 2369 and RFC 8058 (List-Unsubscribe).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from allauth.account.models import EmailAddress
from celery import Celery
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from quizzes import notices
from quizzes.models import Notice
from tests.site.people import browser_of, person
from tests.site.stand_ins import together
from trainer.accounts import personal
from trainer.accounts.models import User
from trainer.classrooms import classes, merging, messages, outbox, people, retention, rosters
from trainer.classrooms.models import ClassMessage, Classroom, Letter, Membership, Wall
from trainer.classrooms.tasks import send_letters

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 13, 12, tzinfo=UTC)
KEY = UUID(int=7)
State = Letter.State


def learner(classroom: Classroom, name: str, *, confirmed: bool = True, **fields: Any) -> User:
    user = person(name, **fields)
    Membership.objects.create(classroom=classroom, learner=user)
    EmailAddress.objects.create(user=user, email=f"{name.lower()}@example.com", verified=confirmed, primary=True)
    return user


@pytest.fixture
def friday() -> Classroom:
    return Classroom.objects.create(teacher=person("Ines", role=User.Role.INSTRUCTOR), name="Friday")


def write(classroom: Classroom, key: UUID = KEY) -> ClassMessage:
    return messages.send(classroom, classroom.teacher, "Bring a pen", "On paper this time.", key)


def states(message: ClassMessage) -> dict[str, str]:
    return dict(message.letters.values_list("reader__username", "state"))


class Server:
    """A mail server that does one thing after the other: it raises what is an error, and takes all else."""

    def __init__(self, *does: Exception | None) -> None:
        self.does = list(does)
        self.taken: list[Any] = []

    def send_messages(self, letters: Sequence[Any]) -> int:
        if self.does and (error := self.does.pop(0)):
            raise error
        self.taken += letters
        return len(letters)

    def close(self) -> None:
        return


# From a message to its letters


def test_a_message_goes_to_the_learners_with_a_confirmed_address_and_says_how_to_get_no_more(friday: Classroom) -> None:
    learner(friday, "Ann")
    learner(friday, "Ben", confirmed=False)
    Membership.objects.create(classroom=friday, learner=person("Omar"), role=Membership.Role.OBSERVER)
    message = write(friday)
    told = [("on its way", 1), ("no confirmed address", 1)]
    assert list(messages.sent(friday, 1)[1][0].states) == told, "also before anybody has tried"
    assert send_letters() == 2
    assert states(message) == {"Ann": State.SENT, "Ben": State.NOWHERE}
    (sent,) = mail.outbox
    assert sent.to == ["ann@example.com"]
    assert sent.subject == "Bring a pen (Friday)"
    assert "On paper this time." in sent.body
    assert "Ines wrote this to the class Friday." in sent.body
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert link in sent.body
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert send_letters() == 0


def test_a_letter_is_in_its_readers_language(friday: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "render_to_string", lambda template, context: f"{template} in {get_language()}")
    readers = [person("Ann", language="ms"), person("Ben", language="xx"), person("Cai")]
    found = outbox.put(readers, "hello", {})
    assert [(letter.subject, letter.text) for letter in found] == [
        (f"hello_subject.txt in {language}", f"hello_text.txt in {language}") for language in ("ms", "en", "en")
    ]


def test_a_letter_is_written_with_the_act_or_not_at_all(friday: Classroom) -> None:
    learner(friday, "Ann")
    with transaction.atomic():
        write(friday)
        transaction.set_rollback(True)
    assert not Letter.objects.exists()
    assert not ClassMessage.objects.exists()


def test_a_line_break_in_a_subject_adds_no_header(friday: Classroom) -> None:
    learner(friday, "Ann")
    messages.send(friday, friday.teacher, "Hello\nBcc: all@example.com", "Text", KEY)
    outbox.send_due()
    assert mail.outbox[0].subject == "Hello Bcc: all@example.com (Friday)"
    assert mail.outbox[0].message()["Bcc"] is None


# Crashes


def test_a_worker_that_dies_between_sending_and_noting_it_sends_the_same_letter_again_with_its_message_id(
    friday: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner(friday, "Ann")
    with time_machine.travel(NOON, tick=False):
        message = write(friday)
        with monkeypatch.context() as dying:
            dying.setattr(outbox, "_note", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                outbox.send_due()
        assert states(message) == {"Ann": State.WAITING}
        assert outbox.send_due() == 0, "another worker leaves it alone: the first may be at it still"
    with time_machine.travel(NOON + outbox.LEASES[0], tick=False):
        assert outbox.send_due() == 1
    assert states(message) == {"Ann": State.SENT}
    first, second = (letter.extra_headers["Message-ID"] for letter in mail.outbox)
    assert first == second
    assert re.fullmatch(r"<letter\.[0-9]+\.[0-9]{20}@[\w.-]+>", first)


def test_a_message_is_taken_though_the_broker_is_away_and_the_sweep_sends_it(
    friday: Classroom,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    learner(friday, "Ann")
    away = Celery("away", broker="redis+socket:///nowhere/valkey.sock", set_as_current=False)
    monkeypatch.setattr(outbox, "current_app", away)
    form = {"subject": "Pens", "text": "Bring one.", "key": str(KEY)}
    with django_capture_on_commit_callbacks(execute=True) as called:
        response = browser_of(friday.teacher).post(f"/classes/{friday.pk}/messages/", form)
    assert response["Location"] == f"/classes/{friday.pk}/messages/"
    assert len(called) == 1
    assert send_letters() == 1
    assert [letter.to for letter in mail.outbox] == [["ann@example.com"]]


def test_a_letter_that_a_mail_server_does_not_take_is_tried_again_later_and_later_and_given_up_at_last(
    friday: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner(friday, "Ann")
    server = Server(*[SMTPServerDisconnected("gone")] * 99)
    monkeypatch.setattr(outbox, "get_connection", lambda timeout: server)
    now = NOON
    with time_machine.travel(now, tick=False):
        message = write(friday)
    for lease in outbox.LEASES:
        assert states(message) == {"Ann": State.WAITING}
        with time_machine.travel(now - timedelta(seconds=1), tick=False):
            assert outbox.send_due() == 0
        with time_machine.travel(now, tick=False):
            assert outbox.send_due() == 1
        now += lease
    assert states(message) == {"Ann": State.FAILED}
    assert "gone" in Letter.objects.get().trouble
    with time_machine.travel(now + timedelta(days=30), tick=False):
        assert outbox.send_due() == 0


def test_an_address_that_is_refused_stops_nobody_elses_letter(
    friday: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner(friday, "Ann")
    learner(friday, "Ben")
    server = Server(SMTPRecipientsRefused({"ann@example.com": (550, b"no such user")}), None)
    monkeypatch.setattr(outbox, "get_connection", lambda timeout: server)
    message = write(friday)
    outbox.send_due()
    assert sorted(states(message).values()) == [State.FAILED, State.SENT]
    assert len(server.taken) == 1


def test_a_mail_server_that_is_away_is_not_tried_with_every_letter(
    friday: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ann", "Ben", "Cai", "Dan", "Eve"):
        learner(friday, name)
    monkeypatch.setattr(outbox, "get_connection", lambda timeout: Server(*[OSError("refused")] * 9))
    write(friday)
    assert outbox.send_due() == outbox.MOST_FAILURES
    assert Letter.objects.filter(tries=0).count() == 5 - outbox.MOST_FAILURES


@pytest.mark.usefixtures("no_worker")
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_letter_once(friday: Classroom) -> None:
    for number in range(6):
        learner(friday, f"Ann{number}")
    message = write(friday)
    taken = together(outbox.send_due, outbox.send_due)
    assert sum(taken) == 6
    assert sorted(letter.to[0] for letter in mail.outbox) == [f"ann{number}@example.com" for number in range(6)]
    assert set(states(message).values()) == {State.SENT}


# No more mail


def test_a_reader_ends_the_mail_about_a_class_without_signing_in_and_has_it_again(friday: Classroom) -> None:
    ann = learner(friday, "Ann")
    path = "/classes/" + outbox.stop_link(friday, ann).partition("/classes/")[2]
    program = Client(enforce_csrf_checks=True)
    assert "No more mail about this class" in program.get(path).content.decode()
    message = write(friday)
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    outbox.send_due()
    assert states(message) == {"Ann": State.UNWANTED}
    outbox.put([ann], "classrooms/letters/message", {"message": message, "classroom": friday})
    outbox.send_due()
    assert len(mail.outbox) == 1, "what is not about the class comes"
    program.post(path, {"do": "resume"})
    again = write(friday, uuid4())
    outbox.send_due()
    assert states(again) == {"Ann": State.SENT}
    assert program.get(path[:-2] + "x/").status_code == 404


# On the site


def test_every_learner_of_the_class_finds_a_message_with_or_without_an_address_and_nobody_else(
    friday: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ben, eve, omar = learner(friday, "Ben", confirmed=False), person("Eve"), person("Omar")
    Membership.objects.create(classroom=friday, learner=omar, role=Membership.Role.OBSERVER)
    other = Classroom.objects.create(teacher=friday.teacher, name="Monday")
    Membership.objects.create(classroom=other, learner=eve)
    address, form = f"/classes/{friday.pk}/messages/", {"subject": "Pens", "text": "Bring <b>one</b>.", "key": str(KEY)}
    page = browser_of(friday.teacher).post(address, form, follow=True).content.decode()
    assert "Your message stands on the page of the class for all its learners." in page
    assert "1 learner finds it on the page of this class" in page
    assert "0 get it by e-mail, too" in page
    client = browser_of(ben)
    for place in ("/", "/practice/", "/classes/", f"/classes/{friday.pk}/"):
        assert "News for you" in client.get(place).content.decode()
    assert "News for you" not in browser_of(eve).get("/practice/").content.decode()
    page = client.get(f"/classes/{friday.pk}/").content.decode()
    assert "Bring &lt;b&gt;one&lt;/b&gt;." in page
    assert "Ines, <time" in page
    assert "A message to your class “Friday”: “Pens”." in client.get("/progress/").content.decode()
    assert set(Notice.objects.values_list("user", flat=True)) == {ben.pk}, "neither who observes nor another class"
    assert "Pens" not in browser_of(eve).get(f"/classes/{other.pk}/").content.decode()
    for _ in range(2):
        with django_assert_num_queries(8):  # account, class, place in it, teacher, news, messages (two), what was given
            client.get(f"/classes/{friday.pk}/")
        write(friday, uuid4())


def test_a_message_is_in_the_copy_of_ones_data_and_its_notice_goes_with_ones_place_in_the_class(
    friday: Classroom,
) -> None:
    ann, ben, cai = (learner(friday, name) for name in ("Ann", "Ben", "Cai"))
    write(friday)
    (found,) = personal.export(ann)["messages"]["received"]
    assert (found["subject"], found["text"], found["name"]) == ("Bring a pen", "On paper this time.", "Friday")
    (found,) = personal.export(friday.teacher)["messages"]["written"]
    assert found["subject"] == "Bring a pen"
    classes.leave(ann, friday.pk)
    assert personal.export(ann)["messages"]["received"] == []
    people.remove(friday.teacher, friday, [friday.memberships.get(learner=ben).pk])
    dan = friday.memberships.get(learner=learner(friday, "Dan"))
    write(friday, uuid4())
    about = {"about": f"class-regraded:{friday.pk}:1", "key": "class-regraded", "values": {"classroom": friday.pk}}
    notices.put([Notice(user=dan.learner, **about)])
    rosters.follow(friday.teacher, friday, [rosters.Line(1, "Cai")], [], [dan.pk])
    assert set(Notice.objects.values_list("user", flat=True)) == {cai.pk}
    personal.delete(friday.teacher)
    assert not Notice.objects.exists(), "the class is gone with its teacher"


def test_who_learnt_in_their_own_class_under_another_name_keeps_no_notice_of_it(friday: Classroom) -> None:
    ann = learner(friday, "Ann")
    write(friday)
    merging.merge(ann, friday.teacher)
    assert not Notice.objects.exists()


# The page of messages


def test_a_message_that_is_sent_twice_by_the_same_form_is_one(friday: Classroom) -> None:
    learner(friday, "Ann")
    client, address = browser_of(friday.teacher), f"/classes/{friday.pk}/messages/"
    page = client.get(address).content.decode()
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key
    for _ in range(2):
        assert client.post(address, {"subject": "Pens", "text": "Bring one.", "key": key[1]}).status_code == 302
    assert Letter.objects.count() == ClassMessage.objects.count() == 1
    page = client.get(address).content.decode()
    assert "Pens" in page
    assert "on its way: 1" in page


def test_the_eleventh_message_in_an_hour_is_asked_again_with_what_was_typed(friday: Classroom) -> None:
    client, address = browser_of(friday.teacher), f"/classes/{friday.pk}/messages/"
    for number in range(11):
        typed = {"subject": "Pens", "text": f"Bring {number} of them.", "key": str(UUID(int=number))}
        response = client.post(address, typed)
        assert response.status_code == (302 if number < 10 else 429)
    page = response.content.decode()
    assert "Bring 10 of them.</textarea>" in page
    assert 'role="alert"' in page
    assert ClassMessage.objects.count() == 10


def test_whoever_observes_a_class_reads_its_messages_and_writes_none(friday: Classroom) -> None:
    """Also by the notice that they got as a learner: it leads to the page where the message stands."""
    ann = learner(friday, "Ann")
    write(friday)
    (told,) = notices.unseen(ann.pk)
    assert "On paper this time." in browser_of(ann).get(told.url, follow=True).content.decode()
    people.give_role(friday.teacher, friday, friday.memberships.get().pk, Membership.Role.OBSERVER)
    client = browser_of(ann)
    page = client.get(told.url).content.decode()
    assert "On paper this time." in page
    assert "Send it" not in page
    assert told.url in client.get(f"/classes/{friday.pk}/").content.decode()
    assert client.post(told.url, {"subject": "A", "text": "B", "key": str(KEY)}).status_code == 403


def test_a_message_without_a_text_is_asked_again_with_what_was_typed(friday: Classroom) -> None:
    response = browser_of(friday.teacher).post(
        f"/classes/{friday.pk}/messages/", {"subject": "Pens", "text": "", "key": str(KEY)}
    )
    assert response.status_code == 422
    page = response.content.decode()
    assert 'value="Pens"' in page
    assert 'id="id_text_error"' in page


def test_the_page_takes_as_many_queries_for_sixty_messages_as_for_two(
    friday: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, address = browser_of(friday.teacher), f"/classes/{friday.pk}/messages/"
    ann, made = learner(friday, "Ann"), 0
    for wanted in (2, 60):
        for _ in range(made, wanted):
            message = ClassMessage.objects.create(classroom=friday, author=friday.teacher, subject="A", key=uuid4())
            Letter.objects.create(reader=ann, classroom=friday, message=message, subject="A", made_at=timezone.now())
        made = wanted
        with django_assert_num_queries(7):
            assert client.get(address).status_code == 200


def test_letters_go_after_half_a_year_and_those_that_are_on_their_way_and_the_message_stay(friday: Classroom) -> None:
    """The privacy page: letters and what was on a wall are deleted after 180 days."""
    ann, now = person("Ann"), timezone.now()
    message = ClassMessage.objects.create(classroom=friday, subject="Hello", text="There", key=uuid4())
    for days, state in ((181, "sent"), (181, "waiting"), (179, "failed")):
        made = {"reader": ann, "classroom": friday, "message": message, "made_at": now - timedelta(days=days)}
        Letter.objects.create(subject=f"{days} {state}", text="", state=state, **made)
    for days in (181, 179):
        Wall.objects.create(classroom=friday)
        Wall.objects.filter(pk=Wall.objects.latest("pk").pk).update(started_at=now - timedelta(days=days))
    assert retention.keep_to(now) == {"letters": 1, "walls": 1}
    assert set(Letter.objects.values_list("subject", flat=True)) == {"181 waiting", "179 failed"}
    assert retention.keep_to(now) == {"letters": 0, "walls": 0}
    assert ClassMessage.objects.get() == message
