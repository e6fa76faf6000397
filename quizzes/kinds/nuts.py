"""Which two cards make the best hand that a board allows?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import comb
from operator import itemgetter
from random import Random
from typing import Any

from quizzes.engine.cards import SUITS, Card, card_text, cards_text, parse_card, rank_of, suit_of
from quizzes.engine.chances import worths
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.hand import play
from quizzes.engine.hands import Hand, category_of
from quizzes.engine.holdings import Holding
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import board_of
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Misconception, Raw, Variant, keeping_last, one
from quizzes.kinds.deals import ACE
from quizzes.kinds.dealt_games import face_up
from quizzes.kinds.readings import hand_table, rule_of
from quizzes.kinds.spots import NoSpot, keep_writing

MOST_HOLDINGS = 48
"""So many holdings can still be counted by looking; where the board itself is best there are a thousand."""

_FLUSHES = ("flush", "straight-flush", "royal-flush")
_LEVELS = {"three-of-a-kind": 1, "straight": 2, "flush": 3, "full-house": 4, "four-of-a-kind": 4}


@keeping_last
def solve(document: Document) -> Solution:
    """Return every two cards that make the best hand on the board, sorted as they are written.

    The board alone decides: cards that players hold are not taken away, since it is one of them who asks whether it
    holds the nuts. In Omaha two cards play with exactly three of the board's; in a split game the high hand counts.
    Raises DocumentError at `question` in a game without community cards, and at `board` for fewer than three.
    """
    if document.game.family != "flop":
        raise DocumentError("question", "the nuts are read off a board, and this game has none")
    play(document)
    board = board_of(document)
    pairs = _nuts(document)
    hands = sorted(sorted(cards_text(pair)) for pair in pairs)
    rule, dealt = rule_of(document.game), cards_text(board)
    made = Step(rule, "state", {"board": dealt}, {"nuts": best_hand(document, hands[0])})
    every = Step(rule, "state", {"board": dealt, "nuts": made.out["nuts"]["cards"]}, {"hands": hands})
    return Solution({"hands": hands}, (made, every))


def parse(document: Document, raw: Raw) -> Answer:
    """Read one best holding and how many there are: naming all of them would be copying, not reading.

    Raises IllFormed where not two cards off the board are picked, or no number is written.
    """
    problems: dict[str, str] = {}
    cards = [text for text in cards_text(document.game.deck) if text in raw.get("holding", ())]
    if len(cards) != 2 or set(cards) & set(cards_text(board_of(document))):
        problems["holding"] = "not-two"
    many = one(raw, "many")
    if not many.isdecimal() or len(many) > 6:
        problems["many"] = "no-count"
    if problems:
        raise IllFormed(problems)
    return {"holding": cards, "many": int(many)}


def best_hand(document: Document, holding: Sequence[str]) -> dict[str, Any]:
    """Return what two cards, as they are written, make with the board, as a step tells it."""
    return hand_table(_made(document, holding))


def _made(document: Document, holding: Sequence[str]) -> Hand:
    return Holding(document.game, tuple(map(parse_card, holding)), board_of(document)).best()


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return what the holding makes on the board, the category before the cards, and how many holdings there are.

    Of the cards the ranks alone count, but in a flush.
    """
    best = _made(document, answer["hands"][0] if "hands" in answer else answer["holding"])
    cards = tuple(text if best.category in _FLUSHES else text[0] for text in cards_text(best.cards))
    return {"holding": (best.category, *cards), "many": answer.get("many", len(answer.get("hands", ())))}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing follows: other holdings are counted in another way."""
    return frozenset()


@keeping_last
def _worths(document: Document) -> list[tuple[tuple[Card, Card], int]]:
    """Return every two cards that are not on the board, and what they are worth with it."""
    return list(worths(document.game, board_of(document)))


def _nuts(document: Document) -> list[tuple[Card, Card]]:
    best = _best(document)
    return [pair for pair, worth in _worths(document) if worth == best]


def _best(document: Document) -> int:
    return max(worth for _, worth in _worths(document))


def _apart_from(*overlooked: str) -> Callable[[Document], Answer | None]:
    """Return the wrong solver that does not see hands of these categories."""

    def answer(document: Document) -> Answer | None:
        missed = {worth: category_of(worth) in overlooked for worth in set(map(itemgetter(1), _worths(document)))}
        seen = [(worth, pair) for pair, worth in _worths(document) if not missed[worth]]
        best = max((worth for worth, _ in seen), default=None)
        return {"hands": [cards_text(pair) for worth, pair in seen if worth == best]} if seen else None

    return answer


def _all_suits(document: Document) -> Answer:
    """Count the holdings as if no card of their ranks lay on the board."""
    hands = solve(document).answer["hands"]
    ranks = {tuple(sorted(text[0] for text in pair)) for pair in hands}
    many = sum(comb(4, 2) if first == second else 4 * 4 for first, second in ranks)
    return {"holding": hands[0], "many": many}


def _category(document: Document) -> str:
    return category_of(_best(document))


def _is(*categories: str) -> Callable[[Document], bool]:
    return lambda document: _category(document) in categories


MISCONCEPTIONS = (
    Misconception("straight-missed", _is("straight"), _apart_from("straight"), (2,)),
    Misconception("flush-missed", _is(*_FLUSHES), _apart_from(*_FLUSHES), (3, 5)),
    Misconception(
        "pair-missed",
        _is("full-house", "four-of-a-kind"),
        _apart_from("full-house", "four-of-a-kind"),
        (4,),
    ),
    Misconception(
        "straight-flush-missed",
        _is("straight-flush", "royal-flush"),
        _apart_from("straight-flush", "royal-flush"),
        (5,),
    ),
    Misconception("board-cards-counted", _is("three-of-a-kind", "four-of-a-kind"), _all_suits, (1, 4)),
)


def level(document: Document) -> int:
    """Return a spot's level by what is best: equal ranks, a straight, a flush, what takes a pair, a straight flush."""
    return _LEVELS.get(_category(document), 5)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a board, on the flop, the turn or the river, that few holdings are best on."""

    def write() -> Document:
        document = _write(rng, wanted, rules, variant)
        if level(document) != wanted or len(_nuts(document)) > MOST_HOLDINGS:
            raise NoSpot
        return document

    return keep_writing(write)


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    """Deal a board; for a flush from few suits, for a straight flush from few ranks besides."""
    game = GAMES[variant.game]
    street = rng.choice(game.streets[1:])
    suits, ranks = {3: (rng.choice((2, 3)), 13), 5: (2, 8)}.get(wanted, (4, 13))
    lowest = rng.randrange(14 - ranks)
    deck = [card for card in game.deck if lowest <= rank_of(card) < lowest + ranks and suit_of(card) < suits]
    board = rng.sample(deck, game.board_cards(street))
    if _shape(board) != wanted:
        raise NoSpot
    return replace(face_up(rng, rules, game, board, ((), ()), "nuts"), street=street)


def _shape(board: Sequence[Card]) -> int:
    """Return the level that a board's own cards point to: what three of them can be part of."""
    if any(_in_a_row([card for card in board if suit_of(card) == suit]) for suit in range(len(SUITS))):
        return 5
    suits = [suit_of(card) for card in board]
    if len(set(map(rank_of, board))) < len(board):
        return _LEVELS["full-house"]
    if max(map(suits.count, suits)) > 2:
        return _LEVELS["flush"]
    return _LEVELS["straight" if _in_a_row(board) else "three-of-a-kind"]


def _in_a_row(cards: Sequence[Card]) -> bool:
    """Return whether three different ranks are among five that follow one another; an ace also stands below the two."""
    ranks = set(map(rank_of, cards))
    steps = ranks | ({-1} if ACE in ranks else set())
    return any(len(steps & set(range(low, low + 5))) > 2 for low in range(-1, ACE - 3))


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    hands = solve(document).answer["hands"]
    board = board_of(document)
    right = {"holding": hands[0], "many": [str(len(hands))]}
    worse, _ = min(worths(document.game, board), key=itemgetter(1))
    return Examples(
        right=(right, {**right, "holding": hands[-1]}),
        wrong=({**right, "holding": cards_text(worse)}, {**right, "many": [str(len(hands) + 1)]}),
        ill_formed=(
            {},
            {**right, "holding": hands[0][:1]},
            {**right, "holding": [hands[0][0], card_text(board[0])]},
            {**right, "many": ["a few"]},
        ),
    )


KIND = Kind(
    id="nuts",
    version=1,
    input="nuts",
    toggles=(),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: ("many",),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=(HOLDEM, Variant("omaha")),
)
