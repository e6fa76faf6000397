"""What is told of an answer is kept for whoever gives the same answer to the same spot; of the reserve nothing is."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings
from django.utils import translation

from quizzes.kinds.base import Raw
from quizzes.models import Attempt, Drill
from quizzes.practice import Outcome
from quizzes.practising import dealt
from quizzes.showing import feedback
from quizzes.showing.feedback import Answered, Feedback
from tests.site.pages import answer, ask
from tests.site.stand_ins import RIGHT, WRONG, make_bucket, only_drill, store_case

URL = "/practice/spot/x/"
OTHER: Raw = {**WRONG, "raise_to": ["2001"]}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Feedback]:
    """What was told anew, in its order."""
    found: list[Feedback] = []
    tell = feedback._told

    def note(answered: Answered) -> Feedback:
        found.append(tell(answered))
        return found[-1]

    monkeypatch.setattr(feedback, "_told", note)
    return found


def outcome_of(drill: Drill, raw: Raw, house: str = "tda") -> Outcome:
    """What an answer to a drill is worth under a house, as practice finds it."""
    kind, (document, solution) = dealt.kind_of(drill, house), dealt.dealt(drill, house)
    response = kind.parse(document, raw)
    attempt = Attempt(drill=drill, ruleset=house, response=response)
    return Outcome(document, kind, response, kind.grade(document, response), solution, attempt, False)


def test_the_same_answer_to_the_same_spot_is_told_once_to_all(db: None, told: list[Feedback]) -> None:
    only_drill()
    pages = [
        answer(client, ask(client, kind="min_raise", level=1), raw, htmx=True).content.decode()
        for raw in (WRONG, RIGHT, WRONG, RIGHT)
        for client in [Client()]
    ]
    assert [each.verdict for each in told] == ["right", "wrong"]  # what is right was put together with the question
    assert all(told[0].compared in page for page in pages[1::2])
    assert all(told[1].compared in page and told[1].mistaken in page for page in pages[::2])
    assert "2,000" in told[1].compared  # what WRONG says
    assert "2,000" not in told[0].compared


@pytest.mark.parametrize("change", ["response", "house", "language", "nothing"])
def test_another_answer_house_or_language_is_told_anew(db: None, told: list[Feedback], change: str) -> None:
    drill = only_drill()
    feedback.feedback(outcome_of(drill, WRONG))
    with translation.override("ms" if change == "language" else "en"):
        raw, house = OTHER if change == "response" else WRONG, "jj" if change == "house" else "tda"
        feedback.feedback(outcome_of(drill, raw, house))
    assert len(told) == (1 if change == "nothing" else 2)


def test_a_page_of_another_language_has_no_word_of_the_first(db: None, told: list[Feedback]) -> None:
    drill = only_drill()
    pages = []
    for language in ("en", "ms", "en"):
        with translation.override(language):
            pages.append(str(feedback.feedback(outcome_of(drill, WRONG)).compared))
    assert pages[0] == pages[2] != pages[1]
    assert ("Your answer, field by field" in pages[0], "Your answer, field by field" in pages[1]) == (True, False)


def test_nothing_is_kept_of_the_reserve_nor_while_the_code_changes(
    db: None, told: list[Feedback], monkeypatch: pytest.MonkeyPatch
) -> None:
    reserved, open_to_all = store_case(make_bucket(reserve=True)), only_drill()

    def refuse(*_: object) -> Feedback:
        raise AssertionError("what was told is kept")

    monkeypatch.setattr(feedback, "_lately", refuse)
    feedback.prepare(reserved, "tda", URL, "en")
    for _ in range(2):
        feedback.feedback(outcome_of(reserved, WRONG))
    with override_settings(DEBUG=True):
        feedback.prepare(open_to_all, "tda", URL, "en")
        feedback.feedback(outcome_of(open_to_all, WRONG))
    assert len(told) == 3


def test_no_more_answers_are_kept_than_drills_since_each_keeps_its_drill_from_being_let_go() -> None:
    assert 0 < feedback._lately.cache_parameters()["maxsize"] <= dealt.KEPT
