"""What a hand shows that is worth asking about: features, found by playing the hand again, and where each is.

A feature's meaning stands at what finds it. `FEATURES` lists them in the order in which pages show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quizzes.engine import sizes
from quizzes.engine.awarding import Side, pots_of
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, Raise, frames
from quizzes.engine.holdings import scores
from quizzes.engine.posting import players_from
from quizzes.engine.showdown import compared_hands, decide
from quizzes.kinds.payout import odd_chips, payout

FEATURES = (
    "short_allin_raise",
    "short_allin_bet",
    "fl_short_allin",
    "faced_short_only",
    "raise_after_short_only",
    "exact_minimum",
    "pot_raise",
    "fl_cap_reached",
    "short_sb",
    "short_bb",
    "allin_on_ante",
    "allin_on_sb",
    "allin_on_bb",
    "allin_on_straddle",
    "allin_on_bring_in",
    "straddle",
    "late_post",
    "dead_post",
    "dead_button",
    "multi_allin",
    "multiway_allin",
    "side_pot",
    "side_pots_2plus",
    "uncalled",
    "split",
    "odd_chip",
    "hilo_split",
    "quartered",
    "kicker",
    "tied_hands",
    "board_plays",
)


class Sighting(NamedTuple):
    """A feature, after how many actions of the hand it can be asked about, and whom it concerns, None for nobody.

    For what is settled by the betting that is all of it; for cards, the whole hand.
    """

    feature: str
    at: int
    seat: int | None = None


def sightings(document: Document) -> list[Sighting]:
    """Return all that a document's hand shows. Raises IllegalAction for a hand that its rules refuse."""
    hands = frames(document)
    return [*_posted(hands), *_acted(hands), *_settled(hands), *_compared(document)]


def features(document: Document) -> frozenset[str]:
    """Return the features of a document's hand. Raises IllegalAction for a hand that its rules refuse."""
    return frozenset(sighting.feature for sighting in sightings(document))


def begun(document: Document) -> int:
    """Return how many actions are posts, or kill a hand that is none: they are done before anybody decides."""
    for place, item in enumerate(document.actions):
        if isinstance(item, Deal) or item.verb not in ("post", "is-mucked"):
            return place
    return len(document.actions)


def betting_over(document: Document) -> int:
    """Return how many actions there are until hands are thrown away at the end."""
    place = len(document.actions)
    while place and isinstance(last := document.actions[place - 1], Action) and last.verb == "muck":
        place -= 1
    return place


def _posted(hands: Sequence[Hand]) -> Iterator[Sighting]:
    """Yield what the posts show.

    A `short_sb` or `short_bb` is less than the blind, for whatever reason, but something. `allin_on_...` is a seat
    whose last chip went into the ante, that blind or a straddle. A `late_post` is live money of a seat that is no
    blind, a `dead_post` money that counts for nobody's bet, a `dead_button` stands before an empty seat.
    """
    document = hands[0].document
    at = begun(document)
    state, first = hands[at], hands[0].first
    actor = state.round.turn
    if document.seats[document.index(document.button)].empty:
        yield Sighting("dead_button", at)
    if document.straddles:
        yield Sighting("straddle", at, actor)
    for seat, blind, due in _blinds(state):
        total, left = state.round.totals[seat], state.round.stacks[seat]
        if 0 < total < due:
            yield Sighting(f"short_{blind}", at, actor)
        if total and left == 0:
            yield Sighting(f"allin_on_{blind}", at, actor)
    for seat in range(len(document.seats)):
        if state.round.stacks[seat] == 0 and first.antes[seat] and not state.round.totals[seat]:
            yield Sighting("allin_on_ante", at, actor)
    for item in document.actions[:at]:
        if isinstance(item, Action) and item.verb == "post":
            seat = document.index(item.seat)
            if item.dead:
                yield Sighting("dead_post", at, actor)
            if item.amount and seat not in (first.small_blind, first.big_blind):
                yield Sighting("late_post", _first_turn(hands, at, seat), seat)


def _blinds(hand: Hand) -> Iterator[tuple[int, str, int]]:
    """Yield the seats that posted blinds and straddles, what each is called, and what was due: a straddle never is."""
    document, first = hand.document, hand.first
    if document.blinds is None or first.small_blind is None or first.big_blind is None:
        return
    yield first.small_blind, "sb", document.blinds[0]
    yield first.big_blind, "bb", document.blinds[1]
    by = [seat for seat in players_from(document, first.big_blind + 1) if seat != first.big_blind]
    if document.straddle_by is not None:
        by = [document.index(document.straddle_by)]
    for seat, _ in zip(by, document.straddles, strict=False):
        yield seat, "straddle", 0


def _first_turn(hands: Sequence[Hand], at: int, seat: int) -> int:
    """Return after how many actions it is first a seat's turn; `at` where it never is."""
    return next((place for place, hand in enumerate(hands) if place >= at and hand.round.turn == seat), at)


def _acted(hands: Sequence[Hand]) -> Iterator[Sighting]:
    """Yield what the actions show, each at the place where it can be asked about."""
    items = hands[0].document.actions
    for place, (before, item, after) in enumerate(zip(hands, items, hands[1:], strict=False)):
        if isinstance(item, Deal):
            continue
        seat = before.document.index(item.seat)
        if item.verb == "bring-in" and after.round.stacks[seat] == 0:
            yield Sighting("allin_on_bring_in", place + 1, after.round.turn)
        if before.round.turn == seat and _faces_short_only(before, seat):
            raised = after.raises != before.raises
            yield Sighting("raise_after_short_only" if raised else "faced_short_only", place, seat)
        if after.raises != before.raises:
            yield from _raised(before, after, place, after.raises[-1])


