"""The frame around all pages: nothing inline, the vendored script is what it says, the text pages are there."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings

TEMPLATES = sorted((settings.ROOT / "templates").rglob("*.html"))
SCRIPTS = settings.ROOT / "trainer" / "static" / "js"
TEXT_PAGES = ("answers", "about", "privacy", "accessibility", "contact")
# what the content security policy refuses: style and event attributes, style elements, scripts without a source
INLINE = re.compile(r"""\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)|\shx-on|javascript:""", re.IGNORECASE)


def plain(path: Path) -> str:
    return str(path.relative_to(settings.ROOT))


@pytest.mark.parametrize("path", TEMPLATES, ids=plain)
def test_a_template_holds_nothing_inline(path: Path) -> None:
    assert INLINE.findall(path.read_text()) == []


def test_the_vendored_htmx_is_the_file_that_its_note_names() -> None:
    digest = hashlib.sha384((SCRIPTS / "htmx.min.js").read_bytes()).digest()

    assert f"sha384-{base64.b64encode(digest).decode()}" in (SCRIPTS / "htmx.txt").read_text()


@pytest.mark.parametrize("name", TEXT_PAGES)
def test_a_text_page_has_one_title_and_is_linked_from_the_foot(client: Client, name: str) -> None:
    page = client.get(f"/{name}/").content.decode()

    assert page.count("<h1") == 1
    assert f'href="/{name}/"' in page.partition('<footer class="foot">')[2]


def test_the_credit_of_the_tda_rules_is_a_link(client: Client) -> None:
    # rules.md: TDA asks for a credit line and a clickable link
    assert '<a href="https://www.pokertda.com/">' in client.get("/about/").content.decode()


def test_htmx_is_set_for_a_strict_policy(client: Client) -> None:
    page = client.get("/about/").content.decode()
    found = re.search(r"""<meta name="htmx-config" content='([^']*)'>""", page)

    assert found is not None
    assert json.loads(found[1])["includeIndicatorCSS"] is False  # stack.md, row htmx


def test_a_missing_page_has_the_sites_own_face(client: Client) -> None:
    answer = client.get("/no-such-page/")

    assert answer.status_code == 404
    assert 'class="brand"' in answer.content.decode()


@override_settings(ROOT_URLCONF="django.conf.urls.i18n")
def test_languages_are_offered_once_there_is_more_than_one(rf: RequestFactory) -> None:
    english, malay = ("en", "English"), ("ms", "Bahasa Melayu")

    with override_settings(LANGUAGES=[english]):
        assert "<form" not in render_to_string("languages.html", request=rf.get("/about/"))
    with override_settings(LANGUAGES=[english, malay]):
        page = render_to_string("languages.html", request=rf.get("/about/"))
    assert '<button name="language" value="ms" lang="ms">' in page
    assert '<input type="hidden" name="next" value="/about/">' in page
