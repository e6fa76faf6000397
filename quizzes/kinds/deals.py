"""Cards dealt on purpose: a shape says which ranks come twice, run on or share a suit, and chance does the rest."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from random import Random

from quizzes.engine.cards import RANKS, SUITS, Card, rank_of
from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds.spots import NAMES

ACE = len(RANKS) - 1
WHEEL = 3
"""The rank of a five, the highest card of the lowest straight."""

STRAIGHTS = range(WHEEL + 1, ACE + 1)
"""The highest ranks of the other straights."""

ROUND_THE_CORNER = range(WHEEL)
"""The highest ranks from which five ranks downwards go past the ace: 2-A-K-Q-J, 3-2-A-K-Q and 4-3-2-A-K."""

TRIES_FOR_A_TRICK = 6
"""How often a trick is dealt for a level before another trick is taken: not every one can be as easy or as hard."""

_CARD = re.compile("([A-Za-z ])('?)")


def deal(rng: Random, shape: str, tops: Sequence[int] = STRAIGHTS) -> list[tuple[Card, ...]]:
    """Return the groups of different cards that a shape asks for: a letter is a card's rank, a space parts groups.

    Capital letters are ranks in any order, a to m from the highest down. Letters from n on are ranks that follow one
    another downwards as the letters do, r being one of `tops`; below the two come ace and king again. Cards with an
    apostrophe share one suit, and no other card has it. "rstuv AA" is a straight beside a pair.
    """
    cards = _CARD.findall(shape)
    ranks = _ranks(rng, {letter for letter, _ in cards if letter != " "}, tops)
    shared = rng.randrange(len(SUITS)) if any(mark for _, mark in cards) else None
    groups: list[list[Card]] = [[]]
    left = {rank: rng.sample(range(len(SUITS)), len(SUITS)) for rank in ranks.values()}
    for letter, mark in cards:
        if letter == " ":
            groups.append([])
            continue
        suits = left[ranks[letter]]
        suit = next(suit for suit in suits if (suit == shared) == bool(mark))
        suits.remove(suit)
        groups[-1].append(Card(ranks[letter] * len(SUITS) + suit))
    return [tuple(group) for group in groups]


def _ranks(rng: Random, letters: Collection[str], tops: Sequence[int]) -> dict[str, int]:
    """Choose a rank for every letter of a shape."""
    run = [letter for letter in sorted(letters) if letter >= "n"]
    top = rng.choice(tops)
    ranks = {letter: (top + ord("r") - ord(letter)) % len(RANKS) for letter in run}
    free = [letter for letter in sorted(letters) if letter < "n"]
    chosen = rng.sample([rank for rank in range(len(RANKS)) if rank not in ranks.values()], len(free))
    falling = iter(sorted(chosen[: sum(letter >= "a" for letter in free)], reverse=True))
    rest = iter(chosen[sum(letter >= "a" for letter in free) :])
    return ranks | {letter: next(falling if letter >= "a" else rest) for letter in free}


def longest_run(cards: Sequence[Card]) -> int:
    """Return how many ranks stand in a row at most; an ace also stands below the two."""
    there = {rank_of(card) for card in cards}
    longest = length = 0
    for rank in (ACE, *range(len(RANKS))):
        length = length + 1 if rank in there else 0
        longest = max(longest, length)
    return longest


def goes_round_the_corner(cards: Sequence[Card]) -> bool:
    """Return whether five ranks go past the ace, such as Q-K-A-2-3, which is no straight."""
    there = {rank_of(card) for card in cards}
    return any(all((top - below) % len(RANKS) in there for below in range(5)) for top in ROUND_THE_CORNER)


def showdown(
    rng: Random, rules: Ruleset, board: Sequence[Card], hands: Sequence[Sequence[Card]], kind: str, asked: bool = False
) -> Document:
    """Return a question about hands on the river, those without cards not shown; `asked` about the first player's."""
    names = sorted(rng.sample(NAMES, len(hands)))
    return Document(
        seats=tuple(Seat(name, cards=tuple(cards)) for name, cards in zip(names, hands, strict=True)),
        question=Question(kind, names[0] if asked else None),
        rules=rules,
        button=names[-1],
        street="river",
        board=tuple(board),
    )
