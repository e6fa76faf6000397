"""What becomes of a list that a proctor sends, also of those who are on it already (issue 8, "Proctor")."""

from __future__ import annotations

from typing import Any

import pytest

from tests.site.people import browser_of, person
from tests.site.rooms import proctor, room, seated, ticket_of
from trainer.certification import room_list, tickets
from trainer.certification.models import Room, Ticket

pytestmark = pytest.mark.django_db


def told(where: Room, **typed: Any) -> str:
    """The page after a list was sent."""
    address = f"/exams/rooms/{where.pk}/list"
    return str(browser_of(proctor()).post(address, {"factor": "100", **typed}, follow=True).content.decode())


def factors() -> list[int]:
    return list(Ticket.objects.order_by("number").values_list("factor", flat=True))


def test_who_is_on_the_list_already_gets_the_time_of_the_list_that_is_sent_again() -> None:
    where = room()
    person("Erik")
    assert "Put on the list: 2." in told(where, accounts="erik\nErika", names="Bo Tan")  # Erika is misspelt
    again = told(where, accounts="ERIK", names="Bo Tan", factor="150")
    assert factors() == [150, 150]
    assert "On the list already: Bo Tan, Erik." in again
    assert "Time changed to 150 % of the usual: Bo Tan, Erik." in again


def test_a_list_that_is_sent_again_takes_time_from_nobody_and_says_who_keeps_more_and_how_to_give_less() -> None:
    """Whoever sends the list again for one more name leaves the usual 100 in the form."""
    where = room()
    person("Erik")
    told(where, accounts="erik", names="Bo Tan", factor="150")
    again = told(where, accounts="erik", names="Bo Tan\nDana Ong")
    assert factors() == [150, 150, 100]
    assert "more than 100 % of the usual time and keep it: Bo Tan, Erik. To give less, take them off the list" in again
    assert "Time changed" not in again
    bo = where.tickets.get(candidate__name="Bo Tan")
    browser_of(proctor()).post(f"/exams/rooms/{where.pk}/{bo.number}/take-back")
    assert "keep it: Erik." in told(where, accounts="erik", names="Bo Tan", factor="125")
    assert sorted(factors()) == [100, 125, 150]


def test_the_time_of_whoever_has_begun_stays_and_the_proctor_is_told() -> None:
    where = room()
    ticket = ticket_of(seated(where, "Ann Lee"))
    page = told(where, names="Ann Lee", factor="150")
    assert "so the time stays: Ann Lee." in page
    assert "Time changed" not in page
    ticket.refresh_from_db()
    assert ticket.factor == 100


def test_a_full_name_that_is_typed_twice_is_listed_once_and_told() -> None:
    where = room()
    page = told(where, names="Tan Wei\nTan  Wei\nDana Ong")
    assert "Put on the list: 2." in page
    assert "Twice in this list, so put on it once: Tan Wei." in page
    assert "already" not in page
    assert "Somebody else with the same name?" in page
    assert "already" not in told(where, names="Tan Wei 2")
    assert where.tickets.count() == 3


def test_a_list_that_does_not_fit_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    where = room()
    tickets.list_names(where, ["Ann Lee"])
    monkeypatch.setattr(tickets, "MOST_TICKETS", 1)
    with pytest.raises(tickets.Full):
        room_list.enlist(where, [], ["Ann Lee", "Bo Tan"], 150)
    assert factors() == [100]
