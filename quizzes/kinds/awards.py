"""Who is paid what: each pot to its best hand, odd chips, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from quizzes.engine.awarding import Side, award, best_lows, best_seats, cards_of, odd_chip_rule, pots_of, sides
from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document, Question
from quizzes.engine.hand import Hand
from quizzes.engine.pots import Pot, Pots, left_of_button, share
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, needed, total
from quizzes.kinds.asking import closed
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Misconception, Raw, Variant, one, read_or_note
from quizzes.kinds.side_pots import all_in_spot, named, pot_steps, read_returned
from quizzes.kinds.spots import NoSpot, keep_writing

Award = Mapping[int, int]
"""Who gets how many chips of a pot, by seat."""


def solve(document: Document) -> Solution:
    """Return each pot with its winners' chips, what comes back, and what each seat won (TDA 2024 20 and 21)."""
    hand = closed(document)
    pots = pots_of(hand)
    awards = award(hand)
    answer = _named(hand, pots, [_paid(parts) for parts in awards])
    steps = pot_steps(hand, pots)
    for pot, parts in zip(pots.pots, awards, strict=True):
        steps += _showdown(hand, pot)
        if len(parts) > 1:
            steps += _halves(hand, pot, parts)
        steps += [_share_step(hand, side) for side in parts]
        if len(parts) > 1:
            steps += _both_halves(hand, parts)
    steps += _won_steps(answer["pots"], answer["won"])
    gathered = {"pots": answer["pots"], "won": answer["won"]}
    steps.append(Step("side-pots", "state", gathered, gathered))
    return Solution(answer, needed(hand.background, steps))


def _paid(parts: Sequence[Side]) -> Award:
    """Return what a pot pays to each seat, both halves together."""
    paid: dict[int, int] = {}
    for side in parts:
        for seat, chips in side.paid.items():
            paid[seat] = paid.get(seat, 0) + chips
    return paid


def _named(hand: Hand, pots: Pots, awards: Sequence[Award]) -> dict[str, Any]:
    """Return pots and awards in the words of the scenario format, seats by name."""
    answer = named(hand, pots)
    won: dict[str, int] = {}
    for pot, shares in zip(answer["pots"], awards, strict=True):
        pot["winners"] = {hand.name(seat): chips for seat, chips in shares.items() if chips}
        for name, chips in pot["winners"].items():
            won[name] = won.get(name, 0) + chips
    return {**answer, "won": won}


def _halves(hand: Hand, pot: Pot, parts: Sequence[Side]) -> list[Step]:
    """Divide a pot between the best high hand and the best low one; the odd chip goes to the high half."""
    high, low = parts
    chip = {"chip": hand.document.chip} if hand.document.chip != 1 else {}
    halved = Step("high-half", "share", {"amount": pot.amount, **chip}, {"low_half": low.amount})
    values = {"amount": pot.amount, "low_half": low.amount}
    return [halved, Step("high-half", "difference", values, {"high_half": high.amount})]


def _both_halves(hand: Hand, parts: Sequence[Side]) -> list[Step]:
    """Add up what a seat wins of both halves."""
    high, low = parts
    both = {seat: {"high": chips, "low": low.paid[seat]} for seat, chips in high.paid.items() if low.paid.get(seat)}
    return [total("high-half", "paid", halves, hand.name(seat)) for seat, halves in both.items()]


def _share_step(hand: Hand, side: Side) -> Step:
    """Share a pot or a half out; a winner for whom no chip is left is still one of those that it was shared among."""
    chip = hand.document.chip
    values: dict[str, Any] = {"amount": side.amount, "winners": [hand.name(seat) for seat in side.paid]}
    if chip != 1:
        values["chip"] = chip
    rule = odd_chip_rule(hand.document, side.half) if side.amount % (len(side.paid) * chip) else "side-pots"
    paid = {hand.name(seat): chips for seat, chips in side.paid.items() if chips}
    return Step(rule, "share", values, {"low_winners" if side.half == "low" else "winners": paid})


