"""A whole hand: blinds and antes posted, actions replayed street by street, and where each amount came from."""

from __future__ import annotations

from operator import add
from typing import NamedTuple

from quizzes.engine import betting, sizes
from quizzes.engine.betting import IllegalAction, Round
from quizzes.engine.cards import Card
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.posting import Posted, begin_street, players_from, post
from quizzes.engine.refusals import refusal
from quizzes.engine.sizes import Sum
from quizzes.engine.steps import Step, difference, total


class Raise(NamedTuple):
    """A bet or raise on the street: who, to what total, over what bet, against what unit, and whether it was full.

    A completion is the first bet of its street, over none: the bring-in is no bet. `sums` are those of short all-ins
    that counted as raises before it.
    """

    seat: int
    to: int
    over: int
    unit: int
    full: bool
    sums: tuple[Sum, ...] = ()


class Hand(NamedTuple):
    """A hand as far as a document tells it; a plain tuple, since every action makes one.

    before      chips each seat put in before this street, its ante among them
    dead        chips in the middle that nobody has to match: earlier pots, a big-blind ante, dead posts
    raises      the bets and raises of this street, the blinds not among them
    folds       seats that folded; mucked: those whose hand was killed or thrown away after the betting was over
    drawn       the seats that have exchanged cards or stood pat on this street
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
    drawn: tuple[int, ...] = ()
    background: tuple[Step, ...] = ()

    @property
    def put_in(self) -> tuple[int, ...]:
        """Each seat's chips in the hand, antes among them, dead money not."""
        return tuple(map(add, self.before, self.round.totals))

    @property
    def live(self) -> tuple[bool, ...]:
        """Which seats still play for the pot."""
        return self.round.live

    def name(self, seat: int) -> str:
        """Return the seat's name."""
        return self.document.seats[seat].name


IRREGULAR = ("out_of_turn", "correction")
"""The kinds of questions whose documents hold what the rules refuse: an act out of turn, an illegal size."""

_BESIDE_THE_BETTING = frozenset({"post", "draw", "stand-pat", "show", "muck", "is-mucked"})

_played: tuple[Document, tuple[Hand, ...]] | None = None


def play(document: Document) -> Hand:
    """Replay a document's hand. Raises DocumentError at `actions[n]` for what the rules refuse."""
    try:
        return frames(document)[-1]
    except IllegalAction:
        raise _refused(document) from None


def _refused(document: Document) -> DocumentError:
    """Return the error at the first action that the rules refuse."""
    hand = begin(document)
    for place, item in enumerate(document.actions):
        try:
            hand = take(hand, item)
        except IllegalAction as illegal:
            return DocumentError(f"actions[{place}]", refusal(hand, item, illegal))
    raise ValueError("no action is refused")


def frames(document: Document) -> tuple[Hand, ...]:
    """Return the hand before the first action and after each one. Raises IllegalAction for what the rules refuse.

    The last document's are kept: its answer, its level and each mistake to be made with it begin with a replay.
    """
    global _played
    kept = _played
    if kept is None or kept[0] is not document:
        kept = _played = (document, tuple(_replay(document)))
    return kept[1]


def _replay(document: Document) -> list[Hand]:
    if document.question.kind in IRREGULAR:
        from quizzes.engine import irregular  # it builds on this module

        return irregular.frames(document)
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
    if item.verb in _BESIDE_THE_BETTING:
        return _beside_the_betting(hand, seat, item)
    if item.out_of_turn:
        raise IllegalAction("out-of-turn")
    turn = hand.round.turn
    if turn is None:
        raise IllegalAction("closed")
    if turn != seat:
        raise IllegalAction("not-its-turn", turn=turn)
    if item.verb == "fold":
        return _with_round(hand, betting.fold(hand.round))
    if item.verb == "check":
        return _with_round(hand, betting.check(hand.round))
    if item.verb == "call":
        return _called(hand, seat, betting.call(hand.round))
    return _bet(hand, seat, item)


def _beside_the_betting(hand: Hand, seat: int, action: Action) -> Hand:
    if action.verb == "post":
        return _posted(hand)
    if action.verb in ("draw", "stand-pat"):
        return _draw(hand, seat, action.amount or 0)
    return _table(hand, seat, action.verb)


def _bet(hand: Hand, seat: int, action: Action) -> Hand:
    """Put chips in otherwise than by a call: bet, raise, complete, bring in or go all-in."""
    state = hand.round
    if action.verb == "all-in":
        return _all_in(hand, seat, action)
    if action.verb == "bring-in":
        return _bring_in(hand, seat, action.amount)
    if action.verb != "complete" and (action.verb == "bet") != (state.bet == 0):
        raise IllegalAction("bet-stands" if state.bet else "no-bet-yet", bet=state.bet)
    assert action.amount is not None
    to = action.amount + (state.bet if action.verb == "raise-by" else 0)
    after = _raise(hand, seat, to)
    if action.verb == "raise-by":
        step = total("raise-to-or-by", "raised_to", {"bet": state.bet, "raise_by": action.amount}, hand.name(seat))
        after = after._replace(background=(*after.background, step))
    return after


