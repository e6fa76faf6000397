"""The words of corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine import sizes
from quizzes.engine.document import Document
from quizzes.engine.irregular import wrong_size
from quizzes.kinds.base import Answer
from quizzes.kinds.correction import is_of_the_pot
from quizzes.wording.base import KindWords, Message, field_value
from quizzes.wording.numbers import chips

MISTAKES = {
    "accepted": (
        lazy("A wrong size taken for accepted"),
        lazy("That others have acted on it makes no difference: it is put right until the next card comes."),
    ),
    "always-put-right": (
        lazy("Put right too late"),
        lazy("Once the next card is out nothing is put right any more: the %(made)s stand."),
    ),
    "back-to-a-call": (
        lazy("A raise turned into a call"),
        lazy("It went through as a raise, so it is made up to the smallest one over %(bet)s, to %(least)s."),
    ),
    "doubled": (
        lazy("Twice the bet for the smallest raise"),
        lazy("A raise adds at least the last one, %(unit)s, to the bet of %(bet)s: that is to %(least)s."),
    ),
    "added-to-the-size": (
        lazy("A full raise added to the wrong size"),
        lazy("The full %(unit)s are added to the bet of %(bet)s, not to the %(made)s: that is to %(least)s."),
    ),
    "pot-without-call": (
        lazy("The pot without the call"),
        lazy("A raise of the pot calls first, and the call counts in the pot that is raised by: that is to %(most)s."),
    ),
}

POT_ACCEPTED = lazy("There was no substantial action behind it yet, and until then it is made up to the pot.")
POT_PUT_RIGHT = lazy("After substantial action behind it nothing is put right any more: the %(made)s stand.")


def prompt(document: Document, player: str) -> str:
    """Tell what was made, when it is noticed, and ask whether it stands."""
    wrong = wrong_size(document)
    words = {"player": wrong.before.name(wrong.seat), "to": chips(wrong.to)}
    if is_of_the_pot(document):
        return _of_the_pot(wrong.next_card) % words
    if wrong.next_card:
        text = _("%(player)s made it %(to)s, and the next card is out when that is questioned. Does it stand?")
    else:
        text = _("%(player)s made it %(to)s, and that is questioned on the same street. Does it stand?")
    return text % words


def _of_the_pot(next_card: bool) -> str:
    """Tell of a bet that was announced as the pot and came out too low, which no rule would call a wrong size."""
    if next_card:
        return _(
            "%(player)s said “pot”, and by a wrong count that was taken as %(to)s. The next card is out when it is questioned. Does it stand?"
        )
    return _(
        "%(player)s said “pot”, and by a wrong count that was taken as %(to)s. It is questioned on the same street. Does it stand?"
    )


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"stands": _("Stands as it is"), "to": _("The total is")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"to": chips(answer["to"])}
    return (_("It stands, to %(to)s") if answer["stands"] else _("It is put right, to %(to)s")) % words


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    words = {"to": chips(answer["to"])}
    return (_("stands, %(to)s") if answer["stands"] else _("put right, %(to)s")) % words


def value(field: str, given: Any) -> str:
    """Return a graded field's value in words."""
    return _("the floor decides") if given == "floor" else field_value(field, given)


def numbers(document: Document) -> Mapping[str, str]:
    """Return the bet before it, its own total, what a raise had to add, and the smallest and the largest raise."""
    wrong = wrong_size(document)
    bet, least = wrong.before.round.bet, sizes.smallest_to(wrong.before.round, document.rules)
    most = sizes.largest_to(wrong.before.round, wrong.seat, document.rules) or 0
    found = {"bet": bet, "made": wrong.to, "unit": least - bet, "least": least, "most": most}
    return {key: chips(amount) for key, amount in found.items()}


def instead(document: Document) -> Mapping[str, Message]:
    """Return what becomes of less than the pot on the same street: that depends on substantial action (52-B)."""
    if not is_of_the_pot(document) or wrong_size(document).next_card:
        return {}
    return {"accepted": POT_ACCEPTED, "always-put-right": POT_PUT_RIGHT}


WORDS = KindWords(
    name=lazy("Wrong sizes"),
    decides=("next_card", "stands"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    instead=instead,
    value=value,
)
