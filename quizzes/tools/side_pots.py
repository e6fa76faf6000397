"""Side pots: who put in what, into which pots it goes, and with winners who is paid what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.hand import play
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.showing.scenes import derivation_scene
from quizzes.tools import odd_chips
from quizzes.tools.base import (
    NoForm,
    Problems,
    Table,
    Tool,
    Typed,
    button_of,
    chips_in,
    names,
    of,
    rows,
    wanted,
)
from quizzes.tools.fields import Entry, Fields, Pick
from quizzes.tools.told import lines
from quizzes.tools.told import tell as told_of
from quizzes.wording.games import game_name
from quizzes.wording.numbers import chips, listed
from quizzes.wording.side_pots import pot_name

KEYS = ("w", "g", "h", "d", "m", "k", "b")
ROW = ("n", "p", "f", "r", "o", "c")
WAYS = ("", "hand", "cards")
STATES = ("", "all-in", "folded")

EXAMPLE = {
    "w": "hand",
    **{"n1": "A", "p1": "300", "f1": "all-in", "r1": "1"},
    **{"n2": "B", "p2": "500", "f2": "all-in", "r2": "2"},
    **{"n3": "C", "p3": "1000", "r3": "2"},
    **{"n4": "D", "p4": "1000", "r4": "3"},
    **{"n5": "E", "p5": "125", "f5": "folded"},
}


def table(typed: Typed, problems: Problems) -> Table:
    """Build a pot question: its chips as `put_in`, antes and other dead money as `pot`."""
    players = names(typed, ROW)
    way, game = of(typed, "w", WAYS), of(typed, "g", tuple(GAMES))
    states = [of(typed, f"f{row}", STATES) for row in range(1, len(players) + 1)]
    document: Table = {
        "game": game,
        "rules": of(typed, "h", RULESET_IDS),
        "pot": chips_in(typed, "m", problems, 0),
        "chip": chips_in(typed, "k", problems, 1),
        "put_in": {name: wanted(typed, f"p{row}", problems) for row, name in enumerate(players, 1)},
        "folded": [name for name, state in zip(players, states, strict=True) if state == "folded"],
        "seats": [
            {"name": name, **({"stack": 0} if state == "all-in" else {})}
            for name, state in zip(players, states, strict=True)
        ],
        "question": {"kind": "awards" if way else "side_pots"},
        **button_of(typed, players),
    }
    if way:
        _whole_chips(typed, document["chip"], len(players), problems)
    if way == "hand":
        document["order"] = _order(typed, "r", states, problems)
        if GAMES[game].split:
            document["order_low"] = _order(typed, "o", states, problems)
    if way == "cards":
        document["street"] = GAMES[game].streets[-1]
        document["board"] = typed.get("b", "")
        for row, (seat, state) in enumerate(zip(document["seats"], states, strict=True), 1):
            if state != "folded" and typed.get(f"c{row}", "").strip():
                seat["cards"] = typed[f"c{row}"]
    return document


def _whole_chips(typed: Typed, chip: int, players: int, problems: Problems) -> None:
    """Note each amount that can't be made of the smallest chip: it could not be paid out in chips either."""
    noted: Problems = {}
    for key in ("m", *(f"p{row}" for row in range(1, players + 1))):
        amount = chips_in(typed, key, noted, 0) or 0
        if chip and amount % chip:
            words = {"amount": chips(amount), "chip": chips(chip)}
            problems.setdefault(key, _("%(amount)s can't be made of chips of %(chip)s, the smallest chip.") % words)


def _order(typed: Typed, key: str, states: Sequence[str], problems: Problems) -> list[list[str]]:
    """Return the hands from the best down by the places that are typed; one without a place is not among them."""
    places: dict[int, list[str]] = {}
    for row, (name, state) in enumerate(zip(names(typed, ROW), states, strict=True), 1):
        place = None if state == "folded" else chips_in(typed, f"{key}{row}", problems)
        if place is not None:
            places.setdefault(place, []).append(name)
    return [places[place] for place in sorted(places)]


def typed(document: Document) -> Typed:
    """Return the fields that make a pot question; actions become what each player has put in by them."""
    hand = play(document)
    in_chips = not any(amount % document.chip for amount in (hand.dead, *hand.put_in))
    if document.question.kind == "awards" and not in_chips:
        raise NoForm
    if hand.mucked or document.rules.changes or any(seat.empty for seat in document.seats):
        raise NoForm
    ordered = document.order is not None
    found = {
        "w": "" if document.question.kind == "side_pots" else "hand" if ordered else "cards",
        "g": document.game.id,
        "h": document.rules.shipped,
        "d": str(document.index(document.button) + 1),
        "m": str(hand.dead or ""),
        "k": str(document.chip),
        "b": " ".join(cards_text(hand.board)),
    }
    for place, seat in enumerate(to_table(document)["seats"]):
        row, name = str(place + 1), seat["name"]
        all_in = hand.round.stacks[place] == 0
        found |= {f"n{row}": name, f"p{row}": str(hand.put_in[place]), f"c{row}": seat.get("cards", "")}
        found[f"f{row}"] = "folded" if not hand.live[place] else "all-in" if all_in else ""
        found[f"r{row}"] = _place(document.order, name)
        found[f"o{row}"] = _place(document.order_low, name)
    return found


