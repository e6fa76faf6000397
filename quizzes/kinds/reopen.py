"""May a player who has acted raise again: what it faces since then, and what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quizzes.engine import betting, derive, sizes
from quizzes.engine.document import Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import asked
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
from quizzes.kinds.limit_spots import deal_any, fell_short
from quizzes.kinds.spots import NoSpot, Spot, keep_writing

FULL = ("no-limit", "pot-limit")
"""The limits in which it takes a full raise."""

FIXED = ("fixed-limit",)
VARIANTS = (
    HOLDEM,
    Variant("omaha", "pot-limit"),
    *(Variant(game, *FIXED) for game in ("holdem", "omaha8", "stud", "27td")),
)


@keeping_last
def solve(document: Document) -> Solution:
    """Return `may_raise`, `facing`, `needed` and `raise_min_to`, TDA 2024 47-A and the houses that differ.

    Raises DocumentError at `question` for a player who has not acted on this street: it may always raise.
    """
    hand, seat = asked(document)
    if hand.round.acted_at[seat] is None:
        raise DocumentError(
            "question", "%(name)s has not acted on this street, so they may always raise", name=hand.name(seat)
        )
    offered = betting.options(hand.round, seat, document.rules)
    found = betting.reopening(hand.round, seat, document.rules)
    answer: dict[str, Any] = {
        "may_raise": offered.may_raise,
        "facing": found.facing,
        "needed": found.needed,
        "raise_min_to": offered.raise_min_to,
    }
    steps = derive.reopening_of(hand, offered)
    if offered.raise_min_to is not None:
        steps += derive.smallest_raise(hand)
        to = offered.raise_min_to
        steps.append(Step("raise-amounts", "state", {"raise_to": to}, {"raise_min_to": to}, hand.name(seat)))
    else:
        if offered.all_in_to is not None:
            steps += derive.smallest_raise(hand)
            values = {"all_in_to": offered.all_in_to, "raise_to": steps[-1].out["raise_to"]}
            steps += own_all_in(hand, seat)
            steps.append(Step("short-all-in", "compare", values, {"full_raise": False}, hand.name(seat)))
        reason = {"full_raise": False} if offered.may_raise else {"may_raise": False}
        steps.append(Step(steps[-1].rule, "state", reason, {"raise_min_to": None}, hand.name(seat)))
    return Solution(answer, needed(hand.background, steps))


def parse(document: Document, raw: Raw) -> Answer:
    """Read whether the player may raise, what it faces, what it takes, and, where it may, the smallest raise."""
    choice = one(raw, "may_raise")
    problems: dict[str, str] = {} if choice in ("yes", "no") else {"may_raise": "no-choice"}
    fields = ("facing", "needed", "raise_min_to") if choice == "yes" else ("facing", "needed")
    try:
        amounts = read_amounts(raw, fields)
    except IllFormed as error:
        problems |= error.problems
    if problems:
        raise IllFormed(problems)
    return {"may_raise": choice == "yes", "raise_min_to": None, **amounts}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the four fields."""
    return {field: answer.get(field) for field in ("may_raise", "facing", "needed", "raise_min_to")}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """A verdict that follows from the learner's own two numbers is a slip that was counted already.

    So it is where somebody would come to them: numbers made up to fit a verdict earn nothing by it.
    """
    right = solve(document).answer
    if response["may_raise"] == right["may_raise"]:
        return frozenset()
    found = {"raise_min_to"} if response["raise_min_to"] is None else set()
    slips = [field for field in ("facing", "needed") if response[field] != right[field]]
    hand, _ = asked(document)
    known = _on_the_table(hand)
    likely = all(response[field] in known or KIND.gives(document, response, field) for field in slips)
    own_verdict = _opens(document, right["may_raise"], response["facing"], response["needed"])
    if slips and likely and own_verdict == response["may_raise"]:
        found.add("may_raise")
        own = (sizes.smallest_to(hand.round, document.rules), hand.round.bet + response["needed"])
        found |= {"raise_min_to"} if response["raise_min_to"] in own else set()
    return frozenset(found)


