"""Steps about what is put in, pots and who is paid, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.steps import Step
from quizzes.wording.cards import dashed, with_suits
from quizzes.wording.numbers import chips, comma, listed, semicolon, sentences, shown
from quizzes.wording.showdown import LOW_SCALES, best_loser, held

Message = str | Promise

VERDICTS: Mapping[str, tuple[Message, Message]] = {
    "ante_paid difference stack blind": (
        lazy("%(player)s posts the blind first, leaving %(ante_paid)s for the ante."),
        lazy("%(player)s posts the blind first, which takes the whole stack: nothing is left for the ante."),
    ),
    **dict.fromkeys(
        ("blind_paid difference stack ante", "blind_paid difference stack ante_paid"),
        (
            lazy("%(player)s's ante comes first, leaving %(blind_paid)s for the blind."),
            lazy("%(player)s's ante comes first, and nothing is left for the blind."),
        ),
    ),
    "pots returned state pots returned": (
        lazy("Those are the pots."),
        lazy("There is no pot: nobody matched a chip."),
    ),
    "pots won state pots won": (lazy("Those are the awards."), lazy("So nothing is awarded.")),
    "best_low state order_low": (
        lazy("The best low hand: %(best_low)s."),
        lazy("No low hand is given of those who play for this pot: the high hand wins it all."),
    ),
}

REST: Mapping[str, Message] = {
    "ante_paid least ante stack": lazy(
        "The ante is %(ante)s and %(player)s has only %(stack)s: all of it goes in as the ante."
    ),
    "dead sum": lazy("The dead money is %(dead)s in all."),
    "dead_pot players state dead": lazy("The main pot is the dead money of %(dead)s, for %(players)s."),
    "dead_pot players state pot": lazy("The main pot is the %(pot)s from before, for %(players)s."),
    "won sum": lazy("%(player)s wins %(won)s in all."),
    "best state eligible": lazy("Only %(best)s plays for this pot."),
    "two-and-three best_low": lazy(
        "With two own cards and three of the board's nobody has five different ranks up to the eight: the high hand wins it all."
    ),
    "best_low state eligible": lazy("Nobody has five different ranks up to the eight: the high hand wins it all."),
    "wins_both state": lazy("%(player)s wins the high and the low, so this pot is not halved: it is paid as one."),
    "shared_once state": lazy(
        "%(shared_once)s tie for the high and for the low, so this pot is not halved: it is shared once, as one."
    ),
}


def said(step: Step) -> str | None:
    """Return the sentence of a step about pots, best hands and odd chips; None for any that its names alone tell."""
    if step.op == "layer":
        return _layer_text(step)
    if any(name.endswith("odd_chips_to") for name in step.out) and "have_one" not in step.values:
        return _odd_text(step)
    if step.op == "share" and "winners" in step.values:
        return sentences([_share_text(step), _rest_text(step)])
    if step.op == "share" and "low_half" in step.out and _rest(step):
        return _halved_with_rest(step)
    if step.op == "sum" and set(step.out) == {"amount"}:
        return _pot_text(step)
    if "best" in step.out and (step.op == "compare" or "order" in step.values):
        return _best_text(step)
    if "best_low" in step.out and step.op == "compare":
        return _best_low_text(step)
    return None


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
    before, dead = step.values.get("pot", 0), step.values.get("dead", 0)
    words = {"amount": chips(step.out["amount"]), "dead": chips(before or dead)}
    if dead:
        return _("With the dead money of %(dead)s the main pot comes to %(amount)s.") % words
    if before:
        return (
            ngettext(
                "With the %(dead)s that was in the middle before, the main pot comes to %(amount)s.",
                "With the %(dead)s that were in the middle before, the main pot comes to %(amount)s.",
                before,
            )
            % words
        )
    return _("Those for the same players are one pot of %(amount)s.") % words


def _best_text(step: Step) -> str:
    """Say who has the best hand of those who play for a pot: its players with their cards, or in a given order."""
    if step.op == "compare":
        return _best_with_cards(step, {"players": listed(list(step.values)), "best": listed(step.out["best"])})
    players = [name for group in step.values["order"] for name in group]
    words = {"players": listed(step.values.get("eligible", players)), "best": listed(step.out["best"])}
    if "eligible" in step.values:
        return _first_named(step, words)
    if len(step.out["best"]) == 1:
        return _("Of %(players)s, %(best)s has the best hand.") % words
    if len(players) == len(step.out["best"]):
        return _("%(best)s tie.") % words
    return _("Of %(players)s, %(best)s tie for the best hand.") % words


def _first_named(step: Step, words: Mapping[str, str]) -> str:
    """Say whom an order of hands names first that leaves out some of those who play for a pot."""
    if len(step.out["best"]) == 1:
        return _("Of %(players)s, who play for this pot, the order that is given names %(best)s first.") % words
    return (
        _("Of %(players)s, who play for this pot, the order that is given names %(best)s first, side by side.") % words
    )


def _best_with_cards(step: Step, words: Mapping[str, str]) -> str:
    """Say who has the best hand and what it is, and what it beats: the best of the other hands."""
    best, scale = step.out["best"], LOW_SCALES.get(step.rule, "high")
    if len(best) == len(step.values):
        return _best_alone(step, words)
    next_best = best_loser(step.values, best, scale)
    return sentences([_best_alone(step, words), _next_text(next_best, held(step.values[next_best], scale))])


def _next_text(player: str, hand: str) -> str:
    return _("The best of the others is %(player)s's: %(hand)s.") % {"player": player, "hand": hand}


def _best_alone(step: Step, words: Mapping[str, str]) -> str:
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
    """Say who has the best low of a split game, what it is, and what it beats: the best of the other lows."""
    best = step.out["best_low"]
    text = _("The best low hand: %(best_low)s with %(cards)s.") % {
        "best_low": listed(best),
        "cards": dashed(step.values[best[0]]),
    }
    if len(best) == len(step.values):
        return text
    next_best = best_loser(step.values, best, "ace-to-five")
    return sentences([text, _next_text(next_best, dashed(step.values[next_best]))])


def _odd_text(step: Step) -> str:
    """Say in which order odd chips go, by the seats or by the cards that decide."""
    cards = step.values.get("odd_chip_cards")
    if cards is None:
        words = {"button": step.values["button"], "first": step.seat}
        return (
            _(
                "Odd chips go one each, beginning left of the button, which is at %(button)s: the first of the winners is %(first)s."
            )
            % words
        )
    if len(set(map(tuple, cards.values()))) == 1:
        words = {"cards": with_suits(next(iter(cards.values()))), "first": step.seat}
        return _(
            "The winners play the same cards, %(cards)s, so that no card says whose an odd chip is. They go one each, beginning left of the button, which is at %(button)s: the first of the winners is %(first)s."
        ) % {**words, "button": step.values["button"]}
    shown_cards = [
        _("%(player)s with %(hand)s") % {"player": name, "hand": with_suits(own)} for name, own in cards.items()
    ]
    words = {"first": step.seat, "order": comma(cards), "cards": semicolon(shown_cards)}
    if len(cards) == 2:
        words["cards"] = listed(shown_cards)
    line = [_by_card(step.rule, several=len(cards) > 2) % words]
    if same := step.values.get("same_cards"):
        passed = _("All of the winners have %(cards)s alike, which decides nothing: the cards after that count.")
        line.insert(0, passed % {"cards": with_suits(same)})
    if "button" in step.values:
        alike = _("Those with the same cards stand as they sit, from the left of the button, which is at %(button)s.")
        line.append(alike % {"button": step.values["button"]})
    return sentences(line)


def _by_card(rule: str, several: bool) -> str:
    """Return the message of odd chips that go by the highest card, or in some houses the lowest, among several or two."""
    if rule == "odd-chips-low-card":
        if several:
            return _("Odd chips go one each by the lowest card, suits counting: %(cards)s. So the order is %(order)s.")
        return _("Odd chips go one each by the lowest card, suits counting: %(cards)s, so %(first)s comes first.")
    if several:
        return _("Odd chips go one each by the highest card, suits counting: %(cards)s. So the order is %(order)s.")
    return _("Odd chips go one each by the highest card, suits counting: %(cards)s, so %(first)s comes first.")


def _share_text(step: Step) -> str:
    """Say what each of those who share a pot or a half gets of it, those for whom no chip is left too."""
    shares, *odd = step.out.values()
    half = next((name for name in ("high_half", "low_half") if name in step.values), "")
    words = {
        "amount": chips(step.values["amount"]),
        "winner": listed(step.values["winners"]),
        "shares": shown({**dict.fromkeys(step.values["winners"], 0), **shares}),
    }
    if odd:
        words["odd"] = chips(odd[0])
        return _left_open(half) % words
    if not step.values["amount"]:
        return (
            ngettext(
                "There is no whole chip for that half: %(winner)s gets nothing of it.",
                "There is no whole chip for that half: %(winner)s get nothing of it.",
                len(step.values["winners"]),
            )
            % words
        )
    if half:
        return _half_text(step, half == "low_half") % words
    if len(step.values["winners"]) == 1:
        return _("So the pot of %(amount)s goes to %(winner)s.") % words
    if _is_equal(step):
        return _("So the pot of %(amount)s is shared equally: %(shares)s.") % words
    if _is_less_than_a_chip(step):
        return _("The pot of %(amount)s does not divide evenly: %(shares)s.") % words
    return _("The pot of %(amount)s does not divide evenly; odd chips go one each: %(shares)s.") % words


def _is_equal(step: Step) -> bool:
    """Return whether all who share have the same."""
    (shares,) = step.out.values()
    return len(shares) == len(step.values["winners"]) and len(set(shares.values())) == 1


def _half_text(step: Step, low: bool) -> str:
    """Return the message of who gets a half of a pot that a high hand and a low one share."""
    if len(step.values["winners"]) == 1:
        if low:
            return _("So the low half, %(amount)s, goes to %(winner)s.")
        return _("So the high half, %(amount)s, goes to %(winner)s.")
    if _is_equal(step):
        if low:
            return _("So the low half, %(amount)s, is shared equally: %(shares)s.")
        return _("So the high half, %(amount)s, is shared equally: %(shares)s.")
    if _is_less_than_a_chip(step):
        if low:
            return _("The low half, %(amount)s, does not divide evenly: %(shares)s.")
        return _("The high half, %(amount)s, does not divide evenly: %(shares)s.")
    if low:
        return _("The low half, %(amount)s, does not divide evenly; odd chips go one each: %(shares)s.")
    return _("The high half, %(amount)s, does not divide evenly; odd chips go one each: %(shares)s.")


def _rest(step: Step) -> int:
    """Return how much of an amount is less than the smallest chip: such a pot can't be of whole chips."""
    return int(step.values["amount"] % step.values.get("chip", 1))


