"""In what order do the hands rank?"""

from __future__ import annotations

from quizzes.engine.document import Document
from quizzes.engine.showdown import compared_hands, ranking
from quizzes.engine.steps import Solution
from quizzes.kinds.read_hand import comparison


def solve(document: Document) -> Solution:
    """Return the players from the best hand down, those that tie in one list. TDA 2024 12: cards speak.

    Raises DocumentError at `question` when fewer than two players are left, at `seats[i].cards` for cards that are
    missing or unknown, and at `board` for a board that can't be read.
    """
    hands = compared_hands(document)
    return comparison(hands, {"order": [list(tied) for tied in ranking(hands)]})
