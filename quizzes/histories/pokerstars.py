"""A hand in the text form of PokerStars: hold'em, Omaha, stud and draw, for money or in a tournament.

Only what the record says happened is read, up to its summary; from that, hands that were mucked face up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quizzes.engine.cards import UNKNOWN
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, Game
from quizzes.histories.amounts import AMOUNT, chips, plain, scale_of
from quizzes.histories.record import Move, Player, Post, Posted, RecordedHand, Verb

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
LIMIT_NAMES: Mapping[str, str] = {"no limit": "no-limit", "pot limit": "pot-limit", "limit": "fixed-limit"}

LONGEST_LINE = 500
"""Signs of a line. The form's own have at most half as many, and what is longer would be searched again and again."""

_NAMES = "|".join(sorted(map(re.escape, GAME_NAMES), key=len, reverse=True))
_GAME = re.compile(rf"\b(?P<game>{_NAMES})\)?\s+(?P<limit>No Limit|Pot Limit|Limit)\b", re.IGNORECASE)
_STAKES = re.compile(rf"(?<![\d,.])(?P<small>{AMOUNT})/(?P<big>{AMOUNT})")
_BUTTON = re.compile(r"Table .*Seat #(?P<seat>[0-9]+) is the button")
_SEAT = re.compile(rf"Seat (?P<seat>[0-9]+): (?P<name>.+?) \((?P<stack>{AMOUNT}) in chips\b.*")
_SHOWED = re.compile(r"Seat (?P<seat>[0-9]+): .+ (?:mucked|showed) \[(?P<cards>[^\]]+)\].*")
_DEALT = re.compile(r"Dealt to (?P<name>.+?) (?P<cards>\[[^\]]+\](?: \[[^\]]+\])?)")
_STREET = re.compile(r"\*\*\* (?P<street>[^*]+?) \*\*\*(?P<cards>.*)")
_BRACKETS = re.compile(r"\[([^\]]*)\]")

_POST = re.compile(rf"posts (?:the )?(?P<what>[a-z& ]+?) (?P<amount>{AMOUNT})")
_CALL = re.compile(rf"calls (?P<amount>{AMOUNT})")
_BET = re.compile(
    rf"(?:bets|(?:raises|completes)(?: it)?(?: {AMOUNT})? to|(?P<brings>brings in for)) (?P<amount>{AMOUNT})"
)
_DRAW = re.compile(r"(?:discards (?P<number>[0-9]+) cards?|stands pat)(?: .*)?")
_SHOWS = re.compile(r"shows \[(?P<cards>[^\]]+)\].*")
_PLAIN: Mapping[str, Verb] = {"folds": "fold", "checks": "check"}
_NO_ACTION = re.compile(r"(?:mucks|doesn't show|sits out|is sitting|is disconnected|is connected|shows)\b.*")
_ALL_IN = " and is all-in"

_STREETS: Mapping[str, Mapping[str, str]] = {
    "flop": {"flop": "flop", "turn": "turn", "river": "river"},
    "stud": {
        "4th street": "fourth",
        "5th street": "fifth",
        "6th street": "sixth",
        "7th street": "seventh",
        "river": "seventh",
    },
    "draw": {"first draw": "draw1", "second draw": "draw2", "third draw": "draw3"},
}
"""The streets by the words of their marks, for each family of games."""


class _Posting(NamedTuple):
    name: str
    posted: Posted
    amount: int


@dataclass(slots=True)
class _Told:
    """A hand as far as its lines have been read. Players go by their names, `seats` says where they sit."""

    game: Game
    limit: str
    stakes: tuple[int, int]
    scale: int
    line: int
    button: int = 0
    seats: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    cards: dict[str, list[str]] = field(default_factory=dict)
    open_cards: dict[str, list[str]] = field(default_factory=dict)
    street: str = ""
    board: list[str] = field(default_factory=list)
    antes: dict[str, int] = field(default_factory=dict)
    ante_lines: dict[str, int] = field(default_factory=dict)
    posts: list[_Posting] = field(default_factory=list)
    moves: list[tuple[str, Move]] = field(default_factory=list)
    totals: Counter[str] = field(default_factory=Counter)
    drawn: set[str] = field(default_factory=set)
    bring_in: int = 0

    def begin_street(self, street: str) -> None:
        """Go on to a street, on which nobody has put anything in."""
        self.street, self.totals, self.drawn = street, Counter(), set()

    def amount(self, text: str) -> int:
        """Return an amount as chips."""
        return chips(plain(text, self.line), self.scale, self.line)

    @property
    def where(self) -> str:
        """The line that is being read, as an error names it."""
        return f"line {self.line}"


