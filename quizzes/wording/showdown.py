"""Hands that are read and compared, as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.engine.cards import RANKS, SUITS, Card, parse_card
from quizzes.engine.games import Scale
from quizzes.engine.hands import category_of
from quizzes.engine.holdings import SCALES
from quizzes.engine.steps import Step
from quizzes.wording.cards import a_category, dashed, made, one, rank_signs, several, whole, with_suits
from quizzes.wording.numbers import listed, semicolon

IN_GROUPS = ("pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind")
MOST_NAMED = 60
"""Holdings that are told by their cards; more are told by their number."""

LOW_SCALES: Mapping[str, Scale] = {
    "ace-to-five": "ace-to-five",
    "deuce-to-seven": "deuce-to-seven",
    "badugi": "badugi",
}
"""The scale of the rule that a low is read by."""


def said(step: Step) -> str | None:
    """Return the sentence for a step that reads or compares cards; None for any other step."""
    out = step.out
    if "low" in out:
        return _low_compared(step) if step.op == "compare" else _low_read(step)
    high = out.get("high", out)
    if "decided_by" in high:
        return comparison_text(step, high)
    if set(high) == {"category", "cards"}:
        return reading_text(step, high)
    if "nuts" in out:
        return _("The best hand that two cards can make here is %(hand)s.") % {"hand": whole(**out["nuts"])}
    if "order" in out and step.op == "compare":
        return order_text(out["order"])
    if "hands" in out:
        return _holdings_text(out["hands"], step.values["board"])
    if "wins" in out:
        return _outs_text(step)
    if "makes" in out:
        words = {"cards": with_suits(step.values["next"]), "player": step.seat, "category": a_category(out["makes"])}
        if "tied" in out:
            words["player"] = listed(out["tied"])
            return _("With %(cards)s %(player)s have %(category)s each, of the same worth.") % words
        return _("With %(cards)s %(player)s has %(category)s.") % words
    return None


def reading_text(step: Step, hand: Mapping[str, Any]) -> str:
    """Say what a player's cards that play are."""
    category, cards = hand["category"], hand["cards"]
    words = {"player": step.seat or "", "cards": dashed(cards), "category": a_category(category), "many": len(cards)}
    if step.rule == "badugi":
        return (
            ngettext(
                "%(player)s uses %(many)s card: %(cards)s.", "%(player)s uses %(many)s cards: %(cards)s.", len(cards)
            )
            % words
        )
    if step.rule in LOW_SCALES and category == "high-card":
        return _("%(player)s's low is %(cards)s.") % words
    if step.rule in LOW_SCALES:
        return _("%(player)s can do no better than %(category)s: %(cards)s.") % words
    words["hand"] = whole(category, cards)
    if "high" in step.out:
        return _("%(player)s's high hand is %(hand)s.") % words
    if step.rule == "two-and-three":
        return _("With two own cards and three of the board's %(player)s plays %(hand)s.") % words
    return _("%(player)s plays %(hand)s.") % words


def held(cards: Sequence[str], scale: Scale) -> str:
    """Return the cards that play on a scale in words: "a pair of kings with ace, queen and nine", a low by its ranks."""
    category = "high-card" if scale == "badugi" else category_of(SCALES[scale](_parsed(cards)))
    if scale == "high":
        return whole(category, cards)
    if category == "high-card":
        return dashed(cards)
    return _("%(hand)s: %(cards)s") % {"hand": a_category(category), "cards": dashed(cards)}


def _low_read(step: Step) -> str:
    """Say what a player's low is, or that it has none; in Omaha own cards and the board's are told apart."""
    if step.out["low"] is None and "own" in step.values:
        message = _(
            "With two own cards and three of the board's %(player)s can't make five different ranks up to the eight, so there is no low."
        )
        return message % {"player": step.seat}
    if step.out["low"] is None:
        return _("%(player)s can't make five different ranks up to the eight, so there is no low.") % {
            "player": step.seat
        }
    words = {"player": step.seat, "cards": dashed(step.out["low"]["cards"])}
    return _("%(player)s's low is %(cards)s.") % words


def _low_compared(step: Step) -> str:
    """Say who wins the low half."""
    if step.out["low"] is None:
        return _("Nobody has a low that qualifies, so the high hand wins everything.")
    winners = step.out["low"]["winners"]
    words = {"winners": listed(winners), "cards": dashed(step.values[winners[0]])}
    if step.out["low"]["split"]:
        return _("The lows of %(winners)s are alike, %(cards)s: they split the low half.") % words
    return _("%(winners)s wins the low half with %(cards)s.") % words


