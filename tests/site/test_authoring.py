"""Scenarios on their way from a draft to everybody: the acts, who may do them, and what they leave behind."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from quizzes.authoring import desk, drafts, publishing
from quizzes.authoring.drafts import Refused, State
from quizzes.authoring.duplicates import BANK
from quizzes.authoring.written import as_written
from quizzes.engine.notation import load_table
from quizzes.models import Drill, HouseRules, Scenario, ScenarioVersion
from quizzes.showing.worked import FOLDER
from tests.site.people import person
from tests.site.stand_ins import make_bucket, opening_bets, store

pytestmark = pytest.mark.django_db

SPOT = """
seats    = [{name = "A", stack = 1000}, {name = "B", stack = 1000}]
blinds   = [50, 100]
street   = "flop"
actions  = "A bets 100, B raises to 300"
question = {kind = "min_raise"}
"""
"""A raise of 200 over a bet of 100, so the next one is to 500 at least (TDA 2024 43-A)."""


def author(name: str = "Ann") -> int:
    return person(name, role="instructor").pk


def published(text: str = SPOT, *, exam: bool = False) -> ScenarioVersion:
    """A scenario that was written by Ann and, for exams, approved by Bo."""
    ann = author()
    version = drafts.begin(ann, text, exam)
    if not exam:
        return publishing.publish(version.scenario_id, ann, may_review=True)
    publishing.send(version.scenario_id, ann)
    return publishing.publish(version.scenario_id, author("Bo"), may_review=True)


def test_a_draft_keeps_what_is_no_document_as_it_was_typed() -> None:
    ann = author()
    version = drafts.begin(ann, SPOT)
    saved = drafts.save(version.scenario_id, ann, 'seats = [{name = "A"')
    assert (saved.text, saved.document, saved.kind, saved.level) == ('seats = [{name = "A"', {}, "", None)


def test_a_draft_knows_the_kind_the_title_and_the_house_of_its_document() -> None:
    version = drafts.begin(author(), SPOT + 'title = {ms = "Naikkan", en = "Raise"}\nlevel = 4\nrules = "jj"\n')
    assert (version.kind, version.title, version.level, version.house) == ("min_raise", "Raise", 4, "jj")


def test_a_form_that_is_sent_twice_begins_one_scenario() -> None:
    ann = author()
    assert drafts.begin_with(ann, "awards") == drafts.begin_with(ann, "awards")
    assert Scenario.objects.count() == 1


def test_a_scenario_that_begins_with_an_example_has_its_table_and_nothing_that_is_said_of_that_one() -> None:
    begun = drafts.begin_with(author(), "choice").document
    example = load_table((FOLDER / "choice.toml").read_text(encoding="utf-8"))
    assert {"title", "tags", "source"} <= example.keys()
    assert not {"title", "tags", "source", "note"} & begun.keys()
    assert begun["question"] == example["question"]


def test_nobody_changes_or_throws_away_anothers_draft() -> None:
    version = drafts.begin(author(), SPOT)
    bo = author("Bo")
    for act in (
        lambda: drafts.save(version.scenario_id, bo, ""),
        lambda: drafts.drop(version.scenario_id, bo),
        lambda: drafts.again(version.scenario_id, bo),
        lambda: publishing.send(version.scenario_id, bo),
        lambda: publishing.publish(version.scenario_id, bo, may_review=True),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_a_scenario_goes_with_its_only_draft() -> None:
    ann = author()
    drafts.drop(drafts.begin(ann, SPOT).scenario_id, ann)
    assert not Scenario.objects.exists()


def test_publishing_makes_a_drill_that_is_asked_only_by_its_name() -> None:
    version = published()
    assert version.drill is not None
    bucket = version.drill.bucket
    assert (bucket.bank, bucket.kind, bucket.reserve, bucket.size) == (BANK, "min_raise", False, 1)
    assert "rules" not in version.drill.document
    assert version.drill.spot(version.house).actions == version.drill.spot("tda").actions
    assert version.drill.told_apart, "doubling the bet gives 600, which is wrong (TDA 2024 43-A)"


def test_publishing_twice_publishes_once() -> None:
    version = published()
    owner = version.scenario.owner_id
    assert owner is not None
    assert publishing.publish(version.scenario_id, owner, may_review=True).pk == version.pk
    assert Drill.objects.count() == 1


def test_what_can_not_be_asked_is_not_published() -> None:
    ann = author()
    version = drafts.begin(ann, SPOT.replace("to 300", "to 150"))
    with pytest.raises(Refused, match=r"actions\[1\]: B can't raise to 150"):
        publishing.publish(version.scenario_id, ann, may_review=True)
    assert ScenarioVersion.objects.get().state == State.DRAFT


def test_a_choice_is_not_published_without_its_rule() -> None:
    ann = author()
    version = drafts.begin(ann, drafts.starter("choice").replace('rule = "one-burn"', 'rule = "as we do"'))
    with pytest.raises(Refused, match=r"question\.rule"):
        publishing.publish(version.scenario_id, ann, may_review=True)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"prompt": ""}, "prompt: the question is missing"),
        ({"options": [{"text": "", "why": "Nobody says so."}, "No"]}, r"options\[0\]: answer 1 has no text"),
        ({"options": ["Yes", {"en": "Yes "}]}, r"options\[1\]: answer 2 has the same text"),
        ({"options": [{"en": "Yes", "ms": "Ya"}, {"en": "No", "ms": "Ya"}]}, "answer 2 has the same text"),
    ],
)
def test_a_choice_is_not_published_without_a_question_and_answers_that_differ(
    changes: dict[str, object], said: str
) -> None:
    ann, table = author(), load_table(drafts.starter("choice"))
    question = {**table["question"], "options": ["Yes", "No"], "right": [1]}
    table |= {"prompt": changes.pop("prompt", "Yes?"), "question": {**question, **changes}}
    version = drafts.begin(ann, as_written(table))
    with pytest.raises(Refused, match=said):
        publishing.publish(version.scenario_id, ann, may_review=True)
    table |= {"prompt": "Yes?", "question": question}
    drafts.save(version.scenario_id, ann, as_written(table))
    assert publishing.publish(version.scenario_id, ann, may_review=True).state == State.PUBLISHED


def test_an_exam_item_is_published_by_a_second_person_only() -> None:
    ann = author()
    version = drafts.begin(ann, SPOT, exam=True)
    publishing.send(version.scenario_id, ann)
    with pytest.raises(Refused):
        publishing.publish(version.scenario_id, ann, may_review=True)
    with pytest.raises(PermissionDenied):
        publishing.publish(version.scenario_id, author("Cy"), may_review=False)
    done = publishing.publish(version.scenario_id, author("Bo"), may_review=True)
    assert done.state == State.PUBLISHED
    assert done.drill is not None
    assert done.drill.bucket.reserve


def test_what_practice_asks_is_not_kept_for_exams() -> None:
    store(make_bucket(), opening_bets(1))
    ann = author()
    text = 'seats = [{name = "A"}, {name = "B"}]\nstreet = "turn"\nblinds = [100, 200]\nactions = "A bets 300"\n'
    version = drafts.begin(ann, text + 'question = {kind = "min_raise"}', exam=True)
    with pytest.raises(Refused, match="Practice asks this spot"):
        publishing.send(version.scenario_id, ann)


def test_a_reviewer_gives_a_scenario_back_with_a_remark() -> None:
    ann, bo = author(), author("Bo")
    version = drafts.begin(ann, SPOT)
    publishing.send(version.scenario_id, ann)
    publishing.give_back(version.scenario_id, bo, "Which street is it?", may_review=True)
    version.refresh_from_db()
    assert (version.state, version.reviewer_id, version.remark) == (State.DRAFT, bo, "Which street is it?")


def test_another_version_retires_the_one_before_and_leaves_its_drill_alone() -> None:
    first = published()
    ann = first.scenario.owner_id
    assert ann is not None
    assert first.drill is not None
    second = drafts.again(first.scenario_id, ann)
    assert drafts.again(first.scenario_id, ann).pk == second.pk, "one draft at a time"
    drafts.save(second.scenario_id, ann, SPOT + 'prompt = "How little may A raise to?"\n')
    publishing.publish(first.scenario_id, ann, may_review=True)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state, second.number) == (State.RETIRED, State.PUBLISHED, 2)
    assert Drill.objects.get(pk=first.drill.pk).document == first.drill.document
    assert second.drill is not None
    assert second.drill.document["prompt"] == "How little may A raise to?"
    assert second.drill.bucket_id == first.drill.bucket_id, "the same spot under another name in the same pool"


def test_rules_that_no_shipped_house_plays_are_kept_as_a_house() -> None:
    version = published(SPOT + 'rules = {base = "tda", min_raise = "double"}\n')
    kept = HouseRules.objects.get()
    assert version.house == kept.id_in_drills
    assert (kept.base, kept.changes, kept.owner_id) == ("tda", {"min_raise": "double"}, version.author_id)


def test_drafts_and_exam_items_are_seen_by_those_whom_they_concern() -> None:
    exam = published(exam=True)
    draft = drafts.begin(author("Dee"), SPOT.replace("300", "400"))
    stranger = author("Eve")

    def seen(viewer: int, **may: bool) -> set[int]:
        return set(desk.visible(viewer, **{"may_review": False, **may}).values_list("pk", flat=True))

    assert seen(stranger) == seen(stranger, may_review=True) == set(), "to review is not to review exams"
    assert seen(stranger, may_review=True, may_review_exams=True) == {exam.pk}
    assert draft.author_id is not None
    assert seen(draft.author_id) == {draft.pk}


def test_a_copy_of_an_exams_scenario_is_kept_for_exams_too() -> None:
    assert drafts.copy(published(exam=True), author("Cy")).scenario.exam


def test_an_exams_spot_is_published_for_nobody_else() -> None:
    published(exam=True)
    copier = author("Cy")
    version = drafts.begin(copier, SPOT.replace('"A"', '"Z"').replace("A bets", "Z bets"))
    with pytest.raises(Refused, match="An exam keeps this spot"):
        publishing.publish(version.scenario_id, copier, may_review=True)


def test_a_text_longer_than_any_document_is_refused() -> None:
    ann = author()
    version = drafts.begin(ann, SPOT)
    with pytest.raises(Refused, match="64 KB"):  # the scenario format's bound
        drafts.save(version.scenario_id, ann, "#" * (64 * 1024 + 1))
