"""A bet or raise of a wrong size, found later: does it stand, and what is its total."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from quizzes.engine import derive, derive_limits, sizes
from quizzes.engine.betting import Options, has_chips, options
from quizzes.engine.document import Action, Document, Question
from quizzes.engine.fitting import fitted
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.irregular import WrongSize, as_made, is_substantial, made, substantial_action, wrong_size
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import check_bets_are_told
from quizzes.kinds.base import (
    HOLDEM,
    Answer,
    Examples,
    IllFormed,
    Kind,
    Misconception,
    Raw,
    Variant,
    keeping_last,
    one,
    read_or_note,
)
from quizzes.kinds.limit_spots import LimitSpot, deal_any
from quizzes.kinds.spots import NoSpot, Spot, keep_writing

VARIANTS = (HOLDEM, Variant("omaha", "pot-limit"), *(Variant(game, "fixed-limit") for game in ("holdem", "stud")))
STANDS = {"yes": True, "no": False, "floor": "floor"}

_wrong_bet = keeping_last(wrong_size)


@keeping_last
def solve(document: Document) -> Solution:
    """Return `stands` and the total `to` of a wrong size (TDA 2024 52).

    Too little, or over the limit, is put right as long as the street lasts, and stands once the next card is out; what
    lies between two sizes of fixed-limit is the smaller. A pot-limit bet that is less than the pot after a wrong count
    is made up until substantial action (36). Where the document's actions go on to the next street, the next card is
    out whatever `question.found` says.
    """
    check_bets_are_told(document)
    wrong = _wrong_bet(document)
    name = wrong.before.name(wrong.seat)
    offered = options(wrong.before.round, wrong.seat, document.rules)
    least = offered.raise_min_to if offered.raise_min_to is not None else offered.all_in_to
    rule = "wrong-size"
    if least is not None and wrong.to < least:
        steps = _too_small(wrong, least)
        right: Mapping[str, int] = {"all_in_to" if offered.raise_min_to is None else "raise_to": least}
    elif document.limit == "fixed-limit" or (offered.raise_max_to is not None and wrong.to > offered.raise_max_to):
        steps, right = _too_large(wrong, offered)
        rule = steps[-1].rule
    else:
        return _under_the_pot(wrong)
    stands = Step(rule, "state", {"next_card": wrong.next_card}, {"stands": wrong.next_card}, name)
    return _solution(wrong, [*steps, _found(wrong, rule), stands], wrong.next_card, right)


def _found(wrong: WrongSize, rule: str) -> Step:
    """Derive whether the next card is out: the question says so, or the actions go on after it."""
    name, found = wrong.before.name(wrong.seat), str(wrong.before.document.question.extra["found"])
    dealt = wrong.next_card and found != "next-card"
    values = {"player": name} if dealt else {"found": found}
    return Step(rule, "state", values, {"next_card": wrong.next_card}, name)


def _solution(wrong: WrongSize, steps: list[Step], stands: bool, right: Mapping[str, int]) -> Solution:
    """Return the answer; `right` names the amounts whose least is the right size."""
    values = {"made_to": wrong.to} if stands else right
    to = min(values.values())
    last = Step(
        steps[-1].rule, "least" if len(values) > 1 else "state", values, {"to": to}, wrong.before.name(wrong.seat)
    )
    steps = [*made(wrong.before, wrong.seat, wrong.action), *steps, last]
    return Solution({"stands": stands, "to": to}, needed(wrong.before.background, steps))


def _too_small(wrong: WrongSize, least: int) -> list[Step]:
    """Derive the smallest size, and that the bet was below it."""
    hand, name = wrong.before, wrong.before.name(wrong.seat)
    steps = derive.smallest_raise(hand)
    to = steps[-1].out["raise_to"]
    values = {"made_to": wrong.to, "raise_to": to}
    steps.append(Step("wrong-size", "compare", values, {"legal_size": False}, name))
    return steps if to == least else [*steps, *own_all_in(hand, wrong.seat)]


def _too_large(wrong: WrongSize, offered: Options) -> tuple[list[Step], Mapping[str, int]]:
    """Derive the largest size, and that the bet was over it: the pot, or a size of fixed-limit."""
    hand, seat, name = wrong.before, wrong.seat, wrong.before.name(wrong.seat)
    if hand.round.terms.limit == "fixed-limit":
        steps, right = fitted(hand, offered, "made_to", wrong.to)
        values = {"raise_to": min(right.values()), "made_to": wrong.to}
        return [*steps, Step("wrong-size", "compare", values, {"legal_size": False}, name)], right
    most = sizes.pot_to(hand.round, seat, hand.document.rules)
    steps = derive_limits.pot_raise(hand, seat)
    steps.append(Step("miscounted-pot", "compare", {"max_to": most, "made_to": wrong.to}, {"legal_size": False}, name))
    if most == offered.raise_max_to:
        return steps, {"max_to": most}
    least = offered.raise_max_to or most
    values = {"max_to": most, "raise_to": least}
    small_pot = Step("opening-bet", "compare", values, {"pot_reaches_bet": False}, name)
    *pot, over = steps
    return [*pot, *derive.smallest_raise(hand), small_pot, over], {"raise_to": least}


def _under_the_pot(wrong: WrongSize) -> Solution:
    """A bet of the pot that is less than the pot, after a wrong count (52-B)."""
    hand, seat, name = wrong.before, wrong.seat, wrong.before.name(wrong.seat)
    most = sizes.pot_to(hand.round, seat, hand.document.rules)
    rule = "miscounted-pot"
    steps = derive_limits.pot_raise(hand, seat)
    steps.append(Step(rule, "compare", {"made_to": wrong.to, "max_to": most}, {"whole_pot": False}, name))
    right = {"max_to": most}
    stack = hand.round.stacks[seat]
    if stack is not None and hand.round.totals[seat] + stack < most:
        steps += own_all_in(hand, seat)
        right["all_in_to"] = hand.round.totals[seat] + stack
    if wrong.next_card:
        steps.append(_found(wrong, rule))
        steps.append(Step(rule, "state", {"next_card": True}, {"stands": True}, name))
        return _solution(wrong, steps, True, right)
    late = is_substantial(wrong.later)
    steps.append(substantial_action(wrong.later, name))
    steps.append(Step(rule, "state", {"substantial": late}, {"stands": late}, name))
    return _solution(wrong, steps, late, right)


def parse(document: Document, raw: Raw) -> Answer:
    """Read whether the size stands, and the total that it is."""
    stands = one(raw, "stands")
    problems = {} if stands in STANDS else {"stands": "no-choice"}
    to = read_or_note(one(raw, "to"), "to", problems)
    if problems:
        raise IllFormed(problems)
    return {"stands": STANDS[stands], "to": to}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the two fields."""
    return {"stands": answer["stands"], "to": answer["to"]}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """A wrong verdict with the total that belongs to it is one slip."""
    right = solve(document).answer
    if response["stands"] == right["stands"]:
        return frozenset()
    own = _wrong_bet(document).to if response["stands"] is True else _put_right(document)
    return frozenset({"to"}) if response["to"] == own else frozenset()


