"""The words of what a player may do."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.kinds.asking import asked
from quizzes.kinds.base import Answer
from quizzes.kinds.option_spots import no_bet_yet
from quizzes.wording.base import KindWords, Message
from quizzes.wording.betting import NOT_ENOUGH, next_raise, spot_numbers, still_closed
from quizzes.wording.numbers import chips

MISTAKES = {
    "turn-reopens": (
        lazy("The turn taken for the right to raise"),
        NOT_ENOUGH,
    ),
    "raise-without-answer": (
        lazy("A raise that nobody could answer"),
        lazy("Everybody else is all-in. A raise would only come back, so none is offered."),
    ),
    "call-as-total": (
        lazy("The bet taken for what a call adds"),
        lazy("The bet is %(bet)s, but %(front)s of it are in front already. A call adds only the difference."),
    ),
    "call-beyond-stack": (
        lazy("A call of more than the stack"),
        lazy("A player can always call with everything they have, and then plays for that much from each opponent."),
    ),
    "short-blind-as-price": (
        lazy("The short blind taken for the price"),
        lazy("The big blind was posted short, but a call still matches the full blind of %(big)s."),
    ),
    "double-the-bet": (
        lazy("Doubling the bet"),
        lazy("You doubled the bet of %(bet)s. A raise adds the last full raise, %(unit)s."),
    ),
    "short-all-in-as-full": (
        lazy("Taking a short all-in for a full raise"),
        lazy("The last all-in was short of a full raise, so a raise still adds the last full one, %(unit)s."),
    ),
    "stack-for-total": (
        lazy("The stack taken for the total"),
        lazy("The largest raise is a total: the chips behind and the %(front)s in front."),
    ),
    "short-all-in-refused": (
        lazy("A short all-in refused"),
        lazy(
            "A player who may raise can do so with everything they have, also when that is less than a full raise of %(unit)s."
        ),
    ),
    "option-forgotten": (
        lazy("The option forgotten"),
        lazy("Nobody has raised and the player has only posted, so a raise is still open."),
    ),
    "pot-without-call": (
        lazy("The pot without the call"),
        lazy("A raise of the pot calls first. The call is part of the pot then, so the largest raise is to %(most)s."),
    ),
    "limit-forgotten": (
        lazy("The limit forgotten"),
        lazy("The player's whole stack is more than the limit allows: a bet or raise is to %(most)s at most."),
    ),
    "cap-without-the-bet": (
        lazy("The cap counted without the bet"),
        lazy(
            "The last raise of this street has been made. The first bet is one of those that are counted, before the flop the big blind."
        ),
    ),
    "small-bet-late": (
        lazy("The small bet on a late street"),
        lazy("On this street bets and raises are the big bet, %(big)s, and not the small one of %(small)s."),
    ),
    "completion-on-top": (
        lazy("The completion put on top of the bring-in"),
        lazy(
            "Completing makes the bring-in of %(bring_in)s up to a whole bet, %(big)s. It does not come on top of it."
        ),
    ),
    "bring-in-checked": (
        lazy("A check instead of the bring-in"),
        lazy(
            "The hand has to be brought in: with at least %(bring_in)s, or with a whole bet of %(big)s. No check is open."
        ),
    ),
}


def instead(document: Document) -> Mapping[str, Message]:
    """Return what a house says that looks at each all-in alone, or in which a raise adds another amount."""
    adds = next_raise(document)
    sizes = {} if adds is None else dict.fromkeys(("double-the-bet", "short-all-in-as-full"), adds)
    return {"turn-reopens": still_closed(document), **sizes}


def prompt(document: Document, player: str) -> str:
    """Ask for everything that is open; before a completion say what bringing it in is called here."""
    if no_bet_yet(play(document)):
        return _(
            "What may %(player)s do, and with how many chips? To bring it in counts as a call here, to complete as a raise."
        ) % {"player": player}
    return _("What may %(player)s do, and with how many chips?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {
        "may_check": _("May check"),
        "call_adds": _("Call adds"),
        "may_raise": _("May raise"),
        "raise_min_to": _("Raise from"),
        "raise_max_to": _("Raise up to"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    most, opens = _most(document), not play(document).round.bet and answer["may_check"]
    if answer["call_adds"] and no_bet_yet(play(document)) and not play(document).round.bet:
        words = {"player": player, "adds": chips(answer["call_adds"]), "raise": _raising(answer, most)}
        return (
            _("%(player)s brings it in for %(adds)s, or may %(raise)s")
            if words["raise"]
            else _("%(player)s brings it in for %(adds)s")
        ) % words
    capped = document.limit == "pot-limit" and answer["raise_max_to"] != most
    options = _options(answer, most, opens=opens, capped=capped, fixed=document.limit == "fixed-limit")
    return _("%(player)s may %(options)s") % {"player": player, "options": options}


def _most(document: Document) -> int | None:
    """Return the total of the player's all-in, None for a stack that is not stated."""
    hand, seat = asked(document)
    stack = hand.round.stacks[seat]
    return None if stack is None else hand.round.totals[seat] + stack


def short(answer: Answer) -> str:
    """Return what is open in a few words; of who may check it does not say whether a raise would be a bet."""
    if not answer["may_check"] or answer["raise_min_to"] is None:
        return _options(answer)
    words = {"to": chips(answer["raise_min_to"])}
    if answer["raise_min_to"] == answer["raise_max_to"]:
        return _("check or make it %(to)s and nothing else") % words
    return _("check or make it %(to)s or more") % words


def _options(
    answer: Answer, most: int | None = None, *, opens: bool = False, capped: bool = False, fixed: bool = False
) -> str:
    """Return the options beside folding, which is always open, as a list without its verb.

    `most` is the total of an all-in, where it is known; `opens` is whether nobody has bet, so that a raise is a bet;
    `capped` whether the pot allows less than all of the chips; `fixed` whether of two sizes none lies between.
    """
    first = _("check") if answer["may_check"] else _("call %(adds)s") % {"adds": chips(answer["call_adds"])}
    return _(" or ").join(part for part in (first, _raising(answer, most, opens, capped, fixed)) if part)


def _raising(answer: Answer, most: int | None, opens: bool = False, capped: bool = False, fixed: bool = False) -> str:
    """Return what raise is open without its verb, "" for none."""
    only = answer["raise_min_to"] if answer["raise_min_to"] == answer["raise_max_to"] else None
    all_in = answer["all_in_to"] or (only if only == most else None)
    if all_in is not None:
        return _("go all-in to %(to)s") % {"to": chips(all_in)}
    if not answer["may_raise"]:
        return ""
    words = {"to": chips(answer["raise_min_to"]), "most": chips(answer["raise_max_to"] or 0)}
    if only is not None:
        return (_("bet %(to)s and nothing else") if opens else _("raise to %(to)s and nothing else")) % words
    if fixed:
        return (_("bet %(to)s or %(most)s") if opens else _("raise to %(to)s or %(most)s")) % words
    if capped:
        return (_("bet from %(to)s up to %(most)s") if opens else _("raise to %(to)s or more, up to %(most)s")) % words
    return (_("bet %(to)s or more") if opens else _("raise to %(to)s or more")) % words


WORDS = KindWords(
    name=lazy("What is legal"),
    decides=("more_than_call", ("raise_left", False), "open", "raise_to", "may_raise"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=spot_numbers,
    instead=instead,
)
