"""Steps of pot-limit and fixed-limit, and of games that split a pot, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.steps import Step
from quizzes.wording.numbers import shown

Message = str | Promise

VERDICTS: Mapping[str, tuple[Message, Message]] = {
    "counts compare raised_by needed": (
        lazy("%(raised_by)s is %(needed)s or more: the all-in counts as a raise."),
        lazy("%(raised_by)s is less than %(needed)s: the all-in does not count as a raise."),
    ),
    "counts compare all_in_to needed": (
        lazy("%(all_in_to)s is %(needed)s or more: the all-in counts as the bet."),
        lazy("%(all_in_to)s is less than %(needed)s: the all-in does not count as the bet."),
    ),
    "may_check state bring_in": (
        lazy("There is nothing to call: %(player)s may check."),
        lazy("The hand has to be brought in for %(bring_in)s: checking is no option."),
    ),
    "more_than_call compare all_in_to bring_in": (
        lazy("%(player)s's whole stack makes %(all_in_to)s, more than the bring-in of %(bring_in)s."),
        lazy("%(player)s's whole stack makes %(all_in_to)s, no more than the bring-in of %(bring_in)s."),
    ),
    "enough compare all_in_to max_to": (
        lazy("%(player)s has enough for that."),
        lazy("%(player)s's whole stack makes only %(all_in_to)s, less than the pot allows."),
    ),
    "pot_reaches_bet compare max_to raise_to": (
        lazy("The pot reaches that."),
        lazy("The pot is less than that, but a bet of %(raise_to)s is allowed all the same."),
    ),
    "may_raise state raise_left": (lazy("So %(player)s may raise."), lazy("So only a call or a fold is left.")),
    "may_raise state open raise_left": (lazy("So %(player)s may raise."), lazy("So only a call or a fold is left.")),
    "may_raise state raise_left more_than_call": (
        lazy("So %(player)s may raise."),
        lazy("So %(player)s may only call or fold."),
    ),
    "may_raise state open raise_left more_than_call": (
        lazy("So %(player)s may raise."),
        lazy("So %(player)s may only call or fold."),
    ),
    "limit-half-bet open": (
        lazy("%(facing)s reaches %(needed)s: the betting is open to %(player)s again."),
        lazy("%(facing)s is less than %(needed)s: the betting is not open to %(player)s again."),
    ),
    "limit-full-bet open": (
        lazy("%(facing)s reaches %(needed)s: the betting is open to %(player)s again."),
        lazy("%(facing)s is less than %(needed)s: the betting is not open to %(player)s again."),
    ),
}

REST: Mapping[str, Message] = {
    "smaller_to sum level small_bet": lazy(
        "Two sizes may be chosen from: with the small bet the raise is to %(smaller_to)s, and to no other total but the one "
        "with the big bet, which is named here."
    ),
    "smaller_to state small_bet": lazy(
        "Two sizes may be chosen from: the small bet, to %(smaller_to)s, and the big one, which is named here."
    ),
    "within_level compare full_level all_in_to": lazy(
        "%(player)s's all-in to %(all_in_to)s does not go over the full level, %(full_level)s, for which an all-in before "
        "it is taken: it does not count as a raise."
    ),
    "acted_at state bring_in": lazy("When %(player)s acted, there was no bet."),
    "call_to state bring_in": lazy("Bringing it in takes %(call_to)s."),
    **dict.fromkeys(
        ("bring-in call_to", "bring-in-razz call_to"),
        lazy("The bring-in was all-in for less, but the price is the full one: %(call_to)s."),
    ),
    "call_to least bring_in all_in_to": lazy(
        "%(player)s has chips for a total of %(all_in_to)s only and brings it in for %(call_to)s."
    ),
    "last_raise state small_bet": lazy(
        "A full bet is at least the small bet, so a raise adds at least %(last_raise)s."
    ),
    "raise_to state small_bet": lazy("Nobody has bet on this street: the smallest bet is %(raise_to)s."),
    "raise_to state complete_to": lazy("There is only a bring-in so far: the smallest bet is %(raise_to)s."),
    "raise_by difference raise_to bring_in": lazy("Over the bring-in of %(bring_in)s that is a raise by %(raise_by)s."),
    "bet_size state small_bet": lazy("On this street bets and raises are the small bet, %(bet_size)s."),
    "bet_size state big_bet": lazy("On this street bets and raises are the big bet, %(bet_size)s."),
    "bet_size state big_blind": lazy("On this street bets and raises are the small bet, one big blind: %(bet_size)s."),
    "bet_size state chip": lazy("No bets are named: bets and raises are one chip, %(bet_size)s."),
    "bet_size sum big_blind big_blind_again": lazy(
        "On this street bets and raises are the big bet, two big blinds: %(bet_size)s."
    ),
    "bet_size sum chip chip_again": lazy(
        "No bets are named: on this street bets and raises are two chips, %(bet_size)s."
    ),
    "limit-open-pair bet_size": lazy(
        "A pair lay open when this street was dealt, so in this house the big bet of %(bet_size)s may be made; after it all "
        "raises are big."
    ),
    "needed state bet_size": lazy("It takes a full unit here, %(needed)s."),
    "needed share bet_size": lazy("It takes half of the unit of %(bet_size)s: %(needed)s."),
    "less_than_half share bet_size": lazy("%(less_than_half)s is just less than half of the unit of %(bet_size)s."),
    "needed difference bet_size less_than_half": lazy("So half of it or more is at least %(needed)s."),
    "raised_by difference all_in_to level": lazy(
        "%(player)s's all-in to %(all_in_to)s is %(raised_by)s over %(level)s."
    ),
    "level state all_in_to": lazy("The next raise builds on the all-in, %(level)s."),
    "level state bet_size": lazy("The all-in is taken for the full bet of %(level)s."),
    "level state full_level": lazy("The next raise builds on the last full level, %(level)s."),
    "level sum full_level bet_size": lazy("The all-in is taken for the full level, %(level)s."),
    "raise_to state bet_size": lazy("So the bet is to %(raise_to)s."),
    "raise_to sum level bet_size": lazy("One unit of %(bet_size)s over %(level)s: the raise is to %(raise_to)s."),
    "raises_made state raised_to": lazy("Bets and raises made on this street so far: %(raises_made)s."),
    "raise_left state fl_cap": lazy("This house has no cap, so another raise may follow."),
    "raise_left state fl_cap_heads_up": lazy(
        "Two players began this street, and for two this house has no cap: another raise may follow."
    ),
    "cap-two-left raise_left": lazy(
        "No more than two players had chips when the cap was reached, so it does not hold: another raise may follow."
    ),
    "raise_to state may_raise": lazy("So there is no raise to name."),
    "limit-unit raise_max_to": lazy("There is only one size: the largest raise is to %(raise_max_to)s too."),
    "middle sum": lazy("Before this street's bets %(middle)s were in the middle."),
    "pot state pot": lazy("%(pot)s are in the middle and nobody has bet."),
    "pot state put_in": lazy("%(pot)s are in the middle and nobody has bet."),
    "pot sum": lazy("With all bets on the table the pot is %(pot)s."),
    "pot-limit-full-blinds pot": lazy("With both blinds counted in full and all bets on the table the pot is %(pot)s."),
    "pot-limit-exact pot": lazy(
        "Short blinds count as they were posted in this house: with all bets on the table the pot is %(pot)s."
    ),
    "pot-limit-small-as-big pot": lazy("With the small blind counted as a big one, and all bets, the pot is %(pot)s."),
    "call_adds difference bet in_front": lazy(
        "%(player)s has %(in_front)s in front: calling the bet of %(bet)s adds %(call_adds)s."
    ),
    "call_adds state bet": lazy("Calling adds %(call_adds)s."),
    "call_adds state no_bet": lazy("Nobody has bet, so there is nothing to call."),
    "max_raise_by state max_to": lazy("There is no bet yet, so the whole %(max_raise_by)s is the increase."),
    "adds state max_to": lazy("%(player)s has nothing in front yet, so all %(adds)s are new chips."),
    "own_most state all_in_to": lazy("So %(player)s can make it %(own_most)s at most."),
    "max_raise_by sum pot call_adds": lazy(
        "After that call of %(call_adds)s the pot would be %(max_raise_by)s: that is the most to raise by."
    ),
    "max_raise_by difference max_to bet": lazy("Over the bet of %(bet)s that is a raise by %(max_raise_by)s."),
    "max_to sum pot": lazy("Nobody has bet: a bet of the pot is %(max_to)s."),
    "exact_to sum pot": lazy("Nobody has bet: a bet of the pot is exactly %(exact_to)s."),
    "straddle_seats state straddle_seats": lazy(
        "This house allows no straddle from %(player)s's seat, but one that was posted is played as it stands."
    ),
    "straddle-as-raise straddle_as": lazy("In this house a straddle is one of the raises that count."),
    "straddle-as-blind straddle_as": lazy("In this house a straddle is a bigger blind and not one of the raises."),
    "max_to sum bet max_raise_by": lazy("On top of the bet of %(bet)s the largest raise is to %(max_to)s."),
    "exact_to sum bet max_raise_by": lazy("On top of the bet of %(bet)s that makes %(exact_to)s."),
    "max_to state exact_to unit": lazy("Rounded up to the unit of %(unit)s the largest raise is to %(max_to)s."),
    "adds sum call_adds max_raise_by": lazy("The call and the raise are %(adds)s new chips in all."),
    "raise_max_to state max_to": lazy("So the largest raise is to %(raise_max_to)s."),
    "raise_max_to state raise_min_to": lazy("The smallest bet is allowed in any case: to %(raise_max_to)s."),
    "raise_max_to least max_to all_in_to": lazy(
        "%(player)s's chips and the pot allow a raise to %(raise_max_to)s at most."
    ),
    "raise_max_to state raise_to": lazy("With the big bet the largest raise is to %(raise_max_to)s."),
    "raise_max_to least raise_to all_in_to": lazy(
        "%(player)s has chips for a total of %(all_in_to)s only: the largest raise is to %(raise_max_to)s."
    ),
    "low_half share amount": lazy("The pot of %(amount)s is halved: the low half is %(low_half)s."),
    "low_half share amount chip": lazy("The pot of %(amount)s is halved in whole chips: %(low_half)s are for the low."),
    "high_half difference amount low_half": lazy(
        "The rest, with the odd chip where there is one, is for the high: %(high_half)s."
    ),
    "odd-chip-one-a-player low_odd_chips_to": lazy(
        "Nobody gets two odd chips of a pot: %(have_one)s got one with the high half, so for the low half %(player)s comes first."
    ),
    "paid sum high low": lazy("%(player)s wins %(high)s with the high and %(low)s with the low, %(paid)s in all."),
}


def said(step: Step) -> str | None:
    """Return the sentence of a step that says so by its numbers; None for any other step.

    That is the one that counts bets and raises against the cap, and the level of a street without a full bet.
    """
    if dict(step.out) == {"level": 0}:
        return _("No full bet has been made yet: the next bet completes the all-in to one.")
    if list(step.out) != ["raise_left"] or "raises_made" not in step.values:
        return None
    made = step.values["raises_made"]
    cap = step.values["fl_cap"]
    words = {"fl_cap": shown(cap), "most": shown(cap + 1), "raises_made": shown(made)}
    if step.out["raise_left"]:
        message = ngettext(
            "One bet and %(fl_cap)s raises are allowed on a street, %(most)s in all; %(raises_made)s has been made, so another may follow.",
            "One bet and %(fl_cap)s raises are allowed on a street, %(most)s in all; %(raises_made)s have been made, so another may follow.",
            made,
        )
    else:
        message = _(
            "One bet and %(fl_cap)s raises are allowed on a street; %(raises_made)s have been made: it is capped."
        )
    return message % words
