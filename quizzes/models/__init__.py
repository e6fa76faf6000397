"""What the quizzes store."""

from __future__ import annotations

from quizzes.models.attempts import Attempt
from quizzes.models.drills import Bucket, Drill
from quizzes.models.skills import SkillState

__all__ = ["Attempt", "Bucket", "Drill", "SkillState"]
