"""Hands on the page: cards to pick, who wins, and what comes back. Expected: issue 3, "Kinds"; look/feedback.html."""

from __future__ import annotations

import pytest
from django.test import Client
from django.test.html import Element

from quizzes.drawing.spoken import card_name
from quizzes.engine.document import Document
from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.models import Attempt, Bucket
from tests.kinds.showdowns import document
from tests.site.pages import answer, ask, attribute, elements, offered, sent, text, with_attribute, with_class
from tests.site.stand_ins import make_bucket, store

FLUSH = document("read_hand", {"A": "Ah 4c", "B": ""}, "Jh 9h 7h 4h 2d", "A")
"""Five hearts, the ace down to the four; the deuce and the other four don't play."""

KICKER = document("winner", {"A": "Jc 7d", "B": "Jd 6c", "C": "Ah Qh"}, "Js 5c 5d 2h 4s")
"""Case kicker_tie-010-w with a third player: jacks and fives twice, and the seven beats the six."""

SPLIT = document("winner", {"A": "Ac Kc", "B": "7s 2h"}, "5h 5d 5s 9h 9s")
"""Case kicker_tie-004-w: the board plays for both."""

MOST_BYTES = 60_000  # the project's own budget for a page


def shown(client: Client, spot: Document) -> str:
    """The page that asks a spot."""
    kind = KINDS[spot.question.kind]
    bucket = make_bucket(kind, kind.level(spot))
    store(bucket, [spot])
    Bucket.objects.filter(pk=bucket.pk).update(dry=2)
    return ask(client, kind=kind.id, level=kind.level(spot))


def told(client: Client, spot: Document, raw: Raw) -> str:
    """The page that comes back for an answer, without any script."""
    response = answer(client, shown(client, spot), raw)
    assert response.status_code == 200
    return response.content.decode()


def picture(card: Element) -> str:
    """The name by which a drawn card is read out."""
    return next(attribute(each, "aria-label") or "" for each in elements(card, "svg"))


def marked(page: str, mark: str) -> list[str]:
    return [picture(card) for card in with_class(page, f"duel-{mark}")]


def names(cards: str) -> list[str]:
    return [card_name(card) for card in cards.split()]


@pytest.mark.django_db
def test_the_seven_cards_can_be_picked_by_their_names_own_cards_first(client: Client) -> None:
    page = shown(client, FLUSH)
    picks = with_class(page, "pick")
    assert [picture(pick) for pick in picks] == names("Ah 4c Jh 9h 7h 4h 2d")
    boxes = [field for pick in picks for field in elements(pick, "input")]
    assert {(attribute(box, "name"), attribute(box, "type")) for box in boxes} == {("cards", "checkbox")}
    assert "cards" not in sent(page)
    assert len(offered(page)["category"] - {""}) == 9
    assert len(page.encode()) < MOST_BYTES


@pytest.mark.django_db
@pytest.mark.parametrize("spot", [FLUSH, KICKER], ids=["read_hand", "winner"])
def test_a_log_that_would_only_repeat_the_board_is_left_out_and_nobody_is_to_act(
    client: Client, spot: Document
) -> None:
    page = shown(client, spot)
    assert not with_class(page, "spot-log")
    assert not with_class(page, "seat-act")
    assert "to act" not in page


@pytest.mark.django_db
def test_every_hand_lies_face_up_and_one_that_is_not_asked_about_face_down(client: Client) -> None:
    page = shown(client, KICKER)
    lines = [text(line) for line in elements(with_class(page, "felt-figure")[0], "li")]
    assert any(line.startswith("C: holds ace of hearts and queen of hearts") for line in lines)
    backs = [text(line) for line in elements(with_class(shown(client, FLUSH), "felt-figure")[0], "li")]
    assert "B" in backs


@pytest.mark.django_db
def test_a_wrong_five_is_lined_up_with_the_right_one(client: Client) -> None:
    page = told(client, FLUSH, {"category": ["flush"], "cards": ["Ah", "Jh", "9h", "7h", "4c"]})
    assert [picture(card) for card in with_class(page, "duel-card")] == names(
        "Ah Jh 9h 7h 4c 4h 2d  Ah Jh 9h 7h 4h 4c 2d"
    )
    assert (marked(page, "wrong"), marked(page, "right")) == (names("4c"), names("4h"))
    assert [picture(card) for card in with_class(page, "plays-not")] == names("4h 2d 4c 2d")


@pytest.mark.django_db
def test_a_right_five_stands_alone(client: Client) -> None:
    page = told(client, FLUSH, {"category": ["flush"], "cards": ["4h", "7h", "9h", "Jh", "Ah"]})
    assert [picture(card) for card in with_class(page, "duel-card")] == names("Ah Jh 9h 7h 4h 4c 2d")
    assert Attempt.objects.get().right


@pytest.mark.django_db
def test_the_winner_stands_above_the_best_loser_and_the_kicker_is_marked(client: Client) -> None:
    page = told(client, KICKER, {"winners": ["A"], "category": ["two-pair"], "decided_by": ["kicker"]})
    rows = [picture(card) for card in with_class(page, "duel-card")]
    assert rows == names("Jc Js 5c 5d 7d 2h 4s  Jd Js 5c 5d 6c 2h 4s")
    assert (marked(page, "right"), marked(page, "wrong")) == (names("7d"), names("6c"))
    signs = [text(sign) for sign in elements(with_class(page, "duel-signs")[0], "span")]
    assert signs[:5] == ["=", "=", "=", "=", "beats"]


@pytest.mark.django_db
def test_in_a_split_nothing_is_marked(client: Client) -> None:
    page = told(client, SPLIT, {"winners": ["A"], "category": ["full-house"], "decided_by": ["kicker"]})
    assert len(with_class(page, "duel-name")) == 2
    assert marked(page, "right") == marked(page, "wrong") == []
    signs = [text(sign) for sign in elements(with_class(page, "duel-signs")[0], "span")]
    assert signs[:5] == ["="] * 5


@pytest.mark.django_db
@pytest.mark.parametrize("spot", [FLUSH, KICKER, SPLIT], ids=["read_hand", "winner", "split"])
def test_no_other_house_is_asked_about_cards_and_the_page_is_small(client: Client, spot: Document) -> None:
    page = told(client, spot, KINDS[spot.question.kind].examples(spot).wrong[0])
    assert not with_attribute(page, "id", "houses")
    assert "Other cards" in page
    assert len(page.encode()) < MOST_BYTES


@pytest.mark.django_db
def test_an_answer_that_lacks_a_card_comes_back_with_the_picks_kept(client: Client) -> None:
    response = answer(client, shown(client, FLUSH), {"category": ["flush"], "cards": ["Ah", "Jh", "9h", "7h"]})
    assert response.status_code == 422
    page = response.content.decode()
    assert sent(page)["cards"] == ["Ah", "Jh", "9h", "7h"]
    assert sent(page)["category"] == ["flush"]
    assert [text(error) for error in with_class(page, "field-error")] == ["Choose exactly five cards."]
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_who_wins_is_marked_among_all_players_and_one_thing_decides(client: Client) -> None:
    choices = offered(shown(client, KICKER))
    assert choices["winners"] == {"A", "B", "C"}
    assert choices["decided_by"] == {"category", "rank", "kicker", "nothing"}
