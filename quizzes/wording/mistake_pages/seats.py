"""Misconceptions about seats and blinds: who acts first, where the button goes, and what is posted."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "big-blind-first": Told(
        lazy("With two players the big blind is made to act first before the flop."),
        lazy(
            "“The button acts last” is learnt without exceptions, and it holds on every later street. With two players the button has the small blind, and before the flop that acts first."
        ),
    ),
    "left-of-big-blind-always": Told(
        lazy("Every street is begun left of the big blind."),
        lazy(
            "The hand began there, and many hands never see another street. After the first street the blinds are bets like others, and the button alone says who begins."
        ),
    ),
    "left-of-button-always": Told(
        lazy("The first street too is begun left of the button."),
        lazy(
            "It is right on three streets of four. On the first one the two seats there have posted, and their turn comes last."
        ),
    ),
    "button-first": Told(
        lazy("The button is made to act first on a later street."),
        lazy(
            "The button is called the dealer, and in many card games the dealer begins. Heads-up the button does begin, but only before the flop."
        ),
    ),
    "straddle-ignored": Told(
        lazy("The first street is begun left of the big blind though somebody has straddled."),
        lazy(
            "Tournaments have no straddles, so who comes from there never looks for one. The straddle is one more blind: its left begins."
        ),
    ),
    "folded-seat-acts": Told(
        lazy("A seat that has folded is named as the first or the last to act."),
        lazy(
            "The order is learnt by seats, left of the button and so on. Who has folded is passed over, and on a later street that is often the very seat that one would name."
        ),
    ),
    "left-of-dealer-first": Told(
        lazy("In stud the player left of the dealer is made to begin."),
        lazy(
            "It is so in hold’em and in draw games. In stud the open cards decide, and the dealer’s place means nothing."
        ),
    ),
    "bring-in-again": Told(
        lazy("The player who brought it in is made to begin on later streets too."),
        lazy(
            "Having begun once seems to be a role for the whole hand. On later streets the boards are compared afresh."
        ),
    ),
    "wrong-end": Told(
        lazy("The bring-in is taken from the wrong end: the highest open card in stud, the lowest in razz."),
        lazy("The two games have opposite rules, and in a mixed game one follows the other. The worst card pays."),
    ),
    "next-three-players": Told(
        lazy("Button and blinds are moved to the next three players, whoever is gone."),
        lazy(
            "It keeps the table tidy, and it is the way of software with a simplified button. But somebody then posts the big blind twice, or not at all."
        ),
    ),
    "button-goes-back": Told(
        lazy("The button is put back to a player because the seat where it belongs is empty."),
        lazy(
            "A button in front of nobody looks wrong. It marks a place in the order, and the place is there without a player."
        ),
    ),
    "small-blind-filled": Told(
        lazy("Somebody is made to post a small blind that nobody owes."),
        lazy(
            "Two blinds are what a hand begins with, so the second seems to be missing. A dead small blind is simply not there."
        ),
    ),
    "both-live": Told(
        lazy("Both missed blinds are posted live."),
        lazy(
            "A blind is live when it is posted in turn, so a missed one seems to be live as well. Only a big blind can be; the small one is a debt to the pot."
        ),
    ),
    "as-in-cash": Told(
        lazy("A blind is asked for as in a cash game, where nothing is owed."),
        lazy(
            "In cash games players may leave their seats, so missed blinds are made up and newcomers post. In a tournament an absent player is dealt in and posts all along."
        ),
    ),
    "small-blind-live": Told(
        lazy("A missed small blind is posted live."),
        lazy("In its own seat the small blind counts towards a call. Made up later, it only goes into the pot."),
    ),
    "whole-blind": Told(
        lazy("A whole blind is asked of a player who has less."),
        lazy(
            "The blind has a fixed size, so it seems to be all or nothing. A player with less posts what there is, and is all-in."
        ),
    ),
}
