"""Spots for awards: the betting is over and somebody is all-in, with hands in a known order or face up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from quizzes.engine.awarding import best_lows, best_seats
from quizzes.engine.cards import Card, rank_of
from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.games import GAMES, Game
from quizzes.engine.hand import Hand, begin
from quizzes.engine.holdings import scores
from quizzes.engine.pots import cut
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds.base import HOLDEM, Variant
from quizzes.kinds.dealt_games import deal_hands, face_down
from quizzes.kinds.limit_spots import MOST_AT_STUD, LimitSpot, deal_any
from quizzes.kinds.misaward import halved_twice, live_seats
from quizzes.kinds.payout import Payout, odd_chips, open_odd_chips, pay, payout, shares_odd, together
from quizzes.kinds.side_pots import all_in_spot, go_all_in
from quizzes.kinds.spots import NoSpot, Spot, keep_writing

ORDERS = 6
"""How many orders of the hands are tried before another hand is written."""


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A second pot, a third, a best hand that is not in every pot, a tie, odd chips, a folded best hand, chips that come
    back.
    """
    return _level(payout(document).hand)


def _level(hand: Hand) -> int:
    paid, order = pay(hand), hand.document.order
    best = {*best_seats(hand, live_seats(hand)), *best_lows(hand, live_seats(hand))}
    folded_best = order is not None and any(not hand.live[hand.document.index(name)] for name in order[0])
    points = (
        min(len(paid.pots.pots) - 1, 2)
        + any(seat not in pot.eligible for pot in paid.pots.pots for seat in best)
        + any(len(side.paid) > 1 for parts in paid.awards for side in parts)
        + (odd_chips(paid) > 0)
        + folded_best
        + bool(paid.pots.returned)
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: in hold'em the hands stand in a known order, in other games they lie face up."""
    if variant != HOLDEM:
        shared = shares_odd if wanted > 2 and rng.random() < 0.2 else None
        halves = GAMES[variant.game].split and rules["odd_chip_most"] == "each-half"
        if halves and not shared and wanted > 1 and rng.random() < 0.06:
            shared = _is_halved_wrong
        return keep_writing(lambda: _write_shown(rng, wanted, rules, variant, shared))
    many_odd = rng.random() < {3: 0.06, 4: 0.04}.get(wanted, 0) and rules["odd_chip"] == "left-of-button"
    return keep_writing(lambda: _write_ordered(rng, wanted, rules, many_odd))


def _write_ordered(rng: Random, wanted: int, rules: Ruleset, many_odd: bool) -> Document:
    """Let the betting end and put the hands in an order: `many_odd` asks for all of them to tie, with two odd chips."""
    fits = _odd_for_all if many_odd else bool
    spot = all_in_spot(rng, wanted, rules, fits=lambda spot: _easy_enough(spot.hand, wanted) and fits(spot))
    hand = spot.hand
    for _ in range(ORDERS):
        order = _order(rng, hand, wanted, many_odd)
        spot.hand = hand._replace(document=replace(hand.document, order=order, chip=spot.unit))
        paid = pay(spot.hand)
        if _level(spot.hand) != wanted or open_odd_chips(paid):
            continue
        if not many_odd or odd_chips(paid) > 1:
            return spot.document(Question("awards"))
    raise NoSpot


def _easy_enough(hand: Hand, wanted: int) -> bool:
    """Return whether some order of the hands may have the wanted level: pots and returned chips count in any order."""
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    return 1 + min(len(pots.pots) - 1, 2) + bool(pots.returned) <= wanted


def _odd_for_all(spot: Spot) -> bool:
    """Return whether a pot leaves two odd chips or more when all who play for it share it."""
    hand = spot.hand
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked).pots
    return any(pot.amount // spot.unit % len(pot.eligible) > 1 for pot in pots)


def _order(rng: Random, hand: Hand, wanted: int, many_odd: bool) -> tuple[tuple[str, ...], ...]:
    """Return an order of the hands, now and then with folded ones in it."""
    played = [seat for seat, chips in enumerate(hand.put_in) if chips]
    ranked = [seat for seat in played if hand.live[seat] or rng.random() < (0.6 if wanted == 2 else 0.15)]
    rng.shuffle(ranked)
    if wanted > 1 and rng.random() < (0.7 if wanted == 2 else 0.3):
        # A folded player would have had the best hand.
        ranked.sort(key=lambda seat: hand.live[seat])
    order: list[list[str]] = []
    tie = 1.0 if many_odd else 0.15 if wanted == 1 else 0.45
    for seat in ranked:
        if order and rng.random() < tie:
            order[-1].append(hand.name(seat))
        else:
            order.append([hand.name(seat)])
    return tuple(tuple(sorted(group, key=hand.document.index)) for group in order)


def _is_halved_wrong(paid: Payout) -> bool:
    """Return whether a pot that the same players win both ways pays otherwise when it is halved."""
    pots = zip(paid.pots.pots, paid.awards, strict=True)
    return any(halved_twice(paid.hand, pot, parts) != together(parts) for pot, parts in pots)


def _write_shown(
    rng: Random, wanted: int, rules: Ruleset, variant: Variant, shared: Callable[[Payout], bool] | None
) -> Document:
    """Deal everybody a hand, let the betting of the last street end, and turn the hands over that are left.

    `shared` says of which payouts one is asked for, of hands that tie.
    """
    game = GAMES[variant.game]
    players = min(MOST_AT_STUD, rng.choice((2, 3, 3, 4) if wanted == 1 else (3, 4, 4, 5) if wanted < 4 else (4, 5, 6)))
    table = deal_any(rng, rules, variant, players, "river")
    hands, board = _dealt(rng, game, players, 1.0 if shared else 0.1 if wanted == 1 else 0.5)
    if shared and not _tie(game, hands, board):
        raise NoSpot
    seats = tuple(_seat(game, seat, cards) for seat, cards in zip(table.hand.document.seats, hands, strict=True))
    document = replace(table.hand.document, seats=seats, board=board, chip=table.unit)
    spot = LimitSpot(rng, begin(document), table.unit, [])
    go_all_in(spot, wanted, lambda spot: _level(spot.hand) == wanted and (not shared or shared(pay(spot.hand))))
    return _turned_over(spot.document(Question("awards")), spot.hand)


def _seat(game: Game, seat: Seat, cards: tuple[Card, ...]) -> Seat:
    down = game.dealt(game.first) - game.open_cards[0] if game.open_cards else 0
    return replace(seat, cards=cards, up=cards[down:][: game.open_cards[-1]] if game.open_cards else ())


def _turned_over(document: Document, hand: Hand) -> Document:
    """Return the document without the cards of those who folded; what lay open in stud stays."""
    for seat, alive in enumerate(hand.live):
        if not alive and document.seats[seat].up:
            document = face_down(document, seat)
        elif not alive:
            seats = (*document.seats[:seat], replace(document.seats[seat], cards=()), *document.seats[seat + 1 :])
            document = replace(document, seats=seats)
    return document


def _dealt(rng: Random, game: Game, players: int, ties: float) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """Return hands and the board; as often as `ties` says another hand is like the best one, all of it or its low."""
    hands, board = deal_hands(rng, game, players)
    if rng.random() < ties:
        best = max(range(players), key=lambda place: scores(game, hands[place], board)[0])
        other = rng.choice([place for place in range(players) if place != best])
        lent = hands[best] if not game.split or rng.random() < 0.5 else _lowest(hands[best])
        used = {*board, *(card for hand in hands for card in hand)}
        hands[other] = _alike(rng, game, lent, hands[other], used)
    if game.open_cards:
        hands = [tuple(rng.sample(hand, len(hand))) for hand in hands]
        _check_boards(game, hands)
    return hands, board


def _tie(game: Game, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> bool:
    """Say whether the best hands of all tie, or the best lows."""
    worth = [scores(game, hand, board) for hand in hands]
    high, low = ([found for found in half if found is not None] for half in zip(*worth, strict=True))
    return any(half and half.count(max(half)) > 1 for half in (high, low))


def _lowest(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return a card of each of a hand's lowest ranks, the ace being the lowest."""
    low = {(rank_of(card) + 1) % 13: card for card in hand}
    return tuple(low[rank] for rank in sorted(low)[: 2 if len(hand) == 4 else 5])


def _alike(rng: Random, game: Game, lent: Sequence[Card], own: Sequence[Card], used: set[Card]) -> tuple[Card, ...]:
    """Return a hand with these ranks in other suits, as far as there are any, and its own cards besides."""
    free = set(game.deck) - used | set(own)
    taken: list[Card] = []
    for card in lent:
        same = sorted(other for other in free if rank_of(other) == rank_of(card))
        if same:
            taken.append(rng.choice(same))
            free.discard(taken[-1])
    return (*taken, *[card for card in own if card not in taken][: len(own) - len(taken)])


def _check_boards(game: Game, hands: Sequence[tuple[Card, ...]]) -> None:
    """Refuse open cards that only suits part: who opens such a street is another question."""
    down = game.dealt(game.first) - game.open_cards[0]
    boards = {tuple(sorted(map(rank_of, hand[down:][: game.open_cards[-1]]))) for hand in hands}
    if len(boards) < len(hands):
        raise NoSpot
