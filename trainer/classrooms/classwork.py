"""A learner's side of what a class is given to do: what there is, how far one is, and where it goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import uuid4

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from quizzes import practice
from quizzes.house_rules import exists, rules_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.learners import Learner
from quizzes.lessons.pages import titles
from quizzes.models import Attempt, Drill, LessonRead, Regrade
from quizzes.practice import Outcome, Served
from quizzes.practising import shared_pools
from quizzes.practising.asking import Choice
from quizzes.practising.choices import choice_query
from quizzes.practising.dealt import dealt, kind_of
from quizzes.practising.untold import Where
from quizzes.tokens import BadToken, Token, read_token, write_token
from quizzes.wording.authored import scenario_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from trainer.accounts.models import User
from trainer.classrooms import assignments
from trainer.classrooms.answers import regrades_of
from trainer.classrooms.answers import told as in_words
from trainer.classrooms.assignment_progress import (
    Done,
    Task,
    Tried,
    answers_to,
    progress,
    tries_in,
    with_drills,
)
from trainer.classrooms.assignments import Window, choice_of, window_of
from trainer.classrooms.models import Assignment, AssignmentItem, Classroom
from trainer.classrooms.models.assignments import USUAL_HOUSE

MOST_SHOWN = 50

AT_ONCE = 3
"""How many assignments are counted before all the others are."""

What = Assignment.What
Answers = list[tuple[datetime, bool]]


class NoTryLeft(Exception):
    """An answer to a scenario that was settled before, or after the last moment that counts."""


class Untold(Exception):
    """What is right in a scenario is not told yet: it can still be answered, in another set as well, or will be."""


@dataclass(frozen=True, slots=True)
class Given:
    """An assignment as its learner sees it: when answers count, how they do now, and how far it has come."""

    assignment: Assignment
    window: Window
    state: assignments.State
    done: Done

    @property
    def words(self) -> str:
        """What is to be done, in a few words."""
        return assignments.words_of(self.assignment)

    @property
    def practised(self) -> Choice | None:
        """What practice asks for it: the one that its questions come from. None for what practice does not ask."""
        return choice_of(self.assignment) if self.assignment.what == What.GOAL else None

    @property
    def asked(self) -> assignments.Asked:
        """By which rules it is asked."""
        return assignments.asked_of(self.assignment)


@dataclass(frozen=True, slots=True)
class Part:
    """One scenario or lesson of an assignment: its name and where it is; of a scenario what one made of it, the house
    by which it is asked, and where one's answer is told, "" where it is not, see `own_answer`.
    """

    name: str
    url: str
    done: bool
    tried: Tried | None = None
    house: str = ""
    answer_url: str = ""


class Told(NamedTuple):
    """An answer to a scenario of a set with its feedback, and whether it keeps a better mark, by the key before."""

    outcome: Outcome
    kept: bool


@dataclass(frozen=True, slots=True)
class Worth:
    """The answer that a scenario of a set is worth for somebody, and the regrade that was done of its drill."""

    given: Attempt
    regrade: Regrade | None

    @property
    def drill(self) -> Drill:
        """The drill that says what is right."""
        return self.regrade.by if self.regrade else self.given.drill

    @property
    def house(self) -> str:
        """The house that says what is right."""
        return (self.regrade.house if self.regrade else "") or self.given.ruleset

    @property
    def right(self) -> bool:
        """Whether it is right by that drill."""
        return self.graded().grade.right if self.regrade else self.given.right

    def graded(self) -> Outcome:
        """Return the answer as its feedback takes it. Raises KeyError where the house is not there any more."""
        given, drill, house = self.given, self.drill, self.house
        kind, (document, solution) = kind_of(drill, house), dealt(drill, house)
        attempt = Attempt(drill=drill, ruleset=house, response=given.response, answered_at=given.answered_at)
        grade = kind.grade(document, given.response)
        return Outcome(document, kind, given.response, grade, solution, attempt, repeated=False)


def given(user_id: int, now: datetime, most: int = MOST_SHOWN) -> list[Given]:
    """Return what somebody has still to do for their classes, what is due first, and no more of it than `most`.

    One query where there is nothing, else one for the goals, two for the sets and three for the paths besides.
    """
    waiting = _told(user_id, assignments.waiting(user_id, now), now)
    return [one for one in waiting if not one.done.complete][:most]


def next_of(user_id: int, choice: Choice | None, now: datetime) -> tuple[Given | None, bool]:
    """Return what somebody has still to do for their classes that practice by a choice counts for, else what is due
    next, and whether it counts. Every question of practice asks: the first few are counted, and the rest, all at once,
    where these are done.
    """
    waiting = assignments.waiting(user_id, now)
    counting = [each for each in waiting if choice and each.what == What.GOAL and choice_of(each) == choice]
    wanted = counting + [each for each in waiting if each not in counting]
    few = min(AT_ONCE, len(counting) or AT_ONCE)
    for those in (wanted[:few], wanted[few:]):
        for one in _told(user_id, those, now):
            if not one.done.complete:
                return one, one.assignment in counting
    return None, False


def in_class(
    user_id: int, classroom: Classroom, number: str | int | None, now: datetime
) -> tuple[Page[Assignment], list[Given]]:
    """Return a page of what somebody was given in a class, also what is done or over, what is due last first.

    Two queries, and what `given` takes for how far it has come.
    """
    opened = assignments.given_to(user_id).filter(classroom=classroom, opens_at__lte=now).order_by("-due_at", "-pk")
    page = Paginator(opened, MOST_SHOWN).get_page(number)
    return page, _told(user_id, list(page), now)


def find(user_id: int, pk: int, now: datetime) -> Given:
    """Return an assignment of somebody's that has opened. Raises Assignment.DoesNotExist."""
    found = assignments.given_to(user_id).filter(opens_at__lte=now).get(pk=pk)
    return _told(user_id, [found], now)[0]


