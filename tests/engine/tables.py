"""Tables for tests to play at: every game under every limit, the cards dealt from the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from quizzes.engine.cards import Card, cards_text
from quizzes.engine.document import Deal, Document
from quizzes.engine.games import GAMES, LIMITS, Game
from quizzes.engine.hand import Hand
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES

NAMES = "ABCDEFGHIJKL"
BLINDS = ((1, 2), (2, 5), (5, 10), (10, 25), (25, 50), (50, 100), (100, 200), (100, 100), (0, 100))
HOUSE_TOGGLES = ("min_raise", "reopen", "reopened_unit", "straddle_as", "short_blind", "bb_ante_order", "ante_order")
LIMIT_TOGGLES: Mapping[str, tuple[str, ...]] = {
    "no-limit": (),
    "pot-limit": ("pl_preflop_base", "pl_preflop_base", "pl_rounding"),
    "fixed-limit": ("limit_reopen", "limit_after_short", "limit_after_short", "fl_cap", "fl_cap_heads_up"),
}
FAMILY_TOGGLES: Mapping[str, tuple[str, ...]] = {
    "flop": ("odd_chip", "odd_chip_most"),
    "draw": ("odd_chip", "draw_most"),
    "stud": ("odd_chip_stud", "odd_chip_low", "odd_chip_most", "stud_open_pair", "stud_tie"),
}

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table as a hand begins there.

    board   the community cards that will come
    draws   whether the hand tells who draws how many cards in a draw game
    """

    document: Document
    board: tuple[Card, ...] = ()
    draws: bool = True


