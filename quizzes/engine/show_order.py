"""In which order hands are shown once the betting is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from quizzes.engine import opening
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, frames
from quizzes.engine.posting import players_from
from quizzes.engine.turn_order import from_the_left

Reason = Literal["all_in", "first_all_in", "last_aggressor", "left_of_button", "best_board"]


@dataclass(frozen=True, slots=True)
class ShowOrder:
    """Who shows, first to last, as seats counted clockwise from 0.

    reason    why it begins there; with `all_in` all hands go up at once, and `seats` tells no order
    first     whose seat that is, also when the hand there was thrown away or a side pot comes before it
    side_pot  the players who are in a side pot and come first for it; () where none does
    """

    seats: tuple[int, ...]
    reason: Reason
    first: int
    side_pot: tuple[int, ...] = ()

    @property
    def together(self) -> bool:
        """Whether all hands go up at once."""
        return self.reason == "all_in"


def show_order(hand: Hand) -> ShowOrder:
    """Return who shows, first to last, of a hand whose betting is over.

    With somebody all-in all hands go up at once (TDA 2024 16), or a house keeps an order (toggle `all_in_showdown`).
    The last aggressor of the last street shows first; without one the first player left of the button, in stud the one
    whose board is best (TDA 2024 17-A). The others follow clockwise. A house in which players in a side pot come first
    (toggle `show_first`) keeps an order wherever there is a side pot. Folded and mucked hands are not shown.

    Raises DocumentError at `question` when fewer than two hands are left or the hand is not over.
    """
    check_over(hand)
    live = [seat for seat in from_the_left(hand.document) if hand.live[seat]]
    if len(live) < 2:
        raise DocumentError("question", "fewer than two hands are left, so none has to be shown")
    all_in = [seat for seat in live if hand.round.stacks[seat] == 0]
    how = hand.document.rules["all_in_showdown"]
    first, reason = _first(hand, live)
    if all_in and how == "first-all-in" and len(live) - len(all_in) < 2:
        first, reason = _first_all_in(hand, all_in), "first_all_in"
    order = tuple(seat for seat in players_from(hand.document, first) if seat in live)
    if hand.document.rules["show_first"] == "side-pot" and (reach := _side_pots(hand, order)):
        # The players of the last side pot come before those of the pot before it, and so on to the main pot.
        order = tuple(sorted(order, key=lambda seat: -reach[seat]))
        side_pot = tuple(seat for seat in order if reach[seat] > min(reach.values()))
        return ShowOrder(order, reason, first, side_pot)
    if all_face_up(hand):
        return ShowOrder(tuple(sorted(live)), "all_in", first)
    return ShowOrder(order, reason, first)


def at_showdown(hand: Hand) -> list[int]:
    """Return the seats that were in when the betting was over, clockwise from 0: also those that mucked after that."""
    return [seat for seat, alive in enumerate(hand.live) if alive or seat in hand.mucked]


def all_face_up(hand: Hand) -> bool:
    """Return whether all hands go up at once because one of those at the showdown is all-in, though it was mucked: no
    hand may be then (TDA 2024 16; toggle `all_in_showdown`).
    """
    all_in = any(hand.round.stacks[seat] == 0 for seat in at_showdown(hand))
    return all_in and hand.document.rules["all_in_showdown"] == "all-at-once"


def check_over(hand: Hand) -> None:
    """Refuse a hand in which somebody still has to act, on this street or on a later one."""
    turn = hand.round.turn
    if turn is not None:
        raise DocumentError("question", "no hand is shown while %(name)s still has to act", name=hand.name(turn))
    able = [seat for seat, alive in enumerate(hand.live) if alive and hand.round.stacks[seat] != 0]
    later = hand.document.game.next_street(hand.street)
    if later is not None and len(able) > 1:
        raise DocumentError("question", "no hand is shown yet: the betting goes on on the %(street)s", street=later)


def last_aggressor(hand: Hand) -> int | None:
    """Return who made the last bet or raise on the last street; None where it was checked or came after all-ins."""
    if hand.document.game.next_street(hand.street) is not None or not hand.raises:
        return None
    return hand.raises[-1].seat


def _first(hand: Hand, live: Sequence[int]) -> tuple[int, Reason]:
    aggressor = last_aggressor(hand)
    if aggressor is not None:
        return aggressor, "last_aggressor"
    if hand.document.game.family == "stud":
        return opening.opens(hand.document, hand.document.game.streets[-1], live), "best_board"
    return live[0], "left_of_button"


def _first_all_in(hand: Hand, all_in: Sequence[int]) -> int:
    """Return which of these seats was all-in first; of several at once, the first left of the button."""
    for earlier in frames(hand.document):
        found = [seat for seat in all_in if earlier.round.stacks[seat] == 0]
        if found:
            return found[0]
    raise AssertionError("a seat that is all-in has gone all-in")


def _side_pots(hand: Hand, seats: Sequence[int]) -> dict[int, int]:
    """Return how many chips of each seat another one matches; empty where all have the same, and so one pot."""
    second = sorted((hand.put_in[seat] for seat in seats), reverse=True)[1]
    reach = {seat: min(hand.put_in[seat], second) for seat in seats}
    return reach if len(set(reach.values())) > 1 else {}
