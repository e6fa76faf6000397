"""Hands that are read and compared, as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from quizzes.engine.cards import Card, parse_card
from quizzes.engine.hands import best_five, strength
from quizzes.engine.steps import Step
from quizzes.wording.cards import a_category, made, one, several, whole
from quizzes.wording.numbers import listed

IN_GROUPS = ("pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind")


def reading_text(step: Step) -> str:
    """Say what a player's best five are."""
    words = {"player": step.seat or "", "hand": whole(step.out["category"], step.out["cards"])}
    return _("%(player)s plays %(hand)s.") % words


def comparison_text(step: Step) -> str:
    """Say who wins, and which cards decide it: those of a winner beside those of the best hand that doesn't win."""
    fives, out = step.values, step.out
    winners = out["winners"]
    category, best = out["category"], fives[winners[0]]
    words = {"winner": winners[0], "winners": listed(winners), "hand": made(category, best)}
    if out["split"]:
        return _("The best five of %(winners)s are worth the same, and suits never count: they split the pot.") % words
    loser = best_loser(fives, winners)
    words |= {"loser": loser, "category": a_category(category)}
    if out["decided_by"] == "category":
        words["other"] = a_category(best_five(_parsed(fives[loser])).category)
        return _("%(winner)s wins over %(loser)s: %(category)s beats %(other)s.") % words
    better, worse = next((a[0], b[0]) for a, b in zip(best, fives[loser], strict=True) if a[0] != b[0])
    words |= {"better": one(better), "worse": one(worse)}
    if out["decided_by"] == "kicker":
        return (
            _("%(winner)s wins over %(loser)s: both have %(hand)s, and as a kicker %(better)s beats %(worse)s.") % words
        )
    if category in IN_GROUPS:
        words |= {"better": several(better), "worse": several(worse)}
        return _("%(winner)s wins over %(loser)s: both have %(category)s, and %(better)s beat %(worse)s.") % words
    return _by_rank(category) % words


def _by_rank(category: str) -> str:
    """Return the message in which the cards of hands without equal ranks decide."""
    if category == "high-card":
        return _("%(winner)s wins over %(loser)s: neither has a pair, and %(better)s beats %(worse)s.")
    if category == "flush":
        return _(
            "%(winner)s wins over %(loser)s: both have a flush, and where they differ first %(better)s beats %(worse)s."
        )
    return _(
        "%(winner)s wins over %(loser)s: both have %(category)s, and one up to %(better)s beats one up to %(worse)s."
    )


def best_loser(fives: Mapping[str, Sequence[str]], winners: Sequence[str]) -> str:
    """Return who has the best of the hands that don't win, the first in the order of the seats."""
    losers = [name for name in fives if name not in winners]
    return max(losers, key=lambda name: strength(_parsed(fives[name])))


def _parsed(cards: Sequence[str]) -> list[Card]:
    return [parse_card(card) for card in cards]
