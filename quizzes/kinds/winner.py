"""Who has the best hand, and what decides it?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

from quizzes.engine.cards import DECK, Card, rank_of, suit_of
from quizzes.engine.document import Document
from quizzes.engine.hands import CATEGORIES, category_of, strength
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import board_of, compared_hands, decide
from quizzes.engine.steps import Solution
from quizzes.kinds import misread
from quizzes.kinds.base import Answer, Examples, IllFormed, Kind, Misconception, Raw, one
from quizzes.kinds.deals import (
    ROUND_THE_CORNER,
    STRAIGHTS,
    TRIES_FOR_A_TRICK,
    WHEEL,
    deal,
    goes_round_the_corner,
    showdown,
)
from quizzes.kinds.misread import IN_A_ROW, OF_A_SUIT, Method, Reading, Worth, worth
from quizzes.kinds.read_hand import comparison, plain_category
from quizzes.kinds.spots import NoSpot, attempt

DECIDERS = ("category", "rank", "kicker", "nothing")
GROUPS = ("pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind")
"""The categories made of cards of the same rank."""

Worths = Mapping[str, Worth]
"""What each player's hand is taken to be worth."""


def solve(document: Document) -> Solution:
    """Return the winners and what sets them above the best hand that doesn't win. TDA 2024 12: cards speak.

    Raises DocumentError at `question` when fewer than two players are left, at `seats[i].cards` for cards that are
    missing or unknown, and at `board` for a board that can't be read.
    """
    hands = compared_hands(document)
    decision = decide(hands)
    answer = {
        "winners": list(decision.winners),
        "split": decision.split,
        "category": decision.category,
        "decided_by": decision.decided_by,
    }
    return comparison(hands, answer)


def parse(document: Document, raw: Raw) -> Answer:
    """Read who wins, with which category, and what decides. Raises IllFormed at each of them that is not chosen."""
    picked = raw.get("winners", ())
    winners = [seat.name for seat in document.seats if seat.name in picked and not seat.empty]
    category, decided_by = one(raw, "category"), one(raw, "decided_by")
    fine = {"winners": winners, "category": category in CATEGORIES, "decided_by": decided_by in DECIDERS}
    problems = {field: "no-choice" for field, chosen in fine.items() if not chosen}
    if problems:
        raise IllFormed(problems)
    return {"winners": winners, "split": len(winners) > 1, "category": category, "decided_by": decided_by}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the winners in the order of their seats, what decides, and the category; a split follows from the winners.

    A royal flush is a straight flush.
    """
    return {
        "winners": tuple(sorted(answer["winners"], key=document.index)),
        "decided_by": answer["decided_by"],
        "category": plain_category(answer["category"]),
    }


def follow(document: Document, response: Answer) -> frozenset[str]:
    """That nothing decides follows from a split, that something does from one winner: the slip is in the winners."""
    own_split = response["split"]
    if own_split == solve(document).answer["split"] or own_split != (response["decided_by"] == "nothing"):
        return frozenset()
    return frozenset({"decided_by"})


def _hands(document: Document) -> dict[str, tuple[Sequence[Card], Sequence[Card]]]:
    """Return every player's own cards and the board's."""
    board = board_of(document)
    return {name: (cards[: -len(board)], board) for name, cards in compared_hands(document).items()}


def _readings(document: Document, method: Method = misread.well_read) -> dict[str, Reading]:
    return {name: method(own, board) for name, (own, board) in _hands(document).items()}


def _judge(readings: Mapping[str, Reading], worths: Worths) -> Answer:
    """Return who wins, and by what, when hands that are read so are taken to be worth so much."""
    best = max(worths.values())
    winners = [name for name, value in worths.items() if value == best]
    first = readings[winners[0]]
    if len(winners) > 1:
        decided_by = "nothing"
    else:
        decided_by = _decider(first, best, max(value for value in worths.values() if value != best))
    return {"winners": winners, "split": len(winners) > 1, "category": first.category, "decided_by": decided_by}


def _decider(winner: Reading, first: Worth, second: Worth) -> str:
    """Return what sets one worth above another: the part that the first difference is of the winner's five."""
    if first[0] != second[0]:
        return "category"
    place, rank = next((place, rank) for place, rank in enumerate(first[1]) if rank != second[1][place])
    if winner.category in (*IN_A_ROW, *OF_A_SUIT) or (winner.category == "high-card" and place == 0):
        return "rank"
    return "rank" if winner.ranks.count(rank) > 1 else "kicker"


def _misread(method: Method, order: Sequence[str] = CATEGORIES) -> Callable[[Document], Answer]:
    """Return the wrong solver that reads every hand by this method, the categories ranking in this order."""

    def answer(document: Document) -> Answer:
        readings = _readings(document, method)
        return _judge(readings, {name: worth(reading, order) for name, reading in readings.items()})

    return answer


