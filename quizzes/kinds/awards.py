"""Who is paid what: each pot to its best hand, odd chips, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quizzes.engine.awarding import (
    Side,
    best_lows,
    best_seats,
    cards_of,
    check_odd_chips,
    odd_chip_cards,
    odd_chip_order,
    odd_chip_rule,
    passed_over,
    same_cards,
)
from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.engine.holdings import Holding
from quizzes.engine.pots import Pot
from quizzes.engine.steps import Solution, Step, total
from quizzes.kinds.asking import closed
from quizzes.kinds.award_spots import generate, level
from quizzes.kinds.base import (
    HOLDEM,
    Answer,
    Examples,
    IllFormed,
    Kind,
    Raw,
    Variant,
    keeping_last,
    one,
    read_or_note,
)
from quizzes.kinds.misaward import MISCONCEPTIONS
from quizzes.kinds.payout import awarded, payout, together
from quizzes.kinds.readings import LOW_RULE, rule_of
from quizzes.kinds.side_pots import pot_steps, read_returned

VARIANTS = (
    HOLDEM,
    Variant("royal"),
    Variant("omaha8", "pot-limit"),
    *(Variant(game, "fixed-limit") for game in ("stud8", "stud", "razz", "27td", "badugi")),
)


@keeping_last
def solve(document: Document) -> Solution:
    """Return each pot with its winners' chips, what comes back, and what each seat won (TDA 2024 20 and 21).

    Raises DocumentError at `order` where cards that are not known decide an odd chip.
    """
    hand, _pots, awards = payout(document)
    check_odd_chips(hand, awards)
    return as_far_as_known(document)


def as_far_as_known(document: Document) -> Solution:
    """Return the same, but for an odd chip that cards decide which are not known: it stands with the first by seat."""
    hand, pots, awards = payout(document)
    answer = awarded(hand, pots, [together(parts) for parts in awards])
    cut_into_pots = pot_steps(hand, pots)
    # Not through `needed`: two pots may be shared out in the same way, and each is told.
    steps: list[Step] = []
    for pot, parts in zip(pots.pots, awards, strict=True):
        steps += _showdown(hand, pot)
        if len(parts) > 1:
            steps += _halves(hand, pot, parts)
        else:
            steps += _same_both_ways(hand, pot)
        steps += _shared(hand, parts[0])
        if len(parts) > 1:
            steps += _shared(hand, parts[1], passed_over(hand, parts[0], parts[1].amount))
            steps += _both_halves(hand, parts)
    steps += _won_steps(answer["pots"], answer["won"])
    gathered = {"pots": answer["pots"], "won": answer["won"]}
    steps.append(Step("side-pots", "state", gathered, gathered))
    return Solution(answer, (*cut_into_pots, *steps))


def _halves(hand: Hand, pot: Pot, parts: Sequence[Side]) -> list[Step]:
    """Divide a pot between the best high hand and the best low one; the odd chip goes to the high half."""
    high, low = parts
    chip = {"chip": hand.document.chip} if hand.document.chip != 1 else {}
    halved = Step("high-half", "share", {"amount": pot.amount, **chip}, {"low_half": low.amount})
    values = {"amount": pot.amount, "low_half": low.amount}
    return [halved, Step("high-half", "difference", values, {"high_half": high.amount})]


def _same_both_ways(hand: Hand, pot: Pot) -> list[Step]:
    """Say of a pot whose best high hands are its best low ones too that it is not halved (TDA 2024 20-D)."""
    high, low = best_seats(hand, pot.eligible), best_lows(hand, pot.eligible)
    if not low:
        return []
    names = [hand.name(seat) for seat in high]
    told = {"best": names, "best_low": [hand.name(seat) for seat in low]}
    if len(names) == 1:
        return [Step("same-both-ways", "state", told, {"wins_both": names[0]}, names[0])]
    return [Step("same-both-ways", "state", told, {"shared_once": names})]


def _both_halves(hand: Hand, parts: Sequence[Side]) -> list[Step]:
    """Add up what a seat wins of both halves, where it has chips of both."""
    high, low = (side.paid for side in parts)
    both = {seat: {"high": high[seat], "low": low[seat]} for seat in high if high[seat] and low.get(seat)}
    return [total("high-half", "paid", halves, hand.name(seat)) for seat, halves in both.items()]


def _shared(hand: Hand, side: Side, last: frozenset[int] = frozenset()) -> list[Step]:
    """Share a pot or a half out, after the order in which odd chips go where there are any.

    A winner for whom no chip is left is still one of those that it was shared among. One alone takes it as it is. Those
    who come `last` for an odd chip, since they have one of the other half, are named where that changes the order.
    """
    winners = [hand.name(seat) for seat in side.paid]
    chip = hand.document.chip if len(winners) > 1 else 1
    low = "low_" if side.half == "low" else ""
    values: dict[str, Any] = {"amount": side.amount, "winners": winners}
    if side.half != "whole":
        values[f"{side.half}_half"] = side.amount
    if chip != 1:
        values["chip"] = chip
    paid = {f"{low}winners": {hand.name(seat): chips for seat, chips in side.paid.items() if chips}}
    if not side.amount % (len(winners) * chip):
        return [Step("side-pots", "share", values, paid)]
    rule = odd_chip_rule(hand.document, side.half)
    why = _in_line(hand, side)
    if tuple(side.paid) != odd_chip_order(hand, side.half, tuple(side.paid)):
        rule = hand.document.rules.rule("odd_chip_most")
        why["have_one"] = [hand.name(seat) for seat in side.paid if seat in last]
    return [
        Step(rule, "state", why, {f"{low}odd_chips_to": winners}, winners[0]),
        Step(rule, "share", values, paid),
    ]


def _in_line(hand: Hand, side: Side) -> dict[str, Any]:
    """Return by what the winners stand in line for odd chips: by cards, by seats, or by seats among the same cards.

    Cards that come first with all of them are named beside those that decide.
    """
    by_seat = {"button": hand.document.button}
    cards = odd_chip_cards(hand, side.half, tuple(side.paid))
    same = cards_text(same_cards(hand, side.half, tuple(side.paid)))
    if not cards and same:
        return {"odd_chip_cards": {hand.name(seat): same for seat in side.paid}, **by_seat}
    if not cards:
        return by_seat
    told: dict[str, Any] = {"odd_chip_cards": {hand.name(seat): cards_text(own) for seat, own in cards.items()}}
    if same:
        told["same_cards"] = same
    return told if len(set(cards.values())) == len(cards) else {**told, **by_seat}


def _showdown(hand: Hand, pot: Pot) -> list[Step]:
    """Say how the pot's best hands were found: by the order given, by cards, or because one seat plays for it."""
    names = [hand.name(seat) for seat in pot.eligible]
    best = {"best": [hand.name(seat) for seat in best_seats(hand, pot.eligible)]}
    lows = {"best_low": [hand.name(seat) for seat in best_lows(hand, pot.eligible)]}
    if len(names) == 1:
        return [Step("side-pots", "state", {"eligible": names}, best)]
    if hand.document.order is not None:
        steps = [Step("cards-speak", "state", _given(hand.document.order, names), best)]
        if not hand.document.game.split:
            return steps
        given = {"order_low": _groups(hand.document.order_low or (), names)}
        return [*steps, Step("low-half", "state", given, lows)]
    holdings = {hand.name(seat): cards_of(hand, seat) for seat in pot.eligible}
    fives = {name: cards_text(held.best().cards) for name, held in holdings.items()}
    step = Step(rule_of(hand.document.game), "compare", fives, best)
    return [step, *_lows_compared(holdings, lows)] if hand.document.game.split else [step]


