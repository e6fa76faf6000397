"""Which next cards make a player's hand the best?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from quizzes.engine.cards import Card, card_text, cards_text, parse_card
from quizzes.engine.chances import outs
from quizzes.engine.document import Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, Game
from quizzes.engine.hands import category_of, strength
from quizzes.engine.holdings import Holding, scores
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import board_of, compared_hands, ranking
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Misconception, Raw, Variant, keeping_last, one
from quizzes.kinds.dealt_games import deal_hands, face_up
from quizzes.kinds.misread import IN_A_ROW, OF_A_SUIT
from quizzes.kinds.misread_games import OMAHA
from quizzes.kinds.readings import comparison, rule_of
from quizzes.kinds.spots import NoSpot, keep_writing

MOST_OUTS = 14
"""So many cards can be marked one by one."""


@keeping_last
def solve(document: Document) -> Solution:
    """Return the next cards with which the player's hand is best alone, and those with which it ties for best.

    Every card that the document does not show is dealt once, those of folded players being seen too; a player who is
    ahead keeps the lead with the cards that are listed. In a split game the high hand counts. Raises DocumentError at
    `question` in a game without community cards and after the river, at `question.player` where nobody is named or
    one who has folded, and at `seats[i].cards` and `board` for cards that are not known.
    """
    if document.game.family != "flop":
        raise DocumentError("question", "outs are counted for the next community card, and this game has none")
    hands = compared_hands(document)
    player = document.question.player
    if player is None:
        raise DocumentError("question.player", "name the player whose outs are counted")
    if player not in hands:
        raise DocumentError("question.player", "%(name)s has folded", name=player)
    if len(board_of(document)) == document.game.board_cards("river"):
        raise DocumentError("question", "after the river no card is to come")
    return _derived(document, hands, _found(document))


@keeping_last
def _found(document: Document) -> dict[str, list[str]]:
    own, board = {name: holding.own for name, holding in compared_hands(document).items()}, board_of(document)
    wins, ties = outs(document.game, own, board, str(document.question.player), seen_cards(document))
    return {"wins": cards_text(wins), "ties": cards_text(ties)}


def seen_cards(document: Document) -> list[Card]:
    """Return every card that the document shows: the players' and the board's."""
    return [*(card for seat in document.seats for card in seat.cards if card is not None), *board_of(document)]


def _derived(document: Document, hands: Mapping[str, Holding], answer: Mapping[str, list[str]]) -> Solution:
    """Return the answer with its steps: how the hands stand, what has been seen, and what each group of outs makes."""
    standing = comparison(hands, {"order": [list(tied) for tied in ranking(hands)]})
    seen = cards_text(seen_cards(document))
    found = Step(standing.steps[-1].rule, "state", {"seen": seen}, answer, document.question.player)
    return Solution(answer, (*standing.steps, found, *_winning(hands, found), *_tying(hands, found)))


def _winning(hands: Mapping[str, Holding], found: Step) -> list[Step]:
    """Return for each hand that the cards which win make the step that says which of them make it."""
    holding = hands[str(found.seat)]
    groups: dict[str, list[str]] = {}
    for text in found.out["wins"]:
        groups.setdefault(_with(holding, parse_card(text)).best().category, []).append(text)
    rule = rule_of(holding.game)
    return [Step(rule, "state", {"next": cards}, {"makes": made}, found.seat) for made, cards in groups.items()]


def _tying(hands: Mapping[str, Holding], found: Step) -> list[Step]:
    """Return the steps that say which of the cards that tie make which hand, and whose hands are worth the same."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for text in found.out["ties"]:
        after = {name: _with(holding, parse_card(text)) for name, holding in hands.items()}
        own = after[str(found.seat)]
        tied = tuple(name for name, holding in after.items() if holding.score == own.score)
        groups.setdefault((own.best().category, tied), []).append(text)
    rule = rule_of(hands[str(found.seat)].game)
    return [
        Step(rule, "state", {"next": cards}, {"makes": made, "tied": list(tied)}, found.seat)
        for (made, tied), cards in groups.items()
    ]


def parse(document: Document, raw: Raw) -> Answer:
    """Read the cards that win and those that tie. Raises IllFormed for seen ones, and for none unless that is said."""
    problems: dict[str, str] = {}
    unseen = [text for text in cards_text(document.game.deck) if text not in cards_text(seen_cards(document))]
    found = {field: [text for text in unseen if text in raw.get(field, ())] for field in ("wins", "ties")}
    for field, cards in found.items():
        if len(cards) != len(raw.get(field, ())):
            problems[field] = "card-seen"
    if not (found["wins"] or found["ties"] or one(raw, "none")) and not problems:
        problems["wins"] = "no-choice"
    if problems:
        raise IllFormed(problems)
    return found


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the cards that win and those that tie, each from the lowest up."""
    return {field: tuple(cards_text(sorted(map(parse_card, answer[field])))) for field in ("wins", "ties")}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing follows from a slip here."""
    return frozenset()


