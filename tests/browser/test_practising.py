"""A visitor practises in a browser: by mouse, by keyboard alone, and without JavaScript.

What is expected: issue 2, "The site" and "Done when"; the right answers are those of the second computation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.models import Attempt
from tests.browser.answers import asked, check, fill_in, type_in
from tests.scale import LONG
from tests.site.pages import Asked

VERDICTS = {"right": "is-right", "part": "is-part", "wrong": "is-wrong"}
WITHOUT_SCRIPT = ("min_raise", "side_pots", "winner")
BY_KEYS = ("min_raise", "reopen", "side_pots", "read_hand")


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A tab in which nothing may be said on the console."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []


@pytest.fixture
def plain(browser: Browser, site_url: str, transactional_db: None) -> Iterator[Page]:
    """A tab without JavaScript."""
    context = browser.new_context(base_url=site_url, java_script_enabled=False)
    yield context.new_page()
    context.close()


def verdict_of(question: Asked, raw: Raw) -> str:
    """What a response is worth: right, part or wrong."""
    grade = question.kind.grade(question.document, question.kind.parse(question.document, raw))
    return "right" if grade.right else "part" if grade.points else "wrong"


def hold_feedback(page: Page, question: Asked, verdict: str) -> None:
    """The verdict, and in the table beside the learner's answer the right one, and under it why."""
    expect(page.locator(".verdict-sign")).to_have_class(re.compile(VERDICTS[verdict]))
    assert page.locator(".fields tbody tr td:nth-of-type(2)").all_inner_texts() == question.right_values
    expect(page.get_by_role("heading", name="How it is worked out")).to_be_visible()
    expect(page.locator(".rule cite").first).to_contain_text(re.compile(r"TDA 2024, rule|House rule|convention"))


def pips(page: Page) -> list[str]:
    """The results of the run, as the header shows them."""
    drawn = page.locator("#session .session-bar > *").evaluate_all("pips => pips.map(pip => pip.className.baseVal)")
    return [name.removeprefix("pip-") for name in drawn if name not in ("pip-left", "pip-now")]


def focused(page: Page) -> Locator:
    """What has the focus."""
    return page.locator(":focus")


def test_a_visitor_answers_twenty_mixed_drills_from_the_first_page_on(quiet: Page) -> None:
    quiet.goto("/")
    results, kinds = [], set()
    for number in range(1, 21):
        question = asked(quiet)
        raw = question.wrong if number % 3 == 0 else question.right
        fill_in(quiet, raw)
        check(quiet)
        results.append(verdict_of(question, raw))
        kinds.add(question.kind.id)
        hold_feedback(quiet, question, results[-1])
        assert pips(quiet) == results
        expect(quiet.locator("#session")).to_contain_text(f"{number} of 20")
        if number < 20:
            quiet.locator(".onward .button-act").click()
            expect(quiet.locator("h1")).to_be_focused()
            expect(quiet.locator("#session")).to_contain_text(f"{number + 1} of 20")
    assert results.count("right") == 14
    assert kinds == set(KINDS)
    assert Attempt.objects.count() == 20
    expect(quiet.locator(".run-done")).to_contain_text("20 answered, 14 all right")


@pytest.mark.parametrize("kind", KINDS if LONG else BY_KEYS)
def test_the_keyboard_alone_is_enough(quiet: Page, kind: str) -> None:
    quiet.goto(f"/practice/?kind={kind}&level=2")
    for right in (True, False):
        question = asked(quiet)
        raw = question.right if right else question.wrong
        type_in(quiet, raw)
        expect(quiet.locator(".verdict")).to_be_focused()
        hold_feedback(quiet, question, verdict_of(question, raw))
        quiet.keyboard.press("Enter")
        expect(quiet.locator("h1")).to_be_focused()
        expect(quiet.locator("form.spot-answer")).to_be_visible()
    assert Attempt.objects.count() == 2


def test_the_first_key_leads_past_the_header(quiet: Page) -> None:
    quiet.goto("/practice/")
    quiet.keyboard.press("Tab")
    expect(focused(quiet)).to_have_text("Skip to the main thing")
    expect(focused(quiet)).to_be_in_viewport()
    quiet.keyboard.press("Enter")
    quiet.keyboard.press("Tab")
    assert focused(quiet).evaluate("element => element.closest('#main') !== null")


