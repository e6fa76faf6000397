"""Items of exams: keys on which two computations agree, a form for each candidate, and how an item leaves the reserve
(issue 8, "Items").
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from quizzes import kinds
from quizzes.engine.notation import to_table
from quizzes.fingerprint import fingerprint
from quizzes.kinds import KINDS, second
from quizzes.kinds.base import Kind
from quizzes.models import Attempt, Bucket, Drill, Scenario, ScenarioReader, ScenarioVersion
from quizzes.models.partitions import ensure_partitions
from quizzes.practising.sharing import spot_name
from quizzes.wording import step_text
from tests.site.exams import sat, stocked, table
from tests.site.pages import drill_of
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.accounts.models import User
from trainer.certification import blueprints, exposure, items, stock, tasks
from trainer.certification.items import assemble
from trainer.certification.models import Appeal, Blueprint, Correction, ExamItem, ItemUse
from trainer.certification.plans import load

pytestmark = pytest.mark.django_db

NOTHING_MET: set[int] = set()


def forms(blueprint: Blueprint, number: int) -> list[list[Drill]]:
    return [[asked.drill for asked in assemble(blueprint, NOTHING_MET, Random(seed))] for seed in range(number)]


def kept(drills: list[Drill]) -> list[int]:
    """Those drills that are kept for exams."""
    return [drill.pk for drill in drills if drill.bucket.reserve]


def served(blueprint: Blueprint) -> Drill:
    """A drill of the reserve that a candidate was shown."""
    return next(asked.drill for asked in assemble(blueprint, NOTHING_MET, Random(0)) if asked.drill.bucket.reserve)


def document_of(drill: Drill) -> dict[str, Any]:
    """A drill's document as somebody types it: by other names, at a table of the same house."""
    found: dict[str, Any] = json.loads(json.dumps(to_table(drill.spot("tda"))))
    return found


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.id)
def test_a_key_out_of_the_database_grades_and_explains_as_the_engine_does(kind: Kind) -> None:
    document = drill_of(kind.id)
    bucket = make_bucket(kind, document.words.get("level", 3), reserve=True)
    (drill,) = store(bucket, [document])
    items.key_of(drill)
    solution, spot = items.solution_of(ExamItem.objects.get(pk=drill.pk)), replace(document, rules=document.rules)
    values = kind.values(spot, solution.answer, solution.answer)
    assert values == kind.values(spot, solution.answer, second.solve(spot))
    assert list(values) == list(kind.values(spot, kind.solve(spot).answer, kind.solve(spot).answer))
    assert [step_text(step) for step in solution.steps] == [step_text(step) for step in kind.solve(spot).steps]
    examples, solved = kind.examples(spot), replace(kind, solve=lambda _document: solution)
    assert all(solved.grade(spot, kind.parse(spot, raw)).right for raw in examples.right)
    assert not any(solved.grade(spot, kind.parse(spot, raw)).right for raw in examples.wrong)


def test_a_form_has_the_quotas_in_their_sections_and_each_question_once() -> None:
    form = assemble(stocked(), NOTHING_MET, Random(1))
    assert [(asked.section, asked.drill.bucket.kind) for asked in form] == [
        (0, "min_raise"),
        (0, "min_raise"),
        (1, "next_button"),
    ]
    assert len({asked.drill.pk for asked in form}) == 3
    assert [asked.drill.bucket.reserve for asked in form] == [True, True, False]


def test_levels_come_equally_often_in_every_form() -> None:
    quota = load(table()).sections[0].quotas[0]
    drawn = stock.cells(replace(quota, levels=(1, 2, 3)), "tda")
    for seed in range(5):
        assert {cell.level for cell in items._dealt(drawn, Random(seed))[:3]} == {1, 2, 3}


def test_what_was_shown_least_comes_first_so_that_twenty_items_serve_ten_forms_of_two_without_a_repeat() -> None:
    shown = Counter(pk for form in forms(stocked(), 10) for pk in kept(form))
    assert len(shown) == 20
    assert set(shown.values()) == {1}
    assert set(ExamItem.objects.filter(drill__bucket__reserve=True).values_list("served", flat=True)) == {1}


def test_no_item_is_shown_to_more_than_one_candidate_in_ten_nor_any_forbidden_to_the_first_five() -> None:
    exam = stocked()
    forms(exam, 10)  # twenty items, two a form: each was shown
    ItemUse.objects.update(served=5)
    with pytest.raises(items.Exhausted):
        assemble(exam, NOTHING_MET, Random(1))
    for _candidate in range(60):  # of sixty candidates, six may see it
        sat(exam, None, state="graded")
    assemble(exam, NOTHING_MET, Random(1))
    assert max(ItemUse.objects.values_list("served", flat=True)) == 6


