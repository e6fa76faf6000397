"""The pages of mistakes: every misconception by skill, and each one with a pair of spots that the engine confirms.

What is expected: issue 5, "Misconceptions". What is right in a spot is held against the second computation of its kind,
which shares no method with the engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from quizzes.engine.document import Action, Document
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import RULES
from quizzes.kinds import KINDS, second
from quizzes.kinds.base import Kind, Misconception
from quizzes.learning.habits import Evidence, Habits
from quizzes.learning.skills import Skill
from quizzes.management.commands.contrast import toml
from quizzes.practising import choices, course
from quizzes.reference import mistakes
from quizzes.reference.contrast import answered, find, gives, right_values
from quizzes.reference.spot_changes import changed
from quizzes.wording.mistake_pages import NO_SECOND, TOLD
from tests.site.pages import attribute, elements, links, text, tree, with_attribute, with_class
from tests.site.test_text_pages import hold_for_every_page

EVERY = [(kind.id, trap.id) for kind in KINDS.values() for trap in kind.misconceptions]
ASKED = list(dict.fromkeys(kind for kind, _id in EVERY))
"""The kinds that have misconceptions."""

MOST_BYTES_OF_THE_LIST = 150_000
MOST_BYTES_OF_A_PAGE = 100_000


def shown(client: Client, address: str) -> str:
    """A page; no test of this module may use the database, so it needs no query."""
    response = client.get(address)
    assert response.status_code == 200
    page = response.content.decode()
    hold_for_every_page(response, page)
    return page


@cache
def of(kind: str) -> list[Case]:
    """A kind's misconceptions, each with its pair as it is written."""
    return [Case(KINDS[kind], trap) for trap in KINDS[kind].misconceptions]


class Case:
    """A misconception and the documents of its pair, answered by the second computation."""

    def __init__(self, kind: Kind, trap: Misconception) -> None:
        self.kind, self.trap = kind, trap
        self.page = mistakes.page(kind.id, trap.id)
        first, second_path = mistakes.wrong_path(kind.id, trap.id), mistakes.right_path(kind.id, trap.id)
        self.wrong = loads(first.read_text(encoding="utf-8"))
        self.right = loads(second_path.read_text(encoding="utf-8")) if second_path.exists() else None

    def expected(self, document: Document) -> Mapping[str, Any]:
        """The right answer's values by the second computation."""
        return self.kind.values(document, self.kind.solve(document).answer, second.solve(document))

    def given(self, document: Document) -> Mapping[str, Any] | None:
        """What the wrong method gives."""
        return gives(self.kind, self.trap, document)


# The words


@pytest.mark.parametrize("kind", ASKED)
def test_every_misconception_has_a_name_a_sentence_why_people_do_it_and_a_rule(kind: str) -> None:
    for case in of(kind):
        page = case.page
        assert page.name
        assert page.what.endswith(".")
        assert 1 <= len(re.findall(r"[.!?](?:”)?(?: |$)", page.why)) <= 3, (case.trap.id, page.why)
        assert page.rule.text
        assert page.rule.cite
        assert page.here


def test_words_are_written_only_for_misconceptions_that_there_are() -> None:
    assert sorted(TOLD.keys() - {id for _kind, id in EVERY}) == []
    assert sorted(NO_SECOND.keys() - set(EVERY)) == []


def test_a_rule_that_is_named_is_one_of_the_rule_book() -> None:
    assert [id for id, told in TOLD.items() if told.rule and told.rule not in RULES] == []


# The pairs


def test_the_spots_are_those_of_the_misconceptions_that_there_are() -> None:
    written = set(mistakes.FOLDER.glob("*/*.toml"))
    named = {mistakes.wrong_path(*each) for each in EVERY} | {mistakes.right_path(*each) for each in EVERY}
    assert sorted(written - named) == []


@pytest.mark.parametrize("kind", ASKED)
def test_in_the_first_spot_the_wrong_method_gives_a_wrong_answer_and_is_named(kind: str) -> None:
    for case in of(kind):
        given = case.trap.solve(case.wrong)
        assert case.trap.applies(case.wrong), case.trap.id
        assert given is not None
        assert case.given(case.wrong) != case.expected(case.wrong), case.trap.id
        assert case.trap.id in case.kind.grade(case.wrong, given).misconceptions


@pytest.mark.parametrize("kind", ASKED)
def test_in_the_second_spot_it_is_right_or_the_reason_stands_why_there_is_none(kind: str) -> None:
    for case in of(kind):
        assert (case.right is None) == ((kind, case.trap.id) in NO_SECOND), case.trap.id
        if case.right is not None:
            method = case.given(case.wrong) if case.page.turned else case.given(case.right)
            assert case.expected(case.right) == method, case.trap.id


def test_a_pair_is_found_for_a_misconception_without_one() -> None:
    """Scenario format, `posting`: who has less than the blind posts what there is, not a whole one."""
    kind, trap = KINDS["posting"], mistakes.misconception("posting", "whole-blind")
    pair = find(kind, trap)
    assert pair.right is not None
    assert gives(kind, trap, pair.wrong) != right_values(kind, pair.wrong)
    assert gives(kind, trap, pair.right) == right_values(kind, pair.right)
    written = loads(toml(pair.wrong))
    assert (written.seats, written.question) == (pair.wrong.seats, pair.wrong.question)


