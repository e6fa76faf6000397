"""A question page and all that it loads hold no answer: not as a number, not as a name, not in the token.

What is expected: issue 2, "The site": "The page and all it loads hold no answer".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.signing import b64_decode
from django.test import RequestFactory
from django.test.html import Element
from django.utils import timezone

from quizzes import kinds, practice
from quizzes.engine.document import Document
from quizzes.engine.hand import frames, play
from quizzes.engine.notation import to_table
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind
from quizzes.models import Drill
from quizzes.practice import Served
from quizzes.showing.scenes import asked_seat
from quizzes.tokens import Token, read_token, write_token
from quizzes.views import practice as views
from quizzes.wording.kinds import words_of
from tests.scale import scale
from tests.site import pages
from tests.site.pages import attribute, drill_of, elements, sent, with_class

DRILLS = scale(6, 2000)
BETTING_KINDS = ("min_raise", "reopen", "side_pots", "legal_actions", "awards")
NUMBER = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)(k?)(?!\w)")

pytestmark = pytest.mark.parametrize("kind", KINDS)


def page_of(document: Document, monkeypatch: pytest.MonkeyPatch, kind: Kind | None = None) -> str:
    """The question page of a spot, made by its view without a database."""
    token = write_token(Token(7, "tda", timezone.now(), uuid4(), ""))
    served = Served(token, Drill(), document, kind or KINDS[document.question.kind])
    monkeypatch.setattr(practice, "next_question", lambda learner, choice: served)
    request = RequestFactory().get("/practice/")
    request.session, request.user = {}, AnonymousUser()  # type: ignore[assignment]  # a bare request
    return views.practice(request).content.decode()


def test_a_question_page_is_made_without_working_out_an_answer(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Any:
        raise AssertionError("an answer was worked out")

    document = drill_of(kind)
    deaf = {each.id: replace(each, solve=refuse, examples=refuse, misconceptions=()) for each in KINDS.values()}
    monkeypatch.setattr(kinds, "KINDS", deaf)
    monkeypatch.setattr(kinds, "solver", refuse)
    assert pages.form(page_of(document, monkeypatch, deaf[kind]))


def seat_asked(document: Document) -> str:
    """The player that a question is about, "" where it is about all."""
    hand = play(document)
    seat = asked_seat(document, hand)
    return "" if seat is None else hand.name(seat)


def numbers(words: str) -> set[int]:
    """The amounts in a text: 1200, 1,200, 1.2k."""
    found = NUMBER.findall(words)
    return {round(float(digits.replace(",", "")) * (1000 if thousands else 1)) for digits, thousands in found}


def said(part: Element, drawn: bool = False) -> Iterator[str]:
    """All that a page says or carries, seen or not, without the shapes of its drawings and the two random marks."""
    drawn = drawn or part.name == "svg"
    if not drawn and attribute(part, "name") not in ("token", "csrfmiddlewaretoken"):
        yield from (value or "" for _, value in part.attributes)
    yield attribute(part, "aria-label") or ""
    for child in part.children:
        if isinstance(child, Element):
            yield from said(child, drawn)
        else:
            yield child


def words_in(page: str) -> str:
    """All that a page says, as one text; its head is the same for all questions of a kind, as is held below."""
    return " ".join(said(next(elements(page, "body"))))


def in_plain_sight(document: Document) -> set[int]:
    """The numbers that a spot shows: those of its document, and what lies before each seat and in the middle."""
    hand = frames(document)[-1]
    stacks = {stack for stack in hand.round.stacks if stack is not None}
    table = {*hand.round.totals, *stacks, sum(hand.before) + hand.dead}
    posted = {amount for frame in frames(document) for amount in frame.round.totals}
    return numbers(json.dumps(to_table(document))) | table | posted


def amounts(value: object) -> set[int]:
    """The numbers in an answer."""
    if isinstance(value, bool):
        return set()
    if isinstance(value, int):
        return {value}
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return set().union(*(amounts(each) for each in inner))


def test_no_number_of_an_answer_is_in_the_page_unless_the_spot_shows_it(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = 0
    for seed in range(DRILLS):
        document = drill_of(kind, level=1 + seed % 5, seed=seed)
        solution = KINDS[kind].solve(document)
        outcomes = [dict(step.out) for step in solution.steps]
        # Small numbers are everywhere: those of lines, levels, seats.
        secret = {number for number in amounts([dict(solution.answer), outcomes]) if number > 30}
        secret -= in_plain_sight(document)
        hidden += bool(secret)
        assert not secret & numbers(words_in(page_of(document, monkeypatch)))
    assert hidden > DRILLS // 3 or kind not in BETTING_KINDS, "too few drills have anything to hide"


def test_nothing_of_the_feedback_is_in_the_page(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = drill_of(kind)
    page, words = page_of(document, monkeypatch), words_of(kind)
    shown = words_in(page)
    told = [str(name) for name, _ in words.mistakes.values()]
    told.append(words.title(document, seat_asked(document), KINDS[kind].solve(document).answer))
    choices = {pages.text(label) for label in elements(pages.form(page), "label")}  # “Ann may not raise” is one
    assert [sentence for sentence in told if sentence in shown and sentence not in choices] == []
    assert [trap.id for trap in KINDS[kind].misconceptions if trap.id in page] == []
    assert not with_class(page, "bet-ghost") + with_class(page, "step")


def test_the_fields_come_empty_and_the_token_names_only_the_showing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(drill_of(kind), monkeypatch)
    filled = sent(page)
    assert filled.keys() <= pages.FIELDS_OF_THE_SITE
    assert pages.names_of_fields(page)
    token = read_token(filled["token"][0], timezone.now())
    payload = json.loads(b64_decode(filled["token"][0].split(":")[0].encode()))
    # besides: the drill's place in the learner's order, and the id of the reason why it is asked
    assert (payload[0], payload[1], *payload[3:]) == (7, "tda", token.nonce.hex, "", None, "")


def test_the_head_and_the_files_are_the_same_whatever_the_question(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (page_of(drill_of(kind, seed=seed), monkeypatch) for seed in (1, 2))
    assert next(elements(one, "head")) == next(elements(other, "head"))
    loaded = elements(one, "script", "link", "img", "iframe", "object", "embed", "audio", "video", "source")
    for part in (part for part in loaded if attribute(part, "rel") != "alternate"):
        address = attribute(part, "src") or attribute(part, "href")
        assert address
        assert address.startswith("/static/")
