"""What a browser makes of the site as a whole."""

from __future__ import annotations

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from trainer.accounts.models import User


def test_the_admin_works_under_the_strict_policy(page: Page, site_url: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("chief"))
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site_url}])
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto("/admin/")
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
    assert [line for line in said if "Content Security Policy" in line] == []
