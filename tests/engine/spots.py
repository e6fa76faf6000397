"""Spots that several tests ask about, and the ways to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import loads, parse
from quizzes.kinds import solve

TABLE: dict[str, Any] = {
    "seats": [{"name": "A", "stack": 1000}, {"name": "B", "stack": 150}, {"name": "C", "stack": 1000}],
    "blinds": [50, 100],
    "street": "flop",
    "actions": "A bets 100, B all-in, C calls",
    "question": {"kind": "legal_actions", "player": "A"},
}
"""The scenario format's own example: a short all-in behind a bet."""


def answer(spot: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answer to a document's question; the document as TOML or as plain values."""
    return solve(loads(spot) if isinstance(spot, str) else parse(spot)).answer


def refusal(spot: str | Mapping[str, Any]) -> DocumentError:
    """Return the error of a document that can't be used or can't be asked; as TOML or as plain values."""
    with pytest.raises(DocumentError) as error:
        answer(spot)
    return error.value
