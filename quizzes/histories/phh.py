"""The poker hand history format: one hand as a table of TOML, `.phh`, or many under numbered headings, `.phhs`.

The players stand clockwise from the button's left, so the last of them is the button. Read as its specification and the
dialect of pokerkit 0.7 have it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf
from typing import Any

from quizzes.engine.cards import UNKNOWN
from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import MOST_AMOUNT
from quizzes.engine.games import GAMES, Game
from quizzes.engine.notation import load_table
from quizzes.histories.amounts import CENTS, chips
from quizzes.histories.record import Move, Player, Post, Posted, RecordedHand, Verb

VARIANTS: Mapping[str, tuple[str, str]] = {
    "FT": ("holdem", "fixed-limit"),
    "NT": ("holdem", "no-limit"),
    "PT": ("holdem", "pot-limit"),
    "PO": ("omaha", "pot-limit"),
    "FO/8": ("omaha8", "fixed-limit"),
    "F7S": ("stud", "fixed-limit"),
    "F7S/8": ("stud8", "fixed-limit"),
    "FR": ("razz", "fixed-limit"),
    "N2L1D": ("27sd", "no-limit"),
    "F2L3D": ("27td", "fixed-limit"),
    "FB": ("badugi", "fixed-limit"),
}
"""The format's codes of games that a document names too, as game and limit. Short-deck hold'em is none of those."""

_PLAYER = re.compile(r"p[0-9]{1,2}")
_AMOUNT = re.compile(r"[0-9]{1,16}(\.[0-9]+)?")


@dataclass(slots=True)
class _Told:
    """A hand as far as its actions have been read."""

    game: Game
    cards: list[list[str]]
    street: str
    board: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    drawn: set[int] = field(default_factory=set)

    def show(self, cards: Sequence[str]) -> None:
        """Put cards on the board, and go on to the street that has so many."""
        self.board += cards
        for street in reversed(self.game.streets):
            if self.game.board_cards(street) >= len(self.board):
                self.street = street

    def deal(self, player: int, cards: Sequence[str]) -> None:
        """Give a player cards; in stud they begin the street that so many cards belong to."""
        self.cards[player] += cards
        for street in self.game.streets if self.game.family == "stud" else ():
            if self.game.dealt(street) <= len(self.cards[player]):
                self.street = street

    def draw(self, player: int, cards: Sequence[str], line: int) -> None:
        """Exchange cards: whoever draws first, or a second time, begins the next street."""
        if self.street == self.game.first or player in self.drawn:
            street = self.game.next_street(self.street)
            if street is None or self.game.family != "draw":
                raise DocumentError(f"line {line}", "no cards are exchanged here")
            self.street, self.drawn = street, set()
        self.drawn.add(player)
        held = self.cards[player]
        for card in cards[: len(held)]:
            held.remove(card if card in held else UNKNOWN if UNKNOWN in held else held[0])
        self.moves.append(Move(self.street, player, "draw", len(cards), line))

    def end(self, player: int, cards: str, action: str, line: int) -> None:
        """Show a whole hand, or with "-" the one that was dealt; muck it where nothing is said of its cards."""
        if not cards:
            self.moves.append(Move(self.street, player, "muck", None, line))
        elif cards != "-":
            shown, many = _split(cards), len(self.cards[player])
            if len(shown) != many and (many or len(shown) not in self.game.hand):
                raise _no_action(action, line)
            self.cards[player] = shown


def read_hand(text: str, line: int = 1) -> RecordedHand:
    """Return the hand that a table of TOML tells, the table beginning at a line of its file.

    Raises DocumentError at a line of the file for what is no such table, or a game that a document does not name.
    """
    try:
        table = load_table(text)
    except DocumentError as error:
        raise error.at(f"line {int(error.where.removeprefix('line ')) + line - 1}") from error
    reader = _Reader(table, text, line, _scale(table))
    variant = str(table.get("variant"))
    if variant not in VARIANTS:
        raise DocumentError(
            reader.where("variant"), "%(variant)s is no game that can be read here", variant=repr(variant)
        )
    game, limit = VARIANTS[variant]
    told = reader.told(GAMES[game])
    stud, fixed = told.game.family == "stud", limit == "fixed-limit"
    return RecordedHand(
        game=game,
        limit=limit,
        players=reader.players(told),
        moves=tuple(told.moves),
        line=line,
        button=len(told.cards) - 1,
        blinds=None if stud else reader.blinds(),
        bets=(reader.one("small_bet"), reader.one("big_bet")) if fixed else None,
        bring_in=reader.one("bring_in") if stud else 0,
        posts=() if stud else reader.posts(),
        board=tuple(told.board),
        **reader.antes(),
    )


def _scale(table: Mapping[str, Any]) -> int:
    """Return how many chips a unit is: a hundred where the hand has any hundredths."""
    keys = ("starting_stacks", "blinds_or_straddles", "antes", "small_bet", "big_bet", "bring_in")
    told = [table.get(key) for key in keys]
    rows = [each for part in told for each in (part if isinstance(part, list) else [part])]
    parts = any(isinstance(each, float) and not isinf(each) and each % 1 for each in rows)
    acts = table.get("actions")
    words = [str(act).split() for act in (acts if isinstance(acts, list) else [])]
    bets = ["".join(each[2:3]) for each in words if each[1:2] == ["cbr"]]
    return CENTS if parts or any("." in bet for bet in bets) else 1


@dataclass(frozen=True, slots=True)
class _Reader:
    """One table of a file, read so that an error names the line that it is on."""

    table: Mapping[str, Any]
    text: str
    line: int
    scale: int

    def told(self, game: Game) -> _Told:
        """Return what the actions tell: cards that were dealt, and what players did."""
        told = _Told(game, [[] for _ in self.row("starting_stacks")], game.first)
        at = max(self.text.find("actions"), 0)
        for action in map(str, self.row("actions")):
            at = max(self.text.find(action, at), at)
            self.tell(told, action, self.line + self.text.count("\n", 0, at))
            at += len(action)
        return told

    def tell(self, told: _Told, action: str, line: int) -> None:
        """Add what one action says."""
        words = action.partition("#")[0].split()
        match words:
            case []:
                pass
            case ["d", "db", cards]:
                told.show(_split(cards))
            case ["d", "dh", who, cards]:
                told.deal(self.player(told, who, action, line), _split(cards))
            case [who, "sm", *cards] if len(cards) < 2:
                told.end(self.player(told, who, action, line), "".join(cards), action, line)
            case [who, "sd", *cards] if len(cards) < 2:
                told.draw(self.player(told, who, action, line), _split("".join(cards)), line)
            case [who, ("f" | "cc" | "pb") as what]:
                verb: Verb = {"f": "fold", "cc": "pass", "pb": "bring-in"}[what]  # type: ignore[assignment]  # the words are those of Verb
                told.moves.append(Move(told.street, self.player(told, who, action, line), verb, None, line))
            case [who, "cbr", amount] if _AMOUNT.fullmatch(amount):
                bet = chips(amount, self.scale, line)
                told.moves.append(Move(told.street, self.player(told, who, action, line), "bet", bet, line))
            case _:
                raise _no_action(action, line)

    def player(self, told: _Told, who: str, action: str, line: int) -> int:
        """Return the place that "p3" names."""
        number = int(who[1:]) if _PLAYER.fullmatch(who) else 0
        if not 1 <= number <= len(told.cards):
            raise _no_action(action, line)
        return number - 1

    def players(self, told: _Told) -> tuple[Player, ...]:
        """Return the players with their stacks, None for one without end, and their last cards."""
        names, stacks = self.table.get("players"), self.row("starting_stacks")
        named = names if isinstance(names, list) and len(names) == len(stacks) else [""] * len(stacks)
        chips = [None if _endless(stack) else self.amount("starting_stacks", stack) for stack in stacks]
        antes = self.antes()
        ante = antes["ante"] if "ante_by" not in antes else None
        return tuple(
            Player(str(name), stack, tuple(cards), ante)
            for name, stack, cards in zip(named, chips, told.cards, strict=True)
        )

    def blinds(self) -> tuple[int, int]:
        """Return the small and the big blind."""
        small, big = [*self.amounts("blinds_or_straddles"), 0, 0][:2]
        if not big:
            raise DocumentError(
                self.where("blinds_or_straddles"), "a game with a button has its blinds first: [small, big, 0]"
            )
        return small, big

    def posts(self) -> tuple[Post, ...]:
        """Return the blinds and straddles. Heads-up the button, who stands last, posts the small blind."""
        amounts = self.amounts("blinds_or_straddles")
        if len(amounts) == 2:
            return Post(1, "small", amounts[0]), Post(0, "big", amounts[1])
        kinds: list[Posted] = ["small", "big", *["straddle" for _ in amounts[2:]]]  # type: ignore[list-item]  # the words are those of Posted
        posts = (Post(place, *each) for place, each in enumerate(zip(kinds, amounts, strict=True)))
        return tuple(post for post in posts if post.chips)

    def antes(self) -> dict[str, Any]:
        """Return the ante and who pays it: all the same, or the big blind alone, who stands second in the row."""
        amounts = self.amounts("antes")
        if len(set(amounts)) == 1:
            return {"ante": amounts[0]}
        if not amounts[0] and not any(amounts[2:]):
            return {"ante": amounts[1], "ante_by": "big-blind"}
        raise DocumentError(self.where("antes"), "antes are the same for all, or the big blind's alone")

    def amounts(self, key: str) -> list[int]:
        """Return a row of amounts, one a player."""
        row = self.row(key)
        if len(row) != len(self.row("starting_stacks")):
            raise DocumentError(self.where(key), "%(key)s has one amount for each player", key=key)
        return [self.amount(key, value) for value in row]

    def one(self, key: str) -> int:
        """Return the amount under a key."""
        return self.amount(key, self.table.get(key))

    def amount(self, key: str, value: Any) -> int:
        """Return a value as chips."""
        number = type(value) in (int, float)
        if not number or _endless(value) or not 0 <= value <= MOST_AMOUNT:
            raise DocumentError(
                self.where(key), "%(key)s has %(value)s where an amount belongs", key=key, value=repr(value)
            )
        return chips(f"{value:f}" if isinstance(value, float) else str(value), self.scale, self.line_of(key))

    def row(self, key: str) -> list[Any]:
        """Return the list under a key."""
        value = self.table.get(key)
        if not isinstance(value, list) or not value:
            raise DocumentError(self.where(key), "a hand has a list of %(key)s", key=key)
        return value

    def where(self, key: str) -> str:
        """Return the line of a key, as an error names it."""
        return f"line {self.line_of(key)}"

    def line_of(self, key: str) -> int:
        """Return the line on which a key stands, the hand's first where it stands nowhere."""
        return self.line + self.text[: max(self.text.find(key), 0)].count("\n")


def _no_action(action: str, line: int) -> DocumentError:
    return DocumentError(f"line {line}", "%(action)s is no action of this format", action=repr(action[:80]))


def _endless(value: Any) -> bool:
    return isinstance(value, float) and isinf(value)


def _split(cards: str) -> list[str]:
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]
