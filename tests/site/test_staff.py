"""A card room's staff: people agree, and the manager sees who holds what (issue 8, "For the card room")."""

from __future__ import annotations

import csv
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from quizzes import house_rules
from quizzes.engine.rulesets import TOGGLES, ruleset
from quizzes.models import Drill
from quizzes.wording.toggles import value_source, value_words
from tests.site.exams import author, sat, table
from tests.site.pages import elements, text
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.accounts.models import User
from trainer.certification import certificates, houses, missed, staff
from trainer.certification.models import Blueprint, Candidate, Certificate, ItemResult, Sitting, Staff, StaffMember
from trainer.classrooms.models import Classroom, Letter

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Staff:
    return staff.make(person("Mai", role=User.Role.MANAGER), "The Corner", "tda")


@pytest.fixture
def manager(room: Staff) -> Client:
    return browser_of(room.manager)


def blueprint(**release: str) -> Blueprint:
    plan = table(release={"score": "at-once", "sections": "at-once", "feedback": "at-once", **release})
    number = Blueprint.objects.count() + 1
    return Blueprint.objects.create(
        slug=f"raises-{number}", plan=plan, ruleset="tda", minutes=30, valid_months=24, author=author(), open=False
    )


def dealer(room: Staff, name: str, days: int | None = None, **changes: Any) -> StaffMember:
    """A member of a staff; with `days` one who holds a certificate for so long."""
    user = person(name, **changes)
    Candidate.objects.create(user=user, name=f"{name} Lee")
    member = StaffMember.objects.create(staff=room, user=user)
    if days is not None:
        certify(user, days)
    return member


def certify(user: User, days: int, exam: Blueprint | None = None) -> Certificate:
    now = timezone.now()
    exam = exam or Blueprint.objects.first() or blueprint()
    made = certificates.issue_for(sat(exam, user, state=Sitting.State.GRADED, passed=True, released_at=now))
    assert made is not None
    Certificate.objects.filter(pk=made.pk).update(expires_at=now + timedelta(days=days))
    return made


def reachable(user: User) -> None:
    EmailAddress.objects.create(user=user, email=f"{user.username.lower()}@example.org", verified=True)


def names(page: Any) -> list[str]:
    return [line.name for line in page.context["lines"]]


def test_somebody_is_seen_after_agreeing_and_not_before_or_after(room: Staff, manager: Client) -> None:
    ann = person()
    Candidate.objects.create(user=ann, name="Ann Lee")
    certify(ann, 400)
    browser = browser_of(ann)

    asked = browser.get(f"/staff/join/{room.code}/").content.decode()
    assert "May The Corner see your certificates?" in asked
    assert names(manager.get(f"/staff/{room.pk}/")) == []

    for _twice in range(2):
        browser.post(f"/staff/join/{room.code.lower()}/")
    assert names(manager.get(f"/staff/{room.pk}/")) == ["Ann Lee"]
    assert "The Corner" in browser.get("/staff/mine/").content.decode()

    browser.post("/staff/mine/", {"staff": room.pk})
    assert names(manager.get(f"/staff/{room.pk}/")) == []


def test_a_code_that_was_replaced_and_one_of_a_former_manager_lead_nowhere(room: Staff, manager: Client) -> None:
    browser, former = browser_of(person()), room.code
    manager.post(f"/staff/{room.pk}/code")
    assert browser.get(f"/staff/join/{former}/").status_code == 404

    room.refresh_from_db()
    assert browser.get(f"/staff/join/{room.code}/").status_code == 200
    User.objects.filter(username="Mai").update(role=User.Role.LEARNER)
    assert browser.get(f"/staff/join/{room.code}/").status_code == 404


def test_an_invitation_goes_to_confirmed_addresses_and_tells_of_no_account(room: Staff, manager: Client) -> None:
    for name, verified in (("Ann", True), ("Bea", False)):
        EmailAddress.objects.create(user=person(name), email=f"{name.lower()}@example.org", verified=verified)

    said = manager.post(
        f"/staff/{room.pk}/invite/", {"addresses": "Ann@example.org, bea@example.org\nnobody@example.org"}, follow=True
    )

    [letter] = Letter.objects.select_related("reader")
    assert (letter.reader.username, f"/staff/join/{room.code}/" in letter.text) == ("Ann", True)
    assert "Ann" not in text(next(elements(said.content.decode(), "main")))


def test_the_list_tells_who_holds_what_and_what_ends_within_sixty_days(room: Staff, manager: Client) -> None:
    for name, days in (("Ann", 400), ("Bea", 59), ("Cy", 61), ("Dov", None), ("Eve", -1)):
        dealer(room, name, days)

    page = f"/staff/{room.pk}/"
    assert names(manager.get(page)) == ["Ann Lee", "Bea Lee", "Cy Lee", "Dov Lee", "Eve Lee"]
    assert manager.get(page).content.decode().count("not proctored") == 3, "of Ann, Bea and Cy"
    assert "gets a letter by itself 30 days before" in manager.get(page).content.decode()
    assert names(manager.get(page, {"only": "ending"})) == ["Bea Lee"]
    assert names(manager.get(page, {"only": "none"})) == ["Dov Lee", "Eve Lee"]


