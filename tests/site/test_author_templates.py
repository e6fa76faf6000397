"""The pages of templates: ranges in a form, a grid that comes again, dropping, publishing, and the pool by its link."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from quizzes import house_rules, tasks
from quizzes.authoring import templates
from quizzes.authoring.drafts import Refused
from quizzes.engine.notation import parse
from quizzes.kinds import KINDS, agree
from quizzes.kinds.base import HOLDEM
from quizzes.models import Attempt, Bucket, Drill, ScenarioTemplate, TemplateVersion
from quizzes.models.drills import DRY_BATCHES
from quizzes.spot_templates.ranges import Range, Recipe
from tests.site.pages import asked, elements, sent, text, with_attribute, with_class
from tests.site.people import browser_of, person
from trainer.accounts.models import User
from trainer.accounts.personal import export

pytestmark = pytest.mark.django_db

LIST, NEW = "/author/templates/", "/author/templates/new"
FORM = {"name": "Two all-ins", "kind": "side_pots", "game": "holdem.no-limit"}
RANGES = {
    "name": "Two all-ins",
    "house": "tda",
    "players_least": "4",
    "players_most": "6",
    "stacks_least": "5",
    "stacks_most": "20",
    "short_all_ins_least": "2",
    "short_all_ins_most": "2",
    "folders_least": "1",
    "folders_most": "1",
}
"""The example of issue 7: stacks of 5 to 20 big blinds, two short all-ins, one folder."""


@pytest.fixture
def ann() -> User:
    return person("Ann", role=User.Role.INSTRUCTOR)


@pytest.fixture
def desk(ann: User) -> Client:
    """The browser of an author."""
    return browser_of(ann)


@pytest.fixture
def draft(ann: User) -> TemplateVersion:
    """A draft with the ranges of the issue's example."""
    version = templates.begin(ann.pk, "Two all-ins", "side_pots", HOLDEM, "tda")
    counts = {"short_all_ins": Range(2, 2), "folders": Range(1, 1)}
    recipe = Recipe("side_pots", players=Range(4, 6), stacks=Range(5, 20), counts=counts)
    return templates.save(version.template_id, ann.pk, "Two all-ins", recipe)


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def spots(html: str) -> list[str]:
    """The fingerprints of the spots that a grid shows."""
    return [dict(box.attributes)["value"] or "" for box in with_attribute(html, "name", "drop")]


def value(html: str, name: str) -> str | None:
    """What stands in the first field of a name."""
    return dict(with_attribute(html, "name", name)[0].attributes)["value"]


def grid(draft: TemplateVersion, seed: str = "1") -> str:
    return f"{LIST}{draft.template_id}/spots/?seed={seed}"


def published(draft: TemplateVersion, owner: User, wanted: int = 30) -> TemplateVersion:
    return templates.publish(draft.template_id, owner.pk, "1", wanted)


def test_a_template_is_begun_once_however_often_the_form_is_sent(desk: Client, ann: User) -> None:
    first, second = desk.post(NEW, FORM), desk.post(NEW, FORM)
    assert first.status_code == 302
    assert first["Location"] == second["Location"]
    assert ScenarioTemplate.objects.get().owner_id == ann.pk
    assert "Two all-ins" in page(desk, LIST)


def test_a_game_in_which_the_kind_is_not_asked_is_refused_beside_its_field(desk: Client) -> None:
    response = desk.post(NEW, {**FORM, "game": "badugi.fixed-limit", "kind": "min_raise"})
    assert response.status_code == 422
    response = desk.post(NEW, {**FORM, "game": "stud.fixed-limit", "kind": "min_raise"})
    html = response.content.decode()
    assert response.status_code == 422
    assert "is asked in these" in text(with_class(html, "field-error")[0])
    assert with_attribute(html, "value", "Two all-ins")
    assert not ScenarioTemplate.objects.exists()


