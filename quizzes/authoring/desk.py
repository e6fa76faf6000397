"""The author's desk: who may look at which scenario, and the lists of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import QueryDict

from quizzes.authoring.drafts import OPEN, State
from quizzes.kinds import KINDS
from quizzes.kinds.base import LEVELS
from quizzes.models import Scenario, ScenarioVersion

A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for in a list: words of the title, a kind, a level, a state; empty for all."""

    title: str = ""
    kind: str = ""
    level: str = ""
    state: str = ""
    mine: bool = False

    @property
    def query(self) -> Mapping[str, str]:
        """The address's query that asks for the same again."""
        asked = {"title": self.title, "kind": self.kind, "level": self.level, "state": self.state}
        return {key: text for key, text in (asked | {"mine": "on" if self.mine else ""}).items() if text}


def read_search(query: QueryDict) -> Search:
    """Return what an address looks for; what there is not is left out."""

    def known(key: str, values: object) -> str:
        text = query.get(key, "")
        return text if text in values else ""  # type: ignore[operator]  # containers of texts

    levels = tuple(map(str, LEVELS))
    title = query.get("title", "").replace("\0", "").strip()[:200]
    return Search(title, known("kind", KINDS), known("level", levels), known("state", State.values), "mine" in query)


def visible(viewer: int, *, may_review: bool, may_review_exams: bool = False) -> QuerySet[ScenarioVersion]:
    """Return the versions that somebody may look at.

    Those are one's own, what is or was published for everybody, and for a reviewer what is in review. What exams keep
    is for reviewers who were chosen for it.
    """
    public, in_review = Q(state__in=(State.PUBLISHED, State.RETIRED)), Q(state=State.REVIEW)
    practised, kept = Q(scenario__exam=False), Q(scenario__exam=True)
    mine_to_see = Q(scenario__owner=viewer) | (public & practised)
    if may_review:
        mine_to_see |= in_review & practised
    if may_review_exams:
        mine_to_see |= (public | in_review) & kept
    return ScenarioVersion.objects.filter(mine_to_see).select_related("scenario", "author")


def found(
    viewer: int, search: Search, *, may_review: bool, may_review_exams: bool = False
) -> QuerySet[ScenarioVersion]:
    """Return the versions that a search finds, the newest first."""
    versions = visible(viewer, may_review=may_review, may_review_exams=may_review_exams)
    if search.mine:
        versions = versions.filter(scenario__owner=viewer)
    if search.title:
        versions = versions.filter(title__icontains=search.title)
    for key in ("kind", "level", "state"):
        if getattr(search, key):
            versions = versions.filter(**{key: getattr(search, key)})
    return versions.defer("document", "text").order_by("-pk")


def open_of(author: int) -> QuerySet[ScenarioVersion]:
    """Return what an author is writing: drafts, and what waits for a reviewer, those changed last first."""
    versions = ScenarioVersion.objects.filter(scenario__owner=author, state__in=OPEN)
    return versions.select_related("scenario", "author").defer("document", "text").order_by("-changed_at", "-pk")


def in_review(viewer: int, *, may_review: bool, may_review_exams: bool = False) -> QuerySet[ScenarioVersion]:
    """Return what waits for a reviewer, the longest first; one's own is for somebody else."""
    seen = visible(viewer, may_review=may_review, may_review_exams=may_review_exams)
    waiting = seen.filter(state=State.REVIEW).exclude(scenario__owner=viewer)
    return waiting.defer("document", "text").order_by("changed_at", "pk")


def seen(scenario: int, viewer: int, *, may_review: bool, may_review_exams: bool = False) -> list[ScenarioVersion]:
    """Return the versions of a scenario that somebody may look at, the newest first, with their scenario.

    Raises Scenario.DoesNotExist where there are none.
    """
    allowed = visible(viewer, may_review=may_review, may_review_exams=may_review_exams)
    versions = list(allowed.filter(scenario=scenario).order_by("-number"))
    if not versions:
        raise Scenario.DoesNotExist(scenario)
    return versions


def standing(versions: Sequence[ScenarioVersion]) -> ScenarioVersion:
    """Return by which of its versions, the newest first, a scenario is shown: an open one, else the newest that was to
    be asked. One that only corrects an earlier version stands for nothing else.
    """
    return next((version for version in versions if version.state in OPEN or version.corrects is None), versions[0])
