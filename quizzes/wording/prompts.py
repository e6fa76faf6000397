"""What a reader needs beside the picture: the game, blinds and antes, and what is wrong with a field."""

from __future__ import annotations

from django.utils.translation import gettext as _

from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.kinds.asking import HIDES_POSTS
from quizzes.kinds.typed import readings
from quizzes.wording.games import played
from quizzes.wording.numbers import chips, listed, semicolon, sentences


def setting(document: Document, hand: Hand) -> str:
    """Return the game, the blinds, units, antes and straddles in a few sentences."""
    parts = [played(document)] if played(document) else []
    if document.limit == "fixed-limit" and document.bets is not None:
        words = {"small": chips(document.bets[0]), "big": chips(document.bets[1])}
        parts.append(_("Bets of %(small)s and %(big)s.") % words)
    if document.blinds is not None:
        words = {"small": chips(document.blinds[0]), "big": chips(document.blinds[1])}
        parts.append(_("Blinds %(small)s and %(big)s.") % words)
    if document.ante:
        each = {"ante": chips(document.ante)}
        by_big = document.ante_by == "big-blind"
        parts.append(_("The big blind posts an ante of %(ante)s.") % each if by_big else _("Antes of %(ante)s.") % each)
    if document.bring_in:
        parts.append(_("The bring-in is %(amount)s.") % {"amount": chips(document.bring_in)})
    if document.chip > 1:
        parts.append(_("The smallest chip is %(chip)s.") % {"chip": chips(document.chip)})
    for amount in document.straddles:
        parts.append(_("A live straddle of %(amount)s.") % {"amount": chips(amount)})
    big = hand.first.big_blind
    shown = document.question.kind not in HIDES_POSTS
    if shown and big is not None and document.blinds is not None and hand.first.round.totals[big] < document.blinds[1]:
        words = {"player": hand.name(big), "amount": chips(hand.first.round.totals[big])}
        parts.append(_("%(player)s has only %(amount)s for the big blind.") % words)
    return sentences(parts)


def standing(document: Document) -> str:
    """Return the hands' order in a sentence, those that tie together; "" where the cards decide."""
    if document.order is None:
        return ""
    groups = [
        _("%(players)s tied") % {"players": listed(group)} if len(group) > 1 else group[0] for group in document.order
    ]
    return _("Hands, best first: %(order)s.") % {"order": semicolon(groups)}


def problem_text(problem: str, typed: str = "") -> str:
    """Return what is wrong with a field that can't be graded, where `typed` stands."""
    if problem == "two-readings":
        one, other = readings(typed)
        words = {"typed": typed, "one": chips(one), "other": chips(other)}
        return _("%(typed)s can mean %(one)s or %(other)s: write the one that you mean.") % words
    return {
        "missing": _("Enter a number of chips."),
        "no-number": _("Write whole chips in figures, such as 500 or 1,500."),
        "no-choice": _("Choose an answer here."),
        "not-five": _("Choose exactly five cards."),
        "no-cards": _("Choose the cards that are used, one to four."),
        "not-two": _("Choose exactly two cards that are not on the board."),
        "no-count": _("Write a whole number, such as 12."),
        "card-seen": _("Choose cards that nobody has seen yet."),
    }[problem]
