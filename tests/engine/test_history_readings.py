"""What a hand history says of its end, its seats and its marks is read; what can't be told is refused at its line."""

from __future__ import annotations

import pytest

from quizzes.engine.action_text import print_actions
from quizzes.engine.errors import DocumentError
from quizzes.histories.files import read_hands
from quizzes.histories.record import RecordedHand
from quizzes.histories.to_document import to_document
from quizzes.kinds import KINDS
from tests.engine.test_histories import CHIPS, DRAW, FIRST_POST, STUD, document_of, read, refused_at

BOARD = ("*** FLOP *** [2h 7h 9c]", "*** TURN *** [2h 7h 9c] [2s]", "*** RIVER *** [2h 7h 9c 2s] [3h]")


def played(*end: str, summary: str = "", dealt: str = "", first: str = CHIPS) -> str:
    """A hand that One and Three check down after a raise to 40, with the lines of its end; 90 are in the pot."""
    head = first[: first.index("Three: folds")].replace("*** HOLE CARDS ***", f"*** HOLE CARDS ***\n{dealt}".rstrip())
    streets = "".join(f"{mark}\nThree: checks\nOne: checks\n" for mark in BOARD)
    told = "".join(f"{line}\n" for line in end)
    return f"{head}Three: calls 20\n{streets}*** SHOW DOWN ***\n{told}*** SUMMARY ***\n{summary}"


def won(text: str, rules: object = "tda") -> dict[str, int]:
    [hand] = read(text)
    answer: dict[str, int] = KINDS["awards"].solve(to_document(hand, rules)).answer["won"]
    return answer


def refused(text: str, rules: object = "tda") -> tuple[str, str]:
    """Return the line at which a hand is refused as it is played, and why."""
    [hand] = read(text)
    with pytest.raises(DocumentError) as error:
        to_document(hand, rules)
    return text.split("\n")[int(error.value.where.removeprefix("line ")) - 1], error.value.message


PAID_THREE = "Three collected 90 from pot"


@pytest.mark.parametrize(
    ("dealt", "summary"),
    [("Dealt to One [Kc Kd]", ""), ("", "Seat 1: One (button) mucked [Kc Kd]\n"), ("", "")],
)
def test_who_mucks_gives_up_the_hand_whether_its_cards_are_known_or_not(dealt: str, summary: str) -> None:
    """Only a hand that is not thrown away can win (TDA 2024 12 and 14); the record pays Three all 90."""
    text = played("One: mucks hand", PAID_THREE, dealt=dealt, summary=summary)
    assert print_actions(document_of(text).actions).endswith("C checks, A checks, A mucks")
    assert won(text) == {"C": 90}


def test_a_hand_that_its_summary_alone_tells_as_mucked_is_mucked() -> None:
    text = played("Three: shows [9s 4d] (two pair)", summary="Seat 1: One (button) mucked [9h 9d]\n")
    assert won(text) == {"C": 90}


def test_where_no_line_tells_of_the_end_nobody_mucks() -> None:
    """The record ends before its showdown: One's cards being known says nothing about Three's."""
    text = played(dealt="Dealt to One [4c 5c]").replace("*** SHOW DOWN ***\n", "")
    assert "mucks" not in print_actions(document_of(text).actions)
    with pytest.raises(DocumentError, match="C's cards decide a pot and are not known"):
        won(text)


def test_the_last_hand_left_wins_though_it_is_not_shown() -> None:
    for end in (["One: mucks hand", "Three: doesn't show hand"], ["Three: doesn't show hand", "One: mucks hand"]):
        assert won(played(*end, PAID_THREE)) == {"C": 90}
    assert won(played("One: mucks hand", "Three: mucks hand")) == {"C": 90}


def test_a_hand_mucked_while_somebody_has_to_act_is_refused_at_its_line() -> None:
    text = played("Three: mucks hand").replace("[3h]\nThree: checks\nOne: checks", "[3h]\nThree: checks\nOne: bets 20")
    where, why = refused(text)
    assert (where, why) == ("Three: mucks hand", "C can't muck before the betting is over")


