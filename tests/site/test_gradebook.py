"""What a class has done: the gradebook and its files, each answer of a learner, the report of mistakes (issue 7).

Who may see them is in test_every_url.py.
"""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS, second
from quizzes.learning.habits import Evidence, Habits
from quizzes.learning.skills import Skill
from quizzes.models import Attempt, Drill, HouseRules, Scenario, ScenarioVersion, SkillState
from quizzes.models.partitions import ensure_partitions
from quizzes.practising import sharing
from quizzes.reference import mistakes
from quizzes.regrades import marking, regrading
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from tests.site.classwork import a_pool
from tests.site.pages import elements, links, text, with_class
from tests.site.people import browser_of, person
from tests.site.regraded import RIGHT_NOW, RIGHT_THEN, spot, version
from tests.site.stand_ins import CASE, make_bucket, opening_bets, store, store_case
from trainer.accounts.models import User
from trainer.classrooms import gradebook, misconceptions
from trainer.classrooms.gradebook import Work
from trainer.classrooms.models import Assignment, AssignmentItem, Classroom, Extension, Membership

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 13, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def friday() -> Classroom:
    return Classroom.objects.create(teacher=person("Ines", role=User.Role.INSTRUCTOR), name="Friday")


def learner(classroom: Classroom, name: str, joined: datetime = NOON - 9 * DAY, **fields: Any) -> User:
    user = User.objects.create(username=name)
    place = Membership.objects.create(classroom=classroom, learner=user, **fields)
    Membership.objects.filter(pk=place.pk).update(joined_at=joined)
    return user


def skill(user: User, kind: str, tries: int, right: int, **evidence: Evidence) -> None:
    held = {id.replace("_", "-"): each for id, each in evidence.items()}
    learnt = Skill(habits=Habits(held)).to_json()
    SkillState.objects.create(
        user=user, kind=kind, order_key="x", tries=tries, right=right, last_at=NOON, learnt=learnt
    )


def answered(user: User, drill: Drill, at: datetime = NOON, right: bool = True, **fields: Any) -> None:
    ensure_partitions(at.date().replace(day=1))
    known: dict[str, Any] = {"points": 3 * right, "out_of": 3, "seconds": 17, "why": "chosen", "ruleset": "tda"}
    known |= {"response": drill_answer(drill), **fields}
    issued = at - timedelta(seconds=17)
    Attempt(issued_at=issued, nonce=uuid4(), drill=drill, user=user, right=right, answered_at=at, **known).record()


def drill_answer(drill: Drill) -> dict[str, Any]:
    return dict(KINDS[drill.bucket.kind].solve(drill.spot("tda")).answer)


def a_set(classroom: Classroom) -> Drill:
    """The drill of the one scenario of a set, with one try."""
    drill = version(Scenario.objects.create(), 1, spot(300), "published")
    found = Assignment.objects.create(
        classroom=classroom, name="One raise", what="set", tries=1, opens_at=NOON - DAY, due_at=NOON + DAY
    )
    AssignmentItem.objects.create(assignment=found, place=1, version=ScenarioVersion.objects.get(drill=drill))
    return drill


def main_of(page: str) -> str:
    return text(next(elements(page, "main")))


def get(classroom: Classroom, rest: str) -> Any:
    return browser_of(classroom.teacher).get(f"/classes/{classroom.pk}/{rest}")


# The gradebook


def test_a_row_has_the_tries_and_the_share_that_was_right_of_each_kind_in_the_order_of_names(friday: Classroom) -> None:
    people = [learner(friday, name) for name in ("bert", "Ann", "Émile")]
    learner(friday, "Omar", role=Membership.Role.OBSERVER)
    skill(people[0], "reopen", 4, 3)
    skill(people[0], "min_raise", 1, 0)
    skill(User.objects.create(username="Stranger"), "reopen", 9, 9)
    _page, found = gradebook.page(friday, 1)
    assert [row.learner.name for row in found.rows] == ["Ann", "bert", "Émile"]
    assert found.kinds == (kind_name("min_raise"), kind_name("reopen")), "what nobody tried is left out"
    raises, again = found.rows[1].tallies
    assert (again.tries, again.percent, raises.percent) == (4, 75, 0)
    assert (found.rows[1].total.tries, found.rows[1].total.right) == (5, 3)
    page = get(friday, "gradebook/").content.decode()
    assert "75 %" in main_of(page)
    assert "Stranger" not in page
    assert f"/classes/{friday.pk}/gradebook/{people[0].pk}/" in links(page)


