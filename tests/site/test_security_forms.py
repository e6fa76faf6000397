"""No page takes a form without the mark by which the site knows its own (issue 9: every form under CSRF).

Every address there is is tried, so that a new one is held too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.template.backends.django import Template
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from tests.site.people import person
from tests.site.reach import addresses
from trainer.accounts.models import User

EXEMPT = {"quizzes:api_solve", "quizzes:embed", "class_mail"}
"""What programs call, and what other sites frame: neither reads a cookie, so there is nobody to act in the name of.
And what mail programs post to stop letters (RFC 8058 3.1): the signed address says whose.
"""

LATER = {"quizzes:author_imports"}
"""Exempt at first, so that the bytes are counted before they are read; whoever may send a file needs the mark."""

WORDS = {"int": 1, "uuid": UUID(int=1)}


def routes() -> dict[str, str]:
    """The route of each address by its name."""
    return dict(addresses())


def address_of(name: str, route: str) -> str:
    """An address that a route leads to, whatever it names."""
    try:
        return reverse(name, args=[WORDS.get(kind, "x") for kind in re.findall(r"<(\w+):\w+>", route)])
    except NoReverseMatch:
        return reverse(name, args=["1"] * len(re.findall(r"\?P<", route)))


def test_no_address_takes_a_form_that_is_not_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "render", lambda *_args, **_words: "")  # hundreds of pages say the same
    client = Client(enforce_csrf_checks=True)
    tried = routes().keys() - EXEMPT - LATER
    form = {"csrfmiddlewaretoken": "a" * 64}
    taken = {name for name in tried if client.post(address_of(name, routes()[name]), form).status_code != 403}
    assert (taken, len(tried) > 200) == (set(), True)


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(LATER))
def test_an_address_that_looks_at_a_form_first_takes_no_other_either(name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person(role=User.Role.INSTRUCTOR))
    assert client.post(reverse(name), {"csrfmiddlewaretoken": "a" * 64}).status_code == 403


def unprotected(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """The names of the addresses whose views are exempt."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from unprotected(pattern, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace)
        elif isinstance(pattern, URLPattern) and getattr(pattern.callback, "csrf_exempt", False):
            yield f"{namespace}{pattern.name}"


def test_only_what_is_listed_here_is_exempt() -> None:
    assert set(unprotected(get_resolver())) == EXEMPT | LATER
