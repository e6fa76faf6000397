"""A document drawn, told and worked out, as the pages show it that ask nothing about it."""

from __future__ import annotations

from dataclasses import dataclass

from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.irregular import frames
from quizzes.engine.steps import Solution
from quizzes.showing.explanation import Told, told_step
from quizzes.showing.scenes import asked_seat, has_picture, scene
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import words_of
from quizzes.wording.log import Line, log
from quizzes.wording.prompts import setting, standing


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """An answer in a sentence, and the steps that give it."""

    title: str
    steps: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class WorkedSpot:
    """A document as a page shows it, with its answer.

    player  who is asked about, "" where the question is about nobody
    house   whose rules it is played by
    scene   the table as the question shows it; None where the document says nothing about it
    log     what happened, line by line; none where that would only be the street with its cards
    """

    player: str
    prompt: str
    setting: str
    story: str
    standing: str
    house: str
    scene: Scene | None
    log: tuple[Line, ...]
    answer: WorkedOut


def worked_spot(document: Document, solution: Solution) -> WorkedSpot:
    """Return a document and its solution as a page shows them, in the language in force."""
    hand, words = frames(document)[-1], words_of(document.question.kind)
    seat, lines = asked_seat(document, hand), tuple(log(document))
    player = "" if seat is None else hand.name(seat)
    return WorkedSpot(
        player=player,
        prompt=words.prompt(document, player),
        setting=setting(document, hand),
        story=words.story(document),
        standing=standing(document),
        house=house_name(document.rules),
        scene=scene(document, hand) if has_picture(document) else None,
        log=lines if len(lines) > 1 else (),
        answer=worked_out(document, player, solution),
    )


def worked_out(document: Document, player: str, solution: Solution) -> WorkedOut:
    """Return the answer to the question about a player, "" where it is about nobody, in the language in force."""
    title = words_of(document.question.kind).title(document, player, solution.answer)
    return WorkedOut(title, tuple(told_step(step, document.rules) for step in solution.told))
