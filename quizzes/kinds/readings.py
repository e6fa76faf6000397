"""Hands read and compared, step by step: which cards play under the game's rule, and whose are better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine.cards import cards_text
from quizzes.engine.games import Game
from quizzes.engine.hands import Hand
from quizzes.engine.holdings import Holding
from quizzes.engine.steps import Solution, Step

LOW_RULE = "eight-or-better"


def rule_of(game: Game) -> str:
    """Return the rule by which a hand of a game is read; of hands that nothing restricts it is that cards speak.

    TDA 2024 12, and for what the TDA rules leave to the game, RRoP 11.
    """
    if game.scale != "high":
        return game.scale
    return "cards-speak" if game.use is None else "two-and-three"


def hand_table(hand: Hand) -> dict[str, Any]:
    """Return a hand in the words of the scenario format."""
    return {"category": hand.category, "cards": cards_text(hand.cards)}


def reading(name: str, holding: Holding) -> Step:
    """Return the step that reads a player's hand, for what the game awards first."""
    return Step(rule_of(holding.game), "state", _seen(holding), hand_table(holding.best()), name)


def readings(name: str, holding: Holding) -> tuple[Step, Step]:
    """Return the steps that read a player's high hand and its low in a split game."""
    high, low = reading(name, holding), holding.best_low()
    return (
        Step(high.rule, "state", high.values, {"high": high.out}, name),
        Step(LOW_RULE, "state", high.values, {"low": low and {"cards": cards_text(low.cards)}}, name),
    )


def _seen(holding: Holding) -> dict[str, list[str]]:
    if holding.game.use is None:
        return {"cards": cards_text(holding.cards)}
    return {"own": cards_text(holding.own), "board": cards_text(holding.board)}


def comparison(hands: Mapping[str, Holding], answer: Mapping[str, Any]) -> Solution:
    """Return an answer that follows from the players' hands, with the steps that read each and compare them."""
    steps = [reading(name, holding) for name, holding in hands.items()]
    return Solution(answer, (*steps, _compared(hands, steps, answer)))


def split_comparison(hands: Mapping[str, Holding], answer: Mapping[str, Any]) -> Solution:
    """Return the same of a split game, whose answer tells the high half and the low half."""
    pairs = [readings(name, holding) for name, holding in hands.items()]
    high = _compared(hands, [high for high, _ in pairs], {"high": answer["high"]})
    lows = {name: low.out["low"] and low.out["low"]["cards"] for name, (_, low) in zip(hands, pairs, strict=True)}
    low = Step(LOW_RULE, "compare", lows, {"low": answer["low"]})
    return Solution(answer, (*(step for pair in pairs for step in pair), high, low))


def _compared(hands: Mapping[str, Holding], steps: list[Step], out: Mapping[str, Any]) -> Step:
    game = next(iter(hands.values())).game
    read = [step.out.get("high", step.out) for step in steps]
    fives = {name: hand["cards"] for name, hand in zip(hands, read, strict=True)}
    return Step("cards-speak" if game.scale == "high" else game.scale, "compare", fives, out)
