"""A request of anything to any address of the site by anybody, which has to be answered."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from hypothesis import strategies as st

from quizzes.tools import TOOLS
from tests.fuzz.inputs import ODD, damaged
from tests.fuzz.parsers import PARSERS, ROOT
from tests.site.reach import Site, addresses

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
FORMS = st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(ODD), max_size=40)
FILES = st.builds(
    lambda raw, stem, ending: SimpleUploadedFile(f"{stem}.{ending}", raw),
    damaged(SOUND),
    st.sampled_from(("a", "../../a", "a b", "é" * 90, "-")),
    st.sampled_from(ENDINGS),
)
HEADER_NAMES = (
    *("X-Forwarded-For", "X-Forwarded-Proto", "X-Request-ID", "Host", "Origin", "Referer", "User-Agent", "Cookie"),
    *("Accept", "Accept-Encoding", "Accept-Language", "Authorization", "If-None-Match", "If-Modified-Since", "Range"),
    *("HX-Request", "HX-Target", "HX-Current-URL", "HX-Prompt"),
)
HEADERS = st.dictionaries(
    st.sampled_from(HEADER_NAMES),
    st.sampled_from([odd.encode().decode("latin-1") for odd in ODD if len(odd) < 4_000 and not set(odd) & set("\0\n")]),
    max_size=4,
)
"""As a web server hands them on: each byte a sign of Latin-1 (PEP 3333), and no line ends within."""


def browsers(site: Site) -> Mapping[str, Client]:
    """A browser of each, with its session."""
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


def visit(site: Site, people: Mapping[str, Client], data: st.DataObject) -> None:
    """Send one request, and put everything back as it was. An AssertionError where it fails or takes too long."""
    name, address = data.draw(asked(site.arguments))
    client, form = people[data.draw(st.sampled_from(WHO))], data.draw(FORMS)
    headers = data.draw(st.one_of(st.just({}), st.just({"HX-Request": "true"}), HEADERS))
    cookies = deepcopy(client.cookies)
    cache.clear()  # no limit is reached, and nothing is known of what was taken back
    began = time.process_time()
    with transaction.atomic():
        if data.draw(st.booleans()):
            response = client.get(address, query(form), headers=headers)
        else:
            response = client.post(address, {**form, "file": data.draw(FILES)}, headers=headers)
        transaction.set_rollback(True)
    client.cookies = cookies
    assert response.status_code < 500, name
    assert time.process_time() - began < SLOW, name
