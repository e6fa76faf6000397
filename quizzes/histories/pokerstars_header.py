"""The first line of a hand in the text form of PokerStars: which game, with which limit and stakes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, Game
from quizzes.histories.amounts import AMOUNT

BEGINS = re.compile(r"PokerStars .*(?:Hand|Game) #\d+")
"""How the first line of a hand begins."""

GAME_NAMES: Mapping[str, str] = {
    "hold'em": "holdem",
    "omaha": "omaha",
    "5 card omaha": "omaha",
    "6 card omaha": "omaha",
    "omaha hi/lo": "omaha8",
    "5 card omaha hi/lo": "omaha8",
    "razz": "razz",
    "7 card stud": "stud",
    "7 card stud hi/lo": "stud8",
    "5 card draw": "draw",
    "triple draw 2-7 lowball": "27td",
    "2-7 triple draw": "27td",
    "single draw 2-7 lowball": "27sd",
    "2-7 single draw": "27sd",
    "badugi": "badugi",
}
"""The games by their whole names: 6+ Hold'em or 2-7 Razz are others than the games whose names they end in."""

LIMIT_NAMES: Mapping[str, str] = {"no limit": "no-limit", "pot limit": "pot-limit", "limit": "fixed-limit"}

_NAMES = "|".join(sorted(map(re.escape, GAME_NAMES), key=len, reverse=True))
_CLUB = r"(?:\{[^{}]*\}\s*)?"
_PAID = rf"(?:Freeroll|\d+\s?(?:FPP|SC)|{AMOUNT}(?:\s?\+\s?{AMOUNT})*(?:\s(?:(?-i:[A-Z]{{3}})|Play Money))?)"
"""What a tournament costs: 200+20, $1.00+$0.10 USD, 1500 Play Money, 50FPP, or nothing."""
_TOURNAMENT = rf"(?:Tournament #\d+,\s*(?:{_PAID}\s+)?)?"
_MIXED = r"(?:[A-Za-z0-9 /.&'-]+ \()?"
"""The name of a rotation, such as 8-Game, before the game that is played, in brackets."""

_GAME = re.compile(
    rf"PokerStars [^:]*#\d+:\s*{_CLUB}{_TOURNAMENT}{_MIXED}(?P<game>{_NAMES})\)?\s+"
    r"(?P<limit>No Limit|Pot Limit|Limit)(?=\s*[-,()])",
    re.IGNORECASE,
)
_STAKES = re.compile(rf"(?<=[(\s])(?P<small>{AMOUNT})/(?P<big>{AMOUNT})(?![\d/])")


class Header(NamedTuple):
    """What the first line says; the stakes stand as they are written there."""

    game: Game
    limit: str
    small: str
    big: str


def read_header(words: str, line: int) -> Header:
    """Return what the first line of a hand says. Raises DocumentError at the line for a game that is not read."""
    game = _GAME.match(words)
    stakes = _STAKES.search(words, game.end()) if game else None
    if game is None or stakes is None:
        raise DocumentError(f"line {line}", "this line names no game that can be read here, with its limit and stakes")
    played = GAMES[GAME_NAMES[game["game"].lower()]]
    return Header(played, LIMIT_NAMES[game["limit"].lower()], stakes["small"], stakes["big"])
