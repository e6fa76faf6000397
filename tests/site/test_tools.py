"""The table tools: what is typed becomes a document, the engine answers it, and the address brings it back.

What is expected: issue 6, "Table tools". The answers are those of the public cases, whose documents are put into a
tool's fields; of spots that are no case, the second computation's or a rule's with its edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client

from quizzes.engine.notation import loads, parse
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import second
from quizzes.tools import TOOLS, house_compare
from quizzes.tools.base import COMMANDS, NoForm, place_of, work
from quizzes.tools.told import as_text
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import chips, listed
from tests.cases.compare import Case, load, same
from tests.scale import scale
from tests.site.pages import attribute, elements, links, text, with_attribute, with_class
from tests.site.test_question_pages import MOST_BYTES
from tests.site.test_text_pages import hold_for_every_page

RULE_5 = "Players with a live hand may not use apps or charts at the table (TDA 2024, rule 5)."
POTS = {"n1": "A", "n2": "B", "n3": "C", "p1": "100", "p2": "300", "p3": "300"}
BETTING = {"n1": "A", "n2": "B", "n3": "C", "sb": "50", "bb": "100", "t": "flop"}


def get(client: Client, slug: str, typed: Mapping[str, str], *, htmx: bool = False) -> HttpResponse:
    """A tool with this in its address."""
    headers = {"HX-Request": "true"} if htmx else {}
    return client.get(f"/tools/{slug}/", typed, headers=headers)  # type: ignore[return-value]  # the test client's own


def shown(client: Client, slug: str, typed: Mapping[str, str]) -> str:
    """A tool's page on which something is worked out."""
    response = get(client, slug, typed)
    assert response.status_code == 200, typed
    return response.content.decode()


def said(page: str) -> str:
    """The answer in a sentence."""
    return text(with_attribute(page, "id", "says")[0])


def numbers(page: str) -> dict[str, str]:
    """The numbers of an answer by their names."""
    (found,) = with_class(page, "tool-numbers")
    return {text(name): text(value) for name, value in zip(elements(found, "dt"), elements(found, "dd"), strict=True)}


def fields(page: str) -> dict[str, str]:
    """What stands in the fields of a tool's form."""
    (form,) = with_attribute(page, "id", "tool-form")
    found: dict[str, str] = {}
    for field in elements(form, "input", "select", "textarea"):
        value = text(field) if field.name == "textarea" else attribute(field, "value") or ""
        if field.name == "select":
            (chosen,) = [one for one in elements(field, "option") if attribute(one, "selected") is not None]
            value = attribute(chosen, "value") or ""
        found[attribute(field, "name") or ""] = value
    return found


def problem(page: str, field: str) -> str:
    """What is said at a field that is wrong; the field names the place."""
    (wrong,) = with_attribute(page, "id", field)
    assert attribute(wrong, "aria-invalid") == "true"
    return text(with_attribute(page, "id", attribute(wrong, "aria-describedby") or "")[0])


def in_form(slug: str, *kinds: str) -> list[tuple[Case, Mapping[str, str]]]:
    """The public cases of these kinds that a tool has fields for, with what stands in them."""
    found = []
    for case in load(kinds):
        try:
            found.append((case, TOOLS[slug].typed(parse(case["doc"]))))
        except NoForm:
            continue
    return found


def told(slug: str, typed: Mapping[str, str]) -> Mapping[str, Any]:
    """What is worked out of what was typed: what the page shows, without the page."""
    result = work(TOOLS[slug], typed).result
    assert result is not None, typed
    return result


def named(result: Mapping[str, Any]) -> dict[str, str]:
    """The numbers of an answer by their names."""
    return {number.label: number.value for number in result["told"].numbers}


# The answers


