"""Hand histories in text: hands of every family read, with what makes them hard, and recorded hands as documents."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from quizzes.authoring.moments import moments
from quizzes.engine.action_text import print_actions
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.histories.files import read_hands
from quizzes.histories.record import RecordedHand
from quizzes.histories.to_document import to_document
from quizzes.kinds import awards, side_pots
from tests.engine.test_phh import FOUR_PLAYERS

CASH = """\
PokerStars Hand #1001:  Hold'em No Limit ($0.50/$1.00 USD) - 2031/05/06 7:08:09 ET
Table 'Made Up' 6-max Seat #3 is the button
Seat 1: anna: la ($40 in chips)
Seat 2: Bo ($100 in chips)
Seat 3: C. Dee ($12.50 in chips)
Seat 4: E ($57.25 in chips)
Seat 6: away ($99 in chips) is sitting out
E: posts small blind $0.50
anna: la: posts big blind $1
Bo: posts small & big blinds $1.50
*** HOLE CARDS ***
Dealt to Bo [Ah Kh]
Bo said, "E: folds"
Bo: checks
C. Dee: raises $3 to $4
E: calls $3.50
anna: la: folds
Bo: calls $3
*** FLOP *** [2h 7h 9c]
E: checks
Bo: bets $5
C. Dee: raises $3.50 to $8.50 and is all-in
E: raises $44.75 to $53.25 and is all-in
Bo: calls $48.25
*** TURN *** [2h 7h 9c] [2s]
*** RIVER *** [2h 7h 9c 2s] [3h]
*** SHOW DOWN ***
E: shows [9s 9d] (a full house, Nines full of Deuces)
Bo: mucks hand
E collected $89.50 from side pot
C. Dee: shows [7c 7d] (a full house, Sevens full of Deuces)
E collected $38 from main pot
*** SUMMARY ***
Total pot $128.50 Main pot $39. Side pot $89.50. | Rake $1
Board [2h 7h 9c 2s 3h]
Seat 1: anna: la (big blind) folded before Flop
Seat 2: Bo mucked [Ah Kh]
Seat 3: C. Dee (button) showed [7c 7d] and lost with a full house, Sevens full of Deuces
Seat 4: E (small blind) showed [9s 9d] and won ($127.50) with a full house, Nines full of Deuces
"""

TOURNAMENT = """\
PokerStars Hand #1002: Tournament #77, $1.00+$0.10 USD Omaha Hi/Lo Limit - Level IV (100/200) - 2031/05/06 7:08:09 ET
Table '77 1' 9-max Seat #8 is the button
Seat 1: One (1500 in chips)
Seat 4: Two (60 in chips)
Seat 8: Six (0 in chips) out of hand
Seat 9: Three (2500 in chips)
One: posts the ante 10
Two: posts the ante 10
Three: posts the ante 10
Three: posts small blind 50
One: posts big blind 100
*** HOLE CARDS ***
Two: calls 50 and is all-in
Three: folds
Uncalled bet (50) returned to One
*** FLOP *** [Ac 2d 8s]
*** TURN *** [Ac 2d 8s] [Kd]
*** RIVER *** [Ac 2d 8s Kd] [Kc]
*** SHOW DOWN ***
One: shows [3c 4c Ks Qs] (HI: three of a kind, Kings; LO: 8,4,3,2,A)
Two: shows [Ad Jh Js 9h] (HI: two pair, Aces and Kings)
One collected 180 from pot
*** SUMMARY ***
Total pot 180 | Rake 0
Board [Ac 2d 8s Kd Kc]
"""

STUD = """\
PokerStars Game #1003:  7 Card Stud Limit ($1/$2 USD) - 2031/05/06 7:08:09 ET
Table 'Studious' 8-max
Seat 1: Low ($20 in chips)
Seat 2: Mid ($20 in chips)
Seat 5: High ($20 in chips)
Low: posts the ante $0.10
Mid: posts the ante $0.10
High: posts the ante $0.10
*** 3rd STREET ***
Dealt to Low [2c]
Dealt to Mid [Ts 9s Jd]
Dealt to High [Kd]
Low: brings in for $0.25
Mid: raises $0.75 to $1
High: calls $1
Low: folds
*** 4th STREET ***
Dealt to Mid [Ts 9s Jd] [3h]
Dealt to High [Kd] [4c]
High: bets $1
Mid: calls $1
*** 5th STREET ***
Dealt to Mid [Ts 9s Jd 3h] [8d]
Dealt to High [Kd 4c] [Kh]
High: bets $2
Mid: calls $2
*** 6th STREET ***
Dealt to Mid [Ts 9s Jd 3h 8d] [7c]
Dealt to High [Kd 4c Kh] [5s]
High: checks
Mid: bets $2
High: calls $2
*** RIVER ***
Dealt to Mid [Ts 9s Jd 3h 8d 7c] [2d]
High: checks
Mid: checks
*** SHOW DOWN ***
High: shows [6h 6s Kd 4c Kh 5s Qh] (two pair, Kings and Sixes)
Mid: shows [Ts 9s Jd 3h 8d 7c 2d] (a straight, Seven to Jack)
Mid collected $12 from pot
*** SUMMARY ***
Total pot $12.55 | Rake $0.55
"""

DRAW = """\
PokerStars Hand #1004:  Triple Draw 2-7 Lowball Limit (€2/€4 EUR) - 2031/05/06 7:08:09 ET
Table 'Drawn' 6-max Seat #1 is the button
Seat 1: Al (€50 in chips)
Seat 2: Bea (€50 in chips)
Al: posts small blind €1
Bea: posts big blind €2
*** DEALING HANDS ***
Dealt to Al [2c 3c 4c Kd Ks]
Al: calls €1
Bea: checks
*** FIRST DRAW ***
Bea: discards 3 cards
Al: discards 2 cards [Kd Ks]
Dealt to Al [2c 3c 4c] [7d 9h]
Bea: checks
Al: bets €2
Bea: calls €2
*** SECOND DRAW ***
Bea: discards 1 card
Al: stands pat on [2c 3c 4c 7d 9h]
Bea: checks
Al: bets €4
Bea: raises €4 to €8
Al: calls €4
*** THIRD DRAW ***
Bea: stands pat
Al: stands pat on [2c 3c 4c 7d 9h]
Bea: bets €4
Al: folds
Uncalled bet (€4) returned to Bea
Bea collected €24 from pot
Bea: doesn't show hand
*** SUMMARY ***
Total pot €24 | Rake €0
"""


def read(text: str) -> list[RecordedHand]:
    found = list(read_hands(text.encode()))
    assert not [each for each in found if isinstance(each, DocumentError)], found
    return [each for each in found if isinstance(each, RecordedHand)]


def document_of(text: str) -> Document:
    [hand] = read(text)
    return to_document(hand)


def test_a_hand_for_money_is_read_in_hundredths_with_its_late_posts_and_all_ins() -> None:
    document = document_of(CASH)
    assert document.blinds == (50, 100)
    assert [(seat.name, seat.stack) for seat in document.seats] == [("A", 4000), ("B", 10000), ("C", 1250), ("D", 5725)]
    assert document.button == "C"
    assert print_actions(document.actions) == (
        "B posts 100 live 50 dead, B checks, C raises to 400, D calls, A folds, B calls, -- flop 2h 7h 9c, D checks, "
        "B bets 500, C all-in, D all-in, B calls, -- turn 2s, -- river 3h, B mucks"
    )


def test_its_pots_are_those_of_the_records_summary() -> None:
    """Three times 12.50, a blind of 1 and 0.50 dead are 39; twice the 44.75 beyond that are 89.50. E wins both."""
    answer = awards.solve(document_of(CASH)).answer
    assert [pot["amount"] for pot in answer["pots"]] == [3900, 8950]
    assert answer["won"] == {"D": 12850}


def test_names_are_in_no_document() -> None:
    for text in (CASH, TOURNAMENT, STUD, DRAW):
        told = str(document_of(text))
        assert not [name for name in ("anna", "Bo'", "C. Dee", "Three", "High", "Bea") if name in told]


def test_a_limit_tournament_has_antes_a_dead_button_and_half_the_bet_as_the_small_blind() -> None:
    document = document_of(TOURNAMENT)
    assert (document.bets, document.blinds, document.ante) == ((100, 200), (50, 100), 10)
    assert [seat.empty for seat in document.seats] == [False, False, True, False]
    assert document.button == "C"
    answer = side_pots.solve(document).answer
    # The record: 180 in the pot, 50 of the big blind's back.
    assert (answer["pots"][0]["amount"], answer["returned"]) == (180, {"A": 50})


def test_a_stud_hand_keeps_open_cards_in_their_order_and_the_bring_in() -> None:
    document = document_of(STUD)
    assert (document.bring_in, document.bets, document.ante) == (25, (100, 200), 10)
    assert print_actions(document.actions).startswith("A brings in 25, B completes to 100, C calls, A folds, -- fourth")
    [low, mid, high] = read(STUD)[0].players
    assert (low.cards, mid.cards[2:6]) == (("??", "??", "2c"), ("Jd", "3h", "8d", "7c"))
    assert high.cards == ("6h", "6s", "Kd", "4c", "Kh", "5s", "Qh")
    assert awards.solve(document).answer["won"] == {"B": 1255}  # the straight, and the total that the record states


def test_a_draw_hand_counts_cards_and_holds_the_last_ones() -> None:
    [hand] = read(DRAW)
    assert hand.players[0].cards == ("2c", "3c", "4c", "7d", "9h")
    assert print_actions(to_document(hand).actions) == (
        "A calls, B checks, -- draw1, B draws 3, A draws 2, B checks, A bets 200, B calls, -- draw2, B draws 1, "
        "A stands pat, B checks, A bets 400, B raises to 800, A calls, -- draw3, B stands pat, A stands pat, "
        "B bets 400, A folds"
    )


def test_a_draw_game_without_marks_goes_on_with_its_first_discard() -> None:
    text = DRAW.replace("Triple Draw 2-7 Lowball Limit", "5 Card Draw Limit").replace("*** FIRST DRAW ***\n", "")
    text = text[: text.index("*** SECOND")].replace("s €2\n", "s €4\n") + "*** SUMMARY ***\n"
    document = document_of(text)
    assert document.game.id == "draw"
    assert "-- draw1, B draws 3" in print_actions(document.actions)


def test_several_hands_in_one_file_are_read_whatever_its_encoding_and_line_ends() -> None:
    text = "\n\n\n".join([CASH, "Some line of a chat", DRAW, STUD])
    for raw in (
        text.encode("utf-8-sig"),
        text.replace("\n", "\r\n").encode("utf-16"),
        text.replace("\n", "\r\n").encode("cp1252"),
    ):
        assert [getattr(each, "game", None) for each in read_hands(raw)] == ["holdem", "27td", "stud"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("C. Dee: raises $3 to $4", "C. Dee: raises the roof"),
        ("*** FLOP *** [2h 7h 9c]", "*** FIRST FLOP *** [2h 7h 9c]"),
        ("E: calls $3.50", "E: calls $3.505"),
        ("Bo: posts small & big blinds $1.50", "Bo: posts a complaint $1.50"),
    ],
)
def test_a_line_that_can_t_be_read_is_told_and_the_other_hands_are_read(old: str, new: str) -> None:
    text = DRAW + "\n\n" + CASH.replace(old, new, 1) + "\n\n" + STUD
    found = list(read_hands(text.encode()))
    assert [isinstance(each, DocumentError) for each in found] == [False, True, False]
    assert isinstance(found[1], DocumentError)
    assert found[1].where == f"line {text.split(chr(10)).index(new) + 1}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("($0.50/$1.00 USD)", "1" * 900_000),
        ("Dealt to Bo [Ah Kh]", "Dealt to Bo" + " [" * 400_000),
    ],
)
def test_a_line_without_end_is_refused_before_it_is_searched(old: str, new: str) -> None:
    """A search that begins anew at each sign would take hours: a form's line has some hundred signs."""
    text = CASH.replace(old, new, 1)
    [found] = read_hands(text.encode())
    assert isinstance(found, DocumentError)
    assert found.where == f"line {next(n for n, line in enumerate(text.split(chr(10)), 1) if len(line) > 10_000)}"
    assert "signs" in str(found)