def _on_the_table(hand: Hand) -> set[int]:
    """The amounts that players have in on the street, and what each of them is over another."""
    amounts = {0, hand.round.smallest_bet, sizes.limit_unit(hand.round), *hand.round.totals}
    return {more - less for more in amounts for less in amounts if more >= less}


def _plays(document: Document, value: str) -> bool:
    """Return whether the house plays this value of the toggle `reopen`, which is idle in fixed-limit."""
    return document.limit in FULL and document.rules["reopen"] == value


def _opens(document: Document, is_open: bool, facing: int, takes: int) -> bool:
    """Return whether facing so much opens the betting where it takes so much.

    Where each all-in is looked at alone the sum says nothing, so that it stays as it is.
    """
    if _plays(document, "single"):
        return is_open
    return facing > takes if _plays(document, "half-raise") else facing >= takes


def _faced(document: Document) -> tuple[Hand, int, betting.Reopening]:
    """Return the hand and the seat that is asked, with what it faces and what it takes."""
    hand, seat = asked(document)
    return hand, seat, betting.reopening(hand.round, seat, document.rules)


def _verdict(hand: Hand, seat: int, is_open: bool, facing: int, takes: int, unit: int | None = None) -> Answer:
    """Return the answer of a wrong method: its own verdict, and the raise that it would then name."""
    to = sizes.smallest_to(hand.round, hand.document.rules) if unit is None else hand.round.bet + unit
    return {"may_raise": is_open, "facing": facing, "needed": takes, "raise_min_to": to if is_open else None}