def read_hand(text: str, line: int = 1) -> RecordedHand:
    """Return the hand that a text tells, the text beginning at a line of its file.

    Raises DocumentError at a line of the file for what can't be read or is too long, and for a board that was run
    twice.
    """
    lines = text.split("\n")
    for number, each in enumerate(lines, line):
        if len(each) > LONGEST_LINE:
            raise DocumentError(f"line {number}", "a line has at most %(most)s signs", most=LONGEST_LINE)
    told = _begin(lines, line)
    summary = False
    for number, each in enumerate(lines[1:], line + 1):
        told.line, words = number, each.strip()
        summary = summary or words.startswith("*** SUMMARY")
        if summary:
            _read_summary(told, words)
        elif words.startswith("*** "):
            _read_street(told, words)
        else:
            _read_line(told, words)
    told.line = line
    return _recorded(told)


def _begin(lines: list[str], line: int) -> _Told:
    """Read the first line: the game, its limit and its stakes, and whether it is played for money."""
    game = _GAME.search(lines[0])
    stakes = _STAKES.search(lines[0], game.end()) if game else None
    if game is None or stakes is None:
        raise DocumentError(f"line {line}", "this line names no game that can be read here, with its limit and stakes")
    stacks = [seat["stack"] for each in lines if (seat := _SEAT.fullmatch(each.strip()))]
    scale = scale_of(stakes["small"], stakes["big"], *stacks)
    small, big = (chips(plain(stakes[name], line), scale, line) for name in ("small", "big"))
    played = GAMES[GAME_NAMES[game["game"].lower()]]
    return _Told(played, LIMIT_NAMES[game["limit"].lower()], (small, big), scale, line, street=played.first)


def _read_line(told: _Told, words: str) -> None:
    """Read a line before the summary: a seat, the button, cards, or what a player did; others say nothing of it."""
    if found := _BUTTON.match(words):
        told.button = int(found["seat"])
    elif (found := _SEAT.fullmatch(words)) and not told.moves:
        _seat(told, found["name"], int(found["seat"]), told.amount(found["stack"]))
    elif (found := _DEALT.fullmatch(words)) and found["name"] in told.seats:
        _deal(told, found["name"], " ".join(_BRACKETS.findall(found["cards"])).split())
    elif name := next((name for name in sorted(told.seats, key=len)[::-1] if words.startswith(f"{name}: ")), ""):
        _act(told, name, words.removeprefix(f"{name}: "))


def _seat(told: _Told, name: str, seat: int, stack: int) -> None:
    """Note who sits where. Raises DocumentError for a name on a second seat and for a second name on a seat."""
    if name in told.seats:
        raise DocumentError(told.where, "two seats have the name %(name)s", name=repr(name))
    if seat in told.seats.values():
        raise DocumentError(told.where, "two players sit on seat %(seat)s", seat=seat)
    told.seats[name], told.stacks[name] = seat, stack


def _deal(told: _Told, name: str, cards: list[str]) -> None:
    """Note the cards that a player holds; of another player's stud hand those that lie open."""
    if told.game.family == "stud" and len(cards) < told.game.dealt(told.street):
        told.open_cards[name] = cards
        return
    told.cards[name] = cards
    if told.game.family == "stud":
        down = told.game.dealt(told.game.first) - 1
        told.open_cards[name] = cards[down : down + told.game.open_on(told.street)]


def _read_street(told: _Told, words: str) -> None:
    found = _STREET.fullmatch(words)
    mark = found["street"].lower() if found else ""
    street = _STREETS[told.game.family].get(mark)
    if "flop" in mark and mark != "flop":
        raise DocumentError(told.where, "a board that was run twice can't be told in a document")
    if found is None or street is None:
        return
    told.begin_street(street)
    cards = _BRACKETS.findall(found["cards"])
    told.board += cards[-1].split() if cards else []


def _act(told: _Told, name: str, words: str) -> None:
    """Read what a player did. Raises DocumentError for words that are none of an action's."""
    said, all_in = words.removesuffix(_ALL_IN), words.endswith(_ALL_IN)
    plain = said.split(" [")[0]
    if plain in _PLAIN:
        _move(told, name, _PLAIN[plain], None)
    elif found := _CALL.fullmatch(said):
        _move(told, name, "call", told.totals[name] + told.amount(found["amount"]))
    elif found := _BET.fullmatch(said):
        amount = told.amount(found["amount"])
        if found["brings"] and not all_in:
            told.bring_in = amount
        _move(told, name, "bring-in" if found["brings"] else "bet", amount)
    elif found := _POST.fullmatch(said):
        _post(told, name, found["what"], told.amount(found["amount"]))
    elif found := _DRAW.fullmatch(said):
        _draw(told, name, int(found["number"] or 0))
    elif found := _SHOWS.fullmatch(said):
        _show(told, name, found["cards"].split())
    elif not _NO_ACTION.fullmatch(said):
        raise DocumentError(told.where, "%(words)s is no action that can be read here", words=repr(words[:80]))


def _move(told: _Told, name: str, verb: Verb, to: int | None) -> None:
    if to is not None:
        told.totals[name] = to
    told.moves.append((name, Move(told.street, told.seats[name], verb, to, told.line)))


