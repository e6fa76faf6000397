"""The words of what comes back."""

from __future__ import annotations

from quizzes.wording.base import KindWords
from quizzes.wording.numbers import chips
from tests.recipes.kinds.comes_back import solve

WORDS = KindWords(
    name="What comes back",
    decides=("returned",),
    prompt=lambda document, player: "How many chips come back?",
    labels=lambda: {"returned": "Comes back"},
    title=lambda document, player, answer: f"{chips(answer['returned'])} come back",
    short=lambda answer: chips(answer["returned"]),
    mistakes={"nothing-comes-back": ("Nothing comes back", "Nobody matched %(returned)s of it: they go back.")},
    numbers=lambda document: {"returned": chips(solve(document).answer["returned"])},
)
