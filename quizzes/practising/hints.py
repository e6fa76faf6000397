"""Three hints to a question, each saying more: which rule decides, what to look at, and the first step.

All of it comes from the derivation, and none of it says what a step gives. Which of them were used is kept in the
session until the question is answered: an answer after a hint counts as hard, not as wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import Kind
from quizzes.kinds.choice import option_text
from quizzes.learners import Session
from quizzes.showing.scenes import asked_seat
from quizzes.wording import hints as words
from quizzes.wording.authored import in_language
from quizzes.wording.kinds import words_of
from quizzes.wording.rules import cite_text, rule_text

NUMBERS = (1, 2, 3)
KEPT = 50
"""So many open questions are remembered with the hints used."""

BACKGROUND = {"all_in_to", "ante_paid", "blind_paid", "put_in", "put_in_before"}
"""Outcomes that only say where an amount on the table comes from."""

WHOLE_ANSWERS = {"call-methods", "fold-binds"}
"""Rules whose words are the answer wherever they decide, whatever is worked out before."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint: its name, what it says, and for the first where the rule stands."""

    number: int
    title: str
    text: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The hints that a page shows, and the number and name of the next; None and "" after the last."""

    shown: tuple[Hint, ...] = ()

    @property
    def next(self) -> int | None:
        return len(self.shown) + 1 if len(self.shown) < len(NUMBERS) else None

    @property
    def next_title(self) -> str:
        return words.title(self.next) if self.next else ""


def used(session: Session, drill: int, place: int | None) -> int:
    """Return how many hints were used to a question: a drill, and its place in the learner's order.

    In another turn a drill has another place, and begins without hints.
    """
    return int(session.get("hints", {}).get(_key(drill, place), 0))


def note(session: Session, drill: int, place: int | None, number: int) -> None:
    """Keep in the session that the hints up to this one were used. To load the page anew forgets none."""
    kept, key = dict(session.get("hints", {})), _key(drill, place)
    most = max(number, kept.pop(key, 0))
    session["hints"] = dict([*kept.items(), (key, most)][-KEPT:])


def forget(session: Session, drill: int, place: int | None) -> None:
    """Forget the hints to a question that is answered."""
    if used(session, drill, place):
        session["hints"] = {key: many for key, many in session["hints"].items() if key != _key(drill, place)}


def _key(drill: int, place: int | None) -> str:
    return f"{drill}/{place}"


def ladder(many: int, kind: Kind, document: Document) -> Ladder:
    """Return the hints to a question of which so many were used, in the language in force.

    Without one nothing is worked out: a question's page holds no answer.
    """
    return Ladder(hints(kind, document)[:many]) if many else Ladder()


def hints(kind: Kind, document: Document) -> tuple[Hint, ...]:
    """Return the three hints to a question, in the language in force.

    Where a rule's words are the answer, they come last.
    """
    solution = kind.solve(document)
    steps = solution.told
    decides = solution.deciding(words_of(kind.id).decides)
    rule, cite = rule_text(decides.rule), cite_text(decides.rule, document.rules)
    if decides.rule in WHOLE_ANSWERS or _says_all(steps):
        texts = (words.named_only(), _look_at(document, decides, steps), rule)
    else:
        texts = (rule, _look_at(document, decides, steps), _begin(document, solution, steps))
    return tuple(
        Hint(number, words.title(number), text, cite if number == 1 else "") for number, text in enumerate(texts, 1)
    )


def _says_all(steps: Sequence[Step]) -> bool:
    """Return whether a single rule answers the question, without cards or chips to be worked out."""
    return len(steps) == 1 and steps[0].op == "state" and "cards" not in steps[0].out


def _look_at(document: Document, decides: Step, steps: Sequence[Step]) -> str:
    extra = document.question.extra
    if wrong := [option for number, option in enumerate(extra.get("options", ()), 1) if number not in extra["right"]]:
        return words.not_this(in_language(option_text(wrong[0])))
    if cards := _some_that_play(steps, 1):
        return words.plays(cards)
    worked_out = {key for step in steps for key in step.out}
    return words.look_at(decides, document.names, decides.values.keys() - worked_out)


def _begin(document: Document, solution: Solution, steps: Sequence[Step]) -> str:
    if cards := _some_that_play(steps, 2):
        return words.plays(cards)
    hand = play(document)
    seat = asked_seat(document, hand)
    player = "" if seat is None else hand.name(seat)
    first = next((step for step in steps if not _known(step, player)), steps[0])
    text = words.begin(first, document.names)
    of_all = "category" in first.out or _names(solution.answer) & set(document.names)
    if first.seat in (None, player) or of_all:
        return text  # where hands are read or seats asked for, no player is named
    return f"{text} {words.of(str(first.seat))}"


def _known(step: Step, player: str) -> bool:
    """Return whether a step is none to be taken: the table shows what it gives, or the question says it."""
    return step.out.keys() <= BACKGROUND or set(map(str, step.out.values())) == {player}


def _some_that_play(steps: Sequence[Step], many: int) -> Sequence[str]:
    """Return the first of the cards that play where they are all that is asked, and never all of them."""
    cards: Sequence[str] = steps[0].out.get("cards", ()) if len(steps) == 1 else ()
    return cards[: max(0, min(many, len(cards) - 1))]


def _names(value: object) -> set[str]:
    """Return every text in an answer, the keys of its tables too."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return {*map(str, value), *(name for each in value.values() for name in _names(each))}
    return {name for each in value for name in _names(each)} if isinstance(value, Sequence) else set()
