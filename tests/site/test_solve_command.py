"""`manage.py solve`, to the letter of the scenario format: a line for each document, in order, as it goes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from quizzes import kinds
from quizzes.engine.document import Action, Document
from quizzes.engine.steps import Solution

TOML = """
seats = [{name = "A", stack = 1000}, {name = "B", stack = 150}, {name = "C", stack = 1000}]
blinds = [50, 100]
street = "flop"
actions = "A bets 100, B all-in, C calls"
question = {kind = "legal_actions", player = "A"}
"""
ROOT = Path(settings.ROOT)
NOWHERE = {"DATABASE_URL": "postgresql://nowhere.invalid/none", "CELERY_BROKER_URL": "redis://nowhere.invalid/0"}


def bet(amount: int, **keys: Any) -> str:
    """Return a line of JSON that asks for the smallest raise over a bet: twice that bet (TDA 2024 43-A)."""
    seats = [{"name": name} for name in ("A", "B", "C")]
    spot = {"seats": seats, "blinds": [50, 100], "street": "flop", "actions": f"A bets {amount}"}
    return json.dumps({**spot, "question": {"kind": "min_raise"}, **keys})


def raised_to(lines: list[dict[str, Any]]) -> list[int | str]:
    """Return each line's smallest raise, or the place of its error."""
    return [line["answer"]["raise_to"] if line["ok"] else line["error"]["where"] for line in lines]


def read(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.decode().splitlines()]


