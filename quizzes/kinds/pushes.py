"""Spots for chip rulings: a bet to answer, and a player who says something, pushes chips in, or both.

A level counts the things that have to be kept apart. A spot is written towards a plan that names them.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from quizzes.engine.betting import options
from quizzes.engine.document import Document, Pushed, Question
from quizzes.engine.hand import play
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.sizes import pot_to, smallest_to
from quizzes.kinds.base import HOLDEM, Variant
from quizzes.kinds.limit_spots import deal_any
from quizzes.kinds.spots import DEEPEST, NoSpot, Spot, keep_writing

DENOMINATIONS = (1, 5, 25, 100, 500, 1000, 5000, 25_000, 100_000)
"""The chips that card rooms use; a table has those that are multiples of its smallest."""

MOST_CHIPS = 9

Plan = frozenset[str]
PLANS: dict[int, dict[str, int]] = {
    1: {"": 1},
    2: {"half": 5, "named": 2, "prior": 1, "unit": 2, "goes": 1, "last": 1},
    3: {
        "half unit": 5, "half named": 1, "half last": 1, "half prior": 1, "half goes": 1, "unit named": 2,
        "unit last": 1, "unit goes": 1, "prior unit": 2, "prior goes": 1,
    },
    4: {
        "half prior unit": 4, "half unit last": 1, "half unit named": 1, "half unit goes": 1, "prior unit named": 2,
        "prior unit last": 1, "prior unit goes": 1, "prior unit pulled": 1,
    },
    5: {
        "half prior unit pulled": 3, "half prior unit last": 1, "half prior unit goes": 1, "half prior unit named": 1,
        "prior unit pulled last": 1, "prior unit last goes": 1,
    },
}  # fmt: skip
"""What a spot of each level has, each as often as its number among the others of the level says.

half    an amount over the call without the word "raise"
named   an amount in words
prior   chips of an earlier bet in front; pulled: some or all of them taken back
unit    a raise over a bet, so that the last raise is not the whole bet
goes    chips in several motions
last    all the chips that the player has
"""


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart."""
    return min(5, 1 + len(features(document)))


def features(document: Document) -> Plan:
    """Return what a spot has of the things that the plans name."""
    hand, pushed = play(document), document.pushed
    assert pushed is not None
    seat = document.index(pushed.player)
    own, bet, stack = hand.round.totals[seat], hand.round.bet, hand.round.stacks[seat]
    first = pushed.motions[0] if pushed.motions else ()
    front = own if pushed.pulled == "none" else 0
    pushed_more = not pushed.said and len(first) > 1 and front + sum(first) > bet
    said_more = pushed.said.isdigit() and int(pushed.said) > bet
    found = {
        "half": bool(bet) and (pushed_more or said_more),
        "named": pushed.said == "pot" or any(letter.isdigit() for letter in pushed.said),
        "prior": own > 0,
        "pulled": pushed.pulled != "none",
        "unit": any(made.over for made in hand.raises),
        "goes": len(pushed.motions) > 1,
        "last": bool(first) and stack == sum(map(sum, pushed.motions)),
    }
    return frozenset(name for name, there in found.items() if there)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a player in its turn, and what it said and pushed in."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    plans = PLANS[wanted]
    words = 2 if variant.limit == "pot-limit" else 1
    often = [many * (words if "named" in plan else 1) for plan, many in plans.items()]
    plan = frozenset(rng.choices(list(plans), often)[0].split())
    players = rng.choice({1: (2, 3, 3, 4), 2: (2, 3, 4, 4), 3: (3, 4, 4, 5), 4: (4, 5, 6), 5: (5, 6, 7, 8)}[wanted])
    spot = _stage(rng, rules, variant, players, plan)
    if spot.turn is None or (spot.hand.round.totals[spot.turn] > 0) != ("prior" in plan):
        raise NoSpot
    offered = options(spot.hand.round, spot.turn, rules)
    if not offered.may_raise or (plan and offered.call_to is None):
        raise NoSpot
    pushed = _pushed(spot, plan)
    document = replace(_seated(spot, plan, pushed), pushed=pushed)
    if level(document) != wanted or features(document) != plan:
        raise NoSpot
    return document


# The betting before it.


