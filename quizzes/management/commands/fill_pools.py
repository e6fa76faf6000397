"""`manage.py fill_pools`: fill the drill pools by hand, as the worker does in the background."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from quizzes import pools
from quizzes.kinds import KINDS
from quizzes.kinds.base import LEVELS
from quizzes.models import Bucket

BAR = 20


class Command(BaseCommand):
    help = "Fill the drill pools up to their targets, and report how many drills show each misconception."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--kind", choices=sorted(KINDS), help="only this kind")
        parser.add_argument("--level", type=int, choices=LEVELS, help="only this level")
        parser.add_argument("--target", type=int, help="so many drills in each bucket, in place of its own target")

    def handle(self, *args: Any, kind: str | None, level: int | None, target: int | None, **options: Any) -> None:
        if target is not None and target < 1:
            raise CommandError("A bucket can't have fewer than one drill.")
        wanted = {name: value for name, value in (("kind", kind), ("level", level)) if value is not None}
        for bucket in pools.standard_buckets().filter(**wanted).order_by("reserve", "kind", "level", "rules_key"):
            self.fill(bucket, target or pools.target(bucket, timezone.now()))

    def fill(self, bucket: Bucket, size: int) -> None:
        """Fill one bucket, a batch at a time until one adds nothing, and write how it came along."""
        self.show(bucket, size)
        while pools.fill(bucket.pk, size):
            bucket.refresh_from_db()
            self.show(bucket, size)
        counts = pools.report(bucket)
        told = ", ".join(f"{trap} {told.shown} ({told.alone} alone)" for trap, told in counts.items())
        self.stdout.write(f"\n    {told or 'no misconceptions'}")

    def show(self, bucket: Bucket, size: int) -> None:
        """Write the bucket's bar over the one before."""
        part = min(bucket.size * BAR // size, BAR)
        state = " full" if bucket.full else ""
        bar = "#" * part + "." * (BAR - part)
        self.stdout.write(f"\r{bar} {bucket.size:>5}/{size} {bucket}{state}", ending="")
        self.stdout.flush()
