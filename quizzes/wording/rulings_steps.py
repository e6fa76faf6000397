"""Steps of chip rulings, acts out of turn and corrections, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.steps import Step
from quizzes.wording.numbers import listed, shown

Message = str | Promise
Verdict = tuple[Message, Message]

_NO_LARGER_SIZE: Message = lazy("There is no larger size here: the total is %(to)s.")
_REACHES_RAISE: Verdict = (
    lazy("That reaches the least that may be bet or raised to, %(raise_to)s."),
    lazy("That is less than may be bet or raised to, %(raise_to)s, so it is made up to it."),
)
_COVERS: Verdict = (
    lazy("That covers the call of %(call_to)s."),
    lazy("That is less than the call of %(call_to)s, and not all that %(player)s has."),
)
_FOUND: Verdict = (
    lazy("It is found when the next card is out."),
    lazy("It is found while the street lasts."),
)
_REACHES_HALF_OF_CALL: Verdict = (
    lazy("That is half of the call or more."),
    lazy("That is less than half of the call: it may be taken back."),
)

VERDICTS: Mapping[str, Verdict] = {
    "chip_to_spare compare without_smallest call_to": (
        lazy("%(without_smallest)s would still make the call of %(call_to)s: not every chip is needed for it."),
        lazy("%(without_smallest)s would not make the call of %(call_to)s: every chip is needed for it."),
    ),
    "all_in compare chips_out all_in_to": (
        lazy("Those are the last chips, so it is an all-in."),
        lazy("Chips are left."),
    ),
    "all_in compare declared_to all_in_to": (lazy("That is everything, so it is an all-in."), lazy("Chips are left.")),
    "raise-made-up reaches_half": (
        lazy("That reaches the half-way mark of %(half_way)s."),
        lazy("That stays below the half-way mark of %(half_way)s."),
    ),
    "reaches_half compare chips_out half": _REACHES_HALF_OF_CALL,
    "reaches_half compare declared_to half": _REACHES_HALF_OF_CALL,
    "reaches_half compare added half": _REACHES_HALF_OF_CALL,
    "reaches_raise compare chips_out raise_to": _REACHES_RAISE,
    "reaches_raise compare declared_to raise_to": _REACHES_RAISE,
    "reaches_raise compare made_to raise_to": _REACHES_RAISE,
    "reaches_raise compare max_to raise_to": _REACHES_RAISE,
    "reaches_raise compare all_in_to raise_to": _REACHES_RAISE,
    "covers_call compare chips_out call_to": _COVERS,
    "covers_call compare declared_to call_to": _COVERS,
    "heads_up state player": (
        lazy("Only two players are in the hand."),
        lazy("More than two players are in the hand."),
    ),
    "opening_bet state bring_in": (
        lazy("There is no bet yet: %(player)s has to bring it in with %(bring_in)s."),
        lazy("There has been a bet."),
    ),
    "opening_bet state player bring_in": (
        lazy("It is the bring-in of %(bring_in)s that %(player)s faces, and nobody has bet or raised."),
        lazy("There has been a bet."),
    ),
    "opening_bet state player": (
        lazy("It is the opening bet that %(player)s faces."),
        lazy("It is not the opening bet that %(player)s faces: there has been a raise."),
    ),
    "pot_reaches compare pot_now next_reading": (
        lazy("The pot of %(pot_now)s is large enough for %(next_reading)s."),
        lazy("The pot of %(pot_now)s is too small for %(next_reading)s."),
    ),
    "bet_then state player": (
        lazy("When %(player)s acted, the bet was %(bet_then)s."),
        lazy("When %(player)s acted, there was no bet."),
    ),
    "unchanged compare bet_then bet": (
        lazy("By %(player)s's turn nobody has bet or raised: nothing has changed."),
        lazy("By %(player)s's turn the bet is %(bet)s: the action has changed."),
    ),
    "binding state unchanged": (lazy("So the act binds."), lazy("So the act does not bind.")),
    "binding state substantial": (lazy("So the act binds as it was made."), lazy("So the act does not bind.")),
    "binding state player": (lazy("A fold out of turn always binds."), lazy("The act does not bind.")),
    "raised state player": (
        lazy("What %(player)s did out of turn was a bet or a raise."),
        lazy("What %(player)s did out of turn leaves no raise."),
    ),
    "raise_anyway state pulled": (
        lazy("Whichever chips were taken back, it is a raise: only its total depends on them."),
        lazy("Which chips were taken back decides whether it is a raise."),
    ),
    "invalid-declaration raised": (
        lazy("What %(player)s did out of turn was a bet or a raise."),
        lazy("“Check” against a bet leaves %(player)s a call or a fold, and no raise."),
    ),
    "may_raise state binding may_raise raised": (
        lazy("So %(player)s is held to it: it is the one raise left."),
        lazy("So no raise was open to %(player)s anyway, in turn or out of it: there is none to be held to."),
    ),
    "invalid-declaration may_raise": (
        lazy("So %(player)s is held to it: it is the one raise left."),
        lazy("So %(player)s may call or fold, and may not raise."),
    ),
    "may_raise state binding raised": (
        lazy("So %(player)s is held to it: it is the one raise left."),
        lazy("So %(player)s is held to it and may not raise."),
    ),
    "all_options state player": (
        lazy("So %(player)s has all options again."),
        lazy("But who has checked out of turn may not raise in this house."),
    ),
    "call-bars-raise all_options": (
        lazy("So %(player)s has all options again."),
        lazy("But who has called out of turn may not raise in this house."),
    ),
    "may_raise state all_options may_raise": (
        lazy("So %(player)s may raise."),
        lazy("Even so %(player)s may only call or fold."),
    ),
    "may_raise state all_options": (lazy("So %(player)s may raise."), lazy("So %(player)s may only call or fold.")),
    "legal_size compare made_to raise_to": (
        lazy("%(made_to)s is enough."),
        lazy("%(player)s made it %(made_to)s: too small."),
    ),
    "legal_size compare max_to made_to": (
        lazy("%(made_to)s is not too much."),
        lazy("%(player)s made it %(made_to)s: more than the pot."),
    ),
    "legal_size compare raise_to made_to": (
        lazy("%(made_to)s is not too much."),
        lazy("%(player)s made it %(made_to)s: more than the limit."),
    ),
    "whole_pot compare made_to max_to": (
        lazy("%(made_to)s is the whole pot."),
        lazy("%(player)s made it %(made_to)s: less than the pot."),
    ),
    "next_card state found": _FOUND,
    "next_card state player": _FOUND,
    "stands state next_card": (lazy("So it stands."), lazy("So it is put right.")),
    "stands state substantial": (lazy("So it stands."), lazy("So it is put right.")),
}

REST: Mapping[str, Message] = {
    "bet_then state bring_in": lazy("When %(player)s acted, the bring-in of %(bet_then)s was owed."),
    "string-bet chips_out": lazy(
        "Chips of a later motion can only make up a call, never a bet or a raise. What counts is %(chips_out)s."
    ),
    "string-bet pushed": lazy(
        "Chips of a later motion can only make up a call, never a bet or a raise. What counts is %(pushed)s."
    ),
    "motions-after-raise chips_out": lazy("After “raise” all motions count here: %(chips_out)s."),
    "motions-after-raise pushed": lazy("After “raise” all motions count here: %(pushed)s."),
    "chips_out state pushed_chip": lazy("%(player)s has put in one chip of %(pushed_chip)s."),
    "pushed state pushed_chip": lazy("%(player)s has put in one chip of %(pushed_chip)s."),
    "chips_out sum": lazy("The chips come to %(chips_out)s."),
    "pushed sum": lazy("The new chips come to %(pushed)s."),
    "in_front sum": lazy("%(player)s has %(in_front)s left in front."),
    "chips_out sum in_front pushed": lazy("With the %(in_front)s that lie in front %(chips_out)s are out."),
    "without_smallest difference chips_out smallest_chip": lazy(
        "Without the smallest chip, %(smallest_chip)s, there would be %(without_smallest)s."
    ),
    "raise_size difference raise_to bet": lazy("A full raise over %(bet)s adds %(raise_size)s."),
    "half share last_raise": lazy("Half of the raise of %(last_raise)s is %(half)s."),
    "half share bet_size": lazy("Half of the unit of %(bet_size)s is %(half)s."),
    "half share raise_size": lazy("Half of the raise of %(raise_size)s is %(half)s."),
    "half share call_adds": lazy("Half of the %(call_adds)s of the call is %(half)s."),
    "less_than_half share last_raise": lazy("%(less_than_half)s is less than half of the raise of %(last_raise)s."),
    "less_than_half share raise_size": lazy("%(less_than_half)s is less than half of the raise of %(raise_size)s."),
    "less_than_half share call_adds": lazy("%(less_than_half)s is less than half of the %(call_adds)s of the call."),
    "half difference": lazy("Whole chips of half or more begin at %(half)s."),
    "half_way sum bet half": lazy("Half of a raise over %(bet)s is reached at %(half_way)s."),
    "call_adds difference call_to in_front": lazy(
        "The call counts the %(in_front)s in front already, so it adds %(call_adds)s."
    ),
    "added difference": lazy("%(player)s has added %(added)s."),
    "declared_to state named": lazy("%(player)s has named a total of %(declared_to)s."),
    "declared_to sum bet raise_by": lazy("A raise by %(raise_by)s over %(bet)s is to %(declared_to)s."),
    "declared_to sum in_front named": lazy(
        "%(in_front)s lie in front already, so %(named)s more make a total of %(declared_to)s."
    ),
    "declared_to state reading": lazy("So %(declared_to)s is what is meant."),
    "made_to sum bet raise_by": lazy("%(player)s raised by %(raise_by)s over %(bet)s, to %(made_to)s."),
    "pot_now sum": lazy("With all bets the pot is %(pot_now)s."),
    "reading next_reading state named": lazy(
        "“%(named)s” may stand for %(reading)s or for %(next_reading)s, among others."
    ),
    "to state ruling": lazy("No total is fixed by the rule."),
    "to state player": lazy("%(player)s has nothing in on this street."),
    "to state in_front": lazy("%(player)s's total stays %(to)s."),
    "to state bet": lazy("The total is that of the bet, %(to)s."),
    "to state call_to": lazy("A call is to %(call_to)s."),
    "to state raise_to": lazy("The total is the least that may be bet or raised to, %(to)s."),
    "to state all_in_to": lazy("The total is everything, %(to)s."),
    "to state chips_out": lazy("The total is what lies there, %(to)s."),
    "to state declared_to": lazy("The total is what was named, %(to)s."),
    "to state max_to": lazy("The total is that of a bet or raise of the pot, %(to)s."),
    "to state made_to": lazy("The total stays %(to)s."),
    "to least bet all_in_to": lazy("%(player)s has chips for %(all_in_to)s only, so that is the total."),
    "to least chips_out max_to": lazy("More than the pot is cut to it: the total is %(to)s."),
    "to least declared_to max_to": lazy("More than the pot is cut to it: the total is %(to)s."),
    "to least all_in_to max_to": lazy("More than the pot is cut to it: the total is %(to)s."),
    "to least chips_out raise_to": _NO_LARGER_SIZE,
    "to least declared_to raise_to": _NO_LARGER_SIZE,
    "to least made_to raise_to": _NO_LARGER_SIZE,
    "to least all_in_to raise_to": _NO_LARGER_SIZE,
    "larger_size compare": lazy("That does not reach the larger size, %(raise_to)s."),
    "to least max_to all_in_to": lazy(
        "The total is the smaller of a bet or raise of the pot and the whole stack, %(to)s."
    ),
    "to least": lazy("%(player)s has no more than %(to)s, so that is the total."),
    "out-of-turn raise_min_to": lazy("The raise that binds is to %(raise_min_to)s."),
}

_SAID: Mapping[str, Message] = {
    "call": lazy("“%(said)s” comes to a call here."),
    "raise": lazy("“%(said)s” binds to a raise."),
    "bet": lazy("“%(said)s” binds to a bet, since there is none yet."),
    "check": lazy("“%(said)s” is a check, since there is nothing to call."),
    "fold": lazy("“%(said)s” binds, whatever else is on the table."),
    "floor": lazy("“%(said)s” against a bet leaves a call or a fold, and no raise: which of them is not fixed."),
}
_BEFORE_THE_BRING_IN: Message = lazy(
    "“%(said)s” is no option before the hand is brought in for %(bring_in)s: that or a fold is left, and which of them is "
    "not fixed."
)
_BY_RULE: Mapping[tuple[str, str], Message] = {
    ("overchip", "call"): lazy("A single chip without the word “raise” before it is a call."),
    ("overchip", "bet"): lazy("Without a bet to call, the chip is a bet."),
    ("bare-number", "bet"): lazy("Without a bet to call, the number is a bet."),
    ("calling", "call"): lazy("All-in for less than a call takes is a call."),
    ("opening-bet", "bet"): lazy("Without a bet to call, the chips are a bet."),
    ("call-methods", "call"): lazy("Chips that match the bet are a call."),
    ("bare-number", "call"): lazy("The number is that of the call, so it is a call."),
    ("string-bet", "call"): lazy("Put together in several motions, it is no more than a call."),
    ("same-denomination-call", "call"): lazy("Several chips of one kind without a word are a call in this house."),
    ("pulled-back", "call"): lazy("Who takes chips back in the face of a bet has to call at least."),
    ("undercall", "call"): lazy("So too few chips are a call in full."),
    ("undercall-half", "call"): lazy("So it is a call in full."),
    ("undercall-half", "floor"): lazy("So the player is held to nothing yet."),
    ("prior-chips", "floor"): lazy("It matters which chips were taken back, and that is not told: the floor decides."),
}
_SO: Mapping[str, Message] = {
    "call": lazy("So it is a call."),
    "raise": lazy("So it is a raise."),
    "bet": lazy("So it is a bet."),
    "check": lazy("So it is a check."),
    "fold": lazy("So it is a fold."),
    "floor": lazy("So the rule leaves it to the floor."),
}


_DID: Mapping[str, Message] = {
    "fold": lazy("%(player)s folds"),
    "muck": lazy("%(player)s folds"),
    "check": lazy("%(player)s checks"),
    "call": lazy("%(player)s calls"),
    "bet": lazy("%(player)s bets"),
    "all-in": lazy("%(player)s goes all-in"),
    "complete": lazy("%(player)s completes"),
    "raise-to": lazy("%(player)s raises"),
    "raise-by": lazy("%(player)s raises"),
    "bring-in": lazy("%(player)s brings it in"),
}


def substantial_text(step: Step) -> str:
    """Return the sentence for the step that says whether there was substantial action, with the acts that count."""
    told = listed([str(_DID[verb]) % {"player": seat} for seat, verb in step.values["acts"]])
    if not told:
        return _("Nobody has acted after it, so there was no substantial action.")
    if not step.out["substantial"]:
        return _("%(acts)s: that is no substantial action yet.") % {"acts": told}
    if len(step.values["acts"]) == 2:
        return _("%(acts)s: two acts in a row, one of them with chips, are substantial action.") % {"acts": told}
    return _("%(acts)s: three acts in a row are substantial action.") % {"acts": told}


def ruling_text(step: Step) -> str:
    """Return the sentence for the step that names the ruling."""
    ruling = step.out["ruling"]
    said = "said" in step.values
    if said and "bring_in" in step.values:
        message = _BEFORE_THE_BRING_IN
    else:
        message = _SAID[ruling] if said else _BY_RULE.get((step.rule, ruling), _SO[ruling])
    return str(message) % {"player": step.seat or "", **{key: shown(value) for key, value in step.values.items()}}