def test_a_candidate_never_gets_what_they_had_in_an_earlier_sitting_or_in_practice() -> None:
    exam, ann = stocked(), person("Ann")
    first, second_one, *others = Drill.objects.filter(bucket__reserve=True).order_by("pk")
    sat(exam, ann, [first])
    ensure_partitions(timezone.now().date())
    practised = make_bucket(KINDS["min_raise"], 1)
    (twin,) = store(practised, [second_one.spot("tda")])
    items.key_of(second_one)
    Attempt(
        issued_at=timezone.now(),
        nonce=uuid4(),
        drill=twin,
        ruleset="tda",
        user=ann,
        response={},
        points=0,
        out_of=3,
        right=False,
        answered_at=timezone.now(),
        seconds=1,
    ).record()
    met = items.met_by(ann.pk)
    assert met == {first.pk, second_one.pk}
    asked = {pk for seed in range(9) for pk in kept([each.drill for each in assemble(exam, met, Random(seed))])}
    assert asked == {drill.pk for drill in others}


def test_a_candidate_never_gets_what_they_wrote_read_or_judged() -> None:
    exam, ann = stocked(), person("Ann")
    mine, reviewed, read, appealed, opened, corrected = Drill.objects.filter(bucket__reserve=True).order_by("pk")[:6]
    for drill, fields in ((mine, {"author": ann}), (reviewed, {"reviewer": ann}), (read, {})):
        scenario = Scenario.objects.create(exam=True)
        ScenarioVersion.objects.create(scenario=scenario, number=1, state="published", drill=drill, **fields)
    ScenarioReader.objects.create(scenario=scenario, user=ann)
    answered, only_read = sat(exam, None, [appealed, opened]).items.order_by("place")
    Appeal.objects.create(item=answered, text="?", made_at=timezone.now(), answered_by=ann)
    Appeal.objects.create(item=only_read, text="?", made_at=timezone.now()).readers.add(ann)
    Correction.objects.create(drill=corrected, way="credit", mode="raise", made_by=ann, made_at=timezone.now())
    assert items.met_by(ann.pk) == {mine.pk, reviewed.pk, read.pk, appealed.pk, opened.pk, corrected.pk}
    assert items.met_by(person("Ben").pk) == set()


def test_of_a_kind_with_few_spots_what_was_met_comes_last_and_comes_all_the_same() -> None:
    exam = stocked()
    first, *others = Drill.objects.filter(bucket__kind="next_button")
    asked = {assemble(exam, {first.pk}, Random(seed))[-1].drill for seed in range(9)}
    assert asked <= set(others)
    last = assemble(exam, {first.pk, *(drill.pk for drill in others)}, Random(1))[-1].drill
    assert last.bucket.kind == "next_button"


def test_a_practice_exam_shows_nothing_of_the_reserve_and_counts_nothing() -> None:
    exam = stocked()
    store(make_bucket(KINDS["min_raise"], 1), opening_bets(40)[20:])
    form = assemble(exam, NOTHING_MET, Random(1), practice=True)
    assert not kept([asked.drill for asked in form])
    assert not ItemUse.objects.exists()
    assert not ExamItem.objects.filter(served__gt=0).exists()


def test_a_drill_on_which_the_computations_disagree_has_no_key_is_never_asked_and_the_log_names_it_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    exam = stocked()
    doubtful = Drill.objects.filter(bucket__reserve=True).order_by("pk")[0]
    monkeypatch.setattr(kinds, "agree", lambda kind, spot: spot.actions != doubtful.spot("tda").actions)
    with caplog.at_level(logging.DEBUG):
        shown = [pk for form in forms(exam, 20) for pk in kept(form)]
        with pytest.raises(items.Unsound):
            items.key_of(doubtful)
    assert doubtful.pk not in shown
    assert ExamItem.objects.get(pk=doubtful.pk).retired_at is not None
    assert f"drill {doubtful.pk} " in caplog.text
    assert str(doubtful.document["actions"]) not in caplog.text


def test_what_is_retired_is_given_to_nobody() -> None:
    exam = stocked()
    gone = served(exam)
    items.retire(gone.pk)
    assert gone.pk not in [pk for form in forms(exam, 10) for pk in kept(form)]
    assert ExamItem.objects.get(pk=gone.pk).served == 1


def test_keys_are_worked_out_ahead_of_the_exam() -> None:
    stocked()
    bucket = Bucket.objects.get(reserve=True, kind="min_raise")
    tasks.stock_bucket(bucket.pk, bucket.size + 1)
    assert ExamItem.objects.filter(drill__bucket=bucket).count() == Drill.objects.filter(bucket=bucket).count() == 21
    assert items.take_up(bucket.pk) == 0
    assert bucket.pk not in dict(blueprints.wanting())


@pytest.mark.parametrize("where", ["api", "tool"])
def test_an_item_that_somebody_types_leaves_the_reserve_once_it_was_shown(where: str) -> None:
    exam = stocked()
    drill, other, *others = Drill.objects.filter(bucket__reserve=True).order_by("pk")
    met = {each.pk for each in others}
    items.key_of(drill)
    _type(drill, where)
    assert ExamItem.objects.get(pk=drill.pk).exposed_at is None  # nobody had seen it
    assert {asked.drill for asked in assemble(exam, met, Random(1))} > {drill, other}
    _type(drill, where)
    assert ExamItem.objects.get(pk=drill.pk).exposed_in == where
    assert ExamItem.objects.get(pk=other.pk).exposed_at is None
    with pytest.raises(items.Exhausted):
        assemble(exam, met, Random(1))


