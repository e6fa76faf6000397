"""A document played out into a book of entries, one line for each thing a seat did.

Nothing but the book is written. Who is in, what lies in front of a seat and whose turn it is are read off the book line
by line as it is written, once for all who ask: plain on purpose, to check an engine that does it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import Chips, blinds, clockwise, dues, straddles
from quizzes.kinds.second.stud import opener

DECISIONS = ("fold", "check", "call", "raise", "bring-in")
"""What a player does in its turn. Posting is no decision, and neither is having the hand killed by the dealer."""

Found = TypeVar("Found")


class Entry(NamedTuple):
    """A line of the book: what a seat did on a street and the chips that left its stack by it. A bet is a raise."""

    seat: str
    street: str
    did: str
    chips: int = 0
    kind: Chips = "bet"
    all_in: bool = False


class _ReadOnce(Generic[Found]):
    """A property that reads a table's book when it is first asked; `cached_property` takes a lock for each."""

    def __init__(self, read: Callable[[Any], Found]) -> None:
        self._read = read

    def __get__(self, table: Table, owner: type[Table]) -> Found:
        found = table.__dict__[self._read.__name__] = self._read(table)
        return found


class _ReadTogether(Generic[Found]):
    """One of several properties of a table that are read at once, when the first of them is asked for."""

    def __init__(self, read: Callable[[Any], dict[str, Any]]) -> None:
        self._read = read

    def __set_name__(self, owner: type[Table], name: str) -> None:
        self._name = name

    def __get__(self, table: Table, owner: type[Table]) -> Found:
        kept = table.__dict__
        kept.update(self._read(table))
        found: Found = kept[self._name]
        return found


def _read_book(table: Table) -> dict[str, Any]:
    """Return what a table's book says from its first line to its last, by the names of the table's properties."""
    players = [seat for seat in table.document.seats if not seat.empty]
    piles, behind = {seat.name: 0 for seat in players}, {seat.name: seat.stack for seat in players}
    gone, decisions = set[str](), list[Entry]()
    for entry in table.book:
        _read_line(entry, table.street, piles, behind, gone, decisions)
    return _as_it_stands(piles, behind, gone, decisions)


def _read_line(
    entry: Entry,
    this_street: str,
    in_front: dict[str, int],
    behind: dict[str, int | None],
    gone: set[str],
    decisions: list[Entry],
) -> None:
    """Note what a line of the book changes while this street is played."""
    name, street, did, chips, kind, all_in = entry
    left = behind[name]
    if all_in:
        behind[name] = 0
    elif left is not None:
        behind[name] = left - chips
    if did in ("fold", "muck"):
        gone.add(name)
    if street == this_street:
        if kind == "bet":
            in_front[name] += chips
        if did in DECISIONS:
            decisions.append(entry)


def _as_it_stands(
    in_front: dict[str, int], behind: dict[str, int | None], gone: set[str], decisions: list[Entry]
) -> dict[str, Any]:
    live = [name for name in behind if name not in gone]
    return {
        "in_front": in_front,
        "behind": behind,
        "gone": gone,
        "live": live,
        "able": [name for name in live if behind[name] != 0],
        "decisions": decisions,
        "decided": [entry.seat for entry in decisions],
    }


def _read_prices(table: Table) -> dict[str, Any]:
    """Return what it costs to stay in, and what that comes from, by the names of the table's properties."""
    document, decisions = table.document, table.decisions
    first, stud, bring_in = table.street == document.game.first, document.game.family == "stud", document.bring_in
    brought_in = stud and any(entry.did == "bring-in" for entry in decisions)
    brings_in = first and stud and bring_in > 0 and all(entry.did == "fold" for entry in decisions)
    floor = 0
    if first and stud:
        floor = bring_in if brought_in else 0
    elif first and document.blinds and document.rules["short_blind"] == "full-price":
        floor = document.blinds[1]
    bet = max(floor, *table.in_front.values())
    return {
        "brings_in": brings_in,
        "brought_in": brought_in,
        "floor": floor,
        "bet": bet,
        "price": bring_in if brings_in else bet,
    }


