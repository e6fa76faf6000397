"""The fields of a hand's betting, which several tools share: blinds, players, and what happened, typed or tapped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from quizzes.engine.betting import options
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, LIMITS
from quizzes.engine.hand import Hand, play
from quizzes.engine.notation import parse, to_table
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.tools.base import NoForm, Problems, Table, Typed, button_of, chips_in, names, of, rows
from quizzes.tools.fields import Fields
from quizzes.wording.games import LIMIT_NAMES, game_name, street_name
from quizzes.wording.numbers import chips
from quizzes.wording.typed_actions import actions_in_notation, split

KEYS = ("g", "l", "h", "t", "sb", "bb", "an", "ab", "st", "m", "k", "d", "a", "v")
ROW = ("n", "s")
PLAYED = tuple(id for id, game in GAMES.items() if game.family != "stud")
ANTE_BY = ("all", "big-blind")

_BETWEEN = re.compile(r"[,，]\s+|[;；、]|[,，](?!\d{3}(?!\d))")

_SHOWN = frozenset({
    "game", "limit", "rules", "street", "blinds", "ante", "ante_by", "straddle", "pot", "chip", "button", "actions",
    "seats", "question", "title", "prompt", "note", "source", "tags", "level",
})  # fmt: skip


def table(typed: Typed, problems: Problems, question: Table) -> Table:
    """Build a document of betting that asks this question."""
    players, game = names(typed, ROW), GAMES[of(typed, "g", PLAYED)]
    small, big = chips_in(typed, "sb", problems, 0), chips_in(typed, "bb", problems)
    straddles = _straddles(typed, problems)
    stacks = [chips_in(typed, f"s{row}", problems) for row in range(1, len(players) + 1)]
    return {
        "game": game.id,
        "limit": of(typed, "l", LIMITS),
        "rules": of(typed, "h", RULESET_IDS),
        "street": of(typed, "t", game.streets),
        "ante": chips_in(typed, "an", problems, 0),
        "ante_by": of(typed, "ab", ANTE_BY),
        "pot": chips_in(typed, "m", problems, 0),
        "chip": chips_in(typed, "k", problems, 1),
        "seats": [
            {"name": name, **({} if stack is None else {"stack": stack})}
            for name, stack in zip(players, stacks, strict=True)
        ],
        "actions": actions_in_notation(typed.get("a", ""), players),
        "question": question,
        **({} if big is None else {"blinds": [small, big]}),
        **({"straddle": straddles} if straddles else {}),
        **button_of(typed, players),
    }


def _straddles(typed: Typed, problems: Problems) -> list[int]:
    """Return the straddles in their order, "4, 8" for two; the comma in 1,500 parts nothing."""
    amounts = [part for part in _BETWEEN.split(typed.get("st", "").strip()) if part]
    return [chips_in({"st": amount}, "st", problems) or 0 for amount in amounts]


def typed(document: Document) -> dict[str, str]:
    """Return the fields that make a document of betting. Raises NoForm where it holds more than they can."""
    if document.game.id not in PLAYED:
        raise NoForm
    table, rules = to_table(document), document.rules
    big_blind = document.blinds[1] if document.blinds else 0
    usual_bets = document.bets in (None, (big_blind, 2 * big_blind))
    plain = not any(seat.empty or seat.cards for seat in document.seats)
    turn, asked = play(document).round.turn, document.question.player
    others_turn = asked is not None and (turn is None or document.seats[turn].name != asked)
    if not (table.keys() - {"bets"} <= _SHOWN and usual_bets and plain) or rules.changes or others_turn:
        raise NoForm
    small, big = document.blinds or ("", "")
    found = {
        "g": document.game.id,
        "l": document.limit,
        "h": rules.shipped,
        "t": document.street,
        "sb": str(small),
        "bb": str(big),
        "an": str(document.ante or ""),
        "ab": document.ante_by,
        "st": ", ".join(map(str, document.straddles)),
        "m": str(document.pot or ""),
        "k": str(document.chip),
        "d": str(document.index(document.button) + 1),
        "a": table.get("actions", ""),
    }
    for row, seat in enumerate(document.seats, 1):
        found |= {f"n{row}": seat.name, f"s{row}": "" if seat.stack is None else str(seat.stack)}
    return found


def change(typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after a tap: an action or a street more, a raise to the total in `v`, or one action less."""
    said = split(typed.get("a", ""))
    if command == "back":
        return {**typed, "a": ", ".join(said[:-1])}
    if command != "tap":
        return typed
    if value == "v":
        noted: Problems = {}
        hand, to = standing(typed), chips_in(typed, "v", noted)
        if hand is None or hand.round.turn is None or to is None or noted:
            return typed
        value = f"{hand.name(hand.round.turn)} {_sized(hand, to)}"
    return {**typed, "a": ", ".join([*said, value]), "v": ""}


