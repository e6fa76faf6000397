"""What comes back for an answer: the verdict, the mistake, the derivation, the rule, other houses, and one attempt.

The spot is CASE of stand_ins.py; what is expected of the page: issue 2, "The site".
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
import time_machine
from django.test import Client
from django.test.html import Element

from quizzes.engine.notation import parse
from quizzes.kinds import KINDS
from quizzes.kinds.base import FieldGrade, Grade, Raw, Verdict
from quizzes.models import Attempt, Drill, SkillState
from quizzes.showing.feedback import lead_of
from quizzes.wording.kinds import words_of
from tests.site import pages
from tests.site.pages import answer, ask, asked, attribute, drill_of, elements, sent, text, with_attribute, with_class
from tests.site.stand_ins import ILL_FORMED, IN_PART, RIGHT, WRONG, make_bucket, only_drill, store
from trainer.accounts.models import User

CHOICE = {"kind": "min_raise", "level": "1"}
FOLLOWING: Raw = {"raise_to": ["2000"], "raise_by": ["800"], "adds": ["1800"]}
"""2000 over the bet of 1200 is by 800, and adds 1800 to the 200 of the big blind: both follow from the wrong total."""
DOUBLED: Raw = {"raise_to": ["2400"], "raise_by": ["1200"], "adds": ["2200"]}
"""Twice the bet of 1200."""


@pytest.fixture
def drill(db: None) -> Drill:
    """The one drill that CHOICE leads to."""
    return only_drill()


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request: pytest.FixtureRequest) -> bool:
    """Whether an answer is sent by htmx."""
    return bool(request.param)


def told(client: Client, raw: Raw, *, htmx: bool = False) -> str:
    """Ask the question of CHOICE, answer it, and return the page that comes back."""
    response = answer(client, ask(client, **CHOICE), raw, htmx=htmx)
    assert response.status_code == 200
    return response.content.decode()


def sign(element: Element) -> str:
    """The colour and the shape of a verdict's sign: "is-right #v-right"."""
    colour = next(name for name in (attribute(element, "class") or "").split() if name.startswith("is-"))
    return f"{colour} {attribute(next(elements(element, 'use')), 'href')}"


def verdict(page: str) -> str:
    """The name, the colour and the shape of the whole answer's verdict."""
    drawn = with_class(page, "verdict-sign")[0]
    return f"{attribute(drawn, 'aria-label')} {sign(drawn)}"


def table(page: str) -> list[list[str]]:
    """The rows of the answer, field by field."""
    body = next(elements(with_class(page, "fields")[0], "tbody"))
    return [[text(cell) for cell in elements(row, "th", "td")] for row in elements(body, "tr")]


def section(page: str, id: str) -> Element:
    """The part of the page that the heading of this id names."""
    return with_attribute(page, "aria-labelledby", id)[0]


@pytest.mark.parametrize(
    ("raw", "shown", "lead"),
    [
        (RIGHT, "Right is-right #v-right", "Every part of your answer is right."),
        (IN_PART, "Partly right is-part #v-part", "Right in 2 of 3 parts."),
        (FOLLOWING, "Partly right is-part #v-part", "One slip: all else follows from it."),
        (WRONG, "Wrong is-wrong #v-wrong", "No part of your answer is right."),
    ],
    ids=["right", "in part", "following", "wrong"],
)
def test_the_verdict_is_told_by_words_colour_and_shape(
    client: Client, drill: Drill, htmx: bool, raw: Raw, shown: str, lead: str
) -> None:
    page = told(client, raw, htmx=htmx)
    assert verdict(page) == shown
    assert text(with_class(page, "verdict")[0]) == f"The smallest raise is to 1,900, by 700 {lead}"


