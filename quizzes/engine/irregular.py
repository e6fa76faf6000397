"""Hands with an act out of turn, or with one bet of an illegal size, replayed as a dealer lets them go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard, TypeVar

from quizzes.engine import betting, sizes
from quizzes.engine.betting import IllegalAction, options
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, Raise, begin, own_all_in, take
from quizzes.engine.hand import frames as kept_frames
from quizzes.engine.refusals import refusal
from quizzes.engine.steps import Step, total

T = TypeVar("T")

WRONG_SIZES = ("below-minimum", "all-in-only", "above-maximum", "between-sizes")
"""Why a bet or raise is refused whose only fault is its size."""

_CHIPS = ("bet", "raise-to", "raise-by", "call", "all-in", "complete", "bring-in")
_RAISES = ("bet", "raise-to", "raise-by", "all-in", "complete")
_ACTS = ("fold", "muck", "check", *_CHIPS)
"""What a player decides in its turn; to show, to draw and to have a hand killed are no acts that count (36)."""


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """An act out of turn.

    before  the hand when the player acted
    hand    the hand when its turn comes, or as far as it is told
    acts    who acted on the left of who was skipped, one after the other, before anybody skipped spoke up: this act,
            those before it and those after it
    """

    seat: int
    action: Action
    before: Hand
    hand: Hand
    acts: tuple[Action, ...]

    @property
    def substantial(self) -> bool:
        """Whether there was substantial action on the left of who was skipped (TDA 2024 36 and 53-B)."""
        return is_substantial(self.acts)

    @property
    def settled(self) -> bool:
        """Whether it can be judged: it binds at once, or its player's turn has come."""
        return self.substantial or self.action.verb == "fold" or self.hand.round.turn == self.seat

    @property
    def to(self) -> int | None:
        """The total to which the act bets or raises; None for a check, a call or a fold, and an all-in that calls."""
        to = made_to(self.before, self.seat, self.action)
        return to if to is not None and to > self.before.round.bet else None


@dataclass(frozen=True, slots=True)
class WrongSize:
    """A bet or raise of a wrong size: the hand before it, its total, and what was done after it on that street."""

    seat: int
    action: Action
    before: Hand
    to: int
    later: tuple[Action, ...]
    next_card: bool


def check_its_turn(act: OutOfTurn) -> None:
    """Raise DocumentError at `question` where the turn of who acted out of turn never comes, or has yet to come."""
    turn, name = act.hand.round.turn, act.hand.name(act.seat)
    if turn is None:
        raise DocumentError("question", "nobody has to act: the betting on this street is over")
    if turn != act.seat:
        others = act.hand.name(turn)
        raise DocumentError(
            "question", "%(name)s's turn has not come: %(turn_name)s still has to act", name=name, turn_name=others
        )


def frames(document: Document) -> list[Hand]:
    """Return the hand before the first action and after each one.

    An act out of turn changes nothing until its player's turn comes, but for a fold; a wrong size stands as made.
    Once somebody has acted out of turn, those on the left of who did may go on. Who has acted on the street acts again
    only where somebody has bet or raised since, in turn or out of it.

    Raises DocumentError at `actions[n]` for what else the rules refuse.
    """
    hands = [begin(document)]
    aside = _Aside(0, {})
    for place, item in enumerate(document.actions):
        hand, where = hands[-1], f"actions[{place}]"
        if isinstance(item, Deal):
            aside = _Aside(0, {})
        elif item.verb in _ACTS and (item.out_of_turn or (aside.faced and _passes(hand, item))):
            hands.append(noted(hand, item, where))
            aside = _beside(hand, item, where, aside)
            continue
        hands.append(_next(hand, item, where))
    return hands


class _Aside(NamedTuple):
    """What was done on a street without its being played on: the highest total named, and what each seat faced."""

    named: int
    faced: Mapping[int, int]


def _passes(hand: Hand, action: Action) -> bool:
    try:
        take(hand, action)
    except IllegalAction as illegal:
        return illegal.reason == "not-its-turn"
    return False


def _beside(hand: Hand, action: Action, where: str, aside: _Aside) -> _Aside:
    """Add an act that is not played on. Raises DocumentError at `where` for who has acted and faces no more since."""
    seat = hand.document.index(action.seat)
    price = max(hand.round.bet, aside.named)
    met = max(aside.faced.get(seat, -1), -1 if (acted := hand.round.acted_at[seat]) is None else acted)
    if met >= price:
        raise DocumentError(where, "%(name)s has acted, and nobody has bet or raised since", name=action.seat)
    price = max(price, made_to(hand, seat, action) or 0)
    return _Aside(price, {**aside.faced, seat: price})


def _next(hand: Hand, item: Action | Deal, where: str) -> Hand:
    try:
        return take(hand, item)
    except IllegalAction as illegal:
        if isinstance(item, Action) and hand.document.question.kind == "correction" and _is_wrong(hand, item, illegal):
            return as_made(hand, item)
        raise DocumentError(where, refusal(hand, item, illegal)) from illegal


