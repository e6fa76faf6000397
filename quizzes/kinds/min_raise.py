"""The smallest full raise: as a total, as an increase, and as chips newly put in.

Also asked as a control: a button says "Raise to" or "Raise by", and the question is which number to type.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from quizzes.engine import betting, derive, sizes
from quizzes.engine.document import Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, Raise
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, difference, needed
from quizzes.kinds.asking import asked
from quizzes.kinds.base import (
    HOLDEM,
    Answer,
    Examples,
    Kind,
    Misconception,
    Raw,
    Variant,
    keeping_last,
    one,
    read_amounts,
)
from quizzes.kinds.limit_spots import deal_any
from quizzes.kinds.spots import NoSpot, Spot, keep_writing

FIELDS = ("raise_to", "raise_by", "adds")
CONTROLS = {"raise-to": "raise_to", "raise-by": "raise_by"}
VARIANTS = (
    HOLDEM,
    Variant("omaha", "pot-limit"),
    Variant("draw", "pot-limit"),
    Variant("27sd"),
)
NO_RAISE: Answer = dict.fromkeys(FIELDS)


@keeping_last
def solve(document: Document) -> Solution:
    """Return `raise_to` (street total), `raise_by` (over the bet) and `adds` (chips newly put in), TDA 2024 43-A.

    All three are None for a player who may not raise (47-A). Raises DocumentError for a stack below a full raise.
    """
    hand, seat = asked(document)
    offered = betting.options(hand.round, seat, document.rules)
    name = hand.name(seat)
    if not offered.may_raise and offered.why_not != "stack":
        steps = derive.may_raise(hand, offered)
        steps.append(Step(steps[-1].rule, "state", {"may_raise": False}, NO_RAISE, name))
        return Solution(NO_RAISE, needed(hand.background, steps))
    if offered.raise_min_to is None:
        raise DocumentError("question", "%(name)s has too few chips for a full raise", name=name)
    to, bet = offered.raise_min_to, hand.round.bet
    steps = derive.reopened(hand, seat) if hand.round.acted_at[seat] is not None else []
    steps += [*derive.short_blind(hand), *derive.smallest_raise(hand)]
    if bet:
        over = "bet" if sizes.bet_made(hand.round) else "bring_in"
        steps.append(difference("raise-to-or-by", "raise_by", {"raise_to": to, over: bet}, name))
    else:
        steps.append(Step("raise-to-or-by", "state", {"raise_to": to}, {"raise_by": to}, name))
    steps.append(derive.chips_added(hand, seat, "raise_to", to, "adds", "raise-to-or-by"))
    answer = {"raise_to": to, "raise_by": to - bet, "adds": to - hand.round.totals[seat]}
    return Solution(answer, needed(hand.background, steps))


def asked_fields(document: Document) -> tuple[str, ...]:
    """Return the fields that a spot asks for: all three, or the one that its control takes."""
    control = document.question.extra.get("control")
    return FIELDS if control is None else (CONTROLS[control],)


def parse(document: Document, raw: Raw) -> Answer:
    """Read the amounts, or that no raise is allowed. Raises IllFormed at each field that holds no amount."""
    fields = asked_fields(document)
    if one(raw, "no_raise"):
        return dict.fromkeys(fields)
    return read_amounts(raw, fields)


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the fields that the spot asks for."""
    return {field: answer.get(field) for field in asked_fields(document)}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Return the fields that are right for the learner's own raise to: its increase over the bet, its chips added."""
    to = response.get("raise_to")
    if to is None or len(asked_fields(document)) == 1:
        return frozenset()
    hand, seat = asked(document)
    own = {"raise_by": to - hand.round.bet, "adds": to - hand.round.totals[seat]}
    return frozenset(field for field, amount in own.items() if response.get(field) == amount)


def _all_three(hand: Hand, seat: int, to: int) -> Answer:
    return {"raise_to": to, "raise_by": to - hand.round.bet, "adds": to - hand.round.totals[seat]}