def test_the_pots_are_those_of_the_public_cases() -> None:
    cases = in_form("side-pots", "side_pots", "awards")
    assert len(cases) >= 44  # of 46; the others change their house's rules
    for case, typed in cases:
        found, wanted = told("side-pots", typed), case["answer"]
        pots = [(pot["amount"], pot["eligible"]) for pot in found["pots"]]
        assert pots == [(chips(pot["amount"]), listed(pot["eligible"])) for pot in wanted["pots"]], case["id"]
        assert dict(found["returned"]) == {name: chips(back) for name, back in wanted["returned"].items()}, case["id"]
        assert dict(found["won"]) == {name: chips(won) for name, won in wanted.get("won", {}).items()}, case["id"]


@pytest.mark.parametrize(
    ("slug", "kind", "cases"),
    [("minimum-raise", "legal_actions", 52), ("chip-ruling", "chip_ruling", 20), ("hand-reader", "winner", 34)],
)
def test_the_answer_is_that_of_the_public_cases(slug: str, kind: str, cases: int) -> None:
    found = in_form(slug, kind)
    assert len(found) >= cases
    for case, typed in found:
        document = parse(case["doc"])
        player = document.question.player or case["answer"].get("to_act") or ""
        player = player or (document.pushed.player if document.pushed else "")
        title = words_of(kind).title(document, player, case["answer"])
        assert told(slug, typed)["told"].title == title, case["id"]


def test_the_smallest_raise_is_that_of_the_public_cases() -> None:
    cases = in_form("minimum-raise", "min_raise")
    assert len(cases) >= 36  # of 38; the others change their house's rules
    for case, typed in cases:
        wanted, found = case["answer"], named(told("minimum-raise", typed))
        if wanted["raise_to"] is None:
            assert found["Raise"] == "not open", case["id"]
        else:
            raised = (found["Smallest raise to"], found["Smallest raise by"], found["Chips added"])
            assert raised == tuple(chips(wanted[part]) for part in ("raise_to", "raise_by", "adds")), case["id"]


def test_the_largest_raise_is_that_of_the_public_cases() -> None:
    cases = in_form("pot-limit", "pot_limit")
    assert len(cases) >= 12  # of 13; the other one changes its house's rules
    for case, typed in cases:
        wanted = [chips(case["answer"][part]) for part in ("pot", "call_adds", "max_raise_by", "max_to", "adds")]
        assert list(named(told("pot-limit", typed)).values()) == wanted, case["id"]


def test_what_decides_is_that_of_the_public_cases() -> None:
    for case, typed in in_form("hand-reader", "winner"):
        decided_by = case["answer"].get("high", case["answer"])["decided_by"]
        words = words_of("winner").value("decided_by", decided_by)
        assert named(told("hand-reader", typed))["What decides"] == words, case["id"]


def test_hands_stand_in_the_order_of_the_public_cases() -> None:
    cases = in_form("hand-reader", "ranking")
    assert len(cases) == 31
    for case, typed in cases:
        places: dict[int, set[str]] = {}
        for hand in told("hand-reader", typed)["hands"]:
            places.setdefault(hand.place, set()).add(hand.name)
        assert list(places.values()) == [set(tied) for tied in case["answer"]["order"]], case["id"]
        assert list(places)[1:2] in ([], [1 + len(case["answer"]["order"][0])]), case["id"]


def test_a_hand_alone_is_read_as_in_the_public_cases() -> None:
    for case in load(["read_hand"]):
        document = parse(case["doc"])
        row = document.index(document.question.player or "") + 1
        kept = ("g", "b", f"n{row}", f"c{row}")
        typed = {key: text for key, text in TOOLS["hand-reader"].typed(document).items() if key in kept}
        (hand,) = told("hand-reader", typed)["hands"]
        wanted = case["answer"].get("high", case["answer"])
        assert same("read_hand", {"cards": wanted["cards"]}, {"cards": hand.cards}), case["id"]
        assert len(hand.low) == len((case["answer"].get("low") or {"cards": ()})["cards"]), case["id"]


