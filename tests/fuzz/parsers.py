"""Everything on the site that reads what others wrote, each as one function of bytes, with texts that are sound.

A reader may refuse what it is given, in the way that its callers expect; anything else that it raises is a fault.
"""

from __future__ import annotations

import gzip
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict
from openpyxl import Workbook

from quizzes import tokens
from quizzes.answering import solve_text
from quizzes.authoring import written
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import load_table, parse
from quizzes.exchange import READERS, columns, json_text, zipped
from quizzes.histories.files import read_hands
from quizzes.histories.to_document import to_document
from quizzes.kinds.typed import readings
from quizzes.lessons import text as lesson_text
from quizzes.practising import choices
from quizzes.reference import search
from quizzes.showing.worked import FOLDER
from quizzes.tools import TOOLS
from quizzes.tools.base import work
from quizzes.wording.typed_actions import actions_in_notation, declaration_in_notation
from tests.site.lesson_sources import ENGLISH
from trainer.certification import badges, keys, names, networks, plans, status_list
from trainer.certification.status_list import BadList
from trainer.classrooms import rosters, sheets

NOON = datetime(2031, 5, 4, 12, tzinfo=UTC)
PLAYERS = ("A", "B", "C")
ROOT = Path(__file__).resolve().parents[2]

HAND = """\
PokerStars Hand #1:  Hold'em No Limit ($0.50/$1.00 USD) - 2031/05/06 7:08:09 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: Ann ($40 in chips)
Seat 2: Bo ($100 in chips)
Seat 3: C. Dee ($12.50 in chips)
Bo: posts small blind $0.50
C. Dee: posts big blind $1
*** HOLE CARDS ***
Dealt to Bo [Ah Kh]
Ann: raises $2 to $3
Bo: calls $2.50
C. Dee: folds
*** FLOP *** [2h 7h 9c]
Bo: bets $5
Ann: folds
Uncalled bet ($5) returned to Bo
Bo collected $7 from pot
*** SUMMARY ***
"""
PHH = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [110, 220, 330]
actions = ['d dh p1 7h6h', 'd dh p2 AcKs', 'd dh p3 QsQd', 'p3 cbr 7', 'p1 cc', 'p2 f', 'd db 2h3h4c', 'p1 cbr 9']
"""
GIFT = "::Burn:: Which card is burnt? {=the top one#yes ~the last ~%-50%none}\n\n::T:: A bet stands. {TRUE#no#yes}\n"
SCENARIO = 'title = "x"\n' + (FOLDER / "reopen.toml").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Parser:
    """A reader: what it does with bytes, and sound ones to begin from."""

    read: Callable[[bytes], object]
    sound: Callable[[], Sequence[bytes]]


def text(raw: bytes) -> str:
    """Bytes as a form's text: what is no UTF-8 stands for itself."""
    return raw.decode("utf-8", "replace")


@cache
def documents() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(FOLDER.glob("*.toml")))


def solved(raw: bytes) -> None:
    line = solve_text(raw)
    json.dumps(line).encode()
    assert line["ok"] or (line["error"]["where"] and line["error"]["message"])


def file_of(name: str, raw: bytes) -> None:
    """A file of documents: each of them is parsed as an import does it, and what is wrong is told with its place."""
    with at_a_line(raw):
        for found in READERS[name](raw):
            assert (found.table is None) != (found.error is None)
            assert found.place.startswith("line ") or (name == "zip" and found.place)
            if found.table is not None:
                with suppress(DocumentError):
                    parse(found.table)


def hands(raw: bytes) -> None:
    with at_a_line(raw):
        for hand in read_hands(raw):
            with at_a_line(raw):
                if isinstance(hand, DocumentError):
                    raise hand
                to_document(hand)


@contextmanager
def at_a_line(raw: bytes) -> Iterator[None]:
    """A file may be refused, or a part of it, at one of its lines."""
    try:
        yield
    except DocumentError as error:
        lines = raw.count(b"\n") + raw.count(b"\r") + 1
        if error.where not in {f"line {number}" for number in range(1, lines + 1)}:
            raise AssertionError(error.where) from error


def numbers(raw: bytes) -> None:
    assert all(each >= 0 for each in readings(text(raw)))


def actions(raw: bytes) -> None:
    actions_in_notation(text(raw), PLAYERS)
    declaration_in_notation(text(raw))


def scenario(raw: bytes) -> None:
    with suppress(DocumentError):
        written.read(text(raw))


def lesson(raw: bytes) -> None:
    with suppress(lesson_text.LessonError):
        lesson_text.read(text(raw))


def roster(ending: str, raw: bytes) -> None:
    with suppress(sheets.NotASheet):
        rosters.lines_of(sheets.read(BytesIO(raw), f"people.{ending}"))


def badge(raw: bytes) -> None:
    badges.check(text(raw), NOON, is_revoked=lambda _entry: False)
    with suppress(keys.BadSignature):
        badges.list_reader(text(raw))


def claims(raw: bytes) -> None:
    """A badge whose claims are anything, as one who has a key could sign it; the signature is passed over."""
    with suppress(ValueError, RecursionError):
        payload = json.loads(raw)
        if isinstance(payload, dict) and badges._is_consistent(payload):
            badges._problem_of(payload, NOON, lambda entry: status_list.is_set(str(entry["list"]), 1))