CHIPS = """\
PokerStars Hand #1005:  Hold'em No Limit (10/20) - 2031/05/06 7:08:09 ET
Table 'Made Up' 6-max Seat #1 is the button
Seat 1: One (100 in chips)
Seat 2: Two (100 in chips)
Seat 3: Three (100 in chips)
Two: posts small blind 10
Three: posts big blind 20
*** HOLE CARDS ***
One: raises 20 to 40
Two: folds
Three: folds
*** SUMMARY ***
"""

FIRST_POST = "Two: posts small blind"


def refused_at(text: str) -> tuple[str, str]:
    """Return the line on which a hand is refused, and why."""
    [found] = read_hands(text.encode())
    assert isinstance(found, DocumentError)
    return text.split("\n")[int(found.where.removeprefix("line ")) - 1], str(found)


@pytest.mark.parametrize(
    ("antes", "at"),
    [
        (("One: posts the ante 20",), CHIPS.split("\n")[0]),  # the button's alone
        (("One: posts the ante 5", "Two: posts the ante 5"), CHIPS.split("\n")[0]),
        (("One: posts the ante 5", "Two: posts the ante 3", "Three: posts the ante 5"), "Two: posts the ante 3"),
    ],
)
def test_antes_that_not_everybody_paid_are_refused_as_the_other_format_refuses_them(
    antes: tuple[str, ...], at: str
) -> None:
    """A document's ante is everybody's or the big blind's (scenario format); Two has 100, so 3 is not all they had."""
    where, why = refused_at(CHIPS.replace(FIRST_POST, "\n".join([*antes, FIRST_POST])))
    assert where == at
    assert why.endswith("antes are the same for all, or the big blind's alone")


