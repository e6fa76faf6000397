"""The words of who posts and who acts first and last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.action_order import solve
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords
from quizzes.wording.games import street_name

MISTAKES = {
    "big-blind-first": (
        lazy("The big blind first, heads-up"),
        lazy("With two players the button is the small blind and acts first before the flop: %(first)s, not %(last)s."),
    ),
    "left-of-big-blind-always": (
        lazy("Begun left of the big blind on every street"),
        lazy(
            "Only the first street begins left of the big blind. Later ones begin left of the button, with %(first)s."
        ),
    ),
    "left-of-button-always": (
        lazy("Begun left of the button"),
        lazy(
            "On the first street the blinds are bets that are in already: it begins left of the last of them, with %(first)s."
        ),
    ),
    "button-first": (
        lazy("The button first"),
        lazy("The button acts last on later streets, that is its advantage. %(first)s begins."),
    ),
    "straddle-ignored": (
        lazy("The straddle left out"),
        lazy("A straddle is one more blind: its left begins, which is %(first)s, and the straddle acts last."),
    ),
    "left-of-dealer-first": (
        lazy("Begun left of the dealer"),
        lazy("In stud the open cards say who begins, not the dealer's seat: here it is %(first)s."),
    ),
    "bring-in-again": (
        lazy("The bring-in first on every street"),
        lazy(
            "The bring-in begins the first street only. Later ones begin with the board that acts first, %(first)s's."
        ),
    ),
    "wrong-end": (
        lazy("The bring-in from the wrong end"),
        lazy("In stud the lowest open card brings it in, in razz the highest: here that is %(bring_in)s's."),
    ),
    "folded-seat-acts": (
        lazy("Folded players counted"),
        lazy("Who has folded is passed over: the first of those who are left is %(first)s, the last is %(last)s."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask for the blinds or the bring-in, and for the first and the last to act."""
    words = {"street": street_name(document.question.extra["street"])}
    if document.game.family == "stud":
        return _("%(street)s: who brought it in, and who acts first and last?") % words
    return _("%(street)s: who has the blinds, and who acts first and last?") % words


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {
        "bring_in": _("Bring-in"),
        "small_blind": _("Small blind"),
        "big_blind": _("Big blind"),
        "first": _("Acts first"),
        "last": _("Acts last"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    return _("%(first)s acts first and %(last)s last") % {"first": answer["first"], "last": answer["last"]}


def short(answer: Answer) -> str:
    """Return who acts first."""
    return _("%(first)s first") % {"first": answer["first"]}


def numbers(document: Document) -> Mapping[str, str]:
    """Return who acts first and last, and who brings it in."""
    return {field: value(field, name) for field, name in solve(document).answer.items()}


def value(field: str, value: Any) -> str:
    """Return a player, or nobody."""
    return _("nobody") if value is None else str(value)


WORDS = KindWords(
    name=lazy("Who acts first and last"),
    decides=("first",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
)
