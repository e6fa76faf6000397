"""Marking stored responses by a corrected key: what an attempt is worth by another document than the one it was marked
by.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.notation import WORDS, to_table
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds.base import Variant
from quizzes.kinds.choice import option_text
from quizzes.models import Attempt, Drill, Regrade, RegradedAttempt, ScenarioVersion
from quizzes.models.attempts import StoredAttempt

HOUSE = "rules"
"""The key of a document under which stands what of its house a learner has to know."""

_UNSEEN = frozenset({*WORDS, HOUSE, "tags", "level"})
"""The keys of a document that can be corrected while its spot stays the same, but for what `_told` gives back."""

_OPTIONS = frozenset({"options", "right", "rule"})
"""What a question with written answers holds: they have to be the same ones anyway, and the others are its key."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What an attempt is worth, and the misconceptions that are named in it."""

    points: int
    out_of: int
    right: bool
    misconceptions: tuple[str, ...]

    @property
    def worth(self) -> tuple[bool, Fraction]:
        """What says which of two marks is the better one, also where they are out of different numbers of points."""
        return self.right, Fraction(self.points, self.out_of or 1)

    @classmethod
    def of(cls, attempt: StoredAttempt) -> Mark:
        """Return the mark that an attempt has."""
        return cls(attempt.points, attempt.out_of, attempt.right, tuple(attempt.misconceptions))

    @classmethod
    def before(cls, row: RegradedAttempt) -> Mark:
        """Return the mark that an attempt had before a regrade."""
        return cls(row.points_before, row.out_of_before, row.right_before, tuple(row.misconceptions_before))

    @classmethod
    def after(cls, row: RegradedAttempt) -> Mark:
        """Return the mark of an attempt by the key of a regrade, which it may not have got, see `kept`."""
        return cls(row.points, row.out_of, row.right, tuple(row.misconceptions))


@dataclass(frozen=True, slots=True)
class Key:
    """By what the attempts at a drill are marked: the document of `by`, asked under a house.

    `house` is "" where each attempt's own decides. Both drills come with their buckets.
    """

    drill: Drill
    by: Drill
    house: str = ""

    def document(self, ruleset: str) -> Document:
        """Return the document by which an attempt is marked that was asked under a ruleset, given by its id."""
        return self.by.spot(self.house or ruleset)


@dataclass(frozen=True, slots=True)
class Change:
    """An attempt that has another mark by a key than its own."""

    attempt: StoredAttempt
    before: Mark
    after: Mark

    @property
    def rises(self) -> bool:
        return self.after.worth > self.before.worth

    @property
    def falls(self) -> bool:
        return self.after.worth < self.before.worth

    def is_kept(self, mode: str) -> bool:
        """Return whether the attempt keeps the mark that it has, in the mode of a regrade."""
        return mode == Regrade.Mode.RAISE and self.falls


def key_for(drill: Drill) -> Key:
    """Return the corrected key of a drill, of the later versions of its scenario that were published: the newest that
    corrects just its version, else the newest to be asked that shows the same spot, else the newest to be asked, else
    itself.

    The version so found may have been corrected since: then the correction is the key. A correction of any other
    version is none: that one either shows another spot, or its key was given up for this version's. A generated drill
    never changes, but the engine that answers it may have been mended.
    """
    version = ScenarioVersion.objects.filter(drill=drill.pk).first()
    if version is None:
        return Key(drill, drill)
    rows = ScenarioVersion.objects.filter(scenario=version.scenario_id, number__gt=version.number)
    rows = rows.exclude(drill=None).select_related("drill__bucket").order_by("-number")
    later = [(row, Key(drill, row.drill, row.house)) for row in rows if row.drill is not None]
    corrected = {row.corrects: key for row, key in reversed(later)}  # by the newest correction of each
    if version.number in corrected:
        return corrected[version.number]
    house = version.house or house_asked(drill)
    asked = [(row.number, key) for row, key in later if row.corrects is None]
    same = (each for each in asked if not unfit(each[1], house) and not another_spot(each[1], house))
    number, key = next(same, asked[0] if asked else (version.number, Key(drill, drill)))
    return corrected.get(number, key)


