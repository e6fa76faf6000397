"""The words of asking to see a hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.may_see import facts_of
from quizzes.wording.base import KindWords, Message

MISTAKES = {
    "anybody-may": (
        lazy("Asking without cards"),
        lazy("%(player)s has no cards any more, and with them went the right to ask for a hand."),
    ),
    "left-sees-all": (
        lazy("Every hand taken for owed"),
        lazy("Only the hand that made the last bet on the last street is owed to its callers; not %(whose)s's here."),
    ),
    "called-hand-refused": (
        lazy("The hand that was called refused"),
        lazy("%(whose)s bet last and was called. Who called and still has cards can insist."),
    ),
    "nobody-may": (
        lazy("Asking taken for forbidden"),
        lazy("A player who still has cards may ask, %(player)s too; what is owed is another question."),
    ),
}


NOT_SHOWN = lazy("%(whose)s's hand never came to a showdown, so nobody can ask for it.")
NOBODY = lazy("In this house nobody can ask for a hand: each player decides alone whether to show.")
IN_LATE = lazy("In this house only players who were in on the last street but one can ask for a hand.")


def instead(document: Document) -> Mapping[str, Message]:
    """Return why a player can't insist in a house that names otherwise than the TDA who may ask."""
    if document.rules["may_see"] == "nobody":
        return {"anybody-may": NOBODY, "left-sees-all": NOBODY}
    if document.rules["may_see"] == "turn":
        return {"anybody-may": IN_LATE if facts_of(document).shown else NOT_SHOWN}
    return {}


def prompt(document: Document, player: str) -> str:
    """Ask whether the player may ask, and whether that can be refused."""
    words = {"player": player, "whose": document.question.extra["whose"]}
    return _("%(player)s wants to see %(whose)s's hand. May %(player)s ask, and can that be refused?") % words


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"may": _("May ask"), "right": _("Can't be refused")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"player": player}
    if not answer["may"]:
        return _("%(player)s may not ask") % words
    if answer["right"]:
        return _("%(player)s may ask and can't be refused") % words
    return _("%(player)s may ask, and the floor decides") % words


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    if not answer["may"]:
        return _("may not ask")
    return _("a right") if answer["right"] else _("the floor decides")


def numbers(document: Document) -> Mapping[str, str]:
    """Return the two players."""
    return {"player": document.question.player or "", "whose": str(document.question.extra["whose"])}


WORDS = KindWords(
    name=lazy("Asking to see a hand"),
    decides=("right",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    instead=instead,
)
