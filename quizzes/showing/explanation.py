"""What is said about a spot whoever answers it: how it is worked out, the rule, and what another house would say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from quizzes import kinds
from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.rulesets import RULES, RULESET_IDS, Ruleset, ruleset
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import Answer, Kind
from quizzes.showing.houses import Ruling, Solver, compare
from quizzes.showing.scenes import derivation_scene, has_picture
from quizzes.wording.authored import in_language
from quizzes.wording.base import KindWords
from quizzes.wording.houses import house_name, house_note
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import chips, listed, sentences
from quizzes.wording.rules import cite_text, rule_text, short_cite
from quizzes.wording.steps import step_text
from quizzes.wording.toggles import toggle_with_value

SIGNS = {"sum": " + ", "difference": " − "}


@dataclass(frozen=True, slots=True)
class Told:
    """One step as it is told: a sentence, the sum where there is one, and where its rule stands, in short.

    `rule` is the rule's id in the book of rules, "" for one that only an author names.
    """

    text: str
    sum: str
    cite: str
    rule: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """A rule in our words and where it stands, and its id in the book of rules, "" for one that an author names."""

    text: str
    cite: str
    rule: str


@dataclass(frozen=True, slots=True)
class Houses:
    """What other houses would say to the same spot, those that say the same together.

    `names` is a list in a sentence, and `note` says of a single house in what it differs from others at all. `points`
    are the toggles that make the difference, by their ids and in words, with what the houses play.
    """

    names: str
    note: str
    says: str
    differs: bool
    points: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A spot explained. `situation` says what was asked where no picture does, `note` what its author adds."""

    steps: tuple[Told, ...]
    rule: Quoted
    more_rules: tuple[Quoted, ...]
    houses: tuple[Houses, ...]
    picture: Scene | None
    situation: str
    note: str

    @property
    def houses_agree(self) -> bool:
        """Whether no other house would say anything else."""
        return not any(house.differs for house in self.houses)


def explanation(kind: Kind, document: Document, solution: Solution, solve: Solver = kinds.solve) -> Explanation:
    """Return what is said about a document and its solution, in the language in force.

    `solve` is what the other houses' answers are worked out with.
    """
    words = words_of(kind.id)
    told, deciding = solution.told, solution.deciding(words.decides)
    rule, *others = (quoted(id, document.rules) for id in dict.fromkeys(step.rule for step in (deciding, *told)))
    steps = tuple(told_step(step, document.rules) for step in told)
    drawn = has_picture(document)
    return Explanation(
        # Where the words of the rule are the answer, its one step would only say them again.
        steps=() if [step.text for step in steps] == [rule.text] else steps,
        rule=rule,
        more_rules=tuple(others),
        houses=_houses(document, words, solution.answer, solve) if kind.toggles else (),
        picture=derivation_scene(document, play(document), solution.answer, told) if drawn else None,
        situation="" if drawn else sentences([words.story(document), words.prompt(document, "")]),
        note=in_language(document.words.get("note", "")),
    )


def quoted(id: str, house: Ruleset | None = None) -> Quoted:
    """Return a rule as it is quoted of a house, in the language in force."""
    return Quoted(rule_text(id), cite_text(id, house), id if id in RULES else "")


def told_step(step: Step, house: Ruleset | None = None) -> Told:
    """Return a step as it is told of a house, in the language in force."""
    rule = step.rule if step.rule in RULES else ""
    return Told(step_text(step), _sum(step), short_cite(step.rule, house), rule)


def _sum(step: Step) -> str:
    """Return a step's sum in figures, "300 − 100 = 200"; "" where there is nothing to add or to take off."""
    if step.op not in SIGNS or 0 in step.values.values():
        return ""
    outcome = next(iter(step.out.values()))
    return f"{SIGNS[step.op].join(chips(value) for value in step.values.values())} = {chips(outcome)}"


def _houses(document: Document, words: KindWords, answer: Answer, solve: Solver) -> tuple[Houses, ...]:
    """Return what the other houses would say, those that differ first, with the points that make the difference."""
    others = [ruleset(id) for id in RULESET_IDS if id != document.rules.id]
    said: dict[str, list[Ruling]] = {}
    for group in compare(document, [document.rules, *others], solve):
        for ruling in (ruling for ruling in group if ruling.house is not document.rules):
            says = _not_asked(ruling) if ruling.answer is None else words.short(ruling.answer)
            said.setdefault(says, []).append(ruling)
    same = words.short(answer)
    told = [_told_together(says, rulings, differs=says != same) for says, rulings in said.items()]
    return tuple(sorted(told, key=lambda houses: not houses.differs))


def _told_together(says: str, rulings: Sequence[Ruling], *, differs: bool) -> Houses:
    points = dict.fromkeys(
        (toggle, toggle_with_value(toggle, ruling.house[toggle])) for ruling in rulings for toggle in ruling.toggles
    )
    return Houses(
        names=listed([house_name(ruling.house) for ruling in rulings]),
        note=house_note(rulings[0].house.id) if len(rulings) == 1 else "",
        says=says,
        differs=differs,
        points=tuple(points) if differs else (),
    )


def _not_asked(ruling: Ruling) -> str:
    """Say why a spot is none in a house.

    An action was not allowed there, cards that are not known decide an odd chip, it has no chart, or a raise takes
    more.
    """
    if ruling.error is not None and ruling.error.where.startswith("actions"):
        return _("would not allow this betting")
    if ruling.refused_at == "order":
        return _("would need the cards for the odd chip")
    if "chart" in ruling.toggles:
        return _("has no chart")
    return _("too few chips for a full raise")
