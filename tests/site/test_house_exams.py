"""An exam under a card room's own rules: its people find it, sit it and appeal it (issue 8, "Exams")."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from quizzes import house_rules
from quizzes.models import HouseRules
from tests.site.certified import certified
from tests.site.exams import author, moves, reserve, table
from tests.site.people import browser_of, person
from tests.site.rooms import graded, sent_to
from tests.site.sitting import named
from tests.site.test_exam_pages import typed
from trainer.accounts.models import User
from trainer.certification import blueprints, certificates, houses, staff
from trainer.certification.models import Appeal, Blueprint, Room, Sitting
from trainer.certification.plans import load
from trainer.classrooms.models import Classroom, Membership

pytestmark = pytest.mark.django_db


def house(owner: User) -> HouseRules:
    """Rules in whose one toggle of their own no question here differs: the usual house's questions serve them."""
    return house_rules.keep("tda", {"may_see": "anybody"}, owner.pk, "The Annex")


def offered(manager: User, rules: HouseRules, title: dict[str, str] | None = None) -> str:
    """Offer the exam for each house under these rules as its manager does; return its name in addresses."""
    frame_title = {"title": title} if title else {}
    plan = load(table(slug="house", ruleset="own", release={"feedback": "at-once"}, **frame_title))
    frame = blueprints.publish(plan, author())
    browser_of(manager).post(f"/author/exams/{frame.slug}/offer", {"act": "house", "house": rules.pk})
    return Blueprint.objects.get(house=rules).slug


def company(browser: Client, slug: str) -> str:
    return browser.get(f"/author/exams/{slug}/").content.decode()


def test_the_staff_of_a_card_room_finds_its_exam_sits_it_and_appeals_it() -> None:
    reserve()
    moves()
    mai, aminah = person("Mai", role=User.Role.MANAGER), named("Aminah")
    manager, browser = browser_of(mai), browser_of(aminah)
    rules = house(mai)
    slug = offered(mai, rules)
    assert "Only whoever wrote these house rules" in company(manager, slug)
    assert browser.get(f"/exams/{slug}/").status_code == 404
    staff.agree(aminah, staff.make(mai, "The Corner", rules.id_in_drills).code)
    assert "the staff of The Corner" in company(manager, slug)
    assert f"/exams/{slug}/" in browser.get("/exams/").content.decode()
    begun = browser.post(f"/exams/{slug}/start/", {"name": "Aminah Lee", "ready": "on", "rules": "on"})
    assert begun.status_code == 302, begun.content.decode()
    sitting = graded(Sitting.objects.get(user=aminah), 1)
    place = f"/exams/results/{sitting.key}/1/"
    assert browser.post(place, {"text": "It was a string bet."}).status_code == 302
    assert manager.get(f"/author/appeals/{Appeal.objects.get().pk}/").status_code == 200


def test_its_manager_opens_a_room_for_it_and_a_proctor_of_the_staff_does() -> None:
    reserve()
    moves()
    mai, pia = person("Mai", role=User.Role.MANAGER), person("Pia", role=User.Role.PROCTOR)
    rules = house(mai)
    exam = Blueprint.objects.get(slug=offered(mai, rules))
    title = "How much to raise: The Annex"
    assert title not in browser_of(pia).get("/exams/rooms/").content.decode()
    staff.agree(pia, staff.make(mai, "The Corner", rules.id_in_drills).code)
    for account in (mai, pia):
        browser = browser_of(account)
        assert title in browser.get("/exams/rooms/").content.decode()
        made = browser.post("/exams/rooms/", {"name": "Ballroom", "exam": exam.pk})
        assert sent_to(made) == f"/exams/rooms/{Room.objects.get(proctor=account).pk}/set-up/"


def test_classes_of_the_house_are_counted_and_what_is_lacking_is_told() -> None:
    reserve(3)
    moves()
    ines = author()
    rules = house(ines)
    slug = offered(ines, rules)
    Classroom.objects.create(name="Evening", teacher=ines, house=rules)
    page = company(browser_of(ines), slug)
    assert "the members of 1 class<" in page
    assert "20 questions are needed, and 3 are there." in page  # ten forms of two


