"""A sitting's result as its candidate sees it: exactly what the exam's policy has released, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from quizzes.engine.document import Document
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.practising.choices import against, choice_query
from quizzes.showing.feedback import Row
from quizzes.showing.questions import Question
from quizzes.showing.worked_spot import WorkedSpot, worked_spot
from quizzes.wording.authored import in_language
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.mistakes import known, mistake_name
from trainer.certification import grading
from trainer.certification.blueprints import plan_of
from trainer.certification.items import key_of, solution_of
from trainer.certification.models import Event, ItemResult, PerformanceSheet, Sitting
from trainer.certification.plans import Part, Plan, Section, When, reaches
from trainer.certification.scores import NO_BREAK, Marked, Sheet, cut, mixed, score, total
from trainer.certification.sheet import asked as filled_in


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a result its candidate sees.

    verdict    whether it is passed
    score      the points
    sections   the points of each section
    feedback   which questions were right, the mistakes by name, what to practise, the questions with the own answers
    keys       the right answers
    """

    verdict: bool = False
    score: bool = False
    sections: bool = False
    feedback: bool = False
    keys: bool = False


@dataclass(frozen=True, slots=True)
class Missed:
    """A mistake by its name, how often it was made, its kind with "" or the mistake's id, and the query by which it is
    practised under the rules of the sitting.
    """

    name: str
    times: int
    kind: str
    mistake: str
    drill: str


