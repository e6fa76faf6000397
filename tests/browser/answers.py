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
