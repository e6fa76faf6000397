"""The pages of a sitting: what they show and keep, and what they never hold (issue 8, "Sitting", "Leaks tried")."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes.kinds import KINDS
from quizzes.models import Drill
from quizzes.wording.kinds import words_of
from tests.site import pages
from tests.site.certified import exam
from tests.site.exams import author, sat, stocked
from tests.site.pages import Asked, attribute, drill_of, elements, sent, with_attribute, with_class
from tests.site.people import PASSWORD, browser_of, person, sign_in
from tests.site.rooms import SHEET
from tests.site.sitting import address_of, named, opened, response_of, right_answers, save, seated
from tests.site.stand_ins import make_bucket, store
from tests.site.test_hidden_answers import amounts, in_plain_sight, numbers, seat_asked, words_in
from trainer.accounts.models import User
from trainer.certification import grading, sheet, sittings
from trainer.certification.models import Candidate, Event, ExamItem, Sitting, SittingItem
from trainer.classrooms.models import Classroom, Membership

SCRIPT = {"Accept": "application/json"}
FIELDS = {"raise_to": "600", "raise_by": "300", "adds": "600"}
SCANNED = ("min_raise", "reopen", "side_pots", "awards", "read_hand", "winner", "choice")
KEY = UUID("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa")  # no number can be read into it

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db: None) -> User:
    return named()


def page_of(client: Client, sitting: Sitting, page: object = 1) -> str:
    response = client.get(address_of(sitting, page))
    assert response.status_code == 200
    return response.content.decode()


def post(client: Client, sitting: Sitting, place: int, **fields: object) -> HttpResponse:
    """Send the form of a question as a browser without JavaScript does."""
    device = Sitting.objects.get(pk=sitting.pk).device
    return client.post(address_of(sitting, place), {"device": device, "number": 1, **fields})  # type: ignore[return-value]  # the test client's own response


def test_the_start_says_the_own_time_and_asks_for_a_name_that_can_be_printed(db: None) -> None:
    blueprint, user = stocked(), person()
    classroom = Classroom.objects.create(name="Friday", teacher=author())
    Membership.objects.create(classroom=classroom, learner=user, time_factor=150)
    client, address = browser_of(user), f"/exams/{blueprint.slug}/start/"
    page = client.get(address).content.decode()
    assert "Your time is 45 minutes; the usual time is 30 minutes." in page  # half as long again
    Membership.objects.update(time_factor=125)
    page = client.get(address).content.decode()
    assert "Your time is 37 min 30 s; the usual time is 30 minutes." in page  # 30 * 60 * 125 / 100 = 2250 seconds
    assert client.post(address).status_code == 200  # the button of the exam's page, before there is a name
    refused = client.post(address, {"name": "ዮሐንስ"})
    assert refused.status_code == 422
    assert with_attribute(refused.content.decode(), "aria-invalid", "true")
    assert 'value="ዮሐንስ"' in refused.content.decode()
    needless = client.post(address, {"name": "Johan Berg", "printed_name": "J. Berg"})
    assert "Your full name can be printed as it is." in needless.content.decode()
    assert 'value="J. Berg"' in needless.content.decode()
    assert not Candidate.objects.exclude(name="").exists(), "a certificate bears what was asked for, or nothing yet"
    assert client.post(address, {"name": "ዮሐንስ", "printed_name": "Yohannes"}).headers["Location"].endswith("/1/#here")
    assert str(Candidate.objects.get()) == "Yohannes"
    assert client.post(address).headers["Location"] == address_of(Sitting.objects.get())  # begun already


def test_a_page_shows_one_question_the_grid_the_time_and_no_way_out(ann: User) -> None:
    client, sitting = seated(ann)
    page = page_of(client, sitting)
    assert len(with_class(page, "square")) == 3
    assert len(with_attribute(page, "aria-current", "page")) == 1
    assert "min" in pages.text(with_attribute(page, "role", "timer")[0])
    assert {link for link in pages.links(page) if not link.startswith(address_of(sitting))} == set()
    assert sent(page)["device"] == [sitting.device]


def test_the_deadline_is_told_with_its_time_zone(ann: User) -> None:
    """Kuala Lumpur is eight hours before UTC, which stands for a browser that tells no zone."""
    client, sitting = seated(ann)
    told = {"": sitting.deadline, "Asia/Kuala_Lumpur": sitting.deadline.astimezone(ZoneInfo("Asia/Kuala_Lumpur"))}
    for zone, moment in told.items():
        client.cookies["zone"] = zone
        said = pages.text(with_class(page_of(client, sitting), "clock")[0])
        assert said.endswith(f"until {moment:%H:%M:%S} {zone or 'UTC'}")


def test_a_page_asks_as_many_queries_however_many_are_answered(ann: User) -> None:
    client, sitting = seated(ann)
    counts = []
    for place, raw in [(0, {}), *right_answers(sitting).items()]:
        if place:
            save(sitting, place, raw)
        sheet.what_is_asked.cache_clear()  # as in a process that has just met other questions
        with CaptureQueriesContext(connection) as queries:
            page_of(client, sitting)
        counts.append(len(queries))
    assert counts == [7] * 4  # the account, sitting, item, question, the grid with what can't be read, the grants


def test_a_save_of_the_script_is_two_statements_and_says_when_by_the_servers_clock(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, sitting = seated(ann)
    page_of(client, sitting)
    fields = {"device": sitting.device, "number": 1, "raise_to": "600"}
    with django_assert_num_queries(2):  # who asks, and the save
        reply = client.post(address_of(sitting, 1), fields, headers=SCRIPT).json()
    saved = SittingItem.objects.get(sitting=sitting, place=1).saved_at
    assert saved
    assert reply["said"] == f"Saved {saved:%H:%M:%S}"
    assert reply.keys() == {"said", "note", "number", "answered", "left"}


def test_what_cannot_be_read_is_kept_as_typed_and_shown_as_such(ann: User) -> None:
    client, sitting = seated(ann)
    place = next(place for place, raw in right_answers(sitting).items() if "raise_to" in raw)
    assert post(client, sitting, place, **{**FIELDS, "raise_to": "a lot"}, go="flag").status_code == 302
    page = page_of(client, sitting, place)
    assert sent(page)["raise_to"] == ["a lot"]
    assert "Your sheet: 0 of 3 answered" in page
    assert with_attribute(page, "aria-describedby", "raise_to-problem")
    assert response_of(sitting, place) == {name: [text] for name, text in {**FIELDS, "raise_to": "a lot"}.items()}


def test_the_buttons_save_and_lead_on(ann: User) -> None:
    client, sitting = seated(ann)
    ways = {"next": address_of(sitting, 3), "back": address_of(sitting, 1), "review": address_of(sitting, "review")}
    for number, (go, leads) in enumerate(ways.items(), 1):
        assert post(client, sitting, 2, raise_to=f"{number}00", number=number, go=go).headers["Location"] == leads
        assert response_of(sitting, 2) == {"raise_to": [f"{number}00"]}
    assert post(client, sitting, 3, raise_to="1", go="next").headers["Location"] == ways["review"]
    assert post(client, sitting, 1, go="flag").headers["Location"] == f"{ways['back']}#flag"
    assert SittingItem.objects.get(sitting=sitting, place=1).flagged


def test_another_browser_is_told_where_the_exam_goes_on_and_can_take_it_over(ann: User) -> None:
    client, sitting = seated(ann)
    other = browser_of(ann)
    response = other.get(address_of(sitting, 2))
    assert response.status_code == 409
    assert b"Go on here" in response.content
    assert other.post(f"/exams/sitting/{sitting.key}/take", {"place": "2"}).headers["Location"].endswith("/2/#here")
    assert page_of(other, sitting, 2)
    # The former one keeps what was typed in its page, and can take the exam back with it.
    old = client.post(address_of(sitting, 1), {"device": sitting.device, "number": 1, **FIELDS})
    assert old.status_code == 409
    assert sent(old.content.decode())["raise_to"] == ["600"]
    sitting.refresh_from_db()
    assert sitting.device not in old.content.decode()  # with the other one's key it could save without taking over
    assert response_of(sitting, 1) is None
    taken = client.post(address_of(sitting, 1), {"device": sitting.device, "number": 1, **FIELDS, "take": "1"})
    assert taken.headers["Location"].endswith("/2/#here")
    assert response_of(sitting, 1) == {name: [text] for name, text in FIELDS.items()}
    acts = list(Event.objects.order_by("number").values_list("act", flat=True))
    assert acts == ["taken-over"] * 3  # the first window took it, too


def test_a_sign_that_no_database_stores_breaks_no_save(ann: User) -> None:
    client, sitting = seated(ann)
    sent = {"device": sitting.device, "number": 1, "raise_to\0": "60\x000", "odd\0": "1"}
    assert client.post(address_of(sitting, 1), sent, headers=SCRIPT).status_code == 200
    assert response_of(sitting, 1) == {"raise_to": ["600"], "odd": ["1"]}
    assert client.post(address_of(sitting, 1), {**sent, "device": "\0"}, headers=SCRIPT).status_code == 409


def test_what_is_typed_outlives_the_session(ann: User) -> None:
    client, sitting = seated(ann)
    mark = client.cookies["exam"].value
    client.logout()
    client.cookies["exam"] = mark  # the browser's cookies are all still there, the session is not
    assert client.post(address_of(sitting, 1), FIELDS, headers=SCRIPT).status_code == 401
    to_sign_in = client.post(address_of(sitting, 1), {"device": sitting.device, "number": 1, **FIELDS})
    assert to_sign_in.headers["Location"].startswith("/account/login/?next=")
    assert sign_in(client, password=PASSWORD, query_params={"next": address_of(sitting, 1)}).status_code == 302
    page = page_of(client, sitting)
    assert {name: sent(page)[name] for name in FIELDS} == {name: [text] for name, text in FIELDS.items()}
    assert "not saved yet" in page
    assert response_of(sitting, 1) is None
    assert not sent(page_of(client, sitting)).get("raise_to", [""])[0]  # once


def test_leaving_the_tab_is_noted_and_changes_nothing(ann: User) -> None:
    client, sitting = seated(ann)
    for away in ("1", "0", "1"):  # a third note within seconds is one too many
        assert client.post(f"/exams/sitting/{sitting.key}/left", {"away": away}).status_code == 204
    assert list(Event.objects.order_by("number").values_list("act", flat=True)) == ["taken-over", "left", "back"]
    assert Sitting.objects.get().state == "open"


def test_a_grant_is_seen_with_its_reason(ann: User) -> None:
    client, sitting = seated(ann)
    sittings.grant(sitting, 300, "Fire alarm", person("Pia", role=User.Role.PROCTOR))
    pulse = client.get(f"/exams/sitting/{sitting.key}/pulse", headers=SCRIPT).json()
    assert len(pulse["grants"]) == 1
    assert "5 min" in pulse["grants"][0]
    assert "Fire alarm" in pulse["grants"][0]
    assert pulse["grants"][0] in page_of(client, sitting)


def test_a_sitting_is_its_candidates_alone(ann: User) -> None:
    _client, sitting = seated(ann)
    bob, visitor = browser_of(person("Bob")), Client()
    reads = [address_of(sitting, page) for page in ("", 1, "review", "done", "1/told")]
    acts = [f"/exams/sitting/{sitting.key}/{act}" for act in ("submit", "take", "left")]
    for method, addresses in (("get", reads), ("post", [address_of(sitting, 1), *acts])):
        for address in addresses:
            assert getattr(bob, method)(address).status_code == 404
            assert "/account/login/" in getattr(visitor, method)(address).headers["Location"]
    assert Sitting.objects.get().state == "open"


def test_the_review_names_what_is_missing_and_a_hand_in_sent_twice_is_one(ann: User) -> None:
    client, sitting = seated(ann)
    post(client, sitting, 1, **FIELDS, go="flag")
    page = page_of(client, sitting, "review")
    assert "2 questions have no answer" in page
    assert "Questions without an answer 2, 3" in pages.text(with_class(page, "exam-without")[0])
    for _twice in range(2):
        response = client.post(f"/exams/sitting/{sitting.key}/submit")
        assert response.headers["Location"] == address_of(sitting, "done")
    assert [event.details["answered"] for event in Event.objects.filter(act="submitted")] == [1]
    assert client.cookies["exam"].value == ""
    ann.refresh_from_db()
    assert ann.exam_until is None


def test_the_review_names_the_answers_that_cannot_be_read(ann: User) -> None:
    client, sitting = seated(ann)
    assert "can’t be read" not in page_of(client, sitting, "review")
    for place, raw in right_answers(sitting).items():
        save(sitting, place, {**raw, "raise_to": ["a lot"]} if place == 2 else raw)
    page = page_of(client, sitting, "review")
    assert "1 answer can’t be read" in page
    warned = pages.text(with_class(page, "exam-without")[0])
    assert "Answers that can’t be read 2 Handed in like this, they get no points." in warned
    assert "Questions without an answer" not in warned
    named_ones = elements(with_class(page, "exam-left")[0], "a")
    assert [attribute(link, "href") for link in named_ones] == [address_of(sitting, 2)]


def test_the_start_says_why_there_is_no_button(ann: User) -> None:
    blueprint = stocked()
    client, address = browser_of(ann), f"/exams/{blueprint.slug}/start/"
    assert "You can’t try again yet." not in client.get(address).content.decode()
    sat(
        blueprint,
        ann,
        state=Sitting.State.GRADED,
        passed=False,
        submitted_at=timezone.now(),
        released_at=timezone.now(),
    )
    page = client.get(address).content.decode()
    assert "You can’t try again yet." in page
    assert "Start now" not in page


def test_an_exam_with_a_performance_sheet_offers_no_start_without_a_proctor(ann: User) -> None:
    blueprint, client = stocked(performance=SHEET), browser_of(ann)
    address = f"/exams/{blueprint.slug}/start/"
    about = f"/exams/{blueprint.slug}/"
    for page in (Client().get(about).text, client.get(about).text, client.get(address).text):
        assert "it is sat in an exam room" in page
        assert "To the start" not in page
        assert "Start now" not in page
    assert "Start now" in client.get(f"{address}?practice=1").text


def test_a_practice_exam_tells_of_each_section_what_was_reached_and_missed(ann: User) -> None:
    blueprint = stocked()
    sitting = sat(blueprint, ann, Drill.objects.filter(bucket__kind="min_raise")[:2], practice=True)
    sittings.submit(sitting, timezone.now())
    grading.grade(sitting.pk)
    page = page_of(browser_of(ann), sitting, "done")
    assert "must be passed: 80 %, not reached" in pages.text(pages.tree(page))  # the small exam's first section
    assert "/practice/?kind=min_raise" in page


def test_practice_explains_each_question_afterwards_and_an_exam_does_not(ann: User) -> None:
    for practice in (True, False):
        sitting = opened(ann, practice=practice)
        save(sitting, 1, right_answers(sitting)[1])
        sittings.submit(sitting, timezone.now())
        client = browser_of(ann)
        assert client.get(address_of(sitting, "1/told")).status_code == 404
        grading.grade(sitting.pk)
        done = page_of(client, sitting, "done")
        for place, verdict in ((1, "Right"), (2, "Wrong")):
            response = client.get(address_of(sitting, f"{place}/told"))
            assert response.status_code == (200 if practice else 404)
            assert (f'aria-label="{verdict}"' in done) is practice
        if practice:
            assert "How it is worked out" in page_of(client, sitting, "2/told")


def taken_up(user: User) -> Sitting:
    """A sitting with a question of each of several kinds, whose keys are stored."""
    drills = []
    for kind in SCANNED:
        document = drill_of(kind, seed=3)
        drills += store(make_bucket(KINDS[kind], 3, reserve=True), [document])
        key = dict(KINDS[kind].solve(document).answer)
        ExamItem.objects.create(drill=drills[-1], fingerprint=drills[-1].fingerprint, answer=key, steps=[])
    Candidate.objects.filter(user=user).delete()
    return sat(exam(), user, drills, key=KEY, device="d" * 32)


def responses(user: User, sitting: Sitting) -> Iterator[tuple[int, str]]:
    """Every kind of response while a sitting is open, as text with its headers; with the place of its question."""
    client = browser_of(user)
    client.post(f"/exams/sitting/{sitting.key}/take")
    fetched = [(item.place, client.get(address_of(sitting, item.place))) for item in sitting.items.order_by("place")]
    fetched += [(0, client.get(address_of(sitting, "review")))]
    fetched += [(0, client.get(f"/exams/sitting/{sitting.key}/pulse", headers=SCRIPT))]
    fetched += [(0, browser_of(user).get(address_of(sitting, 1)))]
    for place, response in fetched:
        body = response.content.decode()
        if response.headers["Content-Type"] == "application/json":
            told = json.loads(body)
            body = json.dumps({name: told[name] for name in told if name not in ("left", "token")})
        else:
            body = words_in(body)
        yield place, f"{headers_of(response)} {body}"


def headers_of(response: Any) -> dict[str, str]:
    """A response's headers, but for those that hold something random."""
    return {name: text for name, text in response.headers.items() if name not in ("Set-Cookie", "X-Request-ID")}


