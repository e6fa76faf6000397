"""Which buckets there are, how many drills each should have, and what is seen of them (design.md, "Drill pools")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from quizzes import kinds, pools
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds.min_raise import KIND
from quizzes.models import Bucket, Drill
from tests.site.stand_ins import make_bucket, only_drill, opening_bets, store


@pytest.mark.django_db
def test_a_bucket_that_nobody_asked_for_in_a_month_stays_small(settings: Settings) -> None:
    settings.DEEP_POOLS = True
    bucket, now = make_bucket(), timezone.now()
    assert pools.target(bucket, now) == 2000
    assert pools.target(bucket, now + timedelta(days=32)) == 200
    bucket.last_asked_at = None
    assert pools.target(bucket, now) == 200
    bucket.reserve = True
    assert 0 < pools.target(bucket, now) < 200


@pytest.mark.django_db
def test_where_pools_are_modest_one_order_is_made_of_what_is_asked_for_and_little_of_the_rest() -> None:
    bucket, now = make_bucket(), timezone.now()
    assert pools.target(bucket, now) == 200
    assert pools.target(bucket, now + timedelta(days=32)) == 20
    bucket.kind = "choice"
    assert pools.target(bucket, now + timedelta(days=32)) == 200, "few scenarios are written, and all are asked"


@pytest.mark.django_db
def test_demand_is_noted_once_a_day(django_assert_num_queries: Callable[[int], Any]) -> None:
    bucket, now = make_bucket(), timezone.now()
    with django_assert_num_queries(0):
        pools.note_demand(bucket, now + timedelta(hours=23))
    pools.note_demand(bucket, now + timedelta(hours=25))
    bucket.refresh_from_db()
    assert bucket.last_asked_at == now + timedelta(hours=25)


@pytest.mark.django_db
def test_a_report_counts_the_drills_that_show_a_misconception_and_those_where_it_is_alone() -> None:
    bucket = make_bucket()
    drills = store(bucket, opening_bets(3))
    groups: list[list[list[str]]] = [[["double-the-bet"]], [["double-the-bet", "add-the-big-blind"]], []]
    for drill, told_apart in zip(drills, groups, strict=True):
        Drill.objects.filter(pk=drill.pk).update(told_apart=told_apart)
    report = pools.report(bucket)
    assert report["double-the-bet"] == (2, 1)
    assert report["add-the-big-blind"] == (1, 0)
    assert set(report) >= {trap.id for trap in KIND.misconceptions}


@pytest.mark.django_db
def test_every_kind_level_and_house_has_a_bucket_and_a_reserve_and_houses_that_agree_share() -> None:
    pools.standard_buckets()
    for kind in kinds.KINDS.values():
        asking = [ruleset(house) for house in RULESET_IDS if kind.asked_by(ruleset(house))]
        keys = {(*variant, house.key(kind.toggles_in(variant))) for variant in kind.variants for house in asking}
        for reserve in (False,) if kind.finite else (False, True):
            found = Bucket.objects.filter(kind=kind.id, version=kind.version, reserve=reserve)
            assert found.count() == len(kind.levels) * len(keys)
            assert set(found.values_list("game", "limit", "rules_key")) == keys
    before = Bucket.objects.count()
    assert pools.standard_buckets().count() == before == Bucket.objects.count()


@pytest.mark.django_db
def test_practice_comes_before_the_reserve_and_empty_buckets_before_fuller_ones() -> None:
    pools.standard_buckets()
    Bucket.objects.filter(level=1, reserve=False).update(size=3)
    order = [Bucket.objects.get(pk=want.bucket_id) for want in pools.below_target()]
    assert [bucket.reserve for bucket in order] == sorted(bucket.reserve for bucket in order)
    practice = [bucket for bucket in order if not bucket.reserve]
    assert practice[0].level == 2
    assert practice[-1].level == 1


@pytest.mark.django_db
def test_what_was_asked_for_lately_comes_first_then_a_little_of_everything_then_a_round_of_deep_ones(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.DEEP_POOLS = True
    monkeypatch.setattr(pools, "DEEP_A_ROUND", 2)
    asked, deep, *others = pools.standard_buckets().filter(reserve=False).order_by("pk")[:5]
    Bucket.objects.exclude(pk__in=[each.pk for each in (asked, deep, *others)]).update(size=50, dry=2)
    Bucket.objects.filter(pk=asked.pk).update(last_asked_at=timezone.now(), size=20)
    Bucket.objects.filter(pk=deep.pk).update(size=20)
    Bucket.objects.filter(pk__in=[each.pk for each in others[:2]]).update(size=199)
    found = pools.below_target()
    assert [(want.bucket_id, want.size, want.soon) for want in found] == [
        (asked.pk, 200, True),
        (others[2].pk, 20, True),
        (deep.pk, 200, False),
        (others[0].pk, 200, False),
    ]


@pytest.mark.django_db
def test_fill_pools_by_hand_shows_how_it_comes_along_and_what_the_drills_tell_apart() -> None:
    out = StringIO()
    call_command("fill_pools", kind="min_raise", level=1, target=12, stdout=out)
    buckets = Bucket.objects.filter(kind="min_raise", level=1)
    assert {bucket.size for bucket in buckets} == {12}
    assert "####################    12/12 min_raise 1" in out.getvalue()
    assert all(trap.id in out.getvalue() for trap in KIND.misconceptions)
    assert not Drill.objects.exclude(bucket__in=buckets).exists()


@pytest.mark.django_db
def test_the_admin_shows_pools_and_changes_nothing(admin_client: Client) -> None:
    bucket = make_bucket()
    drill = store(bucket, opening_bets(1))[0]
    for path in ("bucket/", f"bucket/{bucket.pk}/change/", "drill/", f"drill/{drill.pk}/change/", "skillstate/"):
        assert admin_client.get(f"/admin/quizzes/{path}").status_code == 200
    assert "double-the-bet: 0 (0)" in admin_client.get(f"/admin/quizzes/bucket/{bucket.pk}/change/").content.decode()
    for path in ("bucket/add/", f"drill/{drill.pk}/delete/"):
        assert admin_client.get(f"/admin/quizzes/{path}").status_code == 403
    assert admin_client.post(f"/admin/quizzes/drill/{drill.pk}/change/", {"slot": 7}).status_code == 403


def test_a_drill_comes_with_its_bucket_in_one_query(db: None, django_assert_num_queries: Callable[[int], Any]) -> None:
    drill = only_drill()
    with django_assert_num_queries(1):
        found = Drill.with_bucket(drill.pk)
        bucket = found.bucket
    assert columns(found) == columns(Drill.objects.get(pk=drill.pk))
    assert columns(bucket) == columns(Bucket.objects.get(pk=drill.bucket_id))
    with pytest.raises(Drill.DoesNotExist):
        Drill.with_bucket(drill.pk + 1)


def columns(row: Drill | Bucket) -> dict[str, object]:
    """All that a row holds, by its columns."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
