"""Pools, attempts and skills in the admin, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from quizzes import pools
from quizzes.models import (
    AttemptRow,
    Bucket,
    Course,
    Drill,
    Findable,
    ItemRating,
    Lesson,
    LessonRead,
    LessonVersion,
    Place,
    Placement,
    PracticeDay,
    Report,
    ReviewItem,
    RunRecord,
    SkillState,
    SkillWeek,
)

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    AnyAdmin = admin.ModelAdmin


class LookOnly(AnyAdmin):
    """What is made by the machine is changed by nobody."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Bucket)
class BucketAdmin(LookOnly):
    list_display = (
        "kind",
        "game",
        "limit",
        "level",
        "rules_key",
        "version",
        "reserve",
        "size",
        "full",
        "last_asked_at",
    )
    list_filter = ("kind", "game", "limit", "level", "reserve")
    ordering = ("kind", "game", "limit", "level", "reserve", "rules_key")
    readonly_fields = ("misconceptions",)

    @admin.display(description=_("full"), boolean=True)
    def full(self, bucket: Bucket) -> bool:
        return bucket.full

    @admin.display(description=_("drills that show each misconception"))
    def misconceptions(self, bucket: Bucket) -> str:
        """Name each misconception with its drills, and in brackets those in which no other gives the same answer."""
        counts = pools.report(bucket)
        return ", ".join(f"{trap}: {told.shown} ({told.alone})" for trap, told in counts.items())


@admin.register(Drill)
class DrillAdmin(LookOnly):
    list_display = ("bucket", "slot", "diagnostic", "fingerprint")
    list_select_related = ("bucket",)
    list_filter = ("bucket__kind", "bucket__level", "bucket__reserve")
    search_fields = ("fingerprint",)
    ordering = ("-pk",)
    show_full_result_count = False

    @admin.display(description=_("diagnostic"), boolean=True)
    def diagnostic(self, drill: Drill) -> bool:
        return drill.diagnostic


@admin.register(AttemptRow)
class AttemptAdmin(LookOnly):
    list_display = ("answered_at", "user", "visitor", "drill", "ruleset", "points", "out_of", "right", "seconds")
    list_select_related = ("user", "drill__bucket")
    list_filter = ("right", "ruleset")
    search_fields = ("user__username__startswith",)
    search_help_text = _("the beginning of an account's name")
    ordering = ("-issued_at",)
    show_full_result_count = False


@admin.register(SkillState)
class SkillStateAdmin(LookOnly):
    list_display = ("user", "kind", "tries", "right", "last_at")
    list_select_related = ("user",)
    list_filter = ("kind",)


@admin.register(Course)
class CourseAdmin(LookOnly):
    list_display = ("user", "answered", "wish", "cap")
    list_select_related = ("user",)


@admin.register(ItemRating)
class ItemRatingAdmin(LookOnly):
    list_display = ("kind", "game", "limit", "level", "value", "tries")
    list_filter = ("kind", "game", "limit", "level")
    ordering = ("kind", "game", "limit", "level")


@admin.register(SkillWeek)
class SkillWeekAdmin(LookOnly):
    list_display = ("user", "kind", "week", "tries", "right", "timed", "seconds")
    list_select_related = ("user",)
    list_filter = ("kind",)
    ordering = ("-week", "user", "kind")


@admin.register(PracticeDay)
class PracticeDayAdmin(LookOnly):
    list_display = ("user", "day", "tries", "right")
    list_select_related = ("user",)
    ordering = ("-day", "user")


@admin.register(Placement)
class PlacementAdmin(LookOnly):
    list_display = ("user",)
    list_select_related = ("user",)
    exclude = ("sitting",)  # its seed


@admin.register(Place)
class PlaceAdmin(LookOnly):
    list_display = ("user", "choice")
    list_select_related = ("user",)


@admin.register(RunRecord)
class RunAdmin(LookOnly):
    list_display = ("id", "user", "visitor", "mode", "right", "choice", "ends_at")
    list_select_related = ("user",)
    list_filter = ("mode",)
    ordering = ("-id",)
    exclude = ("seed",)
    show_full_result_count = False


@admin.register(ReviewItem)
class ReviewItemAdmin(LookOnly):
    list_display = ("missed_at", "user", "visitor", "drill", "ruleset", "right_on")
    list_select_related = ("user", "drill__bucket")
    ordering = ("-missed_at",)
    show_full_result_count = False


@admin.register(Lesson)
class LessonAdmin(LookOnly):
    list_display = ("slug", "part", "place")
    list_filter = ("part",)


@admin.register(LessonVersion)
class LessonVersionAdmin(LookOnly):
    list_display = ("lesson", "language", "number", "title", "minutes", "author", "made_at")
    list_select_related = ("lesson", "author")
    list_filter = ("language",)
    ordering = ("lesson", "language", "-number")


@admin.register(LessonRead)
class LessonReadAdmin(LookOnly):
    list_display = ("user", "lesson", "read_at")
    list_select_related = ("user", "lesson")


@admin.register(Findable)
class FindableAdmin(LookOnly):
    list_display = ("about", "name", "language", "title")
    list_filter = ("about", "language")
    ordering = ("about", "name", "language")
    exclude = ("vector",)


@admin.register(Report)
class ReportAdmin(AnyAdmin):
    """Reports are answered here: what became of one, and a reply; nothing else about them changes."""

    list_display = ("made_at", "drill", "ruleset", "about", "state", "user")
    list_select_related = ("drill__bucket", "user")
    list_filter = ("state", "about", "drill__bucket__kind")
    ordering = ("-made_at",)
    fields = ("state", "reply", "about", "text", "answer", "response", "drill", "ruleset", "version", "user", "made_at")
    readonly_fields = fields[2:]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
