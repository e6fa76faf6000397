"""What derivations of pot-limit, fixed-limit and stud may state, from the second computation's book of entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.steps import Step
from quizzes.kinds.second.levels import bet_units, capped, ladder, ladders, most_raises
from quizzes.kinds.second.side_pots import stakes
from quizzes.kinds.second.table import replay
from tests.engine.reading import one_value

BETTING = ("legal_actions", "min_raise", "reopen", "pot_limit", "fixed_limit")
SHARING = ("side_pots", "awards")


def told(document: Document) -> set[Any]:
    """Return what a document tells besides its chips: the sizes of its limit, and that nobody has bet or put in any."""
    known = {*(document.bets or ()), document.bring_in, document.unit, _cap(document)}
    known |= {document.rules[toggle] for toggle in ("fl_cap_heads_up", "straddle_as", "straddle_seats")}
    kind = document.question.kind
    if kind in BETTING and document.put_in is None and replay(document).bet == 0:
        known.add(0)
    if kind in SHARING and 0 in stakes(document).put_in.values():
        known.add(0)
    return known


def _cap(document: Document) -> Any:
    """The raises of the house's cap, "none" where it has none; by RRoP 11 four in draw and in 2-7 single draw."""
    cap = document.rules["fl_cap"]
    return {"draw": 4, "27sd": 4}.get(document.game.id, 3) if cap == "by-rounds" else cap


NAMED: Mapping[str, Callable[[Document, str | None], list[Any]]] = {
    "small_bet": lambda document, seat: [*(document.bets or ())][:1],
    "big_bet": lambda document, seat: [*(document.bets or ())][1:],
    "complete_to": lambda document, seat: [*(document.bets or ())][:1],
    "bring_in": lambda document, seat: [document.bring_in],
    "unit": lambda document, seat: [document.unit or document.chip],
    "fl_cap": lambda document, seat: [_cap(document)],
    "fl_cap_heads_up": lambda document, seat: [document.rules["fl_cap_heads_up"]],
    "straddle_seats": lambda document, seat: [document.rules["straddle_seats"]],
}
"""Values that are called what the document or its house calls them."""


def _bet_size(step: Step, document: Document) -> int:
    """The size of a bet; after an open pair either of the two that may be bet."""
    least, most = bet_units(replay(document))
    return most if step.out["bet_size"] == most else least


def _raises_made(step: Step, document: Document) -> int | None:
    """Every bet and raise that counts, each by the total that it made."""
    rungs = ladder(replay(document)).rungs
    return len(rungs) if list(rungs) == step.values["raised_to"] else None


def _no_cap(step: Step, document: Document) -> bool:
    """Raises go on without a cap: in the house, for two who began the street, or for two left before it was reached."""
    table, why = replay(document), one_value(step)
    if why == "two-left":
        return ladder(table).made > most_raises(document) and not capped(table)
    return why == "none" or (why == "uncapped" and len(table.dealt_in) == 2)


def _level(step: Step, document: Document) -> int | None:
    """A level that the street's ladder had after one of its rungs, by what the house builds on."""
    ((name, level),) = step.values.items()
    house = {"all_in_to": "add", "full_level": "complete", "bet_size": "as-full"}[name]
    stood = level in [told.level for told in ladders(replay(document))]
    return level if stood and house == document.rules["limit_after_short"] else None


def _rounded_up(step: Step, document: Document) -> int:
    """A pot raise, made up to whole betting units."""
    to, unit = int(step.values["exact_to"]), int(step.values["unit"])
    return to if to % unit == 0 else to + unit - to % unit


FACTS: Mapping[str, Callable[[Step, Document], Any]] = {
    "bet_size": _bet_size,
    "raises_made": _raises_made,
    "raise_left": _no_cap,
    "level": _level,
    "max_to": _rounded_up,
}
"""Facts of a street, by the name of the outcome that states them."""
