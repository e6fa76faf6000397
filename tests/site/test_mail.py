"""Mail without a mail server; expected values: what was sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.mail import EmailMessage, get_connection, send_mail
from django.test import Client
from pytest_django import Settings

from trainer.accounts.models import User


@pytest.fixture(autouse=True)
def mail_folder(settings: Settings, tmp_path: Path) -> Path:
    """The site's own way to send, in place of the one that pytest-django puts in, and an empty folder."""
    settings.EMAIL_BACKEND = "trainer.mail.FolderBackend"
    settings.MAIL_FOLDER = tmp_path / "mail"
    return tmp_path / "mail"


@pytest.fixture
def here() -> Client:
    """A browser on the machine that runs the site."""
    return Client(HTTP_HOST="localhost:8000")


def test_the_page_shows_what_was_sent_newest_first_with_links_to_follow(here: Client) -> None:
    send_mail("First", "Good cards, 好牌", "site@example.com", ["ann@example.com"])
    send_mail("Second", "Go to http://localhost:8000/reset/1/", "site@example.com", ["bob@example.com"])
    page = here.get("/mail/").content.decode()
    assert page.index("Second") < page.index("First")
    assert "好牌" in page
    assert "bob@example.com" in page
    assert 'href="http://localhost:8000/reset/1/"' in page


def test_what_a_message_says_is_text_and_no_markup(here: Client) -> None:
    send_mail("<b>Subject</b>", "<script>alert(1)</script>", "site@example.com", ["ann@example.com"])
    page = here.get("/mail/").content.decode()
    assert "&lt;b&gt;Subject&lt;/b&gt;" in page
    assert "<b>Subject" not in page
    assert "<script>alert" not in page


def test_a_folder_with_no_mail_yet_is_an_empty_page(here: Client) -> None:
    assert "Nothing has been sent yet" in here.get("/mail/").content.decode()


def test_each_message_of_one_connection_is_a_file(mail_folder: Path) -> None:
    messages = [EmailMessage(f"Message {number}", "", "site@example.com", ["ann@example.com"]) for number in range(3)]
    assert get_connection().send_messages(messages) == 3
    assert len(list(mail_folder.glob("*.eml"))) == 3


@pytest.mark.parametrize(
    "sign",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_FORWARDED": "for=192.0.2.7"},
        {"HTTP_HOST": "stakes.example"},
    ],
)
def test_others_see_no_mail(settings: Settings, sign: dict[str, str]) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "stakes.example"]
    stranger = Client(**{"HTTP_HOST": "localhost:8000", **sign})  # type: ignore[arg-type]  # headers, by their names
    assert stranger.get("/mail/").status_code == 403


@pytest.mark.django_db
def test_staff_see_the_mail_from_anywhere(client: Client) -> None:
    client.force_login(User.objects.create_user("staff", is_staff=True))
    assert client.get("/mail/", REMOTE_ADDR="192.0.2.7").status_code == 200
