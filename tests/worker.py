"""Real Celery workers for tests; most need only the fixture `celery_worker`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from trainer import local
from trainer.celery import app


@contextmanager
def worker(name: str) -> Iterator[subprocess.Popen[bytes]]:
    """A real Celery worker, ready for tasks. Needs `children_use_test_database`."""
    log = local.LOCAL / "log" / f"{name}.log"
    command = [sys.executable, "-m", "celery", "--app", "trainer", "worker", "--hostname", f"{name}@tests"]
    command += ["--concurrency", "1", "--loglevel", "info", "--without-gossip", "--without-mingle"]
    with local.running(command, log, patience=5) as process:
        local.wait_until(lambda: bool(app.control.ping([f"{name}@tests"], timeout=0.2)), process, "The worker", log)
        yield process
