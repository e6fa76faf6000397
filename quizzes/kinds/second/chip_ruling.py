"""What words and chips amount to, by looking for the legal act that lies nearest to them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from quizzes.engine.document import Document, Pushed
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second import legal_actions
from quizzes.kinds.second.pot_limit import largest_total, middle
from quizzes.kinds.second.raises import deeds, smallest_full_raise
from quizzes.kinds.second.table import Table, replay

Verdict = tuple[str, int | None]
FLOOR: Verdict = ("floor", None)

MOST_PARTS = 4096
"""So many ways of taking chips back are gone through: as many as a dozen different ones have."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A player in its turn: what it may do, what it has in, and what lies in front of it once it has acted."""

    table: Table
    pushed: Pushed
    menu: Mapping[str, Any]
    front: tuple[int, ...]

    @property
    def own(self) -> int:
        return self.table.in_front[self.pushed.player]

    @property
    def house(self) -> Mapping[str, Any]:
        return self.table.document.rules.toggles

    @property
    def price(self) -> int:
        """The total that calls; what the player has in where it may check."""
        return self.own if self.menu["may_check"] else int(self.menu["call_to"])


def solve(document: Document) -> dict[str, Any]:
    """Return `ruling` and `to`. Raises DocumentError at `pushed` where nothing was said or pushed in turn."""
    pushed = document.pushed
    if pushed is None:
        raise DocumentError("pushed", "nobody has pushed chips in or said anything")
    table = replay(document)
    if table.turn != pushed.player:
        raise DocumentError("pushed.player", "it is not %(name)s's turn", name=pushed.player)
    menu = legal_actions.menu(table, pushed.player)
    verdicts = {rule(Spot(table, pushed, menu, front)) for front in ways_to_lie(table, pushed)}
    ruling, to = verdicts.pop() if len(verdicts) == 1 else FLOOR
    return {"ruling": ruling, "to": to}


def ways_to_lie(table: Table, pushed: Pushed) -> set[tuple[int, ...]]:
    """Return every way in which the earlier chips may lie: all, none, or any part of them."""
    own = table.in_front[pushed.player]
    before = ((own,) if own else ()) if pushed.before is None else pushed.before
    if pushed.pulled == "some" and pushed.before is not None and len(pushed.before) == 1:
        raise DocumentError("pushed.pulled", "a single chip is taken back whole or not at all")
    if pushed.pulled != "some":
        return {before if pushed.pulled == "none" else ()}
    parts = _parts(before)
    return parts if len(before) == 1 else parts - {(), tuple(sorted(before))}