def test_the_form_keeps_ranges_and_conditions_and_leads_to_the_spots(desk: Client, draft: TemplateVersion) -> None:
    address = f"{LIST}{draft.template_id}/"
    response = desk.post(address, {**RANGES, "conditions": ["side_pot"], "blinds": "25/50, 50/100", "stack0_most": "9"})
    assert response["Location"].startswith(f"{address}spots/?seed=")
    draft.refresh_from_db()
    recipe = templates.recipe_of(draft)
    assert (recipe.stacks, recipe.blinds) == (Range(5, 20), ((25, 50), (50, 100)))
    assert (recipe.conditions, recipe.seat_stacks) == (("side_pot",), {0: Range(None, 9)})
    assert recipe.counts == {"short_all_ins": Range(2, 2), "folders": Range(1, 1)}
    shown = page(desk, address)
    assert "A stack is what a player has when the street that is told begins" in shown
    assert dict(with_attribute(shown, "name", "stacks_most")[0].attributes)["value"] == "20"
    assert "checked" in dict(with_attribute(shown, "value", "side_pot")[0].attributes)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"stacks_least": "30"}, "This is less than the least."),
        ({"blinds": "50"}, "Write pairs such as 25/50"),
        ({"stack8_least": "5"}, "There are too few players for that seat."),
        ({"players_most": "11"}, "10"),
    ],
)
def test_what_can_not_be_is_said_beside_its_field_and_stays_as_typed(
    desk: Client, draft: TemplateVersion, typed: dict[str, str], said: str
) -> None:
    response = desk.post(f"{LIST}{draft.template_id}/", {**RANGES, **typed})
    html = response.content.decode()
    assert response.status_code == 422
    assert said in text(with_class(html, "field-error")[0])
    name, value = next(iter(typed.items()))
    assert dict(with_attribute(html, "name", name)[0].attributes)["value"] == value


def test_the_grid_shows_twenty_spots_with_their_keys_and_comes_again(desk: Client, draft: TemplateVersion) -> None:
    html = page(desk, grid(draft))
    assert len(set(spots(html))) == 20
    assert spots(page(desk, grid(draft))) == spots(html)
    assert not set(spots(page(desk, grid(draft, "2")))) & set(spots(html))
    assert len(html) < 150_000  # the issue on languages: no page is heavier
    for card, found in zip(with_class(html, "template-spot"), templates.grid(draft, "1").spots, strict=True):
        pots = KINDS["side_pots"].solve(found.document).answer["pots"]
        assert all(f"{pot['amount']:,}" in text(with_class(card, "template-key")[0]) for pot in pots)
        drawn = with_class(card, "small-table")[0]
        assert {text(name) for name in with_class(drawn, "small-name")} == set(found.document.names)
        assert len(with_class(drawn, "small-folded")) == 1