def _recount(change: Callable[[Reading, Sequence[Card]], tuple[int, ...]]) -> Callable[[Document], Answer]:
    """Return the wrong solver that compares other ranks: those that `change` makes of a five and of the cards left."""

    def answer(document: Document) -> Answer:
        readings = _readings(document)
        hands = _hands(document)
        worths = {}
        for name, reading in readings.items():
            left = [card for cards in hands[name] for card in cards if card not in reading.cards]
            worths[name] = (CATEGORIES.index(reading.category), change(reading, left))
        return _judge(readings, worths)

    return answer


def _with_the_rest(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Go on to the sixth and seventh card."""
    return (*reading.ranks, *sorted(map(rank_of, left), reverse=True))


def _with_a_third_pair(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Count a third pair after the second, before any other card."""
    ranks = [rank_of(card) for card in (reading.cards[4], *left)]
    third = max((rank for rank in ranks if ranks.count(rank) > 1), default=-1)
    return (*reading.ranks[:4], third, reading.ranks[4]) if reading.category == "two-pair" else reading.ranks


def _without_the_fifth(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Stop after four cards."""
    return reading.ranks[:4]


def _without_kickers(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Stop at the cards that make the category."""
    if reading.category == "high-card":
        return reading.ranks[:1]
    return tuple(rank for rank in reading.ranks if reading.category not in GROUPS or reading.ranks.count(rank) > 1)


def _highest_first(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Compare the highest card of the five first, whether it is paired or not."""
    return tuple(sorted(reading.ranks, reverse=True))


def _compare_suits(document: Document) -> Answer:
    """Break a tie by suits, spades first, card by card from the strongest group down."""
    answer = solve(document).answer
    readings = _readings(document)
    suits = {name: [suit_of(card) for card in _by_suit(readings[name])] for name in answer["winners"]}
    winners = [name for name, found in suits.items() if found == max(suits.values())]
    alone = {"split": False, "decided_by": "rank"} if len(winners) == 1 else {}
    return {**answer, "winners": winners, **alone}


def _by_suit(reading: Reading) -> list[Card]:
    """Return the five with the higher suit first among cards of the same rank."""
    return sorted(reading.cards, key=lambda card: (reading.ranks.index(rank_of(card)), -suit_of(card)))


def _split(document: Document) -> bool:
    return bool(solve(document).answer["split"])


def _by(document: Document, *parts: str) -> bool:
    return solve(document).answer["decided_by"] in parts


def _in_groups(document: Document) -> bool:
    return solve(document).answer["category"] in GROUPS


def _any_wheel(document: Document) -> bool:
    readings = _readings(document).values()
    return any(reading.category in IN_A_ROW and reading.ranks[0] == WHEEL for reading in readings)


def _bends(document: Document) -> bool:
    return any(goes_round_the_corner((*own, *board)) for own, board in _hands(document).values())


def _any_flush(document: Document) -> bool:
    return any(reading.category == "flush" for reading in _readings(document).values())


MISCONCEPTIONS = (
    Misconception("suit-breaks-tie", _split, _compare_suits),
    Misconception("kicker-sixth-card", _split, _recount(_with_the_rest)),
    Misconception("third-pair", _in_groups, _recount(_with_a_third_pair)),
    Misconception("four-cards-compared", lambda d: _by(d, "rank", "kicker"), _recount(_without_the_fifth)),
    Misconception("kicker-ignored", lambda d: _by(d, "kicker"), _recount(_without_kickers)),
    Misconception("high-card-first", lambda d: _in_groups(d) and _by(d, "rank"), _recount(_highest_first)),
    Misconception("board-not-shared", lambda d: True, _misread(misread.with_both_own)),
    Misconception("wheel-missed", _any_wheel, _misread(misread.with_the_ace_high)),
    Misconception("wrap-around", _bends, _misread(misread.round_the_corner)),
    Misconception("straight-over-flush", _any_flush, _misread(misread.with_straights_first, misread.STRAIGHT_FIRST)),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A third player and a fourth; hands of one category, to be compared within it; a third hand of it; a straight or a
    flush among the hands; ranks that run past the ace.
    """
    return 1 + _points(compared_hands(document).values())


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


def generate(rng: Random, wanted: int, rules: Ruleset) -> Document:
    """Return a spot of a level: two to four players' cards and a board of five."""
    return attempt(lambda: _write(rng, wanted, rules), level, wanted)


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    """Deal hands that meet on purpose, and weaker ones until the level is reached."""
    tops, shapes = rng.choice(TRICKS)
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


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {"winners": answer["winners"], "category": [answer["category"]], "decided_by": [answer["decided_by"]]}
    everybody = [seat.name for seat in document.seats]
    others = [name for name in everybody if name not in answer["winners"]] or everybody[:1]
    part = "kicker" if answer["decided_by"] != "kicker" else "category"
    return Examples(
        right=(right, {**right, "winners": answer["winners"][::-1]}),
        wrong=({**right, "winners": others}, {**right, "decided_by": [part]}),
        ill_formed=(
            {},
            {**right, "winners": []},
            {**right, "winners": ["Nobody"]},
            {**right, "category": ["five-of-a-kind"]},
            {**right, "decided_by": ["suit"]},
        ),
    )


KIND = Kind(
    id="winner",
    version=1,
    input="winner",
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
