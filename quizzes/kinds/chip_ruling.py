"""What a player's words and chips are ruled to be, and with what total."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine import sizes
from quizzes.engine.betting import options
from quizzes.engine.document import Document, Pushed
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, play
from quizzes.engine.rulings import judge
from quizzes.engine.steps import Solution, needed
from quizzes.kinds.asking import check_bets_are_told
from quizzes.kinds.base import (
    HOLDEM,
    Answer,
    Examples,
    IllFormed,
    Kind,
    Misconception,
    Raw,
    Variant,
    keeping_last,
    one,
    read_amounts,
)
from quizzes.kinds.pushes import generate, level

RULINGS = ("check", "call", "bet", "raise", "fold", "floor")
VARIANTS = (HOLDEM, Variant("omaha", "pot-limit"), Variant("holdem", "fixed-limit"))
AMOUNTS = ("call", "bet", "raise")
"""The rulings whose total is asked."""


@keeping_last
def solve(document: Document) -> Solution:
    """Return `ruling` and `to`, the player's street total after it, None where it is the floor's (TDA 2024 40 to 57).

    Where a player is held to nothing (a check against a bet, too few chips in a house that gives them back), it is the
    floor's too. Raises DocumentError at `pushed` where nobody said or pushed anything in turn.
    """
    hand, pushed = asked(document)
    ruling = judge(hand, pushed)
    return Solution({"ruling": ruling.ruling, "to": ruling.to}, needed(hand.background, ruling.steps))


def asked(document: Document) -> tuple[Hand, Pushed]:
    """Return the hand and what its player said and pushed in. Raises DocumentError where nobody did either."""
    if document.pushed is None:
        raise DocumentError("pushed", "a chip ruling is asked of what a player said or pushed in")
    if document.question.player not in (None, document.pushed.player):
        raise DocumentError("question.player", "it is %(name)s who acted", name=document.pushed.player)
    check_bets_are_told(document)
    return play(document), document.pushed


def parse(document: Document, raw: Raw) -> Answer:
    """Read the ruling, and for a call, a bet or a raise its total. A check and a fold leave what is in front."""
    choice = one(raw, "ruling")
    if choice not in RULINGS:
        raise IllFormed({"ruling": "no-choice"})
    if choice in AMOUNTS:
        return {"ruling": choice, **read_amounts(raw, ("to",))}
    return {"ruling": choice, "to": None if choice == "floor" else _own(document)}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the ruling and the total."""
    return {"ruling": answer["ruling"], "to": answer["to"]}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """The total of a wrong ruling is right for it when it is that of a plain call, or of the smallest raise.

    None was asked for with a check or a fold, and none is earned by it.
    """
    right = solve(document).answer
    if response["ruling"] == right["ruling"]:
        return frozenset()
    least = _least(document)
    own = {"call": _price(document), "raise": least, "bet": least, "floor": None}
    ruling = response["ruling"]
    return frozenset({"to"}) if ruling in own and own[ruling] == response["to"] else frozenset()


def _seat(document: Document) -> tuple[Hand, int]:
    hand, pushed = asked(document)
    return hand, document.index(pushed.player)


def _own(document: Document) -> int:
    hand, seat = _seat(document)
    return hand.round.totals[seat]


def _price(document: Document) -> int:
    """The total that calls; what is in front where the player may check."""
    hand, seat = _seat(document)
    return options(hand.round, seat, document.rules).call_to or hand.round.totals[seat]


def _least(document: Document) -> int:
    """The total of the smallest raise, or of the all-in that is the only one."""
    hand, seat = _seat(document)
    offered = options(hand.round, seat, document.rules)
    return offered.raise_min_to or offered.all_in_to or hand.round.bet


def _chips(document: Document) -> tuple[int, ...]:
    """The chips of the first motion."""
    _, pushed = asked(document)
    return pushed.motions[0] if pushed.motions else ()


def _front(document: Document) -> int:
    """The earlier chips that are left in front; where only part was taken back, the smaller part."""
    hand, pushed = asked(document)
    before = pushed.before or (hand.round.totals[document.index(pushed.player)],)
    return {"none": sum(before), "all": 0, "some": min(before)}[pushed.pulled]


def _lying(document: Document) -> int:
    return _front(document) + sum(_chips(document))


def _silent(document: Document) -> bool:
    """Whether chips came without a word."""
    _, pushed = asked(document)
    return not pushed.said and bool(pushed.motions)


def _facing(document: Document) -> bool:
    hand, seat = _seat(document)
    return not options(hand.round, seat, document.rules).may_check


