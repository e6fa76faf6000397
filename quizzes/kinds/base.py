"""What a question kind is: it poses spots, works them out, reads what a learner sends, and names the mistake in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.rulesets import Ruleset, Value
from quizzes.engine.steps import Solution
from quizzes.kinds.typed import Unclear, read_chips

Answer = Mapping[str, Any]
"""An answer in the words of the scenario format: plain values, chips as whole numbers, None for no such amount."""

Raw = Mapping[str, Sequence[str]]
"""What a form sends: every field's texts."""

LEVELS = (1, 2, 3, 4, 5)


class Variant(NamedTuple):
    """What is played: a game and its limit, by their ids."""

    game: str = "holdem"
    limit: str = "no-limit"


HOLDEM = Variant()

LIMIT_TOGGLES: Mapping[str, tuple[str, ...]] = {
    "no-limit": (),
    "pot-limit": ("pl_preflop_base", "pl_rounding"),
    "fixed-limit": ("limit_reopen", "limit_after_short", "fl_cap", "fl_cap_heads_up"),
}
"""What a house decides besides in a limit, in questions about bets."""

STUD_TOGGLES = ("stud_tie", "stud_open_pair")

_NOT_FIXED = frozenset({"min_raise", "reopen", "reopened_unit"})
_ONLY_STUD = frozenset({"odd_chip_stud", "odd_chip_low"})
_NOT_STUD = frozenset({"odd_chip", "straddle_as", "short_blind", "bb_ante_order"})
_ONLY_SPLIT = frozenset({"odd_chip_most"})
"""Toggles that decide nothing where bets have one size; those of stud; of blinds and of the button; of split games."""


class Generator(Protocol):
    """What poses a spot of a level under a house; the same rng state gives the same spot."""

    def __call__(self, rng: Random, level: int, rules: Ruleset, variant: Variant = HOLDEM, /) -> Document: ...


Result = TypeVar("Result")


def keeping_last(work: Callable[[Document], Result]) -> Callable[[Document], Result]:
    """Return a function of a document that keeps what it found for the last one.

    An answer is wanted for each mistake that changes it and for each check of it. The result is shared: nobody changes
    it.
    """
    kept: tuple[Document, Result] | None = None

    @wraps(work)
    def found(document: Document) -> Result:
        nonlocal kept
        last = kept
        if last is None or last[0] is not document:
            last = kept = (document, work(document))
        return last[1]

    return found


Verdict = Literal["right", "wrong", "follows"]
"""`follows` is a field that is right for what the learner wrote elsewhere: the slip is counted once."""

Parts = Literal["apart", "in-order", "whole"]
"""How the parts of an answer hang together, and so which of them a mistake has to give to be named.

apart     each is worked out by itself: those that are wrong, unless more of what is right speaks against it
in-order  each builds on those before it: all that are not right, and the first that the mistake changes
whole     all of them
"""


