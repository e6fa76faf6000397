"""Who teaches a class is told that a regrade changed what its learners have done of their assignments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from quizzes import notices
from quizzes.models import Drill, Notice, Regrade, RegradedAttempt, TemplateVersion
from quizzes.wording.kinds import kind_name
from trainer.classrooms.assignment_progress import with_drills
from trainer.classrooms.models import Assignee, Assignment, AssignmentItem, Classroom, Membership

NOTICE = "class-regraded"
"""The key of these notices, and how what they are about begins."""

POOL = TemplateVersion(pk="").bank
"""How the banks of templates' pools begin."""

STAFF = (Membership.Role.TEACHER, Membership.Role.ASSISTANT)


def tell(regrade: Regrade, **_signal: Any) -> None:
    """Put a notice for the teachers and assistants of each class with an assignment that asked what was marked again,
    of learners whose answer turned right or wrong by it. One for each regrade and class.
    """
    changed = RegradedAttempt.objects.filter(regrade=regrade, kept=False).exclude(user=None)
    turned = changed.exclude(right=F("right_before"))
    if not turned.exists():
        return
    learners: defaultdict[Classroom, set[int | None]] = defaultdict(set)
    for assignment in _asking(regrade.drill):
        counted = turned.filter(user__in=_learners(assignment), issued_at__gte=assignment.opens_at)
        learners[assignment.classroom].update(counted.values_list("user", flat=True))
    notices.put(each for classroom, told in learners.items() if told for each in _notices(classroom, regrade, told))


def _asking(drill: Drill) -> QuerySet[Assignment]:
    """Return the assignments that ask a drill: sets with its scenario, pools that hold it, and goals of its kind."""
    items = with_drills(AssignmentItem.objects.filter(version__scenario__versions__drill=drill.pk))
    asking = Q(pk__in=[item.assignment_id for item in items if drill.pk in item.drills])  # type: ignore[attr-defined]
    bucket = drill.bucket
    if bucket.bank.startswith(POOL):
        asking |= Q(pool=bucket.bank.removeprefix(POOL))
    elif not bucket.bank:
        named = Q(kinds="") | Q(kinds__regex=rf"(^|\.){bucket.kind}(\.|$)")
        asking |= Q(what=Assignment.What.GOAL) & named
    return Assignment.objects.filter(asking).select_related("classroom")


def _learners(assignment: Assignment) -> QuerySet[Any, Any]:
    """Return the accounts to whom an assignment is given."""
    if assignment.chosen:
        return Assignee.objects.filter(assignment=assignment).values("learner")
    return Membership.objects.filter(classroom=assignment.classroom_id, role=Membership.Role.LEARNER).values("learner")


def _notices(classroom: Classroom, regrade: Regrade, learners: Collection[int | None]) -> Iterator[Notice]:
    kind = regrade.drill.bucket.kind
    values = {"classroom": classroom.pk, "name": classroom.name, "kind": kind, "learners": len(learners)}
    for user in _staff(classroom):
        yield Notice(user_id=user, about=f"{_about(classroom)}{regrade.pk}", key=NOTICE, values=values)


def _staff(classroom: Classroom) -> set[int]:
    found = Membership.objects.filter(classroom=classroom, role__in=STAFF)
    return {classroom.teacher_id, *found.values_list("learner", flat=True)}


def _about(classroom: Classroom) -> str:
    return f"{NOTICE}:{classroom.pk}:"


def forget_class(instance: Classroom, **_signal: Any) -> None:
    """Take away the notices about a class that is about to be deleted."""
    Notice.objects.filter(user__in=_staff(instance), about__startswith=_about(instance)).delete()


def in_words(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """Return the sentence of a notice, and the address of the class's gradebook."""
    said = ngettext(
        "A question in “%(skill)s” was corrected. In your class “%(name)s” answers of %(learners)s learner were marked "
        "again, so that results of assignments may have changed.",
        "A question in “%(skill)s” was corrected. In your class “%(name)s” answers of %(learners)s learners were "
        "marked again, so that results of assignments may have changed.",
        values["learners"],
    )
    named = {"skill": kind_name(values["kind"]), "name": values["name"], "learners": values["learners"]}
    return (said % named,), reverse("class_gradebook", args=[values["classroom"]])
