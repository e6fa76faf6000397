"""A hand in pokerkit beside the same hand here: its state as the hand begins, and each action done there too."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitRoyalHoldem,
    NoLimitTexasHoldem,
    Opening,
    PotLimitOmahaHoldem,
    RegularLowHand,
    StandardHighHand,
    State,
    Street,
)
from pokerkit.games import (
    FixedLimitPokerMixin,
    Poker,
    PotLimitPokerMixin,
    SevenCardStud,
    SingleDraw,
    TexasHoldemMixin,
    TripleDraw,
    UnfixedLimitHoldem,
)

from quizzes.engine import betting
from quizzes.engine.cards import Card, cards_text
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.hand import Hand, take
from tests.engine.playing import must_bring_in, next_to_draw

AUTOMATIC = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """Pot-limit hold'em, which pokerkit has no class for."""


class FixedLimitOmahaEight(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """Fixed-limit Omaha hi-lo: pokerkit's class of that name plays pot-limit."""


class PotLimitFiveCardDraw(PotLimitPokerMixin, SingleDraw):
    """Five-card draw, which pokerkit has no class for."""

    deck = Deck.STANDARD
    hand_types = (StandardHighHand,)
    hole_dealing_count = 5


class FixedLimitAceToFiveTripleDraw(FixedLimitPokerMixin, TripleDraw):
    """Ace-to-five triple draw, which pokerkit has no class for."""

    deck = Deck.REGULAR
    hand_types = (RegularLowHand,)
    hole_dealing_count = 5


class PotLimitSevenCardStud(PotLimitPokerMixin, SevenCardStud):
    """Pot-limit seven-card stud, which pokerkit has no class for."""

    deck = Deck.STANDARD
    hand_types = (StandardHighHand,)
    low = False


def _pot_limit_stud(
    automations: tuple[Automation, ...], trimmed: bool, antes: int, bring_in: int, small_bet: int, _: int
) -> Poker:
    """Every street's smallest bet is the small one."""
    return PotLimitSevenCardStud(automations, trimmed, antes, bring_in, small_bet, small_bet)


class FixedLimitFiveCardStud(Poker):
    """Five-card stud, which pokerkit has no class for: a card down and one up, then three up."""

    deck = Deck.STANDARD
    hand_types = (StandardHighHand,)
    betting_structure = BettingStructure.FIXED_LIMIT


def _five_card_stud(
    automations: tuple[Automation, ...], trimmed: bool, antes: int, bring_in: int, small_bet: int, big_bet: int
) -> Poker:
    first = Street(False, (False, True), 0, False, Opening.LOW_CARD, small_bet, 4)
    early = Street(True, (True,), 0, False, Opening.HIGH_HAND, small_bet, 4)
    late = (replace(early, min_completion_betting_or_raising_amount=big_bet) for _ in range(2))
    return FixedLimitFiveCardStud(automations, (first, early, *late), trimmed, antes, 0, bring_in)


VARIANTS: Mapping[tuple[str, str], Callable[..., Poker]] = {
    ("holdem", "no-limit"): NoLimitTexasHoldem,
    ("holdem", "pot-limit"): PotLimitTexasHoldem,
    ("holdem", "fixed-limit"): FixedLimitTexasHoldem,
    ("royal", "no-limit"): NoLimitRoyalHoldem,
    ("omaha", "pot-limit"): PotLimitOmahaHoldem,
    ("omaha8", "fixed-limit"): FixedLimitOmahaEight,
    ("draw", "pot-limit"): PotLimitFiveCardDraw,
    ("27sd", "no-limit"): NoLimitDeuceToSevenLowballSingleDraw,
    ("27td", "fixed-limit"): FixedLimitDeuceToSevenLowballTripleDraw,
    ("a5td", "fixed-limit"): FixedLimitAceToFiveTripleDraw,
    ("badugi", "fixed-limit"): FixedLimitBadugi,
    ("razz", "fixed-limit"): FixedLimitRazz,
    ("stud", "fixed-limit"): FixedLimitSevenCardStud,
    ("stud", "pot-limit"): _pot_limit_stud,
    ("stud8", "fixed-limit"): FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    ("stud5", "fixed-limit"): _five_card_stud,
}
"""What pokerkit plays, by our game and limit: every game under the limit that is its custom, stud under another too."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the seat to act may do: the chips of a call or the bring-in, and the least and most it may raise to."""

    seat: int
    call_adds: int
    raise_min_to: int | None
    raise_max_to: int | None


def our_offer(hand: Hand) -> Offer | None:
    if hand.round.turn is None:
        return None
    options = betting.options(hand.round, hand.round.turn, hand.document.rules)
    least, most = options.raise_min_to or options.all_in_to, options.raise_max_to or options.all_in_to
    return Offer(options.seat, options.call_adds or 0, least, most)


def their_offer(state: State) -> Offer | None:
    if state.actor_index is None:
        return None
    call = state.effective_bring_in_amount if state.bring_in_status else state.checking_or_calling_amount
    least, most = (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )
    return Offer(state.actor_index, call or 0, least, most)


def start(document: Document) -> State:
    """Return pokerkit's state of a hand as it begins: its seats begin left of the button too.

    Its antes are trimmed to what others can match where each seat has its own, and all dead where one pays for all. It
    does not count the big blind under a fixed-limit cap, so a street with blinds is given one raise less.
    """
    by_all = document.ante_by == "all"
    antes = document.ante if by_all else (0, document.ante)
    game = _poker(document, by_all, antes)
    if document.limit == "fixed-limit" and document.blinds:
        first, *later = game.streets
        game.streets = (replace(first, max_completion_betting_or_raising_count=3), *later)
    state = game([seat.stack or 0 for seat in document.seats], len(document.seats))
    for seat, held in enumerate(document.seats):
        state.deal_hole(_text(held.cards[: document.game.dealt(document.game.first)]), seat)
    return state


def _poker(document: Document, by_all: bool, antes: int | tuple[int, int]) -> Poker:
    variant = VARIANTS[document.game.id, document.limit]
    if document.game.family == "stud":
        return variant(AUTOMATIC, by_all, antes, document.bring_in, *(document.bets or ()))
    assert document.blinds is not None
    big = document.blinds[1]
    sizes = (big, 2 * big) if document.limit == "fixed-limit" else (big,)
    return variant(AUTOMATIC, by_all, antes, (*document.blinds, *document.straddles), *sizes)


def follow(state: State, hand: Hand, item: Action | Deal) -> None:
    """Do in pokerkit what is about to be done in the hand."""
    if isinstance(item, Deal):
        _deal(state, hand, item)
        return
    seat = hand.document.index(item.seat)
    if item.verb in ("draw", "stand-pat"):
        _draw(state, hand, seat, item.amount or 0)
    elif item.verb == "fold":
        state.fold()
    else:
        to = take(hand, item).round.totals[seat]
        if must_bring_in(hand) and to <= hand.document.bring_in:
            state.post_bring_in()
        elif to > hand.round.bet:
            state.complete_bet_or_raise_to(to)
        else:
            state.check_or_call()


def _deal(state: State, hand: Hand, deal: Deal) -> None:
    game = hand.document.game
    if game.family == "draw":
        return
    state.burn_card("??")
    if game.family == "flop":
        state.deal_board(_text(deal.cards))
        return
    for seat, live in enumerate(hand.live):
        if live:
            held = hand.document.seats[seat].cards
            state.deal_hole(_text(held[game.dealt(hand.street) : game.dealt(deal.street)]), seat)


def _draw(state: State, hand: Hand, seat: int, number: int) -> None:
    """Discard so many cards; when everybody has drawn, the same cards come back, whatever pokerkit says to that.

    Cards that are thrown away decide nothing, so every player holds its last hand all along.
    """
    assert state.stand_patter_or_discarder_index == seat
    state.stand_pat_or_discard(_text(hand.document.seats[seat].cards[:number]))
    if next_to_draw(hand._replace(drawn=(*hand.drawn, seat))) is not None:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        state.burn_card("??")
        for other, pending in enumerate(map(len, state.hole_dealing_statuses)):
            if pending:
                state.deal_hole(_text(hand.document.seats[other].cards[:pending]), other)


def _text(cards: tuple[Card | None, ...]) -> str:
    return "".join(cards_text(card for card in cards if card is not None))