def standing(typed: Typed) -> Hand | None:
    """Return the hand as it stands after what is typed; None while something is wrong with it."""
    problems: Problems = {}
    made = table(typed, problems, {"kind": "legal_actions"})
    if problems:
        return None
    try:
        return play(parse(made))
    except DocumentError:
        return None


def form(typed: Typed, problems: Problems) -> Mapping[str, Any]:
    """Return the fields of the betting, and what can be tapped."""
    fields, hand = Fields(typed, problems), standing(typed)
    game = GAMES[of(typed, "g", PLAYED)]
    players = [(str(row), name) for row, name in enumerate(names(typed, ROW), 1)]
    by = (("all", _("each player")), ("big-blind", _("the big blind for all")))
    return {
        "rows": [
            (row, name, [fields.text(f"n{row}", _("Player")), fields.number(f"s{row}", _("Starting stack"))])
            for row, name in players
        ],
        "columns": [_("Player"), _("Starting stack")],
        "may_remove": rows(typed, ROW) > 2,
        "blinds": [
            fields.number("sb", _("Small blind")),
            fields.number("bb", _("Big blind")),
            fields.number("m", _("Pot before this street")),
        ],
        "game": fields.pick("g", _("Game"), ((id, game_name(id)) for id in PLAYED)),
        "limit": fields.pick("l", _("Limit"), LIMIT_NAMES.items()),
        "street": fields.pick("t", _("The betting begins"), ((street, street_name(street)) for street in game.streets)),
        "house": fields.house(),
        "extra": [
            fields.number("an", _("Ante")),
            fields.pick("ab", _("Posted by"), by),
            fields.text("st", _("Straddle"), "4, 8"),
            fields.number("k", _("Smallest chip")),
            fields.button(ROW),
        ],
        "actions": fields.text("a", _("What has happened")),
        "size": fields.number("v", _("Another size: total")),
        "turn": hand.name(hand.round.turn) if hand is not None and hand.round.turn is not None else "",
        "taps": [] if hand is None else _taps(hand),
    }


def _taps(hand: Hand) -> list[tuple[str, str]]:
    """Return what the player whose turn it is can do, as actions and as words; between streets the next one."""
    turn = hand.round.turn
    if turn is None:
        street = hand.document.game.next_street(hand.street)
        return [(f"-- {street}", street_name(street))] if street and sum(hand.live) > 1 else []
    offered, stack, name = options(hand.round, turn, hand.document.rules), hand.round.stacks[turn], hand.name(turn)
    found = [("folds", _("Fold"))]
    if offered.may_check:
        found.append(("checks", _("Check")))
    else:
        found.append(("calls", _("Call %(adds)s") % {"adds": chips(offered.call_adds or 0)}))
    sizes = [offered.raise_min_to, *([offered.raise_max_to] if hand.document.limit == "pot-limit" else [])]
    for to in dict.fromkeys(sizes):
        if to is not None:
            words = _("Raise to %(to)s") if hand.round.bet else _("Bet %(to)s")
            found.append((_sized(hand, to), words % {"to": chips(to)}))
    if stack is not None and hand.document.limit != "fixed-limit":
        found.append(("all-in", _("All-in, to %(to)s") % {"to": chips(stack + hand.round.totals[turn])}))
    return [(f"{name} {verb}", words) for verb, words in found]


def _sized(hand: Hand, to: int) -> str:
    return f"raises to {to}" if hand.round.bet else f"bets {to}"
