"""The words of awards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
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
        lazy("Somebody has a low of eight or better, so the best high hand wins only half of that pot."),
    ),
    "shared-by-heads": (
        lazy("Halves shared out by heads"),
        lazy(
            "The pot is cut into a high half and a low half first. Who ties for one half shares that half, and nothing of the other."
        ),
    ),
    "odd-chip-to-the-low": (
        lazy("The odd chip to the low half"),
        lazy("When a pot can't be halved evenly, the odd chip of %(chip)s goes to the high half."),
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
            "An odd chip goes to the first winner left of the button. The button is at %(button)s, so it goes to %(odd)s."
        ),
    ),
    "odd-chips-to-one": (
        lazy("All odd chips to one seat"),
        lazy("Odd chips go one each: nobody gets a second one from the same pot; in hi-lo that is said of each half."),
    ),
    "odd-chip-split": (
        lazy("The odd chip split"),
        lazy("The smallest chip on this table is %(chip)s. A share can't be made of less, so one chip is odd."),
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
    """Return the smallest chip, the button's seat, and who is the first to get an odd chip of each pot with one."""
    steps = solve(document).steps
    first = [out[0] for step in steps for name, out in step.out.items() if name.endswith("odd_chips_to")]
    return {"chip": chips(document.chip), "button": document.button, "odd": listed(list(dict.fromkeys(first)))}


WORDS = KindWords(
    name=lazy("Awards and odd chips"),
    decides=("odd_chips_to", "low_odd_chips_to", "low_half", "winners"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
)
