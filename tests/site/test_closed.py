"""While an exam is open the rest of the site is closed: to its account, its browser, its room (issue 8, "Items")."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, override
from pytest_django import Settings

from quizzes.practising.sharing import spot_name
from tests.site.certified import exam
from tests.site.exams import sat
from tests.site.people import browser_of, deal, person
from tests.site.reach import addresses
from tests.site.sitting import named, seated
from trainer.accounts import personal
from trainer.accounts.models import User
from trainer.certification import closed
from trainer.certification.models import Room, Sitting
from trainer.classrooms import merging

pytestmark = pytest.mark.django_db

SCRIPT = {"Accept": "application/json"}
DOCUMENT = json.dumps({
    "seats": [{"name": "A"}, {"name": "B"}], "blinds": [50, 100], "street": "turn", "actions": "A bets 300",
    "question": {"kind": "min_raise"},
})  # fmt: skip
CLOSED = (
    *("/", "/practice/", "/lessons/", "/tools/", "/tools/side-pots/", "/mistakes/", "/runs/", "/review/", "/search/"),
    *("/rules/", "/documents/", "/placement/", "/author/", "/classes/", "/api/", "/admin/", "/zh-hant/practice/"),
)
OPEN = ("/account/", "/account/login/", "/exams/", "/about/", "/privacy/", "/contact/", "/accessibility/")


def is_closed(client: Client, address: str, **options: object) -> bool:
    response = client.get(address, **options)  # type: ignore[arg-type]  # the test client's own options
    with override("zh-hant"):
        told = ("closed while your exam is open", gettext("This is closed while your exam is open."))
    return response.status_code == 403 and any(words in response.content.decode() for words in told)


@pytest.fixture
def sits(db: None) -> tuple[Client, Sitting]:
    return seated(named())


def test_what_could_help_is_closed_and_what_is_needed_is_open(sits: tuple[Client, Sitting]) -> None:
    client, sitting = sits
    spot = f"/spot/{spot_name(deal().drill_set.first().pk, 'tda')}/"  # type: ignore[union-attr]  # the drill was just stored
    assert [
        address for address in (*CLOSED, spot, spot.replace("spot", "embed")) if not is_closed(client, address)
    ] == []
    assert [address for address in OPEN if is_closed(client, address)] == []
    assert client.get(f"/exams/sitting/{sitting.key}/1/").status_code == 200


def test_nothing_of_the_quizzes_is_open_but_pages_of_help(sits: tuple[Client, Sitting]) -> None:
    named_open = {name for name in closed.OPEN_PAGES if name.startswith("quizzes:")}
    quizzes = {name for name, _route in addresses() if name.startswith("quizzes:")}
    assert named_open == {f"quizzes:{name}" for name in ("about", "privacy", "accessibility", "contact")}
    assert named_open < quizzes
    assert {name for name, _route in addresses()} > closed.OPEN_EXAMS, "a name that no address has opens nothing"


def test_the_api_and_htmx_get_the_same_answer_in_their_own_form(sits: tuple[Client, Sitting]) -> None:
    client, _sitting = sits
    solved = client.post("/api/v1/solve", DOCUMENT, "application/json")
    assert (solved.status_code, solved.json()["error"]["where"]) == (403, "exam")
    assert "answer" not in solved.json()
    part = client.get("/practice/", headers={"HX-Request": "true"})
    assert (part.status_code, part.headers["HX-Refresh"]) == (403, "true")


def test_the_api_and_embedded_spots_are_closed_to_a_session_that_asked_for_no_page_before(
    sits: tuple[Client, Sitting],
) -> None:
    _client, sitting = sits
    other = browser_of(sitting.user)  # type: ignore[arg-type]  # it has an account
    spot = f"/embed/{spot_name(sitting.items.get(place=1).drill_id, 'tda')}/"
    assert other.post("/api/v1/solve", DOCUMENT, "application/json").json()["error"]["where"] == "exam"
    del other.cookies["exam"]  # the refusal has marked the browser
    assert is_closed(other, spot)
    for client in (browser_of(person("Bob")), Client()):
        assert client.post("/api/v1/solve", DOCUMENT, "application/json").status_code == 200
    User.objects.update(exam_until=None)
    del other.cookies["exam"]
    assert other.post("/api/v1/solve", DOCUMENT, "application/json").status_code == 200


def test_a_browser_stays_closed_after_signing_out_and_under_another_account(sits: tuple[Client, Sitting]) -> None:
    client, sitting = sits
    client.post("/account/logout/")
    assert is_closed(client, "/tools/side-pots/")
    assert client.post("/api/v1/solve", DOCUMENT, "application/json").status_code == 403
    client.force_login(person("Bob"))
    assert is_closed(client, "/practice/")
    assert not is_closed(browser_of(person("Cleo")), "/practice/")
    client.cookies["exam"] = client.cookies["exam"].value[:-1] + "?"  # not ours
    assert not is_closed(client, "/practice/")
    client.cookies["exam"] = closed._SIGNER.sign_object([sitting.user_id, sitting.device, 0])
    assert not is_closed(client, "/practice/")  # over


def test_a_browser_is_closed_no_longer_once_the_account_is_deleted_and_the_sitting_void(
    sits: tuple[Client, Sitting],
) -> None:
    client, sitting = sits
    assert sitting.user is not None
    personal.delete(sitting.user)
    assert client.get("/practice/").status_code == 200


def test_a_browser_stays_closed_when_somebody_else_looks_at_a_sitting_of_their_own(
    sits: tuple[Client, Sitting],
) -> None:
    client, sitting = sits
    bob = person("Bob")
    over = sat(sitting.blueprint, bob, state=Sitting.State.SUBMITTED, submitted_at=timezone.now())
    client.force_login(bob)
    assert client.get(f"/exams/sitting/{over.key}/done/").status_code == 200
    client.post(f"/exams/sitting/{over.key}/submit")
    assert is_closed(client, "/tools/side-pots/")


def test_a_browser_stays_closed_when_its_candidate_looks_at_an_older_sitting(sits: tuple[Client, Sitting]) -> None:
    client, sitting = sits
    older = sat(sitting.blueprint, sitting.user, state=Sitting.State.SUBMITTED, submitted_at=timezone.now())
    assert client.get(f"/exams/sitting/{older.key}/done/").status_code == 200
    client.post(f"/exams/sitting/{older.key}/submit")
    assert client.get(f"/exams/sitting/{sitting.key}/1/").status_code == 200  # it goes on here
    client.post("/account/logout/")
    assert is_closed(client, "/practice/")


def test_the_mark_goes_into_frames_of_other_sites_where_browsers_let_it(
    sits: tuple[Client, Sitting], settings: Settings
) -> None:
    """Browsers send a cookie there where it is of SameSite None, and take one like that only if it is Secure."""
    client, sitting = sits
    settings.SESSION_COOKIE_SECURE = True
    client.post(f"/exams/sitting/{sitting.key}/take")
    assert (client.cookies["exam"]["samesite"], client.cookies["exam"]["secure"]) == ("None", True)


def test_an_account_in_an_exam_becomes_no_other_one_to_which_the_tools_are_open(sits: tuple[Client, Sitting]) -> None:
    ann, other = sits[1].user, person("Bob")
    assert ann is not None
    for old, into in ((ann, other), (other, ann)):
        with pytest.raises(merging.CantMerge):
            merging.merge(old, into)


def test_nobody_reads_up_in_the_file_of_their_practice_while_an_exam_is_open(sits: tuple[Client, Sitting]) -> None:
    assert is_closed(sits[0], "/account/data/")


def test_all_is_open_again_once_it_is_handed_in_or_over(sits: tuple[Client, Sitting]) -> None:
    client, sitting = sits
    other = browser_of(sitting.user)  # type: ignore[arg-type]  # it has an account
    assert is_closed(other, "/practice/")
    Sitting.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    User.objects.update(exam_until=timezone.now() - timedelta(seconds=1))
    assert not is_closed(other, "/practice/")
    Sitting.objects.update(deadline=timezone.now() + timedelta(minutes=9))
    User.objects.update(exam_until=timezone.now() + timedelta(minutes=9))
    assert is_closed(other, "/practice/")
    client.post(f"/exams/sitting/{sitting.key}/submit")
    assert not is_closed(client, "/practice/")
    assert not is_closed(other, "/practice/")


def test_a_room_can_close_the_site_to_its_network_while_it_is_open(db: None) -> None:
    pia = person("Pia", role=User.Role.PROCTOR)
    room = Room.objects.create(name="Hall", blueprint=exam(), proctor=pia, networks=["10.1.0.0/16", "2001:db8::/48"])
    addresses = {"10.1.2.3": True, "2001:db8::1": True, "10.2.0.1": False}
    for opened, closed_at in ((None, None), (timezone.now(), None), (timezone.now(), timezone.now())):
        Room.objects.filter(pk=room.pk).update(opened_at=opened, closed_at=closed_at)
        closed.refresh_networks()
        for address, within in addresses.items():
            response = Client().get("/tools/side-pots/", REMOTE_ADDR=address)
            assert response.status_code == (403 if within and opened and not closed_at else 200), address
    closed.close_networks([])


def test_a_page_that_is_closed_to_nobody_costs_one_look_into_the_cache_at_most(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed.close_networks([])
    looks: list[str] = []

    def get(name: str) -> None:
        looks.append(name)

    monkeypatch.setattr(cache, "get", get)
    for _page in range(5):
        closed._in_a_room(HttpRequest())
    assert looks == [closed.NETWORKS]
