"""`manage.py demo`: a class, a teacher and learners with history, to look around with."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from trainer.classrooms import demo


class Command(BaseCommand):
    help = "Add a class, a teacher and learners with some weeks of answers, and print how to sign in as one of them."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            classroom = demo.set_up(timezone.now(), demo.LEARNERS)
        except demo.NotOurs as error:
            raise CommandError(
                f"The account {error} is not the demo's, or has another password by now: rename it or delete it first."
            ) from error
        self.stdout.write(f"The class is {classroom.name}; learners join it with {classroom.join_code}.")
        self.stdout.write(f"Its teacher: {demo.TEACHER}, password {demo.password(demo.TEACHER)}")
        for name, role in demo.HELPERS.items():
            self.stdout.write(f"Its {role}: {name}, password {demo.password(name)}")
        for learner in demo.LEARNERS:
            self.stdout.write(f"A learner: {learner.name}, password {demo.password(learner.name)}")
        self.stdout.write(f"{demo.BY_NAME} has joined with a name alone: the page of the class's people makes a code.")
