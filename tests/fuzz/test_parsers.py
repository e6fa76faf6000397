"""Whatever is sent, each reader takes it or refuses it, within a second and without keeping it (issue 9)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.inputs import SIGNS, damaged
from tests.fuzz.parsers import PARSERS, ROOT
from tests.scale import LONG, scale

NAMES = tuple(PARSERS)
SECOND = 1.0
LONG_NAMES = NAMES if LONG else NAMES[:1]
GUIDED_SECONDS = 3600 // len(NAMES)
GROWTH = 24 * 1024 * 1024
"""Bytes that a process may grow by while it reads what it has met the like of."""

pytestmark = pytest.mark.django_db


def spent(name: str, raw: bytes) -> float:
    """Seconds of CPU that a reader takes: whatever else runs here, it is the same."""
    began = time.process_time()
    PARSERS[name].read(raw)
    return time.process_time() - began


@pytest.mark.parametrize("name", NAMES)
def test_what_is_sound_is_read(name: str) -> None:
    for raw in PARSERS[name].sound():
        assert spent(name, raw) < SECOND


@settings(
    max_examples=scale(5, 5_000),
    deadline=None,
    derandomize=not LONG,
    suppress_health_check=[HealthCheck.too_slow],
)
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_what_is_damaged_is_read_or_refused_within_a_second(name: str, data: st.DataObject) -> None:
    assert spent(name, data.draw(damaged(PARSERS[name].sound()))) < SECOND


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def shuffled(sound: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(sound) + 1)
    return sound[:at] + rng.choice(SIGNS) + sound[at + rng.randrange(4) :]


@pytest.mark.skipif(not LONG, reason="takes minutes: make test-long")
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("name", LONG_NAMES)
def test_reading_ten_thousand_texts_leaves_nothing_behind(name: str) -> None:
    rng, sound = Random(name), PARSERS[name].sound()
    held = []
    for _ in range(3):
        for _ in range(5_000):
            PARSERS[name].read(shuffled(rng.choice(sound), rng))
        held.append(resident())
    assert held[-1] - held[0] < GROWTH


def guided_here() -> bool:
    """Whether the fuzzer that is guided by what is reached is installed: it has no wheel for every Python."""
    try:
        import atheris  # noqa: F401  # only whether it is there
    except ImportError:
        return False
    return True


@pytest.mark.skipif(not LONG, reason="takes an hour: make test-long")
@pytest.mark.skipif(not guided_here(), reason="atheris is not installed")
@pytest.mark.parametrize("name", LONG_NAMES)
@pytest.mark.usefixtures("children_use_test_database")
def test_a_fuzzer_that_sees_what_it_reaches_finds_nothing(name: str, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for place, raw in enumerate(PARSERS[name].sound()):
        (corpus / str(place)).write_bytes(raw)
    limits = [f"-max_total_time={GUIDED_SECONDS}", "-timeout=20", "-rss_limit_mb=1024", "-max_len=4096"]
    command = [sys.executable, "-m", "tests.fuzz.guided", name, *limits, f"-artifact_prefix={tmp_path}/", str(corpus)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=GUIDED_SECONDS + 300, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
