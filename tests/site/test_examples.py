"""Worked examples before a question: when one is offered, which drill it shows, and how much of it.

What is expected: issue 5, "Replay": worked examples fade: all steps shown, then the last left out, and so on; two
misses bring one back.
"""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.html import Element
from django.test.utils import CaptureQueriesContext

from quizzes import pools
from quizzes.engine.document import Document
from quizzes.engine.notation import parse
from quizzes.fingerprint import fingerprint
from quizzes.kinds import KINDS, agree
from quizzes.learners import Learner
from quizzes.learning.skills import Skill
from quizzes.models import Bucket, Drill
from quizzes.practice import Served, shown
from quizzes.practising import examples
from quizzes.practising.course import Known
from quizzes.wording.steps import step_text
from tests.site.pages import answer, ask, asked, attribute, drill_of, elements, text, with_attribute, with_class
from tests.site.people import person
from tests.site.stand_ins import CASE, kind_of, make_bucket, only_drill, opening_bets, store
from tests.site.test_hints import token_of

QUERY = {"kind": "min_raise", "level": "1"}


@pytest.fixture
def bucket(db: None) -> Bucket:
    """A bucket with a generation of drills."""
    made = make_bucket()
    store(made, opening_bets(pools.GENERATION))
    return made


def learnt(monkeypatch: pytest.MonkeyPatch, skill: Skill | None) -> None:
    """Have every learner stand so in every skill."""
    monkeypatch.setattr(Known, "skills", {} if skill is None else dict.fromkeys(KINDS, skill))


def line(page: str) -> Element | None:
    """The line of a question page that leads to the worked example."""
    found = with_class(page, "rung-example")
    return found[0] if found else None


def worked(client: Client, token: str, *, htmx: bool = False) -> str:
    """The worked example for the question of a token."""
    headers = {"HX-Request": "true"} if htmx else {}
    response = client.get("/practice/example", {**QUERY, "token": token}, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    ("skill", "offered"),
    [
        (None, examples.Offer(open=True)),
        (Skill(meeting=1), examples.Offer(open=False)),
        (Skill(meeting=5, misses=1), examples.Offer(open=False)),
        (Skill(meeting=examples.USUAL_STEPS), None),
        (Skill(meeting=0, misses=2), examples.Offer(open=True)),
        (Skill(meeting=40, misses=2), examples.Offer(open=True)),
    ],
    ids=["never met", "met once", "missed once", "faded", "missed twice", "missed twice after it had faded"],
)
@pytest.mark.django_db
def test_an_example_is_open_at_first_offered_until_it_has_faded_and_brought_back_by_two_misses(
    client: Client, monkeypatch: pytest.MonkeyPatch, skill: Skill | None, offered: examples.Offer | None
) -> None:
    only_drill()
    learnt(monkeypatch, skill)
    assert examples.offer(skill) == offered
    shown = line(ask(client, **QUERY))
    assert (shown is not None) == (offered is not None)
    if shown and offered:
        assert (attribute(shown, "open") is not None) == offered.open
        assert attribute(shown, "hx-trigger") == ("load" if offered.open else "toggle once")
        (link,) = elements(shown, "a")
        assert attribute(link, "href") == attribute(shown, "hx-get"), "without JavaScript it is a link"
    assert line(client.get("/").content.decode()) is None, "the first page has none"


@pytest.mark.django_db
def test_a_right_answer_folds_the_example_and_two_misses_in_a_row_open_it_again(client: Client) -> None:
    kind = KINDS["show_order"]
    store(make_bucket(kind, level=3), spots_of(kind.id, 4))
    seen = []
    for right in (True, False, False, True):
        page = ask(client, kind=kind.id, level=3)
        shown_line = line(page)
        assert shown_line
        seen.append(attribute(shown_line, "open") is not None)
        answer(client, page, asked(page).right if right else asked(page).wrong)
    assert seen == [True, False, False, True]


def test_an_example_is_never_the_question_nor_the_next_one(bucket: Bucket) -> None:
    key = "a learner"
    for place in (0, 100, *range(pools.GENERATION - 8, pools.GENERATION)):
        asked, following = (pools.next_drill(bucket, key, place + more) for more in (0, 1))
        for met in range(examples.LAST):
            shown = examples.drill_beside(asked, key, met)
            assert shown is not None
            assert shown.bucket == bucket
            assert shown != asked
            assert shown != following or place + 1 == pools.GENERATION  # then the order begins anew