def _stage(rng: Random, rules: Ruleset, variant: Variant, players: int, plan: Plan) -> Spot:
    """Write the betting up to the player whose act is ruled on."""
    if "unit" in plan:
        return _raised_before(rng, rules, variant, max(3, players), "prior" in plan)
    if "prior" in plan:
        spot = deal_any(rng, rules, variant, players)
        while spot.turn is not None and not spot.hand.round.totals[spot.turn]:
            _fold_or_call(spot)
        return spot
    spot = deal_any(rng, rules, variant, players, rng.choice(("preflop", "flop", "turn", "river")))
    if spot.hand.street == "preflop":
        if players == 2:
            raise NoSpot
        return spot
    for _ in range(rng.randrange(players - 1)):
        spot.passive()
    if plan or rng.random() < 0.75:
        spot.raise_full()
        if spot.turn is not None and rng.random() < 0.3:
            _fold_or_call(spot)
    return spot


def _raised_before(rng: Random, rules: Ruleset, variant: Variant, players: int, prior: bool) -> Spot:
    """Write a bet and a raise, or a raise before the flop, up to a player who has chips in, or one who has none."""
    if rng.random() < 0.5:
        spot = deal_any(rng, rules, variant, players)
        for _ in range(rng.randrange(players - 2)):
            _fold_or_call(spot)
        spot.raise_full()
    else:
        spot = deal_any(rng, rules, variant, players, rng.choice(("flop", "turn", "river")))
        spot.raise_full()
        while rng.random() < 0.4:
            _fold_or_call(spot)
        spot.raise_full()
    for _ in range(players):
        if spot.turn is None or (spot.hand.round.totals[spot.turn] > 0) == prior:
            break
        _fold_or_call(spot)
    return spot


def _fold_or_call(spot: Spot) -> None:
    if spot.rng.random() < 0.6:
        spot.act("fold")
    else:
        spot.passive()


# What is said and pushed in.


def _chips_of(spot: Spot) -> list[int]:
    """Return the chips in play, the biggest first."""
    return [chip for chip in reversed(DENOMINATIONS) if chip % spot.unit == 0]


def _make(spot: Spot, amount: int) -> list[int]:
    """Return few chips that make an amount. Raises NoSpot where it takes a handful, or can't be made."""
    chips: list[int] = []
    for chip in _chips_of(spot):
        while amount >= chip and len(chips) <= MOST_CHIPS:
            chips.append(chip)
            amount -= chip
    if amount or not chips or len(chips) > MOST_CHIPS:
        raise NoSpot
    return chips


def _pushed(spot: Spot, plan: Plan) -> Pushed:
    assert spot.turn is not None
    name, own = spot.hand.name(spot.turn), spot.hand.round.totals[spot.turn]
    pulled, before, front = "none", None, own
    if "pulled" in plan:
        pulled = spot.rng.choice(("all", "all", "some"))
        before = tuple(_make(spot, own))
        front = 0 if pulled == "all" else before[-1]
        if pulled == "some" and len(before) != 2:
            raise NoSpot
        if pulled == "some":
            before = tuple(sorted(before))
    missing = spot.bet - front
    if "named" in plan:
        said, motions = _words(spot, plan)
    elif "goes" in plan:
        said, motions = _goes(spot, plan, missing)
    elif "half" in plan:
        said, motions = "", [_over_the_call(spot, missing)]
    else:
        said, motions = _plain(spot, plan, missing)
    return Pushed(name, tuple(map(tuple, motions)), said, before, pulled)


def _unit(spot: Spot) -> int:
    return smallest_to(spot.hand.round, spot.hand.document.rules) - spot.bet


def _pot(spot: Spot) -> int:
    """Return the largest pot-limit raise as a total."""
    assert spot.turn is not None
    return pot_to(spot.hand.round, spot.turn, spot.hand.document.rules)


