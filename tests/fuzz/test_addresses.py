"""Whatever is asked or sent, and by whomever, no address fails (issue 9: every public URL, no 500)."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizzes.tools import TOOLS
from tests.fuzz.inputs import ODD, damaged
from tests.fuzz.parsers import PARSERS, ROOT
from tests.scale import LONG, scale
from tests.site import reach
from tests.site.reach import Site, addresses

pytestmark = pytest.mark.django_db

WHO = ("visitor", "owner", "member", "manager", "proctor", "chief", "by name")
ENDINGS = ("toml", "json", "jsonl", "zip", "csv", "gift", "xlsx", "phh", "txt", "exe")
PLACES: Sequence[object] = (0, -1, 2**31, 2**63, 10**30, "x", "-", "a" * 300, "tda", "\0", "%00", "é")
"""What may stand in an address where a number or a name is wanted."""

LONGEST_QUERY = 6_000
"""The web server refuses a longer line (trainer/gunicorn.py)."""

SLOW = 2.0
"""Seconds of CPU: a page that makes drills first, on a machine without any."""

_READ = re.compile(r'(?:GET|POST|query|sent|typed)\.(?:get|getlist)\("([\w-]+)"|^    (\w+) = forms\.', re.MULTILINE)
_NAMED = re.compile(r'name="([\w-]+)"')


def fields() -> list[str]:
    """Every name that a view, a form or a template gives to what is sent."""
    found = {name for tool in TOOLS.values() for name in tool.example}
    for folder in ("quizzes", "trainer"):
        for path in (ROOT / folder).rglob("*.py"):
            found |= {name for pair in _READ.findall(path.read_text(encoding="utf-8")) for name in pair if name}
    for path in (ROOT / "templates").rglob("*.html"):
        found |= set(_NAMED.findall(path.read_text(encoding="utf-8")))
    return sorted(found)


FIELDS = fields()
FORMATS = ("toml", "json", "jsonl", "zip", "csv", "gift", "hands", "roster.csv", "roster.xlsx")
SOUND = [raw for name in FORMATS for raw in PARSERS[name].sound()]


@pytest.fixture
def site() -> Site:
    return reach.build()


@pytest.fixture
def browsers(site: Site) -> Mapping[str, Client]:
    """A browser of each."""
    found = {who: Client() for who in WHO}
    for who, client in found.items():
        if who in site.people:
            client.force_login(site.people[who])
    return found


def query(sent: Mapping[str, Any]) -> dict[str, str]:
    """What of a form fits into an address."""
    fits, left = {}, LONGEST_QUERY
    for name, value in sent.items():
        left -= 12 * len(value)
        if left > 0:
            fits[name] = value
    return fits


@st.composite
def asked(draw: st.DrawFn, arguments: Mapping[str, Sequence[object]]) -> tuple[str, str]:
    """An address by its name, now and then with something else in its place."""
    name = draw(st.sampled_from([name for name, _route in addresses()]))
    named = list(arguments.get(name, ()))
    if named and draw(st.integers(0, 3)) == 0:
        named[draw(st.integers(0, len(named) - 1))] = draw(st.sampled_from(PLACES))
    try:
        return name, reverse(name, args=named)
    except NoReverseMatch:
        return "quizzes:home", "/"


FORMS = st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(ODD), max_size=40)
FILES = st.builds(
    lambda raw, stem, ending: SimpleUploadedFile(f"{stem}.{ending}", raw),
    damaged(SOUND),
    st.sampled_from(("a", "../../a", "a b", "é" * 90, "-")),
    st.sampled_from(ENDINGS),
)


@settings(
    max_examples=scale(15, 20_000),
    deadline=None,
    derandomize=not LONG,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_no_address_fails_whatever_is_sent_to_it(
    site: Site, browsers: Mapping[str, Client], data: st.DataObject
) -> None:
    name, address = data.draw(asked(site.arguments))
    client, form = browsers[data.draw(st.sampled_from(WHO))], data.draw(FORMS)
    by_htmx = {"HX-Request": "true"} if data.draw(st.booleans()) else {}
    cookies = deepcopy(client.cookies)
    cache.clear()  # no limit is reached, and nothing is known of what was taken back
    began = time.process_time()
    with transaction.atomic():
        if data.draw(st.booleans()):
            response = client.get(address, query(form), headers=by_htmx)
        else:
            response = client.post(address, {**form, "file": data.draw(FILES)}, headers=by_htmx)
        transaction.set_rollback(True)
    client.cookies = cookies
    assert response.status_code < 500, name
    assert time.process_time() - began < SLOW, name


def test_names_of_fields_are_found_in_the_code() -> None:
    assert {"q", "token", "kind", "page", "ticket", "code", "n1"} <= set(FIELDS)
