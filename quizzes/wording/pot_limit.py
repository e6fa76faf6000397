"""The words of pot-limit raises."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds import pot_limit
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords
from quizzes.wording.betting import spot_numbers
from quizzes.wording.numbers import chips

MISTAKES = {
    "pot-without-call": (
        lazy("The pot without the call"),
        lazy(
            "You raised by the pot of %(pot)s as it lies there. The call goes in first, so the pot to raise by is %(by)s."
        ),
    ),
    "three-bets": (
        lazy("Three times the bet and nothing else"),
        lazy(
            "Three times the bet of %(bet)s leaves out what else is in the middle: the largest raise is to %(to)s. The short way is three times the bet and everything beside it."
        ),
    ),
    "own-chips-twice": (
        lazy("The chips already in front counted twice"),
        lazy(
            "You let the player call the whole bet of %(bet)s. With %(front)s already in front, which the pot holds too, the call adds only %(call)s."
        ),
    ),
    "short-blind-as-posted": (
        lazy("A short blind counted as it lies there"),
        lazy("Before the flop a short blind counts as posted in full, which makes the pot %(pot)s."),
    ),
    "by-for-to": (
        lazy("Raise by taken for raise to"),
        lazy("%(by)s is what goes over the bet of %(bet)s. The total to name is both together, %(to)s."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask for the largest raise."""
    return _("What is the largest raise %(player)s can make?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {
        "pot": _("Pot"),
        "call_adds": _("To call"),
        "max_raise_by": _("Raise by"),
        "max_to": _("Raise to"),
        "adds": _("Chips added"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    amounts = {"to": chips(answer["max_to"]), "by": chips(answer["max_raise_by"])}
    return _("The largest raise is to %(to)s, by %(by)s") % amounts


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    return _("to %(to)s") % {"to": chips(answer["max_to"])}


def numbers(document: Document) -> Mapping[str, str]:
    """Return the spot's numbers, with the pot, the call and the largest raise."""
    right = pot_limit.solve(document).answer
    own = {"pot": right["pot"], "call": right["call_adds"], "by": right["max_raise_by"], "to": right["max_to"]}
    return {**spot_numbers(document), **{key: chips(amount) for key, amount in own.items()}}


WORDS = KindWords(
    name=lazy("Pot-limit raises"),
    decides=("max_to",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
)
