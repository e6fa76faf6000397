"""Odd chips that go by cards, where the winners are named by hand: without the cards nobody can say whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from quizzes.engine.awarding import by_cards
from quizzes.engine.document import Document
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.payout import payout
from quizzes.showing.houses import Comparison, Ruling
from quizzes.wording.awards import title_without
from quizzes.wording.kinds import words_of


@dataclass(frozen=True, slots=True)
class Open:
    """Odd chips that cards decide which are not known: of which pot, 1 for the main pot, how much, and between whom."""

    pot: int
    amount: int
    players: tuple[str, ...]


def left_open(document: Document) -> tuple[Open, ...]:
    """Return the odd chips that are nobody's yet: the winners are named by hand, and their cards decide (TDA 2024 20).

    Raises DocumentError where the pots can't be awarded at all.
    """
    if document.question.kind != "awards" or document.order is None or not by_cards(replace(document, order=None)):
        return ()
    hand, _pots, awards = payout(document)
    sides = ((number, side) for number, parts in enumerate(awards, 1) for side in parts)
    shared = ((number, side, _odd(side.amount, len(side.paid), document.chip)) for number, side in sides)
    return tuple(Open(number, odd, tuple(map(hand.name, side.paid))) for number, side, odd in shared if odd)


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
    hand, _pots, awards = payout(document)
    pots: list[dict[str, Any]] = []
    won: dict[str, int] = {}
    for pot, parts in zip(solution.answer["pots"], awards, strict=True):
        winners: dict[str, int] = {}
        for side in parts:
            paid = {hand.name(seat): chips for seat, chips in side.paid.items()}
            for name, chips in _even(paid, side.amount, document.chip).items():
                winners[name] = winners.get(name, 0) + chips
        pots.append({**pot, "winners": winners})
        for name, chips in winners.items():
            won[name] = won.get(name, 0) + chips
    unsure = {name for each in opened for name in each.players}
    return Solution({**solution.answer, "pots": pots, "won": won}, tuple(_steps(solution, document.chip, unsure)))


def _even(paid: Mapping[str, int], amount: int, chip: int) -> dict[str, int]:
    odd = _odd(amount, len(paid), chip)
    return {name: (amount - odd) // len(paid) for name in paid} if odd else dict(paid)


def _steps(solution: Solution, chip: int, unsure: set[str]) -> Iterator[Step]:
    for step in solution.told:
        by_seat = any(name.endswith("odd_chips_to") for name in step.out)
        if by_seat or (step.op == "sum" and step.seat in unsure and not {"paid", "won"}.isdisjoint(step.out)):
            continue
        winners = step.values.get("winners", ()) if step.op == "share" else ()
        odd = _odd(step.values["amount"], len(winners), chip) if winners else 0
        if odd:
            (name,) = step.out
            even = _even(dict.fromkeys(winners, 0), step.values["amount"], chip)
            step = replace(step, out={name: even, "left_open": odd})
        yield step
