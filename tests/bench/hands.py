"""How often a second hands are read, and the nuts and outs found, beside pokerkit and treys on the same cards.

Run as `python -m tests.bench.hands`. The contenders take turns in several rounds, and medians are compared, so that
what else the machine does falls on all of them. Cards are parsed before the clock starts. `first` is the round of a
fresh process, in which most counts of ranks are met for the first time. For nuts and outs pokerkit's evaluator is
called in a loop over every two cards, and over every next card for every player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import pokerkit
import treys

from quizzes.engine.cards import DECK, Card, card_text, cards_text
from quizzes.engine.chances import nuts, outs
from quizzes.engine.games import GAMES
from quizzes.engine.hands import omaha_strength, strength

ROUNDS = 5
THEIRS = {"holdem": pokerkit.StandardHighHand, "omaha": pokerkit.OmahaHoldemHand}
THEIR_CARDS = {card: next(iter(pokerkit.Card.parse(card_text(card)))) for card in DECK}

Calls = Sequence[tuple[Any, ...]]


class Contender(NamedTuple):
    """A function and the arguments of its calls in one round."""

    run: Callable[..., object]
    calls: Calls


class Match(NamedTuple):
    """What is measured: ours, and the others with the ratio that is wanted to each."""

    name: str
    ours: Contender
    others: Mapping[str, Contender]
    wanted: Mapping[str, int]


def main() -> None:
    """Print the rates and the ratios as a table."""
    print(f"{'':24}{'ours a second':>16}{'first':>12}    ratios")
    for match in (_best_of_seven(), _omaha_hands(), *map(_nuts, THEIRS), *map(_outs, THEIRS)):
        first = _rate(match.ours)
        contenders = {"": match.ours, **match.others}
        rounds = [{name: _rate(contender) for name, contender in contenders.items()} for _ in range(ROUNDS)]
        rates = {name: median(each[name] for each in rounds) for name in contenders}
        ratios = ", ".join(
            f"x {rates[''] / rates[name]:.1f} {name} (want {wanted})" for name, wanted in match.wanted.items()
        )
        print(f"{match.name:24}{rates['']:>16,.0f}{first:>12,.0f}    {ratios}")


def _best_of_seven() -> Match:
    hands = _deals(7, 5_000)
    theirs = [(_theirs(hand[:2]), _theirs(hand[2:])) for hand in hands]
    in_treys = [[treys.Card.new(text) for text in cards_text(hand)] for hand in hands]
    return Match(
        "best five of seven",
        Contender(strength, [(hand,) for hand in hands]),
        {
            "pokerkit": Contender(pokerkit.StandardHighHand.from_game, theirs),
            "treys": Contender(treys.Evaluator().evaluate, [(cards[2:], cards[:2]) for cards in in_treys]),
        },
        {"pokerkit": 100, "treys": 4},
    )


def _omaha_hands() -> Match:
    hands = [(hand[:4], hand[4:]) for hand in _deals(9, 2_000)]
    theirs = [(_theirs(own), _theirs(board)) for own, board in hands[:400]]
    return Match(
        "omaha hands",
        Contender(omaha_strength, hands),
        {"pokerkit": Contender(pokerkit.OmahaHoldemHand.from_game, theirs)},
        {"pokerkit": 50},
    )


def _nuts(game: str) -> Match:
    boards = _deals(5, 40)
    theirs = [(THEIRS[game], _theirs(board), _theirs(_rest(board))) for board in boards[:2]]
    return Match(
        f"nuts, {game}",
        Contender(nuts, [(GAMES[game], board) for board in boards]),
        {"a loop over pokerkit": Contender(_their_nuts, theirs)},
        {"a loop over pokerkit": 80},
    )


def _their_nuts(evaluator: Any, board: list[Any], rest: list[Any]) -> list[Any]:
    hands = [(evaluator.from_game(pair, board), pair) for pair in combinations(rest, 2)]
    best = max(hand for hand, _ in hands)
    return [pair for hand, pair in hands if hand == best]


def _outs(game: str) -> Match:
    size = GAMES[game].hand[0]
    deals = _deals(4 + 3 * size, 60)
    spots = [({name: deal[4 + place * size :][:size] for place, name in enumerate("ABC")}, deal) for deal in deals]
    theirs = [
        (THEIRS[game], [_theirs(own) for own in hands.values()], _theirs(deal[:4]), _theirs(_rest(deal)))
        for hands, deal in spots[:5]
    ]
    return Match(
        f"outs, {game}",
        Contender(outs, [(GAMES[game], hands, deal[:4], "A", deal) for hands, deal in spots]),
        {"a loop over pokerkit": Contender(_their_outs, theirs)},
        {"a loop over pokerkit": 80},
    )


def _their_outs(evaluator: Any, hands: list[list[Any]], board: list[Any], rest: list[Any]) -> list[Any]:
    found = []
    for card in rest:
        own, *others = (evaluator.from_game(hand, [*board, card]) for hand in hands)
        if own >= max(others):
            found.append((card, own > max(others)))
    return found


def _deals(size: int, many: int) -> list[list[Card]]:
    rng = Random(size * many)
    return [rng.sample(DECK, size) for _ in range(many)]


def _rest(seen: Sequence[Card]) -> list[Card]:
    return [card for card in DECK if card not in seen]


def _theirs(cards: Sequence[Card]) -> list[Any]:
    return [THEIR_CARDS[card] for card in cards]


def _rate(contender: Contender) -> float:
    """Return how many calls a second are made."""
    start = process_time()
    for call in contender.calls:
        contender.run(*call)
    return len(contender.calls) / (process_time() - start)


if __name__ == "__main__":
    main()
