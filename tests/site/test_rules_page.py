"""The pages of house rules: every toggle with its words and a spot that tells its values apart, and every house.

What is expected: issue 4, "House compare", and the scenario format's table of toggles. What a value says to a spot is
held against the second computation of its kind, which shares no method with the engine.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client

from quizzes.engine.notation import load_table, parse
from quizzes.engine.rulesets import RULES, RULESET_IDS, TOGGLES, Value, ruleset
from quizzes.kinds import second, solve
from quizzes.reference import rulebook
from quizzes.reference.rulebook import FOLDER, Spot, spots
from quizzes.wording.kinds import words_of
from quizzes.wording.toggles import DESCRIBED, GROUPS, NAMES, NO_SPOT, SENTENCES, VALUES, refused
from tests.cases.compare import same
from tests.site import pages
from tests.site.pages import attribute, elements, text, with_attribute, with_class
from tests.site.test_explaining import told_about
from tests.site.test_question_pages import MOST_BYTES
from tests.site.test_text_pages import hold_for_every_page

TOGGLE_PAGES = [f"/rules/{toggle}/" for toggle in TOGGLES]
HOUSE_PAGES = [f"/rules/house/{house}/" for house in RULESET_IDS]
ADDRESSES = ["/rules/", *TOGGLE_PAGES, *HOUSE_PAGES]
FILES = sorted(FOLDER.glob("*.toml"), key=lambda path: path.stem)
BOOKS = ("TDA", "RRoP", "WSOP", "FIDPA", "BARGE")
ROOMS = ("JJ", "UPT", "riverdonkey", "Gardens", "Lucky Chances")
"""Names that are the same in every language: rules.md, A9 and its table of toggles."""


@cache
@cache
def shown(address: str) -> str:
    """A page; no test of this module may use the database, so it needs no query."""
    response = Client().get(address)
    assert response.status_code == 200
    return response.content.decode()


def toggle_of(path: Path) -> str:
    """The toggle that a file's spot is about: `<toggle>.toml`, `<toggle>-2.toml` and so on."""
    return path.stem.partition("-")[0]


def told(spot: Spot, value: Value) -> str:
    """What a value says to a spot, as the page says it in a word or two."""
    ruling = spot.rulings[value]
    if ruling.error is not None:
        return refused(ruling.error)
    return words_of(spot.document.question.kind).short(ruling.answer or {})


# The words


def test_every_toggle_stands_in_one_group_and_has_a_name_and_a_question() -> None:
    assert sorted(toggle for _, toggles in GROUPS for toggle in toggles) == sorted(TOGGLES)
    assert NAMES.keys() == TOGGLES.keys()
    assert [toggle for toggle, (name, question) in NAMES.items() if not str(name) or str(question)[-1] != "?"] == []
    assert len({str(name) for name, _ in NAMES.values()}) == len(TOGGLES)


@pytest.mark.parametrize("toggle", TOGGLES)
def test_every_value_has_its_own_words_and_its_own_sentence(toggle: str) -> None:
    assert list(VALUES[toggle]) == list(TOGGLES[toggle].rules)
    assert len({str(words) for words in VALUES[toggle].values()}) == len(VALUES[toggle])
    texts = [way.text for way in rulebook.ways(toggle)]
    assert len(set(texts)) == len(texts)
    assert all(each.endswith(".") for each in texts)


def test_a_sentence_is_written_only_for_a_value_that_there_is() -> None:
    assert [key for key in SENTENCES if key[1] not in TOGGLES[key[0]].rules] == []


def test_whoever_plays_a_rule_is_a_name_or_is_translated() -> None:
    players = {who for toggle in TOGGLES.values() for each in toggle.who.values() for who in each}
    assert [who for who in players if not who.startswith((*BOOKS, *ROOMS)) and who not in DESCRIBED] == []
    assert [house for house in RULESET_IDS if ruleset(house).source not in DESCRIBED] == []


# The spots


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_spot_is_one_of_a_toggle_and_no_answer_is_written_in_it(path: Path) -> None:
    assert toggle_of(path) in TOGGLES
    document = parse(load_table(path.read_text(encoding="utf-8")))
    assert document.question.kind != "choice"


