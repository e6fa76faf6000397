"""The exams that are offered: published by authors, loaded from files, offered by each house under its own rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from quizzes import house_rules
from quizzes.content import ContentError
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.models import HouseRules
from trainer.accounts.models import User
from trainer.certification import stock
from trainer.certification.models import Blueprint
from trainer.certification.plans import LONGEST_TITLE, OWN_HOUSE, BadBlueprint, Plan, chosen, load, to_table
from trainer.certification.stock import can_fill

__all__ = [
    "BadBlueprint",
    "CantFill",
    "Plan",
    "can_fill",
    "close",
    "for_house",
    "load",
    "load_files",
    "may_change",
    "newest",
    "offer",
    "offered_to",
    "open_waiting",
    "plan_of",
    "publish",
    "publishable",
]

FOLDER = Path(__file__).parents[2] / "fixtures" / "exams"
AUTHOR, ALL_EXAMS = "certification.add_blueprint", "certification.change_blueprint"

Done = Literal["loaded", "same", "kept"]

_LOCK = 0xB1E7


class CantFill(Exception):
    """An exam that can't be offered: the reserve has too few questions. `problems` says of what, in sentences."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(problems)


class Loaded(NamedTuple):
    """A file of an exam, and what became of it: a new version, the same, or somebody has changed the exam since."""

    slug: str
    done: Done


def plan_of(blueprint: Blueprint) -> Plan:
    """Return what a stored exam asks."""
    return load(blueprint.plan)


def readable(blueprint: Blueprint) -> Plan | None:
    """Return what a stored exam asks, None where that can't be read any more."""
    try:
        return plan_of(blueprint)
    except BadBlueprint:
        return None


def says(blueprint: Blueprint, plan: Plan) -> bool:
    """Return whether a stored exam asks what a plan does. One that can't be read any more asks something else."""
    return readable(blueprint) == plan


def versions(slug: str) -> QuerySet[Blueprint]:
    """Return all versions of an exam, the newest first, each with `sat`: how many sittings but those for practice were
    begun under it.
    """
    begun = Count("sittings", filter=Q(sittings__practice=False))
    return Blueprint.objects.filter(slug=slug).select_related("author").annotate(sat=begun).order_by("-number")


def newest(slug: str) -> Blueprint | None:
    """Return the newest version of an exam, offered or not."""
    return Blueprint.objects.filter(slug=slug).select_related("author").order_by("-number").first()


def offered_to(user: User | None) -> QuerySet[Blueprint]:
    """Return the exams that an account, or a visitor for None, may take: those under a room's own rules where it may
    use them.
    """
    taken_by = Q(ruleset__in=RULESET_IDS)
    if user is not None:
        taken_by |= Q(house__in=house_rules.usable(user.pk).values("pk"))
    return Blueprint.objects.filter(taken_by, open=True).order_by("slug")


def may_change(user: User, blueprint: Blueprint) -> bool:
    """Return whether somebody may change an exam: its author, and managers any."""
    if not user.has_perm(AUTHOR):
        return False
    return blueprint.author_id == user.pk or user.has_perm(ALL_EXAMS)


@transaction.atomic
def publish(plan: Plan, author: User, *, wait: bool = False) -> Blueprint:
    """Store a plan as the next version of its exam and offer that in place of the one before; return it.

    An exam stays its author's, whoever changes it. What says the same as the newest version is no new one. Sittings
    keep the version that they were begun under. Raises CantFill where the reserve has too few questions, unless it may
    `wait` until they are made, and PermissionDenied for an exam of somebody else, and for a room's own rules that are
    not `publishable`, unless the exam is under them already.
    """
    _lock(plan.slug)
    before = newest(plan.slug)
    if before is not None and not may_change(author, before):
        raise PermissionDenied("another author's exam")
    house = own_house(plan)
    if house and not (before and before.house_id == house) and not publishable(author).filter(pk=house).exists():
        raise PermissionDenied("another's house rules")
    problems = can_fill(plan)
    if problems and not wait and plan.ruleset != OWN_HOUSE:
        raise CantFill(problems)
    row = before if before is not None and says(before, plan) else _store(plan, author, before)
    _offer(row, now=not problems and plan.ruleset != OWN_HOUSE)
    return row


@transaction.atomic
def offer(blueprint: Blueprint) -> None:
    """Offer an exam that was closed, in its newest version. Raises CantFill."""
    _lock(blueprint.slug)
    problems = can_fill(plan_of(blueprint))
    if problems:
        raise CantFill(problems)
    _offer(blueprint, now=blueprint.ruleset != OWN_HOUSE)


@transaction.atomic
def close(slug: str) -> None:
    """Offer an exam no more. Sittings that are open go on."""
    _lock(slug)
    Blueprint.objects.filter(slug=slug).update(open=False, waiting=False)


def publishable(user: User) -> QuerySet[HouseRules]:
    """Return the own rules for which somebody may publish the site's exams: those they wrote, for a manager, who
    answers for a card room's staff, all that they may use. Whoever is on a staff speaks for no house.
    """
    rules = house_rules.usable(user.pk)
    return rules if user.has_perm(ALL_EXAMS) else rules.filter(owner=user)


