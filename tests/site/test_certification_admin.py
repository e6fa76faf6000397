"""The admin of certification: every model is there, and what exams and chains hold is changed by nobody."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client

from tests.site.people import browser_of, person
from trainer.certification.models import Certificate, Event, Head, ItemResult, SittingItem

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
