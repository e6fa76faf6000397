"""The table tools in a browser: for everybody, live while one types, and by keyboard alone.

What is expected: issue 6, "Table tools". Three players with 100, 300 and 300 in make a main pot of 300 for all and a
side pot of 400 for the two (TDA 2024, 21).
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import hold

THREE = "/tools/side-pots/?n1=A&p1=100&n2=B&p2=300&n3=C&p3=200"


def test_the_pots_follow_what_is_typed_and_the_focus_stays(page: Page) -> None:
    page.goto(THREE)
    chips, says = page.get_by_label("C: Chips in"), page.locator("#says")
    chips.focus()
    places = [chips.bounding_box(), says.bounding_box()]
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("300")
    expect(says).to_have_text("There are 2 pots: 300 and 400")
    expect(page.locator("#tool-said")).to_have_text("There are 2 pots: 300 and 400")
    expect(chips).to_be_focused()
    assert [chips.bounding_box(), says.bounding_box()] == places  # what is swapped moves neither form nor answer
    assert "p3=300" in page.url
    page.get_by_role("button", name="Add a player").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("D: Player")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    expect(says).to_have_text("There are 2 pots: 400 and 400")
    page.get_by_role("button", name="Take A away").press("Enter")
    expect(says).to_have_text("There are 2 pots: 300 and 400")
    expect(page.get_by_role("button", name="Add a player")).to_be_focused()
    page.get_by_label("B: Chips in").fill("1.000")
    expect(page.locator("#p1-says")).to_be_visible()
    hold(page)


def test_the_hand_reader_is_for_everybody_and_deals_by_tapping(page: Page) -> None:
    page.goto("/tools/hand-reader/?n1=A&c1=As&n2=B&c2=2c+2d&b=9c+Kc+3h")
    hold(page)
    page.get_by_role("button", name="king of diamonds").click()
    expect(page.get_by_label("A: Cards")).to_have_value("As Kd")
    expect(page.get_by_role("button", name="king of diamonds")).to_be_disabled()
    expect(page.locator("#says")).to_have_text("A wins with a pair of kings")
