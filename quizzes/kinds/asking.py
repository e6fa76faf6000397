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


NEEDS_A_TURN = frozenset({"legal_actions", "min_raise", "pot_limit", "fixed_limit", "starting_hand"})
"""The kinds that ask what may be done: nobody may do anything once the betting of the street is over."""


@keeping_last
def asked(document: Document) -> tuple[Hand, int]:
    """Return the hand and the seat that the question is about: the one named, else the one whose turn it is.

    A named seat may be asked before its turn has come, but what it may do not when nobody's turn is left.

    Raises DocumentError at the place where the hand breaks a rule, at `question.player` for who has nothing to decide,
    or at `question` when nobody is asked.
    """
    check_bets_are_told(document)
    hand = play(document)
    seat = hand.round.turn
    if document.question.player is not None:
        seat = document.index(document.question.player)
        if not hand.live[seat]:
            raise DocumentError("question.player", "%(name)s has folded", name=document.question.player)
        if hand.round.stacks[seat] == 0:
            raise DocumentError("question.player", "%(name)s is all-in", name=document.question.player)
    over = hand.round.turn is None and document.question.kind in NEEDS_A_TURN
    if seat is None or over or sum(hand.live) < 2:
        raise DocumentError("question", "nobody has to act: the betting on this street is over")
    return hand, seat


def check_bets_are_told(document: Document) -> None:
    """Refuse a question about betting that a document tells too little for.

    Raises DocumentError at `put_in`, which tells nobody's turn, or at `bets`, without which there are no sizes in
    fixed-limit and no completion of a bring-in.
    """
    if document.put_in is not None:
        raise DocumentError("put_in", "a betting question is asked of actions, not of put_in")
    if document.limit == "fixed-limit" and not (document.bets or document.blinds):
        raise DocumentError("bets", "fixed-limit needs its bets: [small bet, big bet]")
    if document.bring_in and document.street == document.game.first and not document.bets:
        raise DocumentError("bets", "bets are [small bet, big bet]")


def closed(document: Document) -> Hand:
    """Return the hand once its betting is over.

    Raises DocumentError at `question` while somebody has to act, and where nobody has a hand any more.
    """
    hand = play(document)
    if hand.round.turn is not None:
        raise DocumentError(
            "question", "the pots are not made while %(name)s still has to act", name=hand.name(hand.round.turn)
        )
    if not any(hand.live):
        raise DocumentError("question", "every hand was mucked, so nobody can win the pot")
    return hand
