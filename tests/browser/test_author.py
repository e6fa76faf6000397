"""An author in a browser: the editor that is left, and a regrade that is looked at before it is done.

What is expected: an editor that loses no work silently; what is saved may be left without a question. A regrade does
what was looked at, and choosing another way of it is looking at that.
"""

from __future__ import annotations

from urllib.parse import urljoin

from django.utils import timezone
from playwright.sync_api import Dialog, Page, expect

from quizzes.authoring import drafts
from quizzes.models import Regrade
from tests.site.people import browser_of, person
from tests.site.regraded import answered
from tests.site.test_corrections import asked_everywhere, manager
from tests.site.test_regrading_corrections import FIRST, SECOND, SHORT, published
from trainer.accounts.models import User
from trainer.certification.models import Appeal, Correction


def sign_in(page: Page, user: User) -> None:
    """Let a tab be that of somebody who has signed in."""
    page.goto("/about/")
    session = browser_of(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": urljoin(page.url, "/")}])


def test_whoever_leaves_the_editor_unsaved_is_asked_and_after_saving_is_not(page: Page) -> None:
    author, asked = person("Ines", role=User.Role.INSTRUCTOR), list[str]()
    draft = drafts.begin_with(author.pk, "min_raise")

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    sign_in(page, author)
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


def test_a_regrade_does_what_is_chosen_and_says_so_before(page: Page) -> None:
    author = person("Ines", role=User.Role.INSTRUCTOR)
    _scenario, [wrong, _right] = published(author, SHORT.format(stack=700, right=2), SHORT.format(stack=700, right=1))
    answered(wrong, person("Ann"), FIRST)
    answered(wrong, person("Ben"), SECOND)
    sign_in(page, author)
    page.goto(f"/author/regrades/drill/{wrong.pk}/")
    expect(page.locator("#looked-at")).to_contain_text("does what this page shows (raise only: nobody loses a mark).")
    how = page.get_by_label("How marks may change")
    region = page.locator("#counted").element_handle()
    expect(page.locator("#counted")).not_to_contain_text("worth less")
    how.focus()
    how.select_option("full")
    expect(page.locator("#looked-at")).to_contain_text("does what this page shows (full: marks rise and fall).")
    expect(how).to_be_focused()
    expect(page.locator("#counted")).to_contain_text("1 would be worth less.")
    assert region.evaluate("region => region.isConnected")  # what is said changes in the live region that was there
    page.get_by_role("button", name="Regrade").click()
    page.wait_for_url("**/author/regrades/*/")
    assert Regrade.objects.get().mode == "full"


def test_a_reason_stays_while_another_correction_is_looked_at_and_stands_in_no_address(page: Page) -> None:
    _drill, made = asked_everywhere()
    appeal = Appeal.objects.create(item=made[0].items.get(), text="Why?", made_at=timezone.now())
    sign_in(page, manager())
    page.goto(f"/author/appeals/{appeal.pk}/correct/?way=credit")
    expect(page.locator("#counted")).to_contain_text("The mark changes in 2")
    region = page.locator("#counted").element_handle()
    page.locator("#id_reason").fill("A chip off.")
    page.locator("#id_mode").select_option("full")
    expect(page.locator("#done")).to_contain_text(
        "does what this page shows (full marks for everybody: the question is faulty; marks are raised and lowered)."
    )
    assert region.evaluate("region => region.isConnected")
    assert "mode=full" in page.url
    assert "reason" not in page.url
    expect(page.locator("#id_reason")).to_have_value("A chip off.")
    page.get_by_role("button", name="Correct it").click()
    page.wait_for_url("**/corrected/*/")
    assert Correction.objects.values_list("way", "mode", "reason").get() == ("credit", "full", "A chip off.")
