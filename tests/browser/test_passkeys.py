"""A passkey is made and opens the account, with the browser's own virtual device (issue 8, "Accounts")."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.site.people import PASSWORD

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def test_a_passkey_is_made_and_signs_in_without_the_password(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})

    page.goto("/account/signup/?next=/account/factors/passkeys/add/")
    page.get_by_label("Name", exact=True).fill("Ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    page.wait_for_url("**/account/again/**")
    page.get_by_label("Password", exact=True).fill(PASSWORD)  # once more, before the factor is set up
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name of the passkey").fill("This laptop")
    page.get_by_role("button", name="Make the passkey").click()
    page.wait_for_url("**/account/factors/codes/")

    page.context.clear_cookies()
    page.goto("/account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/practice/")

    page.goto("/account/factors/passkeys/")
    assert "This laptop" in page.inner_text("main")
