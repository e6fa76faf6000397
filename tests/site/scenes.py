"""Tables that the tests draw: the spots of the look reference's pages, which are named at each."""

from __future__ import annotations

from dataclasses import replace

from quizzes.drawing.scene import Note, Scene, SceneSeat, SeatState

BACKS = ("??", "??")


def seat(name: str, stack: int, bet: int = 0, state: SeatState = "", cards: tuple[str, ...] = BACKS) -> SceneSeat:
    return SceneSeat(name, stack, bet, state, () if state == "folded" else cards)


FLOP = Scene(  # question.html, the first question
    seats=(
        seat("Aisyah", 1800, 100, "act"),
        seat("Boon", 0, 150, "all-in"),
        seat("Chan", 850, 150),
        seat("Dewi", 2400, state="folded"),
        seat("Eng", 1150, state="folded"),
        seat("Farid", 3050, state="folded"),
    ),
    hero=0,
    button=5,
    street="flop",
    board=("9c", "Kc", "3h"),
    pot=300,
)
PREFLOP = Scene(  # question.html, the second question
    seats=(
        seat("Aisyah", 2950, 50, "folded"),
        seat("Boon", 4900, 100, "act"),
        seat("Chan", 1800, state="folded"),
        seat("Dewi", 3700, 300),
        seat("Eng", 5200, state="folded"),
        seat("Farid", 2700, 300),
    ),
    hero=1,
    button=5,
    street="preflop",
    board=(),
    pot=0,
)
STEPS = replace(  # feedback.html, the first case
    PREFLOP, notes=(Note(1, 1, "100"), Note(2, 3, "+200"), Note(3, 1, "+200")), ghost=(1, 500)
)
NINE = Scene(  # exam.html
    seats=(
        seat("Aisyah", 6200, 500),
        seat("Boon", 4100, 1000),
        seat("Chan", 0, 1300, "all-in"),
        seat("Dewi", 0, 1700, "all-in"),
        seat("Eng", 9000, state="act"),
        seat("Farid", 7300),
        seat("Gita", 2600, state="folded"),
        seat("Hana", 5400),
        seat("Idris", 3900, state="folded"),
    ),
    hero=4,
    button=8,
    street="flop",
    board=("Qd", "8s", "3c"),
    pot=1400,
)
SHOWDOWN = Scene(  # feedback.html, the third case
    seats=(
        seat("Aisyah", 1400, cards=("Kh", "Jd")),
        seat("Boon", 2300, state="folded"),
        seat("Chan", 900, state="folded"),
        seat("Dewi", 3100, cards=("Kc", "Ts")),
        seat("Eng", 1750, state="folded"),
        seat("Farid", 2050, state="folded"),
    ),
    hero=0,
    button=4,
    street="showdown",
    board=("Ks", "9d", "7h", "4c", "2s"),
    pot=1200,
)
