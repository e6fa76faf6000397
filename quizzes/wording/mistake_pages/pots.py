"""Misconceptions about pots: what goes into each, who plays for it, and how it is shared."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "totals-for-differences": Told(
        lazy("A side pot is counted from the players’ whole totals, not from what lies above the pot below it."),
        lazy(
            "Each player’s chips are remembered as one number, and that number is put into every pot. The chips of the lower pot are then counted twice."
        ),
    ),
    "dead-money-forgotten": Told(
        lazy("The chips of folded players, or those in the middle from before, are left out of the pots."),
        lazy(
            "One counts the players who are left and multiplies. Who has folded is out of mind, and the chips go out of mind with the player."
        ),
    ),
    "folded-player-paid": Told(
        lazy("A folded player is counted among those who can win."),
        lazy(
            "The chips are there, so their owner seems to have a share in them, the more so when that hand would have won. A fold gives up the hand and every claim with it; only the chips stay."
        ),
    ),
    "uncalled-left-in": Told(
        lazy("The top of the largest bet, which nobody matched, is left in the pots."),
        lazy(
            "The chips were pushed in and lie there with the others. Software gives them back so fast that one hardly sees it, and at a table they are easily swept in."
        ),
    ),
    "one-pot-for-all": Told(
        lazy("All chips make one pot, and everybody who is left can win it."),
        lazy(
            "In most hands there is one pot, and home games often leave side pots out. It takes an all-in with more betting above it to see that somebody would win chips that they never matched."
        ),
    ),
    "everything-to-the-best": Told(
        lazy("The best hand is given all chips there are."),
        lazy(
            "“The best hand wins” is the first rule that anybody learns. It holds for each pot by itself, among those who play for it."
        ),
    ),
    "paid-a-pot-not-in": Told(
        lazy("The best hand is paid a side pot that it put no chips into."),
        lazy(
            "One finds the best hand and looks no further. A player who was all-in for less has matched nothing above that, so there the next best hand wins."
        ),
    ),
    "odd-chip-wrong-seat": Told(
        lazy("The odd chip goes to another winner than the first one left of the button."),
        lazy(
            "Home games give it to whoever bet, or to whoever sits nearest. In stud it goes by the highest card, and players bring that along as well."
        ),
        rule="odd-chips",
    ),
    "odd-chips-to-one": Told(
        lazy("All odd chips of a pot go to one winner."),
        lazy(
            "The rule seems to name one seat, the first left of the button. With two odd chips it names two: one chip each, in the order of the seats."
        ),
        rule="odd-chips",
    ),
    "odd-chip-split": Told(
        lazy("Shares are made of less than the smallest chip in play."),
        lazy(
            "A calculator divides anything, and software pays to the last unit. At a table nothing smaller than the smallest chip can be pushed."
        ),
        rule="odd-chips",
    ),
    "antes-forgotten": Told(
        lazy("The antes are left out of the pots."),
        lazy(
            "They were put in before anybody looked, and they are no part of a bet. But they are chips of their players, and they lie in the pot."
        ),
        rule="antes",
    ),
    "low-forgotten": Told(
        lazy("The best high hand is given the whole pot though somebody has a low."),
        lazy(
            "Most games have one winner, and the high hand is the one that one looks for. In a split game the low is a second question, asked of every pot."
        ),
        rule="low-half",
    ),
    "shared-by-heads": Told(
        lazy("All who win something of a split pot share it alike."),
        lazy(
            "Three winners seem to make three shares. The pot is halved first, and each half is shared by those alone who win it."
        ),
        rule="high-half",
    ),
    "halved-twice": Told(
        lazy("A pot is halved though the same players win the high and the low, and each half is shared by itself."),
        lazy(
            "In a split game a pot is halved, so one halves every pot. Where the same players win both halves, that only makes more odd chips, and one player might get two of them."
        ),
        rule="same-both-ways",
    ),
    "odd-chip-to-the-low": Told(
        lazy("When a pot is halved, the odd chip goes to the low."),
        lazy(
            "A low hand is harder to come by, so it seems to deserve the chip, and many never ask where it goes. The high half has it."
        ),
        rule="high-half",
    ),
    "odd-chip-by-seat": Told(
        lazy("In stud the odd chip goes to the first winner left of the dealer."),
        lazy(
            "It does in hold’em and Omaha, where the button gives the order. Stud has no button to count from, so the cards decide."
        ),
        rule="odd-chips-stud",
    ),
}