def _is_wrong(hand: Hand, item: Action, illegal: IllegalAction) -> bool:
    """Return whether only the size of a bet or raise is refused. What is no more than a bring-in is no bet at all."""
    to = made_to(hand, hand.document.index(item.seat), item) or 0
    return illegal.reason in WRONG_SIZES and to > hand.round.terms.bring_in


def noted(hand: Hand, action: Action, where: str) -> Hand:
    """Return the hand after an act out of turn: only a fold is done at once (TDA 2024 53-A).

    Raises DocumentError at `where` for who has folded, is all-in, or is not out of turn, for a bet or raise that is
    none because of the bet that stands, and for an all-in that is not the whole stack.
    """
    seat, turn = hand.document.index(action.seat), hand.round.turn
    if turn is None or not betting.has_chips(hand.round, seat):
        raise DocumentError(where, "%(name)s has nothing left to decide on this street", name=action.seat)
    if turn == seat:
        raise DocumentError(where, "%(name)s is to act, so that is not out of turn", name=action.seat)
    if action.verb not in ("fold", "muck"):
        _check_over_the_bet(hand, seat, action, where)
        if action.verb == "all-in":
            _check_whole_stack(hand, seat, action, where)
        return hand
    live = tuple(alive and place != seat for place, alive in enumerate(hand.live))
    state = betting.with_turn_after(hand.round._replace(live=live), (turn - 1) % len(live))
    return hand._replace(round=state)


def _check_over_the_bet(hand: Hand, seat: int, action: Action, where: str) -> None:
    """Refuse a bet against a bet, and a raise to no more than it, as they are refused in turn."""
    bet = hand.round.bet
    if action.verb == "bet" and bet:
        raise DocumentError(where, refusal(hand, action, IllegalAction("bet-stands", bet=bet)))
    if action.verb in ("raise-to", "complete") and (made_to(hand, seat, action) or 0) <= bet:
        raise DocumentError(where, refusal(hand, action, IllegalAction("no-raise", bet=bet)))


def _check_whole_stack(hand: Hand, seat: int, action: Action, where: str) -> None:
    """Refuse an all-in as it is refused in turn: of a stack that nothing says, or to another total than it makes."""
    stack, own, to = hand.round.stacks[seat], hand.round.totals[seat], action.amount
    illegal = None
    if stack is None:
        if to is None:
            illegal = IllegalAction("no-stack")
        elif to <= own:
            illegal = IllegalAction("below-own-total", total=own)
    elif to not in (None, own + stack):
        illegal = IllegalAction("other-stack", all_in_to=own + stack)
    if illegal is not None:
        raise DocumentError(where, refusal(hand, action, illegal))


def as_made(hand: Hand, action: Action) -> Hand:
    """Return the hand after a bet or raise of a wrong size, which nobody noticed."""
    seat, state, rules = hand.document.index(action.seat), hand.round, hand.document.rules
    to = made_to(hand, seat, action)
    assert to is not None
    stack = state.stacks[seat]
    left = 0 if action.verb == "all-in" else None if stack is None else stack - (to - state.totals[seat])
    full = sizes.is_full(state, to, rules)
    over = sizes.bet_made(state)
    raised = Raise(seat, to, over, sizes.raise_unit(state, rules), full, state.sums)
    changed = state._replace(
        bet=to,
        last_raise=max(state.last_raise, to - over),
        full_bet=to if full else state.full_bet,
        raises=state.raises + full,
        totals=_with(state.totals, seat, to),
        stacks=_with(state.stacks, seat, left),
        acted_at=_with(state.acted_at, seat, to),
        sums=() if full else sizes.sums_after(state, to, rules),
    )
    return hand._replace(round=betting.with_turn_after(changed, seat), raises=(*hand.raises, raised))


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def made_to(hand: Hand, seat: int, action: Action) -> int | None:
    """Return the street total that a bet, raise or all-in makes; None for an act that is none of them."""
    if action.verb not in _RAISES:
        return None
    if action.verb == "all-in" and action.amount is None:
        return hand.round.totals[seat] + (hand.round.stacks[seat] or 0)
    return (action.amount or 0) + (hand.round.bet if action.verb == "raise-by" else 0)


def made(hand: Hand, seat: int, action: Action) -> list[Step]:
    """Derive the total that a bet, raise or all-in makes where the action does not name it."""
    if action.verb == "raise-by" and action.amount is not None:
        values = {"bet": hand.round.bet, "raise_by": action.amount}
        return [total("raise-to-or-by", "made_to", values, hand.name(seat))]
    return own_all_in(hand, seat) if action.verb == "all-in" else []


def is_substantial(acts: Sequence[Action]) -> bool:
    """Return whether acts one after the other are substantial action: two, one with chips, or any three (36)."""
    return len(acts) > 2 or (len(acts) == 2 and any(act.verb in _CHIPS for act in acts))


def substantial_action(acts: Sequence[Action], seat: str) -> Step:
    """Derive whether acts one after the other are substantial action (36): those that are counted, each with its seat.

    Acts that follow when it is substantial already are not counted.
    """
    counted = next((acts[:many] for many in (2, 3) if is_substantial(acts[:many])), acts)
    values = {"acts": [[act.seat, act.verb] for act in counted]}
    return Step("substantial-action", "state", values, {"substantial": is_substantial(acts)}, seat)