class IllFormed(ValueError):
    """A response that says nothing that could be graded.

    `problems` maps a field to `missing`, `no-number`, `two-readings`, `no-choice` or `not-five`.
    """

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(", ".join(f"{field}: {problem}" for field, problem in problems.items()))
        self.problems = dict(problems)


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong method that people really use. `solve` works a spot out that way; None where the method has no answer.

    `levels` are those on which a spot can show it: what it takes is itself what makes a spot harder. `games` and
    `limits` are those in which it can show, all of them where none is named. `right_by` holds toggles with the values
    by which a house plays as the method does, so that it is no mistake there.
    """

    id: str
    applies: Callable[[Document], bool]
    solve: Callable[[Document], Answer | None]
    levels: tuple[int, ...] = LEVELS
    games: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    right_by: tuple[tuple[str, Value], ...] = ()

    def known_in(self, game: str, limit: str) -> bool:
        """Return whether the method is one of this game's, and of this limit's."""
        return (not self.games or game in self.games) and (not self.limits or limit in self.limits)

    def known_by(self, rules: Ruleset) -> bool:
        """Return whether the method is a mistake by the rules of a house."""
        return all(rules[toggle] != value for toggle, value in self.right_by)


@dataclass(frozen=True, slots=True)
class FieldGrade:
    """One part of an answer beside what it should be, as comparable values."""

    name: str
    given: Any
    right: Any
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Grade:
    """A graded response. Several misconceptions are named when each of them gives just this wrong answer."""

    fields: tuple[FieldGrade, ...]
    misconceptions: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """A point for each part that is right or follows; none for what only went unasked because of a slip."""
        return sum(
            field.verdict == "right" or (field.verdict == "follows" and field.given is not None)
            for field in self.fields
        )

    @property
    def out_of(self) -> int:
        return len(self.fields)

    @property
    def right(self) -> bool:
        return all(field.verdict == "right" for field in self.fields)


@dataclass(frozen=True, slots=True)
class Examples:
    """Raw responses by which a kind tests itself."""

    right: tuple[Raw, ...]
    wrong: tuple[Raw, ...]
    ill_formed: tuple[Raw, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A question kind that is drilled. `toggles` are those of the ruleset that its answers depend on.

    generate    a spot of a level under a house, of one of the kind's variants
    level       the level of any spot, by its structure
    solve       the answer and its derivation; DocumentError where the question can't be asked
    parse       a form's fields to an answer; IllFormed where they say nothing
    values      an answer's fields as comparable values, beside the right answer
    fields      the amounts that a spot asks to be typed, or the parts of the answer that only some spots have
    follow      the fields of a wrong answer that are right for what it says elsewhere
    input       the name of the partial that takes the answer
    variants    the games and limits that it is drilled in
    about_bets  whether its answers depend on how much may be bet, which each limit has its own toggles for
    levels      those on which it has spots
    asked_by    whether a house has what it asks about: one without a chart has no hand to look up
    finite      whether its spots are few and soon known, so that exams keep none of their own back
    parts       how the parts of its answer hang together
    """

    id: str
    version: int
    input: str
    toggles: tuple[str, ...]
    misconceptions: tuple[Misconception, ...]
    generate: Generator
    level: Callable[[Document], int]
    solve: Callable[[Document], Solution]
    fields: Callable[[Document], tuple[str, ...]]
    parse: Callable[[Document, Raw], Answer]
    values: Callable[[Document, Answer, Answer], Mapping[str, Any]]
    follow: Callable[[Document, Answer], frozenset[str]]
    examples: Callable[[Document], Examples]
    variants: tuple[Variant, ...] = (HOLDEM,)
    levels: tuple[int, ...] = LEVELS
    about_bets: bool = False
    finite: bool = False
    parts: Parts = "apart"
    asked_by: Callable[[Ruleset], bool] = lambda rules: True

    def toggles_in(self, variant: Variant) -> tuple[str, ...]:
        """Return the toggles that its answers depend on in a game and limit: houses that agree on them share a pool."""
        if not self.about_bets:
            return self.toggles
        stud = GAMES[variant.game].family == "stud"
        idle = (_NOT_STUD if stud else _ONLY_STUD) | (_NOT_FIXED if variant.limit == "fixed-limit" else frozenset())
        idle |= frozenset() if GAMES[variant.game].split else _ONLY_SPLIT
        toggles = [toggle for toggle in self.toggles if toggle not in idle]
        return (*toggles, *LIMIT_TOGGLES[variant.limit], *(STUD_TOGGLES if stud else ()))

    def grade(self, document: Document, response: Answer) -> Grade:
        """Grade a parsed response field by field and name the mistakes that give it."""
        answer = self.solve(document).answer
        right = self.values(document, answer, answer)
        given = self.values(document, answer, response)
        follows = frozenset[str]() if given == right else self.follow(document, response)
        fields = tuple(
            FieldGrade(name, given.get(name), right.get(name), _verdict(given, right, name, follows))
            for name in sorted({*right, *given}, key=[*right, *given].index)
        )
        slipped = any(field.verdict == "wrong" for field in fields)
        mistaken = self.mistaken(document) if slipped else {}
        return Grade(fields, tuple(id for id, values in mistaken.items() if self._is_given_by(values, fields)))

    def _is_given_by(self, values: Mapping[str, Any], fields: Sequence[FieldGrade]) -> bool:
        """Return whether a mistake that gives these values is the one behind a graded response."""
        changed = [field for field in fields if values.get(field.name) != field.right]
        explained: Sequence[FieldGrade] = fields
        if self.parts == "in-order":
            explained = [*changed[:1], *(field for field in fields if field.verdict != "right")]
        elif self.parts == "apart":
            wrong = [field for field in fields if field.verdict == "wrong"]
            against = [field for field in changed if field.verdict == "right"]
            explained = wrong if len(against) <= len(wrong) else fields
        return all(field.name in values and values[field.name] == field.given for field in explained)

    def mistaken(self, document: Document) -> dict[str, Mapping[str, Any]]:
        """Return what the misconceptions that apply to a spot answer, as values, where that is not the right answer."""
        answer = self.solve(document).answer
        right = self.values(document, answer, answer)
        found: dict[str, Mapping[str, Any]] = {}
        for trap in self.misconceptions:
            known = trap.known_in(document.game.id, document.limit) and trap.known_by(document.rules)
            wrong = trap.solve(document) if known and trap.applies(document) else None
            if wrong is not None and (values := self.values(document, answer, wrong)) != right:
                found[trap.id] = values
        return found

    def gives(self, document: Document, response: Answer, *fields: str) -> bool:
        """Return whether some wrong method that people use gives these parts of a response together.

        A verdict follows only from such a slip: numbers that nobody would come to make any verdict fit.
        """
        return any(
            all(name in values and values[name] == response[name] for name in fields)
            for values in self.mistaken(document).values()
        )

    def told_apart(self, document: Document) -> tuple[tuple[str, ...], ...]:
        """Return the misconceptions that a spot shows, those with the same wrong answer together."""
        groups: list[tuple[Mapping[str, Any], list[str]]] = []
        for id, values in self.mistaken(document).items():
            for same, ids in groups:
                if same == values:
                    ids.append(id)
                    break
            else:
                groups.append((values, [id]))
        return tuple(tuple(ids) for _, ids in groups)


def _verdict(given: Mapping[str, Any], right: Mapping[str, Any], name: str, follows: frozenset[str]) -> Verdict:
    if name in right and name in given and given[name] == right[name]:
        return "right"
    return "follows" if name in follows else "wrong"


def one(raw: Raw, field: str) -> str:
    """Return a field's last text without the space around it, "" when it was not sent."""
    texts = raw.get(field, ())
    return texts[-1].strip() if texts else ""


def read_or_note(text: str, field: str, problems: dict[str, str]) -> int:
    """Read an amount; where there is none, or two can be meant, note the field's problem and return 0."""
    try:
        return read_chips(text)
    except Unclear:
        problems[field] = "two-readings"
    except ValueError:
        problems[field] = "no-number" if text else "missing"
    return 0


def read_amounts(raw: Raw, fields: Sequence[str]) -> dict[str, int]:
    """Read one amount from each field. Raises IllFormed naming every field that holds none."""
    found: dict[str, int] = {}
    problems: dict[str, str] = {}
    for field in fields:
        found[field] = read_or_note(one(raw, field), field, problems)
    if problems:
        raise IllFormed(problems)
    return found
