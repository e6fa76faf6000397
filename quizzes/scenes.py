"""A document as a table to be drawn: the question as it stands, and the derivation on the same picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quizzes.drawing.scene import Note, Scene, SceneSeat, SeatState
from quizzes.drawing.words import short_chips
from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.engine.steps import Step
from quizzes.kinds.asking import ABOUT_CARDS
from quizzes.kinds.base import Answer

BACKS = ("??", "??")
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


def asked_seat(document: Document, hand: Hand) -> int | None:
    """Return the seat that a question is about: the one named, else the one to act, else none."""
    if document.question.player is not None:
        return document.index(document.question.player)
    return None if document.question.kind in ABOUT_CARDS else hand.round.turn


def scene(document: Document, hand: Hand) -> Scene:
    """Return the table as a question shows it, the seat asked about at the bottom."""
    seat = asked_seat(document, hand)
    acting = None if document.question.kind in ABOUT_CARDS else seat
    return Scene(
        seats=tuple(_seat(document, hand, place, asked=place == acting) for place in range(len(document.seats))),
        hero=seat or 0,
        button=document.index(document.button),
        street=hand.street,
        board=tuple(cards_text(hand.board)),
        pot=sum(hand.before) + hand.dead,
    )


def _seat(document: Document, hand: Hand, place: int, asked: bool) -> SceneSeat:
    seat = document.seats[place]
    live = hand.live[place]
    behind = hand.round.stacks[place]
    state: SeatState = ""
    if seat.empty:
        state = "empty"
    elif not live:
        state = "folded"
    elif behind == 0:
        state = "all-in"
    elif asked:
        state = "act"
    shown = tuple(cards_text(card for card in seat.cards if card is not None)) if None not in seat.cards else BACKS
    return SceneSeat(
        name=seat.name,
        stack=behind if seat.stack is not None else None,
        bet=hand.round.totals[place],
        state=state,
        cards=(shown or BACKS) if live else (),
    )


def derivation_scene(document: Document, hand: Hand, answer: Answer, steps: Sequence[Step]) -> Scene:
    """Return the table with each step's number at the bet that it speaks of, and the raise that would be as a ghost."""
    picture = scene(document, hand)
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
    to = answer.get("raise_to") or answer.get("raise_min_to")
    if to is None:
        return replace(picture, notes=tuple(notes))
    raisers = [document.index(step.seat) for step in steps if "last_raise" in step.out and step.seat is not None]
    # The raise that would be lies where pot and board are, and they say nothing about it.
    shown = replace(picture, notes=tuple(notes), pot=0, board=(), street="")
    return replace(shown, ghost=(picture.hero, to), repeats=raisers[-1] if raisers else None)
