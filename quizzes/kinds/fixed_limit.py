"""What is the unit of a fixed-limit street, how many raises have been made, and to what total is the next one."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from quizzes.engine import betting, derive, derive_limits, sizes
from quizzes.engine.document import Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.hand import Hand
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, needed, total
from quizzes.kinds.asking import asked
from quizzes.kinds.base import (
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
from quizzes.kinds.limit_spots import LimitSpot, deal_limit, deal_stud, fell_short
from quizzes.kinds.spots import NoSpot, keep_writing

FIELDS = ("bet_size", "raises_made", "may_raise", "raise_to")
AMOUNTS = ("bet_size", "raises_made", "raise_to")
VARIANTS = tuple(Variant(game, "fixed-limit") for game in ("holdem", "omaha8", "stud", "razz"))


@keeping_last
def solve(document: Document) -> Solution:
    """Return `bet_size` in chips, `raises_made`, `may_raise` and `raise_to` as a street total, None when it may not.

    `raises_made` counts the bet and the raises, all-ins of half a unit or more among them (TDA 2024 47-B and 48).
    Where the small bet may be made as well as the big one, the answer names the big one and a step the small one.
    Raises DocumentError at `limit` in other limits.
    """
    if document.limit != "fixed-limit":
        raise DocumentError("limit", "the unit and the cap are asked in fixed-limit")
    hand, seat = asked(document)
    offered = betting.options(hand.round, seat, document.rules)
    to = sizes.largest_to(hand.round, seat, document.rules) if offered.may_raise else None
    answer: dict[str, Any] = {
        "bet_size": sizes.largest_unit(hand.round),
        "raises_made": sizes.raises_made(hand.round),
        "may_raise": offered.may_raise,
        "raise_to": to,
    }
    steps = [*derive_limits.bet_size(hand), *derive.short_blind(hand), *derive_limits.straddles(hand)]
    steps += [derive_limits.raises_made(hand), *derive.may_raise(hand, offered)]
    if to is None:
        steps.append(Step("limit-unit", "state", {"may_raise": False}, {"raise_to": None}, hand.name(seat)))
    else:
        *level, named = derive_limits.next_level(hand, sizes.largest_unit(hand.round))
        steps += [*level, *_smaller(hand), named]
    return Solution(answer, needed(hand.background, steps))


def _smaller(hand: Hand) -> list[Step]:
    """Derive `smaller_to`, to which a raise by the small bet is, where the big one of the answer is a choice."""
    if not two_sizes(hand):
        return []
    rule, level, unit = hand.document.rules.rule("stud_open_pair"), hand.round.full_bet, sizes.limit_unit(hand.round)
    if level:
        return [total(rule, "smaller_to", {"level": level, "small_bet": unit})]
    return [Step(rule, "state", {"small_bet": unit}, {"smaller_to": unit})]


def parse(document: Document, raw: Raw) -> Answer:
    """Read the unit, how many bets and raises there were, whether one more may be made and, where it may, to what."""
    choice = one(raw, "may_raise")
    problems: dict[str, str] = {} if choice in ("yes", "no") else {"may_raise": "no-choice"}
    try:
        amounts = read_amounts(raw, AMOUNTS if choice == "yes" else AMOUNTS[:2])
    except IllFormed as error:
        problems |= error.problems
    if problems:
        raise IllFormed(problems)
    return {"may_raise": choice == "yes", "raise_to": None, **amounts}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the four fields."""
    return {field: answer.get(field) for field in FIELDS}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Return the fields that are right for the learner's own numbers: one slip is counted once.

    A total that is one of its own units above the level follows from a wrong unit, a verdict from a wrong count.
    """
    hand, _ = asked(document)
    right = solve(document).answer
    found = set()
    if response["raises_made"] != right["raises_made"] and KIND.gives(document, response, "raises_made", "may_raise"):
        found.add("may_raise")
    allowed = right["may_raise"] or "may_raise" in found
    if allowed and response["raise_to"] in (None, hand.round.full_bet + response["bet_size"]):
        found.add("raise_to")
    return frozenset(found)


def _answer(document: Document, **changed: int) -> Answer:
    """Return the answer with a wrong method's unit, count or level, the verdict and the total following from them."""
    hand, seat = asked(document)
    right = solve(document).answer
    unit, made = changed.get("unit", right["bet_size"]), changed.get("made", right["raises_made"])
    offered = betting.options(hand.round, seat, document.rules)
    most = sizes.most_raises(hand.round, document.rules)
    may = offered.why_not in ("", "capped") and (most is None or made < most)
    to = changed.get("level", hand.round.full_bet) + unit
    return {"bet_size": unit, "raises_made": made, "may_raise": may, "raise_to": to if may else None}


def _without_the_bet(document: Document) -> Answer:
    """Count only the raises, the bet or the big blind left out."""
    return _answer(document, made=solve(document).answer["raises_made"] - 1)


def _small_bet(document: Document) -> Answer:
    """Take the small bet on a street of big ones."""
    assert document.bets is not None
    return _answer(document, unit=document.bets[0])


def _under_half_counted(document: Document) -> Answer:
    """Count an all-in of less than half a unit as a raise, and build the next one on it."""
    hand, _ = asked(document)
    return _answer(document, made=solve(document).answer["raises_made"] + 1, level=hand.round.bet)


