"""Lessons as they are stored: every version of every language, and how far a reader has come."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_SLUG, LONGEST_TITLE, LONGEST_SUMMARY = 60, 120, 300
LAST_PLACE = 32_767


class Lesson(models.Model):
    """A lesson by its name in addresses.

    `part` groups lessons and `place` orders them; `needs` name the lessons to read before, `exit` the drill to go on
    with, by the parts of its address. All four come from the front matter of its English text.
    """

    slug = models.SlugField(_("name in addresses"), max_length=LONGEST_SLUG, unique=True)
    part = models.CharField(_("part"), max_length=40)
    place = models.PositiveSmallIntegerField(_("place"), default=0)
    needs = models.JSONField(_("lessons to read before"), default=list)
    exit = models.JSONField(_("drill to go on with"), default=dict)

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        ordering: ClassVar = ["place", "slug"]

    def __str__(self) -> str:
        return self.slug


class LessonVersion(models.Model):
    """What a lesson said in a language, from one edit to the next. It never changes; the highest number is shown.

    `author` is None where it came from a file; `title`, `summary`, `minutes` and the names of its `checks` are those of
    the source.
    """

    lesson = models.ForeignKey(Lesson, models.CASCADE, verbose_name=_("lesson"), related_name="versions")
    language = models.CharField(_("language"), max_length=10)
    number = models.PositiveIntegerField(_("number"))
    source = models.TextField(_("source"))
    title = models.CharField(_("title"), max_length=LONGEST_TITLE)
    summary = models.CharField(_("summary"), max_length=LONGEST_SUMMARY)
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    checks = models.JSONField(_("checks"), default=list)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("author"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("version of a lesson")
        verbose_name_plural = _("versions of lessons")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["lesson", "language", "number"], name="lesson_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.lesson} {self.language} {self.number}"


class LessonRead(models.Model):
    """How far an account has come with a lesson: its checks by name, and whether each was right at last.

    `finished_at` is when all of them were right for the first time; what is answered after that takes nothing back.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+")
    lesson = models.ForeignKey(Lesson, models.CASCADE, verbose_name=_("lesson"), related_name="+")
    checks = models.JSONField(_("checks"), default=dict)
    read_at = models.DateTimeField(_("last read"), auto_now=True)
    finished_at = models.DateTimeField(_("all checks right"), null=True, blank=True)

    class Meta:
        verbose_name = _("reading of a lesson")
        verbose_name_plural = _("readings of lessons")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "lesson"], name="lesson_read_once")]

    def __str__(self) -> str:
        return f"{self.user} {self.lesson}"
