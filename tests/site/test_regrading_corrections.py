"""Correcting the key of an earlier version while another table is asked, and who keeps a mark by a wrong key.

What is right in the written questions is what their author ticks; in the raises it follows from TDA 2024 43-A, as in
test_regrading.py.
"""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from quizzes import notices
from quizzes.authoring import drafts, publishing
from quizzes.models import Attempt, Drill, Notice, RegradedAttempt, ScenarioVersion
from quizzes.practising import sharing
from quizzes.regrades import late, marking, regrading
from tests.site.pages import elements, text, tree
from tests.site.people import browser_of, person
from tests.site.regraded import answered, mark
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

SHORT = """
seats = [{{name = "Ann", stack = 900}}, {{name = "Ben", stack = {stack}}}]
prompt = "Ben has {stack}. May he fold?"
question = {{kind = "choice", options = ["Fold or call.", "Call."], right = [{right}], rule = "one-burn"}}
"""
FIRST, SECOND = {"right": [1]}, {"right": [2]}


@pytest.fixture
def author() -> User:
    return person("Author", role="instructor")


def published(author: User, *texts: str) -> tuple[int, list[Drill]]:
    """A scenario whose versions were published one after the other."""
    scenario = drafts.begin(author.pk, texts[0]).scenario_id
    publishing.publish(scenario, author.pk, may_review=False)
    for text_ in texts[1:]:
        drafts.again(scenario, author.pk)
        drafts.save(scenario, author.pk, text_)
        publishing.publish(scenario, author.pk, may_review=False)
    return scenario, list(Drill.objects.filter(scenario_version__scenario=scenario).order_by("pk"))


def _publish(scenario: int, author: User) -> ScenarioVersion:
    return publishing.publish(scenario, author.pk, may_review=False)


def test_the_key_of_an_earlier_version_is_corrected_for_its_answers_alone_while_another_table_is_asked(
    author: User,
) -> None:
    texts = SHORT.format(stack=700, right=2), SHORT.format(stack=650, right=2), SHORT.format(stack=650, right=1)
    scenario, [shown, _second, asked] = published(author, *texts)
    wrong, right = answered(shown, person("Ann"), SECOND), answered(shown, person("Ben"), FIRST)
    browser, here = browser_of(author), f"/author/scenarios/{scenario}/"
    plan = browser.get(f"/author/regrades/drill/{shown.pk}/").content.decode()
    assert "Correct version 1" in [text(each) for each in elements(plan, "button")]
    for place in ("Seat 2: Starting stack", "Question in your own words", "Which answers are right"):
        assert place in text(tree(plan)), place

    for _twice in range(2):
        page = browser.post(f"{here}act", {"act": "correct", "version": "1"}, follow=True).content.decode()
    assert "This corrects the key to version 1." in text(tree(page))
    draft = ScenarioVersion.objects.get(scenario=scenario, number=4)
    assert (draft.corrects, draft.document["seats"][1]["stack"]) == (1, 700)
    drafts.save(scenario, author.pk, SHORT.format(stack=700, right=1))
    page = browser.post(f"{here}act", {"act": "publish"}, follow=True).content.decode()

    told = text(tree(page))
    assert "By the answer of version 4, 2 of them would be marked otherwise." in told
    assert "Version 3, published" in told
    states = ScenarioVersion.objects.filter(scenario=scenario).order_by("number").values_list("state", flat=True)
    assert list(states) == ["retired", "retired", "published", "retired"]
    assert marking.key_for(asked).by == asked
    regrading.run(regrading.start(shown, "full", author.pk).pk)
    assert [mark(wrong), mark(right)] == [(0, 1, False), (1, 1, True)]
    assert notices.unseen(right.user_id)[0].sentences[0] == (
        "An answer of ours in “Procedure” was wrong, and yours was marked again."
    )
    assert regrading.offers(scenario) == []
    assert drafts.again(scenario, author.pk).document["seats"][1]["stack"] == 650, "what is asked goes on"


def test_an_earlier_version_is_corrected_by_its_owner_alone_and_not_beside_another_draft(author: User) -> None:
    scenario, _drills = published(author, SHORT.format(stack=700, right=2), SHORT.format(stack=650, right=2))
    act, sent = f"/author/scenarios/{scenario}/act", {"act": "correct", "version": "1"}
    assert browser_of(person("Other", role="instructor")).post(act, sent).status_code == 403
    browser = browser_of(author)
    for number in ("2", "9", "x"):
        assert browser.post(act, {"act": "correct", "version": number}).status_code == 404
    drafts.again(scenario, author.pk)
    assert "Version 3 is a draft: publish it" in browser.post(act, sent, follow=True).content.decode()
    assert not ScenarioVersion.objects.exclude(corrects=None).exists()
    drafts.drop(scenario, author.pk)
    drafts.correct(scenario, author.pk, 1)
    assert "Version 3 is a draft: publish it" in browser.post(act, {"act": "again"}, follow=True).content.decode()


