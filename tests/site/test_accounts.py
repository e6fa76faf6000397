"""Accounts: signing up, in and out, addresses, passwords, and what a person may do with the own account (issue 3)."""

from __future__ import annotations

import json
import re

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import get_resolver
from pytest_django import DjangoCaptureOnCommitCallbacks

from quizzes.models import Attempt, SkillState, SkillWeek
from tests.site.people import PASSWORD, browser_of, deal, person, practise, sign_in, sign_up, who
from trainer.accounts.models import User
from trainer.classrooms.models import Classroom, Membership

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "button-left-9"


def link(mail: EmailMessage) -> str:
    """The path of the link in a message."""
    found = re.search(rf"{settings.SITE}(/\S+)", str(mail.body))
    assert found, mail.body
    return found[1]


def confirmed(user: User, email: str) -> None:
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)


# Signing up, in and out


def test_a_name_and_a_password_are_enough_for_an_account(client: Client, mailoutbox: list[EmailMessage]) -> None:
    response = sign_up(client, "Wei Ling")
    assert (response.status_code, response["Location"]) == (302, "/practice/")
    assert who(client) == "Wei Ling"
    user = User.objects.get()
    assert (user.role, user.is_staff, user.email) == (User.Role.LEARNER, False, "")
    assert mailoutbox == []


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "ann@example.org"}, "username"),
        ({"username": "a <b>"}, "username"),
        ({"username": "two  spaces"}, "username"),
        ({"username": "x" * 41}, "username"),
        ({"username": "ANN"}, "username"),
        ({"email": "nowhere"}, "email"),
        ({"password1": "short", "password2": "short"}, "password1"),
        ({"password1": "8247139560", "password2": "8247139560"}, "password1"),
        ({"password1": "qwertyuiop", "password2": "qwertyuiop"}, "password1"),
        ({"password2": "another-one-1"}, "password2"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_stands_at_its_field_and_the_rest_is_kept(
    client: Client, changes: dict[str, str], field: str
) -> None:
    person("Ann")
    page = sign_up(client, **{"username": "Bo", "email": "bo@example.org", **changes}).content.decode()
    assert User.objects.count() == 1
    assert who(client) is None
    assert page.count('class="field-error"') == 1
    described = re.search(rf'<input[^>]* name="{field}"[^>]*>', page)
    assert described
    assert 'aria-invalid="true"' in described[0]
    assert f"id_{field}_error" in described[0]
    kept = {"username": "Bo", "email": "bo@example.org"} | {k: v for k, v in changes.items() if "<" not in v}
    assert all(f'value="{kept[name]}"' in page for name in ("username", "email") if kept[name] and name != field)


@pytest.mark.parametrize(
    "name", ["Ang Wei-Ling", "李小明", "O'Brien", "देवी", "Zoë_9", "a.b+c", "Иван Петров", "Μαρία", "김민수", "7"]
)
def test_names_are_peoples_names_in_any_script(client: Client, name: str) -> None:
    sign_up(client, name)
    assert who(client) == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("\u3164", "that one can see"),  # Hangul filler, a letter
        ("\u115f\u1160", "that one can see"),
        ("Ann\u3164", "that one can see"),
        ("\u0301\u0301", "that one can see"),  # marks on no letter
        ("- -", "that one can see"),
        ("D\u0435mo Ines", "in one alphabet"),  # a Cyrillic e
        ("\u0391nn", "in one alphabet"),  # a Greek A
    ],
)
def test_no_name_passes_for_another_or_for_none(client: Client, name: str, said: str) -> None:
    """UTS 39, "Restriction-Level Detection": Latin is not mixed with Cyrillic or Greek."""
    assert said in sign_up(client, name).content.decode()
    assert not User.objects.exists()


