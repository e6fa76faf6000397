"""The unit of a fixed-limit street, the bets and raises made on it, and the next one."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.levels import bet_units, ladder, next_totals
from quizzes.kinds.second.raises import may_raise
from quizzes.kinds.second.table import asked, replay


def solve(document: Document) -> dict[str, Any]:
    """Return `bet_size`, `raises_made`, `may_raise` and `raise_to`; DocumentError at `limit` in the other limits.

    Where two sizes may be bet, the larger one is the unit that is asked for.
    """
    if document.limit != "fixed-limit":
        raise DocumentError("limit", "only fixed-limit has a unit and a cap")
    table = replay(document)
    may = may_raise(table, asked(table))
    return {
        "bet_size": bet_units(table)[1],
        "raises_made": ladder(table).made,
        "may_raise": may,
        "raise_to": next_totals(table)[1] if may else None,
    }