def test_a_short_ante_is_a_whole_stack_and_the_big_blinds_alone_is_the_tables() -> None:
    """One's ante of 3 was all that One had; so all three of 5, 3 and 5 are in. Three's 20 are the big blind's ante."""
    told = ("One: posts the ante 3 and is all-in", "Two: posts the ante 5", "Three: posts the ante 5")
    short = CHIPS.replace(FIRST_POST, "\n".join([*told, FIRST_POST])).replace("One (100", "One (3")
    document = document_of(short.replace("One: raises 20 to 40\n", "").replace("Two: folds", "Two: calls 10"))
    assert (document.ante, document.ante_by, document.seats[0].stack) == (5, "all", 3)
    document = document_of(CHIPS.replace(FIRST_POST, f"Three: posts the ante 20\n{FIRST_POST}"))
    assert (document.ante, document.ante_by) == (20, "big-blind")


@pytest.mark.parametrize(
    ("small", "big", "stack", "to"),
    [("0,50 €", "1,00 €", "1.234,50 €", "2,5 €"), ("€0.50", "€1", "€1,234.50", "€2.50")],
)
def test_a_decimal_comma_of_money_parts_hundredths(small: str, big: str, stack: str, to: str) -> None:
    """Half a euro and one are 50 and 100 hundredths, 1234.50 are 123450, and 2.50 are 250."""
    text = (
        CHIPS.replace("10/20", f"{small}/{big}")
        .replace("blind 10", f"blind {small}")
        .replace("blind 20", f"blind {big}")
    )
    text = text.replace("(100 in", f"({stack} in").replace("raises 20 to 40", f"raises {big} to {to}")
    document = document_of(text)
    assert document.blinds == (50, 100)
    assert {seat.stack for seat in document.seats} == {123450}
    assert print_actions(document.actions).startswith("A raises to 250")