def test_whoever_is_on_a_staff_offers_no_exam_in_the_name_of_its_house() -> None:
    reserve()
    moves()
    ines, bob, mai = author(), author("Bob"), person("Mai", role=User.Role.MANAGER)
    rules = house(ines)
    evening = Classroom.objects.create(name="Evening", teacher=ines, house=rules)
    Membership.objects.create(classroom=evening, learner=mai)
    staff.agree(bob, staff.make(mai, "The Corner", rules.id_in_drills).code)
    frame = blueprints.publish(load(table(slug="house", ruleset="own")), ines)
    Blueprint.objects.update(author=None)  # it came with the site
    browser, sent = browser_of(bob), {"act": "house", "house": rules.pk}
    assert rules.name not in browser.get(f"/author/exams/{frame.slug}/").text
    assert browser.post(f"/author/exams/{frame.slug}/offer", sent).status_code == 404
    with pytest.raises(PermissionDenied):
        blueprints.for_house(frame, rules, bob)
    own = {"slug": "bobs", "ruleset": rules.id_in_drills, "edition": ""}
    assert rules.id_in_drills not in browser.get("/author/exams/new").text
    assert browser.post("/author/exams/new", typed(**own)).status_code == 422
    with pytest.raises(PermissionDenied):
        blueprints.publish(load(table(**own)), bob)
    assert blueprints.is_kept(f"house-{rules.pk}")
    assert browser_of(ines).post(f"/author/exams/{frame.slug}/offer", sent).status_code == 302
    assert Blueprint.objects.get(house=rules).author == ines
    assert blueprints.publish(load(table(**own)), ines).house == rules


def test_a_staff_shares_no_rules_that_its_manager_has_from_it_alone() -> None:
    ines, mai, moe, ann = author(), *(person(name, role=User.Role.MANAGER) for name in ("Mai", "Moe")), person("Ann")
    rules = house(ines)
    evening = Classroom.objects.create(name="Evening", teacher=ines, house=rules)
    place = Membership.objects.create(classroom=evening, learner=mai)
    one = staff.make(mai, "The Corner", rules.id_in_drills)
    staff.agree(moe, one.code)
    two = staff.make(moe, "The Annex", rules.id_in_drills)
    for each in (mai, ann):
        staff.agree(each, two.code)
    assert [house_rules.may_use(rules.id_in_drills, each.pk) for each in (mai, moe, ann)] == [True] * 3
    exam = Blueprint(house=rules)
    assert houses.company_of(exam).staffs == ("The Annex", "The Corner")
    place.delete()
    assert houses.company_of(exam).staffs == ()
    assert [house_rules.may_use(rules.id_in_drills, each.pk) for each in (mai, moe, ann)] == [False] * 3
    staff.change(one, "Corner", rules.id_in_drills)  # another name alone
    with pytest.raises(PermissionDenied):
        staff.make(mai, "Another", rules.id_in_drills)


def test_rules_that_come_with_the_site_are_shared_by_no_staff() -> None:
    mai, ann = person("Mai", role=User.Role.MANAGER), person("Ann")
    rules = house(mai)
    staff.agree(ann, staff.make(mai, "The Corner", "tda").code)
    assert not house_rules.usable(ann.pk).exists()
    assert list(house_rules.usable(mai.pk)) == [rules]


def test_the_exam_by_a_newer_version_of_the_rules_and_its_certificate_are_told_from_the_former_ones() -> None:
    reserve()
    moves()
    mai = person("Mai", role=User.Role.MANAGER)
    rules, long = house(mai), "Berapa banyak menaikkan " * 3
    title = {"en": "How much to raise", "ms": long}
    slugs = [offered(mai, each, title) for each in (rules, house_rules.keep("tda", {}, mai.pk, "The Annex", rules))]
    exams = [Blueprint.objects.get(slug=slug) for slug in slugs]
    assert (
        [each.plan["title"] for each in exams]
        == [
            {"en": "How much to raise: The Annex", "ms": f"{long[:69]}: The Annex"},  # 80 signs in all
            {"en": "How much to raise: The Annex 2", "ms": f"{long[:67]}: The Annex 2"},
        ]
    )
    for number, exam in enumerate(exams, 1):
        assert f"The Annex {number}" in browser_of(mai).get(f"/exams/{exam.slug}/").text
        assert certificates.about(certified(None, exam)).house == f"The Annex {number}"
