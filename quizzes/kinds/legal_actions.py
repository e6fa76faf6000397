"""What may this player do, and with how many chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from quizzes.engine import betting, derive, derive_options, sizes
from quizzes.engine.betting import Options
from quizzes.engine.document import Document, Question
from quizzes.engine.hand import Hand
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import asked
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Misconception, Raw, Variant, read_amounts
from quizzes.kinds.spots import NoSpot, Spot, deal_in, keep_writing, tidy

FIELDS = ("call_adds", "raise_min_to", "raise_max_to")


def solve(document: Document) -> Solution:
    """Return the player's options as street totals, `call_adds` as chips newly put in (TDA 2024 41, 43-A, 47-A)."""
    hand, seat = asked(document)
    offered = betting.options(hand.round, seat, document.rules)
    steps = [
        Step("turn", "state", {"player": hand.name(seat)}, {"to_act": hand.name(seat)}, hand.name(seat)),
        *derive_options.calling(hand, offered),
        *derive.may_raise(hand, offered),
        *derive_options.raising(hand, offered),
    ]
    answer: dict[str, Any] = {
        "to_act": hand.name(seat),
        "may_check": offered.may_check,
        "call_to": offered.call_to,
        "call_adds": offered.call_adds,
        "may_raise": offered.may_raise,
        "raise_min_to": offered.raise_min_to,
        "raise_max_to": offered.raise_max_to,
        "all_in_to": offered.all_in_to,
    }
    return Solution(answer, needed(hand.background, steps))