@pytest.mark.parametrize(
    ("toggle", "one", "other"),
    [(toggle, *pair) for toggle, found in TOGGLES.items() for pair in combinations(found.rules, 2)],
)
def test_any_two_values_are_told_apart_by_a_spot_in_words_too(toggle: str, one: Value, other: Value) -> None:
    if toggle in NO_SPOT:
        assert spots(toggle) == ()
        return
    apart = [spot for spot in spots(toggle) if not spot.rulings[one].agrees(spot.rulings[other])]
    assert [spot for spot in apart if told(spot, one) != told(spot, other)]


def test_the_toggle_without_a_spot_is_the_one_that_the_engine_does_not_read() -> None:
    # scenario-format.md: straddle_seats says who may post, and a document only holds straddles that were posted
    assert list(NO_SPOT) == ["straddle_seats"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_second_computation_says_the_same_under_every_value(path: Path) -> None:
    toggle = toggle_of(path)
    document = parse(load_table(path.read_text(encoding="utf-8")))
    (spot,) = [
        spot
        for spot in spots(toggle)
        if spot.document.seats == document.seats and spot.document.actions == document.actions
    ]
    answered = [ruling.house for ruling in spot.rulings.values() if ruling.answer is not None]
    assert answered
    for house in answered:
        asked = replace(document, rules=house)
        assert same(asked.question.kind, second.solve(asked), solve(asked).answer)


# The pages


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_is_clean_light_and_without_an_empty_place(client: Client, address: str) -> None:
    response = client.get(address)
    page = response.content.decode()
    hold_for_every_page(response, page)
    assert len(page.encode()) < MOST_BYTES
    main = next(elements(page, "main"))
    for name in ("th", "td", "dt", "dd", "h1", "h2", "caption"):
        assert [each for each in elements(main, name) if not text(each) and not list(elements(each, "svg"))] == []
    assert [
        id
        for each in elements(main)
        if (id := attribute(each, "aria-labelledby"))
        if not with_attribute(page, "id", id)
    ] == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_says_whose_rules_come_first_and_that_no_chart_goes_with_a_live_hand(address: str) -> None:
    said = text(next(elements(shown(address), "main")))
    assert "own rules come first" in said
    assert "live hand (TDA 2024, rule 5)" in said


def test_every_point_is_shown_for_every_house_with_its_source_and_its_spot() -> None:
    page = shown("/rules/")
    for toggle, found in TOGGLES.items():
        (row,) = with_attribute(page, "id", toggle)
        name, *cells, spot = [each for each in elements(row) if each.name in ("th", "td")]
        assert text(name).startswith(str(NAMES[toggle][0]))
        assert [text(cell).removesuffix(" (differs)") for cell in cells] == [
            str(VALUES[toggle][ruleset(house)[toggle]]) for house in RULESET_IDS
        ]
        assert ("TDA 2024 is silent" in text(name)) == found.silent
        assert len(list(elements(spot, "li"))) == (0 if toggle in NO_SPOT else len(found.rules))


def test_a_house_that_plays_otherwise_is_marked_by_more_than_colour() -> None:
    page = shown("/rules/")
    differs = sum(house[toggle] != ruleset("tda")[toggle] for house in map(ruleset, RULESET_IDS) for toggle in TOGGLES)
    marked = with_class(page, "differs")
    assert len(marked) == differs
    assert all(text(cell).endswith("(differs)") for cell in marked)


@pytest.mark.parametrize("toggle", TOGGLES)
def test_a_value_is_shown_with_who_plays_it_and_where_it_stands(toggle: str) -> None:
    page = shown(f"/rules/{toggle}/")
    ways = [text(each) for each in with_class(page, "way")]
    found = TOGGLES[toggle]
    assert len(ways) == len(found.rules)
    for (value, rule), said in zip(found.rules.items(), ways, strict=True):
        assert [who for who in found.who[value] if who not in said and not (found.silent and who[:3] == "TDA")] == []
        cite = RULES.get(rule or "")
        if cite is not None and cite.book and not found.silent:
            place = f"section “{cite.number}”" if cite.book == "RRoP" else f"rule {cite.number}"
            assert f"{cite.book} {cite.edition}, {place}" in said
        if cite is not None and cite.later is not None and not found.silent:
            confirmed = f"edition {cite.later['number']}." in said
            unconfirmed = f"edition {cite.later['number']} (number not confirmed)." in said
            assert (confirmed, unconfirmed) == (cite.later["confirmed"], not cite.later["confirmed"])


@pytest.mark.parametrize("toggle", [toggle for toggle, found in TOGGLES.items() if found.silent])
def test_where_the_tda_rules_are_silent_no_number_of_theirs_is_shown(toggle: str) -> None:
    """scenario-format.md, "Toggles of a ruleset": it is this project's default, and no TDA number is shown for it."""
    usual, *others = (text(each) for each in with_class(shown(f"/rules/{toggle}/"), "way"))
    assert "this site's default" in usual
    assert [said for said in (usual, *others) if "TDA 2024, rule" in said] == []


@pytest.mark.parametrize("toggle", TOGGLES)
def test_every_value_answers_each_spot_of_its_page(toggle: str) -> None:
    page = shown(f"/rules/{toggle}/")
    says = with_class(page, "says")
    assert len(says) == len(spots(toggle)) == len(with_class(page, "felt-figure"))
    for answers in says:
        assert [text(each) for each in elements(answers, "dt")] == [str(words) for words in VALUES[toggle].values()]
    if toggle in NO_SPOT:
        assert str(NO_SPOT[toggle]) in text(next(elements(page, "main")))


@pytest.mark.parametrize("house", RULESET_IDS)
def test_a_house_is_shown_by_where_it_differs(house: str) -> None:
    page = shown(f"/rules/house/{house}/")
    (section,) = with_attribute(page, "aria-labelledby", "differs")
    found = ruleset(house)
    usual = ruleset("tda")
    differing = {f"/rules/{toggle}/" for toggle in TOGGLES if found[toggle] != usual[toggle]}
    assert {attribute(link, "href") for link in elements(section, "a")} == differing
    assert found.source in text(next(elements(page, "main")))


def test_every_link_to_house_rules_leads_to_a_page_and_to_a_place_on_it() -> None:
    ids = {address: {attribute(each, "id") for each in elements(shown(address))} for address in ADDRESSES}
    for address in ADDRESSES:
        for link in elements(shown(address), "a"):
            target, _, place = (attribute(link, "href") or "").partition("#")
            if target.startswith("/rules/") and target != "/rules/book/":
                assert target in ids
                assert not place or place in ids[target]


def test_every_page_is_reached_from_the_one_at_the_foot_of_every_page() -> None:
    assert "/rules/" in pages.links(shown("/about/"))
    linked = pages.links(shown("/rules/"))
    assert set(TOGGLE_PAGES + HOUSE_PAGES) <= linked


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/rules/no_such_toggle/", "/rules/house/no-such-house/", "/rules/house/"])
def test_what_there_is_not_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_where_another_house_differs_the_feedback_leads_to_the_point(client: Client, db: None) -> None:
    page = told_about(
        client,
        """
        seats = [{name = "Ann"}, {name = "Ben"}, {name = "Cho"}]
        blinds = [50, 100]
        street = "flop"
        actions = "Ann bets 100, Ben raises to 300"
        question = {kind = "min_raise"}
        """,
    )
    (section,) = with_attribute(page, "aria-labelledby", "houses")
    leads = {
        text(each).split()[0]: [attribute(link, "href") for link in elements(each, "a")]
        for each in elements(section, "div")
    }
    # 43-A adds Ben's 200; only the jj ruleset differs, in asking for twice the bet
    assert leads.pop("JJ") == ["/rules/min_raise/"]
    assert leads
    assert not any(leads.values())


@pytest.mark.parametrize(
    "address",
    ["/rules/", "/rules/reopen/", "/rules/house/half-raise/", "/tools/minimum-raise/", "/practice/", "/sources/"],
)
def test_a_houses_name_is_translated_wherever_it_stands(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """The issue on languages: everything is. The translation here is the English between two signs."""
    for module in ("houses", "rules"):
        stars = SimpleNamespace(gettext=lambda message: f"*{message}*")
        monkeypatch.setattr(f"quizzes.wording.{module}.translation", stars)
    page = client.get(address).content.decode()
    assert "*Half raise*" in page
    assert "Half raise" not in page.replace("*Half raise*", "")
