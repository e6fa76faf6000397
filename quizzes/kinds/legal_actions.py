"""What may this player do, and with how many chips."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine import betting, derive, derive_options, sizes
from quizzes.engine.betting import Options
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.engine.steps import Solution, Step, needed
from quizzes.kinds.asking import asked
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
    read_amounts,
)
from quizzes.kinds.limit_spots import STUD, WITH_BLINDS
from quizzes.kinds.option_spots import generate, level, no_bet_yet

FIELDS = ("call_adds", "raise_min_to", "raise_max_to")
BIG = ("no-limit", "pot-limit")
"""The limits in which a raise is of any size between two bounds."""

VARIANTS = (
    HOLDEM,
    Variant("omaha", "pot-limit"),
    *(Variant(game, "fixed-limit") for game in ("holdem", "omaha8", "stud", "razz", "27td")),
)


@keeping_last
def solve(document: Document) -> Solution:
    """Return the player's options as street totals, `call_adds` as chips newly put in (TDA 2024 41, 43-A, 47-A)."""
    hand, seat = asked(document)
    offered = betting.options(hand.round, seat, document.rules)
    steps = [
        Step("turn", "state", {_why_asked(hand, seat): hand.name(seat)}, {"to_act": hand.name(seat)}, hand.name(seat)),
        *(derive.short_blind(hand) if document.rules["short_blind"] == "posted-price" else ()),
        *derive_options.calling(hand, offered),
        *derive.may_raise(hand, offered),
        *derive_options.raising(hand, offered),
    ]
    answer: dict[str, Any] = {
        "to_act": hand.name(seat),
        "may_check": offered.may_check,
        "call_to": offered.call_to,
        "call_adds": offered.call_adds,
        "may_raise": offered.may_raise,
        "raise_min_to": offered.raise_min_to,
        "raise_max_to": offered.raise_max_to,
        "all_in_to": offered.all_in_to,
    }
    return Solution(answer, needed(hand.background, steps))


def _why_asked(hand: Hand, seat: int) -> str:
    """Return why the question is about a seat: it is its player's turn, or that player is named."""
    return "player" if hand.round.turn == seat else "asked"


