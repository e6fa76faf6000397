"""A person's file, their erasure, and how long what is personal in exams is kept (issue 8, "Audit")."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from quizzes.models import Drill
from tests.site.exams import author, sat, table
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.accounts import personal
from trainer.certification import (
    audit,
    certificates,
    corrections,
    erasure,
    files,
    grading,
    heads,
    items,
    proving,
    retention,
)
from trainer.certification.models import (
    Appeal,
    Blueprint,
    Candidate,
    Certificate,
    Event,
    EventNote,
    Grant,
    ItemResult,
    PerformanceSheet,
    Room,
    Sitting,
    SittingItem,
    Ticket,
)

pytestmark = pytest.mark.django_db

YEAR = timedelta(days=365)


@pytest.fixture
def blueprint() -> Blueprint:
    return Blueprint.objects.create(slug="raises", plan=table(), ruleset="tda", minutes=30, author=author())


def sitting_of(blueprint: Blueprint, name: str = "Ann", ago: timedelta = timedelta(), **changes: Any) -> Sitting:
    """A graded sitting of somebody, so long ago, with one answer, a reason, a remark and an appeal; and certified."""
    begun = timezone.now() - ago
    user = person(name)
    Candidate.objects.create(user=user, name=f"{name} Lee", salt="5a17")
    if not Drill.objects.exists():
        store(make_bucket(), opening_bets(1))
    times = {"started_at": begun, "submitted_at": begun, "released_at": begun, "deadline": begun}
    fields = {"state": Sitting.State.GRADED, "points": 1, "out_of": 3, "passed": True, **times, **changes}
    made = sat(blueprint, user, [Drill.objects.get()], **fields)
    item = made.items.get()
    SittingItem.objects.filter(pk=item.pk).update(response={"raise_to": ["400"]}, saved_at=begun, saves=1)
    ItemResult.objects.create(item=item, response={"raise_to": 400}, points=1, out_of=3, right=False)
    Appeal.objects.create(item=item, text="I said 400.", made_at=begun)
    Grant.objects.create(sitting=made, seconds=60, reason="Ann's chair broke.")
    PerformanceSheet.objects.create(sitting=made, marks={}, remark="Ann cuts chips well.")
    audit.append(made, "started", user.pk)
    audit.append(made, "granted", 7, {"seconds": 60}, why="Ann's chair broke.")
    audit.append(made, "graded", None, {"points": 1, "out_of": 3, "passed": True})
    certificates.issue_for(made, begun)
    return made


def words() -> str:
    """All that people wrote about sittings."""
    rows = (
        EventNote.objects.values_list("text", flat=True),
        Grant.objects.values_list("reason", flat=True),
        PerformanceSheet.objects.values_list("remark", flat=True),
        Appeal.objects.values_list("text", flat=True),
    )
    return "".join(text for texts in rows for text in texts)


def test_erasure_empties_names_and_reasons_and_the_audit_still_proves_whole(blueprint: Blueprint) -> None:
    candidate = sitting_of(blueprint).candidate
    heads.take(timezone.now())

    erasure.erase(candidate)
    erasure.erase(candidate)

    row = Candidate.objects.get()
    assert (row.name, row.printed_name, row.salt, row.user) == ("", "", "", None)
    assert words() == ""
    assert list(proving.faults()) == []
    assert list(Event.objects.filter(act="erased").values_list("number", flat=True).order_by("number")) == [2, 4]


def test_no_digest_leads_back_to_an_erased_name(blueprint: Blueprint) -> None:
    candidate = sitting_of(blueprint).candidate
    issued = Event.objects.get(act="issued").details["name"]
    assert issued == audit.digest("Ann Lee", candidate.salt)

    erasure.erase(candidate)

    kept = Candidate.objects.get().salt
    assert issued not in (audit.digest("Ann Lee", kept), audit.digest("Ann Lee", ""))


def test_whoever_deletes_the_account_is_erased_and_others_are_not(blueprint: Blueprint) -> None:
    ann, bea = sitting_of(blueprint), sitting_of(blueprint, "Bea", practice=True)
    assert ann.user is not None
    page = browser_of(ann.user).get("/account/delete/").text
    assert "Your certificates stay, but lose your name" in page
    assert "not graded yet" not in page

    personal.delete(ann.user)

    assert list(Candidate.objects.order_by("name").values_list("name", flat=True)) == ["", "Bea Lee"]
    assert Certificate.objects.get().revoked_at is None
    assert Sitting.objects.get(pk=bea.pk).user is not None


def test_whoever_deletes_the_account_while_sitting_gets_no_certificate(blueprint: Blueprint) -> None:
    user = person()
    sitting = sat(blueprint, user)
    audit.append(sitting, "started", user.pk)
    page = browser_of(user).get("/account/delete/").text
    assert "Your exam that is not graded yet becomes void" in page
    assert "Your certificates stay" not in page

    personal.delete(user)

    sitting.refresh_from_db()
    assert sitting.state == Sitting.State.VOID
    assert list(Event.objects.order_by("number").values_list("act", flat=True)) == ["started", "voided", "erased"]
    assert list(proving.faults()) == []


def test_nobody_is_certified_after_the_erasure_when_the_result_was_waiting(blueprint: Blueprint) -> None:
    user = person()
    Candidate.objects.create(user=user, name="Ann Lee", salt="5a17")
    sitting = sat(blueprint, user, state=Sitting.State.GRADED, passed=True, points=3, out_of=3)
    audit.append(sitting, "started", user.pk)
    assert "still to come gives no certificate" in browser_of(user).get("/account/delete/").text

    personal.delete(user)
    grading.release(Sitting.objects.get(pk=sitting.pk), timezone.now())

    assert not Certificate.objects.exists()


def test_a_proctor_may_delete_the_account_and_the_room_stays(blueprint: Blueprint) -> None:
    proctor = person("Pia", role="proctor")
    room = Room.objects.create(name="One", blueprint=blueprint, proctor=proctor)
    candidate = Candidate.objects.create(name="Cy Ong")
    Ticket.objects.create(room=room, candidate=candidate, number=1, confirmed_by=proctor)

    personal.delete(proctor)

    assert Room.objects.get().proctor is None
    assert Ticket.objects.get().confirmed_by is None


def test_a_person_downloads_the_file_of_all_exams(blueprint: Blueprint) -> None:
    sitting = sitting_of(blueprint)
    assert sitting.user is not None

    exams = browser_of(sitting.user).get("/account/data/").json()["exams"]

    assert exams["name"] == "Ann Lee"
    assert exams["certificates"][0]["code"] == Certificate.objects.get().code
    [told] = exams["sittings"]
    assert (told["passed"], told["points"], told["out_of"], told["percent"]) == (True, "1", 3, "33 1/3")
    assert told["grants"][0]["reason"] == "Ann's chair broke."
    assert told["answers"][0]["response"] == {"raise_to": ["400"]}
    assert told["answers"][0]["points"] == 1
    assert [event["act"] for event in told["events"]] == ["started", "granted", "graded"]
    Blueprint.objects.update(plan=table(marking="questions"))
    [told] = files.for_staff(sitting.candidate)["results"]
    assert (told["points"], told["out_of"]) == ("1/3", 1)  # one of three parts, of one question


def test_a_proctor_downloads_the_file_of_a_sitting_in_the_own_room_alone(blueprint: Blueprint) -> None:
    sitting = sitting_of(blueprint)
    proctor, other = person("Pia", role="proctor"), person("Pat", role="proctor")
    room = Room.objects.create(name="One", blueprint=blueprint, proctor=proctor)
    ticket = Ticket.objects.create(room=room, candidate=sitting.candidate, number=1)
    file = f"/exams/rooms/{room.pk}/1/file/"
    assert browser_of(proctor).get(file).status_code == 404  # nobody has begun
    Sitting.objects.filter(pk=sitting.pk).update(ticket=ticket)

    told = browser_of(proctor).get(file).json()

    assert (told["name"], len(told["sittings"]), len(told["certificates"])) == ("Ann Lee", 1, 1)
    assert browser_of(other).get(file).status_code == 404


def test_a_file_holds_no_question_and_before_the_release_no_result(blueprint: Blueprint) -> None:
    sitting = sitting_of(blueprint, released_at=None)
    assert sitting.user is not None

    response = browser_of(sitting.user).get("/account/data/")
    text = response.content.decode()

    told = {event["act"]: event for event in response.json()["exams"]["sittings"][0]["events"]}
    assert (told["graded"]["details"], told["graded"]["salt"]) == (None, None)  # with it the hash would tell
    assert told["started"]["salt"]
    assert '"document"' not in text.partition('"exams"')[2].partition('"letters"')[0]
    for name in ("passed", "percent", "points", "out_of"):
        assert f'"{name}"' not in text


def emptied(now: datetime) -> set[str]:
    return {what for what, count in retention.keep_to(now).items() if count}


def test_what_is_young_is_kept(blueprint: Blueprint) -> None:
    sitting_of(blueprint)

    assert emptied(timezone.now()) == set()


def test_answers_go_after_three_years_and_points_stay(blueprint: Blueprint) -> None:
    sitting = sitting_of(blueprint, ago=3 * YEAR + timedelta(days=1))

    assert emptied(timezone.now()) == {"devices", "answers"}

    assert sitting.items.get().response is None
    assert ItemResult.objects.get().points == 1
    assert words() == ""
    assert list(proving.faults()) == []


def test_answers_stay_for_as_long_as_their_certificate_is_valid(blueprint: Blueprint) -> None:
    sitting = sitting_of(blueprint, ago=4 * YEAR)
    Certificate.objects.update(expires_at=timezone.now() + timedelta(days=1))

    assert "answers" not in emptied(timezone.now())
    assert sitting.items.get().response is not None


def test_answers_of_a_practice_exam_go_after_ninety_days(blueprint: Blueprint) -> None:
    sitting_of(blueprint, ago=timedelta(days=89), practice=True)
    assert "answers" not in emptied(timezone.now())
    assert "answers" in emptied(timezone.now() + timedelta(days=2))


def test_names_go_five_years_after_the_last_certificate_ended(blueprint: Blueprint) -> None:
    sitting_of(blueprint)
    ends = Certificate.objects.get().expires_at

    assert "names" not in emptied(ends + retention.NAMES - timedelta(days=1))
    assert "names" in emptied(ends + retention.NAMES + timedelta(days=1))
    assert Candidate.objects.get().name == ""


def test_a_ticket_that_nobody_used_goes_thirty_days_after_its_room_was_closed(blueprint: Blueprint) -> None:
    closed = timezone.now()
    room = Room.objects.create(name="One", blueprint=blueprint, proctor=author(), closed_at=closed)
    Ticket.objects.create(room=room, candidate=Candidate.objects.create(name="Cy Ong"), number=1, walk_in=True)

    assert emptied(closed + timedelta(days=29)) == set()
    assert emptied(closed + timedelta(days=30)) == {"tickets"}
    assert not Candidate.objects.exists()


def test_points_for_an_answer_that_is_not_kept_stay_when_its_question_is_corrected(blueprint: Blueprint) -> None:
    sitting = sitting_of(blueprint, ago=3 * YEAR + timedelta(days=1))
    drill = Drill.objects.get()
    items.take_up(drill.bucket_id)
    assert corrections.dry_run(drill, "key", "full", author()).sittings == 1

    retention.keep_to(timezone.now())

    assert corrections.dry_run(drill, "key", "full", author()).sittings == 0
    assert sitting.items.get().result.points == 1
