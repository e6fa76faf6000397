"""Starts the fuzzer that is guided by what an input reaches, guided.py, where it is installed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import pytest

from tests.fuzz.parsers import ROOT
from tests.scale import LONG

LIMITS = ("-timeout=60", "-rss_limit_mb=1536", "-max_len=4096", "-len_control=0")
TO_BEGIN = 900
"""Seconds that a hunt may take beside its own, on a busy machine: the code is rewritten as it is imported."""


Test = TypeVar("Test", bound=Callable[..., None])


def hunts(test: Test) -> Test:
    """Mark a test that hunts: at full size only, and where the fuzzer is, which has no wheel for every machine."""
    for mark in (
        pytest.mark.skipif(not LONG, reason="takes an hour: make test-long"),
        pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed"),
        pytest.mark.usefixtures("children_use_test_database"),
    ):
        test = mark(test)
    return test


def hunt(what: str, seconds: int, folder: Path, sound: Sequence[bytes]) -> None:
    """Fuzz what guided.py names so, for some seconds, beginning from what is sound. AssertionError for a fault."""
    corpus = folder / "corpus"
    corpus.mkdir()
    for place, raw in enumerate(sound):
        (corpus / str(place)).write_bytes(raw)
    limits = [f"-max_total_time={seconds}", *LIMITS, f"-artifact_prefix={folder}/"]
    command = [sys.executable, "-m", "tests.fuzz.guided", what, *limits, str(corpus)]
    most = seconds + TO_BEGIN
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=most, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