def _lows_compared(holdings: Mapping[str, Holding], lows: Mapping[str, list[str]]) -> list[Step]:
    """Say which low is the best of those that qualify, or that nobody has one: in Omaha two own cards are among it."""
    fives = {name: cards_text(low.cards) for name, held in holdings.items() if (low := held.best_low())}
    if fives:
        return [Step(LOW_RULE, "compare", fives, lows)]
    restricted = any(held.game.use for held in holdings.values())
    rule = "two-and-three" if restricted else "low-half"
    return [Step(rule, "state", {"eligible": list(holdings)}, lows)]


def _given(order: Sequence[Sequence[str]], names: Sequence[str]) -> dict[str, Any]:
    """Return the order of a pot's hands as it is given, beside those who play for it where it leaves some out."""
    groups = _groups(order, names)
    complete = len(names) == sum(map(len, groups))
    return {"order": groups} if complete else {"order": groups, "eligible": names}


def _groups(order: Sequence[Sequence[str]], names: Sequence[str]) -> list[list[str]]:
    """Return an order of hands with the seats alone that play for a pot."""
    groups = [[name for name in group if name in names] for group in order]
    return [group for group in groups if group]


def _won_steps(paid: list[dict[str, Any]], won: dict[str, int]) -> list[Step]:
    """Add up what a seat won in several pots."""
    steps = []
    for name, chips in won.items():
        parts = {f"pot_{place}": pot["winners"][name] for place, pot in enumerate(paid, 1) if name in pot["winners"]}
        if len(parts) > 1:
            steps.append(Step("side-pots", "sum", parts, {"won": chips}, name))
    return steps


