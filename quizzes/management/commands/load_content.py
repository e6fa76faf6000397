"""`manage.py load_content`: bring the lessons and exams of `fixtures/` into the database, as often as one likes.

What search finds is put together anew with them: rules, points and mistakes come from this version of the code.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from quizzes import content
from quizzes.lessons import shelf
from quizzes.lessons.text import LessonError
from quizzes.reference import findables


class Command(BaseCommand):
    help = "Load lessons and exams from their files. What was edited on the site since keeps its edit."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        try:
            for slug, language, done in shelf.load():
                if done == "kept":
                    self.stderr.write(f"{slug} ({language}) was edited on the site and keeps that text.")
                elif done == "loaded" and verbosity:
                    self.stdout.write(f"{slug} ({language})")
            for line in (line for load in content.LOADERS for line in load()):
                if verbosity:
                    self.stdout.write(line)
        except (LessonError, content.ContentError) as error:
            raise CommandError(str(error)) from error
        findables.rebuild()
