"""Who is paid what: each pot to its best hand, odd chips, and what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quizzes.engine.cards import Card, cards_text
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand
from quizzes.engine.hands import best_five
from quizzes.engine.pots import Pot, by_high_card, cut, left_of_button, share
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import closed
from quizzes.kinds.side_pots import pot_steps


def solve(document: Document) -> Solution:
    """Return each pot with its winners' chips, what comes back, and what each seat won (TDA 2024 20 and 21)."""
    hand = closed(document)
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    steps = pot_steps(hand, pots)
    paid: list[dict[str, Any]] = []
    won: dict[str, int] = {}
    for place, pot in enumerate(pots.pots):
        winners = _winners(hand, pot, place)
        shares = {hand.name(seat): chips for seat, chips in share(pot.amount, winners, document.chip).items() if chips}
        steps += _share_steps(hand, pot, shares, odd=pot.amount % (len(winners) * document.chip) != 0)
        paid.append({"amount": pot.amount, "eligible": [hand.name(seat) for seat in pot.eligible], "winners": shares})
        for name, chips in shares.items():
            won[name] = won.get(name, 0) + chips
    returned = {hand.name(seat): chips for seat, chips in pots.returned.items()}
    steps += _won_steps(paid, won)
    answer = {"pots": paid, "returned": returned, "won": won}
    steps.append(Step("side-pots", "state", {"pots": paid, "won": won}, {"pots": paid, "won": won}))
    return Solution(answer, needed(hand.background, steps))


def _winners(hand: Hand, pot: Pot, place: int) -> tuple[int, ...]:
    """Return a pot's winners in the order in which odd chips go to them."""
    document = hand.document
    best = pot.eligible if len(pot.eligible) == 1 else _best(hand, pot, place)
    button = document.index(document.button)
    odd = pot.amount % (len(best) * document.chip)
    if document.rules["odd_chip"] == "high-card" and len(best) > 1 and odd:
        fives = {seat: best_five(_cards(hand, seat)).cards for seat in best}
        return by_high_card(best, fives, button, len(document.seats))
    return left_of_button(best, button, len(document.seats))


def _best(hand: Hand, pot: Pot, place: int) -> tuple[int, ...]:
    document = hand.document
    if document.order is not None:
        for group in document.order:
            best = tuple(seat for seat in pot.eligible if hand.name(seat) in group)
            if best:
                return best
        raise DocumentError("order", f"the order names nobody who plays for pot {place + 1}")
    strengths = {seat: best_five(_cards(hand, seat)).strength for seat in pot.eligible}
    top = max(strengths.values())
    return tuple(seat for seat in pot.eligible if strengths[seat] == top)


def _cards(hand: Hand, seat: int) -> Sequence[Card]:
    cards = [card for card in hand.document.seats[seat].cards if card is not None]
    if len(cards) != 2:
        raise DocumentError(f"seats[{seat}].cards", f"{hand.name(seat)}'s cards decide a pot and are not known")
    if len(hand.board) != 5:
        raise DocumentError("board", "a showdown needs the five cards of the board")
    return (*cards, *hand.board)


def _share_steps(hand: Hand, pot: Pot, shares: dict[str, int], odd: bool) -> list[Step]:
    rule = hand.document.rules.rule("odd_chip") if odd else "side-pots"
    values: dict[str, Any] = {"amount": pot.amount, "winners": list(shares)}
    if hand.document.chip != 1:
        values["chip"] = hand.document.chip
    return [*_showdown(hand, pot), Step(rule, "share", values, {"winners": shares})]


def _showdown(hand: Hand, pot: Pot) -> list[Step]:
    """Say how the pot's best hand was found: by the order given, by cards, or because one seat plays for it."""
    names = [hand.name(seat) for seat in pot.eligible]
    if len(names) == 1:
        return [Step("side-pots", "state", {"eligible": names}, {"best": names})]
    if hand.document.order is not None:
        groups = [[name for name in group if name in names] for group in hand.document.order]
        order = [group for group in groups if group]
        return [Step("cards-speak", "state", {"order": order}, {"best": order[0]})]
    fives = {hand.name(seat): best_five(_cards(hand, seat)) for seat in pot.eligible}
    top = max(five.strength for five in fives.values())
    best = [name for name, five in fives.items() if five.strength == top]
    values = {name: cards_text(five.cards) for name, five in fives.items()}
    return [Step("cards-speak", "compare", values, {"best": best})]


def _won_steps(paid: list[dict[str, Any]], won: dict[str, int]) -> list[Step]:
    """Add up what a seat won in several pots."""
    steps = []
    for name, chips in won.items():
        parts = {f"pot_{place}": pot["winners"][name] for place, pot in enumerate(paid, 1) if name in pot["winners"]}
        if len(parts) > 1:
            steps.append(Step("side-pots", "sum", parts, {"won": chips}, name))
    return steps
