"""Misconceptions about the worth of hands: high, low, Omaha and badugi."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "board-not-shared": Told(
        lazy("Both own cards are made to play, also where those on the board are better."),
        lazy(
            "The own cards are what one has paid to see, and to leave one out feels like giving it away. In Omaha two of them must play, and the habit comes from there too."
        ),
    ),
    "third-pair": Told(
        lazy("The third of three pairs is counted where only the highest card left plays."),
        lazy("Three pairs among seven cards look like more than two. A hand has five cards: two pairs and one more."),
    ),
    "wheel-missed": Told(
        lazy("The ace is taken for high only, so a straight up to the five is missed."),
        lazy(
            "The ranks are learnt as a list with the ace at its top, and it is the highest card in every other comparison."
        ),
    ),
    "wrap-around": Told(
        lazy("A straight is run on past the ace, as in Q-K-A-2-3."),
        lazy(
            "Since the ace can stand at both ends, the ranks are thought of as a ring. Some other card games do let a run go round the corner."
        ),
    ),
    "straight-over-flush": Told(
        lazy("A straight is put above a flush."),
        lazy(
            "Five in a row take longer to find and seem the greater feat. In three-card poker a straight does beat a flush."
        ),
    ),
    "straight-and-flush": Told(
        lazy("A straight and a flush of different cards are taken for a straight flush."),
        lazy("Both are there among the seven cards, and the two names seem to add up to the third."),
    ),
    "stopped-at-pairs": Told(
        lazy("Only cards of equal rank are looked for, and a straight or flush is missed."),
        lazy(
            "Pairs leap to the eye. Five in a row or of a suit have to be put together from hand and board, and one stops at the first thing that has a name."
        ),
    ),
    "any-from-hand": Told(
        lazy("The best five of all cards are taken in Omaha, however many come from the hand."),
        lazy(
            "It is the way of hold’em, which most players learn first. With four own cards the eye finds many hands that the rule of two does not allow."
        ),
        rule="two-and-three",
    ),
    "one-from-hand": Told(
        lazy("One own card is played with four of the board’s in Omaha."),
        lazy(
            "In hold’em one card is enough: four of a suit on the board and one in the hand are a flush. In Omaha it takes two."
        ),
        rule="two-and-three",
    ),
    "three-from-hand": Told(
        lazy("Three own cards are played with two of the board’s in Omaha."),
        lazy(
            "Three cards that go together in the hand are a fine sight, so they are kept together. Only two may play."
        ),
        rule="two-and-three",
    ),
    "nine-low": Told(
        lazy("A nine is let into a low that must be eight or better."),
        lazy(
            "In razz, where no low has to qualify, a nine is a fair hand. Where a low wins half of the pot only when it is good enough, the eight is the limit."
        ),
        rule="eight-or-better",
    ),
    "own-for-low": Told(
        lazy("For the low of an Omaha hand one own card plays, or three do."),
        lazy(
            "With four low cards on the board one more seems to be enough. The rule of two own cards holds for each half by itself."
        ),
        rule="two-and-three",
    ),
    "straights-in-low": Told(
        lazy("A low that is a straight or a flush as well is taken for no low."),
        lazy(
            "The cards have a name among the high hands and seem used up by it. For the low half that name does not exist, and the same five may win both."
        ),
        rule="eight-or-better",
    ),
    "straights-counted": Told(
        lazy("Straights and flushes are counted against a hand on the scale from ace to five."),
        lazy("They are on the other scale, in deuce-to-seven, and mixed games go from one to the other."),
        rule="ace-to-five",
    ),
    "ace-high": Told(
        lazy("The ace is taken for the highest card where it is the lowest."),
        lazy(
            "It is high in hold’em and high in deuce-to-seven. On the scale from ace to five it is the best card there is."
        ),
        rule="ace-to-five",
    ),
    "suits-ignored": Told(
        lazy("Only the ranks of a badugi are looked at, and two cards of a suit are both counted."),
        lazy(
            "In every other low game suits mean nothing. Badugi is the one in which a second card of a suit drops out."
        ),
        rule="badugi",
    ),
    "suit-breaks-tie": Told(
        lazy("Hands of the same ranks are told apart by their suits."),
        lazy(
            "Other card games rank the suits, and poker itself does for small things, such as who brings it in at stud. For the worth of a hand it never does."
        ),
    ),
    "kicker-sixth-card": Told(
        lazy("A sixth card is compared when five are equal."),
        lazy(
            "Seven cards lie there, and a high one that is left over seems to be worth something. A hand ends with its fifth card."
        ),
    ),
    "four-cards-compared": Told(
        lazy("The comparison stops after four cards."),
        lazy(
            "By then the pairs are told and a kicker too, and most hands are decided. The fifth card is the last to ask."
        ),
    ),
    "kicker-ignored": Told(
        lazy("Hands with the same pair, or the same threes, are taken for equal whatever goes with them."),
        lazy(
            "They have the same name, and a name is what people call out and software shows. The other cards are compared as well, from the highest down."
        ),
    ),
    "high-card-first": Told(
        lazy("The highest card is compared before the pair, the threes or the fours."),
        lazy(
            "With hands of no pair it is the highest card that decides, and it is the one that is seen first. Beside a pair it only comes second."
        ),
    ),
    "ace-low": Told(
        lazy("The ace is taken for the lowest card in deuce-to-seven."),
        lazy(
            "It is in razz and in the low half of hi-lo games, and the word low seems to say so. The game’s own name says otherwise: it begins at the deuce."
        ),
        rule="deuce-to-seven",
    ),
    "straights-ignored": Told(
        lazy("A straight or a flush is taken for a good low in deuce-to-seven."),
        lazy(
            "On the scale from ace to five they don’t exist, and players of razz bring that along. Here they are what they are among high hands, and so they lose."
        ),
        rule="deuce-to-seven",
    ),
    "from-below": Told(
        lazy("Lows are compared from the lowest card up."),
        lazy(
            "To be low is the aim, so one begins where the cards are lowest. But a low is only as good as its highest card, and that one is compared first."
        ),
    ),
}
