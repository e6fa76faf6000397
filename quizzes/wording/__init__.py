"""Steps, prompts, mistakes and rules as sentences. Whole messages with named placeholders, translated as one."""

from __future__ import annotations

from quizzes.wording.steps import step_text

__all__ = ["step_text"]
