"""Does an act out of turn bind, and may its player raise when the turn comes."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from quizzes.engine import derive
from quizzes.engine.betting import has_chips, options
from quizzes.engine.document import Action, Document, Question
from quizzes.engine.fitting import fitted
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.irregular import OutOfTurn, check_its_turn, made, noted, out_of_turn, substantial_action
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
    read_amounts,
)
from quizzes.kinds.limit_spots import LimitSpot, deal_any
from quizzes.kinds.spots import TURNS_BACK, Moment, NoSpot, Spot, keep_writing, tidy

VARIANTS = (HOLDEM, Variant("omaha", "pot-limit"), *(Variant(game, "fixed-limit") for game in ("holdem", "stud")))
BINDING = {"yes": True, "no": False, "floor": "floor"}
BARRING = {"check": "check_out_of_turn", "call": "call_out_of_turn"}
"""The acts after which a house may allow no raise, and the toggles that say so."""

_spoken = keeping_last(out_of_turn)


@keeping_last
def solve(document: Document) -> Solution:
    """Return `binding`, `may_raise` and `raise_min_to` for who acted out of turn, when its turn comes (TDA 2024 53).

    A fold binds at once. Anything else binds when the bet has not changed by then, or when those who were skipped let
    substantial action (36) go by, of which it is a part. A bring-in is owed all along, so that it changes nothing. A
    bet or raise that binds is the one raise that there is, made up to the smallest or cut to the largest; a check or
    call that binds leaves none. Raises DocumentError at `question` where the turn never comes, or has yet to come.
    """
    check_bets_are_told(document)
    act = _spoken(document)
    name = act.before.name(act.seat)
    if act.action.verb == "fold":
        bound = Step("fold-binds", "state", {"player": name}, {"binding": True}, name)
        return _solution(act.before, [bound, *_bound(act, act.before)])
    if act.substantial:
        steps = [
            substantial_action(act.acts, name),
            Step("substantial-action", "state", {"substantial": True}, {"binding": True}, name),
        ]
        return _solution(act.before, [*steps, *_bound(act, act.before)])
    check_its_turn(act)
    bet, owed = act.hand.round.bet, act.before.round.terms.bring_in
    then = act.before.round.bet or owed
    seen = {"bring_in": owed} if owed and not act.before.round.bet else {"player": name}
    steps = [
        Step("out-of-turn", "state", seen, {"bet_then": then}, name),
        Step("out-of-turn", "compare", {"bet_then": then, "bet": bet}, {"unchanged": bet <= then}, name),
        Step("out-of-turn", "state", {"unchanged": bet <= then}, {"binding": bet <= then}, name),
    ]
    return _solution(act.hand, [*steps, *(_bound(act, act.hand) if bet <= then else _free(act))])


def _solution(hand: Hand, steps: list[Step]) -> Solution:
    fields = ("binding", "may_raise", "raise_min_to")
    answer = {name: out for step in steps for name, out in step.out.items() if name in fields}
    return Solution(answer, needed(hand.background, steps))


def _bound(act: OutOfTurn, hand: Hand) -> list[Step]:
    """Derive what an act that binds leaves: its own bet or raise, or none.

    A check against a bet is none: it leaves a call or a fold (TDA 2024 55). A raise that was not open is none either.
    """
    offered = options(hand.round, act.seat, hand.document.rules)
    name = hand.name(act.seat)
    raised, why = act.to is not None, {"binding": True}
    rule = "invalid-declaration" if act.action.verb == "check" and not offered.may_check else "out-of-turn"
    steps = [Step(rule, "state", {"player": name}, {"raised": raised}, name)]
    if raised and not offered.may_raise:
        steps += derive.may_raise(hand, offered)
        why["may_raise"] = False
    may = raised and offered.may_raise
    steps.append(Step(rule, "state", {**why, "raised": raised}, {"may_raise": may}, name))
    if not may or act.to is None:
        return [*steps, _none(name, {"may_raise": False})]
    if offered.raise_min_to is None:
        return [*steps, *_all_in_only(hand, act.seat, offered.all_in_to or 0)]
    if act.action.verb == "all-in" and act.to < offered.raise_min_to:
        return [*steps, *_all_in_only(hand, act.seat, act.to)]
    fit, to = fitted(hand, offered, "made_to", act.to)
    last = Step("out-of-turn", "least" if len(to) > 1 else "state", to, {"raise_min_to": min(to.values())}, name)
    return [*steps, *made(act.before, act.seat, act.action), *fit, last]


def _free(act: OutOfTurn) -> list[Step]:
    """Derive what a player may do whom a changed bet has freed: anything, but what its house takes from it for a check
    or a call out of turn (RRoP 11, betting and raising 11).
    """
    hand, name, rules = act.hand, act.hand.name(act.seat), act.hand.document.rules
    offered = options(hand.round, act.seat, rules)
    toggle = BARRING.get(act.action.verb)
    barred = toggle is not None and rules[toggle] == "no-raise"
    rule = rules.rule(toggle) if toggle else "out-of-turn"
    steps = [Step(rule, "state", {"player": name}, {"all_options": not barred}, name)]
    why: dict[str, Any] = {"all_options": not barred}
    if not barred:
        raising = derive.may_raise(hand, offered)
        steps += raising
        why["may_raise"] = offered.may_raise
    may = offered.may_raise and not barred
    steps.append(Step(rule, "state", why, {"may_raise": may}, name))
    if not may:
        return [*steps, _none(name, {"may_raise": False})]
    if offered.raise_min_to is None:
        return [*steps, *_all_in_only(hand, act.seat, offered.all_in_to or 0)]
    to = {"raise_to": offered.raise_min_to}
    last = Step("raise-amounts", "state", to, {"raise_min_to": offered.raise_min_to}, name)
    return [*steps, *derive.smallest_raise(hand), last]


def _all_in_only(hand: Hand, seat: int, all_in_to: int) -> list[Step]:
    """Derive that a stack is too short for a full raise."""
    name = hand.name(seat)
    steps = derive.smallest_raise(hand)
    values = {"all_in_to": all_in_to, "raise_to": steps[-1].out["raise_to"]}
    short = Step("short-all-in", "compare", values, {"full_raise": False}, name)
    return [*steps, *own_all_in(hand, seat), short, _none(name, {"full_raise": False})]


def _none(name: str, why: dict[str, Any]) -> Step:
    return Step("raise-amounts", "state", why, {"raise_min_to": None}, name)


def parse(document: Document, raw: Raw) -> Answer:
    """Read whether the act binds, whether its player may raise, and, where it may, the smallest raise."""
    binding, may_raise = one(raw, "binding"), one(raw, "may_raise")
    problems = {} if binding in BINDING else {"binding": "no-choice"}
    problems |= {} if may_raise in ("yes", "no") else {"may_raise": "no-choice"}
    amounts: Mapping[str, int | None] = {"raise_min_to": None}
    try:
        amounts = read_amounts(raw, ("raise_min_to",)) if may_raise == "yes" else amounts
    except IllFormed as error:
        problems |= error.problems
    if problems:
        raise IllFormed(problems)
    return {"binding": BINDING[binding], "may_raise": may_raise == "yes", **amounts}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the three fields."""
    return {field: answer.get(field) for field in ("binding", "may_raise", "raise_min_to")}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """A raise that is left out or allowed because of a wrong verdict is a slip that was counted already."""
    right = solve(document).answer
    found = set()
    if response["binding"] != right["binding"] and KIND.gives(document, response, "binding", "may_raise"):
        found.add("may_raise")
        found |= {"raise_min_to"} if KIND.gives(document, response, "binding", "may_raise", "raise_min_to") else set()
    if response["may_raise"] != right["may_raise"] and response["raise_min_to"] is None:
        found.add("raise_min_to")
    return frozenset(found)


