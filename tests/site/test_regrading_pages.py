"""The pages of regrading: who reaches them, what they say, and how much they ask (issue 7, "Versions")."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.db.models import Q
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from quizzes import tasks
from quizzes.authoring import oversight
from quizzes.models import (
    Attempt,
    Drill,
    Regrade,
    Scenario,
    ScenarioVersion,
)
from quizzes.regrades import regrading
from tests.site.pages import elements, landmarks, text, tree
from tests.site.people import browser_of, person
from tests.site.regraded import (
    NOW,
    RIGHT_NOW,
    answered,
    author,
    everybody,
    regrade,
    ruled,
    spot,
    ticked,
    version,
    wrong,
)
from tests.site.stand_ins import make_bucket, store
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

__all__ = ["author", "ruled", "wrong"]


def test_only_those_who_look_after_a_drill_reach_its_regrade(wrong: Drill, author: User) -> None:
    done = regrade(wrong)
    pages = [f"/author/regrades/drill/{wrong.pk}/", f"/author/regrades/{done.pk}/"]
    assert {Client().get(page).status_code for page in ("/author/regrades/", *pages)} == {302}
    lea = browser_of(person("Lea"))
    assert {lea.get(page).status_code for page in ("/author/regrades/", *pages)} == {403}
    assert {browser_of(author).get(page).status_code for page in ("/author/regrades/", *pages)} == {200}
    reserve = store(make_bucket(reserve=True), [spot(300)])[0]
    assert browser_of(author).get(f"/author/regrades/drill/{reserve.pk}/").status_code == 404


def test_the_dry_run_becomes_one_regrade_by_a_click_and_a_double_click(
    ruled: Drill, author: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ticked(ruled)
    browser, address = browser_of(author), f"/author/regrades/drill/{ruled.pk}/"
    page = text(tree(browser.get(address, {"mode": "full"}).content.decode()))
    assert "2 would be worth more. 1 would be worth less." in page
    assert "the mistake has another name" not in page
    assert "Which answers are right 1 2" in page
    assert "“Regrade” does what this page shows (full: marks rise and fall)." in page
    assert "The answer Right is: yes Right is: no" in page
    assert "another spot" not in page
    names = landmarks(browser.get(address, {"mode": "full"}).content.decode())
    assert sorted(names) == sorted(set(names)), "each region has a name of its own (WAI-ARIA 1.2, landmark roles)"
    with django_capture_on_commit_callbacks() as callbacks:
        sent = [browser.post(address, {"mode": "full"})["Location"] for _twice in range(2)]
    assert len(callbacks) == 2
    row = Regrade.objects.get()
    assert sent == [f"/author/regrades/{row.pk}/"] * 2
    assert (row.mode, row.made_by) == ("full", author)
    assert 'hx-trigger="every' in browser.get(sent[0]).content.decode()
    tasks.GIVEN_UP[tasks.regrade.name](row.pk)
    held_up = "held up by a fault of this site"
    assert held_up in browser.get(sent[0]).content.decode()
    regrading.run(row.pk)
    after = browser.get(sent[0]).content.decode()
    assert held_up not in after
    assert 'hx-trigger="every' not in after
    assert len(list(elements(after, "tr"))) == 1 + 3
    assert browser.post(address, {"mode": "any"}).status_code == 422


def test_the_page_of_an_items_figures_says_whether_it_was_regraded_and_by_which_key_its_answer_is(
    ruled: Drill, author: User
) -> None:
    ticked(ruled)
    browser, address = browser_of(author), f"/author/statistics/{ruled.pk}/"
    before = text(tree(browser.get(address).content.decode()))
    assert "Its key was corrected: regrade" in before
    assert "The question and its answer by the old key" in before
    waiting = regrading.start(ruled, "full", author.pk)
    assert "A regrade is under way" in browser.get(address).content.decode()
    regrading.run(waiting.pk)
    page = browser.get(address).content.decode()
    assert f'href="/author/regrades/{waiting.pk}/"' in page
    assert "Its key was corrected: regrade" not in page
    assert "Regraded on " in page


def test_after_a_corrected_version_is_published_its_page_offers_the_regrade_with_what_it_would_change(
    ruled: Drill, author: User, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Of four answers one falls, two rise, and one, that both are right, is as it was."""
    ticked(ruled)
    published = ScenarioVersion.objects.get(state="published")
    address, plan = f"/author/scenarios/{published.scenario_id}/", f"/author/regrades/drill/{ruled.pk}/"
    browser = browser_of(author)
    page = browser.get(address).content.decode()
    told = "4 answers were given to it. By the answer of the version that is published, 3 of them"
    assert told in text(tree(page))
    assert f"{plan}?mode=full" in re.findall(r'href="([^"]+)"', page)
    rows = list(elements(browser.get(f"{plan}?mode=full").content.decode(), "tr"))
    assert len(rows) == 1 + 2 + 1 + 3, "the answer and its key differ, and three answers"
    # The versions, what was regraded, how many answered, the drill; its key for the offer and for the dry run (4); the
    # answers, of what those that stay were told, and whether a set still asks it. Those in the archive are counted and
    # marked too (2).
    with django_assert_num_queries(13):
        regrading.offers(published.scenario_id)
    monkeypatch.setattr(regrading, "MOST_AT_ONCE", 3)
    assert regrading.offers(published.scenario_id) == [regrading.Offer(ruled.pk, 1, 2, 4, None)]
    assert "Only the latest 3 are looked at here" in text(tree(browser.get(plan).content.decode()))
    Attempt.objects.filter(user__username="Ann").delete()
    nobody_loses = regrading.Offer(ruled.pk, 1, 2, 3, 2, "raise", misled=1)
    assert regrading.offers(published.scenario_id) == [nobody_loses]
    regrading.run(regrading.start(ruled, "full", author.pk).pk)
    assert regrading.offers(published.scenario_id) == [], "it is done"


