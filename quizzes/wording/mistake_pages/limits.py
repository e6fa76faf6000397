"""Misconceptions of pot-limit and fixed-limit games."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "pot-without-call": Told(
        lazy("The largest raise is taken to be the pot as it lies there, without the call."),
        lazy(
            "“Raise the pot” is what is said, and the chips in the middle are what one sees. The call goes in first, and only then is the pot counted."
        ),
        rule="pot-limit",
    ),
    "three-bets": Told(
        lazy("Three times the last bet is taken for the largest raise, and the rest of the middle is left out."),
        lazy(
            "The dealers’ short way is three times the last bet and everything beside it. The second half of the saying is what gets lost, and on a street where nothing else lies there it is not missed."
        ),
        rule="pot-limit",
    ),
    "own-chips-twice": Told(
        lazy("The call is counted in full though part of it lies in front already."),
        lazy(
            "The bet is one number, and a call seems to cost that number. Chips in front are counted in the pot as well, so they come in twice."
        ),
        rule="pot-limit",
    ),
    "short-blind-as-posted": Told(
        lazy("A blind that was posted short is counted into the pot as it lies there."),
        lazy(
            "Chips are counted everywhere else, so one counts them here. Some houses do take the pot to be just what lies in the middle."
        ),
        rule="pot-limit-full-blinds",
    ),
    "by-for-to": Told(
        lazy("What the raise goes up by is given where its total is asked."),
        lazy(
            "The pot is the amount that one may raise by, and to find it is most of the work, so one stops there. The bet still has to be added."
        ),
        rule="raise-to-or-by",
    ),
    "cap-without-the-bet": Told(
        lazy("The first bet is left out when bets and raises are counted towards the cap."),
        lazy(
            "“A bet and three raises” makes one listen for raises. Before the flop the bet is the big blind, which nobody chose to make, so it is missed still more easily."
        ),
        rule="limit-cap-count",
    ),
    "small-bet-late": Told(
        lazy("The small bet is used on a street of the big bet."),
        lazy(
            "Most hands are over before the later streets, so the small bet is the size one has in mind. It doubles in the middle of the hand, and nothing on the table shows it."
        ),
        rule="limit-unit",
    ),
    "under-half-counted": Told(
        lazy("An all-in of less than half a bet is counted as a bet or raise."),
        lazy(
            "It is more than there was before, so something seems to have been raised. In fixed-limit it takes half a unit to count; less only makes the call a little dearer."
        ),
        rule="limit-half-bet",
    ),
    "half-completed": Told(
        lazy("An all-in of half a bet or more is made up to the full level where the next raise should build on it."),
        lazy(
            "It is what happens to an all-in of less than half, and a round level is easier to keep in mind. Houses differ here, so the habit may have been right where it was learnt."
        ),
        rule="limit-after-short",
    ),
    "limit-forgotten": Told(
        lazy("A raise is made as large as the stack, or as what was said, whatever the limit allows."),
        lazy(
            "No-limit is what most people play and see, and there only the stack ends a raise. In pot-limit the pot does, and in fixed-limit there is only one size."
        ),
    ),
    "completion-on-top": Told(
        lazy("The whole bet is put on top of the bring-in."),
        lazy(
            "A raise goes on top of a bet everywhere else. The bring-in is only a part of the bet, and to complete is to make it whole."
        ),
        rule="limit-unit",
    ),
    "bring-in-checked": Told(
        lazy("A check is offered to the player who has to bring it in."),
        lazy(
            "In hold’em the first to act on a street with no bet may always check. The bring-in stands in the place of the blinds, and somebody has to post it."
        ),
        rule="bring-in",
    ),
    "whole-bet-needed": Told(
        lazy("In fixed-limit a whole bet is asked for to open the betting again."),
        lazy(
            "It takes a full raise in no-limit, and most players know the rule from there. In fixed-limit half a bet counts as one."
        ),
        rule="limit-half-bet",
    ),
    "half-of-the-small-bet": Told(
        lazy("On a street of the big bet half of the small one is taken to be enough."),
        lazy(
            "The small bet is the one that most of a hand is played with, and its half is a number one knows. On the later streets the unit is the big bet, and the half is half of that."
        ),
        rule="limit-half-bet",
    ),
}
