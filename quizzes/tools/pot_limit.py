"""Pot-limit: the largest raise, with the pot and the call that it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.kinds.base import Answer
from quizzes.showing.scenes import asked_seat
from quizzes.tools import line
from quizzes.tools.base import NoForm, Problems, Table, Tool, Typed
from quizzes.tools.told import Number, tell
from quizzes.wording.numbers import chips

EXAMPLE = {
    **{"g": "omaha", "t": "flop", "m": "25", "sb": "1", "bb": "2", "d": "3", "a": "A bets 25"},
    **{"n1": "A", "n2": "B", "n3": "C"},
}


def table(typed: Typed, problems: Problems) -> Table:
    """Build the question for the largest raise of the player to act."""
    return {**line.table(typed, problems, {"kind": "pot_limit"}), "limit": "pot-limit"}


def typed(document: Document) -> Typed:
    """Return the fields that make a document of pot-limit betting."""
    if document.limit != "pot-limit":
        raise NoForm
    return line.typed(document)


def form(typed: Typed, problems: Problems) -> Mapping[str, Any]:
    """Return the fields of the betting; the limit is none of them."""
    return {**line.form({**typed, "l": "pot-limit"}, problems), "limit": None}


def change(typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after a tap."""
    return line.change({**typed, "l": "pot-limit"}, command, value)


def told(document: Document) -> Mapping[str, Any]:
    """Return the largest raise with its parts."""
    solution = kinds.solve(document)
    answer = solution.answer
    numbers = [
        Number(_("Pot"), chips(answer["pot"])),
        Number(_("To call"), chips(answer["call_adds"])),
        Number(_("Raise by"), chips(answer["max_raise_by"])),
        Number(_("Raise to"), chips(answer["max_to"])),
        Number(_("Chips added"), chips(answer["adds"])),
    ]
    hand = play(document)
    seat = asked_seat(document, hand)
    stack = None if seat is None else hand.round.stacks[seat]
    if seat is None or stack is None or stack >= answer["adds"]:
        return {"told": tell(document, solution, numbers)}
    player = hand.name(seat)
    numbers.append(Number(_("All that %(player)s has") % {"player": player}, chips(stack)))
    return {"told": replace(tell(document, solution, numbers), title=_all_in(player, stack, answer))}


def _all_in(player: str, stack: int, answer: Answer) -> str:
    """Return in a sentence what somebody can do who has not got the chips for the largest raise."""
    words = {"player": player, "stack": chips(stack), "most": chips(answer["max_to"])}
    if stack <= answer["call_adds"]:
        return _("%(player)s can only call all-in for %(stack)s: the largest raise would be to %(most)s") % words
    words["to"] = chips(answer["max_to"] - answer["adds"] + stack)
    return _("%(player)s can go all-in to %(to)s: the largest raise would be to %(most)s") % words


TOOL = Tool(
    slug="pot-limit",
    name=lazy("Pot-limit"),
    lead=lazy("Type the action or tap it. The largest raise follows: the pot, the call in it, and the total to name."),
    keys=tuple(key for key in line.KEYS if key != "l"),
    row_keys=line.ROW,
    example=EXAMPLE,
    table=table,
    typed=typed,
    form=form,
    tell=told,
    practise="pot_limit",
    toggles=("pl_preflop_base", "pl_rounding"),
    change=change,
)