def test_every_player_after_the_next_one_is_told_its_options(client: Client) -> None:
    # The public case: A may raise. Of those after it C, which called 125 and faces 75 more, may not (TDA 2024, 47-A:
    # that is less than the full raise of 100); E has called all there is.
    (case,) = [case for case in load(["legal_actions"]) if case["id"] == "reopen-005-la"]
    page = shown(client, "minimum-raise", TOOLS["minimum-raise"].typed(parse(case["doc"])))
    (others,) = [each for each in elements(page, "section") if attribute(each, "aria-labelledby") == "others"]
    assert [text(each) for each in elements(others, "summary")] == ["C may call 75"]
    assert [text(each) for each in elements(with_class(others, "tool-out")[0], "li")] == [
        "B is all-in.",
        "D is all-in.",
        "E has acted: its turn comes again only after another raise.",
    ]


def test_houses_are_told_as_the_second_computation_answers() -> None:
    written = house_compare.spot_text("reopen")
    says = {name: group for group in told("house-compare", {"x": written})["says"] for name in group.houses}
    for id in RULESET_IDS:
        document = replace(loads(written), rules=ruleset(id))
        title = words_of("reopen").title(document, "Ann", second.solve(document))
        assert says[ruleset(id).name].title == title, id
    assert len({group.title for group in says.values()}) > 1


# The page


@pytest.mark.parametrize("slug", TOOLS)
def test_a_tool_shows_an_example_worked_out_and_needs_no_query(client: Client, slug: str) -> None:
    response = client.get(f"/tools/{slug}/")  # no test of this module may use the database
    page = response.content.decode()
    hold_for_every_page(response, page)
    assert len(page.encode()) < MOST_BYTES
    assert with_class(page, "tool-steps")
    assert RULE_5 in text(with_class(page, "house-first")[0])
    assert {f"/practice/?kind={TOOLS[slug].practise}", "/rules/"} <= links(page)


def test_the_list_leads_to_every_tool_and_is_found_from_the_foot(client: Client) -> None:
    page = client.get("/tools/").content.decode()
    assert {f"/tools/{slug}/" for slug in TOOLS} <= links(page)
    assert RULE_5 in text(with_class(page, "house-first")[0])
    assert "/tools/" in links(client.get("/rules/").content.decode())


@pytest.mark.parametrize("slug", TOOLS)
def test_the_link_of_a_page_brings_the_same_back(client: Client, slug: str) -> None:
    page = client.get(f"/tools/{slug}/").content.decode()
    (link,) = [each for each in elements(page, "a") if attribute(each, "data-copy")]
    again = client.get(attribute(link, "href") or "").content.decode()
    assert (said(again), fields(again)) == (said(page), fields(page))


def test_unknown_keys_and_unknown_tools_do_no_harm(client: Client) -> None:
    assert said(shown(client, "side-pots", {**POTS, "zz": "1", "n99": "X"})) == said(shown(client, "side-pots", POTS))
    assert client.get("/tools/no-such-tool/").status_code == 404


def test_the_spot_of_a_tool_goes_on_to_all_houses(client: Client) -> None:
    for slug in ("side-pots", "minimum-raise", "pot-limit", "hand-reader", "chip-ruling"):
        page = client.get(f"/tools/{slug}/").content.decode()
        (spot,) = [link for link in links(page) if link.startswith("/tools/house-compare/?x=")]
        compared = client.get(spot)
        assert compared.status_code == 200, slug
        assert any(link.startswith(f"/tools/{slug}/?") for link in links(compared.content.decode()))
        answers = [text(each) for each in elements(with_class(compared.content.decode(), "tool-says")[0], "b")]
        assert said(page) in answers


def test_a_document_as_text_reads_back_to_itself() -> None:
    for case in load(["awards", "legal_actions", "chip_ruling", "winner"]):
        assert loads(as_text(case["doc"])) == parse(case["doc"]), case["id"]


# What is typed wrong


