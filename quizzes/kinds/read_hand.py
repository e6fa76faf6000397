"""Which five cards does a player play, and what do they make?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quizzes.engine.cards import Card, cards_text
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.hands import best_five
from quizzes.engine.showdown import cards_of
from quizzes.engine.steps import Solution, Step


def solve(document: Document) -> Solution:
    """Return the category and the five cards of the question's player, the strongest group first.

    Raises DocumentError at `question.player` where no player with cards is named, at `seats[i].cards` for an unknown
    card, and at `board` for a board that can't be read.
    """
    play(document)
    name = document.question.player
    if name is None:
        raise DocumentError("question.player", "name the player whose hand is read")
    if not document.seats[document.index(name)].cards:
        raise DocumentError("question.player", f"{name} has no cards to read")
    step = reading(name, cards_of(document, name))
    return Solution(step.out, (step,))


def reading(name: str, cards: Sequence[Card]) -> Step:
    """Return the step that reads the best five out of a player's cards and the board's. TDA 2024 12: cards speak."""
    hand = best_five(cards)
    out = {"category": hand.category, "cards": cards_text(hand.cards)}
    return Step("cards-speak", "state", {"cards": cards_text(cards)}, out, name)


def comparison(hands: Mapping[str, Sequence[Card]], answer: Mapping[str, Any]) -> Solution:
    """Return an answer that follows from the players' hands, with the steps that read each and compare their fives."""
    readings = [reading(name, cards) for name, cards in hands.items()]
    fives = {name: step.out["cards"] for name, step in zip(hands, readings, strict=True)}
    return Solution(answer, (*readings, Step("cards-speak", "compare", fives, answer)))
