"""What does the house's chart say for a starting hand?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quizzes.engine import betting, derive
from quizzes.engine.cards import RANKS, Card, cards_text
from quizzes.engine.chart import Chart, chart_of, name_of, position_of, situation_before
from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import asked
from quizzes.kinds.base import HOLDEM, Answer, Examples, Kind, Misconception, Raw, Variant, keeping_last
from quizzes.kinds.picks import read_words
from quizzes.kinds.spots import NoSpot, Spot, deal_in, keep_writing

FIELDS = ("action", "group")
ACTIONS = ("raise", "call", "check", "fold")
GROUPS = ("very-strong", "strong", "medium", "speculative", "mixed")
NONE = "none"
"""What a form sends for a hand in no group."""


@keeping_last
def solve(document: Document) -> Solution:
    """Return the `action` of the house's chart for `question.player`'s hand, and the hand's `group` or None.

    The action is check where the chart would fold and checking is free, and call (check where that is free) where it
    would raise and no raise is legal, such as over an all-in that the stack only calls or that does not reopen the
    betting (TDA 2024 47-A). Charts are for practice: TDA 2024 5 allows none with a live hand. Raises DocumentError at
    `question` where the house has no chart, the game is not hold'em, the flop has come or the betting is over, and at
    `seats[n].cards` for cards that are not known.
    """
    chart, seat = chart_of(document), _seat(document)
    cards = _cards(document, seat)
    hand, name = name_of(cards), document.seats[seat].name
    position, before = position_of(document, seat), _before(document)
    group, says = chart.group(hand), chart.action(hand, before, position)
    rule = document.rules.rule("chart")
    table = {"hand": hand} if group is None or hand in chart.exceptions else {"group": group}
    steps = [
        Step(rule, "state", {"cards": list(cards_text(cards))}, {"hand": hand}, name),
        Step(rule, "state", {"hand": hand}, {"group": group}, name),
        Step(rule, "state", {"player": name}, {"position": position}, name),
        Step(rule, "state", {"player": name}, {"before": before}, name),
        Step(rule, "state", {**table, "position": position, "before": before}, {"chart_says": says}, name),
    ]
    action, (hand_so_far, _) = _legal(document, says), asked(document)
    answer = {"action": action, "group": group}
    if says == "raise" and _barred(hand_so_far, seat):
        steps += derive.may_raise(hand_so_far, betting.options(hand_so_far.round, seat, document.rules))
    steps.append(Step(rule, "state", {"chart_says": says}, {"action": action}, name))
    return Solution(answer, needed(hand_so_far.background, steps))


def _seat(document: Document) -> int:
    hand, seat = asked(document)
    if hand.street != document.game.first:
        raise DocumentError("question", "the chart is for the hand before the flop")
    if hand.first.big_blind is None:
        raise DocumentError("blinds", "the chart tells seats by the blinds, and none are named")
    return seat


@keeping_last
def _before(document: Document) -> str:
    hand, seat = asked(document)
    return situation_before(hand, seat)


def _cards(document: Document, seat: int) -> tuple[Card, ...]:
    cards = tuple(card for card in document.seats[seat].cards if card is not None)
    if len(cards) != 2:
        raise DocumentError(f"seats[{seat}].cards", "%(name)s's cards are not known", name=document.seats[seat].name)
    return cards


def _legal(document: Document, says: str) -> str:
    """Return what is done: a fold is a check where that is free, a check a fold where not, a barred raise a call."""
    hand, seat = asked(document)
    free = betting.options(hand.round, seat, document.rules).may_check
    if says in ("fold", "check"):
        return "check" if free else "fold"
    if says == "raise" and _barred(hand, seat):
        return "check" if free else "call"
    return says


def _barred(hand: Hand, seat: int) -> bool:
    """Return whether it is a seat's turn and it may not raise. Before that nobody knows."""
    return hand.round.turn == seat and not betting.options(hand.round, seat, hand.document.rules).may_raise


def parse(document: Document, raw: Raw) -> Answer:
    """Read what the chart does and the hand's group."""
    found = read_words(raw, {"action": ACTIONS, "group": (*GROUPS, NONE)})
    return {"action": found["action"], "group": None if found["group"] == NONE else found["group"]}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return both fields."""
    return {field: answer.get(field) for field in FIELDS}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """An action that the chart names for the group that was chosen follows from it."""
    right, group = solve(document).answer, response["group"]
    if group == right["group"]:
        return frozenset()
    chart, seat = chart_of(document), _seat(document)
    hand = chart.groups[group][0] if group else "72o"
    says = chart.action(hand, _before(document), position_of(document, seat))
    return frozenset({"action"}) if _legal(document, says) == response["action"] else frozenset()


def _by(document: Document, *, hand: str = "", before: str = "", position: str = "") -> Answer:
    """Return what the chart says for another hand, situation or position than the spot's."""
    chart, seat = chart_of(document), _seat(document)
    named = hand or name_of(_cards(document, seat))
    says = chart.action(named, before or _before(document), position or position_of(document, seat))
    return {"action": _legal(document, says), "group": chart.group(named)}


