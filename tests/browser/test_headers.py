"""What a browser makes of the site as a whole."""

from __future__ import annotations

from playwright.sync_api import Page


def test_the_admin_works_under_the_strict_policy(page: Page) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto("/admin/login/")
    assert page.get_by_label("Username").is_visible()
    assert complaints == []
