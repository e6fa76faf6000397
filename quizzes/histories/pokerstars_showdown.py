"""The end of a hand in the text form of PokerStars: who shows, who mucks, and who collects what.

Nothing is taken from a player's cards being known: a hand is shown or thrown away where a line says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quizzes.engine.cards import card_text, parse_card
from quizzes.engine.errors import DocumentError
from quizzes.histories.amounts import AMOUNT
from quizzes.histories.pokerstars_told import Told

_SHOWS = re.compile(r"shows \[(?P<cards>[^\]]+)\].*")
_COLLECTED = re.compile(rf"(?P<name>.+?) collected (?P<amount>{AMOUNT}) from (?:the )?(?:main |side )?pot\b.*")
_GIVEN_BACK = re.compile(rf"Uncalled bet \((?P<amount>{AMOUNT})\) returned to (?P<name>.+)")
_CASHED_OUT = " cashed out the hand "

_TOTAL = re.compile(rf"Total pot (?P<amount>{AMOUNT})(?=\s|$).*")
_SEAT = re.compile(r"Seat (?P<seat>[0-9]+): (?P<rest>.*)")
_END = re.compile(r"(?: \([a-z ]+\))* (?P<did>mucked|showed)(?: \[(?P<cards>[^\]]*)\])?.*")
_WON = re.compile(r"(?: \([a-z ]+\))* (?:collected|showed \[[^\]]*\] and won) \(.*")


def read_end(told: Told, name: str, words: str) -> bool:
    """Read that a player shows, mucks or does not show; return whether the line says such a thing.

    Raises DocumentError at the line for a show that is no whole hand while others may win too.
    """
    if words.startswith("shows"):
        found = _SHOWS.fullmatch(words)
        _show(told, name, found["cards"].split() if found else [])
    elif words.startswith("mucks"):
        told.mucked.setdefault(name, told.line)
    elif words.startswith("doesn't show"):
        told.unshown[name] = told.line
    else:
        return False
    return True


def read_paid(told: Told, words: str) -> bool:
    """Read who collects a pot, is given back a bet or has sold a hand; return whether the line says such a thing.

    Raises DocumentError at the line for somebody who has no seat.
    """
    for pattern, paid in ((_COLLECTED, told.collected), (_GIVEN_BACK, told.given_back)):
        if found := pattern.fullmatch(words):
            if found["name"] not in told.seats:
                raise told.stranger(found["name"])
            paid[found["name"]] += told.amount(found["amount"])
            return True
    if seller := told.of(words, _CASHED_OUT):
        told.cashed_out.add(seller)
    return bool(seller)


def read_summary(told: Told, words: str) -> None:
    """Read a line of the summary: the chips of all pots, and hands that were shown or mucked face up.

    Raises DocumentError at the line of another hand: a mark, or a seat that has another name.
    """
    if words.startswith("*** "):
        raise DocumentError(told.where, "%(words)s is no mark that can be read here", words=repr(words[:80]))
    if found := _TOTAL.fullmatch(words):
        told.total = told.amount(found["amount"])
    if not (found := _SEAT.fullmatch(words)):
        return
    name = next((name for name, seat in told.seats.items() if seat == int(found["seat"])), "")
    if not name or f"{found['rest']} "[: len(name) + 1] != f"{name} ":
        raise DocumentError(told.where, "seat %(seat)s has another name in this hand", seat=int(found["seat"]))
    after = found["rest"].removeprefix(name)
    end = _END.fullmatch(after)
    if end and end["cards"] is not None:
        _show(told, name, end["cards"].split(), laid_open=end["did"] == "showed")
    if end and end["did"] == "mucked":
        told.mucked.setdefault(name, told.line)
    if _WON.fullmatch(after):
        told.collected.setdefault(name, 0)


def end_of_showdown(told: Told) -> None:
    """Note the hands that were thrown away. Who does not show and collects nothing gives up the hand too, last of all.

    Raises DocumentError at the line of a hand that was shown besides.
    """
    unshown = [each for each in told.unshown.items() if each[0] not in told.collected and each[0] not in told.mucked]
    for name, line in [*told.mucked.items(), *unshown]:
        if name in told.folded or name not in told.active:
            continue
        if name in told.shown and name in told.mucked:
            raise DocumentError(f"line {line}", "%(name)s shows and mucks the same hand", name=repr(name))
        if name not in told.shown:
            told.move(name, "muck", None, line)


def _show(told: Told, name: str, cards: Sequence[str], laid_open: bool = True) -> None:
    """Note a whole hand that is known, laid open or thrown away face up. A part of one counts where it decides nothing.

    A stud hand's open cards stand where they were dealt.
    """
    if (whole := _whole(told, cards)) is None:
        left = told.active - told.folded
        if laid_open and name in left and len(left) > 1:
            raise DocumentError(told.where, "these cards are no whole hand of this game")
        return
    if laid_open:
        if told.shown.setdefault(name, frozenset(whole)) != frozenset(whole):
            raise DocumentError(told.where, "%(name)s shows other cards here than before", name=repr(name))
    elif name in told.shown:
        return
    if told.game.family == "stud":
        open_cards = [card for card in told.open_cards.get(name, ()) if card in whole]
        down = [card for card in whole if card not in open_cards]
        first = told.game.dealt(told.game.first) - 1
        whole = [*down[:first], *open_cards, *down[first:]]
    told.cards[name] = whole


def _whole(told: Told, cards: Sequence[str]) -> list[str] | None:
    """Return cards as a document has them; None where they are no whole hand, with a stud hand's card in the middle."""
    shared = len(told.board) if told.game.family == "stud" else 0
    try:
        return [card_text(parse_card(card)) for card in cards] if len(cards) + shared in told.game.hand else None
    except ValueError:
        return None
