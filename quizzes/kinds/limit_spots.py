"""Spots of every game and limit: the same writing as in `spots`, with each limit's sizes and each game's streets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from quizzes.engine.cards import Card, rank_of
from quizzes.engine.derive_limits import over_levels
from quizzes.engine.document import Action, Deal, Document, Question, Seat
from quizzes.engine.games import GAMES, Game
from quizzes.engine.hand import Hand, Raise, begin
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds.base import HOLDEM, Variant
from quizzes.kinds.spots import (
    NAMES,
    RAISED_TO,
    STAKES,
    WHOLE_BETS,
    NoSpot,
    Spot,
    deal_in,
    earlier_bets,
    set_table,
    tidy,
)

STUD = tuple(game.id for game in GAMES.values() if game.family == "stud")
WITH_BLINDS = tuple(game.id for game in GAMES.values() if game.family != "stud")
HOLDEM_STREETS = GAMES[HOLDEM.game].streets
MOST_AT_STUD = 6
MOST_DRAWN = (3, 3, 2)
"""How many cards people exchange at most on each draw; never more than any house lets them."""


@dataclass(slots=True)
class LimitSpot(Spot):
    """A hand of any game and limit while it is written."""

    def raise_full(self, all_in: bool = False) -> None:
        """Bet or raise by what the limit allows: a size of fixed-limit, in pot-limit often the whole pot."""
        if self.hand.document.limit == "no-limit":
            Spot.raise_full(self, all_in)
            return
        offered = self._offered()
        least, most = offered.raise_min_to, offered.raise_max_to
        if least is None or most is None:
            raise NoSpot
        to = least
        if self.hand.document.limit == "pot-limit":
            to = most if self.rng.random() < 0.4 else min(max(self._size(), least), most)
        elif least < most:
            to = self.rng.choice((least, most))
        if all_in:
            self.act("all-in", to)
        else:
            self.act(self.verb(), to)

    def verb(self) -> str:
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
        """Begin the next street; in stud its open cards lie in the seats already, in a draw game everybody draws."""
        game = self.hand.document.game
        street = game.next_street(self.hand.street)
        if game.family == "flop":
            Spot.deal(self)
        elif street is None or self.turn is not None or game.open_on(street) > _most_open(self.hand.document):
            raise NoSpot
        else:
            self._take(Deal(street))
            if game.family == "draw":
                self._draw(MOST_DRAWN[game.streets.index(street) - 1])

    def _draw(self, most: int) -> None:
        """Let everybody who is left exchange cards, from the button's left."""
        document = self.hand.document
        first, size = document.index(document.button) + 1, len(document.seats)
        for seat in (place % size for place in range(first, first + size)):
            if self.hand.live[seat]:
                number = self.rng.randrange(most + 1)
                self._take(Action(self.hand.name(seat), "draw" if number else "stand-pat", number or None))

    def document(
        self, question: Question, least: Mapping[int, int] | None = None, behind: Mapping[int, int] | None = None
    ) -> Document:
        """Return the finished document; a stud hand that was folded shows the open cards that it had then."""
        document = Spot.document(self, question, least, behind)
        return replace(document, seats=_as_folded(document)) if document.game.family == "stud" else document


def deal_any(
    rng: Random,
    rules: Ruleset,
    variant: Variant,
    players: int,
    street: str = "preflop",
    *,
    ante: str = "",
    straddle: bool = False,
    short_blind: bool = False,
) -> Spot:
    """Return a spot of any game and limit before anybody acts; `street` is hold'em's name for how far the hand is.

    Stud has neither blinds nor straddle, and always an ante.
    """
    if variant == HOLDEM:
        return deal_in(rng, rules, players, street, ante=ante, straddle=straddle, short_blind=short_blind)
    game = GAMES[variant.game]
    there = street_of(game, street)
    if game.family == "stud":
        last = game.next_street(there) or there
        return deal_stud(rng, rules, variant, min(players, MOST_AT_STUD), there, last)
    return deal_limit(rng, rules, variant, players, there, short_blind, ante)


def fell_short(hand: Hand) -> list[Raise]:
    """Return the street's all-ins that were less than a full bet or raise; in fixed-limit those that count as well."""
    if hand.document.limit != "fixed-limit":
        return [made for made in hand.raises if not made.full]
    short = [made for made, level in over_levels(hand) if made.to - level < made.unit]
    return [made for made in hand.raises if made in short]


def street_of(game: Game, street: str) -> str:
    """Return a game's betting round in the place of one of hold'em; the last one for the river."""
    place = HOLDEM_STREETS.index(street)
    return game.streets[-1 if street == "river" else min(place, len(game.streets) - 1)]


def deal_limit(
    rng: Random, rules: Ruleset, variant: Variant, players: int, street: str, short: bool = False, ante: str = ""
) -> LimitSpot:
    """Return a spot of a game with blinds in a limit, nobody having acted. `short` leaves the big blind short."""
    game = GAMES[variant.game]
    like = street if game.family == "flop" else "preflop" if street == game.first else "flop"
    matched = WHOLE_BETS if variant.limit == "fixed-limit" else RAISED_TO
    before, unit, deck = set_table(rng, rules, players, like, ante, short=short, bets=matched)
    assert before.blinds is not None
    big = before.blinds[1]
    bets = (big, 2 * big) if variant.limit == "fixed-limit" else None
    board = before.board if game.family == "flop" else ()
    document = replace(before, game=game, limit=variant.limit, bets=bets, street=street, board=board)
    return LimitSpot(rng, begin(document), unit, deck)


def deal_stud(rng: Random, rules: Ruleset, variant: Variant, players: int, street: str, last: str) -> LimitSpot:
    """Return a spot of fixed-limit stud that begins on one street and has the open cards up to the last one.

    Boards that only suits part are left out: who opens such a street is another question, and houses differ in it.
    """
    game = GAMES[variant.game]
    _, big, unit = rng.choice(STAKES)
    names = sorted(rng.sample(NAMES, players))
    deck = rng.sample(game.deck, len(game.deck))
    boards = [[card] for card in _of_different_ranks(deck, players)]
    for board in boards:
        board += [deck.pop() for _ in range(game.open_on(last) - 1)]
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
        pot=0 if street == game.first else players * ante + earlier_bets(rng, players, big),
    )
    return LimitSpot(rng, begin(document), unit, [])


def _of_different_ranks(deck: list[Card], many: int) -> list[Card]:
    """Take so many cards from a deck, no two of one rank."""
    taken: dict[int, Card] = {}
    for card in deck:
        if len(taken) < many:
            taken.setdefault(rank_of(card), card)
    for card in taken.values():
        deck.remove(card)
    return list(taken.values())


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