def _between(spot: Spot, low: float, high: float) -> int:
    """Return an amount between two, in whole chips of the table. Raises NoSpot where there is none."""
    first, last = int(-(-low // spot.unit)), int(high // spot.unit)
    if first > last:
        raise NoSpot
    return spot.rng.randint(first, last) * spot.unit


def _more(spot: Spot) -> int:
    """Return how far an amount goes over the call: below half of a raise, between half and a full one, or over it."""
    unit = _unit(spot)
    low, high = spot.rng.choice(((0.1, 0.49), (0.5, 0.99), (0.5, 0.99), (1.0, 2.0)))
    return _between(spot, low * unit, high * unit)


def _over_the_call(spot: Spot, missing: int) -> list[int]:
    """Return several chips over the call: each needed for it, or one to spare."""
    if spot.rng.random() < 0.6:
        return _all_needed(spot, missing)
    chips = [*_make(spot, missing), *_make(spot, _more(spot))]
    if len(chips) > MOST_CHIPS:
        raise NoSpot
    return sorted(chips, reverse=True)


def _all_needed(spot: Spot, missing: int) -> list[int]:
    """Return several chips over the call without one to spare; mostly such that half of a raise is reached."""
    chips = [chip for chip in _chips_of(spot) if chip < missing]
    heaps = [[chip] * (missing // chip + 1) for chip in chips if missing % chip and missing // chip < 5]
    heaps += [[big, small] for big in chips for small in chips if small < big and big + small > missing]
    tempting = [heap for heap in heaps if 2 * (sum(heap) - missing) >= _unit(spot)]
    if not heaps:
        raise NoSpot
    return spot.rng.choice(tempting if tempting and spot.rng.random() < 0.9 else heaps)


def _words(spot: Spot, plan: Plan) -> tuple[str, list[list[int]]]:
    """Return an amount in words, the chips of a call beside it now and then."""
    chance = spot.rng.random() if spot.hand.document.limit == "pot-limit" else 1.0
    over_the_pot = _pot(spot) + _between(spot, 0.2 * _unit(spot), 1.5 * _unit(spot)) if chance < 0.2 else 0
    if "half" in plan:
        return str(over_the_pot or spot.bet + _more(spot)), []
    if 0.2 <= chance < 0.5:
        return "pot", []
    to = over_the_pot or spot.bet + _between(spot, 0.3 * _unit(spot), 2.5 * _unit(spot))
    said = spot.rng.choice((f"raise {to}", f"raise {to}", f"raise to {to}", f"raise by {to - spot.bet}"))
    return said, []


def _goes(spot: Spot, plan: Plan, missing: int) -> tuple[str, list[list[int]]]:
    """Return a call or a bit more, and then a second motion, with or without the word "raise" before them."""
    first = _over_the_call(spot, missing) if "half" in plan else _make(spot, missing)
    second = _make(spot, _between(spot, 0.5 * _unit(spot), 1.5 * _unit(spot)))
    said = "" if "half" in plan or spot.rng.random() < 0.6 else "raise"
    return said, [first, second]


def _plain(spot: Spot, plan: Plan, missing: int) -> tuple[str, list[list[int]]]:
    """Return one chip or one word: too big a chip, one that is too small, "call" with too much, "raise" with a chip."""
    rng = spot.rng
    if not spot.bet:
        chip = rng.choice([chip for chip in _chips_of(spot) if chip <= 8 * spot.hand.round.smallest_bet])
        return rng.choice((("", [[chip]]), ("", [[chip]]), ("raise", []), ("call", []), ("raise", [[chip]])))
    over = [chip for chip in reversed(_chips_of(spot)) if chip > missing][:2]
    under = [chip for chip in _chips_of(spot) if chip < missing][:2]
    if not over:
        raise NoSpot
    chip = rng.choice(over)
    if {"pulled", "last"} & plan:
        return "", [[chip]]
    spoken: tuple[tuple[str, list[list[int]]], ...] = (("raise", [[chip]]), ("call", [[chip]]), ("raise", []))
    silent = [("", [[chip]])] * 4 + ([("", [[rng.choice(under)]])] * 3 if under else [])
    return rng.choice([*silent, *spoken] if "unit" not in plan else [*silent, spoken[0]])


def _seated(spot: Spot, plan: Plan, pushed: Pushed) -> Document:
    """Return the document with stacks: just the chips that were pushed in, or enough for any raise that is meant."""
    assert spot.turn is not None
    chips = sum(map(sum, pushed.motions))
    if "last" in plan:
        return spot.document(Question("chip_ruling"), behind={spot.turn: chips})
    least = max(spot.bet + 3 * _unit(spot), chips + spot.unit)
    if "named" in plan and spot.hand.document.limit == "pot-limit":
        least = max(least, _pot(spot))
    if least > DEEPEST * 2 * spot.hand.round.smallest_bet:
        raise NoSpot
    return spot.document(Question("chip_ruling"), {spot.turn: least})