@dataclass(frozen=True)
class Table:
    """A document, the street that is being played, and the book of all that happened. None of them ever changes.

    What is read off the book is kept, for which a table can have no slots.

    in_front    each player's total on this street: what it posted, bet and called, without antes
    behind      what each player has left to bet; None is as much as it likes
    gone        the players who hold no hand any more
    live        the players who still hold a hand, clockwise in the order of the document
    able        the live players who have chips left to bet
    decisions   the lines of this street that are decisions
    decided     who decided something on this street, in order and as often as it did
    brings_in   whether the seat to act is the one that has to bring it in: the first that does not fold
    brought_in  whether this street was opened by a bring-in
    floor       what the first street costs at least: the bring-in, or the full big blind where a house charges it
    bet         the bet on this street: the highest total, or the big blind that stands for it
    price       what it costs to stay in: the bet, or the bring-in where that is due
    """

    document: Document
    street: str
    book: tuple[Entry, ...] = ()

    in_front = _ReadTogether[dict[str, int]](_read_book)
    behind = _ReadTogether[dict[str, int | None]](_read_book)
    gone = _ReadTogether[set[str]](_read_book)
    live = _ReadTogether[list[str]](_read_book)
    able = _ReadTogether[list[str]](_read_book)
    decisions = _ReadTogether[list[Entry]](_read_book)
    decided = _ReadTogether[list[str]](_read_book)

    brings_in = _ReadTogether[bool](_read_prices)
    brought_in = _ReadTogether[bool](_read_prices)
    floor = _ReadTogether[int](_read_prices)
    bet = _ReadTogether[int](_read_prices)
    price = _ReadTogether[int](_read_prices)

    def most(self, seat: str) -> int | None:
        """Return the street total of this seat's all-in; None when it has no stated stack."""
        behind = self.behind[seat]
        return None if behind is None else self.in_front[seat] + behind

    @_ReadOnce
    def dealt_in(self) -> list[str]:
        """Return the players who held a hand when this street began."""
        earlier = [entry for entry in self.book if entry.street != self.street]
        return replace(self, book=tuple(earlier)).live

    def to_call(self, seat: str) -> int:
        """Return the total that calls for this seat. When it has that much in front of it, it may check.

        Where nobody else could put in more, a short blind is matched by what somebody else really has in.
        """
        if self.able not in ([], [seat]):
            return self.price
        return max(chips for name, chips in self.in_front.items() if name != seat)

    @_ReadOnce
    def drawn(self) -> list[str]:
        """Return who has drawn on this street, in order."""
        return [entry.seat for entry in self.book if entry.street == self.street and entry.did == "draw"]

    @_ReadOnce
    def turn(self) -> str | None:
        """Return whose turn it is, None when nobody has anything left to decide on this street."""
        able, piles, decided = self.able, self.in_front, self.decided
        if len(self.live) < 2:
            return None
        if len(able) > 1:
            price = self.price
            waiting = [name for name in able if piles[name] < price or name not in decided]
        else:
            waiting = [name for name in able if piles[name] < self.to_call(name)]
        if len(waiting) < 2:
            return waiting[0] if waiting else None
        around = self._from_the_left_of(decided[-1]) if decided else self._from_the_first()
        return next(name for name in around if name in waiting)

    def _from_the_left_of(self, seat: str) -> list[str]:
        names = list(self.behind)
        place = names.index(seat) + 1
        return names[place:] + names[:place]

    def _from_the_first(self) -> list[str]:
        """Return the players in the order in which this street's betting comes to them."""
        if self.document.game.family == "stud":
            first = opener(self.document, self.street, self.dealt_in)
            around = clockwise(self.document, first)
            return [first, *around[:-1]]
        before = [self.document.button]
        if self.street == self.document.game.first:
            before += [*blinds(self.document), *straddles(self.document)]
        return clockwise(self.document, before[-1])

    def write(self, seat: str, did: str, chips: int = 0, kind: Chips = "bet", all_in: bool = False) -> Table:
        """Return the table with one more line in its book, which is read on from there."""
        line = Entry(seat, self.street, did, chips, kind, all_in)
        after = Table(self.document, self.street, (*self.book, line))
        read = (self.in_front.copy(), self.behind.copy(), self.gone.copy(), self.decisions.copy())
        _read_line(line, self.street, *read)
        after.__dict__.update(_as_it_stands(*read))
        return after


def replay(document: Document) -> Table:
    """Play a document out. Raises DocumentError at `actions[n]` for an action that can't be; sizes are not judged."""
    *_, table = played(document)
    return table


def played(document: Document) -> Iterator[Table]:
    """Play a document out like `replay`, and yield the table before the first action and after each one."""
    if document.put_in is not None:
        raise DocumentError("put_in", "whose turn it is can't be read off put_in")
    table = _post_all(Table(document, document.street))
    yield table
    for place, item in enumerate(document.actions):
        table = after(table, item, f"actions[{place}]")
        yield table


def after(table: Table, item: Action | Deal, where: str) -> Table:
    """Return the table after one action or street mark. Raises DocumentError at `where` for one that can't be."""
    return _deal(table, item, where) if isinstance(item, Deal) else _act(table, item, where)


def asked(table: Table, player: str | None = None) -> str:
    """Return the seat that the question is about, or the one named. Raises DocumentError where it has no turn left."""
    player = player or table.document.question.player or table.turn
    if player is None:
        raise DocumentError("question", "nobody has anything left to decide")
    if player not in table.live:
        raise DocumentError("question.player", "%(name)s has folded", name=player)
    if player not in table.able:
        raise DocumentError("question.player", "%(name)s is all-in", name=player)
    if table.live == [player]:
        raise DocumentError("question", "nobody is left to bet against")
    document = table.document
    of_a_turn = ("legal_actions", "min_raise", "pot_limit", "fixed_limit", "starting_hand")
    if table.turn is None and document.question.kind in of_a_turn:
        raise DocumentError("question", "nobody has anything left to decide")
    if document.bring_in and document.street == document.game.first and not document.bets:
        raise DocumentError("bets", "the sizes of the bets are not known")
    return player