def _may_raise(document: Document) -> bool:
    hand, seat = _seat(document)
    return options(hand.round, seat, document.rules).may_raise


def _raised(document: Document, total: int) -> Answer:
    """A raise to a total, made up to the smallest one, and no more than the limit and the stack allow."""
    hand, seat = _seat(document)
    most = options(hand.round, seat, document.rules).raise_max_to
    to = max(total, _least(document))
    return _no_more_than_the_stack(document, to if most is None else min(to, most))


def _no_more_than_the_stack(document: Document, to: int) -> Answer:
    hand, seat = _seat(document)
    stack = hand.round.stacks[seat]
    if stack is not None:
        to = min(to, hand.round.totals[seat] + stack)
    return {"ruling": "raise" if hand.round.bet else "bet", "to": to}


def _call(document: Document) -> Answer:
    return {"ruling": "call", "to": _price(document)}


def _by_half(document: Document, total: int, unit: int) -> Answer:
    hand, _ = _seat(document)
    return _raised(document, total) if 2 * (total - hand.round.bet) >= unit else _call(document)


def _unit(document: Document) -> int:
    hand, _ = _seat(document)
    return sizes.smallest_to(hand.round, document.rules) - hand.round.bet


def _is_overchip(document: Document) -> bool:
    silent = _silent(document) and len(_chips(document)) == 1 and len(asked(document)[1].motions) == 1
    return silent and _facing(document) and _may_raise(document) and _lying(document) > _price(document)


def _overchip_raises(document: Document) -> Answer:
    """Take one big chip for a raise of what it is worth."""
    return _raised(document, _lying(document))


def _half_of_one_chip(document: Document) -> Answer:
    """Ask of one chip what is asked of several: does it reach half of a raise."""
    return _by_half(document, _lying(document), _unit(document))


def _several(document: Document) -> bool:
    one_motion = _silent(document) and len(asked(document)[1].motions) == 1
    return one_motion and len(_chips(document)) > 1 and _facing(document) and _may_raise(document)


def _each_is_needed(document: Document) -> bool:
    """Whether none of several chips could be left out of the call."""
    none_to_spare = any(step.out.get("chip_to_spare") is False for step in solve(document).steps)
    return none_to_spare and _several(document)


def _rests_on_half(document: Document) -> bool:
    """Whether half of a raise decides."""
    return any("reaches_half" in step.out and step.rule == "raise-made-up" for step in solve(document).steps)


def _amount(document: Document) -> int:
    _, pushed = asked(document)
    return int(pushed.said) if pushed.said.isdigit() else _lying(document)


def _half_of_the_bet(document: Document) -> Answer:
    """Take half of the whole bet for what a raise has to reach, not half of the last raise."""
    hand, _ = _seat(document)
    return _by_half(document, _amount(document), hand.round.bet)


def _need_ignored(document: Document) -> Answer:
    """Ask whether half of a raise is reached though each chip is needed for the call."""
    return _by_half(document, _lying(document), _unit(document))


def _under_raise_calls(document: Document) -> Answer:
    """Take anything below a full raise for a call."""
    total = _amount(document)
    return _raised(document, total) if total >= _least(document) else _call(document)


def _under_raise_stands(document: Document) -> Answer:
    """Let a raise stand at what lies there, though it is less than a full one."""
    return {"ruling": "raise", "to": _amount(document)}


def _prior_chips_left_out(document: Document) -> Answer:
    """Count only the new chips, not those that were in front."""
    total = sum(_chips(document))
    if total < _price(document):
        return {"ruling": "floor", "to": None}
    return _by_half(document, total, _unit(document))


def _last_chips_all_in(document: Document) -> Answer:
    """Take a player's last chips for an all-in whatever they are."""
    return _raised(document, _lying(document))


def _is_last(document: Document) -> bool:
    hand, seat = _seat(document)
    chips = sum(_chips(document))
    return _silent(document) and _facing(document) and _may_raise(document) and hand.round.stacks[seat] == chips


def _to_taken_for_by(document: Document) -> Answer:
    """Hear "raise 800" as 800 more than the bet."""
    hand, pushed = asked(document)
    return _raised(document, hand.round.bet + int(pushed.said.split()[-1]))


def _names_total(document: Document) -> bool:
    hand, pushed = asked(document)
    words = pushed.said.split()
    return len(words) == 2 and words[0] == "raise" and words[1].isdigit() and hand.round.bet > 0