@time_machine.travel(datetime(2026, 5, 13, 12, tzinfo=UTC), tick=False)
def test_no_response_of_an_open_sitting_holds_anything_of_a_key(ann: User) -> None:
    sitting = taken_up(ann)
    asked = [Asked(KINDS[kind], drill_of(kind, seed=3)) for kind in SCANNED]
    secrets = []
    for one in asked:
        key = KINDS[one.kind.id].solve(one.document)
        outcomes = [dict(key.answer), *(dict(step.out) for step in key.steps)]
        secrets.append({number for number in amounts(outcomes) if number > 60} - in_plain_sight(one.document))
    assert sum(map(bool, secrets)) >= 3  # questions that have a number to hide
    for place, text in responses(ann, sitting):
        hidden = secrets[place - 1] if place else set().union(*secrets)
        assert not hidden & numbers(text)
        for one in asked:
            words = words_of(one.kind.id)
            told = [words.title(one.document, seat_asked(one.document), one.kind.solve(one.document).answer)]
            told += [str(name) for name, _more in words.mistakes.values()]
            assert [sentence for sentence in told if sentence in text and one.kind.id != "reopen"] == []


@time_machine.travel(datetime(2026, 5, 13, 12, tzinfo=UTC), tick=False)
def test_right_and_wrong_are_acknowledged_in_the_same_words(ann: User) -> None:
    sitting = taken_up(ann)
    client = browser_of(ann)
    client.post(f"/exams/sitting/{sitting.key}/take")
    device = Sitting.objects.get().device
    for place, kind in enumerate(SCANNED, 1):
        one = Asked(KINDS[kind], drill_of(kind, seed=3))
        replies = []
        for number, raw in ((1, one.right), (2, one.wrong)):
            fields = {**raw, "device": device, "number": number}
            response = client.post(address_of(sitting, place), fields, headers=SCRIPT)
            replies.append(({**response.json(), "number": 0}, headers_of(response)))
        assert replies[0] == replies[1]


