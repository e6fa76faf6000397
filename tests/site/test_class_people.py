"""The people of a class: roles that nobody grants without having them, settings, copies, the end (issue 7)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.site.pages import attribute, elements, with_class
from tests.site.people import browser_of, person
from trainer.accounts.models import User
from trainer.classrooms import classes, copying, joining, people
from trainer.classrooms.models import ClassAccount, Classroom, Membership
from trainer.classrooms.permissions import GRANTS, OWNER, RIGHTS

pytestmark = pytest.mark.django_db

TEACHER, ASSISTANT, OBSERVER, LEARNER = "teacher", "assistant", "observer", "learner"


@pytest.fixture
def friday() -> Classroom:
    return classes.make(person("Ines", role=User.Role.INSTRUCTOR), "Friday")


def member(classroom: Classroom, name: str, role: str = LEARNER) -> Membership:
    return Membership.objects.create(classroom=classroom, learner=person(name), role=role)


# Roles


def test_nobody_grants_a_role_with_rights_that_they_do_not_have_themselves() -> None:
    for role, granted in GRANTS.items():
        for other in granted:
            assert RIGHTS[other] <= RIGHTS[role], f"{role} grants {other}"
    assert RIGHTS[OBSERVER] == {"belong", "see"}
    assert not {"manage", "delete"} & RIGHTS[ASSISTANT]
    assert [role for role, rights in RIGHTS.items() if "delete" in rights] == [OWNER]


def test_the_owner_makes_a_learner_an_assistant_who_may_teach_and_grants_nothing(friday: Classroom) -> None:
    ann, ben = member(friday, "Ann"), member(friday, "Ben")
    page = browser_of(friday.teacher).post(f"/classes/{friday.pk}/people/{ann.pk}/role", {"role": ASSISTANT})
    assert page["Location"] == f"/classes/{friday.pk}/people/"
    assert Membership.objects.get(pk=ann.pk).role == ASSISTANT
    assistant = browser_of(ann.learner)
    assert assistant.post(f"/classes/{friday.pk}/people/{ben.pk}/role", {"role": TEACHER}).status_code == 403
    assert assistant.post(f"/classes/{friday.pk}/people/{ann.pk}/role", {"role": TEACHER}).status_code == 403
    assert assistant.get(f"/classes/{friday.pk}/delete/").status_code == 403
    assert Membership.objects.get(pk=ben.pk).role == LEARNER
    shown = assistant.get(f"/classes/{friday.pk}/people/").content.decode()
    (sure,) = with_class(shown, "person-remove")  # a tap opens it, and only a second one removes
    assert attribute(next(elements(sure, "form")), "action") == f"/classes/{friday.pk}/people/{ben.pk}/remove"
    assert attribute(sure, "open") is None
    assert assistant.post(f"/classes/{friday.pk}/people/{ben.pk}/remove").status_code == 302
    assert not Membership.objects.filter(pk=ben.pk).exists()


def test_an_assistant_takes_nobody_out_but_learners(friday: Classroom) -> None:
    ann, cho = member(friday, "Ann", ASSISTANT), member(friday, "Cho", TEACHER)
    for other in (cho, member(friday, "Dan", OBSERVER)):
        with pytest.raises(PermissionDenied):
            people.remove(ann.learner, friday, [other.pk])
    with pytest.raises(PermissionDenied):
        people.remove(ann.learner, friday, [cho.pk, member(friday, "Eva").pk])
    assert friday.memberships.count() == 4, "all or nobody"


def test_nobody_changes_or_removes_themselves_and_nobody_the_people_of_another_class(friday: Classroom) -> None:
    cho = member(friday, "Cho", TEACHER)
    stranger = member(classes.make(person("Omar", role=User.Role.INSTRUCTOR), "Monday"), "Eva")
    with pytest.raises(PermissionDenied):
        people.give_role(cho.learner, friday, cho.pk, LEARNER)
    with pytest.raises(PermissionDenied):
        people.remove(cho.learner, friday, [cho.pk])
    with pytest.raises(Membership.DoesNotExist):
        people.give_role(friday.teacher, friday, stranger.pk, OBSERVER)
    assert list(people.remove(friday.teacher, friday, [stranger.pk])) == []
    assert browser_of(friday.teacher).post(f"/classes/{friday.pk}/people/{cho.pk}/role").status_code == 404
    assert Membership.objects.get(pk=stranger.pk).role == LEARNER


def test_joining_again_by_the_code_demotes_nobody(friday: Classroom) -> None:
    ann = member(friday, "Ann", ASSISTANT)
    classes.join(ann.learner, friday.join_code)
    assert Membership.objects.get(pk=ann.pk).role == ASSISTANT


def test_an_account_that_the_class_made_only_learns(friday: Classroom) -> None:
    user, _code = joining.join_by_name(friday.join_code, "Ann")
    place = Membership.objects.get(learner=user)
    with pytest.raises(people.OnlyLearns):
        people.give_role(friday.teacher, friday, place.pk, OBSERVER)
    page = browser_of(friday.teacher).post(
        f"/classes/{friday.pk}/people/{place.pk}/role", {"role": TEACHER}, follow=True
    )
    assert "can only learn here" in page.content.decode()
    assert Membership.objects.get(pk=place.pk).role == LEARNER


# The list


def test_the_list_has_who_teaches_first_then_learners_by_name_fifty_on_a_page(friday: Classroom) -> None:
    users = User.objects.bulk_create(User(username=f"learner {number:03}") for number in range(60))
    Membership.objects.bulk_create(Membership(classroom=friday, learner=user) for user in users)
    member(friday, "Zoe", ASSISTANT)
    first, shown = people.page_of(friday, None)
    assert [each.learner.username for each in shown] == ["Zoe", *(f"learner {number:03}" for number in range(49))]
    _page, rest = people.page_of(friday, "2")
    assert [each.learner.username for each in rest] == [f"learner {number:03}" for number in range(49, 60)]
    assert first.paginator.num_pages == 2
    _page, found = people.page_of(friday, None, "NER 05")
    assert [each.learner.username for each in found] == [f"learner {number:03}" for number in range(50, 60)]


@pytest.mark.parametrize("page", ["", "people/", "code/", "settings/", "delete/", "people.csv"])
def test_a_page_of_a_class_takes_as_many_queries_for_sixty_people_as_for_two(friday: Classroom, page: str) -> None:
    client = browser_of(friday.teacher)
    member(friday, "Ann")
    joining.join_by_name(friday.join_code, "Ben")
    counts = []
    for number in range(2):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert client.get(f"/classes/{friday.pk}/{page}").status_code == 200
        counts.append(len(captured))
        names = [f"Learner {number} {each}" for each in range(58)]
        joining.make_accounts(friday, names)
    assert counts[0] == counts[1] <= 8


# Settings, copies, the end


def test_a_time_zone_is_chosen_by_its_name(friday: Classroom) -> None:
    client = browser_of(friday.teacher)
    address = f"/classes/{friday.pk}/settings/"
    refused = client.post(address, {"name": "Friday", "zone": "Mars/Olympus"})
    assert refused.status_code == 422
    assert 'id="id_zone_error"' in refused.content.decode()
    client.post(address, {"name": "Friday night", "zone": "Asia/Kuala_Lumpur"})
    friday.refresh_from_db()
    assert (friday.name, friday.zone, friday.by_name) == ("Friday night", "Asia/Kuala_Lumpur", False)


def test_a_copy_has_the_settings_and_nobody_in_it_and_asks_each_part_with_the_time_that_passed(
    friday: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Classroom, Classroom, timedelta]] = []
    monkeypatch.setattr(copying, "PARTS", [lambda *part: asked.append(part)])
    Classroom.objects.filter(pk=friday.pk).update(zone="Asia/Taipei", by_name=False)
    cho = member(friday, "Cho", TEACHER)
    answer = browser_of(friday.teacher).post(f"/classes/{friday.pk}/copy/", {"name": "Autumn", "weeks": "26"})
    made = Classroom.objects.get(name="Autumn")
    assert answer["Location"] == f"/classes/{made.pk}/"
    assert (made.teacher, made.zone, made.by_name, made.copied_from) == (friday.teacher, "Asia/Taipei", False, friday)
    assert made.join_code != friday.join_code
    assert not made.memberships.exists()
    assert asked == [(friday, made, timedelta(weeks=26))]
    refused = browser_of(cho.learner).post(f"/classes/{friday.pk}/copy/", {"name": "Mine", "weeks": "0"})
    assert refused.status_code == 403, "a learner who teaches in one class makes none"


def test_nobody_joins_a_class_that_has_ended_until_it_goes_on(friday: Classroom) -> None:
    member(friday, "Ann")
    client = browser_of(friday.teacher)
    client.post(f"/classes/{friday.pk}/end")
    for join in (
        lambda: classes.join(person("Ben"), friday.join_code),
        lambda: joining.join_by_name(friday.join_code, "B"),
    ):
        with pytest.raises(classes.NoSuchClass):
            join()
    assert friday.memberships.count() == 1
    client.post(f"/classes/{friday.pk}/end", {"again": ""})
    assert classes.join(User.objects.get(username="Ben"), friday.join_code) == friday


def test_deleting_says_what_goes_and_takes_the_accounts_that_the_class_made_and_no_others(friday: Classroom) -> None:
    ann = member(friday, "Ann").learner
    joining.join_by_name(friday.join_code, "Ben")
    client = browser_of(friday.teacher)
    page = client.get(f"/classes/{friday.pk}/delete/").content.decode()
    assert "its list of 2 people" in page
    assert "So is 1 account" in page
    assert client.post(f"/classes/{friday.pk}/delete/")["Location"] == "/classes/"
    assert not Classroom.objects.exists()
    assert not ClassAccount.objects.exists()
    assert set(User.objects.values_list("username", flat=True)) == {"Ines", ann.username}


def test_an_ended_class_comes_after_the_others(friday: Classroom) -> None:
    classes.make(friday.teacher, "Sunday")
    classes.end(friday, timezone.now())
    assert [found.name for found in classes.taught_by(friday.teacher)] == ["Sunday", "Friday"]
