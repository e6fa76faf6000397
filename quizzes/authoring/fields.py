"""A document's table as the fields of a form, and what is typed there put back into the table.

Keys are those of the table tools (`quizzes.tools.base`), with these besides: `q` the kind, `p` the player asked about,
`lv` the level, `si` and `bg` the bets of fixed-limit, `bi` the bring-in, `q.<key>` what else the question holds, and
`title.en` and so on, the words by language. A key of the document that has no field stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quizzes import house_rules
from quizzes.authoring import choice
from quizzes.engine.fields import LANGUAGES
from quizzes.engine.games import GAMES, LIMITS
from quizzes.engine.questions import QUESTION_KEYS, REASONS
from quizzes.kinds.base import LEVELS
from quizzes.tools.base import Problems, Table, Typed, chips_in, names, rows
from quizzes.wording.typed_actions import actions_in_notation

ROW = ("n", "s", "c")
WORDS = ("title", "prompt", "note")
FOUND = ("same-street", "next-card")
CONTROLS = ("raise-to", "raise-by")
KEPT = "as-written"
"""The choice of a house that leaves the rules as the text has them."""

_ORDER = (
    *("title", "rules", "game", "limit", "blinds", "bets", "ante", "ante_by", "straddle", "straddle_by", "bring_in"),
    *("chip", "unit", "seats", "button", "street", "pot", "board", "actions", "put_in", "folded", "order", "order_low"),
    *("pushed", "question", "prompt", "note", "source", "tags", "level"),
)
_WITH_FIELDS = frozenset(_ORDER) - {
    *("straddle_by", "unit", "put_in", "folded", "order", "order_low", "pushed", "source", "tags"),
}
_NAMING = ("straddle_by", "folded", "order", "order_low")
_TEXTS = (("t", "street"), ("b", "board"))
_AMOUNTS = (("an", "ante"), ("bi", "bring_in"), ("m", "pot"), ("k", "chip"))
_EXTRAS = ("street", "reason", "whose", "found", "control")
_PAIRS = (("sb", "bb", "blinds"), ("si", "bg", "bets"))


def typed_of(table: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands in the fields for a table. What is of another sort than a field holds is left to the text."""
    found = {
        "g": _plain(table.get("game", "holdem")),
        "l": _plain(table.get("limit", "no-limit")),
        "h": rules if isinstance(rules := table.get("rules", "tda"), str) else KEPT,
        "ab": _plain(table.get("ante_by", "all")),
        "st": " ".join(map(str, straddle)) if isinstance(straddle := table.get("straddle"), list) else _plain(straddle),
        "lv": _plain(table.get("level")),
    }
    found |= {field: _plain(table.get(key)) for field, key in (*_TEXTS, ("a", "actions"), *_AMOUNTS)}
    for small, big, key in _PAIRS:
        pair = table.get(key)
        found[small], found[big] = map(_plain, pair) if isinstance(pair, list) and len(pair) == 2 else ("", "")
    found |= _typed_seats(table) | _typed_question(table.get("question"))
    for key in WORDS:
        words = table.get(key)
        texts = words if isinstance(words, Mapping) else {"en": words}
        found |= {f"{key}.{language}": _plain(texts.get(language)) for language in LANGUAGES}
    return found


