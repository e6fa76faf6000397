"""Where a pass mark should be and how well an exam measures, checked against other ways to work the same out."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose, sqrt
from random import Random
from statistics import fmean, pvariance

import pytest
from django.test import Client

from quizzes.kinds import KINDS
from quizzes.models import Drill
from tests.site.exams import author, sat, stocked, table
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.certification import judging
from trainer.certification.models import Blueprint, CutRating, CutSheet, ItemResult, Sitting
from trainer.certification.standards import Scored, cut_score, quality

Marks = Sequence[Sequence[int]]


def scored(marks: Marks) -> list[Scored]:
    return [Scored(len(row), sum(row), sum(mark * mark for mark in row)) for row in marks]


def candidates(number: int, items: int, seed: int = 1) -> Marks:
    """Candidates of different abilities, each with items of their own, right or wrong."""
    rng = Random(seed)
    return [[int(rng.random() < ability) for _ in range(items)] for ability in (rng.random() for _ in range(number))]


def test_the_judges_means_make_the_mark_and_their_spread_its_error() -> None:
    """Worked by hand: the judges' marks are 60, 70 and 80, their standard deviation 10, so the error 10 / sqrt(3)."""
    cut = cut_score({"A": [50, 70], "B": [60, 80], "C": [90, 70]})
    assert cut.judges == {"A": 60, "B": 70, "C": 80}
    assert (cut.mean, cut.suggested) == (70, 70)
    assert cut.error is not None
    assert isclose(cut.error, 10 / sqrt(3))
    assert cut.widest == (0, 1)  # 40 apart on the first question, 10 on the second


def test_questions_count_by_what_they_are_worth() -> None:
    """Worked by hand: 3 x 50 + 1 x 90 over 4 is 60, and 3 x 70 + 1 x 50 over 4 is 65; unweighted 70 and 60."""
    assert cut_score({"A": [50, 90], "B": [70, 50]}, [3, 1]).judges == {"A": 60, "B": 65}