def _told(user_id: int, found: Sequence[Assignment], now: datetime) -> list[Given]:
    done = progress([Task(each, user_id, window_of(each)) for each in found])
    return [Given(each, window_of(each), window_of(each).state(now), done[each.pk, user_id]) for each in found]


def parts(one: Given, user_id: int, now: datetime) -> list[Part]:
    """Return the scenarios or lessons of an assignment with what somebody made of them; others have no parts."""
    if one.assignment.what == What.SET:
        rows = _tried(one, user_id)
        worth = _worth(user_id, rows)
        still_open = open_drills(user_id, now) if worth else set()
        told = {item for item, each in worth.items() if exists(each.house) and _is_told(each, still_open)}
        return [_scenario(one, item, tried, item.pk in told) for item, tried in rows]
    return _lessons(one, user_id) if one.assignment.what == What.PATH else []


def _scenario(one: Given, item: AssignmentItem, tried: Tried, told: bool) -> Part:
    version, pk = item.version, one.assignment.pk
    assert version is not None, "a set has scenarios"
    house = house_name(rules_of(version.house or USUAL_HOUSE))
    url = f"{reverse('assignment_ask', args=[pk])}?item={item.pk}"
    answer_url = reverse("assignment_answer", args=[pk, item.pk]) if told else ""
    prompt = item.prompt  # type: ignore[attr-defined]  # annotated by _tried
    name = scenario_name(version.title, version.scenario_id, kind_name(version.kind), prompt)
    return Part(name, url, tried.settled, tried, house, answer_url)


def _lessons(one: Given, user_id: int) -> list[Part]:
    items = one.assignment.items.order_by("place").select_related("lesson")
    lessons = [item.lesson for item in items if item.lesson is not None]
    reads = LessonRead.objects.filter(user=user_id, lesson__in=lessons, finished_at__isnull=False)
    read = set(reads.values_list("lesson", flat=True))
    names = titles()
    return [
        Part(names.get(each.slug, each.slug), reverse("quizzes:lesson", args=[each.slug]), each.pk in read)
        for each in lessons
    ]


def goes_on_at(one: Given, user_id: int) -> str:
    """Return the address at which somebody goes on with an assignment, or comes to its own page once all is done."""
    if one.assignment.what == What.GOAL:
        return f"{reverse('quizzes:practice')}?{choice_query(choice_of(one.assignment))}"
    if one.assignment.what != What.PATH:
        return reverse("assignment_ask", args=[one.assignment.pk])
    left = (part.url for part in _lessons(one, user_id) if not part.done)
    return next(left, reverse("assignment_work", args=[one.assignment.pk]))


