"""What people write is shown as they wrote it, and no browser takes any of it for a page's own (issue 9: vandals).

Every text of the site that somebody typed becomes one that would break out of an element or an attribute, and every
page is looked at by somebody who may see it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO

import pytest
from django.db.models import CharField, Model, Value
from django.db.models.functions import Concat
from django.test import Client
from django.urls import reverse
from django.utils.html import conditional_escape
from pytest_django import Settings

from quizzes.exchange import columns
from quizzes.models import (
    HouseRules,
    ImportJob,
    Lesson,
    LessonVersion,
    Report,
    ScenarioVersion,
    TemplateVersion,
)
from tests.scale import LONG
from tests.site import reach
from tests.site.reach import Site, addresses, who
from trainer.accounts.models import User
from trainer.certification.models import Appeal, Blueprint, Candidate, Correction, EventNote, Grant, Room, Staff
from trainer.classrooms.models import Assignment, ClassAccount, ClassMessage, Classroom, Letter
from trainer.classrooms.sheets import csv_response

pytestmark = pytest.mark.django_db

EVIL = "<u>v</u>\"v'v"
SEEN = ("<u>v", "\"v'v")
"""What stands in a page only where a text was not escaped: a tag, and the end of an attribute (HTML, 13.1.2)."""

TEXTS: Mapping[type[Model], Sequence[str]] = {
    Appeal: ("text", "reply"),
    Assignment: ("name",),
    Candidate: ("name", "printed_name"),
    ClassAccount: ("name",),
    ClassMessage: ("subject", "text"),
    Classroom: ("name",),
    Correction: ("reason",),
    EventNote: ("text",),
    Grant: ("reason",),
    HouseRules: ("name",),
    ImportJob: ("name",),
    Lesson: ("part",),
    LessonVersion: ("title", "summary"),
    Letter: ("subject", "text"),
    Report: ("text", "reply"),
    Room: ("name",),
    ScenarioVersion: ("title", "remark"),
    Staff: ("name",),
    TemplateVersion: ("name",),
}
"""What people write, by where it is kept."""

LOOKS = ("owner", "member", "manager", "proctor", "chief", "by name", "visitor")


@pytest.fixture
def site(settings: Settings) -> Site:
    """A site in which everything has a name that breaks out, with little between an address and its page."""
    settings.MIDDLEWARE = [
        each for each in settings.MIDDLEWARE if not each.endswith(("strong.middleware", "closed.Middleware"))
    ]
    made = reach.build()
    for model, names in TEXTS.items():
        model._default_manager.update(**dict.fromkeys(names, EVIL))
    User.objects.update(username=Concat("username", Value(EVIL), output_field=CharField()))
    for row in Blueprint.objects.all():
        row.plan["title"] = {"en": EVIL}
        row.save(update_fields=["plan"])
    return made


def browser(site: Site, role: str) -> Client:
    client = Client()
    if role in site.people:
        client.force_login(site.people[role])
    return client


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_cell_of_a_file_begins_as_a_formula_does(sign: str) -> None:
    # the signs: OWASP, "CSV Injection"
    listed = csv_response("a.csv", [[f"{sign}1"]]).content.decode("utf-8-sig")
    assert next(csv.reader(StringIO(listed, newline=""))) == [f"'{sign}1"]
    table = {"title": f"{sign}1", "question": {"kind": "button"}}
    written = columns.dumps([table])
    _head, (title, _kind) = csv.reader(StringIO(written, newline=""))
    assert not title.startswith(sign)
    assert [found.table for found in columns.read(written.encode())] == [table]


def looked_at(site: Site) -> Iterator[tuple[str, str]]:
    """Addresses by their names, each with somebody who gets in; in the short run those of something that was made."""
    for name, _route in addresses():
        allowed = who(name) or reach.NOBODY
        role = next((role for role in LOOKS if role in allowed), None)
        if role is not None and (LONG or (name in site.arguments and allowed != reach.EVERYBODY)):
            yield name, role


def test_no_text_that_somebody_wrote_becomes_a_part_of_a_page(site: Site) -> None:
    browsers = {role: browser(site, role) for role in LOOKS}
    told, broken, shown = conditional_escape(EVIL), [], 0
    for name, role in looked_at(site):
        response = browsers[role].get(reverse(name, args=site.arguments.get(name, ())))
        if response.headers.get("Content-Type", "").startswith("text/html"):
            page = response.content.decode().partition("</header>")[2]
            shown += told in page
            broken += [(name, sign) for sign in SEEN if sign in response.content.decode()]
    assert (broken, shown > 30) == ([], True)