def test_assignments_stand_beside_the_skills_each_learner_with_their_own_time(friday: Classroom) -> None:
    drill = store_case(make_bucket())
    goal = Assignment.objects.create(
        classroom=friday,
        name="Ten raises",
        what=Assignment.What.GOAL,
        kinds="min_raise",
        level=drill.bucket.level,
        wanted=10,
        opens_at=NOON - DAY,
        due_at=NOON + DAY,
    )
    ann, ben = learner(friday, "Ann"), learner(friday, "Ben")
    for user in (ann, ben):
        answered(user, drill, NOON)
        answered(user, drill, NOON + 2 * DAY)
    Extension.objects.create(assignment=goal, learner=ben, due_at=NOON + 3 * DAY)
    _page, found = gradebook.page(friday, 1)
    assert [(row.learner.name, row.work[0]) for row in found.rows] == [
        ("Ann", Work(1, 10, 0, None)),
        ("Ben", Work(2, 10, 0, None)),
    ]
    assert "2 of 10" in main_of(get(friday, "gradebook/").content.decode())
    head, *rows = csv.reader(io.StringIO(get(friday, "gradebook.csv").content.decode("utf-8-sig")))
    assert [row[head.index("Ten raises: done")] for row in rows] == ["1", "2"]


def test_of_a_set_the_gradebook_tells_how_much_was_right_beside_how_much_is_done(friday: Classroom) -> None:
    """With one try a scenario is done with the first answer: who was wrong has done as much as who was right."""
    drill = a_set(friday)
    for name, right in (("Ann", True), ("Ben", False)):
        answered(learner(friday, name), drill, right=right, why="")
    page = main_of(get(friday, "gradebook/").content.decode())
    assert [page.count(words) for words in ("1 of 1", "1 right", "0 right")] == [2, 1, 1]
    head, *rows = csv.reader(io.StringIO(get(friday, "gradebook.csv").content.decode("utf-8-sig")))
    done, marked = head.index("One raise: done"), head.index("One raise: right")
    assert [(row[0], row[done], row[marked]) for row in rows] == [("Ann", "1", "1"), ("Ben", "1", "0")]
    assert {len(row) for row in rows} == {len(head)}


def test_the_page_takes_as_many_queries_for_sixty_learners_as_for_two(
    friday: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    made = 0
    for wanted in (2, 60):
        for number in range(made, wanted):
            skill(learner(friday, f"Learner {number:02}"), "reopen", 2, 1)
        made = wanted
        client = browser_of(friday.teacher)
        with django_assert_num_queries(6) as captured:
            page = client.get(f"/classes/{friday.pk}/gradebook/").content.decode()
        assert not any("quizzes_attempt" in query["sql"] for query in captured.captured_queries)
        with django_assert_num_queries(6):
            client.get(f"/classes/{friday.pk}/gradebook.csv")
    assert main_of(page).count("Learner ") == 50 + 1
    assert main_of(get(friday, "gradebook/?page=2").content.decode()).count("Learner ") == 10 + 1, (
        "and the column's name"
    )


def test_the_files_hold_every_learner_and_no_name_is_a_formula(friday: Classroom) -> None:
    names = ["+SUM(1+1)*cmd", "-2+3", "Émile", "@Ann", "=1+1", "\tTab", "\rReturn"]
    for name in names:
        skill(learner(friday, name), "reopen", 4, 3)
    column = f"{kind_name('reopen')}: tries"

    sent = get(friday, "gradebook.csv")
    assert sent["Content-Disposition"] == 'attachment; filename="friday.csv"'
    assert sent.content.startswith(b"\xef\xbb\xbf")  # UTF-8's byte order mark
    head, *rows = csv.reader(io.StringIO(sent.content.decode("utf-8-sig"), newline=""))
    assert {row[0] for row in rows} == {name if name == "Émile" else f"'{name}" for name in names}
    assert {row[head.index(column)] for row in rows} == {"4"}

    sent = get(friday, "gradebook.xlsx")
    assert sent["Content-Disposition"] == 'attachment; filename="friday.xlsx"'
    sheet = load_workbook(io.BytesIO(sent.content)).worksheets[0]
    cells = {cell.value: cell.data_type for cell in sheet["A"][1:]}
    assert {"+SUM(1+1)*cmd", "-2+3", "Émile", "@Ann", "=1+1"} <= cells.keys()
    assert set(cells.values()) == {"s"}, "text, not formulas"
    assert sheet.cell(2, [cell.value for cell in sheet[1]].index(column) + 1).value == 4
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(sent.content)).read("xl/worksheets/sheet1.xml")