@pytest.mark.parametrize("changed", [("stack = 700", "stack = 123"), ("May he", "Must he"), ('"Call."', '"Fold."')])
def test_a_correction_of_what_was_shown_is_no_key_and_is_not_published(author: User, changed: tuple[str, str]) -> None:
    scenario, _drills = published(author, SHORT.format(stack=700, right=2), SHORT.format(stack=650, right=2))
    drafts.correct(scenario, author.pk, 1)
    drafts.save(scenario, author.pk, SHORT.format(stack=700, right=1).replace(*changed))
    for step in (lambda: publishing.send(scenario, author.pk), lambda: _publish(scenario, author)):
        with pytest.raises(drafts.Refused, match="leaves what was shown as it is"):
            step()
    drafts.save(scenario, author.pk, SHORT.format(stack=700, right=1))
    _publish(scenario, author)


def test_a_correction_of_one_version_is_no_key_to_another_that_was_asked_after_it(author: User) -> None:
    """The second version shows the same spot with the right key; the first one's is corrected to a wrong one."""
    scenario, [first, asked] = published(author, *(SHORT.format(stack=700, right=right) for right in (1, 2)))
    answered(asked, person("Ben"), SECOND)
    drafts.correct(scenario, author.pk, 1)
    corrects = _publish(scenario, author).drill
    assert marking.key_for(first).by == corrects
    assert marking.key_for(asked).by == asked
    drafts.again(scenario, author.pk)
    drafts.save(scenario, author.pk, SHORT.format(stack=650, right=2))
    _publish(scenario, author)
    assert regrading.offers(scenario) == []
    with pytest.raises(regrading.AnotherSpot):
        regrading.start(asked, "full", None)


def test_an_earlier_version_is_marked_by_the_newest_that_shows_the_same_spot_or_by_its_correction(author: User) -> None:
    three = SHORT.replace('"Call."]', '"Call.", "Neither."]')
    texts = three.format(stack=700, right=2), three.format(stack=700, right=1), three.format(stack=650, right=2)
    scenario, [wrong, shown, _asked] = published(author, *texts)
    answered(wrong, person("Ann"), SECOND)
    assert marking.key_for(wrong).by == shown
    assert regrading.offers(scenario) == [regrading.Offer(wrong.pk, 1, 2, 1, 1, "full")]
    drafts.correct(scenario, author.pk, 2)
    drafts.save(scenario, author.pk, three.format(stack=700, right=3))
    corrects = _publish(scenario, author).drill
    assert [marking.key_for(drill).by for drill in (shown, wrong)] == [corrects, corrects]


def test_learners_who_were_told_of_another_table_are_marked_by_the_correction_of_its_key(author: User) -> None:
    scenario, [shown, told] = published(author, *(SHORT.format(stack=stack, right=2) for stack in (700, 650)))
    right = answered(shown, person("Ann"), FIRST)
    publishing.retire(scenario, author.pk, may_review=False)
    drafts.correct(scenario, author.pk, 2)
    drafts.save(scenario, author.pk, SHORT.format(stack=650, right=1))
    corrects = Drill.objects.get(scenario_version=_publish(scenario, author))
    assert [marking.key_for(drill).by for drill in (shown, told)] == [corrects, corrects]
    with pytest.raises(regrading.AnotherSpot):
        regrading.start(shown, "full", author.pk, told=told.pk)
    regrading.run(regrading.start(shown, "full", author.pk, told=corrects.pk).pk)
    assert mark(right) == (1, 1, True)


