"""Answer a question through its page, whatever its kind: the kind's own examples go into the page's fields."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from quizzes.kinds.base import Raw
from tests.site.pages import Asked, question_of


def asked(page: Page) -> Asked:
    """The question that a page shows."""
    return question_of(page.locator("input[name=token]").input_value())


def fill_in(page: Page, raw: Raw) -> None:
    """Fill in a response: choices first, since they show and hide the amounts that go with them."""
    form = page.locator("form.spot-answer")
    for more in form.locator("details:not([open]) > summary").all():
        more.click()
    fields = {name: form.locator(f'[name="{name}"]') for name in raw}
    for name, texts in raw.items():
        for choice in fields[name].locator("xpath=self::*[@type='checkbox' or @type='radio']").all():
            if choice.is_hidden():
                continue  # an earlier choice leaves nothing to say here
            if choice.get_attribute("value") in texts:
                choice.check()
            elif choice.get_attribute("type") == "checkbox":
                choice.uncheck()
    for name, texts in raw.items():
        _write(fields[name], texts[-1] if texts else "")


def _write(field: Locator, text: str) -> None:
    """Type an amount or pick from a list; a field that the choices have hidden is not asked for."""
    if field.count() != 1 or not field.is_visible():
        return
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(text)
    elif field.get_attribute("type") not in ("checkbox", "radio"):
        field.fill(text)


def check(page: Page) -> None:
    """Send the answer."""
    page.locator(".answer-end .button").click()


def type_in(page: Page, raw: Raw) -> None:
    """Fill in a response and send it by the keyboard alone: Tab to each field in turn, and press what it takes."""
    while page.locator("form.spot-answer :focus").count() == 0:
        page.keyboard.press("Tab")
    met: set[str] = set()
    while (field := page.locator(":focus")).evaluate("field => field.tagName") != "BUTTON":
        _press(page, field, raw, met)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def _press(page: Page, field: Locator, raw: Raw, met: set[str]) -> None:
    """Press the keys by which the field that has the focus takes its part of a response."""
    name, value, kind, tag = field.evaluate("field => [field.name, field.value, field.type, field.tagName]")
    texts = raw.get(name or "", ())
    if tag == "SUMMARY":
        page.keyboard.press("Enter")
    elif kind == "checkbox" and value in texts:
        page.keyboard.press("Space")
    elif kind == "radio" and name not in met:
        met.add(name)
        page.keyboard.press("Space")
        while page.locator(":focus").input_value() not in texts:
            page.keyboard.press("ArrowDown")
    elif tag == "SELECT" and texts:
        while page.locator(":focus").input_value() not in texts:
            page.keyboard.press("ArrowDown")
    elif kind == "text" and texts:
        page.keyboard.type(texts[-1])
