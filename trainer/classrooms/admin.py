"""Classes in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from quizzes.admin import LookOnly
from trainer.classrooms.models import (
    Assignee,
    Assignment,
    AssignmentItem,
    ClassAccount,
    ClassMessage,
    Classroom,
    Extension,
    Letter,
    MailStop,
    Membership,
    Wall,
    WallAnswer,
    WallSpot,
)


@admin.register(Classroom)
class ClassroomAdmin(admin.ModelAdmin[Classroom]):
    list_display = ("name", "teacher", "join_code", "made_at")
    list_select_related = ("teacher",)
    search_fields = ("name", "teacher__username", "join_code")
    autocomplete_fields = ("teacher",)


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin[Membership]):
    list_display = ("learner", "classroom", "role", "joined_at")
    list_select_related = ("learner", "classroom")
    search_fields = ("learner__username", "classroom__name")
    autocomplete_fields = ("learner", "classroom")


@admin.register(ClassAccount)
class ClassAccountAdmin(admin.ModelAdmin[ClassAccount]):
    list_display = ("name", "classroom", "user")
    list_select_related = ("classroom", "user")
    search_fields = ("name", "classroom__name")
    exclude = ("code_hash",)
    readonly_fields = ("user", "classroom", "name", "key")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a class makes them


class AssignmentItems(admin.TabularInline[AssignmentItem, Assignment]):
    model = AssignmentItem
    extra = 0
    raw_id_fields = ("version", "lesson")


@admin.register(Assignment)
class AssignmentAdmin(admin.ModelAdmin[Assignment]):
    list_display = ("name", "classroom", "what", "opens_at", "due_at", "ended_at")
    list_select_related = ("classroom",)
    list_filter = ("what",)
    search_fields = ("name", "classroom__name")
    raw_id_fields = ("classroom", "house", "pool", "made_by")
    inlines = (AssignmentItems,)


@admin.register(AssignmentItem)
class AssignmentItemAdmin(admin.ModelAdmin[AssignmentItem]):
    list_display = ("assignment", "place", "version", "lesson")
    list_select_related = ("assignment", "version__scenario", "lesson")
    search_fields = ("assignment__name",)
    raw_id_fields = ("assignment", "version", "lesson")


@admin.register(Assignee)
class AssigneeAdmin(admin.ModelAdmin[Assignee]):
    list_display = ("learner", "assignment")
    list_select_related = ("learner", "assignment")
    search_fields = ("learner__username", "assignment__name")
    raw_id_fields = ("assignment", "learner")


@admin.register(Extension)
class ExtensionAdmin(admin.ModelAdmin[Extension]):
    list_display = ("learner", "assignment", "due_at")
    list_select_related = ("learner", "assignment")
    search_fields = ("learner__username", "assignment__name")
    raw_id_fields = ("assignment", "learner")


@admin.register(ClassMessage)
class ClassMessageAdmin(LookOnly):
    list_display = ("subject", "classroom", "author", "made_at")
    list_select_related = ("classroom", "author")
    search_fields = ("subject", "classroom__name")


@admin.register(Letter)
class LetterAdmin(LookOnly):
    list_display = ("subject", "reader", "state", "tries", "made_at", "sent_at", "trouble")
    list_select_related = ("reader",)
    list_filter = ("state",)
    search_fields = ("reader__username", "subject")


@admin.register(MailStop)
class MailStopAdmin(admin.ModelAdmin[MailStop]):
    list_display = ("reader", "classroom", "made_at")
    list_select_related = ("reader", "classroom")
    search_fields = ("reader__username", "classroom__name")
    raw_id_fields = ("reader", "classroom")


@admin.register(Wall)
class WallAdmin(LookOnly):
    list_display = ("code", "classroom", "started_at", "ended_at")
    list_select_related = ("classroom",)
    search_fields = ("code", "classroom__name")


@admin.register(WallSpot)
class WallSpotAdmin(LookOnly):
    list_display = ("wall", "number", "ruleset", "state", "asked_at")
    list_select_related = ("wall__classroom",)


@admin.register(WallAnswer)
class WallAnswerAdmin(LookOnly):
    list_display = ("spot", "right", "answered_at")
    list_select_related = ("spot__wall__classroom",)
