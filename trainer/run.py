"""`make run` and `make demo`: everything the site needs, started in order, watched, and stopped in order.

One `make run` a project: a lock in the local folder says who has it. Logs are in the local folder's log/.
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Event
from types import FrameType

from trainer import local
from trainer.local import LOCAL, STOP_SIGNALS, Trouble

PYTHON = sys.executable
SPACE_TO_START = 300 * 2**20
SPACE_TO_GO_ON = 30 * 2**20
LOGS = LOCAL / "log"
AT_ONCE = ("quizzes.tasks.refill_pools", "trainer.certification.tasks.stock_exams")
"""Tasks that the worker is asked for at the start, without waiting for the schedule."""
CHILD_LOGS = {
    "PostgreSQL": "postgres.log",
    "Valkey": "valkey.log",
    "the web server": "web.log",
    "the worker": "worker.log",
}
Children = dict[str, subprocess.Popen[bytes]]

asked_to_stop = Event()


class Busy(Trouble):
    """Another command holds the project's embedded servers."""


def main(arguments: list[str]) -> int:
    """Run what `arguments` name, `site` or `demo`. The exit status: 0 after Ctrl-C too, 1 after any trouble."""
    os.umask(0o022)
    for each in STOP_SIGNALS:
        if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN:  # nohup ignores it, and means to
            signal.signal(each, interrupt)
    try:
        {"site": site, "demo": demo}[arguments[0]]()
    except KeyboardInterrupt:
        say("Everything is stopped.")
    except Trouble as trouble:
        return complain(str(trouble))
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        return complain(f"{error.strerror or error}{where}")
    return 0


def interrupt(_signum: int, _frame: FrameType | None) -> None:
    """Stop once: whatever signal comes while the children are being stopped changes nothing."""
    for each in STOP_SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    asked_to_stop.set()
    say("Stopping.")
    raise KeyboardInterrupt


def say(line: str) -> None:
    """One line for the person at the keyboard."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def complain(line: str) -> int:
    """One line of trouble; the exit status that goes with it."""
    sys.stderr.write(line + "\n")
    return 1


def site() -> None:
    """Servers, web and worker, until Ctrl-C, or until one of them dies."""
    port = wanted_port()
    with ExitStack() as stack:
        stack.enter_context(alone(f"Table Stakes runs already, at http://localhost:{port}"))
        listener = stack.enter_context(listen(port))
        children = stack.enter_context(servers())
        prepare()
        children["the web server"] = stack.enter_context(web(listener))
        listener.close()
        children["the worker"] = stack.enter_context(worker())
        wait_for_page(port, children)
        say(f"Table Stakes: http://localhost:{port}   (Ctrl-C stops it, logs are in {LOGS})")
        for task in AT_ONCE if os.environ.get("TABLE_STAKES_POOLS") != "none" else ():
            stack.enter_context(ask(task))
        watch(children)


def demo() -> None:
    """A class, a teacher and learners, into the database of a running `make run` or into one started for it."""
    with ExitStack() as stack:
        try:
            stack.enter_context(alone("`make demo` is at work"))
            stack.enter_context(servers())
        except Busy:
            wait_for_database()
        prepare()
        if subprocess.run([PYTHON, "manage.py", "demo"], cwd=local.ROOT, check=False).returncode:
            raise Trouble("`make demo` did not finish.")


def wanted_port() -> int:
    """PORT from the environment, 8000 without it."""
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise Trouble(f"PORT must be a number from 1 to 65535, not {text}.")
    return int(text)


@contextmanager
def alone(doing: str) -> Iterator[None]:
    """Hold the project's lock and leave a word there for others; Busy with the holder's word when it is taken."""
    local.make_way(LOCAL)
    with (LOCAL / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Busy(f"{lock.read() or 'Another command is starting'} (from {local.ROOT}).") from None
        lock.truncate(0)
        lock.write(doing)
        lock.flush()
        yield


@contextmanager
def listen(port: int) -> Iterator[socket.socket]:
    """The web server's socket, taken before anything is started; whoever connects early waits for the page."""
    try:
        listener = socket.create_server(("127.0.0.1", port), backlog=128)
    except OSError as error:
        reasons = {errno.EADDRINUSE: "is taken by another program", errno.EACCES: "needs more rights"}
        reason = reasons.get(error.errno or 0, f"can't be used ({error.strerror})")
        raise Trouble(f"Port {port} {reason}: choose another with PORT=8001 make run.") from None
    with listener:
        yield listener


