"""The smallest full raise, found by trying."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.raises import full_raise_of, open_to
from quizzes.kinds.second.table import asked, replay


def solve(document: Document) -> dict[str, Any]:
    """Return `raise_to`, `raise_by` and `adds` in chips; DocumentError at `question` for a stack below a full raise."""
    table = replay(document)
    seat = asked(table)
    total = full_raise_of(table, seat)
    if total is None:
        if open_to(table, seat):
            raise DocumentError("question", "%(name)s's stack is below a full raise", name=seat)
        return {"raise_to": None, "raise_by": None, "adds": None}
    return {"raise_to": total, "raise_by": total - table.bet, "adds": total - table.in_front[seat]}
