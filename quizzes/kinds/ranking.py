"""In what order do the hands rank?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quizzes.engine.document import Document, Question
from quizzes.engine.games import GAMES
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import compared_hands, ranking
from quizzes.engine.steps import Solution
from quizzes.kinds import miscompare, winner, winner_spots
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Misconception, Raw, Variant, keeping_last, one
from quizzes.kinds.miscompare import Comparison
from quizzes.kinds.readings import comparison

EASIER = 2
"""How many levels of who wins lie below the first one here."""


@keeping_last
def solve(document: Document) -> Solution:
    """Return the players from the best hand down, those that tie in one list. TDA 2024 12: cards speak.

    In a split game the high hands rank. Raises DocumentError at `question` when fewer than two players are left, at
    `seats[i].cards` for cards that are missing or unknown, and at `board` for a board that can't be read.
    """
    hands = compared_hands(document)
    return comparison(hands, {"order": [list(tied) for tied in ranking(hands)]})


def fields(document: Document) -> tuple[str, ...]:
    """Return the fields for the players' places, in the order of the seats."""
    return tuple(f"place_{number}" for number, _ in enumerate(_players(document)))


def _players(document: Document) -> list[str]:
    return [seat.name for seat in document.seats if not seat.empty]


def parse(document: Document, raw: Raw) -> Answer:
    """Read each player's place, 1 for the best; those with the same place tie. Raises IllFormed without a place."""
    places: dict[int, list[str]] = {}
    problems: dict[str, str] = {}
    for field, player in zip(fields(document), _players(document), strict=True):
        text = one(raw, field)
        if text in map(str, range(1, len(document.seats) + 1)):
            places.setdefault(int(text), []).append(player)
        else:
            problems[field] = "no-choice"
    if problems:
        raise IllFormed(problems)
    return {"order": [places[place] for place in sorted(places)]}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return who is best, and the order of the others; those that tie in the order of their seats."""
    groups = [tuple(sorted(group, key=document.index)) for group in answer["order"]]
    return {"best": tuple(groups[:1]), "others": tuple(groups[1:])}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing follows from a slip here: who sets one hand too high has set the others too low."""
    return frozenset()


def _ranked(compare: Comparison) -> Callable[[Document], Answer]:
    return lambda document: {"order": miscompare.order(compare(document))}


def _always(document: Document) -> bool:
    return True


def _any_tie(document: Document) -> bool:
    return any(len(group) > 1 for group in solve(document).answer["order"])


MISCONCEPTIONS = (
    Misconception("suit-breaks-tie", _any_tie, _ranked(miscompare.by_suits), games=("holdem",)),
    *(
        Misconception(id, winner.any_ace if id == "ace-low" else _always, _ranked(compare), games=games)
        for id, (compare, games) in winner.COMPARISONS.items()
    ),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 3: those of who wins from the third up, which have three hands or more."""
    return max(1, winner_spots.level(document) - EASIER)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: three or four players' cards, as `winner` deals them."""
    document = winner_spots.deal_for(rng, wanted + EASIER, rules, variant, 3)
    return replace(document, question=Question("ranking"))


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    order = solve(document).answer["order"]
    places = {name: place for place, group in enumerate(order, 1) for name in group}
    players = zip(fields(document), _players(document), strict=True)
    right = {field: [str(places[name])] for field, name in players}
    reverse = {field: [str(len(order) + 1 - int(text))] for field, (text,) in right.items()}
    if len(order) == 1:
        reverse = {**right, "place_0": ["2"]}
    return Examples(
        right=(right,),
        wrong=(reverse,),
        ill_formed=({}, {**right, "place_0": []}, {**right, "place_0": ["0"]}, {**right, "place_1": ["best"]}),
    )


KIND = Kind(
    id="ranking",
    version=4,
    input="ranking",
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
    variants=tuple(variant for variant in winner.KIND.variants if not GAMES[variant.game].split),
    levels=(1, 2, 3),
)
