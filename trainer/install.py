"""Make .venv from requirements.txt: `python3 trainer/install.py`, for `make`. Needs python3 and pip.

Only the standard library, and nothing from this project: it runs before anything is installed. uv comes by pip, with
its hashes out of the same lock, and installs the rest; pip does so where uv can't. Two that run at once wait for each
other.
"""

from __future__ import annotations

import fcntl
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.txt"
INSTALLED = VENV / "installed.txt"


def main() -> int:
    """Install when requirements.txt has changed since the last time; a failure is one line and status 1."""
    if sys.version_info < (3, 11):
        return complain("Python 3.11 or newer is needed, this is %d.%d." % sys.version_info[:2])
    try:
        (ROOT / ".local").mkdir(exist_ok=True)
        with (ROOT / ".local" / "install.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not INSTALLED.exists() or INSTALLED.read_text() != LOCK.read_text():
                install()
    except subprocess.CalledProcessError as error:
        lines = [line.strip() for line in error.output.splitlines() if line.strip()]
        return complain("The packages can't be installed: " + reason(lines))
    except OSError as error:
        return complain("The packages can't be installed: %s: %s" % (error.strerror, error.filename))
    except KeyboardInterrupt:
        return 1
    return 0


def install() -> None:
    """A virtual environment with exactly what requirements.txt lists."""
    print("Installing the Python packages, this once.", flush=True)
    call(sys.executable, "-m", "venv", "--clear", "--without-pip", VENV)
    uv_lines = re.search(r"^uv==[^\n]*\\\n(?: +--hash=[^\n]*\n)+", LOCK.read_text(), re.MULTILINE)
    assert uv_lines, "requirements.txt has no uv"
    uv_lock = VENV / "uv.txt"
    uv_lock.write_text(uv_lines.group())
    python = VENV / "bin" / "python"
    call(sys.executable, "-m", "pip", "--python", python, "install", "--require-hashes", "--requirement", uv_lock)
    try:
        call(VENV / "bin" / "uv", "pip", "sync", "--require-hashes", "--python", python, LOCK)
    except subprocess.CalledProcessError:  # uv knows nothing of pip's own proxies, mirrors and certificates
        call(sys.executable, "-m", "pip", "--python", python, "install", "--require-hashes", "--requirement", LOCK)
    INSTALLED.write_text(LOCK.read_text())


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
