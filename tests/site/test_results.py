"""Results, appeals and corrections: what is released, to whom, and what a correction changes (issue 8, "Result")."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from quizzes import notices
from tests.site import pages
from tests.site.exams import author, sat, stocked
from tests.site.people import browser_of, person
from tests.site.rooms import acts, graded, raises, room, seated, spoil
from trainer.accounts import personal
from trainer.accounts.models import User
from trainer.certification import appeals, corrections, results, rooms
from trainer.certification.blueprints import plan_of
from trainer.certification.certificates import exam_title
from trainer.certification.models import (
    Appeal,
    Blueprint,
    Certificate,
    Correction,
    Event,
    ExamItem,
    ItemResult,
    Sitting,
    SittingItem,
)
from trainer.classrooms.models import Letter

pytestmark = pytest.mark.django_db

NOW = timezone.now
ALL = {"score": "at-once", "sections": "at-once", "feedback": "at-once", "keys": "at-once"}
NONE = {"score": "never", "sections": "never", "feedback": "never", "keys": "never"}
LATER = {"score": "after-close", "sections": "after-close", "feedback": "after-close", "keys": "never"}


def candidate(sitting: Sitting) -> Client:
    """The browser of whoever sat it."""
    assert sitting.user
    return browser_of(sitting.user)


def shown(sitting: Sitting) -> results.Shown:
    return results.shown(results.find(sitting.key, sitting.user_id or 0), plan_of(sitting.blueprint))


def page(sitting: Sitting, place: int | None = None) -> str:
    address = f"/exams/results/{sitting.key}/" + (f"{place}/" if place else "")
    response = candidate(sitting).get(address)
    assert response.status_code == 200
    return response.content.decode()


def appealed(sitting: Sitting, item: SittingItem) -> Appeal:
    return appeals.appeal(results.row_at(sitting, item.place), "The raise is to less.", NOW())


def test_a_candidate_sees_all_that_is_released_at_once() -> None:
    sitting = graded(seated(room(release=ALL)), 1)
    assert shown(sitting) == results.Shown(True, True, True, True, True)
    text = page(sitting)
    for words in ("Written part", "Section by section", "Question by question", "/practice/?kind="):
        assert words in text
    parts = {row.item.place: row.out_of for row in ItemResult.objects.select_related("item")}
    percent = Fraction(100 * (parts[2] + parts[3]), sum(parts.values()))  # all of them but those of the first question
    assert percent == Fraction(200, 3)
    assert "Total: 66.66 %." in text  # cut off, not rounded
    item = page(sitting, 1)
    assert "Nothing that can be read was answered." in item
    assert 'id="key"' in item


def test_a_candidate_sees_who_passes_and_nothing_else_where_nothing_is_released() -> None:
    sitting = graded(seated(room(release=NONE)), 1)
    assert shown(sitting) == results.Shown(verdict=True)
    text = page(sitting)
    assert "Not passed" in text
    for words in ("Written part", "Section by section", "Question by question", "/practice/?kind=", "points"):
        assert words not in text
    assert "The question itself is not released." in page(sitting, 1)


@pytest.mark.parametrize("name", ["score", "sections", "feedback", "keys"])
def test_each_part_is_released_apart(name: str) -> None:
    sitting = graded(seated(room(release={**NONE, name: "at-once"})))
    assert shown(sitting) == results.Shown(**{"verdict": True, name: True})
    words = {"score": "Written part", "sections": "Section by section", "feedback": "Question by question"}
    text = page(sitting)
    assert {part for part, said in words.items() if said in text} == {name} & words.keys() | (
        {"sections"} if name == "feedback" else set()
    )
    question = page(sitting, 1)
    assert ('id="key"' in question, 'id="yours"' in question) == (name == "keys", name == "feedback")
    assert '<th scope="col">Right</th>' not in question


def test_what_comes_after_the_close_waits_for_the_last_candidate() -> None:
    where = room(release=LATER)
    first, last = graded(seated(where)), seated(where, "Bo Tan")
    assert (first.released_at, shown(first)) == (None, results.Shown())
    assert "It is not released yet." in page(first)
    assert not Certificate.objects.exists()
    rooms.close(where, NOW())
    first.refresh_from_db()
    assert shown(first) == results.Shown(verdict=True, score=True)  # Bo Tan still sits there
    assert Certificate.objects.get().sitting == first
    graded(last)
    assert shown(first) == results.Shown(verdict=True, score=True, sections=True, feedback=True)


def test_a_result_is_its_candidates_alone() -> None:
    sitting = graded(seated(room(release=ALL)))
    ben = browser_of(person("Ben"))
    for address in (f"/exams/results/{sitting.key}/", f"/exams/results/{sitting.key}/1/"):
        assert ben.get(address).status_code == 404
        assert Client().get(address).status_code == 302


def test_a_question_that_there_is_not_or_that_waits_is_no_page() -> None:
    where = room(release=LATER)
    sitting = graded(seated(where))
    client = candidate(sitting)
    assert client.get(f"/exams/results/{sitting.key}/1/").status_code == 404
    rooms.close(where, NOW())
    assert client.get(f"/exams/results/{sitting.key}/9/").status_code == 404


def test_a_void_sitting_has_no_result() -> None:
    sitting = graded(seated(room(release=ALL)), 1)
    Sitting.objects.filter(pk=sitting.pk).update(state=Sitting.State.VOID)
    sitting.refresh_from_db()
    assert shown(sitting) == results.Shown()
    assert "declared void" in page(sitting)


def test_mistakes_are_named_by_section_with_where_they_are_practised() -> None:
    sitting = graded(seated(room(release=ALL)), 1, 2, 3)
    row = ItemResult.objects.get(item=raises(sitting)[0])
    row.misconceptions = ["double-the-bet"]
    row.save()
    Sitting.objects.update(ruleset="rrop")
    first, second = results.result(results.find(sitting.key, sitting.user_id or 0)).sections
    assert [(each.kind, each.mistake, each.times, each.drill) for each in first.missed] == [
        ("min_raise", "double-the-bet", 1, "kind=min_raise&ruleset=rrop&mistake=double-the-bet"),
        ("min_raise", "", 1, "kind=min_raise&ruleset=rrop"),
    ]
    assert {f"/practice/?{each.drill}" for each in first.missed} <= pages.links(page(sitting))
    assert [(each.kind, each.mistake) for each in second.missed] == [("next_button", "")]
    assert (first.points, first.reached, second.mark) == ("0", False, None)


def test_a_result_asks_the_same_number_of_queries_for_any_number_of_questions() -> None:
    sitting = graded(seated(room(release=ALL)))

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            results.result(results.find(sitting.key, sitting.user_id or 0))
        return len(caught)

    all_of_them = queries()
    sitting.items.filter(place__gt=1).delete()
    assert queries() == all_of_them == 3  # the sitting, its results, its corrections


def test_an_appeal_lands_once_on_the_desk_without_the_candidates_name() -> None:
    sitting = graded(seated(room(release=NONE)), 1)
    client, address = candidate(sitting), f"/exams/results/{sitting.key}/1/"
    assert client.post(address, {"text": " "}).status_code == 422
    for text in ("It was a string bet.", "Once more"):
        assert client.post(address, {"text": text}).status_code == 302
    appeal = Appeal.objects.get()
    assert appeal.text == "It was a string bet."
    assert acts(sitting)[-1] == "appealed"
    desk = browser_of(author())
    assert f"/author/appeals/{appeal.pk}/" in desk.get("/author/appeals/").content.decode()
    assert not appeal.readers.exists(), "a list shows no question"
    text = desk.get(f"/author/appeals/{appeal.pk}/").content.decode()
    assert "It was a string bet." in text
    assert 'id="key"' in text
    assert "Ann Lee" not in text
    assert appeal.readers.get() == author(), "who has seen the key, so that no exam asks them this"
    assert [each["pk"] for each in personal.export(author())["appeals_read"]] == [appeal.pk]


def test_the_answer_to_an_appeal_is_given_once_and_told() -> None:
    sitting = graded(seated(room(release=NONE)), 1)
    made = appealed(sitting, sitting.items.get(place=1))
    desk, address = browser_of(author()), f"/author/appeals/{made.pk}/"
    assert desk.post(address, {"state": "open", "reply": "No."}).status_code == 422
    for reply in ("The chips went out in two motions.", "Again"):
        assert desk.post(address, {"state": "rejected", "reply": reply}).status_code == 302
    text = page(sitting, 1)
    assert "The chips went out in two motions." in text
    assert "not upheld" in text.lower()
    assert [letter.reader for letter in Letter.objects.order_by("pk")] == [author(), sitting.user]
    assert sitting.user is not None
    [news] = notices.unseen(sitting.user.pk)  # who has no e-mail reads of it on the site
    assert news.sentences == (f"Your appeal of question 1 in “{exam_title(sitting.blueprint)}” was answered.",)
    assert news.url == f"/exams/results/{sitting.key}/1/#appeal"
    assert acts(sitting)[-1] == "appeal-answered"
    with pytest.raises(appeals.Answered):
        appeals.answer(made, "upheld", "Yes.", author(), NOW())


def test_a_candidate_reads_who_answers_an_appeal() -> None:
    """README: the author of the exam answers, on exams that come with the site a chosen reviewer or a manager."""
    sitting = graded(seated(room(release=NONE)), 1)
    person("Otto")
    said = (
        "The author of the exam answers.",
        "Whoever reviews this site’s exams answers.",
        "A manager of this site answers.",
    )
    sent = "is with the author", "is with whoever reviews this site’s exams", "is with the managers"

    def look(expected: int, place: int) -> None:
        for text in (page(sitting), page(sitting, place)):
            assert [sentence in text for sentence in said] == [number == expected for number in range(3)]
        address = f"/exams/results/{sitting.key}/{place}/"
        answer = candidate(sitting).post(address, {"text": "It was a string bet."}, follow=True).content.decode()
        assert [sentence in answer for sentence in sent] == [number == expected for number in range(3)]

    look(0, 1)
    Blueprint.objects.update(author=None)
    look(2, 2)  # nobody was chosen
    call_command("role", "Otto", "instructor", "--exam-items")
    look(1, 3)


def test_no_result_is_appealed_before_its_release_or_a_month_after() -> None:
    where = room(release=LATER)
    sitting = graded(seated(where))
    row = results.row_at(sitting, 1)
    with pytest.raises(appeals.TooLate):
        appeals.appeal(row, "Early", NOW())
    rooms.close(where, NOW())
    with pytest.raises(appeals.TooLate):
        appeals.appeal(row, "Late", NOW() + timedelta(days=31))
    assert appeals.appeal(row, "In time", NOW() + timedelta(days=29))


def test_the_desk_is_the_authors_and_never_for_the_own_appeal() -> None:
    sitting = graded(seated(room(release=NONE)), 1)
    made = appealed(sitting, sitting.items.get(place=1))
    other, manager = person("Otto", role=User.Role.INSTRUCTOR), person("Mia", role=User.Role.MANAGER)
    with pytest.raises(PermissionDenied):
        appeals.desk(person("Ben"))
    with pytest.raises(Http404):
        appeals.find(other, made.pk)
    assert appeals.find(manager, made.pk) == made
    Blueprint.objects.update(author=None)  # as one that came with the site
    assert made.pk not in appeals.desk(other).values_list("pk", flat=True), "its keys are for chosen reviewers"
    call_command("role", other.username, "instructor", "--exam-items")
    other = User.objects.get(pk=other.pk)
    assert appeals.find(other, made.pk) == made
    Sitting.objects.update(user=other)
    with pytest.raises(Http404):
        appeals.find(other, made.pk)


def test_the_desk_has_open_appeals_before_those_that_were_answered() -> None:
    sitting = graded(seated(room(release=NONE)), 1)
    first, second, third = (appealed(sitting, item) for item in sitting.items.order_by("place"))
    for answered in (first, second):
        appeals.answer(answered, "rejected", "No.", author(), NOW())
    assert list(appeals.desk(author())) == [third, second, first]


def test_a_part_that_follows_from_a_slip_is_told_from_one_that_is_right() -> None:
    sitting = seated(room(release=ALL))
    item = raises(sitting)[0]
    right = ExamItem.objects.get(pk=item.drill_id).answer
    slip = {name: [str(value + 1)] for name, value in right.items()}  # each a chip more: they fit one another
    SittingItem.objects.filter(pk=item.pk).update(response=slip)
    graded(sitting, item.place)
    shown = page(sitting, item.place)
    verdicts = [pages.text(mark) for mark in pages.with_class(shown, "mark")]
    assert verdicts == ["follows", "follows"]  # the raise by and the chips added, by the raise to
    plan = sitting.blueprint.plan
    for carried, said in (("earns", "a slip is counted once"), ("nothing", "does not count in this exam")):
        Blueprint.objects.filter(pk=sitting.blueprint_id).update(plan={**plan, "carried_forward": carried})
        assert said in pages.text(pages.tree(page(sitting, item.place)))


def test_the_desk_asks_as_much_for_sixty_appeals_as_for_two() -> None:
    blueprint = stocked()
    drill = blueprint_drill(blueprint)
    client = browser_of(author())

    def queries(number: int) -> int:
        for _each in range(number):
            item = sat(blueprint, None, [drill], state=Sitting.State.GRADED).items.get()
            Appeal.objects.create(item=item, text="Why?", made_at=NOW())
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/author/appeals/").status_code == 200
        return len(caught)

    assert queries(2) == queries(58)


def blueprint_drill(blueprint: Blueprint) -> Any:
    """A drill that an exam may ask."""
    return graded(seated(room(blueprint))).items.first().drill  # type: ignore[union-attr]  # it has three


def wrongly_failed(release: dict[str, str] = NONE) -> tuple[Sitting, SittingItem]:
    """A sitting in which all is right, and which fails by an item whose stored key is wrong: all has to be right."""
    sitting = seated(room(release=release, pass_mark=100))
    item = raises(sitting)[0]
    spoil(item)
    return graded(sitting), item


def test_a_corrected_key_turns_a_fail_into_a_pass_with_its_certificate() -> None:
    sitting, item = wrongly_failed({**NONE, "score": "at-once"})
    assert (sitting.passed, sitting.released_at is not None) == (False, True)
    found = corrections.dry_run(item.drill, "key", "raise", author())
    assert [(each.before.passed, each.after.passed) for each in found.changes] == [(False, True)]
    sitting.refresh_from_db()
    assert not sitting.passed  # the dry run writes nothing
    made = corrections.correct(item.drill, "key", "raise", "The key was a chip off.", author(), NOW())
    sitting.refresh_from_db()
    assert (sitting.passed, sitting.points) == (True, sitting.out_of)
    assert Certificate.objects.get(sitting=sitting).revoked_at is None
    assert "regraded" in acts(sitting)
    told = Event.objects.get(act="regraded")
    assert (told.details["correction"], told.details["after"]["passed"], told.actor) == (made.pk, True, author().pk)
    assert Letter.objects.get().reader == sitting.user
    assert "With it the exam is passed." in page(sitting)
    assert corrections.dry_run(item.drill, "key", "full", author()).changes == ()
    assert ExamItem.objects.get(pk=item.drill_id).answer == dict(corrections.key_today(item.drill).answer)


def test_a_correction_in_full_revokes_openly_and_one_that_raises_lowers_nothing() -> None:
    sitting = seated(room(release={**NONE, "score": "at-once"}, pass_mark=100))
    item = raises(sitting)[0]
    right = ExamItem.objects.get(pk=item.drill_id).answer
    spoil(item)
    SittingItem.objects.filter(pk=item.pk).update(
        response={name: [str(value + (name == "raise_to"))] for name, value in right.items()}
    )
    sitting = graded(sitting, item.place)  # which keeps the answer that it has
    assert sitting.passed
    certificate = Certificate.objects.get()
    assert corrections.dry_run(item.drill, "key", "raise", author()).changes == ()
    corrections.correct(item.drill, "key", "full", "The key was a chip off.", author(), NOW())
    sitting.refresh_from_db()
    certificate.refresh_from_db()
    assert (sitting.passed, certificate.revoked_because) == (False, "regrade")
    assert "The certificate was revoked on" in page(sitting)
    assert "With it the exam is not passed." in page(sitting)


def test_a_faulty_question_is_worth_all_to_everybody_and_leaves_the_reserve() -> None:
    where = room(release=NONE)
    sitting = graded(seated(where), 1)
    item = sitting.items.select_related("drill").get(place=1)
    corrections.correct(item.drill, "credit", "raise", "Two answers are right.", author(), NOW())
    result = ItemResult.objects.get(item=item)
    assert (result.points, result.right) == (result.out_of, True)
    assert ExamItem.objects.get(pk=item.drill_id).retired_at is not None
    again = corrections.correct(item.drill, "credit", "raise", "Again", author(), NOW())
    assert (again.sittings, again.changes) == (1, [])


def test_a_question_that_was_found_faulty_says_so_until_its_key_is_found_right() -> None:
    sitting = seated(room(release=ALL))
    item = raises(sitting)[0]
    SittingItem.objects.filter(pk=item.pk).update(response={part: ["1"] for part in ("raise_to", "raise_by", "adds")})
    sitting = graded(sitting, item.place)
    made, wrong = appealed(sitting, item), 'aria-label="wrong"'
    assert wrong in page(sitting, item.place)
    desk, address = browser_of(author()), f"/author/appeals/{made.pk}/"
    corrections.correct(item.drill, "credit", "raise", "Two answers are right.", author(), NOW())
    for told in (page(sitting, item.place), desk.get(address).text):
        assert "Full marks for everybody: the question is faulty." in told
        assert wrong not in told
    assert "Corrected on" in desk.get(f"{address}correct/").text
    assert desk.post(address, {"state": "upheld", "reply": "Yes."})["Location"] == address
    corrections.correct(item.drill, "key", "raise", "It was right after all.", author(), NOW())
    for told in (page(sitting, item.place), desk.get(address).text):
        assert "These points stay as they were: the correction of the key takes none away." in told
        assert ("3 of 3 points" in told, wrong in told) == (True, False)
    corrections.correct(item.drill, "key", "full", "So it counts.", author(), NOW())
    assert ("stay as they were" in page(sitting, item.place), wrong in page(sitting, item.place)) == (False, True)


def test_a_sitting_that_waits_for_its_sheet_is_corrected_without_a_verdict() -> None:
    sheet = {"weight": 20, "parts": [{"name": {"en": "Pitching"}, "marks": 10}]}
    sitting = graded(seated(room(release=NONE, performance=sheet)), 1)
    item = sitting.items.select_related("drill").get(place=1)
    corrections.correct(item.drill, "credit", "raise", "Faulty", author(), NOW())
    sitting.refresh_from_db()
    assert (sitting.state, sitting.passed, sitting.points) == (Sitting.State.SUBMITTED, None, sitting.out_of)


def test_the_desk_looks_before_it_corrects() -> None:
    sitting, item = wrongly_failed()
    made = appealed(sitting, item)
    desk, address = browser_of(author()), f"/author/appeals/{made.pk}/correct/"
    look = desk.get(address, {"way": "key", "mode": "full"}).content.decode()
    assert (
        "“Correct it” does what this page shows (by the key as it is worked out today; marks are raised and lowered)."
        in look
    )
    assert "1 graded sitting has this question." in look
    assert "passed with it" in look
    assert desk.get(address, {"way": "magic"}).status_code == 200
    wrong = desk.post(address, {"way": "key", "mode": "full", "reason": "", "known": "0"})
    assert wrong.status_code == 422
    stale = desk.post(address, {"way": "key", "mode": "full", "reason": "A chip off.", "known": "x"})
    assert ">A chip off.</textarea>" in stale.content.decode()
    assert not Correction.objects.exists()
    done = desk.post(address, {"way": "key", "mode": "full", "reason": "A chip off.", "known": "0"})
    assert done["Location"] == f"/author/appeals/{made.pk}/corrected/{Correction.objects.get().pk}/"
    assert "1 of 1 sitting changed." in desk.get(done["Location"]).content.decode()
    assert desk.get(f"/author/appeals/{made.pk}/corrected/0/").status_code == 404


def test_a_key_on_which_the_computations_disagree_corrects_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, item = wrongly_failed()
    monkeypatch.setattr("trainer.certification.corrections.kinds.agree", lambda *_: False)
    with pytest.raises(corrections.Unfit):
        corrections.correct(item.drill, "key", "full", "?", author(), NOW())
    made = appealed(sitting, item)
    assert "agree" in browser_of(author()).get(f"/author/appeals/{made.pk}/correct/").content.decode()
