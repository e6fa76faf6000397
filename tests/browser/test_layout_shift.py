"""Nothing that is read jumps away while a fragment of the page is swapped.

What is expected: the issue on languages, "no layout shift when fragments swap". A shift is measured as browsers do it,
the share of the window that moved times how far, and a sum below 0.1 is called good. Those right after an input count
here as well, which browsers leave out: a swap follows an input.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.answers import asked, check, fill_in

MOST = 0.1
WATCH = """
    window.shifted = 0;
    new PerformanceObserver(list => list.getEntries().forEach(entry => { window.shifted += entry.value; }))
        .observe({type: "layout-shift", buffered: true});
"""
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(window.shifted))))"


@pytest.mark.parametrize("width", [375, 1280])
def test_what_is_read_stays_in_its_place_while_fragments_are_swapped(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(WATCH)
    page.goto("/practice/?kind=min_raise&level=2")
    page.locator("#hint-next").click()
    expect(page.locator("#hints .hint")).to_have_count(1)
    question = asked(page)
    fill_in(page, question.right)
    check(page)
    expect(page.locator(".verdict")).to_be_visible()
    page.locator(".onward .button-act").click()
    expect(page.locator("form.spot-answer")).to_be_visible()
    assert page.evaluate(SETTLED) < MOST

    page.goto("/tools/side-pots/?n1=A&p1=100&n2=B&p2=300&n3=C&p3=200")
    page.get_by_label("C: Chips in").fill("300")
    expect(page.locator("#says")).to_have_text("There are 2 pots: 300 and 400")
    page.get_by_label("B: Chips in").fill("1.000")
    expect(page.locator("#p2-says")).to_be_visible()
    assert page.evaluate(SETTLED) < MOST


@pytest.mark.parametrize("width", [375, 1280])
def test_an_example_that_arrives_late_moves_nothing(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(WATCH)
    waiting: list[Route] = []
    page.route("**/practice/example?**", lambda route: waiting.append(route))
    page.goto("/practice/?kind=min_raise&level=2")
    expect(page.locator(".rung-example[open]")).to_have_count(1)
    page.locator("#hint-next").evaluate("button => button.scrollIntoView({block: 'center'})")
    assert page.evaluate(SETTLED) < MOST  # painted without it, and what lies below the answer is seen
    assert len(waiting) == 1
    waiting[0].continue_()
    expect(page.locator(".worked").first).to_be_attached()
    assert page.evaluate(SETTLED) < MOST
