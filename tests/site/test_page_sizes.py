"""No page is heavier than 150 KB of HTML, in any language.

What is expected: the issue on languages, "every page under 150 KB"; of HTML as it is before it is compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation import override

from quizzes.lessons.shelf import FOLDER, load
from quizzes.models import Drill
from quizzes.practising.sharing import spot_name
from quizzes.tools import TOOLS
from tests.site.people import browser_of, deal, person
from trainer.accounts.models import User

MOST_BYTES = 150_000
LIGHT = 30_000
"""A page below this in English has more markup than words: no translation makes it five times as heavy."""

OTHERS = {"admin"}
"""The addresses that are Django's own."""


def names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    """The names of the site's addresses, each with its namespace."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}"
        elif pattern.namespace not in OTHERS:
            yield from names(pattern, f"{pattern.namespace}:" if pattern.namespace else space)


def addresses(spot: str) -> Iterator[str]:
    """Every page without a name of something in its address, and one of each other kind, in the language in force."""
    for name in names(get_resolver()):
        try:
            yield reverse(name)
        except NoReverseMatch:
            continue
    for name, *args in (
        ("lesson", "words"),
        ("lesson_edit", "words", "ms"),
        ("lesson_replay", "whole-hand", "hand"),
        ("mistake", "awards", "ace-low"),
        ("house", "jj"),
        ("toggle", "reopen"),
        ("spot", spot),
        ("moment", spot, 1),
        ("report", spot),
    ):
        yield reverse(f"quizzes:{name}", args=args)
    yield from (reverse("quizzes:tool", args=[slug]) for slug in TOOLS)


@pytest.mark.django_db
def test_every_page_stays_below_its_bytes_in_every_language(client: Client, tmp_path: Path) -> None:
    for slug in ("words", "whole-hand"):
        copytree(FOLDER / slug, tmp_path / slug)
    list(load(tmp_path))
    deal()
    reader = browser_of(person(role=User.Role.INSTRUCTOR))

    def weigh(address: str) -> int:
        response = reader.get(address)
        if response.status_code == 302:  # the pages by which somebody signs in are for visitors
            response = client.get(address)
        return len(b"".join(response))

    with override("en"):
        sizes = {address: weigh(address) for address in addresses(spot_name(Drill.objects.get(slot=0).pk, "tda"))}
    heavy = [address for address, size in sizes.items() if size >= LIGHT]
    sizes |= {address: weigh(address) for page in heavy for address in (f"/ms{page}", f"/zh-hant{page}")}
    assert len(sizes) > 100
    assert {address: size for address, size in sizes.items() if size >= MOST_BYTES} == {}