def test_a_certificate_that_was_renewed_does_not_end_soon(room: Staff, manager: Client) -> None:
    ann = dealer(room, "Ann", 30).user
    certify(ann, 400)

    assert names(manager.get(f"/staff/{room.pk}/", {"only": "ending"})) == []


def test_reminders_go_to_those_whose_certificate_ends_and_not_again_the_next_day(room: Staff, manager: Client) -> None:
    reachable(dealer(room, "Ann", 30).user)
    reachable(dealer(room, "Bea", 300).user)

    for _twice in range(2):
        manager.post(f"/staff/{room.pk}/remind")

    [letter] = Letter.objects.select_related("reader")
    assert letter.reader.username == "Ann"
    assert "The Corner" in letter.subject
    assert staff.remind(room, timezone.now() + timedelta(days=15)) == (1, 0)


def test_whoever_has_no_confirmed_address_is_said_and_reminded_once_there_is_one(room: Staff, manager: Client) -> None:
    reachable(dealer(room, "Ann", 30).user)
    bea = dealer(room, "Bea", 30).user
    EmailAddress.objects.create(user=bea, email="bea@example.org", verified=False)

    page = text(next(elements(manager.post(f"/staff/{room.pk}/remind", follow=True).content.decode(), "body")))

    assert "1 letter is on its way." in page
    assert "1 person can’t be reached, since the account has no confirmed address." in page
    assert page.split("Bea Lee", 1)[1].count("no confirmed address") == 1, "beside Bea, the last of the list"
    assert [letter.reader.username for letter in Letter.objects.select_related("reader")] == ["Ann"]
    EmailAddress.objects.update(verified=True)
    assert staff.remind(room, timezone.now()) == (1, 0)


def test_the_files_hold_no_formula(room: Staff, manager: Client) -> None:
    dealer(room, "Ann", 30)
    Candidate.objects.update(name="=1+1")

    sheet = load_workbook(BytesIO(manager.get(f"/staff/{room.pk}/list.xlsx").content)).worksheets[0]
    rows = list(csv.reader(StringIO(manager.get(f"/staff/{room.pk}/list.csv").content.decode("utf-8-sig"))))

    assert (sheet["A2"].value, sheet["A2"].data_type) == ("=1+1", "s")
    assert rows[1][:3] == ["'=1+1", "Ann", "How much to raise"]
    assert rows[1][-1] == Certificate.objects.get().code


def results(user: User, exam: Blueprint, points: int, misconceptions: list[str], **changes: Any) -> None:
    if not Drill.objects.exists():
        store(make_bucket(), opening_bets(1))
    fields = {"state": Sitting.State.GRADED, "passed": False, "released_at": timezone.now(), **changes}
    made = sat(exam, user, Drill.objects.all(), **fields)
    for item in made.items.all():
        ItemResult.objects.create(item=item, points=points, out_of=3, right=points == 3, misconceptions=misconceptions)


def test_the_rules_that_a_staff_misses_come_from_released_results_of_its_members(room: Staff) -> None:
    exam, silent = blueprint(), blueprint(feedback="never", sections="never")
    ann, bea = dealer(room, "Ann").user, dealer(room, "Bea").user
    outsider = person("Cy")
    results(ann, exam, 1, ["double-the-bet"])
    results(bea, exam, 2, ["double-the-bet"])
    for user, which, changes in (
        (outsider, exam, {}),
        (ann, silent, {}),
        (ann, exam, {"practice": True}),
        (ann, exam, {"released_at": None}),
    ):
        results(user, which, 0, ["double-the-bet", "no-such-mistake"], **changes)

    results(ann, blueprint(), 3, [])  # nothing is missed there
    now = timezone.now()
    [mistake] = missed.mistakes(room, now)
    [section] = missed.sections(room, now)

    assert (mistake.mistake, mistake.people, mistake.times) == ("double-the-bet", 2, 2)
    assert (section.name, section.written, section.out_of, section.percent) == ("Raises", "3", 6, 50)
    exam.plan["marking"] = "questions"
    exam.save()
    [section] = missed.sections(room, now)
    assert (section.written, section.out_of, section.percent) == ("1", 2, 50)  # a third and two thirds of two questions


def test_the_page_of_missed_rules_leads_to_the_mistake(room: Staff, manager: Client) -> None:
    results(dealer(room, "Ann").user, blueprint(), 1, ["double-the-bet"])

    assert "/mistakes/min_raise/double-the-bet/" in manager.get(f"/staff/{room.pk}/missed/").content.decode()


def test_the_sheet_says_what_the_house_plays_in_every_point(room: Staff, manager: Client) -> None:
    page = " ".join(text(next(elements(manager.get(f"/staff/{room.pk}/rules/").content.decode(), "main"))).split())

    for toggle in TOGGLES:
        assert value_words(toggle, ruleset("tda")[toggle]) in page


