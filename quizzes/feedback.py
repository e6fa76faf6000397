"""What a learner is told about an answer: verdict, mistake, derivation, rule, and what another house would say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.engine.steps import Step
from quizzes.figures import Figure, figures
from quizzes.houses import Ruling, compare
from quizzes.kinds.base import Answer, FieldGrade, Grade
from quizzes.practice import Outcome
from quizzes.scenes import asked_seat, derivation_scene, has_picture
from quizzes.wording.base import KindWords
from quizzes.wording.kinds import words_of
from quizzes.wording.mistakes import Mistake, mistake
from quizzes.wording.numbers import chips
from quizzes.wording.rules import cite_text, house_note, rule_text
from quizzes.wording.steps import step_text
from quizzes.wording.toggles import toggle_with_value

SIGNS = {"sum": " + ", "difference": " − "}


@dataclass(frozen=True, slots=True)
class Row:
    """One field of the answer: the learner's value, the right one and the verdict."""

    name: str
    given: str
    right: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Told:
    """One step as it is told: a sentence, and the sum where there is one."""

    text: str
    sum: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """A rule in our words and where it stands."""

    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class House:
    """What another house would say to the same spot.

    `points` are the toggles that make the difference, by their ids and in words, with what the house plays.
    """

    name: str
    note: str
    says: str
    differs: bool
    points: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Feedback:
    """All that a feedback page shows. `situation` says what was asked where no picture does."""

    verdict: str
    title: str
    lead: str
    mistakes: tuple[Mistake, ...]
    rows: tuple[Row, ...]
    follows: bool
    steps: tuple[Told, ...]
    rule: Quoted
    more_rules: tuple[Quoted, ...]
    houses: tuple[House, ...]
    picture: Scene | None
    situation: str
    figures: tuple[Figure, ...]


def feedback(outcome: Outcome) -> Feedback:
    """Return what the learner is told about an outcome, in the language in force."""
    document, grade, solution = outcome.document, outcome.grade, outcome.solution
    hand = play(document)
    seat = asked_seat(document, hand)
    words = words_of(outcome.kind.id)
    # The last step only gathers what the others gave.
    told = [step for step in solution.steps if step.values != step.out]
    deciding, *others = _rule_ids(words.decides, told or solution.steps)
    return Feedback(
        verdict="right" if grade.right else "part" if grade.points else "wrong",
        title=words.title(document, "" if seat is None else hand.name(seat), solution.answer),
        lead=_lead(grade),
        mistakes=tuple(mistake(document, id) for id in grade.misconceptions),
        rows=tuple(_row(words, field) for field in grade.fields),
        follows=any(field.verdict == "follows" for field in grade.fields),
        steps=tuple(Told(step_text(step), _sum(step)) for step in told),
        rule=Quoted(rule_text(deciding), cite_text(deciding)),
        more_rules=tuple(Quoted(rule_text(id), cite_text(id)) for id in others),
        houses=_houses(document, words, solution.answer) if outcome.kind.toggles else (),
        picture=derivation_scene(document, hand, solution.answer, told) if has_picture(document) else None,
        situation="" if has_picture(document) else f"{words.story(document)} {words.prompt(document, '')}".strip(),
        figures=figures(document, hand, outcome.response, solution.answer),
    )


def _row(words: KindWords, field: FieldGrade) -> Row:
    name = words.labels()[field.name]
    return Row(name, words.value(field.name, field.given), words.value(field.name, field.right), field.verdict)


def _lead(grade: Grade) -> str:
    if grade.right:
        return _("Every part of your answer is right.")
    if not grade.points:
        return _("No part of your answer is right.")
    words = {"points": grade.points, "out_of": grade.out_of}
    return _("Right in %(points)s of %(out_of)s parts.") % words


def _sum(step: Step) -> str:
    """Return a step's sum in figures, "300 − 100 = 200"; "" where there is nothing to add or to take off."""
    if step.op not in SIGNS or 0 in step.values.values():
        return ""
    outcome = next(iter(step.out.values()))
    return f"{SIGNS[step.op].join(chips(value) for value in step.values.values())} = {chips(outcome)}"


def _rule_ids(decides: Sequence[str], steps: Sequence[Step]) -> list[str]:
    """Return the rules that the steps cite, each once: first the one that decides the answer, then in their order."""
    deciding = [step.rule for outcome in decides for step in steps if outcome in step.out]
    return list(dict.fromkeys([*deciding[:1], *(step.rule for step in steps)]))


def _houses(document: Document, words: KindWords, answer: Answer) -> tuple[House, ...]:
    """Return what the other houses would say, those that differ first, with the points that make the difference."""
    others = [ruleset(id) for id in RULESET_IDS if id != document.rules.id]
    rulings = [ruling for group in compare(document, [document.rules, *others]) for ruling in group]
    houses = [_house(words, ruling, answer) for ruling in rulings if ruling.house is not document.rules]
    return tuple(sorted(houses, key=lambda house: not house.differs))


def _house(words: KindWords, ruling: Ruling, answer: Answer) -> House:
    says = _not_asked(ruling) if ruling.answer is None else words.short(ruling.answer)
    differs = says != words.short(answer)
    points = [(toggle, toggle_with_value(toggle, ruling.house[toggle])) for toggle in ruling.toggles if differs]
    return House(ruling.house.name, house_note(ruling.house.id), says, differs, tuple(points))


def _not_asked(ruling: Ruling) -> str:
    """Say why a spot is none in a house: an action was not allowed there, it has no chart, or a raise takes more."""
    if ruling.error is not None and ruling.error.where.startswith("actions"):
        return _("would not allow this betting")
    if "chart" in ruling.toggles:
        return _("has no chart")
    return _("too few chips for a full raise")
