"""A room's own house rules: kept version by version, and drills asked and explained by them."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes import house_rules, practice
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse, to_table
from quizzes.engine.rulesets import RULESET_IDS, Value, ruleset
from quizzes.kinds.min_raise import KIND
from quizzes.learners import Learner
from quizzes.models import Attempt, Bucket, HouseRules
from quizzes.practising import runs, sharing
from quizzes.practising.asking import Choice
from quizzes.practising.choices import choice_query, read_choice
from quizzes.showing.explanation import explanation
from quizzes.tokens import BadToken, Token, write_token
from tests.site.people import PASSWORD
from tests.site.stand_ins import CASE, RIGHT, store_case
from trainer.accounts.models import User
from trainer.classrooms.models import Classroom, Membership

DOUBLED = {"raise_to": ["2400"], "raise_by": ["1200"], "adds": ["2200"]}
"""CASE by JJ's rule, a raise to twice the bet at least: twice 1200 is 2400, of which the big blind has 200 in."""

FORM = {"name": "Our room", "base": "tda", "min_raise": "double"}


def person(name: str, role: str = User.Role.LEARNER) -> User:
    return User.objects.create_user(name, None, PASSWORD, role=role)


def kept(owner: int | None = None, **changes: Value) -> HouseRules:
    return house_rules.keep("tda", changes or {"min_raise": "double"}, owner, "Our room")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def bucket_with_the_case(house: HouseRules) -> None:
    """The one drill that there is for a house: CASE, in a bucket that is full with it."""
    key = house_rules.as_rules(house).key(KIND.toggles_in(KIND.variants[0]))
    bucket = Bucket.objects.create(kind="min_raise", level=1, rules_key=key, version=KIND.version)
    store_case(bucket)
    Bucket.objects.filter(pk=bucket.pk).update(dry=2)


def test_a_house_is_found_by_its_id_and_what_is_no_id_is_none() -> None:
    assert house_rules.rules_of("jj") is ruleset("jj")
    for id in ("", "chess", "own-", "own-0", "own-01", "own--1", "own-1x", "own-" + "9" * 40):
        with pytest.raises(KeyError):
            house_rules.rules_of(id)


@pytest.mark.django_db
def test_an_own_house_plays_its_base_but_for_what_it_changes_and_has_its_own_name() -> None:
    row = kept(min_raise="double", fl_cap=4, reopen="cumulative")  # the last is what TDA plays anyway
    house = house_rules.rules_of(row.id_in_drills)
    assert (house.id, house.name, house.shipped) == (f"own-{row.pk}", "Our room", "tda")
    assert row.changes == {"min_raise": "double", "fl_cap": 4}
    assert dict(house.toggles) == {**ruleset("tda").toggles, "min_raise": "double", "fl_cap": 4}
    assert house_rules.exists(row.id_in_drills)
    assert not house_rules.exists(f"own-{row.pk + 1}")


@pytest.mark.django_db
def test_what_a_document_says_to_be_played_by_an_own_house_reads_back_to_it() -> None:
    row = kept(min_raise="double", fl_cap=4)
    document = parse({**CASE["doc"], "rules": house_rules.value_for_document(row.id_in_drills)})
    assert document.rules.toggles == house_rules.as_rules(row).toggles
    assert house_rules.value_for_document(kept(reopen="cumulative").id_in_drills) == "tda"
    bucket_with_the_case(row)
    asked = Bucket.objects.get().drill_set.get().spot(row.id_in_drills)
    assert to_table(asked)["rules"] == house_rules.value_for_document(row.id_in_drills)


@pytest.mark.parametrize(
    ("base", "changes"),
    [("chess", {}), ("tda", {"colour": "red"}), ("tda", {"reopen": "never"}), ("tda", {"fl_cap": "4"})],
)
@pytest.mark.django_db
def test_rules_that_there_are_not_are_not_kept(base: str, changes: dict[str, Value]) -> None:
    with pytest.raises(DocumentError):
        house_rules.keep(base, changes, None, "Our room")
    assert not HouseRules.objects.exists()


