"""Who looks after appeals learns of one (issue 8, "Result")."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.site.exams import author
from tests.site.people import browser_of, person
from tests.site.rooms import graded, room, seated
from trainer.accounts.models import User
from trainer.certification import appeals, results
from trainer.certification.models import Appeal, Blueprint, Sitting, SittingItem
from trainer.classrooms.models import Letter

pytestmark = pytest.mark.django_db

NOTHING = {"score": "never", "sections": "never", "feedback": "never", "keys": "never"}


def appealed(sitting: Sitting, item: SittingItem) -> Appeal:
    return appeals.appeal(results.row_at(sitting, item.place), "The raise is to less.", timezone.now())


def test_who_answers_an_appeal_is_written_to_and_sees_on_both_desks_that_it_is_open() -> None:
    sitting = graded(seated(room(release=NOTHING)), 1)
    manager, chosen = person("Mia", role=User.Role.MANAGER), person("Otto")
    call_command("role", "Otto", "instructor", "--exam-items")
    first, second, third = sitting.items.order_by("place")
    told = Letter.objects.filter(text__contains="/author/appeals/").order_by("pk")

    made = appealed(sitting, first)
    assert [letter.reader for letter in told] == [author()]
    assert "How much to raise" in told[0].subject
    appealed(sitting, second)
    assert told.count() == 1, "the first of this sitting still waits"
    for address in ("/author/", "/author/exams/"):
        assert "Appeals (2 open)" in browser_of(author()).get(address).content.decode()

    Appeal.objects.exclude(pk=made.pk).delete()
    for state, who in (({"author": None}, chosen), ({"author": sitting.user}, manager)):  # the site's, the candidate's
        appeals.answer(made, "rejected", "No.", author(), timezone.now())
        Blueprint.objects.update(**state)
        made = appealed(sitting, second if who == chosen else third)
        assert told.last().reader == who  # type: ignore[union-attr]  # it was just written
