"""Whether the betting is open again to a player who has acted, judged from what that player did."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.raises import full_raise_of, may_raise, reopening
from quizzes.kinds.second.table import asked, replay


def solve(document: Document) -> dict[str, Any]:
    """Return `may_raise`, `facing`, `needed`, `raise_min_to`; DocumentError at `question` for who has not acted."""
    table = replay(document)
    seat = asked(table)
    acted = reopening(table, seat)
    if acted is None:
        raise DocumentError("question", "%(name)s has not acted on the %(street)s", name=seat, street=table.street)
    full = full_raise_of(table, seat)
    return {
        "may_raise": full is not None or may_raise(table, seat),
        "facing": acted.facing,
        "needed": acted.needed,
        "raise_min_to": full,
    }