def _half_completed(document: Document) -> Answer:
    """Complete an all-in of half a unit or more to the level that it fell short of."""
    hand, _ = asked(document)
    _made, level = derive_limits.over_levels(hand)[-1]
    return _answer(document, level=level)


def _last_short(document: Document, counts: bool) -> bool:
    """Say whether the last raise was an all-in short of its level, which counts as one or doesn't."""
    hand, _ = asked(document)
    return any(made is hand.raises[-1] and made.full is counts for made in fell_short(hand))


MISCONCEPTIONS = (
    Misconception("cap-without-the-bet", lambda d: sizes.raises_made(asked(d)[0].round) > 0, _without_the_bet),
    Misconception("small-bet-late", lambda d: _is_late(asked(d)[0]), _small_bet, levels=(2, 3, 4, 5)),
    Misconception("under-half-counted", lambda d: _last_short(d, False), _under_half_counted, levels=(2, 3, 4, 5)),
    Misconception("half-completed", lambda d: _last_short(d, True), _half_completed, levels=(2, 3, 4, 5)),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A raise over the bet, the big bet, a short all-in, a second one, the cap, a blind or bring-in, having acted, several
    streets.
    """
    return _level(*asked(document))


def _level(hand: Hand, seat: int) -> int:
    short = len(fell_short(hand))
    points = (
        (len(hand.raises) > 1)
        + _is_late(hand)
        + min(short, 2)
        + sizes.capped(hand.round, hand.document.rules)
        + (hand.street == hand.document.game.first)
        + (hand.round.acted_at[seat] is not None and short > 0)
        + (hand.street != hand.document.street)
    )
    return min(5, 1 + points)


def two_sizes(hand: Hand) -> bool:
    """Return whether the small bet or the big one may be made, as on an open pair in some houses."""
    return sizes.limit_unit(hand.round) < sizes.largest_unit(hand.round)


def _is_late(hand: Hand) -> bool:
    return hand.document.bets is not None and hand.round.smallest_bet > hand.document.bets[0]


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = VARIANTS[0]) -> Document:
    """Return a spot of a level: somebody is to act who may raise, or may not because of the cap or what it has done."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    game = GAMES[variant.game]
    players = rng.choice((2, 3, 3, 4) if wanted < 3 else (4, 5, 6, 6, 7))
    late = game.streets[game.streets.index(game.big_from) :]
    streets = game.streets[1:2] if wanted == 1 else game.streets if wanted == 2 else (*game.streets, *late)
    street = rng.choice(streets)
    more = wanted > 2 and street != game.streets[-1] and rng.random() < 0.15 * (wanted - 1)
    if game.family == "stud":
        last = game.streets[game.streets.index(street) + more]
        spot = deal_stud(rng, rules, variant, min(players, 6), street, last)
    else:
        spot = deal_limit(rng, rules, variant, players, street)
    if more:
        spot.play_out()
    if rng.random() < 0.3:
        spot.passive()
    if wanted == 2 and street == game.streets[1] and rng.random() < 0.8:
        spot.short_all_in(most=rng.choice((None, (spot.hand.round.smallest_bet - 1) // 2)))
        return _ask(spot, wanted)
    moves = rng.randrange(1, 2 + 2 * wanted)
    spot.write_to(
        wanted,
        moves,
        lambda _: _next_move(spot, wanted),
        lambda seat: _level(spot.hand, seat) if spot.hand.raises else 0,
    )
    return _ask(spot, wanted)


def _next_move(spot: LimitSpot, wanted: int) -> None:
    chance = spot.rng.random()
    if chance < 0.45 and not sizes.capped(spot.hand.round, spot.hand.document.rules):
        spot.raise_full()
    elif wanted > 1 and chance < 0.65:
        spot.short_all_in()
    elif chance < 0.85:
        spot.passive()
    else:
        spot.give_up()


def _ask(spot: LimitSpot, wanted: int) -> Document:
    """Ask the player to act, deep enough for a raise. Where two sizes may be bet, there is no one unit to ask for."""
    if spot.turn is None or not spot.hand.raises or _level(spot.hand, spot.turn) != wanted or two_sizes(spot.hand):
        raise NoSpot
    offered = betting.options(spot.hand.round, spot.turn, spot.hand.document.rules)
    if offered.why_not == "nobody":
        raise NoSpot
    least = sizes.smallest_to(spot.hand.round, spot.hand.document.rules) - spot.hand.round.totals[spot.turn]
    return spot.document(Question("fixed_limit"), {spot.turn: least})


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {
        "bet_size": [f"{answer['bet_size']:,}"],
        "raises_made": [str(answer["raises_made"])],
        "may_raise": ["yes" if answer["may_raise"] else "no"],
        "raise_to": [str(answer["raise_to"] or "")],
    }
    other = {**right, "may_raise": ["no" if answer["may_raise"] else "yes"], "raise_to": ["900"]}
    return Examples(
        right=(right,),
        wrong=(other, {**right, "raises_made": [str(answer["raises_made"] + 1)]}),
        ill_formed=({**right, "may_raise": []}, {**right, "bet_size": ["small"]}, {}),
    )


KIND = Kind(
    id="fixed_limit",
    version=10,
    input="fixed_limit",
    toggles=("short_blind",),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: AMOUNTS,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