def parse(document: Document, raw: Raw) -> Answer:
    """Read what was marked as open, `may`, and the amounts that go with it. A lone all-in is a raise from and up to it.

    Raises IllFormed when nothing is marked, and at each amount that is missing.
    """
    marked = {choice for choice in raw.get("may", ()) if choice in ("check", "call", "raise")}
    if not marked:
        raise IllFormed({"may": "no-choice"})
    wanted = {"call": ("call_adds",), "raise": ("raise_min_to", "raise_max_to")}
    amounts = read_amounts(raw, [field for choice, fields in wanted.items() if choice in marked for field in fields])
    return {
        "may_check": "check" in marked,
        "call_adds": amounts.get("call_adds"),
        "may_raise": "raise" in marked,
        "raise_min_to": amounts.get("raise_min_to"),
        "raise_max_to": amounts.get("raise_max_to"),
    }


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return what is open and its amounts; an all-in that is the only raise is the smallest and the largest one."""
    only = answer.get("all_in_to")
    return {
        "may_check": answer["may_check"],
        "call_adds": answer["call_adds"],
        "may_raise": answer["may_raise"],
        "raise_min_to": only if only is not None else answer["raise_min_to"],
        "raise_max_to": only if only is not None else answer["raise_max_to"],
    }


def follow(document: Document, response: Answer) -> frozenset[str]:
    """A raise that is wrongly left out or marked is one slip: its amounts follow from it."""
    right = solve(document).answer["may_raise"]
    return frozenset({"raise_min_to", "raise_max_to"}) if response["may_raise"] != right else frozenset()


def _offered(document: Document) -> tuple[Hand, Options]:
    hand, seat = asked(document)
    return hand, betting.options(hand.round, seat, document.rules)


def _changed(document: Document, **fields: Any) -> Answer:
    return {**solve(document).answer, **fields}


def _no_raise(document: Document) -> Answer:
    return _changed(document, may_raise=False, raise_min_to=None, raise_max_to=None, all_in_to=None)


def _raise_from(document: Document, to: int) -> Answer:
    """Let the player raise to this total or more, up to everything; to just everything when that is less."""
    hand, offered = _offered(document)
    most = hand.round.totals[offered.seat] + (hand.round.stacks[offered.seat] or 0)
    return _changed(document, may_raise=True, raise_min_to=min(to, most), raise_max_to=most, all_in_to=None)


def _assume_the_right(document: Document) -> Answer:
    """Let a player raise who may only call or fold."""
    hand, _ = _offered(document)
    return _raise_from(document, hand.round.bet + sizes.raise_unit(hand.round, document.rules))


def _call_the_total(document: Document) -> Answer:
    """Name the bet as what a call adds, though part of it is in front already."""
    _, offered = _offered(document)
    return _changed(document, call_adds=offered.call_to)


def _call_beyond_the_stack(document: Document) -> Answer:
    """Ask the whole bet of a player who has less."""
    hand, offered = _offered(document)
    return _changed(document, call_adds=hand.round.bet - hand.round.totals[offered.seat])


def _call_what_was_posted(document: Document) -> Answer:
    """Take what the short big blind posted for the price."""
    hand, offered = _offered(document)
    posted = max(hand.round.totals)
    return _changed(document, call_adds=posted - hand.round.totals[offered.seat])


def _double_the_bet(document: Document) -> Answer:
    hand, _ = _offered(document)
    return _raise_from(document, 2 * hand.round.bet)


def _short_all_in_as_full(document: Document) -> Answer | None:
    """Take what the last short all-in added for what a raise has to add."""
    hand, _ = _offered(document)
    if not hand.raises or hand.raises[-1].full:
        return None
    return _raise_from(document, hand.round.bet + hand.raises[-1].to - hand.raises[-1].over)


def _stack_for_total(document: Document) -> Answer:
    """Name the chips behind as the largest raise, without those in front."""
    hand, offered = _offered(document)
    return _changed(document, raise_max_to=hand.round.stacks[offered.seat])


def _refuse_the_short_all_in(document: Document) -> Answer:
    """Take an all-in below a full raise for none at all."""
    return _no_raise(document)


def _forget_the_option(document: Document) -> Answer:
    """Let a player who may check only check."""
    return _no_raise(document)


def _acted(document: Document) -> bool:
    hand, offered = _offered(document)
    return hand.round.acted_at[offered.seat] is not None


def _front(document: Document) -> int:
    hand, offered = _offered(document)
    return hand.round.totals[offered.seat]


def _is_short_price(document: Document) -> bool:
    hand, offered = _offered(document)
    return not offered.may_check and max(hand.round.totals) < hand.round.bet == offered.call_to


MISCONCEPTIONS = (
    Misconception("turn-reopens", lambda d: _offered(d)[1].why_not == "acted", _assume_the_right, levels=(3, 4, 5)),
    Misconception("raise-without-answer", lambda d: _offered(d)[1].why_not == "nobody", _assume_the_right),
    Misconception("call-as-total", lambda d: _front(d) > 0 and not _offered(d)[1].may_check, _call_the_total),
    Misconception("call-beyond-stack", lambda d: _offered(d)[1].why_not == "stack", _call_beyond_the_stack),
    Misconception("short-blind-as-price", _is_short_price, _call_what_was_posted, levels=(2, 3)),
    Misconception(
        "double-the-bet", lambda d: _offered(d)[0].round.bet > 0 and _offered(d)[1].may_raise, _double_the_bet
    ),
    Misconception("short-all-in-as-full", lambda d: _offered(d)[1].may_raise, _short_all_in_as_full),
    Misconception("stack-for-total", lambda d: _front(d) > 0 and bool(_offered(d)[1].raise_max_to), _stack_for_total),
    Misconception("short-all-in-refused", lambda d: _offered(d)[1].all_in_to is not None, _refuse_the_short_all_in),
    Misconception(
        "option-forgotten",
        lambda d: _offered(d)[1].may_check and _offered(d)[0].round.bet > 0 and not _acted(d),
        _forget_the_option,
        levels=(2, 3),
    ),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    Chips in front, a short all-in, a second one, a second raise, a stack below a full raise, a short blind, no right
    to raise, several streets.
    """
    return _level(*_offered(document))


