"""What the quizzes store."""

from __future__ import annotations

from quizzes.models.attempts import ArchivedAttempt, Attempt, AttemptRow
from quizzes.models.course import Course, ItemRating
from quizzes.models.drills import Bucket, Drill
from quizzes.models.houses import HouseRules
from quizzes.models.imports import ImportedLine, ImportJob
from quizzes.models.lessons import Lesson, LessonRead, LessonVersion
from quizzes.models.moments import HandFile
from quizzes.models.notices import Notice
from quizzes.models.placements import Placement
from quizzes.models.places import Place
from quizzes.models.regrades import Regrade, RegradedAttempt
from quizzes.models.reports import Report
from quizzes.models.runs import ReviewItem, RunRecord
from quizzes.models.scenarios import Scenario, ScenarioReader, ScenarioVersion
from quizzes.models.search import Findable
from quizzes.models.skills import PracticeDay, SkillState, SkillWeek
from quizzes.models.statistics import BucketStatistic, ItemStatistic
from quizzes.models.templates import ScenarioTemplate, TemplateVersion

__all__ = [
    "ArchivedAttempt",
    "Attempt",
    "AttemptRow",
    "Bucket",
    "BucketStatistic",
    "Course",
    "Drill",
    "Findable",
    "HandFile",
    "HouseRules",
    "ImportJob",
    "ImportedLine",
    "ItemRating",
    "ItemStatistic",
    "Lesson",
    "LessonRead",
    "LessonVersion",
    "Notice",
    "Place",
    "Placement",
    "PracticeDay",
    "Regrade",
    "RegradedAttempt",
    "Report",
    "ReviewItem",
    "RunRecord",
    "Scenario",
    "ScenarioReader",
    "ScenarioTemplate",
    "ScenarioVersion",
    "SkillState",
    "SkillWeek",
    "TemplateVersion",
]