def _showdown(hand: Hand, pot: Pot) -> list[Step]:
    """Say how the pot's best hands were found: by the order given, by cards, or because one seat plays for it."""
    names = [hand.name(seat) for seat in pot.eligible]
    best = {"best": [hand.name(seat) for seat in best_seats(hand, pot.eligible)]}
    lows = {"best_low": [hand.name(seat) for seat in best_lows(hand, pot.eligible)]}
    if len(names) == 1:
        return [Step("side-pots", "state", {"eligible": names}, best)]
    if hand.document.order is not None:
        steps = [Step("cards-speak", "state", {"order": _groups(hand.document.order, names)}, best)]
        if hand.document.order_low is None or not lows["best_low"]:
            return steps
        return [*steps, Step("low-half", "state", {"order_low": _groups(hand.document.order_low, names)}, lows)]
    holdings = {hand.name(seat): cards_of(hand, seat) for seat in pot.eligible}
    fives = {name: cards_text(held.best().cards) for name, held in holdings.items()}
    steps = [Step("cards-speak", "compare", fives, best)]
    if not hand.document.game.split:
        return steps
    low_fives = {name: cards_text(low.cards) for name, held in holdings.items() if (low := held.best_low())}
    if not low_fives:
        return [*steps, Step("low-half", "state", {"eligible": names}, {"best_low": []})]
    return [*steps, Step("low-half", "compare", low_fives, lows)]


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


def _award(document: Document, change: Callable[[Hand, Pot], Award]) -> Answer:
    """Return the answer in which every pot is paid as a wrong method pays it."""
    hand = closed(document)
    pots = pots_of(hand)
    return _named(hand, pots, [change(hand, pot) for pot in pots.pots])


def _winners(hand: Hand, pot: Pot) -> tuple[int, ...]:
    """Return who shares a pot, in the order in which odd chips go."""
    return tuple(sides(hand, pot)[0].paid)


def _order_of_all(hand: Hand) -> tuple[int, ...]:
    """Return who has the best hand of all live seats, whatever pot they play for."""
    return best_seats(hand, [seat for seat, alive in enumerate(hand.live) if alive])


def _everything_to_the_best(document: Document) -> Answer:
    """Pay the best hand everything: all pots in one, and what nobody matched."""
    hand = closed(document)
    best = left_of_button(_order_of_all(hand), document.index(document.button), len(document.seats))
    amount = sum(hand.put_in) + hand.dead
    paid = {hand.name(seat): chips for seat, chips in share(amount, best, document.chip).items()}
    return {"pots": [{"amount": amount, "eligible": list(paid), "winners": paid}], "returned": {}, "won": paid}


def _pay_a_pot_it_is_not_in(document: Document) -> Answer:
    """Pay the best hand every pot, also those that it has no chips in."""
    return _award(document, lambda hand, pot: share(pot.amount, _order_of_all(hand), document.chip))


def _odd_chips(document: Document, arrange: Callable[[Sequence[int]], Sequence[int]]) -> Answer:
    return _award(document, lambda hand, pot: share(pot.amount, arrange(_winners(hand, pot)), document.chip))


def _odd_chip_to_the_last(document: Document) -> Answer:
    """Give odd chips from the button on instead of from its left."""
    return _odd_chips(document, lambda seats: seats[::-1])


def _all_odd_chips_to_one(document: Document) -> Answer:
    """Give all odd chips of a pot to the first winner."""

    def pay(hand: Hand, pot: Pot) -> Award:
        first, *others = _winners(hand, pot)
        each = pot.amount // ((1 + len(others)) * document.chip) * document.chip
        return {first: pot.amount - each * len(others), **dict.fromkeys(others, each)}

    return _award(document, pay)


def _split_the_odd_chip(document: Document) -> Answer:
    """Divide a pot to the last unit, as if there were chips smaller than the smallest on the table."""
    return _award(document, lambda hand, pot: share(pot.amount, _winners(hand, pot), 1))


def _pay_the_folded(document: Document) -> Answer | None:
    """Let a folded player win with the best hand."""
    hand = closed(document)
    pots = pots_of(hand)
    if document.order is None:
        return None
    first = [document.index(name) for name in document.order[0]]
    out = [seat for seat in first if not hand.live[seat] and hand.put_in[seat]]
    if not out:
        return None
    awards: list[Award] = []
    for pot, layer in zip(pots.pots, pots.layers, strict=False):
        reached = [seat for seat in out if hand.put_in[seat] > layer.above]
        awards.append(share(pot.amount, reached or _winners(hand, pot), document.chip))
    return _named(hand, pots, awards) if len(awards) == len(pots.pots) else None


