"""Spots that read like poker: blinds and chips that are used, sizes that people bet, stacks that fit.

A generator writes a spot action by action with `Spot`, which holds the engine's hand and so can't write an illegal one.
Stacks are left open while the hand is written and filled in at the end; an all-in fixes its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from quizzes.engine import betting, sizes
from quizzes.engine.cards import DECK, Card
from quizzes.engine.document import Action, Deal, Document, Question, Seat
from quizzes.engine.hand import Hand, begin, take
from quizzes.engine.rulesets import Ruleset

NAMES = (
    "Aisyah", "Boon", "Chan", "Dewi", "Eng", "Farid", "Gita", "Hui", "Ismail", "Jia", "Kavi", "Lina", "Mei", "Nora",
    "Omar", "Priya", "Qian", "Rosli", "Siti", "Tan", "Umi", "Vijay", "Wen", "Yusof", "Zara",
)  # fmt: skip

STAKES = (
    (1, 2, 1),
    (5, 10, 5),
    (10, 20, 5),
    (25, 50, 25),
    (50, 100, 25),
    (100, 200, 100),
    (200, 400, 100),
    (500, 1000, 500),
)
"""Small blind, big blind, and the smallest chip that lies on such a table."""

TO_STRADDLE = tuple(stakes for stakes in STAKES if stakes[0] * 2 == stakes[1])

DEEPEST = 150
"""Big blinds that a bet comes to at most on one street: few stacks at a table are deeper."""

WHOLE_BETS = (1, 2, 3)
RAISED_TO = (1, 2, 2.5, 3)
"""Big blinds that each player may have in after the earlier streets: whole bets, as every limit has them, and fewer
than any house caps; or what no-limit and pot-limit have besides, where the first raise is to two at least, and the pot
allows three with two players already. Half a big blind is a whole number of the smallest chips for each of STAKES.
"""

NEXT_STREET = {"preflop": "flop", "flop": "turn", "turn": "river"}
DEALT = {"flop": 3, "turn": 1, "river": 1}
SHOWN = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


TURNS_BACK = 4
"""How often a hand that does not come to what is wanted is taken up again at an earlier moment."""

MOST_MOVES = 40

Moment = tuple[Hand, tuple[Action | Deal, ...]]
"""A hand and the actions that led to it."""


class NoSpot(Exception):
    """A spot that could not be written this way; the generator tries another."""


def tidy(amount: float, unit: int) -> int:
    """Round an amount as people bet it: to the smallest chip, and to bigger ones as it grows."""
    step = unit
    for factor in (2, 4, 10, 20, 40, 100, 200, 400, 1000):
        if amount / step <= 24:
            break
        step = unit * factor
    return max(unit, round(amount / step) * step)


@dataclass(slots=True)
class Spot:
    """A hand while it is written. Seats act in turn; amounts are street totals in whole chips.

    `actions` are what has been written so far: they get into the document when it is finished.
    """

    rng: Random
    hand: Hand
    unit: int
    deck: list[Card]
    actions: tuple[Action | Deal, ...] = ()

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        return self.hand.round.turn

    @property
    def bet(self) -> int:
        """The highest total on this street."""
        return self.hand.round.bet

    @property
    def in_middle(self) -> int:
        """All chips in the hand so far."""
        return sum(self.hand.put_in) + self.hand.dead

    def act(self, verb: str, amount: int | None = None) -> None:
        """Write the next action for the seat to act."""
        turn = self.hand.round.turn
        if turn is None:
            raise NoSpot
        self._take(Action(self.hand.document.seats[turn].name, verb, amount))

    def _take(self, item: Action | Deal) -> None:
        try:
            hand = take(self.hand, item)
        except betting.IllegalAction as refusal:
            raise NoSpot from refusal
        if hand.round.bet > DEEPEST * hand.round.terms.smallest_bet:
            raise NoSpot
        self.hand = hand
        self.actions = (*self.actions, item)

    def write(self, item: Action | Deal, hand: Hand) -> None:
        """Write down what was done, and the hand after it."""
        self.hand = hand
        self.actions = (*self.actions, item)

    def write_to(self, wanted: int, moves: int, move: Callable[[int], None], level: Callable[[int], int]) -> None:
        """Write up to so many moves, to a moment at which the seat to act has the wanted level.

        A move is told its number; one that can't be made is passed over. Where the wanted level was there and is left
        behind, that moment is taken; where it is not come by, others are written from the hardest moment that was easy
        enough. `level` is 0 for a seat that can't be asked. Raises NoSpot after a few such turns.
        """
        begun = len(self.actions)
        easier: list[tuple[int, Moment]] = []
        for _ in range(TURNS_BACK):
            fitting: Moment | None = None
            for _ in range(moves + 1):
                turn = self.hand.round.turn
                if turn is None:
                    break
                there, moment = level(turn), (self.hand, self.actions)
                if there == wanted:
                    fitting = moment
                    if self.rng.random() < 0.5:
                        return
                elif there < wanted:
                    easier.append((there, moment))
                elif fitting is not None:
                    break
                try:
                    move(len(self.actions) - begun)
                except NoSpot:
                    continue
            if fitting is not None:
                self.hand, self.actions = fitting
                return
            if not easier:
                break
            hardest = max(there for there, _ in easier)
            self.hand, self.actions = self.rng.choice([moment for there, moment in easier if there == hardest])
        raise NoSpot

    def write_out(self, move: Callable[[], None], fits: Callable[[], bool]) -> None:
        """Write moves until nobody has to act; where the end does not fit, write another one from an earlier moment.

        A move that can't be made is passed over. Raises NoSpot after a few ends.
        """
        moments: list[Moment] = []
        passed_over = suppress(NoSpot)
        for _ in range(TURNS_BACK):
            for _ in range(MOST_MOVES):
                if self.turn is None:
                    break
                moments.append((self.hand, self.actions))
                with passed_over:
                    move()
            if self.turn is None and fits():
                return
            if not moments:
                break
            self.hand, self.actions = self.rng.choice(moments)
        raise NoSpot

    def passive(self) -> None:
        """Check where that is free, else call."""
        self.act("check" if self._may_check() else "call")

    def give_up(self) -> None:
        """Check where that is free, else fold."""
        self.act("check" if self._may_check() else "fold")

    def raise_full(self, all_in: bool = False) -> None:
        """Bet or raise by what people raise: part of the pot on a first bet, two to three and a half times a bet."""
        offered = self._offered()
        if not offered.may_raise or offered.raise_min_to is None:
            raise NoSpot
        to = max(self._size(), offered.raise_min_to)
        if all_in:
            self.act("all-in", to)
        else:
            self.act("raise-to" if self.bet else "bet", to)

    def _size(self) -> int:
        big = self.hand.round.smallest_bet
        if not self.bet:
            return tidy(self.in_middle * self.rng.choice((0.33, 0.5, 0.67, 0.75, 1.0)), self.unit)
        if self.hand.street == self.hand.document.game.first and not self.hand.raises:
            callers = sum(total == self.bet for total in self.hand.round.totals) - 1
            return tidy(self.bet * self.rng.choice((2, 2.5, 3, 3, 4)) + big * max(callers, 0), self.unit)
        return tidy(self.bet * self.rng.choice((2, 2.2, 2.5, 3, 3.5)), self.unit)

    def short_all_in(self, most: int | None = None) -> None:
        """Go all-in for more than the bet and less than a full raise, by at most `most` where that is given."""
        offered = self._offered()
        if not offered.may_raise:
            raise NoSpot
        room = sizes.raise_unit(self.hand.round, self.hand.document.rules) - self.unit
        room = room if most is None else min(room, most)
        if room < self.unit:
            raise NoSpot
        more = self.rng.randrange(self.unit, room + 1, self.unit)
        self.act("all-in", self.bet + more)

    def call_short(self) -> None:
        """Go all-in for less than the bet."""
        offered = self._offered()
        front = self.hand.round.totals[offered.seat]
        if offered.call_to is None or offered.call_to - front <= self.unit:
            raise NoSpot
        low = max(front + self.unit, tidy(self.bet * 0.3, self.unit))
        if low >= self.bet:
            raise NoSpot
        self.act("all-in", self.rng.randrange(low, self.bet, self.unit))

    def check_to_a_short_all_in(self) -> None:
        """Check, and come back to it after an all-in below half a big blind: too little to open the betting again."""
        self.act("check")
        if self.rng.random() < 0.5:
            self.act("check")
        self.short_all_in(most=self.hand.round.smallest_bet // 2)
        while self.turn is not None and self.hand.round.acted_at[self.turn] is None:
            if self.rng.random() < 0.5:
                self.act("call")
            else:
                self.act("fold")

    def play_out(self, folding: float = 0.5) -> None:
        """Play the street out with one raise and its callers, so many folding, and deal the next."""
        self.raise_full()
        while self.turn is not None:
            if self.rng.random() < folding:
                self.give_up()
            else:
                self.passive()
        self.deal()

    def deal(self) -> None:
        """Begin the next street with its cards."""
        street = NEXT_STREET.get(self.hand.street)
        if street is None or self.turn is not None:
            raise NoSpot
        self._take(Deal(street, tuple(self.deck.pop() for _ in range(DEALT[street]))))

    def _may_check(self) -> bool:
        if self.turn is None:
            raise NoSpot
        return betting.may_check(self.hand.round, self.turn)

    def _offered(self) -> betting.Options:
        if self.turn is None:
            raise NoSpot
        return betting.options(self.hand.round, self.turn, self.hand.document.rules)

    def document(
        self, question: Question, least: Mapping[int, int] | None = None, behind: Mapping[int, int] | None = None
    ) -> Document:
        """Return the finished document with every open stack filled in.

        Seats named in `least` have at least that many chips behind, those in `behind` just that many.
        """
        document, state = self.hand.document, self.hand.round
        least, behind = least or {}, behind or {}
        put_in, dead = self.hand.put_in, self.hand.first.dead
        seats = []
        for place, seat in enumerate(document.seats):
            if seat.stack is None:
                left = 0
                if state.stacks[place] != 0:
                    deep = tidy(state.smallest_bet * self.rng.uniform(18, 90), self.unit * 2)
                    left = behind.get(place, max(deep, least.get(place, 0)))
                seat = Seat(seat.name, put_in[place] + dead[place] + left, seat.cards, seat.up, seat.empty)
            seats.append(seat)
        return replace(document, seats=tuple(seats), actions=self.actions, question=question)


def deal_in(
    rng: Random,
    rules: Ruleset,
    players: int,
    street: str = "preflop",
    *,
    ante: str = "",
    straddle: bool = False,
    short_blind: bool = False,
) -> Spot:
    """Return a spot with players and blinds and nobody having acted; later streets begin with a pot and a board."""
    document, unit, deck = set_table(rng, rules, players, street, ante, straddle, short_blind)
    return Spot(rng, begin(document), unit, deck)


def set_table(
    rng: Random,
    rules: Ruleset,
    players: int,
    street: str,
    ante: str = "",
    straddle: bool = False,
    short: bool = False,
    bets: Sequence[float] = RAISED_TO,
) -> tuple[Document, int, list[Card]]:
    """Return a hold'em table before anybody acts, its smallest chip, and cards for the streets to come.

    `short` leaves the big blind without the chips for all of it. `bets` are what each player may have put in on the
    earlier streets, in big blinds.
    """
    small, big, unit = rng.choice(TO_STRADDLE if straddle else STAKES)
    names = sorted(rng.sample(NAMES, players))
    deck = rng.sample(DECK, 5)
    shown = SHOWN[street]
    button = rng.randrange(players)
    seats = [Seat(name) for name in names]
    if short:
        place = button if players == 2 else (button + 2) % players
        seats[place] = Seat(names[place], rng.randrange(unit, big, unit) if big > unit else 1)
    paid = big if ante == "big-blind" else max(unit, tidy(big * 0.1, unit)) if ante else 0
    antes = paid if ante == "big-blind" else paid * players
    document = Document(
        seats=tuple(seats),
        question=Question("min_raise"),
        rules=rules,
        blinds=(small, big),
        ante=paid,
        ante_by="big-blind" if ante == "big-blind" else "all",
        straddles=(2 * big,) if straddle else (),
        button=names[button],
        street=street,
        pot=0 if street == "preflop" else antes + earlier_bets(rng, players, big, bets),
        board=tuple([deck.pop() for _ in range(shown)]),
    )
    return document, unit, deck


def earlier_bets(rng: Random, players: int, big: int, bets: Sequence[float] = WHOLE_BETS) -> int:
    """Return what is in the pot when a later street begins, all seats having matched one of these bets before.

    `bets` are in big blinds, in stud in small bets. Antes are not among it.
    """
    return players * int(big * rng.choice(bets))


def attempt(write: Callable[[], Document], level: Callable[[Document], int], wanted: int) -> Document:
    """Write spots until one has the wanted level. Raises NoSpot when none does in many tries: a generator's fault."""

    def write_of_level() -> Document:
        document = write()
        if level(document) != wanted:
            raise NoSpot
        return document

    return keep_writing(write_of_level)


def keep_writing(write: Callable[[], Document], tries: int = 5000) -> Document:
    """Write spots until one comes off. Raises NoSpot when none does in so many tries: a generator's fault."""
    for _ in range(tries):
        try:
            return write()
        except NoSpot:
            continue
    raise NoSpot(f"no spot in {tries} tries")