def test_who_keeps_a_mark_by_a_wrong_key_is_told_once_with_the_answer_and_the_right_one(author: User) -> None:
    _scenario, [wrong, corrected] = published(
        author, SHORT.format(stack=700, right=2), SHORT.format(stack=700, right=1)
    )
    ann, ben = person("Ann"), person("Ben")
    kept = answered(wrong, ann, SECOND)
    answered(wrong, ann, SECOND, 1)
    answered(wrong, ben, FIRST)
    plan = text(tree(browser_of(author).get(f"/author/regrades/drill/{wrong.pk}/").content.decode()))
    assert "2 keep marks that this key would not give; who gave them is told." in plan
    for changed in (1, 0):
        done = regrading.start(wrong, "raise", author.pk)
        regrading.run(done.pk)
        done.refresh_from_db()
        assert done.changed == changed
    assert regrading.dry_run(wrong, "raise").kept == 0, "they were told"
    assert mark(kept) == (1, 1, True)
    assert Notice.objects.count() == 2
    [notice] = notices.unseen(ann.pk)
    assert notice.sentences[1:] == (
        "2 answers of yours keep their marks, though the corrected key would give them less.",
        "The last of them was “Call”. By the corrected key “Fold or call” is right.",
    )
    assert notice.url == f"/spot/{sharing.spot_name(corrected.pk, 'tda')}/?from=progress"
    assert "worth more" in notices.unseen(ben.pk)[0].sentences[1]
    rows = RegradedAttempt.objects.filter(user=ann, kept=True)
    assert set(rows.values_list("points_before", "points")) == {(1, 0)}
    page = browser_of(author).get(f"/author/regrades/{rows[0].regrade_id}/").content.decode()
    assert text(tree(page)).count("not given: nobody loses a mark") == 2

    answered(wrong, person("Cyd"), SECOND, 2)
    Attempt.objects.filter(user__username="Cyd").update(answered_at=done.made_at)
    [again] = late.follow()
    regrading.run(again)
    assert "keeps its mark" in notices.unseen(User.objects.get(username="Cyd").pk)[0].sentences[1]
    assert late.follow() == []

    regrading.run(regrading.start(wrong, "full", author.pk).pk)
    assert "2 answers of yours are worth less" in notices.unseen(ann.pk)[0].sentences[1]
    assert len(notices.unseen(ann.pk)) == 1


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("full", []),
        (
            "raise",
            [
                "1 answer of yours is worth more than before.",
                "1 answer of yours keeps its mark, though the corrected key would give it less.",
                "The last of them was “Fold or call”. By the corrected key “Call” is right.",
            ],
        ),
    ],
)
def test_who_has_not_seen_that_an_answer_rose_is_told_what_came_of_it_since_it_was_last_seen(
    author: User, mode: str, told: list[str]
) -> None:
    """The first key was right after all: an answer that rose by the second falls to what it was, or keeps its rise."""
    texts = SHORT.format(stack=700, right=2), SHORT.format(stack=700, right=1)
    scenario, [shown, _second] = published(author, *texts)
    ann = person("Ann")
    answered(shown, ann, FIRST)
    regrading.run(regrading.start(shown, "full", None).pk)
    drafts.again(scenario, author.pk)
    drafts.save(scenario, author.pk, texts[0])
    _publish(scenario, author)
    regrading.run(regrading.start(shown, mode, None).pk)
    assert [list(each.sentences[1:]) for each in notices.unseen(ann.pk)] == ([told] if told else [])


def test_nobody_is_told_that_an_answer_is_right_by_a_key_that_was_given_up_since(author: User) -> None:
    """Ann is right by the first key, which is the third again, so her answer has no other mark; Ben's had risen."""
    texts = SHORT.format(stack=700, right=1), SHORT.format(stack=700, right=2)
    scenario, [shown, _second] = published(author, *texts)
    ann, ben = person("Ann"), person("Ben")
    answered(shown, ann, FIRST)
    answered(shown, ben, SECOND)
    regrading.run(regrading.start(shown, "raise", None).pk)
    assert ["corrected key “Call" in notices.unseen(each.pk)[0].sentences[-1] for each in (ann, ben)] == [True] * 2
    drafts.again(scenario, author.pk)
    drafts.save(scenario, author.pk, texts[0])
    _publish(scenario, author)
    regrading.run(regrading.start(shown, "raise", None).pk)
    assert notices.unseen(ann.pk) == []
    assert "corrected key “Fold or call" in notices.unseen(ben.pk)[0].sentences[-1]


def test_several_notices_about_regrades_take_as_many_queries_as_one(
    author: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ann = person("Ann")
    for number in (1, 2):
        _scenario, [wrong, _corrected] = published(author, *(SHORT.format(stack=600 + number, right=r) for r in (2, 1)))
        answered(wrong, ann, FIRST, number)
        regrading.run(regrading.start(wrong, "raise", author.pk).pk)
        with django_assert_num_queries(4):  # the notices, what is open in sets, the drills, the answers
            told = notices.unseen(ann.pk)
        assert len(told) == number
        assert all(each.url and "You answered" in each.sentences[-1] for each in told)