def _keep_the_uncalled(document: Document) -> Answer:
    """Award what nobody matched with the last pot."""
    hand = closed(document)
    pots = pots_of(hand)
    extra = sum(pots.returned.values())
    last = pots.pots[-1]
    grown = replace(pots, pots=(*pots.pots[:-1], Pot(last.amount + extra, last.eligible)), returned={})
    return _named(hand, grown, [share(pot.amount, _winners(hand, pot), document.chip) for pot in grown.pots])


def _odd(document: Document) -> int:
    return _odd_chips_in(closed(document))


def _odd_chips_in(hand: Hand) -> int:
    """Return the most odd chips that any pot has."""
    return max(pot.amount // hand.document.chip % len(_winners(hand, pot)) for pot in pots_of(hand).pots)


def _pot_count(document: Document) -> int:
    return len(pots_of(closed(document)).pots)


MISCONCEPTIONS = (
    Misconception("everything-to-the-best", lambda d: _pot_count(d) > 1, _everything_to_the_best),
    Misconception("paid-a-pot-not-in", lambda d: _pot_count(d) > 1, _pay_a_pot_it_is_not_in, levels=(3, 4, 5)),
    Misconception("odd-chip-wrong-seat", lambda d: _odd(d) > 0, _odd_chip_to_the_last, levels=(3, 4, 5)),
    Misconception("odd-chips-to-one", lambda d: _odd(d) > 1, _all_odd_chips_to_one, levels=(3, 4, 5)),
    Misconception("odd-chip-split", lambda d: d.chip > 1 and _odd(d) > 0, _split_the_odd_chip, levels=(3, 4, 5)),
    Misconception("folded-player-paid", lambda d: d.order is not None, _pay_the_folded),
    Misconception("uncalled-left-in", lambda d: bool(solve(d).answer["returned"]), _keep_the_uncalled),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A second pot, a third, a best hand that is not in every pot, a tie, odd chips, a folded best hand, chips that come
    back.
    """
    return _level(closed(document))


def _level(hand: Hand) -> int:
    order = hand.document.order
    pots = pots_of(hand)
    best = _order_of_all(hand)
    folded_best = order is not None and any(not hand.live[hand.document.index(name)] for name in order[0])
    points = (
        min(len(pots.pots) - 1, 2)
        + any(seat not in pot.eligible for pot in pots.pots for seat in best)
        + any(len(_winners(hand, pot)) > 1 for pot in pots.pots)
        + (_odd_chips_in(hand) > 0)
        + folded_best
        + bool(pots.returned)
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: the betting is over, somebody is all-in, and the hands stand in a known order."""
    many_odd = rng.random() < {3: 0.06, 4: 0.04}.get(wanted, 0)
    return keep_writing(lambda: _write(rng, wanted, rules, many_odd))


def _write(rng: Random, wanted: int, rules: Ruleset, many_odd: bool) -> Document:
    """Let the betting end and put the hands in an order: `many_odd` asks for all of them to tie, with two odd chips."""
    spot = all_in_spot(rng, wanted, rules)
    hand = spot.hand
    played = [seat for seat, chips in enumerate(hand.put_in) if chips]
    ranked = [seat for seat in played if hand.live[seat] or rng.random() < (0.6 if wanted == 2 else 0.15)]
    rng.shuffle(ranked)
    if wanted > 1 and rng.random() < (0.7 if wanted == 2 else 0.3):
        # A folded player would have had the best hand.
        ranked.sort(key=lambda seat: hand.live[seat])
    order: list[list[str]] = []
    tie = 1.0 if many_odd else 0.15 if wanted == 1 else 0.45
    for seat in ranked:
        if order and rng.random() < tie:
            order[-1].append(hand.name(seat))
        else:
            order.append([hand.name(seat)])
    named_order = tuple(tuple(sorted(group, key=hand.document.index)) for group in order)
    spot.hand = hand._replace(document=replace(hand.document, order=named_order, chip=spot.unit))
    if _level(spot.hand) != wanted or (many_odd and _odd_chips_in(spot.hand) < 2):
        raise NoSpot
    return spot.document(Question("awards"))


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
    version=1,
    input="award_grid",
    toggles=("min_raise", "reopen", "reopened_unit", "odd_chip"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: ("back",),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    about_bets=True,
)
