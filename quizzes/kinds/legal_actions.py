"""What may this player do, and with how many chips."""

from __future__ import annotations

from typing import Any

from quizzes.engine import betting, derive
from quizzes.engine.betting import Options
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand, own_all_in
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import asked


def solve(document: Document) -> Solution:
    """Return the player's options as street totals, `call_adds` as chips newly put in (TDA 2024 41, 43-A, 47-A)."""
    hand, seat = asked(document)
    offered = betting.options(hand.round, seat, document.rules)
    steps = [
        Step("turn", "state", {"player": hand.name(seat)}, {"to_act": hand.name(seat)}, hand.name(seat)),
        *_call(hand, offered),
        *derive.may_raise(hand, offered),
        *_raise(hand, offered),
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


def _call(hand: Hand, offered: Options) -> list[Step]:
    """Derive what calling takes: the bet, or everything the player has when that is less."""
    state, seat, name = hand.round, offered.seat, hand.name(offered.seat)
    front, to_match = state.totals[seat], betting.price(state, seat)
    if offered.may_check:
        values = {"in_front": front, "bet": to_match} if to_match else {"player": name}
        checked = Step("calling", "compare" if to_match else "state", values, {"may_check": True}, name)
        nothing = Step("calling", "state", {"may_check": True}, {"call_to": None, "call_adds": None}, name)
        return [checked, nothing]
    assert offered.call_to is not None
    steps = [Step("calling", "compare", {"in_front": front, "bet": to_match}, {"may_check": False}, name)]
    if not front:
        steps = [Step("calling", "state", {"bet": to_match}, {"may_check": False}, name)]
    stack = state.stacks[seat]
    if stack is not None and front + stack < to_match:
        values = {"bet": to_match, "all_in_to": front + stack}
        steps += [*own_all_in(hand, seat), Step("calling", "least", values, {"call_to": offered.call_to}, name)]
    else:
        steps.append(Step(_price_rule(hand, to_match), "state", {"bet": to_match}, {"call_to": to_match}, name))
    return [*steps, derive.chips_added(hand, seat, "call_to", offered.call_to, "call_adds", "calling")]


def _price_rule(hand: Hand, to_match: int) -> str:
    """A bet above every total can only be a big blind posted short, priced in full."""
    short = to_match > max(hand.round.totals)
    return "full-blind-price" if short else "calling"


def _raise(hand: Hand, offered: Options) -> list[Step]:
    """Derive the smallest and the largest raise, or the one all-in that is left."""
    name = hand.name(offered.seat)
    nothing: dict[str, Any] = {"raise_min_to": None, "raise_max_to": None}
    if not offered.may_raise:
        return [Step("calling", "state", {"may_raise": False}, nothing | {"all_in_to": None}, name)]
    steps = derive.smallest_raise(hand)
    to = steps[-1].out["raise_to"]
    if offered.all_in_to is not None:
        values = {"all_in_to": offered.all_in_to, "raise_to": to}
        steps.append(Step("short-all-in", "compare", values, {"full_raise": False}, name))
        state = Step("short-all-in", "state", {"full_raise": False, "all_in_to": offered.all_in_to}, nothing, name)
        return [
            *steps,
            state,
            Step("table-stakes", "state", {"all_in_to": offered.all_in_to}, {"all_in_to": offered.all_in_to}, name),
        ]
    steps.append(Step("raise-amounts", "state", {"raise_to": to}, {"raise_min_to": to, "all_in_to": None}, name))
    if offered.raise_max_to is None:
        return [*steps, Step("table-stakes", "state", {"player": name}, {"raise_max_to": None}, name)]
    most = offered.raise_max_to
    return [
        *steps,
        *own_all_in(hand, offered.seat),
        Step("table-stakes", "state", {"stack": most}, {"raise_max_to": most}, name),
    ]
