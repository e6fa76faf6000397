"""What certification stores."""

from __future__ import annotations

from trainer.certification.models.appeals import Appeal, Correction
from trainer.certification.models.audit import Event, EventNote, Head, HeadEntry
from trainer.certification.models.certificates import Certificate, make_code
from trainer.certification.models.exams import Blueprint, ExamItem, ItemUse
from trainer.certification.models.people import Candidate
from trainer.certification.models.rooms import Room, Ticket
from trainer.certification.models.sittings import (
    Grant,
    ItemResult,
    PerformanceSheet,
    Sitting,
    SittingItem,
)
from trainer.certification.models.staff import Staff, StaffMember
from trainer.certification.models.standards import CutRating, CutSheet

__all__ = [
    "Appeal",
    "Blueprint",
    "Candidate",
    "Certificate",
    "Correction",
    "CutRating",
    "CutSheet",
    "Event",
    "EventNote",
    "ExamItem",
    "Grant",
    "Head",
    "HeadEntry",
    "ItemResult",
    "ItemUse",
    "PerformanceSheet",
    "Room",
    "Sitting",
    "SittingItem",
    "Staff",
    "StaffMember",
    "Ticket",
    "make_code",
]
