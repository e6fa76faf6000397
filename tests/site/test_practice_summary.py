"""The summary of a run: what was asked, what was right, and each miss beside what is right (issue 3, "Practice")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from quizzes import practice
from quizzes.kinds import KINDS
from quizzes.learners import Learner
from quizzes.models import Attempt, Drill
from quizzes.practice import RUN_LENGTH
from quizzes.practising.asking import Choice
from quizzes.practising.summary import miss_of, summary
from quizzes.showing.explanation import explanation, quoted
from quizzes.wording.steps import step_text
from tests.site import pages
from tests.site.pages import attribute, elements, links, text, tree, with_class
from tests.site.people import browser_of, deal, person, practise, sign_up
from tests.site.stand_ins import CASE, IN_PART, RIGHT, WRONG, account, ask, make_bucket, only_drill, store, visitor

pytestmark = pytest.mark.django_db

ADDRESS = "/practice/summary/"


@pytest.fixture
def drill() -> Drill:
    """The one drill that CHOICE leads to: a minimum raise to 1900, by 700 (CASE)."""
    return only_drill()


def misses(page: str) -> list[str]:
    return [text(miss) for miss in with_class(page, "miss")]


@pytest.mark.parametrize("who", [visitor, account])
def test_each_question_is_told_with_its_verdict_and_each_miss_with_what_is_right(
    drill: Drill, who: Callable[[], Learner]
) -> None:
    learner = who()
    for raw in (RIGHT, WRONG, IN_PART):
        practice.answer(learner, ask(learner), raw)
    told = summary(learner.session)
    assert [(item.number, item.kind, item.verdict) for item in told.items] == [
        (1, "min_raise", "right"),
        (2, "min_raise", "wrong"),
        (3, "min_raise", "part"),
    ]
    assert [(skill.kind, skill.asked, skill.right) for skill in told.skills] == [("min_raise", 3, 1)]
    right = CASE["answer"]
    names = {"Raise to": "raise_to", "Raise by": "raise_by", "Chips added": "adds"}
    assert [[(part.name, part.given) for part in miss.parts] for miss in told.missed] == [
        [("Raise to", "2,000"), ("Raise by", "1"), ("Chips added", "2")],
        [("Chips added", "2")],
    ]
    for part in (part for miss in told.missed for part in miss.parts):
        assert part.right == f"{right[names[part.name]]:,}"
    # the small blind went from 500 to 1200 (CASE): what decides is a last raise of 700
    assert all("700" in miss.why for miss in told.missed)
    assert told.missed_choices == (Choice("min_raise"),)


def test_the_mistake_behind_a_miss_is_named(drill: Drill) -> None:
    learner = visitor()
    doubled = {"raise_to": ["2400"], "raise_by": ["1200"], "adds": ["2200"]}  # twice the bet of 1200
    practice.answer(learner, ask(learner), doubled)
    assert summary(learner.session).missed[0].mistakes == ("Doubling the bet",)


def test_a_run_holds_twenty_at_most_and_the_next_begins_anew(drill: Drill) -> None:
    learner = visitor()
    for _ in range(RUN_LENGTH):
        practice.answer(learner, ask(learner), RIGHT)
    assert len(summary(learner.session).items) == len(learner.session["answers"]) == RUN_LENGTH
    practice.answer(learner, ask(learner), WRONG)
    assert [item.verdict for item in summary(learner.session).items] == ["wrong"]


def test_an_answer_that_is_sent_again_is_in_the_summary_once(drill: Drill) -> None:
    learner = visitor()
    token = ask(learner)
    for raw in (WRONG, RIGHT):
        practice.answer(learner, token, raw)
    assert [item.verdict for item in summary(learner.session).items] == ["wrong"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_miss_of_every_kind_is_told_on_the_page(client: Client, kind: str) -> None:
    page = pages.ask(client, kind=kind, level=3)
    question = pages.asked(page)
    told = pages.answer(client, page, question.wrong).content.decode()
    assert ADDRESS in links(page) & links(told)
    shown = client.get(ADDRESS).content.decode()
    rows = [
        text(row)
        for row in elements(with_class(told, "fields")[0], "tr")
        if with_class(row, "struck") or "wrong" in text(row)
    ]
    missed = [
        [text(cell) for cell in elements(row, "th", "td")] for row in elements(with_class(shown, "miss")[0], "tr")
    ]
    assert len(missed) - 1 == len(rows)
    for cells in missed[1:]:
        assert any(row.startswith(" ".join(cells)) for row in rows), "name, given and right as the feedback has them"
    assert f"/practice/?kind={kind}" in links(shown)


def test_the_page_counts_offers_the_missed_skills_and_goes_on_with_the_choice(client: Client) -> None:
    for kind, right in (("winner", False), ("min_raise", True), ("side_pots", False)):
        page = pages.ask(client, kind=kind, level=2)
        question = pages.asked(page)
        pages.answer(client, page, question.right if right else question.wrong)
    shown = client.get(ADDRESS).content.decode()
    assert text(next(elements(shown, "h1"))) == "3 spots answered, 1 right"
    buttons = with_class(with_class(shown, "onward")[0], "button")
    assert [attribute(button, "href") for button in buttons[:2]] == [
        "/practice/?kind=winner.side_pots",
        "/practice/?kind=side_pots&level=2",
    ]
    assert len(misses(shown)) == 2


def test_what_was_missed_is_practised_under_its_house_and_in_its_games(client: Client) -> None:
    for kind, house, game in (("min_raise", "jj", "omaha"), ("awards", "rrop", ""), ("read_hand", "jj", "")):
        page = pages.ask(client, kind=kind, level=2, ruleset=house, **({"game": game} if game else {}))
        pages.answer(client, page, pages.asked(page).wrong)
    pages.answer(client, (page := pages.ask(client, kind="winner", ruleset="bridge")), pages.asked(page).right)
    buttons = with_class(with_class(client.get(ADDRESS).content.decode(), "onward")[0], "button")
    assert [attribute(button, "href") for button in buttons[:2]] == [
        "/practice/?kind=min_raise.read_hand&ruleset=jj&game=omaha.holdem",
        "/practice/?kind=awards&ruleset=rrop",
    ]
    assert ["JJ" in text(buttons[0]), "JJ" in text(buttons[1])] == [True, False]


@pytest.mark.parametrize("kind", KINDS)
def test_a_miss_is_told_the_step_whose_rule_its_feedback_shows(kind: str) -> None:
    document = pages.drill_of(kind)
    [drill] = store(make_bucket(KINDS[kind], 3), [document])
    house = pages.usual(KINDS[kind], 3).house
    solution = KINDS[kind].solve(document)
    response = KINDS[kind].parse(document, KINDS[kind].examples(document).wrong[0])
    miss = miss_of(1, drill, house, response)
    rules = [quoted(step.rule, document.rules) for step in solution.told if step_text(step) == miss.why]
    assert explanation(KINDS[kind], document, solution).rule in rules


def test_a_spot_is_answered_again_as_ones_own_and_leads_back(client: Client) -> None:
    deal()
    practise(client, [False, True])
    spots = [link for link in links(client.get(ADDRESS).content.decode()) if link.startswith("/spot/")]
    assert len(spots) == 2
    for spot in spots:
        page = client.get(spot).content.decode()
        assert "You had this spot before." in text(tree(page))
        assert "does not count" in text(tree(page))
        assert ADDRESS in links(page)
        told = client.post(attribute(pages.form(page), "action") or "", {"token": pages.sent(page)["token"], **RIGHT})
        assert ADDRESS in links(told.content.decode())


def test_ending_a_run_begins_another_and_loses_no_answer(client: Client) -> None:
    deal()
    practise(client, [True, False])
    response = client.post(ADDRESS)
    assert response.headers["Location"].startswith("/practice/")
    assert "Nothing answered yet" in client.get(ADDRESS).content.decode()
    assert Attempt.objects.count() == 2
    practise(client, [True])
    assert "1 spot answered, 1 right" in client.get(ADDRESS).content.decode()


def test_a_visitor_who_signs_up_keeps_the_summary_and_signing_out_shows_it_to_nobody(client: Client) -> None:
    deal()
    practise(client, [True, False])
    sign_up(client)
    assert "2 spots answered, 1 right" in client.get(ADDRESS).content.decode()
    client.post("/account/logout/")
    assert "Nothing answered yet" in client.get(ADDRESS).content.decode()


def test_a_session_from_before_summaries_has_an_empty_one(client: Client) -> None:
    session = client.session
    session["run"] = ["right", "wrong"]
    session.save()
    assert "Nothing answered yet" in client.get(ADDRESS).content.decode()


@pytest.mark.parametrize("answers", [1, RUN_LENGTH])
def test_the_summary_takes_one_query_and_who_is_signed_in_another(
    client: Client, answers: int, django_assert_num_queries: Callable[[int], Any]
) -> None:
    deal()
    signed_in = browser_of(person())
    for browser, queries in ((client, 1), (signed_in, 2)):
        practise(browser, [place % 2 == 0 for place in range(answers)])
        with django_assert_num_queries(queries):
            shown = browser.get(ADDRESS).content.decode()
        assert len(misses(shown)) == answers // 2


def test_the_summary_without_an_answer_takes_no_query(
    client: Client, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(0):
        assert client.get(ADDRESS).status_code == 200
