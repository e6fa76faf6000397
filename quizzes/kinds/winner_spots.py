"""Spots for who wins and how hands rank: cards that meet on purpose, at each level with so much to keep apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from quizzes.engine.cards import DECK, Card
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES, Game
from quizzes.engine.hands import category_of, strength
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import compared_hands
from quizzes.kinds.base import HOLDEM, Variant
from quizzes.kinds.deals import (
    ROUND_THE_CORNER,
    STRAIGHTS,
    TRIES_FOR_A_TRICK,
    WHEEL,
    deal,
    goes_round_the_corner,
    showdown,
)
from quizzes.kinds.dealt_games import deal_with, face_up, points_among
from quizzes.kinds.misread import IN_A_ROW, OF_A_SUIT
from quizzes.kinds.spots import NoSpot, keep_writing


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A third player and a fourth; hands of one category, to be compared within it; a third hand of it; a straight or a
    flush among the hands; ranks that run past the ace. For other games see `points_among`.
    """
    hands = compared_hands(document)
    if document.game.id != "holdem":
        return 1 + points_among(list(hands.values()))
    return 1 + _points([holding.cards for holding in hands.values()])


def _points(hands: Collection[Sequence[Card]]) -> int:
    """Return how many things there are to keep apart among players' cards with the board's: 4 at most."""
    strengths = sorted(map(strength, hands), reverse=True)
    categories = [category_of(value) for value in strengths]
    points = (
        min(2, len(categories) - 2)
        + (categories[0] == categories[1])
        + (categories.count(categories[0]) > 2)
        + any(category in (*IN_A_ROW, *OF_A_SUIT) for category in categories)
        + any(map(goes_round_the_corner, hands))
    )
    return min(4, points)


TRICKS: tuple[tuple[Sequence[int], tuple[str, ...]], ...] = (
    # a kicker decides, perhaps only the last, or does not play
    (
        STRAIGHTS,
        ("bdefg ba bc", "bbefg ac ad", "aabbe cf df", "bdefg ac ah", "cabfg cd ce", "bacgh bd be", "abcgh ad ae"),
    ),
    (STRAIGHTS, ("cabde cf cg", "aabbc df eg", "aaaef bg ch", "abdef cg ch", "rstuv AB CD", "a'b'c'd'e' f'g hi")),
    # the same ranks in other suits
    (STRAIGHTS, ("acdef ab ab", "bdefg ba ba", "bbdef ac ac", "rstuA vB vC")),
    # a third pair
    (STRAIGHTS, ("aabcd cd ce", "aabde de dc", "aabbc dd ef")),
    (STRAIGHTS, ("aacde de db", "bbcde de da", "aabbd ee cf")),
    # a higher card beside the lower pair
    (STRAIGHTS, ("bcfgh bd ca", "bcfgh be ca", "bbdgh de ga")),
    (STRAIGHTS, ("bcdgh be da", "bcdgh bf da", "cdegh cf ea", "bbegh ed ga")),
    # a straight against a flush, or against two
    (STRAIGHTS, ("r's't'AB C'D' uv", "r's'tA'B C'D' uv", "r's'tA'B C'D' E'F' uv")),
    (STRAIGHTS, ("r's'tA'B C'v' uv", "r'stA'B' C'D' uv", "r'stA'B' C'D' E'F' uv")),
    # the lowest straight
    ((WHEEL,), ("stuvA rB AC", "rtuvA sB BC", "rstuA vB AC", "rsuvA tB AB")),
    ((WHEEL,), ("rstuA vB AC", "rstuA vB qC", "rstuA vB vC", "rstuA vB AA")),
    # ranks that go past the ace
    (ROUND_THE_CORNER, ("rstuA vB AC", "stuvA rB AC", "rtuvA sB AC")),
    (ROUND_THE_CORNER, ("rstuu vA BC", "rstuA vA AB", "stuvA rB AC")),
    # no trick: a rank, a category
    (STRAIGHTS, ("bcfgh ba ca", "abdgh ae bf", "bdegh ba da", "bcegh ba cf")),
    (STRAIGHTS, ("acegh ab cd", "aabbc ad be", "bdefg ah ci", "rstuA vB qC", "b'c'd'e'f a'g g'h")),
    (
        STRAIGHTS,
        ("abdef ac bd", "bcdef aa bc", "abcef aa bc", "aabef ab ac", "aabcf bb ca", "abefg ab cc", "rstAB uv AA"),
    ),
    (
        STRAIGHTS,
        ("abdef bg ch", "abceg dd fh", "aabbf ac cd", "aabcd aa bb", "abcdf ff ab", "bcdef bb aa", "rstAB uv AC"),
    ),
)
"""Boards with two hands or three, each trick as often as another: what a run may begin with, and the shapes."""

