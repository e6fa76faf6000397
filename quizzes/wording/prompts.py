"""What a reader needs beside the picture: blinds and antes, streets, and what is wrong with a field."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.wording.numbers import chips, listed


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
    if document.chip > 1:
        parts.append(_("The smallest chip is %(chip)s.") % {"chip": chips(document.chip)})
    for amount in document.straddles:
        parts.append(_("A live straddle of %(amount)s.") % {"amount": chips(amount)})
    big = hand.first.big_blind
    if big is not None and document.blinds is not None and hand.first.round.totals[big] < document.blinds[1]:
        words = {"player": hand.name(big), "amount": chips(hand.first.round.totals[big])}
        parts.append(_("%(player)s has only %(amount)s for the big blind.") % words)
    return " ".join(parts)


def standing(document: Document) -> str:
    """Return the hands' order in a sentence, those that tie together; "" where the cards decide."""
    if document.order is None:
        return ""
    groups = [
        _("%(players)s tied") % {"players": listed(group)} if len(group) > 1 else group[0] for group in document.order
    ]
    return _("Hands, best first: %(order)s.") % {"order": "; ".join(groups)}


def street_name(street: str) -> str:
    """Return a street's name as it stands alone."""
    return {
        "preflop": pgettext("street", "Before the flop"),
        "flop": pgettext("street", "Flop"),
        "turn": pgettext("street", "Turn"),
        "river": pgettext("street", "River"),
    }[street]


def problem_text(problem: str) -> str:
    """Return what is wrong with a field that can't be graded."""
    return {
        "missing": _("Enter a number of chips."),
        "no-number": _("Write whole chips in figures, such as 500 or 1,500."),
        "no-choice": _("Choose an answer here."),
        "not-five": _("Choose exactly five cards."),
    }[problem]
