"""How drills do as questions: a list with the alarms first, one item with all that is known, and equal variants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from quizzes import tasks
from quizzes.authoring.oversight import at_the_desk, drill_for, looked_after, reviews
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import Variant
from quizzes.models import Bucket, BucketStatistic, Drill, ItemStatistic, Regrade
from quizzes.practising import dealt
from quizzes.regrades.marking import house_asked, key_for
from quizzes.showing.responses import in_a_line
from quizzes.showing.worked_spot import worked_spot
from quizzes.statistics.formulas import ENOUGH, ENOUGH_OTHERS, ENOUGH_SCORED, interval
from quizzes.statistics.reading import may_count
from quizzes.wording.alarms import ALARMS, alarm_name
from quizzes.wording.games import game_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import known, mistake_name
from quizzes.wording.numbers import comma

A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Share:
    """Something that some of the tries have in common, in whole percent; of the strong learners' tries too."""

    text: str
    right: bool
    tries: int
    percent: int
    strong: int | None = None


@require_safe
@never_cache
@at_the_desk
def statistics(request: HttpRequest) -> HttpResponse:
    """Show how the drills do that one looks after, those with alarms first."""
    rows = ItemStatistic.objects.filter(looked_after(request.user, "drill__"))
    rows = rows.select_related("drill__bucket", "drill__scenario_version").defer("drill__document", "answers")
    page = Paginator(rows.order_by("-alarmed", "-tries", "drill"), A_PAGE).get_page(request.GET.get("page"))
    items = [(row, item_name(row.drill), [alarm_name(id) for id in row.alarms]) for row in page]
    context = {"page": page, "items": items, "enough": ENOUGH, "may_all": reviews(request.user)}
    return render(request, "author/statistics.html", context)


@require_safe
@never_cache
@at_the_desk
def statistic(request: HttpRequest, drill: int) -> HttpResponse:
    """Show all that is known of how a drill does, with its spot."""
    found = drill_for(request.user, drill)
    row = ItemStatistic.objects.filter(drill=found).first()
    context: dict[str, Any] = {"drill": found, "name": item_name(found), "row": row, "least": _least()}
    context |= _regraded(found)
    if found.bucket.kind in KINDS:
        context |= _spot(found, row.house if row else house_asked(found))
    if row is not None:
        context["alarms"] = [ALARMS[id] for id in row.alarms]
        context["between"] = [round(100 * each) for each in interval(row.right, row.tries)]
        context["mistakes"] = list(_mistakes(found, row))
        context["answers"] = list(_answers(found, row)) if found.bucket.kind in KINDS else []
    return render(request, "author/statistics_item.html", context)


@require_safe
@never_cache
@at_the_desk
def variants(request: HttpRequest) -> HttpResponse:
    """Show of each bucket whether its drills are equally hard, those first that hardly are."""
    if not reviews(request.user):
        raise PermissionDenied
    rows = BucketStatistic.objects.select_related("bucket").filter(bucket__reserve=False).order_by("chance", "bucket")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    buckets = [(row, kind_name(row.bucket.kind), _played(row.bucket)) for row in page if row.bucket.kind in KINDS]
    return render(request, "author/statistics_variants.html", {"page": page, "buckets": buckets})


@require_POST
@at_the_desk
def count(request: HttpRequest) -> HttpResponse:
    """Have every drill counted anew."""
    if not reviews(request.user):
        raise PermissionDenied
    if may_count("all"):
        transaction.on_commit(tasks.count_statistics.delay, robust=True)
    messages.success(request, _("All questions are being counted. Load the page again in a while."))
    return redirect("quizzes:author_statistics")


@require_POST
@at_the_desk
def count_one(request: HttpRequest, drill: int) -> HttpResponse:
    """Have a drill counted anew."""
    found = drill_for(request.user, drill)
    if may_count(str(found.pk)):
        transaction.on_commit(partial(tasks.count_statistic.delay, found.pk), robust=True)
    messages.success(request, _("This question is being counted. Load the page again in a moment."))
    return redirect("quizzes:author_statistic", found.pk)


def _played(bucket: Bucket) -> str:
    """Return what is played in a bucket, and the shipped houses by which it is asked."""
    toggles = KINDS[bucket.kind].toggles_in(Variant(bucket.game, bucket.limit))
    houses = [house_name(ruleset(id)) for id in RULESET_IDS if ruleset(id).key(toggles) == bucket.rules_key]
    words = {"game": game_name(bucket.game, bucket.limit), "houses": comma(houses)}
    return _("%(game)s, by %(houses)s") % words if houses else _("%(game)s, by a room’s own rules") % words


def item_name(drill: Drill) -> str:
    """Return what a drill is called in lists: its scenario's title, else its kind and number."""
    version = getattr(drill, "scenario_version", None)
    if version is not None and version.title:
        return _("%(title)s, version %(number)s") % {"title": version.title, "number": version.number}
    kind = kind_name(drill.bucket.kind) if drill.bucket.kind in KINDS else drill.bucket.kind
    return _("%(kind)s, number %(number)s") % {"kind": kind, "number": drill.pk}


def _least() -> dict[str, int]:
    return {"share": ENOUGH, "scored": ENOUGH_SCORED, "others": ENOUGH_OTHERS}


def _regraded(drill: Drill) -> dict[str, Any]:
    """Whether another key than the drill's own marks its answers by now, and the last regrade by that key, if any."""
    by = key_for(drill).by
    return {"corrected": by != drill, "regrade": Regrade.objects.filter(drill=drill, by=by).order_by("-pk").first()}


def _spot(drill: Drill, house: str) -> dict[str, Any]:
    document, solution = dealt.dealt(drill, house)
    return {"spot": worked_spot(document, solution)}


def _answers(drill: Drill, row: ItemStatistic) -> Iterator[Share]:
    """The most common answers in words. Shares of strong learners where enough of them have a score."""
    document, solution = dealt.dealt(drill, row.house)
    strong = sum(each["strong"] for each in row.answers)
    for each in row.answers:
        share = round(100 * each["strong"] / strong) if strong else None
        text = in_a_line(document, solution, each["response"])
        yield Share(text, each["right"], each["tries"], round(100 * each["tries"] / row.tries), share)


def _mistakes(drill: Drill, row: ItemStatistic) -> Iterator[Share]:
    kind = drill.bucket.kind
    for id, tries in sorted(row.misconceptions.items(), key=lambda each: (-each[1], each[0])):
        if kind in KINDS and known(kind, id):
            yield Share(mistake_name(kind, id), False, tries, round(100 * tries / row.tries))
