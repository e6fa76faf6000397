"""One name for a spot, whoever sits in it and whatever suits its cards have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from quizzes.engine.cards import SUITS, Card, rank_of, suit_of
from quizzes.engine.document import Action, Deal, Document, Seat
from quizzes.engine.games import Game

Places = Mapping[str, int]
"""The seats by their distance from the button: 0 is the seat on its left."""

Order = tuple[tuple[str, ...], ...]


def fingerprint(document: Document) -> str:
    """Return the SHA-256 of a spot in hex.

    Documents get the same one when they differ only in the seats' names, in which seat is told first, in suits, in
    the order of a hand's two cards or of the flop's three, in the ruleset and in their words (title, note, tags).
    """
    first = document.index(document.button) + 1
    seats = document.seats[first:] + document.seats[:first]
    places = {seat.name: place for place, seat in enumerate(seats)}
    spot = [
        [document.game.id, document.limit, document.blinds, document.ante, document.ante_by, document.straddles],
        [places.get(document.straddle_by or ""), document.bets, document.bring_in, document.chip, document.unit],
        [document.street, document.pot, len(document.board)],
        [[seat.stack, len(seat.cards), len(seat.up), seat.empty] for seat in seats],
        [
            (places[item.seat], item.verb, item.amount, item.dead, item.out_of_turn)
            if isinstance(item, Action)
            else (item.street, len(item.cards))
            for item in document.actions
        ],
        document.put_in and sorted((places[name], chips) for name, chips in document.put_in.items()),
        sorted(places[name] for name in document.folded),
        [_order(document.order, places), _order(document.order_low, places)],
        _pushed(document, places),
        _question(document, places),
        _by_suit(_together(document, seats)),
    ]
    return sha256(json.dumps(spot).encode()).hexdigest()


def _order(order: Order | None, places: Places) -> list[list[int]] | None:
    return None if order is None else [sorted(places[name] for name in group) for group in order]


def _pushed(document: Document, places: Places) -> Sequence[Any] | None:
    pushed = document.pushed
    if pushed is None:
        return None
    return places[pushed.player], pushed.motions, pushed.said, pushed.before, pushed.pulled


def _question(document: Document, places: Places) -> Sequence[Any]:
    """Return what is asked and of whom, other seats that a question names among it."""
    question = document.question
    extra = dict(question.extra)
    if "whose" in extra:
        extra["whose"] = places[extra["whose"]]
    if "gone" in extra:
        extra["gone"] = sorted(places[name] for name in extra["gone"])
    return question.kind, places.get(question.player or ""), sorted(extra.items())


def _together(document: Document, seats: Sequence[Seat]) -> Iterator[Sequence[Card | None]]:
    """Yield the cards of a spot in groups: those of one group come in any order."""
    yield document.board[:3]
    for card in document.board[3:]:
        yield (card,)
    for item in document.actions:
        if isinstance(item, Deal):
            yield item.cards
    for seat in seats:
        if document.game.family == "stud":
            yield from _stud_groups(seat, document.game)
        else:
            yield seat.cards


def _stud_groups(seat: Seat, game: Game) -> Iterator[Sequence[Card | None]]:
    """Yield a stud hand's cards: those that nobody sees together, the open ones in the order of their streets."""
    first = min(len(seat.cards) - len(seat.up), game.dealt(game.first) - 1)
    yield (*seat.cards[:first], *seat.cards[first + len(seat.up) :])
    yield from ([card] for card in seat.up)


def _by_suit(groups: Iterator[Sequence[Card | None]]) -> list[list[tuple[int, int]]]:
    """Return each suit's cards as group and rank, the suits in the order of what they hold: which is which is lost."""
    suits: list[list[tuple[int, int]]] = [[] for _ in SUITS]
    for group, cards in enumerate(groups):
        for card in cards:
            if card is not None:
                suits[suit_of(card)].append((group, rank_of(card)))
    for suit in suits:
        suit.sort()
    suits.sort()
    return suits
