"""The author's pages: who gets in, what they show, and what their buttons do."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from quizzes.authoring import drafts, publishing
from quizzes.authoring.drafts import State
from quizzes.models import Scenario, ScenarioVersion
from quizzes.practising import sharing
from tests.site.pages import attribute, elements, links, sent, text, with_attribute, with_class
from tests.site.people import browser_of, person
from tests.site.test_authoring import SPOT, published
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def ann() -> User:
    return person("Ann", role="instructor")


@pytest.fixture
def desk(ann: User) -> Client:
    """Ann's browser."""
    return browser_of(ann)


def editor(of: User, source: str = SPOT) -> str:
    """The address of a new draft's editor."""
    return f"/author/scenarios/{drafts.begin(of.pk, source).scenario_id}/"


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return response.content.decode()


def said(shown: str, name: str) -> list[str]:
    """What the elements of a class say."""
    return [text(element) for element in with_class(shown, name)]


def fields_of(shown: str) -> dict[str, str]:
    """What the editor's form sends as it stands."""
    form = with_attribute(shown, "id", "fields")[0]
    found: dict[str, str] = {}
    for field in elements(form, "input", "select", "textarea"):
        value = attribute(field, "value") or ("on" if attribute(field, "type") == "checkbox" else "")
        if field.name == "textarea":
            value = text(field)
        elif field.name == "select":
            options = list(elements(field, "option"))
            chosen = [option for option in options if attribute(option, "selected") is not None] or options[:1]
            value = attribute(chosen[0], "value") or ""
        if attribute(field, "type") != "checkbox" or attribute(field, "checked") is not None:
            found[attribute(field, "name") or ""] = value
    return found


def approval(client: Client, address: str) -> dict[str, str]:
    """What the button sends with which a second person approves what the page shows."""
    field = with_attribute(page(client, address), "name", "looked-at")[0]
    return {"act": "publish", "looked-at": attribute(field, "value") or ""}


def post(client: Client, address: str, **fields: Any) -> Any:
    return client.post(address, fields)


def test_visitors_sign_in_first_and_learners_are_kept_out(client: Client) -> None:
    assert client.get("/author/").headers["Location"] == "/account/login/?next=/author/"
    learner = browser_of(person("Lea"))
    for address in ("/author/", "/author/scenarios/1/", "/author/scenarios/1/versions/"):
        page(learner, address, 403)
    assert post(learner, "/author/scenarios/new", kind="awards").status_code == 403
    assert "/author/" not in links(page(learner, "/practice/"))


def test_the_menu_leads_authors_to_their_desk(desk: Client) -> None:
    assert "/author/" in links(page(desk, "/lessons/"))


def test_anothers_draft_is_not_there(desk: Client) -> None:
    address = editor(person("Bo", role="instructor"))
    page(desk, address, 404)
    page(desk, f"{address}versions/", 404)
    assert post(desk, f"{address}act", act="drop").status_code == 404
    assert Scenario.objects.count() == 1


def test_a_new_scenario_begins_with_the_example_of_its_kind(desk: Client) -> None:
    response = post(desk, "/author/scenarios/new", kind="awards")
    version = ScenarioVersion.objects.get()
    assert response.headers["Location"] == f"/author/scenarios/{version.scenario_id}/"
    assert version.kind == "awards"
    assert post(desk, "/author/scenarios/new", kind="poem").status_code == 404


def test_only_who_was_chosen_for_it_reviews_an_exam_item_and_is_known_to_have_read_it(ann: User, desk: Client) -> None:
    version = drafts.begin(ann.pk, SPOT, exam=True)
    address = f"/author/scenarios/{version.scenario_id}/"
    post(desk, address, text=SPOT, save="send")
    bo, cy = (person(name, role="instructor") for name in ("Bo", "Cy"))
    call_command("role", "Bo", "instructor", exam_items=True)
    other = browser_of(cy)
    assert address not in links(page(other, "/author/"))
    page(other, address, 404)
    assert post(other, f"{address}act", act="publish").status_code == 404
    chosen = browser_of(bo)
    assert address in links(page(chosen, "/author/"))
    post(chosen, f"{address}act", **approval(chosen, address))
    version.refresh_from_db()
    assert (version.state, version.reviewer_id) == (State.PUBLISHED, bo.pk)
    page(desk, address)
    assert [reader.user_id for reader in version.scenario.readers.all()] == [bo.pk], "its author is no reader"