def _raised(before: Hand, after: Hand, place: int, made: Raise) -> Iterator[Sighting]:
    """Yield what a bet or raise shows.

    A `short_allin_raise` or `short_allin_bet` of no-limit or pot-limit is below a full one, a `fl_short_allin` below
    the next fixed level. An `exact_minimum` is a full raise and not a chip more, a `pot_raise` the whole pot, and after
    `fl_cap_reached` no raise is left on the street.
    """
    document, turn = before.document, after.round.turn
    fixed = document.limit == "fixed-limit"
    if fixed and _falls_short(before, made):
        yield Sighting("fl_short_allin", place + 1, turn)
    if not fixed and not made.full:
        yield Sighting("short_allin_raise" if made.over else "short_allin_bet", place + 1, turn)
    if not fixed and made.over and made.to == sizes.smallest_to(before.round, document.rules):
        yield Sighting("exact_minimum", place, made.seat)
    if document.limit == "pot-limit" and made.to == sizes.pot_to(before.round, made.seat, document.rules):
        yield Sighting("pot_raise", place, made.seat)
    if fixed and sizes.capped(after.round, document.rules):
        yield Sighting("fl_cap_reached", place + 1, turn)


def _falls_short(before: Hand, made: Raise) -> bool:
    unit = sizes.limit_unit(before.round)
    return made.to - made.over < unit and made.to - before.round.full_bet < unit


def _faces_short_only(hand: Hand, seat: int) -> bool:
    """Return whether a seat that has acted on this street faces all-ins alone that come to no full raise since."""
    state = hand.round
    acted_at = state.acted_at[seat]
    if acted_at is None:
        return False
    since = [made for made in hand.raises if made.to > acted_at]
    unit = sizes.limit_unit(state) if state.terms.limit == "fixed-limit" else state.last_raise
    return bool(since) and all(state.stacks[made.seat] == 0 for made in since) and state.bet - acted_at < unit


def _settled(hands: Sequence[Hand]) -> Iterator[Sighting]:
    """Yield what is settled once nobody bets any more, before any hand is thrown away.

    `multi_allin`: two players or more who are in have no chips left; `multiway_allin`: one of three or more has none.
    `side_pot` and `side_pots_2plus`: at least one and two beside the main pot. `uncalled`: chips that nobody matched.
    """
    document = hands[0].document
    at = betting_over(document)
    last = hands[at]
    if last.round.turn is not None:
        return
    stacks = [seat.stack for seat in document.seats]
    all_in = [seat for seat, left in enumerate(last.round.stacks) if left == 0 and stacks[seat] and last.live[seat]]
    pots = pots_of(last)
    seen = {
        "multi_allin": len(all_in) > 1,
        "multiway_allin": bool(all_in) and sum(last.live) > 2,
        "side_pot": len(pots.pots) > 1,
        "side_pots_2plus": len(pots.pots) > 2,
        "uncalled": bool(pots.returned),
    }
    yield from (Sighting(feature, at) for feature, is_so in seen.items() if is_so)


def _compared(document: Document) -> Iterator[Sighting]:
    """Yield what the cards show at the end, as far as they are known.

    `split`: several win of one pot. `hilo_split`: a low qualified, so that a pot was halved, whoever won the halves.
    `quartered`: somebody wins one half alone and shares the other. `odd_chip`: chips that can't be shared evenly.
    `kicker`: a kicker decides. `tied_hands`: several have the best hand; `board_plays`: everybody, with the board's.
    """
    at = len(document.actions)
    try:
        paid = payout(document)
        parts = [sides for sides in paid.awards if sum(len(side.paid) for side in sides)]
        seen = {
            "split": any(len({seat for side in sides for seat in side.paid}) > 1 for sides in parts),
            "hilo_split": document.game.split and _has_low(document, paid.hand),
            "quartered": any(_quarters(sides) for sides in parts),
            "odd_chip": odd_chips(paid) > 0,
            **_decided(document),
        }
    except DocumentError:  # cards that nobody saw, a board that is not whole
        return
    yield from (Sighting(feature, at) for feature, is_so in seen.items() if is_so)


def _decided(document: Document) -> dict[str, bool]:
    """Return what decides among the hands that are compared; nothing where a single one is left."""
    try:
        hands = compared_hands(document)
    except DocumentError:
        return {}
    decision = decide(hands)
    tied = len(decision.winners) == len(hands) > 1
    played = [hands[name].best().cards for name in decision.winners]
    board = hands[decision.winners[0]].board
    return {
        "kicker": decision.decided_by == "kicker",
        "tied_hands": decision.split,
        "board_plays": tied and document.game.use is None and all(set(cards) == set(board) for cards in played),
    }


def _has_low(document: Document, hand: Hand) -> bool:
    """Return whether two or more got to the end and one of those whose cards are known has a low that qualifies."""
    ended = frames(document)[betting_over(document)]
    known = [document.seats[seat].cards for seat, live in enumerate(ended.live) if live]
    hands = [tuple(card for card in cards if card is not None) for cards in known]
    whole = [own for own, cards in zip(hands, known, strict=True) if len(own) == len(cards) and own]
    return sum(ended.live) > 1 and any(scores(document.game, own, hand.board)[1] is not None for own in whole)


def _quarters(sides: Sequence[Side]) -> bool:
    if len(sides) < 2:
        return False
    high, low = (set(side.paid) for side in sides)
    return len(high) != len(low) and min(len(high), len(low)) == 1 and bool(high & low)
