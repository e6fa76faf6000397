"""Hints to a question: what they say, what they must not say, and what using one leaves behind.

What is expected: issue 5, "Hints": a ladder of three (which rule, which number matters, the first step).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from quizzes.drawing.spoken import card_name
from quizzes.engine.cards import RANKS, SUITS
from quizzes.engine.document import Document
from quizzes.engine.hand import frames
from quizzes.engine.notation import loads, parse
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS, second
from quizzes.kinds.choice import option_text
from quizzes.models import Attempt, Drill
from quizzes.practising import hints
from quizzes.showing.questions import question
from quizzes.tokens import Token, read_token, write_token
from quizzes.wording.authored import in_language
from tests.kinds.buckets import drills, houses
from tests.scale import LONG, scale
from tests.site import pages
from tests.site.pages import ask, attribute, drill_of, elements, sent, text, usual, with_class
from tests.site.people import person
from tests.site.stand_ins import CASE, RIGHT, only_drill

CHOICE = {"kind": "min_raise", "level": "1"}
CARDS = {rank + suit for rank in RANKS for suit in SUITS}


def said(document: Document) -> list[str]:
    """The three hints to a spot."""
    return [hint.text for hint in hints.hints(KINDS[document.question.kind], document)]


def spots(kind: str) -> Iterator[Document]:
    """Spots of a kind: every level, in all of its games and houses as they come."""
    for level in KINDS[kind].levels:
        for house in houses(kind)[: scale(1, 99)]:
            if kind == "choice":
                yield drill_of(kind, level)
            else:
                yield from drills(kind, level, house)[: scale(3, 99)]


def words_in(value: object) -> set[str]:
    """Every text in an answer, the keys of its tables too."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return {*value, *(word for each in value.values() for word in words_in(each))}
    return {word for each in value for word in words_in(each)} if isinstance(value, Sequence) else set()


def numbers(sentence: str) -> set[int]:
    return {int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", sentence)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_hint_states_nothing_of_the_answer_that_the_question_does_not_say(kind: str) -> None:
    for document in spots(kind):
        answer = words_in(second.solve(document))
        rule, look, first = said(document)
        solution = KINDS[kind].solve(document)
        one_step = len([step for step in solution.steps if step.values != step.out]) < 2
        shown = {total for hand in frames(document) for total in hand.round.totals} | {*(document.blinds or ())}
        assert numbers(look) <= shown or kind == "choice", "only amounts that lie on the table are named"
        assert one_step or not numbers(first)
        asked = question("", KINDS[kind], document).prompt
        names = (answer & set(document.names)) - set(re.findall(r"\w+", asked))
        assert [name for name in names for hint in (look, first) if re.search(rf"\b{name}\b", hint)] == []
        for hint in (look, first):
            cards = {card for card in answer & CARDS if card_name(card) in hint}
            assert not cards or (one_step and len(cards) < len(answer & CARDS))
        assert len({rule, look, first}) == 3


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "choice"])
def test_every_game_and_limit_of_a_kind_has_words_for_its_hints(kind: str) -> None:
    house = next(id for id in RULESET_IDS if KINDS[kind].asked_by(ruleset(id)))
    levels = KINDS[kind].levels if LONG else KINDS[kind].levels[-1:]
    for variant in KINDS[kind].variants:
        for level in levels:
            document = KINDS[kind].generate(Random(f"hints {level}"), level, ruleset(house), variant)
            empty = re.compile(r"\b(at|with|up|take|beside|of|and) ?[:.]|: \.|  ")
            assert [hint for hint in said(document) if len(hint) < 12 or empty.search(hint)] == []


def test_the_hints_to_a_raise_over_a_raise_are_its_rule_its_numbers_and_the_last_full_raise() -> None:
    # min_raise-007-mr: BTN raises to 500, SB to 1200; TDA 2024 43-A: the next adds what SB added, 700, to 1200
    rule, look, first = hints.hints(KINDS["min_raise"], parse(CASE["doc"]))
    assert [hint.title for hint in (rule, look, first)] == [
        "Hint 1: which rule decides",
        "Hint 2: what to look at",
        "Hint 3: the first step",
    ]
    assert rule.cite.startswith("TDA 2024, rule 43-A")
    assert look.text == "Look at the bet (1,200) and the last full raise."
    assert first.text == (
        "Begin with the last full raise: from the total that was raised to take the bet before it. It is about SB."
    )