@dataclass(frozen=True, slots=True)
class SectionResult:
    """How a section went. `mark` is the percent that had to be reached, None where it need not be passed by itself.

    `points` are "" where they are not released, `missed` are empty where feedback is not.
    """

    name: str
    points: str
    out_of: int
    mark: int | None
    reached: bool | None
    missed: tuple[Missed, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a sitting in the list of its result: `verdict` is right, part or wrong."""

    place: int
    name: str
    verdict: str
    points: int
    out_of: int


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with what was answered to it: each field's value, the right one and the verdict; none unanswered.

    `unread` is the question as it was filled in where that can't be read as an answer, None elsewhere.
    `spot` holds the right answer as well, which a page shows only where the keys are released.
    """

    spot: WorkedSpot
    rows: tuple[Row, ...]
    unread: Question | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a sitting as its exam counts them, written out exactly.

    `sheet` are the marks of the performance sheet, None where none counts; `exact` is the whole result in percent, and
    `total` the same as one reads it, cut off after two decimals.
    """

    written: str
    out_of: int
    sheet: Sheet | None
    total: str
    exact: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What whoever looks after a room sees of a released result: as much as its candidate does.

    `total` is the whole result in percent, cut off after two decimals; "" where the score is not released.
    """

    passed: bool
    total: str


@dataclass(frozen=True, slots=True)
class Result:
    """A result as far as it is released: the questions are empty where feedback is not."""

    shown: Shown
    points: Points | None = None
    sections: tuple[SectionResult, ...] = ()
    questions: tuple[Asked, ...] = ()
    sheet: tuple[tuple[str, int, int], ...] = ()
    corrections: tuple[Event, ...] = ()


def find(key: UUID, user_id: int) -> Sitting:
    """Return an account's sitting that is no practice. Raises Sitting.DoesNotExist for what is another's."""
    rows = Sitting.objects.select_related("blueprint", "candidate", "ticket__room")
    return rows.get(key=key, user=user_id, practice=False)


def shown(sitting: Sitting, plan: Plan) -> Shown:
    """Return what of a sitting its candidate sees; at most one query.

    Nothing before the result is released. What comes after the close comes once the room is closed and nobody sits in
    it any more, for whoever sat without a room at once.
    """
    if sitting.state != Sitting.State.GRADED or sitting.released_at is None or sitting.practice:
        return Shown()
    release = plan.release
    over = "after-close" in (release.sections, release.feedback, release.keys) and _room_is_over(sitting)
    return Shown(
        verdict=True,
        score=release.score != "never",
        sections=_seen(release.sections, over),
        feedback=_seen(release.feedback, over),
        keys=_seen(release.keys, over),
    )


def result(sitting: Sitting) -> Result:
    """Return a sitting's result as far as it is released, in the language in force. Five queries at most."""
    plan = plan_of(sitting.blueprint)
    seen = shown(sitting, plan)
    if not seen.verdict:
        return Result(seen)
    rows = _rows(sitting)
    corrected = Event.objects.filter(chain=f"sitting-{sitting.pk}", act="regraded").order_by("number")
    return Result(
        shown=seen,
        points=points_of(sitting, plan, list(map(_marked, rows)), NO_BREAK) if seen.score else None,
        sections=_sections(sitting, plan, rows, seen) if seen.sections or seen.feedback else (),
        questions=tuple(map(_asked, rows)) if seen.feedback else (),
        sheet=_sheet(sitting, plan.parts) if seen.sections else (),
        corrections=tuple(corrected) if seen.score else (),
    )


def of_practice(sitting: Sitting) -> tuple[Points, tuple[SectionResult, ...]]:
    """Return the points of a graded practice exam, and how its sections went, with all that was missed. One query."""
    rows, plan = _rows(sitting), plan_of(sitting.blueprint)
    points = points_of(sitting, plan, list(map(_marked, rows)), NO_BREAK)
    return points, _sections(sitting, plan, rows, Shown(sections=True, feedback=True))


def standings(sittings: Iterable[Sitting | None], plan: Plan) -> dict[int | None, Standing]:
    """Return how the released sittings of a room's exam stand, by the key of their ticket. Two queries at most, none
    before the first is released.
    """
    graded = [each for each in sittings if each and each.state == Sitting.State.GRADED]
    released = [each for each in graded if each.released_at]
    if not released or plan.release.score == "never":
        return {each.ticket_id: Standing(bool(each.passed), "") for each in released}
    pks = [each.pk for each in released]
    marked, sheets = _marked_of(pks), _sheets_of(pks, plan)
    totals = {pk: cut(total(plan, marked.get(pk, []), sheets.get(pk))) for pk in pks}
    return {each.ticket_id: Standing(bool(each.passed), totals[each.pk]) for each in released}


def points_of(sitting: Sitting, plan: Plan, marked: Sequence[Marked], joint: str = " ") -> Points:
    """Return what a graded sitting came to by the points of its questions. One query where a sheet counts.

    `joint` is what stands in a mixed number, see `scores.mixed`: a plain space in files.
    """
    written, sheet = score(plan, marked), grading.sheet_of(sitting, plan)
    whole = total(plan, marked, sheet)
    return Points(mixed(written.points, joint), written.out_of, sheet, cut(whole), mixed(whole, joint))


def answered(row: ItemResult, ruleset: str) -> Answered:
    """Return a question as it was asked under a ruleset, given by its id, with its key and what was answered to it."""
    item = row.item
    kind = KINDS[item.drill.bucket.kind]
    document, solution = item.drill.spot(ruleset), solution_of(key_of(item.drill))
    given = () if row.response is None else _fields(document, solution, row.response, kind.id)
    unread = filled_in(item.sitting, item) if row.response is None and item.response else None
    return Answered(worked_spot(document, solution), given, unread if unread and not unread.blank else None)


def row_at(sitting: Sitting, place: int) -> ItemResult:
    """Return the result of a question of a sitting. Raises ItemResult.DoesNotExist."""
    rows = ItemResult.objects.select_related("item__drill__bucket", "item__sitting", "item__appeal")
    return rows.get(item__sitting=sitting, item__place=place)


def _fields(document: Document, solution: Solution, response: dict[str, object], kind_id: str) -> tuple[Row, ...]:
    grade = replace(KINDS[kind_id], solve=lambda _document: solution).grade(document, response)
    words = words_of(kind_id)
    labels, value = words.labels(), words.value
    return tuple(
        Row(labels[field.name], value(field.name, field.given), value(field.name, field.right), field.verdict)
        for field in words.fields(grade.fields)
    )


def _rows(sitting: Sitting) -> list[ItemResult]:
    rows = ItemResult.objects.filter(item__sitting=sitting).select_related("item__drill__bucket")
    return list(rows.defer("item__drill__document", "item__response").order_by("item__place"))


def _sections(sitting: Sitting, plan: Plan, rows: Sequence[ItemResult], seen: Shown) -> tuple[SectionResult, ...]:
    if not rows:
        return ()
    by_section = [[row for row in rows if row.item.section == number] for number in range(len(plan.sections))]
    return tuple(
        _section(plan, section, mine, seen, sitting.ruleset)
        for section, mine in zip(plan.sections, by_section, strict=True)
    )


def _section(plan: Plan, section: Section, mine: Sequence[ItemResult], seen: Shown, ruleset: str) -> SectionResult:
    got, scored = score(plan, list(map(_marked, mine))), seen.sections
    return SectionResult(
        name=in_language(section.name),
        points=mixed(got.points) if scored else "",
        out_of=got.out_of,
        mark=section.pass_mark if section.must_pass else None,
        reached=reaches(got.points, got.out_of, section.pass_mark) if scored and section.must_pass else None,
        missed=_missed(mine, ruleset) if seen.feedback else (),
    )


def _marked_of(sittings: Sequence[int]) -> dict[int, list[Marked]]:
    """Return the points of the questions of some sittings, given by their numbers. One query."""
    found: dict[int, list[Marked]] = {}
    rows = ItemResult.objects.filter(item__sitting__in=sittings)
    for pk, *row in rows.values_list("item__sitting", "item__section", "points", "out_of"):
        found.setdefault(pk, []).append(Marked(*row))
    return found


def _sheets_of(sittings: Sequence[int], plan: Plan) -> dict[int, Sheet]:
    """Return the signed performance sheets of some sittings; none where none counts. One query."""
    if not plan.weight:
        return {}
    signed = PerformanceSheet.objects.filter(sitting__in=sittings, signed_at__isnull=False)
    most = sum(part.marks for part in plan.parts)
    return {pk: Sheet(sum(marks.values()), most) for pk, marks in signed.values_list("sitting", "marks")}


def _marked(row: ItemResult) -> Marked:
    return Marked(row.item.section, row.points, row.out_of)


def _missed(rows: Sequence[ItemResult], ruleset: str) -> tuple[Missed, ...]:
    """Return the mistakes by name, the most frequent first, then kinds in which something was wrong without a name."""

    def missed(name: str, times: int, kind: str, id: str) -> Missed:
        return Missed(name, times, kind, id, choice_query(against(kind, id, ruleset)))

    named = Counter[tuple[str, str]]()
    unnamed = Counter[str]()
    for row in (row for row in rows if not row.right):
        kind = row.item.drill.bucket.kind
        ids = [id for id in row.misconceptions if known(kind, id)]
        named.update((kind, id) for id in ids)
        unnamed[kind] += not ids
    with_names = [missed(mistake_name(kind, id), times, kind, id) for (kind, id), times in named.most_common()]
    others = [missed(kind_name(kind), times, kind, "") for kind, times in unnamed.most_common() if times]
    return (*with_names, *others)


def _asked(row: ItemResult) -> Asked:
    verdict = "right" if row.right else "part" if row.points else "wrong"
    return Asked(row.item.place, kind_name(row.item.drill.bucket.kind), verdict, row.points, row.out_of)


def _sheet(sitting: Sitting, parts: Sequence[Part]) -> tuple[tuple[str, int, int], ...]:
    """Return the parts of the performance sheet with their marks; none where there is no sheet. One query."""
    if not parts:
        return ()
    sheet = PerformanceSheet.objects.filter(sitting=sitting, signed_at__isnull=False).first()
    if sheet is None:
        return ()
    return tuple((in_language(part.name), sheet.marks.get(str(at), 0), part.marks) for at, part in enumerate(parts))


def _seen(when: When, over: bool) -> bool:
    return when == "at-once" or (when == "after-close" and over)


def _room_is_over(sitting: Sitting) -> bool:
    """Return whether nobody sits in the room of a sitting any more, nor can begin in it. One query for a closed one."""
    if sitting.ticket is None:
        return True
    room = sitting.ticket.room
    if room.closed_at is None:
        return False
    return not Sitting.objects.filter(ticket__room=room, state=Sitting.State.OPEN).exists()
