"""What comes back, chip by chip: each chip that no other stake reaches."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.kinds.second.side_pots import stakes


def solve(document: Document) -> dict[str, Any]:
    """Return the chips `returned`."""
    put_in = stakes(document).put_in.values()
    return {"returned": sum(sum(stake >= chip for stake in put_in) == 1 for chip in range(1, max(put_in) + 1))}
