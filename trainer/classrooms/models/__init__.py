"""What classes store."""

from __future__ import annotations

from trainer.classrooms.models.assignments import Assignee, Assignment, AssignmentItem, Extension
from trainer.classrooms.models.classes import CODE_LENGTH, CODE_SIGNS, ClassAccount, Classroom, Membership, make_code
from trainer.classrooms.models.live import Wall, WallAnswer, WallSpot
from trainer.classrooms.models.outbox import ClassMessage, Letter, MailStop

__all__ = [
    "CODE_LENGTH",
    "CODE_SIGNS",
    "Assignee",
    "Assignment",
    "AssignmentItem",
    "ClassAccount",
    "ClassMessage",
    "Classroom",
    "Extension",
    "Letter",
    "MailStop",
    "Membership",
    "Wall",
    "WallAnswer",
    "WallSpot",
    "make_code",
]