def _type(drill: Drill, where: str) -> None:
    """Type a bet on the turn, of another size for each drill."""
    document = document_of(drill)
    if where == "api":
        answer = Client().post("/api/v1/solve", document, content_type="application/json").json()
        assert answer["ok"]
        return
    typed = {"n1": "A", "n2": "B", "s1": "", "s2": "", "t": "turn", "sb": "100", "bb": "200", "a": document["actions"]}
    assert Client().get("/tools/minimum-raise/", typed).status_code == 200


def test_a_spot_that_is_no_item_costs_no_query_more(django_assert_num_queries: Callable[[int], Any]) -> None:
    document = document_of(store(make_bucket(KINDS["min_raise"], 1), opening_bets(1))[0])
    with django_assert_num_queries(0):
        Client().post("/api/v1/solve", document, content_type="application/json")


def test_what_an_author_types_exposes_an_item_and_what_is_written_for_exams_does_not() -> None:
    exam = stocked()
    drill, ines = served(exam), person("Ina", role=User.Role.INSTRUCTOR)
    scenario = Scenario.objects.create(owner=ines, exam=True)
    ScenarioVersion.objects.create(scenario=scenario, number=1, author=ines, document=document_of(drill))
    browser = browser_of(ines)
    assert browser.get(f"/author/scenarios/{scenario.pk}/").status_code == 200
    assert ExamItem.objects.get(pk=drill.pk).exposed_at is None
    Scenario.objects.update(exam=False)
    assert browser.get(f"/author/scenarios/{scenario.pk}/").status_code == 200
    assert ExamItem.objects.get(pk=drill.pk).exposed_in == "editor"


@pytest.mark.parametrize("where", ["practice", "scenario"])
def test_each_night_items_are_compared_with_what_is_stored(where: str) -> None:
    exam = stocked()
    drill, other = Drill.objects.filter(bucket__reserve=True).order_by("pk")[:2]
    forms(exam, 10)
    if where == "practice":
        store(make_bucket(KINDS["min_raise"], 1), [drill.spot("tda")])
    else:
        ScenarioVersion.objects.create(
            scenario=Scenario.objects.create(), number=1, fingerprint=fingerprint(drill.spot("tda"))
        )
    assert tasks.compare_items() == 1
    assert ExamItem.objects.get(pk=drill.pk).exposed_in == where
    assert ExamItem.objects.get(pk=other.pk).exposed_at is None


def test_a_night_tells_an_emptied_cache_again_which_spots_are_watched() -> None:
    exam = stocked()
    drill = served(exam)
    cache.clear()
    exposure.sweep()
    _type(drill, "api")
    assert ExamItem.objects.get(pk=drill.pk).exposed_in == "api"


def test_a_spot_of_a_kind_with_few_is_never_exposed() -> None:
    exam = stocked()
    moved = assemble(exam, NOTHING_MET, Random(1))[-1].drill
    Client().post("/api/v1/solve", document_of(moved), content_type="application/json")
    assert ExamItem.objects.get(pk=moved.pk).exposed_at is None


def test_an_item_shows_neither_its_question_nor_its_key_in_a_log_on_a_link_or_in_the_admin() -> None:
    exam = stocked()
    drill = served(exam)
    item = ExamItem.objects.get(pk=drill.pk)
    chief = browser_of(person("Chief", is_staff=True, is_superuser=True))
    pages = [
        repr(item),
        str(item),
        *(chief.get(f"/admin/certification/examitem/{rest}").content.decode() for rest in ("", f"{item.pk}/change/")),
        chief.get(f"/admin/quizzes/drill/{drill.pk}/change/", follow=True).content.decode(),
        chief.get("/admin/quizzes/drill/").content.decode(),
    ]
    secrets = {str(drill.document["actions"]), drill.fingerprint, *(f'{item.answer["raise_to"]}"',), "raise_to"}
    for page in pages:
        assert not [secret for secret in secrets if secret in page]
    for address in ("spot", "embed", "report"):
        assert Client().get(f"/{address}/{spot_name(drill.pk, 'tda')}/").status_code == 404


def test_scenarios_that_people_wrote_for_exams_are_asked_while_they_are_published() -> None:
    exam = stocked()
    written = Bucket.objects.create(
        **{
            **Bucket.objects.filter(reserve=True).values("kind", "game", "limit", "level", "rules_key", "version")[0],
            "reserve": True,
            "bank": "authored",
            "version": 0,
        }
    )
    (drill,) = store(written, opening_bets(40)[39:])
    version = ScenarioVersion.objects.create(
        scenario=Scenario.objects.create(exam=True), number=1, state="published", drill=drill
    )
    assert drill.pk in [pk for form in forms(exam, 11) for pk in kept(form)]
    version.state = "retired"
    version.save()
    assert drill.pk not in {each.drill for each in stock.left(stock.buckets_of(stock.needs(load(exam.plan), "tda")))}