def test_each_meeting_shows_another_of_the_drills_that_come_last(bucket: Bucket) -> None:
    asked = pools.next_drill(bucket, "key", 0)
    last = [pools.next_drill(bucket, "key", pools.GENERATION - each) for each in range(1, examples.LAST + 1)]
    assert [examples.drill_beside(asked, "key", met) for met in range(examples.LAST)] == last


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_while_a_bucket_is_being_filled_an_example_is_neither_this_drill_nor_the_one_made_after_it(size: int) -> None:
    bucket = make_bucket()
    drills = store(bucket, opening_bets(size))
    for drill in drills:
        shown = examples.drill_beside(drill, "key", 0)
        assert (shown is None) == (size - (1 if drill == drills[-1] else 2) <= 0)
        assert shown is None or shown.slot not in (drill.slot, drill.slot + 1)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["min_raise", "side_pots", "winner"])
def test_where_there_is_no_other_drill_a_spot_is_made_that_the_second_computation_agrees_to(kind: str) -> None:
    (drill,) = store(make_bucket(KINDS[kind], level=3), [drill_of(kind)])
    served = shown(Learner({}), token_of(drill))
    assert examples.drill_beside(drill, "key", 0) is None
    made = examples.spot_beside(served)
    assert made is not None
    assert made != served.document
    assert (made.question.kind, KINDS[kind].level(made)) == (kind, 3)
    assert agree(KINDS[kind], made)


@pytest.mark.django_db
def test_a_spot_that_is_made_is_none_of_the_reserve_and_none_that_the_bucket_has() -> None:
    # wall of the reserve, `pools.kept_apart`: no spot of it is shown outside an exam
    asked, in_bucket, in_reserve, fresh = opening_bets(4)
    drills = store(make_bucket(), [asked, in_bucket])
    store(make_bucket(reserve=True), [in_reserve])
    for spot, free in ((asked, False), (in_bucket, False), (in_reserve, False), (fresh, True)):
        served = Served("", drills[0], drills[0].spot("tda"), kind_of([spot]))
        assert (examples.spot_beside(served) is not None) == free


@pytest.mark.django_db
def test_a_question_knows_how_far_its_bucket_has_come_since_it_was_last_shown() -> None:
    bucket = make_bucket()
    (drill,) = store(bucket, opening_bets(1))
    token = token_of(drill)
    for size in (1, 5):
        Bucket.objects.filter(pk=bucket.pk).update(size=size)
        assert shown(Learner({}), token).drill.bucket.size == size


def test_of_a_chosen_misconception_an_example_shows_no_drill_that_is_asked_for_it(
    client: Client, bucket: Bucket
) -> None:
    user = person()
    client.force_login(user)
    key = f"user:{user.pk}"
    asked = pools.next_drill(bucket, key, 0)
    last = [pools.next_drill(bucket, key, pools.GENERATION - each) for each in range(1, examples.LAST + 2)]
    Drill.objects.filter(pk=last[0].pk).update(told_apart=[["to-for-by"], ["double-the-bet"]])
    assert examples.drill_beside(asked, key, 0) == last[0]
    assert examples.drill_beside(asked, key, 0, "count-the-call") == last[0]
    assert examples.drill_beside(asked, key, 0, "double-the-bet") == last[1]
    Drill.objects.filter(pk__in=[drill.pk for drill in last]).update(told_apart=[["double-the-bet"]])
    assert examples.drill_beside(asked, key, 0, "double-the-bet") is None


@pytest.mark.django_db
def test_an_example_for_a_chosen_misconception_is_a_spot_in_which_it_goes_wrong(client: Client) -> None:
    # the drills that the bucket has are single bets, where doubling is right: to 2 bets (TDA 2024, rule 43)
    bucket = make_bucket(level=3)
    (drill,) = store(bucket, opening_bets(1))
    token, kind = token_of(drill), KINDS["min_raise"]
    made = examples.spot_beside(shown(Learner({}), token), "double-the-bet")
    assert made is not None
    assert "double-the-bet" in kind.mistaken(made)
    assert agree(kind, made)
    page = client.get("/practice/example", {"kind": "min_raise", "mistake": "double-the-bet", "token": token})
    least = kind.solve(made).answer["raise_to"]
    assert f"{least:,}" in text(with_class(page.content.decode(), "worked-answer")[0])


