"""The embedded servers for a command: those of a running `make run`, else started for as long as the command takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.db import connections

from trainer import run


@contextmanager
def there(doing: str) -> Iterator[None]:
    """Have the servers that the environment does not replace. `doing` is said to others who would start them."""
    with ExitStack() as stack:
        try:
            stack.enter_context(run.alone(doing))
            stack.enter_context(run.servers())
        except run.Busy:
            run.wait_for_database()
        yield
        connections.close_all()
