"""The mistakes by name: what each one does, with the learner's own numbers where they show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine import betting
from quizzes.engine.document import Document
from quizzes.kinds.asking import asked
from quizzes.wording.numbers import chips


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake's name and what it does."""

    id: str
    name: str
    text: str


_WORDS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "min_raise double-the-bet": (
        lazy("Doubling the bet"),
        lazy("Your number is twice the bet of %(bet)s. The rule repeats only the last raise, which was %(unit)s."),
    ),
    "min_raise add-the-big-blind": (
        lazy("Adding the big blind"),
        lazy(
            "You added the big blind of %(big)s to the bet. Since somebody has bet or raised, it is that size, %(unit)s, that counts."
        ),
    ),
    "min_raise count-the-call": (
        lazy("Counting the call into the raise"),
        lazy("You repeated all the chips the raiser put in. Part of them only called; the raise itself was %(unit)s."),
    ),
    "min_raise short-all-in-as-full": (
        lazy("Taking a short all-in for a full raise"),
        lazy(
            "You repeated what the last all-in added. It was short of a full raise, so the last full one, %(unit)s, still counts."
        ),
    ),
    "min_raise chips-for-total": (
        lazy("Chips added where the total is asked"),
        lazy(
            "Your number is what has to be added. A raise to names the whole total, with the %(front)s already in front."
        ),
    ),
    "min_raise to-for-by": (
        lazy("Raise to and raise by changed about"),
        lazy(
            "One button takes the total on this street, the other only what goes over the bet of %(bet)s. You typed the other one's number."
        ),
    ),
    "min_raise right-assumed": (
        lazy("Raising without the right to"),
        lazy(
            "You named a raise, but the betting is not open: what came since the player acted is less than a full raise of %(unit)s."
        ),
    ),
    "reopen half-is-enough": (
        lazy("Half a raise taken for enough"),
        lazy("Half a bet opens the betting in limit games. In no-limit it takes a full raise, %(needed)s."),
    ),
    "reopen each-all-in-alone": (
        lazy("Each all-in looked at alone"),
        lazy(
            "You looked at each all-in by itself. What a player faces is everything since it last acted, added up: %(facing)s."
        ),
    ),
    "reopen turn-reopens": (
        lazy("The turn taken for the right to raise"),
        lazy(
            "The action came back, but that alone gives no right to raise: it takes %(needed)s more than before, and it is %(facing)s."
        ),
    ),
    "reopen last-all-in-only": (
        lazy("Only the last all-in counted"),
        lazy("You counted only the last increase. Everything since the player last acted counts: %(facing)s."),
    ),
    "reopen counted-for-everybody": (
        lazy("Counted from the last full bet for everybody"),
        lazy("It is judged for each player by itself: this one had already matched %(acted)s, so it faces %(facing)s."),
    ),
    "reopen short-sum-as-unit": (
        lazy("The sum of the short all-ins as the next raise"),
        lazy("Together the short all-ins open the betting, but the next raise still adds the last full one, %(unit)s."),
    ),
    "reopen short-all-in-as-full": (
        lazy("Taking a short all-in for a full raise"),
        lazy(
            "A short all-in is no full raise: it takes %(needed)s to open the betting, and the next raise adds %(unit)s."
        ),
    ),
    "side_pots totals-for-differences": (
        lazy("Side pots made of totals"),
        lazy("A side pot holds only what is above the pot below it. You counted the players' whole totals again."),
    ),
    "side_pots dead-money-forgotten": (
        lazy("Dead money left out"),
        lazy("Chips of folded players, and what was in the middle before, stay in. Only the right to win is gone."),
    ),
    "side_pots folded-player-paid": (
        lazy("A folded player still playing"),
        lazy("A folded player's chips stay in the pot, but the player can win none of them."),
    ),
    "side_pots uncalled-left-in": (
        lazy("The uncalled part left in"),
        lazy("Nobody matched the top of the largest bet. Those chips were never at risk and go back first."),
    ),
    "side_pots one-pot-for-all": (
        lazy("One pot for everybody"),
        lazy("A player who is all-in can win from each opponent only as much as it put in. The rest is a side pot."),
    ),
}


def mistake(document: Document, id: str) -> Mistake:
    """Return a misconception in the words and numbers of a spot."""
    name, text = _WORDS[f"{document.question.kind} {id}"]
    return Mistake(id, str(name), str(text) % _numbers(document))


def known(kind: str, id: str) -> bool:
    """Return whether a kind's misconception has its words."""
    return f"{kind} {id}" in _WORDS


def _numbers(document: Document) -> Mapping[str, str]:
    if document.question.kind == "side_pots":
        return {}
    hand, seat = asked(document)
    acted_at = hand.round.acted_at[seat]
    numbers = {
        "bet": hand.round.bet,
        "big": hand.round.smallest_bet,
        "unit": betting.raise_unit(hand.round, document.rules),
        "front": hand.round.totals[seat],
        "acted": acted_at or 0,
    }
    if acted_at is not None:
        found = betting.reopening(hand.round, seat, document.rules)
        numbers |= {"facing": found.facing, "needed": found.needed}
    return {key: chips(amount) for key, amount in numbers.items()}
