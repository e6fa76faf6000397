"""Parts of pages that a process keeps: the same for the same values, and another where anything differs."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils import translation
from django.utils.safestring import mark_safe

from quizzes.templatetags import kept

ENDS = '{% load kept %}{% kept "practice/ends.html" spot_url=spot report_url="/report/" %}'


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was put together, in its order."""
    found: list[str] = []

    def note(name: str, values: dict[str, str]) -> str:
        found.append(render_to_string(name, values))
        return found[-1]

    monkeypatch.setattr(kept, "render_to_string", note)
    kept._rendered.cache_clear()
    return found


def ends(spot: str) -> str:
    return Template(ENDS).render(Context({"spot": spot}))


def test_a_part_is_put_together_once_for_the_same_values(rendered: list[str]) -> None:
    assert ends("/one/") == ends("/one/") == rendered[0]
    assert "/one/" not in ends("/two/")
    assert len(rendered) == 2


def test_each_language_has_a_part_of_its_own(rendered: list[str]) -> None:
    english = ends("/one/")
    with translation.override("ms"):
        assert ends("/one/") != english
    assert ends("/one/") == english
    assert len(rendered) == 2


def test_what_a_value_says_is_escaped(rendered: list[str]) -> None:
    assert "<b>" not in ends("<b>")


def test_text_that_is_safe_is_not_kept_for_the_same_text_that_is_not(rendered: list[str]) -> None:
    assert "<b>" in ends(mark_safe("<b>"))
    assert "<b>" not in ends("<b>")


def test_no_part_is_kept_while_the_code_changes_under_the_site(rendered: list[str]) -> None:
    with override_settings(DEBUG=True):
        assert ends("/one/") == ends("/one/")
    assert len(rendered) == 2