def _is_less_than_a_chip(step: Step) -> bool:
    """Return whether what is left of a pot after equal shares is less than one chip."""
    chip = step.values.get("chip", 1)
    return bool(step.values["amount"] % (chip * len(step.values["winners"])) < chip)


def _rest_text(step: Step) -> str:
    """Say who of those who share has what is less than a chip; "" where there is no such thing, or it is left open."""
    if not _rest(step) or len(step.out) > 1:
        return ""
    winners, chip = step.values["winners"], step.values["chip"]
    next_in_line = winners[step.values["amount"] // chip % len(winners)]
    return _(
        "What is left over at the end, %(rest)s, is less than the smallest chip of %(chip)s: it goes to the next in line, %(player)s."
    ) % {"rest": chips(_rest(step)), "chip": chips(chip), "player": next_in_line}


def _halved_with_rest(step: Step) -> str:
    """Say what the low half is of a pot in which something is less than a chip."""
    return _(
        "The pot of %(amount)s is halved in whole chips: %(low_half)s are for the low. What is less than the smallest chip of %(chip)s, %(rest)s, stays with the high half."
    ) % {
        "amount": chips(step.values["amount"]),
        "low_half": chips(step.out["low_half"]),
        "rest": chips(_rest(step)),
        "chip": chips(step.values["chip"]),
    }


def _left_open(half: str) -> str:
    """Return the message of a pot or a half with odd chips that go by cards which are not known."""
    if half:
        return _half_left_open(half == "low_half")
    return _(
        "The pot of %(amount)s does not divide evenly: %(shares)s, and %(odd)s by their cards, which are not known."
    )


def _half_left_open(low: bool) -> str:
    """Return the message of a half with odd chips that go by cards which are not known."""
    if low:
        return _(
            "The low half, %(amount)s, does not divide evenly: %(shares)s, and %(odd)s by their cards, which are not known."
        )
    return _(
        "The high half, %(amount)s, does not divide evenly: %(shares)s, and %(odd)s by their cards, which are not known."
    )
