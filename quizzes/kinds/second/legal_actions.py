"""All that a player may do, with the amounts."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.raises import full_raise_of, may_raise
from quizzes.kinds.second.table import asked, replay


def solve(document: Document) -> dict[str, Any]:
    """Return what the seat may do: street totals, and `call_adds` in chips; DocumentError for who is all-in."""
    table = replay(document)
    seat = asked(table)
    own, most, price = table.in_front()[seat], table.most(seat), table.to_call(seat)
    if most == own:
        raise DocumentError("question.player", f"{seat} is all-in")
    call = price if most is None else min(price, most)
    full = full_raise_of(table, seat)
    short = may_raise(table, seat) and full is None
    return {
        "to_act": seat,
        "may_check": own >= price,
        "call_to": None if own >= price else call,
        "call_adds": None if own >= price else call - own,
        "may_raise": may_raise(table, seat),
        "raise_min_to": full,
        "raise_max_to": None if full is None else most,
        "all_in_to": most if short else None,
    }
