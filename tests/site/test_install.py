"""`make install` makes its environment beside the one that a site runs from, and sees when Python is another."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from trainer import install


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, with requirements, that has nothing installed."""
    for name, file in (("VENV", ".venv"), ("DRAFT", ".venv.draft"), ("FORMER", ".venv.former"), ("LOCK", "lock.txt")):
        monkeypatch.setattr(install, name, tmp_path / file)
    monkeypatch.setattr(install, "INSTALLED", tmp_path / ".venv" / "installed.txt")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    (tmp_path / "lock.txt").write_text("uv==1 \\\n    --hash=sha256:0\n")
    return tmp_path


def environment(folder: Path, python: str) -> None:
    """What `python -m venv` and an installer leave: a link to Python, a script that names its folder, and where pip
    was the installer what it compiled of the scripts.
    """
    (folder / "bin" / "__pycache__").mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(f"home = /usr/bin\nexecutable = {python}\ncommand = python -m venv {folder}\n")
    (folder / "bin" / "python").symlink_to(sys.executable)
    (folder / "bin" / "pytest").write_text(f"#!{folder}/bin/python\n")


def test_a_site_keeps_its_environment_until_another_is_whole(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def call(*command: str | Path) -> None:
        if "venv" in command:
            environment(root / ".venv.draft", os.path.realpath(sys.executable))
        elif len(made) > 3:
            assert (root / ".venv" / "bin" / "pytest").exists(), "a site may run from it"
        made.append(str(command[0]))

    monkeypatch.setattr(install, "call", call)
    assert [install.main(), install.main()] == [0, 0]
    assert len(made) == 3, "venv, uv by pip, the rest by uv; and nothing the second time"
    assert (root / ".venv" / "bin" / "pytest").read_text() == f"#!{root}/.venv/bin/python\n"

    (root / "lock.txt").write_text("uv==2 \\\n    --hash=sha256:1\n")
    assert install.main() == 0
    assert len(made) == 6
    assert not [path for path in root.iterdir() if path.name in (".venv.draft", ".venv.former")]


def test_an_environment_of_another_python_or_of_one_that_is_gone_is_made_anew(root: Path) -> None:
    environment(root / ".venv", os.path.realpath(sys.executable))
    assert install.same_python()
    (root / ".venv" / "bin" / "python").unlink()
    (root / ".venv" / "bin" / "python").symlink_to(root / "gone")
    assert not install.same_python()
    (root / ".venv" / "pyvenv.cfg").write_text("executable = /usr/bin/python3.9\n")
    assert not install.same_python()