def same_title(plan: Plan, author: User) -> str | None:
    """Return the language in which another exam has the title of a plan already, None where there is none. The others
    are those that are offered, or wait for that, by the site or under rules that the author may use.
    """
    seen = Q(ruleset__in=RULESET_IDS) | Q(house__in=house_rules.usable(author.pk).values("pk")) | Q(author=author)
    others = Blueprint.objects.filter(Q(open=True) | Q(waiting=True), seen).exclude(slug=plan.slug)
    taken = {text.casefold() for title in others.values_list("plan__title", flat=True) for text in title.values()}
    return next((code for code, text in plan.title.items() if text.casefold() in taken), None)


def own_house(plan: Plan) -> int | None:
    """Return the key of the room's own rules that a plan is under, None for any other."""
    return None if plan.ruleset in (*RULESET_IDS, OWN_HOUSE) else house_rules.own_pk(plan.ruleset)


def is_kept(slug: str) -> bool:
    """Return whether a name is kept for an exam under a room's own rules, see `for_house`."""
    frame, _dash, number = slug.rpartition("-")
    return number.isdecimal() and Blueprint.objects.filter(slug=frame, ruleset=OWN_HOUSE).exists()


def for_house(blueprint: Blueprint, house: HouseRules, author: User) -> Blueprint:
    """Return the exam that asks the same under a room's own rules, published for it; it waits where questions of these
    rules are still to be made. Raises BadBlueprint where the rules leave a kind nothing to ask, and PermissionDenied as
    `publish` does.
    """
    plan = plan_of(blueprint)
    name = house.name if house.number == 1 else str(house)  # the exam by a former version may still be offered
    title = {code: f"{text[: LONGEST_TITLE - 2 - len(name)].rstrip()}: {name}" for code, text in plan.title.items()}
    slug = f"{plan.slug}-{house.pk}"
    own = replace(plan, slug=slug, title=title, ruleset=house.id_in_drills, edition="")
    return publish(load(to_table(own)), author, wait=True)


def load_files(folder: Path = FOLDER) -> Iterator[Loaded]:
    """Load the exams of a folder, as often as one likes. A new one waits until the reserve can fill it.

    An exam that somebody has changed on the site since keeps that. Raises BadBlueprint with the file in its place.
    """
    for path in sorted(folder.glob("*.toml")):
        try:
            plan = load(_table(path))
            if plan.slug != path.stem:
                raise BadBlueprint("slug", _("The name in addresses is the file's."))
        except BadBlueprint as error:
            raise BadBlueprint(f"{path.name}: {error.where}", error.message) from error
        yield Loaded(plan.slug, _load(plan))
    open_waiting()


def loaded_lines() -> Iterator[str]:
    """Load the files as `load_files` does, for `manage.py load_content`: a line for every exam that is not the same.

    Raises ContentError.
    """
    try:
        for slug, done in load_files():
            if done == "loaded":
                yield slug
            elif done == "kept":
                yield f"{slug} was changed on the site and keeps that."
    except BadBlueprint as error:
        raise ContentError(str(error)) from error


def open_waiting() -> list[str]:
    """Offer the exams that wait and can be filled by now. Return their names in addresses."""
    opened = []
    for row in Blueprint.objects.filter(waiting=True).order_by("slug"):
        with transaction.atomic():
            _lock(row.slug)
            if Blueprint.objects.filter(pk=row.pk, waiting=True).exists() and not can_fill(plan_of(row)):
                _offer(row, now=True)
                opened.append(row.slug)
    return opened


def wanting() -> list[tuple[int, int]]:
    """Return the buckets that want more drills for the exams that are offered or wait, and up to which size."""
    rows = Blueprint.objects.filter(open=True) | Blueprint.objects.filter(waiting=True)
    return stock.short((plan_of(row), row.ruleset) for row in rows)


def _lock(slug: str) -> None:
    """Keep others from publishing the same exam until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_LOCK, slug])


def _offer(row: Blueprint, *, now: bool) -> None:
    """Offer a version in place of all others of its exam, `now` or as soon as it can be filled."""
    others = Blueprint.objects.filter(slug=row.slug).exclude(pk=row.pk)
    if now:
        others.update(open=False, waiting=False)
    else:
        others.update(waiting=False)
    row.open, row.waiting = now, not now and row.ruleset != OWN_HOUSE
    row.save(update_fields=["open", "waiting"])


def _store(plan: Plan, author: User | None, before: Blueprint | None) -> Blueprint:
    return Blueprint.objects.create(
        slug=plan.slug,
        number=before.number + 1 if before else 1,
        plan=to_table(plan),
        ruleset=plan.ruleset,
        edition=plan.edition,
        house_id=own_house(plan),
        minutes=plan.minutes,
        pass_mark=plan.pass_mark,
        wait_days=plan.wait_days,
        valid_months=plan.valid_months,
        open=False,
        author=(before and before.author) or author,
    )


@transaction.atomic
def _load(plan: Plan) -> Done:
    _lock(plan.slug)
    before = newest(plan.slug)
    if before is not None and before.author_id is not None:
        return "kept"
    if before is not None and says(before, plan):
        return "same"
    _offer(_store(plan, None, before), now=False)
    return "loaded"


def _table(path: Path) -> dict[str, Any]:
    try:
        return chosen(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise BadBlueprint("", str(error)) from error
