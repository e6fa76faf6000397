"""A class's list out of a file: what it would change is shown first, and nobody is demoted silently (issue 7)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.site.people import browser_of, person
from trainer.accounts.models import User
from trainer.classrooms import classes, joining, rosters, sheets
from trainer.classrooms.models import Classroom, Membership
from trainer.classrooms.rosters import Line

pytestmark = pytest.mark.django_db


@pytest.fixture
def friday() -> Classroom:
    return classes.make(person("Ines", role=User.Role.INSTRUCTOR), "Friday")


def member(classroom: Classroom, name: str, role: str = "learner") -> Membership:
    return Membership.objects.create(classroom=classroom, learner=person(name), role=role)


def roles(classroom: Classroom) -> dict[str, str]:
    return dict(classroom.memberships.values_list("learner__username", "role"))


def lines(*rows: Sequence[str]) -> list[Line]:
    return rosters.lines_of([tuple(row) for row in rows])


def xlsx(*rows: Sequence[object]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(list(row))  # type: ignore[union-attr]  # a new book has a sheet
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


# Reading


def test_a_name_that_a_list_turns_round_is_read_as_it_is_said() -> None:
    found = lines(("name",), ("Tan, Wei",), ("Ann",), ("Tan,",))
    assert [line.name for line in found] == ["Wei Tan", "Ann", "Tan,"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("list.csv", "\ufeffName;Role\r\nAnn;assistant\r\n\r\nBen;\r\n".encode()),
        ("list.csv", b"name,role\nAnn,assistant\n,\n Ben ,\n"),
        ("list.csv", b"Role,Name\nassistant,Ann\n,\n,Ben"),
        ("LIST.XLSX", xlsx(("name", "role"), ("Ann", "Assistant"), (None, None), ("Ben", None))),
    ],
)
def test_names_and_roles_are_read_from_csv_and_xlsx_alike(name: str, content: bytes) -> None:
    found = rosters.lines_of(sheets.read(io.BytesIO(content), name))
    assert [(line.name, line.role) for line in found] == [("Ann", "assistant"), ("Ben", "")]


def test_a_table_without_a_head_has_names_in_its_first_column() -> None:
    assert lines(("Ann",), ("Ben", "observer")) == [Line(1, "Ann"), Line(2, "Ben", "observer")]


def test_a_formula_is_text_and_makes_no_account(friday: Classroom) -> None:
    content = xlsx(("name",), ('=HYPERLINK("http://example.org","Ann")',), ("=1+1",))
    found = rosters.differences(friday.teacher, friday, rosters.lines_of(sheets.read(io.BytesIO(content), "list.xlsx")))
    assert len(found.wrong) == 2
    assert not found.new


def bomb() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (sheets.LARGEST_UNPACKED + 1))
    return content.getvalue()


def far_row() -> bytes:
    """A sheet that says it has a cell in the last row that a spreadsheet can have."""
    content = io.BytesIO(xlsx(("Ann",)))
    changed = io.BytesIO()
    with zipfile.ZipFile(content) as before, zipfile.ZipFile(changed, "w") as after:
        for part in before.namelist():
            text = before.read(part).replace(b'<row r="1"', b'<row r="1048576"').replace(b'r="A1"', b'r="A1048576"')
            after.writestr(part, text)
    return changed.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("list.csv", b"a" * (sheets.LARGEST + 1), "larger than 1 MB"),
        ("list.csv", b"name\n" + b"A\n" * (sheets.MOST_ROWS + 1), "more than 5000 rows"),
        ("list.csv", b"\xff\xfe\x00", "neither XLSX nor CSV"),
        ("list.xlsx", b"name\nAnn\n", "can&#x27;t be read as XLSX"),
        ("list.xlsx", bomb(), "too large once it is unpacked"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(friday: Classroom, name: str, content: bytes, reason: str) -> None:
    sent = {"file": SimpleUploadedFile(name, content)}
    response = browser_of(friday.teacher).post(f"/classes/{friday.pk}/roster/", sent)
    assert response.status_code == 422
    assert reason in response.content.decode()


def test_a_row_far_below_is_not_waited_for() -> None:
    assert sheets.read(io.BytesIO(far_row()), "list.xlsx") == []


# Differences


def test_differences_say_who_is_new_there_already_changed_and_missing(friday: Classroom) -> None:
    ann, ben, cho = member(friday, "Ann"), member(friday, "Ben"), member(friday, "Cho", "assistant")
    gone, _code = joining.join_by_name(friday.join_code, "Dan")
    Membership.objects.get(learner=gone).delete()
    file = lines(("name", "role"), ("ANN", ""), ("Ben", "assistant"), ("Dan", ""), ("Eva", ""), ("Ines", "learner"))
    found = rosters.differences(friday.teacher, friday, file)
    assert found.same == 2, "Ann, and Ines who owns the class whatever the file says"
    assert [(change.member, change.lowers) for change in found.changed] == [(ben, False)]
    assert [line.name for line in found.new] == ["Dan", "Eva"]
    assert [account.user for account in found.back.values()] == [gone]
    assert found.missing == [cho]
    assert not found.wrong
    assert ann.role == "learner"


def test_each_line_that_changes_nothing_has_its_reason(friday: Classroom) -> None:
    joining.join_by_name(friday.join_code, "Dan")
    cho = member(friday, "Cho", "assistant")
    file = lines(("Ann",), ("ann",), ("a@b",), ("Eva", "boss"), ("Fay", "teacher"), ("Dan", "observer"), ("x" * 41,))
    found = rosters.differences(friday.teacher, friday, file)
    assert {wrong.line.number: wrong.reason.split(".")[0] for wrong in found.wrong} == {
        2: "The name is in the file before",
        3: "Use letters, digits, single spaces, and no signs but ",
        4: "There is no such role",
        5: "Nobody in the class has this name",
        6: "Who has no account of their own is a learner",
        7: "The name is longer than 40 signs",
    }
    member(friday, "Gus")
    found = rosters.differences(cho.learner, friday, lines(("Gus", "assistant"), ("Cho", "learner")))
    assert [wrong.line.name for wrong in found.wrong] == ["Gus"], "an assistant grants no role but learner"
    assert found.same == 1


# Following


def test_a_file_is_looked_at_before_it_changes_anything_and_followed_once(friday: Classroom) -> None:
    member(friday, "Cho", "assistant")
    ben = member(friday, "Ben", "assistant")
    client = browser_of(friday.teacher)
    sent = {"file": SimpleUploadedFile("list.csv", b"name,role\nEva,\nBen,learner\n")}
    address = client.post(f"/classes/{friday.pk}/roster/", sent)["Location"]
    page = client.get(address).content.decode()
    assert "1 person is new" in page
    assert "Ben: assistant, in the file learner. Take the rights away" in page
    assert "1 person is in the class and not in the file" in page
    assert roles(friday) == {"Ben": "assistant", "Cho": "assistant"}
    for _ in range(2):
        assert client.post(address)["Location"] == f"/classes/{friday.pk}/people/"
    assert roles(friday) == {"Ben": "assistant", "Cho": "assistant", "Eva": "learner"}, "nobody demoted or removed"
    second = client.post(f"/classes/{friday.pk}/roster/", {"file": SimpleUploadedFile("a.csv", b"Ben,learner\nEva")})
    cho = Membership.objects.get(learner__username="Cho")
    client.post(second["Location"], {"lower": str(ben.pk), "remove": [str(cho.pk), "x", "9" * 5000]})
    assert roles(friday) == {"Ben": "learner", "Eva": "learner"}


def test_a_file_of_somebody_else_or_of_another_class_is_not_there(friday: Classroom) -> None:
    monday = classes.make(friday.teacher, "Monday")
    client = browser_of(friday.teacher)
    sent = {"file": SimpleUploadedFile("list.csv", b"Eva")}
    token = client.post(f"/classes/{friday.pk}/roster/", sent)["Location"].split("/")[-2]
    assert client.get(f"/classes/{monday.pk}/roster/{token}/").status_code == 302
    helper = member(friday, "Cho", "assistant").learner
    assert browser_of(helper).get(f"/classes/{friday.pk}/roster/{token}/").status_code == 302


def test_an_assistant_removes_only_learners_by_a_file(friday: Classroom) -> None:
    helper, other, ann = member(friday, "Cho", "assistant"), member(friday, "Dan", "teacher"), member(friday, "Ann")
    done = rosters.follow(helper.learner, friday, [], [], [helper.pk, other.pk, ann.pk])
    assert done["removed"] == 1
    assert roles(friday) == {"Cho": "assistant", "Dan": "teacher"}


def test_nobody_takes_themselves_out_by_a_file_or_is_counted_as_removed(friday: Classroom) -> None:
    dan, ann = member(friday, "Dan", "teacher"), member(friday, "Ann")
    assert rosters.differences(dan.learner, friday, []).missing == [ann]
    assert rosters.follow(dan.learner, friday, [], [], [dan.pk, ann.pk])["removed"] == 1
    assert roles(friday) == {"Dan": "teacher"}


def test_names_become_accounts_all_at_once_and_an_accounts_own_name_stays_its_own(friday: Classroom) -> None:
    names = [f"Learner {number}" for number in range(300)]
    person("learner 7")
    done = rosters.follow(friday.teacher, friday, lines(*((name,) for name in names)), [], [])
    assert done == {"added": 300, "changed": 0, "removed": 0}
    assert friday.memberships.count() == 300
    assert not friday.memberships.filter(learner__username="Learner 7").exists(), "an account of the site has it"


def test_the_list_goes_out_as_it_comes_in_and_no_cell_is_a_formula(friday: Classroom) -> None:
    member(friday, "Ann", "observer")
    member(friday, "-Ben")
    sent = browser_of(friday.teacher).get(f"/classes/{friday.pk}/people.csv")
    assert sent.content.startswith(b"\xef\xbb\xbf")
    rows = sheets.read(io.BytesIO(sent.content), "list.csv")
    assert b"'-Ben" in sent.content
    found = rosters.differences(friday.teacher, friday, rosters.lines_of(rows))
    assert (found.same, found.new, found.changed, found.missing, found.wrong) == (2, [], [], [], [])
