"""Random documents of every limit and game, played by random choices, for two computations to be held together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from quizzes.engine.cards import Card, cards_text
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, Game
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES
from quizzes.kinds import second
from quizzes.kinds.second import legal_actions
from quizzes.kinds.second.table import replay

NAMES = "ABCDEF"
MOST_ACTIONS = 200
"""More than a hand of these tables takes."""

POSTING = ("short_blind", "ante_order", "bb_ante_order")
SHARING = ("odd_chip", "odd_chip_stud", "odd_chip_low", "odd_chip_most")
NO_LIMIT = ("reopen", "min_raise", "reopened_unit", "straddle_as")
BETTING = {
    "no-limit": NO_LIMIT,
    "pot-limit": (*NO_LIMIT, "pl_preflop_base", "pl_rounding"),
    "fixed-limit": ("fl_cap", "fl_cap_heads_up", "limit_after_short"),
}
STUD = ("fl_cap", "fl_cap_heads_up", "limit_after_short", "stud_tie", "stud_open_pair", "pl_rounding")
"""The toggles that are tried with the blinds of each limit, and in stud."""

Table = dict[str, Any]


def any_table(rng: Random, game: Game, limit: str) -> tuple[Table, list[Card]]:
    """Return a table at the beginning of a hand or of a later street, as plain values, and the cards still to come."""
    chip, big = rng.choice(((1, 2), (1, 5), (1, 10), (1, 100), (5, 10), (5, 50), (5, 500)))
    names = NAMES[: rng.randint(2, min(len(NAMES), game.most_players()))]
    deck = rng.sample(game.deck, len(game.deck))
    table: Table = {
        "game": game.id,
        "limit": limit,
        "rules": _rules(rng, game, limit),
        "chip": chip,
        "button": rng.choice(names),
        "seats": [_seat(rng, game, name, chip, big, deck) for name in names],
    }
    if rng.random() < 0.25:
        street = rng.choice(game.streets[1:])
        table |= {"street": street, "pot": big * rng.randint(0, 20)}
        if game.family == "flop":
            table["board"] = cards_text(deck.pop() for _ in range(game.board_cards(street)))
    return table | _stakes(rng, game, table, chip, big), deck


def _rules(rng: Random, game: Game, limit: str) -> dict[str, Any]:
    """Return some house's rules, in stud TDA's, with up to four changes."""
    stud = game.family == "stud"
    changed = rng.sample((*(STUD if stud else BETTING[limit]), *POSTING, *SHARING), rng.randint(0, 4))
    rules: dict[str, Any] = {"base": "tda" if stud else rng.choice(RULESET_IDS)}
    return rules | {name: rng.choice(list(TOGGLES[name].rules)) for name in changed}


def _seat(rng: Random, game: Game, name: str, chip: int, big: int, deck: list[Card]) -> dict[str, Any]:
    """Return a seat with a stack of a few chips, a few blinds or many, and now and then of any size."""
    texts = cards_text(deck.pop() for _ in range(game.hand[0]))
    seat = {"name": name, "cards": " ".join(texts)}
    if game.family == "stud":
        down = game.dealt(game.first) - 1
        parts = (texts[:down], texts[down : down + game.open_cards[-1]], texts[down + game.open_cards[-1] :])
        seat["cards"] = f"({' '.join(parts[0])}) {' '.join(parts[1])}" + (f" ({parts[2][0]})" if parts[2] else "")
    most = rng.choice((1, 2, 6, 12, 40)) * big // chip
    return seat if rng.random() < 0.04 else {**seat, "stack": chip * rng.randint(1, most)}


def _stakes(rng: Random, game: Game, table: Table, chip: int, big: int) -> Table:
    """Return blinds, antes and now and then a straddle, or the bring-in and the bets of a stud game."""
    if game.family == "stud":
        third = max(chip, big // rng.choice((2, 3, 4)) // chip * chip)
        return {"bring_in": third * (rng.random() < 0.9), "ante": chip * rng.randint(0, 2), "bets": [big, 2 * big]}
    small = max(chip, big // rng.choice((1, 2, 2, 4)) // chip * chip)
    stakes: Table = {"blinds": [small if rng.random() < 0.9 else 0, big]}
    if rng.random() < 0.3:
        stakes |= {"ante": chip * rng.randint(1, big // chip), "ante_by": rng.choice(("all", "all", "big-blind"))}
    if len(table["seats"]) > 3 and rng.random() < 0.3:
        stakes["straddle"] = 2 * big
    if table["limit"] == "pot-limit" and rng.random() < 0.3:
        stakes["unit"] = chip * rng.choice((1, 5))
    return stakes


def play_on(rng: Random, table: Table, deck: list[Card]) -> Iterator[list[str]]:
    """Play a hand to its end by random choices: what has happened before each decision, and at the end."""
    game = GAMES[table["game"]]
    actions: list[str] = []
    for _ in range(MOST_ACTIONS):
        yield actions
        document = written(table, actions, "legal_actions")
        now = replay(document)
        if now.turn is not None:
            actions = [*actions, _decision(rng, document)]
            continue
        street = game.next_street(now.street)
        if street is None or len(now.live) < 2:
            return
        many = game.board_cards(street) - game.board_cards(now.street)
        actions = [*actions, f"-- {street} {' '.join(cards_text(deck.pop() for _ in range(many)))}".strip()]
        if game.family == "draw" and rng.random() < 0.3:
            actions += _draws(rng, written(table, actions, "legal_actions"))
    raise AssertionError("the hand finds no end")


def written(table: Table, actions: list[str], kind: str) -> Document:
    """Return the document that asks a question of a table after these actions."""
    return parse({**table, "actions": ", ".join(actions), "question": {"kind": kind}})


def _draws(rng: Random, document: Document) -> list[str]:
    """Let every live player draw, from the button's left."""
    place = document.index(document.button) + 1
    around = [*document.names[place:], *document.names[:place]]
    live = replay(document).live
    return [f"{name} {rng.choice(('stands pat', 'draws 1', 'draws 3'))}" for name in around if name in live]