@pytest.mark.django_db
@pytest.mark.parametrize(("marking", "mean"), [("parts", "42.9"), ("questions", "33.3")])
def test_a_sheet_weighs_its_questions_as_the_exam_marks_them(
    marking: str, mean: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two raises of three parts at 50 percent, and a question taken as one of one part at 0: 300 / 7, or 100 / 3."""
    stocked(marking=marking)
    store(make_bucket(), opening_bets(3))
    sheet = judging.draw(Blueprint.objects.get(), author())
    drills = [drill for _section, drill in judging.drills_of(sheet)]
    raised = [drill.bucket.kind == "min_raise" for drill in drills]
    assert {parts for parts, is_raise in zip(judging.parts_of(drills, "tda"), raised, strict=True) if is_raise} == {3}
    monkeypatch.setattr(judging, "parts_of", lambda *_asked: [3 if is_raise else 1 for is_raise in raised])
    judging.rate(sheet, 1, "A", [50 if is_raise else 0 for is_raise in raised])
    assert f"Mean {mean}" in browser_of(author()).get("/author/exams/raises/cut-score/").text


def test_one_judge_has_no_error_and_a_half_counts_up() -> None:
    cut = cut_score({"A": [70, 71]})
    assert cut.error is None
    assert cut.suggested == 71


def test_reliability_is_that_of_an_analysis_of_variance_of_items_within_persons() -> None:
    """By the variances of persons' means and of their items, over which the two mean squares are defined."""
    marks, items = candidates(40, 8), 8
    measured = quality(scored(marks))
    assert measured is not None
    between = items * pvariance([fmean(row) for row in marks]) * 40 / 39
    within = fmean(pvariance(row) for row in marks) * items / (items - 1)
    assert measured.reliability is not None
    assert isclose(measured.reliability, 1 - within / between)


def test_the_error_of_right_and_wrong_items_is_the_mean_of_lords_binomial_errors() -> None:
    """Lord 1957: of x right out of n the error variance of the number right is x (n - x) / (n - 1)."""
    marks, items = candidates(50, 6, seed=2), 6
    measured = quality(scored(marks))
    assert measured is not None
    lord = fmean(sum(row) * (items - sum(row)) / (items - 1) for row in marks)
    assert measured.error is not None
    assert isclose(measured.error, sqrt(lord) / items)


def test_chance_alone_has_no_reliability_and_sure_knowledge_has_all() -> None:
    rng = Random(3)
    chance = quality(scored([[rng.randrange(2) for _ in range(10)] for _ in range(2000)]))
    sure = quality(scored([[person % 2] * 10 for person in range(60)]))
    assert chance is not None
    assert sure is not None
    assert chance.reliability is not None
    assert abs(chance.reliability) < 0.1
    assert sure.reliability == 1


def test_few_sittings_and_single_items_show_no_coefficient() -> None:
    few, single = quality(scored(candidates(29, 8))), quality(scored(candidates(40, 1)))
    assert few is not None
    assert single is not None
    assert (few.reliability, few.error, few.sittings) == (None, None, 29)
    assert (single.reliability, single.error) == (None, None)
    assert quality([]) is None


def marked(exam: Blueprint, drills: Sequence[Drill], points: Sequence[int], **changes: object) -> None:
    """A graded sitting with these points, each out of two."""
    sitting = sat(exam, None, drills, **{"state": Sitting.State.GRADED, **changes})
    for item, got in zip(sitting.items.order_by("place"), points, strict=True):
        ItemResult.objects.create(item=item, points=got, out_of=2, right=got == 2)


@pytest.mark.django_db
def test_quality_is_read_from_graded_sittings_alone() -> None:
    exam = stocked()
    drills = list(Drill.objects.filter(bucket__reserve=True)[:2])
    marked(exam, drills, [2, 1])
    marked(exam, drills, [0, 1])
    marked(exam, drills, [0, 0], practice=True)
    marked(exam, drills, [0, 0], state=Sitting.State.VOID)
    measured = judging.quality_by_section(exam)
    assert {section: (each.sittings, each.items, each.mean) for section, each in measured.items()} == {0: (2, 2, 0.5)}


@pytest.fixture
def exam(db: None) -> Blueprint:
    """An exam whose kinds practice has questions of."""
    exam = stocked()
    store(make_bucket(KINDS["min_raise"], 1), opening_bets(30)[20:])
    return exam


def browser() -> Client:
    return browser_of(author())


def rate(client: Client, sheet: CutSheet, judge: str, *chances: str, round: int = 1) -> int:
    typed = {f"chance_{place}": chance for place, chance in enumerate(chances)}
    form = {"sheet": sheet.pk, "judge": judge, "round": round, **typed}
    return client.post("/author/exams/raises/cut-score/ratings", form).status_code


def test_judges_rate_a_sheet_of_practice_in_rounds(exam: Blueprint) -> None:
    client = browser()
    assert client.post("/author/exams/raises/cut-score/draw").status_code == 302
    sheet = CutSheet.objects.get()
    asked = Drill.objects.filter(pk__in=[drill for _section, drill in sheet.items])
    assert sorted(asked.values_list("bucket__kind", "bucket__reserve")) == [
        ("min_raise", False),
        ("min_raise", False),
        ("next_button", False),
    ]
    assert rate(client, sheet, "A", "60", "70", "80") == 302
    assert rate(client, sheet, "A", "60", "70", "80") == 302  # a double click
    assert rate(client, sheet, "A", "60", "70", "81") == 422
    assert rate(client, sheet, "B", "80", "90", "100") == 302
    assert rate(client, sheet, "B", "80", "80", "80", round=2) == 302
    assert rate(client, sheet, "B", "80", "80", "80", round=4) == 422
    assert CutRating.objects.count() == 3
    page = client.get("/author/exams/raises/cut-score/").content.decode()
    assert "Suggested pass mark: 80 %" in page  # of 70 and 90
    assert "standard error 10.0" in page  # their standard deviation is 14.1


def test_another_sheet_is_drawn_once_and_for_a_reason_that_stays_with_it(exam: Blueprint) -> None:
    client, address = browser(), "/author/exams/raises/cut-score/draw"
    client.post(address)
    first = CutSheet.objects.get()
    rate(client, first, "A", "60", "70", "80")
    assert "its 1 rating stay on record" in client.get(address).text
    assert client.post(address, {"instead_of": first.pk, "reason": ""}).status_code == 422
    for _click in range(2):
        assert client.post(address, {"instead_of": first.pk, "reason": "A question was faulty."}).status_code == 302
    assert list(CutSheet.objects.order_by("pk").values_list("reason", "made_by__username")) == [
        ("", "Ines"),
        ("A question was faulty.", "Ines"),
    ]
    assert first.ratings.count() == 1
    assert (
        "Ines drew it in place of another: A question was faulty." in client.get("/author/exams/raises/cut-score/").text
    )


def test_a_rating_that_is_no_percent_is_told_beside_it_and_what_was_typed_stays(exam: Blueprint) -> None:
    client = browser()
    client.post("/author/exams/raises/cut-score/draw")
    typed = {"sheet": CutSheet.objects.get().pk, "judge": "A", "round": 1, "chance_0": "101", "chance_1": "55"}
    response = client.post("/author/exams/raises/cut-score/ratings", typed)
    assert response.status_code == 422
    page = response.content.decode()
    assert 'value="101"' in page
    assert 'value="55"' in page
    assert 'id="chance-0-error"' in page
    assert 'id="chance-1-error"' not in page
    assert not CutRating.objects.exists()


def test_the_page_of_quality_says_where_there_are_too_few(exam: Blueprint) -> None:
    page = browser().get("/author/exams/raises/quality/").content.decode()
    assert "too few" in page
    assert table()["sections"][0]["name"]["en"] in page


def test_another_authors_measures_are_not_there(exam: Blueprint) -> None:
    other = browser_of(author("Omar"))
    for page in ("cut-score/", "quality/"):
        assert other.get(f"/author/exams/raises/{page}").status_code == 404
        assert browser_of(person("Ann" + page[:3])).get(f"/author/exams/raises/{page}").status_code == 403
