"""A whole hand: blinds and antes posted, actions replayed street by street, and where each amount came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from quizzes.engine import betting
from quizzes.engine.betting import IllegalAction, Round
from quizzes.engine.cards import Card
from quizzes.engine.document import BOARD_CARDS, STREETS, Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.posting import Posted, post
from quizzes.engine.steps import Step, difference, total


@dataclass(frozen=True, slots=True)
class Raise:
    """A bet or raise on the street: who, to what total, over what bet, against what unit, and whether it was full."""

    seat: int
    to: int
    over: int
    unit: int
    full: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as far as a document tells it.

    before      chips each seat put in before this street, its ante among them
    dead        chips in the middle that nobody has to match: earlier pots, a big-blind ante, dead posts
    raises      the bets and raises of this street, the blinds not among them
    folds       seats that folded; mucked: those whose hand was killed or thrown away after the betting was over
    background  where each amount came from that the document does not spell out
    """

    document: Document
    street: str
    round: Round
    before: tuple[int, ...]
    dead: int
    board: tuple[Card, ...]
    first: Posted
    raises: tuple[Raise, ...] = ()
    mucked: frozenset[int] = frozenset()
    background: tuple[Step, ...] = ()

    @property
    def put_in(self) -> tuple[int, ...]:
        """Each seat's chips in the hand, antes among them, dead money not."""
        return tuple(before + now for before, now in zip(self.before, self.round.totals, strict=True))

    @property
    def live(self) -> tuple[bool, ...]:
        """Which seats still play for the pot."""
        return self.round.live

    def name(self, seat: int) -> str:
        """Return the seat's name."""
        return self.document.seats[seat].name


_played: tuple[Document, Hand] | None = None


def play(document: Document) -> Hand:
    """Replay a document's hand. Raises DocumentError at `actions[n]` for what the rules refuse.

    The last document's hand is kept: its answer, its level and each mistake to be made with it begin with a replay.
    """
    global _played
    kept = _played
    if kept is None or kept[0] is not document:
        kept = _played = (document, _replay(document))
    return kept[1]


def _replay(document: Document) -> Hand:
    hand = begin(document)
    for place, item in enumerate(document.actions):
        try:
            hand = take(hand, item)
        except IllegalAction as refusal:
            raise DocumentError(f"actions[{place}]", refusal_text(hand, item, refusal)) from refusal
    return hand


def frames(document: Document) -> list[Hand]:
    """Return the hand before the first action and after each one, for a replay."""
    hands = [begin(document)]
    for item in document.actions:
        hands.append(take(hands[-1], item))
    return hands


def begin(document: Document) -> Hand:
    """Return the hand as its first street begins, with blinds, antes and posts in."""
    posted = post(document)
    return Hand(
        document=document,
        street=document.street,
        round=posted.round,
        before=posted.antes,
        dead=document.pot + sum(posted.dead),
        board=document.board,
        first=posted,
        background=posted.steps,
    )


def take(hand: Hand, item: Action | Deal) -> Hand:
    """Return the hand after one action or street mark. Raises IllegalAction."""
    if isinstance(item, Deal):
        return _deal(hand, item)
    seat = hand.document.index(item.seat)
    if item.verb == "post":
        return _posted(hand)
    if item.verb in ("show", "muck", "is-mucked"):
        return _table(hand, seat, item.verb)
    if item.out_of_turn:
        raise IllegalAction("out-of-turn")
    if hand.round.turn is None:
        raise IllegalAction("closed")
    if hand.round.turn != seat:
        raise IllegalAction("not-its-turn", turn=hand.round.turn)
    return _act(hand, seat, item)


