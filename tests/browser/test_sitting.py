"""A candidate sits an exam in a browser: saved as one types, through a dead connection, a sign-out and a second tab.

What is expected: issue 8, "Sitting".
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from quizzes.kinds.base import Raw
from tests.browser.answers import fill_in
from tests.site.exams import stocked
from tests.site.people import browser_of
from tests.site.sitting import named, response_of, right_answers
from trainer.accounts.models import User
from trainer.certification.models import Event, Sitting

SAVED = re.compile(r"Saved \d\d:\d\d:\d\d")


@pytest.fixture
def sitting(page: Page) -> Sitting:
    """An exam that was begun in the browser, on its first raise."""
    user, blueprint = named(), stocked()
    page.goto("/exams/")
    sign_in(page, user)
    page.goto(f"/exams/{blueprint.slug}/start/")
    page.get_by_role("button", name="Start now").click()
    page.wait_for_url("**/exams/sitting/**/1/")  # the window has made the exam its own
    return Sitting.objects.get()


def sign_in(page: Page, user: User | None) -> None:
    """Give the browser a session of an account: the site's process knows no hash of the tests' passwords."""
    assert user
    session = browser_of(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": urljoin(page.url, "/")}])


def right(sitting: Sitting, place: int) -> Raw:
    return right_answers(sitting)[place]


def raise_to(number: str) -> Raw:
    return {"raise_to": [number], "raise_by": ["1"], "adds": ["1"]}


def saved(sitting: Sitting, place: int, field: str = "raise_to") -> Any:
    return (response_of(sitting, place) or {}).get(field)


def wait_until(page: Page, holds: str) -> None:
    """Wait until something holds in a page, asked from outside: its policy lets no text be run in it."""
    for _try in range(100):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it never came to hold: {holds}")


def test_what_is_typed_is_saved_or_stays(page: Page, sitting: Sitting) -> None:
    said, place = page.locator("#saved"), next(at for at in (1, 2) if "raise_to" in right(sitting, at))
    page.goto(f"/exams/sitting/{sitting.key}/{place}/")
    fill_in(page, raise_to("600"))
    expect(said).to_have_text(SAVED)
    assert saved(sitting, place) == ["600"]
    fill_in(page, raise_to("lots"))
    page.get_by_role("button", name="Flag").click()
    expect(page.get_by_role("button", name="Unflag")).to_be_focused()
    assert Axe().run(page).response["violations"] == []

    problem = page.locator("#raise_to-problem")
    expect(problem).to_be_visible()
    page.context.set_offline(True)
    fill_in(page, raise_to("700"))
    expect(problem).to_have_count(0)
    expect(said).to_contain_text("Not saved: the site does not answer")
    page.context.set_offline(False)
    expect(said).to_have_text(SAVED)
    assert saved(sitting, place) == ["700"]

    page.context.clear_cookies(name="sessionid")
    fill_in(page, raise_to("800"))
    page.get_by_role("link", name="Sign in again and go on").click()
    page.wait_for_url("**/login/**")
    sign_in(page, sitting.user)
    page.goto(parse_qs(urlsplit(page.url).query)["next"][0])  # where the sign-in leads
    expect(page.locator("[name=raise_to]")).to_have_value("800")
    expect(said).to_have_text(SAVED)
    assert saved(sitting, place) == ["800"]

    second = page.context.new_page()
    second.goto(f"/exams/sitting/{sitting.key}/{place}/")
    wait_until(second, "sessionStorage.length > 0")
    fill_in(page, raise_to("900"))
    expect(page.locator("#elsewhere")).to_be_visible()
    assert saved(sitting, place) == ["800"]
    page.get_by_role("button", name="Save it and go on here").click()
    page.wait_for_url(f"**/{place + 1}/")
    assert saved(sitting, place) == ["900"]
    acts = list(Event.objects.exclude(act__in=("left", "back")).order_by("number").values_list("act", flat=True))
    assert acts == ["started", "taken-over", "taken-over"]

    page.get_by_role("button", name="Review and hand in").click()
    page.get_by_role("button", name="Hand in with what is missing").click()
    # a worker that is there for other tests may have graded it by now
    expect(page.get_by_role("heading", name=re.compile("Handed in|Your exam is graded"))).to_be_visible()
    wait_until(page, "!Object.keys(localStorage).some((name) => name.startsWith('exam'))")
