"""The admin of certification: every model is there, and what exams and chains hold is changed by nobody."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from tests.site.certified import exam
from tests.site.people import browser_of, person
from tests.site.rooms import proctor
from trainer.certification import closed
from trainer.certification.models import Certificate, Event, Head, ItemResult, Room, SittingItem

MODELS = list(apps.get_app_config("certification").get_models())


@pytest.fixture
def chief(db: None) -> Client:
    """The browser of whoever may do everything."""
    return browser_of(person("Chief", is_staff=True, is_superuser=True))


@pytest.mark.parametrize("model", MODELS)
def test_each_list_opens(chief: Client, model: type[Model]) -> None:
    assert admin.site.is_registered(model)
    assert chief.get(f"/admin/certification/{model._meta.model_name}/").status_code == 200


@pytest.mark.parametrize("model", [Certificate, Event, Head, ItemResult, SittingItem])
def test_nothing_is_added_by_hand(chief: Client, model: type[Model]) -> None:
    assert chief.get(f"/admin/certification/{model._meta.model_name}/add/").status_code == 403


def test_whoever_keeps_the_site_closes_a_room_from_within_its_network(chief: Client) -> None:
    """A room closes the site to its network until it is closed itself: its proctor alone could keep everybody out."""
    networks = ["127.0.0.0/16"]
    room = Room.objects.create(
        name="Hall", blueprint=exam(), proctor=proctor(), networks=networks, opened_at=timezone.now()
    )
    closed.close_networks(networks)
    try:
        assert chief.get("/practice/").status_code == 403
        sent = {"action": "close", "_selected_action": [room.pk]}
        assert chief.post("/admin/certification/room/", sent).status_code == 302
    finally:
        closed.close_networks([])
    room.refresh_from_db()
    assert room.closed_at is not None


def test_nobody_else_closes_a_room_there(chief: Client) -> None:
    helper = person("Helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_room"))
    room = Room.objects.create(name="Hall", blueprint=exam(), proctor=proctor(), opened_at=timezone.now())
    browser_of(helper).post("/admin/certification/room/", {"action": "close", "_selected_action": [room.pk]})
    room.refresh_from_db()
    assert room.closed_at is None