@pytest.mark.parametrize("met", range(6))
def test_one_more_step_is_left_out_at_each_meeting(met: int) -> None:
    # min_raise-007-mr: BTN to 500, SB to 1200: SB's raise is the step that is written on the table, +700
    document = parse(CASE["doc"])
    steps = KINDS["min_raise"].solve(document).told
    shown = examples.example(KINDS["min_raise"], document, met)
    assert [step.text for step in shown.steps] == [step_text(step) for step in steps]
    assert shown.shown == max(0, len(steps) - met)
    assert shown.whole == (met == 0)
    assert shown.picture is not None
    assert {note.text for note in shown.picture.notes} == ({"+700"} if shown.shown else set())
    assert (shown.picture.ghost is not None) == (met == 0), "the raise itself is the answer"


@pytest.mark.django_db
@pytest.mark.parametrize(("met", "htmx"), [(0, True), (1, False), (9, True)])
def test_the_page_shows_the_first_steps_and_folds_the_others_and_the_answer(
    client: Client, bucket: Bucket, monkeypatch: pytest.MonkeyPatch, met: int, htmx: bool
) -> None:
    learnt(monkeypatch, Skill(meeting=met, misses=0))
    page = worked(client, token_of(pools.next_drill(bucket, "key", 0)), htmx=htmx)
    (steps,) = with_class(page, "steps")
    items = list(elements(steps, "li"))
    folded = [item for item in items if list(elements(item, "details"))]
    # a bet on the turn is the last full raise; its sum, the increase, the chips: four steps
    assert (len(items), len(folded)) == (4, min(met, 4))
    assert items[len(items) - len(folded) :] == folded, "those that are left out are the last"
    (answer,) = with_attribute(page, "aria-labelledby", "worked-answer")
    assert bool(list(elements(answer, "details"))) == bool(met)
    assert "smallest raise is to" in text(answer)
    assert page.lstrip().startswith("<!doctype") == (not htmx)
    assert htmx or "/practice/?kind=min_raise&amp;level=1" in page


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_hints_and_its_example_in_words_with_no_id_twice(client: Client, kind: str) -> None:
    drills = store(make_bucket(KINDS[kind], level=3), spots_of(kind, 3))
    token = token_of(drills[0])
    question = client.post("/practice/hint", {"token": token, "hint": "3"}).content.decode()
    assert len(with_class(question, "hint")) == 3
    part = worked(client, token, htmx=True)
    ids = [attribute(each, "id") for page in (question, part) for each in elements(page) if attribute(each, "id")]
    assert len(ids) == len(set(ids))
    assert [text(title) for title in elements(part, "h3")][:2] == ["How it is worked out", "The answer"]
    assert len(text(next(elements(part, "h2")))) > 10
    assert text(with_class(part, "worked-answer")[0])


def spots_of(kind: str, many: int) -> list[Document]:
    """That many different spots of a kind."""
    found = {fingerprint(spot): spot for spot in (drill_of(kind, seed=seed) for seed in range(4 * many))}
    return list(found.values())[:many]


def test_an_example_writes_nothing(client: Client, bucket: Bucket) -> None:
    with CaptureQueriesContext(connection) as queries:
        worked(client, token_of(pools.next_drill(bucket, "key", 0)))
    assert {query["sql"].split()[0] for query in queries.captured_queries} == {"SELECT"}
    assert not client.session.keys()


@pytest.mark.parametrize("htmx", [False, True])
def test_a_token_that_is_not_the_learners_leads_to_another_question(client: Client, bucket: Bucket, htmx: bool) -> None:
    user = person()
    client.force_login(user)
    token = token_of(pools.next_drill(bucket, "key", 0), f"user:{user.pk}")
    headers = {"HX-Request": "true"} if htmx else {}
    for browser, sent in ((Client(), token), (client, "no token"), (client, "")):
        response = browser.get("/practice/example", {**QUERY, "token": sent}, headers=headers)
        assert response.headers["HX-Redirect" if htmx else "Location"] == "/practice/?kind=min_raise&level=1"


def test_an_accounts_example_comes_from_the_end_of_its_own_order(client: Client, bucket: Bucket) -> None:
    user = person()
    client.force_login(user)
    key = f"user:{user.pk}"
    page = worked(client, token_of(pools.next_drill(bucket, key, 0), key))
    bet = int(pools.next_drill(bucket, key, pools.GENERATION - 1).document["actions"].removeprefix("A bets "))
    assert f"The smallest raise is to {2 * bet:,}" in text(with_class(page, "worked-answer")[0])
