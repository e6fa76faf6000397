"""Which of several answers is right: procedure that no arithmetic decides. The one kind whose answer is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quizzes.engine.citations import rule_name
from quizzes.engine.document import Document
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import HOLDEM, Answer, Examples, IllFormed, Kind, Raw, Variant, keeping_last
from quizzes.kinds.published import published, version
from quizzes.kinds.spots import NoSpot


@keeping_last
def solve(document: Document) -> Solution:
    """Return `right`, the numbers of the right options from 1 on, as the author wrote them under the rule named."""
    extra = document.question.extra
    right = {"right": sorted(extra["right"])}
    return Solution(right, (Step(rule_name(extra["rule"]), "state", right, right),))


def option_text(option: Any) -> Any:
    """Return an option's text as it was written: a text, or a table of texts by language."""
    return option["text"] if isinstance(option, Mapping) and "text" in option else option


def parse(document: Document, raw: Raw) -> Answer:
    """Read the numbers of the options chosen. Raises IllFormed when none of them is."""
    offered = {str(number): number for number in range(1, len(document.question.extra["options"]) + 1)}
    chosen = {offered[text] for text in raw.get("right", ()) if text in offered}
    if not chosen:
        raise IllFormed({"right": "no-choice"})
    return {"right": sorted(chosen)}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the texts of the options chosen: pages show options in another order, so their numbers say nothing."""
    options = document.question.extra["options"]
    return {"right": tuple(option_text(options[number - 1]) for number in sorted(answer["right"]))}


def level(document: Document) -> int:
    """Return the level that the author gave, 1 where none is given."""
    return int(document.words.get("level", 1))


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return one of the published scenarios of a level. Raises NoSpot where there is none.

    A scenario says in its words by which house or book it is asked, so `rules` decide nothing.
    """
    found = published("choice", wanted)
    if not found:
        raise NoSpot(f"no scenario of level {wanted} is published")
    return replace(rng.choice(found), rules=rules)


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a scenario."""
    numbers = range(1, len(document.question.extra["options"]) + 1)
    right = [str(number) for number in solve(document).answer["right"]]
    others = [str(number) for number in numbers if str(number) not in right]
    return Examples(
        right=({"right": right}, {"right": right[::-1]}),
        wrong=(*({"right": [other]} for other in others), {"right": [*right, *others]}),
        ill_formed=({}, {"right": []}, {"right": ["0"]}, {"right": ["first"]}, {"right": [str(len(numbers) + 1)]}),
    )


KIND = Kind(
    id="choice",
    version=version(),
    input="choice",
    toggles=(),
    misconceptions=(),
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: (),
    parse=parse,
    values=values,
    follow=lambda document, response: frozenset(),
    examples=examples,
    finite=True,
)
