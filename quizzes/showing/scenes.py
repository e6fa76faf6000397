"""A document as a table to be drawn: the question as it stands, and the derivation on the same picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quizzes.drawing.scene import Act, Heap, Note, Scene, SceneSeat, SeatState
from quizzes.drawing.words import short_chips
from quizzes.engine.cards import UNKNOWN, Card, cards_text
from quizzes.engine.document import Action, Deal, Document, Seat
from quizzes.engine.hand import IRREGULAR, Hand, frames
from quizzes.engine.irregular import made_to
from quizzes.engine.pots import uncalled
from quizzes.engine.steps import Step
from quizzes.kinds.asking import ABOUT_CARDS, HIDES_POSTS
from quizzes.kinds.base import Answer

NOTE_SIGNS = {
    "last_raise": "+",
    "raised_by": "+",
    "raise_by": "+",
    "adds": "+",
    "call_adds": "+",
    "won": "+",
    "returned": "−",
}
"""The sign before an outcome that comes on top of what lies there, or goes back; other outcomes are totals."""

ASK_WHAT_GOES_BACK = frozenset({"side_pots", "awards", "choice"})
"""The kinds whose answer may be what nobody matched: there it stays where it was bet."""


def asked_seat(document: Document, hand: Hand) -> int | None:
    """Return the seat that a question is about: the one named, else the one to act, else none."""
    if document.question.player is not None:
        return document.index(document.question.player)
    return None if document.question.kind in ABOUT_CARDS else hand.round.turn


def has_picture(document: Document) -> bool:
    """Return whether there is a table to be drawn: a question about procedure may name no more than its seats."""
    dealt = document.blinds or document.board or document.actions or document.put_in or document.pot
    held = any(seat.cards or seat.stack for seat in document.seats)
    return document.question.kind != "choice" or bool(dealt or held)


def scene(document: Document, hand: Hand) -> Scene:
    """Return the table as a question shows it, the seat asked about at the bottom."""
    seat = asked_seat(document, hand)
    acting = None if document.question.kind in ABOUT_CARDS else seat
    if document.question.kind not in IRREGULAR:
        table = _table(document, hand, acting)
        return replace(table, hero=seat or 0, street=_street(document, hand), act=_act(document, hand))
    # The player who is asked about has acted: it need not be its turn.
    return replace(_table(document, hand, hand.round.turn), hero=seat or 0, early=_early(document, frames(document)))


def _street(document: Document, hand: Hand) -> str:
    """Return the street that a question is on: the one asked about, none where chips are won before the last."""
    if document.question.kind == "action_order":
        return str(document.question.extra["street"])
    won_before = document.question.kind == "awards" and hand.street != document.game.streets[-1]
    return "" if won_before else hand.street


def _table(document: Document, hand: Hand, acting: int | None) -> Scene:
    """Return the table at one moment of a hand, with the seat that is to act."""
    owner, back = _goes_back(document, hand)
    from_pot = max(0, back - hand.round.totals[owner])
    return Scene(
        seats=tuple(
            _seat(document, hand, place, place == acting, back if place == owner else 0)
            for place in range(len(document.seats))
        ),
        hero=0,
        button=None if document.game.family == "stud" else document.index(document.button),
        street=hand.street,
        community=max(document.game.board_cards(document.game.streets[-1]), len(hand.board)),
        board=tuple(cards_text(hand.board)),
        pot=sum(hand.before) + hand.dead - from_pot,
    )


def _goes_back(document: Document, hand: Hand) -> tuple[int, int]:
    """Return the seat whose top chips nobody matched and how many go back: at once when a street's betting is over
    (TDA 2024 15), none while somebody has to act and where the question is about it.
    """
    kind = document.question.kind
    if hand.round.turn is not None or len(hand.live) < 2 or kind in ASK_WHAT_GOES_BACK | HIDES_POSTS | {*IRREGULAR}:
        return 0, 0
    owners = [live or seat in hand.mucked for seat, live in enumerate(hand.live)]
    return uncalled(hand.put_in, owners) or (0, 0)


def _seat(document: Document, hand: Hand, place: int, acting: bool, back: int) -> SceneSeat:
    """Return a seat as it is drawn, `back` chips of its own taken back."""
    seat = document.seats[place]
    live, behind, bet = hand.live[place], hand.round.stacks[place], max(0, hand.round.totals[place] - back)
    if behind is not None:
        behind += back
    if document.question.kind in HIDES_POSTS:
        behind, bet = seat.stack, 0
    state: SeatState = ""
    if seat.empty:
        state = "empty"
    elif not live:
        state = "folded"
    elif behind == 0:
        state = "all-in"
    elif acting:
        state = "act"
    cards, up = _cards(document, hand, seat) if live else ((), frozenset[int]())
    return SceneSeat(seat.name, behind if seat.stack is not None else None, bet, state, cards, up)


def _cards(document: Document, hand: Hand, seat: Seat) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return the cards that a player holds on this street, backs for unknown ones, and the places of the open ones."""
    game = document.game
    dealt = min(game.dealt(hand.street), game.hand[0])
    if game.family != "stud" or not seat.cards:
        return _texts(seat.cards) or (UNKNOWN,) * dealt, frozenset()
    down = game.dealt(game.first) - 1  # before the open cards; the last card of seven comes down after them
    known = min(down, len(seat.cards) - len(seat.up))
    first = (*_texts(seat.cards[:known]), *(UNKNOWN,) * (down - known))
    up = _texts(seat.up[: game.open_on(hand.street)])
    more = max(0, dealt - down - game.open_on(hand.street) - len(hand.board))
    last = (*_texts(seat.cards[known + len(seat.up) :]), *(UNKNOWN,) * more)[:more]
    return (*first, *up, *last), frozenset(range(down, down + len(up)))