def test_dropped_spots_leave_the_grid_and_others_take_their_places(
    desk: Client, draft: TemplateVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(templates, "GRID", 6)
    before = spots(page(desk, grid(draft)))
    desk.post(grid(draft), {"seed": "1", "drop": before[:2]})
    after = spots(page(desk, grid(draft)))
    assert (after[:4], len(after)) == (before[2:], 6)
    desk.post(grid(draft), {"seed": "1", "restore": "1"})
    assert spots(page(desk, grid(draft))) == before


def test_conditions_that_can_not_be_met_together_are_told_with_how_often_each_fails(
    desk: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(templates, "TRIES", 40)
    version = templates.begin(ann.pk, "Never", "min_raise", HOLDEM, "tda")
    recipe = Recipe("min_raise", conditions=("not-reopened",), counts={"short_all_ins": Range(0, 0)})
    templates.save(version.template_id, ann.pk, "Never", recipe)
    html = page(desk, grid(version))
    rows = [text(row) for row in elements(html, "tr")]
    assert any(row.startswith("The betting is not reopened") and row.endswith("of 40") for row in rows)
    assert not with_attribute(html, "name", "publish")
    with pytest.raises(Refused):
        published(version, ann)


def test_publishing_begins_the_pool_with_the_grid_and_the_task_fills_it(
    desk: Client, draft: TemplateVersion, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, *rest = spots(page(desk, grid(draft)))
    desk.post(grid(draft), {"seed": "1", "drop": gone})
    monkeypatch.setattr(tasks.fill_template, "apply_async", lambda *args, **options: None)
    desk.post(grid(draft), {"seed": "1", "publish": "1", "wanted": "90"})
    desk.post(grid(draft), {"seed": "1", "publish": "1", "wanted": "90"})  # once more does nothing
    draft.refresh_from_db()
    pool = templates.drills_of(draft)
    assert (draft.state, pool.count(), pool.filter(fingerprint__in=rest).count()) == ("published", 20, 19)
    assert templates.unfinished() == [draft.pk]
    for _ in range(2):
        tasks.fill_template(draft.pk)
    assert (pool.count(), templates.unfinished()) == (90, [])
    assert gone not in pool.values_list("fingerprint", flat=True)
    assert templates.fill(draft.pk) == 0
    for drill in pool[:5]:
        assert agree(KINDS["side_pots"], drill.spot("tda"))
        assert len(drill.document["seats"]) in Range(4, 6)
    assert {bucket.bank for bucket in Bucket.objects.all()} == {draft.bank}
    assert sum(bucket.size for bucket in Bucket.objects.all()) == 90


def test_of_two_tabs_the_second_loses_nothing_of_the_first_and_nothing_that_was_typed(
    desk: Client, draft: TemplateVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(templates, "GRID", 3)
    address = f"{LIST}{draft.template_id}/"
    stamp, seen = (value(page(desk, shown), "looked-at") for shown in (address, grid(draft)))
    twice = {**RANGES, "players_most": "5", "looked-at": stamp}
    assert [desk.post(address, twice).status_code for _twice in range(2)] == [302, 302], "the same form, sent twice"

    stale = desk.post(address, {**RANGES, "stacks_most": "15", "looked-at": stamp})
    html = stale.content.decode()
    assert (stale.status_code, value(html, "stacks_most")) == (422, "15")
    assert [text(row) for row in elements(html, "tr")][1:] == [
        "Players 4 to 5 4 to 6",
        "Stacks 5 to 20 big blinds 5 to 15 big blinds",
    ]
    act = f"{address}act"
    assert desk.post(act, {"act": "drop", "looked-at": stamp}).status_code == 302
    assert TemplateVersion.objects.get().recipe["players"] == [4, 5], "neither lost nor thrown away"

    response = desk.post(grid(draft), {"seed": "1", "publish": "1", "wanted": "30", "looked-at": seen})
    html = response.content.decode()
    assert (response.status_code, value(html, "wanted")) == (422, "30")
    assert "these are the spots that it gives now" in text(with_class(html, "form-error")[0])
    desk.post(grid(draft), {"seed": "1", "publish": "1", "wanted": "30", "looked-at": value(html, "looked-at")})
    pool = templates.drills_of(TemplateVersion.objects.get(state="published"))
    assert set(pool.values_list("fingerprint", flat=True)) == set(spots(html)), "what was looked at"


def test_a_pool_without_further_spots_stays_as_it_is_and_says_so(desk: Client, ann: User) -> None:
    version = templates.begin(ann.pk, "Few", "reopen", HOLDEM, "tda")
    recipe = Recipe("reopen", conditions=("not-reopened",), counts={"short_all_ins": Range(2, 2)})
    templates.save(version.template_id, ann.pk, "Few", recipe)
    published(version, ann, 500)
    TemplateVersion.objects.filter(pk=version.pk).update(dry=DRY_BATCHES)
    assert templates.fill(version.pk) == 0
    assert templates.unfinished() == []
    assert "No others were found that fit." in page(desk, f"{LIST}{version.template_id}/")


def test_no_spot_that_an_exam_keeps_gets_into_a_pool(draft: TemplateVersion, ann: User) -> None:
    kept = templates.grid(draft, "1").spots[0]
    reserve = Bucket.objects.create(kind="side_pots", level=kept.level, version=1, reserve=True, rules_key="", size=1)
    Drill.objects.create(bucket=reserve, slot=0, fingerprint=kept.fingerprint, document={})
    pool = templates.drills_of(published(draft, ann))
    assert (pool.count(), pool.filter(fingerprint=kept.fingerprint).exists()) == (19, False)


def test_what_is_published_never_changes_and_a_new_version_takes_its_place(draft: TemplateVersion, ann: User) -> None:
    first = published(draft, ann)
    first.name = "Another name"
    with pytest.raises(TypeError):
        first.save()
    with pytest.raises(Refused):
        templates.save(first.template_id, ann.pk, "Another name", Recipe("side_pots"))
    second = templates.again(first.template_id, ann.pk)
    assert (second.number, second.recipe) == (2, first.recipe)
    assert templates.again(first.template_id, ann.pk) == second
    published(second, ann)
    states = TemplateVersion.objects.order_by("number").values_list("state", flat=True)
    assert list(states) == ["retired", "published"]
    assert templates.drills_of(first).count() == 20


def test_a_template_is_its_owners_alone(draft: TemplateVersion) -> None:
    addresses = [f"{LIST}{draft.template_id}/", grid(draft)]
    other, learner = browser_of(person("Bea", role=User.Role.INSTRUCTOR)), browser_of(person("Lea"))
    assert [other.get(address).status_code for address in addresses] == [404, 404]
    assert [learner.get(address).status_code for address in addresses] == [403, 403]
    assert other.post(f"{LIST}{draft.template_id}/act", {"act": "drop"}).status_code == 404
    assert "Two all-ins" not in page(other, LIST)
    assert TemplateVersion.objects.filter(pk=draft.pk).exists()


def test_a_draft_can_be_thrown_away_and_a_pool_taken_out_of_use(
    desk: Client, draft: TemplateVersion, ann: User
) -> None:
    version, act = published(draft, ann), f"{LIST}{draft.template_id}/act"
    desk.post(act, {"act": "again"})
    assert page(desk, f"{LIST}{draft.template_id}/").count("template-range") > 5
    desk.post(act, {"act": "drop"})
    assert list(TemplateVersion.objects.all()) == [version]
    desk.post(act, {"act": "retire"})
    assert Client().get(f"/pools/{draft.template_id}/").status_code == 404


def answer(client: Client, address: str, right: bool = True) -> str:
    """Answer the question that a browser is shown, and return the feedback."""
    html = page(client, address)
    raw: Any = asked(html).right if right else asked(html).wrong
    response = client.post(address, {"token": sent(html)["token"], **raw})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_pool_asks_each_spot_once_before_any_comes_again(draft: TemplateVersion, ann: User, signed_in: bool) -> None:
    version = published(draft, ann)
    client = browser_of(person("Lea")) if signed_in else Client()
    address = f"/pools/{version.template_id}/"
    for _ in range(3):
        answer(client, address)
    attempts = Attempt.objects.all()
    assert len({attempt.drill_id for attempt in attempts}) == 3
    assert len({(attempt.user_id, attempt.visitor) for attempt in attempts}) == 1
    assert {(attempt.right, attempt.why) for attempt in attempts} == {(True, "")}
    assert "3 of 20 spots" in page(client, address)
    assert sent(page(client, address)).keys() >= {"token"}


def test_the_question_of_a_pool_stays_until_it_is_answered_and_an_unreadable_answer_is_asked_again(
    draft: TemplateVersion, ann: User
) -> None:
    version, client = published(draft, ann), browser_of(person("Lea"))
    address = f"/pools/{version.template_id}/"
    html = page(client, address)
    assert asked(html).document == asked(page(client, address)).document
    response = client.post(address, {"token": sent(html)["token"], "amount_1": "many"})
    assert response.status_code == 422
    assert not Attempt.objects.exists()
    assert "Next" in answer(client, address, right=False)
    assert asked(page(client, address)).document != asked(html).document


def test_a_question_of_another_pool_is_not_answered_here(draft: TemplateVersion, ann: User) -> None:
    version, client = published(draft, ann), browser_of(person("Lea"))
    foreign = sent(page(client, "/practice/?kind=action_order"))["token"][0]
    response = client.post(f"/pools/{version.template_id}/", {"token": foreign})
    assert (response.status_code, Attempt.objects.count()) == (302, 0)


def test_the_pages_cost_the_same_queries_however_many_there_are(
    desk: Client, draft: TemplateVersion, ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    version, lea = published(draft, ann, 60), browser_of(person("Lea"))
    pool = f"/pools/{version.template_id}/"
    page(lea, pool)
    for number in (2, 60):
        while ScenarioTemplate.objects.count() < number:
            template = ScenarioTemplate.objects.create(owner=ann)
            TemplateVersion.objects.create(
                template=template, number=1, name="More", kind="min_raise", recipe=Recipe("min_raise").to_table()
            )
        templates.fill(version.pk)
        with django_assert_num_queries(6):  # the account, two for what it may, how many, the page, their pools
            desk.get(LIST)
        with django_assert_num_queries(5):  # the account, two for what it may, the version, its pool
            desk.get(f"{LIST}{version.template_id}/")
        with django_assert_num_queries(5):  # the account, the version, its drills, attempts, the drill
            lea.get(pool)
    assert templates.drills_of(version).count() == 60


def test_the_house_of_a_pool_can_be_the_authors_own(desk: Client, draft: TemplateVersion, ann: User) -> None:
    house = house_rules.keep("tda", {"reopen": "single"}, ann.pk, "Ours").id_in_drills
    response = desk.post(f"{LIST}{draft.template_id}/", {**RANGES, "house": house})
    assert response.status_code == 302
    version = published(draft, ann)
    drill = templates.drills_of(version)[0]
    assert "reopen=single" in drill.bucket.rules_key
    assert parse(drill.document).seats
    assert asked(page(Client(), f"/pools/{version.template_id}/")).document.rules.id == house


def test_ones_templates_are_in_the_copy_of_ones_data(draft: TemplateVersion, ann: User) -> None:
    copied = json.loads(json.dumps(export(ann), default=str))
    assert [(row["name"], row["recipe"]["kind"]) for row in copied["templates"]] == [("Two all-ins", "side_pots")]
