"""The words of side pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer, FieldGrade
from quizzes.wording.base import KindWords
from quizzes.wording.numbers import chips, listed, paid, semicolon

MISTAKES = {
    "totals-for-differences": (
        lazy("Side pots made of totals"),
        lazy("A side pot holds only what is above the pot below it. You counted the players' whole totals again."),
    ),
    "dead-money-forgotten": (
        lazy("Dead money left out"),
        lazy(
            "Dead money is in the pots too: what was in the middle before, an ante that one player posts for the table, dead posts, and what folded players put in."
        ),
    ),
    "folded-player-paid": (
        lazy("A folded player still playing"),
        lazy("A folded player's chips stay in the pot, but the player can win none of them."),
    ),
    "uncalled-left-in": (
        lazy("The uncalled part left in"),
        lazy("Nobody matched the top of the largest bet. Those chips were never at risk and go back first."),
    ),
    "one-pot-for-all": (
        lazy("One pot for everybody"),
        lazy("A player who is all-in can win from each opponent only as much as they put in. The rest is a side pot."),
    ),
    "antes-forgotten": (
        lazy("The antes left out"),
        lazy("Each player's ante is in the pot too, those of folded players as well."),
    ),
}


MOST_POTS = 23

PLACED = "placed"
"""What is told of pots that are too many once each of them stands beside the pot that it stands for."""


def prompt(document: Document, player: str) -> str:
    """Ask for the pots."""
    return _("Which pots are there, and who plays for each?")


def pot_name(number: int) -> str:
    """Return a pot's name, the main pot being number 1."""
    return _("Side pot %(number)d") % {"number": number - 1} if number > 1 else _("Main pot")


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    pots = {f"pot-{number}": pot_name(number) for number in range(1, MOST_POTS + 1)}
    return {**pots, "more-pots": _("Other pots"), "returned": _("Goes back"), "back": _("Goes back")}


def no_pot() -> str:
    """Return in one sentence that there is nothing to win."""
    return _("There is no pot: nobody matched a chip.")


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    count = len(answer["pots"])
    if not count:
        return no_pot()
    words = {"count": count, "amounts": listed([chips(pot["amount"]) for pot in answer["pots"]])}
    return ngettext("There is one pot: %(amounts)s", "There are %(count)s pots: %(amounts)s", count) % words


def short(answer: Answer) -> str:
    """Return the pots' amounts, main pot first."""
    return " + ".join(chips(pot["amount"]) for pot in answer["pots"]) or _("none")


def value(field: str, value: Any) -> str:
    """Return an amount, a pot for other players than the right ones, pots that are too many, or what goes back to whom."""
    if field == "more-pots":
        if value == PLACED:
            return _("those above, for the wrong players")
        return semicolon(_pot(amount, seats) for seats, amount in value or ()) or _("none")
    if field == "returned":
        return paid(dict(value)) or _("nothing")
    if isinstance(value, tuple):
        seats, amount = value
        return _pot(amount, seats)
    return _("none") if value is None else chips(value)


def fields(graded: Sequence[FieldGrade]) -> tuple[FieldGrade, ...]:
    """Return the graded fields with each pot for other players than the right ones beside the pot that it stands for.

    That is the one of its amount, else the first one that is missing: the more players the earlier the pot.
    """
    more = next((field for field in graded if field.name == "more-pots"), None)
    if more is None or not more.given:
        return tuple(graded)
    left = sorted(more.given, key=lambda pot: -len(pot[0]))
    missing = [field for field in graded if field.name.startswith("pot-") and field.given is None]
    given: dict[str, Any] = {}
    for fits in (lambda pot, field: pot[1] == field.right, lambda pot, field: True):
        for field in (field for field in missing if field.name not in given):
            pot = next((pot for pot in left if fits(pot, field)), None)
            if pot is not None:
                given[field.name] = pot
                left.remove(pot)
    given["more-pots"] = tuple(sorted(left)) or PLACED
    return tuple(replace(field, given=given.get(field.name, field.given)) for field in graded)


def pots_for(answer: Answer) -> tuple[tuple[str, str], ...]:
    """Return each pot's name with its chips and who plays for it, and what goes back to whom."""
    pots = ((pot_name(number), _pot(pot["amount"], pot["eligible"])) for number, pot in enumerate(answer["pots"], 1))
    return (*pots, (_("Goes back"), paid(answer["returned"]) or _("nothing")))


def _pot(amount: int, seats: Sequence[str]) -> str:
    return _("%(amount)s for %(seats)s") % {"amount": chips(amount), "seats": listed(seats)}


WORDS = KindWords(
    name=lazy("Side pots"),
    decides=("eligible",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=lambda document: {},
    value=value,
    fields=fields,
)
