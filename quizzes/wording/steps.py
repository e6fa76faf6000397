"""Each step of a derivation as one sentence.

A message is found by what the step's outcome is called, its operation and the names of its values; a verdict has one
message for yes and one for no.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.steps import Step
from quizzes.wording import limit_steps, pot_steps, rulings_steps, table_steps
from quizzes.wording.numbers import chips, shown
from quizzes.wording.rules import rule_text
from quizzes.wording.showdown import said

Message = str | Promise

_RAISES: Mapping[str, Message] = {
    "last_raise state big_blind": lazy(
        "A full bet is at least the big blind, so a raise adds at least %(last_raise)s."
    ),
    "last_raise state chip": lazy("No blinds are named, so a raise adds at least the smallest chip, %(last_raise)s."),
    "bet state big_blind": lazy("The big blind was posted short, but the bet is the full blind, %(bet)s."),
    "bet state posted": lazy(
        "The big blind was posted short, and in this house the bet is the most that was posted: %(bet)s."
    ),
    "bet least big_blind most_in": lazy(
        "The big blind was posted short. Its full price is %(big_blind)s, but everybody else is all-in or out, and nobody "
        "could match more than the %(most_in)s that another player has in: here the bet is %(bet)s."
    ),
    "bet least bring_in most_in": lazy(
        "The bring-in was all-in for less. Its full price is %(bring_in)s, but everybody else is all-in or out, and nobody "
        "could match more than the %(most_in)s that another player has in: here the bet is %(bet)s."
    ),
    "last_raise state bet": lazy("%(player)s bet %(bet)s, so a raise adds at least as much again."),
    "last_raise state straddle": lazy(
        "The straddle of %(straddle)s is a bigger blind, and the first raise doubles it."
    ),
    "last_raise state last_straddle": lazy(
        "The last straddle in full is %(player)s's of %(last_straddle)s: it is a bigger blind, so a raise adds as much "
        "again."
    ),
    "straddle-as-raise raised_by": lazy(
        "%(player)s's straddle of %(raised_to)s is %(raised_by)s more than %(bet)s, but its size does not matter."
    ),
    "straddle-as-raise last_raise": lazy(
        "The straddle counts as a raise by a big blind: the next adds %(last_raise)s."
    ),
    "short-all-in last_raise": lazy(
        "The straddle was posted short and is no full raise: a raise adds the big blind, %(last_raise)s."
    ),
    "last_raise difference raised_to bet": lazy(
        "%(player)s raised from %(bet)s to %(raised_to)s: the last full raise is %(last_raise)s."
    ),
    "last_raise difference bet last_full_bet": lazy(
        "Together the short all-ins add %(last_raise)s to %(last_full_bet)s, and here their sum counts as the last raise."
    ),
    "raised_to sum bet raise_by": lazy("%(player)s raised by %(raise_by)s, to a total of %(raised_to)s."),
    "raised_by difference raised_to bet": lazy("%(player)s went from %(bet)s to %(raised_to)s, %(raised_by)s more."),
    "full_raise_to sum bet bet_again": lazy("A full raise over %(bet)s is to %(full_raise_to)s here, twice the bet."),
    "raise_to sum bet last_raise": lazy(
        "The smallest raise adds the last full raise to the bet: %(bet)s and %(last_raise)s make %(raise_to)s."
    ),
    "raise_to sum bet bet_again": lazy("The smallest raise is to twice the bet here: to %(raise_to)s."),
    "raise_to state big_blind": lazy("Nobody has bet on this street: the smallest bet is the big blind, %(raise_to)s."),
    "raise_to state chip": lazy("Nobody has bet and no blinds are named: the smallest bet is one chip, %(raise_to)s."),
    "raise_by difference raise_to bet": lazy("Over the bet of %(bet)s that is a raise by %(raise_by)s."),
    "raise_by state raise_to": lazy("There is no bet yet, so the whole %(raise_by)s is the increase."),
    "adds difference raise_to in_front": lazy(
        "%(player)s has %(in_front)s in front already, so %(adds)s more chips go in."
    ),
    "adds state raise_to": lazy("%(player)s has nothing in front yet, so all %(adds)s are new chips."),
    "raise_min_to state raise_to": lazy("So the smallest raise is to %(raise_min_to)s."),
    "raise_min_to all_in_to state raise_to": lazy("So the smallest raise is to %(raise_min_to)s."),
    "raise_min_to state may_raise": lazy("So there is no smallest raise to name."),
    "raise_min_to state full_raise": lazy("So %(player)s has no full raise, only the all-in."),
    "raise_to raise_by adds state may_raise": lazy("So there is no smallest raise to name."),
    "raise_min_to raise_max_to all_in_to state may_raise": lazy("So %(player)s has no raise."),
    "raise_min_to raise_max_to state full_raise all_in_to": lazy("So %(player)s has no full raise, only the all-in."),
    "raise_max_to state player": lazy("%(player)s's stack is not stated, so there is no largest raise to name."),
    "raise_max_to state all_in_to": lazy("The largest raise is everything: to %(raise_max_to)s."),
    "raise_max_to state stack": lazy("The largest raise is everything: to %(raise_max_to)s."),
    "all_in_to state all_in_to": lazy("The one raise left is all-in, to %(all_in_to)s."),
    "all_in_to difference stack put_in_before": lazy(
        "%(player)s began with %(stack)s and has put %(put_in_before)s in before, which leaves %(all_in_to)s."
    ),
}

_VERDICTS: Mapping[str, tuple[Message, Message]] = {
    "full_raise compare raised_by last_raise": (
        lazy("%(raised_by)s reaches %(last_raise)s: a full raise."),
        lazy("%(raised_by)s is less than %(last_raise)s: no full raise, so it does not change what a raise must add."),
    ),
    "reopened-sum full_raise": (
        lazy("%(raised_by)s reaches %(last_raise)s: a full raise."),
        lazy("%(raised_by)s is less than %(last_raise)s: no full raise."),
    ),
    "full_raise compare all_in_to last_raise": (
        lazy("%(player)s's %(all_in_to)s reaches %(last_raise)s: a full bet."),
        lazy(
            "%(player)s's %(all_in_to)s is less than %(last_raise)s: no full bet, so a raise still adds %(last_raise)s."
        ),
    ),
    "full_raise compare all_in_to full_raise_to": (
        lazy("%(player)s's total of %(all_in_to)s reaches that: a full raise."),
        lazy("%(player)s's total of %(all_in_to)s is less than that: no full raise."),
    ),
    "full_raise compare all_in_to raise_to": (
        lazy("%(player)s has enough for that."),
        lazy("%(player)s's whole stack makes only %(all_in_to)s, less than %(raise_to)s."),
    ),
    "open compare facing needed": (
        lazy("%(facing)s reaches %(needed)s: the betting is open to %(player)s again."),
        lazy("%(facing)s is less than %(needed)s: the betting is not open to %(player)s again."),
    ),
    "reopening-half open": (
        lazy("%(facing)s is more than %(needed)s: the betting is open to %(player)s again."),
        lazy("%(facing)s is not more than %(needed)s: the betting is not open to %(player)s again."),
    ),
    "open state full_raise": (
        lazy("A full raise has been made since then: the betting is open to %(player)s again."),
        lazy(
            "No single raise since then was full, and short ones are not added up here: the betting is not open again."
        ),
    ),
    "open state player": (
        lazy("The betting is open to %(player)s again."),
        lazy("Nobody has raised since %(player)s acted: the betting is not open again."),
    ),
    "may_raise state open": (
        lazy("So %(player)s may raise."),
        lazy("%(player)s has acted, so only a call or a fold is left."),
    ),
    "may_raise state player": (
        lazy("%(player)s has not acted on this street, so the betting is open."),
        lazy("Everybody else is all-in: a raise could not be answered, so none is offered."),
    ),
    "may_raise state more_than_call": (lazy("So %(player)s may raise."), lazy("So %(player)s may only call or fold.")),
    "may_raise state open more_than_call": (
        lazy("So %(player)s may raise."),
        lazy("So %(player)s may only call or fold."),
    ),
    "more_than_call compare all_in_to bet": (
        lazy("%(player)s's whole stack makes %(all_in_to)s, more than the bet of %(bet)s."),
        lazy("%(player)s's whole stack makes %(all_in_to)s, no more than the bet of %(bet)s."),
    ),
    "may_check compare in_front bet": (
        lazy("%(player)s's %(in_front)s in front match the bet of %(bet)s: there is nothing to call."),
        lazy("%(player)s has %(in_front)s in front and the bet is %(bet)s: checking is no option."),
    ),
    "may_check state bet": (
        lazy("There is nothing to call: %(player)s may check."),
        lazy("%(player)s has nothing in front and the bet is %(bet)s: checking is no option."),
    ),
    "acted_at state player": (
        lazy("When %(player)s last acted, the bet was %(acted_at)s."),
        lazy("%(player)s checked, when there was no bet."),
    ),
    "may_check state player": (lazy("Nobody has bet: %(player)s may check."), lazy("%(player)s may not check.")),
}

_REST: Mapping[str, Message] = {
    "to_act state player": lazy("The turn is %(player)s's."),
    "to_act state asked": lazy("The question is about %(asked)s."),
    "call_to call_adds state may_check": lazy("So there is no call to make."),
    "call_to state bet": lazy("A call is to %(call_to)s."),
    "full-blind-price call_to": lazy("The big blind was posted short, but the price is the full one: %(call_to)s."),
    "call_to least bet all_in_to": lazy(
        "%(player)s has chips for a total of %(all_in_to)s only: a call for less is to %(call_to)s."
    ),
    "call_adds difference call_to in_front": lazy(
        "The call counts the %(in_front)s in front already, so it adds %(call_adds)s."
    ),
    "call_adds state call_to": lazy("Nothing is in front yet, so the call adds all %(call_adds)s."),
    "facing difference bet acted_at": lazy(
        "The bet is %(bet)s now: %(player)s faces %(facing)s more than at that time."
    ),
    "needed state last_raise": lazy("It takes the last full raise, %(needed)s, to open the betting again."),
    "reopened-sum needed": lazy("It takes as much as that sum, %(needed)s, to open the betting again."),
    "needed share last_raise": lazy(
        "Half of the last full raise is %(needed)s here: it takes more than that to open the betting again."
    ),
    "needed share acted_at": lazy(
        "Half of a full raise is %(needed)s here: it takes more than that to open the betting again."
    ),
    **dict.fromkeys(
        ("needed share big_blind", "needed share small_bet", "needed share chip"),
        lazy("Half of a full bet is %(needed)s here: it takes more than that to open the betting again."),
    ),
    "needed state acted_at": lazy("A full raise doubles the bet here, so it takes %(needed)s more to open it again."),
    **dict.fromkeys(
        ("needed state big_blind", "needed state small_bet", "needed state chip"),
        lazy("It takes a full bet, %(needed)s, to open the betting again."),
    ),
    "put_in_before sum before dead": lazy(
        "%(player)s has put %(before)s in before and %(dead)s as dead money, %(put_in_before)s in all."
    ),
    "put_in sum before street": lazy("%(player)s has put %(put_in)s in so far: %(before)s before and %(street)s now."),
    "returned difference put_in matched": lazy(
        "Nobody matched more than %(matched)s of %(player)s's %(put_in)s: what goes back is %(returned)s."
    ),
}


_TABLES = (limit_steps, pot_steps, rulings_steps, table_steps)
"""The modules with the sentences of other steps: each has `VERDICTS` and `REST`."""

_ALL_VERDICTS: Mapping[str, tuple[Message, Message]] = ChainMap(
    dict(_VERDICTS), *(dict(table.VERDICTS) for table in _TABLES)
)
_ALL_REST: Mapping[str, Message] = ChainMap({**_RAISES, **_REST}, *(dict(table.REST) for table in _TABLES))


def step_text(step: Step) -> str:
    """Return the sentence for a step, in the language in force."""
    if isinstance(step.out.get("right"), list):
        return rule_text(step.rule)  # the answer is written: its reason is the rule
    if "ruling" in step.out:
        return rulings_steps.ruling_text(step)
    if "substantial" in step.out:
        return rulings_steps.substantial_text(step)
    if (about_cards := said(step)) is not None:
        return about_cards
    if (about_seats := table_steps.said(step)) is not None:
        return about_seats
    if (about_the_cap := limit_steps.said(step)) is not None:
        return about_the_cap
    if (about_pots := pot_steps.said(step)) is not None:
        return about_pots
    if step.op == "share" and "needed" in step.out and sum(step.values.values()) % 2:
        return _odd_half_text(step)
    words = {"player": step.seat or "", **{key: shown(value) for key, value in {**step.values, **step.out}.items()}}
    return str(_message(step)) % words


def _odd_half_text(step: Step) -> str:
    """Say what more than half of an odd raise is in whole chips."""
    below = step.out["needed"]
    words = {"raise": chips(sum(step.values.values())), "below": chips(below), "least": chips(below + 1)}
    return (
        _(
            "It takes more than half of %(raise)s to open the betting again. That is not a whole number of chips: "
            "%(below)s is just less than half, so it takes at least %(least)s."
        )
        % words
    )


def _message(step: Step) -> Message:
    """Return the step's message: the most particular name that has one."""
    outs, names = " ".join(step.out), " ".join(step.values)
    keys = (f"{step.rule} {outs}", f"{outs} {step.op} {names}", f"{outs} {step.op}")
    for key in keys:
        if key in _ALL_VERDICTS:
            yes, no = _ALL_VERDICTS[key]
            return yes if next(iter(step.out.values())) else no
        if key in _ALL_REST:
            return _ALL_REST[key]
    raise KeyError(f"no sentence for the step {keys[1]!r}")
