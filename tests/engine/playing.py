"""Hands for tests to play: random choices among what the rules allow, from the first action to the last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from quizzes.engine import betting, hand
from quizzes.engine.betting import Options
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.hand import Hand
from tests.engine.tables import Table, next_deal

MOST_STEPS = 400
"""More actions and street marks than a hand of these tables can take: every raise brings some stack nearer its end."""


def play_on(rng: Random, table: Table) -> Iterator[tuple[Hand, Document]]:
    """Play a hand to its end by random choices: the hand as it begins and after each item, with what led to it."""
    now, document = hand.begin(table.document), table.document
    yield now, document
    for _ in range(MOST_STEPS):
        item = next_item(rng, now, table)
        if item is None:
            return
        now, document = hand.take(now, item), replace(document, actions=(*document.actions, item))
        yield now, document
    raise AssertionError("the hand finds no end")


def next_item(rng: Random, now: Hand, table: Table) -> Action | Deal | None:
    """Return what comes next: a draw, an action of the seat to act or a street; None when the hand is over."""
    drawer = next_to_draw(now) if table.draws else None
    if drawer is not None:
        return random_draw(rng, now, drawer)
    return random_action(rng, now) if now.round.turn is not None else next_deal(now, table.board)


def next_to_draw(now: Hand) -> int | None:
    """Return the first live seat left of the button that has not drawn on this street, None where nobody draws."""
    game, seats = now.document.game, len(now.live)
    if game.family != "draw" or now.street == game.first or sum(now.live) < 2:
        return None
    if any(acted is not None for acted in now.round.acted_at):
        return None
    button = now.document.index(now.document.button)
    around = [(button + step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in around if now.live[seat] and seat not in now.drawn), None)


def random_draw(rng: Random, now: Hand, seat: int) -> Action:
    """Return a draw of as many cards as the house allows, or standing pat."""
    most = min(int(now.document.rules["draw_most"]), now.document.game.hand[0])
    number = rng.choice((0, rng.randint(1, most)))
    return Action(now.name(seat), "draw", number) if number else Action(now.name(seat), "stand-pat")


def random_action(rng: Random, now: Hand) -> Action:
    """Return something that the seat to act may do: fold, check or call, or raise to the least, the most or between."""
    assert now.round.turn is not None
    offered = betting.options(now.round, now.round.turn, now.document.rules)
    name, chance = now.name(offered.seat), rng.random()
    if chance < (0.02 if offered.may_check or must_bring_in(now) else 0.18):
        return Action(name, "fold")
    if offered.may_raise and chance > 0.6:
        return _random_raise(rng, now, offered)
    if chance > 0.5 and not offered.may_check and _covered(now, offered):
        return Action(name, "all-in")
    return passive(now)


def passive(now: Hand) -> Action:
    """Return a check, a call or the bring-in by the seat to act."""
    assert now.round.turn is not None
    offered = betting.options(now.round, now.round.turn, now.document.rules)
    name = now.name(offered.seat)
    if must_bring_in(now):
        return Action(name, "bring-in", offered.call_to)
    return Action(name, "check" if offered.may_check else "call")


def must_bring_in(now: Hand) -> bool:
    """Say whether the seat to act is the one that brings in a stud hand."""
    return now.round.terms.bring_in > 0 == now.round.bet and now.round.turn is not None


def _random_raise(rng: Random, now: Hand, offered: Options) -> Action:
    name, state = now.name(offered.seat), now.round
    stack = state.stacks[offered.seat]
    most = None if stack is None else state.totals[offered.seat] + stack
    least, largest = offered.raise_min_to, offered.raise_max_to
    if least is None or (most == largest is not None and rng.random() < 0.2):
        return Action(name, "all-in")
    if stack is None and rng.random() < 0.2:
        to = rng.randint(max(state.bet, state.terms.bring_in) + 1, least)
        return Action(name, "all-in", min(least, -(-to // now.document.chip) * now.document.chip))
    largest = 4 * least if largest is None else largest
    to = rng.choice((least, largest, min(largest, 2 * least), _between(rng, now, least, largest)))
    if state.terms.limit == "fixed-limit":
        to = rng.choice((least, largest))
    if state.bet and rng.random() < 0.2:
        return Action(name, "raise-by", to - state.bet)
    return raise_to(now, to)


def _between(rng: Random, now: Hand, least: int, largest: int) -> int:
    chip = now.document.chip
    return least + (largest - least) * rng.randint(0, 8) // 8 // chip * chip


def _covered(now: Hand, offered: Options) -> bool:
    """Say whether a seat's whole stack is no more than a call."""
    stack = now.round.stacks[offered.seat]
    return stack is not None and now.round.totals[offered.seat] + stack <= now.round.bet


def raise_to(now: Hand, to: int) -> Action:
    """Return the bet, completion or raise to this total by the seat to act."""
    assert now.round.turn is not None
    name = now.name(now.round.turn)
    if now.round.terms.bring_in and not now.round.raises:
        return Action(name, "complete", to)
    return Action(name, "raise-to" if now.round.bet else "bet", to)
