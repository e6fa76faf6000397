"""Where the focus is, by keyboard: on what is to be mended in a form, and never under the account's menu.

What is expected: WCAG 2.2, 2.4.11 (what has the focus is not hidden) and 3.3.1 (an error is pointed out in text).
"""

from __future__ import annotations

import re
from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from tests.site.people import PASSWORD, browser_of
from trainer.accounts.models import User


def test_a_refused_form_leads_to_what_is_to_be_mended_and_the_menu_of_the_account_closes(page: Page) -> None:
    page.goto("/account/signup/")
    expect(page).to_have_title(re.compile("^Sign up"))
    page.get_by_label("Name", exact=True).fill("Ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same password again").fill("another")
    page.keyboard.press("Enter")
    expect(page).to_have_title(re.compile("^Error: Sign up"))
    expect(page.get_by_role("alert")).to_contain_text("Something is missing or wrong")
    expect(page.get_by_label("The same password again")).to_be_focused()

    session = browser_of(User.objects.create(username="Ann")).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": urljoin(page.url, "/")}])
    page.goto("/about/")
    name, sign_out = page.locator(".account summary"), page.get_by_role("button", name="Sign out")
    name.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".account-menu a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(sign_out).to_be_hidden()
    expect(name).to_be_focused()
    page.keyboard.press("Enter")
    sign_out.press("Tab")
    expect(sign_out).to_be_hidden()
    expect(page.locator(".tongues button").first).to_be_focused()


def test_the_arrow_keys_go_from_card_to_card_of_a_deck(page: Page) -> None:
    page.goto("/practice/?kind=nuts&level=1")
    cards = page.locator(".deck input")
    free = [number for number in range(52) if cards.nth(number).is_enabled()]
    cards.nth(free[1]).press("Home")
    expect(cards.nth(free[0])).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(free[1])).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(cards.nth(next(number for number in range(free[1] + 13, 52, 13) if number in free))).to_be_focused()
    page.keyboard.press("End")
    expect(cards.nth(free[-1])).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".deck :focus")).to_have_count(0)
