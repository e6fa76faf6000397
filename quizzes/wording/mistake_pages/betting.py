"""Misconceptions about bets and raises: how much, who may, and what opens the betting again."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages.told import Told

TOLD: Mapping[str, Told] = {
    "double-the-bet": Told(
        lazy("The smallest raise is taken to be twice the bet, whatever the last raise was."),
        lazy(
            "Twice the bet is right for the first raise over a bet, and that is the raise one meets most, so the shortcut seems to work. Some houses do ask for double the bet, and players bring the habit from there."
        ),
    ),
    "add-the-big-blind": Told(
        lazy("The big blind is added to the bet, also after a bet or raise that was larger."),
        lazy(
            "The big blind is the smallest bet of a round and stands on the screen above every table, so it is easily taken for the smallest step at any time. In fixed-limit a raise does always go up by the same amount."
        ),
    ),
    "count-the-call": Told(
        lazy("All the chips that the last raiser put in are repeated, the part that only called among them."),
        lazy(
            "The chips go in as one heap, so one sees one amount and repeats it. Only what went over the bet was the raise; the rest was the price of staying in."
        ),
    ),
    "short-all-in-as-full": Told(
        lazy("What a short all-in added is taken for the last raise, though it was less than a full one."),
        lazy(
            "An all-in over the bet looks like a raise and is called one at the table. It is also the last number that was heard; the full raise before it has to be remembered."
        ),
        rule="short-all-in",
    ),
    "chips-for-total": Told(
        lazy("The chips that go in are given where the total is asked."),
        lazy(
            "One counts the chips in the hand, not those that lie in front already. The two numbers are the same until a blind or an earlier bet lies there, so the slip goes unseen for a long time."
        ),
        rule="raise-to-or-by",
    ),
    "to-for-by": Told(
        lazy("The number that belongs in “Raise to” is typed into “Raise by”, or the other way about."),
        lazy(
            "Poker software differs in which of the two its box takes. Who has learnt one of them types the same number everywhere."
        ),
        rule="raise-to-or-by",
    ),
    "right-assumed": Told(
        lazy("A raise is worked out for a player who may only call or fold."),
        lazy(
            "The question of how much hides the question of whether. In most spots everybody may raise, so one begins with the sum and never looks at what came since the player acted."
        ),
    ),
    "turn-reopens": Told(
        lazy("A player whose turn comes again is taken to have every choice again."),
        lazy(
            "The turn and the right to raise nearly always come together: only a bet or raise brings the action back, and it is nearly always a full one. The exception takes an all-in that falls short."
        ),
    ),
    "raise-without-answer": Told(
        lazy("A raise is offered although everybody else is all-in."),
        lazy(
            "There are more chips behind than a call takes, so a raise seems possible. But what goes in on top could be answered by nobody and would come straight back."
        ),
    ),
    "call-as-total": Told(
        lazy("The whole bet is given for what a call adds, though part of it is in front already."),
        lazy(
            "“Call 300” names the bet, and that is how it is said. The chips to add are fewer once a blind or an earlier bet lies there."
        ),
    ),
    "call-beyond-stack": Told(
        lazy("A call of the whole bet is asked of a player who has less."),
        lazy(
            "A price has to be paid in full everywhere else. In poker nobody is put out of a hand for want of chips: a player calls with what there is, and plays for that much."
        ),
    ),
    "short-blind-as-price": Told(
        lazy("A big blind that was posted short is taken for the price of a call."),
        lazy(
            "One looks at the chips in front of the big blind and matches them, as one matches any bet. Some houses do play it so."
        ),
        rule="full-blind-price",
    ),
    "stack-for-total": Told(
        lazy("The chips behind are given as the largest total, without those in front."),
        lazy(
            "“All my chips” is the stack that can be pushed. What lies in front belongs to the total as well, but it has left the stack and is forgotten."
        ),
        rule="raise-to-or-by",
    ),
    "short-all-in-refused": Told(
        lazy("An all-in over the bet is refused because it is less than a full raise."),
        lazy(
            "The smallest raise is learnt as a line that nobody may go below. It binds only those who have the chips for it: who may raise may go all-in for any amount."
        ),
        rule="table-stakes",
    ),
    "option-forgotten": Told(
        lazy("A player who has only posted is given a check and no raise when nobody has raised."),
        lazy(
            "The blind was posted and everybody has called, so the round looks finished. But to post was no choice: that player has not acted yet."
        ),
    ),
    "half-is-enough": Told(
        lazy("Half of a full raise is taken to be enough to open the betting again."),
        lazy(
            "It is so in fixed-limit, where half a bet counts as a bet, and who plays or deals both carries it over. There are no-limit houses with a rule of the half as well."
        ),
    ),
    "each-all-in-alone": Told(
        lazy("Each short all-in is held against a full raise by itself, and they are never added up."),
        lazy(
            "The all-ins come one after the other, and at each of them it is said that it is no full raise. Some houses do judge them one by one."
        ),
    ),
    "added-up": Told(
        lazy("Short all-ins are added up in a house that looks at each of them alone."),
        lazy(
            "Most houses do add them up, and who has learnt it there carries it over. The chips that came one after the other also lie there as one amount in the end."
        ),
    ),
    "last-all-in-only": Told(
        lazy("Only what the last all-in added is held against a full raise."),
        lazy(
            "The last move is the one before everybody’s eyes. What a player faces is all that was added since that player acted, and that can be two or three increases."
        ),
    ),
    "counted-for-everybody": Told(
        lazy("What came since the last full bet is counted for every player alike."),
        lazy(
            "One keeps one number for the whole table. But players acted at different moments and have matched different totals, so each of them faces a different amount."
        ),
    ),
    "short-sum-as-unit": Told(
        lazy("Short all-ins that together come to a full raise are taken for the size of the next raise."),
        lazy(
            "Once their sum has opened the betting it looks like a raise, and is repeated like one. Whether the betting is open and how much a raise adds are two questions, though some houses answer them together."
        ),
        rule="short-all-in",
    ),
}
