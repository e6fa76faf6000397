"""What the reader of derivations knows of rulings, acts out of turn and corrections, from the second computation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.steps import Step
from quizzes.kinds import second
from quizzes.kinds.second import chip_ruling, correction, legal_actions, out_of_turn
from quizzes.kinds.second.raises import deeds
from quizzes.kinds.second.table import replay


def in_turn(document: Document) -> Document:
    """Return the document as far as the question judges it.

    That is as far as it was played in turn when a player's turn came who had acted out of it, or up to a wrong size.
    """
    if document.question.kind == "correction":
        return replace(document, actions=document.actions[: _wrong(document)])
    if document.question.kind != "out_of_turn":
        return document
    act, place = _act(document)
    items = document.actions[:place]
    if act.verb not in ("fold", "muck") and not out_of_turn.let_go_by(document, act, place):
        items = out_of_turn.played_before_its_turn(document, act, place)
    return out_of_turn.in_turn(document, items).document


def _wrong(document: Document) -> int:
    """The place of the bet whose size is in question."""
    return correction.wrong_bet(document, out_of_turn.hands(document))[0].place


def _act(document: Document) -> tuple[Action, int]:
    for place, item in enumerate(document.actions):
        named = document.question.player in (None, getattr(item, "seat", ""))
        acted = isinstance(item, Action) and item.out_of_turn and item.verb in out_of_turn.DECIDING
        if isinstance(item, Action) and acted and named:
            return item, place
    raise AssertionError("nobody has acted out of turn")


def _answer(step: Step, document: Document) -> Any:
    (name,) = step.out
    return second.solve(document)[name]


def _heads_up(step: Step, document: Document) -> bool:
    return len(replay(document).live) == 2


def _opening_bet(step: Step, document: Document) -> bool:
    """The posted big blind opens the first street (TDA 2024 51)."""
    table = replay(document)
    bets = [deed for deed in deeds(table) if deed.bet > deed.before]
    return len(bets) + (table.street == document.game.first and document.blinds is not None) < 2


def _bet_then(step: Step, document: Document) -> int:
    _, place = _act(document)
    table = out_of_turn.in_turn(document, document.actions[:place])
    return document.bring_in if table.brings_in else table.bet


def _raised(step: Step, document: Document) -> bool:
    """The act named a total over the bet that it was made against, whether or not a raise was open."""
    act, place = _act(document)
    then = out_of_turn.in_turn(document, document.actions[:place])
    return out_of_turn.raises_over(then, act, then.bet) is not None


def _raise_anyway(step: Step, document: Document) -> bool:
    """Every way in which the chips may lie comes to a raise (TDA 2024 46-C2)."""
    table, pushed = replay(document), document.pushed
    assert pushed is not None
    menu, fronts = legal_actions.menu(table, pushed.player), chip_ruling.ways_to_lie(table, pushed)
    return {chip_ruling.rule(chip_ruling.Spot(table, pushed, menu, front))[0] for front in fronts} == {"raise"}


def _all_options(step: Step, document: Document) -> bool:
    verb = _act(document)[0].verb
    return verb not in ("check", "call") or document.rules[f"{verb}_out_of_turn"] == "free-if-changed"


def _substantial(step: Step, document: Document) -> bool:
    """Two acts one after the other, one with chips, or three (36); only after the bet where its size is in question."""
    if document.question.kind == "out_of_turn":
        act, place = _act(document)
        aside = len(out_of_turn.aside_before(document, place))
        decided = [item for item in document.actions[:place] if getattr(item, "verb", "") in out_of_turn.DECIDING]
        _follow(step, (*decided[len(decided) - aside :], *document.actions[place:]))
        return out_of_turn.let_go_by(document, act, place)
    acts = zip(document.actions, out_of_turn.hands(document), strict=False)
    in_turn = [item for item, table in acts if isinstance(item, Deal) or item.seat == table.turn]
    _follow(step, in_turn[in_turn.index(document.actions[_wrong(document)]) + 1 :])
    return bool(second.solve(document)["stands"])


def _follow(step: Step, items: Sequence[Action | Deal]) -> None:
    """The acts that are counted stand one after the other at the head of these actions."""
    acts = [item for item in items if isinstance(item, Action) and item.verb in out_of_turn.DECIDING]
    told = [[act.seat, act.verb] for act in acts]
    assert step.values["acts"] == told[: len(step.values["acts"])], step


def _next_card(step: Step, document: Document) -> bool:
    """What is told of when it was found; else that the document goes on to another street."""
    if "found" in step.values:
        return bool(step.values["found"] == "next-card")
    return any(isinstance(item, Deal) for item in document.actions[_wrong(document) :])


def _reading(step: Step, document: Document) -> Any:
    """A number alone stands for itself, for hundreds, for thousands ...; the next reading is the one after."""
    heard = [step.values["named"] * 10**zeros for zeros in (0, 2, 3, 5, 6, 8, 9, 11, 12)]
    known = [reading for reading in heard if reading == step.out["reading"]]
    return {"reading": known[0], "next_reading": heard[heard.index(known[0]) + 1]} if known else None


FACTS: Mapping[str, Callable[[Step, Document], Any]] = {
    "ruling": _answer,
    "to": _answer,
    "binding": _answer,
    "heads_up": _heads_up,
    "opening_bet": _opening_bet,
    "bet_then": _bet_then,
    "raised": _raised,
    "raise_anyway": _raise_anyway,
    "all_options": _all_options,
    "substantial": _substantial,
    "next_card": _next_card,
    "reading": lambda step, document: (_reading(step, document) or {}).get("reading"),
    "next_reading": lambda step, document: (_reading(step, document) or {}).get("next_reading"),
}
