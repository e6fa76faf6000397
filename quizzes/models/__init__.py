"""What the quizzes store."""

from __future__ import annotations

from quizzes.models.attempts import Attempt, AttemptRow
from quizzes.models.course import Course, ItemRating
from quizzes.models.drills import Bucket, Drill
from quizzes.models.lessons import Lesson, LessonRead, LessonVersion
from quizzes.models.placements import Placement
from quizzes.models.places import Place
from quizzes.models.reports import Report
from quizzes.models.runs import ReviewItem, RunRecord
from quizzes.models.search import Findable
from quizzes.models.skills import PracticeDay, SkillState, SkillWeek

__all__ = [
    "Attempt",
    "AttemptRow",
    "Bucket",
    "Course",
    "Drill",
    "Findable",
    "ItemRating",
    "Lesson",
    "LessonRead",
    "LessonVersion",
    "Place",
    "Placement",
    "PracticeDay",
    "Report",
    "ReviewItem",
    "RunRecord",
    "SkillState",
    "SkillWeek",
]
