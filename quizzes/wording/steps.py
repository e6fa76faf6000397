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
from django.utils.translation import ngettext

from quizzes.engine.steps import Step
from quizzes.wording import limit_steps, rulings_steps, table_steps
from quizzes.wording.cards import dashed, with_suits
from quizzes.wording.numbers import chips, listed, semicolon, shown
from quizzes.wording.rules import rule_text
from quizzes.wording.showdown import LOW_SCALES, held, said

Message = str | Promise

_RAISES: Mapping[str, Message] = {
    "last_raise state big_blind": lazy(
        "A full bet is at least the big blind, so a raise adds at least %(last_raise)s."
    ),
    "last_raise state chip": lazy("No blinds are named, so a raise adds at least the smallest chip, %(last_raise)s."),
    "last_raise state bet": lazy("%(player)s bet %(bet)s, so a raise adds at least as much again."),
    "last_raise state straddle": lazy(
        "The straddle of %(straddle)s is a bigger blind, and the first raise doubles it."
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
    "ante_paid difference stack blind": lazy("%(player)s posts the blind first, leaving %(ante_paid)s for the ante."),
    "blind_paid difference stack ante": lazy("%(player)s's ante comes first, leaving %(blind_paid)s for the blind."),
    "put_in_before sum before dead": lazy(
        "%(player)s has put %(before)s in before and %(dead)s as dead money, %(put_in_before)s in all."
    ),
    "put_in sum before street": lazy("%(player)s has put %(put_in)s in so far: %(before)s before and %(street)s now."),
    "returned difference put_in matched": lazy(
        "Nobody matched more than %(matched)s of %(player)s's %(put_in)s: what goes back is %(returned)s."
    ),
    "dead sum": lazy("The dead money is %(dead)s in all."),
    "won sum": lazy("%(player)s wins %(won)s in all."),
    "pots returned state pots returned": lazy("Those are the pots."),
    "pots won state pots won": lazy("Those are the awards."),
    "best state eligible": lazy("Only %(best)s plays for this pot."),
    "order compare": lazy("Set side by side, best first, the hands are in that order."),
}


_TABLES = (limit_steps, rulings_steps, table_steps)
"""The modules with the sentences of other steps: each has `VERDICTS` and `REST`."""

_ALL_VERDICTS: Mapping[str, tuple[Message, Message]] = ChainMap(
    dict(_VERDICTS), *(dict(table.VERDICTS) for table in _TABLES)
)
_ALL_REST: Mapping[str, Message] = ChainMap({**_RAISES, **_REST}, *(dict(table.REST) for table in _TABLES))


def step_text(step: Step) -> str:
    """Return the sentence for a step, in the language in force."""
    if isinstance(step.out.get("right"), list):
        return rule_text(step.rule)  # the answer is written: its reason is the rule
    if step.op == "layer":
        return _layer_text(step)
    if "ruling" in step.out:
        return rulings_steps.ruling_text(step)
    if "acts" in step.values:
        return rulings_steps.substantial_text(step)
    if (about_cards := said(step)) is not None:
        return about_cards
    if (about_seats := table_steps.said(step)) is not None:
        return about_seats
    if (about_the_cap := limit_steps.said(step)) is not None:
        return about_the_cap
    if any(name.endswith("odd_chips_to") for name in step.out) and "have_one" not in step.values:
        return _odd_text(step)
    if step.op == "share" and "winners" in step.values:
        return _share_text(step)
    if step.op == "sum" and set(step.out) == {"amount"}:
        return _pot_text(step)
    if "best" in step.out and "eligible" not in step.values:
        return _best_text(step)
    if "best_low" in step.out and step.op == "compare":
        return _best_low_text(step)
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


def _layer_text(step: Step) -> str:
    words = {
        "amount": chips(step.out["amount"]),
        "eligible": listed(step.out["eligible"]),
        "above": chips(step.values.get("above", 0)),
        "up_to": chips(step.values.get("up_to", 0)),
    }
    left = _left(step)
    if left:
        return _layer_with_left(step) % {**words, "left": chips(sum(left.values())), "folded": listed(list(left))}
    if "up_to" not in step.values:
        return _("Everything above %(above)s is %(amount)s, for %(eligible)s.") % words
    if "above" not in step.values:
        return _("Up to %(up_to)s from each who has it makes %(amount)s, for %(eligible)s.") % words
    return _("From %(above)s up to %(up_to)s makes %(amount)s, for %(eligible)s.") % words


def _left(step: Step) -> dict[str, int]:
    """Return what each player who is not in any more has in a layer."""
    above, up_to = step.values.get("above", 0), step.values.get("up_to")
    kept = {name: own for name, own in step.values["put_in"].items() if name not in step.values["live"]}
    return {name: (own if up_to is None else min(own, up_to)) - above for name, own in kept.items()}


def _layer_with_left(step: Step) -> str:
    """Return the message of a layer in which there are chips that players left."""
    if "up_to" not in step.values:
        return _("Everything above %(above)s is %(amount)s, with %(left)s that %(folded)s left, for %(eligible)s.")
    if "above" not in step.values:
        return _(
            "Up to %(up_to)s from each who has it, with %(left)s that %(folded)s left, makes %(amount)s, for %(eligible)s."
        )
    return _("From %(above)s up to %(up_to)s, with %(left)s that %(folded)s left, makes %(amount)s, for %(eligible)s.")


def _pot_text(step: Step) -> str:
    words = {"amount": chips(step.out["amount"]), "dead": chips(step.values.get("dead", 0))}
    if "dead" in step.values:
        return (
            ngettext(
                "With the %(dead)s that was in the middle before, the main pot comes to %(amount)s.",
                "With the %(dead)s that were in the middle before, the main pot comes to %(amount)s.",
                step.values["dead"],
            )
            % words
        )
    return _("Those for the same players are one pot of %(amount)s.") % words


def _best_text(step: Step) -> str:
    """Say who has the best hand of those who play for a pot: its players with their cards, or in a given order."""
    order = step.values.get("order")
    players = [name for group in order for name in group] if order else list(step.values)
    words = {"players": listed(players), "best": listed(step.out["best"])}
    if not order:
        return _best_with_cards(step, words)
    if len(players) == 1:
        return _("The best hand: %(best)s.") % words
    if len(step.out["best"]) == 1:
        return _("Of %(players)s, %(best)s has the best hand.") % words
    if len(players) == len(step.out["best"]):
        return _("%(best)s tie.") % words
    return _("Of %(players)s, %(best)s tie for the best hand.") % words


def _best_with_cards(step: Step, words: Mapping[str, str]) -> str:
    """Say who has the best hand and what it is; of several who tie, what each holds where that is not told alike."""
    best = step.out["best"]
    hands = {name: held(step.values[name], LOW_SCALES.get(step.rule, "high")) for name in best}
    alike = len(set(hands.values())) == 1
    told = [_("%(player)s with %(hand)s") % {"player": name, "hand": hand} for name, hand in hands.items()]
    words = {**words, "hand": hands[best[0]], "hands": semicolon(told)}
    if len(best) == 1:
        return _("Of %(players)s, %(best)s has the best hand: %(hand)s.") % words
    if not alike:
        return _("Of %(players)s these tie for the best hand: %(hands)s.") % words
    if len(step.values) == len(best):
        return _("%(best)s tie: each has %(hand)s.") % words
    return _("Of %(players)s, %(best)s tie for the best hand: each has %(hand)s.") % words


def _best_low_text(step: Step) -> str:
    """Say who has the best low of a split game, and what it is."""
    best = step.out["best_low"]
    return _("The best low hand: %(best_low)s with %(cards)s.") % {
        "best_low": listed(best),
        "cards": dashed(step.values[best[0]]),
    }


def _odd_text(step: Step) -> str:
    """Say who is the first to get an odd chip, by the seats or by the cards that decide."""
    cards = step.values.get("odd_chip_cards")
    if cards is None:
        words = {"button": step.values["button"], "first": step.seat}
        return (
            _(
                "Odd chips go one each, beginning left of the button, which %(button)s has: the first of the winners is %(first)s."
            )
            % words
        )
    shown_cards = [
        _("%(player)s with %(hand)s") % {"player": name, "hand": with_suits([card])} for name, card in cards.items()
    ]
    words = {"first": step.seat, "cards": listed(shown_cards)}
    if step.rule == "odd-chips-low-card":
        return (
            _("Odd chips go one each by the lowest card, suits counting: %(cards)s, so %(first)s comes first.") % words
        )
    return _("Odd chips go one each by the highest card, suits counting: %(cards)s, so %(first)s comes first.") % words


def _share_text(step: Step) -> str:
    shares, *odd = step.out.values()
    words = {
        "amount": chips(step.values["amount"]),
        "winner": listed(step.values["winners"]),
        "shares": shown(shares),
    }
    if odd:
        words["odd"] = chips(odd[0])
        return (
            _(
                "The pot of %(amount)s does not divide evenly: %(shares)s, and %(odd)s by their cards, which are not known."
            )
            % words
        )
    if len(step.values["winners"]) == 1:
        return _("So the pot of %(amount)s goes to %(winner)s.") % words
    if len(shares) == len(step.values["winners"]) and len(set(shares.values())) == 1:
        return _("So the pot of %(amount)s is shared equally: %(shares)s.") % words
    return _("The pot of %(amount)s does not divide evenly; odd chips go one each: %(shares)s.") % words