def ask(learner: Learner, one: Given, item: int | None, now: datetime) -> Served | None:
    """Return the next question of a set or a pool: of a set the first scenario that is not settled where none is named.
    None without one. It can be answered for as long as it counts. Nobody's practice is changed by it.
    """
    if one.state not in ("open", "late"):
        return None
    if one.assignment.pool is not None:
        with suppress(Drill.DoesNotExist):
            return shared_pools.ask(learner, one.assignment.pool).served
        return None
    return _of_set(learner, one, item, now)


def _of_set(learner: Learner, one: Given, item: int | None, now: datetime) -> Served | None:
    assert learner.user_id is not None
    left = [each for each, tried in _tried(one, learner.user_id) if not tried.settled]
    asked = next((each for each in left if item in (None, each.pk)), None)
    if asked is None or asked.version is None:
        return None
    version = assignments.asked_now([asked.version])[0]
    drill, house = version.drill, version.house or USUAL_HOUSE
    assert drill is not None, "what was published has a drill"
    token = Token(drill.pk, house, now, uuid4(), learner.key, asked_by=asked_by(one))
    return Served(write_token(token), drill, drill.spot(house), KINDS[drill.bucket.kind])


@transaction.atomic
def answer(learner: Learner, one: Given, token_text: str, raw: Raw, now: datetime) -> Outcome:
    """Grade an answer to a question of a set or a pool; the same token again is the same answer. Those of one learner
    come one after the other, so that each finds the tries that the one before took.

    Raises BadToken for a token that is of neither, NoTryLeft, and IllFormed; then nothing is written.
    """
    assert learner.user_id is not None
    token = read_token(token_text, now)
    User.objects.select_for_update(no_key=True).only("pk").get(pk=learner.user_id)
    settled = one.assignment.pool is None and _settled(one, learner.user_id, token.drill)
    again = Attempt.objects.filter(pk=(token.issued_at, token.nonce)).exists()
    if not again and (settled or one.state not in ("open", "late")):
        raise NoTryLeft
    if one.assignment.pool is not None:
        return shared_pools.answer(learner, one.assignment.pool, token_text, raw)
    return practice.answer(learner, token_text, raw, asked_by(one))


def asked_again(learner: Learner, one: Given, token_text: str) -> Served:
    """Return the question that a token of a set or a pool was made for, to ask it again. Raises BadToken."""
    return practice.shown(learner, token_text, asked_by=asked_by(one))


def asked_by(one: Given) -> str:
    """Return what the tokens of a set or a pool say of who asked: no other page takes an answer to them."""
    pool = one.assignment.pool
    return f"set-{one.assignment.pk}" if pool is None else shared_pools.asked_by(pool)


def open_item(one: Given, user_id: int, drill: int) -> tuple[int, int | None] | None:
    """Return the scenario of a set, given by its drill, that can be answered again: its item, and how many tries are
    left, None for as many as one likes. None where it is settled or nothing counts any more, and in a pool.
    """
    if one.assignment.what != What.SET or one.state not in ("open", "late"):
        return None
    most = one.assignment.tries
    for item, tried in _tried(one, user_id):
        if drill in _drills(item) and not tried.settled:
            return item.pk, most - tried.tries if most else None
    return None


def open_drills(user_id: int, now: datetime) -> set[int]:
    """Return the drills of the scenarios in sets that somebody can still answer, or will once they open, in all their
    versions: what is right is not told yet. One query where there is no set, else three.
    """
    return set(open_in(user_id, now))


def open_in(user_id: int, now: datetime) -> dict[int, Where | None]:
    """Return the `open_drills` with the set in which each can be answered, the first that is due: None where none is
    open yet, since what a set asks is not told before.
    """
    tasks = {
        each.pk: Task(each, user_id, window_of(each))
        for each in assignments.unfinished(user_id, now)
        if each.what == What.SET
    }
    if not tasks:
        return {}
    items = list(with_drills(AssignmentItem.objects.filter(assignment__in=tasks, version__kind__in=KINDS)))
    answers = _answers(user_id, items, min(task.window.opens_at for task in tasks.values()))
    wheres = {pk: _where(task, now) for pk, task in tasks.items()}
    found: dict[int, Where | None] = {}
    for item in sorted(items, key=lambda item: list(tasks).index(item.assignment_id)):
        if not tries_in(answers_to(_drills(item), answers), tasks[item.assignment_id]).settled:
            for drill in item.shown:  # type: ignore[attr-defined]  # annotated by with_drills
                found[drill] = found.get(drill) or wheres[item.assignment_id]
    return found