def start(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start the command as anybody would, with databases that are nowhere and Python's usual buffers."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.Popen(
        [sys.executable, "manage.py", "solve", *arguments],
        cwd=ROOT,
        env={**usual, **NOWHERE, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> tuple[int, list[dict[str, Any]], str]:
    """Return the command's exit status, its lines and what it said on the error output."""
    with start(*arguments, **environment) as process:
        output, errors = process.communicate(stdin, timeout=60)
        return process.returncode, read(output), errors.decode()


def solve(
    capsysbinary: pytest.CaptureFixture[bytes], *arguments: str, stdin: bytes = b""
) -> tuple[int, list[dict[str, Any]], str]:
    """Do the same within this process, where pytest-django lets nothing reach a database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as exited:
            call_command("solve", *arguments)
    output, errors = capsysbinary.readouterr()
    assert isinstance(exited.value.code, int)
    return exited.value.code, read(output), errors.decode()


def test_it_answers_every_kind_of_file_in_order_without_a_database(tmp_path: Path) -> None:
    """TOML, JSON over several lines, JSON Lines, and standard input last; one that can't be read makes it 2."""
    (tmp_path / "a.toml").write_text(TOML)
    (tmp_path / "b.json").write_text(json.dumps(json.loads(bet(200)), indent=2))
    (tmp_path / "c.jsonl").write_text(f"{bet(300)}\nno document\n\n{bet(400)}\n")
    files = [str(tmp_path / name) for name in ("a.toml", "b.json", "none.toml", "c.jsonl")]
    status, lines, errors = run(*files, "-", stdin=f"{bet(500)}\n".encode())
    assert lines[0]["kind"] == "legal_actions"
    assert lines[0]["answer"]["to_act"] == "A"
    assert raised_to(lines[1:]) == [400, 600, "line 2", 800, 1000]
    assert status == 2
    assert errors.count("\n") == 1
    assert "none.toml can't be read" in errors


def test_each_answer_comes_before_the_next_document() -> None:
    """It prints as it goes: a program on the other end may ask on, depending on the answer."""
    with start("-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = Timer(60, process.kill)
        alarm.start()
        for amount in (100, 250, 600):
            process.stdin.write(f"{bet(amount)}\n".encode())
            process.stdin.flush()
            assert raised_to(read(process.stdout.readline())) == [2 * amount]
        process.stdin.close()
        assert process.wait() == 0
        alarm.cancel()


def test_binary_junk_is_so_many_lines_that_are_no_documents() -> None:
    """Whatever the terminal speaks; the documents before and after it are answered."""
    junk = bytes(range(256)) + b"\n" + b"\xff\xfe\x00{\n" + b"\x00" * 300
    stdin = f"{bet(100)}\n".encode() + junk + f"\n{bet(200, title='Satu — 一')}".encode()
    status, lines, errors = run("-", stdin=stdin, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert raised_to(lines) == [200, "line 2", "line 3", "line 4", "line 5", 400]
    assert (status, errors) == (1, "")


# The shape of a line.


def test_a_line_has_the_answer_and_its_derivation(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    _, lines, _ = solve(capsysbinary, "-", stdin=f"{bet(300)}\n".encode())
    (line,) = lines
    assert list(line) == ["ok", "kind", "answer", "steps"]
    assert (line["ok"], line["kind"]) == (True, "min_raise")
    assert line["answer"] == {"raise_to": 600, "raise_by": 300, "adds": 600}
    last = line["steps"][-1]
    assert list(last) == ["rule", "cite", "op", "values", "out", "text"]
    assert last["cite"] == {"book": "TDA", "edition": "2024", "number": "43-B", "confirmed": True}
    assert (last["op"], last["values"], last["out"]) == ("state", {"raise_to": 600}, {"adds": 600})
    assert "600" in last["text"]


def test_an_error_has_its_place_and_its_message(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, lines, _ = solve(capsysbinary, "-", stdin=bet(300, actions="A bets 100, B raises to 150").encode())
    assert lines == [
        {"ok": False, "error": {"where": "actions[1]", "message": "B can't raise to 150: the smallest raise is to 200"}}
    ]
    assert status == 1


def test_values_keep_the_order_in_which_they_are_reckoned_with(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """A difference is its first value less its second."""
    _, lines, _ = solve(capsysbinary, "-", stdin=bet(300, actions="A bets 100, B raises to 350").encode())
    steps = [step for step in lines[0]["steps"] if step["op"] == "difference"]
    assert steps
    for step in steps:
        first, second = step["values"].values()
        assert list(step["out"].values()) == [first - second]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_steps_are_in_the_language_that_is_asked(language: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, lines, _ = solve(capsysbinary, "--lang", language, "-", stdin=bet(300).encode())
    assert status == 0
    assert all(step["text"] for step in lines[0]["steps"])


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(CommandError, match="xx"):
        call_command("solve", "--lang", "xx", "-")


# Exit statuses: 0 when every document was answered, 1 when one was not, 2 when a file could not be read.


@pytest.mark.parametrize(
    ("text", "want"), [(bet(100), 0), (f"{bet(100)}\n{bet(200)}\n", 0), (f"{bet(100)}\n{{}}\n{bet(200)}", 1), ("", 0)]
)
def test_the_exit_status_says_whether_all_were_answered(
    text: str, want: int, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    status, lines, errors = solve(capsysbinary, "-", stdin=text.encode())
    assert (status, len(lines), errors) == (want, len(text.splitlines()), "")


def test_a_document_that_can_not_be_asked_is_not_answered(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, lines, _ = solve(capsysbinary, "-", stdin=bet(300, question={"kind": "reopen"}).encode())
    assert (status, lines[0]["ok"], lines[0]["error"]["where"]) == (1, False, "question")


def test_a_file_that_can_not_be_read_stops_none_of_the_others(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "good.toml").write_text(TOML)
    (tmp_path / "bad.toml").write_text("seats = 5")
    names = [str(tmp_path), str(tmp_path / "bad.toml"), str(tmp_path / "none"), str(tmp_path / "good.toml")]
    status, lines, errors = solve(capsysbinary, *names)
    assert (status, [line["ok"] for line in lines]) == (2, [False, True])
    assert [line.split(" ")[0] for line in errors.splitlines()] == [names[0], names[2]]


def test_a_fault_of_the_engine_stops_none_of_the_others(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no answer and no error of the document's: the line says so, and the fault is told in full beside it."""
    right = kinds.solve

    def wrong(document: Document) -> Solution:
        if document.actions == (Action("A", "bet", 150),):
            raise ZeroDivisionError("planted")
        return right(document)

    monkeypatch.setattr(kinds, "solve", wrong)
    sent = "\n".join(map(bet, (100, 150, 250))).encode()
    status, lines, errors = solve(capsysbinary, "-", stdin=sent)
    assert (status, raised_to(lines)) == (1, [200, "line 2", 500])
    assert "ZeroDivisionError: planted" in errors


# Files as people have them.


@pytest.mark.parametrize("before", ["", "\n \n"])
@pytest.mark.parametrize("name", ["spots.jsonl", "spots.ndjson", "spots.json", "spots"])
def test_json_lines_are_known_by_name_or_by_their_first_line(
    name: str, before: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / name).write_text(f"{before}{bet(100)}\n\n{bet(150)}\r\n{bet(250)}")
    status, lines, _ = solve(capsysbinary, str(tmp_path / name))
    assert (status, raised_to(lines)) == (0, [200, 300, 500])


@pytest.mark.parametrize("first", ['{"seats": [}', "no document", "[1, 2]"])
def test_a_first_line_that_can_not_be_read_hides_none_of_the_others(
    first: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The scenario format: one line of JSON for each document, in order; nothing is said of a file's name."""
    (tmp_path / "spots.txt").write_text(f"{first}\n{bet(150)}\n{bet(250)}")
    status, lines, _ = solve(capsysbinary, str(tmp_path / "spots.txt"))
    assert (status, raised_to(lines)) == (1, ["line 1", 300, 500])


def test_a_line_that_is_no_document_is_named_by_its_line(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Blank lines count, and a line that isn't text stops none of those after it."""
    (tmp_path / "spots.jsonl").write_bytes(
        f"{bet(100)}\n\n{{\n[1, 2]\nnull\n".encode() + b'{"title": "\xe9"}\n' + bet(200).encode()
    )
    status, lines, _ = solve(capsysbinary, str(tmp_path / "spots.jsonl"))
    assert (status, raised_to(lines)) == (1, [200, "line 3", "line 4", "line 5", "line 6", 400])


def test_a_line_of_json_lines_is_read_as_nothing_else(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """The scenario format: standard input is JSON Lines, and `line 3` stands for text that is no document."""
    sent = f"{bet(100)}\n# a comment\nblinds = [50, 100]\n".encode()
    status, lines, _ = solve(capsysbinary, "-", stdin=sent)
    assert (status, raised_to(lines)) == (1, [200, "line 2", "line 3"])
    assert lines[1]["error"]["message"] == "a line of JSON Lines is a document in braces"


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        (b'seats = []\nblinds = [50, 100]\n\ntitle = "\xff"\n', "line 4"),
        (b"seats = []\nblinds = [50,, 100]\n", "line 2"),
        (b'{\n"seats": [],\n"blinds": \n}', "line 4"),
        (b"", "seats"),
        (b"\x7fELF\x02\x01\x01", "line 1"),
        (b"# " + b"x" * 64 * 1024, "line 1"),
        (b'"' + b"\xc3\xa9" * 40_000 + b'"', "line 1"),
    ],
    ids=["not UTF-8", "TOML", "JSON", "empty", "binary", "too long", "too long in the middle of a letter"],
)
def test_a_file_that_is_no_document_is_one_line_with_its_place(
    raw: bytes, where: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "spot.toml").write_bytes(raw)
    status, lines, errors = solve(capsysbinary, str(tmp_path / "spot.toml"))
    assert (status, [line["error"]["where"] for line in lines], errors) == (1, [where], "")
    assert ("64 KB" in lines[0]["error"]["message"]) == (len(raw) > 64 * 1024)


def test_a_line_without_end_is_refused_and_the_next_answered(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """At most 64 KB a document: what is longer is not even read into memory."""
    endless = b'{"title": "' + b"x" * 3_000_000 + b'"}'
    status, lines, _ = solve(capsysbinary, "-", stdin=endless + b"\n" + bet(100).encode())
    assert (status, raised_to(lines)) == (1, ["line 1", 200])
    assert "64 KB" in lines[0]["error"]["message"]


def test_a_document_of_just_64_kb_is_read(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    text = bet(100, note="").replace('"note": ""', f'"note": "{"x" * (64 * 1024 - len(bet(100, note="")))}"')
    assert len(text) == 64 * 1024
    for end in ("\n", "\r\n", ""):
        assert solve(capsysbinary, "-", stdin=(text + end + bet(200) * bool(end)).encode())[0] == 0


def test_a_mark_at_the_beginning_of_a_file_is_passed_over(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Some editors put one before UTF-8."""
    (tmp_path / "spot.toml").write_text(TOML, encoding="utf-8-sig")
    assert solve(capsysbinary, str(tmp_path / "spot.toml"))[0] == 0
