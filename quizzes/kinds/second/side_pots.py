"""Main and side pots, from what each player can win of everybody's chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.table import replay


@dataclass(frozen=True, slots=True)
class Stakes:
    """What everybody put into a hand: who still can win, whose hand was killed, and the chips that are nobody's."""

    put_in: dict[str, int]
    live: tuple[str, ...]
    killed: tuple[str, ...]
    dead: int


@dataclass(frozen=True, slots=True)
class Pots:
    """The pots, main pot first, each an amount and who can win it; and what goes back to whom."""

    pots: tuple[tuple[int, tuple[str, ...]], ...]
    returned: dict[str, int]


def solve(document: Document) -> dict[str, Any]:
    """Return `pots` and `returned` in chips; DocumentError at `question` while somebody still has to act."""
    shared = share(stakes(document))
    pots = [{"amount": amount, "eligible": list(eligible)} for amount, eligible in shared.pots]
    return {"pots": pots, "returned": shared.returned}


def stakes(document: Document) -> Stakes:
    """Read the stakes off `put_in`, or off the actions played out."""
    if document.put_in is not None:
        live = tuple(name for name in document.names if name in document.put_in and name not in document.folded)
        if not live:
            raise DocumentError("folded", "nobody is left who could win")
        return Stakes(dict(document.put_in), live, (), document.pot)
    table = replay(document)
    if table.turn is not None:
        raise DocumentError("question", "%(name)s still has to act", name=table.turn)
    put_in = dict.fromkeys(table.in_front, 0)
    for entry in table.book:
        put_in[entry.seat] += 0 if entry.kind == "dead" else entry.chips
    dead = document.pot + sum(entry.chips for entry in table.book if entry.kind == "dead")
    killed = tuple(entry.seat for entry in table.book if entry.did == "muck")
    return Stakes(put_in, tuple(table.live), killed, dead)


def share(stakes: Stakes) -> Pots:
    """Share the stakes out by what each live seat can win: from everybody as much as it put in itself (TDA 2024 21).

    The main pot is what the smallest live stake can win; each side pot what the next one can win more. What lies above
    every live stake stays in the last pot. Raises DocumentError at `question` when nobody is left to win.
    """
    if not stakes.live:
        raise DocumentError("question", "nobody is left who could win")
    returned = _unmatched(stakes)
    matched = {seat: chips - returned.get(seat, 0) for seat, chips in stakes.put_in.items()}
    pots: list[tuple[int, tuple[str, ...]]] = []
    for stake in sorted({matched[seat] for seat in stakes.live}):
        can_win = stakes.dead + sum(min(chips, stake) for chips in matched.values())
        eligible = tuple(seat for seat in stakes.live if matched[seat] >= stake)
        pots.append((can_win - sum(amount for amount, _ in pots), eligible))
    above = stakes.dead + sum(matched.values()) - sum(amount for amount, _ in pots)
    amount, eligible = pots.pop()
    return Pots(tuple(pot for pot in (*pots, (amount + above, eligible)) if pot[0]), returned)


def _unmatched(stakes: Stakes) -> dict[str, int]:
    """Return what one seat put in above everybody else, folded or not. A folded seat itself gets nothing back."""
    most = max(stakes.put_in, key=stakes.put_in.__getitem__)
    over = stakes.put_in[most] - max((chips for seat, chips in stakes.put_in.items() if seat != most), default=0)
    return {most: over} if over and most in (*stakes.live, *stakes.killed) else {}
