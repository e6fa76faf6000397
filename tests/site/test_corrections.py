"""Corrections beside gradings: no sitting is left with a key or a question that was wrong (issue 8, "Result")."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from threading import Barrier

import pytest
from django.db import transaction
from django.utils import timezone

from tests.site.exams import author
from tests.site.rooms import graded, handed_in, raises, room, seated, spoil
from tests.site.stand_ins import together
from trainer.certification import corrections, grading
from trainer.certification.models import Blueprint, ItemResult, SittingItem

pytestmark = pytest.mark.django_db

NOW = timezone.now
NONE = {"score": "never", "sections": "never", "feedback": "never", "keys": "never"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("way", "first"), [("key", "correction"), ("credit", "grading")])
def test_a_correction_reaches_a_sitting_that_is_graded_at_the_same_moment(way: str, first: str) -> None:
    sitting = seated(room(release=NONE))
    item = raises(sitting)[0]
    spoil(item)
    handed_in(sitting)
    by, begun, second_is_through = author(), Barrier(2), threading.Event()

    def grade() -> object:
        return grading.grade(sitting.pk, NOW())

    def correct() -> object:
        return corrections.correct(item.drill, way, "raise", "A chip off.", by, NOW())

    def uncommitted(act: Callable[[], object]) -> None:
        with transaction.atomic():
            act()
            begun.wait()
            second_is_through.wait(0.2)  # with the keys held it waits for this one instead

    def meanwhile(act: Callable[[], object]) -> None:
        begun.wait()
        act()
        second_is_through.set()

    ones, others = (correct, grade) if first == "correction" else (grade, correct)
    together(partial(uncommitted, ones), partial(meanwhile, others))
    assert ItemResult.objects.get(item=item).points == 3  # all was answered right


def test_a_faulty_question_gets_full_marks_in_sittings_that_are_graded_later() -> None:
    sitting = seated(room(release=NONE))
    item = raises(sitting)[0]
    assert corrections.dry_run(item.drill, "credit", "raise").under_way == 1
    corrections.correct(item.drill, "credit", "raise", "Two tables.", author(), NOW())
    assert ItemResult.objects.get(item__sitting=graded(sitting, item.place), item=item).points == 3
    later = seated(room(Blueprint.objects.get()), "Bo Tan")
    corrections.correct(item.drill, "key", "raise", "It was right.", author(), NOW())
    SittingItem.objects.filter(sitting=later, place=item.place).delete()
    SittingItem.objects.create(sitting=later, place=item.place, section=0, drill=item.drill)
    assert ItemResult.objects.get(item__sitting=graded(later, item.place), item__drill=item.drill).points == 0