@pytest.mark.parametrize(
    "shows", ["shows [9s9d] (a full house)", "shows a full house", "shows [9s 9d 4c]", "shows [9s] (a pair)"]
)
def test_a_show_that_is_no_whole_hand_is_refused_at_its_line_where_it_decides(shows: str) -> None:
    text = played("One: shows [Kc Kd] (a pair)", f"Three: {shows}", PAID_THREE)
    where, why = refused_at(text)
    assert where == f"Three: {shows}"
    assert "no whole hand" in why


def test_a_card_shown_once_the_pot_is_won_decides_nothing() -> None:
    text = CHIPS.replace(
        "*** SUMMARY", "Uncalled bet (20) returned to One\nOne collected 50 from pot\nOne: shows [Ah]\n*** SUMMARY"
    )
    assert won(text) == {"A": 50}  # the raise to 40 is called by nobody: 20 of it, 20 of Three's and 10 of Two's


def test_other_cards_in_the_summary_or_a_show_and_a_muck_are_refused() -> None:
    shows = ("One: shows [Kc Kd] (a pair)", "Three: mucks hand")
    where, why = refused_at(played(*shows, summary="Seat 1: One (button) showed [Qc Qd] and won (90)\n"))
    assert where.startswith("Seat 1")
    assert why.endswith("'One' shows other cards here than before")
    assert "shows and mucks" in refused_at(played(*shows, "One: mucks hand"))[1]


def test_a_hand_that_pays_another_than_the_record_is_refused() -> None:
    """One's kings beat Three's queens, whatever was misread: here the record is wrong by design."""
    shows = ("One: shows [Kc Kd] (a pair)", "Three: shows [Qc Qd] (a pair)")
    assert won(played(*shows, "One collected 88 from pot")) == {"A": 90}  # the room took a rake of 2
    where, why = refused(played(*shows, PAID_THREE))
    assert where == CHIPS.split("\n")[0]
    assert why == "by what is read here A wins a pot, and collected nothing in the record"
    both = refused(played(*shows, "One collected 45 from pot", "Three collected 45 from pot"))
    assert both[1] == "C collected chips in the record, and wins nothing by what is read here"
    sold = "Three cashed out the hand for 40 | Cash Out Fee 1"
    assert won(played(*shows, sold, PAID_THREE, "One collected 45 from pot")) == {"A": 90}


def test_pots_that_come_to_something_else_than_the_record_says_are_refused() -> None:
    shows = ("One: shows [Kc Kd] (a pair)", "Three: mucks hand")
    assert won(played(*shows, summary="Total pot 90 | Rake 2\n")) == {"A": 90}
    where, why = refused(played(*shows, summary="Total pot 120 | Rake 2\n"))
    assert (where, why) == (CHIPS.split("\n")[0], "the pots come to 90 here, and to 120 in the record")


@pytest.mark.parametrize(
    ("total", "back"),
    [("50", "Uncalled bet (20) returned to One"), ("70", ""), ("30", "Uncalled bet (40) returned to One")],
)
def test_an_uncalled_bet_may_be_counted_inside_the_pot_or_beside_it(total: str, back: str) -> None:
    """One puts in 40, Three 20 and Two 10, 70 in all, whatever part of it a room calls uncalled."""
    end = f"{back}\nOne collected {total} from pot\n*** SUMMARY ***\nTotal pot {total} | Rake 0\n"
    assert won(CHIPS.replace("*** SUMMARY ***\n", end)) == {"A": 50}


@pytest.mark.parametrize(
    "game",
    [
        "6+ Hold'em No Limit",
        "Split Hold'em No Limit",
        "2-7 Razz Limit",
        "Irish Omaha Pot Limit",
        "Courchevel Omaha Pot Limit",
        "7 Card Omaha Pot Limit",
        "Mississippi 7 Card Stud Limit",
        "Hold'em Split No Limit",
        "Tournament #7, $1.00+$0.10 USD 6+ Hold'em No Limit",
        "Tournament #7, 6+ Hold'em No Limit",
    ],
)
def test_a_game_whose_name_holds_another_games_is_refused(game: str) -> None:
    where, why = refused_at(CHIPS.replace("Hold'em No Limit", game))
    assert where == CHIPS.split("\n")[0].replace("Hold'em No Limit", game)
    assert "no game that can be read here" in why


