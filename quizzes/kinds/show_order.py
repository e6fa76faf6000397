"""Who shows first at the showdown, and who after that?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from quizzes.engine.document import Document, Question
from quizzes.engine.hand import Hand, play
from quizzes.engine.posting import players_from
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.show_order import ShowOrder, at_showdown, show_order
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Misconception, Raw, Variant, keeping_last, one
from quizzes.kinds.spots import NoSpot, Spot, deal_in, keep_writing


@keeping_last
def solve(document: Document) -> Solution:
    """Return `order`, first to last; all who show at once share a list.

    Raises DocumentError as `show_order` does, and at `actions[n]` for what the rules refuse.
    """
    hand = play(document)
    found = show_order(hand)
    names = _names(hand, found.seats)
    if found.together:
        all_in = _names(hand, [seat for seat in at_showdown(hand) if hand.round.stacks[seat] == 0])
        rule = document.rules.rule("all_in_showdown")
        step = Step(rule, "state", {"all_in": all_in}, {"order": [names]})
        return Solution({"order": [names]}, (step,))
    return Solution({"order": names}, tuple(_steps(hand, found, names)))


def _names(hand: Hand, seats: Sequence[int]) -> list[str]:
    return [hand.name(seat) for seat in seats]


def _steps(hand: Hand, found: ShowOrder, names: list[str]) -> list[Step]:
    """Derive who begins and why, who is in a side pot where that comes first, and the order."""
    rules = hand.document.rules
    begins = hand.name(found.first)
    rule = rules.rule("all_in_showdown") if found.reason == "first_all_in" else "showdown-order"
    steps = [*_all_in_step(hand, found), Step(rule, "state", {"player": begins}, {found.reason: begins}, begins)]
    if found.first not in found.seats:
        steps.append(
            Step(rule, "state", {found.reason: begins}, {"next_with_hand": _next_with_hand(hand, found)}, begins)
        )
    if found.side_pot:
        side = {"side_pot": _names(hand, found.side_pot)}
        steps.append(Step(rules.rule("show_first"), "state", {found.reason: begins}, side))
        return [*steps, Step(rules.rule("show_first"), "state", side, {"order": names})]
    return [*steps, Step(rule, "state", {found.reason: begins}, {"order": names})]


def _all_in_step(hand: Hand, found: ShowOrder) -> list[Step]:
    """Note that somebody is all-in, where the house's rule for it is that this changes nothing (RRoP 11, showdown).

    Where a side pot comes first, it is that which decides.
    """
    all_in = [seat for seat in found.seats if hand.round.stacks[seat] == 0]
    if not all_in or found.side_pot or hand.document.rules["all_in_showdown"] != "in-order":
        return []
    rule = hand.document.rules.rule("all_in_showdown")
    return [Step(rule, "state", {"all_in": _names(hand, all_in)}, {"in_order": True})]


def _next_with_hand(hand: Hand, found: ShowOrder) -> str:
    """Return who has the first hand clockwise from one that was to begin and is not there any more."""
    around = players_from(hand.document, found.first)
    return hand.name(next(seat for seat in around if seat in found.seats))


def places(document: Document) -> tuple[str, ...]:
    """Return a field for every place in the order."""
    return tuple(f"place_{number}" for number in range(1, len(_live(document)) + 1))


def _live(document: Document) -> list[str]:
    hand = play(document)
    return [hand.name(seat) for seat, alive in enumerate(hand.live) if alive]


def parse(document: Document, raw: Raw) -> Answer:
    """Read a player for every place, each once, or that all show at once."""
    live = _live(document)
    if one(raw, "together"):
        return {"order": [live]}
    chosen = {field: one(raw, field) for field in places(document)}
    names = list(chosen.values())
    problems = {field: "no-choice" for field, name in chosen.items() if name not in live or names.count(name) > 1}
    if problems:
        raise IllFormed(problems)
    return {"order": names}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return who begins and the whole order; those who show at once in the order of their seats."""
    groups = [[group] if isinstance(group, str) else sorted(group, key=document.index) for group in answer["order"]]
    return {"first": tuple(groups[0]), "order": tuple(map(tuple, groups))}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """An order that goes clockwise from a wrong first player has one slip in it."""
    order = response["order"]
    if any(not isinstance(name, str) for name in order) or show_order(play(document)).together:
        return frozenset()
    hand = play(document)
    around = [hand.name(seat) for seat in players_from(document, document.index(order[0])) if hand.live[seat]]
    right = solve(document).answer["order"]
    return frozenset({"order"}) if order == around and order[0] != right[0] else frozenset()


def _from(hand: Hand, first: int) -> Answer:
    return {"order": [hand.name(seat) for seat in players_from(hand.document, first) if hand.live[seat]]}


def _left_of_button(document: Document) -> Answer:
    """Begin left of the button whatever was bet."""
    return _from(play(document), document.index(document.button) + 1)


def _first_bettor(document: Document) -> Answer | None:
    """Let the first to bet on the last street begin, not the last to raise."""
    hand = play(document)
    return _from(hand, hand.raises[0].seat) if hand.raises else None


def _caller(document: Document) -> Answer | None:
    """Let the player who was called be shown the hand: the caller left of the aggressor begins."""
    hand = play(document)
    return _from(hand, hand.raises[-1].seat + 1) if hand.raises else None


