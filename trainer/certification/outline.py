"""What an exam asks and asks for, in the words of the page: for candidates, and for those who write exams."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.authored import in_language
from quizzes.wording.games import game_name
from quizzes.wording.kinds import kind_name
from trainer.certification import houses
from trainer.certification.plans import OWN_HOUSE, RELEASED, Plan, Quota, Section

RELEASED_NAMES = {
    "score": lazy("the score"),
    "sections": lazy("the score of each section"),
    "feedback": lazy("mistakes and what to practise"),
    "keys": lazy("the right answers"),
}
WHEN_NAMES = {
    "at-once": lazy("at once"),
    "after-close": lazy("once the exam room is closed, if there is one"),
    "never": lazy("not at all"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of question: its name, in which games, and how many are asked."""

    kind: str
    name: str
    games: str
    count: int


@dataclass(frozen=True, slots=True)
class SectionRows:
    """A section; `mark` is the percent that must be reached in it, None where it need not be passed by itself."""

    name: str
    count: int
    mark: int | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """An exam in words. `house` is "" where each house offers it under its own rules."""

    title: str
    about: str
    house: str
    count: int
    sections: tuple[SectionRows, ...]
    parts: tuple[str, ...]
    released: tuple[tuple[str, str], ...]
    marking: tuple[str, ...]

    @property
    def must_pass(self) -> bool:
        """Whether a section must be passed by itself."""
        return any(section.mark is not None for section in self.sections)


def outline(plan: Plan) -> Outline:
    """Return what an exam asks, in the language in force."""
    return Outline(
        title=in_language(plan.title),
        about=in_language(plan.about) if plan.about else "",
        house="" if plan.ruleset == OWN_HOUSE else houses.name_of(plan.ruleset),
        count=plan.count,
        sections=tuple(_section(each) for each in plan.sections),
        parts=tuple(in_language(part.name) for part in plan.parts),
        released=tuple((str(RELEASED_NAMES[name]), str(WHEN_NAMES[getattr(plan.release, name)])) for name in RELEASED),
        marking=tuple(marking_told(plan)),
    )


def marking_told(plan: Plan) -> list[str]:
    """Return how answers are marked, in sentences."""
    if plan.marking == "questions":
        parts = _(
            "Every question is worth one point, whatever it asks. Each part of its answer that is right is an equal "
            "share of that point, and a part too many takes a share away."
        )
    else:
        parts = _(
            "A question has as many points as its answer has parts. Each part that is right counts, and a part too "
            "many takes a point away."
        )
    if plan.carried_forward == "earns":
        carried = _(
            "A part that follows rightly from a slip in another part counts as right, in the kinds of question in "
            "which that can be told: a slip counts once."
        )
    else:
        carried = _("A part that follows from a slip in another part does not count.")
    missing = _(
        "An answer in which a part is missing or can’t be read earns nothing: the page of the question says so."
    )
    return [parts, carried, missing]


def _section(section: Section) -> SectionRows:
    return SectionRows(
        name=in_language(section.name),
        count=section.count,
        mark=section.pass_mark if section.must_pass else None,
        rows=tuple(Row(each.kind, kind_name(each.kind), _games(each), each.count) for each in section.quotas),
    )


def _games(quota: Quota) -> str:
    """Return the games of a quota; "" for hold'em alone, which goes without saying."""
    games = dict.fromkeys(variant.game for variant in quota.variants)
    if list(games) == ["holdem"]:
        return ""
    return _(", ").join(game_name(game) for game in games)
