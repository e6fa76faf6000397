"""An answer that can't be read costs nothing and is asked back, with what was typed (issue 2, "The site")."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.test.html import Element

from quizzes.kinds import KINDS
from quizzes.kinds.base import IllFormed, Raw
from quizzes.models import Attempt
from quizzes.wording.prompts import problem_text
from tests.scale import scale
from tests.site import pages
from tests.site.pages import answer, ask, asked, attribute, drill_of, elements, sent, text, with_attribute, with_class
from tests.site.stand_ins import make_bucket, store

ODD = "\"><b>5</b> & 'x'"


def ill_formed() -> Iterator[tuple[str, Raw]]:
    """Every kind's own examples, two of them in a short run."""
    for kind in KINDS.values():
        for raw in kind.examples(drill_of(kind.id)).ill_formed[: scale(2, 100)]:
            yield kind.id, raw


def one_of_each_kind() -> list[tuple[str, Raw]]:
    """The first example of every kind: what an answer costs doesn't depend on what is wrong with it."""
    return list({kind: (kind, raw) for kind, raw in reversed(list(ill_formed()))}.values())


def told(example: tuple[str, Raw]) -> str:
    """An example in the name of its test."""
    return f"{example[0]}: {dict(example[1])}"


@pytest.fixture(params=ill_formed(), ids=told)
def asked_back(request: pytest.FixtureRequest, db: None, client: Client) -> tuple[str, Raw, str]:
    """A question's page, what was sent, and the page that came back."""
    kind, raw = request.param
    store(make_bucket(KINDS[kind], 3), [drill_of(kind)])
    page = ask(client, kind=kind, level=3, ruleset="tda")
    response = answer(client, page, raw)
    assert response.status_code == 422
    return page, raw, response.content.decode()


def described(page: str, field: str) -> Element:
    """The field, or the group of its choices, that points at a problem."""
    found = with_attribute(page, "aria-describedby", f"{field}-problem")
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("asked_back", one_of_each_kind(), indirect=True, ids=told)
def test_it_costs_nothing_and_the_same_question_comes_back_to_be_answered(
    client: Client, asked_back: tuple[str, Raw, str]
) -> None:
    page, _, again = asked_back
    assert not Attempt.objects.exists()
    assert "sessionid" not in client.cookies
    for name in ("token", "kind", "level", "ruleset"):
        assert sent(again)[name] == sent(page)[name]
    assert [text(each) for each in elements(again, "h1")] == [text(each) for each in elements(page, "h1")]
    alert = text(with_attribute(again, "role", "alert")[0])
    assert "costs nothing" in alert.lower()
    assert ("Nothing is filled in yet." in alert) == (not any(any(texts) for texts in asked_back[1].values()))
    assert len(with_class(again, "why")) == 2, "why it is asked, and what is due"
    assert answer(client, again, asked(page).right).status_code == 200
    assert [attempt.right for attempt in Attempt.objects.all()] == [True]


def test_each_problem_stands_beside_its_field_and_what_was_typed_and_chosen_is_kept(
    asked_back: tuple[str, Raw, str],
) -> None:
    page, raw, again = asked_back
    question = asked(page)
    with pytest.raises(IllFormed) as refused:
        question.kind.parse(question.document, raw)
    assert len(with_class(again, "field-error")) == len(refused.value.problems)
    for field, problem in refused.value.problems.items():
        pointing = described(again, field)
        assert field in [attribute(each, "name") for each in elements(pointing, "input", "select")]
        assert [text(each) for each in with_attribute(again, "id", f"{field}-problem")] == [problem_text(problem)]
        assert pointing.name not in ("input", "select") or attribute(pointing, "aria-invalid") == "true"
    offered = pages.offered(page)
    kept = {name: set(values) for name, values in sent(again).items() if name not in pages.FIELDS_OF_THE_SITE}
    typed = {name: {value for value in values if value} & offered.get(name, {*values}) for name, values in raw.items()}
    assert kept == {name: values for name, values in typed.items() if values}


@pytest.mark.parametrize("kind", KINDS)
def test_a_form_that_is_sent_as_it_stands_is_said_to_be_empty(client: Client, db: None, kind: str) -> None:
    store(make_bucket(KINDS[kind], 3), [drill_of(kind)])
    page = ask(client, kind=kind, level=3, ruleset="tda")
    again = answer(client, page, {**sent(page), "sure": ["yes"]})
    assert again.status_code == 422
    assert "Nothing is filled in yet." in text(with_attribute(again.content.decode(), "role", "alert")[0])


def test_htmx_gets_the_question_alone(client: Client, db: None) -> None:
    page = ask(client, kind="min_raise")
    response = answer(client, page, {}, htmx=True)
    assert response.status_code == 422
    part = response.content.decode()
    assert not list(elements(part, "body", "header"))
    question = asked(page)
    for field in question.kind.fields(question.document):
        assert described(part, field).name == "input"


@pytest.mark.parametrize("kind", KINDS)
def test_no_typed_text_becomes_part_of_the_page(client: Client, db: None, kind: str) -> None:
    page = ask(client, kind=kind)
    typed = sorted(pages.names_of_fields(page) - pages.offered(page).keys())
    response = answer(client, page, {name: [ODD] for name in (*typed, "may", "category", "stray")})
    assert response.status_code == 422
    again = response.content.decode()
    assert not list(elements(again, "b"))
    assert {name: sent(again)[name] for name in typed} == {name: [ODD] for name in typed}


@pytest.mark.parametrize(("field", "is_open"), [("amount_1", False), ("amount_2", False), ("amount_3", True)])
def test_rows_for_more_pots_are_open_when_something_was_entered_there(
    client: Client, db: None, field: str, is_open: bool
) -> None:
    store(make_bucket(KINDS["side_pots"], 5), [drill_of("side_pots", 5)])
    again = answer(client, ask(client, kind="side_pots", level=5), {field: ["x"]}).content.decode()
    more = next(elements(pages.form(again), "details"))
    assert (attribute(more, "open") is not None) == is_open
