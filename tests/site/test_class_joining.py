"""Joining a class by its link and by a name alone, coming back by a personal code, and merging later (issue 7)."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client, override_settings

from quizzes.models import Attempt, Course, HouseRules, LessonRead, PracticeDay, SkillState, SkillWeek
from quizzes.models.lessons import Lesson
from tests.site.people import PASSWORD, browser_of, deal, person, practise, sign_in, sign_up, who
from trainer.accounts import codes
from trainer.accounts.models import User
from trainer.certification import candidates
from trainer.classrooms import classes, houses, joining, merging
from trainer.classrooms.models import ClassAccount, Classroom, Membership

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def friday() -> Classroom:
    return classes.make(person("Ines", role=User.Role.INSTRUCTOR), "Friday")


def members(classroom: Classroom) -> set[str]:
    return set(classroom.memberships.values_list("learner__username", flat=True))


def come_back(client: Client, classroom: Classroom, name: str, code: str) -> str:
    form = {"back-name": name, "back-code": code}
    return client.post(f"/join/{classroom.join_code}/back", form, follow=True).content.decode()


# The code and the link


def test_the_code_stands_large_with_a_picture_of_its_link(friday: Classroom) -> None:
    client = browser_of(friday.teacher)
    page = client.get(f"/classes/{friday.pk}/code/").content.decode()
    assert friday.join_code in page
    assert f"http://testserver/join/{friday.join_code}/" in page
    picture = client.get(f"/classes/{friday.pk}/code.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert b"<svg" in picture.content
    assert b"style" not in picture.content, "the policy lets no inline style through"


def test_with_a_new_code_nobody_gets_in_by_the_former_one(friday: Classroom) -> None:
    former = friday.join_code
    browser_of(friday.teacher).post(f"/classes/{friday.pk}/code/new")
    friday.refresh_from_db()
    assert friday.join_code != former
    assert Client().get(f"/join/{former}/").status_code == 404
    assert Client().get(f"/join/{friday.join_code.lower()}/").status_code == 200


def test_a_link_alone_joins_nothing_and_its_button_does(friday: Classroom) -> None:
    client = browser_of(person("Ann"))
    page = client.get(f"/join/{friday.join_code}/").content.decode()
    assert "Join as Ann" in page
    assert not members(friday)
    for _ in range(2):
        assert client.post(f"/join/{friday.join_code}/")["Location"] == f"/classes/{friday.pk}/"
    assert members(friday) == {"Ann"}
    assert client.get(f"/join/{friday.join_code}/")["Location"] == f"/classes/{friday.pk}/", "there is nothing to join"


@pytest.mark.parametrize("way", ["sign-in", "sign-up"])
def test_a_visitor_is_in_the_class_after_signing_in_or_up(friday: Classroom, way: str) -> None:
    client = Client()
    page = client.post(f"/join/{friday.join_code}/", {way: ""})["Location"]
    assert page.endswith(f"?next=%2Fjoin%2F{friday.join_code}%2F"), "from there a learner is led to the class"
    if way == "sign-in":
        person("Ann")
        sign_in(client)
    else:
        sign_up(client)
    assert members(friday) == {"Ann"}
    assert "You are in Friday. Its teacher sees how you do." in client.get("/classes/").content.decode()


def test_whoever_signs_in_hours_later_or_by_themselves_joins_nothing(friday: Classroom) -> None:
    person("Ann")
    client = Client()
    client.get(f"/join/{friday.join_code}/")
    sign_in(client)
    with time_machine.travel(NOON, tick=False) as clock:
        late = Client()
        late.post(f"/join/{friday.join_code}/", {"sign-in": ""})
        clock.shift(timedelta(hours=1, seconds=1))
        sign_in(late)
    assert who(late) == "Ann"
    assert not members(friday)


def test_a_code_is_asked_for_where_there_is_no_link(friday: Classroom) -> None:
    assert Client().post("/join/", {"code": friday.join_code.lower()})["Location"] == f"/join/{friday.join_code}/"
    refused = Client().post("/join/", {"code": "AAAAAA"})
    assert refused.status_code == 422
    assert 'id="id_code_error"' in refused.content.decode()


# The rules of the class


def test_practice_starts_under_the_rules_of_the_one_class_and_another_house_can_be_chosen(friday: Classroom) -> None:
    deal()
    friday.house = HouseRules.objects.create(name="Our room", base="tda", changes={"min_raise": "double"}, number=1)
    friday.save()
    own, ann = f"own-{friday.house.pk}", person("Ann")
    classes.join(ann, friday.join_code)
    assert houses.starts_under(ann.pk) == friday.house
    client = browser_of(ann)
    page = client.get("/practice/").content.decode()
    assert "You are asked by the house rules of your class, “Our room”." in page
    assert f'name="ruleset" value="{own}"' in page
    client.get("/practice/?ruleset=tda")
    page = client.get("/practice/").content.decode()
    assert "by the house rules of your class" not in page
    assert f'name="ruleset" value="{own}"' not in page
    client.get(f"/practice/?ruleset={own}")
    assert "by the house rules of your class" in client.get("/practice/").content.decode()


def test_of_classes_with_different_rules_and_of_those_that_have_ended_none_says_where_practice_starts(
    friday: Classroom,
) -> None:
    ann, monday = person("Ann"), classes.make(friday.teacher, "Monday")
    friday.house = HouseRules.objects.create(name="Our room", base="tda", number=1)
    friday.save()
    for joined in (friday, monday):
        classes.join(ann, joined.join_code)
    assert houses.starts_under(ann.pk) is None
    classes.end(monday, NOON)
    assert houses.starts_under(ann.pk) == friday.house
    classes.end(friday, NOON)
    assert houses.starts_under(ann.pk) is None


# A name alone


def test_a_learner_joins_with_a_name_and_comes_back_with_the_code_that_is_shown_once(friday: Classroom) -> None:
    client = Client()
    page = client.post(f"/join/{friday.join_code}/name", {"name": "Ann"}, follow=True).content.decode()
    found = re.search(r'slip-code">([^<]+)<', page)
    assert found
    code = found[1]
    account = ClassAccount.objects.get()
    assert code not in account.code_hash
    assert codes.plain(code) not in account.code_hash
    assert not account.user.has_usable_password()
    assert who(client) == "Ann"
    assert client.session.get_expire_at_browser_close(), "others use the computer after them"
    assert client.post("/classes/my-code/", {"written": ""})["Location"] == f"/classes/{friday.pk}/"
    assert code not in client.get("/classes/my-code/").content.decode()
    client.post("/account/logout/")

    again = Client()
    page = come_back(again, friday, " ANN ", code.lower().replace("-", " "))
    assert "Ines teaches it and sees how you do." in page
    assert who(again) == "Ann"
    assert members(friday) == {"Ann"}


def test_a_name_is_had_once_in_a_class_and_may_be_an_accounts_elsewhere(friday: Classroom) -> None:
    person("Ann")
    user, _code = joining.join_by_name(friday.join_code, "Ann")
    assert re.fullmatch(r"Ann \d{5}", user.username)
    assert ClassAccount.objects.get(user=user).name == "Ann"
    refused = Client().post(f"/join/{friday.join_code}/name", {"name": "ann"})
    assert refused.status_code == 422
    assert "Add a letter of your family name" in refused.content.decode()
    longest = "Ann" + "n" * 37
    person(longest)
    assert len(joining.join_by_name(friday.join_code, longest)[0].username) == 40


@pytest.mark.parametrize("name", ["", "a@b", "=1+1", "x" * 41, "\ufb00" * 40])  # the last is 80 letters f in one form
def test_what_is_no_name_is_asked_again(friday: Classroom, name: str) -> None:
    refused = Client().post(f"/join/{friday.join_code}/name", {"name": name})
    assert refused.status_code == 422
    assert 'id="id_name_error"' in refused.content.decode()
    assert not ClassAccount.objects.exists()


def test_nobody_finds_a_class_by_trying_codes(friday: Classroom, settings: Any) -> None:
    """A limit that one address could be asked past would be none: codes that no class has are counted at each."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "join_misses": "3/m/ip"}
    for number, way in enumerate(("name", "back", "")):
        missed = Client().post(f"/join/AAAA0{number}/{way}", {"name": "Ann", "back-name": "Ann", "back-code": "x"})
        assert missed.status_code == 404
    for way in ("name", "back", ""):
        late = Client().post(f"/join/{friday.join_code}/{way}", {"name": "Ann", "back-name": "Ann", "back-code": "x"})
        assert late.status_code == 429
    assert not ClassAccount.objects.exists()