def _earlier_aggressor(document: Document) -> Answer | None:
    """Let the last to bet on an earlier street begin, though the last street was checked."""
    before = _raised_before(document)
    return None if before is None else _from(play(document), before)


def _first_all_in(document: Document) -> Answer:
    """Keep an order when somebody is all-in: whoever was all-in begins."""
    hand = play(document)
    return _from(hand, next(seat for seat, stack in enumerate(hand.round.stacks) if stack == 0 and hand.live[seat]))


def _aggressor_though_all_in(document: Document) -> Answer | None:
    """Keep an order when somebody is all-in: the last aggressor begins."""
    hand = play(document)
    return _from(hand, hand.raises[-1].seat) if hand.raises else None


def _raised_before(document: Document) -> int | None:
    """Return who last bet on the latest street with a bet before a checked last one, if that player is left."""
    hand = play(document)
    raisers: list[int] = []
    for item in document.actions:
        if getattr(item, "verb", "") in ("bet", "raise-to", "raise-by", "complete"):
            raisers.append(document.index(getattr(item, "seat", "")))
    if hand.raises or not raisers or not hand.live[raisers[-1]]:
        return None
    return raisers[-1]


def _all_in(document: Document) -> bool:
    return _any_all_in(play(document))


def _any_all_in(hand: Hand) -> bool:
    return any(alive and stack == 0 for alive, stack in zip(hand.live, hand.round.stacks, strict=True))


def _bet(document: Document) -> bool:
    return bool(play(document).raises) and not _all_in(document)


MISCONCEPTIONS = (
    Misconception("left-of-button-first", _bet, _left_of_button),
    Misconception("first-bettor-first", _bet, _first_bettor),
    Misconception("caller-first", _bet, _caller),
    Misconception("earlier-aggressor-first", lambda d: not _all_in(d), _earlier_aggressor, (2, 3, 4)),
    Misconception("all-in-first", _all_in, _first_all_in),
    Misconception("aggressor-though-all-in", _all_in, _aggressor_though_all_in),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A fourth player left; a raise over a bet on the last street; a player who folded on it; a street before it; a player
    who is all-in.
    """
    return _level(play(document))


def _level(hand: Hand) -> int:
    points = (
        sum(hand.live) > 3,
        len(hand.raises) > 1,
        not all(alive or seat.empty for alive, seat in zip(hand.live, hand.document.seats, strict=True)),
        hand.street != hand.document.street,
        _any_all_in(hand),
    )
    return min(5, 1 + sum(points))


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a hand whose betting is over, with at least two players left."""
    return keep_writing(lambda: _write(rng, wanted, rules))


FEATURES = ("four", "reraise", "fold", "street", "all-in")
"""What makes a spot harder, one level each, as `level` counts it."""


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    features = rng.sample(FEATURES, wanted - 1)
    players = (rng.choice((4, 5)) if "four" in features else rng.choice((2, 3, 3))) + ("fold" in features)
    spot = deal_in(rng, rules, players, rng.choice(("flop", "turn", "turn")) if "street" in features else "river")
    checked = "street" in features and not {"reraise", "all-in"} & set(features) and rng.random() < 0.6
    while spot.hand.street != "river":
        folds = "fold" in features and checked and sum(spot.hand.live) == players
        _street(spot, 1 if checked else rng.randrange(2), fold=folds)
        spot.deal()
    folds = "fold" in features and not checked
    bets = 2 if "reraise" in features else 1 if folds or "all-in" in features else rng.choice((0, 1, 1))
    _street(spot, 0 if checked else bets, folds, "all-in" in features)
    if _level(spot.hand) != wanted:
        raise NoSpot
    return spot.document(Question("show_order"))


def _street(spot: Spot, bets: int, fold: bool = False, all_in: bool = False) -> None:
    """Write a street with so many bets and raises; on it one player folds, and one bets or calls all-in."""
    wait = spot.rng.randrange(3)
    while spot.turn is not None:
        if bets and not wait:
            bets -= 1
            wait = spot.rng.randrange(2)
            goes = all_in and not bets and spot.rng.random() < 0.6
            spot.raise_full(all_in=goes)
            all_in = all_in and not goes
        elif spot.bet and not bets and fold:
            fold = False
            spot.act("fold")
        elif spot.bet and not bets and all_in:
            all_in = False
            spot.call_short()
        else:
            wait = max(wait - 1, 0)
            spot.passive()


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    order = solve(document).answer["order"]
    live = _live(document)
    one_by_one = dict(zip(places(document), [[name] for name in live], strict=True))
    together = {"together": ["1"]}
    if isinstance(order[0], list):
        return Examples((together,), (one_by_one,), ({}, {**one_by_one, "place_1": ["Nobody"]}))
    right = dict(zip(places(document), [[name] for name in order], strict=True))
    wrong = dict(zip(places(document), [[name] for name in order[::-1]], strict=True))
    return Examples((right,), (wrong, together), ({}, {**right, "place_1": right["place_2"]}))


KIND = Kind(
    id="show_order",
    version=3,
    input="show_order",
    toggles=("all_in_showdown", "show_first", "stud_tie"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=places,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
)
