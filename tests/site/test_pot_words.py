"""What was answered of side pots, told beside the pot that it stands for."""

from __future__ import annotations

import pytest

from quizzes.engine.notation import loads
from quizzes.kinds import KINDS
from quizzes.wording.kinds import words_of

# Chan folded with 200 in: 400 up to Eng's 100 are for Eng, Hui and Yusof, 100 + 112 + 112 = 324 for Hui and Yusof
# (TDA 2024 21).
FOLDED = """
seats = [{name = "Chan"}, {name = "Eng", stack = 0}, {name = "Hui"}, {name = "Yusof"}]
folded = ["Chan"]
put_in = {Chan = 200, Eng = 100, Hui = 212, Yusof = 212}
question = {kind = "side_pots"}
"""
WITH_CHAN, SIDE_WITH_CHAN = ["Chan", "Eng", "Hui", "Yusof"], ["Chan", "Hui", "Yusof"]
ABOVE = "those above, for the wrong players"


@pytest.mark.parametrize(
    ("pots", "told"),
    [
        (
            [(400, WITH_CHAN), (324, SIDE_WITH_CHAN)],
            ["400 for Chan, Eng, Hui and Yusof", "324 for Chan, Hui and Yusof", ABOVE],
        ),
        (
            [(300, WITH_CHAN), (400, SIDE_WITH_CHAN)],
            ["400 for Chan, Hui and Yusof", "300 for Chan, Eng, Hui and Yusof", ABOVE],
        ),
        (
            [(224, SIDE_WITH_CHAN), (390, WITH_CHAN)],
            ["390 for Chan, Eng, Hui and Yusof", "224 for Chan, Hui and Yusof", ABOVE],
        ),
        ([(400, WITH_CHAN), (324, ["Hui", "Yusof"])], ["400 for Chan, Eng, Hui and Yusof", "324", ABOVE]),
        (
            [(400, WITH_CHAN), (324, SIDE_WITH_CHAN), (5, ["Chan"])],
            ["400 for Chan, Eng, Hui and Yusof", "324 for Chan, Hui and Yusof", "5 for Chan"],
        ),
        ([(400, ["Eng", "Hui", "Yusof"])], ["400", "none"]),
    ],
)
def test_a_pot_for_the_wrong_players_stands_beside_the_one_it_is_meant_for(
    pots: list[tuple[int, list[str]]], told: list[str]
) -> None:
    answer = {"pots": [{"amount": amount, "eligible": names} for amount, names in pots], "returned": {}}
    words = words_of("side_pots")
    fields = words.fields(KINDS["side_pots"].grade(loads(FOLDED), answer).fields)
    assert [words.value(field.name, field.given) for field in fields if field.name != "returned"] == told


@pytest.mark.parametrize(("kind", "short"), [("side_pots", "none"), ("awards", "nothing")])
@pytest.mark.parametrize("chan", [0, 200])
def test_where_nobody_matched_a_chip_it_is_said_that_there_is_no_pot(kind: str, short: str, chan: int) -> None:
    document = loads(
        'street = "river"\nboard = "2c 7d Jh 4s 9c"\n'
        'seats = [{name = "Chan", cards = "As Ad"}, {name = "Eng", cards = "Ks Kd"}]\n'
        f'put_in = {{Chan = {chan}, Eng = 0}}\nquestion = {{kind = "{kind}"}}'
    )
    answer = KINDS[kind].solve(document).answer
    assert words_of(kind).title(document, "", answer) == "There is no pot: nobody matched a chip."
    assert words_of(kind).short(answer) == short
