"""The recorded hands of ../shared/hands.jsonl as the histories' own record of a hand."""

from __future__ import annotations

from typing import Any

from quizzes.engine.games import GAMES, Game
from quizzes.histories.record import Move, Player, Post, Posted, RecordedHand, Verb
from tests.engine.test_recorded_hands import LIMITS, PLAYED, ROOMS, small_bet, unseen

Row = dict[str, Any]

POSTED: dict[str, Posted] = {
    "sb": "small",
    "bb": "big",
    "dead": "dead",
    "post": "live",
    "button": "live",
    "straddle": "straddle",
}
VERBS: dict[str, Verb] = {
    "fold": "fold",
    "check": "check",
    "call": "call",
    "bet": "bet",
    "raise": "bet",
    "complete": "bet",
    "draw": "draw",
}


def recorded(row: Row) -> RecordedHand:
    """Return a row of the file, of a game that the format names, as a recorded hand."""
    game = GAMES[PLAYED[row["game"].removeprefix(row["limit"])]]
    places = {name: place for place, name in enumerate(row["seats"])}
    stud = game.family == "stud"
    button = row["order"][-1] if stud else row["button"]
    big = row["blinds"].get("big", 0)
    small = row.get("bets", {}).get("small") or (small_bet(row, game) if row["limit"] == "fl" else 0)
    brought = [(seat, chips) for seat, kind, chips, _ in row["posts"] if kind == "bring_in"]
    moves = [
        *(Move(game.first, places[seat], "bring-in", chips) for seat, chips in brought),
        *(_move(action, places) for action in row["actions"]),
    ]
    moves += _mucks(row, game, moves[-1].street if moves else game.first, places)
    return RecordedHand(
        game=game.id,
        limit=LIMITS[row["limit"]],
        players=tuple(Player(seat, row["stacks"][seat], tuple(row["hole"].get(seat, ()))) for seat in row["seats"]),
        moves=tuple(moves),
        button=places[button] if button else None,
        blinds=None if stud else (row["blinds"].get("small", big // 2), big),
        bets=(small, 2 * small) if small else None,
        ante=row["antes"],
        bring_in=row.get("bring_in") or 0,
        posts=tuple(Post(places[seat], POSTED[kind], chips) for seat, kind, chips, _ in row["posts"] if kind in POSTED),
        board=tuple(row["board"]),
        collected=frozenset(places[seat] for seat, chips in row["result"]["collected"].items() if chips),
        given_back={places[seat]: chips for seat, chips in row["result"]["uncalled"].items()},
    )


def _move(action: list[Any], places: dict[str, int]) -> Move:
    street, seat, verb, to, _, all_in = action
    folded_for = verb == "fold" and all_in
    return Move(street, places[seat], "killed" if folded_for else VERBS[verb], to if verb != "fold" else None)


def _mucks(row: Row, game: Game, street: str, places: dict[str, int]) -> list[Move]:
    """The hands that nobody saw, as `test_recorded_hands` has them, given up once all cards of the board are there."""
    on_board = {game.board_cards(each): each for each in game.streets} if game.family == "flop" else {}
    last = max(street, on_board.get(len(row["board"]), street), key=game.streets.index)
    return [Move(last, places[text.removesuffix(" mucks")], "muck") for text in unseen(row)]


def rules_of(row: Row) -> dict[str, str]:
    """Return the rules that a row's room plays by, as a document has them."""
    return {"base": "tda", **ROOMS.get(row["src"], {})}
