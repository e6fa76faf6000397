"""Exams in the admin, to look at. No key of a question is shown here, and no question."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quizzes.admin import LookOnly
from trainer.certification import rooms
from trainer.certification.models import (
    Appeal,
    Blueprint,
    Candidate,
    Certificate,
    Correction,
    CutRating,
    CutSheet,
    Event,
    EventNote,
    ExamItem,
    Grant,
    Head,
    HeadEntry,
    ItemResult,
    ItemUse,
    PerformanceSheet,
    Room,
    Sitting,
    SittingItem,
    Staff,
    StaffMember,
    Ticket,
)


@admin.register(Blueprint)
class BlueprintAdmin(LookOnly):
    list_display = ("slug", "number", "ruleset", "open", "waiting", "author", "made_at")
    list_select_related = ("author",)
    list_filter = ("open", "waiting")
    search_fields = ("slug",)
    ordering = ("slug", "-number")


@admin.register(ExamItem)
class ExamItemAdmin(LookOnly):
    list_display = ("pk", "served", "last_served_at", "exposed_at", "exposed_in", "retired_at")
    list_filter = ("exposed_in",)
    ordering = ("-served", "pk")
    fields = ("served", "last_served_at", "exposed_at", "exposed_in", "retired_at")
    show_full_result_count = False


@admin.register(ItemUse)
class ItemUseAdmin(LookOnly):
    list_display = ("slug", "item_id", "served")
    list_filter = ("slug",)
    ordering = ("-served", "pk")
    fields = ("slug", "served")
    show_full_result_count = False


@admin.register(CutSheet)
class CutSheetAdmin(LookOnly):
    list_display = ("blueprint", "made_by", "made_at")
    list_select_related = ("blueprint", "made_by")
    ordering = ("-pk",)


@admin.register(CutRating)
class CutRatingAdmin(LookOnly):
    list_display = ("sheet", "round", "judge", "made_at")
    list_select_related = ("sheet__blueprint",)
    ordering = ("-pk",)


@admin.register(Certificate)
class CertificateAdmin(LookOnly):
    """To end one, open its page: the reason goes into the audit."""

    list_display = ("code", "blueprint", "issued_at", "expires_at", "revoked_at", "revoked_because")
    list_select_related = ("blueprint",)
    list_filter = ("revoked_because", "proctored")
    search_fields = ("code",)
    ordering = ("-issued_at", "-pk")
    show_full_result_count = False


@admin.register(Room)
class RoomAdmin(LookOnly):
    list_display = ("name", "blueprint", "proctor", "made_at", "opened_at", "closed_at")
    list_select_related = ("blueprint", "proctor")
    search_fields = ("name", "code", "proctor__username")
    ordering = ("-pk",)
    actions = ("close",)

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Only whoever keeps the site ends what others look after."""
        return bool(request.user.is_superuser)

    @admin.action(description=_("Close these rooms, and open the site to their networks again"), permissions=["close"])
    def close(self, request: HttpRequest, chosen: QuerySet[Room]) -> None:
        """Close rooms that their proctors left open; those that are closed stay as they are."""
        for room in chosen:
            rooms.close(room, timezone.now())


@admin.register(Ticket)
class TicketAdmin(LookOnly):
    list_display = ("pk", "room", "number", "walk_in", "tries", "used_at", "confirmed_at")
    list_select_related = ("room",)
    search_fields = ("room__code", "room__name")
    ordering = ("-pk",)
    exclude = ("pin_hash",)


@admin.register(Appeal)
class AppealAdmin(LookOnly):
    list_display = ("pk", "state", "made_at", "answered_by", "answered_at")
    list_select_related = ("answered_by",)
    list_filter = ("state",)
    ordering = ("-pk",)
    fields = ("text", "made_at", "state", "reply", "answered_by", "answered_at")


@admin.register(Correction)
class CorrectionAdmin(LookOnly):
    list_display = ("pk", "way", "mode", "made_by", "made_at", "sittings")
    list_select_related = ("made_by",)
    list_filter = ("way", "mode")
    ordering = ("-pk",)
    fields = ("way", "mode", "reason", "made_by", "made_at", "sittings", "changes")


@admin.register(Event)
class EventAdmin(LookOnly):
    list_display = ("chain", "number", "at", "actor", "act")
    list_filter = ("act",)
    search_fields = ("chain",)
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(EventNote)
class EventNoteAdmin(LookOnly):
    list_display = ("event", "text")
    list_select_related = ("event",)
    ordering = ("-pk",)
    exclude = ("salt",)
    show_full_result_count = False


@admin.register(Head)
class HeadAdmin(LookOnly):
    list_display = ("day", "chains", "digest", "made_at")
    ordering = ("-day",)


@admin.register(HeadEntry)
class HeadEntryAdmin(LookOnly):
    list_display = ("chain", "number", "head")
    list_select_related = ("head",)
    search_fields = ("chain",)
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(Staff)
class StaffAdmin(LookOnly):
    list_display = ("name", "manager", "house", "made_at")
    list_select_related = ("manager",)
    search_fields = ("name", "manager__username")
    exclude = ("code",)


@admin.register(StaffMember)
class StaffMemberAdmin(LookOnly):
    list_display = ("staff", "user", "agreed_at")
    list_select_related = ("staff", "user")
    search_fields = ("staff__name", "user__username")


@admin.register(Candidate)
class CandidateAdmin(LookOnly):
    list_display = ("pk", "name", "printed_name", "shown", "erased_at")
    search_fields = ("name", "printed_name")
    exclude = ("salt",)


@admin.register(Sitting)
class SittingAdmin(LookOnly):
    list_display = (
        "blueprint",
        "candidate",
        "practice",
        "state",
        "started_at",
        "deadline",
        "points",
        "out_of",
        "passed",
    )
    list_select_related = ("blueprint", "candidate")
    list_filter = ("state", "practice", "passed")
    ordering = ("-started_at",)
    exclude = ("device",)
    show_full_result_count = False


@admin.register(SittingItem)
class SittingItemAdmin(LookOnly):
    list_display = ("sitting", "place", "section", "saved_at", "saves", "flagged")
    list_select_related = ("sitting__blueprint",)
    ordering = ("-pk",)
    exclude = ("drill",)
    show_full_result_count = False


@admin.register(ItemResult)
class ItemResultAdmin(LookOnly):
    list_display = ("item", "points", "out_of", "right")
    list_select_related = ("item__sitting__blueprint",)
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(Grant)
class GrantAdmin(LookOnly):
    list_display = ("sitting", "seconds", "reason", "by", "made_at")
    list_select_related = ("sitting__blueprint", "by")
    ordering = ("-pk",)


@admin.register(PerformanceSheet)
class PerformanceSheetAdmin(LookOnly):
    list_display = ("sitting", "examiner", "signed_at")
    list_select_related = ("sitting__blueprint", "examiner")
    ordering = ("-pk",)
