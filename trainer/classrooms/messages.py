"""What teachers write to a class: one message, a letter to each learner, and how far these have come."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Count

from trainer.accounts.models import User
from trainer.classrooms import outbox
from trainer.classrooms.models import ClassMessage, Classroom, Letter, Membership

PAGE = 50


@dataclass(frozen=True, slots=True)
class Told:
    """A message, and how many of its letters have come to which state, each state with its name."""

    message: ClassMessage
    states: tuple[tuple[str, int], ...]


@transaction.atomic
def send(classroom: Classroom, author: User, subject: str, text: str, key: UUID) -> ClassMessage:
    """Write a message to all learners of a class. The same key again is the same message: nothing is sent twice."""
    message, fresh = ClassMessage.objects.get_or_create(
        key=key, defaults={"classroom": classroom, "author": author, "subject": subject, "text": text}
    )
    if fresh:
        learners = Membership.Role.LEARNER
        readers = User.objects.filter(memberships__classroom=classroom, memberships__role=learners).only("language")
        context = {"classroom": classroom, "message": message}
        outbox.put(readers, "classrooms/letters/message", context, classroom=classroom, message=message)
    return message


def reached(classroom: Classroom) -> tuple[int, int]:
    """Return how many learners a class has, and how many of them have a confirmed address."""
    learners = Membership.objects.filter(classroom=classroom, role=Membership.Role.LEARNER)
    confirmed = EmailAddress.objects.filter(verified=True, user__in=learners.values("learner"))
    return learners.count(), confirmed.values("user").distinct().count()


def sent(classroom: Classroom, number: str | int) -> tuple[Page[ClassMessage], list[Told]]:
    """Return a page of a class's messages, the newest first, with the states of their letters. Three queries."""
    messages = ClassMessage.objects.filter(classroom=classroom).select_related("author").order_by("-made_at", "-pk")
    page = Paginator(messages, PAGE).get_page(number)
    letters = Letter.objects.filter(message__in=[message.pk for message in page])
    counts: dict[int, dict[str, int]] = {message.pk: {} for message in page}
    for message, state, many in letters.values_list("message", "state").annotate(Count("pk")).order_by():
        counts[message][state] = many
    told = [
        Told(message, tuple((str(s.label), counts[message.pk][s]) for s in Letter.State if s in counts[message.pk]))
        for message in page
    ]
    return page, told
