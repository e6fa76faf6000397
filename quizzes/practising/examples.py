"""Worked examples before a question: another drill of its sort, with as many of its steps as have not faded yet."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from django.utils import timezone

from quizzes import pools
from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.fingerprint import fingerprint
from quizzes.kinds import agree
from quizzes.kinds.base import Kind, Variant
from quizzes.learners import Learner
from quizzes.learning.examples import comes_back, steps_shown
from quizzes.learning.skills import Skill
from quizzes.models import Drill
from quizzes.practice import Served
from quizzes.practising import course
from quizzes.showing.explanation import Told, told_step
from quizzes.showing.figures import Figure, figures
from quizzes.showing.questions import Question, question
from quizzes.showing.scenes import derivation_scene, has_picture
from quizzes.tokens import read_token
from quizzes.wording.kinds import words_of

USUAL_STEPS = 6
"""So many steps a derivation usually has: after as many meetings no example is offered unless misses bring it back."""

TRIES, TRIES_FOR_MISTAKE = 4, 60
"""So many spots are made to find one that can be an example, or one that shows a chosen mistake."""

LAST = 4
"""An example is one of the last drills of the learner's own order, which are asked last."""


@dataclass(frozen=True, slots=True)
class Offer:
    """That a worked example can be had; `open`: it is shown at once, above the learner's own attempt."""

    open: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A drill worked out: the first `shown` of its steps are there at once, the others and the answer on demand."""

    question: Question
    steps: tuple[Told, ...]
    shown: int
    answer: str
    picture: Scene | None
    figures: tuple[Figure, ...]

    @property
    def whole(self) -> bool:
        return self.shown >= len(self.steps)


def offered(learner: Learner, served: Served) -> Offer | None:
    """Return whether a worked example is offered with a question."""
    known = served.chosen.known if served.chosen else course.known(learner)
    return offer(known.skills.get(served.kind.id))


def offer(skill: Skill | None) -> Offer | None:
    """Return whether a worked example is offered with a question of a skill; None stands for one never met.

    It is open at the first meeting, and when two misses in a row have brought it back.
    """
    if skill is None or comes_back(skill.misses):
        return Offer(open=True)
    return Offer(open=False) if steps_shown(USUAL_STEPS, skill.meeting) else None


def meeting(skill: Skill | None) -> int:
    """Return how often a skill was met since its examples began to fade: misses in a row begin again."""
    return 0 if skill is None or comes_back(skill.misses) else skill.meeting


def drill_beside(asked: Drill, order_key: str, met: int, mistake: str | None = None) -> Drill | None:
    """Return a drill of the same bucket that is neither the one asked nor comes next; None where there is no other.

    It is one of the last in the learner's order, a different one at each meeting. Where a misconception was chosen
    it is none that shows it: those come before the others, and this one's answer would be asked for yet. It stands in
    where no spot can be made that shows the misconception (`spot_beside`).
    """
    bucket = asked.bucket
    size = pools.ordered(bucket)
    places = range(max(0, bucket.size - LAST - 1), bucket.size)
    slots = [pools.slot_for(order_key, place, size) if place < size else place for place in places]
    near = slots[slots.index(asked.slot) :][:2] if asked.slot in slots else []
    there = {drill.slot: drill for drill in Drill.objects.filter(bucket=bucket, slot__in=slots)}
    free = [there[slot] for slot in slots if slot not in near]
    others = [drill for drill in free if not any(mistake in group for group in drill.told_apart)][-LAST:]
    return others[-1 - met % len(others)] if others else None


def example(kind: Kind, document: Document, met: int) -> Example:
    """Return a document worked out as at a skill's n-th meeting, in the language in force."""
    solution, hand = kind.solve(document), play(document)
    steps = solution.told
    shown = steps_shown(len(steps), met)
    asked = question("", kind, document)
    whole = shown >= len(steps)
    # What the steps that are left out would write on the table is left out there too.
    drawn = derivation_scene(document, hand, solution.answer if whole else {}, steps[:shown])
    chosen = {"right": []} if asked.options else solution.answer  # of written answers none is the learner's
    return Example(
        question=asked,
        steps=tuple(map(told_step, steps)),
        shown=shown,
        answer=words_of(kind.id).title(document, asked.player, solution.answer),
        picture=drawn if has_picture(document) else None,
        figures=figures(document, hand, chosen, solution.answer),
    )


def for_question(learner: Learner, served: Served, mistake: str | None = None) -> Example | None:
    """Return the worked example for a question, faded as far as the learner's; None where there is no other spot.

    `mistake` is the misconception that the learner chose.
    """
    known, kind = course.known(learner), served.kind.id
    order_key = learner.key or read_token(served.token, timezone.now()).nonce.hex
    if kind in known.met:
        order_key = known.met[kind].order_key
    met = meeting(known.skills.get(kind))
    document = spot_beside(served, mistake) if mistake else None
    if document is None and (drill := drill_beside(served.drill, order_key, met, mistake)):
        document = drill.spot(served.document.rules.id)
    document = document or spot_beside(served)
    return example(served.kind, document, met) if document else None


def spot_beside(served: Served, mistake: str | None = None) -> Document | None:
    """Return a spot of a question's bucket that is made for this once, where no drill of the bucket can be shown.

    With a misconception it is one in which that goes wrong: whoever practises against it sees how, and none of the
    drills that show it is given away. As a drill it is shown only where the second computation agrees, and is none of
    the reserve; nor is it one that the bucket has, and that may still be asked.
    """
    kind, bucket = served.kind, served.drill.bucket
    rng = Random(f"example {served.drill.pk}")
    for _ in range(TRIES_FOR_MISTAKE if mistake else TRIES):
        document = kind.generate(rng, bucket.level, served.document.rules, Variant(bucket.game, bucket.limit))
        if mistake and mistake not in kind.mistaken(document):
            continue
        known = pools.kept_apart(bucket).filter(fingerprint=fingerprint(document)).exists()
        if not known and agree(kind, document):
            return document
    return None
