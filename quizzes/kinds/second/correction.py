"""Whether a wrong size stands, by asking at each bet and raise of the hand what would have been legal."""

from __future__ import annotations

from typing import Any, NamedTuple

from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second import legal_actions
from quizzes.kinds.second.out_of_turn import DECIDING, RAISING, hands, is_substantial
from quizzes.kinds.second.table import Table


class Bet(NamedTuple):
    """A bet or raise of a hand: its place among the actions, the hand before it, the total that it made, and what its
    player might do.
    """

    place: int
    verb: str
    seat: str
    table: Table
    made: int
    offers: dict[str, Any]

    @property
    def right(self) -> int:
        """The total that it should have been. Whoever is all-in has nothing more, so only too much of that is wrong."""
        if self.verb == "all-in":
            return self.made if self.most is None else min(self.made, self.most)
        return legal_actions.nearest_of(self.offers, self.table.document.limit, self.made)

    @property
    def most(self) -> int | None:
        """The largest total that it might have been, None where only an all-in or no limit is there."""
        most: int | None = self.offers["raise_max_to"]
        return most


def solve(document: Document) -> dict[str, Any]:
    """Return `stands` and `to`. Raises DocumentError at `question` where no size is wrong."""
    tables = hands(document)
    bet, under_the_pot = wrong_bet(document, tables)
    if document.question.player not in (None, bet.seat):
        raise DocumentError("question.player", "it is %(name)s's bet", name=bet.seat)
    if _next_card(document, bet.place):
        return {"stands": True, "to": bet.made}
    acts = zip(document.actions[bet.place + 1 :], tables[bet.place + 1 :], strict=False)
    after = [act.verb for act, table in acts if isinstance(act, Action) and act.seat == table.turn]
    late = under_the_pot and is_substantial([verb for verb in after if verb in DECIDING])
    return {"stands": late, "to": bet.made if late else bet.most if under_the_pot else bet.right}


def wrong_bet(document: Document, tables: list[Table]) -> tuple[Bet, bool]:
    """Return the first bet of a wrong size, and whether only the count of the pot was wrong.

    That is asked of the last bet or raise in pot-limit, where it is less than the pot and was not all-in.
    """
    bets = _bets(document, tables)
    wrong = [bet for bet in bets if bet.made != bet.right]
    if wrong:
        return wrong[0], False
    last = bets[-1] if bets and document.limit == "pot-limit" else None
    if last is not None and last.verb != "all-in" and last.made < (last.most or 0):
        return last, True
    raise DocumentError("question", "no size is wrong")


def _bets(document: Document, tables: list[Table]) -> list[Bet]:
    """Return the bets and raises of a hand. Raises DocumentError at one of a player who may not raise."""
    bets = []
    for place, (item, table) in enumerate(zip(document.actions, tables, strict=False)):
        if isinstance(item, Deal) or item.verb not in RAISING or item.seat != table.turn:
            continue
        made = (item.amount or 0) + (table.bet if item.verb == "raise-by" else 0)
        if item.verb == "all-in":
            made = table.most(item.seat) or made
        forced = table.brings_in and made <= document.bring_in
        if item.verb == "all-in" and (forced or made <= table.bet):
            continue
        offers = legal_actions.menu(table, item.seat)
        if forced or not offers["may_raise"]:
            raise DocumentError(f"actions[{place}]", "%(name)s may not bet or raise that", name=item.seat)
        bets.append(Bet(place, item.verb, item.seat, table, made, offers))
    return bets


def _next_card(document: Document, place: int) -> bool:
    dealt = any(isinstance(item, Deal) for item in document.actions[place:])
    return dealt or document.question.extra["found"] == "next-card"