def test_a_wrong_method_of_one_limit_has_no_answer_in_another() -> None:
    """`Misconception`: it shows in its limits alone; that a whole bet is needed is a mistake of fixed-limit."""
    trap, other = (mistakes.misconception("reopen", id) for id in ("whole-bet-needed", "turn-reopens"))
    document = loads(mistakes.wrong_path("reopen", "half-is-enough").read_text(encoding="utf-8"))
    assert (trap.limits, document.limit) == (("fixed-limit",), "no-limit")
    assert answered(trap, document) is None
    assert answered(other, document) is not None


def test_a_changed_spot_is_another_document() -> None:
    document = loads(mistakes.wrong_path("min_raise", "double-the-bet").read_text(encoding="utf-8"))
    others = list(changed(document))
    assert document not in others
    assert document.actions[:-1] in [other.actions for other in others]
    assert all(loads(toml(other)) == other for other in others)


# The pages


def test_the_list_names_every_misconception_under_its_skill_and_stays_light(client: Client) -> None:
    page = shown(client, "/mistakes/")
    assert len(page.encode()) < MOST_BYTES_OF_THE_LIST
    assert {f"/mistakes/{kind}/{id}/" for kind, id in EVERY} <= links(page)
    headings = [text(each) for each in elements(page, "h3")]
    assert headings == [name for group in choices.groups() for id, name in group.skills if KINDS[id].misconceptions]


@pytest.mark.parametrize("kind", ASKED)
def test_a_page_sets_two_spots_side_by_side_in_pictures_and_in_words(client: Client, kind: str) -> None:
    told = of(kind)[-1].page
    page = shown(client, f"/mistakes/{kind}/{KINDS[kind].misconceptions[-1].id}/")
    assert len(page.encode()) < MOST_BYTES_OF_A_PAGE
    said = text(tree(page))
    for words in (told.name, told.what, told.why, told.rule.text, told.rule.cite, told.wrong.shown.answer.title):
        assert " ".join(words.split()) in said
    spots = [spot for spot in (told.wrong, told.right) if spot is not None]
    assert len(with_class(page, "spot-asks")) == len(spots)
    assert [
        label
        for each in elements(page)
        if (label := attribute(each, "aria-labelledby")) and not with_attribute(page, "id", label)
    ] == []


def test_a_page_says_what_the_mistake_gives_beside_what_is_right(client: Client) -> None:
    """TDA 2024 43-A: twice the bet is the mistake; right is the bet and the last raise, by the second computation."""
    document = loads(mistakes.wrong_path("min_raise", "double-the-bet").read_text(encoding="utf-8"))
    bet = max(action.amount or 0 for action in document.actions if isinstance(action, Action))
    page = shown(client, "/mistakes/min_raise/double-the-bet/")
    by_mistake, right = list(elements(with_class(page, "fields")[0], "td"))[:2]
    assert text(by_mistake) == f"{2 * bet:,} (wrong)"
    assert text(right) == f"{second.solve(document)['raise_to']:,}"


@pytest.mark.parametrize("address", ["/mistakes/min_raise/no-such/", "/mistakes/no_such/double-the-bet/"])
def test_what_there_is_not_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("kind", ASKED)
def test_its_drill_asks_for_games_and_a_house_in_which_it_shows(kind: str) -> None:
    for case in of(kind):
        choice = choices.read_choice(QueryDict(case.page.drill))
        assert (choice.kinds, choice.mistake) == ((kind,), case.trap.id)
        assert all(case.trap.known_in(*variant) for variant in choice.variants(case.kind))
        assert choice.ruleset == case.wrong.rules.id


# Where a learner stands


MISSES = (("double-the-bet",), (), ("double-the-bet",), ("double-the-bet",))
KNOWN = Habits({"double-the-bet": Evidence(3.0, 6, 3, 2, True), "to-for-by": Evidence(-2.0, 4)}, MISSES)


def test_only_a_misconception_that_was_told_has_a_standing() -> None:
    assert mistakes.stands(KNOWN, "double-the-bet") == mistakes.Standing(times=3, misses=4, successes=2, needed=3)
    assert mistakes.stands(KNOWN, "to-for-by") is None
    assert mistakes.stands(KNOWN, "count-the-call") is None


def test_a_page_says_where_the_learner_stands(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 5: “3 of your last 4 misses”, cleared by three diagnostic successes."""
    monkeypatch.setattr(course, "skills_of", lambda learner: {"min_raise": Skill(habits=KNOWN)})
    told = with_class(shown(client, "/mistakes/min_raise/double-the-bet/"), "mistake-standing")
    assert "3 of your last 4 misses in Minimum raise" in text(told[0])
    assert "2 of 3" in text(told[0])
    assert with_class(shown(client, "/mistakes/min_raise/to-for-by/"), "mistake-standing") == []
    assert with_class(shown(client, "/mistakes/reopen/turn-reopens/"), "mistake-standing") == []