def _where(task: Task, now: datetime) -> Where | None:
    """Return where the set of a task is, None before it opens."""
    if task.window.state(now) == "early":
        return None
    named = {"name": task.assignment.name, "classroom": task.assignment.classroom.name}
    said = _("You can still answer it in “%(name)s” of your class “%(classroom)s”: what is right is told there.")
    return Where(said % named, reverse("assignment_work", args=[task.assignment.pk]))


def own_answer(one: Given, user_id: int, item: int, now: datetime) -> Told | None:
    """Return the answer that a scenario of a set is worth for somebody as its feedback tells it: by the corrected key
    where it was marked again. None where there is no answer, and where the house by which it is told is not there any
    more. Raises Untold; whoever has it right knows what is right.
    """
    worth = _worth(user_id, [each for each in _tried(one, user_id) if each[0].pk == item]).get(item)
    if worth is None or not exists(worth.house):
        return None
    if not _is_told(worth, open_drills(user_id, now)):
        raise Untold
    return Told(worth.graded(), in_words(worth.given, worth.regrade).kept)


def _is_told(worth: Worth, still_open: set[int]) -> bool:
    """Return whether what is right in a scenario may be told with an answer to it."""
    return still_open.isdisjoint((worth.given.drill_id, worth.drill.pk)) or worth.right


def _worth(user_id: int, rows: Iterable[tuple[AssignmentItem, Tried]]) -> dict[int, Worth]:
    """Return the answers that scenarios of a set are worth for somebody, by their items: two queries."""
    counted = {(drill, tried.at): item.pk for item, tried in rows if tried.at for drill in _drills(item)}
    drills, moments = {drill for drill, _at in counted}, {at for _drill, at in counted}
    made = Attempt.objects.filter(user=user_id, drill__in=drills, answered_at__in=moments)
    given = list(made.select_related("drill__bucket").order_by("right"))
    regrades = regrades_of([each.drill_id for each in given])
    found = {counted.get((each.drill_id, each.answered_at)): each for each in given}  # a right one before others
    return {item: Worth(each, regrades.get(each.drill_id)) for item, each in found.items() if item is not None}


def _settled(one: Given, user_id: int, drill: int) -> bool:
    """Return whether a scenario of a set, given by its drill, is settled. Raises BadToken for none of the set."""
    tried = {each: tried for item, tried in _tried(one, user_id) for each in _drills(item)}
    if drill not in tried:
        raise BadToken("of no scenario in this set")
    return tried[drill].settled


def _tried(one: Given, user_id: int) -> list[tuple[AssignmentItem, Tried]]:
    """Return the scenarios of a set, in order, with what somebody made of each: two queries."""
    rows = one.assignment.items.filter(version__kind__in=KINDS).order_by("place", "pk").select_related("version")
    light = rows.annotate(prompt=F("version__document__prompt")).defer("version__document", "version__text")
    items = list(with_drills(light))
    answers, task = _answers(user_id, items, one.window.opens_at), Task(one.assignment, user_id, one.window)
    return [(item, tries_in(answers_to(_drills(item), answers), task)) for item in items]


def _answers(user_id: int, items: Iterable[AssignmentItem], since: datetime) -> Mapping[int, Answers]:
    """Return somebody's answers to the scenarios of sets, by their drills: when each was given and whether right."""
    drills = [drill for item in items for drill in _drills(item)]
    made = Attempt.objects.filter(user=user_id, drill__in=drills, answered_at__gte=since)
    answers: dict[int, Answers] = defaultdict(list)
    for drill, moment, right in made.values_list("drill", "answered_at", "right"):
        answers[drill].append((moment, right))
    return answers


def _drills(item: AssignmentItem) -> Sequence[int]:
    drills: Sequence[int] = item.drills  # type: ignore[attr-defined]  # annotated by with_drills
    return drills
