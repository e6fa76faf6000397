"""Misconceptions about rulings: chips and words, acts out of turn, and bets of a wrong size."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "overchip-raises": Told(
        lazy("A single big chip is taken for a raise of what it is worth."),
        lazy(
            "The chip is worth more than the call, so more seems to be meant. People pay with what they have at hand, though, and without a word one chip is only a call."
        ),
    ),
    "half-of-one-chip": Told(
        lazy("A single chip is judged by the half of a raise, as several would be."),
        lazy(
            "The rule of the half is well known and seems to cover every push. It is about several chips, or a number that was said; one chip without a word never comes that far."
        ),
    ),
    "half-of-the-bet": Told(
        lazy("The half is taken of the bet where it should be taken of the raise."),
        lazy(
            "The bet is the number that everybody knows; the raise in it has to be worked out. For the first bet of a street the two are the same."
        ),
    ),
    "need-ignored": Told(
        lazy("Several chips are taken for a raise though none of them could be left out of the call."),
        lazy(
            "More chips look like more than a call, whatever they are worth. The test is to take one away: if the rest no longer calls, all of them were only the call."
        ),
    ),
    "under-raise-calls": Told(
        lazy("Chips that come to less than a full raise are always taken for a call."),
        lazy(
            "A raise that is too small looks like none, and to give the rest back seems kind. From half of a raise on it counts as one, so that nobody can try the table out with less."
        ),
    ),
    "under-raise-stands": Told(
        lazy("A raise that is too small is left as it was pushed in."),
        lazy(
            "The chips lie there and others may have matched them already. But no raise can be less than the smallest."
        ),
    ),
    "prior-chips-left-out": Told(
        lazy("Chips that lie in front from before are left out when others are added."),
        lazy(
            "The chips that move are the ones that are watched. A blind or an earlier bet in front counts as well, unless it was taken back."
        ),
    ),
    "last-chips-all-in": Told(
        lazy("A player’s last chips are taken for an all-in raise where they only make a call."),
        lazy(
            "Nothing is left behind, so it looks as if all-in had been said. It is so when one of several chips could be left out of the call; a single chip, or chips that are all needed, make a call."
        ),
    ),
    "to-taken-for-by": Told(
        lazy("A total that was named is taken for what comes on top of the bet."),
        lazy(
            "“Raise three hundred” can be heard both ways, and in some home games it does mean the increase. By the book the number is the total."
        ),
    ),
    "undercall-folds": Told(
        lazy("Whoever puts in too few chips is allowed to give them up and fold."),
        lazy(
            "To lose the chips seems punishment enough, and it ends the argument. But who has put in chips has acted."
        ),
    ),
    "undercall-always-calls": Told(
        lazy("Too few chips are made up to a call in every case."),
        lazy(
            "Against the opening bet and heads-up it is so, and those are the cases in mind. Against a raise among several players the floor has to look at it."
        ),
    ),
    "all-goes-count": Told(
        lazy("Chips that came in several goes are counted together."),
        lazy(
            "In the end they lie in one heap, and in films a call is followed by a second push. Such a raise would let a player watch the others before it is finished."
        ),
    ),
    "always-binds": Told(
        lazy("Every act out of turn is taken to bind."),
        lazy(
            "New players are told that what is said is said, which is true in turn. Out of turn it holds only as long as nothing changes before the turn comes."
        ),
    ),
    "call-changes-action": Told(
        lazy("A call, a check or a fold in between is taken to free a player who acted out of turn."),
        lazy(
            "Somebody has acted since then, so something seems to have changed. The price is what counts, and only a bet or a raise changes it."
        ),
    ),
    "fold-taken-back": Told(
        lazy("A fold out of turn is given back because a bet or raise came before the turn."),
        lazy(
            "Calls and checks can be taken back then, and a fold looks like another of them. Cards that were given up are gone."
        ),
    ),
    "check-bars-raise": Told(
        lazy("A player who checked out of turn is not allowed to raise once a bet has come."),
        lazy(
            "Some houses play it so, to keep players from setting a trap with an early check. The TDA rules give a player whom a bet has freed every choice."
        ),
    ),
    "substantial-overlooked": Told(
        lazy("An act out of turn is held not to bind although others had acted after it before anybody spoke up."),
        lazy(
            "Everybody looks at the one who was too early. That the skipped player let others act in the meantime is easily missed, and it settles the matter."
        ),
    ),
    "accepted": Told(
        lazy("A wrong size is let stand because others have acted on it."),
        lazy(
            "Players know that a call accepts the bet as it is. That is about bets that were counted wrong; a size that is not allowed is put right until the next card comes."
        ),
    ),
    "always-put-right": Told(
        lazy("A wrong size is put right although the next card is out."),
        lazy(
            "To mend a mistake seems fair at any time. After the next card it would give players another choice than the one they made, with more known."
        ),
    ),
    "back-to-a-call": Told(
        lazy("A raise that was too small is turned into a call."),
        lazy(
            "Undoing it looks like the smallest change, and below half of a raise it is what happens. Once it has gone through as a raise, it is made up to the smallest one."
        ),
    ),
    "doubled": Told(
        lazy("Twice the bet is taken for the smallest raise that a wrong size is made up to."),
        lazy(
            "It is the shortcut for raises in general: right for the first raise over a bet, and the rule in some houses."
        ),
    ),
    "added-to-the-size": Told(
        lazy("A full raise is added to the wrong size in place of the bet."),
        lazy(
            "The wrong size is the last number that was said, so the sum begins there. It was no raise that could count."
        ),
    ),
}
