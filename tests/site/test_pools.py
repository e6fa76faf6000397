"""Drill pools: no gaps, no repeats, nothing unchecked, whoever fills them (design.md, "Drill pools")."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from quizzes import kinds, making, pools
from quizzes.engine.document import Action, Document
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds.base import Kind, Misconception
from quizzes.kinds.min_raise import KIND
from quizzes.models import Bucket, Drill
from tests.site.stand_ins import kind_of, make_bucket, opening_bets, store, together


@pytest.fixture(autouse=True)
def small_generations(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Batches of ten, so that a test makes a few dozen drills where a site makes thousands."""
    monkeypatch.setattr(pools, "GENERATION", 10)
    settings.DEEP_POOLS = True
    monkeypatch.setattr(pools, "QUIET_TARGET", 10)
    monkeypatch.setattr(pools, "TARGET", 30)
    monkeypatch.setattr(pools, "RESERVE_TARGET", 5)


@pytest.fixture
def drill_only(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Kind]:
    """Have the site know one kind only, which knows these spots only."""

    def set_kind(spots: list[Document], **changes: object) -> Kind:
        kind = replace(kind_of(spots), **changes)  # type: ignore[arg-type]  # any of its fields
        monkeypatch.setattr(kinds, "KINDS", {kind.id: kind})
        return kind

    return set_kind


def slots(bucket: Bucket) -> list[int]:
    return sorted(Drill.objects.filter(bucket=bucket).values_list("slot", flat=True))


def wanting(bucket: Bucket) -> bool:
    return bucket.pk in {want.bucket_id for want in pools.below_target()}


def served(bucket: Bucket, key: str, count: int) -> Drill:
    bucket.refresh_from_db()
    return pools.next_drill(bucket, key, count)


@given(st.text(max_size=40), st.integers(1, 95), st.integers(0, 3))
def test_in_every_order_each_slot_comes_once_in_a_turn(key: str, size: int, turn: int) -> None:
    order = [pools.slot_for(key, count, size) for count in range(turn * size, (turn + 1) * size)]
    assert sorted(order) == list(range(size))


@given(st.text(max_size=40), st.integers(1, 9), st.integers(1, 9))
def test_generations_that_are_added_change_nothing_before_them(key: str, generations: int, more: int) -> None:
    size = generations * pools.GENERATION
    order = [pools.slot_for(key, count, size) for count in range(size)]
    assert order == [pools.slot_for(key, count, size + more * pools.GENERATION) for count in range(size)]


def test_learners_have_different_orders_and_each_turn_is_another() -> None:
    order = [pools.slot_for("ann", count, 10) for count in range(20)]
    assert order[:10] != [pools.slot_for("bo", count, 10) for count in range(10)]
    assert order[:10] != order[10:]


@pytest.mark.django_db
def test_a_batch_of_real_drills_has_slots_without_gaps_no_rules_and_answers_that_two_computations_agree_on() -> None:
    bucket = make_bucket(level=2)
    assert pools.fill(bucket.pk) == 10
    bucket.refresh_from_db()
    assert bucket.size == 10
    assert slots(bucket) == list(range(10))
    for drill in Drill.objects.filter(bucket=bucket):
        assert "rules" not in drill.document
        spot = drill.spot("tda")
        assert kinds.agree(KIND, spot)
        assert KIND.level(spot) == 2
        assert [list(group) for group in KIND.told_apart(spot)] == drill.told_apart


@pytest.mark.django_db
def test_filling_goes_on_to_the_target_and_stops_there() -> None:
    bucket = make_bucket()
    assert [pools.fill(bucket.pk) for _ in range(4)] == [10, 10, 10, 0]
    assert slots(bucket) == list(range(30))


@pytest.mark.django_db
def test_a_batch_that_finds_nothing_new_twice_fills_the_bucket_until_the_generator_changes(
    drill_only: Callable[..., Kind],
) -> None:
    kind = drill_only(opening_bets(7))
    bucket = make_bucket()
    assert [pools.fill(bucket.pk), pools.fill(bucket.pk)] == [7, 0]
    bucket.refresh_from_db()
    assert bucket.dry == 1
    assert wanting(bucket)
    assert pools.fill(bucket.pk) == 0
    bucket.refresh_from_db()
    assert bucket.full
    assert not wanting(bucket)
    assert {served(bucket, "ann", count).slot for count in range(7)} == set(range(7))

    drill_only(opening_bets(9), version=kind.version + 1)
    renewed = pools.bucket_for(kinds.KINDS[kind.id], 1, ruleset("tda"))
    assert renewed.pk != bucket.pk
    assert pools.fill(renewed.pk) == 9


@pytest.mark.django_db
def test_a_find_after_a_dry_batch_starts_the_count_again(drill_only: Callable[..., Kind]) -> None:
    drill_only(opening_bets(3))
    bucket = make_bucket()
    assert [pools.fill(bucket.pk), pools.fill(bucket.pk)] == [3, 0]
    drill_only(opening_bets(4))
    assert [pools.fill(bucket.pk), pools.fill(bucket.pk)] == [1, 0]
    bucket.refresh_from_db()
    assert not bucket.full


