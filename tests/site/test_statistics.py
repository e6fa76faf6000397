"""Item statistics: the formulas against other computations of the same, what is counted, alarms, pages (issue 7)."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import erfc, exp, gamma, sqrt
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from quizzes import tasks
from quizzes.kinds.min_raise import KIND
from quizzes.models import Attempt, Bucket, BucketStatistic, Drill, ItemStatistic, Scenario, ScenarioVersion
from quizzes.statistics import reading
from quizzes.statistics.fairness import Variant, fairness
from quizzes.statistics.formulas import (
    ENOUGH,
    ENOUGH_OTHERS,
    ENOUGH_SCORED,
    ENOUGH_TO_DRIFT,
    Try,
    chance_of,
    difference,
    discrimination,
    figures,
    interval,
    surely_negative,
)
from tests.site.pages import elements, text, tree
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.accounts.models import User

NOW = datetime.now(UTC) - timedelta(days=1)
OTHERS = 20
"""Other items of each learner in these tests: a score is then in steps of 1 in 20."""


def tries(
    rights: Sequence[bool], scores: Sequence[int] | None = None, answers: Sequence[int] | None = None
) -> list[Try]:
    """First tries; an answer is 1 where it is right and 0 where not, unless it is said, and the score half."""
    scores = scores or [OTHERS // 2] * len(rights)
    answers = answers or [int(right) for right in rights]
    return [
        Try(right, answer, () if right else ("slip",), 10 + place, OTHERS, score)
        for place, (right, answer, score) in enumerate(zip(rights, answers, scores, strict=True))
    ]


# Formulas


@pytest.mark.parametrize("seed", range(5))
def test_discrimination_is_the_correlation_of_the_item_with_the_other_scores(seed: int) -> None:
    rng = Random(seed)
    scores = [rng.randrange(21) / 20 for _ in range(80)]
    rights = [rng.random() < score for score in scores]
    found = discrimination(list(zip(rights, scores, strict=True)))
    assert found == pytest.approx(statistics.correlation([float(right) for right in rights], scores))


def test_discrimination_says_nothing_where_all_are_right_or_all_are_alike() -> None:
    assert discrimination([(True, 0.1), (True, 0.9)]) is None
    assert discrimination([(True, 0.5), (False, 0.5)]) is None


def test_a_negative_correlation_is_sure_about_one_time_in_twenty_by_chance() -> None:
    rng, sure = Random(1), 0
    for _ in range(1000):
        pairs = [(rng.random() < 0.5, rng.random()) for _ in range(60)]
        found = discrimination(pairs)
        assert found is not None
        sure += surely_negative(found, len(pairs))
    assert 30 <= sure <= 70  # 50 in 1000, by three standard errors of 7
    assert not surely_negative(-0.9, 3)
    assert not surely_negative(0.9, 100)


@pytest.mark.parametrize(("right", "tries"), [(0, 30), (1, 30), (15, 30), (90, 100), (30, 30)])
def test_an_interval_ends_where_the_share_seen_is_just_1_96_standard_errors_away(right: int, tries: int) -> None:
    # Wilson's own condition, which the formula solves: |seen - true| = 1.96 * sqrt(true (1 - true) / n)
    seen = right / tries
    for end in interval(right, tries):
        away = 1.959964 * sqrt(end * (1 - end) / tries)
        assert abs(seen - end) == pytest.approx(away, abs=1e-6)


def test_two_shares_differ_by_the_root_of_their_chi_square() -> None:
    # For two by two cells chi-square is the square of the normal deviate: by the cells' own sum, (seen - expected)^2
    first, second = (12, 40), (25, 45)
    share = (12 + 25) / 85
    cells = [(right, n * share) for right, n in (first, second)] + [
        (n - right, n * (1 - share)) for right, n in (first, second)
    ]
    assert difference(first, second) ** 2 == pytest.approx(sum((seen - due) ** 2 / due for seen, due in cells))
    assert difference(first, second) > 0
    assert difference((5, 5), (9, 9)) == 0


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 10, 31])
@pytest.mark.parametrize("ratio", [0.3, 1.0, 1.8])
def test_the_chance_of_a_chi_square_is_the_area_under_its_density(freedom: int, ratio: float) -> None:
    # By the trapezium rule over the square root of x, where the density has no pole: 2 u f(u^2) du
    def height(u: float) -> float:
        return 2 * u ** (freedom - 1) * exp(-u * u / 2) / (2 ** (freedom / 2) * gamma(freedom / 2))

    start, end, steps = sqrt(freedom * ratio), 16.0, 4000
    width = (end - start) / steps
    area = width * (sum(height(start + width * step) for step in range(1, steps)) + (height(start) + height(end)) / 2)
    assert chance_of(freedom * ratio, freedom) == pytest.approx(area, abs=1e-6)
    assert chance_of(0, freedom) == 1


def test_the_chance_of_one_degree_is_that_of_a_normal_deviate_on_both_sides() -> None:
    assert chance_of(1.96**2, 1) == pytest.approx(erfc(1.96 / sqrt(2)))
    assert chance_of(1e4, 31) == pytest.approx(0)


# Figures and alarms


def test_no_figure_is_shown_below_its_least_number_of_tries() -> None:
    few = figures(tries([True, False] * (ENOUGH // 2 - 1)))
    assert (few.facility, few.answers, few.misconceptions, few.seconds, few.alarms) == (None, (), {}, None, ())
    enough = figures(tries([True, False] * (ENOUGH // 2)))
    assert (enough.facility, enough.misconceptions) == (0.5, {"slip": ENOUGH // 2})
    assert enough.seconds == 10 + (ENOUGH - 1) / 2  # seconds run from 10 on, one more each
    assert (enough.discrimination, enough.first) == (None, None)
    scores = [place % 7 for place in range(ENOUGH_SCORED)]
    assert figures(tries([True, False] * (ENOUGH_SCORED // 2), scores)).discrimination is not None
    assert figures(tries([True, False] * (ENOUGH_TO_DRIFT // 2))).first == 0.5


def test_a_learner_who_tried_few_others_has_no_score() -> None:
    each = Try(True, 1, (), 10, ENOUGH_OTHERS - 1, 1)
    assert each.score is None
    assert each._replace(others=ENOUGH_OTHERS).score == pytest.approx(1 / ENOUGH_OTHERS)
    assert figures([each] * ENOUGH_SCORED).scored == 0


def test_a_key_that_the_strong_get_wrong_is_suspected() -> None:
    scores = [place % (OTHERS + 1) for place in range(84)]
    weak_right = [score < OTHERS / 2 for score in scores]
    assert "key" in figures(tries(weak_right, scores)).alarms
    strong_right = [not right for right in weak_right]
    assert "key" not in figures(tries(strong_right, scores)).alarms


def test_one_wrong_answer_that_the_strong_prefer_is_suspected_and_several_are_not() -> None:
    scores = [place % (OTHERS + 1) for place in range(84)]
    rights = [place % 3 == 0 for place in range(84)]
    agreed = [1 if right else 0 for right in rights]
    apart = [1 if right else 2 + place % 4 for place, right in enumerate(rights)]
    assert figures(tries(rights, scores, agreed)).alarms == ("key",)
    assert figures(tries(rights, scores, apart)).alarms == ()


def test_what_nearly_everybody_knows_is_too_easy_and_what_changes_is_drifting() -> None:
    assert figures(tries([True] * 39 + [False])).alarms == ("easy",)  # 0.975
    assert figures(tries([True] * 37 + [False] * 3)).alarms == ()  # 0.925
    drifting = figures(tries([False] * 20 + [True] * 10 + [True, False] * 15 + [True] * 28 + [False] * 2))
    assert [drifting.first, drifting.last] == pytest.approx([10 / 30, 28 / 30])
    assert drifting.alarms == ("drift",)


# Fairness


def test_equal_variants_are_rarely_called_unequal_and_one_that_is_not_stands_out() -> None:
    rng, unequal = Random(3), 0
    for _ in range(300):
        variants = [Variant(drill, sum(rng.random() < 0.7 for _ in range(40)), 40) for drill in range(12)]
        found = fairness(variants)
        assert found is not None
        unequal += found.unequal
    assert unequal <= 10  # 3 in 300, by four standard errors
    variants[5] = Variant(5, 8, 40)
    found = fairness(variants)
    assert found is not None
    assert found.unequal
    assert [each.drill for each, _distance in found.furthest] == [5]
    assert found.spread > 0.05


def test_fairness_is_pearsons_sum_over_the_cells_and_leaves_out_what_was_tried_too_seldom() -> None:
    variants = [Variant(1, 20, 40), Variant(2, 30, 50), Variant(3, 25, 60), Variant(4, 2, 3)]
    found = fairness(variants)
    assert found is not None
    share = 75 / 150
    cells = [(right, n * share) for _, right, n in variants[:3]] + [
        (n - right, n * (1 - share)) for _, right, n in variants[:3]
    ]
    assert found.chi_square == pytest.approx(sum((seen - due) ** 2 / due for seen, due in cells))
    assert (found.drills, found.tries, found.facility) == (3, 150, share)
    assert fairness(variants[3:]) is None
    assert fairness([Variant(1, 40, 40), Variant(2, 40, 40)]) is None, "all right: no wrong ones to compare"


# What is counted


def answered(drill: Drill, who: User | UUID, right: bool, minute: int = 0, **changes: Any) -> Attempt:
    """A try as it is stored, with nothing counted of it but itself."""
    answer = dict(KIND.solve(drill.spot("tda")).answer)
    owner = {"user": who} if isinstance(who, User) else {"visitor": who}
    attempt = Attempt(
        **{
            "issued_at": NOW + timedelta(minutes=minute),
            "nonce": uuid4(),
            "drill": drill,
            "ruleset": "tda",
            "response": answer if right else {**answer, "raise_to": 1},
            "points": 3 if right else 2,
            "out_of": 3,
            "right": right,
            "misconceptions": [] if right else ["double-the-bet"],
            "answered_at": NOW + timedelta(minutes=minute, seconds=20),
            "seconds": 20,
            "why": "new",
            **owner,
            **changes,
        }
    )
    attempt.record()
    return attempt


@pytest.fixture
def drills(db: None) -> list[Drill]:
    return store(make_bucket(), opening_bets(12))


def crowd(drill: Drill, rights: Sequence[bool]) -> list[UUID]:
    """Visitors who try a drill, one after another."""
    visitors = [UUID(int=1 + place) for place in range(len(rights))]
    for place, (visitor, right) in enumerate(zip(visitors, rights, strict=True)):
        answered(drill, visitor, right, place)
    return visitors


def test_only_first_unaided_tries_of_somebody_known_count(drills: list[Drill]) -> None:
    visitors = crowd(drills[0], [True] * 8 + [False] * 4)
    answered(drills[0], visitors[-1], True, 100)  # again
    answered(drills[0], UUID(int=50), True, 101, hinted=True)
    answered(drills[0], UUID(int=50), True, 102)  # first one was with a hint
    answered(drills[0], UUID(int=51), True, 103, why="")  # by a shared link
    answered(drills[0], person(), False, 104, why="")  # an account, in a class
    assert reading.count_all() == 1
    row = ItemStatistic.objects.get()
    assert (row.drill, row.tries, row.right, row.facility) == (drills[0], 13, 8, None)
    reading.count_one(drills[0].pk)
    row.refresh_from_db()
    assert (row.tries, row.right) == (13, 8), "visitors and accounts, also where one item alone is counted"


def test_the_score_leaves_the_item_out_and_the_answers_are_those_that_mean_the_same(
    drills: list[Drill], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "A_BATCH", 100)  # two drills at once
    rng, right_of = Random(5), dict[UUID, list[bool]]()
    for place in range(60):
        visitor, skill = UUID(int=place + 1), rng.random()
        right_of[visitor] = [rng.random() < skill for _ in drills]
        for drill, right in zip(drills, right_of[visitor], strict=True):
            answered(drill, visitor, right, place)
    reading.count_all()
    row = ItemStatistic.objects.get(drill=drills[3])
    pairs = [(float(rights[3]), statistics.fmean([*rights[:3], *rights[4:]])) for rights in right_of.values()]
    items, scores = zip(*pairs, strict=True)
    assert row.discrimination == pytest.approx(statistics.correlation(items, scores))
    assert row.facility == pytest.approx(statistics.fmean(items))
    wrong = next(each for each in row.answers if not each["right"])
    assert wrong["response"]["raise_to"] == 1
    assert wrong["tries"] == row.misconceptions["double-the-bet"] == row.tries - row.right
    before = (row.discrimination, row.answers)
    ItemStatistic.objects.filter(pk=row.pk).update(discrimination=None, answers=[])
    tasks.count_statistic(drills[3].pk)
    row.refresh_from_db()
    assert (row.discrimination, row.answers) == before, "one item alone is counted like all of them"
    assert ItemStatistic.objects.count() == len(drills)
    fair = BucketStatistic.objects.get()
    assert (fair.drills, fair.tries) == (12, 720)
    Attempt.objects.filter(drill=drills[3]).delete()
    reading.count_all()
    assert not ItemStatistic.objects.filter(drill=drills[3]).exists(), "what nobody tried any more has no figures"


# Pages


@pytest.fixture
def author(db: None) -> User:
    return person("Author", role="instructor")


def test_the_page_of_an_item_shows_its_figures_and_draws_its_spot(drills: list[Drill], author: User) -> None:
    crowd(drills[0], [True, True, False] * 12)
    browser, address = browser_of(author), f"/author/statistics/{drills[0].pk}/"
    assert (
        "There are no figures yet: when the questions were last counted, too few had tried it."
        in browser.get(address).content.decode()
    )
    reading.count_all()
    page = browser.get(address).content.decode()
    said = text(tree(page))
    low, high = (round(100 * end) for end in interval(24, 36))
    assert f"67 % ({low} to {high})" in said
    assert "shown from 50 such learners on (0 now)" in said  # nobody has tried ten others
    assert ("Double the bet" in said or "Doubling" in said, "33 %" in said) == (True, True)
    assert '<svg class="drawing' in page or "<svg" in page
    listed = text(tree(browser.get("/author/statistics/").content.decode()))
    assert "67 %" in listed


def test_an_author_without_review_sees_the_own_scenarios_items_alone(
    drills: list[Drill], author: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd(drills[0], [True] * 10)
    crowd(drills[1], [True] * 10)
    scenario = Scenario.objects.create(owner=author)
    ScenarioVersion.objects.create(
        scenario=scenario, number=1, state="published", drill=drills[1], title="Mine", house="tda", kind="min_raise"
    )
    reading.count_all()
    monkeypatch.setattr("quizzes.authoring.oversight.REVIEWER", "quizzes.nobody_has_it")
    browser = browser_of(author)
    page = text(tree(browser.get("/author/statistics/").content.decode()))
    assert "Mine, version 1" in page
    assert f"number {drills[0].pk}" not in page
    assert browser.get(f"/author/statistics/{drills[0].pk}/").status_code == 404
    assert browser.post(f"/author/statistics/{drills[0].pk}/count").status_code == 404
    assert browser.get("/author/statistics/variants/").status_code == 403
    assert browser.post("/author/statistics/count").status_code == 403
    assert browser_of(person("Lea")).get("/author/statistics/").status_code == 403
    assert Client().get("/author/statistics/").status_code == 302


def test_the_figures_of_an_exams_item_are_for_its_author_and_for_who_was_chosen(drills: list[Drill]) -> None:
    """They come with the spot and its key: who keeps the site, and who reviews other scenarios, gets neither."""
    kept, generated = drills[:2]
    Bucket.objects.filter(pk=kept.bucket_id).update(reserve=True)
    owen = person("Owen", role="instructor")
    scenario = Scenario.objects.create(owner=owen, exam=True)
    ScenarioVersion.objects.create(scenario=scenario, number=1, state="published", drill=kept, house="tda")
    chief = person("Chief", is_superuser=True, is_staff=True)
    bo, other = (person(name, role="instructor") for name in ("Bo", "Cy"))
    call_command("role", "Bo", "instructor", exam_items=True)
    pages = [f"/author/statistics/{drill.pk}/" for drill in (kept, generated)]
    people = (owen, chief, bo, other)
    found = {user.username: [browser_of(user).get(page).status_code for page in pages] for user in people}
    assert found == {"Owen": [200, 404], "Chief": [404, 404], "Bo": [200, 404], "Cy": [404, 404]}
    assert [reader.user_id for reader in scenario.readers.all()] == [bo.pk]


def test_a_count_on_demand_is_one_task_however_often_it_is_clicked(
    drills: list[Drill], author: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    browser = browser_of(author)
    for address in (f"/author/statistics/{drills[0].pk}/count", "/author/statistics/count"):
        with django_capture_on_commit_callbacks() as callbacks:
            assert [browser.post(address).status_code for _twice in range(2)] == [302, 302]
        assert len(callbacks) == 1


def test_the_lists_ask_as_much_of_two_items_as_of_sixty_and_show_alarms_first(
    author: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bucket = make_bucket()
    made = store(bucket, opening_bets(60))
    browser = browser_of(author)

    def count(drills: Sequence[Drill]) -> None:
        for drill in drills:
            row = {"drill": drill, "house": "tda", "tries": 40, "right": 20, "facility": 0.5, "made_at": timezone.now()}
            ItemStatistic.objects.create(**row)

    count(made[:2])
    with django_assert_num_queries(5):  # account, its permissions twice; how many; a page of them
        browser.get("/author/statistics/")
    count(made[2:])
    ItemStatistic.objects.filter(drill=made[59]).update(alarms=["key"], alarmed=1)
    BucketStatistic.objects.create(
        bucket=bucket, drills=60, tries=2400, facility=0.5, chi_square=59, chance=0.5, spread=0, made_at=timezone.now()
    )
    with django_assert_num_queries(5):
        page = browser.get("/author/statistics/").content.decode()
    rows = [text(row) for row in elements(page, "tr")]
    assert len(rows) == 1 + 50
    assert "The key may be wrong" in rows[1]
    assert f"number {made[59].pk}" in rows[1]
    with django_assert_num_queries(5):
        browser.get("/author/statistics/variants/")
    # Account, its permissions twice; drill; its row; its version, and a regrade by its key
    with django_assert_num_queries(7):
        browser.get(f"/author/statistics/{made[0].pk}/")
