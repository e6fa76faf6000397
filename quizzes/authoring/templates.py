"""The acts on templates: begun, kept, spots dropped, published, and the pool of what is published filled.

Only its owner has to do with a template; what it published is asked of anybody who has the link.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from quizzes import pools
from quizzes.authoring.drafts import Refused
from quizzes.engine.notation import to_table
from quizzes.house_rules import rules_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import Variant
from quizzes.models import Bucket, Drill, ScenarioTemplate, TemplateVersion
from quizzes.models.drills import DRY_BATCHES
from quizzes.models.templates import LEAST, MOST
from quizzes.spot_templates.finding import Found, Search, search
from quizzes.spot_templates.ranges import Recipe

State = TemplateVersion.State

FORM_OF = ("name", "recipe")
SPOTS_OF = ("recipe", "dropped")
"""What of a draft its form shows, and what its grid of spots comes of."""

GRID = 20
"""The spots that an author is shown at once."""

TRIES = 600
"""Spots that are tried at most for a page: its reader waits."""

BATCH = 50
BATCH_TRIES = 3000
MOST_DROPPED = 1000


class Stale(Refused):
    """A draft that was changed elsewhere since its author read it."""

    def __init__(self) -> None:
        super().__init__(_("This draft was saved elsewhere since you opened it."))


def stamp(version: TemplateVersion, parts: Sequence[str]) -> str:
    """Return what is another one once one of these parts of a version has changed: pages say with it what they show."""
    return _digest([getattr(version, part) for part in parts])


def _digest(values: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def recipe_of(version: TemplateVersion) -> Recipe:
    """Return what a version asks of its spots."""
    return Recipe.from_table(version.recipe)


@transaction.atomic
def begin(author: int, name: str, kind: str, variant: Variant, house: str) -> TemplateVersion:
    """Begin a template with nothing but its kind, its game and its house, and return its first draft.

    A draft of the author's with just this name that was never changed is taken up again: a form that is sent twice
    begins one. Raises KeyError for a kind that there is not, and for a game or house that it is not asked in.
    """
    asked = KINDS[kind]
    if variant not in asked.variants or not asked.asked_by(rules_of(house)):
        raise KeyError(variant)
    get_user_model().objects.select_for_update().get(pk=author)
    recipe = Recipe(kind, *variant, house=house).to_table()
    mine = TemplateVersion.objects.filter(template__owner=author, state=State.DRAFT, number=1)
    there = mine.filter(name=name, recipe=recipe, dropped=[]).first()
    if there is not None:
        return there
    template = ScenarioTemplate.objects.create(owner_id=author)
    return TemplateVersion.objects.create(template=template, number=1, name=name, kind=kind, recipe=recipe)


def save(template: int, author: int, name: str, recipe: Recipe, *, looked_at: str | None = None) -> TemplateVersion:
    """Keep what an author has changed of a draft. `looked_at` is the `stamp` of the form that the author changed.

    Raises Refused where there is no draft, Stale where another form was saved since, unless it says the same, and
    PermissionDenied for who is not its owner.
    """
    with _draft(template, author) as version:
        if _digest([name, recipe.to_table()]) != stamp(version, FORM_OF):
            _check(version, FORM_OF, looked_at)
        version.name, version.recipe = name, recipe.to_table()
        version.save()
        return version


def drop_spots(template: int, author: int, fingerprints: Iterable[str]) -> int:
    """Throw spots out of a draft, so that they never come again; return how many are new. Raises as `save` does.

    They are named one by one and add up, so nothing is lost whatever another tab has done.
    """
    with _draft(template, author) as version:
        fresh = [name for name in dict.fromkeys(fingerprints) if name not in version.dropped]
        if len(version.dropped) + len(fresh) > MOST_DROPPED:
            raise Refused(_("So many spots have been dropped that ranges would say it better."))
        version.dropped = [*version.dropped, *fresh]
        version.save()
        return len(fresh)


def restore_spots(template: int, author: int) -> None:
    """Let the spots that were thrown out of a draft come again. Raises as `save` does."""
    with _draft(template, author) as version:
        version.dropped = []
        version.save()


def grid(version: TemplateVersion, seed: str) -> Search:
    """Return the spots of a version that a seed gives, the same for the same seed, those that were dropped left out."""
    recipe = recipe_of(version)
    return search(recipe, rules_of(recipe.house), seed, GRID, TRIES, dropped=frozenset(version.dropped))


@transaction.atomic
def publish(template: int, author: int, seed: str, wanted: int, *, looked_at: str | None = None) -> TemplateVersion:
    """Publish a draft with the spots of a seed as the beginning of its pool, and retire the version before.

    `fill` makes the others. What is published already is returned as it is: a form that is sent twice publishes once.
    `looked_at` is the `stamp` of the spots that the author saw. Raises Refused with the reason, Stale where they are
    others since, and PermissionDenied for who is not its owner.
    """
    held = _held(template, author)
    version = held.versions.filter(state=State.DRAFT).first()
    before = held.versions.filter(state=State.PUBLISHED).first()
    if version is None:
        if before is None:
            raise Refused(_("There is no draft to publish."))
        return before
    if not LEAST <= wanted <= MOST:
        raise Refused(_("A pool has %(least)s to %(most)s spots.") % {"least": LEAST, "most": MOST})
    _check(version, SPOTS_OF, looked_at)
    if not _store(version, grid(version, seed).spots):
        raise Refused(_("There is no spot to begin the pool with: change a range or a condition."))
    held.versions.filter(state=State.PUBLISHED).update(state=State.RETIRED)
    version.state, version.seed, version.wanted, version.published_at = State.PUBLISHED, seed, wanted, timezone.now()
    version.save()
    return version


def retire(template: int, author: int) -> None:
    """Take what is published out of use. What was answered stays. Raises PermissionDenied for who is not its owner."""
    with transaction.atomic():
        _held(template, author).versions.filter(state=State.PUBLISHED).update(state=State.RETIRED)


@transaction.atomic
def again(template: int, author: int) -> TemplateVersion:
    """Return the draft of the next version; begins it as the newest one is, without what was dropped there."""
    held = _held(template, author)
    newest = held.versions.latest("number")
    if newest.state == State.DRAFT:
        return newest
    copied = {name: getattr(newest, name) for name in ("name", "kind", "recipe", "dropped", "wanted")}
    return TemplateVersion.objects.create(template=held, number=newest.number + 1, **copied)


def drop(template: int, author: int, *, looked_at: str | None = None) -> None:
    """Throw a draft away, and with it a template that has no other version. Raises as `save` does."""
    with _draft(template, author) as version:
        _check(version, FORM_OF, looked_at)
        version.delete()
        if not version.template.versions.exists():
            version.template.delete()


def fill(version_id: int) -> int:
    """Add a batch of drills to the pool of a published version that has fewer than it wants. Return how many.

    All in one transaction: a worker that is killed leaves nothing half done. Of several that fill the same pool at
    once, one does and the others return 0 at once.
    """
    with transaction.atomic():
        free = TemplateVersion.objects.select_for_update(skip_locked=True)
        version = free.filter(pk=version_id, state=State.PUBLISHED, dry__lt=DRY_BATCHES).first()
        if version is None:
            return 0
        known = set(drills_of(version).values_list("fingerprint", flat=True))
        missing = min(BATCH, version.wanted - len(known))
        if missing <= 0:
            return 0
        recipe, seed = recipe_of(version), f"{version.seed}/{len(known)}/{version.dry}"
        found = search(recipe, rules_of(recipe.house), seed, missing, BATCH_TRIES, known, frozenset(version.dropped))
        added = _store(version, found.spots)
        TemplateVersion.objects.filter(pk=version.pk).update(dry=0 if added else version.dry + 1)
        return added


def give_up(version_id: int) -> None:
    """Look for no further spots of a published version: its pool stays as it is."""
    TemplateVersion.objects.filter(pk=version_id).update(dry=DRY_BATCHES)


def unfinished() -> list[int]:
    """Return the published versions whose pools want drills."""
    open_ones = TemplateVersion.objects.filter(state=State.PUBLISHED, dry__lt=DRY_BATCHES)
    there = sizes(version_id for version_id in open_ones.values_list("pk", flat=True))
    return [
        version.pk for version in open_ones.only("pk", "wanted").order_by("pk") if there[version.pk] < version.wanted
    ]


def drills_of(version: TemplateVersion) -> QuerySet[Drill]:
    """Return the drills of a version's pool."""
    return Drill.objects.filter(bucket__kind=version.kind, bucket__bank=version.bank, bucket__reserve=False)