def comparison_text(step: Step, out: Mapping[str, Any]) -> str:
    """Say who wins, and which cards decide it: those of a winner beside those of the best hand that doesn't win."""
    fives, winners = step.values, out["winners"]
    category, best = out["category"], fives[winners[0]]
    words = {"winner": winners[0], "winners": listed(winners), "category": a_category(category)}
    if out["split"] and "high" in step.out:
        return _("The high hands of %(winners)s are worth the same: they split what the high hand wins.") % words
    if out["split"] and step.rule == "badugi":
        return _("The cards that %(winners)s use are worth the same: they split the pot.") % words
    if out["split"] and step.rule == "deuce-to-seven":  # a flush counts against a hand there, so suits do count
        return _("The best five of %(winners)s are worth the same: they split the pot.") % words
    if out["split"]:
        return _("The best five of %(winners)s are worth the same, and suits never count: they split the pot.") % words
    scale = LOW_SCALES.get(step.rule, "high")
    loser = best_loser(fives, winners, scale)
    words["loser"] = loser
    if out["decided_by"] == "category":
        return _by_category(scale, best, fives[loser], words)
    if category == "royal-flush":  # a name only: it ranks as the top straight flush
        words["category"] = a_category("straight-flush")
    better, worse = next((a[0], b[0]) for a, b in zip(best, fives[loser], strict=True) if a[0] != b[0])
    if category in IN_GROUPS and out["decided_by"] == "rank":
        words |= {"better": several(better), "worse": several(worse)}
        return _("%(winner)s wins over %(loser)s: both have %(category)s, and %(better)s beat %(worse)s.") % words
    words |= {"better": one(better), "worse": one(worse), "hand": made(category, best) if scale == "high" else ""}
    if scale != "high":
        return _("%(winner)s wins over %(loser)s: read from the top, %(better)s beats %(worse)s.") % words
    if out["decided_by"] == "kicker":
        return (
            _("%(winner)s wins over %(loser)s: both have %(hand)s, and as a kicker %(better)s beats %(worse)s.") % words
        )
    return _by_rank(category) % words


def order_text(order: Sequence[Sequence[str]]) -> str:
    """Say in which order hands stand, best first; those that tie stand together."""
    groups = [names[0] if len(names) == 1 else _("%(players)s tied") % {"players": listed(names)} for names in order]
    return _("Set side by side, the hands stand in this order, best first: %(order)s.") % {"order": semicolon(groups)}


def _by_category(scale: Scale, better: Sequence[str], worse: Sequence[str], words: Mapping[str, str]) -> str:
    """Say who wins where hands are of different kinds."""
    if scale == "badugi":
        many = {"more": len(better), "fewer": len(worse)}
        return _("%(winner)s wins over %(loser)s: %(more)s cards beat %(fewer)s.") % {**words, **many}
    other = {"other": a_category(category_of(SCALES[scale](_parsed(worse))))}
    if scale == "high":
        return _("%(winner)s wins over %(loser)s: %(category)s beats %(other)s.") % {**words, **other}
    return _("%(winner)s wins over %(loser)s: of lows %(category)s beats %(other)s.") % {**words, **other}


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


def _holdings_text(hands: Sequence[Sequence[str]], board: Sequence[str]) -> str:
    """Say which two cards make the best hand, and how many holdings that is."""
    if len(hands) > MOST_NAMED:
        return _("%(many)s different holdings make it.") % {"many": len(hands)}
    alike = Counter(map(_ranks, hands))
    named = dict.fromkeys(_holding_text(pair, alike[_ranks(pair)], board) for pair in hands)
    words = {"many": len(hands), "ranks": listed(list(named))}
    return ngettext("One holding makes it: %(ranks)s.", "%(many)s holdings make it: %(ranks)s.", len(hands)) % words


def _holding_text(pair: Sequence[str], alike: int, board: Sequence[str]) -> str:
    """Return a holding by its ranks where all cards of these ranks would do, else with its suits; `alike` is how many
    of its ranks do.
    """
    high, low = sorted(pair, key=lambda card: RANKS.index(card[0]), reverse=True)
    left = [sum(rank + suit not in board for suit in SUITS) for rank in (high[0], low[0])]
    possible = comb(left[0], 2) if high[0] == low[0] else left[0] * left[1]
    return rank_signs([high, low]) if alike == possible else " ".join(with_suits([card]) for card in (high, low))


def _ranks(pair: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(card[0] for card in pair))


def _outs_text(step: Step) -> str:
    """Say how many of the cards that nobody has seen win, and how many tie."""
    wins, ties = step.out["wins"], step.out["ties"]
    words = {"player": step.seat, "wins": len(wins), "ties": len(ties), "seen": len(step.values["seen"])}
    if not wins and not ties:
        return _("Of all cards but the %(seen)s that are seen, none makes %(player)s's hand best.") % words
    if not wins:
        message = ngettext(
            "Of all cards but the %(seen)s that are seen, none makes %(player)s's hand best and one makes a tie.",
            "Of all cards but the %(seen)s that are seen, none makes %(player)s's hand best and %(ties)s make a tie.",
            len(ties),
        )
    elif not ties:
        message = ngettext(
            "Of all cards but the %(seen)s that are seen, one makes %(player)s's hand best.",
            "Of all cards but the %(seen)s that are seen, %(wins)s make %(player)s's hand best.",
            len(wins),
        )
    else:
        message = ngettext(
            "Of all cards but the %(seen)s that are seen, one makes %(player)s's hand best and %(ties)s a tie.",
            "Of all cards but the %(seen)s that are seen, %(wins)s make %(player)s's hand best and %(ties)s a tie.",
            len(wins),
        )
    return message % words


def best_loser(fives: Mapping[str, Sequence[str]], winners: Sequence[str], scale: Scale) -> str:
    """Return who has the best of the hands that don't win, the first in the order of the seats."""
    losers = [name for name in fives if name not in winners]
    return max(losers, key=lambda name: SCALES[scale](_parsed(fives[name])))


def _parsed(cards: Sequence[str]) -> list[Card]:
    return [parse_card(card) for card in cards]