def any_table(rng: Random) -> Table:
    """Return a table of any game and limit, any house's rules, and whatever can be in before somebody acts."""
    game, limit = rng.choice(list(GAMES.values())), rng.choice(LIMITS)
    chip = rng.choice((1, 1, 1, 1, 5, 25))
    small, big = (chip * blind for blind in rng.choice(BLINDS))
    own = rng.choice(game.hand)
    names = list(NAMES[: rng.randint(2, min(10, most_players(game, own)))])
    gone = rng.sample(("X", "Y"), rng.choice((0, 0, 0, 1, 2)))
    for name in gone:
        names.insert(rng.randint(0, len(names)), name)
    seats = [
        {"name": name, "empty": True} if name in gone else {"name": name, "stack": chip * any_stack(rng, big // chip)}
        for name in names
    ]
    for seat in seats:
        if "stack" in seat and rng.random() < 0.03:
            del seat["stack"]
    table: Row = {
        "game": game.id,
        "limit": limit,
        "rules": _any_rules(rng, game, limit),
        "chip": chip,
        "button": rng.choice(names),
        "question": {"kind": "awards"},
        **stakes(rng, game, small, big, chip),
    }
    if limit == "pot-limit" and rng.random() < 0.3:
        table["unit"] = rng.choice((chip, 5 * chip, big))
    if rng.random() < 0.2:
        table |= {"street": rng.choice(game.streets[1:]), "pot": rng.randint(0, 20) * big}
    elif "blinds" in table:
        table |= _forced_bets(rng, table, seats)
    return deal_in(rng, table, seats, own, draws=rng.random() < 0.9)


def common_table(rng: Random, game: Game, limit: str) -> Table:
    """Return a table that other programs can play too: the button last, no empty seat, antes before blinds."""
    small, big = rng.choice(BLINDS[:-1])
    own = game.hand[0]
    counts = [count for count in (2, 2, 3, 3, 4, 5, 6, 6, 8, 9, 10) if count <= len(game.deck) // (own + 1)]
    seats: list[Row] = [{"name": name, "stack": any_stack(rng, big)} for name in NAMES[: rng.choice(counts)]]
    rules = {"base": "tda", "bb_ante_order": "ante-first"}
    if limit == "pot-limit":
        rules["pl_preflop_base"] = rng.choice(("exact", "full-blinds"))
    if game.family == "stud":
        rules["stud_tie"] = rng.choice(("suit", "suit", "suit", "seat"))
    table: Row = {"game": game.id, "limit": limit, "rules": rules, "question": {"kind": "awards"}}
    if game.family == "stud":
        table |= {"ante": rng.randint(1, big), "bring_in": rng.randint(1, max(1, big // 2)), "bets": [big, 2 * big]}
        return deal_in(rng, table, seats, own)
    table["blinds"] = [small, big]
    if rng.random() < 0.4:
        table |= {"ante": rng.randint(1, big), "ante_by": rng.choice(("all", "big-blind"))}
    if limit != "fixed-limit" and len(seats) > 2 and rng.random() < 0.15:
        table["straddle"] = [2 * big, 4 * big][: rng.randint(1, min(2, len(seats) - 2))]
    return deal_in(rng, table, seats, own)


def most_players(game: Game, own: int) -> int:
    """Return how many can be dealt in from one deck, with their last cards where these are dealt to each."""
    if game.id == "royal":
        return 6
    if game.family == "flop":
        return (len(game.deck) - 5) // own
    return (len(game.deck) - 1) // (own - (game.family == "stud"))


def any_stack(rng: Random, big: int) -> int:
    """Return a stack that is a few chips, a few bets or deep."""
    return rng.randint(1, rng.choice((big, 3 * big, 10 * big, 10 * big, 30 * big, 100 * big)))


def stakes(rng: Random, game: Game, small: int, big: int, chip: int) -> Row:
    """Return the blinds, or the ante and bring-in of stud; now and then a game with a blind has only antes."""
    bets = {"bets": [big, 2 * big]}
    if game.family == "stud":
        ante = chip * rng.randint(0, big // chip // 2)
        return {**bets, "ante": ante, "bring_in": chip * rng.randint(1, max(1, big // chip // 2))}
    if rng.random() < 0.1:
        return {**bets, "ante": chip * rng.randint(1, big // chip)}
    return {"blinds": [small, big], **(bets if rng.random() < 0.2 else {})}


def _any_rules(rng: Random, game: Game, limit: str) -> Row:
    known = (*HOUSE_TOGGLES, *2 * LIMIT_TOGGLES[limit], *FAMILY_TOGGLES[game.family])
    changed = rng.sample(known, rng.choice((0, 0, 1, 2, 3, 4)))
    choices = {name: rng.choice(list(TOGGLES[name].rules)) for name in changed}
    if game.family == "stud" and rng.random() < 0.4:
        choices["stud_open_pair"] = "double"
    return {"base": rng.choice(RULESET_IDS), **choices}


def _forced_bets(rng: Random, table: Mapping[str, Any], seats: list[Row]) -> Row:
    """Return antes, straddles and posts: some blinds posted short, some seats that come in late."""
    (small, big), chip = table["blinds"], table["chip"]
    found: Row = {}
    players = [seat for seat in seats if "empty" not in seat]
    if rng.random() < 0.4:
        found |= {"ante": chip * rng.randint(1, big // chip), "ante_by": rng.choice(("all", "big-blind"))}
    if rng.random() < 0.15 and len(players) > 3:
        for seat in players:
            seat["stack"] = max(seat.get("stack", 0), 6 * big)
        return {**found, "straddle": [2 * big, 4 * big][: rng.choice((1, 2))]}
    able = [seat for seat in players if seat.get("stack", 10 * big) >= 6 * big]
    if rng.random() < 0.1 and able:
        return {**found, "straddle": 2 * big, "straddle_by": rng.choice(able)["name"]}
    posts = []
    for seat in rng.sample(players, rng.choice((0, 0, 0, 1, 2))):
        live, dead = rng.choice(((chip * rng.randint(0, big // chip), 0), (big, 0), (big, small)))
        if seat.get("stack", 10 * big) > live + dead + found.get("ante", 0):
            posts.append(f"{seat['name']} posts {live} live {dead} dead")
    return {**found, "actions": ", ".join(posts)}


def deal_in(rng: Random, table: Row, seats: list[Row], own: int, draws: bool = True) -> Table:
    """Deal so many cards of its own to every player, and the board that will come.

    In stud games a deck too short for everybody's last card has one in the middle instead.
    """
    game = GAMES[table["game"]]
    cards = rng.sample(game.deck, len(game.deck))
    players = [seat for seat in seats if "empty" not in seat]
    short = game.family == "stud" and own * len(players) > len(cards)
    for seat in players:
        held = [cards.pop() for _ in range(own - short)]
        seat["cards"] = stud_text(held, game) if game.family == "stud" else cards_text(held)
    board = tuple(cards[: 5 if game.family == "flop" else int(short)])
    street = table.get("street", game.first)
    known = board if street == game.streets[-1] else board[: game.board_cards(street)]
    return Table(parse({**table, "seats": seats, "board": cards_text(known)}), board, draws)


def stud_text(cards: Sequence[Card], game: Game) -> str:
    """Return a stud hand as it is written: its first cards and a seventh down, in brackets."""
    first = game.dealt(game.first) - 1
    last = first + game.open_cards[-1]
    texts = cards_text(cards)
    down = f" ({' '.join(texts[last:])})" if texts[last:] else ""
    return f"({' '.join(texts[:first])}) {' '.join(texts[first:last])}{down}"


def next_deal(now: Hand, board: tuple[Card, ...]) -> Deal | None:
    """Return the next street with its community cards, None when the hand is over."""
    game = now.document.game
    street = game.next_street(now.street)
    if street is None or sum(now.live) < 2:
        return None
    if game.family == "stud":
        return Deal(street, board if street == game.streets[-1] else ())
    return Deal(street, board[game.board_cards(now.street) : game.board_cards(street)])