def _place(order: tuple[tuple[str, ...], ...] | None, name: str) -> str:
    return next((str(place) for place, tied in enumerate(order or (), 1) if name in tied), "")


def form(typed: Typed, problems: Problems) -> Mapping[str, Any]:
    """Return the fields; those of the winners only where they are asked for."""
    fields, way = Fields(typed, problems), of(typed, "w", WAYS)
    ways = (("", _("pots only")), ("hand", _("winners by hand")), ("cards", _("winners by cards")))
    game = fields.pick("g", _("Game"), ((id, game_name(id)) for id in GAMES)) if way else None
    board = fields.text("b", _("Board"), "9c Kc 3h 5s 9h") if way == "cards" else None
    keys = _winner_keys(typed)
    return {
        "rows": [(str(row), name, _row(fields, typed, row, keys)) for row, name in enumerate(names(typed, ROW), 1)],
        "columns": [_("Player"), _("Chips in"), _("State"), *keys.values()],
        "wide": way == "cards",
        "way": fields.pick("w", _("Work out"), ways),
        "more": [field for field in (game, board) if field],
        "house": fields.house(),
        "extra": [
            fields.number("m", _("Antes and dead money"), _("in the middle, not counted above")),
            fields.number("k", _("Smallest chip"), _("the unit of an odd chip")),
            fields.button(ROW),
        ],
        "may_remove": rows(typed, ROW) > 2,
    }


def _winner_keys(typed: Typed) -> dict[str, str]:
    """Return the fields of a row by which winners are named, with their names."""
    way, split = of(typed, "w", WAYS), GAMES[of(typed, "g", tuple(GAMES))].split
    if way == "cards":
        return {"c": _("Cards")}
    return {"r": _("Place"), **({"o": _("Low")} if split else {})} if way else {}


def _row(fields: Fields, typed: Typed, row: int, winner_keys: Mapping[str, str]) -> list[Entry | Pick | None]:
    """Return a player's fields; whoever has folded wins nothing, and has no field for that."""
    states = (("", pgettext("player", "in")), ("all-in", pgettext("player", "all-in")))
    folded = of(typed, f"f{row}", STATES) == "folded"
    make = {"c": fields.text}
    return [
        fields.text(f"n{row}", _("Player")),
        fields.number(f"p{row}", _("Chips in")),
        fields.pick(f"f{row}", _("State"), (*states, ("folded", pgettext("player", "folded")))),
        *(None if folded else make.get(key, fields.number)(f"{key}{row}", name) for key, name in winner_keys.items()),
    ]


def tell(document: Document) -> Mapping[str, Any]:
    """Return the pots, who plays for each, who is paid, what goes back, and odd chips that cards decide."""
    solution = odd_chips.solve(document)
    told = told_of(document, solution, solve=odd_chips.solve)
    title, known = odd_chips.told(document, solution)
    picture = told.picture and derivation_scene(document, play(document), known.answer, known.told)
    told = replace(told, title=title, lines=lines(known, document.rules), picture=picture)
    answer, opened = known.answer, odd_chips.left_open(document)
    return {
        "told": told,
        "pots": [
            {
                "name": pot_name(number),
                "amount": chips(pot["amount"]),
                "eligible": listed(pot["eligible"]),
                "winners": [(name, chips(won)) for name, won in pot.get("winners", {}).items()],
                "open": [chips(each.amount) for each in opened if each.pot == number],
            }
            for number, pot in enumerate(answer["pots"], 1)
        ],
        "returned": [(name, chips(amount)) for name, amount in answer["returned"].items()],
        "won": [(name, chips(amount)) for name, amount in answer.get("won", {}).items()],
        "open": chips(sum(each.amount for each in opened)) if opened else "",
        "unfinished": listed(_still_to_call(document)),
    }


def _still_to_call(document: Document) -> list[str]:
    """Return who has less in than somebody else and is neither all-in nor folded: the betting is not finished."""
    hand = play(document)
    behind = (seat for seat, amount in enumerate(hand.put_in) if amount < max(hand.put_in))
    return [hand.name(seat) for seat in behind if hand.live[seat] and hand.round.stacks[seat] != 0]


TOOL = Tool(
    slug="side-pots",
    name=lazy("Side pots"),
    lead=lazy("Type what each player has in. The pots, who plays for each, what goes back and who is paid follow."),
    keys=KEYS,
    row_keys=ROW,
    example=EXAMPLE,
    table=table,
    typed=typed,
    form=form,
    tell=tell,
    practise="side_pots",
    toggles=("odd_chip", "odd_chip_stud", "odd_chip_low", "odd_chip_most", "bb_ante_order", "ante_order"),
)
