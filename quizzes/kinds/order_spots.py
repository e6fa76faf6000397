"""Tables on which somebody acts first: with blinds, straddles, empty seats and folds, or with stud's open cards."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from quizzes.engine import opening
from quizzes.engine.cards import DECK
from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.games import Game
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds.spots import NAMES, NEXT_STREET, STAKES, NoSpot, Spot, deal_in

SETS = {
    1: ((),),
    2: (("later",), ("straddle",), ("heads-up",), ("empty",)),
    3: (
        ("later", "folds"),
        ("later", "empty"),
        ("later", "heads-up"),
        ("straddle", "empty"),
        ("heads-up", "empty"),
        ("empty", "dead-button"),
    ),
    4: (("later", "folds", "empty"), ("straddle", "empty", "dead-button"), ("later", "empty", "dead-button")),
    5: (("later", "folds", "empty", "dead-button"),),
}
"""What makes a spot with blinds harder, one level each, as sets that make a level."""


def blinds_table(rng: Random, features: tuple[str, ...], rules: Ruleset) -> Document:
    """Return a hold'em table with these features, and a street to name the order on."""
    players = 2 if "heads-up" in features else rng.randrange(4 if "folds" in features else 3, 9)
    spot = deal_in(rng, rules, players, straddle="straddle" in features)
    street = rng.choice(("flop", "turn", "river")) if "later" in features else "preflop"
    if "folds" in features:
        street = _fold_some(spot, street)
    document = spot.document(Question("action_order", None, {"street": street}))
    if "empty" not in features:
        return document
    return _with_empty_seats(rng, document, "dead-button" in features)


def _fold_some(spot: Spot, street: str) -> str:
    """Write the streets before this one with folds and calls, and return the street that comes next."""
    while True:
        while spot.turn is not None:
            many = sum(spot.hand.live) > 2
            if many and spot.rng.random() < 0.45:
                spot.act("fold")
            else:
                spot.passive()
        if NEXT_STREET[spot.hand.street] == street or spot.rng.random() < 0.4:
            return NEXT_STREET[spot.hand.street]
        spot.deal()


def _with_empty_seats(rng: Random, document: Document, dead_button: bool) -> Document:
    """Put one or two seats without a player at the table; a dead button stands at one, on its player's left."""
    free = [name for name in NAMES if name not in document.names]
    seats = list(document.seats)
    button = document.button
    if dead_button:
        button = rng.choice(free)
        free.remove(button)
        seats.insert(document.index(document.button) + 1, Seat(button, empty=True))
    if not dead_button or rng.random() < 0.4:
        seats.insert(rng.randrange(len(seats) + 1), Seat(rng.choice(free), empty=True))
    return replace(document, seats=tuple(seats), button=button)


def stud_table(rng: Random, rules: Ruleset, game: Game, wanted: int) -> Document:
    """Deal open cards and name a street. Equal boards on a later street, on which rooms differ, are not drilled.

    A later street and a sixth player are a level each; the cards can add one, on a later street two.
    """
    players, street = rng.randrange(3, 8), rng.choice(game.streets)
    later = street != game.first
    if wanted - 1 - later - (players > 5) not in range(3 if later else 2):
        raise NoSpot
    names = sorted(rng.sample(NAMES, players))
    small, big, unit = rng.choice([stakes for stakes in STAKES if stakes[2] < stakes[0]])
    deck = iter(rng.sample(DECK, len(DECK)))
    down = (None,) if street == game.streets[-1] else ()
    seats = []
    for name in names:
        up = tuple(next(deck) for _ in range(game.open_on(street)))
        seats.append(Seat(name, cards=(None, None, *up, *down), up=up))
    document = Document(
        seats=tuple(seats),
        question=Question("action_order", None, {"street": street}),
        game=game,
        limit="fixed-limit",
        rules=rules,
        bets=(big, 2 * big),
        ante=unit,
        bring_in=small,
        chip=unit,
        button=names[-1],
        street=street,
        pot=0 if street == game.first else players * (unit + big),
    )
    boards = [opening.board(opening.open_cards(document, seat, street), document) for seat in range(len(seats))]
    if street != game.first and len(set(boards)) < len(boards):
        raise NoSpot
    return document
