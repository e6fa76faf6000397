"""A spot on the wall: phones answer once each, the wall tells who thought what, and nobody is told too early (issue 7).

The spot is a public case, its right answer that of tests/cases/public.jsonl.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes.engine.notation import loads
from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.kinds.choice import option_text
from quizzes.models import Attempt, Drill, Scenario, ScenarioVersion
from quizzes.showing.worked import FOLDER
from tests.site.classwork import a_pool, scenarios
from tests.site.pages import attribute, elements, links, text, with_class
from tests.site.people import browser_of, person
from tests.site.stand_ins import CASE, ILL_FORMED, RIGHT, make_bucket, only_drill, opening_bets, store
from trainer.accounts.models import User
from trainer.classrooms import projector
from trainer.classrooms.models import Classroom, Wall, WallAnswer, WallSpot
from trainer.classrooms.projector import Share, Wish

pytestmark = pytest.mark.django_db

WISH = Wish("min_raise", 1)
ANSWER = f"{CASE['answer']['raise_to']:,}"
State = WallSpot.State


@pytest.fixture
def friday() -> Classroom:
    return Classroom.objects.create(teacher=person("Ines", role=User.Role.INSTRUCTOR), name="Friday")


@pytest.fixture
def wall(friday: Classroom) -> Wall:
    """A wall with the spot of CASE."""
    only_drill()
    return projector.start(friday, WISH)


def phone(wall: Wall, raw: Raw | None = None, client: Client | None = None) -> Client:
    """A phone that has opened the wall's page, and answered where there is a response."""
    client = client or Client()
    assert client.get(f"/wall/{wall.code}/").status_code == 200
    if raw:
        send(client, wall, raw)
    return client


def send(client: Client, wall: Wall, raw: Raw, number: int = 1) -> Any:
    return client.post(f"/wall/{wall.code}/", {"token": f"{wall.code}.{number}", **raw})


def go(wall: Wall, do: str, number: int = 1, **words: Any) -> Any:
    address = f"/classes/{wall.classroom_id}/wall/{wall.pk}/go"
    return browser_of(wall.classroom.teacher).post(address, {"do": do, "number": number, **words})


def wall_page(wall: Wall) -> str:
    page = browser_of(wall.classroom.teacher).get(f"/classes/{wall.classroom_id}/wall/{wall.pk}/")
    assert page.status_code == 200
    return page.content.decode()


def says(page: str) -> str:
    """What the main part of a page says."""
    return text(next(elements(page, "main")))


def wrong_by(trap: str) -> Raw:
    """A response that a misconception gives to the spot of CASE."""
    kind = KINDS["min_raise"]
    document = Drill.objects.get().spot("tda")
    answer = next(each for each in kind.misconceptions if each.id == trap).solve(document)
    assert answer is not None
    return {field: [str(answer[field])] for field in ("raise_to", "raise_by", "adds")}


# From the wall to the phones and back


def test_a_teacher_puts_a_spot_on_the_wall_and_phones_find_it_by_its_code(friday: Classroom) -> None:
    only_drill()
    client = browser_of(friday.teacher)
    response = client.post(f"/classes/{friday.pk}/wall/", {"kind": "min_raise", "level": "1", "ruleset": "tda"})
    wall = Wall.objects.get()
    assert response["Location"] == f"/classes/{friday.pk}/wall/{wall.pk}/"
    page = wall_page(wall)
    assert wall.code in says(page)
    assert f"testserver/wall/{wall.code}/" in says(page)
    assert with_class(page, "qr")
    assert with_class(page, "felt")
    assert Client().post("/wall/", {"code": f" {wall.code.lower()} "})["Location"] == f"/wall/{wall.code}/"
    assert Client().get(f"/wall/{wall.code.lower()}/").status_code == 200
    wrong = Client().post("/wall/", {"code": "AAAAAA"})
    assert wrong.status_code == 422
    assert 'value="AAAAAA"' in wrong.content.decode()


def test_a_phone_answers_once_and_what_is_right_is_told_after_it_was_shown_on_the_wall(wall: Wall) -> None:
    first = phone(wall, RIGHT)
    other = phone(wall, wrong_by("double-the-bet"))
    send(other, wall, RIGHT)
    assert WallAnswer.objects.count() == 2, "the first answer stays"
    for state, do in ((State.ASKING, "shares"), (State.SHARES, "worked")):
        assert WallSpot.objects.get().state == state
        for client in (first, other, phone(wall)):
            assert ANSWER not in says(client.get(f"/wall/{wall.code}/").content.decode())
        go(wall, do)
    right, wrong, silent = (
        says(each.get(f"/wall/{wall.code}/").content.decode()) for each in (first, other, phone(wall))
    )
    assert "Every part of your answer is right." in right
    assert "Doubling the bet" in wrong
    assert all(ANSWER in page for page in (right, wrong, silent))
    assert not Attempt.objects.exists(), "an answer to the wall is nobody's attempt"