# Each answer of a learner


def test_a_learners_answers_are_told_in_words_beside_what_is_right_and_lead_to_the_spot(friday: Classroom) -> None:
    drill, ann = store_case(make_bucket()), learner(friday, "Ann")
    given = {**drill_answer(drill), "raise_to": 2400}
    answered(ann, drill, right=False, points=2, response=given, misconceptions=["double-the-bet"])
    page = get(friday, f"gradebook/{ann.pk}/").content.decode()
    said = main_of(page)
    assert "What is the smallest full raise BB can make?" in said
    assert "2,400" in said
    assert f"{CASE['answer']['raise_to']:,}" in said
    assert "Doubling the bet" in said
    assert "17 seconds" in said
    assert any(link.startswith("/spot/tda-d") for link in links(page))


@pytest.mark.parametrize("mode", ["full", "raise"])
def test_an_answer_stands_beside_the_corrected_key_with_the_spot_that_was_shown(friday: Classroom, mode: str) -> None:
    """By TDA 2024 43-A the smallest raise over 100 and a raise to 300 is to 500, over one to 400 it is to 700. Ben
    answered what was right by the first key: where nobody loses a mark it stays his.
    """
    scenario = Scenario.objects.create()
    drill = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, spot(400), "published")
    ann, ben = learner(friday, "Ann"), learner(friday, "Ben")
    answered(ann, drill, response=RIGHT_NOW, right=False, points=1)
    answered(ben, drill, response=RIGHT_THEN)
    corrected = marking.key_for(drill).by.pk
    regrading.run(regrading.start(drill, mode, None, told=corrected).pk)
    for who, kept in ((ann, False), (ben, mode == "raise")):
        page = get(friday, f"gradebook/{who.pk}/").content.decode()
        assert text(with_class(page, "number")[0]) == "700"
        assert ("Marked again" in page, "the mark by the old one is kept" in page) == (not kept, kept)
        spots = [link for link in links(page) if link.startswith("/spot/")]
        assert spots == [f"/spot/{sharing.spot_name(drill.pk, 'tda')}/"]


def test_of_a_learner_nothing_is_seen_from_before_joining_or_of_exams_and_of_others_nothing_at_all(
    friday: Classroom,
) -> None:
    drill, kept = store_case(make_bucket()), store_case(make_bucket(reserve=True))
    ann = learner(friday, "Ann", joined=NOON)
    answered(ann, drill, NOON - DAY)
    answered(ann, kept, NOON + DAY)
    skill(ann, "min_raise", 1, 1)
    counted = " ".join(main_of(get(friday, "gradebook/").content.decode()).split())
    assert "the tries, those before joining the class too" in counted, "what is counted and not listed is told apart"
    assert "A name leads to the answers since joining the class, one by one." in counted
    page = get(friday, f"gradebook/{ann.pk}/")
    assert "None yet." in main_of(page.content.decode())
    answered(ann, drill, NOON + DAY)
    assert "What is the smallest full raise" in main_of(get(friday, f"gradebook/{ann.pk}/").content.decode())
    observer = learner(friday, "Omar", role=Membership.Role.OBSERVER)
    for other in (observer, User.objects.create(username="Stranger"), friday.teacher):
        assert get(friday, f"gradebook/{other.pk}/").status_code == 404


def test_an_answer_under_a_house_that_is_gone_is_told_without_the_spot(friday: Classroom) -> None:
    ann = learner(friday, "Ann")
    answered(ann, store_case(make_bucket()), ruleset="own-999999")
    page = get(friday, f"gradebook/{ann.pk}/")
    assert page.status_code == 200
    assert "Minimum raise" in main_of(page.content.decode())