def _may_raise(document: Document) -> bool:
    hand, seat = asked(document)
    return betting.options(hand.round, seat, document.rules).may_raise


def _is_closed(document: Document) -> bool:
    """Return whether the player has acted and the betting is not open again."""
    hand, seat = asked(document)
    return betting.options(hand.round, seat, document.rules).why_not == "acted"


def _double_the_bet(document: Document) -> Answer:
    hand, seat = asked(document)
    return _all_three(hand, seat, 2 * hand.round.bet)


def _add_the_big_blind(document: Document) -> Answer:
    hand, seat = asked(document)
    return _all_three(hand, seat, hand.round.bet + hand.round.smallest_bet)


def _last_raiser(document: Document) -> Raise | None:
    hand, _ = asked(document)
    return hand.raises[-1] if hand.raises else None


def _count_the_call(document: Document) -> Answer | None:
    """Take all the chips that the last raiser put in for the raise, the part that only called among them."""
    hand, seat = asked(document)
    full = [made for made in hand.raises if made.full]
    if not full:
        return None
    earlier = [made.to for made in hand.raises if made.seat == full[-1].seat and made.to < full[-1].to]
    blind = _posted(hand, full[-1].seat)
    front = max([blind, *earlier])
    return _all_three(hand, seat, hand.round.bet + full[-1].to - front)


def _posted(hand: Hand, seat: int) -> int:
    """What a seat had in front before it acted on this street."""
    return hand.first.round.totals[seat] if hand.street == hand.document.street else 0


def _add_the_short_all_in(document: Document) -> Answer | None:
    """Take the last increase for the unit though it was short."""
    hand, seat = asked(document)
    last = _last_raiser(document)
    if last is None or last.full:
        return None
    return _all_three(hand, seat, last.to + last.to - last.over)


def _type_the_chips(document: Document) -> Answer:
    """Give the chips added where the total is asked."""
    answer = solve(document).answer
    return {**answer, "raise_to": answer["adds"]}


def _swap_to_and_by(document: Document) -> Answer:
    """Type the total into "Raise by", or the increase into "Raise to"."""
    answer = solve(document).answer
    return {**answer, "raise_to": answer["raise_by"], "raise_by": answer["raise_to"]}


def _assume_the_right(document: Document) -> Answer:
    """Work out a raise for a player who may only call or fold."""
    hand, seat = asked(document)
    return _all_three(hand, seat, hand.round.bet + sizes.raise_unit(hand.round, document.rules))


