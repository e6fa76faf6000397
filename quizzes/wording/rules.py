"""Every rule that a step cites, restated in our own words, and how its place in a rule book is written."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.rulesets import RULES, RULESET_IDS, ruleset

TEXTS = {
    "raise-amounts": lazy("A raise adds at least as much as the largest bet or raise already made in this round."),
    "opening-bet": lazy(
        "The first bet of a round is at least the big blind, and a raise over it at least as much again."
    ),
    "raise-to-or-by": lazy("A raise can be named by its total or by its increase; the chips added are a third number."),
    "raise-double": lazy("In this house a raise is to a total of at least twice the bet."),
    "reopening": lazy(
        "Who has acted may raise again only when the bets and raises made since then come to a full raise in all."
    ),
    "short-all-in": lazy("An all-in of less than a full raise does not change what the next raise has to add."),
    "reopening-single": lazy(
        "In this house each raise is looked at alone: only a full one opens the betting to those who have acted."
    ),
    "reopening-half": lazy("In this house more than half of the last full raise opens the betting again."),
    "reopened-sum": lazy(
        "On this reading short all-ins that together reach a full raise count as one raise of their sum."
    ),
    "calling": lazy("A call matches the bet, or puts in everything a player has when that is less."),
    "table-stakes": lazy("A player plays with the chips on the table, no more and no less."),
    "nobody-to-answer": lazy(
        "A player whose opponents are all all-in is offered no raise: a custom of rooms, no printed rule."
    ),
    "turn": lazy("The turn goes clockwise."),
    "full-blind-price": lazy(
        "A big blind posted short does not lower the price: calling and raising build on the full blind."
    ),
    "posted-price": lazy("In this house a short big blind is the price as it was posted."),
    "straddle-as-raise": lazy("A straddle counts as a raise by a big blind."),
    "straddle-as-blind": lazy("A straddle is a bigger blind: the first raise is to twice the straddle."),
    "side-pots": lazy(
        "Each all-in closes a pot: every player matches it as far as their chips go, the rest is a side pot."
    ),
    "uncalled-bet": lazy("Chips that nobody matched are not in any pot; they go back to the player."),
    "big-blind-ante": lazy("The big blind comes before the ante that the big blind posts for the table."),
    "big-blind-ante-first": lazy("In this house the big blind's ante comes before the blind."),
    "antes": lazy("Antes go to the pot and are no part of a bet."),
    "odd-chips": lazy("A chip that can't be divided goes to the first winner left of the button, one chip each."),
    "odd-chips-high-card": lazy("In this house an odd chip goes to the winner with the highest card by suit."),
    "cards-speak": lazy(
        "The cards decide, whatever was said: the best five of the seven, and suits never break a tie."
    ),
}


def rule_text(rule: str) -> str:
    """Return a rule in our own words."""
    return str(TEXTS[rule])


def cite_text(rule: str) -> str:
    """Return where a rule stands, edition first, and its number in a later edition with whether that is confirmed."""
    found = RULES[rule]
    if found.house == "table-stakes":
        return _("A convention of card rooms, with no number in a rule book.")
    if found.house:
        name = ruleset(found.house).name if found.house in RULESET_IDS else found.house
        return _("House rule: %(house)s.") % {"house": name}
    words = {"book": found.book, "edition": found.edition, "number": found.number}
    text = _("%(book)s %(edition)s, rule %(number)s, in our words.") % words
    if found.later is None:
        return text
    later = {"edition": found.later["edition"], "number": found.later["number"]}
    if found.later["confirmed"]:
        return text + " " + _("In the %(edition)s edition %(number)s.") % later
    return text + " " + _("In the %(edition)s edition %(number)s (number not confirmed).") % later


def house_note(ruleset_id: str) -> str:
    """Return in a few words where a house differs from the others."""
    notes = {
        "tda": _("the last full raise again; short all-ins add up"),
        "jj": _("a raise is to at least twice the bet"),
        "half-raise": _("more than half of the last full raise reopens"),
        "single-raise": _("short all-ins never add up"),
    }
    return notes[ruleset_id]