def test_what_a_card_room_has_chosen_is_its_own_house_rule(room: Staff, manager: Client) -> None:
    """JJ's value of a toggle under the TDA rules, chosen by the room: it is no rule of JJ's there."""
    toggle = next(
        each
        for each in TOGGLES
        if "JJ" in value_source(each, ruleset("jj")[each]) and ruleset("tda")[each] != ruleset("jj")[each]
    )
    rules = house_rules.keep("tda", {toggle: ruleset("jj")[toggle]}, room.manager_id, "The Corner")
    staff.change(room, room.name, rules.id_in_drills)
    page = manager.get(f"/staff/{room.pk}/rules/").content.decode()
    assert "House rule: The Corner." in page
    assert "House rule: JJ." not in page


def test_a_staff_is_told_of_a_newer_version_of_its_rules(room: Staff, manager: Client) -> None:
    first = house_rules.keep("tda", {"may_see": "anybody"}, room.manager_id, "Harbour Room")
    staff.change(room, room.name, first.id_in_drills)
    pages = [f"/staff/{room.pk}/", f"/staff/{room.pk}/rules/"]
    for page in (manager.get(address).text for address in pages):
        assert "Harbour Room 1" in page
        assert "newer version" not in page
    house_rules.keep("tda", {}, room.manager_id, "Harbour Room", first)
    for page in (manager.get(address).text for address in pages):
        assert "There is a newer version of these rules: Harbour Room 2." in page
    settings = manager.get(f"/staff/{room.pk}/settings/").text
    assert [f">Harbour Room {number}<" in settings for number in (1, 2)] == [True, True]


def test_nobody_is_told_of_a_newer_version_that_they_may_not_use() -> None:
    ines, mai = author(), person("Mai", role=User.Role.MANAGER)
    first = house_rules.keep("tda", {"may_see": "anybody"}, ines.pk, "Harbour Room")
    Classroom.objects.create(name="Evening", teacher=mai, house=first)
    second = house_rules.keep("tda", {}, ines.pk, "Harbour Room", first)
    assert [houses.newer(first.id_in_drills, each.pk) for each in (ines, mai)] == [second, None]
    Classroom.objects.create(name="Morning", teacher=mai, house=second)
    third = house_rules.keep("tda", {"min_raise": "double"}, ines.pk, "Harbour Room", second)
    assert [houses.newer(first.id_in_drills, each.pk) for each in (ines, mai)] == [third, second]


def test_a_members_file_holds_certificates_and_released_results_alone(room: Staff, manager: Client) -> None:
    member = dealer(room, "Ann", 400)
    results(member.user, blueprint(), 1, [], released_at=None)
    stranger = person("Cy")
    Candidate.objects.create(user=stranger, name="Cy Ong")

    told = manager.get(f"/staff/{room.pk}/people/{member.pk}/").json()

    assert told["certificates"][0]["code"] == Certificate.objects.get().code
    assert [result["passed"] for result in told["results"]] == [True]
    assert "events" not in told["certificates"][0]  # where reasons stand that are for the audit alone
    assert manager.get(f"/staff/{room.pk}/people/{member.pk + 99}/").status_code == 404


def test_only_managers_keep_staffs_and_each_sees_the_own(room: Staff) -> None:
    assert browser_of(person("Ian", role=User.Role.INSTRUCTOR)).get("/staff/").status_code == 403
    assert browser_of(person("Lea")).get(f"/staff/{room.pk}/").status_code == 403
    other = browser_of(person("Max", role=User.Role.MANAGER))
    for page in ("", "missed/", "rules/", "settings/", "invite/", "list.csv", "list.xlsx"):
        assert other.get(f"/staff/{room.pk}/{page}").status_code == 404
    for act in ("code", "remind"):
        assert other.post(f"/staff/{room.pk}/{act}").status_code == 404


def test_a_manager_begins_a_staff_changes_it_and_takes_people_off(client: Client) -> None:
    browser = browser_of(person("Mai", role=User.Role.MANAGER))
    assert browser.post("/staff/", {"name": "", "house": "tda"}).status_code == 422
    browser.post("/staff/", {"name": "The Corner", "house": "tda"})
    [room] = Staff.objects.all()
    browser.post(f"/staff/{room.pk}/settings/", {"name": "The Edge", "house": "jj"})
    room.refresh_from_db()
    assert (room.name, room.house) == ("The Edge", "jj")

    member = dealer(room, "Ann")
    browser.post(f"/staff/{room.pk}/people/{member.pk}/remove")
    assert not StaffMember.objects.exists()


def test_the_list_takes_the_same_queries_for_2_and_for_60(
    room: Staff, manager: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    now = timezone.now()
    for number in range(60):
        if number == 2:
            with django_assert_num_queries(5):
                staff.page_of(room, None, "", now)
        dealer(room, f"D{number}", 300 if number < 2 else None)
    with django_assert_num_queries(5):
        page, lines = staff.page_of(room, None, "", now)
    assert (len(lines), page.paginator.num_pages) == (50, 2)