def test_a_classs_limit_counts_its_code_however_it_is_typed(friday: Classroom, settings: Any) -> None:
    code = friday.join_code
    typed = (code, code.lower(), f"{code[:3]}%20{code[3:]}")
    with override_settings(ACCOUNT_RATE_LIMITS={**settings.ACCOUNT_RATE_LIMITS, "join_by_name": "2/m/key"}):
        sent = [Client().post(f"/join/{each}/name", {"name": f"Ann {place}"}) for place, each in enumerate(typed)]
    assert [each.status_code for each in sent] == [302, 302, 429]


def test_a_teacher_may_want_accounts_only(friday: Classroom) -> None:
    Classroom.objects.update(by_name=False)
    assert "With a name alone" not in Client().get(f"/join/{friday.join_code}/").content.decode()
    assert Client().post(f"/join/{friday.join_code}/name", {"name": "Ann"}).status_code == 403
    assert not ClassAccount.objects.exists()


def test_a_class_makes_no_accounts_without_end(friday: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_BY_NAME", 1)
    joining.join_by_name(friday.join_code, "Ann")
    with pytest.raises(joining.NotByName):
        joining.join_by_name(friday.join_code, "Ben")


def test_a_teacher_prints_new_codes_and_the_former_ones_end(friday: Classroom) -> None:
    _user, former = joining.join_by_name(friday.join_code, "Ann")
    joining.make_accounts(friday, ["Ben"])
    client = browser_of(friday.teacher)
    shown = client.post(f"/classes/{friday.pk}/codes", {"whose": "none"}, follow=True).content.decode()
    assert re.findall(r"<b>(\w+)</b><span class=\"code slip-code\">", shown) == ["Ben"]
    assert f"testserver/join/{friday.join_code}/</small>" in shown, "where the code is typed"
    come_back(early := Client(), friday, "Ann", former)
    assert who(early) == "Ann"
    address = client.post(f"/classes/{friday.pk}/codes", {"whose": "all"})["Location"]
    slips = dict(
        re.findall(r"<b>(\w+)</b><span class=\"code slip-code\">([^<]+)", client.get(address).content.decode())
    )
    assert set(slips) == {"Ann", "Ben"}
    assert "Nobody in this class has this name" in come_back(Client(), friday, "Ann", former)
    come_back(late := Client(), friday, "Ann", slips["Ann"])
    assert who(late) == "Ann"
    helper = person("Cho")
    Membership.objects.create(classroom=friday, learner=helper, role="assistant")
    assert slips["Ann"] not in browser_of(helper).get(address, follow=True).content.decode(), (
        "codes are for who made them"
    )


def test_who_has_a_personal_code_comes_back_to_a_class_that_has_ended(friday: Classroom) -> None:
    _user, code = joining.join_by_name(friday.join_code, "Ann")
    classes.end(friday, NOON)
    page = Client().get(f"/join/{friday.join_code}/").content.decode()
    assert "It has ended" in page
    assert "Sign up and join" not in page
    assert "Join with this name" not in page
    stranger = browser_of(person("Ben"))
    assert stranger.post(f"/join/{friday.join_code}/")["Location"] == f"/join/{friday.join_code}/"
    assert Client().post(f"/join/{friday.join_code}/name", {"name": "Cho"}).status_code == 404
    come_back(client := Client(), friday, "Ann", code)
    assert who(client) == "Ann"
    assert members(friday) == {"Ann"}


def test_a_personal_code_is_of_one_account(friday: Classroom) -> None:
    _ann, anns = joining.join_by_name(friday.join_code, "Ann")
    _ben, bens = joining.join_by_name(friday.join_code, "Ben")
    other = classes.make(friday.teacher, "Monday")
    for classroom, name, code in ((friday, "Ann", bens), (other, "Ann", anns), (friday, "Ann", "")):
        with pytest.raises(joining.WrongCode):
            joining.come_back(classroom, name, code)
    unprinted = joining.make_accounts(friday, ["Cho"])[0]
    with pytest.raises(joining.WrongCode):
        joining.come_back(friday, "Cho", "")
    assert not unprinted.code_hash


# The own account


def test_with_a_password_the_account_is_the_learners_own(friday: Classroom) -> None:
    user, code = joining.join_by_name(friday.join_code, "Ann")
    client = browser_of(user)
    assert client.get("/account/password/")["Location"] == "/account/password/set/"
    form = {"code": "AAAA-AAAA", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/account/password/set/", form).status_code == 422
    assert client.post("/account/password/set/", {**form, "code": code})["Location"] == "/account/"
    assert who(client) == "Ann"
    assert not ClassAccount.objects.exists()
    sign_in(again := Client(), "Ann")
    assert who(again) == "Ann"
    assert members(friday) == {"Ann"}
    assert client.get("/account/password/set/")["Location"] == "/account/password/"


def test_an_account_by_name_is_deleted_with_its_code(friday: Classroom) -> None:
    user, code = joining.join_by_name(friday.join_code, "Ann")
    client = browser_of(user)
    assert "Personal code" in client.get("/account/delete/").content.decode()
    client.post("/account/delete/", {"password": "AAAA-AAAA"})
    assert User.objects.filter(pk=user.pk).exists()
    client.post("/account/delete/", {"password": code})
    assert not User.objects.filter(pk=user.pk).exists()


def test_what_is_kept_of_an_account_by_name_is_in_its_data_and_the_hash_is_not(friday: Classroom) -> None:
    user, _code = joining.join_by_name(friday.join_code, "Ann")
    sent = browser_of(user).get("/account/data/").content.decode()
    assert json.loads(sent)["classes"]["account_of"] == {"name": "Ann", "of": "Friday"}
    assert ClassAccount.objects.get().code_hash not in sent


def test_accounts_by_name_go_with_the_account_that_owns_their_class(friday: Classroom) -> None:
    joining.join_by_name(friday.join_code, "Ann")
    classes.join(person("Ben"), friday.join_code)
    browser_of(friday.teacher).post("/account/delete/", {"password": PASSWORD})
    assert set(User.objects.values_list("username", flat=True)) == {"Ben"}


def test_merging_brings_answers_skills_and_places_along_and_counts_them_together(friday: Classroom) -> None:
    deal()
    old, code = joining.join_by_name(friday.join_code, "Ann")
    into = person("Ann Tan")
    practise(browser_of(old), [True, False, True])
    practise(browser_of(into), [True])
    SkillState.objects.create(user=old, kind="reopen", order_key="x", tries=5, right=4, last_at=NOON)
    for user, checks in ((old, {"a": False, "b": True}), (into, {"a": True})):
        lesson, _new = Lesson.objects.get_or_create(slug="blinds")
        LessonRead.objects.create(user=user, lesson=lesson, checks=checks)
    client = browser_of(into)
    form = {"class_code": friday.join_code, "name": "Ann", "code": code}
    assert client.post("/classes/merge/", form)["Location"] == "/classes/"
    assert not User.objects.filter(pk=old.pk).exists()
    assert Attempt.objects.filter(user=into).count() == 4 == Attempt.objects.count()
    states = SkillState.objects.filter(user=into).values_list("kind", "tries", "right")
    assert set(states) == {("min_raise", 4, 3), ("reopen", 5, 4)}
    assert [(week.tries, week.right) for week in SkillWeek.objects.filter(user=into)] == [(4, 3)]
    assert [(day.tries, day.right) for day in PracticeDay.objects.filter(user=into)] == [(4, 3)]
    assert Course.objects.get(user=into).answered == 4
    assert LessonRead.objects.get(user=into).checks == {"a": True, "b": True}
    assert members(friday) == {"Ann Tan"}


def test_merging_takes_no_role_away_and_makes_nobody_a_learner_of_their_own_class(friday: Classroom) -> None:
    old, _code = joining.join_by_name(friday.join_code, "Ann")
    into = person("Ann Tan")
    Membership.objects.create(classroom=friday, learner=into, role="assistant")
    merging.merge(old, into)
    assert list(friday.memberships.values_list("learner__username", "role")) == [("Ann Tan", "assistant")]
    second, _code = joining.join_by_name(friday.join_code, "Ines too")
    merging.merge(second, friday.teacher)
    assert members(friday) == {"Ann Tan"}


def test_merging_needs_the_personal_code_and_an_account_to_merge_into(friday: Classroom) -> None:
    old, code = joining.join_by_name(friday.join_code, "Ann")
    other, _code = joining.join_by_name(friday.join_code, "Ben")
    form = {"class_code": friday.join_code, "name": "Ann", "code": "AAAA-AAAA"}
    assert browser_of(person("Eve")).post("/classes/merge/", form).status_code == 422
    assert browser_of(other).post("/classes/merge/", {**form, "code": code}).status_code == 403
    assert User.objects.filter(pk=old.pk).exists()


def test_two_accounts_that_both_sat_exams_stay_apart(friday: Classroom) -> None:
    old, code = joining.join_by_name(friday.join_code, "Ann")
    into = person("Ann Tan")
    first, second = candidates.candidate_of(old), candidates.candidate_of(into)
    form = {"class_code": friday.join_code, "name": "Ann", "code": code}
    response = browser_of(into).post("/classes/merge/", form)
    assert response.status_code == 422
    assert "stay apart" in response.content.decode()
    assert User.objects.filter(pk=old.pk).exists()
    second.delete()
    merging.merge(old, into)
    first.refresh_from_db()
    assert first.user == into


def test_everything_that_names_an_account_moves_or_stays_for_a_reason() -> None:
    moved = {model._meta.label for model, _field in merging.owned()}
    assert {"quizzes.Attempt", "quizzes.SkillState", "quizzes.Report", "classrooms.Membership"} <= moved
    assert {model._meta.label for model in merging.STAYS} == {"classrooms.ClassAccount", "account.EmailAddress"}
    assert not moved & {model._meta.label for model in merging.STAYS}
