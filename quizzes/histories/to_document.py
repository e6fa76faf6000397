"""A recorded hand as a document: its seats become A, B, C ..., and every action is played by the rules on the way."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase
from typing import Any

from quizzes.engine.action_text import print_actions
from quizzes.engine.betting import IllegalAction, options
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import card
from quizzes.engine.games import GAMES, Game
from quizzes.engine.hand import Hand, begin, take
from quizzes.engine.notation import parse
from quizzes.engine.refusals import refusal
from quizzes.histories.payment import check_paid
from quizzes.histories.record import Move, Post, RecordedHand

_EMPTY, _NO_SMALL_BLIND = -1, -2
"""Seats beside the players': one without a player, before which the button stands, and one that stands for a small
blind which nobody owes: it has no chips and is out of the hand."""


def to_document(hand: RecordedHand, rules: Any = "tda") -> Document:
    """Return a recorded hand as a document that asks who is paid what, played by a document's `rules`.

    Raises DocumentError at `line n` of the file for an action that those rules refuse or that comes to another total
    than recorded, and at the hand's first line for what makes no document, or pays others than the record does.
    """
    names = _names(hand)
    table = _table(hand, names, rules)
    try:
        items, end = _played(hand, names, parse(table))
        check_paid(hand, names, end)
        return parse({**table, "actions": print_actions(items)})
    except DocumentError as error:
        raise (error if error.where.startswith("line ") else error.at(f"line {hand.line}")) from error


def _names(hand: RecordedHand) -> dict[int, str]:
    """Return a letter for every seat, clockwise in the order of the record, by whose place it is."""
    seating = list(range(len(hand.players)))
    before = []
    if hand.button is None and GAMES[hand.game].family != "stud":
        before.append(_EMPTY)
    if len(hand.players) > 2 and hand.clockwise()[:1] == hand.posters("big"):
        before.append(_NO_SMALL_BLIND)
    first = hand.clockwise()[0]
    seating[first:first] = before
    if len(seating) > len(ascii_uppercase):
        raise DocumentError(f"line {hand.line}", "a hand has at most %(most)s players", most=len(ascii_uppercase) - 2)
    return dict(zip(seating, ascii_uppercase, strict=False))


def _table(hand: RecordedHand, names: dict[int, str], rules: Any) -> dict[str, Any]:
    """Return the document's plain values, with the posts as its only actions."""
    button = names[_EMPTY] if _EMPTY in names else names[hand.clockwise()[-1]]
    table: dict[str, Any] = {
        "game": hand.game,
        "limit": hand.limit,
        "rules": rules,
        "ante": hand.ante,
        "ante_by": hand.ante_by,
        "bring_in": hand.bring_in,
        "seats": [_seat(hand, place, name) for place, name in names.items()],
        "button": button,
        "actions": ", ".join(_posts(hand, names)),
        "question": {"kind": "awards"},
        **_straddles(hand, names),
    }
    amounts = {"blinds": hand.blinds, "bets": hand.bets}
    return table | {key: list(pair) for key, pair in amounts.items() if pair is not None}


def _seat(hand: RecordedHand, place: int, name: str) -> dict[str, Any]:
    if place == _EMPTY:
        return {"name": name, "empty": True}
    if place == _NO_SMALL_BLIND:
        return {"name": name, "stack": 0}
    player = hand.players[place]
    return {"name": name, "stack": player.stack, "cards": list(player.cards)}


def _straddles(hand: RecordedHand, names: dict[int, str]) -> dict[str, Any]:
    """Return the live straddles, each as the total of the seat that posted it."""
    straddlers, totals = hand.posters("straddle"), Counter[int]()
    for post in hand.posts:
        if post.player in straddlers and post.posted != "dead":
            totals[post.player] += post.chips
    if not totals:
        return {}
    return {"straddle": list(totals.values())} | (
        {"straddle_by": names[next(iter(totals))]} if len(totals) == 1 else {}
    )


def _posts(hand: RecordedHand, names: dict[int, str]) -> list[str]:
    """Return the posts that the blinds do not tell, as actions: late or dead ones, a small blind of another size."""
    posted: dict[int, Counter[str]] = {}
    for post in hand.posts:
        player, kind, chips = post
        if kind in ("big", "straddle") or (kind == "small" and _is_usual(hand, player, chips)):
            continue
        posted.setdefault(player, Counter())["dead" if _is_dead(hand, post) else "live"] += chips
    lines = [f"{names[player]} posts {chips['live']} live {chips['dead']} dead" for player, chips in posted.items()]
    return ([f"{names[_NO_SMALL_BLIND]} is mucked"] if _NO_SMALL_BLIND in names else []) + lines


def _is_dead(hand: RecordedHand, post: Post) -> bool:
    """Return whether nobody has to match a post. Dead money of the seat left of the button is not dead where nobody
    posts a small blind as such: it is that blind.
    """
    is_small = post.player == hand.clockwise()[0] and not hand.posters("small")
    return post.posted == "dead" and not is_small


def _is_usual(hand: RecordedHand, player: int, chips: int) -> bool:
    """Return whether a small blind is the hand's, or all that a player has for it."""
    stack = hand.players[player].stack
    all_in = stack is not None and stack <= chips + (hand.ante if hand.ante_by == "all" else 0)
    return all_in or hand.blinds is None or chips == hand.blinds[0]


