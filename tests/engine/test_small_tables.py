"""Every sequence of actions at small tables, counted as in perft: by the engine, and by rules written out plainly here.

`node_counts.json` keeps for each table how many ways a hand's first 0, 1, 2 ... actions can go, street marks not
counted. The numbers come from the plain count, which shares no line with the engine; both must come to them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizzes.engine import betting
from quizzes.engine.betting import Round
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.hand import Hand, begin, take
from quizzes.engine.notation import parse
from tests.engine.plain_rules import Counts, Row, plain_count, ways
from tests.engine.playing import passive, raise_to
from tests.scale import LONG

KEPT: list[Row] = json.loads(Path(__file__).with_name("node_counts.json").read_text(encoding="utf-8"))
TABLES = [row for row in KEPT if LONG or sum(row["nodes"]) < 150_000]
BOARDS = ("(4s) 2c 3d 5s 7c", "(Ks) Ad Kd Qd 9d", "(Jc) Qh Jh 9h 8h")
"""Stud hands: the first has the lowest card and the second the highest board on every street, the third the next."""


def title(row: Row) -> str:
    game = "stud" if "bring_in" in row else ""
    parts = (game, row.get("limit", "no-limit"), rules_title(row), *row["stacks"], row.get("ante_by", ""))
    return "-".join(str(part) for part in parts if part)


def rules_title(row: Row) -> str:
    rules = row["rules"]
    return rules if isinstance(rules, str) else "-".join(map(str, rules.values()))


@pytest.mark.parametrize("row", TABLES, ids=title)
def test_the_engine_offers_every_sequence_and_no_other(row: Row) -> None:
    assert list(engine_count(row)) == row["nodes"]


@pytest.mark.parametrize("row", TABLES, ids=title)
def test_the_plain_rules_give_the_counts_that_are_kept(row: Row) -> None:
    assert list(plain_count(row)) == row["nodes"]


def test_some_table_tells_each_house_and_toggle_from_tda() -> None:
    nodes: dict[str, dict[str, list[int]]] = {}
    for row in TABLES:
        table = json.dumps({key: value for key, value in row.items() if key not in ("rules", "nodes")})
        nodes.setdefault(table, {})[rules_title(row)] = row["nodes"]
    beside_tda = [houses for houses in nodes.values() if "tda" in houses]
    told = {house for houses in beside_tda for house in houses if houses[house] != houses["tda"]}
    assert told == {rules_title(row) for row in TABLES} - {"tda"}


def engine_count(row: Row) -> Counts:
    """Count with the engine. Hands that stand alike on the same street go on alike, so each is gone through once."""
    counted: dict[tuple[str, Round], Counts] = {}

    def count(hand: Hand) -> Counts:
        while hand.round.turn is None and sum(hand.live) > 1 and (street := document.game.next_street(hand.street)):
            hand = take(hand, Deal(street))
        key = (hand.street, hand.round)
        if key not in counted:
            counted[key] = ways(count(take(hand, action)) for action in offered(hand))
        return counted[key]

    document = document_of(row)
    return count(begin(document))


def document_of(row: Row) -> Document:
    """Return the table as a document; the button is the last seat."""
    big = row.get("big", 2)
    table: Row = {key: row[key] for key in ("rules", "limit", "ante", "ante_by", "bring_in") if key in row}
    table |= {"game": "stud5", "bets": [big, 2 * big]} if "bring_in" in row else {"blinds": [big // 2, big]}
    seats: list[Row] = [{"name": name, "stack": stack} for name, stack in zip("ABCD", row["stacks"], strict=False)]
    if "bring_in" in row:
        seats = [{**seat, "cards": cards} for seat, cards in zip(seats, BOARDS, strict=False)]
    return parse({**table, "seats": seats, "question": {"kind": "legal_actions"}})


def offered(hand: Hand) -> Iterator[Action]:
    """Return every action that the engine offers to the seat whose turn it is."""
    if hand.round.turn is None:
        return
    options = betting.options(hand.round, hand.round.turn, hand.document.rules)
    name = hand.name(options.seat)
    yield Action(name, "fold")
    yield passive(hand)
    if options.all_in_to is not None:
        yield Action(name, "all-in")
    elif options.raise_min_to is not None and options.raise_max_to is not None:
        yield from (raise_to(hand, to) for to in range(options.raise_min_to, options.raise_max_to + 1))
