"""Which five cards does a player play, and what do they make?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from quizzes.engine.cards import DECK, Card, cards_text, parse_card, rank_of, suit_of
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.hands import CATEGORIES, best_five
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import board_of, cards_of
from quizzes.engine.steps import Solution, Step
from quizzes.kinds import misread
from quizzes.kinds.base import Answer, Examples, IllFormed, Kind, Misconception, Raw, one
from quizzes.kinds.deals import (
    ROUND_THE_CORNER,
    STRAIGHTS,
    TRIES_FOR_A_TRICK,
    WHEEL,
    deal,
    goes_round_the_corner,
    longest_run,
    showdown,
)
from quizzes.kinds.misread import OF_A_SUIT, Method, Reading
from quizzes.kinds.spots import NoSpot, attempt

Hand = Sequence[Card]


def solve(document: Document) -> Solution:
    """Return the category and the five cards of the question's player, the strongest group first.

    Raises DocumentError at `question.player` where no player with cards is named, at `seats[i].cards` for an unknown
    card, and at `board` for a board that can't be read.
    """
    play(document)
    name = document.question.player
    if name is None:
        raise DocumentError("question.player", "name the player whose hand is read")
    if not document.seats[document.index(name)].cards:
        raise DocumentError("question.player", f"{name} has no cards to read")
    step = reading(name, cards_of(document, name))
    return Solution(step.out, (step,))


def reading(name: str, cards: Sequence[Card]) -> Step:
    """Return the step that reads the best five out of a player's cards and the board's. TDA 2024 12: cards speak."""
    hand = best_five(cards)
    out = {"category": hand.category, "cards": cards_text(hand.cards)}
    return Step("cards-speak", "state", {"cards": cards_text(cards)}, out, name)


def comparison(hands: Mapping[str, Sequence[Card]], answer: Mapping[str, Any]) -> Solution:
    """Return an answer that follows from the players' hands, with the steps that read each and compare their fives."""
    readings = [reading(name, cards) for name, cards in hands.items()]
    fives = {name: step.out["cards"] for name, step in zip(hands, readings, strict=True)}
    return Solution(answer, (*readings, Step("cards-speak", "compare", fives, answer)))


def held(document: Document) -> tuple[Hand, Hand]:
    """Return the own cards of the question's player, and the board's."""
    name = document.question.player
    assert name is not None
    board = board_of(document)
    return cards_of(document, name)[: -len(board)], board


def parse(document: Document, raw: Raw) -> Answer:
    """Read the category and the five cards that were picked. Raises IllFormed where no category or not five are."""
    problems: dict[str, str] = {}
    category = one(raw, "category")
    if category not in CATEGORIES:
        problems["category"] = "no-choice"
    own, board = held(document)
    picked = raw.get("cards", ())
    cards = [card for card in cards_text((*own, *board)) if card in picked]
    if len(cards) != 5 or not set(picked) <= set(cards):
        problems["cards"] = "not-five"
    if problems:
        raise IllFormed(problems)
    return {"category": category, "cards": cards}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the category, a royal flush being a straight flush, and what the five cards are worth as cards.

    Ranks alone count, as "K" and "9", unless the right five are of one suit: then it is just these cards, as "Kd".
    """
    cards = [parse_card(text) for text in answer["cards"]]
    many = Counter(map(rank_of, cards))
    ordered = sorted(cards, key=lambda card: (many[rank_of(card)], card), reverse=True)
    just_these = right["category"] in OF_A_SUIT
    texts = tuple(text if just_these else text[0] for text in cards_text(ordered))
    return {"cards": texts, "category": plain_category(answer["category"])}


def plain_category(category: str) -> str:
    """Return a category without the name that the highest straight flush has."""
    return "straight-flush" if category == "royal-flush" else category


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing follows from a slip here: who misses the straight has read the hand wrong in both."""
    return frozenset()


def _answer(reading: Reading) -> Answer:
    return {"category": reading.category, "cards": cards_text(reading.cards)}


def _misread(method: Method) -> Callable[[Document], Answer]:
    """Return the wrong solver that reads the player's cards by this method."""
    return lambda document: _answer(method(*held(document)))


def _take_both_for_one(document: Document) -> Answer:
    """Call a straight and a flush together a straight flush."""
    return {**_answer(misread.with_straights_first(*held(document))), "category": "straight-flush"}


def _category(document: Document) -> str:
    return misread.well_read(*held(document)).category


MISCONCEPTIONS = (
    Misconception("board-not-shared", lambda d: _idle(*held(d)) > 0, _misread(misread.with_both_own)),
    Misconception("third-pair", lambda d: _category(d) == "two-pair", _misread(misread.with_a_third_pair)),
    Misconception("wheel-missed", lambda d: _category(d) in misread.IN_A_ROW, _misread(misread.with_the_ace_high)),
    Misconception("wrap-around", lambda d: _bends(*held(d)), _misread(misread.round_the_corner)),
    Misconception("straight-over-flush", lambda d: _category(d) == "flush", _misread(misread.with_straights_first)),
    Misconception("straight-and-flush", lambda d: misread.has_straight_and_flush(*held(d)), _take_both_for_one),
    Misconception(
        "stopped-at-pairs",
        lambda d: _category(d) in (*misread.IN_A_ROW, *OF_A_SUIT) and _repeats(*held(d)),
        _misread(misread.with_pairs_only),
    ),
)


