"""Who teaches a class is told that a regrade changed what its learners have done of their assignments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from quizzes import notices
from quizzes.models import Drill, Notice, Regrade, RegradedAttempt, TemplateVersion
from quizzes.models.attempts import STORED
from quizzes.wording.kinds import kind_name
from trainer.classrooms.assignment_progress import wanted_by, with_drills
from trainer.classrooms.models import Assignee, Assignment, AssignmentItem, Classroom, Membership

NOTICE = "class-regraded"
"""The key of these notices, and how what they are about begins."""

POOL = TemplateVersion(pk="").bank
"""How the banks of templates' pools begin."""

STAFF = (Membership.Role.TEACHER, Membership.Role.ASSISTANT)


class Answer(NamedTuple):
    """When a turned answer was given and under which house, by its id, whether practice asked for it, and the regrades,
    by their keys, that turned it.
    """

    at: datetime
    house: str
    practised: bool
    regrades: Sequence[int]


def tell(regrade: Regrade, **_signal: Any) -> None:
    """Put a notice for the teachers and assistants of each class with an assignment that asked what was marked again,
    of learners whose answer turned right or wrong by this regrade. One for each class: those about the same drill that
    were not seen yet go away for it, and it tells of their learners, too.
    """
    drill = regrade.drill
    changed = RegradedAttempt.objects.filter(regrade__drill=drill, kept=False).exclude(user=None)
    turned = changed.exclude(right=F("right_before"))
    asking = list(_asking(drill, turned.filter(regrade=regrade).values("user")))
    given, answers = _given(asking), _answers(drill, turned)
    learners: defaultdict[Classroom, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for assignment in asking:
        counts = _counting(assignment, drill)
        for user in given[assignment.pk] & answers.keys():
            for answer in answers[user]:
                if answer.at >= assignment.opens_at and counts(answer):
                    for pk in answer.regrades:
                        learners[assignment.classroom][pk].add(user)
    _put(regrade, {classroom: those for classroom, those in learners.items() if regrade.pk in those})


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


def _counting(assignment: Assignment, drill: Drill) -> Callable[[Answer], bool]:
    """Return which answers to a drill that an assignment asks count for it, whenever they were given."""
    if assignment.what != Assignment.What.GOAL:
        return lambda answer: True
    bucket = drill.bucket
    wanted = next((each for each in wanted_by(assignment) if each.kind == bucket.kind), None)
    if (
        wanted is None
        or wanted.level not in (None, bucket.level)
        or (bucket.game, bucket.limit) not in wanted.variants
        or (wanted.mistake and not any(wanted.mistake in group for group in drill.told_apart))
    ):
        return lambda answer: False
    return lambda answer: answer.practised and answer.house == wanted.house


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


def _answers(drill: Drill, turned: QuerySet[RegradedAttempt]) -> defaultdict[int, list[Answer]]:
    """Return the turned answers of each account to a drill, archived ones among them. Two queries."""
    same = turned.filter(issued_at=OuterRef("issued_at"), nonce=OuterRef("nonce"))
    found: defaultdict[int, list[Answer]] = defaultdict(list)
    for model in STORED:
        made = model._default_manager.filter(Exists(same), drill=drill, user__isnull=False)
        rows = made.annotate(regrades=ArraySubquery(same.values("regrade")))
        for user, at, house, why, regrades in rows.values_list("user", "answered_at", "ruleset", "why", "regrades"):
            found[user].append(Answer(at, house, bool(why), regrades))
    return found


def _put(regrade: Regrade, learners: Mapping[Classroom, Mapping[int, set[int]]]) -> None:
    """Put the notices for the staff of classes, of the learners whose answers regrades turned, given by their keys."""
    staff: defaultdict[int, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(classroom__in=learners, role__in=STAFF)
    for pk, user in (*rows.values_list("classroom", "learner"), *((each.pk, each.teacher_id) for each in learners)):
        staff[pk].add(user)
    earlier = Regrade.objects.filter(drill=regrade.drill_id).exclude(pk=regrade.pk).values_list("pk", flat=True)
    about = {f"{_about(classroom)}{pk}": pk for pk in earlier for classroom in learners}
    everybody = {user for users in staff.values() for user in users}
    unseen = Notice.objects.filter(user__in=everybody, about__in=about, seen_at=None)
    untold: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for user, name, values in unseen.values_list("user", "about", "values"):
        untold[user, values["classroom"]] += [about[name], *values.get("also", ())]
    notices.put(
        _notice(regrade, user, classroom, turned, untold[user, classroom.pk])
        for classroom, turned in learners.items()
        for user in staff[classroom.pk]
    )
    unseen.delete()


def _notice(
    regrade: Regrade, user: int, classroom: Classroom, turned: Mapping[int, set[int]], also: Sequence[int]
) -> Notice:
    """Return what an account is told of a class; `also` are the earlier regrades, by their keys, told of with it."""
    values = {
        "classroom": classroom.pk,
        "name": classroom.name,
        "kind": regrade.drill.bucket.kind,
        "learners": len({learner for pk in (regrade.pk, *also) for learner in turned.get(pk, ())}),
        "also": also,
    }
    return Notice(user_id=user, about=f"{_about(classroom)}{regrade.pk}", key=NOTICE, values=values)


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
