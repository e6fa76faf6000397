"""Who has the best hand, and what decides it?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quizzes.engine.cards import rank_of
from quizzes.engine.document import Document
from quizzes.engine.hands import CATEGORIES, Hand
from quizzes.engine.showdown import compared_hands, decide, low_winners
from quizzes.engine.steps import Solution
from quizzes.kinds import miscompare, misread, misread_games
from quizzes.kinds.base import (
    HOLDEM,
    LEVELS,
    Answer,
    Examples,
    IllFormed,
    Kind,
    Misconception,
    Raw,
    Variant,
    keeping_last,
    one,
)
from quizzes.kinds.deals import WHEEL, goes_round_the_corner
from quizzes.kinds.miscompare import GROUPS, Comparison, by_method, by_misreading, by_ranks, decider, order
from quizzes.kinds.misread import IN_A_ROW
from quizzes.kinds.misread_games import ACE_TO_FIVE, DEUCE_TO_SEVEN, OMAHA, SPLIT
from quizzes.kinds.read_hand import plain_category
from quizzes.kinds.readings import comparison, split_comparison
from quizzes.kinds.winner_spots import generate, level

GAMES_DRILLED = ("omaha", "omaha8", "razz", "stud8", "27sd", "a5td", "badugi")
DECIDERS = ("category", "rank", "kicker", "nothing")


@keeping_last
def solve(document: Document) -> Solution:
    """Return the winners and what sets them above the best hand that doesn't win. TDA 2024 12: cards speak.

    In a split game that is the high half, beside the winners of the low half or None. Raises DocumentError at
    `question` when fewer than two players are left, at `seats[i].cards` for cards that are missing or unknown, and at
    `board` for a board that can't be read.
    """
    hands = compared_hands(document)
    decision = decide(hands)
    answer = {
        "winners": list(decision.winners),
        "split": decision.split,
        "category": decision.category,
        "decided_by": decision.decided_by,
    }
    if not document.game.split:
        return comparison(hands, answer)
    low = list(low_winners(hands))
    return split_comparison(hands, {"high": answer, "low": {"winners": low, "split": len(low) > 1} if low else None})


def parse(document: Document, raw: Raw) -> Answer:
    """Read who wins, with which category, and what decides; in a split game who wins the low half too.

    Raises IllFormed at each of them that is not chosen.
    """
    winners, low = (_named(document, raw, field) for field in ("winners", "low"))
    category, decided_by = one(raw, "category"), one(raw, "decided_by")
    if "category" not in fields(document):
        category = "high-card"
    fine = {"winners": winners, "category": category in CATEGORIES, "decided_by": decided_by in DECIDERS}
    if document.game.split:
        fine["low"] = bool(low) != bool(one(raw, "no_low"))
    problems = {field: "no-choice" for field, chosen in fine.items() if not chosen}
    if problems:
        raise IllFormed(problems)
    high = {"winners": winners, "split": len(winners) > 1, "category": category, "decided_by": decided_by}
    if not document.game.split:
        return high
    return {"high": high, "low": {"winners": low, "split": len(low) > 1} if low else None}


def _named(document: Document, raw: Raw, field: str) -> list[str]:
    return [seat.name for seat in document.seats if seat.name in raw.get(field, ()) and not seat.empty]


def fields(document: Document) -> tuple[str, ...]:
    """Return what is asked beside winners and what decides: a category but of badugis, and a low half that there is."""
    return ("category",) * (document.game.scale != "badugi") + ("low",) * document.game.split


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the winners in the order of their seats, what decides, and the category; a split follows from the winners.

    A royal flush is a straight flush.
    """
    high = answer["high"] if document.game.split else answer
    found = {"winners": _seated_order(document, high["winners"]), "decided_by": high["decided_by"]}
    if "category" in fields(document):
        found["category"] = plain_category(high["category"])
    if document.game.split:
        found["low"] = _seated_order(document, answer["low"]["winners"]) if answer["low"] else None
    return found


def _seated_order(document: Document, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=document.index))


def follow(document: Document, response: Answer) -> frozenset[str]:
    """That nothing decides follows from a split, that something does from one winner: the slip is in the winners."""
    given, right = (each["high"] if document.game.split else each for each in (response, solve(document).answer))
    if given["split"] == right["split"] or given["split"] != (given["decided_by"] == "nothing"):
        return frozenset()
    return frozenset({"decided_by"})


COMPARISONS: Mapping[str, tuple[Comparison, tuple[str, ...]]] = {
    "kicker-sixth-card": (by_ranks(miscompare.with_the_rest), ("holdem",)),
    "third-pair": (by_ranks(miscompare.with_a_third_pair), ("holdem",)),
    "four-cards-compared": (by_ranks(miscompare.without_the_fifth), ("holdem",)),
    "kicker-ignored": (by_ranks(miscompare.without_kickers), ("holdem",)),
    "high-card-first": (by_ranks(miscompare.highest_first), ("holdem",)),
    "board-not-shared": (by_method(misread.with_both_own), ("holdem",)),
    "wheel-missed": (by_method(misread.with_the_ace_high), ("holdem",)),
    "wrap-around": (by_method(misread.round_the_corner), ("holdem",)),
    "straight-over-flush": (by_method(misread.with_straights_first, misread.STRAIGHT_FIRST), ("holdem",)),
    "any-from-hand": (by_misreading(misread_games.ANY_FROM_HAND), OMAHA),
    "one-from-hand": (by_misreading(misread_games.ONE_FROM_HAND), OMAHA),
    "three-from-hand": (by_misreading(misread_games.THREE_FROM_HAND), OMAHA),
    "straights-counted": (by_misreading(misread_games.STRAIGHTS_COUNTED), ACE_TO_FIVE),
    "ace-high": (by_misreading(misread_games.ACE_HIGH), ACE_TO_FIVE),
    "ace-low": (by_misreading(misread_games.ACE_LOW), DEUCE_TO_SEVEN),
    "straights-ignored": (by_misreading(misread_games.ACE_HIGH), DEUCE_TO_SEVEN),
    "from-below": (by_misreading(misread_games.FROM_BELOW), (*ACE_TO_FIVE, *DEUCE_TO_SEVEN)),
    "suits-ignored": (by_misreading(misread_games.SUITS_IGNORED), ("badugi",)),
}
"""Wrong ways to compare hands, and the games in which people use them."""