def _put_right(document: Document) -> int:
    """The total that the size should have been."""
    wrong = _wrong_bet(document)
    offered = options(wrong.before.round, wrong.seat, document.rules)
    least = offered.raise_min_to or offered.all_in_to or wrong.to
    most = wrong.to if offered.raise_max_to is None else offered.raise_max_to
    between = document.limit == "fixed-limit" and wrong.to < most
    return least if wrong.to < least or between else most


def _stands(document: Document) -> bool:
    return bool(solve(document).answer["stands"])


def _accepted(document: Document) -> Answer:
    """Let a size stand because those behind have acted on it."""
    return {"stands": True, "to": _wrong_bet(document).to}


def _always_put_right(document: Document) -> Answer:
    """Put a size right even when the next card is out."""
    return {"stands": False, "to": _put_right(document)}


def _back_to_a_call(document: Document) -> Answer:
    """Take a raise below half of a full one for a call, though it is a size that was called a raise."""
    return {"stands": False, "to": _wrong_bet(document).before.round.bet}


def _doubled(document: Document) -> Answer:
    """Put a raise right to twice the bet."""
    return {"stands": False, "to": 2 * _wrong_bet(document).before.round.bet}


def _plus_the_bet(document: Document) -> Answer:
    """Add a full raise to the size that was made, not to the bet before it."""
    wrong = _wrong_bet(document)
    return {"stands": False, "to": wrong.to + _put_right(document) - wrong.before.round.bet}


def _pot_without_the_call(document: Document) -> Answer | None:
    """Put a bet of the pot right to the bet and what lies in the middle, the call left out."""
    wrong = _wrong_bet(document)
    to = wrong.before.round.bet + sizes.pot(wrong.before.round)
    return None if to == wrong.to else {"stands": False, "to": to}


def _too_low(document: Document) -> bool:
    """Whether a bet or raise below the smallest is put right."""
    return not _stands(document) and _wrong_bet(document).to < _put_right(document) and not is_of_the_pot(document)


def _raised(document: Document) -> bool:
    return _too_low(document) and _wrong_bet(document).before.round.bet > 0


def is_of_the_pot(document: Document) -> bool:
    """Say whether a bet was to be the pot: it is less than that, and no other fault is in its size."""
    wrong = _wrong_bet(document)
    offered = options(wrong.before.round, wrong.seat, document.rules)
    least, most = offered.raise_min_to, offered.raise_max_to
    return document.limit == "pot-limit" and least is not None and most is not None and least <= wrong.to < most


def _is_put_right_to_the_pot(document: Document) -> bool:
    wrong = _wrong_bet(document)
    return not _stands(document) and wrong.before.round.bet > 0 and (is_of_the_pot(document) or not _too_low(document))


