"""A hand in the text form of PokerStars: hold'em, Omaha, stud and draw, for money or in a tournament.

What the record says happened is read up to its summary; from that, hands that were shown or mucked face up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quizzes.engine.cards import UNKNOWN
from quizzes.engine.errors import DocumentError
from quizzes.histories.amounts import AMOUNT, chips, plain, scale_of
from quizzes.histories.pokerstars_header import read_header
from quizzes.histories.pokerstars_showdown import end_of_showdown, read_end, read_paid, read_summary
from quizzes.histories.pokerstars_told import Posting, Told
from quizzes.histories.record import Player, Post, Posted, RecordedHand, Verb

LONGEST_LINE = 500
"""Signs of a line. The form's own have at most half as many, and what is longer would be searched again and again."""

_BUTTON = re.compile(r"Table .*Seat #(?P<seat>[0-9]+) is the button")
_SEAT = re.compile(rf"Seat (?P<seat>[0-9]+): (?P<name>.+?) \((?P<stack>{AMOUNT}) in chips\b.*")
_ANY_SEAT = re.compile(r"Seat [0-9]+: ")
_DEALT = re.compile(r"Dealt to (?P<name>.+?) (?P<cards>\[[^\]]+\](?: \[[^\]]+\])?)")
_STREET = re.compile(r"\*\*\* (?P<street>[^*]+?) \*\*\*(?P<cards>.*)")
_BRACKETS = re.compile(r"\[([^\]]*)\]")
_CHAT = re.compile(r".+ said, \".*")
_ACTS = re.compile(
    r"(?P<name>.+): (?:folds|checks|calls|bets|raises|completes|brings in|posts|discards|stands pat|shows|mucks)\b.*"
)
"""What somebody does at the table, whoever it is."""

_POST = re.compile(rf"posts (?:the )?(?P<what>[a-z& ]+?) (?P<amount>{AMOUNT})")
_CALL = re.compile(rf"calls (?P<amount>{AMOUNT})")
_BET = re.compile(
    rf"(?:bets|(?:raises|completes)(?: it)?(?: {AMOUNT})? to|(?P<brings>brings in for)) (?P<amount>{AMOUNT})"
)
_DRAW = re.compile(r"(?:discards (?P<number>[0-9]+) cards?|stands pat)(?: .*)?")
_PLAIN: Mapping[str, Verb] = {"folds": "fold", "checks": "check"}
_NO_ACTION = re.compile(r"(?:sits out|is sitting|is disconnected|is connected)\b.*")
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

_NO_STREETS = frozenset({"hole cards", "dealing hands", "pre-flop", "3rd street", "draw", "show down", "showdown"})
"""Marks that begin no street."""
_TWICE = ("first ", "second ", "third ")
_SUMMARY = "*** SUMMARY"


def read_hand(text: str, line: int = 1) -> RecordedHand:
    """Return the hand that a text tells, the text beginning at a line of its file.

    Raises DocumentError at a line of the file for what can't be read or is too long, and for a board that was run
    twice.
    """
    lines = own_lines(text.split("\n"))
    for number, each in enumerate(lines, line):
        if len(each) > LONGEST_LINE:
            raise DocumentError(f"line {number}", "a line has at most %(most)s signs", most=LONGEST_LINE)
    told = _begin(lines, line)
    summary = False
    for number, each in enumerate(lines[1:], line + 1):
        told.line, words = number, each.strip()
        if summary:
            read_summary(told, words)
        elif words.startswith(_SUMMARY):
            summary = True
        else:
            _read_line(told, words)
    end_of_showdown(told)
    told.line = line
    return _recorded(told)


