"""Django's client of the shared cache, without what costs each question to the server more than its answer."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.redis import RedisCacheClient

_INCREMENT = "return redis.call('exists', KEYS[1]) == 1 and redis.call('incrby', KEYS[1], ARGV[1])"


class Client(RedisCacheClient):
    """One object for each thread to speak to the server through, and one question in place of two to count."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._made: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return what speaks to the server. Django makes one each time; the connections are the pool's all the same."""
        if write not in self._made:
            self._made[write] = super().get_client(key, write=write)
        return self._made[write]

    def incr(self, key: Any, delta: int) -> int:
        """Add to a counter and return it. Raises ValueError where there is none, as Django's does."""
        counted = self.get_client(key, write=True).eval(_INCREMENT, 1, key, delta)
        if counted is None:
            raise ValueError(f"There is no counter {key!r}.")
        return int(counted)
