"""A class to look around in: a teacher, and learners who have practised for some weeks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from django.utils.crypto import salted_hmac

from quizzes import practice
from quizzes.kinds.base import Answer
from quizzes.learners import Learner
from quizzes.models.partitions import ensure_partitions
from quizzes.practice import Served
from quizzes.tokens import read_token
from trainer.accounts.models import User
from trainer.classrooms import classes, joining
from trainer.classrooms.models import Classroom, Membership

WEEKS = 9
CLASS_NAME = "Friday dealers"
TEACHER = "Demo Ines"
HELPERS = {"Demo Gita": Membership.Role.ASSISTANT, "Demo Hans": Membership.Role.OBSERVER}
BY_NAME = "Demo Kai"
ZONE = "Asia/Kuala_Lumpur"


@dataclass(frozen=True, slots=True)
class Practiser:
    """A learner of the demo: on how many days, how many spots a day, the share right at first and at the end."""

    name: str
    days: int
    spots: int
    at_first: float
    at_last: float


LEARNERS = (
    Practiser("Demo Aisha", 16, 8, 0.55, 0.95),
    Practiser("Demo Ben", 9, 6, 0.40, 0.60),
    Practiser("Demo Chen", 14, 7, 0.60, 0.90),
    Practiser("Demo Devi", 5, 10, 0.70, 0.80),
    Practiser("Demo Emil", 7, 5, 0.35, 0.75),
    Practiser("Demo Farah", 2, 6, 0.50, 0.50),
)


class NotOurs(Exception):
    """An account that has one of the demo's names and another password: it is left alone."""


def password(name: str) -> str:
    """Return the password of one of the demo's accounts: the same every time here, another one on every other site."""
    return salted_hmac("trainer.classrooms.demo", name).hexdigest()[:10]


def set_up(now: datetime, learners: Sequence[Practiser]) -> Classroom:
    """Make the demo's class, and those of the learners who are not in it yet, with answers up to `now`. Raises NotOurs.

    Every answer is stored by itself, as on the site. Being in the class comes last, so a learner who was left half done
    is made anew.
    """
    teacher = _own(TEACHER) or User.objects.create_user(TEACHER, None, password(TEACHER), role=User.Role.INSTRUCTOR)
    classroom = classes.taught_by(teacher).filter(name=CLASS_NAME).first() or _make(teacher)
    for practiser in learners:
        found = _own(practiser.name)
        if found and Membership.objects.filter(learner=found, classroom=classroom).exists():
            continue
        if found:
            found.delete()
        moments = list(_moments(practiser, now))
        learner = User.objects.create_user(
            practiser.name, None, password(practiser.name), date_joined=min(moments, default=now)
        )
        _practise(learner, practiser, moments)
        classes.join(learner, classroom.join_code)
        places = Membership.objects.filter(learner=learner, classroom=classroom)
        places.update(joined_at=learner.date_joined)  # a gradebook lists the answers since then
    _add_others(classroom)
    return classroom


def _make(teacher: User) -> Classroom:
    classroom = classes.make(teacher, CLASS_NAME)
    classroom.zone = ZONE
    classroom.save()
    return classroom


def _add_others(classroom: Classroom) -> None:
    """Add who helps in the class, and a learner with a name alone."""
    for name, role in HELPERS.items():
        helper = _own(name) or User.objects.create_user(name, None, password(name))
        Membership.objects.get_or_create(classroom=classroom, learner=helper, defaults={"role": role})
    if not classroom.class_accounts.exists():
        joining.make_accounts(classroom, [BY_NAME])


def _own(name: str) -> User | None:
    """Return the demo's account of that name, None when there is no such account."""
    found = User.objects.filter(username__iexact=name).first()
    if found and not found.check_password(password(name)):
        raise NotOurs(name)
    return found


def _moments(practiser: Practiser, now: datetime) -> Iterator[datetime]:
    """Yield when each question was asked, in order: some days of the past weeks, each with a sitting in the evening."""
    rng = Random(practiser.name)
    for day in sorted(rng.sample(range(1, 7 * WEEKS), practiser.days), reverse=True):
        moment = now - timedelta(days=day, minutes=rng.randrange(90))
        for _spot in range(practiser.spots):
            yield moment
            moment += timedelta(seconds=rng.randrange(60, 180))


def _practise(user: User, practiser: Practiser, moments: list[datetime]) -> None:
    """Have a learner answer what the site asks, better and better."""
    for month in sorted({moment.date().replace(day=1) for moment in moments}):
        ensure_partitions(month)
    rng = Random(practiser.name)
    learner = Learner({}, user.pk)
    for number, moment in enumerate(moments):
        chance = practiser.at_first + (practiser.at_last - practiser.at_first) * number / len(moments)
        served = practice.next_question(learner, now=moment)
        asked = read_token(served.token, moment)
        token = replace(asked, nonce=UUID(int=rng.getrandbits(128)))
        response = _response(rng, served, practiser.name, chance)
        practice.take(learner, token, served.drill, response, moment + timedelta(seconds=rng.randrange(8, 55)))


def _response(rng: Random, served: Served, name: str, chance: float) -> Answer:
    """Return the right answer by chance, else what a usual mistake gives here: most often the learner's own habit."""
    shown = {id for ids in served.drill.told_apart for id in ids}
    wrong = {trap.id: trap.solve(served.document) for trap in served.kind.misconceptions if trap.id in shown}
    if not wrong or rng.random() < chance:
        return served.kind.solve(served.document).answer
    habit = min(wrong, key=lambda id: Random(f"{name}/{id}").random())
    answer = wrong[habit if rng.random() < 0.7 else rng.choice(list(wrong))]
    assert answer is not None, "what a drill tells apart has an answer"
    return answer