def _taken(comparison: Comparison) -> Callable[[Document], Answer]:
    """Return the wrong solver that compares the hands like this, in a split game the high ones."""

    def answer(document: Document) -> Answer:
        taken = comparison(document)
        winners, *beaten = order(taken)
        decided_by = "nothing" if len(winners) > 1 else decider(taken[winners[0]], taken[beaten[0][0]])
        category = taken[winners[0]].reading.category
        high = {"winners": winners, "split": len(winners) > 1, "category": category, "decided_by": decided_by}
        return {**solve(document).answer, "high": high} if document.game.split else high

    return answer


def _low_taken(comparison: Comparison) -> Callable[[Document], Answer]:
    """Return the wrong solver that compares the lows like this, the high half as it is."""

    def answer(document: Document) -> Answer:
        winners = next(iter(order(comparison(document))), [])
        low = {"winners": winners, "split": len(winners) > 1} if winners else None
        return {**solve(document).answer, "low": low}

    return answer


def _by_suits(document: Document) -> Answer:
    """Break a tie by suits, so that a rank is said to decide."""
    answer = solve(document).answer
    winners = order(miscompare.by_suits(document))[0]
    alone = {"split": False, "decided_by": "rank"} if len(winners) == 1 else {}
    return {**answer, "winners": winners, **alone}


def _split(document: Document) -> bool:
    return bool(solve(document).answer["split"])


def _by(document: Document, *parts: str) -> bool:
    return solve(document).answer["decided_by"] in parts


def _in_groups(document: Document) -> bool:
    return solve(document).answer["category"] in GROUPS


def _bests(document: Document) -> list[Hand]:
    return [holding.best() for holding in compared_hands(document).values()]


def _any_wheel(document: Document) -> bool:
    return any(hand.category in IN_A_ROW and rank_of(hand.cards[0]) == WHEEL for hand in _bests(document))


def _bends(document: Document) -> bool:
    return any(goes_round_the_corner(holding.cards) for holding in compared_hands(document).values())


def any_ace(document: Document) -> bool:
    """Return whether a hand that is compared has an ace, which could be taken for low."""
    return misread_games.any_ace(compared_hands(document).values())


def _any_flush(document: Document) -> bool:
    return any(hand.category == "flush" for hand in _bests(document))


def _always(document: Document) -> bool:
    return True


def _below(limit: int) -> Callable[[Document], bool]:
    return lambda document: level(document) < limit


_APPLIES: Mapping[str, Callable[[Document], bool]] = {
    "kicker-sixth-card": _split,
    "third-pair": _in_groups,
    "four-cards-compared": lambda d: _by(d, "rank", "kicker"),
    "kicker-ignored": lambda d: _by(d, "kicker"),
    "high-card-first": lambda d: _in_groups(d) and _by(d, "rank"),
    "wheel-missed": _any_wheel,
    "wrap-around": _bends,
    "straight-over-flush": _any_flush,
    "straights-ignored": _below(4),
    "ace-low": any_ace,
}
_LEVELS = {"straights-ignored": LEVELS[:3]}
MISCONCEPTIONS = (
    Misconception("suit-breaks-tie", _split, _by_suits, games=("holdem",)),
    *(
        Misconception(id, _APPLIES.get(id, _always), _taken(comparison), _LEVELS.get(id, LEVELS), games)
        for id, (comparison, games) in COMPARISONS.items()
    ),
    Misconception("nine-low", _below(5), _low_taken(by_misreading(misread_games.NINE_LOW)), LEVELS[:4], games=SPLIT),
    Misconception("own-for-low", _always, _low_taken(by_misreading(misread_games.OWN_FOR_LOW)), games=("omaha8",)),
    Misconception(
        "straights-in-low",
        _always,
        _low_taken(by_misreading(misread_games.STRAIGHTS_IN_LOW)),
        games=("stud8",),
    ),
)


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    high = answer["high"] if document.game.split else answer
    right = {"winners": high["winners"], "category": [high["category"]], "decided_by": [high["decided_by"]]}
    if document.game.split:
        right |= {"low": answer["low"]["winners"]} if answer["low"] else {"no_low": ["1"]}
    everybody = [seat.name for seat in document.seats]
    others = [name for name in everybody if name not in high["winners"]] or everybody[:1]
    part = "kicker" if high["decided_by"] != "kicker" else "category"
    return Examples(
        right=(right, {**right, "winners": high["winners"][::-1]}),
        wrong=({**right, "winners": others}, {**right, "decided_by": [part]}),
        ill_formed=(
            {},
            {**right, "winners": []},
            {**right, "winners": ["Nobody"]},
            {**right, "decided_by": ["suit"]},
        ),
    )


KIND = Kind(
    id="winner",
    version=5,
    input="winner",
    toggles=(),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=fields,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=(HOLDEM, *map(Variant, GAMES_DRILLED)),
)