def _post(told: _Told, name: str, what: str, amount: int) -> None:
    """Note a post. A second small blind is dead, a second big one live; both at once are one of each."""
    there = {post.posted for post in told.posts}
    big = _blinds(told)[1]
    if what == "ante":
        told.antes[name], told.ante_lines[name] = amount, told.line
    elif what == "small blind":
        told.posts.append(_Posting(name, "dead" if "small" in there else "small", amount))
    elif what == "big blind":
        told.posts.append(_Posting(name, "live" if "big" in there else "big", amount))
    elif what == "small & big blinds":
        told.posts += [_Posting(name, "live", min(amount, big)), _Posting(name, "dead", max(0, amount - big))]
    elif what in ("straddle", "button blind", "dead"):
        posted: Posted = "straddle" if what == "straddle" else "dead" if what == "dead" else "live"
        told.posts.append(_Posting(name, posted, amount))
    else:
        raise DocumentError(told.where, "%(words)s is no post that can be read here", words=repr(what))
    live = [post.amount for post in told.posts if post.name == name and post.posted != "dead"]
    told.totals[name] = sum(live)


def _draw(told: _Told, name: str, number: int) -> None:
    """Note an exchange: whoever draws before the first mark, or a second time, begins the next street."""
    if told.street == told.game.first or name in told.drawn:
        told.begin_street(told.game.next_street(told.street) or told.street)
    told.drawn.add(name)
    told.moves.append((name, Move(told.street, told.seats[name], "draw", number, told.line)))


def _show(told: _Told, name: str, cards: Sequence[str]) -> None:
    """Note a whole hand that was shown. A stud hand's open cards stand where they were dealt."""
    if len(cards) not in told.game.hand:
        return
    if told.game.family == "stud":
        open_cards = [card for card in told.open_cards.get(name, ()) if card in cards]
        down = [card for card in cards if card not in open_cards]
        first = told.game.dealt(told.game.first) - 1
        cards = [*down[:first], *open_cards, *down[first:]]
    told.cards[name] = list(cards)


def _read_summary(told: _Told, words: str) -> None:
    """Read a hand that the summary alone shows."""
    found = _SHOWED.fullmatch(words)
    name = next((name for name, seat in told.seats.items() if found and seat == int(found["seat"])), "")
    if found and name:
        _show(told, name, found["cards"].split())


def _recorded(told: _Told) -> RecordedHand:
    """Return what was read as a hand, with those alone who were dealt in: they posted or did something."""
    active = {*told.antes, *(post.name for post in told.posts), *(name for name, _ in told.moves)}
    names = sorted(active, key=told.seats.__getitem__)
    if len(names) < 2:
        raise DocumentError(told.where, "this hand tells of fewer than two players")
    places = {name: place for place, name in enumerate(names)}
    seated = {told.seats[name]: place for name, place in places.items()}
    stud, fixed = told.game.family == "stud", told.limit == "fixed-limit"
    posts = [Post(places[post.name], post.posted, post.amount) for post in told.posts]
    big = next((post.name for post in told.posts if post.posted == "big"), "")
    return RecordedHand(
        game=told.game.id,
        limit=told.limit,
        players=tuple(Player(name, told.stacks[name], _held(told, name)) for name in names),
        moves=tuple(move._replace(player=places[name]) for name, move in told.moves),
        line=told.line,
        button=seated.get(told.button),
        blinds=None if stud else _blinds(told),
        bets=told.stakes if fixed else None,
        **_antes(told, names, big),
        bring_in=told.bring_in,
        posts=tuple(posts),
        board=tuple(told.board),
    )


def _antes(told: _Told, names: Sequence[str], big: str) -> dict[str, Any]:
    """Return the ante and who pays it: all the same, or the big blind alone. Who had no more puts the whole stack in.

    Raises DocumentError at the line of an ante that is less than the others', or of the hand where one is missing.
    """
    ante = max(told.antes.values(), default=0)
    if list(told.antes) == [big]:
        return {"ante": ante, "ante_by": "big-blind"}
    for name in names:
        paid = told.antes.get(name, 0)
        if paid != min(ante, told.stacks[name]):
            raise DocumentError(
                f"line {told.ante_lines.get(name, told.line)}", "antes are the same for all, or the big blind's alone"
            )
    return {"ante": ante}


def _held(told: _Told, name: str) -> tuple[str, ...]:
    """Return a player's cards as far as they are known: of a stud hand that was not shown, those that lay open."""
    if told.game.family != "stud" or name in told.cards:
        return tuple(told.cards.get(name, ()))
    down = [UNKNOWN] * (told.game.dealt(told.game.first) - 1)
    return (*down, *told.open_cards[name]) if name in told.open_cards else ()


def _blinds(told: _Told) -> tuple[int, int]:
    """Return the blinds: the stakes, in a fixed limit the small bet and what was posted as the small blind.

    A small blind that was all somebody had does not tell; then it is half of the big one.
    """
    if told.limit != "fixed-limit":
        return told.stakes
    small = next((post for post in told.posts if post.posted == "small"), None)
    whole = small is not None and small.amount < told.stacks[small.name]
    return (small.amount if small and whole else told.stakes[0] // 2), told.stakes[0]
