"""How often a second the best five of seven are read, beside pokerkit and treys on the same hands.

Run as `python -m tests.bench.hands`. The three take turns in several rounds, and medians are compared, so that what
else the machine does falls on all of them. Cards are parsed before the clock starts. `strength(), first` is the round
of a fresh process, in which most counts of ranks are met for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pokerkit
import treys

from quizzes.engine.cards import DECK, cards_text
from quizzes.engine.hands import strength

HANDS = 5_000
ROUNDS = 5
OURS = "strength()"
WANTED = {"pokerkit": 100, "treys": 4}


def main() -> None:
    """Print the rates and the ratios as a table."""
    rng = Random(52)
    hands = [rng.sample(DECK, 7) for _ in range(HANDS)]
    texts = [cards_text(hand) for hand in hands]
    contenders: dict[str, tuple[Callable[..., object], list[tuple[Any, ...]]]] = {
        OURS: (strength, [(hand,) for hand in hands]),
        "pokerkit": (pokerkit.StandardHighHand.from_game, [_for_pokerkit(text) for text in texts]),
        "treys": (treys.Evaluator().evaluate, [_for_treys(text) for text in texts]),
    }
    first = _rate(*contenders[OURS])
    rounds = [{name: _rate(*contender) for name, contender in contenders.items()} for _ in range(ROUNDS)]
    _print(first, {name: median(each[name] for each in rounds) for name in contenders})


def _for_pokerkit(text: Sequence[str]) -> tuple[list[Any], list[Any]]:
    cards = list(pokerkit.Card.parse("".join(text)))
    return cards[:2], cards[2:]


def _for_treys(text: Sequence[str]) -> tuple[list[int], list[int]]:
    cards = [treys.Card.new(card) for card in text]
    return cards[2:], cards[:2]


def _rate(read: Callable[..., object], hands: Sequence[tuple[Any, ...]]) -> float:
    """Return how many hands a second are read."""
    start = process_time()
    for hand in hands:
        read(*hand)
    return len(hands) / (process_time() - start)


def _print(first: float, rates: dict[str, float]) -> None:
    columns = "".join(f"{f'x {name} (want {wanted})':>24}" for name, wanted in WANTED.items())
    print(f"{'best five of seven':24}{'hands a second':>16}{columns}")
    for name, rate in {f"{OURS}, first": first, **rates}.items():
        ratios = "".join(f"{rate / rates[other]:>24.1f}" for other in WANTED)
        print(f"{name:24}{rate:>16,.0f}{ratios if name.startswith(OURS) else ''}")


if __name__ == "__main__":
    main()