MISCONCEPTIONS = (
    Misconception("accepted", lambda d: not _stands(d), _accepted),
    Misconception("always-put-right", _stands, _always_put_right),
    Misconception("back-to-a-call", _raised, _back_to_a_call, levels=(2, 3, 4, 5)),
    Misconception(
        "doubled",
        _raised,
        _doubled,
        levels=(3, 4, 5),
        limits=("no-limit", "pot-limit"),
        right_by=(("min_raise", "double"),),
    ),
    Misconception("added-to-the-size", _too_low, _plus_the_bet),
    Misconception(
        "pot-without-call",
        _is_put_right_to_the_pot,
        _pot_without_the_call,
        levels=(2, 3, 4, 5),
        limits=("pot-limit",),
    ),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A raise and no bet, one on top of another raise, on top of a third, more than two who acted on it.
    """
    wrong = _wrong_bet(document)
    return min(5, 1 + _points_before(wrong.before) + (len(wrong.later) > 2))


def _points_before(hand: Hand) -> int:
    over = sum(made.over > 0 for made in hand.raises)
    return (hand.round.bet > 0) + (over > 0) + (over > 1)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a bet or raise of a wrong size, and what happened until it was noticed."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    players = rng.choice({1: (2, 3, 3), 2: (3, 3, 4), 3: (3, 4, 5), 4: (4, 5, 6), 5: (5, 6, 7)}[wanted])
    streets = ("preflop", "preflop", "flop", "turn") if wanted > 1 else ("flop", "turn")
    spot = deal_any(rng, rules, variant, players, rng.choice(streets))
    if isinstance(spot, LimitSpot) and spot.brings_in:
        spot.passive()
    for _ in range(rng.choice((0, 0, 1, 2)) if wanted > 1 else 0):
        spot.passive()
    for _ in range(max(0, wanted - rng.choice((1, 2, 2)))):
        spot.raise_full()
        if rng.random() < 0.5:
            spot.give_up()
    seat, many_act = spot.turn, wanted - 1 - _points_before(spot.hand)
    left = sum(has_chips(spot.hand.round, place) for place in range(len(spot.hand.live)) if place != seat)
    if seat is None or many_act not in (0, 1) or (many_act and left < 3):
        raise NoSpot
    most = _write_wrong_size(spot)
    next_card = (left > 2) == bool(many_act) and rng.random() < 0.4
    acts = rng.randint(3, left) if many_act else rng.randrange(min(2, left) + 1)
    while spot.turn is not None and (next_card or acts):
        acts -= 1
        if spot.turn == seat:
            raise NoSpot
        spot.give_up() if rng.random() < 0.5 else spot.passive()
    found = "next-card" if next_card else "same-street"
    if sum(spot.hand.live) < 2:
        raise NoSpot
    question = Question("correction", spot.hand.name(seat), {"found": found})
    document = spot.document(question, {seat: max(spot.bet, most)})
    if level(document) != wanted:
        raise NoSpot
    return document


def _write_wrong_size(spot: Spot) -> int:
    """Write a bet or raise that is too small, over the limit, or less than the pot that it was to be.

    Return the largest that it might have been, 0 where there is no limit to it.
    """
    hand = spot.hand
    if spot.turn is None:
        raise NoSpot
    offered = options(hand.round, spot.turn, hand.document.rules)
    if offered.raise_min_to is None:
        raise NoSpot
    least, most, rng = offered.raise_min_to, offered.raise_max_to, spot.rng
    wrong = range(hand.round.bet + spot.unit, least, spot.unit)
    if most is not None and rng.random() < 0.6:
        over = range(most + spot.unit, most + (most - hand.round.bet) + spot.unit, spot.unit)
        two_thirds = (most - hand.round.bet) * 2 // 3 // spot.unit * spot.unit
        fewest = least + spot.unit if hand.document.limit == "fixed-limit" else least  # between two sizes is neither
        under = range(max(fewest, hand.round.bet + two_thirds), most, spot.unit)
        wrong = over if least == most or rng.random() < 0.5 else under
    if not wrong:
        raise NoSpot
    verb = spot.verb() if isinstance(spot, LimitSpot) else "raise-to" if hand.round.bet else "bet"
    action = Action(hand.name(spot.turn), verb, rng.choice(wrong))
    spot.write(action, as_made(hand, action))
    return most or 0


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    words = {value: key for key, value in STANDS.items()}
    right = {"stands": [words[answer["stands"]]], "to": [f"{answer['to']:,}"]}
    other = {"stands": ["no" if answer["stands"] else "yes"], "to": [str(answer["to"])]}
    return Examples(
        right=(right,),
        wrong=({**right, "to": [str(answer["to"] + 1)]}, other),
        ill_formed=({**right, "stands": []}, {**right, "to": [""]}, {}),
    )


KIND = Kind(
    id="correction",
    version=7,
    input="correction",
    toggles=("min_raise", "reopen", "reopened_unit", "straddle_as", "short_blind"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: ("to",),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
