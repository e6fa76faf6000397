"""gunicorn's settings: two processes of four threads each, which share the connections of a process's pool.

They count into files of one folder, so that any of them can say at /metrics what all have done. What comes when all
threads are busy waits its turn; trainer/operation/waiting.py refuses what waited too long.
"""

from __future__ import annotations

import gc
import os
import shutil
from typing import Any

from prometheus_client.multiprocess import mark_process_dead

from trainer.local import LOCAL, ROOT

COUNTED = os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(LOCAL / "metrics"))
os.makedirs(COUNTED, exist_ok=True)  # with --preload the site is read, and begins to count, before anything else
os.environ.setdefault("TABLE_STAKES_PATIENCE", "0.8")  # who waits at a browser is told soon that the database is away

# A statement that takes this long is in nobody's interest: it is given up, and who waits for it is told.
os.environ.setdefault("PGOPTIONS", "-c statement_timeout=15s")

worker_class = "trainer.operation.waiting.Worker"
workers = int(os.environ.get("WEB_PROCESSES", "2"))
threads = 4
graceful_timeout = 10
limit_request_line = 8190  # a tool's address holds all that was typed
loglevel = "warning"
control_socket_disable = True
reload = os.environ.get("TABLE_STAKES_DEBUG") == "1"


def on_starting(_server: Any) -> None:
    """Begin to count from nothing."""
    shutil.rmtree(COUNTED, ignore_errors=True)
    os.makedirs(COUNTED)


def post_worker_init(_worker: Any) -> None:
    """Read the templates, then let the garbage collector pass over what is there before the first request, and stays:
    100 ms each time. After that, look for cycles once in some requests, not several times in each; nor so seldom that
    what it looks at has left the processor's caches.
    """
    if not reload:
        read_templates()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def read_templates() -> None:
    """Read all templates of the site: an upgrade lays those of the next version under processes that still serve, and
    these may name files and tags that only the next version has.
    """
    from django.template.loader import get_template  # it needs the settings

    folder = ROOT / "templates"
    for path in folder.rglob("*.*"):
        get_template(path.relative_to(folder).as_posix())


def child_exit(_server: Any, worker: Any) -> None:
    """Close the books of a process that is gone: what it counted stays."""
    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # prometheus_client leaves it untyped
