"""Which cards does a player play, and what do they make?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from quizzes.engine.cards import DECK, Card, cards_text, parse_card, rank_of, suit_of
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, Game, Scale
from quizzes.engine.hand import play
from quizzes.engine.hands import CATEGORIES, best_five, category_of
from quizzes.engine.holdings import SCALES, Holding, in_order
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import holding_of
from quizzes.engine.steps import Solution
from quizzes.kinds import misread, misread_games
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Misconception, Raw, Variant, keeping_last, one
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
from quizzes.kinds.dealt_games import deal_with, face_down, face_up, points_of
from quizzes.kinds.misread import OF_A_SUIT, Method, Reading
from quizzes.kinds.misread_games import ACE_TO_FIVE, OMAHA, SPLIT, Misreading
from quizzes.kinds.readings import hand_table, reading, readings
from quizzes.kinds.spots import NoSpot, keep_writing

Hand = Sequence[Card]


@keeping_last
def solve(document: Document) -> Solution:
    """Return the category and the cards that play of the question's player, the strongest group first.

    In a split game that is the high hand, beside the cards of the low or None. Raises DocumentError at
    `question.player` where no player with cards is named, at `seats[i].cards` for an unknown card and for too few, and
    at `board` for a board that can't be read.
    """
    if document.actions:
        play(document)
    name = document.question.player
    if name is None:
        raise DocumentError("question.player", "name the player whose hand is read")
    if not document.seats[document.index(name)].cards:
        raise DocumentError("question.player", "%(name)s has no cards to read", name=name)
    holding = holding_of(document, name)
    if not document.game.split:
        step = reading(name, holding)
        return Solution(step.out, (step,))
    high, low = readings(name, holding)
    return Solution({**high.out, **low.out}, (high, low))


@keeping_last
def held(document: Document) -> tuple[Hand, Hand]:
    """Return the own cards of the question's player, and the board's."""
    name = document.question.player
    assert name is not None
    holding = holding_of(document, name)
    return holding.own, holding.board


def parse(document: Document, raw: Raw) -> Answer:
    """Read the category and the cards that were picked, in a split game for the low too.

    A category is asked for high hands only: in a low game it follows from the cards. Raises IllFormed where it is not
    chosen, and where not five cards are picked, or for a badugi not one to four.
    """
    problems: dict[str, str] = {}
    asked = fields(document)
    cards = _picked(document, raw, "cards", problems)
    category = one(raw, "category")
    if "category" in asked and category not in CATEGORIES:
        problems["category"] = "no-choice"
    low = None
    if "low" in asked and not (one(raw, "no_low") and not raw.get("low")):
        low = {"cards": _picked(document, raw, "low", problems)}
    if problems:
        raise IllFormed(problems)
    if "category" not in asked:
        category = _low_category(document, cards)
    high = {"category": category, "cards": cards}
    return {"high": high, "low": low} if "low" in asked else high


def _picked(document: Document, raw: Raw, field: str, problems: dict[str, str]) -> list[str]:
    own, board = held(document)
    picked = raw.get(field, ())
    cards = [card for card in cards_text((*own, *board)) if card in picked]
    badugi = document.game.scale == "badugi"
    if not set(picked) <= set(cards) or len(cards) not in ((1, 2, 3, 4) if badugi else (5,)):
        problems[field] = "no-cards" if badugi else "not-five"
    return cards


def _low_category(document: Document, cards: Sequence[str]) -> str:
    if document.game.scale == "badugi":
        return "high-card"
    return category_of(SCALES[document.game.scale]([parse_card(card) for card in cards]))


def fields(document: Document) -> tuple[str, ...]:
    """Return what is asked beside the cards that play: the category of a high hand, and the low of a split game."""
    return ("category",) * (document.game.scale == "high") + ("low",) * document.game.split


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the category, a royal flush being a straight flush, and what the cards that play are worth as cards.

    Ranks alone count, as "K" and "9", unless the right five are of one suit, or the cards may not play together: then
    it is just these cards, as "Kd".
    """
    if document.game.split:
        low = answer["low"]
        high = _high_values(document, right["high"], answer["high"])
        return {**high, "low": None if low is None else _texts(document, low["cards"], "ace-to-five")}
    return _high_values(document, right, answer)


