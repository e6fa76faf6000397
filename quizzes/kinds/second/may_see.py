"""Who may ask for a hand, read off the lines of the action list one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from quizzes.engine.document import Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.table import Table, replay

LATE = -2
"""The place of the last street but one."""


def solve(document: Document) -> dict[str, Any]:
    """Return the answer of a `may_see` question."""
    found = facts(document)
    return {"may": found["may"], "right": found["right"]}


def facts(document: Document) -> dict[str, Any]:
    """Return the answer and the facts that a derivation names."""
    player, whose = document.question.player, document.question.extra["whose"]
    table = replay(document)
    if table.turn is not None or player in (None, whose):
        raise DocumentError("question", "there is nothing to ask for yet")
    came = to_the_end(table)
    shown = whose in came and len(came) > 1
    last = [line for line in table.book if line.street == document.game.streets[-1]]
    bets = [place for place, line in enumerate(last) if line.did == "raise"]
    made = [last[place].seat for place in bets[-1:]] == [whose]
    callers = [line.seat for line in last[bets[-1] :] if line.did == "call"] if bets else []
    face_up = document.rules["all_in_showdown"] == "all-at-once" and any(table.behind[name] == 0 for name in came)
    found = {
        "comes_to_showdown": shown,
        "keeps_cards": player in table.live,
        "made_last_bet": made,
        "called": made and player in callers,
        "all_face_up": face_up,
    }
    house = document.rules["may_see"]
    may = {
        "river-caller": found["keeps_cards"],
        "nobody": False,
        "showdown": found["keeps_cards"],
        "turn": player in _in_late(document),
        "anybody": True,
    }[str(house)]
    by_right = (found["called"] or face_up) if house == "river-caller" else True
    return {**found, "may_ask_here": may, "may": shown and may, "right": shown and may and by_right}


def to_the_end(table: Table) -> list[str]:
    """Return who had not folded when the betting was over."""
    folded = {line.seat for line in table.book if line.did == "fold"}
    return [seat.name for seat in table.document.seats if not seat.empty and seat.name not in folded]


def _in_late(document: Document) -> list[str]:
    """Return who was in when the last street but one began."""
    streets = document.game.streets
    late = streets[LATE:]
    if document.street in late:
        return replay(replace(document, actions=())).live
    for place, item in enumerate(document.actions):
        if isinstance(item, Deal) and item.street in late:
            return replay(replace(document, actions=document.actions[:place])).live
    return replay(document).live
