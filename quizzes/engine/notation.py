"""The scenario document: read from TOML or JSON, checked, and printed back."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from quizzes.engine.action_text import parse_actions, print_actions
from quizzes.engine.cards import Card, card_text, cards_text
from quizzes.engine.document import Document, Pushed
from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import (
    amount,
    card,
    card_texts,
    check_bounds,
    choice,
    seat_name,
    seat_names,
    whole,
    words,
)
from quizzes.engine.games import GAMES, LIMITS, Game
from quizzes.engine.questions import read_pushed, read_question
from quizzes.engine.rulesets import parse_rules
from quizzes.engine.seating import read_seats, seat_table
from quizzes.engine.unread import json_fault, load_json, toml_fault

MOST_BYTES = 64 * 1024
MOST_DOTS = 500

WORDS = ("title", "prompt", "note", "source")

_KEYS = frozenset((
    "game", "limit", "rules", "blinds", "bets", "ante", "ante_by", "straddle", "straddle_by", "bring_in", "chip",
    "unit", "seats", "button", "street", "pot", "board", "actions", "put_in", "folded", "order", "order_low", "pushed",
    "question", "title", "prompt", "note", "source", "tags", "level",
))  # fmt: skip


def loads(text: str) -> Document:
    """Read a document from TOML or JSON text. Raises DocumentError at the place that is wrong."""
    return parse(load_table(text))


def decode(raw: bytes) -> str:
    """Return a document's bytes as text. Raises DocumentError where there are too many or they are no UTF-8."""
    if len(raw) > MOST_BYTES:
        raise DocumentError("line 1", "a document has at most %(kilobytes)s KB", kilobytes=MOST_BYTES // 1024)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DocumentError(f"line {line}", "this is no text in UTF-8") from error


def load_table(text: str) -> dict[str, Any]:
    """Return the table that TOML or JSON text holds. Raises DocumentError with the line where it is no such text."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise DocumentError("line 1", "a document has at most %(kilobytes)s KB", kilobytes=MOST_BYTES // 1024)
    as_json = text.lstrip().startswith("{")
    if not as_json and (line := _line_of_dots(text)):
        raise DocumentError(f"line {line}", "this is no document: a line has too many dots")
    try:
        table = load_json(text) if as_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(f"line {error.lineno}", "this is no JSON: %(fault)s", fault=json_fault(error)) from error
    except tomllib.TOMLDecodeError as error:
        line, fault = toml_fault(error, text)
        raise DocumentError(f"line {line}", "this is no TOML: %(fault)s", fault=fault) from error
    except (RecursionError, ValueError) as error:
        raise DocumentError("line 1", "this is no document: it is nested too deep or has a number too long") from error
    if not isinstance(table, dict):
        raise DocumentError("line 1", "a document is a table of keys")
    return table


def _line_of_dots(text: str) -> int:
    """Return the first line that has so many dots that a dotted key in it would take tomllib seconds; 0 for none."""
    return next((number for number, line in enumerate(text.split("\n"), 1) if line.count(".") > MOST_DOTS), 0)


def parse(table: Mapping[str, Any]) -> Document:
    """Check a table of plain values and return its document. Raises DocumentError at the place that is wrong."""
    for key, value in table.items():
        check_bounds(value, str(key))
        if key not in _KEYS:
            raise DocumentError(str(key) or repr(key), "there is no key %(key)s in a document", key=repr(key))
    game = GAMES[choice(table, "game", tuple(GAMES), "holdem")]
    seats = read_seats(table.get("seats"), game, fewest=1 if _asks_about_one_hand(table) else 2)
    names = tuple(seat.name for seat in seats)
    players = tuple(seat.name for seat in seats if not seat.empty)
    street = game.first if table.get("street") == "preflop" else choice(table, "street", game.streets, game.first)
    blinds = _blinds(table)
    document = Document(
        seats=seats,
        question=read_question(table.get("question"), game, players),
        game=game,
        limit=choice(table, "limit", LIMITS, "no-limit"),
        rules=parse_rules(table.get("rules", "tda")),
        blinds=None if game.family == "stud" else blinds,  # a bring-in stands in their place
        ante=amount(table, "ante", 0),
        ante_by=choice(table, "ante_by", ("all", "big-blind"), "all"),
        straddles=_straddles(table),
        straddle_by=seat_name(table["straddle_by"], players, "straddle_by") if "straddle_by" in table else None,
        bets=_bets(table),
        bring_in=amount(table, "bring_in", 0),
        chip=amount(table, "chip", 1, least=1),
        unit=amount(table, "unit", 1, least=1) if "unit" in table else None,
        button=seat_name(table.get("button", names[-1]), names, "button"),
        street=street,
        pot=amount(table, "pot", 0),
        board=_board(table, game, street),
        actions=parse_actions(table.get("actions", ""), players, game),
        put_in=_put_in(table, players),
        folded=seat_names(table.get("folded", []), players, "folded"),
        order=_order(table, "order", players),
        order_low=_order(table, "order_low", players),
        pushed=read_pushed(table.get("pushed"), players),
        words=_words(table),
    )
    _checkwhole(document)
    return document


_PLAIN = (
    ("limit", "no-limit"),
    ("ante", 0),
    ("ante_by", "all"),
    ("straddle_by", None),
    ("bring_in", 0),
    ("chip", 1),
    ("unit", None),
    ("pot", 0),
)


def _asks_about_one_hand(table: Mapping[str, Any]) -> bool:
    """What a hand is worth can be asked of a player who sits alone."""
    question = table.get("question")
    return isinstance(question, Mapping) and question.get("kind") in ("read_hand", "nuts")


def to_table(document: Document) -> dict[str, Any]:
    """Return the document as plain values with the defaults left out: what `parse` reads back to the same document."""
    table: dict[str, Any] = {"rules": _rules_value(document)}
    if document.game.id != "holdem":
        table["game"] = document.game.id
    for key in ("blinds", "bets"):
        if getattr(document, key) is not None:
            table[key] = list(getattr(document, key))
    for key, default in _PLAIN:
        if getattr(document, key) != default:
            table[key] = getattr(document, key)
    if document.straddles:
        table["straddle"] = document.straddles[0] if len(document.straddles) == 1 else list(document.straddles)
    table["seats"] = [seat_table(seat, document.game) for seat in document.seats]
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
    for key in ("order", "order_low"):
        if getattr(document, key) is not None:
            table[key] = [list(group) for group in getattr(document, key)]
    if document.pushed is not None:
        table["pushed"] = _pushed_table(document.pushed)
    player = {} if document.question.player is None else {"player": document.question.player}
    table["question"] = {"kind": document.question.kind, **player, **document.question.extra}
    return table | dict(document.words)


def _rules_value(document: Document) -> Any:
    rules = document.rules
    return {"base": rules.shipped, **dict(rules.changes)} if rules.changes else rules.shipped


def _pushed_table(pushed: Pushed) -> dict[str, Any]:
    table: dict[str, Any] = {"player": pushed.player, "said": pushed.said, "pulled": pushed.pulled}
    if len(pushed.motions) > 1:
        table["motions"] = [list(chips) for chips in pushed.motions]
    else:
        table["chips"] = [chip for chips in pushed.motions for chip in chips]
    if pushed.before is not None:
        table["before"] = list(pushed.before)
    return table


def _board(table: Mapping[str, Any], game: Game, street: str) -> tuple[Card, ...]:
    texts = card_texts(table.get("board", []), "board")
    wanted = game.board_cards(street)
    if game.family == "stud" and street == game.streets[-1] and len(texts) == 1:
        wanted = 1  # a stub too short for everybody's last card puts one in the middle for all
    if texts and len(texts) != wanted:
        raise DocumentError(
            "board",
            "%(street)s has %(wanted)s cards on the board, not %(found)s",
            street=street,
            wanted=wanted,
            found=len(texts),
        )
    return tuple(card(text, game.deck, "board") for text in texts)


def _bets(table: Mapping[str, Any]) -> tuple[int, int] | None:
    value = table.get("bets")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise DocumentError("bets", "bets are [small bet, big bet]")
    small, big = whole(value[0], "bets[0]", least=1), whole(value[1], "bets[1]", least=1)
    if small > big:
        raise DocumentError(
            "bets", "the small bet of %(small)s is more than the big bet of %(big)s", small=small, big=big
        )
    return small, big


def _blinds(table: Mapping[str, Any]) -> tuple[int, int] | None:
    value = table.get("blinds")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise DocumentError("blinds", "blinds are [small, big]")
    small, big = whole(value[0], "blinds[0]"), whole(value[1], "blinds[1]", least=1)
    if small > big:
        raise DocumentError(
            "blinds", "the small blind of %(small)s is more than the big blind of %(big)s", small=small, big=big
        )
    return small, big


def _straddles(table: Mapping[str, Any]) -> tuple[int, ...]:
    value = table.get("straddle", [])
    amounts = value if isinstance(value, list) else [value]
    straddles = tuple(whole(amount, "straddle", least=1) for amount in amounts)
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
        seat_name(name, players, f"put_in.{name}")
        whole(chips, f"put_in.{name}")
    return MappingProxyType(dict(value))


def _order(table: Mapping[str, Any], key: str, players: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(group, list) and group for group in value):
        raise DocumentError(key, '%(key)s is a list of lists, best hand first: [["F"], ["D", "E"]]', key=key)
    order = tuple(
        tuple(seat_name(name, players, f"{key}[{place}]") for name in group) for place, group in enumerate(value)
    )
    everyone = [name for group in order for name in group]
    if len(set(everyone)) != len(everyone):
        raise DocumentError(key, "a seat stands twice in %(key)s", key=key)
    return order


def _words(table: Mapping[str, Any]) -> Mapping[str, Any]:
    found = {key: table[key] for key in (*WORDS, "tags", "level") if key in table}
    for key in WORDS:
        if key in found:
            words(found[key], key)
    tags = found.get("tags", [])
    if not isinstance(tags, list):
        words(tags, "tags")
    elif not all(isinstance(tag, str) for tag in tags):
        raise DocumentError("tags", "tags are a list of words")
    if "level" in found and (type(found["level"]) is not int or found["level"] not in range(1, 6)):
        raise DocumentError("level", "level is 1 to 5")
    return MappingProxyType(found)


def _checkwhole(document: Document) -> None:
    """Refuse what no single key shows: a card twice, amounts in two places, an action list beside put_in."""
    seen: set[Card] = set()
    dealt: list[tuple[str, tuple[Card | None, ...]]] = [("board", document.board)]
    dealt += [(f"seats[{place}].cards", seat.cards) for place, seat in enumerate(document.seats)]
    dealt += [(f"actions[{place}]", getattr(item, "cards", ())) for place, item in enumerate(document.actions)]
    for where, cards in dealt:
        for dealt_card in cards:
            if dealt_card in seen:
                raise DocumentError(where, "the card %(card)s is already on the table", card=card_text(dealt_card))
            if dealt_card is not None:
                seen.add(dealt_card)
    _check_last_card(document)
    if document.order_low is not None and (document.order is None or not document.game.split):
        raise DocumentError("order_low", "order_low goes with order, in a game whose pots are split")
    if document.put_in is not None and document.actions:
        raise DocumentError("put_in", "what was put in is told by put_in or by actions, not by both")
    if document.folded and document.put_in is None:
        raise DocumentError("folded", "folded goes with put_in; with actions, a fold is an action")
    if document.ante and document.ante_by == "big-blind" and document.blinds is None:
        raise DocumentError("ante_by", "a big-blind ante needs blinds")
    if document.bring_in and document.game.family != "stud":
        raise DocumentError("bring_in", "only stud games have a bring-in")
    if document.bets and document.bring_in >= document.bets[0]:
        raise DocumentError("bring_in", "a bring-in is less than the small bet of %(small)s", small=document.bets[0])
    if document.straddle_by is not None and len(document.straddles) != 1:
        raise DocumentError("straddle_by", "straddle_by goes with one straddle")


def _check_last_card(document: Document) -> None:
    """Refuse a whole stud hand beside a card in the middle, which is everybody's last one."""
    shared = [*document.board, *(card for item in document.actions for card in getattr(item, "cards", ()))]
    wanted = document.game.hand[0] - len(shared)
    for place, seat in enumerate(document.seats):
        if document.game.family == "stud" and len(seat.cards) > wanted:
            raise DocumentError(
                f"seats[{place}].cards",
                "a hand of this game has %(wanted)s cards, not %(found)s",
                wanted=wanted,
                found=len(seat.cards),
            )
