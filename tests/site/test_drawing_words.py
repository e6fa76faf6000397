"""What is read on and beside the drawn table, and the page that holds both."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.template import Context, Template
from django.utils import translation

from quizzes.drawing import words
from quizzes.drawing.geometry import cells, cut
from quizzes.drawing.scene import Act, Heap, Scene, SceneSeat
from quizzes.drawing.table import tall
from quizzes.wording.numbers import chips
from tests.site.scenes import FLOP, SHOWDOWN, STEPS, seat


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Aisyah", "Aisyah"), ("Muhammad", "Muhammad"), ("Muhammad Ali", "Muhamma…"), ("林美玲", "林美玲")],
)
def test_names_are_cut_to_eight_characters_on_the_tall_table(name: str, expected: str) -> None:
    # look/README: "Draw names cut to 8 characters on the tall table, the whole name in the list"
    scene = replace(FLOP, seats=(replace(FLOP.seats[0], name=name), *FLOP.seats[1:]))

    assert tall(scene, words.table_words()).seats[0].name == expected
    assert any(line.startswith(f"{name}: ") for line in words.lines(scene))


def test_a_chinese_character_counts_as_almost_two() -> None:
    assert cells("林美玲") == pytest.approx(5.4)
    assert cut("林美玲林美玲", 8) == "林美玲…"


@pytest.mark.parametrize(
    ("amount", "full", "short"),
    [
        (0, "0", "0"),
        (9999, "9,999", "9,999"),
        (12500, "12,500", "12.5k"),  # look/README: "write 10,000 and up there as 12.5k"
        (12000, "12,000", "12k"),
        (12575, "12,575", "12,575"),  # 12.6k would be another amount
        (123_400_000, "123,400,000", "123.4M"),
    ],
)
def test_amounts_are_grouped_and_shortened_without_loss(amount: int, full: str, short: str) -> None:
    assert (chips(amount), words.short_chips(amount)) == (full, short)


def test_amounts_follow_the_readers_language() -> None:
    with translation.override("de"):  # groups with a full stop, and writes a decimal comma
        assert (chips(12500), words.short_chips(12500)) == ("12.500", "12,5k")


@pytest.mark.parametrize(
    ("scene", "expected"),
    [
        # question.html, the first question
        (
            FLOP,
            [
                "6 seats, clockwise. The button is Farid.",
                "Aisyah: 1,800 behind, 100 in front, to act",
                "Boon: 0 behind, 150 in front, all-in",
                "Chan: 850 behind, 150 in front",
                "Dewi: 2,400 behind, folded",
                "Eng: 1,150 behind, folded",
                "Farid: 3,050 behind, folded",
                "Board: nine of clubs, king of clubs, three of hearts",
                "Pot in the middle: 300",
            ],
        ),
    ],
)
def test_the_list_says_what_the_picture_shows(scene: Scene, expected: list[str]) -> None:
    assert words.lines(scene) == expected


def test_the_list_tells_steps_hands_and_the_bet_that_would_be() -> None:
    assert (
        words.lines(STEPS)[2]
        == "Boon: 4,900 behind, 100 in front, to act, step 1: 100, step 3: +200, would have 500 in front"
    )
    # feedback.html, the third case
    assert words.lines(SHOWDOWN)[1] == "Aisyah: 1,400 behind, holds king of hearts and jack of diamonds"
    assert "Empty: an empty seat" in words.lines(replace(FLOP, seats=(*FLOP.seats, seat("Empty", 0, 0, "empty"))))


def test_a_stud_hand_tells_its_open_cards_from_those_that_are_down() -> None:
    # issue 4: stud's down and open cards; issue 5: "Every table has a full text equivalent"
    hidden = SceneSeat("Aisyah", 900, 20, "act", ("??", "??", "Kd", "3s"), frozenset({2, 3}))
    known = SceneSeat("Boon", 880, 40, "", ("Ac", "2c", "Qh", "9s", "??"), frozenset({2, 3}))
    scene = Scene((hidden, known), 0, None, "fourth", (), 30, community=0)

    assert words.caption(scene) == "The table: Fourth street, Aisyah to act"
    assert words.lines(scene) == [
        "2 seats, clockwise.",
        "Aisyah: 900 behind, 20 in front, open king of diamonds and three of spades, 2 cards face down, to act",
        "Boon: 880 behind, 40 in front, open queen of hearts and nine of spades, "
        "down ace of clubs and two of clubs, 1 card face down",
        "Pot in the middle: 30",
    ]


def test_what_was_said_and_pushed_in_is_told_chip_by_chip() -> None:
    before, first, then = Heap("before", (100,)), Heap("motion", (500, 500, 25), 1), Heap("motion", (1000,), 2)
    scene = replace(FLOP, act=Act(0, "raise", (before, first, then), "all"))

    assert words.lines(scene)[7:12] == [
        "Aisyah says “raise”",
        "In front of Aisyah before: 100",
        "Aisyah takes them all back",
        "Motion 1: 2 × 500, 25",
        "Motion 2: 1,000",
    ]
    silent = replace(FLOP, act=Act(0, "", (Heap("motion", (500,)),)))
    assert words.lines(silent)[7:8] == ["Pushed in by Aisyah: 500"]


def test_the_chips_of_an_act_are_drawn_with_their_values() -> None:
    page = table_page(replace(FLOP, act=Act(0, "", (Heap("motion", (500, 500, 25)),))))

    assert "<i>says nothing</i>" in page
    assert page.count("#coin") == 3
    assert all(f">{text}</text>" in page for text in ("500", "25", "× 2"))


def test_a_bet_out_of_turn_is_told_and_drawn_apart_from_the_bets() -> None:
    page = table_page(replace(FLOP, early=(2, 600)))

    assert "Chan: 850 behind, 150 in front, has put out 600 out of turn" in page
    assert page.count("bet-early") == page.count(">out of turn</text>") == 2


def table_page(scene: Scene) -> str:
    return Template("{% load drawing %}{% table scene %}").render(Context({"scene": scene}))


def test_a_table_is_two_pictures_and_a_list() -> None:
    page = table_page(FLOP)

    assert (page.count('class="table table-wide"'), page.count('class="table table-tall"')) == (1, 1)
    assert '<ul class="away"><li>6 seats, clockwise.' in page
    assert "The table on the flop, Aisyah to act" in page
    assert "style=" not in page


def test_the_coordinates_of_a_page_do_not_follow_the_readers_language() -> None:
    with translation.override("de"):
        assert 'transform="translate(121.3 355.7)"' in table_page(FLOP)


def test_a_name_is_text_and_never_markup() -> None:
    page = table_page(replace(FLOP, seats=(replace(FLOP.seats[0], name="<b>x"), *FLOP.seats[1:])))

    assert "<b>x" not in page
    assert "&lt;b&gt;x" in page


def test_above_ten_seats_the_list_is_shown_and_nothing_drawn() -> None:
    page = table_page(replace(FLOP, seats=FLOP.seats * 2))

    assert "<svg" not in page
    assert '<ul class="seat-list">' in page


def test_a_full_table_leaves_room_for_the_rest_of_a_page() -> None:
    # the whole page is to stay under 60 KB; the empty frame with its sprite takes about 10
    players = tuple(seat(f"Seat {i}", 9000, 4975, "all-in") for i in range(10))
    page = table_page(Scene(players, 0, 3, "river", ("9c", "Kc", "3h", "As", "2d"), 4975))

    assert len(page.encode()) < 40_000


def test_a_card_alone_is_spoken() -> None:
    page = Template('{% load drawing %}{% card "Kh" %}{% card "??" %}').render(Context())

    assert 'aria-label="king of hearts"' in page  # feedback.html
    assert 'aria-label="a card face down"' in page