def _high_values(document: Document, right: Answer, answer: Answer) -> dict[str, Any]:
    scale = document.game.scale
    cards = _texts(document, answer["cards"], scale, just_these=scale == "high" and right["category"] in OF_A_SUIT)
    return {"cards": cards, "category": plain_category(answer["category"])} if scale == "high" else {"cards": cards}


def _texts(document: Document, texts: Sequence[str], scale: Scale, just_these: bool = False) -> tuple[str, ...]:
    cards = in_order(sorted(map(parse_card, texts), reverse=True), scale)
    fits = not just_these and _may_play(document, cards)
    return tuple(text[0] if fits else text for text in cards_text(cards))


def _may_play(document: Document, cards: Sequence[Card]) -> bool:
    """Return whether cards may be used together: two own ones in Omaha, no rank and no suit twice in a badugi."""
    if document.game.use is not None:
        return len(set(cards) & set(held(document)[0])) == document.game.use
    different = len(set(map(rank_of, cards))) == len(set(map(suit_of, cards))) == len(cards)
    return document.game.scale != "badugi" or different


def plain_category(category: str) -> str:
    """Return a category without the name that the highest straight flush has."""
    return "straight-flush" if category == "royal-flush" else category


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing follows from a slip here: who misses the straight has read the hand wrong in both."""
    return frozenset()


def _answer(found: Reading) -> Answer:
    return {"category": found.category, "cards": cards_text(found.cards)}


def _misread(method: Method) -> Callable[[Document], Answer]:
    """Return the wrong solver that reads the player's cards by this method."""
    return lambda document: _answer(method(*held(document)))


def _take_both_for_one(document: Document) -> Answer:
    """Call a straight and a flush together a straight flush."""
    return {**_answer(misread.with_straights_first(*held(document))), "category": "straight-flush"}


def _category(document: Document) -> str:
    return misread.well_read(*held(document)).category


def _misread_high(method: Misreading) -> Callable[[Document], Answer | None]:
    """Return the wrong solver that reads what the game awards first by this method, and any low as it is."""

    def answer(document: Document) -> Answer | None:
        found = method.read(holding_of(document, str(document.question.player)))
        if found is None or not document.game.split:
            return hand_table(found) if found else None
        return {**solve(document).answer, "high": hand_table(found)}

    return answer


def _misread_low(method: Misreading) -> Callable[[Document], Answer | None]:
    """Return the wrong solver that reads the low of a split game by this method, and the high hand as it is."""

    def answer(document: Document) -> Answer | None:
        found = method.read(holding_of(document, str(document.question.player)))
        return {**solve(document).answer, "low": found and {"cards": cards_text(found.cards)}}

    return answer


def _always(document: Document) -> bool:
    return True


_HOLDEM = ("holdem",)

