"""Who looks after which drills: the owner of a scenario after its versions, whoever may review after all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse

from quizzes.models import Drill

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

AUTHOR, REVIEWER, SEES_ANSWERS = "quizzes.add_scenario", "quizzes.review_scenario", "quizzes.view_attempt"

NAMED: list[Callable[[int], Q]] = []
"""What other apps know of whom an account may see by name: of its id, which accounts. Without any it sees itself."""


def reviews(user: Any) -> bool:
    """Return whether an account looks after every drill."""
    return bool(user.has_perm(REVIEWER))


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

    A reviewer does not see the generated drills that are kept for exams: nobody wrote them, and nobody reviews them.
    """
    if user.has_perm(SEES_ANSWERS):
        return Q()
    if reviews(user):
        return Q(**{f"{path}bucket__reserve": False}) | Q(**{f"{path}scenario_version__isnull": False})
    return Q(**{f"{path}scenario_version__scenario__owner": user.pk})


def drill_for(user: Any, pk: int) -> Drill:
    """Return a drill with its bucket and its version of a scenario. Raises Http404 unless an account looks after it."""
    drills = Drill.objects.select_related("bucket", "scenario_version__scenario")
    found = drills.filter(looked_after(user), pk=pk).first()
    if found is None:
        raise Http404(pk)
    return found


def names(ids: Iterable[int | None], viewer: Any) -> dict[int, str]:
    """Return the names of those of some accounts, given by their ids, whom an account may see by name. One query."""
    wanted = Q(pk__in=[id for id in ids if id is not None])
    if not viewer.has_perm(SEES_ANSWERS):
        known = Q(pk=viewer.pk)
        for named in NAMED:
            known |= named(viewer.pk)
        wanted &= known
    return dict(get_user_model().objects.filter(wanted).values_list("pk", "username"))