def test_an_answer_that_can_not_be_read_is_asked_again_and_costs_nothing(wall: Wall) -> None:
    client = phone(wall)
    response = send(client, wall, ILL_FORMED)
    assert response.status_code == 422
    assert 'value="a lot"' in response.content.decode()
    assert not WallAnswer.objects.exists()
    send(client, wall, RIGHT)
    assert WallAnswer.objects.get().right


def test_an_answer_after_the_answers_were_shown_or_to_another_spot_is_not_taken(wall: Wall) -> None:
    client = phone(wall)
    assert "came too late" in says(send(client, wall, RIGHT, number=2).content.decode())
    go(wall, "shares")
    assert "came too late" in says(send(client, wall, RIGHT).content.decode())
    assert not WallAnswer.objects.exists()


def test_whoever_sits_an_exam_answers_no_wall(wall: Wall) -> None:
    """What is on the wall could help, or be told to who looks on (issue 8: what could help is closed meanwhile)."""
    ann = person("Ann")
    client = phone(wall, client=browser_of(ann))
    User.objects.filter(pk=ann.pk).update(exam_until=timezone.now() + timedelta(hours=1))
    assert send(client, wall, RIGHT).status_code == 403
    assert client.get(f"/wall/{wall.code}/").status_code == 403
    assert client.post("/wall/", {"code": wall.code}).status_code == 403
    assert not WallAnswer.objects.exists()
    User.objects.filter(pk=ann.pk).update(exam_until=timezone.now() - timedelta(seconds=1))
    client.cookies.pop("exam", None)
    send(client, wall, RIGHT)
    assert WallAnswer.objects.get().right


def test_an_account_is_one_phone_in_whatever_browser_and_its_name_is_not_stored(wall: Wall) -> None:
    ann = person("Ann")
    for _ in range(2):
        phone(wall, RIGHT, browser_of(ann))
    answer = WallAnswer.objects.get()
    assert re.fullmatch("[0-9a-f]{32}", answer.phone)
    assert not any(field.is_relation and field.related_model is User for field in WallAnswer._meta.get_fields())


def test_the_wall_tells_who_thought_what_in_shares_and_without_names(wall: Wall) -> None:
    for _ in range(2):
        phone(wall, RIGHT)
    phone(wall, wrong_by("double-the-bet"), browser_of(person("Ann")))
    phone(wall, wrong_by("add-the-big-blind"))
    phone(wall, {"raise_to": ["2345"], "raise_by": ["17"], "adds": ["3"]})
    assert "5 have answered" in says(wall_page(wall))
    assert "Doubling the bet" not in says(wall_page(wall))
    go(wall, "shares")
    page = says(wall_page(wall))
    shares = projector.shares(WallSpot.objects.get())
    assert [(share.right, share.count, share.percent) for share in shares if not share.names] == [
        (True, 2, 40),
        (False, 1, 20),
    ]
    assert sum(share.count for share in shares) == 5
    assert shares[0] == Share((), True, 2, 40)
    assert shares[-1].names == ()
    assert "Doubling the bet" in page
    assert "Ann" not in page
    assert ANSWER not in page
    go(wall, "worked")
    assert ANSWER in says(wall_page(wall))
    assert "How it is worked out" in wall_page(wall)


def test_of_written_answers_the_wall_counts_each_and_says_of_none_that_it_is_right(friday: Classroom) -> None:
    document = loads((FOLDER / "choice.toml").read_text())
    (drill,) = store(make_bucket(KINDS["choice"]), [document])
    wall = Wall.objects.create(classroom=friday)
    WallSpot.objects.create(wall=wall, number=1, drill=drill, ruleset="tda")
    for number in ("4", "4", "3"):  # of the four, the fourth is right
        phone(wall, {"right": [number]})
    go(wall, "shares")
    counted = {share.names[0]: (share.count, share.percent) for share in projector.shares(WallSpot.objects.get())}
    texts = [option_text(option)["en"] for option in document.question.extra["options"]]
    assert counted == dict(zip(texts, [(0, 0), (0, 0), (1, 33), (2, 67)], strict=True))
    rows = [text(row) for row in elements(wall_page(wall), "tr")]
    assert f"{texts[3]} 2 67" in rows
    assert not any(row.startswith("Right ") for row in rows)


# The next spot


