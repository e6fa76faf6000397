"""Hands that are played towards a template: seats and stacks within its ranges, moves until its counts are reached.

What chance leaves open it settles; whether the spot fits in the end is for `conditions` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from random import Random

from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.hand import begin
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import HOLDEM
from quizzes.kinds.limit_spots import LimitSpot
from quizzes.kinds.spots import DEEPEST, MOST_MOVES, NAMES, STAKES, NoSpot, earlier_bets, tidy
from quizzes.spot_templates.conditions import OF_A_TURN, TURN, unmet
from quizzes.spot_templates.ranges import MOST_PLAYERS, Range, Recipe

PLAYED = frozenset({"min_raise", "legal_actions", "reopen", "pot_limit", "side_pots", "awards"})
"""The kinds whose hands are played here; the spots of the others come from their own generators, as chance has them."""

USUAL: Mapping[str, tuple[int, ...]] = {
    "raises": (1, 1, 1, 2),
    "short_all_ins": (0, 0, 1),
    "calls_for_less": (0, 0, 1),
    "callers": (1, 2, 3),
    "folders": (0, 1, 2),
}
"""How often something happens in a hand where a template leaves it open."""

ALL_INS = ("short_all_ins", "calls_for_less")

CHIPS = (1000, 500, 100, 25, 5)
STOPS = 0.6
"""How often a hand ends at the first moment that fits; the others look whether a later one does."""


def is_played(recipe: Recipe) -> bool:
    """Return whether a recipe's hands are played here, which makes its ranges certain and its counts likely."""
    if recipe.kind not in PLAYED or recipe.limit == "fixed-limit" or GAMES[recipe.game].family == "stud":
        return False
    return recipe.kind != "awards" or recipe.variant == HOLDEM


def write(rng: Random, recipe: Recipe, rules: Ruleset) -> Document:
    """Return a spot that a recipe is meant to get, which may still leave something unmet. Raises NoSpot."""
    if not is_played(recipe):
        kind = KINDS[recipe.kind]
        return kind.generate(rng, recipe.level or rng.choice(kind.levels), rules, recipe.variant)
    plan = _plan(rng, recipe)
    spot = _deal(rng, recipe, rules, plan)
    if recipe.kind in OF_A_TURN:
        return _to_a_turn(spot, recipe, plan)
    return _to_the_end(spot, recipe, plan)


def _plan(rng: Random, recipe: Recipe) -> dict[str, int]:
    """Return how often each of COUNTS is to happen; where pots are asked about, an all-in where that is left open."""
    found = {}
    for name, usual in USUAL.items():
        ends = recipe.counts.get(name)
        if ends is None:
            found[name] = rng.choice(usual)
        else:
            least = ends.least or 0
            found[name] = rng.randint(least, least + 2 if ends.most is None else ends.most)
    open_ones = [name for name in ALL_INS if name not in recipe.counts]
    if recipe.kind not in OF_A_TURN and open_ones and not any(found[name] for name in ALL_INS):
        found[rng.choice(open_ones)] = 1
    return found


@dataclass(slots=True)
class Played(LimitSpot):
    """A hand while it is played; `bounds` are the fewest and the most chips that each seat may have begun with."""

    bounds: tuple[tuple[int, int], ...] = field(default=())

    def raise_full(self, all_in: bool = False) -> None:
        """Bet or raise by at least a full raise, with chips left behind but for an all-in."""
        offered = self._offered()
        if not offered.may_raise or offered.raise_min_to is None:
            raise NoSpot
        low, high = self.bounds[offered.seat]
        least = max(offered.raise_min_to, low if all_in else 0)
        most = min(high if all_in else high - self.unit, offered.raise_max_to or inf, DEEPEST * self._big)
        if all_in or self.rng.random() < 0.4:
            to = self.rng.uniform(least, max(least, min(most, 4 * least)))
        else:
            to = self._size()
        to = _within(tidy(to, self.unit), least, most, self.unit)
        self.act("all-in" if all_in else self.verb(), to)

    def short_all_in(self, most: int | None = None) -> None:
        """Go all-in for more than the bet and less than a full bet or raise."""
        offered = self._offered()
        if not offered.may_raise or offered.raise_min_to is None:
            raise NoSpot
        low, high = self.bounds[offered.seat]
        self._go_all_in(max(self.bet + self.unit, low), min(offered.raise_min_to - self.unit, high))

    def call_short(self) -> None:
        """Go all-in for less than the bet."""
        offered = self._offered()
        low, high = self.bounds[offered.seat]
        front = self.hand.round.totals[offered.seat]
        self._go_all_in(max(front + self.unit, low), min(self.bet - self.unit, high))

    def call(self) -> None:
        """Call all of the bet with chips left behind."""
        offered = self._offered()
        if offered.may_check or self.bet > self.bounds[offered.seat][1] - self.unit:
            raise NoSpot
        self.act("call")

    def fold(self) -> None:
        """Fold to a bet, while two others are left at least."""
        if self._offered().may_check or sum(self.hand.live) < 3:
            raise NoSpot
        self.act("fold")

    def move(self, name: str) -> None:
        """Do one of COUNTS, or check. Raises NoSpot where it can't be done."""
        if name == "raises":
            self.raise_full(all_in=bool(self.bet) and self.rng.random() < 0.25)
        elif name == "short_all_ins":
            self.short_all_in()
        elif name == "calls_for_less":
            self.call_short()
        elif name == "callers":
            self.call()
        elif name == "folders":
            self.fold()
        else:
            self.act("check")

    @property
    def _big(self) -> int:
        return self.hand.round.smallest_bet

    def _go_all_in(self, least: int, most: int) -> None:
        self.act("all-in", _pick(self.rng, least, most, self.unit))


