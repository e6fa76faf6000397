"""Questions about cards on the page, in every game they are drilled in: asked, answered right and answered wrong."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.utils.html import escape

from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import Variant
from quizzes.models import Attempt, Bucket
from quizzes.wording.mistakes import mistake
from quizzes.wording.steps import step_text
from tests.site.pages import answer, ask
from tests.site.stand_ins import make_bucket, store

ABOUT_CARDS = ("read_hand", "winner", "ranking", "nuts", "outs")
VARIANTS = [
    pytest.param(kind, variant, id=f"{kind} {variant.game}") for kind in ABOUT_CARDS for variant in KINDS[kind].variants
]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "variant"), VARIANTS)
def test_a_spot_is_asked_and_graded_in_every_game(client: Client, kind: str, variant: Variant) -> None:
    """What is shown takes each of the kind's own examples, and says how each is worked out."""
    drilled = KINDS[kind]
    level = drilled.levels[-1]
    spot = drilled.generate(Random(f"{kind} {variant.game}"), level, ruleset("tda"), variant)
    bucket = make_bucket(drilled, level)
    store(bucket, [spot])
    Bucket.objects.filter(pk=bucket.pk).update(dry=2)
    examples = drilled.examples(spot)
    for raw, right in ((examples.right[0], True), (examples.wrong[0], False)):
        page = ask(client, kind=kind, level=level)
        response = answer(client, page, raw)
        assert response.status_code == 200
        assert Attempt.objects.latest("pk").right is right
        text = response.content.decode()
        for step in drilled.solve(spot).steps:
            assert escape(step_text(step)) in text


@pytest.mark.parametrize(("kind", "variant"), VARIANTS)
def test_every_mistake_of_a_game_is_told_in_words(kind: str, variant: Variant) -> None:
    """The words take the spot's own numbers, whichever mistake it shows."""
    drilled, rng = KINDS[kind], Random(7)
    for level in drilled.levels:
        for _ in range(6):
            spot = drilled.generate(rng, level, ruleset("tda"), variant)
            for id in drilled.mistaken(spot):
                told = mistake(spot, id)
                assert told.name
                assert "%" not in told.text