def own_lines(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines of a hand of those from its first one on: its summary ends with the first empty line."""
    summary = next((place for place, each in enumerate(lines) if each.strip().startswith(_SUMMARY)), len(lines))
    end = next((place for place in range(summary, len(lines)) if not lines[place].strip()), len(lines))
    return lines[:end]


def stray(lines: Sequence[str], line: int) -> DocumentError | None:
    """Return the error at the first of these lines, outside any hand that is read, that seats somebody; else None."""
    for number, each in enumerate(lines, line):
        if _ANY_SEAT.match(each.strip()):
            return DocumentError(f"line {number}", "this line belongs to a hand that can't be read here")
    return None


def _begin(lines: Sequence[str], line: int) -> Told:
    """Read the first line: the game, its limit and its stakes, and whether it is played for money."""
    game, limit, *stakes = read_header(lines[0], line)
    stacks = [seat["stack"] for each in lines if (seat := _SEAT.fullmatch(each.strip()))]
    scale = scale_of(*stakes, *stacks)
    small, big = (chips(plain(each, line), scale, line) for each in stakes)
    return Told(game, limit, (small, big), scale, line, street=game.first)


def _read_line(told: Told, words: str) -> None:
    """Read a line before the summary: a mark, a seat, the button, cards, or what a player did; others say nothing.

    Raises DocumentError for a seat that can't be read or comes late, and for what somebody without a seat did.
    """
    if _CHAT.fullmatch(words):
        return
    if (found := _SEAT.fullmatch(words)) and not told.begun:
        _seat(told, found["name"], int(found["seat"]), told.amount(found["stack"]))
    elif name := told.of(words):
        _act(told, name, words.removeprefix(f"{name}: "))
    elif words.startswith("*** "):
        _read_mark(told, words)
    elif found := _BUTTON.match(words):
        told.button = int(found["seat"])
    elif _ANY_SEAT.match(words):
        raise DocumentError(told.where, "this line is no seat of this hand, with its player and chips")
    elif found := _DEALT.fullmatch(words):
        _deal(told, found["name"], " ".join(_BRACKETS.findall(found["cards"])).split())
    elif not read_paid(told, words) and (found := _ACTS.fullmatch(words)):
        raise told.stranger(found["name"])


def _seat(told: Told, name: str, seat: int, stack: int) -> None:
    """Note who sits where. Raises DocumentError for a name on a second seat and for a second name on a seat."""
    if name in told.seats:
        raise DocumentError(told.where, "two seats have the name %(name)s", name=repr(name))
    if seat in told.seats.values():
        raise DocumentError(told.where, "two players sit on seat %(seat)s", seat=seat)
    told.seats[name], told.stacks[name] = seat, stack


def _deal(told: Told, name: str, cards: list[str]) -> None:
    """Note the cards that a player holds; of another player's stud hand those that lie open."""
    if name not in told.seats:
        raise told.stranger(name)
    if told.game.family == "stud" and len(cards) < told.game.dealt(told.street):
        told.open_cards[name] = cards
        return
    told.cards[name] = cards
    if told.game.family == "stud":
        down = told.game.dealt(told.game.first) - 1
        told.open_cards[name] = cards[down : down + told.game.open_on(told.street)]


def _read_mark(told: Told, words: str) -> None:
    """Go on to the street that a mark names. Raises DocumentError for a board that is run twice and for other marks."""
    found = _STREET.fullmatch(words)
    mark = found["street"].lower() if found else ""
    street = _STREETS[told.game.family].get(mark)
    if found is None or (street is None and mark not in _NO_STREETS):
        if told.game.family == "flop" and mark.startswith(_TWICE):
            raise DocumentError(told.where, "a board that was run twice can't be told in a document")
        raise DocumentError(told.where, "%(words)s is no mark that can be read here", words=repr(words[:80]))
    if street is not None:
        told.begin_street(street)
        cards = _BRACKETS.findall(found["cards"])
        told.board += cards[-1].split() if cards else []


def _act(told: Told, name: str, words: str) -> None:
    """Read what a player did. Raises DocumentError for words that are none of an action's."""
    said, all_in = words.removesuffix(_ALL_IN), words.endswith(_ALL_IN)
    plain = said.split(" [")[0]
    if plain in _PLAIN:
        _pass_or_fold(told, name, _PLAIN[plain])
    elif found := _CALL.fullmatch(said):
        told.move(name, "call", told.totals[name] + told.amount(found["amount"]))
    elif found := _BET.fullmatch(said):
        amount = told.amount(found["amount"])
        if found["brings"] and not all_in:
            told.bring_in = amount
        told.move(name, "bring-in" if found["brings"] else "bet", amount)
    elif found := _POST.fullmatch(said):
        _post(told, name, found["what"], told.amount(found["amount"]))
    elif found := _DRAW.fullmatch(said):
        _draw(told, name, int(found["number"] or 0))
    elif not read_end(told, name, said) and not _NO_ACTION.fullmatch(said):
        raise DocumentError(told.where, "%(words)s is no action that can be read here", words=repr(words[:80]))
    if all_in:
        told.all_in.add(name)


def _pass_or_fold(told: Told, name: str, verb: Verb) -> None:
    """Note a check or a fold. A room folds for an all-in player who is away, which kills the hand."""
    if verb == "fold":
        told.folded.add(name)
        verb = "killed" if name in told.all_in else "fold"
    told.move(name, verb, None)


def _post(told: Told, name: str, what: str, amount: int) -> None:
    """Note a post. A second small blind is dead, a second big one live; both at once are one of each."""
    there = {post.posted for post in told.posts}
    big = _blinds(told)[1]
    if what == "ante":
        if name in told.antes:
            raise DocumentError(told.where, "%(name)s posts the ante twice", name=repr(name))
        told.antes[name], told.ante_lines[name] = amount, told.line
    elif what == "small blind":
        told.posts.append(Posting(name, "dead" if "small" in there else "small", amount))
    elif what == "big blind":
        told.posts.append(Posting(name, "live" if "big" in there else "big", amount))
    elif what == "small & big blinds":
        told.posts += [Posting(name, "live", min(amount, big)), Posting(name, "dead", max(0, amount - big))]
    elif what in ("straddle", "button blind", "dead"):
        posted: Posted = "straddle" if what == "straddle" else "dead" if what == "dead" else "live"
        told.posts.append(Posting(name, posted, amount))
    else:
        raise DocumentError(told.where, "%(words)s is no post that can be read here", words=repr(what))
    live = [post.amount for post in told.posts if post.name == name and post.posted != "dead"]
    told.totals[name] = sum(live)


def _draw(told: Told, name: str, number: int) -> None:
    """Note an exchange: whoever draws before the first mark, or a second time, begins the next street."""
    if told.street == told.game.first or name in told.drawn:
        told.begin_street(told.game.next_street(told.street) or told.street)
    told.drawn.add(name)
    told.move(name, "draw", number)


def _recorded(told: Told) -> RecordedHand:
    """Return what was read as a hand, with those alone who were dealt in: they posted or did something."""
    names = sorted(told.active, key=told.seats.__getitem__)
    if len(names) < 2:
        raise DocumentError(told.where, "this hand tells of fewer than two players")
    if not told.button and told.game.family != "stud":
        raise DocumentError(told.where, "this hand does not say where the button is")
    places = {name: place for place, name in enumerate(names)}
    seated = {told.seats[name]: place for name, place in places.items()}
    stud, fixed = told.game.family == "stud", told.limit == "fixed-limit"
    posts = [Post(places[post.name], post.posted, post.amount) for post in told.posts]
    antes = _antes(told, names)
    each_pays = antes.get("ante_by") is None
    return RecordedHand(
        game=told.game.id,
        limit=told.limit,
        players=tuple(
            Player(name, told.stacks[name], _held(told, name), told.antes.get(name, 0) if each_pays else None)
            for name in names
        ),
        moves=tuple(move._replace(player=places[name]) for name, move in told.moves),
        line=told.line,
        button=seated.get(told.button),
        blinds=None if stud else _blinds(told),
        bets=told.stakes if fixed else None,
        **antes,
        bring_in=told.bring_in,
        posts=tuple(posts),
        board=tuple(told.board),
        total=told.total,
        collected=frozenset(places[name] for name in told.collected if name in places),
        given_back={places[name]: amount for name, amount in told.given_back.items() if name in places},
        sold=frozenset(places[name] for name in told.cashed_out if name in places),
    )


def _antes(told: Told, names: Sequence[str]) -> dict[str, Any]:
    """Return the ante and who pays it: all the same, or the big blind alone.

    Who had no more puts the whole stack in, or what the blind left of it where a room takes that first. Raises
    DocumentError at the line of an ante that is less than the others', or of the hand where one is missing.
    """
    ante = max(told.antes.values(), default=0)
    if list(told.antes) == [next((post.name for post in told.posts if post.posted == "big"), "")]:
        return {"ante": ante, "ante_by": "big-blind"}
    for name in names:
        posted = sum(post.amount for post in told.posts if post.name == name)
        stack = told.stacks[name]
        if told.antes.get(name, 0) not in (min(ante, stack), max(0, min(ante, stack - posted))):
            raise DocumentError(
                f"line {told.ante_lines.get(name, told.line)}", "antes are the same for all, or the big blind's alone"
            )
    return {"ante": ante}


def _held(told: Told, name: str) -> tuple[str, ...]:
    """Return a player's cards as far as they are known: of a stud hand that was not shown, those that lay open."""
    if told.game.family != "stud" or name in told.cards:
        return tuple(told.cards.get(name, ()))
    down = [UNKNOWN] * (told.game.dealt(told.game.first) - 1)
    return (*down, *told.open_cards[name]) if name in told.open_cards else ()


def _blinds(told: Told) -> tuple[int, int]:
    """Return the blinds: the stakes, in a fixed limit the small bet and what was posted as the small blind.

    A small blind that was all somebody had does not tell; then it is half of the big one.
    """
    if told.limit != "fixed-limit":
        return told.stakes
    small = next((post for post in told.posts if post.posted == "small"), None)
    whole = small is not None and small.amount < told.stacks[small.name]
    return (small.amount if small and whole else told.stakes[0] // 2), told.stakes[0]
