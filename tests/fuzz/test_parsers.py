"""Whatever is sent, each reader takes it or refuses it, within a second and without keeping it (issue 9)."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.hunting import hunt, hunts
from tests.fuzz.inputs import SIGNS, damaged
from tests.fuzz.parsers import PARSERS
from tests.scale import LONG, scale

NAMES = tuple(PARSERS)
SECOND = 1.0
LONG_NAMES = NAMES if LONG else NAMES[:1]
GUIDED_SECONDS = 2_400
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


@hunts
def test_a_fuzzer_that_sees_what_it_reaches_finds_nothing(tmp_path: Path) -> None:
    sound = [bytes([place]) + raw for place, name in enumerate(NAMES) for raw in PARSERS[name].sound()]
    hunt("readers", GUIDED_SECONDS, tmp_path, sound)
