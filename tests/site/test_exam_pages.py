"""The pages of exams: the form that authors fill in, and lists that cost the same however long they are (issue 8,
"Exams").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.forms import CheckboxSelectMultiple, Select
from pytest_django.asserts import assertHTMLEqual

from quizzes import house_rules
from tests.site.exams import author, moves, reserve, sat, stocked, table
from tests.site.pages import attribute, elements, filled_in, text, with_attribute, with_class
from tests.site.people import browser_of, person
from trainer.certification.models import Blueprint
from trainer.certification.plan_form import CARRIED_FORWARD, MARKING, NARROWED, Menu, Ticks
from trainer.certification.plan_texts import as_written, flat
from trainer.certification.plans import LANGUAGES, MOST_PARTS, MOST_QUOTAS, MOST_SECTIONS, chosen, load, to_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("number", [2, 60])
def test_lists_of_exams_take_the_same_queries_however_many_there_are(
    number: int, django_assert_num_queries: Callable[[int], Any]
) -> None:
    plan = table()
    Blueprint.objects.bulk_create(
        Blueprint(slug=f"exam-{each}", plan=plan, ruleset="tda", minutes=30, author=author(), open=False)
        for each in range(number)
    )
    Blueprint.objects.update(open=True)
    browser = browser_of(author())
    for address, queries in (("/author/exams/", 6), ("/exams/", 4)):
        browser.get(address)
        # the account, an author's rights or what was sat, the count, the page; and an author's open appeals
        with django_assert_num_queries(queries):
            page = browser.get(address).content.decode()
        assert page.count("How much to raise") == min(number, 50)


def typed(**changes: Any) -> dict[str, Any]:
    """The form of the small exam as it is filled in, with a row left empty before the one that is not."""
    return {
        "slug": "raises",
        "title.en": "How much to raise",
        "ruleset": "tda",
        "edition": "2024",
        "minutes": "30",
        "pass_mark": "80",
        "wait_days": "7",
        "remedial": "5",
        "valid_months": "24",
        "sections[0].name.en": "Raises",
        "sections[0].must_pass": "on",
        "sections[0].items[1].kind": "min_raise",
        "sections[0].items[1].games": "holdem",
        "sections[0].items[1].levels": "1",
        "sections[0].items[1].count": "2",
        "sections[2].name.en": "The button",
        "sections[2].items[0].kind": "next_button",
        "sections[2].items[0].levels": "2",
        "sections[2].items[0].count": "1",
        **changes,
    }


def test_what_is_filled_in_becomes_the_exam_that_its_table_says() -> None:
    reserve()
    moves()
    browser = browser_of(author())
    for _click in range(2):
        assert browser.post("/author/exams/new", typed()).status_code == 302
    row = Blueprint.objects.get()
    assert load(row.plan) == load(chosen(table()))
    assert (row.open, row.author) == (True, author())
    page = browser.get("/author/exams/raises/").content.decode()
    filled = filled_in(with_class(page, "plan-form")[0])
    assert [filled[field] for field in ("minutes", "sections[1].items[0].levels")] == [["30"], ["2"]]
    assert browser.post("/author/exams/raises/", typed(minutes="45")).status_code == 302
    assert Blueprint.objects.get(open=True).minutes == 45


def unusual() -> dict[str, Any]:
    """A plan in which nothing stands as the form has it for a new exam, nor as a file leaves it to the site."""
    about, name = {"en": "For dealers.", "ms": "Untuk pengedar."}, {"en": "Pitching", "zh-hant": "發牌"}
    made = table(title={"en": "A", "ms": "B", "zh-hant": "C"}, about=about, pass_mark=61, wait_days=0, remedial=0)
    made |= {"valid_months": 7, "marking": "parts", "carried_forward": "earns", "edition": "2022"}
    made["release"] = {"score": "after-close", "sections": "never", "feedback": "never", "keys": "after-close"}
    made["performance"] = {"weight": 35, "parts": [{"name": name, "marks": 4}]}
    made["sections"][0] |= {"name": {"en": "R", "ms": "S"}, "must_pass": True, "pass_mark": 90}
    return made


@pytest.mark.parametrize(("marking", "carried"), [("parts", "earns"), ("questions", "nothing")])
def test_a_copy_and_a_next_version_keep_all_that_is_not_changed(marking: str, carried: str) -> None:
    plan = load({**unusual(), "marking": marking, "carried_forward": carried})
    row = stocked(**to_table(plan))
    if carried == "earns":  # one of before there was a choice
        Blueprint.objects.update(plan={key: value for key, value in row.plan.items() if key != "carried_forward"})
    browser = browser_of(author())
    for address, changes in (("new?from=raises", {"slug": "more", "title": {"en": "D"}}), ("raises/", {"minutes": 45})):
        (form,) = with_class(browser.get(f"/author/exams/{address}").content.decode(), "plan-form")
        filled = {**filled_in(form), **{name: [text] for name, text in flat(changes).items()}, "act": ["save"]}
        assert browser.post(f"/author/exams/{address}", filled).status_code == 302
        kept = Blueprint.objects.get(slug=changes.get("slug", "raises"), open=True)
        assert load(kept.plan) == replace(plan, **changes)


def test_what_was_left_to_the_exam_or_the_kind_goes_with_the_next_version() -> None:
    reserve()
    moves()
    browser = browser_of(author())
    browser.post("/author/exams/new", typed(pass_mark="60"))
    (form,) = with_class(browser.get("/author/exams/raises/").content.decode(), "plan-form")
    filled = filled_in(form)
    assert not {"sections[0].pass_mark", "sections[1].items[0].limits"} & set(filled)
    browser.post("/author/exams/raises/", {**filled, "pass_mark": ["90"], "act": ["save"]})
    assert Blueprint.objects.get(open=True).plan["sections"][0]["pass_mark"] == 90


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({}, set()),
        ({"games": ["holdem"]}, {"games"}),
        ({"limits": ["fixed-limit"]}, {"limits"}),
        ({"games": ["holdem"], "limits": ["fixed-limit"], "levels": [1]}, {"games", "limits", "levels"}),
    ],
)
def test_the_form_says_no_more_of_a_quota_than_its_author(said: dict[str, Any], kept: set[str]) -> None:
    plan = load(table(sections=[{"name": {"en": "A"}, "items": [{"kind": "legal_actions", "count": 1, **said}]}]))
    written = as_written(plan)
    assert set(written["sections"][0]["items"][0]) == {"kind", "count", *kept}
    assert load(written) == plan


def test_no_exam_gets_the_title_of_another_one_that_is_offered() -> None:
    stocked(title={"en": "Dealer", "ms": "Pengedar"})
    browser = browser_of(author("Ben"))
    same = browser.post("/author/exams/new", typed(**{"slug": "other", "title.en": "pengedar"}))
    assert same.status_code == 422
    (fault,) = with_attribute(same.content.decode(), "id", "id_title.en_error")
    assert text(fault) == "Another exam that is offered has this title: choose another one."
    assert browser.post("/author/exams/new", typed(**{"slug": "other", "title.en": "Floor"})).status_code == 302


def test_the_page_of_an_exam_says_that_everybody_can_sit_it_where_they_can() -> None:
    reserve()
    moves()
    browser, everybody = browser_of(author()), "Everybody with an account can sit it."

    def page() -> str:
        return str(browser.get("/author/exams/raises/").content.decode())

    browser.post("/author/exams/new", typed())
    assert everybody in page()
    browser.post("/author/exams/raises/offer", {"act": "close"})
    assert everybody not in page()
    browser.post("/author/exams/raises/", typed(act="wait", **{"sections[0].items[1].count": "50"}))
    assert everybody not in page()  # it waits for questions
    assert "Do not offer it" in page()
    by_an_examiner = {
        "performance.weight": "20",
        "performance.parts[0].name.en": "Pitch",
        "performance.parts[0].marks": "5",
    }
    browser.post("/author/exams/raises/", typed(**by_an_examiner))
    assert Blueprint.objects.get(open=True).plan["performance"]["weight"] == 20
    assert everybody not in page()
    assert "it is sat in an exam room" in page()


@pytest.mark.parametrize("number", [2, 60])
def test_all_versions_of_an_exam_are_listed_with_what_they_ask_and_their_sittings(
    number: int, django_assert_num_queries: Callable[[int], Any]
) -> None:
    first = stocked()
    Blueprint.objects.bulk_create(
        Blueprint(slug="raises", number=each, plan=table(minutes=45), ruleset="tda", minutes=45, open=False)
        for each in range(2, number + 1)
    )
    Blueprint.objects.update(author=author())
    for practice in (False, True):
        sat(first, person(f"Ann {practice}"), practice=practice)
    browser = browser_of(author())
    assert "/author/exams/raises/versions/" in browser.get("/author/exams/raises/").content.decode()
    with django_assert_num_queries(6):  # the account, an author's rights, the exam, the count, the page
        page = browser.get("/author/exams/raises/versions/", {"page": "2" if number > 50 else "1"}).content.decode()
    assert page.count('id="version-') == number % 50
    said = text(with_attribute(page, "aria-labelledby", "version-1")[0])
    assert "3 questions in 30 minutes." in said
    assert "1 sitting" in said  # not the one for practice


def test_rooms_own_rules_are_read_once_by_each_process_for_the_versions_of_an_exam(
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    stocked()
    for number in (2, 3, 4):
        rules = house_rules.keep("tda", {"odd_chip": "high-card"}, None, f"House {number}").id_in_drills
        Blueprint.objects.create(
            slug="raises",
            number=number,
            plan=table(ruleset=rules),
            ruleset=rules,
            minutes=30,
            author=author(),
            open=False,
        )
    browser = browser_of(author())
    for beside in (3 * 2, 0):
        with django_assert_num_queries(6 + beside):
            browser.get("/author/exams/raises/versions/")


def test_an_exam_for_each_house_is_kept_though_the_reserve_is_empty() -> None:
    assert browser_of(author()).post("/author/exams/new", typed(ruleset="own")).status_code == 302
    assert not Blueprint.objects.get().open


def test_how_answers_are_marked_is_chosen_in_the_form() -> None:
    (form,) = with_class(browser_of(author()).get("/author/exams/new").content.decode(), "plan-form")
    for name, choices in (("marking", MARKING), ("carried_forward", CARRIED_FORWARD)):
        (field,) = with_attribute(form, "name", name)
        assert [dict(option.attributes)["value"] for option in elements(field, "option")] == list(choices)


def test_a_fault_stands_beside_its_field_and_what_was_typed_stays() -> None:
    browser = browser_of(author())
    response = browser.post("/author/exams/new", typed(**{"sections[0].items[1].count": "many"}))
    assert response.status_code == 422
    page = response.content.decode()
    (field,) = with_attribute(page, "name", "sections[0].items[0].count")  # the empty row is gone
    assert dict(field.attributes)["value"] == "many"
    (fault,) = with_attribute(page, "id", "id_sections[0].items[0].count_error")
    assert text(fault) == "Give a whole number from 1 to 100."
    assert not Blueprint.objects.exists()


@pytest.mark.parametrize("place", ["sections[0].items[1].levels", "sections[0].items[1].count", "minutes"])
def test_a_number_longer_than_python_reads_is_a_fault_beside_its_field(place: str) -> None:
    """`int` refuses more than 4300 digits by a ValueError."""
    response = browser_of(author()).post("/author/exams/new", typed(**{place: "1" * 5000}))
    assert response.status_code == 422
    assert with_attribute(response.content.decode(), "id", f"id_{place.replace('[1]', '[0]')}_error")


def names_of(response: Any) -> set[str | None]:
    """The names of all fields of a page."""
    return {attribute(field, "name") for field in elements(response.content.decode(), "input", "select", "textarea")}


@pytest.mark.parametrize(
    "row", ["sections[{0}].name.en", "sections[0].items[{0}].kind", "performance.parts[{0}].marks"]
)
def test_a_row_of_a_number_that_no_form_has_is_no_row(row: str) -> None:
    sent = urlencode(typed(act="more", **{row.format("1" * 5000): "x"}))  # Django takes no such name in parts
    page = browser_of(author()).post("/author/exams/new", sent, "application/x-www-form-urlencoded")
    assert page.status_code == 200
    assert names_of(page) == names_of(browser_of(author()).post("/author/exams/new", typed(act="more")))


def test_an_exam_is_offered_under_no_house_whose_number_no_house_has() -> None:
    stocked(ruleset="own", edition="")
    for number in ("1" * 5000, "x", ""):
        response = browser_of(author()).post("/author/exams/raises/offer", {"act": "house", "house": number})
        assert response.status_code == 404


def test_all_faults_are_told_at_once_with_links_to_their_fields() -> None:
    changes = {"slug": "", "minutes": "2", "sections[0].items[1].games": "stud", "sections[2].items[0].kind": ""}
    page = browser_of(author()).post("/author/exams/new", typed(**changes)).content.decode()
    (told,) = with_class(page, "form-error")
    links = [attribute(link, "href") for link in elements(told, "a")]
    places = ("slug", "minutes", "sections[0].items[0].games", "sections[1].items[0].kind")
    assert links == [f"#id_{place}" for place in places]
    assert all(with_attribute(page, "id", f"id_{place}") for place in places)
    assert "Choose from these: Texas hold" in text(told)  # a game by its name
    assert "Section 2 Kind of question" in text(told)


def test_a_fault_of_a_whole_part_marks_the_first_field_that_is_asked_there() -> None:
    page = browser_of(author()).post("/author/exams/new", {"slug": "new", "title.en": "New", "minutes": "30"})
    assert with_attribute(page.content.decode(), "id", "id_sections[0].items[0].kind_error")  # it asks no question


def test_several_games_that_are_ticked_are_asked() -> None:
    reserve()
    moves()
    ticked = {**typed(act="wait"), "sections[0].items[1].games": ["holdem", "omaha"]}
    assert browser_of(author()).post("/author/exams/new", ticked).status_code == 302
    [raises] = Blueprint.objects.get().plan["sections"][0]["items"]
    assert raises["games"] == ["holdem", "omaha"]


def test_the_form_tells_what_the_reserve_lacks_and_keeps_the_exam_waiting_when_asked_to() -> None:
    browser = browser_of(author())
    response = browser.post("/author/exams/new", typed())
    assert response.status_code == 422
    page = response.content.decode()
    assert "20 questions are needed, and 0 are there." in page
    assert "wait" in {dict(button.attributes).get("value") for button in elements(page, "button")}
    assert browser.post("/author/exams/new", typed(act="wait")).status_code == 302
    assert Blueprint.objects.get().waiting


def test_more_rows_are_to_be_had_without_saving() -> None:
    browser = browser_of(author())
    page = browser.post("/author/exams/new", typed(act="more")).content.decode()
    assert with_attribute(page, "name", "sections[2].items[0].kind")
    assert {attribute(button, "formaction") for button in elements(page, "button")} >= {"#more-1", "#more-parts"}
    assert not with_attribute(page, "name", "sections[3].items[0].kind")
    assert not Blueprint.objects.exists()


def test_the_largest_exam_that_there_can_be_is_sent_with_every_box_ticked_and_comes_back() -> None:
    """What `plans` allows at most: so many sections, rows and parts, each box of each row ticked."""
    boxes = {name: list(choices) for name, (_label, choices) in NARROWED.items()}
    row = {"kind": "winner", "count": "1", **boxes}
    names = {f"name.{code}": "X" for code in LANGUAGES}
    sections = {
        **{f"sections[{at}].{name}": text for at in range(MOST_SECTIONS) for name, text in names.items()},
        **{f"sections[{at}].{name}": "1" for at in range(MOST_SECTIONS) for name in ("must_pass", "pass_mark")},
        **{
            f"sections[{at}].items[{place}].{name}": value
            for at, place in product(range(MOST_SECTIONS), range(MOST_QUOTAS))
            for name, value in row.items()
        },
    }
    parts = {f"performance.parts[{at}].{name}": "1" for at in range(MOST_PARTS) for name in (*names, "marks")}
    sent = typed(**{"performance.weight": "20", **parts, **sections}, act="more")
    browser = browser_of(author())
    response = browser.post("/author/exams/new", urlencode(sent, doseq=True), "application/x-www-form-urlencoded")
    assert response.status_code == 200
    back = filled_in(with_class(response.text, "plan-form")[0])
    assert back["sections[11].items[9].games"] == boxes["games"]
    fields = sum(map(len, back.values())) + 1  # the button that is pressed
    assert 2800 < fields < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


@pytest.mark.parametrize("faulty", [False, True])
def test_boxes_to_tick_are_what_django_makes_of_them(faulty: bool) -> None:
    for key, (_label, choices) in NARROWED.items():
        attrs = {"id": f"id_{key}", **({"aria-invalid": "true"} if faulty else {})}
        ours, theirs = Ticks(attrs, list(choices.items())), CheckboxSelectMultiple(attrs, list(choices.items()))
        some = [str(each) for each in choices][::2]
        assertHTMLEqual(ours.render(key, some, {}), theirs.render(key, some, {}))


@pytest.mark.parametrize("picked", ["", "a&b", "c", "x"])
def test_a_menu_is_what_django_makes_of_it(picked: str) -> None:
    attrs, options = {"id": "id_kind", "class": "select"}, [("", "<none>"), ("a&b", "A"), ("c", "C")]
    ours, theirs = Menu(attrs, options), Select(attrs, options)
    assertHTMLEqual(ours.render("kind", picked, {}), theirs.render("kind", picked, {}))


@pytest.mark.parametrize("slug", ["rooms", "raises"])
def test_a_name_that_is_taken_by_another_exam_or_page_is_refused(slug: str) -> None:
    stocked()
    response = browser_of(author("Omar")).post("/author/exams/new", typed(slug=slug, **{"title.en": "Mine"}))
    assert response.status_code == 422
    assert with_attribute(response.content.decode(), "id", "id_slug_error")