def _post_all(table: Table) -> Table:
    """Post antes, blinds and straddles, each player from its own stack as far as that goes."""
    if table.document.street != table.document.game.first:
        return table
    left = {seat.name: seat.stack for seat in table.document.seats}
    posts: list[Entry] = []
    for name, kind, due in dues(table.document):
        stack = left[name]
        chips = due if stack is None else min(due, stack)
        if chips:
            posts.append(Entry(name, table.street, "post", chips, kind))
        if stack is not None:
            left[name] = stack - chips
    return Table(table.document, table.street, tuple(posts))


def _deal(table: Table, deal: Deal, where: str) -> Table:
    if table.turn is not None:
        raise DocumentError(where, "%(name)s still has to act on the %(street)s", name=table.turn, street=table.street)
    if deal.street != table.document.game.next_street(table.street):
        raise DocumentError(
            where, "the %(later)s does not come after the %(street)s", later=deal.street, street=table.street
        )
    return replace(table, street=deal.street)


def _act(table: Table, action: Action, where: str) -> Table:
    if action.verb == "show":
        return table
    if action.verb == "post":
        return _post(table, action, where)
    if action.verb in ("draw", "stand-pat"):
        return _draw(table, action, where)
    if action.verb == "is-mucked" or (action.verb == "muck" and table.turn is None):
        return table.write(action.seat, "muck")
    if action.out_of_turn or action.seat != table.turn:
        raise DocumentError(where, "it is not %(name)s's turn", name=action.seat)
    if action.verb in ("fold", "muck"):
        return table.write(action.seat, "fold")
    total = _total(table, action, where)
    own, most = table.in_front[action.seat], table.most(action.seat)
    if total < own or (most is not None and total > most):
        raise DocumentError(where, "%(name)s can't make their total %(total)s", name=action.seat, total=total)
    if table.brings_in and total <= table.document.bring_in:
        return table.write(action.seat, "bring-in", total, all_in=action.verb == "all-in")
    did = "raise" if total > table.bet else "call" if total > own else "check"
    return table.write(action.seat, did, total - own, all_in=action.verb == "all-in")


def _draw(table: Table, action: Action, where: str) -> Table:
    """Write a draw down: once for each live player, from the button's left, before the street's betting."""
    game, around = table.document.game, clockwise(table.document, table.document.button)
    to_draw = [name for name in around if name in table.live and name not in table.drawn]
    if game.family != "draw" or table.street == game.first or table.decided or to_draw[:1] != [action.seat]:
        raise DocumentError(where, "%(name)s can't draw here", name=action.seat)
    if (action.amount or 0) > min(int(table.document.rules["draw_most"]), game.hand[0]):
        raise DocumentError(where, "%(name)s can't draw %(amount)s", name=action.seat, amount=action.amount)
    return table.write(action.seat, "draw")


def _post(table: Table, action: Action, where: str) -> Table:
    """Write an extra post down. What a blind's seat posts was taken with the blinds, and a straddle's with it."""
    if table.street == table.document.game.first and action.seat in blinds(table.document):
        return table
    if action.seat in straddles(table.document):
        action = action._replace(amount=0)
    left = table.behind[action.seat]
    if left is not None and (action.amount or 0) + action.dead > left:
        raise DocumentError(where, "%(name)s has only %(left)s to post from", name=action.seat, left=left)
    return table.write(action.seat, "post", action.amount or 0).write(action.seat, "post", action.dead, "dead")


def _total(table: Table, action: Action, where: str) -> int:
    """Return the street total that an action makes."""
    own, most, price = table.in_front[action.seat], table.most(action.seat), table.to_call(action.seat)
    if action.verb == "check" and own >= price:
        return own
    if action.verb == "call" and own < price:
        return price if most is None else min(price, most)
    if action.verb == "all-in":
        return _all_in(action, most, where)
    if action.verb == "bring-in" and table.brings_in:
        due = price if most is None else min(price, most)
        if action.amount == due:
            return due
    raised = (action.amount or 0) + (table.bet if action.verb == "raise-by" else 0)
    if action.verb in ("bet", "raise-to", "raise-by", "complete") and raised > table.bet:
        return raised
    raise DocumentError(
        where,
        "%(name)s can't %(verb)s with %(own)s in front and %(price)s to call",
        name=action.seat,
        verb=action.verb,
        own=own,
        price=price,
    )


def _all_in(action: Action, most: int | None, where: str) -> int:
    """Return the total of an all-in, which the seat's stack or the action itself states."""
    if action.amount is not None and most in (None, action.amount):
        return action.amount
    if action.amount is None and most is not None:
        return most
    raise DocumentError(where, "%(name)s's whole stack is not stated, or is stated twice and differs", name=action.seat)
