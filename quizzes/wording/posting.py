"""The words of what a player owes before the next hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.posting import solve
from quizzes.wording.base import KindWords
from quizzes.wording.numbers import chips

MISTAKES = {
    "both-live": (
        lazy("Both blinds posted live"),
        lazy("Only a big blind can be live. Owed here: %(live)s live and %(dead)s dead."),
    ),
    "as-in-cash": (
        lazy("A cash game's custom"),
        lazy("Making blinds up is a custom of cash games. This house asks for %(live)s live and %(dead)s dead."),
    ),
    "small-blind-live": (
        lazy("A missed small blind taken for a bet"),
        lazy("A small blind that was missed is no bet. Owed here: %(live)s live and %(dead)s dead."),
    ),
    "whole-blind": (
        lazy("More chips than there are"),
        lazy("A player plays with the chips on the table: %(live)s is all that can be posted."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Say why the player is asked to post, and ask for what."""
    reason = {
        "new": _("%(player)s sits down at the running game. What is owed before the next hand?"),
        "missed-both": _("%(player)s has missed both blinds. What is owed before the next hand?"),
        "missed-big": _("%(player)s has missed only the big blind. What is owed before the next hand?"),
        "missed-small": _("%(player)s has missed only the small blind. What is owed before the next hand?"),
        "short": _("A blind falls due for %(player)s, who has fewer chips than that. What is posted?"),
    }[document.question.extra["reason"]]
    return reason % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"live": _("Live"), "dead": _("Dead")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"player": player, "live": chips(answer["live"]), "dead": chips(answer["dead"])}
    if not answer["live"] and not answer["dead"]:
        return _("%(player)s owes nothing") % words
    return _("%(player)s posts %(live)s live and %(dead)s dead") % words


def short(answer: Answer) -> str:
    """Return both amounts."""
    return _("%(live)s live, %(dead)s dead") % {"live": chips(answer["live"]), "dead": chips(answer["dead"])}


def numbers(document: Document) -> Mapping[str, str]:
    """Return both amounts."""
    return {field: chips(amount) for field, amount in solve(document).answer.items()}


WORDS = KindWords(
    name=lazy("Posts for new and missed blinds"),
    decides=("live",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
)
