"""The words of awards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.engine.steps import Step
from quizzes.kinds.awards import solve
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords
from quizzes.wording.numbers import chips, listed, paid, semicolon
from quizzes.wording.read_hand import NINE_LOW, STRAIGHTS_COUNTED, SUITS_IGNORED, THREE_FROM_HAND
from quizzes.wording.side_pots import labels, no_pot
from quizzes.wording.winner import ACE_LOW

MISTAKES = {
    "everything-to-the-best": (
        lazy("Everything to the best hand"),
        lazy("The best hand wins only the pots it plays for. The other pots go to the best hand among those in them."),
    ),
    "paid-a-pot-not-in": (
        lazy("The best hand paid a pot it is not in"),
        lazy("A player who is all-in for less has no chips in the later pots and can't win them."),
    ),
    "low-forgotten": (
        lazy("The low half forgotten"),
        lazy("Somebody has a low of eight or better, so only half of that pot is for the best high hand."),
    ),
    "shared-by-heads": (
        lazy("Halves shared out by heads"),
        lazy(
            "The pot is cut into a high half and a low half first. Each half is shared by those alone who win that half."
        ),
    ),
    "halved-twice": (
        lazy("A pot halved for the same winners"),
        lazy(
            "The same players win the high and the low of that pot, so it is not halved: they share it once, as evenly as it goes."
        ),
    ),
    "odd-chip-to-the-low": (
        lazy("The odd chip to the low half"),
        lazy("When a pot can't be halved evenly in chips of %(chip)s, what is left over goes to the high half."),
    ),
    "three-from-hand": THREE_FROM_HAND,
    "nine-low": NINE_LOW,
    "straights-counted": STRAIGHTS_COUNTED,
    "ace-low": ACE_LOW,
    "suits-ignored": SUITS_IGNORED,
    "odd-chip-by-seat": (
        lazy("The odd chip by the seat in stud"),
        lazy("Stud has no button to count from: an odd chip goes by the cards, suits counting, and not by the seats."),
    ),
    "odd-chip-wrong-seat": (
        lazy("The odd chip to the wrong seat"),
        lazy(
            "Those who share get odd chips one each, beginning left of the button, which is at %(button)s. Who gets one here: %(odd)s."
        ),
    ),
    "odd-chips-to-one": (
        lazy("All odd chips to one seat"),
        lazy("Odd chips go one each: of those who share a pot nobody gets a second one."),
    ),
    "odd-chip-split": (
        lazy("The odd chip split"),
        lazy(
            "The smallest chip on this table is %(chip)s. What can't be shared evenly in chips of that size is not divided further."
        ),
    ),
    "folded-player-paid": (
        lazy("A folded player paid"),
        lazy("However good the hand would have been, a folded player wins nothing."),
    ),
    "uncalled-left-in": (
        lazy("The uncalled part awarded"),
        lazy("What nobody matched was never in a pot. It goes back before any pot is awarded."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask who is paid what."""
    return _("Who is paid how much from each pot?")


def title(document: Document, player: str, answer: Answer) -> str:
    """Return in one sentence who wins how much in all."""
    return _("Paid: %(shares)s") % {"shares": paid(answer["won"])} if answer["won"] else no_pot()


def title_without(won: Mapping[str, int], odd: Iterable[tuple[int, Sequence[str]]]) -> str:
    """Return who wins how much, and which odd chips are left between whom, since their cards decide and aren't known."""
    left = [
        _("%(amount)s between %(players)s") % {"amount": chips(rest), "players": listed(names)} for rest, names in odd
    ]
    return _("Paid: %(shares)s, and odd chips by the cards: %(open)s") % {"shares": paid(won), "open": semicolon(left)}


def short(answer: Answer) -> str:
    """Return who wins how much."""
    return paid(answer["won"]) or _("nothing")


def value(field: str, value: Any) -> str:
    """Return who gets how much of a pot, of pots that are too many, or back."""
    if field == "more-pots":
        return semicolon(paid(dict(shares)) for shares in value or ()) or _("none")
    return paid(dict(value)) if value else _("nothing")


def numbers(document: Document) -> Mapping[str, str]:
    """Return the smallest chip, the button's seat, and who gets an odd chip of a pot or a half that several share."""
    served = [name for step in solve(document).steps for name in _served(step, document.chip)]
    return {"chip": chips(document.chip), "button": document.button, "odd": listed(list(dict.fromkeys(served)))}


def _served(step: Step, chip: int) -> list[str]:
    """Return who gets a whole chip more than the others where a step shares something out among several."""
    winners = step.values.get("winners", ()) if step.op == "share" else ()
    if len(winners) < 2:
        return []
    (shares,) = step.out.values()
    even = step.values["amount"] // (len(winners) * chip) * chip
    return [name for name, paid in shares.items() if paid >= even + chip]


WORDS = KindWords(
    name=lazy("Awards and odd chips"),
    decides=("odd_chips_to", "low_odd_chips_to", "low_half", "shared_once", "winners"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
)
