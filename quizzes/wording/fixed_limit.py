"""The words of fixed-limit bets and raises."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine import sizes
from quizzes.engine.document import Document
from quizzes.kinds import fixed_limit
from quizzes.kinds.asking import asked
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords, Message
from quizzes.wording.betting import spot_numbers
from quizzes.wording.numbers import chips

MISTAKES = {
    "cap-without-the-bet": (
        lazy("The cap counted without the bet"),
        lazy(
            "You left the first bet out. It is counted too, before the flop as the big blind and in stud as the completion: %(made)s so far."
        ),
    ),
    "small-bet-late": (
        lazy("The small bet on a late street"),
        lazy("On this street bets and raises are the big bet, %(size)s."),
    ),
    "under-half-counted": (
        lazy("An all-in of less than half a bet counted"),
        lazy(
            "Less than half of %(size)s is no raise: it is not counted, and the next raise completes it to the full level."
        ),
    ),
    "half-completed": (
        lazy("An all-in of half a bet completed"),
        lazy("Half of %(size)s or more counts as a raise, so the next one adds %(size)s on top of the all-in."),
    ),
}

TAKEN_AS_FULL = lazy(
    "In this house half of %(size)s or more counts as a whole raise, so the next one adds %(size)s to the full level."
)


def prompt(document: Document, player: str) -> str:
    """Ask what can be raised."""
    return _("How many bets and raises have been made, and may %(player)s raise?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {
        "bet_size": _("Bet size"),
        "raises_made": _("Made so far"),
        "may_raise": _("May raise"),
        "raise_to": _("Raise to"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    if answer["raise_to"] is None:
        return _("%(player)s may only call or fold") % {"player": player}
    hand, _seat = asked(document)
    if fixed_limit.two_sizes(hand):
        words = {"to": chips(sizes.smallest_to(hand.round, document.rules)), "most": chips(answer["raise_to"])}
        return _("%(player)s may %(options)s") % {"player": player, "options": _("raise to %(to)s or %(most)s") % words}
    return _("%(player)s may raise to %(to)s and to nothing else") % {
        "player": player,
        "to": chips(answer["raise_to"]),
    }


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    to = answer["raise_to"]
    return _("no raise") if to is None else _("to %(to)s") % {"to": chips(to)}


def numbers(document: Document) -> Mapping[str, str]:
    """Return the spot's numbers, with the unit and the count."""
    right = fixed_limit.solve(document).answer
    own = {"size": right["bet_size"], "made": right["raises_made"]}
    return {**spot_numbers(document), **{key: chips(amount) for key, amount in own.items()}}


def instead(document: Document) -> Mapping[str, Message]:
    """Return what an all-in of half a bet counts as where a house takes it for a whole raise."""
    return {"half-completed": TAKEN_AS_FULL} if document.rules["limit_after_short"] == "as-full" else {}


WORDS = KindWords(
    name=lazy("Fixed-limit raises"),
    decides=("raise_left", "raise_to"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    instead=instead,
)