def _raise(hand: Hand, seat: int, to: int) -> Hand:
    state, rules = hand.round, hand.document.rules
    after = betting.raise_to(state, to, rules)
    unit = sizes.limit_unit(state) if state.terms.limit == "fixed-limit" else sizes.raise_unit(state, rules)
    made = Raise(seat, to, sizes.bet_made(state), unit, after.raises > state.raises, state.sums)
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
        hand = _with_round(hand, state._replace(stacks=stacks))
    to = state.totals[seat] + stack
    if not state.bet and to <= state.terms.bring_in:
        return _bring_in(hand, seat, to)
    if action.amount is not None and action.amount != to:
        raise IllegalAction("other-stack", all_in_to=to)
    hand = _note_all_in(hand, seat)
    if to > hand.round.bet:
        return _raise(hand, seat, to)
    return _with_round(hand, betting.call(hand.round, all_in=True))


def _bring_in(hand: Hand, seat: int, amount: int | None) -> Hand:
    """Bring in a stud hand: with the amount that is asked, or all-in for less."""
    after = betting.bring_in(hand.round)
    if amount != after.totals[seat]:
        raise IllegalAction("other-bring-in", to=after.totals[seat])
    return _called(hand, seat, after)


def _draw(hand: Hand, seat: int, number: int) -> Hand:
    """Exchange cards before a street's betting: each live player once, clockwise from the button's left."""
    document = hand.document
    most = min(int(document.rules["draw_most"]), document.game.hand[0])
    order = [place for place in players_from(document, document.index(document.button) + 1) if hand.live[place]]
    left = [place for place in order if place not in hand.drawn]
    if document.game.family != "draw" or hand.street == document.game.first:
        raise IllegalAction("no-draw")
    if any(acted is not None for acted in hand.round.acted_at):
        raise IllegalAction("late-draw")
    if not hand.live[seat]:
        raise IllegalAction("folded-already")
    if seat in hand.drawn:
        raise IllegalAction("drawn-already")
    if left[0] != seat:
        raise IllegalAction("draw-order", turn=left[0])
    if number > most:
        raise IllegalAction("draws-too-many", most=most)
    return hand._replace(drawn=(*hand.drawn, seat))


def _deal(hand: Hand, deal: Deal) -> Hand:
    """Begin the next street: nobody may still have to act, and chips in front go to the middle."""
    if hand.round.turn is not None:
        raise IllegalAction("open", turn=hand.round.turn)
    game = hand.document.game
    if deal.street != game.next_street(hand.street):
        raise IllegalAction("other-street")
    if sum(hand.live) < 2:
        raise IllegalAction("hand-over")
    document, put_in = hand.document, hand.put_in
    state = begin_street(document, deal.street, hand.round.stacks, hand.live, hand.dead + sum(put_in))
    board, background = hand.board + deal.cards, hand.background + contributions(hand)
    raises, drawn = (), ()
    return Hand(
        document, deal.street, state, put_in, hand.dead, board, hand.first, raises, hand.mucked, drawn, background
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
    state = hand.round._replace(live=live)
    if turn is not None:
        state = betting.with_turn_after(state, (turn - 1) % len(live))
    return hand._replace(round=state, mucked=hand.mucked | {seat})


def _posted(hand: Hand) -> Hand:
    """Pass over a post: `posting` has put it in before anybody acts."""
    if hand.street != hand.document.game.first or any(acted is not None for acted in hand.round.acted_at):
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
    return hand._replace(background=(*hand.background, *steps)) if steps else hand


def _with_round(hand: Hand, state: Round, raises: tuple[Raise, ...] | None = None) -> Hand:
    """Return the hand with its round changed. Every action does that, so it is built in one go."""
    return Hand(
        hand.document,
        hand.street,
        state,
        hand.before,
        hand.dead,
        hand.board,
        hand.first,
        hand.raises if raises is None else raises,
        hand.mucked,
        hand.drawn,
        hand.background,
    )


def _called(hand: Hand, seat: int, state: Round) -> Hand:
    """Return the hand after a call or a bring-in: one for less is an all-in, and its total is noted."""
    after = _with_round(hand, state)
    return _note_all_in(after, seat) if state.totals[seat] < state.bet else after


def beside(hand: Hand, name: str, *others: str) -> str:
    """Return what a seat's chips are called beside other values: by its name, with underlines where one of them is."""
    key = name
    while key in others or (key != name and key in hand.document.names):
        key += "_"
    return key


def dead_money(hand: Hand, rule: str) -> list[Step]:
    """Add up dead money that comes from several places: earlier pots, a big-blind ante, dead posts."""
    posted = {beside(hand, hand.name(seat), "pot"): chips for seat, chips in enumerate(hand.first.dead)}
    parts = {name: chips for name, chips in {"pot": hand.document.pot, **posted}.items() if chips}
    return [total(rule, "dead", parts)] if len(parts) > 1 else []


def contributions(hand: Hand) -> tuple[Step, ...]:
    """Derive each seat's chips in the hand, where they are the sum of several streets or of ante and bets."""
    if not any(hand.before) or not any(hand.round.totals):
        return ()
    return tuple(
        total("table-stakes", "put_in", {"before": before, "street": now}, hand.name(seat))
        for seat, (before, now) in enumerate(zip(hand.before, hand.round.totals, strict=True))
        if before and now
    )