def test_next_twice_from_the_same_spot_is_one_and_no_spot_comes_again(friday: Classroom) -> None:
    store(make_bucket(), opening_bets(3))
    wall = projector.start(friday, WISH)
    for number in (1, 1, 2):
        go(wall, "next", number)
    assert list(wall.spots.order_by("number").values_list("number", flat=True)) == [1, 2, 3]
    assert wall.spots.values("drill").distinct().count() == 3


def test_the_next_spot_can_be_chosen_and_those_after_it_follow(wall: Wall) -> None:
    store(make_bucket(KINDS["reopen"]), [])
    go(wall, "choose", 1, kind="reopen", level="2", ruleset="jj")
    assert WallSpot.objects.get(number=2).drill.bucket.kind == "reopen"
    assert WallSpot.objects.get(number=2).ruleset == "jj"
    go(wall, "next", 2)
    assert WallSpot.objects.get(number=3).drill.bucket.kind == "reopen"
    response = go(wall, "choose", 3, kind="no-such", level="2")
    assert response.status_code == 422
    assert wall.spots.count() == 3


def test_a_published_spot_goes_on_the_wall_and_a_draft_or_one_for_exams_does_not(wall: Wall) -> None:
    drill = Drill.objects.get()
    published = ScenarioVersion.State.PUBLISHED
    numbers: list[tuple[int, Drill]] = []
    for exam, state in ((False, published), (True, published), (False, ScenarioVersion.State.RETIRED)):
        scenario = Scenario.objects.create(exam=exam)
        bucket = make_bucket(level=2 + len(numbers))
        own = Drill.objects.create(bucket=bucket, slot=0, fingerprint="x", document=drill.document)
        ScenarioVersion.objects.create(
            scenario=scenario, number=1, state=state, drill=own, house="tda", kind="min_raise"
        )
        numbers.append((scenario.pk, own))
    (open_one, shown), *others = numbers
    go(wall, "choose", 1, scenario=open_one)
    assert WallSpot.objects.get(number=2).drill == shown
    for number in (*(number for number, _drill in others), 9999):
        response = go(wall, "choose", 2, scenario=number)
        assert response.status_code == 422
        assert "That is not published any more." in response.content.decode()


def test_written_spots_are_found_by_title_and_skill_and_put_on_the_wall_from_the_list(wall: Wall) -> None:
    one, two = scenarios(2)
    teacher, base = browser_of(wall.classroom.teacher), f"/classes/{wall.classroom_id}/wall/"
    for query, found in (("", [True, True]), ("?wanted=bet+2", [False, True]), ("?kind=awards", [False, False])):
        page = says(teacher.get(f"{base}written/{query}").content.decode())
        assert [title in page for title in ("Bet 1", "Bet 2")] == found
    page = teacher.get(f"{base}written/?wall={wall.pk}").content.decode()
    (chosen,) = [form for form in elements(page, "form") if "Bet 2" in text(form)]
    fields = {attribute(each, "name"): attribute(each, "value") for each in elements(chosen, "input", "button")}
    assert teacher.post(attribute(chosen, "action") or "", fields)["Location"] == f"{base}{wall.pk}/"
    assert WallSpot.objects.get(number=2).drill == two.drill
    assert teacher.post(base, {"scenario": one.scenario_id}).status_code == 302
    assert WallSpot.objects.get(wall__pk__gt=wall.pk).drill == one.drill


def test_of_a_template_each_spot_comes_once_before_any_comes_again(friday: Classroom) -> None:
    pool, other = a_pool(3, friday.teacher), a_pool(1, person("Igor", role=User.Role.INSTRUCTOR))
    teacher, base = browser_of(friday.teacher), f"/classes/{friday.pk}/wall/"
    assert teacher.post(base, {"pool": other.pk}).status_code == 422, "another author's"
    page = says(teacher.get(f"{base}written/").content.decode())
    assert page.count("Small bets") == 2, "the own one, in the list and on its button"
    teacher.post(base, {"pool": pool.pk})
    wall = Wall.objects.get()
    for number in range(1, 5):
        go(wall, "next", number)
    shown = list(wall.spots.order_by("number").values_list("drill", flat=True))
    assert set(shown[:3]) == set(Drill.objects.filter(bucket__bank=pool.bank).values_list("pk", flat=True))
    assert shown[3:] == shown[:2]