@pytest.mark.parametrize(
    ("verdicts", "lead"),
    [
        ("right right", "Every part of your answer is right."),
        ("right wrong", "Right in 1 of 2 parts."),
        ("wrong follows", "One slip: all else follows from it."),
        ("wrong wrong follows", "Wrong in 2 of 3 parts, and 1 follows from what is wrong."),
        ("wrong wrong follows follows", "Wrong in 2 of 4 parts, and 2 follow from what is wrong."),
        ("right wrong follows", "Right in 1 of 3 parts, and 1 follows from what is wrong."),
        ("right wrong follows follows", "Right in 1 of 4 parts, and 2 follow from what is wrong."),
        ("wrong wrong", "No part of your answer is right."),
        ("right", "Your answer is right."),
        ("wrong", "Your answer is wrong."),
    ],
)
def test_what_only_follows_from_a_slip_is_not_said_to_be_right(verdicts: str, lead: str) -> None:
    fields = (FieldGrade("", 1, None, cast("Verdict", each)) for each in verdicts.split())
    assert lead_of(Grade(tuple(fields))) == lead


@pytest.mark.parametrize(
    ("raw", "rows", "signs"),
    [
        (RIGHT, [("1,900", "right"), ("700", "right"), ("1,700", "right")], ["right"] * 3),
        (FOLLOWING, [("2,000", "wrong"), ("800", "follows"), ("1,800", "follows")], ["wrong", "part", "part"]),
        (WRONG, [("2,000", "wrong"), ("1", "wrong"), ("2", "wrong")], ["wrong"] * 3),
        ({"no_raise": ["1"]}, [("none", "wrong")] * 3, ["wrong"] * 3),
    ],
    ids=["right", "following", "wrong", "no raise"],
)
def test_each_field_has_its_verdict(
    client: Client, drill: Drill, htmx: bool, raw: Raw, rows: list[tuple[str, str]], signs: list[str]
) -> None:
    page = told(client, raw, htmx=htmx)
    names, right = ["Raise to", "Raise by", "Chips added"], ["1,900", "700", "1,700"]
    expected = [[name, given, good, mark] for name, (given, mark), good in zip(names, rows, right, strict=True)]
    assert table(page) == expected
    assert [sign(mark) for mark in with_class(page, "mark")] == [f"is-{each} #v-{each}" for each in signs]
    assert ("a slip is counted once" in page) == ("part" in signs)


def test_htmx_gets_the_part_that_changes_with_the_title_and_the_run(client: Client, drill: Drill) -> None:
    part = told(client, RIGHT, htmx=True)
    assert not list(elements(part, "body", "header", "footer"))
    assert [text(title) for title in elements(part, "title")] == [
        "The smallest raise is to 1,900, by 700 | Table Stakes"
    ]
    session = with_attribute(part, "id", "session")
    assert [attribute(each, "hx-swap-oob") for each in session] == ["true"]
    assert "1 of 20" in text(session[0])
    question = client.get("/practice/", CHOICE, headers={"HX-Request": "true"}).content.decode()
    assert [text(title) for title in elements(question, "title")] == ["Minimum raise | Table Stakes"]
    assert "2 of 20 : 1 right" in text(with_attribute(question, "id", "session")[0])
    assert not list(elements(question, "body"))


def test_a_plain_form_gets_a_whole_page(client: Client, drill: Drill) -> None:
    page = told(client, RIGHT)
    assert page.startswith("<!doctype html>")
    assert (
        len(list(elements(page, "body"))) == len(list(elements(page, "h1"))) == len(list(elements(page, "title"))) == 1
    )
    assert [attribute(each, "hx-swap-oob") for each in with_attribute(page, "id", "session")] == [None]


def test_the_mistake_is_called_by_its_name_with_the_numbers_of_the_spot(client: Client, drill: Drill) -> None:
    mistake = text(section(told(client, DOUBLED), "yours"))
    assert mistake.startswith("Doubling the bet ")
    assert "1,200" in mistake
    assert "700" in mistake
    assert not with_attribute(told(client, RIGHT), "aria-labelledby", "yours")
    assert not with_attribute(told(client, WRONG), "aria-labelledby", "yours")


def test_mistakes_that_give_the_same_wrong_answer_are_both_named(client: Client, db: None) -> None:
    kind = KINDS["min_raise"]
    documents = (drill_of("min_raise", 2, seed) for seed in range(1000))
    document, pair = next(
        (document, group) for document in documents for group in kind.told_apart(document) if len(group) > 1
    )
    store(make_bucket(kind, 2), [document])
    trap = next(trap for trap in kind.misconceptions if trap.id == pair[0])
    wrong = trap.solve(document)
    assert wrong
    page = ask(client, kind="min_raise", level=2)
    raw = {field: [str(wrong[field])] for field in kind.fields(document)}
    yours = text(section(answer(client, page, raw).content.decode(), "yours"))
    assert yours.startswith("Your answer comes from one of these")
    assert [str(words_of("min_raise").mistakes[id][0]) in yours for id in pair] == [True] * len(pair)