@keeping_last
def _against_what_is_there(document: Document) -> Answer:
    """Count every card that lifts the player above the others as they stand, though it may lift them too."""
    hands = compared_hands(document)
    player = str(document.question.player)
    best = max(holding.score for name, holding in hands.items() if name != player)
    own, board = hands[player].own, board_of(document)
    after = {card: scores(document.game, own, (*board, card))[0] for card in _unseen(document)}
    return {
        "wins": cards_text(card for card, score in after.items() if score > best),
        "ties": cards_text(card for card, score in after.items() if score == best),
    }


def _ties_as_wins(document: Document) -> Answer:
    """Count a card that ties as one that wins."""
    answer = solve(document).answer
    return {"wins": [*answer["wins"], *answer["ties"]], "ties": []}


def _straights_and_flushes_only(document: Document) -> Answer:
    """Forget that a pair, trips or a full house can win too."""
    answer = solve(document).answer
    holding = compared_hands(document)[str(document.question.player)]
    drawn = (*IN_A_ROW, *OF_A_SUIT)
    return {
        field: [card for card in cards if _with(holding, parse_card(card)).best().category in drawn]
        for field, cards in answer.items()
    }


def _any_from_hand(document: Document) -> Answer:
    """Let any of an Omaha player's cards play, for everybody."""
    hands = compared_hands(document)
    found: dict[str, list[str]] = {"wins": [], "ties": []}
    for card in _unseen(document):
        worth = {name: _any_five(_with(holding, card)) for name, holding in hands.items()}
        own = worth.pop(str(document.question.player))
        if own >= max(worth.values()):
            found["wins" if own > max(worth.values()) else "ties"].append(card_text(card))
    return found


def _any_five(holding: Holding) -> int:
    """Return what the best five of all the cards are worth, seven of them looked at together."""
    return max(map(strength, combinations(holding.cards, 7)))


def _with(holding: Holding, card: Card) -> Holding:
    return Holding(holding.game, holding.own, (*holding.board, card))


def with_next(document: Document, card: Card) -> dict[str, Holding]:
    """Return the hands that are compared once a card comes, by their players' names."""
    return {name: _with(holding, card) for name, holding in compared_hands(document).items()}


def _unseen(document: Document) -> list[Card]:
    seen = set(seen_cards(document))
    return [card for card in document.game.deck if card not in seen]


MISCONCEPTIONS = (
    Misconception("others-improve-too", lambda document: True, _against_what_is_there),
    Misconception("ties-as-wins", lambda document: level(document) > 3, _ties_as_wins, (4, 5)),
    Misconception("straights-and-flushes-only", lambda document: True, _straights_and_flushes_only),
    Misconception("any-from-hand", lambda document: True, _any_from_hand, games=OMAHA),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be thought of.

    A third player and a fourth; cards that only tie; cards that would win if they didn't help another as well; a second
    kind of hand that the outs make.
    """
    helped = len(_against_what_is_there(document)["wins"]) > len(_found(document)["wins"])
    return min(5, _level_unhelped(document) + helped)


def _level_unhelped(document: Document) -> int:
    """Return a spot's level without what a card may do for others."""
    hands, answer = compared_hands(document), _found(document)
    holding = hands[str(document.question.player)]
    made = {category_of(_with(holding, parse_card(text)).score) for text in (*answer["wins"], *answer["ties"])}
    return 1 + min(2, len(hands) - 2) + bool(answer["ties"]) + (len(made) > 1)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: hands and a flop or turn, and a player behind with some outs, but not many."""

    def write() -> Document:
        document = _write(rng, wanted, rules, GAMES[variant.game])
        many = sum(map(len, _found(document).values()))
        if not 1 <= many <= MOST_OUTS or wanted - _level_unhelped(document) not in (0, 1) or level(document) != wanted:
            raise NoSpot
        return document

    return keep_writing(write)


def _write(rng: Random, wanted: int, rules: Ruleset, game: Game) -> Document:
    """Deal hands and ask about one that is behind."""
    hands, board = deal_hands(rng, game, rng.randint(2, min(4, 1 + wanted)))
    street = rng.choice(("flop", "turn", "turn"))
    document = face_up(rng, rules, game, board[: game.board_cards(street)], hands, "outs")
    document = replace(document, street=street)
    scores = {name: holding.score for name, holding in compared_hands(document).items()}
    behind = [name for name, score in scores.items() if score < max(scores.values())]
    if not behind:
        raise NoSpot
    return replace(document, question=Question("outs", rng.choice(behind)))


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {"wins": answer["wins"], "ties": answer["ties"], "none": []}
    if not answer["wins"] and not answer["ties"]:
        right["none"] = ["1"]
    no_out = next(text for text in cards_text(_unseen(document)) if text not in (*answer["wins"], *answer["ties"]))
    seen = cards_text(seen_cards(document))[:1]
    return Examples(
        right=(right, {**right, "wins": answer["wins"][::-1]}),
        wrong=({**right, "wins": [*answer["wins"], no_out]}, {"wins": [], "ties": [], "none": ["1"]})
        if answer["wins"] or answer["ties"]
        else ({**right, "wins": [no_out]},),
        ill_formed=({}, {**right, "wins": [*answer["wins"], *seen]}, {**right, "ties": ["nothing"]}),
    )


KIND = Kind(
    id="outs",
    version=3,
    input="outs",
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
    variants=(HOLDEM, Variant("omaha")),
)
