"""The scenario document: read from TOML or JSON, checked, and printed back."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from quizzes.engine.action_text import parse_actions, print_actions
from quizzes.engine.cards import Card, cards_text, parse_card
from quizzes.engine.document import BOARD_CARDS, STREETS, Document, Question, Seat
from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import parse_rules

MOST_BYTES = 64 * 1024
MOST_AMOUNT = 10**12
MOST_SEATS = 23
MOST_DEPTH = 8

LANGUAGES = ("en", "ms", "zh-hant")
WORDS = ("title", "prompt", "note", "source")

QUESTION_KEYS: Mapping[str, tuple[str, ...]] = {
    "min_raise": ("control",),
    "legal_actions": (),
    "reopen": (),
    "side_pots": (),
    "awards": (),
    "read_hand": (),
    "winner": (),
    "ranking": (),
}
"""The kinds that can be asked, and the keys that a question of each may have beside `kind` and `player`."""

_KEYS = frozenset((
    "game", "limit", "rules", "blinds", "ante", "ante_by", "straddle", "straddle_by", "chip", "seats", "button",
    "street", "pot", "board", "actions", "put_in", "folded", "order", "question", "title", "prompt", "note", "source",
    "tags", "level",
))  # fmt: skip
_NEVER_KEPT = re.compile("[\0\ud800-\udfff]")
_NAME_BREAKERS = frozenset(",;\n\r()[]{}\"'")


def loads(text: str) -> Document:
    """Read a document from TOML or JSON text. Raises DocumentError at the place that is wrong."""
    return parse(load_table(text))


def decode(raw: bytes) -> str:
    """Return a document's bytes as text. Raises DocumentError where there are too many or they are no UTF-8."""
    if len(raw) > MOST_BYTES:
        raise DocumentError("line 1", f"a document has at most {MOST_BYTES // 1024} KB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DocumentError(f"line {line}", "this is no text in UTF-8") from error


def load_table(text: str) -> dict[str, Any]:
    """Return the table that TOML or JSON text holds. Raises DocumentError with the line where it is no such text."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise DocumentError("line 1", f"a document has at most {MOST_BYTES // 1024} KB")
    try:
        table = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(f"line {error.lineno}", f"this is no JSON: {error.msg}") from error
    except tomllib.TOMLDecodeError as error:
        raise DocumentError(f"line {_toml_line(str(error), text)}", f"this is no TOML: {error}") from error
    except (RecursionError, ValueError) as error:
        raise DocumentError("line 1", "this is no document: it is nested too deep or has a number too long") from error
    if not isinstance(table, dict):
        raise DocumentError("line 1", "a document is a table of keys")
    return table


def parse(table: Mapping[str, Any]) -> Document:
    """Check a table of plain values and return its document. Raises DocumentError at the place that is wrong."""
    for key, value in table.items():
        _check_bounds(value, str(key))
    _check_built(table)
    for key in table:
        if key not in _KEYS:
            raise DocumentError(str(key), f"there is no key {key!r} in a document")
    seats = _seats(table)
    names = tuple(seat.name for seat in seats)
    players = tuple(seat.name for seat in seats if not seat.empty)
    ante_by = _choice(table, "ante_by", ("all", "big-blind"), "all")
    document = Document(
        seats=seats,
        question=_question(table, players),
        rules=parse_rules(table.get("rules", "tda")),
        blinds=_blinds(table),
        ante=_amount(table, "ante", 0),
        ante_by=ante_by,
        straddles=_straddles(table),
        straddle_by=_seat_name(table["straddle_by"], players, "straddle_by") if "straddle_by" in table else None,
        chip=_amount(table, "chip", 1, least=1),
        button=_seat_name(table.get("button", names[-1]), names, "button"),
        street=_choice(table, "street", STREETS, "preflop"),
        pot=_amount(table, "pot", 0),
        board=_board(table),
        actions=parse_actions(table.get("actions", ""), players),
        put_in=_put_in(table, players),
        folded=_names(table, "folded", players),
        order=_order(table, players),
        words=_words(table),
    )
    _check_whole(document)
    return document


def to_table(document: Document) -> dict[str, Any]:
    """Return the document as plain values with the defaults left out: what `parse` reads back to the same document."""
    table: dict[str, Any] = {"rules": _rules_value(document)}
    if document.blinds is not None:
        table["blinds"] = list(document.blinds)
    for key, default in (("ante", 0), ("ante_by", "all"), ("straddle_by", None), ("chip", 1), ("pot", 0)):
        if getattr(document, key) != default:
            table[key] = getattr(document, key)
    if document.straddles:
        table["straddle"] = document.straddles[0] if len(document.straddles) == 1 else list(document.straddles)
    table["seats"] = [_seat_table(seat) for seat in document.seats]
    table["button"] = document.button
    table["street"] = document.street
    if document.board:
        table["board"] = " ".join(cards_text(document.board))
    if document.actions:
        table["actions"] = print_actions(document.actions)
    if document.put_in is not None:
        table["put_in"] = dict(document.put_in)
    if document.folded:
        table["folded"] = list(document.folded)
    if document.order is not None:
        table["order"] = [list(group) for group in document.order]
    player = {} if document.question.player is None else {"player": document.question.player}
    table["question"] = {"kind": document.question.kind, **player, **document.question.extra}
    return table | dict(document.words)


def _rules_value(document: Document) -> Any:
    rules = document.rules
    return {"base": rules.id, **dict(rules.changes)} if rules.changes else rules.id


def _seat_table(seat: Seat) -> dict[str, Any]:
    table: dict[str, Any] = {"name": seat.name}
    if seat.stack is not None:
        table["stack"] = seat.stack
    if seat.cards:
        table["cards"] = " ".join("??" if card is None else cards_text([card])[0] for card in seat.cards)
    if seat.empty:
        table["empty"] = True
    return table


def _toml_line(message: str, text: str) -> int:
    """Return the line that a TOML error names, or the last one when it names the end of the document."""
    _, found, rest = message.partition("(at line ")
    return int(rest.split(",")[0]) if found else text.count("\n") + 1


def _check_bounds(value: Any, where: str, depth: int = 1) -> None:
    """Refuse what no key may hold: nesting without end, a number too long to print, a text that can't be stored."""
    if depth > MOST_DEPTH:
        raise DocumentError(where, "a document is not nested this deep")
    if isinstance(value, int) and abs(value) > MOST_AMOUNT:
        raise DocumentError(where, "an amount is at most 10^12 chips")
    if isinstance(value, str) and _NEVER_KEPT.search(value):
        raise DocumentError(where, "a text has no null and no half characters in it")
    if isinstance(value, Mapping):
        for key, item in value.items():
            _check_bounds(item, f"{where}.{key}", depth + 1)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            _check_bounds(item, f"{where}[{place}]", depth + 1)


def _check_built(table: Mapping[str, Any]) -> None:
    for key, built in (("game", "holdem"), ("limit", "no-limit")):
        value = table.get(key, built)
        if value != built:
            raise DocumentError(key, f"{value!r} is not played here: {key} is {built!r}")


def _whole(value: Any, where: str, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise DocumentError(where, f"{value!r} is no whole number of chips")
    if not least <= value <= MOST_AMOUNT:
        raise DocumentError(where, f"an amount here is {least} to 10^12 chips, not {value}")
    return value


def _amount(table: Mapping[str, Any], key: str, default: int, least: int = 0) -> int:
    return _whole(table.get(key, default), key, least)


def _choice(table: Mapping[str, Any], key: str, choices: tuple[str, ...], default: str) -> str:
    value = table.get(key, default)
    if value not in choices:
        raise DocumentError(key, f"{key} is one of {', '.join(choices)}, not {value!r}")
    return str(value)


def _seat_name(value: Any, names: tuple[str, ...], where: str) -> str:
    if not isinstance(value, str) or value not in names:
        raise DocumentError(where, f"no player sits at {value!r}")
    return value


def _names(table: Mapping[str, Any], key: str, players: tuple[str, ...]) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise DocumentError(key, f"{key} is a list of seats")
    found = tuple(_seat_name(name, players, f"{key}[{place}]") for place, name in enumerate(value))
    if len(set(found)) != len(found):
        raise DocumentError(key, f"a seat stands twice in {key}")
    return found


def _seats(table: Mapping[str, Any]) -> tuple[Seat, ...]:
    rows = table.get("seats")
    if not isinstance(rows, list) or not 2 <= len(rows) <= MOST_SEATS:
        raise DocumentError("seats", f"a document has 2 to {MOST_SEATS} seats")
    seats = tuple(_seat(row, f"seats[{place}]") for place, row in enumerate(rows))
    for place, seat in enumerate(seats):
        if seat.name in (other.name for other in seats[:place]):
            raise DocumentError(f"seats[{place}].name", f"two seats have the name {seat.name!r}")
    if sum(not seat.empty for seat in seats) < 2:
        raise DocumentError("seats", "a hand has at least two players")
    return seats


def _seat(row: Any, where: str) -> Seat:
    if not isinstance(row, Mapping):
        raise DocumentError(where, 'a seat is a table such as {name = "A", stack = 1000}')
    for key in row:
        if key not in ("name", "stack", "cards", "empty"):
            raise DocumentError(f"{where}.{key}", f"there is no key {key!r} in a seat")
    name = row.get("name")
    if not isinstance(name, str) or not name.strip() or name != name.strip() or len(name) > 40:
        raise DocumentError(f"{where}.name", "a seat's name has 1 to 40 characters, with no space at its ends")
    if _NAME_BREAKERS & set(name) or name.startswith("--") or not name.isprintable():
        raise DocumentError(f"{where}.name", "a seat's name has no commas, quotes, brackets or line ends in it")
    empty = row.get("empty", False)
    if not isinstance(empty, bool):
        raise DocumentError(f"{where}.empty", "empty is true or false")
    if empty and ("stack" in row or "cards" in row):
        raise DocumentError(where, "an empty seat has no stack and no cards")
    stack = None if row.get("stack") is None else _whole(row["stack"], f"{where}.stack")
    cards = _hole_cards(row.get("cards"), f"{where}.cards")
    return Seat(name, stack, cards, empty)


def _card_texts(value: Any, where: str) -> list[str]:
    texts = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise DocumentError(where, 'cards are written "As Kd" or as a list')
    return texts


def _card(text: str, where: str) -> Card:
    try:
        return parse_card(text)
    except ValueError as error:
        raise DocumentError(where, str(error)) from error


def _hole_cards(value: Any, where: str) -> tuple[Card | None, ...]:
    if value is None:
        return ()
    texts = _card_texts(value, where)
    if len(texts) not in (0, 2):
        raise DocumentError(where, f"a hold'em hand has two cards, not {len(texts)}")
    return tuple(None if text == "??" else _card(text, where) for text in texts)


def _board(table: Mapping[str, Any]) -> tuple[Card, ...]:
    texts = _card_texts(table.get("board", []), "board")
    street = table.get("street", "preflop")
    if texts and len(texts) != BOARD_CARDS.get(street, 0):
        raise DocumentError("board", f"{street} has {BOARD_CARDS.get(street, 0)} cards on the board, not {len(texts)}")
    return tuple(_card(text, "board") for text in texts)


def _blinds(table: Mapping[str, Any]) -> tuple[int, int] | None:
    value = table.get("blinds")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise DocumentError("blinds", "blinds are [small, big]")
    small, big = _whole(value[0], "blinds[0]"), _whole(value[1], "blinds[1]", least=1)
    if small > big:
        raise DocumentError("blinds", f"the small blind of {small} is more than the big blind of {big}")
    return small, big


def _straddles(table: Mapping[str, Any]) -> tuple[int, ...]:
    value = table.get("straddle", [])
    amounts = value if isinstance(value, list) else [value]
    straddles = tuple(_whole(amount, "straddle", least=1) for amount in amounts)
    blinds = table.get("blinds")
    if straddles and not blinds:
        raise DocumentError("straddle", "a straddle needs blinds to be over")
    levels = (blinds[1], *straddles) if straddles and isinstance(blinds, list) and len(blinds) == 2 else ()
    if any(not isinstance(low, int) or high <= low for low, high in pairwise(levels)):
        raise DocumentError("straddle", "each straddle is more than the blind or straddle before it")
    return straddles


def _put_in(table: Mapping[str, Any], players: tuple[str, ...]) -> Mapping[str, int] | None:
    value = table.get("put_in")
    if value is None:
        return None
    if not isinstance(value, Mapping) or not value:
        raise DocumentError("put_in", "put_in is a table such as {A = 50, B = 250}")
    for name, chips in value.items():
        _seat_name(name, players, f"put_in.{name}")
        _whole(chips, f"put_in.{name}")
    return MappingProxyType(dict(value))


def _order(table: Mapping[str, Any], players: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    value = table.get("order")
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(group, list) and group for group in value):
        raise DocumentError("order", 'order is a list of lists, best hand first: [["F"], ["D", "E"]]')
    order = tuple(
        tuple(_seat_name(name, players, f"order[{place}]") for name in group) for place, group in enumerate(value)
    )
    everyone = [name for group in order for name in group]
    if len(set(everyone)) != len(everyone):
        raise DocumentError("order", "a seat stands twice in the order")
    return order


def _question(table: Mapping[str, Any], players: tuple[str, ...]) -> Question:
    value = table.get("question")
    if not isinstance(value, Mapping):
        raise DocumentError("question", 'a document asks a question such as {kind = "min_raise"}')
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in QUESTION_KEYS:
        raise DocumentError("question.kind", f"{kind!r} can't be asked: choose one of {', '.join(QUESTION_KEYS)}")
    extra = {key: item for key, item in value.items() if key not in ("kind", "player")}
    for key in extra:
        if key not in QUESTION_KEYS[kind]:
            raise DocumentError(f"question.{key}", f"a {kind} question has no key {key!r}")
    if extra.get("control", "raise-to") not in ("raise-to", "raise-by"):
        raise DocumentError("question.control", "control is raise-to or raise-by")
    player = value.get("player")
    if player is not None:
        _seat_name(player, players, "question.player")
    return Question(kind, player, MappingProxyType(extra))


def _words(table: Mapping[str, Any]) -> Mapping[str, Any]:
    words = {key: table[key] for key in (*WORDS, "tags", "level") if key in table}
    for key in WORDS:
        value = words.get(key, "")
        texts = value if isinstance(value, Mapping) else {"en": value}
        if not all(language in LANGUAGES and isinstance(text, str) for language, text in texts.items()):
            raise DocumentError(key, f"{key} is a text, or a table of texts by {', '.join(LANGUAGES)}")
    tags = words.get("tags", [])
    if not isinstance(tags, list | str) or not all(isinstance(tag, str) for tag in tags):
        raise DocumentError("tags", "tags are a list of words")
    if "level" in words and (type(words["level"]) is not int or words["level"] not in range(1, 6)):
        raise DocumentError("level", "level is 1 to 5")
    return MappingProxyType(words)


def _check_whole(document: Document) -> None:
    """Refuse what no single key shows: a card twice, amounts in two places, an action list beside put_in."""
    seen: set[Card] = set()
    dealt: list[tuple[str, tuple[Card | None, ...]]] = [("board", document.board)]
    dealt += [(f"seats[{place}].cards", seat.cards) for place, seat in enumerate(document.seats)]
    dealt += [(f"actions[{place}]", getattr(item, "cards", ())) for place, item in enumerate(document.actions)]
    for where, cards in dealt:
        for card in cards:
            if card in seen:
                raise DocumentError(where, f"the card {cards_text([card])[0]} is already on the table")
            if card is not None:
                seen.add(card)
    if document.put_in is not None and document.actions:
        raise DocumentError("put_in", "what was put in is told by put_in or by actions, not by both")
    if document.folded and document.put_in is None:
        raise DocumentError("folded", "folded goes with put_in; with actions, a fold is an action")
    if document.ante and document.ante_by == "big-blind" and document.blinds is None:
        raise DocumentError("ante_by", "a big-blind ante needs blinds")
    if document.straddle_by is not None and len(document.straddles) != 1:
        raise DocumentError("straddle_by", "straddle_by goes with one straddle")
