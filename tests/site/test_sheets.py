"""Performance sheets that nobody signs: whoever looks after the room sees them, and is reminded."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.site.people import browser_of, person
from tests.site.rooms import SHEET, graded, proctor, room, seated
from trainer.certification import performance, rooms
from trainer.certification.models import PerformanceSheet, Room, Sitting
from trainer.classrooms.models import Letter

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def test_sheets_to_sign_are_counted_in_the_room_and_told_of_until_they_are_signed() -> None:
    where, helper = room(performance=SHEET), person("Ivo", role="instructor")
    rooms.add_helper(where, "Ivo")
    sitting = graded(seated(where))
    page = browser_of(proctor()).get(f"/exams/rooms/{where.pk}/").text
    assert "1 performance sheet is still to be signed." in page
    assert "1 performance sheet to sign" in browser_of(proctor()).get("/exams/rooms/").text
    assert f'href="/exams/rooms/{where.pk}/1/sheet/"' in page
    now = timezone.now()
    assert performance.remind(now + DAY) == 0  # the room is open
    Room.objects.update(closed_at=now)
    days = (0.9, 1, 2, 7.9, 8, 60.1)
    assert [performance.remind(now + day * DAY) for day in days] == [0, 2, 0, 0, 2, 0]  # a day after, then each week
    letter = Letter.objects.filter(reader=helper).first()
    assert letter is not None
    assert letter.subject == "1 performance sheet is still to be signed: Ballroom"
    performance.sign(sitting, (9, 4), "", proctor(), now)
    assert performance.remind(now + 15 * DAY) == 0
    PerformanceSheet.objects.all().delete()
    Sitting.objects.update(state=Sitting.State.SUBMITTED)
    rooms.open_up(where, now + 15 * DAY)
    rooms.close(where, now + 15 * DAY)
    assert performance.remind(now + 16 * DAY) == 2  # a day after the close, again
    Sitting.objects.update(state=Sitting.State.GRADED)
    assert "still to be signed" not in browser_of(proctor()).get(f"/exams/rooms/{where.pk}/").text
