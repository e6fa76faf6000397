"""Whether a wrong size stands, by asking at each bet and raise of the hand what would have been legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second import legal_actions
from quizzes.kinds.second.pot_limit import largest_total
from quizzes.kinds.second.table import Table, played, replay

SIZED = ("bet", "raise-to", "raise-by", "complete")


def solve(document: Document) -> dict[str, Any]:
    """Return `stands` and `to`. Raises DocumentError at `question` where no size is wrong."""
    for place, (item, table) in enumerate(zip(document.actions, played(document), strict=False)):
        if isinstance(item, Action) and item.verb in SIZED:
            made, least, most = _sizes(table, item)
            if not least <= made <= most:
                late = _next_card(document, place)
                return {"stands": late, "to": made if late else sorted((least, made, most))[1]}
    if document.limit == "pot-limit":
        return _under_the_pot(document)
    raise DocumentError("question", "no size is wrong")


def _sizes(table: Table, item: Action) -> tuple[int, int, int]:
    """Return the total that is made at a table, and the smallest and the largest that could be."""
    menu = legal_actions.menu(table, item.seat)
    made = (item.amount or 0) + (table.bet if item.verb == "raise-by" else 0)
    if menu["all_in_to"] is not None:
        return made, menu["all_in_to"], menu["all_in_to"]
    most = menu["raise_max_to"]
    return made, menu["raise_min_to"], max(made, menu["raise_min_to"]) if most is None else most


def _next_card(document: Document, place: int) -> bool:
    dealt = any(isinstance(item, Deal) for item in document.actions[place:])
    return dealt or document.question.extra["found"] == "next-card"


def _under_the_pot(document: Document) -> dict[str, Any]:
    """A bet that was to be the pot is brought up to it until two have acted after it, one with chips, or three."""
    places = [place for place, item in enumerate(document.actions) if isinstance(item, Action) and item.verb in SIZED]
    if not places:
        raise DocumentError("question", "nobody has bet")
    item = document.actions[places[-1]]
    assert isinstance(item, Action)
    before = replay(replace(document, actions=document.actions[: places[-1]]))
    made, _least, most = _sizes(before, item)
    if made == min(most, largest_total(before, item.seat)):
        raise DocumentError("question", "no size is wrong")
    after = [act.verb for act in document.actions[places[-1] + 1 :] if isinstance(act, Action)]
    late = len(after) > 2 or (len(after) == 2 and set(after) - {"check", "fold"} != set())
    stands = late or _next_card(document, places[-1])
    return {"stands": stands, "to": made if stands else most}
