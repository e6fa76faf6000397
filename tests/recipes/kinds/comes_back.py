"""How many chips come back because nobody matched them? The smallest kind that has all its parts: a recipe's model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from quizzes.engine.awarding import pots_of
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.notation import parse as document_of
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, difference, needed
from quizzes.kinds.base import HOLDEM, Answer, Examples, Kind, Misconception, Raw, Variant, keeping_last, read_amounts

FIELDS = ("returned",)


@keeping_last
def solve(document: Document) -> Solution:
    """Return the chips `returned` to whoever put in more than anybody else, 0 where all are matched (TDA 2024 15)."""
    hand = play(document)
    matched, most = sorted(hand.put_in)[-2:]
    step = difference("uncalled-bet", "returned", {"put_in": most, "matched": matched})
    return Solution({"returned": sum(pots_of(hand).returned.values())}, needed(hand.background, [step]))


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of level 1: a bet, and an all-in that falls short of it."""
    short, bet = 50 * rng.randint(2, 20), 50 * rng.randint(21, 40)
    return document_of(
        {
            "rules": rules.id,
            "seats": [{"name": "Ann", "stack": 4000}, {"name": "Ben", "stack": short}],
            "blinds": [50, 100],
            "street": "flop",
            "actions": f"Ann bets {bet}, Ben all-in",
            "question": {"kind": "comes_back"},
        }
    )


def parse(document: Document, raw: Raw) -> Answer:
    """Read the amount. Raises IllFormed where there is none."""
    return read_amounts(raw, FIELDS)


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, int | None]:
    """Return the amount."""
    return {field: answer.get(field) for field in FIELDS}


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    right = str(solve(document).answer["returned"])
    return Examples(
        right=({"returned": [right]},), wrong=({"returned": ["0"]},), ill_formed=({}, {"returned": ["all"]})
    )


KIND = Kind(
    id="comes_back",
    version=1,
    input="amounts",
    toggles=(),
    misconceptions=(Misconception("nothing-comes-back", lambda document: True, lambda document: {"returned": 0}),),
    generate=generate,
    level=lambda document: 1,
    solve=solve,
    fields=lambda document: FIELDS,
    parse=parse,
    values=values,
    follow=lambda document, response: frozenset(),
    examples=examples,
    levels=(1,),
)