def sizes(versions: Iterable[int]) -> Mapping[int, int]:
    """Return how many drills the pools of versions have, given by their ids. One query."""
    banks = {f"template-{pk}": pk for pk in versions}
    counts = Bucket.objects.filter(bank__in=banks).values_list("bank").annotate(Sum("size"))
    found = {banks[bank]: size for bank, size in counts}
    return {pk: found.get(pk, 0) for pk in banks.values()}


def _store(version: TemplateVersion, spots: Sequence[Found]) -> int:
    """Put spots into the version's buckets, one for each level, but not what an exam keeps. Return how many."""
    by_level = groupby(sorted(spots, key=lambda spot: spot.level), key=lambda spot: spot.level)
    return sum(_store_level(version, level, list(found)) for level, found in by_level)


def _store_level(version: TemplateVersion, level: int, spots: Collection[Found]) -> int:
    """Put spots of a level into the next slots of its bucket.

    The buckets of this kind and level are locked for that moment, so that no spot gets into practice and into an exam.
    """
    recipe = recipe_of(version)
    kind = KINDS[recipe.kind]
    bucket, _made = Bucket.objects.get_or_create(
        kind=kind.id,
        game=recipe.game,
        limit=recipe.limit,
        level=level,
        rules_key=rules_of(recipe.house).key(kind.toggles_in(recipe.variant)),
        version=kind.version,
        reserve=False,
        bank=version.bank,
    )
    locked = Bucket.objects.select_for_update(no_key=True).filter(kind=kind.id, level=level)
    bucket.size = {each.pk: each.size for each in locked.order_by("pk")}[bucket.pk]
    names = [spot.fingerprint for spot in spots]
    taken = set(pools.kept_apart(bucket).filter(fingerprint__in=names).values_list("fingerprint", flat=True))
    fresh = [spot for spot in spots if spot.fingerprint not in taken]
    Drill.objects.bulk_create(_drill(bucket, slot, spot) for slot, spot in enumerate(fresh, bucket.size))
    bucket.size += len(fresh)
    bucket.save(update_fields=["size"])
    return len(fresh)


def _drill(bucket: Bucket, slot: int, spot: Found) -> Drill:
    table = {key: value for key, value in to_table(spot.document).items() if key != "rules"}
    return Drill(bucket=bucket, slot=slot, fingerprint=spot.fingerprint, document=table, told_apart=spot.told_apart)


def _check(version: TemplateVersion, parts: Sequence[str], looked_at: str | None) -> None:
    if looked_at not in (None, stamp(version, parts)):
        raise Stale


@contextmanager
def _draft(template: int, author: int) -> Iterator[TemplateVersion]:
    """Hold a template's draft for one transaction."""
    with transaction.atomic():
        held = _held(template, author)
        version = held.versions.filter(state=State.DRAFT).first()
        if version is None:
            raise Refused(_("It is not a draft any more."))
        version.template = held
        yield version


def _held(template: int, owner: int) -> ScenarioTemplate:
    """Return a template, locked until the transaction ends. Raises PermissionDenied for who is not its owner."""
    held = ScenarioTemplate.objects.select_for_update().get(pk=template)
    if held.owner_id != owner:
        raise PermissionDenied("another author's template")
    return held
