"""How the cache is spoken to: a counter counts, lasts as long as it was to, and is none where none was begun."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.cache import cache


def test_a_counter_counts_and_keeps_its_end() -> None:
    key = uuid4().hex
    assert cache.add(key, 1, 100)
    assert [cache.incr(key), cache.incr(key, 5), cache.incr(key, 0)] == [2, 7, 7]
    assert cache.get(key) == 7
    client = cache._cache.get_client()  # type: ignore[attr-defined]  # what speaks to the server
    assert 0 < client.ttl(cache.make_key(key)) <= 100  # Valkey's INCRBY leaves the time to live


def test_what_was_not_begun_is_not_counted() -> None:
    key = uuid4().hex
    with pytest.raises(ValueError, match=key):
        cache.incr(key)
    assert cache.get(key) is None