def test_everything_works_without_javascript(plain: Page) -> None:
    results = []
    for number, kind in enumerate(KINDS if LONG else WITHOUT_SCRIPT):
        plain.goto(f"/practice/?kind={kind}&level=2")
        question = asked(plain)
        raw = question.right if number % 2 else question.wrong
        fill_in(plain, raw)
        check(plain)
        results.append(verdict_of(question, raw))
        hold_feedback(plain, question, results[-1])
        plain.locator(".onward .button-act").click()
        assert asked(plain).kind.id == kind
        expect(plain.locator("#session")).to_contain_text(f"{number + 2} of 20")
    assert [attempt.right for attempt in Attempt.objects.order_by("answered_at")] == [
        result == "right" for result in results
    ]


def test_without_javascript_a_resend_gives_the_first_feedback_and_the_back_button_a_question(plain: Page) -> None:
    plain.goto("/practice/?kind=min_raise&level=1")
    question = asked(plain)
    fill_in(plain, question.wrong)
    check(plain)
    hold_feedback(plain, question, verdict_of(question, question.wrong))
    plain.wait_for_load_state("load")
    plain.reload()
    hold_feedback(plain, question, verdict_of(question, question.wrong))
    expect(plain.locator(".verdict")).to_contain_text("this is your first answer")
    plain.go_back()
    fill_in(plain, asked(plain).right)
    check(plain)
    expect(plain.locator(".verdict-sign")).to_have_class(re.compile("is-right"))
    assert Attempt.objects.count() == 2


@pytest.mark.parametrize("address", ["/", "/practice/?kind=reopen&level=2"])
def test_a_double_click_is_one_attempt(quiet: Page, address: str) -> None:
    quiet.goto(address)
    question = asked(quiet)
    fill_in(quiet, question.right)
    quiet.locator(".answer-end .button").dblclick()
    hold_feedback(quiet, question, "right")
    quiet.wait_for_load_state("networkidle")
    expect(quiet.locator(".verdict")).not_to_contain_text("first answer")
    assert Attempt.objects.count() == 1


def test_the_back_button_leads_from_any_question_to_the_page_before_the_practice(quiet: Page) -> None:
    quiet.goto("/")
    for _ in range(3):
        fill_in(quiet, asked(quiet).wrong)
        check(quiet)
        quiet.locator(".onward .button-act").click()
        expect(quiet.locator("h1")).to_be_focused()
        assert quiet.evaluate("location.pathname") == "/practice/"
    quiet.go_back()
    expect(quiet.get_by_role("heading", name="Poker rules, down to the last chip")).to_be_visible()
    question = asked(quiet)
    fill_in(quiet, question.right)
    check(quiet)
    hold_feedback(quiet, question, "right")
    quiet.go_forward()
    expect(quiet.locator("form.spot-answer")).to_be_visible()


@pytest.mark.parametrize(
    ("address", "typed", "field"),
    [
        ("/", {"raise_to": "many", "raise_by": "many", "adds": "5"}, "raise_(to|by)"),
        ("/practice/?kind=reopen&level=1", {"facing": "many", "needed": "500"}, "may_raise"),
        ("/practice/?kind=side_pots&level=1", {"amount_1": "500"}, "seats_1"),
    ],
)
def test_an_answer_that_can_not_be_read_puts_the_focus_where_something_is_missing(
    page: Page, address: str, typed: dict[str, str], field: str
) -> None:
    page.goto(address)
    fields = {name: text for name, text in typed.items() if page.locator(f"[name={name}]").count()}
    fill_in(page, {name: [text] for name, text in fields.items()})
    check(page)
    expect(page.locator(".form-error")).to_be_visible()
    expect(focused(page)).to_have_attribute("aria-describedby", re.compile(f"^{field}-problem$"))
    for name, text in fields.items():
        expect(page.locator(f"[name={name}]")).to_have_value(text)
    question = asked(page)
    fill_in(page, question.right)
    check(page)
    hold_feedback(page, question, "right")


def test_a_site_that_can_not_be_reached_is_said_and_nothing_typed_is_lost(page: Page) -> None:
    page.goto("/practice/?kind=min_raise&level=1")
    question = asked(page)
    fill_in(page, question.right)
    page.context.set_offline(True)
    check(page)
    expect(page.get_by_role("status")).to_contain_text("could not be reached")
    page.context.set_offline(False)
    check(page)
    hold_feedback(page, question, "right")
    expect(page.locator("#said")).to_be_empty()


def test_the_theme_can_be_switched_and_is_kept(browser: Browser, site_url: str, transactional_db: None) -> None:
    context = browser.new_context(base_url=site_url, color_scheme="light")
    page = context.new_page()
    page.goto("/about/")
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark or light").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.goto("/practice/")
    assert page.evaluate(paper) == dark
    page.get_by_role("button", name="Dark or light").click()
    assert page.evaluate(paper) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == light, "what the reader chose counts more than the system's wish"
    context.close()