def parse(document: Document, raw: Raw) -> Answer:
    """Read the grid: `win_1_0` is what seat 0 wins of the main pot, `back` and `back_seat` what comes back.

    Rows without any amount are no pots. Raises IllFormed at each cell that holds no amount.
    """
    problems: dict[str, str] = {}
    pots = []
    for row in range(1, len(document.seats) + 1):
        cells = {seat.name: f"win_{row}_{place}" for place, seat in enumerate(document.seats)}
        typed = {name: field for name, field in cells.items() if one(raw, field)}
        read = {name: read_or_note(one(raw, field), field, problems) for name, field in typed.items()}
        paid = {name: chips for name, chips in read.items() if chips}
        if paid:
            pots.append({"amount": sum(paid.values()), "eligible": sorted(paid), "winners": paid})
    if not pots and not problems:
        problems[f"win_1_{closed(document).live.index(True)}"] = "missing"
    returned = read_returned(document, raw, problems)
    if problems:
        raise IllFormed(problems)
    return {"pots": pots, "returned": returned}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return who wins how much of each pot, main pot first, pots too many, and what comes back."""
    paid = [tuple(sorted(pot["winners"].items())) for pot in answer["pots"] if pot["winners"]]
    fields: dict[str, Any] = {}
    for place, _ in enumerate(right["pots"]):
        fields[f"pot-{place + 1}"] = paid[place] if place < len(paid) else ()
    if len(paid) > len(right["pots"]):
        fields["more-pots"] = tuple(paid[len(right["pots"]) :])
    fields["returned"] = tuple(sorted((seat, chips) for seat, chips in answer["returned"].items() if chips))
    return fields


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Each pot is judged by itself, so a slip in one costs that one alone."""
    return frozenset()


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right: dict[str, list[str]] = {}
    for row, pot in enumerate(answer["pots"], 1):
        right |= {f"win_{row}_{document.index(name)}": [f"{chips:,}"] for name, chips in pot["winners"].items()}
    for seat, chips in answer["returned"].items():
        right |= {"back": [str(chips)], "back_seat": [seat]}
    field = next(iter(right))
    return Examples(
        right=(right,),
        wrong=({**right, field: ["1"]}, {**right, "back": ["7"], "back_seat": [document.names[0]]}),
        ill_formed=({}, {**right, field: ["all"]}, {**right, "back": ["7"], "back_seat": [""]}),
    )


KIND = Kind(
    id="awards",
    version=9,
    input="award_grid",
    toggles=("min_raise", "reopen", "reopened_unit", "odd_chip", "odd_chip_stud", "odd_chip_low", "odd_chip_most"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: ("back",),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
)
