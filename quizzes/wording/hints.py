"""What a hint says: the things that a step rests on, by their names, and never what comes out of it.

A thing is found by the step's operation or outcome together with its key where that changes what it means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.drawing.spoken import card_name
from quizzes.engine.steps import Step
from quizzes.wording.numbers import chips, listed

Message = str | Promise

_BETS: Mapping[str, Message] = {
    "acted_at": lazy("the bet when the player last acted"),
    "acted_at player": lazy("the player's last action on this street"),
    "all_in_to": lazy("what the player's whole stack makes"),
    "ante": lazy("the ante"),
    "ante_paid": lazy("what is paid of the ante"),
    "before": lazy("what the player put in before"),
    "bet": lazy("the bet"),
    "difference bet": lazy("the bet before it"),
    "bet_again": lazy("as much again"),
    "bet_size": lazy("the size of bets on this street"),
    "big_bet": lazy("the big bet"),
    "big_blind": lazy("the big blind"),
    "blind": lazy("the blind"),
    "blind_paid": lazy("what is paid of the blind"),
    "bring_in": lazy("the bring-in"),
    "call_adds": lazy("what a call adds"),
    "call_to": lazy("the total of a call"),
    "chip": lazy("the smallest chip"),
    "complete_to": lazy("the small bet"),
    "dead": lazy("the dead money"),
    "facing": lazy("what the player faces more than at their last act"),
    "fl_cap": lazy("the number of raises that the house allows"),
    "fl_cap_heads_up": lazy("the cap with two players"),
    "full_raise": lazy("whether there has been a full raise since the player acted"),
    "full_raise_to": lazy("the total of a full raise"),
    "in_front": lazy("what the player has in front"),
    "last_full_bet": lazy("the last full bet"),
    "last_raise": lazy("the last full raise"),
    "level": lazy("the total that the raise builds on"),
    "max_raise_by": lazy("the most that may be added to the bet"),
    "max_to": lazy("the largest raise"),
    "may_check": lazy("whether the player may check"),
    "may_raise": lazy("whether the player may raise"),
    "may_raise player": lazy("who could still answer a raise"),
    "middle": lazy("what lies in the middle"),
    "needed": lazy("what it takes to open the betting again"),
    "open": lazy("whether the betting is open to the player"),
    "pot": lazy("the pot with all bets on the table"),
    "put_in": lazy("what the player has put in"),
    "put_in_before": lazy("what the player has put in before"),
    "raise_left": lazy("whether a raise is left on this street"),
    "raise_by": lazy("the increase"),
    "raise_to": lazy("the smallest raise"),
    "raised_by": lazy("how much was added to the bet"),
    "raised_to": lazy("the total that was raised to"),
    "raises_made": lazy("the bets and raises made on this street"),
    "small_bet": lazy("the small bet"),
    "small_blind": lazy("the small blind"),
    "stack": lazy("the player's stack"),
    "straddle": lazy("the straddle"),
    "street": lazy("what the player has put in on this street"),
    "sum seat": lazy("the bets in front of the players"),
}

_POTS: Mapping[str, Message] = {
    "amount": lazy("the amount of each pot"),
    "layer live": lazy("who is left in the hand"),
    "layer put_in": lazy("what each player has put in"),
    "above": lazy("the total that the pot below ends at"),
    "have_one": lazy("who has an odd chip of the high half already"),
    "high_half": lazy("the half for the best high hand"),
    "low_half": lazy("the half for the best low hand"),
    "low_odd_chips_to": lazy("who gets the odd chips of the low half"),
    "odd_chip_cards": lazy("the cards of those who share, suits counting"),
    "odd_chips_to": lazy("who gets the odd chips"),
    "matched": lazy("what others have matched of it"),
    "returned": lazy("the chips that nobody matched"),
    "shared_once best": lazy("the best high hand"),
    "shared_once best_low": lazy("the best low"),
    "up_to": lazy("the smallest total of a player who is left"),
    "winners": lazy("who has the best hand of those who play for it"),
}

_CARDS: Mapping[str, Message] = {
    "board": lazy("the board"),
    "cards": lazy("the cards to choose from"),
    "category": lazy("the best hand of each player"),
    "compare seat": lazy("the best hands of all players, side by side"),
    "high": lazy("the best high hand"),
    "low": lazy("the best low"),
    "nuts": lazy("the best hand that there can be"),
    "nuts board": lazy("the pairs, suits and runs on the board"),
    "own": lazy("the hole cards"),
    "seen": lazy("the cards that have been seen, and those that have not"),
}

_SEATS: Mapping[str, Message] = {
    "all_in": lazy("who is all-in, and whether anybody can still bet"),
    "asked": lazy("what the player has done"),
    "big_blind_seat": lazy("the seat of the big blind"),
    "bring_in open_cards": lazy("each player's first open card"),
    "button": lazy("the button"),
    "folded": lazy("who has folded"),
    "no_chips": lazy("who has no chips left"),
    "opening_board": lazy("whose board begins"),
    "passed_over": lazy("who is passed over"),
    "first bring_in": lazy("who brings it in"),
    "last_straddle": lazy("the last straddle in full"),
    "leading_cards": lazy("the cards that lead equal boards"),
    "in_order": lazy("whether hands are shown in order"),
    "last_aggressor": lazy("who was the last to bet or raise"),
    "last_aggressor player": lazy("the bets on the last street"),
    "last_big_blind": lazy("the big blind of this hand"),
    "last_button": lazy("the button of this hand"),
    "last_small_blind": lazy("the small blind of this hand"),
    "left_of_button": lazy("the first player left of the button who is in to the end"),
    "left_of_button player": lazy("the button"),
    "low_card": lazy("who would bring it in by the open cards"),
    "low_card open_cards": lazy("each player's first open card"),
    "open_cards": lazy("the open cards of all players"),
    "player": lazy("what the player has done"),
    "side_pot": lazy("who plays for a side pot"),
    "straddler": lazy("who has straddled"),
    "live": lazy("the live bet"),
    "live player": lazy("what this house asks of a player who comes to the table or back to it"),
}

_RULINGS: Mapping[str, Message] = {
    "acts": lazy("who acted out of turn, one after the other"),
    "bet_then": lazy("the bet when the player acted"),
    "bet_then player": lazy("what lay in front of the others at that time"),
    "binding": lazy("whether the act binds"),
    "chips_out": lazy("the chips that count"),
    "comes_to_showdown": lazy("whether the hand comes to a showdown"),
    "comes_to_showdown whose": lazy("how the hand ended"),
    "declared_to": lazy("the total that was named"),
    "found": lazy("when it is found"),
    "half_way": lazy("the total that is half of a raise over the bet"),
    "called": lazy("the player's last action on this street"),
    "made_last_bet": lazy("who made the last bet on the last street"),
    "may": lazy("whether there is anything to ask for"),
    "named": lazy("the number that was said"),
    "pushed": lazy("the chips pushed in that count"),
    "pushed_chip": lazy("each chip pushed in"),
    "ruling": lazy("the ruling"),
    "said": lazy("what was said"),
    "substantial": lazy("whether there was substantial action"),
    "unchanged": lazy("whether anything has changed by the player's turn"),
    "without_smallest": lazy("the chips without the smallest of them"),
}

_CHART: Mapping[str, Message] = {
    "group": lazy("the group of the hand"),
    "hand": lazy("the hand as the chart names it"),
    "position": lazy("the player's seat"),
    "state before": lazy("what was done before the player"),
}

THINGS = {**_BETS, **_POTS, **_CARDS, **_SEATS, **_RULINGS, **_CHART}

_FIRST: Mapping[str, Message] = {
    "sum": lazy("Begin with %(what)s: add up %(things)s."),
    "difference": lazy("Begin with %(what)s: from %(first)s take %(last)s."),
    "least": lazy("Begin with %(what)s: it is the smaller of %(first)s and %(last)s."),
    "compare": lazy("Begin with %(what)s: set %(first)s beside %(last)s."),
}


def title(number: int) -> str:
    """Return the name of a hint, 1 to 3."""
    return [_("Hint 1: which rule decides"), _("Hint 2: what to look at"), _("Hint 3: the first step")][number - 1]


def look_at(step: Step, names: Sequence[str], given: Set[str]) -> str:
    """Say what a step rests on. `given` are the values that the table shows, whose amounts are named in a sum."""
    words = []
    stated = set()
    for key, thing in _things(step, names).items():
        amount = step.values[key]
        if key in given and step.op in ("sum", "difference") and amount not in stated:
            words.append(_("%(thing)s (%(amount)s)") % {"thing": thing, "amount": chips(amount)})
            stated.add(amount)
        else:
            words.append(thing)
    return _("Look at %(things)s.") % {"things": listed(words)}


def begin(step: Step, names: Sequence[str]) -> str:
    """Say what a step works out and from what, without any of its numbers."""
    if step.op == "layer":
        return _("Begin with the main pot: it takes from everybody up to the smallest total of a player who is left.")
    things = list(_things(step, names).values())
    outcomes = [key for key in step.out if key != "cards"]
    what = [str(THINGS[key]) for key in outcomes if key in THINGS]
    words = {"what": listed(what), "things": listed(things), "first": things[0], "last": things[-1]}
    return str(_FIRST.get(step.op, lazy("Begin with %(what)s: look at %(things)s."))) % words


def of(player: str) -> str:
    """Say whose the first step is."""
    return _("It is about %(player)s.") % {"player": player}


def plays(cards: Sequence[str]) -> str:
    """Say that cards are among those that play."""
    names = listed([card_name(card) for card in cards])
    if len(cards) == 1:
        return _("The %(card)s plays.") % {"card": names}
    return _("Begin with these, which all play: %(cards)s.") % {"cards": names}


def named_only() -> str:
    """Say that one rule says it all, where its words would be the answer."""
    return _("One rule answers this. What it says is the last hint.")


def not_this(option: str) -> str:
    """Say that a written answer is wrong."""
    return _("This answer is wrong: “%(answer)s”") % {"answer": option}


def _things(step: Step, names: Sequence[str]) -> dict[str, str]:
    """Return the things that a step rests on by the first of its keys that means them."""
    found: dict[str, str] = {}
    for key in step.values:
        plain = "seat" if key in names else re.sub(r"_\d+$", "", key)
        outcome = next(iter(step.out))
        thing = next(
            (THINGS[name] for name in (f"{step.op} {plain}", f"{outcome} {plain}", plain) if name in THINGS), ""
        )
        if thing and str(thing) not in found.values():
            found[key] = str(thing)
    return found
