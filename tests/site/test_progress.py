"""Progress: what is told of skills, what is due, mistakes, weeks and days, out of summaries alone (issues 3 and 5)."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes.kinds import KINDS
from quizzes.learners import Learner
from quizzes.learning import mastery
from quizzes.learning.habits import CLEARED_BY, Evidence, Habits
from quizzes.learning.mastery import Mastery
from quizzes.learning.memory import Card
from quizzes.learning.ratings import Rating
from quizzes.learning.skills import Skill
from quizzes.lessons import shelf
from quizzes.models import Attempt, Course, PracticeDay, SkillState, SkillWeek
from quizzes.models.skills import monday
from quizzes.practising.progress import WEEKS, Due, Habit, Planned, Standing, Tally, stage_of, standing
from quizzes.practising.progress import Skill as Shown
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import mistake_name
from tests.site.lesson_sources import ENGLISH
from tests.site.pages import elements, links, text, with_class
from tests.site.people import browser_of, deal, person, practise
from trainer.accounts.models import User

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)  # a Wednesday: the week is that of Monday 11 May
TODAY = NOW.date()
MANY = 100_000
OWN = ("pk", "nonce")
"""The fields of an attempt that no other one has."""


def know(user: User, kind: str, skill: Skill, mistakes: list[list[str]] | None = None) -> None:
    """Let a skill of an account be so."""
    missed = [{"at": NOW.isoformat(), "misconceptions": ids} for ids in mistakes or []]
    SkillState.objects.create(
        user=user,
        kind=kind,
        order_key="x",
        tries=skill.tries,
        right=skill.right,
        learnt=skill.to_json(),
        mistakes=missed,
        last_at=NOW,
    )


def of_account(user: User) -> Standing:
    return standing(Learner({}, user.pk), NOW)


def shown(user: User, kind: str = "min_raise") -> Shown:
    """A skill as its page shows it."""
    return next(skill for skill in of_account(user).skills if skill.kind == kind)


def due_on(day: date, stability: float = 5) -> Card:
    return Card(stability, 5, day, day - timedelta(days=5))


# The map


@pytest.mark.django_db
def test_an_account_sees_each_kind_with_its_tally_and_level() -> None:
    user = person()
    know(user, "min_raise", Skill(Rating(1.5, 8), 8, 6))  # 82 in 100 of level 3 (PRIOR_DIFFICULTIES)
    know(user, "a kind that is gone", Skill(Rating(), 3, 3))
    know(person("Ben"), "reopen", Skill(Rating(), 5, 5))
    found = of_account(user)
    assert sorted(skill.kind for skill in found.skills) == sorted(KINDS)
    first = shown(user)
    assert (first.tally, first.tally.percent, first.level, first.stage) == (Tally(8, 6), 75, 3, "begun")
    others = [skill for skill in found.skills if skill.kind != "min_raise"]
    assert {(skill.tally, skill.level, skill.stage, skill.due) for skill in others} == {(Tally(), 0, "none", "")}
    assert found.total == Tally(8, 6)
    assert dict(found.stages) == {"mastered": 0, "mixed": 0, "begun": 1, "lost": 0, "none": len(KINDS) - 1}


def test_a_skill_comes_from_not_begun_to_mastered_and_two_misses_lose_it() -> None:
    # issue 5: mastered = right in the mix, and again after a day; mastery.py: lost after two misses in a row
    skill, stages = Skill(tries=1), list[str]()
    alone, among = [(0, True), (33, True)], [(1, True), (30, True), (31, False), (32, False), (34, True)]
    for hours, right in sorted([*alone, *among]):
        mixed = (hours, right) in among
        after = mastery.after(skill.mastery, right, 3, 5, mixed, NOW + timedelta(hours=hours))
        skill = Skill(tries=skill.tries + 1, right=skill.right + right, mastery=after)
        stages.append(stage_of(skill))
    assert stages == ["begun", "mixed", "mastered", "mastered", "lost", "begun", "mixed"]
    assert stage_of(None) == stage_of(Skill(Rating(1.0, 3))) == "none"
    assert stage_of(Skill(tries=2, mastery=Mastery(misses=2))) == "begun", "what was never right can't be lost"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "says"),
    [
        (Skill(Rating(-3.0, 1), 1, 0), "Level 1 is asked at present. What counts is level 3, among other skills."),
        (Skill(Rating(1.5, 1), 1, 1), "Next: a right answer on level 3 or above, straight after another skill."),
        (
            Skill(Rating(1.5, 9), 9, 9, mastery=Mastery(NOW - timedelta(hours=20))),
            "Right once more on level 3 or above, after 16:00 on 13 May, and it is mastered.",  # 20 + 4 = 24 hours
        ),
        (
            Skill(Rating(1.5, 9), 9, 9, mastery=Mastery(NOW - timedelta(hours=24))),
            "Right once more on level 3 or above, and it is mastered.",
        ),
        (
            Skill(Rating(1.5, 9), 9, 9, mastery=Mastery(NOW - timedelta(days=4), NOW - timedelta(days=2))),
            "Mastered on 11 May; two misses in a row would lose it.",
        ),
        (
            Skill(Rating(1.5, 9), 9, 9, mastery=Mastery(NOW - timedelta(days=4), NOW - timedelta(days=2), 1)),
            "Mastered on 11 May; the last answer was a miss, and another one would lose it.",
        ),
        (
            Skill(Rating(1.5, 9), 9, 7, mastery=Mastery(misses=2)),
            "A right answer on level 3 or above, among other skills, brings it back.",
        ),
    ],
)
def test_a_skill_says_what_it_takes_next(state: Skill, says: str) -> None:
    user = person()
    know(user, "min_raise", state)
    assert shown(user).next == says


@pytest.mark.django_db
def test_a_skill_says_when_it_is_due_and_what_is_beyond_the_cap_when_it_is_planned() -> None:
    user = person()
    Course.objects.create(user=user, cap=2)
    for kind, days in (("min_raise", -3), ("reopen", -2), ("side_pots", 0), ("awards", 1), ("nuts", 3)):
        know(user, kind, Skill(Rating(0, 9), 5, 4, card=due_on(TODAY + timedelta(days=days))))
    found = of_account(user)
    dues = {skill.kind: (skill.due, skill.is_due) for skill in found.skills if skill.due}
    assert dues == {
        "min_raise": ("due today", True),
        "reopen": ("due today", True),
        "side_pots": ("due since 13 May, planned for 14 May", False),
        "awards": ("due tomorrow", False),
        "nuts": ("due in 3 days", False),
    }
    # two a day: the longest due today; tomorrow what is left, and what becomes due then
    names = {kind: kind_name(kind) for kind in dues}
    today, tomorrow = (names["min_raise"], names["reopen"]), (names["side_pots"], names["awards"])
    assert found.due == Due(today, (Planned(date(2026, 5, 14), tomorrow),), 2)


@pytest.mark.django_db
def test_with_no_cap_nothing_is_planned() -> None:
    user = person()
    Course.objects.create(user=user, cap=0)
    know(user, "min_raise", Skill(Rating(0, 9), 5, 4, card=due_on(date(2026, 5, 9))))
    assert (shown(user).due, shown(user).is_due) == ("due since 9 May", False)


@pytest.mark.django_db
def test_a_skill_leads_to_its_drills_its_lessons_and_what_to_read_before(client: Client) -> None:
    for slug, place, exit_ in (
        ("far", 1, '{kind = "min_raise", game = "omaha"}'),
        ("near", 3, '{kind = "min_raise", level = 2}'),
        ("with-others", 2, '{kind = "min_raise.reopen"}'),
    ):
        source = ENGLISH.replace("A first raise", f"On {slug}").replace("place = 10", f"place = {place}")
        source = source.replace('{kind = "min_raise", level = 2}', exit_).replace("needs = []", 'needs = ["far", "no"]')
        shelf.save(slug, "en", source.replace("{lesson a-raise}", ""), None)
    page = client.get("/progress/").content.decode()
    node = next(node for node in with_class(page, "node") if kind_name("min_raise") in text(node))
    told = [text(item) for item in elements(node, "li")]
    assert told == ["Lesson: On near Read before: On far", "Lesson: On with-others Read before: On far"]
    assert {"/lessons/near/", "/lessons/with-others/", "/lessons/far/", "/practice/?kind=min_raise"} <= links(page)


# Mistakes by name


HELD = Habits(
    {"double-the-bet": Evidence(3.0, 5, 3, 2, True), "to-for-by": Evidence(1.0, 2, 1, 0, False)},
    (("double-the-bet",), (), ("double-the-bet",), ("double-the-bet",)),
)


@pytest.mark.django_db
def test_a_misconception_that_is_flagged_is_told_with_the_way_to_be_rid_of_it() -> None:
    user = person()
    know(user, "min_raise", Skill(Rating(0, 9), 9, 5, habits=HELD))
    know(user, "reopen", Skill(Rating(0, 9), 9, 9, habits=Habits({"gone-since": Evidence(3.0, 5, 3, 0, True)})))
    name = mistake_name("min_raise", "double-the-bet")
    drill = "kind=min_raise&mistake=double-the-bet"
    expected = Habit("min_raise", "double-the-bet", kind_name("min_raise"), name, 3, 4, 2, drill)
    assert of_account(user).habits == (expected,)
    assert expected.needed == CLEARED_BY == 3  # issue 5: cleared by three diagnostic successes
    page = browser_of(user).get("/progress/").content.decode()
    assert "3 of your last 4 misses" in page
    assert "2 of 3 right in a row" in page
    assert {"/mistakes/min_raise/double-the-bet/", f"/practice/?{drill}"} <= links(page)


@pytest.mark.django_db
def test_what_is_right_in_the_usual_house_is_practised_in_one_in_which_it_is_a_mistake() -> None:
    """TDA 2024 47-A adds short all-ins up; where a single raise has to be full it is a mistake to."""
    user, added_up = person(), Habits({"added-up": Evidence(3.0, 5, 3, 0, True)}, (("added-up",),) * 3)
    know(user, "reopen", Skill(Rating(0, 9), 9, 5, habits=added_up))
    drill = "kind=reopen&ruleset=single-raise&mistake=added-up"
    assert [habit.drill for habit in of_account(user).habits] == [drill]
    browser = browser_of(user)
    assert f"/practice/?{drill}" in links(browser.get("/progress/").text)


# The cost


def scanned(statements: list[str]) -> int:
    """How many rows some statements look at."""

    def rows(node: dict[str, Any]) -> int:
        own = node["Actual Rows"] + node.get("Rows Removed by Filter", 0) if "Relation Name" in node else 0
        return int(own * node["Actual Loops"]) + sum(map(rows, node.get("Plans", ())))

    with connection.cursor() as cursor:
        plans = []
        for statement in statements:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}".replace("%", "%%"), [])
            (plan,) = cursor.fetchone()
            plans.append((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
    return sum(map(rows, plans))


@pytest.mark.django_db
def test_a_hundred_thousand_attempts_cost_no_query_and_no_row_more_than_two(client: Client) -> None:
    deal()
    user = person()
    practise(browser_of(user), [True, False])
    client.force_login(user)
    client.get("/progress/")

    def cost() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as captured:
            page = client.get("/progress/")
        assert page.status_code == 200
        statements = [query["sql"] for query in captured.captured_queries]
        assert not any("quizzes_attempt" in statement for statement in statements)
        return len(statements), scanned(statements)

    before = cost()
    columns = ", ".join(f'"{field.column}"' for field in Attempt._meta.local_concrete_fields if field.name not in OWN)
    one = f"(SELECT {columns} FROM quizzes_attempt LIMIT 1) one"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO quizzes_attempt (nonce, {columns}) "
            f"SELECT gen_random_uuid(), {columns} FROM {one}, generate_series(1, %s)",
            [MANY],
        )
        cursor.execute("UPDATE quizzes_skillstate SET tries = tries + %s", [MANY])
    assert Attempt.objects.count() == MANY + 2
    assert cost() == before
    # who is signed in; all that is known; the weeks; the days; the lessons; the notices
    assert before[0] == 6


# The page


@pytest.mark.django_db
def test_a_visitor_sees_what_the_session_knows_and_that_an_account_keeps_more(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = client.get("/progress/").content.decode()
    assert "Nothing answered yet" in page
    assert "Keep your progress" not in page
    assert "/placement/" in links(page)
    deal()
    practise(client, [True, False, True])
    with django_assert_num_queries(1):  # the lessons
        page = client.get("/progress/").content.decode()
    assert "3 spots answered" in page
    assert "2 of them right in every part: 67 %." in page
    assert "3 tries, 67 % right" in page
    assert 'href="/account/signup/?next=/progress/"' in page
    assert "your weeks and days" in page
    assert "by week" not in page
    assert "day by day" not in page


@pytest.mark.django_db
def test_a_session_from_before_the_model_of_learning_begins_anew(client: Client) -> None:
    session = client.session
    session["practice"] = {"answered": 2, "rungs": {"min_raise": 2}, "served": {"1": 2}}
    session.save()
    assert "Nothing answered yet" in client.get("/progress/").content.decode()
    deal()
    practise(client, [True])
    assert "1 spot answered" in client.get("/progress/").content.decode()


@pytest.mark.django_db
def test_behind_each_drawing_of_the_page_is_a_table_with_its_numbers() -> None:
    user = person()
    # ability 0: 82 in 100 of level 1 (PRIOR_DIFFICULTIES)
    mastered = Skill(Rating(0, 8), 8, 6, card=due_on(timezone.localdate()), mastery=Mastery(NOW, NOW))
    know(user, "min_raise", mastered)
    week, today = monday(datetime.now(UTC)), timezone.localdate()
    SkillWeek.objects.create(user=user, kind="min_raise", week=week, tries=8, right=6, timed=5, seconds=203)
    for days in (0, 1):
        PracticeDay.objects.create(user=user, day=today - timedelta(days=days), tries=7 + days, right=6)
    page = browser_of(user).get("/progress/").content.decode()
    assert page.count('<svg class="drawing"') == page.count('<div class="chart">') == 4
    by_skill, by_week, by_pace, by_day, by_kind = re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL)
    assert by_skill.count("<tr>") == len(KINDS)
    assert "<td>mastered</td><td>due today</td><td>1</td><td>8</td><td>6</td>" in by_skill
    assert [each.count("<tr>") for each in (by_week, by_pace, by_day)] == [WEEKS] * 3
    assert "<td>8</td><td>6</td><td>75</td>" in by_week.split("<tr>")[-1]
    assert "<td>5</td><td>41</td>" in by_pace.split("<tr>")[-1]  # 203 / 5 = 40.6
    assert re.findall(r"<td>(\d+)</td>", by_day)[-2:] == ["8", "7"]
    assert "<td>8</td><td>6</td><td>75</td>" in by_kind
    assert "2 days with answers in the last 12 weeks. 2 days in a row." in " ".join(text_of(page).split())


def text_of(page: str) -> str:
    return text(next(elements(page, "main")))
