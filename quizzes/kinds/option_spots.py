"""Spots for what a player may do: the betting up to its turn, and a stack that leaves it more or less."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from quizzes.engine import betting, sizes
from quizzes.engine.betting import Options
from quizzes.engine.document import Document, Question
from quizzes.engine.hand import Hand
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds.asking import asked
from quizzes.kinds.base import HOLDEM, Variant
from quizzes.kinds.limit_spots import STUD, deal_any, fell_short
from quizzes.kinds.spots import NoSpot, Spot, keep_writing

STREETS = ("preflop", "preflop", "flop", "turn", "river")
LATE_STREETS = ("preflop", "flop", "turn", "turn", "river", "river")
"""Where hands begin; in hard fixed-limit spots oftener late, since few of them leave a raise of the big bet."""


def no_bet_yet(hand: Hand) -> bool:
    """Whether a stud hand has to be brought in, or was brought in and not completed."""
    return hand.document.bring_in > 0 and hand.street == hand.document.game.first and not hand.raises


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    Chips in front, a short all-in, a second one, a second raise, a stack below a full raise, a short blind, no right
    to raise, a bring-in, several streets.
    """
    hand, seat = asked(document)
    return _level(hand, betting.options(hand.round, seat, document.rules))


def _level(hand: Hand, offered: Options) -> int:
    short = len(fell_short(hand))
    full = len(hand.raises) - short
    points = (
        (hand.round.totals[offered.seat] > 0)
        + min(short, 2)
        + (full > 1)
        + (offered.why_not == "stack" or offered.all_in_to is not None)
        + (hand.round.bet > max(hand.round.totals))
        + (offered.why_not in ("acted", "capped", "nobody"))
        + no_bet_yet(hand)
        + (hand.street != hand.document.street)
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level with a player to act."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    rare = [write for write, levels in RARE if wanted in levels]
    if rare and rng.random() < 0.2 * wanted:
        return _ask(rng.choice(rare)(rng, wanted, rules, variant), wanted, rng.choice(STACKS))
    if variant.game in STUD and wanted in (2, 3) and rng.random() < 0.3:
        return _ask(_brought_in(rng, rules, variant), wanted, rng.choice(STACKS))
    if wanted == 1 and variant.limit == "no-limit" and rng.random() < 0.7:
        return _ask(_opened(rng, rules, variant), wanted, "deep")
    players = rng.choice((2, 3, 4, 4, 5) if wanted < 3 else (3, 4, 5, 6, 6, 7))
    odd = wanted > 1 and rng.random() < 0.15
    late = variant.limit == "fixed-limit" and (wanted > 3 or (wanted == 2 and rng.random() < 0.3))
    street = "preflop" if odd else rng.choice(LATE_STREETS if late else STREETS)
    spot = deal_any(rng, rules, variant, players, street, short_blind=odd)
    if variant.limit == "fixed-limit" and wanted > 2 and rng.random() < 0.2:
        _raise_to_the_cap(spot)
    if wanted > 2 and street == "preflop" and rng.random() < 0.2:
        spot.play_out()
    stack, moves = rng.choice(STACKS), rng.randrange(0, 2 + 2 * wanted)
    spot.write_to(wanted, moves, lambda _: _next_move(spot, wanted), lambda seat: _level_with(spot, seat, stack))
    return _ask(spot, wanted, stack)


def _opened(rng: Random, rules: Ruleset, variant: Variant) -> Spot:
    """Come to a player with nothing in front, behind a first raise: without one a raise is to twice the bet."""
    spot = deal_any(rng, rules, variant, rng.choice((4, 5, 5, 6)))
    spot.raise_full()
    if rng.random() < 0.4:
        _let_go(spot)
    return spot


def _brought_in(rng: Random, rules: Ruleset, variant: Variant) -> Spot:
    """Come to the player who brings a stud hand in, or to one behind it before anybody completes."""
    spot = deal_any(rng, rules, variant, rng.choice((3, 4, 5, 6)))
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        if rng.random() < 0.5:
            spot.give_up()
        else:
            spot.passive()
    return spot


def _raise_to_the_cap(spot: Spot) -> None:
    """Bet and raise until the street is capped, somebody folding or calling between."""
    while spot.turn is not None and not sizes.capped(spot.hand.round, spot.hand.document.rules):
        if spot.rng.random() < 0.8:
            spot.raise_full()
        else:
            _let_go(spot)


def _let_go(spot: Spot) -> None:
    if spot.rng.random() < 0.5:
        spot.give_up()
    else:
        spot.passive()


def _nobody_raises(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Spot:
    """Come to the big blind with its option."""
    spot = deal_any(rng, rules, variant, rng.choice((3, 4, 5, 6)))
    if spot.hand.first.big_blind is None:
        raise NoSpot
    while spot.turn not in (spot.hand.first.big_blind, None):
        _let_go(spot)
    return spot


def _short_big_blind(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Spot:
    """Come to a player who owes a full big blind that was posted short."""
    spot = deal_any(rng, rules, variant, rng.choice((3, 4, 5, 6)), short_blind=True)
    if spot.hand.first.big_blind is None:
        raise NoSpot
    for _ in range(rng.randrange(len(spot.hand.live) - 2)):
        spot.give_up()
    return spot


def _nobody_can_answer(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Spot:
    """Come to the only player with chips, everybody else all-in or out."""
    street = "preflop" if wanted == 3 else rng.choice(("flop", "turn", "river"))
    spot = deal_any(rng, rules, variant, rng.choice((2, 3, 4)), street)
    spot.raise_full(all_in=True)
    while sum(spot.hand.live) > 2:
        spot.give_up()
    return spot


def _checked_to(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Spot:
    """Come back to a player who has checked, with an all-in that does not open the betting."""
    spot = deal_any(rng, rules, variant, rng.choice((3, 4, 5)), rng.choice(("flop", "turn", "river")))
    spot.check_to_a_short_all_in()
    return spot


RARE: tuple[tuple[Callable[[Random, int, Ruleset, Variant], Spot], tuple[int, ...]], ...] = (
    (_nobody_raises, (2, 3)),
    (_short_big_blind, (2, 3)),
    (_nobody_can_answer, (2, 3)),
    (_checked_to, (3,)),
)
"""Spots that come about too seldom by chance, and the levels that they have."""


def _next_move(spot: Spot, wanted: int) -> None:
    chance = spot.rng.random()
    if chance < 0.25:
        spot.raise_full(all_in=wanted > 1 and spot.rng.random() < 0.25)
    elif wanted > 1 and chance < 0.45 and (spot.bet or chance < 0.3):
        spot.short_all_in()
    elif chance < 0.75:
        spot.passive()
    else:
        spot.give_up()


STACKS = ("deep", "deep", "between", "below")
"""What the player asked has behind: plenty, between the call and a full raise, or less than the call."""


def _with_stack(spot: Spot, seat: int, stack: str) -> tuple[int | None, Options]:
    """Return what a player with such a stack has behind, None for plenty, and what it may do."""
    hand, rng = spot.hand, spot.rng
    rules, behind = hand.document.rules, None
    to_call = betting.to_stay(hand.round) - hand.round.totals[seat]
    if stack == "below" and to_call > spot.unit:
        behind = rng.randrange(spot.unit, to_call + 1, spot.unit)
    elif stack == "between" and (full := _full(hand, seat)) > to_call + spot.unit:
        behind = rng.randrange(to_call + spot.unit, full, spot.unit)
    if behind is None:
        return None, betting.options(hand.round, seat, rules)
    stacks = (*hand.round.stacks[:seat], behind, *hand.round.stacks[seat + 1 :])
    return behind, betting.options(hand.round._replace(stacks=stacks), seat, rules)


def _full(hand: Hand, seat: int) -> int:
    """Return the chips that the smallest full raise adds."""
    return sizes.smallest_to(hand.round, hand.document.rules) - hand.round.totals[seat]


def _level_with(spot: Spot, seat: int, stack: str) -> int:
    """Return the level that a spot would have; 0 where the player has been given its chips."""
    if spot.hand.round.stacks[seat] is not None:
        return 0
    return _level(spot.hand, _with_stack(spot, seat, stack)[1])


def _ask(spot: Spot, wanted: int, stack: str) -> Document:
    """Ask the player to act."""
    hand, seat, rng = spot.hand, spot.turn, spot.rng
    if seat is None or hand.round.stacks[seat] is not None:
        raise NoSpot
    behind, offered = _with_stack(spot, seat, stack)
    if _level(hand, offered) != wanted:
        raise NoSpot
    too_many = offered.why_not not in ("", "acted") and hand.document.limit != "no-limit"
    if wanted > 3 and too_many and rng.random() < 0.7:
        # What a limit allows shows only where a raise is left, and hard spots mostly leave none.
        raise NoSpot
    return spot.document(Question("legal_actions"), {seat: _full(hand, seat)}, {} if behind is None else {seat: behind})
