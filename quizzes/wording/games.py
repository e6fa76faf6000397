"""The names of games, limits and streets."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from quizzes.engine.document import Document
from quizzes.kinds.asking import ABOUT_CARDS

GAME_NAMES = {
    "holdem": lazy("Texas hold'em"),
    "royal": lazy("Royal hold'em"),
    "omaha": lazy("Omaha"),
    "omaha8": lazy("Omaha hi-lo"),
    "draw": lazy("Five-card draw"),
    "27sd": lazy("2-7 single draw"),
    "27td": lazy("2-7 triple draw"),
    "a5td": lazy("A-5 triple draw"),
    "badugi": lazy("Badugi"),
    "razz": lazy("Razz"),
    "stud": lazy("Seven-card stud"),
    "stud8": lazy("Stud hi-lo"),
    "stud5": lazy("Five-card stud"),
}

LIMIT_NAMES = {
    "no-limit": lazy("no-limit"),
    "pot-limit": lazy("pot-limit"),
    "fixed-limit": lazy("fixed-limit"),
}

STREETS = {
    "preflop": pgettext_lazy("street", "Before the flop"),
    "flop": pgettext_lazy("street", "Flop"),
    "turn": pgettext_lazy("street", "Turn"),
    "river": pgettext_lazy("street", "River"),
    "second": pgettext_lazy("street", "Second street"),
    "third": pgettext_lazy("street", "Third street"),
    "fourth": pgettext_lazy("street", "Fourth street"),
    "fifth": pgettext_lazy("street", "Fifth street"),
    "sixth": pgettext_lazy("street", "Sixth street"),
    "seventh": pgettext_lazy("street", "Seventh street"),
    "predraw": pgettext_lazy("street", "Before the draw"),
    "draw1": pgettext_lazy("street", "After the first draw"),
    "draw2": pgettext_lazy("street", "After the second draw"),
    "draw3": pgettext_lazy("street", "After the third draw"),
}


def street_name(street: str) -> str:
    """Return a street's name as it stands alone."""
    return str(STREETS[street])


def game_name(game: str, limit: str = "") -> str:
    """Return a game's name as a title, with its limit where one is named."""
    if not limit:
        return str(GAME_NAMES[game])
    return _("%(game)s, %(limit)s") % {"game": GAME_NAMES[game], "limit": LIMIT_NAMES[limit]}


def played(document: Document) -> str:
    """Return the game and limit of a document in a sentence; "" for no-limit hold'em, which goes without saying.

    Where cards or seats are asked about and no bets, the limit makes no difference and is left out.
    """
    limit = "" if document.question.kind in ABOUT_CARDS else document.limit
    if (document.game.id, limit) in (("holdem", ""), ("holdem", "no-limit")):
        return ""
    return _("%(game)s.") % {"game": game_name(document.game.id, limit)}