def _pick(rng: Random, least: int, most: int, unit: int) -> int:
    """Return a number of chips in a range. Raises NoSpot where no number of the smallest chips lies in it."""
    least, most = -(-least // unit), most // unit
    if least > most:
        raise NoSpot
    return unit * rng.randint(least, most)


def _within(wanted: int, least: int, most: float, unit: int) -> int:
    """Return the number of chips in a range that is nearest to the wanted one. Raises NoSpot for an empty range."""
    if least > most:
        raise NoSpot
    return wanted if least <= wanted <= most else least if wanted < least else int(most) // unit * unit


def _deal(rng: Random, recipe: Recipe, rules: Ruleset, plan: Mapping[str, int]) -> Played:
    """Return the table before anybody acts, its stacks still open."""
    game = GAMES[recipe.game]
    (small, big), unit = _stakes(rng, recipe)
    players = _players(rng, recipe, plan)
    street = rng.choice(recipe.streets or game.streets)
    names, button = sorted(rng.sample(NAMES, players)), rng.randrange(players)
    deck = rng.sample(game.deck, 5)
    seats = [Seat(name) for name in names]
    if "short_bb" in recipe.conditions and big > unit:
        place = button if players == 2 else (button + 2) % players
        seats[place] = Seat(names[place], rng.randrange(unit, big, unit))
    document = Document(
        seats=tuple(seats),
        question=Question(recipe.kind),
        game=game,
        limit=recipe.limit,
        rules=rules,
        blinds=(small, big),
        straddles=(2 * big,) if "straddle" in recipe.conditions and street == game.first else (),
        chip=unit if recipe.kind == "awards" else 1,
        button=names[button],
        street=street,
        pot=0 if street == game.first else earlier_bets(rng, players, big),
        board=tuple(deck[: game.board_cards(street)]),
    )
    fewest = unit if "short_allin_bet" in recipe.conditions else big
    stacks = (recipe.stack_of((seat - button) % players).times(big) for seat in range(players))
    bounds = tuple(_bounds(stack, fewest, DEEPEST * big) for stack in stacks)
    return Played(rng, begin(document), unit, deck, bounds=bounds)


def _stakes(rng: Random, recipe: Recipe) -> tuple[tuple[int, int], int]:
    """Return small and big blind, and the smallest chip that lies on such a table."""
    known = {(small, big): unit for small, big, unit in STAKES}
    small, big = rng.choice(recipe.blinds or list(known))
    unit = next((chip for chip in CHIPS if small % chip == 0 and big % chip == 0), 1)
    return (small, big), known.get((small, big), unit)


def _players(rng: Random, recipe: Recipe, plan: Mapping[str, int]) -> int:
    """Return how many play: as many as the plan needs where that is left open, each of them doing one thing of it."""
    needed = min(MOST_PLAYERS, sum(plan[name] for name in recipe.counts))
    least = recipe.players.least or min(recipe.players.most or MOST_PLAYERS, max(3, needed))
    return rng.randint(least, recipe.players.most or min(MOST_PLAYERS, max(least, needed) + 2))


def _bounds(stack: Range, fewest: int, most: int) -> tuple[int, int]:
    """Return the fewest and the most chips that a seat begins with, where a range leaves that open those given."""
    high = max(most, stack.least or 0) if stack.most is None else stack.most
    return min(fewest, high) if stack.least is None else stack.least, high


def _to_a_turn(spot: Played, recipe: Recipe, plan: dict[str, int]) -> Document:
    """Play until the plan is done and somebody is to act who can be asked; of the moments then, to one that fits."""
    left, best, missing = dict(plan), None, inf
    for _ in range(MOST_MOVES):
        if spot.turn is None:
            break
        if not any(left[name] for name in recipe.counts) and (best is None or _may_do(spot, recipe)):
            with suppress(NoSpot):
                document = _asked(spot, recipe)
                if (failing := len(unmet(recipe, document))) < missing:
                    best, missing = document, failing
                if not failing and spot.rng.random() < STOPS:
                    return document
        _move(spot, recipe, left)
    if best is None:
        raise NoSpot
    return best


def _to_the_end(spot: Played, recipe: Recipe, plan: dict[str, int]) -> Document:
    """Play until nobody has to act any more: somebody is all-in, or it was the last street."""
    left = dict(plan)
    while spot.turn is not None:
        _move(spot, recipe, left)
    all_in = any(stack == 0 for stack in spot.hand.round.stacks)
    if sum(spot.hand.live) < 2 or not (all_in or spot.hand.document.game.next_street(spot.hand.street) is None):
        raise NoSpot
    document = spot.document(Question(recipe.kind), behind=_behind(spot, recipe))
    return replace(document, order=_order(spot)) if recipe.kind == "awards" else document


def _move(spot: Played, recipe: Recipe, left: dict[str, int]) -> None:
    """Do one thing of what is left of the plan, or check; once nothing is left that can be done, call or fold.

    What the template counts comes first more often than what it leaves open. Raises NoSpot where nothing can be done.
    """
    rng = spot.rng
    weights = {name: 3.0 if name in recipe.counts else 1.0 for name, many in left.items() if many}
    order = sorted({**weights, "check": 1.0}, key=lambda name: -(rng.random() ** (1 / weights.get(name, 1.0))))
    closing = [name for name in ("callers", "folders", "calls_for_less") if name not in recipe.counts]
    rng.shuffle(closing)
    for name in (*order, *closing):
        before = spot.actions
        with suppress(NoSpot):
            spot.move(name)
        if spot.actions != before:
            left[name] = max(0, left.get(name, 0) - 1)
            return
    raise NoSpot


def _may_do(spot: Played, recipe: Recipe) -> bool:
    """Return whether the player to act is one whom the recipe can mean: what is dear to find out comes later."""
    assert spot.turn is not None
    button, players = spot.hand.document.index(spot.hand.document.button), len(spot.hand.live)
    if recipe.asked is not None and (spot.turn - button) % players != recipe.asked:
        return False
    return spot.hand.round.acted_at[spot.turn] is not None or not {*TURN} & {*recipe.conditions}


def _asked(spot: Played, recipe: Recipe) -> Document:
    """Return the spot as it stands, the player to act being asked. Raises NoSpot where there is nothing to ask."""
    assert spot.turn is not None
    if recipe.kind == "reopen" and spot.hand.round.acted_at[spot.turn] is None:
        raise NoSpot
    document = spot.document(Question(recipe.kind), behind=_behind(spot, recipe))
    try:
        KINDS[recipe.kind].solve(document)
    except DocumentError as error:
        raise NoSpot from error
    return document


def _behind(spot: Played, recipe: Recipe) -> dict[int, int]:
    """Return what the open seats have behind: within their ranges, for the player asked enough for a full raise."""
    hand, rng, unit = spot.hand, spot.rng, spot.unit
    button, players = hand.document.index(hand.document.button), len(hand.live)
    found = {}
    for seat, stack in enumerate(hand.document.seats):
        used = hand.put_in[seat] + hand.first.dead[seat]
        if stack.stack is not None or hand.round.stacks[seat] == 0:
            continue
        ends = recipe.stack_of((seat - button) % players)
        low, high = max(spot.bounds[seat][0], used + unit), spot.bounds[seat][1]
        if seat == spot.turn:
            low = _enough(spot, recipe, low, high)
        if ends.any:
            high = max(low, tidy(hand.round.smallest_bet * rng.uniform(18, 90), 2 * unit))
            found[seat] = high - used
        else:
            whole = tidy(rng.uniform(low, max(low, high)), unit)
            found[seat] = (whole if low <= whole <= high else _pick(rng, low, high, unit)) - used
    return found


def _enough(spot: Played, recipe: Recipe, low: int, high: int) -> int:
    """Return the fewest chips that the player asked begins with: mostly a full raise's, so that a raise is there."""
    assert spot.turn is not None
    offered = spot._offered()
    may_lack = recipe.kind == "legal_actions" and spot.rng.random() < 0.4
    if offered.raise_min_to is None or may_lack:
        return low
    to = offered.raise_max_to if recipe.kind == "pot_limit" and offered.raise_max_to else offered.raise_min_to
    return min(max(low, to), max(low, high))


def _order(spot: Played) -> tuple[tuple[str, ...], ...]:
    """Return an order of the hands, best first, with ties, now and then that of a player who folded among them."""
    rng, hand = spot.rng, spot.hand
    ranked = [seat for seat, alive in enumerate(hand.live) if alive or (hand.put_in[seat] and rng.random() < 0.15)]
    rng.shuffle(ranked)
    groups: list[list[str]] = []
    for seat in ranked:
        if groups and rng.random() < 0.35:
            groups[-1].append(hand.name(seat))
        else:
            groups.append([hand.name(seat)])
    return tuple(tuple(sorted(group, key=hand.document.index)) for group in groups)