def out_of_turn(document: Document) -> OutOfTurn:
    """Return the act out of turn that a document asks about, and how the hand stands when its player's turn comes."""
    hands = kept_frames(document)
    place = _asked_about(document)
    action = document.actions[place]
    assert isinstance(action, Action)
    action = action._replace(verb="fold") if action.verb == "muck" else action
    seat = document.index(action.seat)
    acts = [*_beside_before(document, hands, place), action]
    spoken, end = False, place + 1
    for at, item in enumerate(document.actions[place + 1 :], place + 1):
        turn = hands[at].round.turn
        if isinstance(item, Deal) or turn in (None, seat) or _ends(action, item):
            break
        end = at + 1
        if item.verb not in _ACTS:
            continue
        spoken = spoken or (not item.out_of_turn and document.index(item.seat) == turn)
        if not spoken:
            acts.append(item)
        if is_substantial(acts):
            break
    return OutOfTurn(seat, action, hands[place], hands[end], tuple(acts))


def _beside_before(document: Document, hands: Sequence[Hand], place: int) -> list[Action]:
    """Return the acts out of turn right before a place, since somebody acted in turn: who was skipped is the same."""
    found: list[Action] = []
    for item, hand in zip(document.actions[:place], hands, strict=False):
        if isinstance(item, Deal) or (item.verb in _ACTS and hand.round.turn == document.index(item.seat)):
            found = []
        elif item.verb in _ACTS:
            found.append(item)
    return found


def _ends(action: Action, item: Action) -> bool:
    """Return whether who acted out of turn acts once more, or has its hand killed."""
    return item.seat == action.seat and item.verb in (*_ACTS, "is-mucked")


def _asked_about(document: Document) -> int:
    """Return the place of the act out of turn: that of the player who is named, else the first."""
    player = document.question.player
    for place, item in enumerate(document.actions):
        if isinstance(item, Action) and item.out_of_turn and item.verb in _ACTS and player in (None, item.seat):
            return place
    if player is not None:
        raise DocumentError("question.player", "%(name)s has not acted out of turn", name=player)
    raise DocumentError("actions", "nobody has acted out of turn: write NAME (out of turn) raises to 800")


def wrong_size(document: Document) -> WrongSize:
    """Return the bet or raise of a wrong size that a document holds.

    In pot-limit, where no size is illegal, that is the last bet or raise, when it is less than the pot and not all-in:
    one of the pot after a wrong count (TDA 2024 52-B). Raises DocumentError at `question` where there is none, or more
    than one, and at `question.found` where no next card can be out.
    """
    hands, items = kept_frames(document), document.actions
    places = [place for place, item in enumerate(items) if _is_of_wrong_size(hands[place], item)]
    if not places and document.limit == "pot-limit":
        raises = [place for place, item in enumerate(items) if _raises(item, hands[place])]
        places = [place for place in raises[-1:] if _is_under_pot(hands[place], items[place])]
    if len(places) != 1:
        raise DocumentError("question", "a correction is asked of one bet or raise of a wrong size")
    place = places[0]
    item, before = items[place], hands[place]
    assert isinstance(item, Action)
    if document.question.player not in (None, item.seat):
        raise DocumentError("question.player", "the bet of a wrong size is %(name)s's", name=item.seat)
    seat = document.index(item.seat)
    marks = [at for at, after in enumerate(items) if at > place and isinstance(after, Deal)]
    followed = list(zip(hands, items, strict=False))[place + 1 : marks[0] if marks else None]
    later = tuple(after for hand, after in followed if _is_act(after, hand))
    to = made_to(before, seat, item)
    assert to is not None
    late = document.question.extra["found"] == "next-card"
    if late and document.game.next_street(before.street) is None:
        raise DocumentError("question.found", "no card comes after the %(street)s", street=before.street)
    return WrongSize(seat, item, before, to, later, next_card=late or bool(marks))


def _is_act(item: Action | Deal, hand: Hand) -> TypeGuard[Action]:
    """Return whether an item is an act in turn, one that counts."""
    return isinstance(item, Action) and item.verb in _ACTS and hand.round.turn == hand.document.index(item.seat)


def _raises(item: Action | Deal, hand: Hand) -> bool:
    """Return whether an item is a bet or raise, or an all-in that raises, in turn."""
    return _is_act(item, hand) and (made_to(hand, hand.document.index(item.seat), item) or 0) > hand.round.bet


def _is_of_wrong_size(hand: Hand, item: Action | Deal) -> bool:
    if isinstance(item, Deal) or item.verb not in _RAISES:
        return False
    try:
        take(hand, item)
    except IllegalAction as illegal:
        return _is_wrong(hand, item, illegal)
    return False


def _is_under_pot(hand: Hand, item: Action | Deal) -> bool:
    if isinstance(item, Deal) or item.verb == "all-in":
        return False
    seat = hand.document.index(item.seat)
    to, most = made_to(hand, seat, item), options(hand.round, seat, hand.document.rules).raise_max_to
    return to is not None and most is not None and to < most