def test_the_list_of_written_spots_takes_as_many_queries_for_sixty_as_for_two(
    friday: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    teacher = browser_of(friday.teacher)
    for many in (2, 60):
        scenarios(many, bank=f"authored {many}")
        with django_assert_num_queries(5):  # account, class, how many, the page, the templates
            teacher.get(f"/classes/{friday.pk}/wall/written/")


def test_what_is_right_stays_on_a_phone_when_the_wall_ends(wall: Wall) -> None:
    client = phone(wall, RIGHT)
    go(wall, "worked")
    page = client.get(f"/wall/{wall.code}/").content.decode()
    again = attribute(with_class(page, "phone-again")[0], "hx-get") or ""
    go(wall, "end")
    asked_again = client.get(again, headers={"HX-Request": "true"})
    assert (asked_again.status_code, asked_again["HX-Reswap"]) == (286, "none"), "htmx asks no more and leaves it there"
    waiting = client.get(again.replace("worked", "asking"), headers={"HX-Request": "true"})
    assert "Nothing is on this wall" in waiting.content.decode()


def test_a_wall_that_has_ended_leads_nowhere(wall: Wall) -> None:
    client = phone(wall)
    assert go(wall, "end")["Location"] == f"/classes/{wall.classroom_id}/wall/"
    assert client.get(f"/wall/{wall.code}/").status_code == 404
    assert send(client, wall, RIGHT).status_code == 404
    assert not WallAnswer.objects.exists()


# Polling


def test_nobody_finds_a_wall_by_trying_codes(wall: Wall, settings: Any) -> None:
    """The page on threats: codes have too many values to be tried. To look at a wall that is over is no try."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "join_misses": "3/m/ip"}
    over = Wall.objects.create(classroom=wall.classroom, ended_at=timezone.now())
    client = Client()
    assert [client.get(f"/wall/{over.code}/").status_code for _ in range(5)] == [404] * 5
    assert client.get("/wall/AAAAA2/").status_code == 404
    assert [client.post("/wall/", {"code": code}).status_code for code in ("AAAAA3", "AAAAA4")] == [422] * 2
    assert client.get(f"/wall/{wall.code}/").status_code == 429
    assert client.post("/wall/", {"code": wall.code}).status_code == 429


def test_a_phone_that_looks_again_takes_a_query_or_two_and_gets_nothing_until_the_wall_goes_on(
    wall: Wall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone(wall, RIGHT, browser_of(person("Ann")))
    page = client.get(f"/wall/{wall.code}/").content.decode()
    again = attribute(with_class(page, "phone-again")[0], "hx-get")
    assert again == f"/wall/{wall.code}/?mark=1.asking"
    with django_assert_num_queries(2):  # the wall, and the account, which might be sitting an exam
        assert client.get(again, headers={"HX-Request": "true"}).status_code == 204
    with django_assert_num_queries(1):
        assert Client().get(again, headers={"HX-Request": "true"}).status_code == 204
    go(wall, "shares")
    response = client.get(again, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "Look at the wall" in response.content.decode()
    assert "<html" not in response.content.decode()


def test_the_wall_counts_phones_as_they_answer_and_follows_when_it_went_on_elsewhere(wall: Wall) -> None:
    client = browser_of(wall.classroom.teacher)
    count = attribute(with_class(wall_page(wall), "wall-count")[0], "hx-get") or ""
    assert client.get(count, headers={"HX-Request": "true"}).status_code == 204
    phone(wall, RIGHT)
    response = client.get(count, headers={"HX-Request": "true"})
    assert "has answered" in response.content.decode()
    go(wall, "shares")
    assert client.get(count, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_the_pages_take_as_many_queries_for_sixty_answers_as_for_two(
    wall: Wall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    teacher, spot = browser_of(wall.classroom.teacher), WallSpot.objects.get()
    for many in (2, 60):
        for number in range(spot.answers.count(), many):
            WallAnswer.objects.create(spot=spot, phone=str(number), response={}, right=True)
        with django_assert_num_queries(5):
            teacher.get(f"/classes/{wall.classroom_id}/wall/{wall.pk}/")
        with django_assert_num_queries(5):
            teacher.get(f"/classes/{wall.classroom_id}/wall/{wall.pk}/count?mark=1.asking&seen=0")


# Who may


def test_a_wall_is_of_its_class_alone(wall: Wall) -> None:
    stranger = person("Stranger", role=User.Role.INSTRUCTOR)
    other = Classroom.objects.create(teacher=stranger, name="Other")
    client = browser_of(stranger)
    assert client.get(f"/classes/{other.pk}/wall/{wall.pk}/").status_code == 404
    assert client.post(f"/classes/{other.pk}/wall/{wall.pk}/go", {"do": "end"}).status_code == 404
    page = browser_of(wall.classroom.teacher).get(f"/classes/{wall.classroom_id}/wall/").content.decode()
    assert f"/classes/{wall.classroom_id}/wall/{wall.pk}/" in links(page)
    assert wall.code not in client.get(f"/classes/{other.pk}/wall/").content.decode()
