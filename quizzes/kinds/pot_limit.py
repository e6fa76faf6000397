"""How large is the pot before a player acts, and how large may a pot-limit raise be."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from quizzes.engine import betting, derive, derive_limits, sizes
from quizzes.engine.document import Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import asked
from quizzes.kinds.base import Answer, Examples, Kind, Misconception, Raw, Variant, keeping_last, read_amounts
from quizzes.kinds.limit_spots import LimitSpot, deal_limit
from quizzes.kinds.spots import DEEPEST, keep_writing

FIELDS = ("pot", "call_adds", "max_raise_by", "max_to", "adds")
VARIANTS = (Variant("omaha", "pot-limit"), Variant("holdem", "pot-limit"), Variant("omaha8", "pot-limit"))


@keeping_last
def solve(document: Document) -> Solution:
    """Return `pot`, `call_adds`, `max_raise_by` and `adds` in chips and `max_to` as a street total (TDA 2024 54).

    The pot is taken as the house figures it, short blinds as full before the flop. A short stack does not lower the
    answer: it may go all-in for less. Raises DocumentError at `limit` in other limits, and at `question` for a player
    who may not raise.
    """
    if document.limit != "pot-limit":
        raise DocumentError("limit", "the size of a pot raise is asked in pot-limit")
    hand, seat = asked(document)
    offered = betting.options(hand.round, seat, document.rules)
    if not offered.may_raise and offered.why_not != "stack":
        raise DocumentError("question", "%(name)s may not raise", name=hand.name(seat))
    state = hand.round
    to = sizes.pot_to(state, seat, document.rules)
    answer = {
        "pot": sizes.pot(state),
        "call_adds": state.bet - state.totals[seat],
        "max_raise_by": to - state.bet,
        "max_to": to,
        "adds": to - state.totals[seat],
    }
    steps = [*derive_limits.pot_raise(hand, seat), *_of_a_bet(hand, seat, to), *_besides(hand, offered, to)]
    return Solution(answer, needed(hand.background, steps))


def _of_a_bet(hand: Hand, seat: int, to: int) -> list[Step]:
    """Derive the other amounts of a bet of the pot where nobody has bet: no call, and the whole of it is new."""
    name = hand.name(seat)
    if hand.round.bet:
        return []
    return [
        Step("calling", "state", {"no_bet": 0}, {"call_adds": 0}, name),
        Step("pot-limit", "state", {"max_to": to}, {"max_raise_by": to}, name),
        Step("pot-limit", "state", {"max_to": to}, {"adds": to}, name),
    ]


def _besides(hand: Hand, offered: betting.Options, to: int) -> list[Step]:
    """Derive what keeps a seat from a raise of the pot, to this total: a larger smallest bet, or its stack.

    Of a stack that is short of the pot it says what is left: a call, an all-in below a full raise, or smaller raises.
    """
    seat, steps = offered.seat, list[Step]()
    name, stack = hand.name(seat), hand.round.stacks[seat]
    least = sizes.smallest_to(hand.round, hand.document.rules)
    if to < least:
        values = {"max_to": to, "raise_to": least}
        steps += derive.smallest_raise(hand)
        steps.append(Step("opening-bet", "compare", values, {"pot_reaches_bet": False}, name))
    if stack is None or hand.round.totals[seat] + stack >= max(to, least):
        return steps
    most = hand.round.totals[seat] + stack
    steps += own_all_in(hand, seat)
    if to < least:
        values = {"all_in_to": most, "raise_to": least}
        return [*steps, Step("short-all-in", "compare", values, {"full_raise": False}, name)]
    steps.append(Step("table-stakes", "compare", {"all_in_to": most, "max_to": to}, {"enough": False}, name))
    if offered.why_not == "stack":
        return [*steps, *derive.more_than_call(hand, seat, most)]
    if offered.all_in_to is None:
        return [*steps, Step("table-stakes", "state", {"all_in_to": most}, {"own_most": most}, name)]
    short = Step("short-all-in", "compare", {"all_in_to": most, "raise_to": least}, {"full_raise": False}, name)
    only = Step("short-all-in", "state", {"full_raise": False}, {"raise_min_to": None}, name)
    return [*steps, *derive.smallest_raise(hand), short, only]


def parse(document: Document, raw: Raw) -> Answer:
    """Read the five amounts. Raises IllFormed at each field that holds none."""
    return read_amounts(raw, FIELDS)


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, int | None]:
    """Return the five fields."""
    return {field: answer.get(field) for field in FIELDS}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Return the fields that are right for the learner's own earlier numbers: one slip is counted once.

    The raise is the pot and the call; the total is the bet and the raise; the chips added are the call and the raise.
    """
    hand, _ = asked(document)
    pot, call, by = response["pot"], response["call_adds"], response["max_raise_by"]
    own = {"max_raise_by": pot + call, "max_to": hand.round.bet + by, "adds": call + by}
    return frozenset(field for field, amount in own.items() if response[field] == amount)


def _answer(document: Document, pot: int, call: int, by: int) -> Answer:
    """Return the answer of a wrong method: its own pot, call and raise, and what follows from them."""
    hand, _ = asked(document)
    return {"pot": pot, "call_adds": call, "max_raise_by": by, "max_to": hand.round.bet + by, "adds": call + by}


def _without_the_call(document: Document) -> Answer:
    """Raise by the pot as it lies there, the call left out."""
    right = solve(document).answer
    return _answer(document, right["pot"], right["call_adds"], right["pot"])


def _three_bets(document: Document) -> Answer:
    """Raise to three times the bet, before the flop to three times the blind, whatever else is in the middle."""
    hand, _ = asked(document)
    right = solve(document).answer
    return _answer(document, right["pot"], right["call_adds"], 2 * hand.round.bet)


