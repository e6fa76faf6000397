"""Cards and hands in words: "a king", "kings", "two pair", "two pair, kings and nines with ace"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from quizzes.drawing.spoken import card_name, rank_name, suit_name
from quizzes.engine.cards import RANKS, SUITS
from quizzes.wording.numbers import listed

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

_ONE = {
    "A": pgettext_lazy("one card", "an ace"),
    "K": pgettext_lazy("one card", "a king"),
    "Q": pgettext_lazy("one card", "a queen"),
    "J": pgettext_lazy("one card", "a jack"),
    "T": pgettext_lazy("one card", "a ten"),
    "9": pgettext_lazy("one card", "a nine"),
    "8": pgettext_lazy("one card", "an eight"),
    "7": pgettext_lazy("one card", "a seven"),
    "6": pgettext_lazy("one card", "a six"),
    "5": pgettext_lazy("one card", "a five"),
    "4": pgettext_lazy("one card", "a four"),
    "3": pgettext_lazy("one card", "a three"),
    "2": pgettext_lazy("one card", "a two"),
}

_SEVERAL = {
    "A": pgettext_lazy("cards", "aces"),
    "K": pgettext_lazy("cards", "kings"),
    "Q": pgettext_lazy("cards", "queens"),
    "J": pgettext_lazy("cards", "jacks"),
    "T": pgettext_lazy("cards", "tens"),
    "9": pgettext_lazy("cards", "nines"),
    "8": pgettext_lazy("cards", "eights"),
    "7": pgettext_lazy("cards", "sevens"),
    "6": pgettext_lazy("cards", "sixes"),
    "5": pgettext_lazy("cards", "fives"),
    "4": pgettext_lazy("cards", "fours"),
    "3": pgettext_lazy("cards", "threes"),
    "2": pgettext_lazy("cards", "twos"),
}

_A_CATEGORY = {
    "high-card": pgettext_lazy("a hand", "a high card"),
    "pair": pgettext_lazy("a hand", "a pair"),
    "two-pair": pgettext_lazy("a hand", "two pair"),
    "three-of-a-kind": pgettext_lazy("a hand", "three of a kind"),
    "straight": pgettext_lazy("a hand", "a straight"),
    "flush": pgettext_lazy("a hand", "a flush"),
    "full-house": pgettext_lazy("a hand", "a full house"),
    "four-of-a-kind": pgettext_lazy("a hand", "four of a kind"),
    "straight-flush": pgettext_lazy("a hand", "a straight flush"),
    "royal-flush": pgettext_lazy("a hand", "a royal flush"),
}

_MADE = {
    "high-card": pgettext_lazy("a hand", "%(top)s high"),
    "pair": pgettext_lazy("a hand", "a pair of %(first)s"),
    "two-pair": pgettext_lazy("a hand", "two pair, %(first)s and %(second)s"),
    "three-of-a-kind": pgettext_lazy("a hand", "three %(first)s"),
    "straight": pgettext_lazy("a hand", "a straight up to the %(top)s"),
    "flush": pgettext_lazy("a hand", "a flush of %(suit)s"),
    "full-house": pgettext_lazy("a hand", "a full house, %(first)s over %(second)s"),
    "four-of-a-kind": pgettext_lazy("a hand", "four %(first)s"),
    "straight-flush": pgettext_lazy("a hand", "a straight flush of %(suit)s up to the %(top)s"),
    "royal-flush": pgettext_lazy("a hand", "a royal flush of %(suit)s"),
}


def rank_signs(cards: Sequence[str]) -> str:
    """Return the cards' ranks as they stand on them: "K 10 9"."""
    return " ".join(card[0].replace("T", "10") for card in cards)


def dashed(cards: Sequence[str]) -> str:
    """Return the cards' ranks as a low is written: "7-6-3-2-A"."""
    return rank_signs(cards).replace(" ", "-")


def with_suits(cards: Sequence[str]) -> str:
    """Return cards with their suits' signs: "J♦, J♥ and J♠"."""
    return listed([rank_signs([card]) + SUIT_SIGNS[card[1]] for card in cards])


def deck() -> dict[str, dict[str, str]]:
    """Return every card's name by suit, spades first and the ace first."""
    return {suit: {rank + suit: card_name(rank + suit) for rank in RANKS[::-1]} for suit in SUITS[::-1]}


def one(rank: str) -> str:
    """Return one card of a rank: "a king"."""
    return str(_ONE[rank])


def several(rank: str) -> str:
    """Return cards of a rank: "kings"."""
    return str(_SEVERAL[rank])


def categories() -> dict[str, str]:
    """Return the categories' names as they stand alone, the lowest first; a royal flush is a straight flush."""
    return {
        "high-card": _("High card"),
        "pair": _("Pair"),
        "two-pair": _("Two pair"),
        "three-of-a-kind": _("Three of a kind"),
        "straight": _("Straight"),
        "flush": _("Flush"),
        "full-house": _("Full house"),
        "four-of-a-kind": _("Four of a kind"),
        "straight-flush": _("Straight flush"),
    }


def a_category(category: str) -> str:
    """Return a category as part of a sentence: "a flush"."""
    return str(_A_CATEGORY[category])


def made(category: str, cards: Sequence[str]) -> str:
    """Return what makes a hand its category, from five cards with the strongest group first: "a pair of kings"."""
    groups = list(Counter(card[0] for card in cards))
    words = {
        "first": several(groups[0]),
        "second": several(groups[1]),
        "top": rank_name(groups[0]),
        "suit": suit_name(cards[0][1]),
    }
    return str(_MADE[category]) % words


def whole(category: str, cards: Sequence[str]) -> str:
    """Return a hand with all that is compared: "a pair of kings with ace, queen and nine"."""
    many = Counter(card[0] for card in cards)
    if category in ("straight", "full-house", "straight-flush", "royal-flush"):
        return made(category, cards)
    if category == "flush":
        return _("%(hand)s: %(cards)s") % {"hand": made(category, cards), "cards": _each(cards)}
    kickers = cards[1:] if category == "high-card" else [card for card in cards if many[card[0]] == 1]
    return _("%(hand)s with %(kickers)s") % {"hand": made(category, cards), "kickers": _each(kickers)}


def _each(cards: Sequence[str]) -> str:
    return listed([rank_name(card[0]) for card in cards])
