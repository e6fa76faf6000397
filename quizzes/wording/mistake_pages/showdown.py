"""Misconceptions about the showdown: who shows first, and who may see a hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "left-of-button-first": Told(
        lazy("The first player left of the button is made to show first in spite of a bet on the last street."),
        lazy(
            "Every later street begins there, and a last street that was checked is shown from there. A bet changes the order."
        ),
    ),
    "first-bettor-first": Told(
        lazy("Whoever bet first on the last street is made to show first though somebody raised."),
        lazy("“Who bet shows” is the short form of the rule. The bet that counts is the last one, and a raise is one."),
    ),
    "caller-first": Told(
        lazy("The caller is made to show first."),
        lazy(
            "Players who bet like to wait, and ask the caller what there is to beat. It is the caller who has paid to see."
        ),
    ),
    "earlier-aggressor-first": Told(
        lazy("Whoever bet on an earlier street is made to show first though the last street was checked."),
        lazy(
            "Who drove the betting stays in mind, and many home games go by it. When the last street is checked, nobody has made a bet that anyone paid to see there."
        ),
    ),
    "all-in-first": Told(
        lazy("With a player all-in, the hands are still shown in turn, the all-in player’s first."),
        lazy(
            "Cash games often keep an order to the end, and a player who is all-in seems to owe the answer. In tournaments all hands go face up at once, so that nobody can lose chips to a friend unseen."
        ),
    ),
    "aggressor-though-all-in": Told(
        lazy("With a player all-in, whoever made the last bet is made to show first."),
        lazy(
            "It is the right order when there is still betting to come, and the bet was made a moment ago. Once nobody can bet any more, there is no turn to wait for."
        ),
    ),
    "anybody-may": Told(
        lazy("A player whose cards are gone is allowed to ask for a hand."),
        lazy(
            "In many cash games anybody who was dealt in may ask. And who has paid into the pot feels that there is something to be seen for it."
        ),
    ),
    "left-sees-all": Told(
        lazy("Every hand that is left is taken to be owed to a caller."),
        lazy(
            "Who has paid to the end seems to have paid for all hands. The right is to one of them, the one whose bet was called; for the others one can only ask."
        ),
    ),
    "called-hand-refused": Told(
        lazy("The hand that made the last bet is not shown to a caller who insists."),
        lazy(
            "To ask for hands is thought bad manners, and players are told to leave it. That one hand is not a favour: its bet was called."
        ),
    ),
    "nobody-may": Told(
        lazy("No player is allowed to ask for a hand that was not shown."),
        lazy(
            "Some rooms forbid it, because it was used to embarrass people. Under the TDA rules a player who still has cards may ask, and the floor decides."
        ),
    ),
}
