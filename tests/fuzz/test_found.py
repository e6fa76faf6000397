"""Inputs that broke something once, each kept as it was found."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from time import process_time
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from django.test import Client

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.exchange import gift, json_text, zipped
from quizzes.exchange.found import Found
from quizzes.histories.files import read_hands
from quizzes.kinds import KINDS, second
from quizzes.models import Drill
from quizzes.wording import step_text
from tests.fuzz.parsers import PHH, workbook
from trainer.classrooms import sheets


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["", "name", "back"])
def test_a_code_of_a_class_with_a_sign_that_the_database_can_not_hold_is_nobodys(client: Client, way: str) -> None:
    # PostgreSQL has no text with U+0000 in it: its documentation, "Character Types"
    form = {"name": "Ann", "back-name": "Ann", "back-code": "x"}
    assert client.post(f"/join/%00/{way}", form).status_code == 404


def test_a_raise_without_its_amount_is_refused_at_its_line() -> None:
    # A raise names its amount: the format's table of actions, "cbr"
    [refused] = read_hands(PHH.replace("p3 cbr 7", "p3 cbr").encode())
    assert isinstance(refused, DocumentError)
    assert refused.where == "line 6"


def test_a_heading_with_no_hand_under_it_is_refused_at_its_own_line() -> None:
    # the last line of the file: there is none after it
    [refused] = read_hands(b"V \n\n['']")
    assert isinstance(refused, DocumentError)
    assert refused.where == "line 3"


def test_a_key_without_a_name_and_a_file_without_one_are_told_with_a_place() -> None:
    with pytest.raises(DocumentError) as caught:
        parse({"": 1})
    assert caught.value.where == "''"
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(ZipInfo(""), "")
    assert [found.place for found in zipped.read(packed.getvalue())] == ["''"]


@pytest.mark.django_db
@pytest.mark.parametrize("becomes", ["gone", "another"])
def test_a_session_that_outlives_its_database_begins_its_placement_test_anew(
    client: Client, becomes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # as after a restore: the cache is a server of its own, and numbers of drills are given again
    for id in [id for id in KINDS if id not in ("posting", "next_button")]:
        monkeypatch.delitem(KINDS, id)
    client.post("/placement/start")
    asked = Drill.objects.get(pk=client.session["placement"]["open"][1])
    if becomes == "gone":
        asked.delete()
    else:
        kind = "posting" if asked.bucket.kind == "next_button" else "next_button"
        type(asked.bucket).objects.filter(pk=asked.bucket_id).update(kind=kind)
    assert client.post("/placement/answer", {"token": client.session["placement"]["open"][0]}).status_code == 302
    assert "Start the test" in client.get("/placement/").content.decode()
    assert "placement" not in client.session


def test_a_small_workbook_of_one_cell_in_a_million_parts_is_refused_before_it_is_read() -> None:
    # it took six seconds: 34 KB as it was sent, 17 MB unpacked
    sound, packed = ZipFile(BytesIO(workbook())), BytesIO()
    cell = b'<row><c t="inlineStr"><is>' + b"<r><t>x</t></r>" * 1_000_000 + b"</is></c></row></sheetData>"
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for name in sound.namelist():
            archive.writestr(name, sound.read(name).replace(b"</sheetData>", cell))
    assert len(packed.getvalue()) < sheets.LARGEST
    with pytest.raises(sheets.NotASheet, match="too large once it is unpacked"):
        sheets.read(BytesIO(packed.getvalue()), "a.xlsx")


TAKEN_BACK = {
    "seats": [{"name": "A"}, {"name": "B"}],
    "blinds": [1, 2],
    "button": "A",
    "street": "flop",
    "actions": "B bets 100, A raises to 300",
    "pushed": {"player": "B", "chips": [500], "before": [2**power for power in range(40)], "pulled": "some"},
    "question": {"kind": "chip_ruling"},
}


def test_forty_chips_of_which_some_were_taken_back_take_no_time() -> None:
    """There are 2^40 ways to leave some of them. Which ones lie there matters, so the floor rules (rules.md, 46-C)."""
    document = parse(TAKEN_BACK)
    kind = KINDS["chip_ruling"]
    begun = process_time()
    assert kind.solve(document).answer == {"ruling": "floor", "to": None}
    with pytest.raises(DocumentError, match="too many chips to go through"):
        second.solve(document)
    assert process_time() - begun < 1


def test_a_thousand_holdings_that_make_the_best_hand_are_told_at_once() -> None:
    """On a royal flush every two of the other 47 cards play the board: 47 * 46 / 2 (pairs of them)."""
    seats = [{"name": "A"}, {"name": "B"}]
    shown = {"seats": seats, "street": "river", "board": "As Ks Qs Js Ts", "question": {"kind": "nuts"}}
    steps = KINDS["nuts"].solve(parse(shown)).steps
    begun = process_time()
    assert step_text(steps[-1]) == "1081 different holdings make it."
    assert process_time() - begun < 1


@pytest.mark.parametrize(
    ("read", "sent", "refused"),
    [
        (json_text.read_lines, b"{\n" * 1_000_000, "at most 10000 documents"),
        (json_text.read_lines, b"\n" * 4_000_000, "no document in this file"),
        (gift.read, b"\n" * 4_000_000, "no document in this file"),
        (gift.read, b"q {=a ~b}\n\n" * 100_000, "at most 10000 documents"),
    ],
)
def test_a_file_is_read_no_further_than_it_may_go(
    read: Callable[[bytes], list[Found]], sent: bytes, refused: str
) -> None:
    # the first took two minutes with three times as many lines
    begun = process_time()
    with pytest.raises(DocumentError, match=refused):
        read(sent)
    assert process_time() - begun < 5


def test_a_category_of_megabytes_is_no_tag() -> None:
    # each of its questions had it cleaned anew: two minutes for three thousand
    found = gift.read(b"$CATEGORY: " + b"a" * 5_000_000 + b"\n\n" + b"q {=a ~b}\n\n" * 100)
    assert {each.error.message for each in found if each.error} == {"a category has at most 1000 characters"}
    assert [each.place for each in found] == [f"line {number}" for number in range(3, 203, 2)]
