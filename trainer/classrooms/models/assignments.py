"""What a class is given to do, and who got more time for it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from quizzes.house_rules import rules_of
from quizzes.models import HouseRules, Lesson, ScenarioVersion, TemplateVersion
from quizzes.models.houses import PREFIX
from trainer.classrooms.models.classes import Classroom

USUAL_HOUSE = "tda"
MOST_RIGHT = 500


def ruleset_of(house: int | None) -> str:
    """Return the id by which drills are asked under a row of HouseRules, given by its key, or under none: a shipped
    house's own for a row that stands for it.
    """
    return USUAL_HOUSE if house is None else rules_of(f"{PREFIX}{house}").id


class Assignment(models.Model):
    """Something to do between two moments, which a class's time zone gives their names.

    A goal asks for `wanted` right answers to what practice asks of `kinds` (joined by dots, "" for all), `level` (None
    for any) and `games` (as `kinds`, "" for no-limit hold'em). A set is scenarios, each with `tries` tries, 0 for no
    limit, and asked as it is published by then; a path is lessons: both are its items. A pool asks for `wanted`
    different drills of a template's, `pool`, to be answered right. `house` are the rules by which a goal is asked, None
    for the usual; all else is asked by the rules that it was written for.

    A goal with a `mistake`, a misconception of its one kind, counts answers to drills that show it, and with `unaided`
    those alone that were given without a hint. `chosen` is whether it is given to some learners alone, those of
    Assignee.

    What is answered after `due_at` is late: it counts not at all, until `late_until`, or whenever it comes. Once
    `ended_at` nothing counts any more.
    """

    class What(models.TextChoices):
        GOAL = "goal", _("right answers in practice")
        SET = "set", _("a set of scenarios")
        POOL = "pool", _("spots of a template")
        PATH = "path", _("lessons")

    class Late(models.TextChoices):
        NONE = "none", _("late answers don't count")
        UNTIL = "until", _("late answers count, with a mark, until a day")
        ALWAYS = "always", _("late answers count whenever they come, with a mark")

    classroom = models.ForeignKey(Classroom, models.CASCADE, verbose_name=_("class"), related_name="assignments")
    name = models.CharField(_("name"), max_length=80)
    what = models.CharField(_("what is to be done"), max_length=8, choices=What)
    house = models.ForeignKey(
        HouseRules, models.PROTECT, verbose_name=_("house rules"), related_name="+", null=True, blank=True
    )
    kinds = models.CharField(_("skills"), max_length=400, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), null=True, blank=True)
    games = models.CharField(_("games"), max_length=300, blank=True)
    mistake = models.CharField(_("mistake"), max_length=60, blank=True, db_default="")
    unaided = models.BooleanField(_("only answers without a hint count"), default=True, db_default=False)
    pool = models.ForeignKey(
        TemplateVersion,
        models.PROTECT,
        verbose_name=_("template"),
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    chosen = models.BooleanField(_("given to some learners alone"), default=False, db_default=False)
    wanted = models.PositiveSmallIntegerField(
        _("right answers"), default=20, validators=[MinValueValidator(1), MaxValueValidator(MOST_RIGHT)]
    )
    tries = models.PositiveSmallIntegerField(_("tries for each"), default=1)
    opens_at = models.DateTimeField(_("opens"))
    due_at = models.DateTimeField(_("due"))
    late = models.CharField(_("when late"), max_length=8, choices=Late, default=Late.NONE)
    late_until = models.DateTimeField(_("late until"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("made by"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(due_at__gt=models.F("opens_at")), name="assignment_due_after_opening"),
            models.CheckConstraint(
                condition=Q(late="until", late_until__gt=models.F("due_at")) | ~Q(late="until") & Q(late_until=None),
                name="assignment_late_until_when",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["classroom", "due_at"], name="assignment_of_class")]

    def __str__(self) -> str:
        return self.name

    @property
    def ruleset(self) -> str:
        """The id of the house by which it is asked."""
        return ruleset_of(self.house_id)


class AssignmentItem(models.Model):
    """One scenario of a set, or one lesson of a path, at its place."""

    assignment = models.ForeignKey(Assignment, models.CASCADE, verbose_name=_("assignment"), related_name="items")
    place = models.PositiveSmallIntegerField(_("place"))
    version = models.ForeignKey(
        ScenarioVersion, models.PROTECT, verbose_name=_("scenario"), related_name="+", null=True, blank=True
    )
    lesson = models.ForeignKey(
        Lesson, models.CASCADE, verbose_name=_("lesson"), related_name="+", null=True, blank=True
    )

    class Meta:
        verbose_name = _("item of an assignment")
        verbose_name_plural = _("items of assignments")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(version__isnull=True, lesson__isnull=False) | Q(version__isnull=False, lesson__isnull=True),
                name="assignment_item_is_one_thing",
            ),
            models.UniqueConstraint(fields=["assignment", "version"], name="assignment_scenario_once"),
            models.UniqueConstraint(fields=["assignment", "lesson"], name="assignment_lesson_once"),
        ]

    def __str__(self) -> str:
        return f"{self.assignment} {self.place}"


class Assignee(models.Model):
    """A learner to whom an assignment is given that is not for the whole class."""

    assignment = models.ForeignKey(Assignment, models.CASCADE, verbose_name=_("assignment"), related_name="assignees")
    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("learner"), related_name="assigned"
    )

    class Meta:
        verbose_name = _("learner of an assignment")
        verbose_name_plural = _("learners of assignments")
        constraints: ClassVar = [models.UniqueConstraint(fields=["assignment", "learner"], name="assignee_once")]

    def __str__(self) -> str:
        return f"{self.assignment} {self.learner}"


class Extension(models.Model):
    """Another day by which somebody has to be done with an assignment."""

    assignment = models.ForeignKey(Assignment, models.CASCADE, verbose_name=_("assignment"), related_name="extensions")
    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("learner"), related_name="extensions"
    )
    due_at = models.DateTimeField(_("due"))
    given_at = models.DateTimeField(_("given"), auto_now=True)

    class Meta:
        verbose_name = _("extension")
        verbose_name_plural = _("extensions")
        constraints: ClassVar = [models.UniqueConstraint(fields=["assignment", "learner"], name="extension_once")]

    def __str__(self) -> str:
        return f"{self.assignment} {self.learner}"
