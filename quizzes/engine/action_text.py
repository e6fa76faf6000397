"""The line of actions: `A bets 100, B all-in to 150, -- turn 5s`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Action, Deal
from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import MOST_AMOUNT, card
from quizzes.engine.games import Game

MOST_ACTIONS = 500

_SEPARATOR = re.compile(r"[,;\n]")

_VERBS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("fold", re.compile(r"folds?")),
    ("check", re.compile(r"checks?")),
    ("call", re.compile(r"calls?")),
    ("bet", re.compile(r"bets? (?P<amount>[0-9]+)")),
    ("raise-to", re.compile(r"raises? to (?P<amount>[0-9]+)")),
    ("raise-by", re.compile(r"raises? by (?P<amount>[0-9]+)")),
    ("all-in", re.compile(r"(?:goes |go |is )?all[- ]in(?: to (?P<amount>[0-9]+))?")),
    ("post", re.compile(r"posts? (?P<amount>[0-9]+)(?: live)?(?: (?P<dead>[0-9]+) dead)?")),
    ("bring-in", re.compile(r"brings? in (?P<amount>[0-9]+)")),
    ("complete", re.compile(r"completes? to (?P<amount>[0-9]+)")),
    ("draw", re.compile(r"draws? (?P<amount>[0-9]+)")),
    ("stand-pat", re.compile(r"stands? pat")),
    ("show", re.compile(r"shows?")),
    ("muck", re.compile(r"mucks?")),
    ("is-mucked", re.compile(r"is mucked")),
)
_PRINTED = {
    "fold": "folds",
    "check": "checks",
    "call": "calls",
    "bet": "bets {amount}",
    "raise-to": "raises to {amount}",
    "raise-by": "raises by {amount}",
    "bring-in": "brings in {amount}",
    "complete": "completes to {amount}",
    "draw": "draws {amount}",
    "stand-pat": "stands pat",
    "show": "shows",
    "muck": "mucks",
    "is-mucked": "is mucked",
}


Names = Sequence[tuple[str, list[str]]]
"""The seats' names with their words, the longest first: one may begin with another."""


def parse_actions(text: object, players: tuple[str, ...], game: Game) -> tuple[Action | Deal, ...]:
    """Read a line of actions by these players. Raises DocumentError at `actions[n]`, street marks counted too."""
    if not isinstance(text, str):
        raise DocumentError("actions", 'actions are a text such as "A bets 100, B calls"')
    parts = [part for part in (" ".join(piece.split()) for piece in _SEPARATOR.split(text)) if part]
    if len(parts) > MOST_ACTIONS:
        raise DocumentError(
            "actions", "a document has at most %(most)s actions, not %(found)s", most=MOST_ACTIONS, found=len(parts)
        )
    longest_first = [(name, name.split()) for name in sorted(players, key=len, reverse=True)]
    return tuple(_item(part, longest_first, game, f"actions[{place}]") for place, part in enumerate(parts))


def print_actions(items: Iterable[Action | Deal]) -> str:
    """Return the line that `parse_actions` reads back to the same actions."""
    return ", ".join(_print_deal(item) if isinstance(item, Deal) else print_action(item) for item in items)


def print_action(action: Action) -> str:
    """Return one action as it is written, "A raises to 300"."""
    name = f"{action.seat} (out of turn)" if action.out_of_turn else action.seat
    if action.verb == "all-in":
        return f"{name} all-in" if action.amount is None else f"{name} all-in to {action.amount}"
    if action.verb == "post":
        return f"{name} posts {action.amount}" + (f" live {action.dead} dead" if action.dead else "")
    return f"{name} {_PRINTED[action.verb].format(amount=action.amount)}"


def _print_deal(deal: Deal) -> str:
    return " ".join(("--", deal.street, *cards_text(deal.cards)))


def _item(part: str, names: Names, game: Game, where: str) -> Action | Deal:
    if part.startswith("--"):
        return _deal(part[2:].split(), game, where)
    told = ""
    for name, rest in _begins_with(part.split(" "), names):
        told = told or rest
        out_of_turn = rest.lower().startswith("(out of turn) ")
        words = rest.lower().removeprefix("(out of turn) ").strip()
        for verb, pattern in _VERBS:
            found = pattern.fullmatch(words)
            if found:
                groups = found.groupdict()
                amount = _amount(groups.get("amount"), where)
                return Action(name, verb, amount, _amount(groups.get("dead"), where) or 0, out_of_turn)
    if not told:
        raise DocumentError(where, "%(words)s does not begin with a seat's name and an action", words=repr(part))
    raise DocumentError(
        where, "%(words)s is no action: write folds, checks, calls, bets 100, raises to 300 or all-in", words=repr(told)
    )


def _begins_with(words: list[str], names: Names) -> Iterator[tuple[str, str]]:
    """Yield the seats that a part may begin with, in any case of letters after those in the same, and what follows."""
    for same in (str, str.casefold):
        for name, own in names:
            if len(own) < len(words) and list(map(same, words[: len(own)])) == list(map(same, own)):
                yield name, " ".join(words[len(own) :])


def _deal(words: list[str], game: Game, where: str) -> Deal:
    street = words[0].lower() if words else ""
    later = game.streets[1:]
    if street not in later:
        raise DocumentError(
            where, "a street mark is -- %(marks)s, not -- %(street)s", marks=", -- ".join(later), street=street
        )
    cards = tuple(card(text, game.deck, where) for text in words[1:])
    dealt = game.board_cards(street) - game.board_cards(game.streets[game.streets.index(street) - 1])
    if game.family == "stud" and street == game.streets[-1]:
        dealt = 1  # a stub too short for everybody's last card puts one in the middle for all
    if cards and len(cards) != dealt:
        raise DocumentError(
            where,
            "the number of cards on the %(street)s is %(dealt)s, not %(found)s",
            street=street,
            dealt=dealt,
            found=len(cards),
        )
    return Deal(street, cards)


def _amount(digits: str | None, where: str) -> int | None:
    if digits is None:
        return None
    if len(digits.lstrip("0")) > 13 or int(digits) > MOST_AMOUNT:
        raise DocumentError(where, "an amount is at most 10^12 chips")
    return int(digits)