def _act(hand: Hand, seat: int, action: Action) -> Hand:
    state, rules = hand.round, hand.document.rules
    if action.verb == "fold":
        return _with_round(hand, betting.fold(state))
    if action.verb == "check":
        return _with_round(hand, betting.check(state, rules))
    if action.verb == "call":
        return _note_call(hand, _with_round(hand, betting.call(state, rules)), seat)
    if action.verb == "all-in":
        return _all_in(hand, seat, action)
    if (action.verb == "bet") != (state.bet == 0):
        raise IllegalAction("bet-stands" if state.bet else "no-bet-yet", bet=state.bet)
    assert action.amount is not None
    to = action.amount + (state.bet if action.verb == "raise-by" else 0)
    after = _raise(hand, seat, to)
    if action.verb == "raise-by":
        step = total("raise-to-or-by", "raised_to", {"bet": state.bet, "raise_by": action.amount}, hand.name(seat))
        after = replace(after, background=(*after.background, step))
    return after


def _raise(hand: Hand, seat: int, to: int) -> Hand:
    state, rules = hand.round, hand.document.rules
    after = betting.raise_to(state, to, rules)
    made = Raise(seat, to, state.bet, betting.raise_unit(state, rules), betting.is_full(state, to, rules))
    return _with_round(hand, after, (*hand.raises, made))


def _all_in(hand: Hand, seat: int, action: Action) -> Hand:
    """Put the whole stack in: a call where it is no more than the bet, else a raise, full or short."""
    state = hand.round
    stack = state.stacks[seat]
    if stack is None:
        if action.amount is None:
            raise IllegalAction("no-stack")
        if action.amount <= state.totals[seat]:
            raise IllegalAction("below-own-total", total=state.totals[seat])
        stack = action.amount - state.totals[seat]
        stacks = (*state.stacks[:seat], stack, *state.stacks[seat + 1 :])
        hand = _with_round(hand, replace(state, stacks=stacks))
    to = state.totals[seat] + stack
    if action.amount is not None and action.amount != to:
        raise IllegalAction("other-stack", all_in_to=to)
    hand = _note_all_in(hand, seat)
    if to > hand.round.bet:
        return _raise(hand, seat, to)
    return _with_round(hand, betting.call(hand.round, hand.document.rules, all_in=True))


def _deal(hand: Hand, deal: Deal) -> Hand:
    """Begin the next street: nobody may still have to act, and chips in front go to the middle."""
    if hand.round.turn is not None:
        raise IllegalAction("open", turn=hand.round.turn)
    place = STREETS.index(hand.street) + 1
    if STREETS[place:][:1] != (deal.street,):
        raise IllegalAction("other-street")
    if sum(hand.live) < 2:
        raise IllegalAction("hand-over")
    if deal.cards and len(hand.board) != BOARD_CARDS[hand.street]:
        raise IllegalAction("board-unknown")
    document = hand.document
    state = betting.start(hand.round.stacks, hand.live, hand.round.smallest_bet, document.index(document.button))
    return Hand(
        document=document,
        street=deal.street,
        round=state,
        before=hand.put_in,
        dead=hand.dead,
        board=(*hand.board, *deal.cards),
        first=hand.first,
        mucked=hand.mucked,
        background=(*hand.background, *contributions(hand)),
    )


def _table(hand: Hand, seat: int, verb: str) -> Hand:
    """Show, muck, or have a hand killed: given up after the betting, it still gets back what nobody matched."""
    if not hand.live[seat]:
        raise IllegalAction("folded-already")
    if verb == "show":
        return hand
    if verb == "muck" and hand.round.turn is not None:
        if hand.round.turn != seat:
            raise IllegalAction("not-its-turn", turn=hand.round.turn)
        return _with_round(hand, betting.fold(hand.round))
    turn = hand.round.turn
    live = (*hand.live[:seat], False, *hand.live[seat + 1 :])
    state = replace(hand.round, live=live)
    if turn is not None:
        state = betting.with_turn_after(state, (turn - 1) % len(live))
    return replace(hand, round=state, mucked=hand.mucked | {seat})


def _posted(hand: Hand) -> Hand:
    """Pass over a post: `posting` has put it in before anybody acts."""
    if hand.street != "preflop" or any(acted is not None for acted in hand.round.acted_at):
        raise IllegalAction("late-post")
    return hand


