"""What a spot shows of what a template asks for, and what it leaves unmet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from quizzes.engine import betting
from quizzes.engine.document import Deal, Document
from quizzes.engine.games import GAMES
from quizzes.engine.hand import IRREGULAR, Hand, frames
from quizzes.engine.posting import players_from
from quizzes.kinds import KINDS
from quizzes.kinds.asking import asked
from quizzes.kinds.limit_spots import fell_short
from quizzes.sightings import features
from quizzes.spot_templates.ranges import Recipe

OF_A_TURN = frozenset({"min_raise", "legal_actions", "reopen", "pot_limit", "fixed_limit"})
"""The kinds that ask somebody whose turn it is."""

TURN = ("not-reopened", "reopened")
"""Conditions about a player who has acted already."""

_BETS = ("short_allin_raise", "short_allin_bet", "exact_minimum", "pot_raise", "short_bb", "straddle")
_FIXED = ("fl_short_allin", "fl_cap_reached")
_POTS = ("side_pot", "side_pots_2plus", "uncalled", "multi_allin", "multiway_allin")
_PAID = ("split", "odd_chip", "hilo_split", "quartered")
_CARDS = ("kicker", "tied_hands")

OFFERED: Mapping[str, tuple[str, ...]] = {
    "min_raise": (*TURN, *_BETS),
    "legal_actions": (*TURN, *_BETS, *_FIXED),
    "reopen": (*TURN, *_BETS, *_FIXED),
    "pot_limit": ("reopened", *_BETS),
    "fixed_limit": ("reopened", *_FIXED),
    "side_pots": _POTS,
    "awards": (*_POTS, *_PAID),
    "winner": _CARDS,
}
"""The conditions that a kind's spots can be held to."""

_ELSEWHERE: Mapping[str, frozenset[str]] = {
    "no-limit": frozenset({*_FIXED, "pot_raise"}),
    "pot-limit": frozenset({*_FIXED, "straddle"}),
    "fixed-limit": frozenset(_BETS),
}
"""What a limit does not have, or its spots don't show."""

_SPLIT = frozenset({"hilo_split", "quartered"})


def offered(kind: str, game: str, limit: str) -> tuple[str, ...]:
    """Return the conditions that a kind's spots can be held to in a game and limit."""
    missing = _ELSEWHERE[limit] | (frozenset() if GAMES[game].split else _SPLIT)
    return tuple(id for id in OFFERED.get(kind, ()) if id not in missing)


def unmet(recipe: Recipe, document: Document) -> list[str]:
    """Return what a recipe asks for and a spot does not show, [] where it fits.

    A key is `players`, `blinds`, `streets`, `stacks`, `stacks-<place>`, one of COUNTS, `asked`, `level`, a condition's
    id, or `mistake-<id>`. Raises DocumentError for a spot that has no answer.
    """
    return list(_unmet(recipe, document))


def _unmet(recipe: Recipe, document: Document) -> Iterator[str]:
    kind = KINDS[recipe.kind]
    seats = list(players_from(document, document.index(document.button)))
    if len(seats) not in recipe.players:
        yield "players"
    if recipe.blinds and document.blinds not in recipe.blinds:
        yield "blinds"
    if recipe.streets and document.street not in recipe.streets:
        yield "streets"
    yield from _stacks(recipe, document, seats)
    if recipe.counts:
        happened = counted(document)
        yield from (name for name, ends in recipe.counts.items() if happened[name] not in ends)
    if recipe.asked is not None and seats[recipe.asked : recipe.asked + 1] != [asked(document)[1]]:
        yield "asked"
    if recipe.level is not None and kind.level(document) != recipe.level:
        yield "level"
    if recipe.conditions:
        shown = shows(document)
        yield from (id for id in recipe.conditions if id not in shown)
    if recipe.mistakes:
        told = kind.mistaken(document)
        yield from (f"mistake-{id}" for id in recipe.mistakes if id not in told)


def _stacks(recipe: Recipe, document: Document, seats: list[int]) -> Iterator[str]:
    """Yield `stacks` where one of those that have no range of their own lies outside, and the seats that have one."""
    big = document.blinds[1] if document.blinds else document.bets[0] if document.bets else 1
    fits = [document.seats[seat].stack in recipe.stack_of(place).times(big) for place, seat in enumerate(seats)]
    others = (fit for place, fit in enumerate(fits) if place not in recipe.seat_stacks)
    if not recipe.stacks.any and not all(others):
        yield "stacks"
    yield from (f"stacks-{place}" for place in recipe.seat_stacks if not all(fits[place : place + 1] or [False]))


def counted(document: Document) -> Counter[str]:
    """Return how often each of COUNTS happens in a hand as it is told; a caller counts once. See `ranges.COUNTS`."""
    found: Counter[str] = Counter()
    callers: set[int] = set()
    hands = frames(document)
    for before, item, after in zip(hands, document.actions, hands[1:], strict=False):
        if isinstance(item, Deal):
            continue
        seat = document.index(item.seat)
        if item.verb == "fold":
            found["folders"] += 1
        elif after.raises != before.raises:
            found["short_all_ins" if after.raises[-1] in fell_short(after) else "raises"] += 1
        elif item.verb in ("call", "all-in"):
            if after.round.totals[seat] < before.round.bet:
                found["calls_for_less"] += 1
            else:
                callers.add(seat)
    found["callers"] = len(callers)
    return found


def shows(document: Document) -> frozenset[str]:
    """Return the conditions that a spot meets, of all that a template can name."""
    kind = document.question.kind
    if kind in IRREGULAR:
        return frozenset()
    if kind == "winner":
        return _of_the_cards(document)
    found = features(document)
    return found | _of_the_turn(*asked(document)) if kind in OF_A_TURN else found


def _of_the_cards(document: Document) -> frozenset[str]:
    """Return what decides between the high hands."""
    answer = KINDS["winner"].solve(document).answer
    high = answer.get("high", answer)
    shown = {"kicker": high["decided_by"] == "kicker", "tied_hands": high["split"]}
    return frozenset(id for id, is_so in shown.items() if is_so)


def _of_the_turn(hand: Hand, seat: int) -> frozenset[str]:
    """Return whether the betting is open again to a player who has acted (TDA 2024 47-A); nothing for the others."""
    if hand.round.acted_at[seat] is None:
        return frozenset()
    may = betting.options(hand.round, seat, hand.document.rules)
    if may.why_not == "acted":
        return frozenset({"not-reopened"})
    return frozenset({"reopened"}) if may.may_raise else frozenset()