def test_a_comma_before_three_digits_parts_thousands() -> None:
    document = document_of(CHIPS.replace("(100 in", "(1,234,567 in").replace("to 40", "to 1,040"))
    assert {seat.stack for seat in document.seats} == {1_234_567}
    assert print_actions(document.actions).startswith("A raises to 1040")


@pytest.mark.parametrize(
    "amount", ["1,5000", "60,0", "60,00", "1,00,000", "0,500", "60.000", "60.00,5", "1,5000 €", "60.000 €"]
)
def test_an_amount_that_could_be_several_is_refused_at_its_line(amount: str) -> None:
    where, why = refused_at(CHIPS.replace("to 40", f"to {amount}"))
    assert where == f"One: raises 20 to {amount}"
    assert f"{amount} could be several amounts" in why


def test_hundredths_in_a_game_of_whole_chips_are_told_as_what_they_are() -> None:
    where, why = refused_at(CHIPS.replace("to 40", "to 60.50"))
    assert where == "One: raises 20 to 60.50"
    assert "60.50 is no whole number of chips" in why


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Seat 4: One (50 in chips)", "two seats have the name 'One'"),
        ("Seat 3: Four (50 in chips)", "two players sit on seat 3"),
    ],
)
def test_a_name_on_two_seats_or_a_seat_with_two_names_is_refused_at_its_line(line: str, why: str) -> None:
    where, told = refused_at(CHIPS.replace(FIRST_POST, f"{line}\n{FIRST_POST}"))
    assert where == line
    assert why in told


