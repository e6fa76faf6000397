"""What is read on and beside the drawings, in the reader's language: amounts, cards, streets, states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.drawing.cards import UNKNOWN
from quizzes.drawing.coins import Row, draw_coins
from quizzes.drawing.pots import Contribution, PotWords, parts
from quizzes.drawing.scene import Act, Heap, Scene, SceneSeat
from quizzes.drawing.spoken import card_names
from quizzes.drawing.table import Words
from quizzes.wording.games import STREETS, street_name
from quizzes.wording.numbers import chips, comma, with_tenths

_ON_THE_TABLE = {
    "preflop": lazy("The table before the flop"),
    "flop": lazy("The table on the flop"),
    "turn": lazy("The table on the turn"),
    "river": lazy("The table on the river"),
}
_STATES = {
    "act": lazy("to act"),
    "all-in": lazy("all-in"),
    "folded": lazy("folded"),
    "empty": lazy("empty"),
    "early": lazy("out of turn"),
}


def short_chips(amount: int) -> str:
    """An amount for narrow places: 12,500 becomes 12.5k. Only where nothing is lost: 12,575 stays as it is."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if amount >= 10 * unit and amount % (unit // 10) == 0:
            return with_tenths(amount // (unit // 10)) + letter
    return chips(amount)


def table_words() -> Words:
    """The words and figures of a drawn table."""
    return Words(
        state=seat_state,
        street=lambda street: street_name(street) if street in STREETS else "",
        pot=lambda amount: _("Pot %(amount)s") % {"amount": amount},
        amount=chips,
        short=short_chips,
    )


def seat_state(state: str) -> str:
    """The word for a seat's state by its id; "" for none."""
    return str(_STATES.get(state, ""))


def caption(scene: Scene) -> str:
    """What the drawing shows, in one line: "The table: the flop, Aisyah to act"."""
    if scene.street in _ON_THE_TABLE:
        where = str(_ON_THE_TABLE[scene.street])
    elif scene.street in STREETS:
        where = _("The table: %(street)s") % {"street": street_name(scene.street)}
    else:
        where = _("The table")
    to_act = next((seat.name for seat in scene.seats if seat.state == "act"), None)
    return _("%(table)s, %(name)s to act") % {"table": where, "name": to_act} if to_act else where


def lines(scene: Scene) -> list[str]:
    """The scene in words, line by line: the same that the drawing shows, for those who don't see it."""
    told = [ngettext("%(count)d seat, clockwise.", "%(count)d seats, clockwise.", len(scene.seats))]
    told[0] %= {"count": len(scene.seats)}
    if scene.button is not None:
        told[0] += " " + _("The button is %(name)s.") % {"name": scene.seats[scene.button].name}
    told += [_seat_line(scene, index, seat) for index, seat in enumerate(scene.seats)]
    told += act_lines(scene)
    if scene.board:
        told.append(_("Board: %(cards)s") % {"cards": card_names(scene.board)})
    if scene.pot:
        told.append(_("Pot in the middle: %(amount)s") % {"amount": chips(scene.pot)})
    return told


def _seat_line(scene: Scene, index: int, seat: SceneSeat) -> str:
    if seat.state == "empty":
        return _("%(name)s: an empty seat") % {"name": seat.name}
    parts = [_("%(amount)s behind") % {"amount": chips(seat.stack)}] if seat.stack is not None else []
    if seat.bet:
        parts.append(_("%(amount)s in front") % {"amount": chips(seat.bet)})
    parts += _hand_words(seat)
    if seat.state:
        parts.append(seat_state(seat.state))
    parts += [
        _("step %(number)d: %(text)s") % {"number": note.number, "text": note.text}
        for note in scene.notes
        if note.seat == index
    ]
    if scene.ghost and scene.ghost[0] == index:
        parts.append(_("would have %(amount)s in front") % {"amount": chips(scene.ghost[1])})
    if scene.early and scene.early[0] == index:
        parts.append(_("has put out %(amount)s out of turn") % {"amount": chips(scene.early[1])})
    return _("%(name)s: %(facts)s") % {"name": seat.name, "facts": comma(parts)} if parts else seat.name


def _hand_words(seat: SceneSeat) -> list[str]:
    """A hand in words, a stud hand's open cards apart from those that are down; nothing for a hand of backs."""
    if all(code == UNKNOWN for code in seat.cards):
        return []
    if not seat.up:
        return [_("holds %(cards)s") % {"cards": card_names(seat.cards)}]
    down = [code for place, code in enumerate(seat.cards) if place not in seat.up]
    known = tuple(code for code in down if code != UNKNOWN)
    hidden = len(down) - len(known)
    told = [_("open %(cards)s") % {"cards": card_names(tuple(seat.cards[place] for place in sorted(seat.up)))}]
    told += [_("down %(cards)s") % {"cards": card_names(known)}] if known else []
    told += (
        [ngettext("%(count)d card face down", "%(count)d cards face down", hidden) % {"count": hidden}]
        if hidden
        else []
    )
    return told


def act_lines(scene: Scene) -> list[str]:
    """What a player says and pushes in, in words: what was said, and the chips of each motion, one by one."""
    if scene.act is None:
        return []
    player = {"player": scene.seats[scene.act.seat].name}
    told = [_("%(player)s says “%(said)s”") % (player | {"said": scene.act.said})] if scene.act.said else []
    told += [
        _("%(what)s: %(chips)s") % {"what": heap_name(scene, heap), "chips": chip_names(heap.chips)}
        for heap in scene.act.heaps
    ]
    taken = {"some": _("%(player)s takes back a part of the earlier chips"), "all": _("%(player)s takes them all back")}
    back = [taken[scene.act.pulled] % player] if scene.act.pulled in taken else []
    at = 1 + bool(scene.act.said)
    return [*told[:at], *back, *told[at:]]


def heap_name(scene: Scene, heap: Heap) -> str:
    """Which chips a heap is: those in front before, or those of a motion."""
    assert scene.act is not None
    words = {"player": scene.seats[scene.act.seat].name, "number": heap.number}
    if heap.kind == "before":
        return _("In front of %(player)s before") % words
    if heap.number:
        return _("Motion %(number)d") % words
    return _("Pushed in by %(player)s") % words


@dataclass(frozen=True, slots=True)
class ToldHeap:
    """A heap as it is drawn: what it is, its chips, and whether it was taken back, in whole or in part."""

    name: str
    row: Row
    back: bool


@dataclass(frozen=True, slots=True)
class ToldAct:
    """What a player said and pushed in, as it is drawn."""

    who: str
    said: str
    heaps: tuple[ToldHeap, ...]


def told_act(scene: Scene) -> ToldAct | None:
    """What a player says and pushes in, with its chips drawn; None where nobody does."""
    if scene.act is None:
        return None
    heaps = tuple(
        ToldHeap(
            _heap_label(heap, scene.act.pulled), draw_coins(heap.chips, short_chips, _times), _is_back(heap, scene.act)
        )
        for heap in scene.act.heaps
    )
    return ToldAct(scene.seats[scene.act.seat].name, scene.act.said, heaps)


def _is_back(heap: Heap, act: Act) -> bool:
    return heap.kind == "before" and act.pulled != "none"


def _heap_label(heap: Heap, pulled: str) -> str:
    if heap.kind == "before":
        before = {"some": _("before, a part taken back"), "all": _("before, taken back")}
        return before.get(pulled, _("in front before"))
    return _("motion %(number)d") % {"number": heap.number} if heap.number else _("pushed in")


def _times(count: int) -> str:
    return _("× %(count)d") % {"count": count}


def chip_names(values: Sequence[int]) -> str:
    """Chips by their values, equal ones counted: "2 × 500, 100"."""
    counted = Counter(values)
    texts = [
        _("%(count)d × %(value)s") % {"count": count, "value": chips(value)} if count > 1 else chips(value)
        for value, count in counted.items()
    ]
    return comma(texts)


def pot_name(index: int) -> str:
    """The short name of a pot, counted from the main pot as 0."""
    return _("Side %(number)d") % {"number": index} if index else _("Main pot")


def pot_words() -> PotWords:
    """The words and figures of the pot columns."""
    return PotWords(pot=pot_name, back=_("Back"), folded=_("folded"), amount=short_chips)


def pot_lines(contributions: Sequence[Contribution], levels: Sequence[int], returned: Mapping[str, int]) -> list[str]:
    """The pot columns in words, one player a line."""
    return [_pot_line(name, chips_in, state, returned.get(name, 0), levels) for name, chips_in, state in contributions]


def _pot_line(name: str, chips_in: int, state: str, back: int, levels: Sequence[int]) -> str:
    shares = []
    for part in parts(chips_in, back, levels):
        amount = chips(part.high - part.low)
        if part.pot is None:
            shares.append(_("%(amount)s returned") % {"amount": amount})
        else:
            shares.append(_("%(pot)s %(amount)s") % {"pot": pot_name(part.pot), "amount": amount})
    who = _("%(name)s, %(state)s") % {"name": name, "state": seat_state(state)} if state else name
    facts = {"who": who, "total": chips(chips_in), "shares": comma(shares)}
    return _("%(who)s, %(total)s in all: %(shares)s") % facts
