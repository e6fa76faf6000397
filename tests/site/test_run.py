"""`make run` as a person meets it: started, stopped, started twice, with servers killed under it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo

from tests.scale import LONG
from tests.site.test_local import alive, gone
from trainer import local

COMMAND = [sys.executable, "-m", "trainer.run", "site"]
Environment = dict[str, str]


@pytest.fixture
def env() -> Iterator[Environment]:
    """An environment with a local folder and a port of its own, and embedded servers; no drills are made ahead."""
    with tempfile.TemporaryDirectory(prefix="table-stakes-", dir="/tmp") as folder:
        replaced = {"DATABASE_URL", "CELERY_BROKER_URL"}
        rest = {name: value for name, value in os.environ.items() if name not in replaced}
        place = {"TABLE_STAKES_LOCAL": str(local.make_way(Path(folder)) / "local"), "PORT": str(free_port())}
        yield {**rest, **place, "TABLE_STAKES_POOLS": "none"}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def started(env: Environment) -> Iterator[subprocess.Popen[str]]:
    """A site that has said where it is."""
    with subprocess.Popen(
        COMMAND, env=env, cwd=local.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as site:
        try:
            assert site.stdout
            line = site.stdout.readline()
            assert f"http://localhost:{env['PORT']} " in line, line + site.communicate()[1]
            yield site
        finally:
            site.terminate()


def run_once(env: Environment) -> tuple[int, list[str]]:
    """A start that is refused: its exit status and what it says."""
    refused = subprocess.run(COMMAND, env=env, cwd=local.ROOT, capture_output=True, text=True, timeout=180, check=False)
    return refused.returncode, (refused.stdout + refused.stderr).splitlines()


def children(site: subprocess.Popen[str]) -> dict[str, int]:
    """The programs that a site has started, with their process numbers."""
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(site.pid)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    names = ("postgres", "valkey-server", "gunicorn", "worker")
    return {name: int(line.split()[0]) for line in lines for name in names if name in line.partition(" -D ")[0]}


def manage(env: Environment, code: str) -> str:
    """What a piece of Python prints in the site's own settings."""
    set_up = "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'trainer.settings'; django.setup()\n"
    command = [sys.executable, "-c", set_up + "from trainer.accounts.models import User\n" + code]
    return subprocess.run(command, env=env, cwd=local.ROOT, capture_output=True, text=True, check=True).stdout.strip()


def test_ctrl_c_stops_everything_and_the_next_start_has_the_data(env: Environment) -> None:
    with started(env) as site:
        with urllib.request.urlopen(f"http://localhost:{env['PORT']}/admin/login/") as page:
            assert page.status == 200
        assert run_once(env) == (
            1,
            [f"Table Stakes runs already, at http://localhost:{env['PORT']} (from {local.ROOT})."],
        )
        manage(env, "User.objects.create_user('kept')")
        parts = children(site)
        site.send_signal(signal.SIGINT)
        output, errors = site.communicate(timeout=180)
    assert (site.returncode, output.splitlines(), errors) == (0, ["Stopping.", "Everything is stopped."], "")
    assert set(parts) == {"postgres", "valkey-server", "gunicorn", "worker"}
    assert not any(alive(pid) for pid in parts.values())
    with started(env):
        assert manage(env, "print(User.objects.get().username)") == "kept"


@pytest.mark.skipif(not LONG, reason="starts a whole site of its own: make test-long")
def test_a_database_that_is_killed_stops_the_site_with_one_line(env: Environment) -> None:
    with started(env) as site:
        parts = children(site)
        os.kill(parts["postgres"], signal.SIGKILL)
        output, errors = site.communicate(timeout=180)
    assert (site.returncode, output) == (1, "")
    assert errors.startswith("Stopped, because PostgreSQL was killed by signal 9: ")
    assert errors.count("\n") == 1
    assert all(gone(pid) for pid in parts.values())


@pytest.mark.skipif(not LONG, reason="starts a whole site of its own: make test-long")
def test_servers_named_in_the_environment_take_the_place_of_the_embedded_ones(env: Environment) -> None:
    env |= {name: os.environ[name] for name in ("DATABASE_URL", "CELERY_BROKER_URL")}
    # Whatever database an earlier test put into the address, this one is always there.
    env["DATABASE_URL"] = make_conninfo(env["DATABASE_URL"], dbname="postgres")
    with started(env) as site:
        assert set(children(site)) == {"gunicorn", "worker"}
    assert not (Path(env["TABLE_STAKES_LOCAL"]) / "postgres").exists()


def test_a_taken_port_is_one_line(env: Environment) -> None:
    with socket.create_server(("127.0.0.1", int(env["PORT"]))):
        status, lines = run_once(env)
    expected = f"Port {env['PORT']} is taken by another program: choose another with PORT=8001 make run."
    assert (status, lines) == (1, [expected])


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1"])
def test_a_port_that_is_none_is_one_line(env: Environment, port: str) -> None:
    assert run_once({**env, "PORT": port}) == (1, [f"PORT must be a number from 1 to 65535, not {port}."])


def test_a_database_that_is_not_there_is_one_line(env: Environment) -> None:
    env["DATABASE_URL"] = f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"
    status, lines = run_once(env)
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith("The database can't be prepared: ")


def test_a_folder_that_cannot_be_made_is_one_line(env: Environment) -> None:
    Path(env["TABLE_STAKES_LOCAL"]).write_text("in the way")
    assert run_once(env) == (1, [f"File exists: {env['TABLE_STAKES_LOCAL']}"])


def test_a_start_that_is_interrupted_leaves_nothing_running(env: Environment) -> None:
    with subprocess.Popen(COMMAND, env=env, cwd=local.ROOT, stdout=subprocess.PIPE, text=True) as site:
        pid_file = Path(env["TABLE_STAKES_LOCAL"]) / "postgres" / "postmaster.pid"
        until = time.monotonic() + 30
        while not pid_file.exists() and time.monotonic() < until:
            time.sleep(0.01)
        site.send_signal(signal.SIGTERM)
        output = site.communicate(timeout=180)[0]
    assert (site.returncode, output.splitlines()) == (0, ["Stopping.", "Everything is stopped."])
    assert not pid_file.exists()
