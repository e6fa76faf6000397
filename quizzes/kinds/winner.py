"""Who has the best hand, and what decides it?"""

from __future__ import annotations

from quizzes.engine.document import Document
from quizzes.engine.showdown import compared_hands, decide
from quizzes.engine.steps import Solution
from quizzes.kinds.read_hand import comparison


def solve(document: Document) -> Solution:
    """Return the winners and what sets them above the best hand that doesn't win. TDA 2024 12: cards speak.

    Raises DocumentError at `question` when fewer than two players are left, at `seats[i].cards` for cards that are
    missing or unknown, and at `board` for a board that can't be read.
    """
    hands = compared_hands(document)
    decision = decide(hands)
    answer = {
        "winners": list(decision.winners),
        "split": decision.split,
        "category": decision.category,
        "decided_by": decision.decided_by,
    }
    return comparison(hands, answer)
