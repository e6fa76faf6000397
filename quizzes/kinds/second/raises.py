"""A street's raises, told from its first action each time: which were full, what the next must be, who may make it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from quizzes.engine.document import Document
from quizzes.kinds.second.forced import straddles
from quizzes.kinds.second.levels import capped, half_of_unit, next_totals, posted
from quizzes.kinds.second.table import DECISIONS, Table


class Deed(NamedTuple):
    """What a player did in its turn, with the bet before and after it; `full` when it made a full bet or raise.

    Bringing it in is forced and no bet, so while nobody has put in more than that the bet is 0.
    """

    seat: str
    did: str
    before: int
    bet: int
    full: bool


@dataclass(frozen=True, slots=True)
class Reopening:
    """Whether the betting is open again to a player who has acted: what it faces and what it needs."""

    open: bool
    facing: int
    needed: int


def smallest_bet(document: Document) -> int:
    """Return the smallest first bet: the big blind (TDA 2024 43-A), without blinds the small bet or a chip."""
    if document.blinds:
        return document.blinds[1]
    return document.bets[0] if document.bets else document.chip


def starting_unit(table: Table) -> int:
    """Return what counts as the last full raise before any bet: the big blind, or a straddle that is a bigger one.

    A straddle that its player could not post in full is no bigger blind.
    """
    document = table.document
    if table.street == document.game.first and document.rules["straddle_as"] == "blind":
        piles = posted(table)
        return ([smallest_bet(document), *(to for name, to in straddles(document).items() if piles[name] == to)])[-1]
    return smallest_bet(document)


def deeds(table: Table) -> list[Deed]:
    """Return what was done on this street, in order. Posts move the bet, but are nobody's deed."""
    told: list[Deed] = []
    bet, piles = 0 if table.brought_in else table.floor, dict.fromkeys(table.in_front, 0)
    for seat, street, did, chips, kind, _ in table.book:
        if street != table.street or kind != "bet":
            continue
        piles[seat] += chips
        before, bet = bet, piles[seat] if piles[seat] > max(bet, table.floor) else bet
        if did in DECISIONS:
            full = bet > before and is_full(table.document, before, next_unit(table, told), bet)
            told.append(Deed(seat, did, before, bet, full))
    return told


def last_full_raise(table: Table, told: list[Deed]) -> int:
    """Return by how much the last full bet or raise on this street went over the bet before it (TDA 2024 43-A)."""
    for deed in reversed(told):
        if deed.full:
            return deed.bet - deed.before
    return starting_unit(table)


def next_unit(table: Table, told: list[Deed]) -> int:
    """Return by how much the next raise has to go over the bet.

    It is the last full raise; where a house says so, the sum of the short all-ins since then once that is as much. Such
    a sum is measured in its turn by the last one, and the all-ins after it are counted from none again.
    """
    if table.document.rules["reopened_unit"] == "last-full":
        return last_full_raise(table, told)
    unit, shorts = starting_unit(table), 0
    for deed in told:  # a bring-in is no all-in, so an all-in over it adds what it goes over the bring-in
        shorts = 0 if deed.full else shorts + max(deed.bet, table.floor) - max(deed.before, table.floor)
        if deed.full:
            unit = deed.bet - deed.before
        elif shorts >= unit:
            unit, shorts = shorts, 0
    return unit


def is_full(document: Document, bet: int, unit: int, total: int) -> bool:
    """Say whether a bet or raise to this total is a full one over the bet."""
    if document.rules["min_raise"] == "double" and bet > 0:
        return total >= 2 * bet
    return total - bet >= unit


def raised_over(table: Table) -> int:
    """Return the bet that the next raise goes over: none while no more than the bring-in has been put in."""
    return 0 if table.brought_in and table.bet == table.floor else table.bet


def smallest_full_raise(table: Table) -> int:
    """Return the smallest full bet or raise as a street total, by trying totals over the bet.

    Whatever is over a full raise is full too, so the one to look for is found by halving.
    """
    if table.document.limit == "fixed-limit":
        return next_totals(table)[0]
    bet, unit = raised_over(table), next_unit(table, deeds(table))
    totals = range(bet + 1, 2 * (bet + unit) + 1)
    return totals[bisect_left(totals, True, key=lambda total: is_full(table.document, bet, unit, total))]


def reopening(table: Table, seat: str) -> Reopening | None:
    """Return how the betting stands for a player who has acted on this street, None for one who has not."""
    if seat not in table.decided:
        return None
    rules, told = table.document.rules, deeds(table)
    own = [place for place, deed in enumerate(told) if deed.seat == seat]
    then = told[own[-1]].bet
    facing = raised_over(table) - then
    if table.document.limit == "fixed-limit":
        return Reopening(facing >= half_of_unit(table), facing, half_of_unit(table))
    needed = last_full_raise(table, told)
    if not any(deed.full for deed in told[own[-1] + 1 :]):
        needed = next_unit(table, told[: own[-1] + 1])
    if rules["min_raise"] == "double":
        needed = then or smallest_bet(table.document)
    if rules["reopen"] == "single":
        return Reopening(any(deed.full for deed in told[own[-1] + 1 :]), facing, needed)
    if rules["reopen"] == "half-raise":
        return Reopening(2 * facing > needed, facing, needed // 2)
    return Reopening(facing >= needed, facing, needed)


def may_raise(table: Table, seat: str) -> bool:
    """Say whether a player may raise: it has more than the call, somebody could answer, and the betting is open."""
    most = table.most(seat)
    if most is not None and most <= max(table.to_call(seat), table.in_front[seat]):
        return False
    return open_to(table, seat)


def open_to(table: Table, seat: str) -> bool:
    """Say whether a player might raise, whatever its stack."""
    if not any(name != seat for name in table.able):
        return False
    if table.document.limit == "fixed-limit" and capped(table):
        return False
    acted = reopening(table, seat)
    return acted is None or acted.open


def full_raise_of(table: Table, seat: str) -> int | None:
    """Return the total of the smallest full raise that this player may make and can pay, else None."""
    if not may_raise(table, seat):
        return None
    total, most = smallest_full_raise(table), table.most(seat)
    return total if most is None or most >= total else None