def _own_chips_twice(document: Document) -> Answer:
    """Call the whole bet though part of it is in front already: those chips are counted in the pot and in the call."""
    hand, _ = asked(document)
    right = solve(document).answer
    return _answer(document, right["pot"], hand.round.bet, right["pot"] + hand.round.bet)


def _as_posted(document: Document) -> Answer:
    """Count a short blind before the flop as the chips that are there."""
    hand, _ = asked(document)
    right = solve(document).answer
    pot = right["pot"] - sum(_missing(hand))
    return _answer(document, pot, right["call_adds"], pot + right["call_adds"])


def _by_for_to(document: Document) -> Answer:
    """Take the largest increase for the total that may be named."""
    right = solve(document).answer
    return {**right, "max_to": right["max_raise_by"]}


def _has_bet(document: Document) -> bool:
    return asked(document)[0].round.bet > 0


def _has_chips_in(document: Document) -> bool:
    hand, seat = asked(document)
    return hand.round.totals[seat] > 0


MISCONCEPTIONS = (
    Misconception("pot-without-call", _has_bet, _without_the_call),
    Misconception("three-bets", _has_bet, _three_bets),
    Misconception("own-chips-twice", _has_chips_in, _own_chips_twice, levels=(3, 4, 5)),
    Misconception("short-blind-as-posted", lambda d: _short_blind(asked(d)[0]), _as_posted, levels=(3, 4, 5)),
    Misconception("by-for-to", _has_bet, _by_for_to),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A raise over the bet, other chips among the bets, chips already in front, blinds, a short blind, several streets.
    """
    return _level(*asked(document))


def _level(hand: Hand, seat: int) -> int:
    totals, bettor = hand.round.totals, hand.raises[-1].seat if hand.raises else None
    blinds = hand.street == hand.document.game.first
    others = any(chips for place, chips in enumerate(totals) if place not in (seat, bettor))
    points = (
        (len(hand.raises) > 1)
        + (others and not blinds)
        + (totals[seat] > 0)
        + blinds
        + _short_blind(hand)
        + (hand.street != hand.document.street)
    )
    return min(5, 1 + points)


def _short_blind(hand: Hand) -> bool:
    return any(_missing(hand))


def _missing(hand: Hand) -> list[int]:
    """Return how much each blind that was posted short counts for beyond the chips that its seat has in."""
    counted = hand.round.terms.counted_as
    return [max(0, more - chips) for more, chips in zip(counted, hand.round.totals, strict=False)]


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = VARIANTS[0]) -> Document:
    """Return a spot of a level: somebody is to act behind a bet and may raise it."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    players = rng.choice((2, 3, 3, 4) if wanted < 3 else (4, 5, 6, 6, 7))
    early = 0.0 if wanted == 1 else 0.3 if wanted == 2 else 0.55
    street = "preflop" if rng.random() < early else rng.choice(("flop", "turn", "river"))
    hardest = wanted == 5  # only with a short blind or an earlier street is there so much to keep apart
    if hardest and street != "preflop":
        street = "flop"
    short = street == "preflop" and wanted > 2 and rng.random() < (0.5 if hardest else 0.4)
    spot = deal_limit(rng, rules, variant, players, street, short)
    if wanted > 2 and street in ("preflop", "flop") and not short and (hardest or rng.random() < 0.15 * (wanted - 1)):
        spot.play_out()
    if rng.random() < 0.3 and spot.bet == 0:
        spot.passive()
    moves = rng.randrange(max(1, wanted - 1), 2 + 2 * wanted)
    spot.write_to(
        wanted,
        moves,
        lambda _: _next_move(spot, wanted),
        lambda seat: _level(spot.hand, seat) if _can_be_asked(spot, seat) else 0,
    )
    return _ask(spot)


def _next_move(spot: LimitSpot, wanted: int) -> None:
    chance = spot.rng.random()
    if not spot.bet or chance < (0.1, 0.3, 0.35, 0.4, 0.45)[wanted - 1]:
        spot.raise_full()
    elif wanted > 2 and chance < 0.55:
        spot.short_all_in()
    elif chance < 0.8:
        spot.passive()
    else:
        spot.give_up()


def _can_be_asked(spot: LimitSpot, seat: int) -> bool:
    """Return whether a player is behind a bet and may raise it by the pot, which is not more than people play for."""
    most = betting.options(spot.hand.round, seat, spot.hand.document.rules).raise_max_to
    return spot.bet > 0 and most is not None and most <= 2 * DEEPEST * spot.hand.round.smallest_bet


def _ask(spot: LimitSpot) -> Document:
    """Ask the player to act, deep enough for a raise of the pot."""
    assert spot.turn is not None
    most = betting.options(spot.hand.round, spot.turn, spot.hand.document.rules).raise_max_to or 0
    return spot.document(Question("pot_limit"), {spot.turn: most - spot.hand.round.totals[spot.turn]})


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    typed = {field: [str(answer[field])] for field in FIELDS}
    return Examples(
        right=(typed, {field: [f"{answer[field]:,}.0"] for field in FIELDS}),
        wrong=({field: [str(answer[field] + 1)] for field in FIELDS}, {**typed, "max_to": [str(answer["max_to"] + 1)]}),
        ill_formed=({**typed, "pot": [""]}, {**typed, "adds": ["the pot"]}, {**typed, "max_to": ["-5"]}),
    )


KIND = Kind(
    id="pot_limit",
    version=7,
    input="pot_limit",
    toggles=("min_raise", "reopen", "reopened_unit", "short_blind"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: FIELDS,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
