"""Where a learner was: the last choice of what to practise, as the query of the practice page's address.

The question that was open needs no keeping: the same choice asks it again until it is answered. A visitor's place lies
in the session. An account's lies there too, and in the database, so that it outlives signing out.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from quizzes.engine.rulesets import RULESET_IDS
from quizzes.house_rules import start_of
from quizzes.models.houses import HouseRules
from quizzes.models.places import Place, keep

KEY = "choice"
HOUSE_KEY = "house"
"""Where the house lies that was chosen by name in this browser."""


def remember(session: MutableMapping[str, Any], user_id: int | None, choice: str) -> None:
    """Keep a choice as the learner's last one; nothing is written where it is that already."""
    if session.get(KEY) == choice:
        return
    session[KEY] = choice
    if user_id is not None:
        keep(user_id, choice)


def last_choice(session: MutableMapping[str, Any], user_id: int | None) -> str | None:
    """Return the learner's last choice, this browser's first; None before there is one."""
    if user_id is None or KEY in session:
        found: str | None = session.get(KEY)
        return found
    return Place.objects.filter(user=user_id).values_list("choice", flat=True).first()


def choose_house(session: MutableMapping[str, Any], house: str) -> None:
    """Keep the house that was chosen by name; nothing is written where it is that already."""
    if session.get(HOUSE_KEY) != house:
        session[HOUSE_KEY] = house


def starts_under(session: MutableMapping[str, Any], user_id: int | None) -> HouseRules | None:
    """Return the own rules that practice starts under where none are named; None for the usual house.

    They are those of the account's class, unless a shipped house was chosen in this browser. One query at most.
    """
    return None if session.get(HOUSE_KEY) in RULESET_IDS else start_of(user_id)


def hand_over(session: MutableMapping[str, Any], user_id: int) -> None:
    """Make what this browser's visitor chose last the account's last choice."""
    choice = session.pop(KEY, None)
    if choice is not None:
        remember(session, user_id, choice)
