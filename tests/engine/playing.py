"""Hands for tests to play: random tables of every make, and random choices among what the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from quizzes.engine import betting, hand
from quizzes.engine.cards import DECK, Card, cards_text
from quizzes.engine.document import BOARD_CARDS, STREETS, Action, Deal, Document
from quizzes.engine.hand import Hand
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES

NAMES = "ABCDEFGHIJKL"
BLINDS = ((1, 2), (2, 5), (5, 10), (10, 25), (25, 50), (50, 100), (100, 200), (100, 100))
BETTING_TOGGLES = (
    "min_raise",
    "reopen",
    "reopened_unit",
    "straddle_as",
    "short_blind",
    "bb_ante_order",
    "ante_order",
    "odd_chip",
)
MOST_STEPS = 400
"""More actions and street marks than a hand of these tables can take: every raise brings some stack nearer its end."""


@dataclass(frozen=True, slots=True)
class Game:
    """A table as a hand begins there, and the cards that will come on its board."""

    document: Document
    board: tuple[Card, ...]


def any_game(rng: Random) -> Game:
    """Return a table with two to ten players, any house's rules, and whatever can be in before somebody acts."""
    chip = rng.choice((1, 1, 1, 1, 5, 25))
    small, big = (chip * blind for blind in rng.choice(BLINDS))
    names = list(NAMES[: rng.randint(2, 10)])
    gone = rng.sample(("X", "Y"), rng.choice((0, 0, 0, 1, 2)))
    for name in gone:
        names.insert(rng.randint(0, len(names)), name)
    table: dict[str, Any] = {
        "rules": _any_rules(rng),
        "blinds": [small, big],
        "chip": chip,
        "button": rng.choice(names),
        "question": {"kind": "awards"},
    }
    seats = [
        {"name": name, "empty": True} if name in gone else {"name": name, "stack": chip * _stack(rng, big // chip)}
        for name in names
    ]
    for seat in seats:
        if "stack" in seat and rng.random() < 0.03:
            del seat["stack"]
    if rng.random() < 0.2:
        table |= {"street": rng.choice(STREETS[1:]), "pot": rng.randint(0, 20) * big}
    else:
        table |= _forced_bets(rng, table, seats)
    return _deal_in(rng, table, seats)


def common_game(rng: Random) -> Game:
    """Return a table that other programs can play too: the button last, no empty seat, antes before blinds."""
    small, big = rng.choice(BLINDS)
    seats: list[dict[str, Any]] = [
        {"name": name, "stack": _stack(rng, big)} for name in NAMES[: rng.choice((2, 2, 3, 3, 4, 5, 6, 6, 8, 9, 10))]
    ]
    table: dict[str, Any] = {
        "rules": {"base": "tda", "bb_ante_order": "ante-first"},
        "blinds": [small, big],
        "question": {"kind": "awards"},
    }
    if rng.random() < 0.4:
        table |= {"ante": rng.randint(1, big), "ante_by": rng.choice(("all", "big-blind"))}
    if len(seats) > 2 and rng.random() < 0.15:
        table["straddle"] = [2 * big, 4 * big][: rng.randint(1, min(2, len(seats) - 2))]
    return _deal_in(rng, table, seats)


def _any_rules(rng: Random) -> dict[str, Any]:
    changed = rng.sample(BETTING_TOGGLES, rng.choice((0, 0, 1, 2, 3)))
    choices = {name: rng.choice(list(TOGGLES[name].rules)) for name in changed}
    return {"base": rng.choice(RULESET_IDS), **choices}


def _stack(rng: Random, big: int) -> int:
    """Return a stack that is a few chips, a few blinds or deep."""
    most = rng.choice((big, 3 * big, 10 * big, 10 * big, 30 * big, 100 * big))
    return rng.randint(1, most)


def _forced_bets(rng: Random, table: Mapping[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Return antes, straddles and posts: some blinds posted short, some seats that come in late."""
    (small, big), chip = table["blinds"], table["chip"]
    found: dict[str, Any] = {}
    players = [seat for seat in seats if "empty" not in seat]
    if rng.random() < 0.4:
        found |= {"ante": chip * rng.randint(1, big // chip), "ante_by": rng.choice(("all", "big-blind"))}
    able = [seat for seat in players if seat.get("stack", 10 * big) >= 6 * big]
    if rng.random() < 0.3 and len(able) == len(players) > 3:
        return {**found, "straddle": [2 * big, 4 * big][: rng.choice((1, 1, 2))]}
    if rng.random() < 0.1 and able:
        return {**found, "straddle": 2 * big, "straddle_by": rng.choice(able)["name"]}
    posts = []
    for seat in rng.sample(players, rng.choice((0, 0, 0, 1, 2))):
        live, dead = rng.choice(((chip * rng.randint(0, big // chip), 0), (big, 0), (big, small)))
        if seat.get("stack", 10 * big) > live + dead + found.get("ante", 0):
            posts.append(f"{seat['name']} posts {live} live {dead} dead")
    return {**found, "actions": ", ".join(posts)}


def _deal_in(rng: Random, table: Mapping[str, Any], seats: list[dict[str, Any]]) -> Game:
    cards = rng.sample(DECK, 2 * len(seats) + 5)
    for place, seat in enumerate(seats):
        if "empty" not in seat:
            seat["cards"] = cards_text(cards[2 * place : 2 * place + 2])
    board = tuple(cards[-5:])
    known = board[: BOARD_CARDS[table.get("street", "preflop")]]
    return Game(parse({**table, "seats": seats, "board": cards_text(known)}), board)


def play_on(rng: Random, game: Game) -> Iterator[tuple[Hand, Document]]:
    """Play a hand to its end by random choices: the hand as it begins and after each item, with what led to it."""
    now, document = hand.begin(game.document), game.document
    yield now, document
    for _ in range(MOST_STEPS):
        item = random_action(rng, now) if now.round.turn is not None else next_deal(now, game.board)
        if item is None:
            return
        now, document = hand.take(now, item), replace(document, actions=(*document.actions, item))
        yield now, document
    raise AssertionError("the hand finds no end")


def next_deal(now: Hand, board: tuple[Card, ...]) -> Deal | None:
    """Return the next street with its cards, None when the hand is over."""
    place = STREETS.index(now.street) + 1
    if place == len(STREETS) or sum(now.live) < 2:
        return None
    street = STREETS[place]
    return Deal(street, board[BOARD_CARDS[now.street] : BOARD_CARDS[street]])


def random_action(rng: Random, now: Hand) -> Action:
    """Return something that the seat to act may do: fold, check or call, or raise to the least, the most or between."""
    assert now.round.turn is not None
    offered = betting.options(now.round, now.round.turn, now.document.rules)
    name, chance = now.name(offered.seat), rng.random()
    if chance < (0.02 if offered.may_check else 0.18):
        return Action(name, "fold")
    if chance < 0.6 or not offered.may_raise:
        if not offered.may_check and chance > 0.5 and _covered(now, offered):
            return Action(name, "all-in")
        return Action(name, "check" if offered.may_check else "call")
    if offered.raise_min_to is None or (chance > 0.93 and offered.raise_max_to is not None):
        return Action(name, "all-in")
    most = 4 * offered.raise_min_to if offered.raise_max_to is None else offered.raise_max_to
    if offered.raise_max_to is None and chance > 0.93:
        return Action(name, "all-in", most)
    least, chip = offered.raise_min_to, now.document.chip
    to = rng.choice((least, min(most, 2 * least), least + (most - least) * rng.randint(0, 8) // 8 // chip * chip))
    if now.round.bet and rng.random() < 0.2:
        return Action(name, "raise-by", to - now.round.bet)
    return raise_to(now, to)


def _covered(now: Hand, offered: betting.Options) -> bool:
    """Say whether a seat's whole stack is no more than a call."""
    stack = now.round.stacks[offered.seat]
    return stack is not None and now.round.totals[offered.seat] + stack <= now.round.bet


def raise_to(now: Hand, to: int) -> Action:
    """Return the bet or raise to this total by the seat to act."""
    assert now.round.turn is not None
    return Action(now.name(now.round.turn), "raise-to" if now.round.bet else "bet", to)