@pytest.mark.parametrize(
    ("header", "game", "blinds"),
    [
        ("Zoom Hand #1:  Hold'em No Limit ($0.50/$1.00)", "holdem", (50, 100)),
        ("Hand #1: Tournament #1, Freeroll  Hold'em No Limit - Level I (10/20)", "holdem", (10, 20)),
        ("Hand #1: Tournament #1, 50FPP Omaha Pot Limit - Level I (10/20)", "omaha", (10, 20)),
        ("Hand #1: Tournament #1, 1500+150 Play Money Hold'em No Limit - Match Round I (10/20)", "holdem", (10, 20)),
        ("Hand #1: Tournament #1, €1+€0.10 EUR 5 Card Omaha Hi/Lo Limit - Level I (10/20)", "omaha8", (10, 10)),
        ("Hand #1:  {Club #9} Hold'em No Limit (10/20)", "holdem", (10, 20)),
        ("Hand #1:  Mixed NLH/PLO (Hold'em No Limit, 10/20)", "holdem", (10, 20)),
        ("Hand #1: Tournament #1, $1+$1 USD 8-Game (Hold'em No Limit) - Level I (10/20)", "holdem", (10, 20)),
    ],
)
def test_whole_names_are_read_in_each_form_of_a_first_line(header: str, game: str, blinds: tuple[int, int]) -> None:
    """In a fixed limit the stakes are the bets, and Two's whole small blind of 10 is one."""
    [hand] = read("\n".join([f"PokerStars {header} - 2031/05/06 7:08:09 ET", *CHIPS.split("\n")[1:]]))
    assert (hand.game, hand.blinds) == (game, blinds)


def test_without_stakes_the_date_is_none() -> None:
    assert "stakes" in refused_at(CHIPS.replace(" (10/20)", ""))[1]


SHORT = CHIPS.replace("Three (100", "Three (25").replace("One: raises 20 to 40\nTwo: folds\nThree: folds", "{}")
ANTE_FIRST = "Three: posts the ante 20\nTwo: posts small blind 10\nThree: posts big blind 5 and is all-in"
BLIND_FIRST = "Two: posts small blind 10\nThree: posts big blind 20\nThree: posts the ante 5 and is all-in"
CHECKED = "\n".join(["One: calls 20", "Two: calls 10", *(f"{mark}\nTwo: checks\nOne: checks" for mark in BOARD)])
SHOWN = "\nTwo: shows [Kc Kd]\nOne: shows [Qc Qd]\nThree: shows [Ac Ad]"


def test_a_short_big_blinds_ante_is_read_in_the_order_in_which_it_was_posted() -> None:
    """Three has 25. Ante first: 20 dead and 5 live, a main pot of 20 + 3 x 5 and 2 x 15 beside it for Two's kings.
    Blind first: 20 live and 5 dead, so that all 65 are Three's (TDA 2024 30: the order is the house's).
    """
    posts = f"{FIRST_POST} 10\nThree: posts big blind 20"
    first, second = (SHORT.replace(posts, each).format(CHECKED + SHOWN) for each in (ANTE_FIRST, BLIND_FIRST))
    ante_first = {"base": "tda", "bb_ante_order": "ante-first"}
    blind_first = {"base": "tda", "bb_ante_order": "blind-first"}
    assert won(first, ante_first) == {"C": 35, "B": 30}
    assert won(second, blind_first) == {"C": 65}
    where, why = refused(first, blind_first)
    assert where == CHIPS.split("\n")[0]
    assert "C posts 5 live and 20 as ante or dead, where by these rules a document has 20 and 5" in why


