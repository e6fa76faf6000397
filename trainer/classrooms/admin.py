"""Classes in the admin."""

from __future__ import annotations

from django.contrib import admin

from trainer.classrooms.models import Classroom, Membership


@admin.register(Classroom)
class ClassroomAdmin(admin.ModelAdmin[Classroom]):
    list_display = ("name", "teacher", "join_code", "made_at")
    list_select_related = ("teacher",)
    search_fields = ("name", "teacher__username", "join_code")
    autocomplete_fields = ("teacher",)


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin[Membership]):
    list_display = ("learner", "classroom", "joined_at")
    list_select_related = ("learner", "classroom")
    search_fields = ("learner__username", "classroom__name")
    autocomplete_fields = ("learner", "classroom")
