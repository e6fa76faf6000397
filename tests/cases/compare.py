"""The public cases, and the comparison of answers by what they mean."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from quizzes.engine.cards import parse_card, rank_of

Case = dict[str, Any]

PUBLIC = Path(__file__).with_name("public.jsonl")


def load(kinds: Collection[str]) -> list[Case]:
    """Return the public cases that ask one of these kinds."""
    rows: list[Case] = [json.loads(line) for line in PUBLIC.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["doc"]["question"]["kind"] in kinds]


def same(kind: str, want: Mapping[str, Any], got: object) -> bool:
    """Say whether an answer means what the wanted one means: every field that is wanted, and no other, in any spelling.

    Seats come in any order where the order says nothing, pots may be cut finer than need be, nothing and 0 chips are
    the same, five cards may be of other suits, and a royal flush is a straight flush.
    """
    if not isinstance(got, Mapping) or want.keys() != got.keys():
        return False
    return all(_meaning(kind, key, value) == _meaning(kind, key, got[key]) for key, value in want.items())


def _meaning(kind: str, key: str, value: Any) -> Any:
    """Return a field as a value that is equal for all spellings of one meaning."""
    if key == "pots":
        return _pots(value)
    if key in ("returned", "won"):
        return _chips(value)
    if key in ("high", "low") and isinstance(value, Mapping):
        return {name: _meaning(kind, name, part) for name, part in value.items()}
    if key in ("winners", "wins", "ties"):
        return sorted(value)
    if key == "hands":
        return sorted(map(sorted, value))
    if kind == "ranking" and key == "order":
        return [sorted(group) for group in value]
    if kind == "read_hand" and key == "cards":
        return sorted(rank_of(parse_card(card)) for card in value)
    return "straight-flush" if key == "category" and value == "royal-flush" else value


def _pots(pots: Any) -> dict[frozenset[str], tuple[int, dict[str, int]]]:
    """Return what each group of seats plays for and what its winners are paid, however fine the pots are cut."""
    merged: dict[frozenset[str], tuple[int, dict[str, int]]] = {}
    for pot in pots:
        amount, paid = merged.get(frozenset(pot["eligible"]), (0, {}))
        winners = {seat: paid.get(seat, 0) + chips for seat, chips in _chips(pot.get("winners", {})).items()}
        merged[frozenset(pot["eligible"])] = (amount + pot["amount"], paid | winners)
    return merged


def _chips(by_seat: Mapping[str, int]) -> dict[str, int]:
    return {seat: chips for seat, chips in by_seat.items() if chips}
