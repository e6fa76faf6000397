"""One reader under a fuzzer that is guided by the lines which an input reaches: `python -m tests.fuzz.guided NAME ...`.

The further arguments are libFuzzer's. An error, more than a second of CPU for one input, or more memory than libFuzzer
is told to allow ends it with a fault.
"""

from __future__ import annotations

import os
import sys
import time

import atheris

SEEN = ["quizzes", "trainer.certification", "trainer.classrooms", "tomllib", "csv"]
SECOND = 1.0


def main(name: str, arguments: list[str]) -> None:
    """Feed a reader until the time is over."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with atheris.instrument_imports(include=SEEN):
        django.setup()
        from tests.fuzz.parsers import PARSERS
    parser = PARSERS[name]

    def read(raw: bytes) -> None:
        began = time.process_time()
        parser.read(raw)
        assert time.process_time() - began < SECOND, "it takes longer than a second"

    for sound in (b"", *parser.sound()):
        parser.read(sound)  # what is made once takes its time before the clock runs
    atheris.Setup([sys.argv[0], *arguments], read)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
