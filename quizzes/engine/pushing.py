"""The chips in front of a player: those that were there, those taken back, and those pushed in, motion by motion."""

from __future__ import annotations

from dataclasses import dataclass

from quizzes.engine.betting import options
from quizzes.engine.document import Pushed
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand
from quizzes.engine.steps import Step, total
from quizzes.engine.voice import Said


@dataclass(frozen=True, slots=True)
class Table:
    """What lies in front of a player after its act, in one way in which it can be.

    left          the chips that were there before and have not been taken back
    chips         the chips pushed in that count
    pulled        how much of the earlier chips was taken back: none, some or all
    combined      earlier and new chips are judged as one amount (TDA 2024 46-C2)
    rule          the rule by which just these chips count
    several_goes  a call that was put together in several motions
    """

    left: tuple[int, ...]
    chips: tuple[int, ...]
    pulled: str
    combined: bool
    rule: str
    several_goes: bool = False

    @property
    def out(self) -> int:
        """All chips in front of the player."""
        return sum(self.left) + sum(self.chips)


def lying(hand: Hand, seat: int, pushed: Pushed, said: Said) -> list[Table]:
    """Return what may lie in front of a player: one table, or two where it is not told which chips were taken back.

    The two are then the one with the fewest and the one with the most earlier chips left. Raises DocumentError at the
    key of `pushed` that can't be.
    """
    own = hand.round.totals[seat]
    before = pushed.before if pushed.before is not None else (own,) if own else ()
    if sum(before) < own:
        raise DocumentError(
            "pushed.before", "%(name)s has %(own)s in front on this street", name=pushed.player, own=own
        )
    if pushed.pulled != "none" and not before:
        raise DocumentError("pushed.pulled", "%(name)s has nothing in front to take back", name=pushed.player)
    if pushed.pulled == "some" and len(pushed.before or ()) == 1:
        raise DocumentError(
            "pushed.pulled", "%(name)s has one chip in front: all of it is taken back, or none", name=pushed.player
        )
    _check_stack(hand, seat, pushed, before)
    price = options(hand.round, seat, hand.document.rules).call_to or 0
    combined = pushed.pulled == "some" or sum(before) >= price > 0
    lefts = _left(before, pushed.pulled)
    return [_table(hand, left, pushed, said, price, combined) for left in lefts]


def _left(before: tuple[int, ...], pulled: str) -> list[tuple[int, ...]]:
    """Return the chips that may be left of those that were there."""
    if pulled != "some":
        return [before if pulled == "none" else ()]
    if len(before) == 1:
        return [(), before]
    smallest, *others = sorted(before)
    fewest, most = (smallest,), tuple(others)
    return [fewest] if sum(fewest) == sum(most) else [fewest, most]


def _check_stack(hand: Hand, seat: int, pushed: Pushed, before: tuple[int, ...]) -> None:
    stack, pushed_in = hand.round.stacks[seat], sum(map(sum, pushed.motions))
    back = sum(before) if pushed.pulled != "none" else 0
    if stack is not None and pushed_in > stack + back:
        raise DocumentError(
            "pushed.chips", "%(name)s has only %(most)s to push in", name=pushed.player, most=stack + back
        )


def _table(hand: Hand, left: tuple[int, ...], pushed: Pushed, said: Said, price: int, combined: bool) -> Table:
    """Return the chips that count: those of one motion (TDA 2024 56), or of all where the house lets a raiser go on."""
    motions = pushed.motions or ((),)
    rule = "prior-chips" if left else "voice-or-chips"
    if len(motions) == 1:
        return Table(left, motions[0], pushed.pulled, combined, rule)
    declared = said.word in ("raise", "pot")
    if declared and hand.document.rules["string_raise"] == "motions-after-raise":
        chips = tuple(chip for motion in motions for chip in motion)
        return Table(left, chips, pushed.pulled, combined, hand.document.rules.rule("string_raise"))
    chips, several = motions[0], False
    for motion in motions[1:]:
        if not declared and sum(left) + sum(chips) < price:
            chips, several = (*chips, *motion), True
    return Table(left, chips, pushed.pulled, combined, "string-bet", several)


def laid_out(table: Table, name: str) -> list[Step]:
    """Derive `chips_out`, all chips that lie in front of the player and count."""
    if not table.left:
        return [_counted(table.rule, "chips_out", "pushed_chip", table.chips, name)]
    steps = [] if len(table.left) == 1 else [_counted("prior-chips", "in_front", "before", table.left, name)]
    values = {"in_front": sum(table.left), "pushed": sum(table.chips)}
    return [
        *steps,
        _counted(table.rule, "pushed", "pushed_chip", table.chips, name),
        total("prior-chips", "chips_out", values, name),
    ]


def _counted(rule: str, out: str, key: str, chips: tuple[int, ...], name: str) -> Step:
    if len(chips) == 1:
        return Step(rule, "state", {key: chips[0]}, {out: chips[0]}, name)
    return total(rule, out, {f"{key}_{place}": chip for place, chip in enumerate(chips, 1)}, name)