def _plain(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""


def _typed_seats(table: Mapping[str, Any]) -> dict[str, str]:
    seats = [seat for seat in _seats(table) if isinstance(seat, Mapping)]
    found: dict[str, str] = {}
    for row, seat in enumerate(seats, 1):
        found |= {f"n{row}": _plain(seat.get("name")), f"s{row}": _plain(seat.get("stack"))}
        found[f"c{row}"] = _plain(seat.get("cards"))
    places = [_plain(seat.get("name")) for seat in seats]
    button = _plain(table.get("button"))
    return {**found, "d": str(places.index(button) + 1) if button in places else ""}


def _seats(table: Mapping[str, Any]) -> Sequence[Any]:
    seats = table.get("seats")
    return seats if isinstance(seats, list) else []


def _typed_question(question: Any) -> dict[str, str]:
    question = question if isinstance(question, Mapping) else {}
    found = {"q": _plain(question.get("kind")), "p": _plain(question.get("player"))}
    found |= {f"q.{key}": _plain(question.get(key)) for key in _EXTRAS}
    gone = question.get("gone")
    found["q.gone"] = ", ".join(map(_plain, gone)) if isinstance(gone, list) else ""
    return found | choice.typed_of(question)


def renamed(table: Mapping[str, Any], typed: Typed) -> Typed:
    """Return what is typed with players' new names wherever the form names them: each row is still the same player."""
    new = new_names(table, typed)
    if not new:
        return typed
    actions = re.split(r"([,;\n]\s*)", typed.get("a", "").replace("\r\n", "\n"))
    by_length = sorted(new, key=len, reverse=True)
    for place, action in enumerate(actions):
        old = next((name for name in by_length if action.startswith(f"{name} ")), None)
        if old is not None:
            actions[place] = new[old] + action[len(old) :]
    seats = {key: new.get(typed[key], typed[key]) for key in ("p", "q.whose") if key in typed}
    gone = [new.get(name, name) for name in map(str.strip, typed.get("q.gone", "").split(","))]
    return {**typed, **seats, **({"q.gone": ", ".join(gone)} if "q.gone" in typed else {}), "a": "".join(actions)}


def new_names(table: Mapping[str, Any], typed: Typed) -> dict[str, str]:
    """Return the players' new names by the ones that a table has; none where a row came or went."""
    before, after = [_plain(seat.get("name")) for seat in _seats(table) if isinstance(seat, Mapping)], names(typed, ROW)
    same = len(before) == len(after)
    return {old: name for old, name in zip(before, after, strict=True) if old != name} if same else {}


def with_new_names(table: Mapping[str, Any], new: Mapping[str, str]) -> Table:
    """Return a table with players' new names where the form has no field for them: in `put_in`, an order and so on."""
    found = {key: _named(value, new) if key in _NAMING else value for key, value in table.items()}
    seats = [{**seat, "name": _named(seat.get("name"), new)} for seat in _seats(table) if isinstance(seat, Mapping)]
    found["seats"] = seats
    if isinstance(put_in := table.get("put_in"), Mapping):
        found["put_in"] = {new.get(name, name): chips for name, chips in put_in.items()}
    if isinstance(pushed := table.get("pushed"), Mapping) and "player" in pushed:
        found["pushed"] = {**pushed, "player": _named(pushed["player"], new)}
    return found


def _named(value: Any, new: Mapping[str, str]) -> Any:
    """Return a player's name, or a list of such or of further lists, with the new names in it."""
    if isinstance(value, list):
        return [_named(item, new) for item in value]
    return new.get(value, value) if isinstance(value, str) else value


def applied(table: Mapping[str, Any], typed: Typed, problems: Problems, author: int) -> Table:
    """Return a table with what an author typed in it; notes at its field what is no number of chips."""
    found = {key: value for key, value in table.items() if key not in _WITH_FIELDS}
    game = typed.get("g", "holdem")
    _put(found, "game", game, usual="holdem")
    _put(found, "limit", typed.get("l", ""), usual=LIMITS[0])
    _put(found, "ante_by", typed.get("ab", ""), usual="all")
    found["rules"] = _rules(table, typed.get("h", ""), author)
    for field, key in _TEXTS:
        _put(found, key, typed.get(field, "").strip())
    players = names(typed, ROW)
    _put(found, "actions", actions_in_notation(typed.get("a", "").replace("\r\n", "\n").strip(), players))
    if game in GAMES and found.get("street") not in ("preflop", *GAMES[game].streets):
        found.pop("street", None)
    for field, key in _AMOUNTS:
        _put(found, key, chips_in(typed, field, problems))
    for small, big, key in _PAIRS:
        pair = [chips_in(typed, small, problems), chips_in(typed, big, problems)]
        _put(found, key, None if pair == [None, None] else [amount or 0 for amount in pair])
    straddles = [chips_in({"st": text}, "st", problems) for text in typed.get("st", "").split()]
    _put(found, "straddle", straddles[0] if len(straddles) == 1 else straddles or None)
    _put(found, "level", next((level for level in LEVELS if str(level) == typed.get("lv")), None))
    found["seats"] = [_seat(table, typed, row, players[row - 1], problems) for row in range(1, rows(typed, ROW) + 1)]
    if typed.get("d", "") in map(str, range(1, len(players) + 1)):
        found["button"] = players[int(typed["d"]) - 1]
    found["question"] = _question(table.get("question"), typed, players, found)
    for key in WORDS:
        _put(found, key, _words(table.get(key), typed, key))
    return dict(sorted(found.items(), key=lambda item: _ORDER.index(item[0]) if item[0] in _ORDER else len(_ORDER)))


def _put(table: Table, key: str, value: Any, usual: Any = None) -> None:
    if value not in (None, "", usual):
        table[key] = value


def _rules(table: Mapping[str, Any], house: str, author: int) -> Any:
    usable = house_rules.may_use(house, author)
    return house_rules.value_for_document(house) if usable else table.get("rules", "tda")


def _seat(table: Mapping[str, Any], typed: Typed, row: int, name: str, problems: Problems) -> Table:
    """Return a seat with what is typed in its row; that nobody sits there stays with the seat's name."""
    seat: Table = {"name": name}
    _put(seat, "stack", chips_in(typed, f"s{row}", problems))
    _put(seat, "cards", typed.get(f"c{row}", "").strip())
    before = [other for other in _seats(table) if isinstance(other, Mapping) and other.get("name") == name]
    return {**seat, "empty": True} if len(seat) == 1 and any(other.get("empty") for other in before) else seat


def _question(question: Any, typed: Typed, players: Sequence[str], table: Mapping[str, Any]) -> Table:
    """Return the question that is typed, with something in each key that its kind can't do without."""
    before = question if isinstance(question, Mapping) else {}
    kind = typed.get("q", "")
    same = before.get("kind") == kind
    found: Table = {"kind": kind}
    _put(found, "player", typed.get("p", "") if typed.get("p", "") in players else "")
    game = GAMES.get(table.get("game", "holdem"), GAMES["holdem"])
    usual = {"street": game.streets[-1], "reason": REASONS[0], "whose": (*players, "")[0], "found": FOUND[0]}
    for key in QUESTION_KEYS.get(kind, ()):
        text = typed.get(f"q.{key}", "").strip()
        if key == "gone":
            _put(found, key, [name for name in map(str.strip, text.split(",")) if name] or None)
        elif key in _EXTRAS:
            _put(found, key, text or usual.get(key))
    if kind == "choice":
        found |= choice.applied(before if same else {}, typed)
    return found


def _words(words: Any, typed: Typed, key: str) -> Any:
    """Return words by language; a text that is in no table stays one while it is in English alone."""
    texts = {language: typed.get(f"{key}.{language}", "").replace("\r\n", "\n").strip() for language in LANGUAGES}
    written = {language: text for language, text in texts.items() if text}
    return written["en"] if isinstance(words, str) and set(written) == {"en"} else written or None


def beside(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys of a table for which the form has no field: they are changed in the text."""
    return tuple(key for key in table if key not in _WITH_FIELDS)
