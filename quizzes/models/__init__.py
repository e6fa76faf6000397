"""What the quizzes store."""

from __future__ import annotations

from quizzes.models.attempts import Attempt, AttemptRow
from quizzes.models.drills import Bucket, Drill
from quizzes.models.places import Place
from quizzes.models.reports import Report
from quizzes.models.skills import SkillState, SkillWeek

__all__ = ["Attempt", "AttemptRow", "Bucket", "Drill", "Place", "Report", "SkillState", "SkillWeek"]
