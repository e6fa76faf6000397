"""Every sequence of actions at small tables, counted as in perft: by the engine, and by rules written out plainly here.

`node_counts.json` keeps for each table how many ways a hand's first 0, 1, 2 ... actions can go, street marks not
counted. The numbers come from the plain count, which shares no line with the engine; both must come to them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quizzes.engine import betting
from quizzes.engine.betting import Round
from quizzes.engine.document import STREETS, Action, Deal, Document
from quizzes.engine.hand import Hand, begin, take
from quizzes.engine.notation import parse
from tests.scale import LONG

Counts = tuple[int, ...]
Row = dict[str, Any]

KEPT: list[Row] = json.loads(Path(__file__).with_name("node_counts.json").read_text(encoding="utf-8"))
TABLES = [row for row in KEPT if LONG or sum(row["nodes"]) < 300_000]
BIG = 2
"""The big blind of every table; the small blind is 1."""


def title(row: Row) -> str:
    return "-".join(str(part) for part in (row["rules"], *row["stacks"], *([row["ante_by"]] if "ante" in row else [])))


@pytest.mark.parametrize("row", TABLES, ids=title)
def test_the_engine_offers_every_sequence_and_no_other(row: Row) -> None:
    assert list(engine_count(row)) == row["nodes"]


@pytest.mark.parametrize("row", TABLES, ids=title)
def test_the_plain_rules_give_the_counts_that_are_kept(row: Row) -> None:
    assert list(plain_count(row)) == row["nodes"]


@pytest.mark.parametrize("house", ["jj", "half-raise", "single-raise"])
def test_some_table_tells_this_house_from_tda(house: str) -> None:
    nodes = {(row["rules"], *row["stacks"]): row["nodes"] for row in TABLES}
    assert any(nodes[house, *stacks] != nodes["tda", *stacks] for rules, *stacks in nodes if rules == house)


def ways(after: Iterable[Counts]) -> Counts:
    """Return the counts of a position from those after each of its actions: one way to do nothing yet, then theirs."""
    return (1, *(sum(column) for column in zip_longest(*after, fillvalue=0)))


def engine_count(row: Row) -> Counts:
    """Count with the engine. Hands that stand alike on the same street go on alike, so each is gone through once."""
    counted: dict[tuple[str, Round], Counts] = {}

    def count(hand: Hand) -> Counts:
        while hand.round.turn is None and sum(hand.live) > 1 and hand.street != "river":
            hand = take(hand, Deal(STREETS[STREETS.index(hand.street) + 1]))
        key = (hand.street, hand.round)
        if key not in counted:
            counted[key] = ways(count(take(hand, action)) for action in offered(hand))
        return counted[key]

    return count(begin(document_of(row)))


def document_of(row: Row) -> Document:
    """Return the table as a document; the button is the last seat."""
    keys: Row = {key: row[key] for key in ("rules", "ante", "ante_by") if key in row}
    seats = [{"name": name, "stack": stack} for name, stack in zip("ABCD", row["stacks"], strict=False)]
    return parse({**keys, "seats": seats, "blinds": [1, BIG], "question": {"kind": "legal_actions"}})


def offered(hand: Hand) -> Iterator[Action]:
    """Return every action that the engine offers to the seat whose turn it is."""
    if hand.round.turn is None:
        return
    options = betting.options(hand.round, hand.round.turn, hand.document.rules)
    name = hand.name(options.seat)
    yield Action(name, "fold")
    yield Action(name, "check" if options.may_check else "call")
    if options.all_in_to is not None:
        yield Action(name, "all-in")
    elif options.raise_min_to is not None and options.raise_max_to is not None:
        verb = "raise-to" if hand.round.bet else "bet"
        yield from (Action(name, verb, to) for to in range(options.raise_min_to, options.raise_max_to + 1))


class Position(NamedTuple):
    """A hand between two actions, for the plain count. Players are numbered from the button's left.

    waiting  who still has to speak on this street, in turn
    heard    the bet when each player last spoke on this street, None before
    raised   whether a full bet or raise has come since each player last spoke
    step     the last full bet or raise
    """

    house: str
    street: int
    waiting: tuple[int, ...]
    behind: tuple[int, ...]
    front: tuple[int, ...]
    folded: tuple[bool, ...]
    heard: tuple[int | None, ...]
    raised: tuple[bool, ...]
    bet: int
    step: int


def plain_count(row: Row) -> Counts:
    """Count by the plain rules: whoever waits speaks in turn, and after a raise all the others wait again."""
    return _count(_dealt(row))


def _dealt(row: Row) -> Position:
    """Post antes and blinds: an ante of everyone's comes before the blinds, a big blind's after its blind."""
    behind = list(row["stacks"])
    count = len(behind)
    small, big = (1, 0) if count == 2 else (0, 1)
    if row.get("ante_by") == "all":
        behind = [max(0, stack - row["ante"]) for stack in behind]
    front = [0] * count
    for player, blind in ((small, 1), (big, BIG)):
        front[player] = min(blind, behind[player])
        behind[player] -= front[player]
    if row.get("ante_by") == "big-blind":
        behind[big] = max(0, behind[big] - row["ante"])
    turns = [(big + place) % count for place in range(1, count + 1)]
    waiting = tuple(player for player in turns if behind[player])
    nobody = (False,) * count
    return Position(
        row["rules"], 0, waiting, tuple(behind), tuple(front), nobody, (None,) * count, nobody, max(*front, BIG), BIG
    )


@cache
def _count(now: Position) -> Counts:
    players = range(len(now.behind))
    inside = [player for player in players if not now.folded[player]]
    if len(inside) == 1 or (not now.waiting and now.street == 3):
        return (1,)
    if not now.waiting:
        able = tuple(player for player in inside if now.behind[player])
        again = (0,) * len(players), now.folded, (None,) * len(players), (False,) * len(players)
        return _count(
            Position(now.house, now.street + 1, able if len(able) > 1 else (), now.behind, *again, bet=0, step=BIG)
        )
    player, *waiting = now.waiting
    alone = not any(now.behind[other] for other in inside if other != player)
    price = min(now.bet, max(now.front[other] for other in players if other != player)) if alone else now.bet
    if alone and now.front[player] >= price:
        return _count(now._replace(waiting=tuple(waiting)))
    rest = now._replace(
        waiting=tuple(waiting), heard=_set(now.heard, player, now.bet), raised=_set(now.raised, player, False)
    )
    after = [rest._replace(folded=_set(now.folded, player, True)), _pay(rest, player, max(price, now.front[player]))]
    if not alone and _may_raise(now, player):
        most = now.front[player] + now.behind[player]
        full = range(_full_to(now), most + 1)
        after += [_raise(rest, player, to, to in full) for to in range(now.bet + 1, most + 1) if to in (*full, most)]
    return ways(_count(position) for position in after)


def _full_to(now: Position) -> int:
    """Return the smallest full bet or raise: by the last one more, or where a house says so twice the bet."""
    return 2 * now.bet if now.house == "jj" and now.bet else now.bet + now.step


def _may_raise(now: Position, player: int) -> bool:
    """Say whether the betting is open: to who has not spoken, or faces enough since it last spoke."""
    heard = now.heard[player]
    if heard is None:
        return True
    if now.house == "single-raise":
        return now.raised[player]
    if now.house == "half-raise":
        return 2 * (now.bet - heard) > now.step
    return now.bet - heard >= ((heard or BIG) if now.house == "jj" else now.step)


def _pay(now: Position, player: int, to: int) -> Position:
    """Put in chips up to a total, or all there are."""
    chips = min(to - now.front[player], now.behind[player])
    return now._replace(
        front=_set(now.front, player, now.front[player] + chips),
        behind=_set(now.behind, player, now.behind[player] - chips),
    )


def _raise(now: Position, player: int, to: int, full: bool) -> Position:
    """Bet or raise to a total: everybody else who has chips has to speak, in turn from the player's left."""
    paid = _pay(now, player, to)
    count = len(now.behind)
    turns = [(player + place) % count for place in range(1, count)]
    return paid._replace(
        waiting=tuple(other for other in turns if now.behind[other] and not now.folded[other]),
        heard=_set(now.heard, player, to),
        raised=tuple(other != player and (full or raised) for other, raised in enumerate(now.raised)),
        bet=to,
        step=to - now.bet if full else now.step,
    )


def _set(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])
