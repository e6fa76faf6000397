"""The games: what is dealt on each street, which cards a hand may use, and what wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from quizzes.engine.cards import DECK, RANKS, Card

Family = Literal["flop", "stud", "draw"]
Scale = Literal["high", "ace-to-five", "deuce-to-seven", "badugi"]
"""How hands are compared. On each scale but the first the lowest hand is the best."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game.

    hand      how many cards a player holds in the end, the larger numbers being variants of the game
    use       how many of its own cards a hand must use beside the board; None for as many as it likes
    scale     what wins; a split game has an eight-or-better low half besides
    streets   its betting rounds in order; open_cards how many cards of a stud hand lie open on each
    lowest    the lowest rank in the deck, 0 for a two
    most      how many may play where that is fewer than the deck could serve
    big_from  the street from which fixed-limit bets are big ones
    """

    id: str
    family: Family
    hand: tuple[int, ...]
    scale: Scale
    streets: tuple[str, ...]
    big_from: str
    use: int | None = None
    split: bool = False
    open_cards: tuple[int, ...] = ()
    lowest: int = 0
    most: int = 0

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that the game is played with."""
        return DECK[self.lowest * 4 :]

    @property
    def first(self) -> str:
        """The street on which blinds, antes and the bring-in are posted."""
        return self.streets[0]

    def most_players(self, hand: int = 0) -> int:
        """Return how many players one deck can serve, each with a hand of so many cards, 0 for the usual number.

        A flop game leaves five cards for the board, its burns left out when there is no other way: 23 in hold'em, 22
        with burns. In stud one last card in the middle can serve everybody; a draw game shuffles its discards in.
        """
        cards = hand or self.hand[0]
        if self.most:
            return self.most
        if self.family == "flop":
            return (len(self.deck) - 5) // cards
        return (len(self.deck) - 1) // (cards - 1) if self.family == "stud" else len(self.deck) // cards

    @property
    def second_card(self) -> str:
        """The street that gives a stud hand its second open card."""
        return self.streets[1]

    def board_cards(self, street: str) -> int:
        """Return how many community cards lie on the table on this street."""
        return (0, 3, 4, 5)[self.streets.index(street)] if self.family == "flop" else 0

    def dealt(self, street: str) -> int:
        """Return how many cards of its own a player has been dealt by this street."""
        if self.family != "stud":
            return self.hand[0]
        return self.streets.index(street) + self.hand[0] - len(self.streets) + 1

    def open_on(self, street: str) -> int:
        """Return how many of a player's cards lie open on this street."""
        return self.open_cards[self.streets.index(street)] if self.open_cards else 0

    def next_street(self, street: str) -> str | None:
        """Return the street after this one, None after the last."""
        place = self.streets.index(street) + 1
        return self.streets[place] if place < len(self.streets) else None


_FLOP = ("preflop", "flop", "turn", "river")
_SEVEN = ("third", "fourth", "fifth", "sixth", "seventh")
_ONE_DRAW = ("predraw", "draw1")
_THREE_DRAWS = ("predraw", "draw1", "draw2", "draw3")
_SEVEN_OPEN = (1, 2, 3, 4, 4)

_GAMES = (
    Game("holdem", "flop", (2,), "high", _FLOP, "turn"),
    Game("royal", "flop", (2,), "high", _FLOP, "turn", lowest=RANKS.index("T"), most=6),
    Game("omaha", "flop", (4, 5, 6), "high", _FLOP, "turn", use=2),
    Game("omaha8", "flop", (4, 5, 6), "high", _FLOP, "turn", use=2, split=True),
    Game("draw", "draw", (5,), "high", _ONE_DRAW, "draw1"),
    Game("27sd", "draw", (5,), "deuce-to-seven", _ONE_DRAW, "draw1"),
    Game("27td", "draw", (5,), "deuce-to-seven", _THREE_DRAWS, "draw2"),
    Game("a5td", "draw", (5,), "ace-to-five", _THREE_DRAWS, "draw2"),
    Game("badugi", "draw", (4,), "badugi", _THREE_DRAWS, "draw2"),
    Game("razz", "stud", (7,), "ace-to-five", _SEVEN, "fifth", open_cards=_SEVEN_OPEN),
    Game("stud", "stud", (7,), "high", _SEVEN, "fifth", open_cards=_SEVEN_OPEN),
    Game("stud8", "stud", (7,), "high", _SEVEN, "fifth", split=True, open_cards=_SEVEN_OPEN),
    Game("stud5", "stud", (5,), "high", ("second", "third", "fourth", "fifth"), "fourth", open_cards=(1, 2, 3, 4)),
)
GAMES: Mapping[str, Game] = MappingProxyType({game.id: game for game in _GAMES})
ROTATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType({"horse": ("holdem", "omaha8", "razz", "stud", "stud8")})
"""Mixed games: the order in which their games are played, in fixed-limit. The button stands still in the stud games."""

LIMITS = ("no-limit", "pot-limit", "fixed-limit")
