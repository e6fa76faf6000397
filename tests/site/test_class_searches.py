"""What is found for a class: among its people, and among the scenarios for a set and for the wall."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.site.classwork import GOAL, HOUR, a_class, browser, given, person, scenarios
from tests.site.pages import text, tree
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment

pytestmark = pytest.mark.django_db

What = Assignment.What


def test_a_null_in_what_is_searched_for_changes_nothing() -> None:
    """No database takes that character in a text."""
    ann, bob = person("ann"), person("bob")
    classroom = a_class(ann, bob)
    goal = assignments.make(classroom.teacher, classroom, What.GOAL, GOAL, learners=[ann.pk])
    bets = given(classroom, What.SET, name="Bets")
    scenarios(1)
    for address, found in (
        ("wall/written/?wanted=Bet%00", "Bet 1"),
        (f"assignments/{bets.pk}/scenarios/?wanted=%00Bet", "Bet 1"),
        (f"assignments/{goal.pk}/learners/?name=b%00ob", "bob"),
        ("people/?name=b%00ob", "bob"),
    ):
        page = browser(classroom.teacher).get(f"/classes/{classroom.pk}/{address}")
        assert found in text(tree(page.content.decode())), address


def test_a_scenario_without_a_title_is_named_by_its_number_and_how_its_prompt_begins() -> None:
    """A prompt is a text or a table of texts by language; where there is none, the skill says what it is."""
    ann = person("ann")
    classroom = a_class(ann)
    now = timezone.now()
    bets = given(classroom, What.SET, name="Bets", opens_at=now - HOUR, due_at=now + HOUR)
    made = scenarios(3)
    for version, prompt in zip(
        made, ("Ann mucks.\nIs her hand dead?", {"ms": "Siapa?", "en": "Whose odd chip?"}, ""), strict=True
    ):
        version.title, version.document = "", {"prompt": prompt} if prompt else {}
        version.save()
    assignments.add_scenarios(bets, [version.pk for version in made[:2]])
    words = ("Ann mucks. Is her hand dead?", "Whose odd chip?", "Minimum raise")
    names = [f"Scenario {version.scenario_id}: {begins}" for version, begins in zip(made, words, strict=True)]
    base = f"/classes/{classroom.pk}/"
    for user, address, there in (
        (classroom.teacher, f"{base}assignments/{bets.pk}/scenarios/", names),
        (classroom.teacher, f"{base}wall/written/", names),
        (ann, f"/classes/given/{bets.pk}/", names[:2]),
    ):
        said = text(tree(browser(user).get(address).content.decode()))
        assert all(name in said for name in there), address
