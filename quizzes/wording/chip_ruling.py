"""The words of chip rulings: what was said and pushed in, told in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext

from quizzes.engine import sizes
from quizzes.engine.betting import options
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.voice import hear
from quizzes.kinds.base import Answer
from quizzes.wording.base import KindWords, Message, field_value
from quizzes.wording.numbers import chips, listed

MISTAKES = {
    "overchip-raises": (
        lazy("One big chip taken for a raise"),
        lazy("A single chip without the word “raise” is a call of %(call)s, however much it is worth."),
    ),
    "half-of-one-chip": (
        lazy("Half of a raise asked of one chip"),
        lazy(
            "Half of a raise decides only where several chips, or a number, are more than the call. One chip is a call."
        ),
    ),
    "half-of-the-bet": (
        lazy("Half of the bet for half of a raise"),
        lazy("What has to be half reached is the raise, %(unit)s, not the whole bet of %(bet)s: the mark is %(mark)s."),
    ),
    "need-ignored": (
        lazy("The chips that are needed overlooked"),
        lazy("Without any one of the chips the call of %(call)s could not be made, so together they are just a call."),
    ),
    "under-raise-calls": (
        lazy("Every small raise taken for a call"),
        lazy(
            "From half of a raise on, here from %(mark)s, it is no call: it is made up to the smallest raise, %(least)s."
        ),
    ),
    "under-raise-stands": (
        lazy("A raise that is too small left as it is"),
        lazy("It is either made up to the smallest raise, to %(least)s, or below %(mark)s just a call."),
    ),
    "prior-chips-left-out": (
        lazy("The chips in front left out"),
        lazy("The %(own)s that lie in front and have not been taken back count with the new chips."),
    ),
    "last-chips-all-in": (
        lazy("Last chips taken for an all-in"),
        lazy(
            "Last chips too are only a call when there is one of them, or when each is needed for the call of %(call)s."
        ),
    ),
    "to-taken-for-by": (
        lazy("The total taken for an increase"),
        lazy("“Raise” and a number name the total, not what comes on top of the bet of %(bet)s."),
    ),
    "limit-forgotten": (
        lazy("The limit forgotten"),
        lazy("A raise is made the size that the limit allows, whatever was said or pushed in: to %(most)s at most."),
    ),
    "pot-without-call": (
        lazy("The pot without the call"),
        lazy("“Pot” calls first, and the call counts in the pot that is raised by: that makes it %(most)s."),
    ),
    "undercall-folds": (
        lazy("Too few chips taken for a fold"),
        lazy("Who puts in too little can't simply give it up and fold."),
    ),
    "undercall-always-calls": (
        lazy("Too few chips always taken for a call"),
        lazy("That holds heads-up and against the opening bet. Against a raise among more players the floor decides."),
    ),
    "all-goes-count": (
        lazy("All motions counted"),
        lazy("Unless a raise was announced with its amount, only what comes in one motion counts."),
    ),
}


def told(document: Document, player: str) -> str:
    """Return what a player said and pushed in as the beginning of a sentence, without a stop at its end."""
    pushed = document.pushed
    assert pushed is not None
    motions = [heap(motion) for motion in pushed.motions if motion]
    words = {
        "player": player,
        "said": pushed.said,
        "chips": _(", and then ").join(motions),
        "before": heap(pushed.before or (play(document).round.totals[document.index(player)],)),
    }
    return str(_deed(bool(pushed.said), pushed.pulled, bool(motions))) % words


def _deed(said: bool, pulled: str, pushes: bool) -> Message:
    if pulled == "none":
        if not said:
            return _("Without a word %(player)s pushes in %(chips)s")
        return _("%(player)s says “%(said)s” and pushes in %(chips)s") if pushes else _("%(player)s says “%(said)s”")
    if said and pushes:
        return _("%(player)s says “%(said)s”, takes chips back and pushes in %(chips)s")
    if said:
        return _("%(player)s says “%(said)s” and takes chips back")
    if pulled == "all":
        if pushes:
            return _("Without a word %(player)s takes back all that lay in front and pushes in %(chips)s")
        return _("Without a word %(player)s takes back all that lay in front")
    if pushes:
        return _("Without a word %(player)s takes back a part of %(before)s that lay in front and pushes in %(chips)s")
    return _("Without a word %(player)s takes back a part of %(before)s that lay in front")


def heap(motion: Sequence[int]) -> str:
    """Return chips by their kinds: "1 × 1,000 and 5 × 100", "one chip of 500"."""
    if len(motion) == 1:
        return _("one chip of %(chip)s") % {"chip": chips(motion[0])}
    kinds = [(len(list(same)), chip) for chip, same in groupby(sorted(motion, reverse=True))]
    return listed([_("%(number)s × %(chip)s") % {"number": number, "chip": chips(chip)} for number, chip in kinds])


def prompt(document: Document, player: str) -> str:
    """Tell what was said and pushed in, and ask what it is."""
    return _("%(told)s. What is it?") % {"told": told(document, player)}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"ruling": _("Ruling"), "to": _("Total on this street")}


def rulings() -> dict[str, str]:
    """Return in a word each what an act can be ruled to be."""
    return {
        "check": pgettext("ruling", "Check"),
        "call": pgettext("ruling", "Call"),
        "bet": pgettext("ruling", "Bet"),
        "raise": pgettext("ruling", "Raise"),
        "fold": pgettext("ruling", "Fold"),
        "floor": pgettext("ruling", "Not fixed: the floor decides"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"player": player, "to": "" if answer["to"] is None else chips(answer["to"])}
    if answer["ruling"] == "floor" and document.pushed and hear(document.pushed).word == "check":
        return _("%(player)s can't raise; a call or a fold is left, and the floor decides which") % words
    return {
        "check": _("%(player)s checks"),
        "call": _("%(player)s calls, to a total of %(to)s"),
        "bet": _("%(player)s bets %(to)s"),
        "raise": _("%(player)s raises to %(to)s"),
        "fold": _("%(player)s folds"),
        "floor": _("The floor decides what %(player)s is held to"),
    }[answer["ruling"]] % words


def short(answer: Answer) -> str:
    """Return the answer in a word or two."""
    words = {"to": "" if answer["to"] is None else chips(answer["to"])}
    return {
        "check": _("a check"),
        "call": _("a call, %(to)s"),
        "bet": _("a bet, %(to)s"),
        "raise": _("a raise to %(to)s"),
        "fold": _("a fold"),
        "floor": _("the floor decides"),
    }[answer["ruling"]] % words


def value(field: str, given: Any) -> str:
    """Return a graded field's value in words."""
    return rulings()[given] if field == "ruling" else field_value(field, given)


def numbers(document: Document) -> Mapping[str, str]:
    """Return the bet, the call, what is in front, what a raise adds, the half-way mark, the least and most of a raise."""
    hand = play(document)
    seat = document.index(document.pushed.player) if document.pushed else 0
    bet, least = hand.round.bet, sizes.smallest_to(hand.round, document.rules)
    offered = options(hand.round, seat, document.rules)
    found = {
        "bet": bet,
        "call": offered.call_to or hand.round.totals[seat],
        "own": hand.round.totals[seat],
        "unit": least - bet,
        "mark": bet + (least - bet + 1) // 2,
        "least": least,
        "most": offered.raise_max_to or least,
    }
    return {key: chips(amount) for key, amount in found.items()}


WORDS = KindWords(
    name=lazy("Chip rulings"),
    decides=("reaches_half", ("all_in", True), "chip_to_spare", "covers_call", "ruling"),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
    choices=lambda: {"ruling": rulings()},
)
