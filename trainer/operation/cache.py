"""The shared cache, which may be away without taking the site along.

A cache may forget at any time, so where its server can't be reached, what is read is not there, and what is written is
forgotten. Whoever counts, claims or deletes (`incr`, `add`, `touch`, `delete`) must know, and gets the error: a limit
that can't be counted is none, and a session that can't be deleted has not ended. After one failure the server is left
alone for a moment, so that a page that asks it ten times waits once. One that takes nothing in, because it is full or
a mere copy of another, is as good as away.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, OutOfMemoryError, ReadOnlyError, TimeoutError

from trainer.operation.cache_client import Client

AWAY = (ConnectionError, TimeoutError)
TAKES_NOTHING = (OutOfMemoryError, ReadOnlyError)

REST = 5
"""Seconds for which a server that did not answer is not asked again."""

T = TypeVar("T")

_away_until: dict[str, float] = {}
"""By the servers' addresses: what one thread meets, all threads of a process know."""


class Cache(RedisCache):
    """Django's cache on Valkey: what is read or kept there may be missing."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
        self._address = str(server)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._or(default, super().get, key, default, version)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        return self._or({}, super().get_many, keys, version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._or(False, super().has_key, key, version)

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        self._or(None, super().set, key, value, *args, **kwargs)

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        return self._or(list(data), super().set_many, data, *args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().add, *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return self._ask(super().incr, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().delete, *args, **kwargs)

    def _or(self, otherwise: T, act: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Return what the server says, or where it is away something else."""
        try:
            return self._ask(act, *args, **kwargs)
        except AWAY:
            return otherwise

    def _ask(self, act: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Return what the server says. Raises ConnectionError where it takes nothing in, and at once where it did not
        answer a moment ago.
        """
        if time.monotonic() < _away_until.get(self._address, 0):
            raise ConnectionError("the cache did not answer a moment ago")
        try:
            return act(*args, **kwargs)
        except (*AWAY, *TAKES_NOTHING) as error:
            _away_until[self._address] = time.monotonic() + REST
            if isinstance(error, AWAY):
                raise
            raise ConnectionError(str(error)) from error