@pytest.mark.django_db
def test_a_change_is_another_version_and_the_same_again_is_none() -> None:
    first = kept()
    second = house_rules.keep("tda", {"min_raise": "double", "fl_cap": 4}, None, "Our room", first)
    assert (second.number, second.before) == (2, first)
    assert house_rules.keep("tda", {"min_raise": "double", "fl_cap": 4}, None, "Our room", first) == second
    assert house_rules.keep("tda", {"min_raise": "double"}, None, "Our room", first) == first
    with pytest.raises(house_rules.Outdated):
        house_rules.keep("tda", {"fl_cap": 4}, None, "Our room", first)
    assert (
        [row.number for row in house_rules.versions(first)]
        == [2, 1]
        == [row.number for row in house_rules.versions(second)]
    )
    with pytest.raises(TypeError):
        first.save()


@pytest.mark.django_db
def test_rules_that_are_sent_twice_are_kept_once_and_another_persons_are_their_own() -> None:
    ines, bo = person("Ines"), person("Bo")
    first = house_rules.keep("tda", {"min_raise": "double"}, ines.pk, "Riverside")
    assert house_rules.keep("tda", {"min_raise": "double"}, ines.pk, "Riverside") == first
    others = [
        house_rules.keep("tda", {"min_raise": "double"}, bo.pk, "Riverside"),
        house_rules.keep("tda", {"min_raise": "double"}, ines.pk, "Lakeside"),
        house_rules.keep("tda", {}, ines.pk, "Riverside"),
    ]
    assert len({first.pk, *(each.pk for each in others)}) == 4


@pytest.mark.django_db
def test_a_drill_is_asked_graded_and_stored_by_an_own_house() -> None:
    user = person("ann")
    row = kept(user.pk)
    bucket_with_the_case(row)
    learner = Learner({}, user.pk)
    choice = Choice("min_raise", 1, row.id_in_drills)
    served = practice.next_question(learner, choice)
    assert served.document.rules.name == "Our room"
    outcome = practice.answer(learner, served.token, RIGHT)
    assert not outcome.grade.right, "1900 is TDA's smallest raise, not this house's"
    served = practice.next_question(learner, choice)
    assert practice.answer(learner, served.token, DOUBLED).grade.right
    assert set(Attempt.objects.values_list("ruleset", flat=True)) == {row.id_in_drills}


@pytest.mark.django_db
def test_the_explanation_cites_the_house_for_what_stands_in_no_book_and_sets_all_shipped_ones_against_it() -> None:
    row = kept()
    bucket_with_the_case(row)
    document = Bucket.objects.get().drill_set.get().spot(row.id_in_drills)
    told = explanation(KIND, document, KIND.solve(document))
    assert told.rule.cite == "House rule: Our room."
    assert [(each.names, each.differs) for each in told.houses if "JJ" in each.names] == [("JJ", False)]
    others = next(each.names for each in told.houses if each.differs)
    assert all(ruleset(id).name in others for id in RULESET_IDS if id != "jj")


@pytest.mark.django_db
def test_a_house_that_changes_something_else_has_the_book_cited_for_what_is_asked() -> None:
    document = replace(parse(CASE["doc"]), rules=house_rules.as_rules(kept(fl_cap=4)))
    assert explanation(KIND, document, KIND.solve(document)).rule.cite.startswith("TDA 2024, rule 43-A")


@pytest.mark.django_db
def test_only_its_owner_and_the_people_of_a_class_that_uses_it_are_asked_by_an_own_house() -> None:
    owner, member, stranger = person("ines", User.Role.INSTRUCTOR), person("ann"), person("bob")
    row = kept(owner.pk)
    classroom = Classroom.objects.create(teacher=owner, name="Friday", house=row)
    Membership.objects.create(classroom=classroom, learner=member)
    query = QueryDict(choice_query(Choice(ruleset=row.id_in_drills)))
    asked = {user.username: read_choice(query, user.pk).ruleset for user in (owner, member, stranger)}
    assert asked == {"ines": row.id_in_drills, "ann": row.id_in_drills, "bob": "tda"}
    assert read_choice(query).ruleset == "tda"
    pages = {
        user.username: browser(user).get(f"/rules/house/{row.id_in_drills}/") for user in (owner, member, stranger)
    }
    assert {name: page.status_code for name, page in pages.items()} == {"ines": 200, "ann": 200, "bob": 404}
    assert "The smallest raise" in pages["ann"].content.decode()
    assert Client().get(f"/rules/house/{row.id_in_drills}/").status_code == 404