def test_of_two_who_take_a_name_at_once_the_second_is_asked_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allauth.account.internal.userkit.filter_users_by_username", lambda name: User.objects.none())
    person("Ann")
    response = sign_up(client, "ann")
    assert response.status_code == 200
    assert "Somebody has this name already" in response.content.decode()
    assert User.objects.count() == 1
    ben = person("Ben")
    page = browser_of(ben).post("/account/name/", {"username": "ANN"}).content.decode()
    assert "Somebody has this name already" in page
    assert set(User.objects.values_list("username", flat=True)) == {"Ann", "Ben"}


def test_one_signs_in_by_name_in_any_capitals_or_by_a_confirmed_address() -> None:
    confirmed(person("Ann"), "ann@example.org")
    for login in ("Ann", "ann", " Ann ", "ann@example.org", "Ann@Example.org"):
        client = Client()
        assert sign_in(client, login).status_code == 302, login
        assert who(client) == "Ann"


def test_an_address_that_is_not_confirmed_opens_nothing(client: Client) -> None:
    user = person("Ann", email="ann@example.org")
    EmailAddress.objects.create(user=user, email="ann@example.org", verified=False, primary=True)
    assert "No account has this name" in sign_in(client, "ann@example.org").content.decode()
    assert who(client) is None


def test_a_closed_account_is_told_so(client: Client) -> None:
    person("Ann", is_active=False)
    response = sign_in(client)
    assert response["Location"] == "/account/inactive/"
    assert "This account is closed" in client.get("/account/inactive/").content.decode()
    assert who(client) is None


def test_only_a_form_signs_out(client: Client) -> None:
    client.force_login(person())
    assert "Sign out?" in client.get("/account/logout/").content.decode()
    assert who(client) == "Ann"
    client.post("/account/logout/")
    assert who(client) is None


def test_one_comes_back_to_where_one_was_and_never_to_another_site(client: Client) -> None:
    person()
    assert client.get("/classes/")["Location"] == "/account/login/?next=/classes/"
    form = {"login": "Ann", "password": PASSWORD}
    assert Client().post("/account/login/?next=/classes/", form)["Location"] == "/classes/"
    assert Client().post("/account/login/?next=https://evil.example/", form)["Location"] == "/practice/"


def test_who_teaches_comes_to_their_classes_unless_they_wanted_another_page(client: Client) -> None:
    person("Ines", role=User.Role.INSTRUCTOR)
    assert sign_in(client, "Ines")["Location"] == "/classes/"
    form = {"login": "Ines", "password": PASSWORD}
    assert Client().post("/account/login/?next=/progress/", form)["Location"] == "/progress/"


def test_the_admin_is_entered_by_the_sites_own_page(client: Client) -> None:
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    assert client.get("/admin/login/?next=/admin/")["Location"].startswith("/account/login/?next=")
    assert client.post("/admin/login/", {"username": "Ann", "password": PASSWORD})["Location"].startswith("/account/")
    assert browser_of(person("Ann")).get("/admin/login/").status_code == 403
    assert browser_of(person("Chief", is_staff=True)).get("/admin/").status_code == 200


def test_the_header_has_a_menu_for_a_person_and_two_links_for_a_visitor(client: Client) -> None:
    page = client.get("/about/").content.decode()
    assert 'href="/account/login/"' in page
    assert 'href="/account/signup/"' in page
    page = browser_of(person("Ann")).get("/about/").content.decode()
    for address in ("/progress/", "/classes/", "/account/"):
        assert f'<a href="{address}">' in page
    assert 'action="/account/logout/"' in page
    assert "/admin/" not in page


# Addresses