def test_antes_of_all_after_the_blinds_are_read_where_the_house_takes_them_so() -> None:
    """Three's last 12 are its blind, and nothing is left for the ante of 5."""
    antes = "One: posts the ante 5\nTwo: posts the ante 5\n"
    antes += "Two: posts small blind 10\nThree: posts big blind 12 and is all-in"
    text = SHORT.replace("Three (25", "Three (12").replace(f"{FIRST_POST} 10\nThree: posts big blind 20", antes)
    text = text.format(CHECKED + SHOWN)
    # Three takes 12 from each, the others' 13 more each are Two's.
    assert won(text, {"base": "tda", "ante_order": "blind-first"}) == {"C": 36, "B": 26}
    assert "C posts 12 live and 0 as ante" in refused(text, {"base": "tda", "ante_order": "ante-first"})[1]


def test_a_second_ante_of_a_player_is_refused_at_its_line() -> None:
    antes = "".join(f"{name}: posts the ante 5\n" for name in ("One", "Two", "Three"))
    text = CHIPS.replace(FIRST_POST, f"{antes}Two: posts the ante 5\n{FIRST_POST}")
    where, why = refused_at(text)
    assert where == "Two: posts the ante 5"
    assert why.endswith("'Two' posts the ante twice")


def test_a_room_folds_for_an_all_in_big_blind_who_is_away() -> None:
    """Scenario format, `is mucked`: the hand is killed. Three, all-in with 15, is out, and One and Two play on."""
    text = CHIPS.replace("Three (100", "Three (15").replace("big blind 20", "big blind 15 and is all-in")
    document = document_of(text.replace("Two: folds", "Two: calls 30"))
    assert print_actions(document.actions) == "A raises to 40, B calls, C is mucked"


FOREIGN = """\
Poker Hand #RC1: Hold'em No Limit (10/20) - 2031/05/06 07:10:00
Seat 1: q (100 in chips)
*** SUMMARY ***
Seat 1: q (small blind) showed [9h 9d] and won (70)
"""


@pytest.mark.parametrize("after", [True, False])
def test_a_hand_of_another_form_beside_one_changes_nothing_in_it_and_is_told(after: bool) -> None:
    own = played("One: shows [Kc Kd]", "Three: shows [Qc Qd]", "One collected 90 from pot")
    text = f"{own}\n\n{FOREIGN}" if after else f"{FOREIGN}\n\n{own}"
    [hand, error] = read_hands(text.encode())
    assert isinstance(hand, RecordedHand)
    assert isinstance(error, DocumentError)
    assert hand.players[0].cards == ("Kc", "Kd")
    assert error.where == f"line {text.split(chr(10)).index('Seat 1: q (100 in chips)') + 1}"


def test_a_summary_of_other_seats_is_refused_at_its_line() -> None:
    summary = "Seat 1: q (small blind) showed [9h 9d] and won (70)"
    where, why = refused_at(played("One: mucks hand", summary=f"{summary}\n"))
    assert where == summary
    assert why.endswith("seat 1 has another name in this hand")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Seat 2: Two (100 in chips)", "Seat 2: Two (5 BB in chips)"),
        ("*** HOLE CARDS ***", "Seat 4: Four (100 in chips)"),
        ("One: raises 20 to 40", "Four: raises 20 to 40"),
        ("*** SUMMARY ***", "Four collected 50 from pot"),
        ("*** SUMMARY ***", "Uncalled bet (20) returned to Four"),
        ("*** HOLE CARDS ***", "Dealt to Four [Ah Kh]"),
    ],
)
def test_a_seat_that_can_t_be_read_and_what_somebody_without_a_seat_does_are_refused(old: str, new: str) -> None:
    where, _ = refused_at(CHIPS.replace(old, new, 1))
    assert where == new


def test_chat_and_names_like_other_lines_are_told_apart() -> None:
    text = CHIPS.replace("One: raises", 'One said, "Four: folds"\nFour said, "hello: shows [Ah Kh]"\nOne: raises')
    text = text.replace("Two (", "Seat 9 (").replace("Two:", "Seat 9:").replace("Three", "*** FLOP ***")
    assert print_actions(document_of(text).actions) == "A raises to 40, B folds, C folds"


