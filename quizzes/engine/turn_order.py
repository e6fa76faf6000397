"""Who posts the blinds or brings it in, and who acts first and last on a street."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from quizzes.engine import opening
from quizzes.engine.document import Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, frames, play
from quizzes.engine.posting import blind_seats, players_from
from quizzes.engine.steps import Step


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """The order on a street, as seats counted clockwise from 0.

    small_blind, big_blind  who posts them; None where nobody does
    straddle                who posted the last straddle; None without one
    low_card                whose open card says that it brings a stud hand in; None in other games
    bring_in                who brings it in: all-in from the ante, the low card leaves it to its left
    board                   whose board opens a later street of stud, also all-in; None on the first and in other games
    passed                  who would act before the first who can, and has folded or has no chips left, in turn
    behind                  who would act after the last who can, and has folded or has no chips left, in turn
    able                    the players who can act on the street, from the first to act to the last
    """

    small_blind: int | None
    big_blind: int | None
    straddle: int | None
    low_card: int | None
    bring_in: int | None
    board: int | None
    passed: tuple[int, ...]
    behind: tuple[int, ...]
    able: tuple[int, ...]


def turn_order(document: Document, street: str) -> TurnOrder:
    """Return who posts and who acts first and last on a street, nobody having raised.

    On the first street the seat left of the big blind begins, or left of the last straddle; without blinds, and on
    later streets, the first player left of the button (RRoP 11). Heads-up the button is the small blind and begins only
    before the flop (TDA 2024 34-B). In stud the open cards decide. Who has folded by then, or has no chips left, is
    passed over, also for the bring-in (RRoP 11, seven-card stud). Where the board that opens a later street of stud is
    all-in no book is clear; this site reads it like the bring-in: the next player to its left who can act begins.

    Raises DocumentError at `question` when nobody acts on that street, at `seats[n].cards` where a stud hand's open
    cards are not known, and at `actions[n]` for what the rules refuse.
    """
    hand = as_it_begins(document, street)
    small, big = blind_seats(document) if document.blinds else (None, None)
    straddle = last_straddle(document, big)
    low_card = opening.brings_in(document, from_the_left(document)) if document.game.family == "stud" else None
    bring_in = None if low_card is None else _with_chips(document, low_card)
    board = _board(document, street, hand)
    if street != document.game.first:
        first = document.index(document.button) + 1 if board is None else board
    elif bring_in is not None:
        first = bring_in
    else:
        before = straddle if straddle is not None else big
        first = (document.index(document.button) if before is None else before) + 1
    order = players_from(document, first)
    able = tuple(seat for seat in order if hand.live[seat] and hand.round.stacks[seat] != 0)
    _check_acted_on(hand, street, able)
    small = None if _dead_small(document) else small
    passed = tuple(takewhile(lambda seat: seat not in able, order))
    behind = tuple(order[order.index(able[-1]) + 1 :])
    return TurnOrder(small, big, straddle, low_card, bring_in, board, passed, behind, able)


def _with_chips(document: Document, low_card: int) -> int:
    """Return the first seat from the low card to the left that has chips after the antes, as far as that is told."""
    if document.street != document.game.first:
        return low_card
    stacks = frames(document)[0].round.stacks
    return next((seat for seat in players_from(document, low_card) if stacks[seat] != 0), low_card)


def as_it_begins(document: Document, street: str) -> Hand:
    """Return the hand as a street begins, as far as the document tells it: who has folded by then, and who is all-in.

    Of a street before the document's own nothing is told, so nobody has folded.
    """
    play(document)  # for its refusals
    hands = frames(document)
    for hand, item in zip(hands[1:], document.actions, strict=True):
        if isinstance(item, Deal) and item.street == street:
            return hand
    streets = document.game.streets
    return hands[0] if streets.index(street) <= streets.index(document.street) else hands[-1]


def from_the_left(document: Document) -> list[int]:
    """Return the seats that have a player, clockwise from the button's left."""
    return players_from(document, document.index(document.button) + 1)


def last_straddle(document: Document, big: int | None) -> int | None:
    """Return the seat of the last straddle, None without one. Straddles go clockwise from the big blind's left."""
    if not document.straddles or big is None:
        return None
    if document.straddle_by is not None:
        return document.index(document.straddle_by)
    followers = [seat for seat in players_from(document, big + 1) if seat != big]
    return followers[len(document.straddles) - 1]


def _board(document: Document, street: str, hand: Hand) -> int | None:
    """Return whose board opens a later street of stud among those who have not folded."""
    live = [seat for seat in from_the_left(document) if hand.live[seat]]
    if document.game.family != "stud" or street == document.game.first or len(live) < 2:
        return None
    return opening.opens(document, street, live)


def _check_acted_on(hand: Hand, street: str, able: tuple[int, ...]) -> None:
    """Refuse a street on which nobody has anything to decide."""
    if sum(hand.live) < 2:
        raise DocumentError("question", "all others have folded before the %(street)s, so nobody acts", street=street)
    owes = street == hand.document.street and hand.round.turn is not None
    if len(able) < 2 and not owes:
        raise DocumentError("question", "all others are all-in before the %(street)s, so nobody acts", street=street)


def _dead_small(document: Document) -> bool:
    """Return whether there is no small blind: none named, or a single blind."""
    return document.blinds is None or document.blinds[0] == 0


def straddle_seat(document: Document, big: int | None) -> list[Step]:
    """State that the house lets nobody straddle from the seat of the first straddle, where that is so.

    A house lets nobody straddle, the seat left of the big blind, or the button too (`straddle_seats`). A straddle that
    was posted is played as it stands all the same.
    """
    if not document.straddles or big is None:
        return []
    left = next(seat for seat in players_from(document, big + 1) if seat != big)
    straddler = left if document.straddle_by is None else document.index(document.straddle_by)
    house = document.rules["straddle_seats"]
    allowed = {"none": (), "utg": (left,), "utg-or-button": (left, document.index(document.button))}
    if straddler in allowed[str(house)]:
        return []
    name = document.seats[straddler].name
    return [Step("table-stakes", "state", {"straddle_seats": house}, {"straddle_seats": house}, name)]
