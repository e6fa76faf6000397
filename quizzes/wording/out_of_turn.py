"""The words of acts out of turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.engine.irregular import out_of_turn
from quizzes.kinds.base import Answer
from quizzes.kinds.out_of_turn import solve
from quizzes.wording.base import KindWords, Message, field_value
from quizzes.wording.numbers import chips

MISTAKES = {
    "always-binds": (
        lazy("Every act out of turn taken to bind"),
        lazy(
            "The bet went from %(then)s to %(bet)s before the turn came. That frees the player: all options are open."
        ),
    ),
    "call-changes-action": (
        lazy("A call, check or fold taken for a change"),
        lazy("Only a bet or a raise changes the action. Nobody made one, so the act out of turn binds."),
    ),
    "fold-taken-back": (
        lazy("A fold taken back"),
        lazy("A fold out of turn binds at once, whatever the others do before the turn comes."),
    ),
    "check-bars-raise": (
        lazy("A check out of turn taken to bar a raise"),
        lazy("Some houses play that. Here a player whom a bet has freed has all options, the raise too."),
    ),
    "substantial-overlooked": (
        lazy("Substantial action overlooked"),
        lazy(
            "With the act itself there were two acts in a row, one of them with chips, or three, before anybody who was skipped spoke up. It binds by then."
        ),
    ),
}

FREE_BUT_FOR_A_RAISE = lazy(
    "The bet went from %(then)s to %(bet)s before the turn came. That frees the player, but only to call or to fold."
)


def prompt(document: Document, player: str) -> str:
    """Tell what was done out of turn, and ask whether it binds."""
    act = out_of_turn(document)
    words = {"player": act.action.seat, "to": chips(act.to or 0)}
    asked = {
        "fold": _("%(player)s folds out of turn. Does that bind?"),
        "check": _("%(player)s checks out of turn. Does that bind when the turn comes?"),
        "call": _("%(player)s calls out of turn. Does that bind when the turn comes?"),
        "bet": _("%(player)s bets %(to)s out of turn. Does that bind when the turn comes?"),
    }
    otherwise = _("%(player)s raises to %(to)s out of turn. Does that bind when the turn comes?")
    verb = "call" if act.to is None and act.action.verb == "all-in" else act.action.verb
    return asked.get(verb, otherwise) % words


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"binding": _("Binds"), "may_raise": _("May raise"), "raise_min_to": _("Smallest raise to")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"player": player, "to": chips(answer["raise_min_to"] or 0)}
    if answer["binding"]:
        if answer["raise_min_to"] is not None:
            if not out_of_turn(document).before.round.bet:
                return _("%(player)s is held to the bet of %(to)s") % words
            return _("%(player)s is held to the raise to %(to)s") % words
        return _("%(player)s is held to it") % words
    if answer["raise_min_to"] is not None:
        return _("%(player)s is free, and may raise to %(to)s or more") % words
    if answer["may_raise"]:
        return _("%(player)s is free, and may raise all-in") % words
    return _("%(player)s is free, but may not raise") % words


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    words = {"to": chips(answer["raise_min_to"] or 0)}
    if answer["raise_min_to"] is not None:
        return (_("binds, to %(to)s") if answer["binding"] else _("free, raise to %(to)s")) % words
    return _("binds") if answer["binding"] else _("free, no raise")


def value(field: str, given: Any) -> str:
    """Return a graded field's value in words."""
    return _("the floor decides") if given == "floor" else field_value(field, given)


def numbers(document: Document) -> Mapping[str, str]:
    """Return the bet when the player acted, and the bet when its turn comes."""
    act = out_of_turn(document)
    return {"then": chips(act.before.round.bet), "bet": chips(act.hand.round.bet)}


def instead(document: Document) -> Mapping[str, Message]:
    """Return what a player is free to do who may not raise all the same, by the house's rule or for another reason."""
    return {} if solve(document).answer["may_raise"] else {"always-binds": FREE_BUT_FOR_A_RAISE}


WORDS = KindWords(
    name=lazy("Acting out of turn"),
    decides=("substantial", "binding"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    instead=instead,
    value=value,
)