@pytest.mark.django_db
def test_a_link_to_a_spot_of_an_own_house_asks_whoever_has_it_by_that_house() -> None:
    row = kept()
    bucket_with_the_case(row)
    name = sharing.spot_name(Bucket.objects.get().drill_set.get().pk, row.id_in_drills)
    assert sharing.shared_spot(name).document.rules.name == "Our room"
    page = Client().get(f"/spot/{name}/")
    assert page.status_code == 200
    assert "Our room" in page.content.decode()


@pytest.mark.django_db
def test_a_run_by_an_own_house_asks_by_it() -> None:
    user = person("ann")
    row = kept(user.pk)
    bucket_with_the_case(row)
    run = runs.start(Learner({}, user.pk), "survival", Choice("min_raise", ruleset=row.id_in_drills))
    assert (run.ruleset, runs.served(run).document.rules.name) == (row.id_in_drills, "Our room")


@pytest.mark.django_db
def test_a_token_of_a_house_that_there_is_not_is_none() -> None:
    row = kept()
    bucket_with_the_case(row)
    drill = Bucket.objects.get().drill_set.get()
    token = Token(drill.pk, f"own-{row.pk + 1}", timezone.now(), uuid4(), "")
    with pytest.raises(BadToken):
        practice.answer(Learner({}), write_token(token), RIGHT)


@pytest.mark.django_db
def test_an_instructor_writes_rules_and_changes_them_and_the_history_says_what_changed() -> None:
    client = browser(person("ines", User.Role.INSTRUCTOR))
    first = client.post("/author/houses/new", FORM, follow=True)
    assert "Our room is kept as version 1." in first.content.decode()
    row = HouseRules.objects.get()
    client.post(f"/author/houses/{row.pk}/", {**FORM, "fl_cap": "4", "name": "Our big room"})
    second = HouseRules.objects.get(before=row)
    assert second.changes == {"min_raise": "double", "fl_cap": 4}
    page = client.get(f"/author/houses/{second.pk}/").content.decode()
    assert "The cap: four raises, before that three raises" in page
    assert "It was called Our room before." in page
    outdated = client.post(f"/author/houses/{row.pk}/", {**FORM, "name": "Another"})
    assert outdated.status_code == 422
    assert 'value="Another"' in outdated.content.decode()
    assert HouseRules.objects.count() == 2


@pytest.mark.django_db
def test_a_form_with_a_value_that_there_is_not_comes_back_with_what_was_typed() -> None:
    client = browser(person("ines", User.Role.INSTRUCTOR))
    page = client.post("/author/houses/new", {"name": "Our room", "base": "tda", "reopen": "never"})
    assert page.status_code == 422
    assert 'value="Our room"' in page.content.decode()
    assert not HouseRules.objects.exists()


@pytest.mark.django_db
def test_nobody_sees_the_form_of_anothers_rules_and_a_learner_writes_none() -> None:
    ines, igor, ann = person("ines", User.Role.INSTRUCTOR), person("igor", User.Role.INSTRUCTOR), person("ann")
    row = kept(ines.pk)
    assert browser(igor).get(f"/author/houses/{row.pk}/").status_code == 404
    assert browser(ann).get("/author/houses/").status_code == 403
    assert browser(ann).post("/author/houses/new", FORM).status_code == 403
    assert Client().get("/author/houses/").status_code == 302


@pytest.mark.django_db
def test_the_list_takes_as_many_queries_for_sixty_rules_as_for_two(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ines = person("ines", User.Role.INSTRUCTOR)
    client = browser(ines)
    for rows in (2, 58):
        HouseRules.objects.bulk_create(HouseRules(name=f"Room {row}", owner=ines) for row in range(rows))
        with django_assert_num_queries(5):  # account, its permissions (two), how many, the page
            assert client.get("/author/houses/").status_code == 200