@pytest.mark.parametrize(
    ("slug", "typed", "field"),
    [
        ("side-pots", {**POTS, "p2": "1.000"}, "p2"),
        ("side-pots", {**POTS, "p2": "many"}, "p2"),
        ("side-pots", {**POTS, "p2": ""}, "p2"),
        ("side-pots", {**POTS, "n2": "A"}, "n2"),
        ("side-pots", {**POTS, "w": "hand", "k": "25", "p2": "310"}, "p2"),
        ("side-pots", {**POTS, "w": "cards", "b": "9c Kc 3h", "c1": "As Kd"}, "b"),
        ("side-pots", {**POTS, "w": "cards", "b": "9c Kc 3h 5s 9h", "c1": "As K", "c2": "2c 2d", "c3": "3c 3d"}, "c1"),
        ("minimum-raise", {**BETTING, "n2": "A"}, "n2"),
        ("minimum-raise", {**BETTING, "a": "A bets 100, B ra"}, "a"),
        ("minimum-raise", {**BETTING, "a": "A bets 10"}, "a"),
        ("minimum-raise", {**BETTING, "bb": "1.000"}, "bb"),
        ("pot-limit", {**BETTING, "s1": "-3"}, "s1"),
        ("hand-reader", {"n1": "A", "c1": "As As", "n2": "B", "c2": "2c 2d", "b": "9c Kc 3h"}, "c1"),
        ("hand-reader", {"n1": "A", "c1": "As Xx", "n2": "B", "c2": "2c 2d"}, "c1"),
        ("chip-ruling", {**BETTING, "ch": "500,100"}, "ch"),
        ("house-compare", {"x": 'seats = [{name = "A"}'}, "x"),
        ("house-compare", {"x": ""}, "x"),
        ("house-compare", {"x": "# " + "a" * 3900}, "x"),
    ],
)
def test_what_is_wrong_is_said_at_its_place_and_what_was_typed_is_kept(
    client: Client, slug: str, typed: dict[str, str], field: str
) -> None:
    response = get(client, slug, typed, htmx=True)
    page = response.content.decode()
    assert response.status_code == 422
    assert "<html" not in page
    assert problem(page, field)
    assert {key: value for key, value in fields(page).items() if key in typed} == typed


def test_a_number_with_two_readings_is_asked_back_on_a_whole_page_too(client: Client) -> None:
    response = get(client, "side-pots", {**POTS, "p2": "1.000"})
    page = response.content.decode()
    assert response.status_code == 422
    assert list(elements(page, "h1"))
    assert problem(page, "p2") == "1.000 can mean 1 or 1,000: write the one that you mean."


NONSENSE = ("", "\0", "é" * 50, "-1", "9" * 40, "1e9", "<script>", "A", "{}", "[[", "99", "²", "\ud800", "%(a)s", "Ⅷ")


@pytest.mark.parametrize("slug", TOOLS)
def test_no_nonsense_breaks_a_tool(client: Client, slug: str) -> None:
    tool = TOOLS[slug]
    keys = [*tool.keys, *(f"{key}{row}" for key in tool.row_keys for row in (1, 23)), *COMMANDS]
    for place, key in enumerate(keys):
        for turn in range(scale(2, len(NONSENSE))):
            work(tool, {**tool.example, key: NONSENSE[(place + turn * 7) % len(NONSENSE)]})
    response = get(client, slug, dict.fromkeys(keys, "<script>"), htmx=True)
    assert response.status_code == 422
    assert "<script>" not in response.content.decode()


def test_the_bounds_of_the_format_hold(client: Client) -> None:
    many = {f"n{row}": f"P{row}" for row in range(1, 24)} | {f"p{row}": "100" for row in range(1, 24)}
    assert said(shown(client, "side-pots", many)) == "There is one pot: 2,300"
    assert not with_attribute(get(client, "side-pots", many).content.decode(), "name", "add")
    assert get(client, "side-pots", {**POTS, "p1": "1" + "0" * 13}).status_code == 422


