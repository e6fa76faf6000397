"""What teachers write to a class: it stands on the page of the class, with a notice and a letter to each learner."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _

from quizzes import notices
from quizzes.models import Notice
from trainer.accounts.models import User
from trainer.classrooms import outbox
from trainer.classrooms.models import ClassMessage, Classroom, Letter, MailStop, Membership

PAGE = 50
NOTICE = "class-message"
"""The key of the notices that tell a class's learners of a message."""


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
        readers = list(
            User.objects.filter(memberships__classroom=classroom, memberships__role=learners).only("language")
        )
        told = {"classroom": classroom.pk, "name": classroom.name, "subject": message.subject}
        about = f"{_about(classroom)}{message.pk}"
        notices.put(Notice(user=reader, about=about, key=NOTICE, values=told) for reader in readers)
        context = {"classroom": classroom, "message": message}
        outbox.put(readers, "classrooms/letters/message", context, classroom=classroom, message=message)
    return message


def reached(classroom: Classroom) -> tuple[int, int]:
    """Return how many learners a class has, and how many of them get its messages by e-mail, too.

    These have a confirmed address and have not ended the mail about the class.
    """
    learners = Membership.objects.filter(classroom=classroom, role=Membership.Role.LEARNER)
    confirmed = EmailAddress.objects.filter(verified=True, user__in=learners.values("learner"))
    wanted = confirmed.exclude(Exists(MailStop.objects.filter(classroom=classroom, reader=OuterRef("user"))))
    return learners.count(), wanted.values("user").distinct().count()


def written(classroom: Classroom, number: str | int | None) -> Page[ClassMessage]:
    """Return a page of what was written to a class, the newest first, each with its author. Two queries."""
    messages = ClassMessage.objects.filter(classroom=classroom).select_related("author").order_by("-made_at", "-pk")
    return Paginator(messages, PAGE).get_page(number)


def sent(classroom: Classroom, number: str | int) -> tuple[Page[ClassMessage], list[Told]]:
    """Return a page of a class's messages, the newest first, with the states of their letters. Three queries.

    A letter that waits to be sent counts as what will become of it, as far as that can be told.
    """
    page = written(classroom, number)
    reader = OuterRef("reader")
    confirmed = EmailAddress.objects.filter(verified=True, user=reader, user__is_active=True)
    stopped = MailStop.objects.filter(classroom=OuterRef("classroom"), reader=reader)
    known = Case(
        When(~Q(state=Letter.State.WAITING), then=F("state")),
        When(~Exists(confirmed), then=Value(Letter.State.NOWHERE)),
        When(Exists(stopped), then=Value(Letter.State.UNWANTED)),
        default=F("state"),
    )
    letters = Letter.objects.filter(message__in=[message.pk for message in page]).annotate(known=known)
    counts: dict[int, dict[str, int]] = {message.pk: {} for message in page}
    for message, state, many in letters.values_list("message", "known").annotate(Count("pk")).order_by():
        counts[message][state] = many
    told = [
        Told(message, tuple((str(s.label), counts[message.pk][s]) for s in Letter.State if s in counts[message.pk]))
        for message in page
    ]
    return page, told


def forget(classroom: Classroom | int, people: Collection[int]) -> None:
    """Take away the notices about a class, its messages or anything else, from accounts that are no longer in it."""
    pk = classroom if isinstance(classroom, int) else classroom.pk
    Notice.objects.filter(user__in=people, key__startswith="class-", values__classroom=pk).delete()


def forget_class(instance: Classroom, **_signal: Any) -> None:
    """Take away the notices about the messages of a class that is about to be deleted."""
    learners = Membership.objects.filter(classroom=instance)
    Notice.objects.filter(user__in=learners.values("learner"), about__startswith=_about(instance)).delete()


def in_words(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """Return the sentences of a notice about a message, and the address of the page where it stands."""
    said = _("A message to your class “%(name)s”: “%(subject)s”.") % values
    return (said,), reverse("class_messages", args=[values["classroom"]])


def _about(classroom: Classroom) -> str:
    """Return how what the notices about a class's messages are about begins."""
    return f"{NOTICE}:{classroom.pk}:"