def test_an_unknown_game_is_told_at_the_hands_first_line() -> None:
    [found] = read_hands(CASH.replace("Hold'em", "Guts").encode())
    assert isinstance(found, DocumentError)
    assert found.where == "line 1"


def test_an_amount_that_the_rules_do_not_give_is_told_at_its_line() -> None:
    """E has half a dollar in and calls four: 3.50 it is, and nothing else."""
    text = CASH.replace("E: calls $3.50", "E: calls $3")
    [hand] = read(text)
    with pytest.raises(DocumentError) as refused:
        to_document(hand)
    assert refused.value.where == f"line {text.split(chr(10)).index('E: calls $3') + 1}"


def test_a_hand_is_played_by_the_rules_that_are_asked_for() -> None:
    """A raise to 400 over 100 is one by 300; by TDA 2024 43-A the next is to 700, under `double` to 800."""
    text = CASH.replace("E: calls $3.50", "E: raises $3 to $7").replace("Bo: calls $3\n", "Bo: folds\nC. Dee: folds\n")
    [hand] = read(text[: text.index("*** FLOP")] + "*** SUMMARY ***\n")
    assert to_document(hand).rules.id == "tda"
    with pytest.raises(DocumentError, match="800"):
        to_document(hand, {"base": "tda", "min_raise": "double"})


def test_a_mangled_file_is_refused_or_read_and_nothing_else_happens() -> None:
    rng, texts = Random("mangled"), (CASH, TOURNAMENT, STUD, DRAW, FOUR_PLAYERS)
    counts: Counter[str] = Counter()
    for _ in range(150):
        lines = rng.choice(texts).split("\n")
        for _ in range(rng.randint(1, 3)):
            place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            start = rng.randrange(len(lines[place]) + 1)
            mangled = lines[place][:start] + rng.choice(MANGLES) + lines[place][start + rng.randint(0, 3) :]
            lines[place] = rng.choice((mangled, lines[other], ""))
        try:
            for hand in read_hands("\n".join(lines).encode()):
                assert isinstance(hand, RecordedHand) or hand.where.startswith("line ")
                if isinstance(hand, RecordedHand):
                    moments(to_document(hand))
                    counts["played"] += 1
        except DocumentError as error:
            counts["refused"] += error.where.startswith("line ")
    assert min(counts["played"], counts["refused"]) > 20


MANGLES = ("", "9", "-", "[", '"', "$", "9" * 30, "p0", "nan", "inf", " ", ",", "#", ":", "²")