ONE_CARD_PLAYS = (
    STRAIGHTS,
    ("aabbf ac cd", "aabbf ac de", "aaabf bc de", "abbbc ad ef", "abbcc bd ef", "abbcc cd ef"),
)
WITHOUT_A_TRICK = (*TRICKS[-2:], *[ONE_CARD_PLAYS] * 4)
"""Those with two hands of different categories and nothing else to keep apart: where one card makes the better hand
with four of the board, who forgets that the board is everybody's reads it wrong.
"""


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: two to four players' cards, and a board of five where there is one."""
    return deal_for(rng, wanted, rules, variant, 2)


def deal_for(rng: Random, wanted: int, rules: Ruleset, variant: Variant, fewest: int) -> Document:
    """Return a spot of a level with so many players or more."""

    def write() -> Document:
        if variant.game != "holdem":
            return _write_in(rng, GAMES[variant.game], wanted, rules, fewest)
        document = _write(rng, wanted, rules)
        if len(document.seats) < fewest or level(document) != wanted:
            raise NoSpot
        return document

    return keep_writing(write)


def _write_in(rng: Random, game: Game, wanted: int, rules: Ruleset, fewest: int) -> Document:
    """Deal hands by chance, no more of them than the level has room for, and no fewer than it takes."""
    players = rng.randint(max(fewest, wanted - 1), min(4, 1 + wanted))
    hands, board = deal_with(rng, game, players, wanted - 1, points_among)
    return face_up(rng, rules, game, board, hands, "winner")


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    """Deal hands that meet on purpose, and weaker ones until the level is reached."""
    tops, shapes = rng.choice(TRICKS if wanted > 1 else WITHOUT_A_TRICK)
    for _ in range(TRIES_FOR_A_TRICK):
        board, *hands = deal(rng, rng.choice(shapes), tops)
        seven = _seated(rng, board, [(*own, *board) for own in hands], wanted - 1)
        if seven:
            shown = [cards[:2] for cards in rng.sample(seven, len(seven))]
            return showdown(rng, rules, rng.sample(board, 5), shown, "winner")
    raise NoSpot


def _seated(
    rng: Random, board: Sequence[Card], seven: Sequence[tuple[Card, ...]], points: int
) -> Sequence[tuple[Card, ...]] | None:
    """Return the hands with weaker ones beside them until there are so many points; None where that can't be."""
    while _points(seven) < points and len(seven) < 4:
        weaker = _weaker(rng, board, seven, points)
        if weaker is None:
            return None
        seven = [*seven, weaker]
    return seven if _points(seven) == points else None


def _weaker(
    rng: Random, board: Sequence[Card], seven: Sequence[tuple[Card, ...]], points: int
) -> tuple[Card, ...] | None:
    """Return a hand of other cards that neither wins nor shares in winning, and makes no more than so many points."""
    best = max(map(strength, seven))
    left = [card for card in DECK if not any(card in cards for cards in seven)]
    for _ in range(20):
        cards = (*rng.sample(left, 2), *board)
        if strength(cards) < best and _points((*seven, cards)) <= points:
            return cards
    return None
