"""What is read on and beside the drawings, in the reader's language: amounts, cards, streets, states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from quizzes.drawing.cards import UNKNOWN
from quizzes.drawing.pots import Contribution, PotWords, parts
from quizzes.drawing.scene import Scene, SceneSeat
from quizzes.drawing.table import Words


def chips(amount: int) -> str:
    """An amount in figures, grouped by thousands with the separator of the reader's language."""
    return f"{amount:,}".replace(",", str(get_format("THOUSAND_SEPARATOR") or ","))


def short_chips(amount: int) -> str:
    """An amount for narrow places: 12,500 becomes 12.5k. Only where nothing is lost: 12,575 stays as it is."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if amount >= 10 * unit and amount % (unit // 10) == 0:
            whole, tenths = divmod(amount // (unit // 10), 10)
            return chips(whole) + (f"{get_format('DECIMAL_SEPARATOR')}{tenths}" if tenths else "") + letter
    return chips(amount)


def table_words() -> Words:
    """The words and figures of a drawn table."""
    return Words(
        states=seat_states(),
        streets={"preflop": _("Before the flop"), "flop": _("Flop"), "turn": _("Turn"), "river": _("River")},
        pot=lambda amount: _("Pot %(amount)s") % {"amount": amount},
        amount=chips,
        short=short_chips,
    )


def seat_states() -> dict[str, str]:
    """The words for a seat's state, by its id."""
    return {"act": _("to act"), "all-in": _("all-in"), "folded": _("folded"), "empty": _("empty")}


def card_name(code: str) -> str:
    """A card as it is spoken: "king of hearts"; "a card face down" for "??"."""
    if code == UNKNOWN:
        return _("a card face down")
    return _("%(rank)s of %(suit)s") % {"rank": ranks()[code[0]], "suit": suits()[code[1]]}


def card_names(codes: tuple[str, ...]) -> str:
    """Several cards as they are spoken: two of them with "and", more with commas."""
    names = [card_name(code) for code in codes]
    if len(names) == 2:
        return _("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}
    return ", ".join(names)


def caption(scene: Scene) -> str:
    """What the drawing shows, in one line: "The table: the flop, Aisyah to act"."""
    streets = {
        "preflop": _("The table before the flop"),
        "flop": _("The table on the flop"),
        "turn": _("The table on the turn"),
        "river": _("The table on the river"),
    }
    where = streets.get(scene.street, _("The table"))
    to_act = next((seat.name for seat in scene.seats if seat.state == "act"), None)
    return _("%(table)s, %(name)s to act") % {"table": where, "name": to_act} if to_act else where


def lines(scene: Scene) -> list[str]:
    """The scene in words, line by line: the same that the drawing shows, for those who don't see it."""
    told = [ngettext("%(count)d seat, clockwise.", "%(count)d seats, clockwise.", len(scene.seats))]
    told[0] %= {"count": len(scene.seats)}
    if scene.button is not None:
        told[0] += " " + _("The button is %(name)s.") % {"name": scene.seats[scene.button].name}
    told += [_seat_line(scene, index, seat) for index, seat in enumerate(scene.seats)]
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
    if any(code != UNKNOWN for code in seat.cards):
        parts.append(_("holds %(cards)s") % {"cards": card_names(seat.cards)})
    if seat.state:
        parts.append(seat_states()[seat.state])
    parts += [
        _("step %(number)d: %(text)s") % {"number": note.number, "text": note.text}
        for note in scene.notes
        if note.seat == index
    ]
    if scene.ghost and scene.ghost[0] == index:
        parts.append(_("would have %(amount)s in front") % {"amount": chips(scene.ghost[1])})
    return _("%(name)s: %(facts)s") % {"name": seat.name, "facts": ", ".join(parts)} if parts else seat.name


def ranks() -> dict[str, str]:
    """The ranks' names by their letters."""
    return {
        "A": pgettext("card", "ace"),
        "K": pgettext("card", "king"),
        "Q": pgettext("card", "queen"),
        "J": pgettext("card", "jack"),
        "T": pgettext("card", "ten"),
        "9": pgettext("card", "nine"),
        "8": pgettext("card", "eight"),
        "7": pgettext("card", "seven"),
        "6": pgettext("card", "six"),
        "5": pgettext("card", "five"),
        "4": pgettext("card", "four"),
        "3": pgettext("card", "three"),
        "2": pgettext("card", "two"),
    }


def suits() -> dict[str, str]:
    """The suits' names by their letters."""
    return {
        "s": pgettext("suit", "spades"),
        "h": pgettext("suit", "hearts"),
        "d": pgettext("suit", "diamonds"),
        "c": pgettext("suit", "clubs"),
    }


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
    who = _("%(name)s, %(state)s") % {"name": name, "state": seat_states()[state]} if state else name
    facts = {"who": who, "total": chips(chips_in), "shares": ", ".join(shares)}
    return _("%(who)s, %(total)s in all: %(shares)s") % facts