def _decision(rng: Random, document: Document) -> str:
    """Return something that the seat to act may do: fold, check or call, or raise to the least, the most or between."""
    may, now = legal_actions.solve(document), replay(document)
    name, chance = may["to_act"], rng.random()
    if now.brings_in and (chance < 0.75 or may["raise_min_to"] is None):
        return f"{name} brings in {may['call_to']}"
    if chance < (0.02 if may["may_check"] else 0.15):
        return f"{name} folds"
    if chance < 0.5 or not may["may_raise"]:
        return f"{name} {'checks' if may['may_check'] else 'calls'}"
    if may["raise_min_to"] is None:
        return f"{name} all-in"
    least = may["raise_min_to"]
    most = 4 * least if may["raise_max_to"] is None else may["raise_max_to"]
    between = least + rng.randint(0, (most - least) // document.chip) * document.chip
    to = rng.choice((least, least, most, between))
    return f"{name} raises to {to}" if now.bet else f"{name} bets {to}"


def cards_down(rng: Random, game: Game) -> Table:
    """Return a table whose hands are to be paid from what was put in; many are the same but for their suits."""
    deck = rng.sample(game.deck, len(game.deck))
    size, chip = rng.choice(game.hand), rng.choice((1, 1, 5, 25))
    names = NAMES[: rng.randint(2, min(4, game.most_players()))]
    shared = game.family == "stud" and game.hand[0] == 7 and rng.random() < 0.2
    seats: list[dict[str, Any]] = []
    own: list[Card] = []
    for name in names:
        own = _hand(rng, own, deck, size - shared)
        seats.append({"name": name, "cards": cards_text(own)})
    board = {"flop": 5, "stud": int(shared), "draw": 0}[game.family]
    return {
        "game": game.id,
        "rules": {"base": "tda"} | {name: rng.choice(list(TOGGLES[name].rules)) for name in SHARING},
        "chip": chip,
        "button": rng.choice(names),
        "street": game.streets[-1],
        "board": cards_text(deck.pop() for _ in range(board)),
        "pot": chip * rng.choice((0, 0, 1, 3, 7)),
        "seats": seats,
        "put_in": {name: chip * rng.choice((5, 10, 10, 20, rng.randint(0, 30))) for name in names},
        "folded": [name for name in names[1:] if rng.random() < 0.2],
    }


def _hand(rng: Random, before: list[Card], deck: list[Card], size: int) -> list[Card]:
    """Take a hand from the deck: by chance, or the ranks of the hand before as far as they are still there."""
    hand: list[Card] = []
    for card in before if rng.random() < 0.7 else []:
        same = [other for other in deck if other // 4 == card // 4]
        if same:
            hand.append(same[0])
            deck.remove(same[0])
    return [*hand, *(deck.pop() for _ in range(size - len(hand)))]


def ask(kind: str, seats: str | list[dict[str, Any]], **keys: Any) -> Any:
    """Answer a document by the second computation.

    `seats` are tables, or names with stacks, "A B:150 C"; clockwise, the button is the last.
    """
    if isinstance(seats, str):
        rows = [name.partition(":") for name in seats.split()]
        seats = [{"name": name} | ({"stack": int(stack)} if stack else {}) for name, _, stack in rows]
    return second.solve(parse({"seats": seats, "question": {"kind": kind}} | keys))


def outcome(solve: Any, document: Document) -> Any:
    """Return an answer, or the place where a document is refused."""
    try:
        return solve(document)
    except DocumentError as error:
        return error.where