def _level(hand: Hand, offered: Options) -> int:
    full = sum(made.full for made in hand.raises)
    short = len(hand.raises) - full
    points = (
        (hand.round.totals[offered.seat] > 0)
        + min(short, 2)
        + (full > 1)
        + (offered.why_not == "stack" or offered.all_in_to is not None)
        + (hand.round.bet > max(hand.round.totals))
        + (offered.why_not in ("acted", "nobody"))
        + (hand.street != hand.document.street)
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level with a player to act."""
    return keep_writing(lambda: _write(rng, wanted, rules))


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    rare = [write for write, levels in RARE if wanted in levels]
    if rare and rng.random() < 0.1 * wanted:
        return _ask(rng.choice(rare)(rng, wanted, rules), wanted)
    players = rng.choice((2, 3, 4, 4, 5) if wanted < 3 else (3, 4, 5, 6, 6, 7))
    odd = wanted > 1 and rng.random() < 0.15
    street = "preflop" if odd else rng.choice(("preflop", "preflop", "flop", "turn", "river"))
    spot = deal_in(rng, rules, players, street, short_blind=odd)
    if wanted > 2 and street == "preflop" and rng.random() < 0.2:
        spot.play_out()
    for _ in range(rng.randrange(0, 2 + 2 * wanted)):
        _next_move(spot, wanted)
    return _ask(spot, wanted)


def _nobody_raises(rng: Random, wanted: int, rules: Ruleset) -> Spot:
    """Come to the big blind with its option."""
    spot = deal_in(rng, rules, rng.choice((3, 4, 5, 6)))
    while spot.turn not in (spot.hand.first.big_blind, None):
        if rng.random() < 0.5:
            spot.give_up()
        else:
            spot.passive()
    return spot


def _short_big_blind(rng: Random, wanted: int, rules: Ruleset) -> Spot:
    """Come to a player who owes a full big blind that was posted short."""
    spot = deal_in(rng, rules, rng.choice((3, 4, 5, 6)), short_blind=True)
    for _ in range(rng.randrange(len(spot.hand.live) - 2)):
        spot.give_up()
    return spot


def _nobody_can_answer(rng: Random, wanted: int, rules: Ruleset) -> Spot:
    """Come to the only player with chips, everybody else all-in or out."""
    street = "preflop" if wanted == 3 else rng.choice(("flop", "turn", "river"))
    spot = deal_in(rng, rules, rng.choice((2, 3, 4)), street)
    spot.raise_full(all_in=True)
    while sum(spot.hand.live) > 2:
        spot.give_up()
    return spot


def _checked_to(rng: Random, wanted: int, rules: Ruleset) -> Spot:
    """Come back to a player who has checked, with an all-in that does not open the betting."""
    spot = deal_in(rng, rules, rng.choice((3, 4, 5)), rng.choice(("flop", "turn", "river")))
    spot.check_to_a_short_all_in()
    return spot


RARE: tuple[tuple[Callable[[Random, int, Ruleset], Spot], tuple[int, ...]], ...] = (
    (_nobody_raises, (2, 3)),
    (_short_big_blind, (2, 3)),
    (_nobody_can_answer, (2, 3)),
    (_checked_to, (3,)),
)
"""Spots that come about too seldom by chance, and the levels that they have."""


def _next_move(spot: Spot, wanted: int) -> None:
    chance = spot.rng.random()
    if chance < 0.25:
        spot.raise_full(all_in=wanted > 1 and spot.rng.random() < 0.25)
    elif wanted > 1 and chance < 0.45 and (spot.bet or chance < 0.3):
        spot.short_all_in()
    elif chance < 0.75:
        spot.passive()
    else:
        spot.give_up()


def _ask(spot: Spot, wanted: int) -> Document:
    """Ask the player to act: with a deep stack, or one between the call and a full raise, or one below the call."""
    hand, seat, rng = spot.hand, spot.turn, spot.rng
    if seat is None or hand.round.stacks[seat] is not None:
        raise NoSpot
    to_call = hand.round.bet - hand.round.totals[seat]
    full = to_call + sizes.raise_unit(hand.round, hand.document.rules)
    kind = rng.choice(("deep", "deep", "between", "below"))
    if kind == "between" and full > to_call + spot.unit:
        behind = rng.randrange(to_call + spot.unit, full, spot.unit)
    elif kind == "below" and to_call > spot.unit:
        behind = rng.randrange(spot.unit, to_call + 1, spot.unit)
    else:
        behind = max(full, tidy(hand.round.smallest_bet * rng.uniform(18, 90), spot.unit * 2))
    stacks = (*hand.round.stacks[:seat], behind, *hand.round.stacks[seat + 1 :])
    offered = betting.options(hand.round._replace(stacks=stacks), seat, hand.document.rules)
    if _level(hand, offered) != wanted:
        raise NoSpot
    return spot.document(Question("legal_actions"), behind={seat: behind})


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    right = values(document, {}, solve(document).answer)
    marks = {"check": right["may_check"], "call": right["call_adds"] is not None, "raise": right["may_raise"]}
    may = [choice for choice, marked in marks.items() if marked]
    amounts = {field: [f"{right[field]:,}"] for field in FIELDS if right[field] is not None}
    other = [choice for choice in marks if choice not in may] or ["check"]
    filled = {field: ["7"] for field in FIELDS}
    return Examples(
        right=({"may": may, **amounts},),
        wrong=({"may": other, **filled}, {"may": ["check", "call", "raise"], **filled}),
        ill_formed=({}, {"may": []}, {"may": ["call"], "call_adds": [""]}, {"may": ["raise"], "raise_min_to": ["x"]}),
    )


KIND = Kind(
    id="legal_actions",
    version=1,
    input="options",
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
    about_bets=True,
)
