"""Spots of pot-limit and fixed-limit: the same writing as in `spots`, with the sizes that each limit allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from quizzes.engine.cards import Card, rank_of
from quizzes.engine.document import Action, Deal, Document, Question, Seat
from quizzes.engine.games import GAMES, Game
from quizzes.engine.hand import begin
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds.base import Variant
from quizzes.kinds.spots import NAMES, STAKES, NoSpot, Spot, deal_in, tidy


@dataclass(slots=True)
class LimitSpot(Spot):
    """A hand of pot-limit or fixed-limit while it is written."""

    def raise_full(self, all_in: bool = False) -> None:
        """Bet or raise by what the limit allows: the one size of fixed-limit, in pot-limit often the whole pot."""
        offered = self._offered()
        least, most = offered.raise_min_to, offered.raise_max_to
        if least is None or most is None:
            raise NoSpot
        to = least
        if self.hand.document.limit == "pot-limit":
            to = most if self.rng.random() < 0.4 else min(max(self._size(), least), most)
        if all_in:
            self.act("all-in", to)
        else:
            self.act(self._verb(), to)

    def _verb(self) -> str:
        """Say how a raise is written: a bet where there is none, over a bring-in a completion."""
        opened = any(made.full for made in self.hand.raises)
        stud = self.hand.document.game.family == "stud" and self.hand.street == self.hand.document.game.first
        return "complete" if stud and not opened else "raise-to" if self.bet else "bet"

    def passive(self) -> None:
        """Check where that is free, bring it in where that is due, else call."""
        if self.brings_in:
            self.act("bring-in", self.hand.document.bring_in)
        else:
            Spot.passive(self)

    def give_up(self) -> None:
        """Check where that is free, bring it in where that is due, else fold."""
        if self.brings_in:
            self.passive()
        else:
            Spot.give_up(self)

    @property
    def brings_in(self) -> bool:
        """Whether the seat to act is the one that brings it in."""
        document = self.hand.document
        return document.bring_in > 0 and self.hand.street == document.game.first and not self.bet

    def short_all_in(self, most: int | None = None) -> None:
        """Go all-in for more than the bet and less than a full raise, by at most `most` where that is given."""
        offered = self._offered()
        if offered.raise_min_to is None:
            raise NoSpot
        room = offered.raise_min_to - self.bet - self.unit
        room = room if most is None else min(room, most)
        if room < self.unit:
            raise NoSpot
        self.act("all-in", self.bet + self.rng.randrange(self.unit, room + 1, self.unit))

    def deal(self) -> None:
        """Begin the next street; in stud its open cards lie in the seats already."""
        game = self.hand.document.game
        street = game.next_street(self.hand.street)
        if game.family == "flop":
            Spot.deal(self)
        elif street is None or self.turn is not None or game.open_on(street) > _most_open(self.hand.document):
            raise NoSpot
        else:
            self._take(Deal(street))

    def document(
        self, question: Question, least: Mapping[int, int] | None = None, behind: Mapping[int, int] | None = None
    ) -> Document:
        """Return the finished document; a stud hand that was folded shows the open cards that it had then."""
        document = Spot.document(self, question, least, behind)
        return replace(document, seats=_as_folded(document)) if document.game.family == "stud" else document


def deal_limit(
    rng: Random, rules: Ruleset, variant: Variant, players: int, street: str, short: bool = False
) -> LimitSpot:
    """Return a spot of a game with blinds in a limit, nobody having acted. `short` leaves the big blind short."""
    spot = deal_in(rng, rules, players, street, short_blind=short)
    before = spot.hand.document
    assert before.blinds is not None
    big = before.blinds[1]
    bets = (big, 2 * big) if variant.limit == "fixed-limit" else None
    document = replace(before, game=GAMES[variant.game], limit=variant.limit, bets=bets)
    return LimitSpot(rng, begin(document), spot.unit, spot.deck)


def deal_stud(rng: Random, rules: Ruleset, variant: Variant, players: int, street: str, last: str) -> LimitSpot:
    """Return a spot of fixed-limit stud that begins on one street and has the open cards up to the last one.

    Boards that only suits part are left out: who opens such a street is another question, and houses differ in it.
    """
    game = GAMES[variant.game]
    _, big, unit = rng.choice(STAKES)
    names = sorted(rng.sample(NAMES, players))
    deck = rng.sample(game.deck, len(game.deck))
    boards = [[deck.pop() for _ in range(game.open_on(last))] for _ in names]
    for many in range(1, game.open_on(last) + 1):
        if len({tuple(sorted(map(rank_of, board[:many]))) for board in boards}) < players:
            raise NoSpot
    ante, bring_in = max(unit, tidy(big * 0.1, unit)), max(unit, tidy(big * 0.25, unit))
    document = Document(
        seats=tuple(_open_seat(game, name, board) for name, board in zip(names, boards, strict=True)),
        question=Question("fixed_limit"),
        game=game,
        limit=variant.limit,
        rules=rules,
        bets=(big, 2 * big),
        ante=ante,
        bring_in=bring_in,
        button=names[-1],
        street=street,
        pot=0 if street == game.first else tidy(big * players * rng.choice((1, 1.5, 2)), unit),
    )
    return LimitSpot(rng, begin(document), unit, [])


def _open_seat(game: Game, name: str, up: list[Card]) -> Seat:
    down: tuple[Card | None, ...] = (None,) * (game.dealt(game.first) - 1)
    return Seat(name, None, (*down, *up), tuple(up))


def _most_open(document: Document) -> int:
    return min(len(seat.up) for seat in document.seats)


def _as_folded(document: Document) -> tuple[Seat, ...]:
    """Return the seats with the open cards that each had on the street on which it folded."""
    street, folded = document.street, {}
    for item in document.actions:
        if isinstance(item, Deal):
            street = item.street
        elif isinstance(item, Action) and item.verb == "fold":
            folded[item.seat] = street
    seats = []
    for seat in document.seats:
        open_cards = document.game.open_on(folded.get(seat.name, street))
        down = len(seat.cards) - len(seat.up)
        seats.append(replace(seat, cards=seat.cards[: down + open_cards], up=seat.up[:open_cards]))
    return tuple(seats)