def _played(hand: RecordedHand, names: dict[int, str], document: Document) -> tuple[list[Action | Deal], Hand]:
    """Return all actions and streets of the hand, each played by the document's rules, and the hand after them."""
    state, items = begin(document), list(document.actions)
    for item in items:
        state = take(state, item)
    _check_posts(hand, names, state)
    for move in hand.moves:
        while state.street != move.street:
            items.append(_next_street(hand, state, move.line))
            state = _taken(state, items[-1], move.line)
        if move.verb == "muck" and _keeps_it_all(state, move, names[move.player]):
            continue
        items.append(_action(state, move, names[move.player]))
        state = _taken(state, items[-1], move.line)
        _check_total(state, move, names[move.player])
    while state.round.turn is None and sum(state.live) > 1 and len(hand.board) > _on_board(document.game, state.street):
        items.append(_next_street(hand, state, hand.line))
        state = _taken(state, items[-1], hand.line)
    return items, state


def _keeps_it_all(state: Hand, move: Move, name: str) -> bool:
    """Return whether a hand is thrown away that wins without being shown, since it is the only one left.

    Raises DocumentError at the move's line while somebody still has to act: then it would be a fold.
    """
    if state.round.turn is not None:
        raise DocumentError(f"line {move.line}", "%(name)s can't muck before the betting is over", name=name)
    return sum(state.live) == 1 and state.live[state.document.index(name)]


def _taken(state: Hand, item: Action | Deal, line: int) -> Hand:
    try:
        return take(state, item)
    except IllegalAction as illegal:
        raise DocumentError(f"line {line}", refusal(state, item, illegal)) from illegal


def _check_posts(hand: RecordedHand, names: dict[int, str], state: Hand) -> None:
    """Refuse a hand whose posts a document can't tell: each seat has in what the record says, or all that it has.

    What is live has to be matched, and a big-blind ante has not, so that each counts by itself.
    """
    for place in range(len(hand.players)):
        seat = state.document.index(names[place])
        live, ante, dead = _due(hand, place, seat == state.first.big_blind)
        paid, own, other = state.round.totals[seat], state.first.antes[seat], state.first.dead[seat]
        if hand.ante_by == "big-blind":
            dead, ante = dead + ante, 0
        alike = (live, ante) == (paid, own) if hand.players[place].ante is not None else live + ante == paid + own
        if not alike or dead != other:
            raise DocumentError(
                f"line {hand.line}",
                "%(name)s posts %(live)s live and %(dead)s as ante or dead, where by these rules a document has "
                "%(paid)s and %(other)s",
                name=names[place],
                live=live,
                dead=ante + dead,
                paid=paid,
                other=own + other,
            )


def _due(hand: RecordedHand, place: int, is_big: bool) -> tuple[int, int, int]:
    """Return what a player puts in before anybody acts: live posts, ante and dead ones, all within the stack.

    Where a record does not say what was paid of which, the ante comes first.
    """
    player = hand.players[place]
    posted = Counter[bool]()
    for post in hand.posts:
        posted[_is_dead(hand, post)] += post.chips if post.player == place else 0
    due = hand.ante if hand.ante_by == "all" or is_big else 0
    ante = due if player.ante is None else player.ante
    if player.stack is None:
        return posted[False], ante, posted[True]
    ante = min(ante, player.stack)
    dead = min(posted[True], player.stack - ante)
    return min(posted[False], player.stack - ante - dead), ante, dead


def _next_street(hand: RecordedHand, state: Hand, line: int) -> Deal:
    """Return the mark of the street after the present one, with its community cards as far as they are known."""
    game = state.document.game
    street = game.next_street(state.street)
    if street is None:
        raise DocumentError(f"line {line}", "there is no street after the last one")
    cards = hand.board[_on_board(game, state.street) : _on_board(game, street)]
    return Deal(street, tuple(card(text, game.deck, f"line {line}") for text in cards))


def _on_board(game: Game, street: str) -> int:
    """Return how many community cards may lie there on a street: in stud one on the last, if the deck gave out."""
    return int(street == game.streets[-1]) if game.family == "stud" else game.board_cards(street)


def _action(state: Hand, move: Move, name: str) -> Action:
    """Return what a player did as the table as it stands has it: a bet, a raise or a completion, a check or a call."""
    stands, seat = state.round, state.document.index(name)
    if _is_all_in(state, seat, move):
        return Action(name, "all-in")
    if move.verb == "pass":
        return Action(name, "check" if options(stands, seat, state.document.rules).may_check else "call")
    if move.verb == "bring-in":
        due = stands.terms.bring_in
        stack = None if stands.turn is None else stands.stacks[stands.turn]
        return Action(name, "bring-in", due if stack is None else min(due, stack))
    if move.verb == "bet":
        completes = stands.terms.bring_in and not state.raises
        return Action(name, "complete" if completes else "raise-to" if stands.bet else "bet", move.to)
    if move.verb == "draw":
        return Action(name, "draw", move.to) if move.to else Action(name, "stand-pat")
    return Action(name, "is-mucked" if move.verb == "killed" else move.verb)


def _is_all_in(state: Hand, seat: int, move: Move) -> bool:
    """Return whether a call, a bet or a raise takes all that a player has: then a reader has to be told so."""
    stack = state.round.stacks[seat]
    if not stack:
        return False
    whole = state.round.totals[seat] + stack
    if move.verb == "bet":
        return move.to == whole
    return move.verb in ("call", "pass") and whole <= state.round.bet


def _check_total(state: Hand, move: Move, name: str) -> None:
    """Refuse an action that comes to another street total than recorded."""
    total = state.round.totals[state.document.index(name)]
    if move.verb in ("call", "check", "bet", "bring-in", "pass") and move.to is not None and move.to != total:
        raise DocumentError(
            f"line {move.line}",
            "%(name)s has %(total)s in by the rules here, and %(recorded)s in the record",
            name=name,
            total=total,
            recorded=move.to,
        )