@pytest.mark.parametrize(
    ("where", "key"),
    [("seats[1].cards", "c2"), ("seats[0]", "n1"), ("blinds[1]", "bb"), ("actions[12]", "a"), ("question", "")],
)
def test_a_place_in_the_document_is_a_field(where: str, key: str) -> None:
    assert place_of(where) == key


# Buttons


def test_a_player_comes_and_goes_and_the_others_keep_what_they_hold(client: Client) -> None:
    typed = {**POTS, "f2": "all-in", "d": "3", "p3": "1.000"}
    added = get(client, "side-pots", {**typed, "add": "1"}, htmx=True)
    assert {**typed, "n4": "D"}.items() <= fields(page := added.content.decode()).items()
    assert [attribute(each, "name") for each in elements(page) if attribute(each, "data-focus") is not None] == ["n4"]
    gone = fields(get(client, "side-pots", {**typed, "less": "1"}, htmx=True).content.decode())
    assert {
        "n1": "B",
        "p1": "300",
        "f1": "all-in",
        "n2": "C",
        "p2": "1.000",
        "f2": "",
        "d": "2",
    }.items() <= gone.items()
    assert "n3" not in gone


def test_without_htmx_a_button_leads_to_the_address_of_what_came_of_it(client: Client) -> None:
    response = get(client, "side-pots", {**POTS, "add": "1"})
    assert response.status_code == 302
    query = dict(parse_qsl(urlsplit(response["Location"]).query))
    assert query == {**POTS, "n4": "D"}


def test_with_htmx_the_address_follows_what_is_typed(client: Client) -> None:
    response = get(client, "side-pots", {**POTS, "m": "", "k": ""}, htmx=True)
    assert dict(parse_qsl(urlsplit(response["HX-Replace-Url"]).query)) == POTS
    (region,) = with_attribute(response.content.decode(), "id", "tool-said")
    assert text(region) == said(response.content.decode())


def test_a_spot_in_which_houses_differ_can_be_taken(client: Client) -> None:
    page = get(client, "house-compare", {"spot": "odd_chip"}, htmx=True).content.decode()
    assert fields(page)["x"] == " ".join(house_compare.spot_text("odd_chip").split())


def test_a_stack_below_the_largest_raise_is_said() -> None:
    # table stakes: 600, a bet of 400 and a raise to 1800 allow a raise to 6400 (TDA 2024 54), and C has 3000
    typed = {**BETTING, "l": "pot-limit", "g": "omaha", "t": "turn", "m": "600", "a": "A bets 400, B raises to 1800"}
    shown = told("pot-limit", {**typed, "s1": "9000", "s2": "9000", "s3": "3000"})["told"]
    assert [number.value for number in shown.numbers][-3:] == ["6,400", "6,400", "3,000"]
    assert shown.title == "C can go all-in to 3,000: the largest raise would be to 6,400"
    shown = told("pot-limit", {**typed, "s1": "9000", "s2": "9000", "s3": "1800"})["told"]
    assert shown.title == "C can only call all-in for 1,800: the largest raise would be to 6,400"


def test_pots_say_who_can_still_call() -> None:
    # A is in for less than B and C, so that until A calls or folds the betting goes on; all-in, it is over
    typed = {"n1": "A", "p1": "300", "n2": "B", "p2": "1000", "n3": "C", "p3": "1000"}
    assert told("side-pots", typed)["unfinished"] == "A"
    assert told("side-pots", {**typed, "f1": "all-in"})["unfinished"] == ""


def test_house_compare_offers_spots_in_which_the_houses_differ() -> None:
    spots = [slug for slug, _name in house_compare.form({}, {})["spots"]]
    assert {"min_raise", "reopen", "straddle_as"} <= set(spots)
    for toggle in spots:
        assert len(told("house-compare", {"x": house_compare.spot_text(toggle)})["says"]) > 1
