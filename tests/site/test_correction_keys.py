"""By what key a correction marks a question that a person wrote: by that of the spot which candidates were shown.

What is right in the written question is what its author ticks; in the raise it follows from TDA 2024 43-A, as in
test_regrading.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from quizzes.authoring import drafts, publishing
from quizzes.models import Drill, Scenario
from tests.site.certified import exam
from tests.site.exams import sat, table
from tests.site.pages import elements, text, tree
from tests.site.people import browser_of, person
from tests.site.regraded import RIGHT_THEN, spot, version
from tests.site.test_corrections import manager
from tests.site.test_regrading_corrections import SHORT, published
from trainer.certification import corrections, grading, items
from trainer.certification.blueprints import plan_of
from trainer.certification.models import Appeal, ExamItem, ItemResult

pytestmark = pytest.mark.django_db

NOW = timezone.now


def answered(drill: Drill, response: dict[str, Any]) -> ItemResult:
    """A graded answer to a question of a released exam, with an appeal."""
    blueprint = exam("shipped", plan=table())
    sitting = sat(blueprint, None, [drill], state="graded", points=1, out_of=1, passed=True, released_at=NOW())
    item = sitting.items.select_related("drill__bucket").get()
    item.response = {name: [str(value) for value in values] for name, values in response.items()}
    item.save()
    row = grading.mark(item, items.key_of(drill), "tda", plan_of(blueprint))
    row.save()
    Appeal.objects.create(item=item, text="Why?", made_at=NOW())
    return row


def test_a_written_question_is_never_marked_by_the_key_of_another_table_and_its_own_is_corrected_instead() -> None:
    ines = person("Ines", role="instructor")
    scenario, [shown, _asked] = published(ines, SHORT.format(stack=700, right=2), SHORT.format(stack=650, right=2))
    row = answered(shown, {"right": [1]})
    address, look = f"/author/appeals/{Appeal.objects.get().pk}/correct/", {"way": "key", "mode": "full"}
    page = browser_of(manager()).get(address, look).text
    assert "These answers were given to another spot." in page
    assert "Where the key to version 1 itself was wrong, correct that version" in text(tree(page))
    assert '<div id="done"></div>' in page, "no button stands beside the reason"
    assert "Correct version 1" not in [text(each) for each in elements(page, "button")], "it is not theirs"
    with pytest.raises(corrections.Unfit, match="another spot"):
        corrections.correct(shown, "key", "full", "x", manager(), NOW())
    assert ExamItem.objects.get(pk=shown.pk).answer == {"right": [2]}

    drafts.correct(scenario, ines.pk, 1)
    drafts.save(scenario, ines.pk, SHORT.format(stack=700, right=1))
    publishing.publish(scenario, ines.pk, may_review=False)
    corrections.correct(shown, "key", "full", "x", manager(), NOW())
    row.refresh_from_db()
    assert (row.points, row.right, ExamItem.objects.get(pk=shown.pk).answer) == (1, True, {"right": [1]})


def test_an_answer_that_follows_from_the_table_is_marked_by_the_table_that_was_shown() -> None:
    """B raised to 300, and C was right with 500: that the next version says 400 makes that no mistake."""
    scenario = Scenario.objects.create(owner=person("Ines", role="instructor"))
    shown = version(scenario, 1, spot(300), "retired")
    version(scenario, 2, spot(400), "published")
    row = answered(shown, {name: [value] for name, value in RIGHT_THEN.items()})
    ExamItem.objects.update(answer={**RIGHT_THEN, "raise_to": 501})  # by an engine that was mended since
    ItemResult.objects.update(points=2, right=False)
    corrections.correct(shown, "key", "full", "x", manager(), NOW())
    row.refresh_from_db()
    assert (row.points, row.right) == (3, True)
