"""Cards as they are spoken, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from quizzes.drawing.cards import UNKNOWN

_RANKS = {
    "A": pgettext_lazy("card", "ace"),
    "K": pgettext_lazy("card", "king"),
    "Q": pgettext_lazy("card", "queen"),
    "J": pgettext_lazy("card", "jack"),
    "T": pgettext_lazy("card", "ten"),
    "9": pgettext_lazy("card", "nine"),
    "8": pgettext_lazy("card", "eight"),
    "7": pgettext_lazy("card", "seven"),
    "6": pgettext_lazy("card", "six"),
    "5": pgettext_lazy("card", "five"),
    "4": pgettext_lazy("card", "four"),
    "3": pgettext_lazy("card", "three"),
    "2": pgettext_lazy("card", "two"),
}
_SUITS = {
    "s": pgettext_lazy("suit", "spades"),
    "h": pgettext_lazy("suit", "hearts"),
    "d": pgettext_lazy("suit", "diamonds"),
    "c": pgettext_lazy("suit", "clubs"),
}


def card_name(code: str) -> str:
    """A card as it is spoken: "king of hearts"; "a card face down" for "??"."""
    if code == UNKNOWN:
        return _("a card face down")
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(code[0]), "suit": suit_name(code[1])}


def card_names(codes: Sequence[str]) -> str:
    """Several cards as they are spoken: two of them with "and", more with commas."""
    names = [card_name(code) for code in codes]
    if len(names) == 2:
        return _("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}
    return pgettext("between the items of a list", ", ").join(names)


def rank_name(letter: str) -> str:
    """A rank's name by its letter."""
    return str(_RANKS[letter])


def suit_name(letter: str) -> str:
    """A suit's name by its letter."""
    return str(_SUITS[letter])
