"""What is stored of sittings and certificates is what their events tell: each change behind their back is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tests.site.exams import author
from tests.site.people import person
from tests.site.rooms import SHEET, handed_in, proctor, raises, room, seated
from trainer.certification import audit, corrections, erasure, grading, performance, proving, retention
from trainer.certification.candidates import candidate_of
from trainer.certification.models import (
    Candidate,
    Certificate,
    Event,
    ItemResult,
    PerformanceSheet,
    Sitting,
    SittingItem,
)
from trainer.certification.sittings import grant, void
from trainer.classrooms import merging

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def wrong() -> list[str]:
    return list(proving.faults())


def certified() -> Sitting:
    """A sitting of a room with time granted, answers, a signed sheet and a certificate, by the acts that make them."""
    sitting = seated(room(performance=SHEET))
    grant(sitting, 300, "The lights went out.", proctor())
    handed_in(sitting, raises(sitting)[0].place)
    grading.grade(sitting.pk)
    assert wrong() == []  # it waits for its sheet
    performance.sign(sitting, (10, 5), "", proctor(), timezone.now())
    corrections.correct(raises(sitting)[0].drill, "credit", "raise", "Two tables.", author(), timezone.now())
    return Sitting.objects.get(pk=sitting.pk)


def given_to_eve() -> None:
    eve = person("Eve")
    Candidate.objects.update(user=eve)
    Sitting.objects.update(user=eve)


def others_candidate() -> dict[str, Any]:
    return {"candidate": candidate_of(person("Eve"))}


def copied() -> Sitting:
    """Another sitting of the same person."""
    sitting = Sitting.objects.get()
    sitting.pk, sitting.key, sitting.ticket = None, uuid4(), None
    sitting.save()
    return sitting


CHANGES: Mapping[str, Callable[[], Any]] = {
    "sitting its answers are not those that were handed in": lambda: SittingItem.objects.update(
        response={"raise_to": ["1"]}
    ),
    "sitting the points of its questions do not come to its result": lambda: ItemResult.objects.update(
        points=0, right=False
    ),
    "sitting its questions are not those that it was begun with": lambda: SittingItem.objects.update(
        section=1 - F("section")
    ),
    "sitting points": lambda: Sitting.objects.update(points=F("points") - 1),
    "sitting passed": lambda: Sitting.objects.update(passed=False),
    "sitting candidate": lambda: Sitting.objects.update(**others_candidate()),
    "sitting user is not the account that began it": given_to_eve,
    "sitting factor": lambda: Sitting.objects.update(factor=300),
    "sitting state": lambda: Sitting.objects.update(state=Sitting.State.VOID),
    "sitting started_at": lambda: Sitting.objects.update(started_at=F("started_at") - DAY),
    "sitting deadline": lambda: Sitting.objects.update(deadline=F("deadline") + DAY),
    "sitting submitted_at": lambda: Sitting.objects.update(submitted_at=F("submitted_at") - DAY),
    "sitting graded_at": lambda: Sitting.objects.update(graded_at=F("graded_at") - DAY),
    "sitting released_at": lambda: Sitting.objects.update(released_at=None),
    "sitting the marks of its performance sheet are not those that were signed": lambda: (
        PerformanceSheet.objects.update(marks={"0": 10, "1": 4})
    ),
    "sitting whether its performance sheet is signed, its events say otherwise": lambda: (
        PerformanceSheet.objects.update(signed_at=None)
    ),
    "sitting its performance sheet was signed by somebody else": lambda: PerformanceSheet.objects.update(
        examiner=person("Eve")
    ),
    "sitting its performance sheet was signed at another time": lambda: PerformanceSheet.objects.update(
        signed_at=F("signed_at") - DAY
    ),
    "certificate code": lambda: Certificate.objects.update(code="ABCDEFGHJKMNPQRSTUVW"),
    "certificate status_index": lambda: Certificate.objects.update(status_index=F("status_index") + 1),
    "certificate sitting": lambda: Certificate.objects.update(sitting=copied()),
    "certificate candidate": lambda: Certificate.objects.update(**others_candidate()),
    "certificate proctored": lambda: Certificate.objects.update(proctored=False),
    "certificate ruleset": lambda: Certificate.objects.update(ruleset="jj"),
    "certificate edition": lambda: Certificate.objects.update(edition="2030"),
    "certificate issued_at": lambda: Certificate.objects.update(issued_at=F("issued_at") - DAY),
    "certificate expires_at": lambda: Certificate.objects.update(expires_at=F("expires_at") + DAY),
    "certificate revoked_at": lambda: Certificate.objects.update(revoked_at=timezone.now()),
    "certificate it bears another name than the one that it was issued to": lambda: Candidate.objects.update(
        name="Bea Lee"
    ),
}
"""What is changed in the database, by the fault that names it; a column alone stands for the usual sentence."""


def test_whatever_is_changed_behind_the_events_is_named() -> None:
    sitting = certified()
    certificate = Certificate.objects.get()
    graded = Event.objects.get(chain=audit.chain_of(sitting), act="graded").details
    assert sitting.points == graded["points"] + 3  # the correction's: a question of three parts, none answered
    assert wrong() == []
    subjects = {"sitting": audit.chain_of(sitting), "certificate": audit.chain_of(certificate)}
    unnamed = {}
    for what, change in CHANGES.items():
        kind, _space, fault = what.partition(" ")
        expected = f"{subjects[kind]}: {fault}" + ("" if " " in fault else " is not what its events tell")
        with transaction.atomic():
            change()
            found = wrong()
            transaction.set_rollback(True)
        if expected not in found:
            unnamed[what] = found
    assert unnamed == {}


def test_a_result_that_is_told_before_it_is_decided_is_named() -> None:
    sitting = seated(room(performance=SHEET))
    handed_in(sitting)
    grading.grade(sitting.pk)
    assert wrong() == []  # it waits for its sheet
    Sitting.objects.update(passed=True, graded_at=timezone.now(), released_at=timezone.now())
    chain, names = audit.chain_of(sitting), ("graded_at", "released_at", "passed")
    assert wrong() == [f"{chain}: {name} is not what its events tell" for name in names]


def test_events_of_the_version_before_that_come_during_a_deployment_are_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = {"submitted_at", "graded_at", "released_at"}

    def bare(subject: Any, act: str, actor: int | None = None, details: Any = None, **rest: Any) -> Event:
        return audited(
            subject, act, actor, {name: said for name, said in (details or {}).items() if name not in times}, **rest
        )

    audited = audit.append
    sitting = seated(room(release={"score": "after-close"}))
    monkeypatch.setattr(audit, "append", bare)
    handed_in(sitting)
    grading.grade(sitting.pk)
    monkeypatch.undo()
    assert wrong() == []
    monkeypatch.setattr(audit, "append", bare)
    grading.release(Sitting.objects.get(), timezone.now())
    assert wrong() == []


def test_what_the_site_itself_changes_later_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = certified()
    SittingItem.objects.update(response=None)
    assert wrong() == [f"{audit.chain_of(sitting)}: its answers are not those that were handed in"]
    monkeypatch.setattr(retention, "ANSWERS", timedelta())  # answers are emptied as soon as they are handed in
    assert wrong() == []
    assert sitting.user is not None
    merging.merge(sitting.user, person("Eve"))
    assert wrong() == []
    void(sitting, "A telephone rang.", proctor())
    assert wrong() == []
    erasure.erase(sitting.candidate)
    assert wrong() == []
    Sitting.objects.update(user=person("Bea"))
    assert wrong() == [f"{audit.chain_of(sitting)}: user is not the account that began it"]