def _idle(own: Hand, board: Hand) -> int:
    """Return how many of the player's own cards don't play, nor could in place of one of the board's."""
    return len(set(own) - set(best_five((*own, *board)).cards))


def _bends(own: Hand, board: Hand) -> bool:
    return goes_round_the_corner((*own, *board))


def _repeats(own: Hand, board: Hand) -> bool:
    return len(set(map(rank_of, (*own, *board)))) < len(own) + len(board)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be seen or left aside.

    A straight or a flush, both in the same five cards; more equal ranks, cards of the suit or ranks in a row than
    five cards need; ranks that run past the ace; a flush that lacks one card; each own card that does not play.
    """
    own, board = held(document)
    return min(5, 1 + _points((*own, *board)) + _idle(own, board))


def _points(cards: Hand) -> int:
    """Return what a player's cards and the board's have to see in them, whoever holds which."""
    many = sorted(Counter(map(rank_of, cards)).values(), reverse=True)
    suited = max(Counter(map(suit_of, cards)).values())
    run = longest_run(cards)
    return (
        (run >= 5 or suited >= 5)
        + (best_five(cards).category in ("straight-flush", "royal-flush"))
        + (sum(count > 1 for count in many) > 2 or many[:2] == [3, 3])
        + max(0, run - 5)
        + max(0, suited - 5)
        + (suited == 4)
        + goes_round_the_corner(cards)
    )


_PAST_THE_ACE = ("rstuvAB", "rstuvrA", "rstuvvu", "rstuvAA", "r's't'uv'AB", "r's't'uv'vA", "rstuvwA", "r's't'uvw'w")

TRICKS: tuple[tuple[Sequence[int], tuple[str, ...]], ...] = (
    # cards of the same rank, and three pairs, some with four of a suit
    (
        STRAIGHTS,
        ("ABCDEFG", "AABCDEF", "AABBCDE", "AAABCDE", "AAABBCD", "A'AB'CD'EF'", "AAAABCD", "AAABBBC", "AAABBCC"),
    ),
    (STRAIGHTS, ("AABBCCD", "abbccdd", "aabccdd", "aabbcdd", "A'AB'BC'CD'", "a'bb'cc'dd'", "a'ab'cc'dd'")),
    # a straight, alone, with a pair, longer than five, with four of a suit
    (STRAIGHTS, ("rstuvAB", "r's't'uvA'B", "rstuvsA", "rstuvAA", "qrstuvA", "qrstuvs", "qr'st'u'vv'", "qr's't'uvA'")),
    (STRAIGHTS, ("pqrstuv", "p'q'r'stu'v", "p'q'rs't'uv", "pq'rs'tu'v'", "r's't'u'v'AB", "q'r's't'u'vA")),
    # a flush, and a flush beside a straight
    (STRAIGHTS, ("A'B'C'D'E'FG", "A'B'C'D'E'AB", "A'B'C'D'E'FF", "A'B'C'D'E'F'G", "A'B'C'D'E'F'A", "A'B'C'D'E'F'G'")),
    (STRAIGHTS, ("r's't'u'vA'B", "rs't'u'v'A'B", "r's't'u'vA'v", "r's't'u'vA'B'", "q'r's't'uvA'")),
    # the lowest straight, and ranks that go past the ace
    ((WHEEL,), _PAST_THE_ACE),
    (ROUND_THE_CORNER, _PAST_THE_ACE),
)
"""Seven cards with something in them, each trick as often as another: what a run may begin with, and the shapes."""


def generate(rng: Random, wanted: int, rules: Ruleset) -> Document:
    """Return a spot of a level: two cards of a player, and a board of five."""
    return attempt(lambda: _write(rng, wanted, rules), level, wanted)


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    """Deal seven cards with a trick in them, and give the player two that make the level."""
    tops, shapes = rng.choice(TRICKS)
    for _ in range(TRIES_FOR_A_TRICK):
        (seven,) = deal(rng, rng.choice(shapes), tops)
        needed = wanted - 1 - _points(seven)
        if needed > 2 or (needed < 0 and wanted < 5):
            continue
        pairs = list(combinations(seven, 2))
        for own in rng.sample(pairs, len(pairs)):
            board = [card for card in seven if card not in own]
            if _idle(own, board) == max(0, needed):
                return showdown(rng, rules, rng.sample(board, 5), (own, ()), "read_hand", asked=True)
    raise NoSpot


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    own, board = held(document)
    cards, seven = answer["cards"], cards_text((*own, *board))
    right = {"category": [answer["category"]], "cards": cards}
    other = {**right, "category": ["pair" if answer["category"] != "pair" else "flush"]}
    stranger = next(card for card in cards_text(DECK) if card not in seven)
    return Examples(
        right=(right, {**right, "cards": cards[::-1]}),
        wrong=(other, {**other, "cards": _another_five(document, seven)}),
        ill_formed=(
            {},
            {**right, "category": ["five-of-a-kind"]},
            {**right, "cards": cards[:4]},
            {**right, "cards": [*cards, *seven]},
            {**right, "cards": [*cards[:4], stranger]},
        ),
    )


def _another_five(document: Document, seven: Sequence[str]) -> list[str]:
    """Return five of the cards that are not the right ones."""
    right = solve(document).answer
    fives = ({**right, "cards": list(five)} for five in combinations(seven, 5))
    return next(five["cards"] for five in fives if values(document, right, five) != values(document, right, right))


KIND = Kind(
    id="read_hand",
    version=1,
    input="cards",
    toggles=(),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: (),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
)