def test_written_answers_stand_in_an_order_that_the_key_has_no_part_in(ann: User) -> None:
    sitting = taken_up(ann)
    client = browser_of(ann)
    client.post(f"/exams/sitting/{sitting.key}/take")
    place = SCANNED.index("choice") + 1
    before = [attribute(field, "value") for field in elements(pages.form(page_of(client, sitting, place)), "input")]
    item = SittingItem.objects.select_related("drill").get(sitting=sitting, place=place)
    question = item.drill.document["question"]
    other = next(n for n in range(1, len(question["options"]) + 1) if n not in question["right"])
    changed = {**item.drill.document, "question": {**question, "right": [other]}}
    Drill.objects.filter(pk=item.drill_id).update(document=changed)
    sheet.what_is_asked.cache_clear()
    after = [attribute(field, "value") for field in elements(pages.form(page_of(client, sitting, place)), "input")]
    assert after[1:] == before[1:]  # the first is the form's own token


def test_the_pages_read_no_key(ann: User) -> None:
    client, sitting = seated(ann)
    with CaptureQueriesContext(connection) as queries:
        for page in (1, 2, 3, "review"):
            page_of(client, sitting, page)
        post(client, sitting, 1, **FIELDS)
    assert [query["sql"] for query in queries if ExamItem._meta.db_table in query["sql"]] == []