def _held(document: Document) -> Answer:
    """The answer of who holds a player to its act whatever has happened."""
    act = _spoken(document)
    found = {name: out for step in _bound(act, act.before) for name, out in step.out.items()}
    return {"binding": True, "may_raise": found["may_raise"], "raise_min_to": found["raise_min_to"]}


def _freed(document: Document) -> Answer:
    """The answer of who gives a player all its options back."""
    act = _spoken(document)
    offered = options(act.hand.round, act.seat, document.rules)
    return {"binding": False, "may_raise": offered.may_raise, "raise_min_to": offered.raise_min_to}


def _unbound_by_a_raise(document: Document) -> bool:
    act = _spoken(document)
    return not act.substantial and act.action.verb != "fold" and act.hand.round.bet > act.before.round.bet


def _checked_first(document: Document) -> bool:
    return _unbound_by_a_raise(document) and _spoken(document).action.verb == "check"


def _bound_unchanged(document: Document) -> bool:
    act = _spoken(document)
    return not act.substantial and act.action.verb != "fold" and act.hand.round.bet == act.before.round.bet


def _barred(document: Document) -> Answer:
    return {"binding": False, "may_raise": False, "raise_min_to": None}


MISCONCEPTIONS = (
    Misconception("always-binds", _unbound_by_a_raise, _held),
    Misconception("call-changes-action", _bound_unchanged, _freed),
    Misconception("fold-taken-back", lambda d: _spoken(d).action.verb == "fold", _freed, levels=(1, 2, 3, 4)),
    Misconception("check-bars-raise", _checked_first, _barred, levels=(1, 2)),
    Misconception("substantial-overlooked", lambda d: _spoken(d).substantial, _freed, levels=(3, 4, 5)),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A bet before it, a bet or raise out of turn, a raise on top of a bet, several who were skipped, substantial action.
    """
    act = _spoken(document)
    players = len(document.seats)
    between = [act.before.round.turn or 0, act.seat]
    skipped = [place % players for place in range(between[0], between[0] + players)]
    passed = sum(act.before.live[place] for place in skipped[: skipped.index(act.seat)])
    points = (
        (act.before.round.bet > 0)
        + (act.to is not None)
        + any(made.over for made in act.hand.raises)
        + (passed > 1)
        + 2 * act.substantial
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: somebody has acted out of turn, and those who were skipped act, or let it go by."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    players = rng.choice({1: (2, 3, 3), 2: (3, 3, 4), 3: (3, 4, 5), 4: (4, 5, 6), 5: (5, 6, 7)}[wanted])
    streets = ("preflop", "flop", "flop", "turn", "river")
    spot = deal_any(rng, rules, variant, players, rng.choice(streets if wanted > 1 else streets[1:]))
    if isinstance(spot, LimitSpot) and spot.brings_in:
        spot.passive()
    if rng.random() < (0, 0.1, 0.2, 0.5, 0.9)[wanted - 1]:
        spot.raise_full()
    for _ in range(rng.randrange(players)):
        spot.give_up() if rng.random() < 0.5 else spot.passive()
    skipped = 1 if wanted == 1 or rng.random() < 0.4 else 2
    seat = _skips_to(spot, skipped)
    action = _act(spot, seat)
    raised = any(made.over for made in spot.hand.raises)
    missing = wanted - 1 - (spot.bet > 0) - (action.amount is not None) - (skipped > 1) - raised
    if missing not in _ways_on(spot, wanted, action, raised):
        raise NoSpot
    spot.write(action, noted(spot.hand, action, "actions"))  # it is not played on
    begun = spot.hand, spot.actions
    return keep_writing(lambda: _see_through(spot, begun, wanted, action, missing), TURNS_BACK)


def _ways_on(spot: Spot, wanted: int, action: Action, raised: bool) -> set[int]:
    """Return how much harder a spot can become after an act out of turn: by a raise over the bet by one, by
    substantial action by two. Some ways are too easy for a hard spot, and some are taken seldom.
    """
    if wanted > 4 and action.verb == "fold":
        return set()
    ways = {0}
    if spot.bet and not raised and (wanted < 3 or action.verb != "check"):
        ways.add(1)
    if 2 < wanted < 5 or spot.rng.random() < 0.3:
        ways.add(2)
    return ways


def _see_through(spot: Spot, begun: Moment, wanted: int, action: Action, missing: int) -> Document:
    """Write what follows an act out of turn. Raises NoSpot where that is not of the level."""
    spot.hand, spot.actions = begun
    rng, seat, players = spot.rng, spot.hand.document.index(action.seat), len(spot.hand.live)
    if missing == 2 or (wanted > 2 and rng.random() < 0.1):
        _let_go_by(spot, seat, action)
    else:
        raised = not spot.bet or any(made.over for made in spot.hand.raises)
        as_well = raised and (wanted < 3 or action.verb != "check") and rng.random() < 0.55
        _skipped_act(spot, seat, missing == 1 or as_well)
    document = spot.document(Question("out_of_turn", action.seat), dict.fromkeys(range(players), 2 * spot.bet))
    judged = spot.turn is not None and _spoken(document).settled
    if not judged or (wanted > 2 and _checked_first(document)) or level(document) != wanted:
        raise NoSpot
    return document


def _skips_to(spot: Spot, skipped: int) -> int:
    """Return the live seat that comes this many seats too early."""
    hand, turn = spot.hand, spot.turn
    if turn is None:
        raise NoSpot
    around = [place % len(hand.live) for place in range(turn, turn + len(hand.live))]
    waiting = [place for place in around if hand.live[place] and hand.round.acted_at[place] is None]
    if len(waiting) <= skipped or waiting[0] != turn:
        raise NoSpot
    return waiting[skipped]


def _act(spot: Spot, seat: int) -> Action:
    """Return an act for a seat that is not to act yet: a raise, a check or call, or a fold now and then."""
    offered = options(spot.hand.round, seat, spot.hand.document.rules)
    name, chance = spot.hand.name(seat), spot.rng.random()
    if chance < 0.12:
        return Action(name, "fold", out_of_turn=True)
    likely = 0.55 if spot.bet else 0.35
    if chance < likely and offered.raise_min_to is not None:
        size = offered.raise_min_to * spot.rng.choice((1, 1, 1.5, 2))
        to = max(offered.raise_min_to, tidy(size, spot.unit))
        if offered.raise_max_to is not None:
            to = min(to, offered.raise_max_to)
        verb = spot.verb() if isinstance(spot, LimitSpot) else "raise-to" if spot.bet else "bet"
        return Action(name, verb, to, out_of_turn=True)
    return Action(name, "check" if offered.may_check else "call", out_of_turn=True)


def _skipped_act(spot: Spot, seat: int, changing: bool) -> None:
    """Let those who were skipped act, one of them betting or raising where the action is to change."""
    raised = False
    while spot.turn is not None and spot.turn != seat and spot.hand.live[seat]:
        if changing and not raised and spot.rng.random() < 0.7:
            spot.raise_full()
            raised = True
        elif spot.rng.random() < 0.4:
            spot.give_up()
        else:
            spot.passive()
    if spot.turn != seat and spot.hand.live[seat]:
        raise NoSpot


def _let_go_by(spot: Spot, seat: int, action: Action) -> None:
    """Let those on the left of who acted out of turn go on, until a player who was skipped raises, too late.

    Who has acted on the street goes on only where the act out of turn was a bet or a raise.
    """
    if spot.turn is None:
        raise NoSpot
    state, size = spot.hand.round, len(spot.hand.live)
    after = [place % size for place in range(seat + 1, seat + size)]
    left = [place for place in after[: after.index(spot.turn)] if has_chips(state, place)]
    if action.amount is None:
        left = [place for place in left if state.acted_at[place] is None]
    price = (action.amount or spot.bet) if action.verb != "check" else 0
    for place in left[: 1 if price else 2]:
        verb = spot.rng.choice(("fold", "call")) if price else "check"
        passing = Action(spot.hand.name(place), verb)
        spot.write(passing, noted(spot.hand, passing, "actions"))
    if spot.rng.random() < 0.7:
        spot.raise_full()


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    to = answer["raise_min_to"]
    words = {value: key for key, value in BINDING.items()}
    right = {
        "binding": [words[answer["binding"]]],
        "may_raise": ["yes" if answer["may_raise"] else "no"],
        "raise_min_to": [f"{to:,}" if to is not None else ""],
    }
    other = "no" if answer["binding"] is True else "yes"
    wrong: list[Raw] = [{**right, "binding": [other]}]
    if to is not None:
        wrong.append({**right, "raise_min_to": [str(to + 1)]})
    return Examples(
        right=(right,),
        wrong=tuple(wrong),
        ill_formed=({**right, "binding": []}, {**right, "may_raise": ["yes"], "raise_min_to": ["all"]}, {}),
    )


KIND = Kind(
    id="out_of_turn",
    version=9,
    input="out_of_turn",
    toggles=("min_raise", "reopen", "reopened_unit", "straddle_as", "short_blind", *BARRING.values()),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: ("raise_min_to",),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