def parse(document: Document, raw: Raw) -> Answer:
    """Read what was marked as open, `may`, and the amounts that go with it. A lone all-in is a raise from and up to it.

    Raises IllFormed when nothing is marked, and at each amount that is missing.
    """
    marked = {choice for choice in raw.get("may", ()) if choice in ("check", "call", "raise")}
    if not marked:
        raise IllFormed({"may": "no-choice"})
    wanted = {"call": ("call_adds",), "raise": ("raise_min_to", "raise_max_to")}
    amounts = read_amounts(raw, [field for choice, fields in wanted.items() if choice in marked for field in fields])
    return {
        "may_check": "check" in marked,
        "call_adds": amounts.get("call_adds"),
        "may_raise": "raise" in marked,
        "raise_min_to": amounts.get("raise_min_to"),
        "raise_max_to": amounts.get("raise_max_to"),
    }


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return what is open and its amounts; an all-in that is the only raise is the smallest and the largest one."""
    only = answer.get("all_in_to")
    return {
        "may_check": answer["may_check"],
        "call_adds": answer["call_adds"],
        "may_raise": answer["may_raise"],
        "raise_min_to": only if only is not None else answer["raise_min_to"],
        "raise_max_to": only if only is not None else answer["raise_max_to"],
    }


def follow(document: Document, response: Answer) -> frozenset[str]:
    """A raise that is wrongly left out or marked is one slip: the amounts that go with it follow."""
    if response["may_raise"] == solve(document).answer["may_raise"]:
        return frozenset()
    fields = ("raise_min_to", "raise_max_to")
    if not response["may_raise"]:
        return frozenset(fields)
    return frozenset(field for field in fields if KIND.gives(document, response, "may_raise", field))


def _offered(document: Document) -> tuple[Hand, Options]:
    hand, seat = asked(document)
    return hand, betting.options(hand.round, seat, document.rules)


def _changed(document: Document, **fields: Any) -> Answer:
    return {**solve(document).answer, **fields}


def _no_raise(document: Document) -> Answer:
    return _changed(document, may_raise=False, raise_min_to=None, raise_max_to=None, all_in_to=None)


def _raise_from(document: Document, to: int) -> Answer:
    """Let the player raise to this total or more, up to what the limit or the stack allows."""
    hand, offered = _offered(document)
    most, largest = _everything(hand, offered), sizes.largest_to(hand.round, offered.seat, document.rules)
    if largest is not None:
        most = min(most, max(to, largest))
    return _changed(document, may_raise=True, raise_min_to=min(to, most), raise_max_to=most, all_in_to=None)


def _everything(hand: Hand, offered: Options) -> int:
    """The total of an all-in."""
    return hand.round.totals[offered.seat] + (hand.round.stacks[offered.seat] or 0)


def _assume_the_right(document: Document) -> Answer:
    """Let a player raise who may only call or fold."""
    hand, _ = _offered(document)
    return _raise_from(document, sizes.smallest_to(hand.round, document.rules))


def _call_the_total(document: Document) -> Answer:
    """Name the bet as what a call adds, though part of it is in front already."""
    _, offered = _offered(document)
    return _changed(document, call_adds=offered.call_to)


def _call_beyond_the_stack(document: Document) -> Answer:
    """Ask the whole bet of a player who has less."""
    hand, offered = _offered(document)
    return _changed(document, call_adds=hand.round.bet - hand.round.totals[offered.seat])


def _call_what_was_posted(document: Document) -> Answer:
    """Take what the short big blind posted for the price."""
    hand, offered = _offered(document)
    posted = max(hand.round.totals)
    return _changed(document, call_adds=posted - hand.round.totals[offered.seat])


def _double_the_bet(document: Document) -> Answer:
    hand, _ = _offered(document)
    return _raise_from(document, 2 * hand.round.bet)


def _short_all_in_as_full(document: Document) -> Answer | None:
    """Take what the last short all-in added for what a raise has to add."""
    hand, _ = _offered(document)
    if not hand.raises or hand.raises[-1].full:
        return None
    return _raise_from(document, hand.round.bet + hand.raises[-1].to - hand.raises[-1].over)


def _stack_for_total(document: Document) -> Answer:
    """Name the chips behind as the largest raise, without those in front."""
    hand, offered = _offered(document)
    return _changed(document, raise_max_to=hand.round.stacks[offered.seat])


def _refuse_the_short_all_in(document: Document) -> Answer:
    """Take an all-in below a full raise for none at all."""
    return _no_raise(document)


def _forget_the_option(document: Document) -> Answer:
    """Let a player who may check only check."""
    return _no_raise(document)


def _pot_without_the_call(document: Document) -> Answer:
    """Raise by the pot as it lies there, the call left out."""
    hand, offered = _offered(document)
    to = hand.round.bet + sizes.pot(hand.round)
    return _changed(document, raise_max_to=max(to, offered.raise_min_to or 0))


def _forget_the_limit(document: Document) -> Answer:
    """Let the player put in everything, as in no-limit."""
    return _changed(document, raise_max_to=_everything(*_offered(document)))


def _small_bet(document: Document) -> Answer:
    """Take the small bet on a street of big ones."""
    hand, _ = _offered(document)
    to = hand.round.full_bet + (document.bets or (0, 0))[0]
    return _changed(document, raise_min_to=to, raise_max_to=to)


def _complete_on_top(document: Document) -> Answer:
    """Add a whole bet to the bring-in, which is part of the completion."""
    hand, _ = _offered(document)
    to = document.bring_in + hand.round.smallest_bet
    if document.limit != "fixed-limit":
        return _raise_from(document, to)
    return _changed(document, raise_min_to=to, raise_max_to=to)


def _check_for_the_bring_in(document: Document) -> Answer:
    """Let the low card check, or in razz the high one, as if nothing had to be brought in."""
    return _changed(document, may_check=True, call_to=None, call_adds=None)


def _may_go_higher(document: Document) -> bool:
    """Whether the limit, not the stack, bounds the raise."""
    hand, offered = _offered(document)
    return offered.raise_max_to is not None and offered.raise_max_to < _everything(hand, offered)


def _is_late(document: Document) -> bool:
    hand, offered = _offered(document)
    late = document.bets is not None and hand.round.smallest_bet > document.bets[0]
    return late and offered.raise_min_to is not None


def _acted(document: Document) -> bool:
    hand, offered = _offered(document)
    return hand.round.acted_at[offered.seat] is not None


def _front(document: Document) -> int:
    hand, offered = _offered(document)
    return hand.round.totals[offered.seat]


def _is_beyond_the_stack(document: Document) -> bool:
    hand, offered = _offered(document)
    stack = hand.round.stacks[offered.seat]
    return stack is not None and hand.round.bet - hand.round.totals[offered.seat] > stack


def _is_short_price(document: Document) -> bool:
    hand, offered = _offered(document)
    return not offered.may_check and max(hand.round.totals) < hand.round.bet == offered.call_to


MISCONCEPTIONS = (
    Misconception("turn-reopens", lambda d: _offered(d)[1].why_not == "acted", _assume_the_right, levels=(3, 4, 5)),
    Misconception("raise-without-answer", lambda d: _offered(d)[1].why_not == "nobody", _assume_the_right),
    Misconception("call-as-total", lambda d: _front(d) > 0 and not _offered(d)[1].may_check, _call_the_total),
    Misconception("call-beyond-stack", _is_beyond_the_stack, _call_beyond_the_stack),
    Misconception("short-blind-as-price", _is_short_price, _call_what_was_posted, levels=(2, 3), games=WITH_BLINDS),
    Misconception(
        "double-the-bet",
        lambda d: _offered(d)[0].round.bet > 0 and _offered(d)[1].may_raise,
        _double_the_bet,
        limits=BIG,
        right_by=(("min_raise", "double"),),
    ),
    Misconception("short-all-in-as-full", lambda d: _offered(d)[1].may_raise, _short_all_in_as_full, limits=BIG),
    Misconception(
        "stack-for-total",
        lambda d: _front(d) > 0 and bool(_offered(d)[1].raise_max_to) and not _may_go_higher(d),
        _stack_for_total,
        limits=("no-limit",),
    ),
    Misconception("short-all-in-refused", lambda d: _offered(d)[1].all_in_to is not None, _refuse_the_short_all_in),
    Misconception(
        "option-forgotten",
        lambda d: _offered(d)[1].may_check and _offered(d)[0].round.bet > 0 and not _acted(d),
        _forget_the_option,
        levels=(2, 3),
        games=WITH_BLINDS,
    ),
    Misconception(
        "pot-without-call",
        lambda d: _offered(d)[0].round.bet > 0 and _may_go_higher(d),
        _pot_without_the_call,
        limits=("pot-limit",),
    ),
    Misconception("limit-forgotten", _may_go_higher, _forget_the_limit, limits=("pot-limit", "fixed-limit")),
    Misconception(
        "cap-without-the-bet",
        lambda d: _offered(d)[1].why_not == "capped",
        _assume_the_right,
        levels=(3, 4, 5),
        limits=("fixed-limit",),
    ),
    Misconception("small-bet-late", _is_late, _small_bet, limits=("fixed-limit",)),
    Misconception(
        "completion-on-top",
        lambda d: no_bet_yet(_offered(d)[0]) and _offered(d)[1].raise_min_to is not None,
        _complete_on_top,
        levels=(2,),
        games=STUD,
    ),
    Misconception(
        "bring-in-checked",
        lambda d: no_bet_yet(_offered(d)[0]) and not _offered(d)[0].round.bet,
        _check_for_the_bring_in,
        levels=(2, 3),
        games=STUD,
    ),
)


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    right = values(document, {}, solve(document).answer)
    marks = {"check": right["may_check"], "call": right["call_adds"] is not None, "raise": right["may_raise"]}
    may = [choice for choice, marked in marks.items() if marked]
    amounts = {field: [f"{right[field]:,}"] for field in FIELDS if right[field] is not None}
    other = [choice for choice in marks if choice not in may] or ["check"]
    filled = {field: ["7"] for field in FIELDS}
    return Examples(
        right=({"may": may, **amounts},),
        wrong=({"may": other, **filled}, {"may": ["check", "call", "raise"], **filled}),
        ill_formed=({}, {"may": []}, {"may": ["call"], "call_adds": [""]}, {"may": ["raise"], "raise_min_to": ["x"]}),
    )


KIND = Kind(
    id="legal_actions",
    version=11,
    input="options",
    toggles=("min_raise", "reopen", "reopened_unit", "short_blind"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: FIELDS,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
    parts="in-order",
)
