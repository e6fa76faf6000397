"""One name for a spot, whoever sits in it and whatever suits its cards have."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import permutations
from typing import Any

from quizzes.engine.cards import SUITS, Card, rank_of, suit_of
from quizzes.engine.document import Action, Deal, Document, Seat
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import ruleset

Order = tuple[tuple[str, ...], ...]


def fingerprint(document: Document) -> str:
    """Return the SHA-256 of a spot in hex.

    Documents get the same one when they differ only in the seats' names, in which seat is told first, in suits, in
    the order of a hand's two cards or of the flop's three, in the ruleset and in their words (title, note, tags).
    """
    spot = _nameless(replace(document, rules=ruleset("tda"), words={}))
    texts = (json.dumps(to_table(_in_suits(spot, suits)), sort_keys=True) for suits in _suit_orders(spot))
    return sha256(min(texts).encode()).hexdigest()


def _nameless(document: Document) -> Document:
    """Name the seats by their distance from the button, the seat on its left first."""
    first = document.index(document.button) + 1
    seats = document.seats[first:] + document.seats[:first]
    names = {seat.name: str(place) for place, seat in enumerate(seats)}
    question = document.question
    return replace(
        document,
        seats=tuple(replace(seat, name=names[seat.name]) for seat in seats),
        button=names[document.button],
        straddle_by=names.get(document.straddle_by or ""),
        actions=tuple(
            replace(item, seat=names[item.seat]) if isinstance(item, Action) else item for item in document.actions
        ),
        put_in=document.put_in and {names[name]: chips for name, chips in document.put_in.items()},
        folded=tuple(sorted(names[name] for name in document.folded)),
        order=_nameless_order(document.order, names),
        order_low=_nameless_order(document.order_low, names),
        pushed=document.pushed and replace(document.pushed, player=names[document.pushed.player]),
        question=replace(question, player=names.get(question.player or ""), extra=_renamed(question.extra, names)),
    )


def _nameless_order(order: Order | None, names: Mapping[str, str]) -> Order | None:
    return order and tuple(tuple(sorted(names[name] for name in group)) for group in order)


def _renamed(extra: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what else a question holds with the seats in it renamed."""
    found = dict(extra)
    if "whose" in found:
        found["whose"] = names[found["whose"]]
    if "gone" in found:
        found["gone"] = sorted(names[name] for name in found["gone"])
    return found


def _suit_orders(document: Document) -> list[tuple[int, ...]]:
    deals = any(isinstance(item, Deal) and item.cards for item in document.actions)
    if not document.board and not deals and not any(seat.cards for seat in document.seats):
        return [tuple(range(len(SUITS)))]
    return list(permutations(range(len(SUITS))))


def _in_suits(document: Document, suits: Sequence[int]) -> Document:
    """Put every card into the suit that takes its suit's place. Cards that come at once are put in order."""

    def dealt(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(sorted(Card(rank_of(card) * 4 + suits[suit_of(card)]) for card in cards))

    def held(cards: Sequence[Card | None]) -> tuple[Card | None, ...]:
        known = [card for card in cards if card is not None]
        return (*dealt(known), *[None] * (len(cards) - len(known)))

    def seated(seat: Seat) -> Seat:
        """Cards that nobody sees come in any order; open ones in the order of their streets."""
        down, game = len(seat.cards) - len(seat.up), document.game
        if game.family != "stud":
            return replace(seat, cards=held(seat.cards))
        first = min(down, game.dealt(game.first) - 1)
        hidden = held((*seat.cards[:first], *seat.cards[first + len(seat.up) :]))
        up = tuple(None if card is None else dealt([card])[0] for card in seat.up)
        return replace(seat, cards=(*hidden[:first], *up, *hidden[first:]), up=up)

    board = document.board
    return replace(
        document,
        seats=tuple(map(seated, document.seats)),
        board=(*dealt(board[:3]), *(dealt([card])[0] for card in board[3:])),
        actions=tuple(
            replace(item, cards=dealt(item.cards)) if isinstance(item, Deal) else item for item in document.actions
        ),
    )
