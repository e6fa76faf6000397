"""The words of what a player may do."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords
from quizzes.wording.betting import spot_numbers
from quizzes.wording.numbers import chips

MISTAKES = {
    "turn-reopens": (
        lazy("The turn taken for the right to raise"),
        lazy(
            "The player has acted and does not face a full raise of %(unit)s since then, so only a call or a fold is open."
        ),
    ),
    "raise-without-answer": (
        lazy("A raise that nobody could answer"),
        lazy("Everybody else is all-in. A raise would only come back, so none is offered."),
    ),
    "call-as-total": (
        lazy("The bet taken for what a call adds"),
        lazy("The bet is %(bet)s, but %(front)s of it are in front already. A call adds only the difference."),
    ),
    "call-beyond-stack": (
        lazy("A call of more than the stack"),
        lazy("A player can always call with everything it has. It then plays for that much from each opponent."),
    ),
    "short-blind-as-price": (
        lazy("The short blind taken for the price"),
        lazy("The big blind was posted short, but a call still matches the full blind of %(big)s."),
    ),
    "double-the-bet": (
        lazy("Doubling the bet"),
        lazy("You doubled the bet of %(bet)s. A raise adds the last full raise, %(unit)s."),
    ),
    "short-all-in-as-full": (
        lazy("Taking a short all-in for a full raise"),
        lazy("The last all-in was short of a full raise, so a raise still adds the last full one, %(unit)s."),
    ),
    "stack-for-total": (
        lazy("The stack taken for the total"),
        lazy("The largest raise is a total: the chips behind and the %(front)s in front."),
    ),
    "short-all-in-refused": (
        lazy("A short all-in refused"),
        lazy("A player may always raise with everything it has, also when that is less than a full raise of %(unit)s."),
    ),
    "option-forgotten": (
        lazy("The option forgotten"),
        lazy("Nobody has raised and the player has only posted, so it may still raise."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask for everything that is open."""
    return _("What may %(player)s do, and with how many chips?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {
        "may_check": _("May check"),
        "call_adds": _("Call adds"),
        "may_raise": _("May raise"),
        "raise_min_to": _("Raise from"),
        "raise_max_to": _("Raise up to"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    return _("%(player)s may %(options)s") % {"player": player, "options": _options(answer)}


def short(answer: Answer) -> str:
    """Return what is open in a few words."""
    return _options(answer)


def _options(answer: Answer) -> str:
    """Return the options beside folding, which is always open, as a list without its verb."""
    parts = [_("check") if answer["may_check"] else _("call %(adds)s") % {"adds": chips(answer["call_adds"])}]
    only = answer["raise_min_to"] if answer["raise_min_to"] == answer["raise_max_to"] else None
    all_in = answer["all_in_to"] or only
    if all_in is not None:
        parts.append(_("go all-in to %(to)s") % {"to": chips(all_in)})
    elif answer["may_raise"]:
        parts.append(_("raise to %(to)s or more") % {"to": chips(answer["raise_min_to"])})
    return _(" or ").join(parts)


WORDS = KindWords(
    name=lazy("What is legal"),
    decides=("more_than_call", "open", "raise_to", "may_raise"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=spot_numbers,
)