@pytest.mark.django_db
def test_a_drill_without_agreement_is_reported_and_never_kept(
    drill_only: Callable[..., Kind], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spots = opening_bets(4)
    drill_only(spots)
    monkeypatch.setattr(kinds, "agree", lambda kind, document, answer: document.actions != spots[2].actions)
    bucket = make_bucket()
    with caplog.at_level(logging.ERROR):
        assert pools.fill(bucket.pk) == 3
    assert all(drill.document["actions"] != "A bets 500" for drill in Drill.objects.all())
    assert "A bets 500" in caplog.text
    assert {record.levelname for record in caplog.records} == {"ERROR"}


@pytest.mark.django_db
def test_a_drill_that_cannot_be_answered_is_a_fault_too(drill_only: Callable[..., Kind]) -> None:
    out_of_turn = Action("B", "bet", 300)
    drill_only([replace(opening_bets(1)[0], actions=(out_of_turn,))])
    with pytest.raises(making.Disagreement, match="B bets 300"):
        making.make_drill(make_bucket(), Random(1), making.Batch())


@pytest.mark.django_db
def test_about_one_drill_in_six_is_plain_where_the_generator_finds_both_sorts(drill_only: Callable[..., Kind]) -> None:
    spots = opening_bets(2)
    shown = Misconception("shown", lambda spot: spot.actions == spots[0].actions, lambda spot: {"raise_to": 1})
    drill_only(spots, misconceptions=(shown,))
    bucket, rng, batch = make_bucket(), Random(6), making.Batch()
    plain = sum(not making.make_drill(bucket, rng, batch).diagnostic for _ in range(600))
    # Binomial with n 600 and p 1/6 has mean 100 and deviation 9.1: five deviations.
    assert 54 <= plain <= 146


@pytest.mark.django_db
def test_where_the_generator_has_one_sort_only_the_other_is_soon_not_looked_for(
    drill_only: Callable[..., Kind], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Document] = []
    kind = drill_only(opening_bets(2), misconceptions=())

    def generate(*seed_level_and_rules: Any) -> Document:
        made.append(kind.generate(*seed_level_and_rules))
        return made[-1]

    monkeypatch.setattr(kinds, "KINDS", {kind.id: replace(kind, generate=generate)})
    bucket, rng, batch = make_bucket(), Random(6), making.Batch()
    assert not any(making.make_drill(bucket, rng, batch).diagnostic for _ in range(300))
    assert len(made) <= 300 + making.SPOTS_TO_KNOW_SORTS + making.TRIES_FOR_A_SORT


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_on_one_bucket_one_fills_it_and_the_other_leaves_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bucket, make, busy, go_on = make_bucket(), making.make_drill, Event(), Event()

    def slowly(*bucket_rng_and_batch: Any) -> Drill:
        busy.set()
        assert go_on.wait(20)
        return make(*bucket_rng_and_batch)

    def first() -> int:
        return pools.fill(bucket.pk)

    def second() -> int:
        assert busy.wait(20)
        try:
            return pools.fill(bucket.pk)
        finally:
            go_on.set()

    monkeypatch.setattr(pools, "make_drill", slowly)
    assert together(first, second) == [10, 0]
    assert slots(bucket) == list(range(10))


@pytest.mark.django_db(transaction=True)
def test_a_learner_does_not_wait_for_the_worker_that_fills_the_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    bucket, make, busy, go_on = make_bucket(), making.make_drill, Event(), Event()

    def worker() -> int:
        return pools.fill(bucket.pk)

    def learner() -> int:
        assert busy.wait(20)
        monkeypatch.setattr(pools, "make_drill", make)
        try:
            return pools.next_drill(bucket, "ann", 0).slot
        finally:
            go_on.set()

    def slowly(*bucket_rng_and_batch: Any) -> Drill:
        busy.set()
        assert go_on.wait(20)
        return make(*bucket_rng_and_batch)

    monkeypatch.setattr(pools, "make_drill", slowly)
    assert together(worker, learner) == [10, 0]
    bucket.refresh_from_db()
    assert slots(bucket) == list(range(11)) == list(range(bucket.size))


@pytest.mark.django_db(transaction=True)
def test_who_stores_a_drill_waits_for_another_who_is_at_it_and_takes_the_next_slot() -> None:
    bucket, stored = make_bucket(), Event()

    def first() -> int:
        with transaction.atomic():
            slot = pools.next_drill(Bucket.objects.get(pk=bucket.pk), "ann", 0).slot
            stored.set()
            time.sleep(0.3)
        return slot

    def second() -> int:
        assert stored.wait(20)
        return pools.next_drill(Bucket.objects.get(pk=bucket.pk), "bo", 0).slot

    assert together(first, second) == [0, 1]
    bucket.refresh_from_db()
    assert bucket.size == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_come_upon_the_same_spot_at_once_keep_it_once(
    drill_only: Callable[..., Kind], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = drill_only(opening_bets(1))
    bucket, both_are_at_it = make_bucket(), Barrier(2)

    def generate(*seed_level_and_rules: Any) -> Document:
        spot = kind.generate(*seed_level_and_rules)
        both_are_at_it.wait(20)
        return spot

    monkeypatch.setattr(kinds, "KINDS", {kind.id: replace(kind, generate=generate)})
    monkeypatch.setattr(making, "TRIES_FOR_A_SORT", 1)
    drills = together(*[lambda: pools.next_drill(Bucket.objects.get(pk=bucket.pk), "ann", 0)] * 2)
    assert drills[0] == drills[1]
    assert slots(bucket) == [0]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_dies_in_a_batch_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    bucket = make_bucket()
    store_whole = pools._store

    def die_before_the_size_is_noted(bucket: Bucket, drills: list[Drill]) -> int:
        stored = store_whole(bucket, drills)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return stored

    monkeypatch.setattr(pools, "_store", die_before_the_size_is_noted)
    with pytest.raises(OperationalError):
        pools.fill(bucket.pk)
    connection.close()
    monkeypatch.setattr(pools, "_store", store_whole)
    assert slots(bucket) == []
    assert pools.fill(bucket.pk) == 10
    assert slots(bucket) == list(range(10))


@pytest.mark.django_db
def test_an_empty_bucket_is_served_at_once_and_keeps_the_drill() -> None:
    bucket = make_bucket()
    drill = pools.next_drill(bucket, "ann", 0)
    bucket.refresh_from_db()
    assert (bucket.size, slots(bucket), drill.slot) == (1, [0], 0)
    assert served(bucket, "bo", 0) == drill, "the next learner gets the same one: no crowd of visitors makes more"


@pytest.mark.django_db
def test_nothing_comes_twice_without_any_worker() -> None:
    bucket = make_bucket()
    assert len({served(bucket, "ann", count).pk for count in range(10)}) == 10


@pytest.mark.django_db
def test_nothing_comes_twice_over_two_generations_while_the_pool_grows() -> None:
    bucket = make_bucket()
    pools.fill(bucket.pk)
    first = [served(bucket, "ann", count).pk for count in range(8)]
    pools.fill(bucket.pk)
    rest = [served(bucket, "ann", count).pk for count in range(8, 20)]
    assert len({*first, *rest}) == 20


@pytest.mark.django_db
def test_a_learner_who_knows_all_spots_of_a_small_kind_goes_round_again(drill_only: Callable[..., Kind]) -> None:
    drill_only(opening_bets(3))
    bucket = make_bucket()
    assert {served(bucket, "ann", count).slot for count in range(3)} <= {0, 1, 2}
    assert served(bucket, "ann", 40).slot in {0, 1, 2}
    assert slots(bucket) == list(range(len(slots(bucket))))


@pytest.mark.django_db
def test_a_bucket_for_which_nothing_can_be_made_says_so(
    drill_only: Callable[..., Kind], monkeypatch: pytest.MonkeyPatch
) -> None:
    drill_only(opening_bets(1))
    monkeypatch.setattr(kinds, "agree", lambda kind, document, answer: False)
    with pytest.raises(RuntimeError, match="min_raise 1"):
        pools.next_drill(make_bucket(), "ann", 0)


@pytest.mark.django_db
def test_the_reserve_is_never_served_and_shares_no_spot_with_practice(drill_only: Callable[..., Kind]) -> None:
    drill_only(opening_bets(12))
    reserve, practice = make_bucket(reserve=True), make_bucket()
    assert pools.fill(reserve.pk) == 5
    while not practice.full:
        pools.fill(practice.pk)
        practice.refresh_from_db()
    prints = [set(bucket.drill_set.values_list("fingerprint", flat=True)) for bucket in (reserve, practice)]
    assert [len(each) for each in prints] == [5, 7]
    assert not prints[0] & prints[1]
    reserve.refresh_from_db()
    with pytest.raises(ValueError, match="reserve"):
        pools.next_drill(reserve, "ann", 0)
    assert pools.bucket_for(kinds.KINDS["min_raise"], 1, ruleset("tda")) == practice


@pytest.mark.django_db
def test_a_drill_never_changes() -> None:
    drill = store(make_bucket(), opening_bets(1))[0]
    drill.document = {}
    with pytest.raises(TypeError):
        drill.save()


@pytest.mark.django_db
def test_a_drill_is_made_under_the_house_of_its_bucket() -> None:
    for house in RULESET_IDS:
        rules = ruleset(house)
        bucket = pools.bucket_for(KIND, 3, rules)
        spot = making.make_drill(bucket, Random(3), making.Batch()).spot(house)
        assert spot.rules == rules
        assert kinds.agree(KIND, spot)
