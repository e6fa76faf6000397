"""The houses by which drills are asked: the shipped ones, and those that people write for their own room.

A room's own rules are rows that never change, so each process reads one once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet

from quizzes.engine.rulesets import RULESET_IDS, Ruleset, Value, parse_rules, ruleset
from quizzes.models.houses import PREFIX, HouseRules

KEPT = 1024

_OWN = re.compile(rf"{PREFIX}([1-9][0-9]{{0,15}})")

_TABLE = HouseRules._meta.db_table
_VERSIONS = f"""
WITH RECURSIVE version AS (
    SELECT id, before_id FROM {_TABLE} WHERE id = %s
    UNION
    SELECT other.id, other.before_id FROM {_TABLE} AS other
    JOIN version ON other.id = version.before_id OR other.before_id = version.id
)
SELECT * FROM {_TABLE} WHERE id IN (SELECT id FROM version) ORDER BY number DESC
"""
"""All versions of a room's own rules, found from any of them."""

SHARED: list[Callable[[int], Q]] = []
"""What other apps know of whom a house is shared with: of an account's id, which rows of HouseRules it may use."""

STARTS: list[Callable[[int], HouseRules | None]] = []
"""What other apps know of the house that somebody practises under unless they choose another, by an account's id."""


class Outdated(Exception):
    """House rules that have been changed since: there is a version after the one that was to be changed."""


def rules_of(id: str) -> Ruleset:
    """Return the house with this id, a shipped one's or "own-<pk>". Raises KeyError when there is none."""
    if id in RULESET_IDS:
        return ruleset(id)
    return _own(own_pk(id))


def exists(id: str) -> bool:
    """Return whether there is a house with this id, a shipped one's or "own-<pk>"."""
    try:
        rules_of(id)
    except KeyError:
        return False
    return True


def own_pk(id: str) -> int:
    """Return the key of the row that an id of a room's own rules names. Raises KeyError for any other text."""
    named = _OWN.fullmatch(id)
    if named is None:
        raise KeyError(id)
    return int(named[1])


def usable(user_id: int) -> QuerySet[HouseRules]:
    """Return the own rules that an account may see and be asked by: those it wrote, and those shared with it.
    A row that stands for a shipped house is none of them.
    """
    mine = Q(owner=user_id)
    for shared in SHARED:
        mine |= shared(user_id)
    return HouseRules.objects.filter(mine).exclude(HouseRules.are_shipped())


def may_use(id: str, user_id: int | None) -> bool:
    """Return whether an account, or a visitor for None, may be asked by a house: one query for a room's own."""
    if id in RULESET_IDS:
        return True
    if user_id is None or _OWN.fullmatch(id) is None:
        return False
    return usable(user_id).filter(pk=own_pk(id)).exists()


def start_of(user_id: int | None) -> HouseRules | None:
    """Return the own rules that an account's practice starts under, None for the usual house."""
    if user_id is None:
        return None
    return next((house for starts in STARTS if (house := starts(user_id))), None)


def value_for_document(id: str) -> str | dict[str, Value]:
    """Return what a document's `rules` says to be played by this house. Raises KeyError when there is none."""
    found = rules_of(id)
    return {"base": found.shipped, **dict(found.changes)} if found.changes else found.shipped


def differing(base: str, changes: Mapping[str, Value]) -> dict[str, Value]:
    """Return those of the changes that are none of what the base plays itself, in the order of their names.

    Raises DocumentError for a house, toggle or value that there is not.
    """
    found = parse_rules({"base": base, **changes})
    return {name: value for name, value in found.changes if ruleset(base)[name] != value}


@transaction.atomic
def keep(
    base: str, changes: Mapping[str, Value], owner: int | None, name: str, before: HouseRules | None = None
) -> HouseRules:
    """Store a room's own rules, as the version after `before` where there is one, and return them.

    `owner` is an account's id. What says the same as the version before, or as the one that took its place already,
    is no new version: that one is returned. So are the owner's own rules of that name that say the same: a form that is
    sent twice keeps them once. Raises DocumentError for a house, toggle or value that there is not, and
    Outdated when another version has taken the place of `before`.
    """
    kept = HouseRules(name=name, base=base, changes=differing(base, changes), owner_id=owner)
    if before is None:
        return _first(kept)
    versions = [HouseRules.objects.select_for_update().get(pk=before.pk), *HouseRules.objects.filter(before=before)]
    for version in reversed(versions):
        if (version.name, version.base, version.changes) == (kept.name, kept.base, kept.changes):
            return version
    if len(versions) > 1:
        raise Outdated(name)
    kept.before, kept.number = before, before.number + 1
    kept.save()
    return kept


def _first(kept: HouseRules) -> HouseRules:
    """Store rules that take no others' place, unless their owner has just these; the owner is locked meanwhile."""
    if kept.owner_id is not None:
        get_user_model().objects.select_for_update().get(pk=kept.owner_id)
    same = HouseRules.objects.filter(owner=kept.owner_id, name=kept.name, base=kept.base, changes=kept.changes)
    there = same.filter(before=None, after=None).order_by("pk").first()
    if there is None:
        kept.save()
    return there or kept


def versions(row: HouseRules) -> list[HouseRules]:
    """Return all versions of a room's own rules, the newest first. One query."""
    return list(HouseRules.objects.raw(_VERSIONS, [row.pk]))


def as_rules(row: HouseRules) -> Ruleset:
    """Return a room's own rules as the engine takes them, with their own id and name: a shipped house as it is."""
    if row.is_shipped:
        return ruleset(row.base)
    found = parse_rules({"base": row.base, **row.changes})
    return replace(found, id=row.id_in_drills, name=row.name, base=row.base)


@lru_cache(maxsize=KEPT)
def _own(pk: int) -> Ruleset:
    """Return a room's own rules. Raises KeyError when there is no such row."""
    row = HouseRules.objects.filter(pk=pk).first()
    if row is None:
        raise KeyError(f"{PREFIX}{pk}")
    return as_rules(row)
