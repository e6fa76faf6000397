"""Tickets: one-time PINs that let candidates into a room, and the name compared with an ID (issue 8, "Proctor")."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import Mock, patch

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.site.exams import sat
from tests.site.people import browser_of, person, who
from tests.site.rooms import acts, come_in, graded, proctor, room, seated, sent_to, ticket_of, walk_in
from tests.site.stand_ins import together
from trainer.accounts.models import User
from trainer.certification import candidates, retention, rooms, sheet, sittings, staff, tickets
from trainer.certification.models import Candidate, Event, Sitting, Ticket

pytestmark = pytest.mark.django_db

NOW = timezone.now


def refused(name: str, pin: str, user: User | None) -> str:
    with pytest.raises(tickets.Refused) as caught:
        tickets.enter(name, pin, user, NOW())
    return caught.value.reason


def other(pin: str) -> str:
    """Another PIN than this."""
    return f"{(int(pin) + 1) % 1_000_000:06}"


def test_a_pin_signs_a_name_in_once_and_the_exam_begins_after_the_id() -> None:
    where = room()
    ticket, pin = walk_in(where)
    assert len(pin) == 6
    assert pin.isdigit()
    client = Client()
    assert sent_to(come_in(ticket, pin, client)) == "/exams/ticket/ready/"
    assert who(client) == ticket.name
    assert not User.objects.get(username=ticket.name).has_usable_password()
    assert client.post("/exams/ticket/ready/").status_code == 409  # no ID was shown
    tickets.confirm(ticket, proctor(), NOW())
    address = sent_to(client.post("/exams/ticket/ready/"))
    sitting = Sitting.objects.get(ticket=ticket)
    assert address == f"/exams/sitting/{sitting.key}/1/#here"
    assert client.get(address).status_code == 200
    assert sent_to(client.post("/exams/ticket/ready/")) == f"/exams/sitting/{sitting.key}/"  # sent twice it is one
    assert acts(sitting) == ["started", "name-confirmed"]
    assert come_in(ticket, pin).status_code == 422
    assert refused(ticket.name, pin, None) == "used"


def test_five_wrong_pins_lock_a_ticket_until_it_gets_another_and_no_other_ticket() -> None:
    where = room()
    (ticket, pin), (second, its) = walk_in(where), walk_in(where, "Bo Tan")
    assert [refused(ticket.name, other(pin), None) for _try in range(5)] == [*["wrong"] * 4, "locked"]
    assert refused(ticket.name, pin, None) == "locked"
    assert tickets.enter(second.name, its, None, NOW()) == second
    fresh = tickets.new_pins([Ticket.objects.get(pk=ticket.pk)])[0]
    assert tickets.enter(ticket.name.lower(), f"{fresh[:3]} {fresh[3:]}", None, NOW()) == ticket


def test_the_page_says_how_many_tries_are_left_and_keeps_what_was_typed() -> None:
    ticket, pin = walk_in(room())
    page = come_in(ticket, other(pin)).content.decode()
    assert "4 tries are left." in page
    assert ticket.name in page


def test_a_pin_lets_nobody_into_an_account_that_was_there_before() -> None:
    where, ann, ben = room(), person("Ann"), person("Ben")
    [ticket], unknown = tickets.list_accounts(where, ["ann", "Nobody"])
    assert unknown == ["Nobody"]
    pin = tickets.new_pins([ticket])[0]
    assert refused(ticket.name, pin, None) == "account"
    assert refused(ticket.name, other(pin), ben) == "account"
    assert Ticket.objects.get().tries == 0  # so nobody else can lock it either
    client = Client()
    response = come_in(ticket, pin, client)
    assert response.status_code == 422
    assert f"/account/login/?next=/exams/ticket/%3Fticket%3D{ticket.name}" in response.content.decode().replace(
        "%2F", "/"
    )
    assert who(client) is None
    assert tickets.enter(ticket.name, pin, ann, NOW()) == ticket


def test_nobody_comes_in_before_the_room_opens_or_begins_after_it_closed() -> None:
    where = room(is_open=False)
    ticket, pin = walk_in(where)
    assert refused(ticket.name, pin, None) == "waits"
    rooms.open_up(where, NOW())
    begun = seated(where, "Bo Tan")
    rooms.close(where, NOW())
    assert refused(ticket.name, pin, None) == "closed"
    begun.refresh_from_db()
    assert begun.state == Sitting.State.OPEN  # closing leaves running sittings running
    its = ticket_of(begun)
    assert sent_to(come_in(its, tickets.new_pins([its])[0])) == f"/exams/sitting/{begun.key}/"


def test_numbers_that_no_ticket_has_let_nobody_in() -> None:
    ticket, pin = walk_in(room())
    for name in ("", "x", f"{ticket.room.code}-", f"{ticket.room.code}-2", f"{ticket.room.code}-1e3", "-1", "\0-1"):
        assert refused(name, pin, None) == "unknown"


def test_a_browser_that_was_somebody_elses_brings_nothing_along() -> None:
    ticket, pin = walk_in(room())
    client = browser_of(person("Ben"))
    session = client.session
    session["visitor"] = "1" * 32
    session.save()
    come_in(ticket, pin, client)
    assert who(client) == ticket.name
    assert "visitor" not in client.session
    assert client.session.get_expire_at_browser_close()


def test_what_was_typed_outlives_the_session_of_somebody_who_comes_back_with_a_ticket() -> None:
    ticket, pin = walk_in(room())
    client = Client()
    come_in(ticket, pin, client)
    tickets.confirm(ticket, proctor(), NOW())
    client.post("/exams/ticket/ready/")
    sitting = Sitting.objects.get(ticket=ticket)
    address = f"/exams/sitting/{sitting.key}/1/"
    del client.cookies["sessionid"]  # the session has ended, the browser's mark is there
    typed = {"device": sitting.device, "number": 1, "raise_to": "7654", "raise_by": "", "adds": ""}
    assert sent_to(client.post(address, typed)) == "/exams/ticket/"
    come_in(ticket, tickets.new_pins([ticket])[0], client)
    page = client.get(address).content.decode()
    assert 'value="7654"' in page
    assert "not saved yet" in page


def test_a_pin_that_is_given_during_a_sitting_is_in_its_audit() -> None:
    where = room()
    sitting = seated(where)
    browser_of(proctor()).post(f"/exams/rooms/{where.pk}/pins", {"whose": ticket_of(sitting).number})
    given = Event.objects.get(act="pin-given")
    assert (given.chain, given.actor) == (f"sitting-{sitting.pk}", proctor().pk)


def test_only_the_name_that_the_proctor_has_read_is_confirmed() -> None:
    where, ann = room(), person("Ann")
    [ticket], _unknown = tickets.list_accounts(where, ["Ann"])
    client, address = browser_of(proctor()), f"/exams/rooms/{where.pk}/{ticket.number}/confirm"
    client.post(address, {"name": "", "printed_name": ""})  # nobody has given a name yet
    candidates.name(ticket.candidate, "Ann Lee", "")
    candidates.name(ticket.candidate, "Bea Ong", "")  # after the proctor's page was shown
    assert "another name meanwhile" in client.post(address, {"name": "Ann Lee"}, follow=True).content.decode()
    assert Ticket.objects.get(pk=ticket.pk).confirmed_at is None
    client.post(address, {"name": "Bea Ong", "printed_name": ""})
    assert Ticket.objects.get(pk=ticket.pk).confirmed_at is not None
    candidates.name(ticket.candidate, "Ann Lee", "")
    assert Candidate.objects.get(user=ann).name == "Bea Ong"


def test_a_list_of_sixty_accounts_takes_the_queries_of_two() -> None:
    where = room()

    def queries(names: list[str]) -> int:
        for name in names:
            User.objects.create(username=name)
        with CaptureQueriesContext(connection) as caught:
            made, unknown = tickets.list_accounts(where, [*map(str.upper, names), "Nobody"])
        assert (len(made), unknown) == (len(names), ["Nobody"])
        return len(caught)

    assert queries(["a1", "a2"]) == queries([f"b{number}" for number in range(60)])


@pytest.mark.django_db(transaction=True)
def test_a_pin_that_is_sent_five_times_at_once_lets_in_once() -> None:
    ticket, pin = walk_in(room())

    def enter() -> bool:
        try:
            return bool(tickets.enter(ticket.name, pin, None, NOW()))
        except tickets.Refused:
            return False

    assert sum(together(*[enter] * 5)) == 1


def test_the_list_takes_each_once_and_gives_back_what_has_not_begun() -> None:
    where = room()
    person("Ann")
    form = {"accounts": "Ann\n Ann ", "names": "Bo Tan\nBo  Tan\n", "factor": "125"}
    client = browser_of(proctor())
    for _twice in range(2):
        assert client.post(f"/exams/rooms/{where.pk}/list", form).status_code == 302
    assert sorted(where.tickets.values_list("number", "walk_in", "factor")) == [(1, True, 125), (2, False, 125)]
    walk_in_account = User.objects.get(username=f"{where.code}-1")
    client.post(f"/exams/rooms/{where.pk}/1/take-back")
    assert not User.objects.filter(pk=walk_in_account.pk).exists()
    assert not Candidate.objects.filter(name="Bo Tan").exists()
    begun = seated(where, "Cy Lim")
    with pytest.raises(tickets.Begun):
        tickets.take_back(ticket_of(begun))


def practised(ticket: Ticket) -> None:
    """Sit a practice exam with the account of a ticket."""
    sat(ticket.room.blueprint, ticket.candidate.user, practice=True, state=Sitting.State.GRADED)


def on_a_staff(ticket: Ticket) -> None:
    """Let a card room see the certificates of the account of a ticket."""
    assert ticket.candidate.user is not None
    staff.agree(ticket.candidate.user, staff.make(person("Mai", role=User.Role.MANAGER), "The Corner", "tda").code)


def with_password(ticket: Ticket) -> None:
    """Give the account of a ticket a password."""
    User.objects.filter(candidate=ticket.candidate).update(password=make_password("only Ann knows it", hasher="md5"))


def test_an_account_that_a_walk_in_has_made_their_own_stays_when_the_ticket_goes() -> None:
    where = room()
    own = (practised, with_password, on_a_staff)
    found = {act: walk_in(where, f"Ann {act.__name__}")[0] for act in (*own, proctor)}
    for act in own:
        act(found[act])
    client = browser_of(proctor())
    for ticket in found.values():
        client.post(f"/exams/rooms/{where.pk}/{ticket.number}/take-back")
    assert not Ticket.objects.exists()
    kept = {found[act].candidate for act in own}
    assert set(Candidate.objects.all()) == kept
    assert set(User.objects.filter(username__startswith=where.code)) == {candidate.user for candidate in kept}


def test_one_ticket_that_cannot_be_taken_back_keeps_no_other_from_it(caplog: pytest.LogCaptureFixture) -> None:
    where = room()
    first, _second = (walk_in(where, name)[0] for name in ("Ann Lee", "Bo Tan"))
    rooms.close(where, NOW())

    def take_back(ticket: Ticket) -> None:
        if ticket == first:
            raise tickets.Begun
        tickets.take_back(ticket)

    with patch.object(retention, "tickets", Mock(take_back=take_back)):
        gone = retention.keep_to(NOW() + timedelta(days=31))
    assert (gone["tickets"], list(where.tickets.all())) == (1, [first])
    assert f"ticket {first.pk} could not be taken back" in caplog.text


def test_the_time_factor_of_a_ticket_gives_the_candidate_more_time() -> None:
    where = room()
    ticket, _pin = walk_in(where, factor=150)
    tickets.confirm(ticket, proctor(), NOW())
    sitting = tickets.begin(ticket, "d" * 32, NOW())
    assert sitting.deadline - sitting.started_at == timedelta(minutes=45)  # one and a half times 30


def test_a_time_that_is_no_whole_number_of_minutes_is_told_alike_before_the_exam_in_it_and_to_the_proctor() -> None:
    """30 * 60 * 125 / 100 = 2250 seconds, 37 minutes and 30 seconds."""
    where, client = room(), Client()
    ticket, pin = walk_in(where, factor=125)
    come_in(ticket, pin, client)
    tickets.confirm(ticket, proctor(), NOW())
    assert "<dd>37 min 30 s</dd>" in client.get("/exams/ticket/ready/").content.decode()
    sitting = tickets.begin(ticket, "d" * 32, NOW())
    _page, [place] = rooms.watch(where, None, sitting.started_at)
    assert (place.minutes, place.time_left) == ("37:30", "37 min 30 s left")
    assert sheet.time_given(sitting)["own"] == "37:30"
    for address in (f"/exams/rooms/{where.pk}/", f"/exams/rooms/{where.pk}/{ticket.number}/"):
        assert browser_of(proctor()).get(address).status_code == 200


def test_the_printed_tickets_show_pins_for_a_while_and_only_hashes_are_kept() -> None:
    where = room()
    tickets.list_names(where, ["Ann Lee", "Bo Tan"])
    client = browser_of(proctor())
    address = sent_to(client.post(f"/exams/rooms/{where.pk}/pins", {"whose": "none"}))
    page = client.get(address).content.decode()
    for ticket in where.tickets.all():
        assert ticket.name in page
        assert len(ticket.pin_hash) == 64
        assert ticket.pin_hash not in page
    assert page.count('class="ticket-qr"') == 2
    assert browser_of(proctor("Other")).get(address).status_code == 404
    assert client.get(f"/exams/rooms/{where.pk}/tickets/none/").status_code == 302


def test_a_full_name_is_shown_to_the_proctor_only_once_its_candidate_has_come_in() -> None:
    where, ann = room(), person("Ann")
    Candidate.objects.create(user=ann, name="Annabel Lee")
    [ticket], _unknown = tickets.list_accounts(where, ["Ann"])
    assert tickets.name_of(ticket) == "Ann"
    assert tickets.name_of(tickets.enter(ticket.name, tickets.new_pins([ticket])[0], ann, NOW())) == "Annabel Lee"


def test_a_walk_in_who_came_before_is_the_same_candidate_once_the_proctor_has_said_so() -> None:
    first = room()
    sitting = graded(seated(first, "Ann Lee"), 1)
    second = room(first.blueprint)
    ticket, pin = walk_in(second, "Ann Lee")
    come_in(ticket, pin)
    tickets.confirm(Ticket.objects.select_related("candidate").get(pk=ticket.pk), proctor(), timezone.now())
    made, address = ticket.candidate, f"/exams/rooms/{second.pk}/{ticket.number}/"
    client, former = browser_of(proctor()), ticket_of(sitting).name
    assert client.post(f"{address}same-as", {"former": former.lower()})["Location"] == address
    ticket.refresh_from_db()
    assert (ticket.candidate, ticket.pin_hash, ticket.confirmed_at) == (sitting.candidate, "", None)
    assert not Candidate.objects.filter(pk=made.pk).exists()
    assert not User.objects.filter(username=ticket.name).exists()
    assert client.post(f"{address}same-as", {"former": former})["Location"] == address  # the same form sent twice
    said = Event.objects.get(act="known-again")
    assert (said.chain, said.actor, said.details["ticket"]) == (f"sitting-{sitting.pk}", proctor().pk, ticket.pk)
    [pin] = tickets.new_pins([ticket])
    found = tickets.enter(ticket.name, pin, None, timezone.now())
    assert found.candidate.user == sitting.user
    tickets.confirm(found, proctor(), timezone.now())
    with pytest.raises(sittings.NotYet) as refusal:  # one of seven days, as for anybody who failed
        tickets.begin(found, "d" * 32, timezone.now())
    assert refusal.value.reason == "retake"


def test_a_pin_for_a_walk_in_known_again_is_told_where_the_same_candidate_sits() -> None:
    sitting = seated(room(), "Ann Lee")
    again, _pin = walk_in(room(sitting.blueprint), "Ann Lee")
    tickets.same_as(again, ticket_of(sitting).name, proctor(), NOW())
    tickets.new_pins([Ticket.objects.get(pk=again.pk)], proctor())
    assert acts(sitting)[-1] == "pin-given"  # whoever has it can answer there
    sittings.void(sitting, "The lights went out.", proctor())
    tickets.confirm(Ticket.objects.select_related("candidate").get(pk=again.pk), proctor(), NOW())
    begun = tickets.begin(again, "d" * 32, NOW())
    assert acts(begun) == ["started", "known-again", "name-confirmed"]
    told = Event.objects.get(chain=f"sitting-{begun.pk}", act="known-again")
    assert (told.actor, told.details["former"]) == (proctor().pk, ticket_of(sitting).pk)


def test_who_knew_a_walk_in_again_is_told_though_the_former_ticket_was_never_used() -> None:
    former, _pin = walk_in(room(), "Ann Lee")
    again, _pin = walk_in(room(former.room.blueprint), "Ann Lee")
    tickets.same_as(again, former.name, proctor(), NOW())
    by = proctor().pk
    tickets.confirm(Ticket.objects.select_related("candidate").get(pk=again.pk), proctor("Other"), NOW())
    proctor().delete()  # the audit keeps the number
    begun = tickets.begin(again, "d" * 32, NOW())
    told = Event.objects.get(chain=f"sitting-{begun.pk}", act="known-again")
    assert (told.actor, told.details["ticket"], told.details["former"]) == (by, again.pk, former.pk)


def test_no_pin_opens_the_account_of_a_walk_in_who_has_given_it_a_password() -> None:
    where = room()
    ticket, pin = walk_in(where)
    user = User.objects.get(username=ticket.name)
    user.set_password("only Ann knows it")
    user.save()
    assert refused(ticket.name, pin, None) == "account"
    assert tickets.enter(ticket.name, pin, user, NOW()) == ticket


def test_nobody_becomes_another_candidate_by_a_number_alone() -> None:
    first = room()
    former = ticket_of(seated(first, "Ann Lee")).name
    second = room(first.blueprint)
    ticket, _pin = walk_in(second, "Bo Tan")
    address = f"/exams/rooms/{second.pk}/{ticket.number}/same-as"
    for typed in (former, "", "nothing", f"{first.code}-99", ticket.name):
        assert browser_of(proctor()).post(address, {"former": typed}).status_code == 422, typed
    same, _pin = walk_in(second, "Ann Lee")
    with pytest.raises(tickets.NotTheSame):
        tickets.same_as(same, former, proctor("Other"), NOW())
    with pytest.raises(tickets.Begun):
        tickets.same_as(ticket_of(seated(second, "Cy Ong")), former, proctor(), NOW())
