"""Make .venv from requirements.txt: `python3 trainer/install.py`, for `make`. Needs python3 and pip.

Only the standard library, and nothing from this project: it runs before anything is installed. uv comes by pip, with
its hashes out of the same lock, and installs the rest; pip does so where uv can't. The environment is made beside the
one that is there and takes its place when it is whole, so that a site which runs from it goes on. Two that run at once
wait for each other.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
DRAFT, FORMER = ROOT / ".venv.draft", ROOT / ".venv.former"
LOCK = ROOT / "requirements.txt"
INSTALLED = VENV / "installed.txt"


def main() -> int:
    """Install when requirements.txt has changed since the last time, or Python is another; a failure is one line and
    status 1.
    """
    if sys.version_info < (3, 11):
        return complain("Python 3.11 or newer is needed, this is %d.%d." % sys.version_info[:2])
    try:
        (ROOT / ".local").mkdir(exist_ok=True)
        with (ROOT / ".local" / "install.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not INSTALLED.exists() or INSTALLED.read_text() != LOCK.read_text() or not same_python():
                install()
                take_place()
    except subprocess.CalledProcessError as error:
        lines = [line.strip() for line in error.output.splitlines() if line.strip()]
        return complain("The packages can't be installed: " + reason(lines))
    except OSError as error:
        return complain("The packages can't be installed: %s: %s" % (error.strerror, error.filename))
    except KeyboardInterrupt:
        return 1
    return 0


def same_python() -> bool:
    """Whether .venv is of the Python that runs this, and that one is still where it was."""
    said = dict(line.split(" = ", 1) for line in (VENV / "pyvenv.cfg").read_text().splitlines() if " = " in line)
    return said.get("executable") == os.path.realpath(sys.executable) and (VENV / "bin" / "python").exists()


def install() -> None:
    """A virtual environment beside .venv with exactly what requirements.txt lists."""
    print("Installing the Python packages, this once.", flush=True)
    call(sys.executable, "-m", "venv", "--clear", "--without-pip", DRAFT)
    uv_lines = re.search(r"^uv==[^\n]*\\\n(?: +--hash=[^\n]*\n)+", LOCK.read_text(), re.MULTILINE)
    assert uv_lines, "requirements.txt has no uv"
    uv_lock = DRAFT / "uv.txt"
    uv_lock.write_text(uv_lines.group())
    python = DRAFT / "bin" / "python"
    call(sys.executable, "-m", "pip", "--python", python, "install", "--require-hashes", "--requirement", uv_lock)
    try:
        uv, options = DRAFT / "bin" / "uv", ("--require-hashes", "--compile-bytecode")
        call(uv, "pip", "sync", *options, "--python", python, LOCK)
    except subprocess.CalledProcessError:  # uv knows nothing of pip's own proxies, mirrors and certificates
        call(sys.executable, "-m", "pip", "--python", python, "install", "--require-hashes", "--requirement", LOCK)
    (DRAFT / INSTALLED.name).write_text(LOCK.read_text())


def take_place() -> None:
    """Put the draft in the place of .venv. Its scripts name the folder they are in: they get the other name first."""
    former, latter = os.fsencode(DRAFT.name), os.fsencode(VENV.name)
    for path in (DRAFT / "pyvenv.cfg", *(DRAFT / "bin").iterdir()):
        if path.is_file() and not path.is_symlink() and former in (text := path.read_bytes()):
            path.write_bytes(text.replace(former, latter))
    shutil.rmtree(FORMER, ignore_errors=True)
    if VENV.exists():
        VENV.rename(FORMER)
    DRAFT.rename(VENV)
    shutil.rmtree(FORMER, ignore_errors=True)


def call(*command: str | Path) -> None:
    """Run a command quietly; CalledProcessError with its output when it fails."""
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def reason(lines: list[str]) -> str:
    """The line of an installer's output that says best what went wrong."""
    telling = [line for line in lines if re.search(r"No space left|error|no module named", line, re.IGNORECASE)]
    return (telling or lines or ["no reason was given"])[-1]


def complain(line: str) -> int:
    """One line of trouble; the exit status that goes with it."""
    print(line, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