def _half_is_enough(document: Document) -> Answer:
    """Take the half-bet rule of limit poker for no-limit."""
    hand, seat, found = _faced(document)
    return _verdict(hand, seat, 2 * found.facing >= found.needed, found.facing, found.needed // 2)


def _a_whole_bet(document: Document) -> Answer:
    """Take the full raise that no-limit asks for for limit poker."""
    hand, seat, found = _faced(document)
    unit = sizes.limit_unit(hand.round)
    return _verdict(hand, seat, found.facing >= unit, found.facing, unit)


def _half_of_the_small_bet(document: Document) -> Answer:
    """Take half of the small bet for enough on a street of big ones."""
    hand, seat, found = _faced(document)
    half = sizes.reopens_from((document.bets or (0, 0))[0], document.rules)
    return _verdict(hand, seat, found.facing >= half, found.facing, half)


def _each_alone(document: Document) -> Answer:
    """Look at each all-in alone, as if short ones never added up."""
    hand, seat, found = _faced(document)
    rules = replace(document.rules, toggles={**document.rules.toggles, "reopen": "single"})
    is_open = betting.reopening(hand.round, seat, rules).open
    if _plays(document, "half-raise"):
        since = [made for made in hand.raises if made.over >= (hand.round.acted_at[seat] or 0)]
        is_open = any(made.to - made.over > found.needed for made in since)
    return _verdict(hand, seat, is_open, found.facing, found.needed)


def _added_up(document: Document) -> Answer:
    """Add short all-ins up where the house looks at each alone."""
    hand, seat, found = _faced(document)
    return _verdict(hand, seat, found.facing >= found.needed, found.facing, found.needed)


def _any_raise_opens(document: Document) -> Answer:
    """Let a player raise because the turn has come back to it."""
    hand, seat, found = _faced(document)
    return _verdict(hand, seat, True, found.facing, found.needed)


def _last_all_in_only(document: Document) -> Answer | None:
    """Count only the last increase, not everything since the player acted."""
    hand, seat, found = _faced(document)
    if not hand.raises:
        return None
    facing = hand.raises[-1].to - hand.raises[-1].over
    return _verdict(hand, seat, _opens(document, found.open, facing, found.needed), facing, found.needed)


def _from_the_last_full_raise(document: Document) -> Answer:
    """Count from the last full bet for everybody, not from what this player has already matched."""
    hand, seat, found = _faced(document)
    facing = hand.round.bet - _last_full_bet(hand)
    return _verdict(hand, seat, _opens(document, found.open, facing, found.needed), facing, found.needed)


def _last_full_bet(hand: Hand) -> int:
    """What the bet was before the all-ins that fell short."""
    short = fell_short(hand)
    full = [made.to for made in hand.raises if made not in short]
    return full[-1] if full else hand.raises[0].over if hand.raises else hand.round.bet


def _short_sum_as_unit(document: Document) -> Answer:
    """Let the sum of the short all-ins be what the next raise adds."""
    hand, seat, found = _faced(document)
    return _verdict(hand, seat, found.open, found.facing, found.needed, unit=hand.round.bet - hand.round.full_bet)


def _short_all_in_as_full(document: Document) -> Answer | None:
    """Take a short all-in for a full raise: it opens the betting, and is what the next raise adds."""
    hand, seat = asked(document)
    if not hand.raises or hand.raises[-1].full:
        return None
    found = betting.reopening(hand.round, seat, document.rules)
    size = hand.raises[-1].to - hand.raises[-1].over
    return _verdict(hand, seat, True, found.facing, size, unit=size)


def _shorts(document: Document) -> int:
    """Count the short all-ins on top of the last full bet or raise."""
    hand, _ = asked(document)
    short = fell_short(hand)
    full = [place for place, made in enumerate(hand.raises) if made not in short]
    return len(hand.raises) - (full[-1] + 1 if full else 0)


def _enough_in_all(document: Document) -> bool:
    """Return whether short all-ins would open the betting if the house added them up, which looks at each alone."""
    _, _, found = _faced(document)
    return _plays(document, "single") and not found.open and found.facing >= found.needed


def _shorts_open(document: Document) -> bool:
    """Return whether several short all-ins, and no full raise, have opened the betting to the player."""
    hand, seat, found = _faced(document)
    acted_at = max(hand.round.acted_at[seat] or 0, hand.round.terms.bring_in)
    return _shorts(document) > 1 and found.open and acted_at >= hand.round.full_bet


def _is_late(document: Document) -> bool:
    hand, _ = asked(document)
    return document.bets is not None and hand.round.smallest_bet > document.bets[0]


ALONE, WHOLE_BET = ("reopen", "single"), (("limit_reopen", "full-bet"),)
CUMULATIVE, HALF, SUM = ("reopen", "cumulative"), ("reopen", "half-raise"), ("reopened_unit", "sum")
MISCONCEPTIONS = (
    Misconception(
        "half-is-enough",
        lambda d: _shorts(d) > 0 and not _enough_in_all(d),
        _half_is_enough,
        limits=FULL,
        right_by=(HALF,),
    ),
    Misconception("whole-bet-needed", lambda d: True, _a_whole_bet, limits=FIXED, right_by=WHOLE_BET),
    Misconception("half-of-the-small-bet", _is_late, _half_of_the_small_bet, limits=FIXED, right_by=WHOLE_BET),
    Misconception("each-all-in-alone", lambda d: _shorts(d) > 1, _each_alone, limits=FULL, right_by=(ALONE,)),
    Misconception("added-up", _enough_in_all, _added_up, limits=FULL, right_by=(CUMULATIVE, HALF)),
    Misconception("turn-reopens", lambda d: not _enough_in_all(d), _any_raise_opens),
    Misconception("last-all-in-only", lambda d: _shorts(d) > 1, _last_all_in_only),
    Misconception("counted-for-everybody", lambda d: _shorts(d) > 0, _from_the_last_full_raise),
    Misconception("short-sum-as-unit", _shorts_open, _short_sum_as_unit, limits=FULL, right_by=(ALONE, SUM)),
    Misconception("short-all-in-as-full", lambda d: _shorts(d) > 0, _short_all_in_as_full, limits=FULL),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A raise before the all-ins, a second short all-in, a third, one that the player matched, a check, several streets.
    """
    return _level(*asked(document))


def _level(hand: Hand, seat: int) -> int:
    acted_at = hand.round.acted_at[seat] or 0
    short = fell_short(hand)
    points = (
        (len(hand.raises) - len(short) > 1)
        + (len(short) > 1)
        + (len(short) > 2)
        + (acted_at > 0 and any(made.to == acted_at for made in short))
        + (acted_at == 0)
        + (hand.street != hand.document.street)
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: the turn is back on a player who has acted, after at least one raise or all-in."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    players = rng.choice((3, 4, 4, 5) if wanted < 3 else (4, 5, 6, 6, 7) if wanted < 5 else (6, 7, 8))
    fixed = variant.limit == "fixed-limit"
    late = fixed and wanted == 5
    hardest = ("preflop", "preflop", "preflop", "flop", "turn")
    streets = ("preflop", "flop", "flop", "turn", "river") if wanted < 5 else hardest
    street = rng.choice(streets)
    spot = deal_any(rng, rules, variant, players, street)
    if fixed and spot.hand.round.smallest_bet < 4 * spot.unit:
        # Chips of half a bet leave no room for all-ins of less.
        raise NoSpot
    if wanted == 5 or (street == "preflop" and rng.random() < (0, 0, 0.4, 0.8)[wanted - 1]):
        spot.play_out(folding=0.5 if wanted < 5 else 0.2)
    if rng.random() < (0.25 if wanted < 4 else 0.8 if late else 0.5):
        spot.passive()
    spot.raise_full()
    moves = players - 1 + rng.randrange(2 * wanted)
    last_raise = rng.randrange(moves) if wanted < 4 else rng.randrange(4)
    size = rng.choice((0.4, 0.4, 0.8) if fixed else (0.3, 0.8) if wanted > 2 else (0.8,))
    spot.write_to(
        wanted,
        moves,
        lambda move: _next_move(spot, wanted, move < last_raise, size),
        lambda seat: min(_level(spot.hand, seat), 5 if _can_be_asked(spot, seat) else wanted - 1),
    )
    return _ask(spot)


def _next_move(spot: Spot, wanted: int, raises: bool, size: float) -> None:
    """Go all-in for up to this part of a full raise, call or fold, and as long as there are `raises`, raise."""
    chance = spot.rng.random()
    if raises and chance < (0.08 if wanted < 4 else 0.4):
        spot.raise_full(all_in=spot.rng.random() < 0.3)
    elif chance < (0.5 if wanted < 4 else 0.6):
        spot.short_all_in(most=int(sizes.raise_unit(spot.hand.round, spot.hand.document.rules) * size))
    elif chance < 0.8:
        spot.passive()
    else:
        spot.give_up()


def _can_be_asked(spot: Spot, seat: int) -> bool:
    """Return whether the turn came back to a player who has something to match, and another could answer its raise."""
    if spot.hand.round.acted_at[seat] is None:
        return False
    offered = betting.options(spot.hand.round, seat, spot.hand.document.rules)
    return offered.why_not not in ("nobody", "capped") and not offered.may_check


def _ask(spot: Spot) -> Document:
    """Ask a player to whom the turn came back, deep enough for a raise."""
    assert spot.turn is not None
    if spot.hand.document.rules["reopen"] == "half-raise" and spot.hand.round.last_raise % 2:
        # Half of an odd raise is no number of chips that anybody could be asked for.
        raise NoSpot
    offered = betting.options(spot.hand.round, spot.turn, spot.hand.document.rules)
    least = offered.raise_min_to - spot.hand.round.totals[spot.turn] if offered.raise_min_to else 0
    return spot.document(Question("reopen"), {spot.turn: least})


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    amounts = {"facing": [str(answer["facing"])], "needed": [f"{answer['needed']:,}"]}
    to = answer["raise_min_to"]
    right = {"may_raise": ["yes" if answer["may_raise"] else "no"], **amounts, "raise_min_to": [str(to or "")]}
    other = {**right, "may_raise": ["no" if answer["may_raise"] else "yes"], "raise_min_to": ["900"]}
    return Examples(
        right=(right,),
        wrong=(other, {**right, "facing": [str(answer["facing"] + 1)]}),
        ill_formed=({**right, "may_raise": []}, {**right, "needed": ["half"]}, {}),
    )


KIND = Kind(
    id="reopen",
    version=13,
    input="reopen",
    toggles=("min_raise", "reopen", "reopened_unit", "straddle_as", "short_blind"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: ("facing", "needed", "raise_min_to"),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
