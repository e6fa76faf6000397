"""Inputs that broke something once, each kept as it was found."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from django.test import Client

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.exchange import zipped
from quizzes.histories.files import read_hands
from quizzes.kinds import KINDS
from quizzes.models import Drill
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