def _other_suits(document: Document) -> Answer:
    """Take suited cards for unsuited ones, or the other way about."""
    hand = name_of(_cards(document, _seat(document)))
    return _by(document, hand=hand[:2] + ("o" if hand.endswith("s") else "s"))


def _without_position(document: Document) -> Answer:
    """Play every seat like the last one before the blinds."""
    return _by(document, position="late")


def _raise_unseen(document: Document) -> Answer:
    """Play as if nobody had raised."""
    return _by(document, before="folds")


def _callers_unseen(document: Document) -> Answer:
    """Leave the players who called out of account."""
    return _by(document, before="raise" if _before(document) == "raise-call" else "folds")


def _suited(document: Document) -> bool:
    return len(name_of(_cards(document, _seat(document)))) == 3


MISCONCEPTIONS = (
    Misconception("suits-unseen", _suited, _other_suits),
    Misconception("position-unseen", lambda d: _before(d) not in ("raise-call", "raises"), _without_position, (1, 2)),
    Misconception("raise-unseen", lambda d: _before(d).startswith("raise"), _raise_unseen),
    Misconception("callers-unseen", lambda d: _before(d) in ("one-call", "calls", "raise-call"), _callers_unseen),
)
LEVELS = (1, 2, 3)
SITUATIONS = {"folds": 1, "one-call": 1, "raise": 2, "calls": 2, "raise-call": 3, "raises": 3}


def level(document: Document) -> int:
    """Return a spot's level, 1 to 3, by how much has happened before the player."""
    return SITUATIONS[_before(document)]


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level under a house that has a chart: ten seats or fewer, and a hand worth a thought."""
    return keep_writing(lambda: _write(rng, wanted, rules))


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    before = rng.choice([situation for situation, level in SITUATIONS.items() if level == wanted])
    spot = deal_in(rng, rules, rng.randrange(6, 11))
    _act_out(spot, rng, before)
    seat = spot.turn
    if seat is None:
        raise NoSpot
    hand = _dealt(rng, chart_of(spot.hand.document))
    document = spot.document(Question("starting_hand", spot.hand.name(seat)))
    seats: list[Seat] = list(document.seats)
    seats[seat] = replace(seats[seat], cards=tuple(sorted(hand, reverse=True)))
    document = replace(document, seats=tuple(seats))
    if _before(document) != before:
        raise NoSpot
    return document


def _dealt(rng: Random, chart: Chart) -> tuple[Card, Card]:
    """Deal a hand of one of the chart's groups, now and then in the other suits, or any hand."""
    hands = [hand for group in rng.sample(list(chart.groups.values()), 1) for hand in group]
    wanted = rng.choice(hands)
    ranks = wanted[:2] if rng.random() < 0.9 else "".join(rng.sample(RANKS, 2))
    suits = rng.sample(range(4), 2)
    if ranks[0] != ranks[1] and (wanted.endswith("s") if rng.random() < 0.8 else rng.random() < 0.5):
        suits[1] = suits[0]
    high, low = (Card(RANKS.index(rank) * 4 + suit) for rank, suit in zip(ranks, suits, strict=True))
    return high, low


def _act_out(spot: Spot, rng: Random, before: str) -> None:
    """Write what happened before the player, who is any seat left of the last to act."""
    moves = {"folds": "", "one-call": "c", "calls": "cc", "raise": "r", "raise-call": "rc", "raises": "rr"}[before]
    waits = rng.randrange(len(spot.hand.document.seats) - len(moves))
    chosen = sorted(rng.sample(range(waits + len(moves)), len(moves)))
    for place in range(waits + len(moves)):
        if place not in chosen:
            spot.act("fold")
        elif moves[chosen.index(place)] == "r":
            spot.raise_full()
        else:
            spot.act("call")


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {"action": [answer["action"]], "group": [answer["group"] or NONE]}
    action = "fold" if answer["action"] != "fold" else "raise"
    return Examples(
        (right,), ({**right, "action": [action]},), ({}, {**right, "group": ["weak"]}, {"action": ["call"]})
    )


KIND = Kind(
    id="starting_hand",
    version=2,
    input="starting_hand",
    toggles=("chart",),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: (),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    levels=LEVELS,
    finite=True,
    asked_by=lambda rules: rules["chart"] != "none",
)