def test_a_learners_page_takes_as_many_queries_for_sixty_answers_as_for_two(
    friday: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    drill, ann, made = store_case(make_bucket()), learner(friday, "Ann"), 0
    for wanted in (2, 60):
        for number in range(made, wanted):
            answered(ann, drill, NOON + timedelta(minutes=number))
        made = wanted
        client = browser_of(friday.teacher)
        with django_assert_num_queries(6):
            page = client.get(f"/classes/{friday.pk}/gradebook/{ann.pk}/").content.decode()
    assert page.count("What is the smallest full raise") == 50


# The report of mistakes


def test_the_report_counts_learners_by_mistake_and_leads_to_spots_that_show_it(friday: Classroom) -> None:
    flagged, suspected = Evidence(3.0, 4, 3, 0, True), Evidence(1.0, 2, 1, 0, False)
    skill(learner(friday, "Ann"), "min_raise", 9, 1, double_the_bet=flagged, add_the_big_blind=suspected)
    skill(learner(friday, "Ben"), "min_raise", 9, 1, double_the_bet=flagged, count_the_call=Evidence(-3.0, 5, 0, 1))
    skill(learner(friday, "Cai"), "min_raise", 9, 1, double_the_bet=suspected, no_such_mistake=flagged)
    skill(learner(friday, "Omar", role=Membership.Role.OBSERVER), "min_raise", 9, 1, count_the_call=flagged)
    rows = misconceptions.report(friday, NOON)
    assert [(row.id, row.hold, row.suspects) for row in rows] == [("double-the-bet", 2, 1), ("add-the-big-blind", 0, 1)]
    page = get(friday, "mistakes/").content.decode()
    assert "2 learners hold it. 1 more is suspected." in main_of(page)
    assert "/mistakes/min_raise/double-the-bet/" in links(page)
    assert f"{reverse('quizzes:practice')}?kind=min_raise&mistake=double-the-bet" in links(page)
    assert "3 learners show it Ann, Ben, Cai Give these 3 learners spots that show it" in main_of(page)
    assert "1 learner is suspected." in main_of(page)
    assert "0 learners" not in main_of(page)
    seen = browser_of(User.objects.get(username="Omar")).get(f"/classes/{friday.pk}/mistakes/").content.decode()
    assert "Ann" not in main_of(seen), "names are for those who can give something to them"


def test_the_report_tells_of_mistakes_in_sets_too_though_the_model_of_learning_leaves_them_alone(
    friday: Classroom,
) -> None:
    """A raise from 100 to 300 adds 200, so the smallest one is to 500 by TDA 2024 43-A; twice the bet is 600."""
    drill, other = a_set(friday), store_case(make_bucket())
    doubled: dict[str, Any] = {"right": False, "misconceptions": ["double-the-bet"]}
    ann, ben = learner(friday, "Ann"), learner(friday, "Ben", joined=NOON + DAY)
    answered(ann, drill, why="", **doubled)
    answered(ann, drill, NOON + DAY, why="", **doubled)
    answered(ann, other, why="", **doubled)
    answered(ben, drill, why="", **doubled)
    (row,) = misconceptions.report(friday, NOON)
    assert (row.id, row.hold, row.suspects, row.in_work, row.who) == ("double-the-bet", 0, 0, 1, ("Ann",))
    cai, pool = learner(friday, "Cai"), a_pool(1, friday.teacher)
    answered(cai, Drill.objects.get(bucket__bank=pool.bank), why="", **doubled)
    assert misconceptions.report(friday, NOON) == [row], "of a pool that the class was not given"
    dates = {"opens_at": NOON - DAY, "due_at": NOON + DAY}
    Assignment.objects.create(classroom=friday, name="Bets", what="pool", pool=pool, **dates)
    said = main_of(get(friday, "mistakes/").content.decode())
    assert "2 learners gave its answer in a set of scenarios or to a template’s spot. " in said
    assert misconceptions.who_shows(friday, "min_raise", "double-the-bet") == {ann.pk, cai.pk}


def test_a_mistake_is_practised_under_the_house_of_the_class(friday: Classroom) -> None:
    """Where a raise is to twice the bet at least (jj), doubling it is right; to add the big blind is not, and the spot
    that shows it is told by that house: by TDA 2024 43-A it would be to something else.
    """
    friday.house = HouseRules.objects.create(name="Ours", base="jj")
    friday.save()
    house = f"own-{friday.house.pk}"
    told = Evidence(3.0, 4, 3, 0, True)
    ann = learner(friday, "Ann")
    skill(ann, "min_raise", 9, 1, double_the_bet=told, add_the_big_blind=told)
    answered(ann, store_case(make_bucket()), right=False, misconceptions=["double-the-bet"])
    row, doubled = misconceptions.report(friday, NOON)
    assert (row.drill, row.house) == (f"kind=min_raise&ruleset={house}&mistake=add-the-big-blind", "Ours")
    shown = mistakes.under("min_raise", "add-the-big-blind", house)
    assert shown is not None
    assert row.parts[0].right == f"{second.solve(shown.document)['raise_to']:,}"
    assert (doubled.id, doubled.drill, doubled.house) == ("double-the-bet", "", "")
    page = main_of(get(friday, "mistakes/").content.decode())
    assert "By the house rules “Ours”:" in page
    assert page.count("By the house rules of the class this method is right.") == 1
    assert f"Learners made it by these house rules: {house_name(ruleset('tda'))}." in page


def test_one_click_begins_a_message_with_the_link_to_these_spots(friday: Classroom) -> None:
    address = f"/classes/{friday.pk}/messages/?kind=min_raise&mistake=double-the-bet"
    skill(learner(friday, "Ann"), "min_raise", 9, 1, double_the_bet=Evidence(3.0, 4, 3, 0, True))
    assert address in links(get(friday, "mistakes/").content.decode())
    page = browser_of(friday.teacher).get(address).content.decode()
    assert "Practise: Doubling the bet" in page
    assert "/practice/?kind=min_raise&amp;mistake=double-the-bet" in page
    for rest in ("kind=min_raise&mistake=none", "kind=none&mistake=double-the-bet"):
        assert "Practise:" not in get(friday, f"messages/?{rest}").content.decode()


def test_the_report_takes_as_many_queries_for_sixty_learners_as_for_two(
    friday: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    made = 0
    for wanted in (2, 60):
        for number in range(made, wanted):
            skill(learner(friday, f"Ann {number}"), "min_raise", 9, 1, double_the_bet=Evidence(3.0, 4, 3, 0, True))
        made = wanted
        client = browser_of(friday.teacher)
        with django_assert_num_queries(7):  # account, class, habits, pools, answers to work, names, what is given
            client.get(f"/classes/{friday.pk}/mistakes/")


def test_one_click_gives_spots_against_a_mistake_to_just_those_who_show_it(friday: Classroom) -> None:
    """What counts are right answers to drills that tell the mistake apart, whoever else gives them."""
    flagged, suspected = Evidence(3.0, 4, 3, 0, True), Evidence(1.0, 2, 1, 0, False)
    ann, ben, cai, dora = (learner(friday, name) for name in ("Ann", "Ben", "Cai", "Dora"))
    skill(ann, "min_raise", 9, 1, double_the_bet=flagged)
    skill(ben, "min_raise", 9, 1, double_the_bet=suspected)
    skill(cai, "min_raise", 9, 1, double_the_bet=Evidence(-3.0, 5, 0, 1))
    answered(dora, a_set(friday), right=False, misconceptions=["double-the-bet"], why="")
    teacher, address = browser_of(friday.teacher), f"/classes/{friday.pk}/mistakes/min_raise/double-the-bet/give"
    assert address in get(friday, "mistakes/").content.decode()
    first, again = (teacher.post(address)["Location"] for _ in range(2))
    assert first == again, "a double click gives it once"
    goal = Assignment.objects.get(what="goal")
    assert (goal.kinds, goal.mistake, goal.chosen) == ("min_raise", "double-the-bet", True)
    assert set(goal.assignees.values_list("learner", flat=True)) == {ann.pk, ben.pk, dora.pk}
    page = main_of(teacher.get(first).content.decode())
    assert "5 right answers: Minimum raise: Doubling the bet." in page
    assert "Cai" not in page
    shows, plain = store(make_bucket(), opening_bets(2))
    Drill.objects.filter(pk=shows.pk).update(told_apart=[["double-the-bet", "to-for-by"], ["count-the-call"]])
    Drill.objects.filter(pk=plain.pk).update(told_apart=[["count-the-call"]])
    for user, drill, hinted in ((ann, shows, False), (ann, plain, False), (ann, shows, True), (cai, shows, False)):
        answered(user, drill, timezone.now(), hinted=hinted)
    _page, found = gradebook.page(friday, 1)
    work = {row.learner.name: row.work[-1] for row in found.rows}
    assert work == {"Ann": Work(1, 5, 0, None), "Ben": Work(0, 5, 0, None), "Cai": None, "Dora": Work(0, 5, 0, None)}
    head, *rows = csv.reader(io.StringIO(get(friday, "gradebook.csv").content.decode("utf-8-sig")))
    assert [row[head.index("Doubling the bet: done")] for row in rows] == ["1", "0", "", "0"]
    assert {len(row) for row in rows} == {len(head)}
    assert "Given: Doubling the bet, due " in main_of(get(friday, "mistakes/").content.decode())


def test_a_mistake_that_nobody_shows_is_given_to_nobody(friday: Classroom) -> None:
    teacher = browser_of(friday.teacher)
    for mistake, status in (("double-the-bet", 302), ("no-such", 404)):
        assert teacher.post(f"/classes/{friday.pk}/mistakes/min_raise/{mistake}/give").status_code == status
    assert not Assignment.objects.exists()
