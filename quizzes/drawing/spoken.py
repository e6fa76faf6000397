"""Cards as they are spoken, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from quizzes.drawing.cards import UNKNOWN


def card_name(code: str) -> str:
    """A card as it is spoken: "king of hearts"; "a card face down" for "??"."""
    if code == UNKNOWN:
        return _("a card face down")
    return _("%(rank)s of %(suit)s") % {"rank": ranks()[code[0]], "suit": suits()[code[1]]}


def card_names(codes: Sequence[str]) -> str:
    """Several cards as they are spoken: two of them with "and", more with commas."""
    names = [card_name(code) for code in codes]
    if len(names) == 2:
        return _("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}
    return ", ".join(names)


def ranks() -> dict[str, str]:
    """The ranks' names by their letters."""
    return {
        "A": pgettext("card", "ace"),
        "K": pgettext("card", "king"),
        "Q": pgettext("card", "queen"),
        "J": pgettext("card", "jack"),
        "T": pgettext("card", "ten"),
        "9": pgettext("card", "nine"),
        "8": pgettext("card", "eight"),
        "7": pgettext("card", "seven"),
        "6": pgettext("card", "six"),
        "5": pgettext("card", "five"),
        "4": pgettext("card", "four"),
        "3": pgettext("card", "three"),
        "2": pgettext("card", "two"),
    }


def suits() -> dict[str, str]:
    """The suits' names by their letters."""
    return {
        "s": pgettext("suit", "spades"),
        "h": pgettext("suit", "hearts"),
        "d": pgettext("suit", "diamonds"),
        "c": pgettext("suit", "clubs"),
    }
