"""What is asked: the kinds' names, the question in one sentence, and what a reader needs beside the picture."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext

from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.wording.numbers import chips

KIND_NAMES = {
    "min_raise": lazy("Minimum raise"),
    "reopen": lazy("Raising again"),
    "side_pots": lazy("Side pots"),
}


def kind_name(kind: str) -> str:
    """Return a kind's name as a title."""
    return str(KIND_NAMES[kind])


def prompt(document: Document, player: str) -> str:
    """Return the question in one sentence; `player` is whom it is about."""
    words = {"player": player}
    kind = document.question.kind
    if kind == "min_raise":
        control = document.question.extra.get("control")
        if control == "raise-to":
            return _("The button says “Raise to”. Which number does %(player)s type for the smallest raise?") % words
        if control == "raise-by":
            return _("The button says “Raise by”. Which number does %(player)s type for the smallest raise?") % words
        return _("What is the smallest full raise %(player)s can make?") % words
    if kind == "reopen":
        return _("The action is back on %(player)s. May %(player)s raise again?") % words
    return _("The betting is over. Which pots are there, and who plays for them?")


def setting(document: Document, hand: Hand) -> str:
    """Return the blinds, antes and straddles in a sentence or two."""
    parts = []
    if document.blinds is not None:
        words = {"small": chips(document.blinds[0]), "big": chips(document.blinds[1])}
        parts.append(_("Blinds %(small)s and %(big)s.") % words)
    if document.ante:
        each = {"ante": chips(document.ante)}
        by_big = document.ante_by == "big-blind"
        parts.append(_("The big blind posts an ante of %(ante)s.") % each if by_big else _("Antes of %(ante)s.") % each)
    for amount in document.straddles:
        parts.append(_("A live straddle of %(amount)s.") % {"amount": chips(amount)})
    big = hand.first.big_blind
    if big is not None and document.blinds is not None and hand.first.round.totals[big] < document.blinds[1]:
        words = {"player": hand.name(big), "amount": chips(hand.first.round.totals[big])}
        parts.append(_("%(player)s has only %(amount)s for the big blind.") % words)
    return " ".join(parts)


def street_name(street: str) -> str:
    """Return a street's name as it stands alone."""
    return {
        "preflop": pgettext("street", "Before the flop"),
        "flop": pgettext("street", "Flop"),
        "turn": pgettext("street", "Turn"),
        "river": pgettext("street", "River"),
    }[street]


def field_name(kind: str, field: str) -> str:
    """Return the label of a field of an answer."""
    names = {
        "raise_to": _("Raise to"),
        "raise_by": _("Raise by"),
        "adds": _("Chips added"),
        "may_raise": _("May raise"),
        "facing": _("Faces since acting"),
        "needed": _("Needed to reopen"),
        "raise_min_to": _("Smallest raise to"),
        "returned": _("Goes back"),
        "more-pots": _("Other pots"),
    }
    if field.startswith("pot-"):
        number = int(field.removeprefix("pot-")) - 1
        return _("Side pot %(number)d") % {"number": number} if number else _("Main pot")
    return names[field]


def problem_text(problem: str) -> str:
    """Return what is wrong with a field that can't be graded."""
    return {
        "missing": _("Enter a number of chips."),
        "no-number": _("Write whole chips in figures, such as 500 or 1,500."),
        "no-choice": _("Choose an answer here."),
    }[problem]
