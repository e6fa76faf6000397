"""The words of minimum raises."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords, Message
from quizzes.wording.betting import ALONE, next_raise, spot_numbers, still_closed
from quizzes.wording.numbers import chips

MISTAKES = {
    "double-the-bet": (
        lazy("Doubling the bet"),
        lazy("Your number is twice the bet of %(bet)s. The rule repeats only the last raise, which was %(unit)s."),
    ),
    "add-the-big-blind": (
        lazy("Adding the big blind"),
        lazy(
            "You added the big blind of %(big)s to the bet. Since somebody has bet or raised, it is that size, %(unit)s, that counts."
        ),
    ),
    "count-the-call": (
        lazy("Counting the call into the raise"),
        lazy("You repeated all the chips the raiser put in. Part of them only called; the raise itself was %(unit)s."),
    ),
    "short-all-in-as-full": (
        lazy("Taking a short all-in for a full raise"),
        lazy(
            "You repeated what the last all-in added. It was short of a full raise, so the last full one, %(unit)s, still counts."
        ),
    ),
    "chips-for-total": (
        lazy("Chips added where the total is asked"),
        lazy(
            "Your number is what has to be added. A raise to names the whole total, with the %(front)s already in front."
        ),
    ),
    "to-for-by": (
        lazy("Raise to and raise by mixed up"),
        lazy(
            "One button takes the total on this street, the other only what goes over the bet of %(bet)s. You typed the other one's number."
        ),
    ),
    "right-assumed": (
        lazy("Raising without the right to"),
        lazy(
            "You named a raise, but the betting is not open: what came since the player acted is less than a full raise of %(unit)s."
        ),
    ),
}


ABOUT_THE_LAST_RAISE = ("double-the-bet", "add-the-big-blind", "count-the-call", "short-all-in-as-full")


def instead(document: Document) -> Mapping[str, Message]:
    """Return what a house says in which a raise adds another amount, or something else opens the betting again."""
    adds, numbers, why = next_raise(document), spot_numbers(document), still_closed(document)
    sizes = {} if adds is None else dict.fromkeys(ABOUT_THE_LAST_RAISE, adds)
    takes_a_raise = numbers.get("needed") == numbers["unit"] and why is not ALONE
    return sizes if takes_a_raise else {"right-assumed": why, **sizes}


def prompt(document: Document, player: str) -> str:
    """Ask for the smallest raise, or for the number that goes into a control."""
    words = {"player": player}
    control = document.question.extra.get("control")
    if control == "raise-to":
        return _("What is the least %(player)s may type into “Raise to”?") % words
    if control == "raise-by":
        return _("What is the least %(player)s may type into “Raise by”?") % words
    return _("What is the smallest full raise %(player)s can make?") % words


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"raise_to": _("Raise to"), "raise_by": _("Raise by"), "adds": _("Chips added")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    if answer["raise_to"] is None:
        return _("%(player)s may not raise") % {"player": player}
    amounts = {"to": chips(answer["raise_to"]), "by": chips(answer["raise_by"])}
    return _("The smallest raise is to %(to)s, by %(by)s") % amounts


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    to = answer["raise_to"]
    return _("no raise") if to is None else _("to %(to)s") % {"to": chips(to)}


WORDS = KindWords(
    name=lazy("Minimum raise"),
    decides=("raise_to",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=spot_numbers,
    instead=instead,
)
