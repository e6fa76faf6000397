"""Who looks after which drills: the owner of a scenario after its versions, whoever may review after all others but
those kept for exams. These are for the reviewers who were chosen for them, and whoever read one is never asked it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse

from quizzes.models import Drill, Scenario, ScenarioReader

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

AUTHOR, REVIEWER, SEES_ANSWERS = "quizzes.add_scenario", "quizzes.review_scenario", "quizzes.view_attempt"
KEEPS_ALL = "quizzes.change_scenario"
EXAM_REVIEWER = "review_exam_items"

NAMED: list[Callable[[int], Q]] = []
"""What other apps know of whom an account may see by name: of its id, which accounts. Without any it sees itself."""


def reviews(user: Any) -> bool:
    """Return whether an account looks after every drill but those kept for exams."""
    return bool(user.has_perm(REVIEWER))


def reviews_exams(user: Any) -> bool:
    """Return whether an account reviews what is kept for exams: it was chosen for that, itself or with a group.

    To keep the site is no reason to see keys: a superuser has to be chosen too, though `has_perm` is always true there.
    """
    if not user.is_superuser:
        return reviews(user) and bool(user.has_perm(f"quizzes.{EXAM_REVIEWER}"))
    chosen = Q(user=user.pk) | Q(group__user=user.pk)
    return Permission.objects.filter(chosen, content_type__app_label="quizzes", codename=EXAM_REVIEWER).exists()


def exam_reviewers() -> list[Any]:
    """Return the accounts that were chosen to review what is kept for exams, and still may."""
    chosen = get_user_model()._default_manager.with_perm(
        f"quizzes.{EXAM_REVIEWER}", include_superusers=False, backend="django.contrib.auth.backends.ModelBackend"
    )
    return [user for user in chosen if reviews(user)]


def has_exam_reviewer(but: int) -> bool:
    """Return whether somebody else than an account was chosen to review what is kept for exams."""
    return any(user.pk != but for user in exam_reviewers())


def note_reader(scenario: Scenario, reader: int) -> None:
    """Keep that an account has read another's scenario that is not public: as a candidate it is never asked that."""
    if scenario.owner_id != reader:
        ScenarioReader.objects.bulk_create([ScenarioReader(scenario=scenario, user_id=reader)], ignore_conflicts=True)


def at_the_desk(view: View[P]) -> View[P]:
    """Return a view for those who look after drills: others sign in first, or are refused."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not (request.user.has_perm(AUTHOR) or reviews(request.user)):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def looked_after(user: Any, path: str = "") -> Q:
    """Return which drills an account looks after; `path` leads to the drill, like "drill__".

    Of what is kept for exams an author sees the own items, and a reviewer who was chosen for that what others wrote.
    The generated drills among them are for nobody: nobody wrote them, and nobody reviews them.
    """
    seen = Q(**{f"{path}scenario_version__scenario__owner": user.pk})
    if reviews(user) or user.has_perm(SEES_ANSWERS):
        seen |= Q(**{f"{path}bucket__reserve": False})
    return seen | Q(**{f"{path}scenario_version__isnull": False}) if reviews_exams(user) else seen


def drill_for(user: Any, pk: int) -> Drill:
    """Return a drill with its bucket and its version of a scenario, to be shown with its answer.

    Raises Http404 unless an account looks after it.
    """
    drills = Drill.objects.select_related("bucket", "scenario_version__scenario")
    found = drills.filter(looked_after(user), pk=pk).first()
    if found is None:
        raise Http404(pk)
    if found.bucket.reserve:
        note_reader(found.scenario_version.scenario, user.pk)
    return found


def may_say_told(user: Any, drill: Drill) -> bool:
    """Return whether an account may say what learners were told about a drill of `drill_for`, and so have it marked by
    the key of another spot: the owner of its scenario, or one to whom a superuser gave the right to change all.
    """
    version = getattr(drill, "scenario_version", None)
    return (version is not None and version.scenario.owner_id == user.pk) or bool(user.has_perm(KEEPS_ALL))


def names(ids: Iterable[int | None], viewer: Any) -> dict[int, str]:
    """Return the names of those of some accounts, given by their ids, whom an account may see by name. One query."""
    wanted = Q(pk__in=[id for id in ids if id is not None])
    if not viewer.has_perm(SEES_ANSWERS):
        known = Q(pk=viewer.pk)
        for named in NAMED:
            known |= named(viewer.pk)
        wanted &= known
    return dict(get_user_model().objects.filter(wanted).values_list("pk", "username"))
