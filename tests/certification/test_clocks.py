"""Clocks that are set back, and sessions that end, in the middle of a sitting (issue 8, "Faults tried for real")."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.site import rooms
from tests.site.exams import stocked
from tests.site.people import browser_of
from tests.site.sitting import address_of, begun, named, response_of, right_answers
from trainer.certification import closed, grading, heads, proving, tickets
from trainer.certification.models import Certificate, ItemResult, Sitting

pytestmark = pytest.mark.django_db

SCRIPT = {"Accept": "application/json"}
PAST_MIDNIGHT = datetime(2026, 5, 14, 0, 5, tzinfo=UTC)


def save_all(client: Client, sitting: Sitting) -> None:
    """Save right answers; each is acknowledged."""
    for place, typed in right_answers(sitting).items():
        fields = {**typed, "device": sitting.device, "number": 1}
        assert client.post(address_of(sitting, place), fields, headers=SCRIPT).status_code == 200


def test_a_clock_that_is_set_back_over_midnight_loses_nothing_and_the_audit_holds() -> None:
    with time_machine.travel(PAST_MIDNIGHT, tick=False) as clock:
        user = named()
        sitting = begun(user, stocked())
        client = browser_of(user)
        client.post(f"/exams/sitting/{sitting.key}/take")
        sitting.refresh_from_db()
        heads.take(timezone.now())
        clock.move_to(PAST_MIDNIGHT - timedelta(hours=1))
        heads.take(timezone.now())
        save_all(client, sitting)
        assert client.get(address_of(sitting, 1)).status_code == 200
        assert client.post(f"/exams/sitting/{sitting.key}/submit").status_code == 302
        assert grading.sweep(timezone.now()) == 1
        clock.move_to(PAST_MIDNIGHT + timedelta(days=1))
        assert grading.sweep(timezone.now()) == 0
        heads.take(timezone.now())
        sitting.refresh_from_db()
        assert (sitting.passed, Certificate.objects.count(), ItemResult.objects.count()) == (True, 1, 3)
        assert sitting.deadline == PAST_MIDNIGHT + timedelta(minutes=30)  # as it stood at the start
        assert list(proving.faults()) == []


def test_whoever_came_with_a_ticket_comes_back_after_the_session_is_gone_and_goes_on() -> None:
    ticket, pin = rooms.walk_in(rooms.room())
    client = Client()
    rooms.come_in(ticket, pin, client)
    tickets.confirm(ticket, rooms.proctor(), timezone.now())
    client.post("/exams/ticket/ready/")
    sitting = Sitting.objects.get()
    save_all(client, sitting)
    Session.objects.all().delete()
    cache.clear()
    typed = {"raise_to": "1", "device": sitting.device, "number": 2}
    out = client.post(address_of(sitting, 1), typed, headers=SCRIPT)
    assert (out.status_code, out.json()["login"]) == (401, "/exams/ticket/")
    assert response_of(sitting, 1) != {"raise_to": ["1"]}
    assert client.get(out.json()["login"]).status_code == 200  # open, though the browser is marked
    [fresh] = tickets.new_pins([rooms.ticket_of(sitting)])
    assert rooms.sent_to(rooms.come_in(ticket, fresh, client)) == address_of(sitting)
    assert client.get(address_of(sitting, 1)).status_code == 200  # the browser still holds the sitting
    assert client.post(address_of(sitting, 1), typed, headers=SCRIPT).status_code == 200
    assert response_of(sitting, 1) == {"raise_to": ["1"]}


def test_whoever_is_in_a_room_that_is_closed_to_its_network_can_show_a_ticket() -> None:
    where = rooms.room()
    where.networks = ["127.0.0.0/8"]
    where.save()
    ticket, pin = rooms.walk_in(where)
    closed.refresh_networks()
    try:
        assert Client().get("/practice/").status_code == 403
        assert Client().get("/exams/ticket/").status_code == 200
        assert rooms.sent_to(rooms.come_in(ticket, pin)) == "/exams/ticket/ready/"
    finally:
        closed.close_networks([])
