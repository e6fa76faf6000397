"""An assignment on paper: the same address brings the same sheet back, with its key."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from quizzes import pools
from quizzes.engine.notation import loads, to_table
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import second
from quizzes.kinds.min_raise import KIND
from quizzes.models import Bucket, Drill
from quizzes.wording.kinds import words_of
from tests.site.classwork import a_class, a_pool, browser, drills, given, scenarios
from tests.site.pages import elements, text, tree
from tests.site.stand_ins import opening_bets
from trainer.classrooms import assignment_paper as paper
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment

pytestmark = pytest.mark.django_db

SIDE_POT = (
    'seats = [{name = "A", stack = 100, cards = "As Ah"}, {name = "B", stack = 300, cards = "Ks Kh"}, '
    '{name = "C", stack = 300, cards = "Qs Qh"}]\nblinds = [50, 100]\nstreet = "river"\nboard = "2c 7d 9h Js 3c"\n'
    'actions = "A all-in, B all-in, C calls"\n'
)

TDA = ruleset("tda").key(KIND.toggles_in(KIND.variants[0]))


def pool(number: int, **bucket: Any) -> list[Drill]:
    """That many minimum raises in the bucket that practice asks by TDA, or in one that is said."""
    return drills(number, **{"rules_key": TDA, **bucket})


def asked(sheet: paper.Sheet, goal: Assignment) -> list[str]:
    """What a sheet's questions say, and their answers on the key."""
    return [f"{each.question.log} {each.answer.title}" for each in paper.printed(goal, sheet)]


def test_the_same_name_brings_the_same_sheet_back_when_the_pool_has_grown() -> None:
    pool(12)
    goal = given(a_class())
    sheet = paper.draw(goal, 10)
    before = asked(sheet, goal)
    assert len(set(before)) == 10
    bucket = Bucket.objects.get()
    for slot, spot in enumerate(opening_bets(30)[12:], 12):
        document = {key: value for key, value in to_table(spot).items() if key != "rules"}
        Drill.objects.create(bucket=bucket, slot=slot, fingerprint=str(slot), document=document)
    Bucket.objects.update(size=30)
    assert asked(paper.read(str(sheet)), goal) == before


def test_a_sheet_leaves_out_what_practice_asks_first() -> None:
    """While a bucket is young, practice asks each learner its drills in the order of their making."""
    first = {drill.document["actions"] for drill in pool(12)[:6]}
    goal = given(a_class())
    sheet = paper.Sheet("0123abcd", Drill.objects.latest("pk").pk, 6)
    on_paper = {drill.document["actions"] for drill, _house in paper._of_goal(goal, sheet)}
    assert len(on_paper) == 6
    assert not on_paper & first


def test_drills_that_are_missing_are_made_and_none_of_the_reserve_is_on_a_sheet() -> None:
    pool(3, reserve=True)
    goal = given(a_class())
    sheet = paper.draw(goal, 4)
    assert len(paper.printed(goal, sheet)) == 4
    assert Drill.objects.filter(bucket__reserve=False).count() == 4


def test_a_sheet_of_several_skills_asks_each_in_turn() -> None:
    pool(2)
    pool(2, kind="legal_actions", rules_key=TDA)
    goal = given(a_class(), kinds="min_raise.posting")
    titles = [each.question.kind for each in paper.printed(goal, paper.draw(goal, 4))]
    assert sorted(titles[:2]) == sorted(titles[2:]) == ["min_raise", "posting"]


def test_the_page_has_the_questions_and_on_other_sheets_their_answers() -> None:
    pool(2)
    classroom = a_class()
    goal = given(classroom)
    teacher = browser(classroom.teacher)
    address = f"/classes/{classroom.pk}/assignments/{goal.pk}/paper"
    drawn = teacher.post(address, {"questions": "2"})["Location"]
    page = text(tree(teacher.get(drawn).content.decode()))
    questions, key = page.split("Key to Raises")
    name = drawn.rstrip("/").rpartition("/")[2]
    assert [f"Sheet {name}" in part for part in (questions, key)] == [True, True], "which key belongs to which sheet"
    for drill in Drill.objects.all():
        document = drill.spot("tda")
        right = words_of("min_raise").title(document, "B", second.solve(document))
        assert right in key
        assert right not in questions
    assert teacher.get(f"{address}/00000000-0-2/").status_code == 404
    assert teacher.get(f"{address}/chess/").status_code == 404


def test_a_pool_is_printed_from_the_spots_that_it_had_when_the_sheet_was_drawn() -> None:
    classroom = a_class()
    version = a_pool(5, classroom.teacher)
    assigned = given(classroom, Assignment.What.POOL, pool=version)
    sheet = paper.draw(assigned, 3)
    before = asked(sheet, assigned)
    drills(3, bank=version.bank, level=2)
    assert len(set(before)) == 3
    assert asked(paper.read(str(sheet)), assigned) == before


