"""The words of raising again."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords, Message
from quizzes.wording.betting import DOUBLE, next_raise, spot_numbers
from quizzes.wording.numbers import chips

MISTAKES = {
    "half-is-enough": (
        lazy("Half a raise taken for enough"),
        lazy("Half a bet opens the betting in limit games. In no-limit it takes a full raise, %(needed)s."),
    ),
    "whole-bet-needed": (
        lazy("A whole bet asked for in limit"),
        lazy("In no-limit it takes a full raise. In fixed-limit half a bet is enough, %(needed)s here."),
    ),
    "half-of-the-small-bet": (
        lazy("Half of the small bet on a late street"),
        lazy("On this street a bet is %(big)s, so it takes half of that and not of the small bet: %(needed)s."),
    ),
    "each-all-in-alone": (
        lazy("Each all-in looked at alone"),
        lazy(
            "You looked at each all-in by itself. What a player faces is everything since they last acted, added up: %(facing)s."
        ),
    ),
    "added-up": (
        lazy("Short all-ins added up"),
        lazy(
            "In this house each all-in is looked at alone. Together they come to %(facing)s, but none of them was a full raise."
        ),
    ),
    "turn-reopens": (
        lazy("The turn taken for the right to raise"),
        lazy(
            "The action came back, but that alone gives no right to raise: %(facing)s more than before is not enough, with a threshold of %(needed)s."
        ),
    ),
    "last-all-in-only": (
        lazy("Only the last all-in counted"),
        lazy("You counted only the last increase. Everything since the player last acted counts: %(facing)s."),
    ),
    "counted-for-everybody": (
        lazy("Counted from the last full bet for everybody"),
        lazy("Each player is judged separately: this one had already matched %(acted)s and faces %(facing)s more."),
    ),
    "short-sum-as-unit": (
        lazy("The sum of the short all-ins as the next raise"),
        lazy("Together the short all-ins open the betting, but the next raise still adds the last full one, %(unit)s."),
    ),
    "short-all-in-as-full": (
        lazy("Taking a short all-in for a full raise"),
        lazy(
            "A short all-in is no full raise: the threshold to open the betting is %(needed)s, and the next raise adds %(unit)s."
        ),
    ),
}


ALSO_ALONE = lazy(
    "You counted only the last increase. What a player faces is everything since they last acted, %(facing)s, also where each all-in is looked at alone."
)


def instead(document: Document) -> Mapping[str, Message]:
    """Return what a house says that looks at each all-in alone, or in which a raise doubles the bet."""
    alone = document.limit != "fixed-limit" and document.rules["reopen"] == "single"
    told: dict[str, Message] = {"last-all-in-only": ALSO_ALONE} if alone else {}
    return {**told, "short-sum-as-unit": DOUBLE} if next_raise(document) is DOUBLE else told


def prompt(document: Document, player: str) -> str:
    """Ask whether the betting is open again."""
    return _("May %(player)s raise again?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {
        "may_raise": _("May raise"),
        "facing": _("Faces since acting"),
        "needed": _("Threshold to reopen"),
        "raise_min_to": _("Smallest raise to"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    to = answer["raise_min_to"]
    if not answer["may_raise"]:
        return _("%(player)s may only call or fold") % {"player": player}
    if to is None:
        return _("%(player)s may raise, but only all-in") % {"player": player}
    return _("%(player)s may raise, to %(to)s or more") % {"player": player, "to": chips(to)}


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    to = answer["raise_min_to"]
    if to is not None:
        return _("to %(to)s") % {"to": chips(to)}
    return _("all-in only") if answer["may_raise"] else _("no raise")


WORDS = KindWords(
    name=lazy("Raising again"),
    decides=("open",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=spot_numbers,
    instead=instead,
)
