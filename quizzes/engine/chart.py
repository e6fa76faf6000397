"""A house's chart of starting hands: the group of a hand, and what it does by position and by what happened before."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from quizzes.engine.cards import RANKS, Card, rank_of, suit_of
from quizzes.engine.document import Action, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, frames
from quizzes.engine.posting import blind_seats, players_from

_CHARTS = Path(__file__).parent / "rulesets" / "charts"

LATE, MIDDLE = 2, 3
"""How many seats before the blinds are late, and how many before those are middle; what is left over is early."""

Rows = Mapping[str, Sequence[str]]
"""For each situation what is done in each position."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as its file in rulesets/charts tells it.

    groups      each group's hands, such as "AKs", "AKo" and "AA"
    actions     each group's table; exceptions are those of single hands, which come before their group's
    """

    positions: tuple[str, ...]
    situations: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    actions: Mapping[str, Rows]
    exceptions: Mapping[str, Rows]

    def group(self, hand: str) -> str | None:
        """Return the group that a hand is in; None for one that the chart leaves out."""
        return next((group for group, hands in self.groups.items() if hand in hands), None)

    def action(self, hand: str, situation: str, position: str) -> str:
        """Return what the chart does with a hand: raise, call, check or fold."""
        group = self.group(hand)
        if group is None:
            return "fold"
        rows = {**self.actions[group], **self.exceptions.get(hand, {})}
        return rows[situation][self.positions.index(position)]


@cache
def chart(name: str) -> Chart:
    """Return the chart with this name, a value of the toggle `chart` other than none."""
    table = tomllib.loads((_CHARTS / f"{name}.toml").read_text(encoding="utf-8"))
    return Chart(
        positions=tuple(table["positions"]),
        situations=tuple(table["situations"]),
        groups=MappingProxyType({group: tuple(hands) for group, hands in table["groups"].items()}),
        actions=MappingProxyType(table["actions"]),
        exceptions=MappingProxyType(table["exceptions"]),
    )


def chart_of(document: Document) -> Chart:
    """Return the house's chart. Raises DocumentError at `question` where it has none, or the game is not hold'em."""
    name = document.rules["chart"]
    if name == "none":
        raise DocumentError("question", "%(house)s has no chart of starting hands", house=document.rules.name)
    if document.game.id != "holdem":
        raise DocumentError("question", "the chart is for the two cards of a hold'em hand")
    return chart(str(name))


def name_of(cards: Sequence[Card]) -> str:
    """Return how a chart names two cards: AA, AKs when they share a suit, AKo when they don't."""
    high, low = sorted(cards, reverse=True)
    ranks = RANKS[rank_of(high)] + RANKS[rank_of(low)]
    if rank_of(high) == rank_of(low):
        return ranks
    return ranks + ("s" if suit_of(high) == suit_of(low) else "o")


def position_of(document: Document, seat: int) -> str:
    """Return a seat's position: a blind's own, else late for the last two, middle for three, early for those before.

    Fewer than ten players leave the early seats out first, then the middle ones.
    """
    small, big = blind_seats(document)
    if seat in (small, big):
        return "small-blind" if seat == small else "big-blind"
    after = [place for place in players_from(document, big + 1) if place not in (small, big)]
    behind = len(after) - 1 - after.index(seat)
    if behind < LATE:
        return "late"
    return "middle" if behind < LATE + MIDDLE else "early"


def situation_before(hand: Hand, seat: int) -> str:
    """Return what the other players did before a seat: their raises, and the calls of the last bet or raise.

    An all-in over the bet is a raise, one up to it a call.
    """
    raises = calls = 0
    hands = frames(hand.document)
    for before, after, item in zip(hands, hands[1:], hand.document.actions, strict=False):
        if not isinstance(item, Action) or hand.document.index(item.seat) == seat:
            continue
        if after.round.bet > before.round.bet:
            raises, calls = raises + 1, 0
        elif item.verb in ("call", "all-in"):
            calls += 1
    if raises > 1:
        return "raises"
    if raises:
        return "raise-call" if calls else "raise"
    return "folds" if not calls else "one-call" if calls == 1 else "calls"