def _meant(document: Document) -> int:
    """The total that was said, or that lies there."""
    hand, pushed = asked(document)
    words = pushed.said.split()
    if not words or not words[-1].isdigit():
        return _lying(document)
    return int(words[-1]) + (hand.round.bet if "by" in words else 0)


def _is_cut_to_size(document: Document) -> bool:
    """Whether a raise is made another size than was meant because the limit asks for it."""
    answer = solve(document).answer
    raised = answer["ruling"] in ("bet", "raise") and asked(document)[1].said not in ("raise", "pot")
    return raised and (answer["to"] < _meant(document) or document.limit == "fixed-limit")


def _limit_forgotten(document: Document) -> Answer:
    """Let a raise be of the size that was said or pushed in, whatever the limit."""
    return _no_more_than_the_stack(document, _meant(document))


def _pot_without_the_call(document: Document) -> Answer:
    """Take "pot" for a raise by what lies in the middle, the call left out."""
    hand, _ = _seat(document)
    return _raised(document, hand.round.bet + sizes.pot(hand.round))


def _undercalled(document: Document) -> bool:
    hand, seat = _seat(document)
    stack, lying = hand.round.stacks[seat], _lying(document)
    return _silent(document) and _facing(document) and lying < _price(document) and stack != sum(_chips(document))


def _undercall_folds(document: Document) -> Answer:
    """Let a player who put in too little give it up and fold."""
    return {"ruling": "fold", "to": _lying(document)}


def _undercall_calls(document: Document) -> Answer:
    """Hold everybody who put in too little to a full call."""
    return _call(document)


def _in_goes(document: Document) -> bool:
    return len(asked(document)[1].motions) > 1 and _facing(document) and _may_raise(document)


def _all_goes_count(document: Document) -> Answer:
    """Count the chips of all motions."""
    _, pushed = asked(document)
    return _raised(document, _front(document) + sum(map(sum, pushed.motions)))


MISCONCEPTIONS = (
    Misconception("overchip-raises", _is_overchip, _overchip_raises),
    Misconception("half-of-one-chip", _is_overchip, _half_of_one_chip),
    Misconception(
        "half-of-the-bet", _rests_on_half, _half_of_the_bet, levels=(3, 4, 5), right_by=(("min_raise", "double"),)
    ),
    Misconception("need-ignored", _each_is_needed, _need_ignored),
    Misconception("under-raise-calls", _rests_on_half, _under_raise_calls),
    Misconception("under-raise-stands", _rests_on_half, _under_raise_stands),
    Misconception(
        "prior-chips-left-out", lambda d: _several(d) and _front(d) > 0, _prior_chips_left_out, levels=(3, 4, 5)
    ),
    Misconception("last-chips-all-in", _is_last, _last_chips_all_in),
    Misconception(
        "to-taken-for-by", _names_total, _to_taken_for_by, levels=(2, 3, 4), limits=("no-limit", "pot-limit")
    ),
    Misconception("limit-forgotten", _is_cut_to_size, _limit_forgotten, limits=("pot-limit", "fixed-limit")),
    Misconception(
        "pot-without-call",
        lambda d: asked(d)[1].said == "pot" and _facing(d) and _may_raise(d),
        _pot_without_the_call,
        levels=(2, 3, 4),
        limits=("pot-limit",),
    ),
    Misconception("undercall-folds", _undercalled, _undercall_folds, levels=(1, 2, 3)),
    Misconception("undercall-always-calls", _undercalled, _undercall_calls, levels=(2, 3)),
    Misconception("all-goes-count", _in_goes, _all_goes_count),
)


def fields(document: Document) -> tuple[str, ...]:
    """Return the one amount that is typed."""
    return ("to",)


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    ruling, to = answer["ruling"], answer["to"]
    right = {"ruling": [ruling], "to": [f"{to:,}" if ruling in AMOUNTS else ""]}
    other = "fold" if ruling != "fold" else "call"
    wrong: list[Raw] = [{"ruling": [other], "to": [str((to or 0) + 1)]}]
    if ruling in AMOUNTS:
        wrong.append({**right, "to": [str(to + 1)]})
    return Examples(
        right=(right,),
        wrong=tuple(wrong),
        ill_formed=({"ruling": ["raise"], "to": ["more"]}, {"ruling": [], "to": ["500"]}, {"ruling": ["call"]}, {}),
    )


KIND = Kind(
    id="chip_ruling",
    version=5,
    input="ruling",
    toggles=(
        "min_raise",
        "reopen",
        "reopened_unit",
        "straddle_as",
        "short_blind",
        "multi_chip",
        "undercall",
        "string_raise",
    ),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=fields,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
