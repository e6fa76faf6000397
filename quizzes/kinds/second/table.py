"""A document played out into a book of entries, one line for each thing a seat did.

Nothing but the book is kept. Who is in, what lies in front of a seat and whose turn it is are read off the book from
its first line whenever they are asked for: slow and plain on purpose, to check an engine that does it otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from quizzes.engine.document import STREETS, Action, Deal, Document
from quizzes.engine.errors import DocumentError

Chips = Literal["bet", "ante", "dead"]
"""Chips of a bet count for the street's bet and in the pots, an ante only in the pots; dead chips are nobody's."""

DECISIONS = ("fold", "check", "call", "raise")
"""What a player does in its turn. Posting is no decision, and neither is having the hand killed by the dealer."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the book: what a seat did on a street and the chips that left its stack by it. A bet is a raise."""

    seat: str
    street: str
    did: str
    chips: int = 0
    kind: Chips = "bet"
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A document, the street that is being played, and the book of all that happened."""

    document: Document
    street: str
    book: tuple[Entry, ...] = ()

    def in_front(self) -> dict[str, int]:
        """Return each player's total on this street: what it posted, bet and called, without antes."""
        piles = dict.fromkeys(players(self.document), 0)
        for entry in self.book:
            if entry.street == self.street and entry.kind == "bet":
                piles[entry.seat] += entry.chips
        return piles

    def behind(self) -> dict[str, int | None]:
        """Return what each player has left to bet; None is as much as it likes."""
        left = {seat.name: seat.stack for seat in self.document.seats if not seat.empty}
        for entry in self.book:
            chips = left[entry.seat]
            if entry.all_in:
                left[entry.seat] = 0
            elif chips is not None:
                left[entry.seat] = chips - entry.chips
        return left

    def most(self, seat: str) -> int | None:
        """Return the street total of this seat's all-in; None when it has no stated stack."""
        behind = self.behind()[seat]
        return None if behind is None else self.in_front()[seat] + behind

    def live(self) -> list[str]:
        """Return the players who still hold a hand, clockwise in the order of the document."""
        gone = {entry.seat for entry in self.book if entry.did in ("fold", "muck")}
        return [name for name in players(self.document) if name not in gone]

    def able(self) -> list[str]:
        """Return the live players who have chips left to bet."""
        behind = self.behind()
        return [name for name in self.live() if behind[name] != 0]

    def floor(self) -> int:
        """Return what the bet is at least: before the flop the full big blind, in a house that charges it in full."""
        blinds = self.document.blinds
        full = self.document.rules["short_blind"] == "full-price"
        return blinds[1] if blinds and full and self.street == "preflop" else 0

    def bet(self) -> int:
        """Return the bet on this street: the highest total, or the big blind that stands for it."""
        return max(self.floor(), *self.in_front().values())

    def to_call(self, seat: str) -> int:
        """Return the total that calls for this seat. When it has that much in front of it, it may check.

        Where nobody else could put in more, a short blind is matched by what somebody else really has in.
        """
        if any(name != seat for name in self.able()):
            return self.bet()
        return max(chips for name, chips in self.in_front().items() if name != seat)

    def turn(self) -> str | None:
        """Return whose turn it is, None when nobody has anything left to decide on this street."""
        able, piles = self.able(), self.in_front()
        decided = [entry.seat for entry in self.book if entry.street == self.street and entry.did in DECISIONS]
        if len(self.live()) < 2:
            return None
        for name in clockwise(self.document, decided[-1] if decided else self._before_first()):
            owes = name in able and piles[name] < self.to_call(name)
            option = name in able and len(able) > 1 and name not in decided
            if owes or option:
                return name
        return None

    def _before_first(self) -> str:
        """Return the seat whose left-hand neighbour begins this street's betting."""
        if self.street != "preflop" or not self.document.blinds:
            return self.document.button
        return (list(straddles(self.document)) or list(blinds(self.document)))[-1]

    def write(self, seat: str, did: str, chips: int = 0, kind: Chips = "bet", all_in: bool = False) -> Table:
        """Return the table with one more line in its book."""
        return replace(self, book=(*self.book, Entry(seat, self.street, did, chips, kind, all_in)))


def players(document: Document) -> list[str]:
    """Return the names at the table, without empty seats."""
    return [seat.name for seat in document.seats if not seat.empty]


def clockwise(document: Document, after: str) -> list[str]:
    """Return the players from the left of a seat all the way around to the seat itself."""
    place = document.index(after) + 1
    around = document.seats[place:] + document.seats[:place]
    return [seat.name for seat in around if not seat.empty]


def blinds(document: Document) -> dict[str, int]:
    """Return who owes the small and who the big blind, in that order.

    They are the first two left of the button; heads-up the button is the small blind (TDA 2024 34-B).
    """
    if not document.blinds:
        return {}
    around = clockwise(document, document.button)
    if len(around) == 2 and document.button in around:
        around.reverse()
    return dict(zip(around, document.blinds, strict=False))


def straddles(document: Document) -> dict[str, int]:
    """Return who straddles to what total, the last straddle last."""
    if document.straddle_by is not None:
        return {document.straddle_by: document.straddles[-1]}
    if not document.straddles:
        return {}
    return dict(zip(clockwise(document, list(blinds(document))[-1]), document.straddles, strict=False))


