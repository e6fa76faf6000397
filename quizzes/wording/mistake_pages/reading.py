"""Misconceptions of those who look for the best possible hand, count outs or read a chart."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "straight-missed": Told(
        lazy("The straight that the board allows is overlooked, and a weaker hand is taken for the nuts."),
        lazy(
            "Pairs and threes can be read off the board’s own cards. A straight has to be imagined from two cards that nobody has shown, and often with gaps between."
        ),
    ),
    "flush-missed": Told(
        lazy("Three cards of one suit on the board are overlooked."),
        lazy(
            "Ranks are read first, since they are printed large. With cards in two colours, hearts and diamonds run together, and so do spades and clubs."
        ),
    ),
    "pair-missed": Told(
        lazy("A pair on the board is overlooked, and with it four of a kind and full houses."),
        lazy(
            "The flush is the hand that one is warned of, and it looks unbeatable. A pair that belongs to everybody seems to help nobody."
        ),
    ),
    "straight-flush-missed": Told(
        lazy("Cards of one suit that are near enough for a straight are not seen as a straight flush."),
        lazy("It comes up so seldom that one stops looking at four of a kind or at the highest flush."),
    ),
    "board-cards-counted": Told(
        lazy("Cards that lie on the board are counted among those that somebody can hold."),
        lazy(
            "The number of holdings is learnt once, such as six for a pair and sixteen for an ace with a king. It falls with each of those cards that is on the table."
        ),
    ),
    "others-improve-too": Told(
        lazy("Every card that makes the own hand better is counted as an out."),
        lazy(
            "Outs are learnt from lists that know one hand only, such as nine for a flush draw. A card on the board is everybody’s, and another hand may gain more by it."
        ),
    ),
    "ties-as-wins": Told(
        lazy("Cards that only split the pot are counted as outs."),
        lazy(
            "Not to lose feels like a win, and both keep the player in the hand. An out is a card with which the hand is the best alone."
        ),
    ),
    "straights-and-flushes-only": Told(
        lazy("Only straights and flushes are counted, not the pairs and threes that would win as well."),
        lazy(
            "Draws have names, and lists of outs are lists of draws. Whether a plain pair is enough depends on the other hands, so it stands on no list."
        ),
    ),
    "suits-unseen": Told(
        lazy("Cards of one suit and of two are read from the chart as the same hand."),
        lazy(
            "The ranks are seen first, and in speech the suits are left out. On a chart the two stand in different places."
        ),
    ),
    "position-unseen": Told(
        lazy("The chart is read as if the seat made no difference."),
        lazy(
            "A hand seems good or bad by itself. How many players are still to act behind it is what the columns of a chart are about."
        ),
    ),
    "raise-unseen": Told(
        lazy("The chart is read as if nobody had raised."),
        lazy(
            "The row for a pot that nobody has opened comes first and is learnt by heart first. A raise in front asks for another row, with fewer hands in it."
        ),
    ),
    "callers-unseen": Told(
        lazy("Players who have called are left out when the row of the chart is chosen."),
        lazy("A call is quiet: the price stays the same, and nothing is announced. It still changes the row."),
    ),
}