def test_who_was_chosen_for_exams_does_not_review_the_own_items(ann: User, desk: Client) -> None:
    call_command("role", "Ann", "instructor", exam_items=True)
    address = f"/author/scenarios/{drafts.begin(ann.pk, SPOT, exam=True).scenario_id}/"
    post(desk, address, text=SPOT, save="send")
    assert not with_attribute(page(desk, address), "value", "publish")
    post(desk, f"{address}act", act="publish")
    assert ScenarioVersion.objects.get().state == State.REVIEW


@pytest.mark.parametrize("number", [2, 60])
def test_the_desk_takes_as_many_queries_for_many_scenarios_as_for_few(
    ann: User, desk: Client, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for place in range(number):
        drafts.begin(ann.pk, f"{SPOT}title = 'Spot {place}'")
    page(desk, "/author/")
    # The account, what it may do (2), the count, the page, own drafts, what waits, open reports, open appeals.
    with django_assert_num_queries(9):
        shown = page(desk, "/author/")
    assert len(with_class(shown, "author-rows")) == 2
    assert "/author/?title=&page=2" not in links(shown)
    assert ("?page=2" in shown) == (number > 50)


def test_a_search_finds_by_title_kind_level_and_state(ann: User, desk: Client) -> None:
    drafts.begin(ann.pk, SPOT + 'title = "Raise on the flop"\nlevel = 2')
    drafts.begin(ann.pk, drafts.starter("awards"))
    for query, found in (
        ("title=FLOP", 1),
        ("kind=awards", 1),
        ("level=2&kind=min_raise", 1),
        ("state=published", 0),
        ("mine=on", 2),
    ):
        assert said(page(desk, f"/author/?{query}"), "author-found")[0][0] == str(found), query


def test_an_illegal_action_is_marked_where_it_stands_with_the_reason(ann: User, desk: Client) -> None:
    shown = page(desk, editor(ann, SPOT.replace("to 300", "to 150")))
    # A bet of 100 makes the smallest raise one to 200 (TDA 2024 43-A).
    why = "B can't raise to 150: the smallest raise is to 200"
    assert said(shown, "is-wrong") == [f"B raises to 150 {why}"]
    assert said(shown, "field-error") == [why, f"Action 2: {why}"], "at its place, and in the summary"


def test_the_answer_the_wrong_numbers_and_those_that_agree_are_told(ann: User, desk: Client) -> None:
    shown = page(desk, editor(ann))
    assert "500" in said(shown, "tool-answer")[0], "300 and another 200 (TDA 2024 43-A)"
    groups = [text(group) for group in elements(with_class(shown, "author-told")[0], "li")]
    doubled = next(group for group in groups if "Doubling the bet" in group)
    # Twice 300 is 600, and so is 300 with all of B's 300 on top: no answer tells those two mistakes apart.
    assert "Either of these" in doubled
    assert "600" in doubled
    assert "Counting the call into the raise" in doubled


def test_the_same_spot_elsewhere_is_shown_with_its_link(ann: User, desk: Client) -> None:
    other = drafts.begin(ann.pk, SPOT.replace('"A"', '"Z"').replace("A bets", "Z bets"))
    assert f"/author/scenarios/{other.scenario_id}/" in links(page(desk, editor(ann)))


def test_text_that_is_no_document_yet_is_kept_and_its_line_told(ann: User, desk: Client) -> None:
    address = editor(ann)
    broken = SPOT.strip() + "\nboard = ["
    assert post(desk, address, text=broken, save="save").status_code == 302
    shown = page(desk, address)
    assert "board = [" in shown
    assert "Line 6" in said(shown, "tool-answer")[0]


def test_what_the_fields_say_goes_into_the_text(ann: User, desk: Client) -> None:
    address = editor(ann)
    fields = fields_of(page(desk, address)) | {"s2": "1,500", "prompt.ms": "Berapa?", "save": "save", "an": "10"}
    assert desk.post(address, fields).status_code == 302
    document = ScenarioVersion.objects.get().document
    assert document["seats"][1] == {"name": "B", "stack": 1500}
    assert (document["prompt"], document["ante"]) == ({"ms": "Berapa?"}, 10)


def test_a_field_that_can_not_be_read_keeps_what_was_typed_and_leaves_the_text_alone(ann: User, desk: Client) -> None:
    address = editor(ann)
    sent_fields = fields_of(page(desk, address)) | {"s2": "a lot", "save": "save"}
    response = desk.post(address, sent_fields)
    assert response.status_code == 422
    field = with_attribute(response.content.decode(), "name", "s2")[0]
    assert (attribute(field, "value"), attribute(field, "aria-invalid")) == ("a lot", "true")
    assert ScenarioVersion.objects.get().document["seats"][1]["stack"] == 1000


def test_where_nobody_else_is_chosen_to_review_an_exam_item_its_page_says_how_one_is_chosen(
    ann: User, desk: Client
) -> None:
    address = f"/author/scenarios/{drafts.begin(ann.pk, SPOT, exam=True).scenario_id}/"
    post(desk, address, text=SPOT, save="send")
    call_command("role", "Ann", "instructor", exam_items=True)
    assert "manage.py role NAME instructor --exam-items" in page(desk, address), "an author is no second person"
    person("Bo", role="instructor")
    call_command("role", "Bo", "instructor", exam_items=True)
    assert "--exam-items" not in page(desk, address)


def test_a_tap_writes_the_action_and_a_card_goes_to_the_hand_that_waits(ann: User, desk: Client) -> None:
    address = editor(ann)
    fields = fields_of(page(desk, address))
    # A may call 200, raise to 500 at least, or go all-in to 1,000 (TDA 2024 43-A; the whole stack).
    offered = {attribute(button, "value") for button in with_attribute(page(desk, address), "name", "tap")}
    assert offered == {"A folds", "A calls", "A raises to 500", "A all-in", "v"}
    tapped = desk.post(address, fields | {"tap": "A raises to 500"}, headers=HTMX).content.decode()
    assert "<html" not in tapped
    assert fields_of(tapped)["a"] == "A bets 100, B raises to 300, A raises to 500"
    dealt = fields_of(desk.post(address, fields | {"deal": "As"}, headers=HTMX).content.decode())
    assert (dealt["c1"], dealt["to"]) == ("As", "1")
    assert ScenarioVersion.objects.get().document["actions"] == "A bets 100, B raises to 300", "looked at, not saved"


def test_a_player_with_another_name_is_the_same_player(ann: User, desk: Client) -> None:
    address = editor(ann)
    fields = fields_of(page(desk, address)) | {"n2": "Bea"}
    shown = fields_of(desk.post(address, fields, headers=HTMX).content.decode())
    assert shown["a"] == "A bets 100, Bea raises to 300"


def test_a_new_name_stands_where_the_form_has_no_field_too(ann: User, desk: Client) -> None:
    """A short all-in of 50 leaves the others 100 each over it: a main pot of 150 + 20 that F left, a side pot of 200
    (TDA 2024 21).
    """
    source = """seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "F"}]
put_in = {A = 50, B = 150, C = 150, F = 20}
folded = ["F"]
question = {kind = "side_pots"}"""
    address = editor(ann, source)
    fields = fields_of(page(desk, address)) | {"n1": "Ana", "n4": "Fay"}
    shown = desk.post(address, fields, headers=HTMX).content.decode()
    assert "put_in = {Ana = 50, B = 150, C = 150, Fay = 20}" in fields_of(shown)["text"]
    assert "170 and 200" in said(shown, "tool-answer")[0]


def test_where_an_action_is_refused_the_table_shows_whose_turn_it_is_and_the_reason_is_announced(
    ann: User, desk: Client
) -> None:
    source = SPOT.replace("to 300", "to 150").replace('"min_raise"', '"min_raise", player = "A"')
    address = editor(ann, source)
    shown = page(desk, address)
    assert "B to act" in shown
    assert "A to act" not in shown
    announced = desk.post(address, {"text": source}, headers=HTMX).content.decode()
    assert "the smallest raise is to 200" in text(with_attribute(announced, "id", "author-said")[0])


def test_a_choice_has_its_options_its_reasons_and_its_rule_in_the_form(ann: User, desk: Client) -> None:
    address = editor(ann, drafts.starter("choice"))
    fields = fields_of(page(desk, address))
    assert (fields["rule"], fields.get("r4"), fields.get("r1")) == ("one-burn", "on", None)
    malay = fields | {"ol": "ms"}
    shown = fields_of(desk.post(address, malay, headers=HTMX).content.decode())
    assert (shown["o1"], shown["ow"]) == ("", "ms"), "nothing is written in Malay yet"
    desk.post(address, shown | {"o1": "Satu", "fewer": "2", "save": "save"})
    question = ScenarioVersion.objects.get().document["question"]
    assert [option["text"].get("ms") for option in question["options"]] == ["Satu", None, None]
    assert question["options"][0]["text"]["en"] == "The flop's burn counts for the turn as well."
    assert question["right"] == [3], "the fourth is the third once the second is gone"
    unticked = {name: value for name, value in fields.items() if name != "r4"}
    assert "Tick each answer that is right." in desk.post(address, unticked, headers=HTMX).content.decode()


def test_an_author_sees_each_answer_of_a_choice_with_its_reason_before_and_after_it_is_published(
    ann: User, desk: Client
) -> None:
    address = editor(ann, drafts.starter("choice"))
    draft = page(desk, address)
    post(desk, address, text=fields_of(draft)["text"], save="publish")
    for shown in (draft, page(desk, address)):
        told = text(with_class(shown, "reasons")[0])
        options = ScenarioVersion.objects.get().document["question"]["options"]
        for option in options:
            assert option["text"]["en"] in told
            assert option["why"]["en"] in told
        assert "your answer" not in told


def test_the_form_asks_about_whom_only_where_somebody_can_be_asked_about(ann: User, desk: Client) -> None:
    """A choice and who wins what are about nobody; a text that names a player all the same keeps its field."""
    fields = fields_of(page(desk, editor(ann, drafts.starter("choice"))))
    assert ("p" in fields, "q" in fields) == (False, True)
    assert "p" in fields_of(page(desk, editor(ann)))
    named = page(desk, editor(ann, SPOT.replace('"min_raise"', '"side_pots", player = "A"')))
    assert fields_of(named)["p"] == "A"
    assert [text(each) for each in elements(with_attribute(named, "id", "p")[0], "option")][:2] == ["nobody", "A"]


def test_save_and_publish_leads_to_a_spot_that_anybody_can_answer(ann: User, desk: Client) -> None:
    words = 'prompt = "B raised.\\nHow little may A make it?"\nnote = "The raise was 200."'
    address = editor(ann)
    assert post(desk, address, text=f"{SPOT}{words}", save="publish").headers["Location"] == address
    shown = page(desk, address)
    spot = next(link for link in links(shown) if link.startswith("/spot/"))
    asked = page(Client(), spot)
    assert "How little may A make it?" in asked
    assert "B raised." in asked
    right = {"raise_to": "500", "raise_by": "200", "adds": "400"}  # 300 + 200, and A has 100 in (TDA 2024 43-A and B)
    told = Client().post(spot, {"token": sent(asked)["token"][0], **right}).content.decode()
    assert "Every part of your answer is right." in told
    assert "The raise was 200." in told


def test_an_exam_item_has_no_public_page() -> None:
    exam = published(exam=True)
    assert exam.drill_id is not None
    name = sharing.spot_name(exam.drill_id, exam.house)
    for address in (f"/spot/{name}/", f"/embed/{name}/", f"/report/{name}/"):
        page(Client(), address, 404)
    shown = page(browser_of(User.objects.get(username="Ann")), f"/author/scenarios/{exam.scenario_id}/")
    assert not any(link.startswith("/spot/") for link in links(shown))


def test_a_second_person_approves_or_gives_back(ann: User, desk: Client) -> None:
    bo = browser_of(person("Bo", role="instructor"))
    address = editor(ann)
    post(desk, address, text=SPOT, save="send")
    assert address in links(page(bo, "/author/"))
    post(bo, f"{address}act", act="give-back", remark="Say who is the dealer.")
    assert "Say who is the dealer." in page(desk, address)
    post(desk, address, text=SPOT, save="send")
    post(bo, f"{address}act", **approval(bo, address))
    assert ScenarioVersion.objects.get().state == State.PUBLISHED
    assert "Approve" not in page(bo, address)


def test_a_second_person_approves_what_they_have_read_and_nothing_else(ann: User, desk: Client) -> None:
    """Between the page and the click its author takes it back, writes another spot, and sends that."""
    bo = browser_of(person("Bo", role="instructor"))
    address = editor(ann)
    post(desk, address, text=SPOT, save="send")
    read = approval(bo, address)
    post(desk, f"{address}act", act="give-back")
    post(desk, address, text=SPOT.replace('"B", stack = 1000', '"B", stack = 800'), save="send")
    post(bo, f"{address}act", **read)
    assert "read it once more" in page(bo, address)
    assert ScenarioVersion.objects.get().state == State.REVIEW
    post(bo, f"{address}act", **approval(bo, address))
    assert ScenarioVersion.objects.get().state == State.PUBLISHED


def test_the_history_shows_where_two_versions_differ(ann: User, desk: Client) -> None:
    address = editor(ann)
    post(desk, address, text=SPOT, save="publish")
    post(desk, f"{address}act", act="again")
    post(desk, address, text=SPOT.replace('"B", stack = 1000', '"B", stack = 800'), save="save")
    rows = [text(row) for row in elements(with_class(page(desk, f"{address}versions/"), "author-changes")[0], "tr")]
    assert rows[1:] == ["Seat 2: Starting stack 1000 800"]
    post(desk, address, text=SPOT.replace("to 300", "to 400"), save="save")
    rows = [text(row) for row in elements(with_class(page(desk, f"{address}versions/"), "author-changes")[0], "tr")]
    # By TDA 2024 43-A the raise from 100 to 300 is repeated over 300, the one to 400 over 400.
    assert [each in rows[1] for each in ("The answer", "500", "700")] == [True] * 3
    post(desk, f"{address}act", act="send")
    shown = with_class(page(browser_of(person("Bo", role="instructor")), address), "author-changes")[0]
    assert [text(row) for row in elements(shown, "tr")] == rows, "who reviews it sees that, too"


def test_from_a_version_that_was_replaced_its_answers_can_be_marked_again(ann: User, desk: Client) -> None:
    address = editor(ann)
    post(desk, address, text=SPOT, save="publish")
    post(desk, f"{address}act", act="again")
    post(desk, address, text=SPOT.replace("to 300", "to 400"), save="publish")
    first = ScenarioVersion.objects.get(number=1)
    asked = [link for link in links(page(desk, f"{address}versions/")) if link.startswith("/author/regrades/")]
    assert asked == [f"/author/regrades/drill/{first.drill_id}/"]
    page(desk, asked[0])


def test_a_scenario_is_shown_to_its_author_after_it_was_retired(ann: User, desk: Client) -> None:
    version = drafts.begin(ann.pk, SPOT)
    publishing.publish(version.scenario_id, ann.pk, may_review=True)
    address = f"/author/scenarios/{version.scenario_id}/"
    assert post(desk, f"{address}act", act="retire").status_code == 302
    shown = page(desk, address)
    assert "retired" in shown
    assert not any(link.startswith("/spot/") for link in links(shown))


def test_the_editor_takes_a_fixed_number_of_queries(
    ann: User, desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = editor(ann)
    page(desk, address)
    # The account, what it may do (2), the versions, duplicates (2), own houses.
    with django_assert_num_queries(7):
        page(desk, address)