def house_asked(drill: Drill) -> str:
    """Return the id of a ruleset under which a drill is asked: its version's, an attempt's, else one that it suits."""
    version = getattr(drill, "scenario_version", None)
    if version is not None and version.house:
        return str(version.house)
    asked = Attempt.objects.filter(drill=drill).values_list("ruleset", flat=True).first()
    bucket = drill.bucket
    if asked is not None or bucket.kind not in kinds.KINDS:
        return asked or RULESET_IDS[0]
    toggles = kinds.KINDS[bucket.kind].toggles_in(Variant(bucket.game, bucket.limit))
    return next((id for id in RULESET_IDS if ruleset(id).key(toggles) == bucket.rules_key), RULESET_IDS[0])


def unfit(key: Key, ruleset: str) -> str:
    """Return why responses to a drill can't be marked by a key, "" where they can.

    A response names seats, fields and options: they have to mean the same in both documents. `ruleset` is the id of one
    under which the drill was asked.
    """
    if key.drill.bucket.kind not in kinds.KINDS:
        return _("Questions of this kind are not asked any more.")
    if key.by == key.drill:
        return ""
    return unlike(key.drill.spot(ruleset), key.document(ruleset))


def unlike(before: Document, after: Document) -> str:
    """Return why responses to a document can't be marked by another one, "" where they can, see `unfit`."""
    kind = kinds.KINDS[before.question.kind]
    if after.question.kind != kind.id:
        return _("The new version asks another kind of question.")
    if [(seat.name, seat.empty) for seat in before.seats] != [(seat.name, seat.empty) for seat in after.seats]:
        return _("The seats of the new version have other names or another order.")
    if before.question.player != after.question.player:
        return _("The new version asks about another player.")
    if (before.game, before.limit) != (after.game, after.limit) or kind.fields(before) != kind.fields(after):
        return _("The new version asks for other parts of an answer.")
    if _options(before) != _options(after):
        return _("The new version has other written answers, or has them in another order.")
    return ""


def shown(document: Document) -> dict[str, Any]:
    """Return what a learner is shown of a spot, as plain values: the table, what happened, who is asked what, and what
    the house plays of all that the kind's answers depend on, since the question names its house.

    The words and the key of a written question are left out: to correct those leaves the spot as it is.
    """
    table = to_table(document)
    seen = {name: value for name, value in table.items() if name not in _UNSEEN}
    asked = {name: value for name, value in table["question"].items() if name not in _OPTIONS}
    return {**seen, **_told(document, table), "question": asked}


def another_spot(key: Key, ruleset: str) -> tuple[str, ...]:
    """Return in what a key is that of another spot than the one that was shown to those who answered: the keys of
    `shown` that differ, none where it is the same spot.
    """
    return () if key.by == key.drill else differing(key.drill.spot(ruleset), key.document(ruleset))


def differing(before: Document, after: Document) -> tuple[str, ...]:
    """Return in what two documents are other spots: the keys of `shown` that differ."""
    first, second = shown(before), shown(after)
    return tuple(sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name)))


def marker(key: Key) -> Callable[[StoredAttempt], Mark]:
    """Return what marks attempts by a key. Equal responses are marked once, however many there are."""
    kind = kinds.KINDS[key.drill.bucket.kind]
    documents: dict[str, Document] = {}
    marks: dict[str, Mark] = {}

    def mark(attempt: StoredAttempt) -> Mark:
        house = attempt.ruleset
        name = json.dumps([house, attempt.response], sort_keys=True)
        if name not in marks:
            if house not in documents:
                documents[house] = key.document(house)
            grade = kind.grade(documents[house], attempt.response)
            marks[name] = Mark(grade.points, grade.out_of, grade.right, grade.misconceptions)
        return marks[name]

    return mark


def compared(attempt: StoredAttempt, after: Mark) -> Change | None:
    """Return an attempt with its mark by a key, None where that is the mark that it has."""
    found = Change(attempt, Mark.of(attempt), after)
    return found if found.before != found.after else None


def _told(document: Document, table: dict[str, Any]) -> dict[str, Any]:
    """Return the house as it decides the answer. A written question has no toggles: its prompt is what is asked, by the
    house that its page names.
    """
    if "options" in document.question.extra:
        return {name: table[name] for name in ("prompt", HOUSE) if name in table}
    toggles = kinds.KINDS[document.question.kind].toggles_in(Variant(document.game.id, document.limit))
    return {HOUSE: {toggle: document.rules[toggle] for toggle in toggles}}


def _options(document: Document) -> list[object]:
    return [option_text(option) for option in document.question.extra.get("options", ())]