def test_a_rule_that_says_it_all_comes_last() -> None:
    # TDA 2024 16: with a player all-in and no betting left all hands are shown, which is the whole answer
    document = loads((settings.ROOT / "fixtures" / "rules" / "all_in_showdown.toml").read_text())
    one, _, last = hints.hints(KINDS["show_order"], document)
    assert one.cite.startswith("TDA 2024, rule 16")
    assert "face up" not in one.text
    assert last.text.endswith("all hands go face up at once.")


ON_FLOP = {"seats": [{"name": name} for name in "ABC"], "blinds": [50, 100], "street": "flop"}
SILENT = {"player": "B", "pulled": "none", "motions": [[25, 25, 50]]}


@pytest.mark.parametrize(
    ("keys", "kind", "rule"),
    [
        ({"actions": "A bets 100", "pushed": SILENT}, "chip_ruling", "are a call."),
        ({"actions": "A bets 100, C (out of turn) folds, B calls"}, "out_of_turn", "A fold binds"),
    ],
)
def test_a_rule_that_says_it_all_comes_last_also_where_something_is_worked_out_before(
    keys: dict[str, Any], kind: str, rule: str
) -> None:
    # TDA 2024 41: 100 in silent chips match the bet of 100, which is a call; 53-A: a fold out of turn binds
    document = parse({**ON_FLOP, **keys, "question": {"kind": kind}})
    one, look, last = said(document)
    assert rule not in one + look
    assert rule in last


def test_the_second_hint_to_written_answers_strikes_out_a_wrong_one() -> None:
    for level in KINDS["choice"].levels:
        document = drill_of("choice", level)
        extra = document.question.extra
        struck = [
            number
            for number, option in enumerate(extra["options"], 1)
            if f"“{in_language(option_text(option))}”" in said(document)[1]
        ]
        assert len(struck) == 1
        assert not set(struck) & set(extra["right"])


def test_used_hints_are_kept_until_the_answer_and_the_oldest_are_forgotten() -> None:
    session: dict[str, Any] = {}
    last = hints.KEPT + 1
    for drill in range(1, last + 1):
        hints.note(session, drill, 0, 2)
    hints.note(session, last, 0, 1)
    assert [hints.used(session, drill, 0) for drill in (1, 2, last, last + 1)] == [0, 2, 2, 0]
    assert hints.used(session, last, 1) == 0, "in another turn it has another place"
    assert len(session["hints"]) == hints.KEPT
    json.dumps(session)
    hints.forget(session, last, 0)
    assert hints.used(session, last, 0) == 0


def test_to_load_the_page_anew_forgets_no_hint(client: Client, page: str) -> None:
    hint(client, page, 2)
    again = ask(client, **CHOICE)
    assert len(with_class(again, "hint")) == 2
    pages.answer(client, again, RIGHT)
    assert Attempt.objects.get().hinted


def test_a_hint_to_a_question_that_was_answered_is_none_to_the_next_time_its_drill_is_asked(
    client: Client, page: str
) -> None:
    drill = Drill.objects.get()
    pages.answer(client, page, RIGHT)
    hint(client, page, 2)  # by the browser's way back
    again = ask(client, **CHOICE)
    assert read_token(sent(again)["token"][0], timezone.now()).drill == drill.pk, "the one drill that there is"
    assert not with_class(again, "hint")
    pages.answer(client, again, RIGHT)
    assert not Attempt.objects.filter(hinted=True).exists()


def token_of(drill: Drill, learner: str = "") -> str:
    """The token of a drill that is being shown, to a visitor without a key unless it is said to whom."""
    house = usual(KINDS[drill.bucket.kind], drill.bucket.level).house
    return write_token(Token(drill.pk, house, timezone.now(), uuid4(), learner))