MISCONCEPTIONS = (
    Misconception("board-not-shared", lambda d: _idle(*held(d)) > 0, _misread(misread.with_both_own), games=_HOLDEM),
    Misconception(
        "third-pair", lambda d: _category(d) == "two-pair", _misread(misread.with_a_third_pair), games=_HOLDEM
    ),
    Misconception(
        "wheel-missed", lambda d: _category(d) in misread.IN_A_ROW, _misread(misread.with_the_ace_high), games=_HOLDEM
    ),
    Misconception("wrap-around", lambda d: _bends(*held(d)), _misread(misread.round_the_corner), games=_HOLDEM),
    Misconception(
        "straight-over-flush", lambda d: _category(d) == "flush", _misread(misread.with_straights_first), games=_HOLDEM
    ),
    Misconception(
        "straight-and-flush", lambda d: misread.has_straight_and_flush(*held(d)), _take_both_for_one, games=_HOLDEM
    ),
    Misconception(
        "stopped-at-pairs",
        lambda d: _category(d) in (*misread.IN_A_ROW, *OF_A_SUIT) and _repeats(*held(d)),
        _misread(misread.with_pairs_only),
        games=_HOLDEM,
    ),
    Misconception("any-from-hand", _always, _misread_high(misread_games.ANY_FROM_HAND), games=OMAHA),
    Misconception("one-from-hand", _always, _misread_high(misread_games.ONE_FROM_HAND), games=OMAHA),
    Misconception("three-from-hand", _always, _misread_high(misread_games.THREE_FROM_HAND), games=OMAHA),
    Misconception("nine-low", _always, _misread_low(misread_games.NINE_LOW), games=SPLIT),
    Misconception("own-for-low", _always, _misread_low(misread_games.OWN_FOR_LOW), games=("omaha8",)),
    Misconception(
        "straights-in-low", lambda d: level(d) > 3, _misread_low(misread_games.STRAIGHTS_IN_LOW), (4, 5), ("stud8",)
    ),
    Misconception("straights-counted", _always, _misread_high(misread_games.STRAIGHTS_COUNTED), games=ACE_TO_FIVE),
    Misconception("ace-high", lambda d: level(d) < 5, _misread_high(misread_games.ACE_HIGH), (2, 3, 4), ACE_TO_FIVE),
    Misconception("suits-ignored", _always, _misread_high(misread_games.SUITS_IGNORED), games=("badugi",)),
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
    if document.game.id != "holdem":
        return min(5, 1 + points_of(holding_of(document, str(document.question.player))))
    return min(5, 1 + _points((*own, *board)) + _idle(own, board))


def _points(cards: Hand) -> int:
    """Return what a player's cards and the board's have to see in them, whoever holds which."""
    many = sorted(Counter(map(rank_of, cards)).values(), reverse=True)
    suited = max(Counter(map(suit_of, cards)).values())
    run = longest_run(cards)
    return (
        (run >= 5 or suited >= 5)
        + (run >= 5 and suited >= 5 and best_five(cards).category in ("straight-flush", "royal-flush"))
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

EQUAL_RANKS = TRICKS[:1]
"""The one trick among whose cards some have nothing to see but equal ranks."""


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a player's cards on the last street, in a game with a board that as well."""
    if variant.game == "holdem":
        return keep_writing(lambda: _write(rng, wanted, rules))
    return keep_writing(lambda: _write_in(rng, GAMES[variant.game], wanted, rules))


def _write_in(rng: Random, game: Game, wanted: int, rules: Ruleset) -> Document:
    """Deal one hand by chance; in stud there is another, whose open cards lie on the table."""

    def count(hands: Sequence[Holding]) -> int:
        return min(4, points_of(hands[0]))

    if game.family == "stud":
        hands, board = deal_with(rng, game, 2, wanted - 1, count)
        return face_down(face_up(rng, rules, game, board, hands, "read_hand", asked=True), 1)
    (own,), board = deal_with(rng, game, 1, wanted - 1, count)
    return face_up(rng, rules, game, board, (own, ()), "read_hand", asked=True)


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    """Deal seven cards with a trick in them, and give the player two that make the level."""
    tops, shapes = rng.choice(TRICKS if wanted > 1 else EQUAL_RANKS)
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
    high = answer["high"] if document.game.split else answer
    own, board = held(document)
    cards, seen = high["cards"], cards_text((*own, *board))
    right: dict[str, list[str]] = {"cards": cards}
    other = {**right, "cards": _other_cards(document, seen)}
    if "category" in fields(document):
        right["category"] = [high["category"]]
        other["category"] = ["pair" if high["category"] != "pair" else "flush"]
    if "low" in fields(document):
        low = {"low": answer["low"]["cards"]} if answer["low"] else {"no_low": ["1"]}
        right, other = {**right, **low}, {**other, **low}
    stranger = next(card for card in cards_text(DECK) if card not in seen)
    return Examples(
        right=(right, {**right, "cards": cards[::-1]}),
        wrong=(other,),
        ill_formed=(
            {},
            {**right, "cards": []},
            {**right, "cards": [*cards, *seen, stranger]},
            {**right, "cards": [*cards[1:], stranger]},
        ),
    )


def _other_cards(document: Document, seen: Sequence[str]) -> list[str]:
    """Return cards that may be picked and are not the right ones."""
    answer = solve(document).answer
    right = answer["high"] if document.game.split else answer
    value = _high_values(document, right, right)
    groups = (list(cards) for many in (5, 3) for cards in combinations(seen, many))
    return next(cards for cards in groups if _high_values(document, right, {**right, "cards": cards}) != value)


KIND = Kind(
    id="read_hand",
    version=3,
    input="cards",
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
    variants=(HOLDEM, *map(Variant, ("omaha", "omaha8", "razz", "stud8", "badugi"))),
)
