"""Cards and hands in words: "a king", "kings", "two pair", "two pair, kings and nines with ace"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from quizzes.drawing.spoken import card_name, ranks, suits
from quizzes.engine.cards import RANKS, SUITS
from quizzes.wording.numbers import listed

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


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
    return {
        "A": pgettext("one card", "an ace"),
        "K": pgettext("one card", "a king"),
        "Q": pgettext("one card", "a queen"),
        "J": pgettext("one card", "a jack"),
        "T": pgettext("one card", "a ten"),
        "9": pgettext("one card", "a nine"),
        "8": pgettext("one card", "an eight"),
        "7": pgettext("one card", "a seven"),
        "6": pgettext("one card", "a six"),
        "5": pgettext("one card", "a five"),
        "4": pgettext("one card", "a four"),
        "3": pgettext("one card", "a three"),
        "2": pgettext("one card", "a two"),
    }[rank]


def several(rank: str) -> str:
    """Return cards of a rank: "kings"."""
    return {
        "A": pgettext("cards", "aces"),
        "K": pgettext("cards", "kings"),
        "Q": pgettext("cards", "queens"),
        "J": pgettext("cards", "jacks"),
        "T": pgettext("cards", "tens"),
        "9": pgettext("cards", "nines"),
        "8": pgettext("cards", "eights"),
        "7": pgettext("cards", "sevens"),
        "6": pgettext("cards", "sixes"),
        "5": pgettext("cards", "fives"),
        "4": pgettext("cards", "fours"),
        "3": pgettext("cards", "threes"),
        "2": pgettext("cards", "twos"),
    }[rank]


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
    return {
        "high-card": pgettext("a hand", "a high card"),
        "pair": pgettext("a hand", "a pair"),
        "two-pair": pgettext("a hand", "two pair"),
        "three-of-a-kind": pgettext("a hand", "three of a kind"),
        "straight": pgettext("a hand", "a straight"),
        "flush": pgettext("a hand", "a flush"),
        "full-house": pgettext("a hand", "a full house"),
        "four-of-a-kind": pgettext("a hand", "four of a kind"),
        "straight-flush": pgettext("a hand", "a straight flush"),
        "royal-flush": pgettext("a hand", "a royal flush"),
    }[category]


def made(category: str, cards: Sequence[str]) -> str:
    """Return what makes a hand its category, from five cards with the strongest group first: "a pair of kings"."""
    groups = list(Counter(card[0] for card in cards))
    words = {
        "first": several(groups[0]),
        "second": several(groups[1]),
        "top": ranks()[groups[0]],
        "suit": suits()[cards[0][1]],
    }
    text = {
        "high-card": pgettext("a hand", "%(top)s high"),
        "pair": pgettext("a hand", "a pair of %(first)s"),
        "two-pair": pgettext("a hand", "two pair, %(first)s and %(second)s"),
        "three-of-a-kind": pgettext("a hand", "three %(first)s"),
        "straight": pgettext("a hand", "a straight up to the %(top)s"),
        "flush": pgettext("a hand", "a flush of %(suit)s"),
        "full-house": pgettext("a hand", "a full house, %(first)s over %(second)s"),
        "four-of-a-kind": pgettext("a hand", "four %(first)s"),
        "straight-flush": pgettext("a hand", "a straight flush of %(suit)s up to the %(top)s"),
        "royal-flush": pgettext("a hand", "a royal flush of %(suit)s"),
    }[category]
    return text % words


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
    return listed([ranks()[card[0]] for card in cards])
