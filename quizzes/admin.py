"""Pools, attempts and skills in the admin, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from quizzes import pools
from quizzes.models import (
    ArchivedAttempt,
    AttemptRow,
    Bucket,
    BucketStatistic,
    Course,
    Drill,
    Findable,
    HandFile,
    HouseRules,
    ImportedLine,
    ImportJob,
    ItemRating,
    ItemStatistic,
    Lesson,
    LessonRead,
    LessonVersion,
    Notice,
    Place,
    Placement,
    PracticeDay,
    Regrade,
    RegradedAttempt,
    Report,
    ReviewItem,
    RunRecord,
    Scenario,
    ScenarioReader,
    ScenarioTemplate,
    ScenarioVersion,
    SkillState,
    SkillWeek,
    TemplateVersion,
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
    list_filter = ("bucket__kind", "bucket__level")
    search_fields = ("fingerprint",)
    ordering = ("-pk",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Drill]:
        """Leave out what is kept for exams: no page shows it."""
        return super().get_queryset(request).filter(bucket__reserve=False)

    @admin.display(description=_("diagnostic"), boolean=True)
    def diagnostic(self, drill: Drill) -> bool:
        return drill.diagnostic


@admin.register(AttemptRow, ArchivedAttempt)
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


@admin.register(HandFile)
class HandFileAdmin(LookOnly):
    list_display = ("pk", "owner", "house", "made_at")
    exclude = ("hands", "moments")


@admin.register(Scenario)
class ScenarioAdmin(LookOnly):
    list_display = ("pk", "owner", "exam", "made_at")
    list_select_related = ("owner",)
    list_filter = ("exam",)
    ordering = ("-pk",)


@admin.register(ScenarioVersion)
class ScenarioVersionAdmin(LookOnly):
    list_display = ("scenario", "number", "state", "title", "kind", "level", "author", "changed_at")
    list_select_related = ("scenario", "author")
    list_filter = ("state", "kind", "level")
    ordering = ("-pk",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ScenarioVersion]:
        """Leave out what is kept for exams: no page but its author's shows it."""
        return super().get_queryset(request).filter(scenario__exam=False)


@admin.register(ScenarioReader)
class ScenarioReaderAdmin(LookOnly):
    list_display = ("scenario", "user", "read_at")
    list_select_related = ("scenario", "user")
    ordering = ("-pk",)


@admin.register(ScenarioTemplate)
class ScenarioTemplateAdmin(LookOnly):
    list_display = ("pk", "owner", "made_at")
    list_select_related = ("owner",)
    ordering = ("-pk",)


@admin.register(TemplateVersion)
class TemplateVersionAdmin(LookOnly):
    list_display = ("name", "template", "number", "state", "kind", "wanted", "dry", "published_at")
    list_select_related = ("template",)
    list_filter = ("state", "kind")
    ordering = ("-pk",)


@admin.register(HouseRules)
class HouseRulesAdmin(LookOnly):
    list_display = ("name", "number", "base", "owner", "made_at")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")


@admin.register(ImportJob)
class ImportJobAdmin(LookOnly):
    list_display = ("made_at", "name", "owner", "state", "size", "checked", "made")
    list_select_related = ("owner",)
    list_filter = ("state", "format")
    ordering = ("-made_at",)
    exclude = ("raw",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportJob]:
        """Leave out the bytes, which are many."""
        return super().get_queryset(request).defer("raw")


@admin.register(ImportedLine)
class ImportedLineAdmin(LookOnly):
    list_display = ("job", "number", "place", "result", "title", "kind", "where")
    list_select_related = ("job",)
    list_filter = ("result", "kind")
    ordering = ("-job", "number")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportedLine]:
        """Leave out the bytes of each line's file."""
        return super().get_queryset(request).defer("job__raw")


@admin.register(Regrade)
class RegradeAdmin(LookOnly):
    list_display = ("made_at", "drill", "mode", "state", "changed", "looked_at", "made_by")
    list_select_related = ("drill__bucket", "made_by")
    list_filter = ("state", "mode")
    ordering = ("-pk",)


@admin.register(RegradedAttempt)
class RegradedAttemptAdmin(LookOnly):
    list_display = ("regrade", "user", "issued_at", "points_before", "out_of_before", "points", "out_of")
    list_select_related = ("regrade", "user")
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(Notice)
class NoticeAdmin(LookOnly):
    list_display = ("made_at", "user", "key", "about", "seen_at")
    list_select_related = ("user",)
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(ItemStatistic)
class ItemStatisticAdmin(LookOnly):
    list_display = ("drill", "tries", "facility", "discrimination", "seconds", "alarms", "made_at")
    list_select_related = ("drill__bucket",)
    ordering = ("-alarmed", "-tries", "drill")
    show_full_result_count = False


@admin.register(BucketStatistic)
class BucketStatisticAdmin(LookOnly):
    list_display = ("bucket", "drills", "tries", "facility", "spread", "chance", "unequal", "made_at")
    list_select_related = ("bucket",)
    ordering = ("chance", "bucket")
