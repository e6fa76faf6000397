"""Where are the button and the blinds in the next hand, when players have left?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quizzes.engine.button import next_hand
from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.posting import blind_seats, players_from
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import HOLDEM, Answer, Examples, Kind, Misconception, Raw, Variant, keeping_last
from quizzes.kinds.picks import NOBODY, read_seats
from quizzes.kinds.spots import NAMES, deal_in, keep_writing

FIELDS = ("button", "small_blind", "big_blind")


@keeping_last
def solve(document: Document) -> Solution:
    """Return the `button`, `small_blind` and `big_blind` of the next hand; a small blind that nobody posts is None.

    A dead button is the name of the seat without a player at which it stands. Raises DocumentError at `question.gone`
    when fewer than two players are left, and at `question` in a stud game, which has no blinds and no button to move.
    """
    if document.game.family == "stud":
        raise DocumentError("question", "a stud game has no blinds, and no button that moves")
    play(document)
    found = next_hand(document, _gone(document))
    answer = {
        "button": _name(document, found.button),
        "small_blind": _name(document, found.small_blind),
        "big_blind": _name(document, found.big_blind),
    }
    return Solution(answer, tuple(_steps(document, answer)))


def _gone(document: Document) -> tuple[str, ...]:
    return tuple(document.question.extra.get("gone", ()))


def _name(document: Document, seat: int | None) -> str | None:
    return None if seat is None else document.seats[seat].name


def _steps(document: Document, answer: Mapping[str, Any]) -> list[Step]:
    """Derive the next hand's seats from this hand's, in the order in which a dealer would move them."""
    rule = document.rules.rule("button")
    button, small, big = (answer[field] for field in FIELDS)
    if document.rules["button"] == "simplified":
        last = {"last_button": document.button}
        return [
            Step(rule, "state", last, {"button": button}),
            Step(rule, "state", {"button": button}, {"small_blind": small, "big_blind": big}),
        ]
    last_small, last_big = (document.seats[seat].name for seat in blind_seats(document))
    this_hand = {"last_small_blind": last_small, "last_big_blind": last_big}
    button_plays = not document.seats[document.index(document.button)].empty
    here = "heads-up-button" if button_plays and len(players_from(document, 0)) == 2 else "blind-seats"
    steps = [Step(here, "state", {"last_button": document.button}, this_hand)]
    if _left(document) == 2:
        return [
            *steps,
            Step("heads-up-button", "state", {"last_big_blind": last_big}, {"big_blind": big}),
            Step("heads-up-button", "state", {"big_blind_seat": big}, {"button": button, "small_blind": small}),
        ]
    before = (
        {"last_small_blind": last_small} if document.rules["button"] == "dead" else {"last_button": document.button}
    )
    return [
        *steps,
        Step(rule, "state", {"last_big_blind": last_big}, {"big_blind": big}),
        Step(rule, "state", {"last_big_blind": last_big}, {"small_blind": small}),
        Step(rule, "state", before, {"button": button}),
    ]


def _left(document: Document) -> int:
    return len(players_from(document, 0)) - len(_gone(document))


def parse(document: Document, raw: Raw) -> Answer:
    """Read a seat for every field; the small blind can be nobody's, and the button can stand at any seat."""
    found = read_seats(raw, FIELDS, document.names, nobody=True)
    return dict(found)


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the fields as they are."""
    return {field: answer.get(field) for field in FIELDS}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing: a seat is right or wrong by itself."""
    return frozenset()


def _under(document: Document, value: str) -> Answer:
    """Return the answer of a house that moves the button in another way."""
    rules = replace(document.rules, toggles={**document.rules.toggles, "button": value})
    return solve(replace(document, rules=rules)).answer


def _next_three(document: Document) -> Answer:
    """Move the button to the next player and the blinds to the next two, as some sites do."""
    return _under(document, "simplified")


def _button_goes_back(document: Document) -> Answer:
    """Leave the button with the last player before a vacant seat, in place of the seat itself."""
    answer = solve(document).answer
    seat = document.index(answer["button"])
    there = [place for place in players_from(document, seat + 1) if document.seats[place].name not in _gone(document)]
    return {**answer, "button": document.seats[there[-1]].name if seat not in there else answer["button"]}


def _small_blind_filled(document: Document) -> Answer:
    """Let somebody post a dead small blind: the player due for the big blind, who so misses it."""
    answer = solve(document).answer
    if answer["small_blind"] is not None:
        return answer
    due = document.index(answer["big_blind"])
    after = [place for place in players_from(document, due + 1) if document.seats[place].name not in _gone(document)]
    return {**answer, "small_blind": answer["big_blind"], "big_blind": document.seats[after[0]].name}


MISCONCEPTIONS = (
    Misconception("next-three-players", lambda d: bool(_gone(d)), _next_three),
    Misconception("button-goes-back", lambda d: bool(_gone(d)), _button_goes_back),
    Misconception("small-blind-filled", lambda d: bool(_gone(d)), _small_blind_filled),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    The small blind left; the big blind left; somebody else left; three have become two; a seat was empty before.
    """
    gone = _gone(document)
    blinds = [document.seats[seat].name for seat in blind_seats(document)]
    points = (
        blinds[0] in gone,
        blinds[1] in gone,
        any(name not in blinds for name in gone),
        bool(gone) and _left(document) == 2,
        any(seat.empty for seat in document.seats),
    )
    return min(5, 1 + sum(points))


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a table with its button, and who leaves after the hand."""
    return keep_writing(lambda: _write(rng, wanted, rules), tries=1)


SETS = {
    1: ((),),
    2: (("small",), ("big",), ("big",), ("small",)),
    3: (("small", "empty"), ("big", "empty"), ("small", "big"), ("small", "two-left"), ("big", "two-left")),
    4: (
        ("small", "big", "empty"),
        ("small", "big", "other"),
        ("small", "two-left", "empty"),
        ("big", "other", "empty"),
    ),
    5: (("small", "big", "other", "empty"), ("small", "big", "two-left", "empty")),
}
"""Who leaves and what else there is, as sets that make a level."""


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    features = rng.choice(SETS[wanted])
    leaving = [feature for feature in features if feature in ("small", "big", "other")]
    players = 2 + len(leaving) if "two-left" in features else rng.randrange(3 + len(leaving), 9)
    document = deal_in(rng, rules, players).document(Question("next_button"))
    if "empty" in features:
        free = rng.choice([name for name in NAMES if name not in document.names])
        place = rng.randrange(len(document.seats) + 1)
        seats = (*document.seats[:place], Seat(free, empty=True), *document.seats[place:])
        document = replace(document, seats=seats)
    small, big = blind_seats(document)
    others = [seat for seat in players_from(document, 0) if seat not in (small, big)]
    seats_gone = {"small": small, "big": big, "other": rng.choice(others)}
    gone = [document.seats[seats_gone[feature]].name for feature in leaving]
    return replace(document, question=Question("next_button", None, {"gone": sorted(gone)}))


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {field: [NOBODY if answer[field] is None else str(answer[field])] for field in FIELDS}
    elsewhere = [name for name in document.names if name != answer["button"]][:1]
    return Examples(
        right=(right,),
        wrong=({**right, "button": elsewhere}, {**right, "big_blind": [NOBODY]}),
        ill_formed=({}, {**right, "button": ["Nobody"]}, {**right, "small_blind": []}),
    )


KIND = Kind(
    id="next_button",
    version=1,
    input="next_button",
    toggles=("button",),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: FIELDS,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    finite=True,
)
