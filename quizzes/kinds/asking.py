"""What every betting question asks first: the hand as it stands, and whom the question is about."""

from __future__ import annotations

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, play
from quizzes.kinds.base import keeping_last

ABOUT_CARDS = frozenset({
    "read_hand", "winner", "ranking", "nuts", "outs", "choice",
    "action_order", "next_button", "posting", "show_order", "may_see",
})  # fmt: skip
"""The kinds that ask about hands face up, or about procedure, when it is nobody's turn."""

HIDES_POSTS = frozenset({"action_order", "posting"})
"""The kinds that ask who posts what or who acts when: neither table nor log may show it."""


@keeping_last
def asked(document: Document) -> tuple[Hand, int]:
    """Return the hand and the seat that the question is about: the one named, else the one whose turn it is.

    Raises DocumentError at the place where the hand breaks a rule, or at `question` when nobody is asked.
    """
    if document.limit == "fixed-limit" and not (document.bets or document.blinds):
        raise DocumentError("bets", "fixed-limit needs its bets: [small bet, big bet]")
    hand = play(document)
    if document.question.player is not None:
        seat = document.index(document.question.player)
        if not hand.live[seat]:
            raise DocumentError("question.player", "%(name)s has folded", name=document.question.player)
        return hand, seat
    if document.put_in is not None:
        raise DocumentError("put_in", "a betting question is asked of actions, not of put_in")
    if hand.round.turn is None:
        raise DocumentError("question", "nobody has to act: the betting on this street is over")
    return hand, hand.round.turn


def closed(document: Document) -> Hand:
    """Return the hand once its betting is over. Raises DocumentError at `question` while somebody has to act."""
    hand = play(document)
    if hand.round.turn is not None:
        raise DocumentError(
            "question", "the pots are not made while %(name)s still has to act", name=hand.name(hand.round.turn)
        )
    return hand
