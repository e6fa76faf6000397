"""What was published by an engine of before is looked at again by today's: what it refuses is asked no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from quizzes import notices
from quizzes.authoring.checks import checked, doubt
from quizzes.authoring.drafts import State
from quizzes.engine.errors import DocumentError
from quizzes.models import Notice, ScenarioVersion

NOTICE = "scenario-refused"
"""The key of the notices that tell authors of it."""

ASKED: list[Callable[[], Q]] = []
"""Which versions of scenarios other apps ask, beside those that are published."""

REFUSED: list[Callable[[ScenarioVersion], None]] = []
"""What other apps do with a version that is refused, in the transaction that retires it."""

ALSO: list[Callable[[], Iterator[str]]] = []
"""What other apps have to look at after an upgrade. Each yields a line for everything that it changed."""


def recheck() -> Iterator[str]:
    """Retire what today's engine refuses of what is asked, and yield a line for each: its scenario, version and why.

    It can be done again as often as one likes.
    """
    asked = Q(state=State.PUBLISHED)
    for named in ASKED:
        asked |= named()
    versions = ScenarioVersion.objects.filter(asked, drill__isnull=False).select_related("drill__bucket", "scenario")
    for version in versions.order_by("pk").iterator():
        why = refusal(version)
        if why:
            _retire(version)
            yield f"scenario {version.scenario_id}, version {version.number}, is retired: {why}"
    for look in ALSO:
        yield from look()


def refusal(version: ScenarioVersion) -> str:
    """Return why a version that was published could not be published today; "" where it could."""
    assert version.drill is not None
    try:
        return doubt(checked(version.drill.spot(version.house)))
    except DocumentError as error:
        return str(error)


@transaction.atomic
def _retire(version: ScenarioVersion) -> None:
    now = timezone.now()
    ScenarioVersion.objects.filter(pk=version.pk, state=State.PUBLISHED).update(
        state=State.RETIRED, retired_at=now, changed_at=now
    )
    for act in REFUSED:
        act(version)
    owner = version.scenario.owner_id
    if owner is not None:
        values = {"scenario": version.scenario_id, "title": version.title, "kind": version.kind}
        notices.put([Notice(user_id=owner, about=f"{NOTICE}:{version.pk}", key=NOTICE, values=values)])
