"""Odd chips that go by cards, where the winners are named by hand: without the cards nobody can say whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quizzes import kinds
from quizzes.engine.awarding import is_open
from quizzes.engine.document import Document
from quizzes.engine.steps import Solution, Step
from quizzes.kinds import awards
from quizzes.kinds.payout import payout
from quizzes.showing.houses import Comparison, Ruling
from quizzes.wording.awards import title_without
from quizzes.wording.kinds import words_of

_PARTS = ("amount", "high_half", "low_half")
"""What a step shares out: a pot, or a half of one."""


@dataclass(frozen=True, slots=True)
class Open:
    """Odd chips that cards decide which are not known: of which pot, 1 for the main pot, how much, and between whom."""

    pot: int
    amount: int
    players: tuple[str, ...]


def solve(document: Document) -> Solution:
    """Answer a document's question, awards as far as they go without cards that decide an odd chip and aren't known."""
    return awards.as_far_as_known(document) if document.question.kind == "awards" else kinds.solve(document)


def left_open(document: Document) -> tuple[Open, ...]:
    """Return the odd chips that are nobody's yet: the winners are named by hand, and their cards decide (TDA 2024 20).

    Raises DocumentError where the pots can't be awarded at all.
    """
    if document.question.kind != "awards" or document.order is None:
        return ()
    hand, _pots, parts = payout(document)
    opened = [(number, side) for number, sides in enumerate(parts, 1) for side in sides if is_open(hand, side)]
    return tuple(
        Open(number, _odd(side.amount, len(side.paid), document.chip), tuple(map(hand.name, side.paid)))
        for number, side in opened
    )


def told(document: Document, solution: Solution, player: str = "") -> tuple[str, Solution]:
    """Return the answer in a sentence, and the solution as far as it goes without the cards that aren't known."""
    opened = left_open(document)
    if not opened:
        return words_of(document.question.kind).title(document, player, solution.answer), solution
    known = _without(document, solution, opened)
    return title_without(known.answer["won"], [(each.amount, each.players) for each in opened]), known


def apart(document: Document, groups: Comparison) -> Comparison:
    """Return a comparison in which those houses stand apart whose odd chips go by cards that nobody knows."""
    first = _opens(document, groups[0][0])
    found = []
    for group in groups:
        for opens in (first, not first):
            part = tuple(ruling for ruling in group if _opens(document, ruling) == opens)
            if opens != first:
                part = tuple(replace(each, toggles=_with_odd_chip(each.toggles)) for each in part)
            found += [part] if part else []
    return tuple(found)


def _with_odd_chip(toggles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*toggles, "odd_chip")))


def _opens(document: Document, ruling: Ruling) -> bool:
    return ruling.solution is not None and bool(left_open(replace(document, rules=ruling.house)))


def _odd(amount: int, winners: int, chip: int) -> int:
    """Return what is left over of an amount that several share in whole chips; nothing where one takes it."""
    return amount % (winners * chip) if winners > 1 else 0


def _without(document: Document, solution: Solution, opened: tuple[Open, ...]) -> Solution:
    """Return a solution in which nobody has the chips that are open, and without the sums that would count them."""
    hand, _pots, paid_out = payout(document)
    pots: list[dict[str, Any]] = []
    won: dict[str, int] = {}
    for pot, parts in zip(solution.answer["pots"], paid_out, strict=True):
        winners: dict[str, int] = {}
        for side in parts:
            paid = {hand.name(seat): chips for seat, chips in side.paid.items()}
            even = _even(paid, side.amount, document.chip) if is_open(hand, side) else paid
            for name, chips in even.items():
                winners[name] = winners.get(name, 0) + chips
        pots.append({**pot, "winners": winners})
        for name, chips in winners.items():
            won[name] = won.get(name, 0) + chips
    steps = tuple(_steps(solution, document.chip, [set(each.players) for each in opened]))
    return Solution({**solution.answer, "pots": pots, "won": won}, steps)


def _even(paid: Mapping[str, int], amount: int, chip: int) -> dict[str, int]:
    odd = _odd(amount, len(paid), chip)
    return {name: (amount - odd) // len(paid) for name in paid} if odd else dict(paid)


def _steps(solution: Solution, chip: int, opened: Sequence[set[str]]) -> Iterator[Step]:
    """Yield the steps as they are told, without those that hand open chips out or count them."""
    unsure = set().union(*opened)
    for step in solution.told:
        by_seat = any(name.endswith("odd_chips_to") and set(line) in opened for name, line in step.out.items())
        if by_seat or (step.op == "sum" and step.seat in unsure and not {"paid", "won"}.isdisjoint(step.out)):
            continue
        winners = step.values.get("winners", ()) if step.op == "share" else ()
        amount = next((step.values[part] for part in _PARTS if part in step.values), 0)
        odd = _odd(amount, len(winners), chip) if set(winners) in opened else 0
        if odd:
            (name,) = step.out
            even = _even(dict.fromkeys(winners, 0), amount, chip)
            step = replace(step, out={name: even, "left_open": odd})
        yield step
