"""Exam rooms with candidates in them, for the tests of rooms, results and appeals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.test import Client
from django.utils import timezone

from quizzes.kinds import KINDS
from quizzes.models import Drill
from tests.site.certified import exam
from tests.site.exams import sat, stocked, table
from trainer.accounts.models import User
from trainer.certification import grading, rooms, sittings, tickets
from trainer.certification.candidates import candidate_of
from trainer.certification.models import (
    Appeal,
    Blueprint,
    Correction,
    Event,
    ExamItem,
    ItemResult,
    Room,
    Sitting,
    SittingItem,
    Ticket,
)

SHEET = {"weight": 20, "parts": [{"name": {"en": "Pitching"}, "marks": 10}, {"name": {"en": "Chips"}, "marks": 5}]}


def proctor(name: str = "Pia") -> User:
    """Somebody who holds exams."""
    return User.objects.get_or_create(username=name, role=User.Role.PROCTOR)[0]


def room(blueprint: Blueprint | None = None, *, is_open: bool = True, **changes: Any) -> Room:
    """Pia's room for an exam, open unless it says otherwise."""
    made = rooms.make(proctor(), blueprint or stocked(**changes), "Ballroom")
    if is_open:
        rooms.open_up(made, timezone.now())
        made.refresh_from_db()
    return made


def walk_in(where: Room, name: str = "Ann Lee", **changes: Any) -> tuple[Ticket, str]:
    """The ticket of somebody without an account, and its PIN."""
    ticket = tickets.list_names(where, [name], **changes)[0]
    return ticket, tickets.new_pins([ticket])[0]


def come_in(ticket: Ticket, pin: str, client: Client | None = None) -> Any:
    """Type a ticket and its PIN in a browser; return the response."""
    return (client or Client()).post("/exams/ticket/", {"ticket": ticket.name, "pin": pin})


def seated(where: Room, name: str = "Ann Lee") -> Sitting:
    """A sitting that somebody without an account has begun in a room, the name compared with the ID."""
    ticket, pin = walk_in(where, name)
    tickets.enter(ticket.name, pin, None, timezone.now())
    tickets.confirm(ticket, proctor(), timezone.now())
    return tickets.begin(ticket, "d" * 32, timezone.now())


def handed_in(sitting: Sitting, *wrong: int) -> None:
    """Hand a sitting in with right answers but for the places that are named, which have none."""
    for item in sitting.items.select_related("drill__bucket"):
        if item.place not in wrong:
            right = KINDS[item.drill.bucket.kind].examples(item.drill.spot(sitting.ruleset)).right[0]
            fields = {name: list(texts) for name, texts in right.items()}
            SittingItem.objects.filter(pk=item.pk).update(response=fields)
    sittings.submit(sitting, timezone.now())


def graded(sitting: Sitting, *wrong: int) -> Sitting:
    """The same, graded."""
    handed_in(sitting, *wrong)
    grading.grade(sitting.pk)
    return Sitting.objects.get(pk=sitting.pk)


def raises(sitting: Sitting) -> list[SittingItem]:
    """The minimum raises of a sitting: three parts each, by the kind's own document."""
    return list(sitting.items.filter(drill__bucket__kind="min_raise").order_by("place"))


def spoil(item: SittingItem) -> ExamItem:
    """Make an item's stored key wrong: 1 chip too much to raise to."""
    key = ExamItem.objects.get(pk=item.drill_id)
    key.answer = {**key.answer, "raise_to": key.answer["raise_to"] + 1}
    key.save(update_fields=["answer"])
    return key


def ticket_of(sitting: Sitting) -> Ticket:
    """The ticket of a sitting."""
    return Ticket.objects.get(sitting=sitting)


def sent_to(response: Any) -> str:
    """Where a response leads."""
    return str(response["Location"])


def acts(sitting: Sitting) -> list[str]:
    """What was done to a sitting, in its order."""
    return list(Event.objects.filter(chain=f"sitting-{sitting.pk}").order_by("number").values_list("act", flat=True))


def everything(member: User, proctor: User, drill: Drill) -> Mapping[str, tuple[object, ...]]:
    """Something of everything for the table of who may go where: a room of the proctor's, with a sheet, and in it the
    member's graded sitting with an appeal and a correction. Return the arguments of the addresses.
    """
    now, blueprint = timezone.now(), exam("with-sheet", plan=table(slug="with-sheet", performance=SHEET))
    where = Room.objects.create(name="Ballroom", blueprint=blueprint, proctor=proctor, opened_at=now)
    ticket = Ticket.objects.create(room=where, candidate=candidate_of(member), number=1)
    graded = {"state": Sitting.State.GRADED, "passed": False, "points": 0, "out_of": 3, "released_at": now}
    sitting = sat(blueprint, member, [drill], ticket=ticket, **graded)
    item = sitting.items.get()
    ItemResult.objects.create(item=item, points=0, out_of=3, right=False)
    appeal = Appeal.objects.create(item=item, text="Why?", made_at=now)
    correction = Correction.objects.create(drill=drill, way="key", mode="raise", reason="So", made_at=now)
    of_room = ("setup", "list", "networks", "helpers", "open", "close", "pins")
    return {
        **dict.fromkeys(("exam_room", *(f"exam_room_{name}" for name in of_room)), (where.pk,)),
        "exam_room_tickets": (where.pk, "none"),
        **dict.fromkeys(("exam_room_candidate", "exam_room_file", "exam_room_sheet"), (where.pk, 1)),
        "exam_room_act": (where.pk, 1, "confirm"),
        "sitting_result": (sitting.key,),
        "sitting_result_question": (sitting.key, 1),
        **dict.fromkeys(("appeal", "appeal_correct"), (appeal.pk,)),
        "appeal_correction": (appeal.pk, correction.pk),
    }
