"""Fixed-limit: a street's bets and raises as the steps of a ladder, told from its first action each time."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import straddles
from quizzes.kinds.second.stud import pair_doubles
from quizzes.kinds.second.table import DECISIONS, Table


class Ladder(NamedTuple):
    """The totals to which bets and raises have been made on a street, and the level that the next is a unit above.

    The unit is the smallest size of a bet or raise, after a big one in a place of two sizes the big one.
    """

    rungs: tuple[int, ...]
    level: int
    unit: int

    @property
    def made(self) -> int:
        """How many bets and raises there have been."""
        return len(self.rungs)


def bet_units(table: Table) -> tuple[int, int]:
    """Return the smallest and the largest size of a bet or raise on this street: one size but after an open pair.

    Raises DocumentError at `bets` where nothing tells it.
    """
    document = table.document
    bets = document.bets or (document.blinds and (document.blinds[1], 2 * document.blinds[1]))
    if not bets:
        raise DocumentError("bets", "the sizes of the bets are not known")
    streets = document.game.streets
    late = streets.index(table.street) >= streets.index(document.game.big_from)
    doubled = document.game.family == "stud" and pair_doubles(document, table.street, table.dealt_in)
    return bets[1] if late else bets[0], bets[1] if late or doubled else bets[0]


def ladder(table: Table) -> Ladder:
    """Return how a street's bets and raises stand."""
    return ladders(table)[-1]


def ladders(table: Table) -> list[Ladder]:
    """Tell a street's bets and raises in order, as they stand before the first and after each.

    The big blind is a bet and a straddle a raise, the bring-in neither. A total of half a unit or more above the last
    full level is one more of them, less than that is none (TDA 2024 47-B). After the first kind houses differ in where
    the next level begins: at the all-in, at the last full level, or at the level that the all-in stands for. Where an
    open pair lets the big bet be made, all raises after one are big (recorded hands), and their half is its half.
    """
    small, big = bet_units(table)
    house = table.document.rules["limit_after_short"]
    told, bet = _forced(table, small), table.floor
    piles = dict.fromkeys(table.in_front, 0)
    for seat, street, did, chips, kind, _ in table.book:
        if street != table.street or kind != "bet":
            continue
        piles[seat] += chips
        before, bet = bet, max(bet, piles[seat])
        level, unit = told[-1].level, told[-1].unit
        reached = before if before > table.floor else level  # a bring-in goes no part of the way to a bet
        if bet == before or did not in DECISIONS or not _is_rung(level, unit, reached, bet):
            continue
        short = {"add": bet, "complete": level, "as-full": level + unit}[str(house)]
        after = bet if bet - level >= unit else short
        told.append(Ladder((*told[-1].rungs, bet), after, big if bet - level >= big else unit))
    return told


def _is_rung(level: int, unit: int, before: int, bet: int) -> bool:
    """Say whether a bet or all-in is a rung over a level: the level's whole unit, or the first to reach half of it."""
    return bet >= level + unit or 2 * (before - level) < unit <= 2 * (bet - level)


def next_totals(table: Table) -> tuple[int, int]:
    """Return the least and the most that a bet or raise on this street may make: one total but after an open pair.

    There the small bet may be made or the big one, and the small one no more once the big one was (recorded hands).
    """
    stands = ladder(table)
    return stands.level + stands.unit, stands.level + bet_units(table)[1]


def capped(table: Table) -> bool:
    """Say whether the street's last raise has been made.

    Some houses have no cap for two who began a round alone, some none once two are left with chips (RRoP 11).
    """
    rules = table.document.rules
    if rules["fl_cap"] == "none" or (rules["fl_cap_heads_up"] == "uncapped" and len(table.dealt_in) == 2):
        return False
    cap = most_raises(table.document)
    reached = ladder(table).made > cap
    return reached and not (rules["fl_cap_heads_up"] == "two-left" and _two_reached(table, cap))


def most_raises(document: Document) -> int:
    """Return how many raises may follow a bet where they are counted; in some houses the game says it (RRoP 11)."""
    cap, two_rounds = document.rules["fl_cap"], document.game.id in ("draw", "27sd")
    return 3 + two_rounds if cap == "by-rounds" else int(cap)


def _two_reached(table: Table, cap: int) -> bool:
    """Say whether the raise that reached the cap was made with no more than two players who had chips."""
    books = (replace(table, book=table.book[:length]) for length in range(len(table.book), -1, -1))
    before = next(earlier for earlier in books if earlier.book == () or ladder(earlier).made <= cap)
    return len(before.able) <= 2


def half_of_unit(table: Table) -> int:
    """Return what a bet has to grow by to open the betting again: half a unit, or in some houses a whole one."""
    unit = ladder(table).unit
    return unit if table.document.rules["limit_reopen"] == "full-bet" else (unit + 1) // 2


def posted(table: Table) -> dict[str, int]:
    """Return what each player has posted as a bet: a blind, a straddle, or money to come in."""
    piles = dict.fromkeys(table.in_front, 0)
    for entry in table.book:
        if entry.did == "post" and entry.kind == "bet":
            piles[entry.seat] += entry.chips
    return piles


def _forced(table: Table, unit: int) -> list[Ladder]:
    """Tell the ladder before anybody acts: without straddles, and after each.

    A straddle is a rung where it is there in full, else it is an all-in like any later one; a house in which it is a
    blind takes it for no raise.
    """
    document = table.document
    if table.street != document.game.first or not document.blinds or document.game.family == "stud":
        return [Ladder((), 0, unit)]
    piles, due = posted(table), straddles(document)
    blind = max([table.floor, *(piles[name] for name in piles if name not in due)])
    told, before = [Ladder((blind,), blind, unit)], blind
    for name, to in due.items():
        rungs, level, pile, earlier = told[-1].rungs, told[-1].level, piles[name], before
        before = max(before, pile)
        if pile < to and not _is_rung(level, unit, earlier, pile):
            continue
        house = str(document.rules["limit_after_short"])
        short = {"add": pile, "complete": level, "as-full": level + unit}[house]
        after = max(level, pile) if pile == to or pile - level >= unit else short
        told.append(Ladder((*rungs, pile) if document.rules["straddle_as"] == "raise" else rungs, after, unit))
    return told
