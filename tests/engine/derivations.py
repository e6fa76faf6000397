"""A reader of derivations who trusts nobody: does every outcome follow from its values by its operation?

It knows the operations as the scenario format names them and works each outcome out itself: amounts in plain chips,
hands by brute force, and facts of a hand from the second computation's book of entries, which shares no arithmetic with
the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quizzes.engine.cards import cards_text, parse_card
from quizzes.engine.document import Action, Document
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import RULES
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.second import hands, side_pots
from quizzes.kinds.second.winner import decided_by
from tests.engine import hand_facts, limit_facts, ruling_facts, table_facts
from tests.engine.reading import Broken, Told, amounts, equal, expect, leaves, one_out, one_value

STRICTLY_MORE = ("reopening-half", "table-stakes")
"""Rules whose comparison asks for more; every other one is satisfied by as much."""

AMOUNTS = (
    "seats",
    "blinds",
    "ante",
    "straddle",
    "chip",
    "pot",
    "put_in",
    "order",
    "order_low",
    "pushed",
    "button",
    "question",
)
"""A document's keys that tell chips and seats; a level, a title or a tag tells none."""


def check(document: Document, solution: Solution) -> None:
    """Raise Broken where a derivation breaks its contract (scenario format, `steps`)."""
    told = Told(ruling_facts.in_turn(document), _of_document(document), asked=document)
    for step in solution.steps:
        if step.rule not in RULES:
            raise Broken(f"{step}: the rule is not in the book")
        if step.rule == "pot-limit" and document.limit != "pot-limit":
            raise Broken(f"{step}: the pot limits nothing here")
        _check_known(step, told)
        _CHECKS[step.op](step, told)
        told.outcomes += step.out.items()
        told.leaves |= {leaf for leaf in leaves(step.out) if not isinstance(leaf, bool)}
    for name, value in solution.answer.items():
        if not any(key == name and equal(out, value) for key, out in told.outcomes):
            raise Broken(f"no step gives the answer's {name} = {value!r}")


def _of_document(document: Document) -> set[Any]:
    """Return every amount, seat and card of a document, and the chip of 1 that is meant where it names none."""
    table = to_table(document)
    told: set[Any] = {document.chip, 0}
    for key in AMOUNTS:
        told |= {leaf for leaf in leaves(table.get(key, [])) if not isinstance(leaf, bool)}
    told |= {int(digits) for digits in re.findall(r"\d+", str(table.get("actions", "")))}
    said = re.sub(r"(?<=\d)[,. ](?=\d{3})", "", table.get("pushed", {}).get("said", ""))
    told |= {int(digits) for digits in re.findall(r"\d+", said)}
    told.add(document.question.extra.get("found"))
    told |= {item.verb for item in document.actions if isinstance(item, Action)}
    cards = [*document.board, *(card for item in document.actions for card in getattr(item, "cards", ()))]
    cards += [card for seat in document.seats for card in seat.cards if card is not None]
    return told | set(cards_text(cards)) | limit_facts.told(document)


def _check_known(step: Step, told: Told) -> None:
    """Every value is in the document or an earlier outcome; a verdict is an outcome under its own name."""
    for name, value in step.values.items():
        if isinstance(value, bool):
            expect(step, told.last(name), value)
            continue
        for leaf in leaves(value):
            if leaf not in told.leaves:
                raise Broken(f"{step}: {leaf!r} is neither told nor found out before")
        named = name in _NAMED and (name, value) not in told.outcomes
        if named and value not in _NAMED[name](told.document, step.seat):
            raise Broken(f"{step}: the document's {name} is not {value!r}")


_NAMED: Mapping[str, Callable[[Document, str | None], Sequence[Any]]] = {
    "big_blind": lambda document, seat: (document.blinds or ())[1:],
    "straddle": lambda document, seat: document.straddles,
    "ante": lambda document, seat: (document.ante,),
    "pot": lambda document, seat: (document.pot,),
    "chip": lambda document, seat: (document.chip,),
    "stack": lambda document, seat: [place.stack for place in document.seats if place.name == seat],
    **limit_facts.NAMED,
}
"""Values that are called what the document calls them are the document's."""


def _sum(step: Step, told: Told) -> None:
    expect(step, sum(amounts(step)), one_out(step))


def _difference(step: Step, told: Told) -> None:
    values = amounts(step)
    if len(values) != 2:
        raise Broken(f"{step} takes not one value from another")
    expect(step, values[0] - values[1], one_out(step))


def _least(step: Step, told: Told) -> None:
    expect(step, min(amounts(step)), one_out(step))


