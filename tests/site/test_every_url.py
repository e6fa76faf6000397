"""Every role tries every address: who gets in stands in one table, and an address without an entry fails (issue 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import Template
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.scale import LONG
from tests.site import reach
from tests.site.reach import DRAFT, EVERYBODY, ROLES, STRANGER, WHO, Site, addresses, who
from trainer.classrooms.models import Classroom

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(settings: Settings) -> Site:
    """The site with as little as can be between an address and its page: thousands of them are asked for."""
    settings.MIDDLEWARE = [
        f"{__name__}.as_somebody",
        "django.contrib.messages.middleware.MessageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
        "django_htmx.middleware.HtmxMiddleware",
    ]
    return reach.build()


def as_somebody(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the request is that of the account which it names, with a session of its own."""

    def respond(request: HttpRequest) -> HttpResponse:
        request.user = request.META["tests.user"] or AnonymousUser()
        request.session, request.LANGUAGE_CODE = SessionStore(), "en"
        return get_response(request)

    return respond


def ask(client: Client, method: str, name: str, site: Site, role: str, *arguments: object) -> Any:
    """What an address answers to somebody. What POST does is taken back."""
    address = reverse(name, args=arguments or site.arguments.get(name, ()))
    client.defaults["tests.user"] = copy(site.people.get(role))  # type: ignore[assignment]  # for as_somebody
    if method == "GET":
        return client.get(address)
    with transaction.atomic():
        response = client.post(address, reach.FORMS.get(name, {}))
        transaction.set_rollback(True)
    return response


def gets_in(response: Any) -> bool:
    """Whether somebody is neither turned away nor sent to say who they are."""
    sent_to = urlsplit(response.get("Location", ""))
    comes_back = parse_qs(sent_to.query).get("next") == [response.wsgi_request.get_full_path()]
    sign_in = sent_to.path == "/account/again/" or (sent_to.path.endswith("/login/") and comes_back)
    return response.status_code not in (403, 404) and not sign_in


def test_every_address_has_an_entry_and_every_entry_an_address() -> None:
    names = {name for name, _route in addresses()}
    assert {name for name in names if who(name) is None} == set(), "say in tests/site/reach.py who may go there"
    assert set(WHO) - names == set()


def tried(name: str) -> Sequence[str]:
    """The roles that ask for an address: of one that is for everybody, in the short run, those who are least alike."""
    return ROLES if LONG or who(name) != EVERYBODY else (ROLES[0], ROLES[-1])


def test_everybody_gets_in_where_the_table_says_and_nowhere_else(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "render", lambda *_args, **_words: "")
    client = Client()
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name in (name for name, _route in addresses() if who(name) is not None):
        for method in (reach.ONE_WAY[name],) if name in reach.ONE_WAY else ("GET", "POST"):
            if name in found and (who(name) == EVERYBODY or name.startswith("admin:")):
                break  # the other method has nothing to add
            cache.clear()  # no limit is reached
            for role in tried(name):
                response = ask(client, method, name, site, role)
                if response.status_code == 405:
                    break
                assert response.status_code < 500, (name, method, role)
                found[name][method] |= {role} if gets_in(response) else set()
    wrong = {
        (name, method): sorted(got ^ ((who(name) or set()) & set(tried(name))))
        for name, by_method in found.items()
        for method, got in by_method.items()
        if got ^ ((who(name) or set()) & set(tried(name)))
    }
    assert wrong == {}


UNSEEN = (("owner", "classes/", STRANGER), ("observer", "classes/", STRANGER), ("other", "author/", DRAFT))
"""Somebody, the addresses where they look, and what is another's."""


def test_nobody_is_shown_people_of_another_class_or_a_draft_of_another_author(site: Site) -> None:
    client = Client()
    for role, under, unseen in UNSEEN:
        shown = 0
        for name, route in addresses():
            if route.startswith(under) and role in (who(name) or ()):
                response = ask(client, "GET", name, site, role)
                content = response.content.decode(errors="replace") if response.status_code == 200 else ""
                assert unseen not in content, (role, name)
                assert role != "observer" or site.friday.join_code not in content, name
                shown += bool(content)
        assert shown > 5


def test_what_nobody_else_is_shown_is_there(site: Site) -> None:
    monday = Classroom.objects.get(name="Monday")
    assert STRANGER in ask(Client(), "GET", "class_people", site, "other", monday.pk).content.decode()
    assert DRAFT in ask(Client(), "GET", "quizzes:author", site, "owner").content.decode()
