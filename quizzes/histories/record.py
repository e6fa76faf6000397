"""A hand that was played, as its record tells it, whatever the format: facts, and nothing worked out from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Posted = Literal["small", "big", "live", "dead", "straddle"]
"""What a post is: a blind, a live post of a seat that is no blind, dead money, or a straddle."""

Verb = Literal["fold", "killed", "pass", "check", "call", "bet", "bring-in", "draw", "muck"]
"""What somebody did.

`bet` puts in chips to a total, whether that is a bet, a raise or a completion; `pass` is a check or a call, whichever
the bet makes it. A hand that is `killed` is folded for an all-in player who is away; to `muck` is to give up a hand
once the betting is over.
"""


class Player(NamedTuple):
    """Somebody dealt in: the chips before any post, None for any number, and the last known cards, `??` for unknown.

    A stud hand's cards stand in the order in which they were dealt. `ante` is what the player put in of an ante of all,
    None where the record does not say so.
    """

    name: str
    stack: int | None
    cards: tuple[str, ...] = ()
    ante: int | None = None


class Post(NamedTuple):
    """Chips that a player, counted clockwise from 0, put in before anybody acted. Antes are none of these."""

    player: int
    posted: Posted
    chips: int


class Move(NamedTuple):
    """What a player did on a street, at a line of the file.

    `to` is its street total after it where the record states that, for a draw the number of cards exchanged.
    """

    street: str
    player: int
    verb: Verb
    to: int | None = None
    line: int = 1


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand as it was recorded. Amounts are whole chips, in a game for money hundredths of its unit.

    line         the line of the file at which the hand begins
    players      clockwise; `button` is the place of one, None where nobody sits there or the game has none
    ante         each player's, by the big blind alone where `ante_by` says so
    total        the chips of all pots, None where the record does not state them
    collected    who was paid of a pot, nobody where the record does not state it
    given_back   the chips of a bet that nobody called, by who got them back
    sold         who was paid off by the room before the showdown: what it awards to them need not be told
    """

    game: str
    limit: str
    players: tuple[Player, ...]
    moves: tuple[Move, ...]
    line: int = 1
    button: int | None = None
    blinds: tuple[int, int] | None = None
    bets: tuple[int, int] | None = None
    ante: int = 0
    ante_by: str = "all"
    bring_in: int = 0
    posts: tuple[Post, ...] = ()
    board: tuple[str, ...] = ()
    total: int | None = None
    collected: frozenset[int] = frozenset()
    given_back: Mapping[int, int] = field(default_factory=dict)
    sold: frozenset[int] = frozenset()

    def posters(self, posted: Posted) -> list[int]:
        """Return the players who posted this, in the order of their posts."""
        return [post.player for post in self.posts if post.posted == posted]

    def clockwise(self) -> list[int]:
        """Return the players clockwise from the button's left; from the first where nobody is the button.

        With nobody on the button, whoever posted the first blind is the first after it.
        """
        first = [*self.posters("small"), *self.posters("big"), 0][0] if self.button is None else self.button + 1
        return [place % len(self.players) for place in range(first, first + len(self.players))]