def test_no_regrade_is_offered_where_no_mark_would_change(author: User) -> None:
    scenario = Scenario.objects.create(owner=author)
    drill = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, spot(300), "published")
    everybody(drill)
    assert regrading.offers(scenario.pk) == []


def test_learners_are_named_only_to_those_who_may_know_them(
    wrong: Drill, author: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody(wrong)
    address = f"/author/regrades/drill/{wrong.pk}/?mode=full"
    page = text(tree(browser_of(author).get(address).content.decode()))
    assert "Ben" not in page
    assert ("a learner" in page, "a visitor" in page) == (True, True)
    monkeypatch.setattr(oversight, "NAMED", [lambda viewer: Q(username="Ben")])
    page = text(tree(browser_of(author).get(address).content.decode()))
    assert ("Ben" in page, "Cyd" in page) == (True, False)


def test_the_pages_ask_as_much_of_two_attempts_as_of_sixty(
    wrong: Drill, author: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser, learner = browser_of(author), person("Ann")
    attempts = [answered(wrong, learner, RIGHT_NOW, minute) for minute in range(2)]
    with django_assert_num_queries(9):  # account, its permissions twice; drill; both versions; attempts twice; names
        browser.get(f"/author/regrades/drill/{wrong.pk}/")
    rows = [
        Attempt(nonce=uuid4(), issued_at=NOW, **{name: getattr(attempts[0], name) for name in COPIED})
        for _ in range(58)
    ]
    for row in rows:
        row.record()
    with django_assert_num_queries(9):
        browser.get(f"/author/regrades/drill/{wrong.pk}/")
    done = regrade(wrong)
    assert done.changed == 60
    with django_assert_num_queries(8):  # account, permissions twice; regrade; how many twice; a page of them; names
        page = browser.get(f"/author/regrades/{done.pk}/").content.decode()
    assert len(list(elements(page, "tr"))) == 1 + 50
    with django_assert_num_queries(5):  # account, its permissions twice; how many; a page of them
        browser.get("/author/regrades/")


COPIED = (
    "drill",
    "ruleset",
    "user",
    "response",
    "points",
    "out_of",
    "right",
    "misconceptions",
    "answered_at",
    "seconds",
)
