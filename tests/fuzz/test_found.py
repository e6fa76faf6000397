"""Inputs that broke something once, each kept as it was found."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["", "name", "back"])
def test_a_code_of_a_class_with_a_sign_that_the_database_can_not_hold_is_nobodys(client: Client, way: str) -> None:
    # PostgreSQL has no text with U+0000 in it: its documentation, "Character Types"
    form = {"name": "Ann", "back-name": "Ann", "back-code": "x"}
    assert client.post(f"/join/%00/{way}", form).status_code == 404