def replay(document: Document) -> Table:
    """Play a document out. Raises DocumentError at `actions[n]` for an action that can't be; sizes are not judged."""
    if document.put_in is not None:
        raise DocumentError("put_in", "whose turn it is can't be read off put_in")
    table = _post_all(Table(document, document.street))
    for place, item in enumerate(document.actions):
        where = f"actions[{place}]"
        table = _deal(table, item, where) if isinstance(item, Deal) else _act(table, item, where)
    return table


def asked(table: Table) -> str:
    """Return the seat that the question is about. Raises DocumentError at `question` when it is nobody's turn."""
    player = table.document.question.player or table.turn()
    if player is None:
        raise DocumentError("question", "nobody has anything left to decide")
    if player not in table.live():
        raise DocumentError("question.player", f"{player} has folded")
    return player


def _post_all(table: Table) -> Table:
    """Post antes, blinds and straddles, each player from its own stack as far as that goes."""
    if table.document.street != "preflop":
        return table
    for name in players(table.document):
        for kind, due in _dues(table.document, name):
            left = table.behind()[name]
            if due and left != 0:
                table = table.write(name, "post", due if left is None else min(due, left), kind)
    return table


def _dues(document: Document, name: str) -> list[tuple[Chips, int]]:
    """Return what a player has to post, in the order in which its house takes it."""
    bets = _forced_bets(document, name)
    if document.ante_by == "all":
        antes: list[tuple[Chips, int]] = [("ante", document.ante)]
        ante_first = document.rules["ante_order"] == "ante-first"
    else:
        antes = [("dead", document.ante)] if name == list(blinds(document))[-1] else []
        ante_first = document.rules["bb_ante_order"] == "ante-first"
    return antes + bets if ante_first else bets + antes


def _forced_bets(document: Document, name: str) -> list[tuple[Chips, int]]:
    """Return a player's blind, or what it is written to have posted in its place, and what a straddle adds to that."""
    dues: list[tuple[Chips, int]] = []
    live = 0
    if name in blinds(document):
        written = _written_post(document, name)
        live = blinds(document)[name] if written is None else written.amount or 0
        dues = [("bet", live), ("dead", 0 if written is None else written.dead)]
    if name in straddles(document):
        dues.append(("bet", max(0, straddles(document)[name] - live)))
    return dues


def _written_post(document: Document, name: str) -> Action | None:
    posts = (item for item in document.actions if isinstance(item, Action) and item.verb == "post")
    return next((post for post in posts if post.seat == name), None)


def _deal(table: Table, deal: Deal, where: str) -> Table:
    if table.turn() is not None:
        raise DocumentError(where, f"{table.turn()} still has to act on the {table.street}")
    if STREETS.index(deal.street) != STREETS.index(table.street) + 1:
        raise DocumentError(where, f"the {deal.street} does not come after the {table.street}")
    return replace(table, street=deal.street)


def _act(table: Table, action: Action, where: str) -> Table:
    if action.verb == "show":
        return table
    if action.verb == "post":
        return _post(table, action, where)
    if action.verb == "is-mucked" or (action.verb == "muck" and table.turn() is None):
        return table.write(action.seat, "muck")
    if action.out_of_turn or action.seat != table.turn():
        raise DocumentError(where, f"it is not {action.seat}'s turn")
    if action.verb in ("fold", "muck"):
        return table.write(action.seat, "fold")
    total = _total(table, action, where)
    own, most = table.in_front()[action.seat], table.most(action.seat)
    if total < own or (most is not None and total > most):
        raise DocumentError(where, f"{action.seat} can't make its total {total}")
    did = "raise" if total > table.bet() else "call" if total > own else "check"
    return table.write(action.seat, did, total - own, all_in=action.verb == "all-in")


def _post(table: Table, action: Action, where: str) -> Table:
    """Write an extra post down. What a blind's seat posts was taken with the blinds."""
    if table.street == "preflop" and action.seat in blinds(table.document):
        return table
    left = table.behind()[action.seat]
    if left is not None and (action.amount or 0) + action.dead > left:
        raise DocumentError(where, f"{action.seat} has only {left} to post from")
    return table.write(action.seat, "post", action.amount or 0).write(action.seat, "post", action.dead, "dead")


def _total(table: Table, action: Action, where: str) -> int:
    """Return the street total that an action makes."""
    own, most, price = table.in_front()[action.seat], table.most(action.seat), table.to_call(action.seat)
    if action.verb == "check" and own >= price:
        return own
    if action.verb == "call" and own < price:
        return price if most is None else min(price, most)
    if action.verb == "all-in":
        return _all_in(action, most, where)
    raised = (action.amount or 0) + (table.bet() if action.verb == "raise-by" else 0)
    if action.verb in ("bet", "raise-to", "raise-by") and raised > table.bet():
        return raised
    raise DocumentError(where, f"{action.seat} can't {action.verb} with {own} in front and {price} to call")


def _all_in(action: Action, most: int | None, where: str) -> int:
    """Return the total of an all-in, which the seat's stack or the action itself states."""
    if action.amount is not None and most in (None, action.amount):
        return action.amount
    if action.amount is None and most is not None:
        return most
    raise DocumentError(where, f"{action.seat}'s whole stack is not stated, or is stated twice and differs")
