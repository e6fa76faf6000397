"""A regrade by the key of another spot than the one that learners were shown: never offered, and only with its
author's tick. So is one under another house, and a written question with another prompt.

What is right is as in test_regrading.py.
"""

from __future__ import annotations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from quizzes import house_rules, notices
from quizzes.engine.notation import loads
from quizzes.models import Regrade, Scenario, ScenarioVersion
from quizzes.practising import sharing
from quizzes.regrades import marking, regrading
from tests.site.pages import attribute, elements, text, tree, with_attribute, with_class
from tests.site.people import browser_of, person
from tests.site.regraded import RIGHT_THEN, YES_OR_NO, answered, mark, spot, version

pytestmark = pytest.mark.django_db

DOUBLING = 'rules = {base = "tda", min_raise = "double"}'


def test_a_spot_is_another_one_where_something_else_is_shown_and_not_where_its_words_are_corrected() -> None:
    usual = {
        "seats": '[{name = "A", stack = 900}, {name = "B"}]',
        "blinds": "[50, 100]",
        "street": '"turn"',
        "actions": '"A bets 100"',
        "question": '{kind = "min_raise"}',
    }

    def shown(changed: str) -> object:
        key, _equals, value = changed.partition(" = ")
        return marking.shown(loads("\n".join(f"{name} = {text}" for name, text in {**usual, key: value}.items())))

    same = shown('street = "turn"')
    for others in (
        "ante = 10",
        "blinds = [50, 200]",
        'board = "9c Kc 3h 2d"',
        'street = "flop"',
        "pot = 500",
        DOUBLING,
    ):
        assert shown(others) != same, others
    for corrected in (
        'rules = {base = "tda", odd_chip = "high-card"}',
        'prompt = "How little?"',
        'note = "A"',
        "level = 2",
    ):
        assert shown(corrected) == same, corrected


def test_answers_to_another_spot_are_offered_no_regrade_and_get_none_without_a_tick(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """B raised to 300, and C was right with 500: that the next version says 400 makes that no mistake."""
    author = person("Author", role="instructor")
    scenario = Scenario.objects.create(owner=author)
    wrong = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, spot(400), "published")
    right = answered(wrong, person("Ann"), RIGHT_THEN)
    published = ScenarioVersion.objects.get(number=2)
    corrected = marking.key_for(wrong).by.pk
    assert regrading.offers(published.scenario_id) == []
    browser, address = browser_of(author), f"/author/regrades/drill/{wrong.pk}/"
    other = browser_of(person("Other", role="instructor"))
    assert other.post(address, {"mode": "full", "told": str(corrected)}).status_code == 422
    assert "Only the author of the scenario can say" in text(tree(other.get(address).content.decode()))
    assert "Regrade" not in [text(found) for found in elements(other.get(address).content.decode(), "button")]
    page = browser.get(address, {"mode": "full"}).content.decode()
    assert "These answers were given to another spot." in text(tree(page))
    rows = [text(row) for row in elements(with_class(page, "author-changes")[0], "tr")]
    assert rows[1:] == [  # TDA 2024 43-A: by the last raise at least, 200 over 300 and 300 over 400
        "The answer The smallest raise is to 500, by 200 The smallest raise is to 700, by 300",
        "What has happened A bets 100, B raises to 300 A bets 100, B raises to 400",
    ]
    assert "in all others the answer follows from the table and the house" in text(tree(page))
    here = f"/author/scenarios/{scenario.pk}/"
    for found in (page, browser.get(f"{here}versions/").content.decode()):
        assert "Correct version 1" not in text(tree(found)), "no key to the same spot could be another one"
    assert browser.post(f"{here}act", {"act": "correct", "version": "1"}).status_code == 404
    box = with_attribute(page, "name", "told")[0]
    assert (attribute(box, "value"), attribute(box, "checked")) == (str(corrected), None)
    with django_capture_on_commit_callbacks() as callbacks:
        for told in ({}, {"told": "x"}, {"told": str(wrong.pk)}):
            assert browser.post(address, {"mode": "full", **told}).status_code == 422
        assert browser.post(address, {"mode": "full", "told": str(corrected)}).status_code == 302
    assert len(callbacks) == 1
    done = Regrade.objects.get()
    regrading.run(done.pk)
    assert "Author said that learners" in text(tree(browser.get(f"/author/regrades/{done.pk}/").content.decode()))
    assert mark(right) == (1, 3, False)
    notice = notices.unseen(right.user_id)[0]
    assert "did not show what you had been told" in notice.sentences[0]
    assert notice.url == f"/spot/{sharing.spot_name(corrected, 'tda')}/?from=progress", "where 700 is right"


def test_under_another_house_and_with_another_prompt_an_answer_is_regraded_only_with_a_tick() -> None:
    """500 by 200 is right over a raise from 100 to 300 by TDA 2024 43-A; where a raise doubles the bet, 600 is."""
    author, ann = person("Author", role="instructor"), person("Ann")
    doubling = house_rules.keep("tda", {"min_raise": "double"}, author.pk, "Doubling")
    under, asked = (Scenario.objects.create(owner=author) for _ in range(2))
    wrong = version(under, 1, spot(300), "retired")
    version(under, 2, spot(300), "published", doubling.id_in_drills)
    asks = version(asked, 1, loads(YES_OR_NO.format(right=1)), "retired")
    version(asked, 2, loads(YES_OR_NO.format(right=2).replace("A raise", "A not raise")), "published")
    right = answered(wrong, ann, RIGHT_THEN)
    answered(asks, ann, {"right": [1]})
    for drill, why in ((wrong, "other house rules"), (asks, "another spot")):
        assert regrading.offers(drill.scenario_version.scenario_id) == []
        with pytest.raises(regrading.AnotherSpot, match=why):
            regrading.start(drill, "full", author.pk)
    done = regrading.start(wrong, "full", author.pk, told=marking.key_for(wrong).by.pk)
    assert (done.told, done.made_by) == (True, author)
    regrading.run(done.pk)
    assert mark(right) == (2, 3, False), "what is added follows from the slip"
    assert "under other house rules than you had been told" in notices.unseen(ann.pk)[0].sentences[0]