def own_all_in(hand: Hand, seat: int) -> list[Step]:
    """Derive a seat's total on this street if it puts everything in, where that is not just the stack it is given."""
    stack = hand.document.seats[seat].stack
    before, dead, name = hand.before[seat], hand.first.dead[seat], hand.name(seat)
    if not before + dead or stack is None:
        return []
    paid = [total("table-stakes", "put_in_before", {"before": before, "dead": dead}, name)] if before and dead else []
    values = {"stack": stack, "put_in_before": before + dead}
    return [*paid, difference("table-stakes", "all_in_to", values, name)]


def _note_all_in(hand: Hand, seat: int) -> Hand:
    steps = own_all_in(hand, seat)
    return replace(hand, background=(*hand.background, *steps)) if steps else hand


def _with_round(hand: Hand, state: Round, raises: tuple[Raise, ...] | None = None) -> Hand:
    """Return the hand with its round changed: what `replace` does at three times the price, here at every action."""
    return Hand(
        document=hand.document,
        street=hand.street,
        round=state,
        before=hand.before,
        dead=hand.dead,
        board=hand.board,
        first=hand.first,
        raises=hand.raises if raises is None else raises,
        mucked=hand.mucked,
        background=hand.background,
    )


def _note_call(hand: Hand, after: Hand, seat: int) -> Hand:
    """Note the total of a call for less, which is an all-in."""
    return _note_all_in(after, seat) if after.round.totals[seat] < hand.round.bet else after


def contributions(hand: Hand) -> tuple[Step, ...]:
    """Derive each seat's chips in the hand, where they are the sum of several streets or of ante and bets."""
    return tuple(
        total("table-stakes", "put_in", {"before": before, "street": now}, hand.name(seat))
        for seat, (before, now) in enumerate(zip(hand.before, hand.round.totals, strict=True))
        if before and now
    )


_REFUSALS: Mapping[str, str] = {
    "acted": "{name} can't raise: it has acted and does not face a full raise since",
    "nobody": "{name} can't raise: nobody is left who could answer",
    "below-minimum": "{name} can't {verb}: the smallest {what} is to {raise_min_to}",
    "all-in-only": "{name} can't {verb}: its only {what} is all-in to {all_in_to}",
    "too-few-chips": "{name} can't {verb}: it has chips for {most} at most",
    "no-raise": "{name} can't {verb}: the bet is {bet} already",
    "bet-to-match": "{name} can't check: the bet is to {call_to}",
    "nothing-to-call": "{name} can't call: there is no bet to match, it may check",
    "bet-stands": "{name} can't bet: the bet is {bet} already, so write a raise",
    "no-bet-yet": "{name} can't raise: nobody has bet, so write a bet",
    "no-stack": "{name} has no stack stated: write how much, all-in to 500",
    "below-own-total": "{name} has {total} in already",
    "other-stack": "{name}'s whole stack makes its total {all_in_to}",
    "not-its-turn": "{name} can't act: it is {turn_name}'s turn",
    "closed": "{name} can't act: nobody has to act on this street",
    "out-of-turn": "an action out of turn is not played on",
    "folded-already": "{name} has folded already",
    "late-post": "{name} can't post once somebody has acted",
    "open": "{turn_name} still has to act",
    "hand-over": "the hand is over: one player is left",
    "other-street": "the street after the {street} is another one",
    "board-unknown": "the board before this street is not given",
}
_WORDS = {
    "bet": "bet {amount}",
    "raise-to": "raise to {amount}",
    "raise-by": "raise by {amount}",
    "all-in": "go all-in",
}


def refusal_text(hand: Hand, item: Action | Deal, refusal: IllegalAction) -> str:
    """Say in a sentence why an action was refused."""
    turn = refusal.values.get("turn", hand.round.turn)
    words = {
        "name": getattr(item, "seat", ""),
        "verb": _WORDS.get(getattr(item, "verb", ""), "act").format(amount=getattr(item, "amount", "")),
        "what": "raise" if hand.round.bet else "bet",
        "turn_name": "" if turn is None else hand.name(turn),
        "street": hand.street,
    }
    return _REFUSALS[refusal.reason].format(**{**words, **refusal.values})
