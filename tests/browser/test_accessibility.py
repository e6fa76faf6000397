"""What a page must be for everybody: axe finds nothing in it, it fits its screen, and it can be had light or dark.

What is expected: issue 2, "The site", and look/README.md: the question within one phone screen of 812 px.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from quizzes.kinds import KINDS
from quizzes.lessons import shelf
from quizzes.models import Bucket, Drill
from tests.browser.answers import asked, check, fill_in
from tests.scale import LONG, scale
from tests.site.pages import drill_of
from tests.site.stand_ins import make_bucket, store

PHONE, DESK = ViewportSize(width=375, height=812), ViewportSize(width=1280, height=900)
NARROWEST = 320
NUMBER_KINDS = ("min_raise", "reopen", "legal_actions")
TEXT_PAGES = (
    "/rules/",
    "/rules/stud_tie/",
    "/rules/house/jj/",
    "/rules/book/",
    "/mistakes/min_raise/double-the-bet/",
    "/lessons/",
    "/progress/",
    "/answers/",
    "/about/",
    "/privacy/",
    "/accessibility/",
    "/contact/",
    "/no-such-page/",
)


@dataclass(frozen=True, slots=True)
class Look:
    """A screen and the reader's wish for light or dark."""

    screen: ViewportSize
    dark: bool


LOOKS = [Look(PHONE, dark=True), Look(DESK, dark=False)]
LOOKS += [Look(PHONE, dark=False), Look(DESK, dark=True)] if LONG else []


@pytest.fixture
def calm(new_tab: Callable[..., Page]) -> Iterator[Page]:
    """A tab of a reader who wants no motion; nothing may be said on its console but that a page is not there."""
    page = new_tab(viewport=PHONE, reduced_motion="reduce")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    page.context.close()
    assert [line for line in said if "Failed to load resource" not in line] == []


def hold(page: Page) -> None:
    """Hold that axe finds nothing on a page and that nothing reaches over its side, whatever the screen."""
    for look in LOOKS:
        page.set_viewport_size(look.screen)
        page.emulate_media(color_scheme="dark" if look.dark else "light")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        hold_no_sideways_scroll(page)
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    hold_no_sideways_scroll(page)
    page.set_viewport_size(PHONE)


def hold_no_sideways_scroll(page: Page) -> None:
    """Hold that a page is no wider than its screen."""
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.mark.parametrize("address", ["/", *TEXT_PAGES])
def test_a_page_is_for_everybody(calm: Page, address: str) -> None:
    calm.goto(address)
    hold(calm)


@pytest.mark.parametrize("address", ["/lessons/starting-hands/", "/ms/lessons/horse/"])
def test_a_lesson_with_a_wide_table_is_for_everybody(calm: Page, address: str) -> None:
    list(shelf.load())
    calm.goto(address)
    expect(calm.locator(".lesson .prose table").first).to_be_visible()
    hold(calm)


def test_a_newcomers_question_with_all_that_goes_with_it_is_for_everybody(calm: Page) -> None:
    calm.goto("/practice/")
    folded = calm.locator("main details:not([open]) > summary:visible")
    while folded.count():
        folded.first.click()
    hold(calm)


@pytest.mark.parametrize("kind", KINDS if LONG else sorted(KINDS)[::7])
def test_question_feedback_and_what_is_asked_back_are_for_everybody(calm: Page, kind: str) -> None:
    calm.goto(f"/practice/?kind={kind}&level=4")
    check(calm)
    expect(calm.locator(".form-error")).to_be_visible()
    hold(calm)
    fill_in(calm, asked(calm).wrong)
    check(calm)
    expect(calm.locator(".verdict")).to_be_visible()
    folded = calm.locator("main details:not([open]) > summary:visible")
    while folded.count():
        folded.first.click()
    hold(calm)


def contrast(ink: str, ground: str) -> float:
    """The contrast of two colours as a browser writes them, "rgb(21, 25, 29)" (WCAG 2.2, relative luminance)."""
    lights = []
    for colour in (ink, ground):
        parts = [int(part) / 255 for part in re.findall(r"[0-9]+", colour)[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_marked_cards_and_the_suits_of_a_deck_can_be_read_light_and_dark(calm: Page) -> None:
    # axe looks at no text that is hidden from a reader; WCAG 2.2, 1.4.3 asks for 4.5
    calm.goto("/practice/?kind=nuts&level=3")
    boxes = calm.locator(".deck-card input:enabled")
    for place in range(0, boxes.count(), 4):
        boxes.nth(place).check()
    for look in (Look(PHONE, dark=True), Look(PHONE, dark=False)):
        calm.emulate_media(color_scheme="dark" if look.dark else "light")
        colours = calm.locator(".deck-card:has(:checked), .deck-sign").evaluate_all(
            "parts => parts.map(part => [getComputedStyle(part).color, getComputedStyle(part).backgroundColor])"
        )
        assert len(colours) > 10
        assert not [pair for pair in colours if contrast(*pair) < 4.5]


@pytest.mark.parametrize("kind", NUMBER_KINDS)
def test_question_table_and_answer_fit_one_screen_of_a_phone(calm: Page, kind: str) -> None:
    for seed in range(scale(6, 300)):
        calm.goto("about:blank")  # or a page that asks for an example of a drill that is gone leads away by itself
        Drill.objects.all().delete()
        Bucket.objects.all().delete()
        store(make_bucket(KINDS[kind], level=5), [drill_of(kind, level=5, seed=seed)])
        calm.goto(f"/practice/?kind={kind}&level=5")
        top = calm.locator("h1").bounding_box()
        button = calm.locator(".answer-end .button").bounding_box()
        assert top
        assert button
        assert button["y"] + button["height"] - top["y"] <= PHONE["height"]


def test_what_can_be_pressed_is_large_enough_for_a_finger(calm: Page) -> None:
    # look/README.md: targets of 44 px; a link within a sentence is as large as its words
    for kind in KINDS if LONG else sorted(KINDS)[::3]:
        calm.goto(f"/practice/?kind={kind}&level=3")
        small = calm.locator("main :is(button, input, select, summary):visible").evaluate_all(
            """targets => targets.map(target => target.closest("label") ?? target)
                .filter(target => target.getBoundingClientRect().height < 44)
                .map(target => target.outerHTML)"""
        )
        assert small == []


def test_less_motion_is_given_to_whoever_wants_it(calm: Page) -> None:
    calm.goto("/practice/")
    running = "document.getAnimations().filter(each => each.playState === 'running').length"
    assert calm.evaluate(running) == 0