def _texts(cards: Sequence[Card | None]) -> tuple[str, ...]:
    return tuple(UNKNOWN if card is None else cards_text([card])[0] for card in cards)


def _act(document: Document, hand: Hand) -> Act | None:
    """Return what was said and pushed in, chip by chip, with the chips that lay in front of the player before."""
    pushed = document.pushed
    if pushed is None:
        return None
    seat = document.index(pushed.player)
    own = hand.round.totals[seat]
    before = pushed.before if pushed.before is not None else (own,) if own else ()
    many = len(pushed.motions) > 1
    heaps = [Heap("before", before)] if before else []
    heaps += [Heap("motion", chips, number if many else 0) for number, chips in enumerate(pushed.motions, 1)]
    return Act(seat, pushed.said, tuple(heaps), pushed.pulled)


def _early(document: Document, hands: Sequence[Hand]) -> tuple[int, int] | None:
    """Return the seat and the total of the last bet or call out of turn whose player has not had its turn since.

    `hands` are those before the first action and after each one, as far as the hand is told.
    """
    acts = list(zip(hands[:-1], document.actions, strict=False))
    for place, (hand, item) in reversed(list(enumerate(acts))):
        if not isinstance(item, Action) or not item.out_of_turn:
            continue
        seat = document.index(item.seat)
        since = [later for _, later in acts[place + 1 :]]
        if any(isinstance(later, Deal) or later.seat == item.seat for later in since):
            return None
        to = hand.round.bet if item.verb == "call" else made_to(hand, seat, item)
        return (seat, to) if to else None
    return None


def moments(document: Document) -> int:
    """Return how many actions and streets a replay of the document has: none where they would give the answer away."""
    return 0 if document.question.kind in HIDES_POSTS else len(document.actions)


def moment(document: Document, number: int) -> Scene:
    """Return the table after so many actions and streets of the hand, 0 before the first and `moments` as it stands."""
    hands = frames(document)
    if number >= len(document.actions):
        shown = scene(document, hands[-1])
    else:
        shown = replace(
            _table(document, hands[number], hands[number].round.turn),
            hero=asked_seat(document, hands[-1]) or 0,
            early=_early(document, hands[: number + 1]),
        )
    item = document.actions[number - 1] if number else None
    if isinstance(item, Deal):
        before = _table(document, hands[number - 1], None).seats
        return replace(shown, gathered=tuple((seat, each.bet) for seat, each in enumerate(before) if each.bet))
    if item is None:
        return shown
    seat = document.index(item.seat)
    came = hands[number].round.totals[seat] > hands[number - 1].round.totals[seat]
    return replace(shown, moved=seat if came else None)


def derivation_scene(document: Document, hand: Hand, answer: Answer, steps: Sequence[Step]) -> Scene:
    """Return the table with each step's number at the bet that it speaks of, and the raise that would be as a ghost."""
    picture = scene(document, hand)
    spoken = [(number, step.seat) for number, step in enumerate(steps, 1) if step.seat is not None]
    picture = replace(picture, told=tuple((number, document.index(seat)) for number, seat in spoken))
    notes: list[Note] = []
    for number, step in enumerate(steps, 1):
        amount = next(iter(step.out.values())) if len(step.out) == 1 else None
        if step.seat is None or isinstance(amount, bool) or not isinstance(amount, int):
            continue
        seat = document.index(step.seat)
        sign = "" if step.op == "state" else NOTE_SIGNS.get(next(iter(step.out)), "")
        text = sign + short_chips(amount)
        if picture.seats[seat].bet and len(text) <= 5 and seat not in (note.seat for note in notes):
            notes.append(Note(number, seat, text))
    to = answer.get("raise_to") or answer.get("raise_min_to") or answer.get("to")
    if to is None or to <= picture.seats[picture.hero].bet:
        return replace(picture, notes=tuple(notes))
    raisers = [document.index(step.seat) for step in steps if "last_raise" in step.out and step.seat is not None]
    shown = replace(picture, notes=tuple(notes), early=None)
    return replace(shown, ghost=(picture.hero, to), repeats=raisers[-1] if raisers else None)