def _share(step: Step, told: Told) -> None:
    """An amount is halved, the odd chip dropped; a pot goes around its winners chip by chip, in their order."""
    chip = step.values.get("chip", 1)
    if "winners" not in step.values:
        amount = amounts(step)[0]
        expect(step, (amount - amount % (2 * chip)) // 2, one_out(step))
        return
    winners = list(step.values["winners"])
    low = "low_winners" in step.out
    expect(step, sorted(told.last("best_low" if low else "best")), sorted(winners))
    if step.rule != "side-pots":
        expect(step, hand_facts.odd_chip_line(told, winners, low), winners)
    half = "low_half" if low else "high_half"
    expect(step, step.values["amount"], step.values.get(half, step.values["amount"]))
    whole, crumbs = divmod(step.values["amount"], chip)
    paid = {name: chip * len(range(place, whole, len(winners))) for place, name in enumerate(winners)}
    paid[winners[whole % len(winners)]] += crumbs
    expect(step, {name: amount for name, amount in paid.items() if amount}, dict(one_out(step)))


def _compare(step: Step, told: Told) -> None:
    if any(isinstance(value, list) or value is None for value in step.values.values()):
        _compare_hands(step, told)
        return
    first, second = amounts(step)
    expect(step, first > second if step.rule in STRICTLY_MORE else first >= second, one_out(step))


def _compare_hands(step: Step, told: Told) -> None:
    """Hands side by side on the game's scale; of a split game, the high ones or those lows that there are."""
    low = "low" in step.out or "best_low" in step.out
    scale = "ace-to-five" if low else told.document.game.scale
    cards = {name: [parse_card(text) for text in five] for name, five in step.values.items() if five is not None}
    worth = {name: hands.key(scale, five) for name, five in cards.items()}
    if low and not worth:
        expect(step, None, step.out["low"])
        return
    down = sorted(set(worth.values()), reverse=True)
    order = [[name for name, key in worth.items() if key == level] for level in down]
    if step.out.keys() & {"best", "best_low"}:
        best = hands.low_worth if low else hands.worth
        expect(step, {name: best(told.document, name) for name in worth}, worth)
    facts = {
        "best": order[0],
        "best_low": order[0],
        "winners": order[0],
        "split": len(order[0]) > 1,
        "category": hands.category(scale, down[0]),
        "decided_by": "nothing" if len(order[0]) > 1 else decided_by(down[0], (down * 2)[1]),
        "order": order,
    }
    half = next((step.out[name] for name in ("high", "low") if name in step.out), step.out)
    for name, value in half.items():
        expect(step, facts[name], value)


def _layer(step: Step, told: Told) -> None:
    """Chips between two totals; a layer without a top takes all above its foot, for everybody live who is above it.

    Where nobody live has put anything in, that is for all of them.
    """
    put_in, above = step.values["put_in"], step.values.get("above", 0)
    up_to = step.values.get("up_to")
    reach = {name: chips if up_to is None else min(chips, up_to) for name, chips in put_in.items()}
    live = [name for name in put_in if name in side_pots.stakes(told.document).live]
    expect(step, live, step.values["live"])
    expect(step, sum(reach.values()) - above * len(reach), step.out["amount"])
    reached = [name for name in live if put_in[name] >= (up_to or above + 1)]
    expect(step, reached or [name for name in live if above == 0], step.out["eligible"])


def _state(step: Step, told: Told) -> None:
    """A fact of the hand, by the name of its outcome; else what an earlier verdict leaves, or a value as it stands."""
    if "player" in step.values:
        expect(step, step.seat, step.values["player"])
    for name, value in step.out.items():
        fact = hand_facts.FACTS.get(name)
        verdicts = {key: verdict for key, verdict in step.values.items() if isinstance(verdict, bool)}
        if table_facts.tells(told.document, name):
            expect(step, table_facts.fact(told.document, name), value)
            expect(step, all(verdicts.values()) if verdicts else value, value)
        elif name in ruling_facts.FACTS and told.asked is not None:
            expect(step, ruling_facts.FACTS[name](step, told.asked), value)
        elif name in limit_facts.FACTS:
            expect(step, limit_facts.FACTS[name](step, told.document), value)
        elif verdicts:
            expect(step, None if value is None else all(verdicts.values()), value)
        elif fact is not None:
            fact(step, told)
        else:
            expect(step, one_value(step), value)
        if value is None and verdicts and next(iter(verdicts.items())) not in _LEAVES_NOTHING:
            raise Broken(f"{step}: that leaves something")


_LEAVES_NOTHING = (("may_raise", False), ("full_raise", False), ("may_check", True))
"""Verdicts after which there is no amount: no raise, no full raise, no call."""


_CHECKS: Mapping[str, Callable[[Step, Told], None]] = {
    "sum": _sum,
    "difference": _difference,
    "least": _least,
    "share": _share,
    "compare": _compare,
    "layer": _layer,
    "state": _state,
}