def test_the_derivation_leads_to_every_number_of_the_answer(client: Client, drill: Drill) -> None:
    steps = text(section(told(client, WRONG), "why"))
    # 43-A: the small blind raised from 500 to 1200, by 700; 1200 + 700 = 1900; the big blind has 200 in front.
    for sum_ in ("1,200 − 500 = 700", "1,200 + 700 = 1,900", "1,900 − 1,200 = 700", "1,900 − 200 = 1,700"):
        assert sum_ in steps


def test_the_rule_is_cited_with_its_edition(client: Client, drill: Drill) -> None:
    rule = section(told(client, WRONG), "rule")
    # rules.md: raise amounts are 43 in the 2024 edition and 45-A in that of 2026, confirmed
    assert text(next(elements(rule, "cite"))) == "TDA 2024, rule 43-A, in our words. In the 2026 edition 45-A."
    for cite in list(elements(rule, "cite")):
        assert "TDA" not in text(cite) or "TDA 2024, rule" in text(cite)


def test_other_houses_are_heard_together_where_they_agree_first_those_that_differ(client: Client, drill: Drill) -> None:
    houses = [text(each) for each in elements(section(told(client, RIGHT), "houses"), "div")]
    # rules.md: under JJ the total is at least twice the bet of 1200; the others play alike here
    assert houses[0].startswith("JJ ")
    assert houses[0].endswith("to 2,400 differs")
    assert houses[1:] == ["Half raise, Robert's Rules and Single raise to 1,900"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answer_is_that_of_the_second_computation(client: Client, db: None, kind: str) -> None:
    page = ask(client, kind=kind, level=4)
    question = asked(page)
    right = answer(client, page, question.right).content.decode()
    assert verdict(right).startswith("Right")
    assert [row[2] for row in table(right)] == question.right_values
    page = ask(client, kind=kind, level=4)
    assert not verdict(answer(client, page, asked(page).wrong).content.decode()).startswith("Right")


@pytest.mark.parametrize(
    "choice",
    [
        {},
        {"kind": "min_raise"},
        {"level": "1"},
        {"ruleset": "jj"},
        {"kind": "min_raise", "level": "1", "ruleset": "jj"},
    ],
)
def test_the_next_question_is_of_the_same_choice(client: Client, db: None, choice: dict[str, str], htmx: bool) -> None:
    page = ask(client, **choice)
    feedback = answer(client, page, asked(page).wrong, htmx=htmx).content.decode()
    onward = with_class(with_class(feedback, "onward")[0], "button-act")[0]
    query = "&".join(f"{name}={value}" for name, value in choice.items())
    address = f"/practice/{'?' * bool(query)}{query}"
    assert attribute(onward, "href") == address
    assert attribute(onward, "hx-get") == (address if htmx else None), "a whole page is not swapped into another"
    following = client.get(attribute(onward, "href") or "").content.decode()
    carried = {name: sent(following).get(name) for name in ("kind", "level")}
    assert carried == {name: [choice[name]] if name in choice else None for name in carried}


# One showing, one attempt


@pytest.mark.parametrize("again", [RIGHT, WRONG, IN_PART], ids=["the same", "wrong", "in part"])
def test_a_double_click_a_resend_and_the_back_button_give_one_attempt_and_the_first_feedback(
    client: Client, drill: Drill, htmx: bool, again: Raw
) -> None:
    page = ask(client, **CHOICE)
    first = answer(client, page, RIGHT, htmx=htmx).content.decode()
    ask(client, **CHOICE)
    second_time = answer(client, page, again, htmx=htmx).content.decode()
    assert Attempt.objects.count() == 1
    assert table(second_time) == table(first)
    assert verdict(second_time) == verdict(first)
    assert "1 of 20" in text(with_attribute(second_time, "id", "session")[0])
    assert "this is your first answer" in second_time
    assert "this is your first answer" not in first


def test_a_resend_that_can_not_be_read_is_asked_again_and_changes_nothing(client: Client, drill: Drill) -> None:
    page = ask(client, **CHOICE)
    answer(client, page, RIGHT)
    assert answer(client, page, ILL_FORMED).status_code == 422
    assert [attempt.right for attempt in Attempt.objects.all()] == [True]


def test_the_very_first_question_sent_twice_from_a_browser_without_cookies_is_one_attempt(drill: Drill) -> None:
    page = ask(Client(), **CHOICE)
    answers = [answer(Client(), page, RIGHT).content.decode() for _ in range(2)]
    assert [verdict(each) for each in answers] == ["Right is-right #v-right"] * 2
    assert Attempt.objects.count() == 1


# Tokens that are not this learner's to answer


def tampered(token: str) -> str:
    """A token that names another drill under the same signature."""
    return ("A" if token[0] != "A" else "B") + token[1:]


@pytest.mark.parametrize(
    "spoil", [tampered, lambda token: "", lambda token: token[:-1], lambda token: "a:b", lambda _: "\x00"]
)
def test_a_token_that_was_not_made_here_leads_to_another_question_with_a_word_about_it(
    client: Client, drill: Drill, htmx: bool, spoil: pages.Spoil
) -> None:
    page = ask(client, **CHOICE)
    carried = {**sent(page), "token": [spoil(sent(page)["token"][0])]}
    headers = {"HX-Request": "true"} if htmx else {}
    response = client.post("/practice/answer", {**carried, **RIGHT}, headers=headers, follow=True)
    assert response.redirect_chain == [("/practice/?kind=min_raise&level=1", 302)]
    shown = response.content.decode()
    assert text(with_class(shown, "message")[0]) == "That question is too old to be answered. Here is another one."
    assert pages.form(shown)
    assert bool(list(elements(shown, "body"))) is not htmx
    assert Attempt.objects.count() == 0


@pytest.mark.parametrize("what", ["answer", "hint"])
def test_whoever_has_signed_out_since_the_question_is_told_so(client: Client, drill: Drill, what: str) -> None:
    client.force_login(User.objects.create_user("ann"))
    carried = sent(ask(client, **CHOICE))
    client.logout()
    response = client.post(f"/practice/{what}", {**carried, **RIGHT}, follow=True)
    assert text(with_class(response.content.decode(), "message")[0]).startswith("You have signed in or out since")
    assert Attempt.objects.count() == 0


def test_a_token_is_good_for_a_week(client: Client, drill: Drill) -> None:
    issued = datetime(2026, 4, 1, 12, tzinfo=UTC)
    with time_machine.travel(issued, tick=False):
        early, late = ask(client, **CHOICE), ask(client, **CHOICE)
    with time_machine.travel(issued + timedelta(days=6), tick=False):
        assert answer(client, early, RIGHT).status_code == 200
    with time_machine.travel(issued + timedelta(days=8), tick=False):
        assert answer(client, late, RIGHT).status_code == 302
    assert Attempt.objects.count() == 1


def test_another_learners_token_is_not_answered(client: Client, drill: Drill, htmx: bool) -> None:
    told(client, WRONG)
    page, other = ask(client, **CHOICE), Client()
    told(other, WRONG)
    assert answer(other, page, RIGHT, htmx=htmx).status_code == 302
    assert answer(other, page, ILL_FORMED, htmx=htmx).status_code == 302
    assert Attempt.objects.count() == 2
    assert not SkillState.objects.exists()


@pytest.mark.django_db
def test_a_card_that_is_no_out_is_told_with_whose_hand_it_makes(client: Client) -> None:
    """With the four of clubs Gita has five clubs."""
    own = {"Gita": "6c 3c", "Boon": "4d 4h"}
    seats = [{"name": name, "cards": cards} for name, cards in own.items()]
    table = {"seats": seats, "street": "turn", "board": "3h 6d 7c Tc", "question": {"kind": "outs", "player": "Boon"}}
    store(make_bucket(KINDS["outs"], 1), [parse(table)])
    page = ask(client, kind="outs", level="1")
    told = answer(client, page, {"wins": ["4s", "4c", "5d", "5h", "5s"]}).content.decode()
    assert "With 4♣ Gita has a flush." in text(pages.tree(told))
