"""An author leaves the editor in a browser: with something typed and not saved they are asked first.

What is expected: an editor that loses no work silently; what is saved may be left without a question.
"""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import Dialog, Page, expect

from quizzes.authoring import drafts
from tests.site.people import browser_of, person
from trainer.accounts.models import User


def test_whoever_leaves_the_editor_unsaved_is_asked_and_after_saving_is_not(page: Page) -> None:
    author, asked = person("Ines", role=User.Role.INSTRUCTOR), list[str]()
    draft = drafts.begin_with(author.pk, "min_raise")

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.goto("/")
    session = browser_of(author).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": urljoin(page.url, "/")}])
    page.goto(f"/author/scenarios/{draft.scenario_id}/")
    stack = page.locator("#s1")
    stack.fill("4321")
    page.get_by_role("link", name="The desk").click(no_wait_after=True)
    expect(stack).to_have_value("4321")
    page.locator("#fields").get_by_role("button", name="Save the draft").click()
    expect(page.locator("#author-said")).to_contain_text("Saved.")
    page.get_by_role("link", name="The desk").click()
    page.wait_for_url("**/author/")
    assert asked == ["beforeunload"]
