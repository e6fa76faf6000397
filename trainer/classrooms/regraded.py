"""Who teaches a class is told that a regrade changed what its learners have done of their assignments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from quizzes import notices
from quizzes.models import Attempt, Drill, Notice, Regrade, RegradedAttempt, TemplateVersion
from quizzes.wording.kinds import kind_name
from trainer.classrooms.assignment_progress import asked_in, with_drills
from trainer.classrooms.assignments import choice_of
from trainer.classrooms.models import Assignee, Assignment, AssignmentItem, Classroom, Membership

NOTICE = "class-regraded"
"""The key of these notices, and how what they are about begins."""

POOL = TemplateVersion(pk="").bank
"""How the banks of templates' pools begin."""

STAFF = (Membership.Role.TEACHER, Membership.Role.ASSISTANT)


def tell(regrade: Regrade, **_signal: Any) -> None:
    """Put a notice for the teachers and assistants of each class with an assignment that asked what was marked again,
    of learners whose answer turned right or wrong by this regrade or by another of the same drill. One for each class:
    those about the same drill that were not seen yet go away for it.
    """
    drill = regrade.drill
    changed = RegradedAttempt.objects.filter(regrade__drill=drill, kept=False).exclude(user=None)
    turned = changed.exclude(right=F("right_before"))
    asking: defaultdict[Q, list[Assignment]] = defaultdict(list)
    for assignment in _asking(drill, turned.filter(regrade=regrade).values("user")):
        asking[_counting(assignment, drill)].append(assignment)
    given = _given([each for same in asking.values() for each in same])
    learners: defaultdict[Classroom, set[int]] = defaultdict(set)
    told: set[Classroom] = set()
    for counting, same in asking.items():
        answers = list(_answers(drill, counting, turned, regrade))
        for assignment in same:
            counted = [each for each in answers if each[1] >= assignment.opens_at and each[0] in given[assignment.pk]]
            learners[assignment.classroom].update(user for user, _at, _now in counted)
            if any(by_this for _user, _at, by_this in counted):
                told.add(assignment.classroom)
    _put(regrade, {classroom: len(learners[classroom]) for classroom in told})


def _asking(drill: Drill, learners: QuerySet[Any, Any]) -> QuerySet[Assignment]:
    """Return the assignments of some learners' classes that ask a drill: sets with its scenario, pools that hold it,
    and goals of its kind.
    """
    items = with_drills(AssignmentItem.objects.filter(version__scenario__versions__drill=drill.pk))
    asking = Q(pk__in=[item.assignment_id for item in items if drill.pk in item.drills])  # type: ignore[attr-defined]
    bucket = drill.bucket
    if bucket.bank.startswith(POOL):
        asking |= Q(pool=bucket.bank.removeprefix(POOL))
    elif not bucket.bank:
        named = Q(kinds="") | Q(kinds__regex=rf"(^|\.){bucket.kind}(\.|$)")
        asking |= Q(what=Assignment.What.GOAL) & named
    classes = Membership.objects.filter(role=Membership.Role.LEARNER, learner__in=learners).values("classroom")
    return Assignment.objects.filter(asking, classroom__in=classes).select_related("classroom")


def _counting(assignment: Assignment, drill: Drill) -> Q:
    """Return which answers to a drill that an assignment asks count for it, whenever they were given."""
    if assignment.what == Assignment.What.SET:
        return Q()
    if assignment.what == Assignment.What.GOAL:
        if drill.bucket.kind not in choice_of(assignment).wanted():
            return Q(pk__in=[])
        assignment.kinds = drill.bucket.kind  # of all that a goal asks only this can be an answer to the drill
    return asked_in(assignment)


def _given(asking: Sequence[Assignment]) -> defaultdict[int, set[int]]:
    """Return to which accounts each of some assignments is given. Two queries."""
    in_class: defaultdict[int, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(classroom__in={each.classroom_id for each in asking})
    for classroom, learner in rows.filter(role=Membership.Role.LEARNER).values_list("classroom", "learner"):
        in_class[classroom].add(learner)
    given = defaultdict(set, {each.pk: in_class[each.classroom_id] for each in asking if not each.chosen})
    chosen = Assignee.objects.filter(assignment__in=[each.pk for each in asking if each.chosen])
    for assignment, learner in chosen.values_list("assignment", "learner"):
        given[assignment].add(learner)
    return given


def _answers(
    drill: Drill, counting: Q, turned: QuerySet[RegradedAttempt], regrade: Regrade
) -> QuerySet[Attempt, tuple[int, datetime, bool]]:
    """Return who gave which of the turned answers to a drill, when, and whether it was turned by a regrade."""
    same = turned.filter(issued_at=OuterRef("issued_at"), nonce=OuterRef("nonce"))
    made = Attempt.objects.filter(counting, Exists(same), drill=drill, user__isnull=False)
    return made.annotate(by_this=Exists(same.filter(regrade=regrade))).values_list("user", "answered_at", "by_this")


def _put(regrade: Regrade, learners: Mapping[Classroom, int]) -> None:
    """Put the notices for the staff of classes, of so many learners in each."""
    staff: defaultdict[int, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(classroom__in=learners, role__in=STAFF)
    for pk, user in (*rows.values_list("classroom", "learner"), *((each.pk, each.teacher_id) for each in learners)):
        staff[pk].add(user)
    earlier = Regrade.objects.filter(drill=regrade.drill_id).exclude(pk=regrade.pk).values_list("pk", flat=True)
    replaced = [f"{_about(classroom)}{pk}" for classroom in learners for pk in earlier]
    everybody = {user for users in staff.values() for user in users}
    Notice.objects.filter(user__in=everybody, about__in=replaced, seen_at=None).delete()
    kind = regrade.drill.bucket.kind
    notices.put(
        Notice(
            user_id=user,
            about=f"{_about(classroom)}{regrade.pk}",
            key=NOTICE,
            values={"classroom": classroom.pk, "name": classroom.name, "kind": kind, "learners": number},
        )
        for classroom, number in learners.items()
        for user in staff[classroom.pk]
    )


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