def test_a_sheet_against_a_mistake_has_drills_that_show_it_alone() -> None:
    shows = pool(6)[1:3]
    Drill.objects.filter(pk__in=[drill.pk for drill in shows]).update(told_apart=[["double-the-bet"]])
    goal = given(a_class(), mistake="double-the-bet")
    printed = paper.printed(goal, paper.draw(goal, 2))
    # Over bets of 400 and 500 the smallest raises are to 800 and 1,000 (TDA 2024 43-A).
    assert sorted(amount for each in printed for amount in ("800", "1,000") if amount in each.answer.title) == [
        "1,000",
        "800",
    ]
    assert len(printed) == 2


def test_drills_are_made_until_enough_show_the_mistake_or_none_will(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet of all levels draws on each of those whose drills tell the mistake apart."""
    monkeypatch.setattr(paper, "A_BATCH", 6)
    goal = given(a_class(), mistake="double-the-bet", level=None)
    sheet = paper.draw(goal, 6)
    assert len(paper.printed(goal, sheet)) == 6
    drawn = {drill.pk: drill for drill, _house in paper._of_goal(goal, sheet)}
    assert len(drawn) == 6
    assert all(any("double-the-bet" in group for group in drill.told_apart) for drill in drawn.values())
    assert len({drill.bucket.level for drill in drawn.values()}) > 1


def test_a_sheet_with_fewer_questions_than_were_asked_for_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that shows none is given up, and nothing is made for it for ever."""
    monkeypatch.setattr(paper, "SHOWS_NONE", 6)
    monkeypatch.setattr(pools, "fill", lambda _bucket, _size: 0)
    shown = pool(6)[5]
    Drill.objects.filter(pk=shown.pk).update(told_apart=[["double-the-bet"]])
    classroom = a_class()
    goal = given(classroom, mistake="double-the-bet")
    teacher = browser(classroom.teacher)
    address = f"/classes/{classroom.pk}/assignments/{goal.pk}/paper"
    page = teacher.post(address, {"questions": "10"}, follow=True).content.decode()
    assert "1 of 10 questions was found." in text(tree(page))


def test_the_key_to_awards_says_who_gets_what_from_which_pot() -> None:
    """A is all-in for 100: the main pot is 300, B and C play on for 200 each. A's aces win the one, B's kings the other
    (scenario format, `awards`).
    """
    (printed,) = _printed_spot(SIDE_POT, "awards")
    assert printed.parts[:2] == (("Main pot", "A 300"), ("Side pot 1", "B 400"))


def test_the_key_to_side_pots_says_who_plays_for_each_and_the_sheet_has_a_line_for_it() -> None:
    """Only B and C have more than A's 100 in, so only they play for the 400 (TDA 2024 21)."""
    (printed,) = _printed_spot(SIDE_POT, "side_pots")
    assert printed.parts == (
        ("Main pot", "300 for A, B and C"),
        ("Side pot 1", "400 for B and C"),
        ("Goes back", "nothing"),
    )
    sheet = render_to_string("classrooms/paper_answer.html", {"question": printed.question})
    lines = [text(line) for line in elements(sheet, "li")]
    assert lines == [f"{pot} A B C" for pot in ("Main pot", "Side pot 1", "Side pot 2", "Goes back")]


def _printed_spot(spot: str, kind: str) -> list[paper.Printed]:
    """A set of one scenario on paper: that spot, asked by a kind."""
    document = loads(f'{spot}question = {{kind = "{kind}"}}\n')
    table = {key: value for key, value in to_table(document).items() if key != "rules"}
    bucket = Bucket.objects.create(kind=kind, level=1, version=1, bank="authored", size=1)
    drill = Drill.objects.create(bucket=bucket, slot=0, fingerprint=kind, document=table)
    chosen = scenarios(1)[0]
    type(chosen).objects.filter(pk=chosen.pk).update(drill=drill, kind=kind)
    assigned = given(a_class(), Assignment.What.SET)
    assignments.add_scenarios(assigned, [chosen.pk])
    return paper.printed(assigned, paper.draw(assigned, 1))


def test_nothing_to_print_is_said_and_no_sheet_is_drawn() -> None:
    classroom = a_class()
    assigned = given(classroom, Assignment.What.SET)
    said = browser(classroom.teacher).post(f"/classes/{classroom.pk}/assignments/{assigned.pk}/paper", follow=True)
    assert (said.status_code, "There is nothing to print yet." in said.content.decode()) == (200, True)


def test_a_set_is_printed_as_it_stands() -> None:
    assigned = given(a_class(), Assignment.What.SET)
    assignments.add_scenarios(assigned, [version.pk for version in scenarios(3)])
    titles = _titles(assigned)
    # Over bets of 300, 400 and 500 the smallest raises are to twice as much (TDA 2024 43-A).
    assert [[amount in title for amount in ("600", "800", "1,000")] for title in titles] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


def test_the_whole_of_a_long_set_is_printed() -> None:
    """A set has up to sixty scenarios; the forty that a goal's sheet may ask for are no limit of it."""
    assigned = given(a_class(), Assignment.What.SET)
    assignments.add_scenarios(assigned, [version.pk for version in scenarios(paper.MOST_QUESTIONS + 2)])
    assert len(_titles(assigned)) == paper.MOST_QUESTIONS + 2


def _titles(assigned: Assignment) -> list[str]:
    return [each.answer.title for each in paper.printed(assigned, paper.draw(assigned, 1))]