def revocations(raw: bytes) -> None:
    with suppress(BadList):
        status_list.is_set(text(raw), 1)


def closed_networks(raw: bytes) -> None:
    with suppress(networks.BadNetworks):
        networks.read(text(raw))


def certificate_name(raw: bytes) -> None:
    tidy = names.tidy(text(raw))
    names.can_print(tidy)
    names.initials(tidy)
    names.is_right_to_left(tidy)


def exam(raw: bytes) -> None:
    """The plan of an exam, as a file that somebody brings holds it."""
    with suppress(DocumentError, plans.BadBlueprint):
        plans.load(load_table(text(raw)))


def token(raw: bytes) -> None:
    with suppress(tokens.BadToken):
        tokens.read_token(text(raw), NOON)


def chosen(raw: bytes) -> None:
    choices.kept_choice(text(raw))
    list(search.tokens(text(raw)))


def tool(slug: str, raw: bytes) -> None:
    """A tool at an address whose query is anything."""
    with suppress(ValueError):
        query = QueryDict(raw)
    work(TOOLS[slug], query.dict())


def sound_claims() -> bytes:
    stamps = {"validFrom": "2031-01-01T00:00:00Z", "validUntil": "2032-01-01T00:00:00Z"}
    subject = {"credentialSubject": {"id": "urn:x"}, "credentialStatus": {"list": "uA", "statusListIndex": "1"}}
    said = {"type": ["OpenBadgeCredential"], "id": "i", "iss": "a", "issuer": {"id": "a"}, "jti": "i", "sub": "urn:x"}
    limits = {"nbf": 1924992000, "exp": 1956528000}
    return json.dumps({**said, **stamps, **subject, **limits}).encode()


def sound_list() -> bytes:
    """A list of 16 KB in which nobody is revoked (W3C Bitstring Status List 1.0, 3.3)."""
    return b"u" + urlsafe_b64encode(gzip.compress(bytes(16_384))).rstrip(b"=")


def exams() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted((ROOT / "fixtures" / "exams").glob("*.toml")))


@cache
def workbook() -> bytes:
    book, packed = Workbook(), BytesIO()
    assert book.active is not None
    book.active.append(["Ann", "observer"])
    book.active.append(["=1+1", 5])
    book.save(packed)
    return packed.getvalue()


def tables() -> list[dict[str, object]]:
    return [load_table(raw.decode()) for raw in documents()]


def sound_token() -> bytes:
    return tokens.write_token(tokens.Token(1, "tda", NOON, UUID(int=1), "")).encode()


def filled_in(slug: str) -> tuple[bytes, ...]:
    """The query of a tool's own example."""
    return (urlencode(TOOLS[slug].example).encode(),)


PARSERS: Mapping[str, Parser] = {
    "document": Parser(solved, documents),
    "toml": Parser(partial(file_of, "toml"), documents),
    "json": Parser(partial(file_of, "json"), lambda: [json_text.dumps(tables()[:2]).encode()]),
    "jsonl": Parser(partial(file_of, "jsonl"), lambda: [json_text.dumps_lines(tables()[:2]).encode()]),
    "csv": Parser(partial(file_of, "csv"), lambda: [columns.dumps(tables()).encode()]),
    "gift": Parser(partial(file_of, "gift"), lambda: [GIFT.encode()]),
    "zip": Parser(partial(file_of, "zip"), lambda: [zipped.dumps(tables()[:2], ["a", "b"], NOON)]),
    "hands": Parser(hands, lambda: [HAND.encode(), PHH.encode()]),
    "numbers": Parser(numbers, lambda: [each.encode() for each in ("1,000", "2.5k", "1’000", "３萬")]),
    "actions": Parser(actions, lambda: [b"A bets 100, B all-in, C calls", b"raise to 300"]),
    "scenario": Parser(scenario, lambda: [SCENARIO.encode()]),
    "lesson": Parser(lesson, lambda: [ENGLISH.encode()]),
    "roster.csv": Parser(partial(roster, "csv"), lambda: [b'Name;Role\nAnn;observer\n"B\nC",\n']),
    "roster.xlsx": Parser(partial(roster, "xlsx"), lambda: [workbook()]),
    "badge": Parser(badge, lambda: [keys.sign({"id": "x"}).encode()]),
    "claims": Parser(claims, lambda: [sound_claims()]),
    "revocations": Parser(revocations, lambda: [sound_list()]),
    "networks": Parser(closed_networks, lambda: [b"192.0.2.0/24\n2001:db8::1\n"]),
    "name": Parser(certificate_name, lambda: ["Ann O’Brien\n王小明 عمر".encode()]),
    "exam": Parser(exam, exams),
    "token": Parser(token, lambda: [sound_token()]),
    "choice": Parser(chosen, lambda: [b"kind=min_raise&level=2&ruleset=tda&game=omaha"]),
    **{f"tool.{slug}": Parser(partial(tool, slug), partial(filled_in, slug)) for slug in TOOLS},
}
"""All readers by their names."""