def _parts(chips: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return every part of some chips, none and all of them too; chips of one size are alike."""
    parts: set[tuple[int, ...]] = {()}
    for chip in sorted(chips):
        parts |= {(*part, chip) for part in parts}
        if len(parts) > MOST_PARTS:
            raise DocumentError("pushed.before", "too many chips to go through every part of them")
    return parts


def rule(spot: Spot) -> Verdict:
    """Return what the player is held to: the words where there are any, else the chips."""
    words = _heard(spot.pushed)
    numbers = [int(word) for word in words if word.isdigit()]
    if not words:
        return _chips(spot)
    if words[0].isdigit() or (numbers and "by" not in words and _opens_below_a_blind(spot, numbers[0])):
        return _number(spot, numbers[0])
    if words[0] == "fold":
        return "fold", spot.own
    if words[0] == "call":
        return _call(spot)
    if words[0] == "check":
        return _check(spot)
    if words[0] in ("all", "allin"):
        most = spot.table.most(spot.pushed.player)
        if most is None:
            raise DocumentError("pushed.said", "%(name)s's whole stack is not stated", name=spot.pushed.player)
        return _call(spot) if most <= spot.price else _raise(spot, most)
    if "pot" in words:
        return _pot(spot)
    if "by" in words:
        return _raise(spot, spot.table.bet + numbers[0])
    return _raise(spot, numbers[0] if numbers else _lying(spot))


def _opens_below_a_blind(spot: Spot, number: int) -> bool:
    """Say whether a first bet is named that is less than any blind: it stands for more, as in "I bet five" (57)."""
    blinds = [blind for blind in spot.table.document.blinds or () if blind]
    return bool(blinds) and number < blinds[0] and not spot.table.bet and bool(spot.menu["may_check"])


def _heard(pushed: Pushed) -> list[str]:
    """Return the words that count, verbs as they are commanded, and each number in one piece: "1 500" is 1500.

    Raises DocumentError at `pushed.said` for digits of other scripts, in which a document writes no amount; what is
    said after a call is not listened to.
    """
    if "call" not in pushed.said and any(letter.isdigit() and not letter.isascii() for letter in pushed.said):
        raise DocumentError("pushed.said", "a number is written with the digits 0 to 9")
    numbers_whole = re.sub(r"(?<=\d)[,. ](?=\d{3}(?!\d))", "", pushed.said)
    words = re.findall(r"\d+|[a-z]+", numbers_whole)
    return [word.rstrip("s") for word in words if word not in ("i", "m", "am", "the")]


def _call(spot: Spot) -> Verdict:
    return ("check" if spot.menu["may_check"] else "call"), spot.price


def _check(spot: Spot) -> Verdict:
    """Against a bet only chips that cover the call make an act of it."""
    if spot.menu["may_check"] or (spot.pushed.motions and _lying(spot) >= spot.price):
        return _call(spot)
    return FLOOR


def _pot(spot: Spot) -> Verdict:
    pot_limit = spot.table.document.limit == "pot-limit"
    return _raise(spot, largest_total(spot.table, spot.pushed.player) if pot_limit else _lying(spot))


def _raise(spot: Spot, total: int) -> Verdict:
    """Hold a player to the legal raise that lies nearest to a total."""
    if not spot.menu["may_raise"]:
        return _call(spot)
    word = "raise" if spot.table.bet else "bet"
    return word, legal_actions.nearest(spot.table, spot.pushed.player, total)


def _counting(spot: Spot) -> Sequence[int]:
    """Return the chips that count: one motion, and more only up to a call, or after "raise" where a house lets it."""
    heard = _heard(spot.pushed)
    raising = heard[:1] != ["call"] and heard[-1:] in (["raise"], ["bet"], ["pot"])
    counting: list[int] = []
    for motion in spot.pushed.motions:
        enough = raising or sum(spot.front) + sum(counting) >= spot.price
        if counting and enough and not (raising and spot.house["string_raise"] == "motions-after-raise"):
            break
        counting += motion
    return counting


def _lying(spot: Spot) -> int:
    return sum(spot.front) + sum(_counting(spot)) if spot.pushed.motions else 0


def _chips(spot: Spot) -> Verdict:
    chips, total, price = _counting(spot), _lying(spot), spot.price
    if not chips:
        return _call(spot)
    if total > price and len(chips) > len(spot.pushed.motions[0]):
        return _call(spot)
    if spot.menu["may_check"] or total <= price:
        return _amount(spot, total)
    before = spot.pushed.before if spot.pushed.before is not None else (spot.own,)
    if spot.pushed.pulled == "some" or sum(before) >= price:
        return _amount(spot, total)
    some_spare = any(sum(spot.front) + sum(kept) >= price for kept in combinations(chips, len(chips) - 1))
    one_kind = len(set(chips)) == 1 and spot.house["multi_chip"] == "same-denomination-call"
    if len(chips) == 1 or not some_spare or one_kind:
        return _call(spot)
    return _amount(spot, total)


def _number(spot: Spot, number: int) -> Verdict:
    """A number too small for any bet is heard as hundreds, thousands and so on, as long as the pot has as much."""
    document = spot.table.document
    blinds = [blind for blind in document.blinds or () if blind]
    if _is_the_call(spot, number) or not blinds or number >= blinds[0] or number > spot.price > spot.own:
        return _clear(spot, number)
    exact = replace(document, rules=replace(document.rules, toggles={**spot.house, "pl_preflop_base": "exact"}))
    pot = sum(middle(replace(spot.table, document=exact)))
    heard = [number * 10**zeros for zeros in range(16) if zeros % 3 != 1]
    fitting = [reading for reading in heard if blinds[-1] <= reading <= pot]
    return _clear(spot, fitting[-1] if fitting else next(reading for reading in heard if reading >= blinds[-1]))


def _is_the_call(spot: Spot, number: int) -> bool:
    return not spot.menu["may_check"] and number in (spot.price, spot.price - spot.own)


def _clear(spot: Spot, number: int) -> Verdict:
    """A number with one meaning is the call, new chips where its player has as much in front, or the total."""
    return _call(spot) if _is_the_call(spot, number) else _amount(spot, number + spot.own * (number <= spot.own))


def _amount(spot: Spot, total: int) -> Verdict:
    """Return the nearest legal act to a silent total; halfway between a call and the smallest raise is a raise."""
    menu, most = spot.menu, spot.table.most(spot.pushed.player)
    if menu["may_check"] and not spot.table.bet:
        return _raise(spot, total)
    if total < spot.price:
        return _too_little(spot, total)
    if total == spot.price or not menu["may_raise"]:
        return _call(spot)
    if total == most or menu["raise_min_to"] is None:
        return _raise(spot, total) if total == most or _nearer_to_raise(spot, total) else _call(spot)
    return _raise(spot, total) if _nearer_to_raise(spot, total) else _call(spot)


def _nearer_to_raise(spot: Spot, total: int) -> bool:
    return smallest_full_raise(spot.table) - total <= total - spot.table.bet


def _too_little(spot: Spot, total: int) -> Verdict:
    """Less than a call, with chips left: a call heads-up or against the opening bet, else the floor's."""
    if spot.pushed.pulled != "none":
        return _call(spot)
    if spot.house["undercall"] == "half-rule":
        missing = spot.price - total
        return _call(spot) if missing <= max(0, total - spot.own) else FLOOR
    table = spot.table
    raised = [deed for deed in deeds(table) if deed.bet > deed.before]
    posted = table.street == table.document.game.first and table.document.blinds is not None
    return _call(spot) if len(table.live) == 2 or len(raised) + posted < 2 else FLOOR