@pytest.fixture
def page(client: Client, db: None) -> str:
    """The question page of the one drill that there is."""
    only_drill()
    return ask(client, **CHOICE)


def hint(client: Client, page: str, number: object, *, htmx: bool = False, **typed: Any) -> Any:
    """Ask for a hint, with what a page's form carries and what was typed."""
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post("/practice/hint", {**sent(page), "hint": number, **typed}, headers=headers)


def shown(page: str) -> list[str]:
    """The names of the hints that a page shows, and of the one that it offers."""
    given = [text(next(elements(each, "h3"))) for each in with_class(page, "hint")]
    return given + [text(button) for button in with_class(page, "rung-button")]


def test_a_question_comes_without_hints_and_offers_the_first(client: Client, page: str) -> None:
    assert shown(page) == ["Hint 1: which rule decides"]
    (button,) = with_class(page, "rung-button")
    assert (attribute(button, "name"), attribute(button, "value")) == ("hint", "1")
    assert attribute(button, "formaction") == "/practice/hint#hints"
    assert "A hint counts as hard, not as wrong." in page
    assert not client.session.keys()


def test_each_hint_comes_with_those_before_it_and_is_noted(client: Client, page: str) -> None:
    token = read_token(sent(page)["token"][0], timezone.now())
    titles = ["Hint 1: which rule decides", "Hint 2: what to look at", "Hint 3: the first step"]
    for number in (1, 2, 3):
        part = hint(client, page, number, htmx=True).content.decode()
        assert shown(part) == titles[: number + 1]
        assert hints.used(client.session, token.drill, token.place) == number
        (told,) = pages.with_attribute(part, "id", "hint-told")
        assert attribute(told, "hx-swap-oob") == "innerHTML"
        assert text(told).startswith(titles[number - 1])
        assert pages.with_attribute(part, "id", "hint-next"), "what keeps the focus"
    assert pages.with_attribute(page, "id", "hint-told")


def test_without_javascript_the_question_comes_again_with_the_hint_and_what_was_typed(
    client: Client, page: str
) -> None:
    again = hint(client, page, 1, raise_by="7,0").content.decode()
    assert shown(again) == ["Hint 1: which rule decides", "Hint 2: what to look at"]
    assert sent(again) | {"csrfmiddlewaretoken": []} == {**sent(page), "csrfmiddlewaretoken": [], "raise_by": ["7,0"]}
    assert not with_class(again, "field-error"), "nothing was handed in"
    unread = pages.answer(client, again, {"raise_to": "a lot"}).content.decode()
    assert shown(unread) == shown(again)
    assert pages.answer(client, again, RIGHT).status_code == 200


def test_what_is_no_hint_is_the_first(client: Client, page: str) -> None:
    for odd in ("", "0", "4", "one", "²"):
        assert len(shown(hint(client, page, odd, htmx=True).content.decode())) == 2


@pytest.mark.parametrize("htmx", [False, True])
def test_a_token_that_is_bad_or_another_learners_leads_to_another_question(
    client: Client, page: str, htmx: bool
) -> None:
    client.force_login(person())
    own = ask(client, **CHOICE)
    for browser, token in ((Client(), sent(own)["token"][0]), (client, "no token")):
        response = hint(browser, own, 1, htmx=htmx, token=token)
        to = response.headers["HX-Redirect"] if htmx else response.headers["Location"]
        assert response.status_code == (200 if htmx else 302)
        assert to == "/practice/?kind=min_raise&level=1"
        assert "hints" not in browser.session
    assert "Here is another one" in client.get(to).content.decode()


def test_whoever_comes_to_the_address_of_a_hint_without_a_question_gets_one(client: Client) -> None:
    assert client.get("/practice/hint").headers["Location"] == "/practice/"


@pytest.mark.django_db
def test_the_first_page_has_no_hints(client: Client) -> None:
    only_drill()
    home = client.get("/").content.decode()
    assert "hints" not in home.partition("<main")[2]