def test_an_address_counts_once_its_owner_has_pressed_the_button_behind_the_link(
    client: Client, mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        sign_up(client, "Ann", email="Ann@Example.org")
    (mail,) = mailoutbox
    assert mail.to == ["ann@example.org"]
    assert "Ann" in str(mail.body)
    elsewhere = Client()
    assert "Confirm it" in elsewhere.get(link(mail)).content.decode()
    assert not EmailAddress.objects.get().verified, "a mail program that looks at links confirms nothing"
    elsewhere.post(link(mail))
    assert EmailAddress.objects.get().verified
    assert who(elsewhere) is None
    assert sign_in(elsewhere, "ann@example.org").status_code == 302
    assert "doesn’t work any more" in Client().get(link(mail)).content.decode()


def test_an_address_that_somebody_else_only_claims_is_free_until_one_confirms_it(
    mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        sign_up(Client(), "Squatter", email="ann@example.org")
    owner = Client()
    with django_capture_on_commit_callbacks(execute=True):
        sign_up(owner, "Ann", email="ann@example.org")
    assert who(owner) == "Ann"
    assert len(mailoutbox) == 1, "one message in three minutes to one address"
    ours = EmailAddress.objects.get(user__username="Ann")
    owner.post(f"/account/email/{EmailConfirmationHMAC(ours).key}/")
    ours.refresh_from_db()
    assert ours.verified
    assert "doesn’t work any more" in Client().get(link(mailoutbox[0])).content.decode()
    assert not EmailAddress.objects.get(user__username="Squatter").verified


def test_an_address_is_changed_with_the_password_and_the_old_one_stays_until_the_link(
    client: Client, mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    confirmed(person("Ann"), "old@example.org")
    sign_in(client)
    response = client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert response["Location"] == "/account/again/?next=%2Faccount%2Femail%2F"
    with django_capture_on_commit_callbacks(execute=True):
        client.post(response["Location"], {"password": PASSWORD})
    assert set(EmailAddress.objects.values_list("email", "verified")) == {
        ("old@example.org", True),
        ("new@example.org", False),
    }
    page = client.get("/account/email/").content.decode()
    assert "old@example.org" in page
    assert "waits for you" in page
    client.post(link(mailoutbox[0]))
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("new@example.org", True)]
    client.post("/account/email/", {"email": "new@example.org", "action_remove": ""})
    assert not EmailAddress.objects.exists()
    assert User.objects.get().email == ""


def test_letters_lead_to_this_site_by_its_own_name_whatever_name_was_asked_for(
    mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """Django's documentation, "Host header validation": a link made of what was sent leads where a stranger wants."""
    confirmed(person("Ann"), "ann@example.org")
    elsewhere = Client(HTTP_HOST="localhost:6666")
    with django_capture_on_commit_callbacks(execute=True):
        elsewhere.post("/account/password/reset/", {"email": "ann@example.org"})
        sign_up(elsewhere, "Ben", email="ben@example.org")
    assert len(mailoutbox) == 2
    for mail in mailoutbox:
        assert link(mail)
        assert "6666" not in str(mail.body)


def test_mail_that_cannot_be_sent_stops_nobody(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        assert sign_up(client, "Ann", email="ann@example.org").status_code == 302
    assert who(client) == "Ann"


# Passwords


def test_another_password_keeps_this_browser_and_ends_all_others(client: Client) -> None:
    user = person("Ann")
    other = browser_of(user)
    client.force_login(user)
    form = {"oldpassword": "wrong", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert "not your present password" in client.post("/account/password/", form).content.decode()
    response = client.post("/account/password/", {**form, "oldpassword": PASSWORD})
    assert response["Location"] == "/account/"
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert sign_in(Client(), "Ann", NEW_PASSWORD).status_code == 302


def test_a_forgotten_password_is_set_anew_by_a_link_that_works_once(
    client: Client, mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    confirmed(person("Ann"), "ann@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        response = client.post("/account/password/reset/", {"email": "Ann@example.org"})
    assert response["Location"] == "/account/password/reset/done/"
    address = client.get(link(mailoutbox[0]))["Location"]
    assert address.endswith("-set-password/"), "the key is not in the page's address"
    client.post(address, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert who(client) == "Ann"
    assert sign_in(Client(), "Ann", NEW_PASSWORD).status_code == 302
    assert "doesn’t work any more" in Client().get(link(mailoutbox[0])).content.decode()


def test_no_link_goes_to_an_address_that_nobody_has_confirmed_and_the_page_does_not_tell(
    mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    user = person("Ann", email="ann@example.org")
    EmailAddress.objects.create(user=user, email="ann@example.org", verified=False, primary=True)
    with django_capture_on_commit_callbacks(execute=True):
        for email in ("ann@example.org", "nobody@example.org"):
            response = Client().post("/account/password/reset/", {"email": email})
            assert response["Location"] == "/account/password/reset/done/"
    assert mailoutbox == []


# One's own account


@pytest.fixture
def two_people() -> tuple[Client, Client]:
    """Ann, who teaches a class that Ben is in, and Ben; both have practised."""
    deal()
    ann, ben = person("Ann", role=User.Role.INSTRUCTOR), person("Ben")
    confirmed(ann, "ann@example.org")
    Membership.objects.create(classroom=Classroom.objects.create(name="Friday", teacher=ann), learner=ben)
    browsers = browser_of(ann), browser_of(ben)
    for client, verdicts in zip(browsers, ([True, False], [False]), strict=True):
        practise(client, verdicts)
    return browsers


def test_every_page_of_an_account_wants_somebody_who_is_signed_in(client: Client) -> None:
    for name in ("account_home", "account_name", "account_email", "account_change_password", "account_data"):
        address = "/" + get_resolver().reverse(name)
        assert client.get(address)["Location"] == f"/account/login/?next={address}"
    assert client.post("/account/delete/", {"password": PASSWORD})["Location"].startswith("/account/login/")


def test_a_name_can_be_changed_also_to_the_same_in_other_capitals() -> None:
    client = browser_of(person("Ann"))
    for name in ("ANN", "Anne Lee"):
        assert client.post("/account/name/", {"username": name})["Location"] == "/account/"
        assert User.objects.get().username == name
    assert "Use letters" in client.post("/account/name/", {"username": "a@b"}).content.decode()
    person("Ben")
    assert "Somebody has this name" in client.post("/account/name/", {"username": "ben"}).content.decode()
    assert User.objects.filter(username="Anne Lee").exists()


def test_the_data_of_a_person_is_all_there_and_nobody_elses(two_people: tuple[Client, Client]) -> None:
    response = two_people[0].get("/account/data/")
    assert response["Content-Disposition"] == 'attachment; filename="table-stakes.json"'
    found = json.loads(response.content)
    assert found["account"]["name"] == "Ann"
    assert found["account"]["addresses"] == [{"email": "ann@example.org", "verified": True}]
    assert [each["name"] for each in found["classes"]["taught"]] == ["Friday"]
    assert [(each["kind"], each["tries"], each["right"]) for each in found["skills"]] == [("min_raise", 2, 1)]
    assert [(each["tries"], each["right"]) for each in found["weeks"]] == [(2, 1)]
    assert [each["right"] for each in found["attempts"]] == [True, False]
    assert all(each["document"]["question"] == {"kind": "min_raise"} for each in found["attempts"])
    assert "Ben" not in response.content.decode()
    ben = json.loads(two_people[1].get("/account/data/").content)
    assert [each["name"] for each in ben["classes"]["joined"]] == ["Friday"]
    assert len(ben["attempts"]) == 1


def test_an_account_is_deleted_with_its_password_and_with_all_that_is_its_own(
    two_people: tuple[Client, Client],
) -> None:
    client, other = two_people
    second = browser_of(User.objects.get(username="Ann"))
    assert "Friday" in client.get("/account/delete/").content.decode()
    assert "not your password" in client.post("/account/delete/", {"password": "wrong"}).content.decode()
    assert User.objects.count() == 2
    assert client.post("/account/delete/", {"password": PASSWORD})["Location"] == "/"
    assert list(User.objects.values_list("username", flat=True)) == ["Ben"]
    left = User.objects.get()
    for model in (Attempt, SkillState, SkillWeek):
        assert set(model.objects.values_list("user", flat=True)) == {left.pk}
    assert [model.objects.count() for model in (EmailAddress, Classroom, Membership)] == [0, 0, 0]
    assert client.get("/account/").status_code == 302
    assert second.get("/account/").status_code == 302
    assert other.get("/account/").status_code == 200
