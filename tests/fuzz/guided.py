"""A fuzzer that is guided by the lines which an input reaches: `python -m tests.fuzz.guided readers ...`.

After `readers` an input's first byte says which of all readers takes the rest, after `addresses` an input is a request.
The further arguments are libFuzzer's. An error, more than a second of CPU for one input (of a page two), or more memory
than libFuzzer is told to allow ends it with a fault.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import atheris

SEEN = ["quizzes", "trainer", "tomllib", "csv"]
SECOND = 1.0

Read = Callable[[bytes], object]


def readers() -> Read:
    """All readers, with a watch on their time."""
    from tests.fuzz.parsers import PARSERS

    def read(raw: bytes) -> None:
        name = list(PARSERS)[raw[0] % len(PARSERS)] if raw else "document"
        began = time.process_time()
        PARSERS[name].read(raw[1:])
        assert time.process_time() - began < SECOND, f"{name}: it takes longer than a second"

    for parser in PARSERS.values():
        for sound in (b"", *parser.sound()):
            parser.read(sound)  # what is made once takes its time before the clock runs
    return read


def addresses() -> Read:
    """Takes bytes for a request of somebody to some address. The site is never committed: it goes with the process."""
    from django.db import transaction
    from django.test.utils import override_settings, setup_test_environment
    from hypothesis import given, settings
    from hypothesis import strategies as st

    from tests.fuzz.addresses import browsers, visit
    from tests.site import reach

    setup_test_environment()
    override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]).enable()
    transaction.atomic().__enter__()
    site = reach.build()
    people = browsers(site)

    @settings(database=None, deadline=None)
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        visit(site, people, data)

    taken: Read = ask.hypothesis.fuzz_one_input  # type: ignore[attr-defined]  # hypothesis sets it on the function
    return taken


def main(name: str, arguments: list[str]) -> None:
    """Go on until the time is over, or a fault is found."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with atheris.instrument_imports(include=SEEN):
        django.setup()
        read = {"readers": readers, "addresses": addresses}[name]()
    atheris.Setup([sys.argv[0], *arguments], read)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