MISCONCEPTIONS = (
    Misconception(
        "double-the-bet",
        lambda d: _may_raise(d) and asked(d)[0].round.bet > 0,
        _double_the_bet,
        right_by=(("min_raise", "double"),),
    ),
    Misconception("add-the-big-blind", lambda d: _may_raise(d) and bool(asked(d)[0].raises), _add_the_big_blind),
    Misconception("count-the-call", _may_raise, _count_the_call),
    Misconception("short-all-in-as-full", _may_raise, _add_the_short_all_in),
    Misconception("chips-for-total", lambda d: _may_raise(d) and "raise_to" in asked_fields(d), _type_the_chips),
    Misconception("to-for-by", lambda d: _may_raise(d) and len(asked_fields(d)) == 1, _swap_to_and_by),
    Misconception("right-assumed", _is_closed, _assume_the_right, levels=(3, 4, 5)),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A second raise, chips already in front, a short all-in, a second one, having acted, an odd blind, several streets.
    """
    return _level(*asked(document))


def _level(hand: Hand, seat: int) -> int:
    full = len([made for made in hand.raises if made.full])
    short = len(hand.raises) - full
    odd_blinds = hand.street == hand.document.game.first and (
        bool(hand.document.straddles) or hand.first.round.bet > max(hand.first.round.totals)
    )
    points = (
        (full > 1)
        + (hand.round.totals[seat] > 0)
        + min(short, 2)
        + (hand.round.acted_at[seat] is not None and short > 0)
        + odd_blinds
        + (hand.street != hand.document.street)
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: somebody is to act who may make a full raise, or who may not raise any more."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    players = rng.choice((3, 4, 4, 5, 6) if wanted < 3 else (4, 5, 6, 6, 7, 8))
    odd = rng.random() if wanted > 2 else 1.0
    street = "preflop" if odd < 0.3 else rng.choice(("preflop", "preflop", "flop", "turn", "river"))
    straddle = odd < 0.15 and variant == HOLDEM
    spot = deal_any(rng, rules, variant, players, street, straddle=straddle, short_blind=0.15 <= odd < 0.3)
    if wanted == 3 and street != "preflop" and rng.random() < 0.12:
        spot.check_to_a_short_all_in()
        if spot.turn is None or _level(spot.hand, spot.turn) != wanted or not _can_be_asked(spot, spot.turn):
            raise NoSpot
        return _ask(spot)
    if street == "preflop" and wanted > 2 and rng.random() < 0.2:
        spot.play_out()
    if rng.random() < 0.25:
        spot.passive()
    if wanted > 2 or rng.random() < 0.75:
        spot.raise_full()
    elif not spot.bet:
        spot.act("bet", spot.hand.round.smallest_bet)
    moves = rng.randrange(wanted - 1, 1 + 2 * wanted)
    spot.write_to(
        wanted,
        moves,
        lambda _: _next_move(spot, wanted),
        lambda seat: _level(spot.hand, seat) if _can_be_asked(spot, seat) else 0,
    )
    return _ask(spot)


def _next_move(spot: Spot, wanted: int) -> None:
    chance = spot.rng.random()
    if wanted > 1 and chance < 0.14:
        spot.raise_full(all_in=spot.rng.random() < 0.15)
    elif wanted > 1 and chance < 0.4:
        spot.short_all_in()
    elif chance < 0.7:
        spot.passive()
    else:
        spot.give_up()


def _can_be_asked(spot: Spot, seat: int) -> bool:
    """Return whether a player may raise, or may not though somebody could answer and a third is in the hand."""
    offered = betting.options(spot.hand.round, seat, spot.hand.document.rules)
    return not offered.why_not or (offered.why_not != "nobody" and sum(spot.hand.live) > 2)


def _ask(spot: Spot) -> Document:
    """Ask the player to act, deep enough for the raise that it would make."""
    assert spot.turn is not None
    offered = betting.options(spot.hand.round, spot.turn, spot.hand.document.rules)
    control = spot.rng.choice(("raise-to", "raise-by")) if offered.may_raise and spot.rng.random() < 0.2 else None
    question = Question("min_raise", extra={} if control is None else {"control": control})
    least = offered.raise_min_to - spot.hand.round.totals[spot.turn] if offered.raise_min_to else 0
    return spot.document(question, {spot.turn: least})


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    fields = asked_fields(document)
    blank: dict[str, list[str]] = {field: [""] for field in fields}
    if answer["raise_to"] is None:
        return Examples(({"no_raise": ["1"]},), ({field: ["100"] for field in fields},), (blank,))
    typed = {field: [str(answer[field])] for field in fields}
    spaced = {field: [f"{answer[field]:,}.0"] for field in fields}
    more = {field: [str(answer[field] + 1)] for field in fields}
    return Examples(
        right=(typed, spaced),
        wrong=(more, {"no_raise": ["1"]}),
        ill_formed=(blank, {field: ["a lot"] for field in fields}, {field: ["-5"] for field in fields}),
    )


KIND = Kind(
    id="min_raise",
    version=8,
    input="amounts",
    toggles=("min_raise", "reopen", "reopened_unit", "straddle_as", "short_blind"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=asked_fields,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
