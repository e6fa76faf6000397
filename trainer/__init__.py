"""The site around the quizzes: settings, servers, accounts."""

from __future__ import annotations

from trainer.celery import app as celery_app

__all__ = ["celery_app"]