@contextmanager
def servers() -> Iterator[Children]:
    """The embedded servers that the environment does not replace; settings.py knows where they are."""
    at = local.place()
    with ExitStack() as stack:
        children: Children = {}
        if not os.environ.get("DATABASE_URL"):
            local.check_space(local.make_way(at.data), SPACE_TO_START)
            children["PostgreSQL"] = stack.enter_context(local.postgres(at))
        if not os.environ.get("CELERY_BROKER_URL"):
            children["Valkey"] = stack.enter_context(local.valkey(at))
        yield children


def wait_for_database() -> None:
    """Wait for the database of a `make run` that has only begun."""
    until = time.monotonic() + local.START_SECONDS
    while not os.environ.get("DATABASE_URL") and not local.database_answers(local.place()):
        if time.monotonic() > until:
            raise Trouble("Another command has the embedded database, and it doesn't answer: stop that one first.")
        time.sleep(0.2)


def prepare() -> None:
    """Migrations, content and static files, see prepare.py."""
    log = LOGS / "prepare.log"
    with local.running([PYTHON, "-m", "trainer.prepare"], log) as process:
        if process.wait():
            raise Trouble(f"The database can't be prepared: {local.last_words(log)} (all of it: {log})")


def web(listener: socket.socket) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """gunicorn on a socket that is already bound."""
    number = listener.fileno()
    command = [PYTHON, "-m", "gunicorn", "--config", "trainer/gunicorn.py", "--bind", f"fd://{number}", "trainer.wsgi"]
    return local.running(command, LOGS / "web.log", pass_fds=[number])


def worker() -> AbstractContextManager[subprocess.Popen[bytes]]:
    """A Celery worker with the schedule in it; it gives way to the web server on a busy machine.

    SIGQUIT puts a task that isn't done soon back into the queue.
    """
    command = ["nice", PYTHON, "-m", "celery", "--app", "trainer", "worker", "--beat", "--concurrency", "1"]
    command += ["--loglevel", "warning", "--schedule", str(LOCAL / "schedule")]
    return local.running(command, LOGS / "worker.log", stop_by=signal.SIGQUIT, patience=8)


def ask(task: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Ask the worker for a task at once, without waiting for the schedule."""
    command = [PYTHON, "-m", "celery", "--app", "trainer", "call", task]
    return local.running(command, LOGS / "call.log")


def wait_for_page(port: int, children: Children) -> None:
    """Return when the first page has answered, whatever it says; Trouble when one of the children dies before."""
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            complain_of_dead(children)
            time.sleep(0.1)


def watch(children: Children) -> None:
    """Return never; Trouble when a child dies. A disk that fills up is said once: what is stored can still be read.

    A signal's KeyboardInterrupt is lost where Python is tidying up an object when it comes, so the loop looks as well.
    """
    full = False
    while True:
        if asked_to_stop.is_set():
            raise KeyboardInterrupt
        complain_of_dead(children)
        try:
            local.check_space(LOCAL, SPACE_TO_GO_ON)
        except Trouble as trouble:
            if not full:
                complain(str(trouble))
            full = True
        time.sleep(0.5)


def complain_of_dead(children: Children) -> None:
    """Trouble, with its last words, for a child that is gone."""
    for name, process in children.items():
        status = process.poll()
        if status is not None:
            how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
            log = LOGS / CHILD_LOGS[name]
            raise Trouble(f"Stopped, because {name} {how}: {local.last_words(log)} (all of it: {log})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