@pytest.mark.parametrize("place", [1, 2])
def test_a_board_that_is_run_twice_from_any_street_is_refused_at_its_mark(place: int) -> None:
    name = BOARD[place].split(" ")[1]
    mark = BOARD[place].replace(name, f"FIRST {name}")
    where, why = refused_at(played().replace(BOARD[place], mark))
    assert where == mark
    assert "run twice" in why


@pytest.mark.parametrize(("text", "mark"), [(CHIPS, "*** 4th STREET ***"), (STUD, "*** FLOP ***"), (DRAW, "*** X ***")])
def test_a_mark_that_is_not_the_games_is_refused_at_its_line(text: str, mark: str) -> None:
    where, why = refused_at(text.replace("*** SUMMARY", f"{mark}\n*** SUMMARY"))
    assert where == mark
    assert "no mark that can be read here" in why


def test_a_hand_that_does_not_say_where_the_button_is_is_refused() -> None:
    where, why = refused_at("\n".join(line for line in CHIPS.split("\n") if not line.startswith("Table")))
    assert where == CHIPS.split("\n")[0]
    assert "where the button is" in why


PHH = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AsKd", "d dh p2 7c7d", "d dh p3 2c3c", "p3 f", "p1 cc", "p2 cc", "d db 2h7h9c", "p1 cc", "p2 cc",
  "d db 2s", "p1 cc", "p2 cc", "d db 3h", "p1 cbr 4", "p2 cc", END
]
"""


@pytest.mark.parametrize(
    ("end", "paid"),
    [
        ('"p1 sm AsKd", "p2 sm"', {"A": 12}),
        ('"p2 sm"', {"A": 12}),
        ('"p1 sm", "p2 sm 7c7d"', {"B": 12}),
        ('"p1 sm -", "p2 sm -"', {"B": 12}),
        ('"p1 sm", "p2 sm"', {"B": 12}),
    ],
)
def test_in_phh_sm_without_cards_is_a_muck_and_with_a_dash_a_show(end: str, paid: dict[str, int]) -> None:
    """The format's own words; pokerkit 0.7 pays the same: 12 are in the pot, and B's sevens full beat A's pair."""
    assert won(PHH.replace("END", end)) == paid


@pytest.mark.parametrize("end", ['"p1 sm As"', '"p9 sm"', '"p1 sm As Kd"'])
def test_in_phh_a_show_that_is_no_whole_hand_is_refused_at_its_line(end: str) -> None:
    text = PHH.replace("END", f"\n  {end}")
    where, _ = refused_at(text)
    assert where == f"  {end}"


def test_in_phh_a_muck_before_the_betting_is_over_is_refused_at_its_line() -> None:
    where, why = refused(PHH.replace('"p1 cbr 4", "p2 cc", END', '\n  "p1 cbr 4",\n  "p2 sm"'))
    assert where == '  "p2 sm"'
    assert "before the betting is over" in why


def test_in_phh_the_ante_comes_first() -> None:
    """B has 25: 20 for the ante and 5 for the blind, as pokerkit 0.7 has it, so that B's aces take 20 + 3 x 5 alone."""
    text = """\
variant = "NT"
antes = [0, 20, 0]
blinds_or_straddles = [10, 20, 0]
min_bet = 20
starting_stacks = [1000, 25, 1000]
actions = [
  "d dh p1 AcKc", "d dh p2 AsAd", "d dh p3 QcJc", "p3 cc", "p1 cc", "d db 2h7h9c", "p1 cc", "p3 cc",
  "d db 2s", "p1 cc", "p3 cc", "d db 3h", "p1 cc", "p3 cc",
]
"""
    assert won(text, {"base": "tda", "bb_ante_order": "ante-first"}) == {"A": 30, "B": 35}
    assert refused(text, {"base": "tda", "bb_ante_order": "blind-first"})[0] == 'variant = "NT"'
