"""Whatever is asked or sent, and by whomever, no address fails (issue 9: every public URL, no 500)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.addresses import FIELDS, browsers, visit
from tests.fuzz.hunting import hunt, hunts
from tests.scale import LONG, scale
from tests.site import reach
from tests.site.reach import Site

pytestmark = pytest.mark.django_db

GUIDED_SECONDS = 1_200


@pytest.fixture
def site() -> Site:
    return reach.build()


@pytest.fixture
def people(site: Site) -> Mapping[str, Client]:
    return browsers(site)


@settings(
    max_examples=scale(15, 20_000),
    deadline=None,
    derandomize=not LONG,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_no_address_fails_whatever_is_sent_to_it(site: Site, people: Mapping[str, Client], data: st.DataObject) -> None:
    visit(site, people, data)


@hunts
def test_a_fuzzer_that_sees_what_it_reaches_finds_no_address_that_fails(tmp_path: Path) -> None:
    hunt("addresses", GUIDED_SECONDS, tmp_path, [Random(number).randbytes(2_000) for number in range(50)])


def test_names_of_fields_are_found_in_the_code() -> None:
    assert {"q", "token", "kind", "page", "ticket", "code", "n1"} <= set(FIELDS)
